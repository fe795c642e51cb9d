"""Cold start: the time to import the package, and the time until the first prompt of ``hypersweep esp``.

Every round starts new processes, taking turns with a bare ``python -c pass``: no Python program can start faster. All
find compiled modules, as after an installation: a warm-up round, which isn't timed, writes the bytecode to
``build/benchmarks/``, even if this environment or a source folder stops Python from writing it.

Run: python benchmarks/start.py [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from timing import Contender, Figure, cache_folder, machine_facts, pin, print_figures, ratio, short, side_by_side

BARE = "python -c pass"
IMPORT = "import hypersweep"
PROMPT = "hypersweep esp, first prompt"
SCRIPT = "the installed script, first prompt"
ECHO = "a Python program that only prompts"

_MAIN = 'import sys; from hypersweep.cli import main; sys.exit(main(["esp"]))'
_ECHO = 'import sys; sys.stdout.write(" > "); sys.stdout.flush(); sys.stdin.readline()'


def compiled_environment() -> dict[str, str]:
    """Return the environment variables for started processes, which store bytecode in the benchmarks' folder."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(cache_folder() / "bytecode")}


def until_exit(command: list[str]) -> float:
    """Return the seconds from starting the command until it exits.

    Raises:
        subprocess.CalledProcessError: the command failed.
    """
    environment = compiled_environment()
    begin = time.perf_counter()
    subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def until_prompt(command: list[str]) -> float:
    """Return the seconds from starting the command until it has written the prompt of the ESP game.

    Raises:
        RuntimeError: the command ended without a prompt.
    """
    environment, pipe = compiled_environment(), subprocess.PIPE
    begin = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, bufsize=0) as process:
        assert process.stdout is not None
        printed = b""
        while not printed.endswith(b" > "):
            piece = process.stdout.read(4096)
            if not piece:
                raise RuntimeError(f"expected a prompt from {command}, got only {printed!r}")
            printed += piece
        seconds = time.perf_counter() - begin
        process.communicate()
    return seconds


def measure(rounds: int) -> dict[str, Figure]:
    """Measure every way to start, side by side."""
    python = sys.executable
    commands = {
        BARE: [python, "-c", "pass"],
        IMPORT: [python, "-c", "import hypersweep"],
        ECHO: [python, "-c", _ECHO],
        PROMPT: [python, "-c", _MAIN],
    }
    script = Path(python).with_name("hypersweep")
    if script.exists():
        commands[SCRIPT] = [str(script), "esp"]

    def contender(name: str, command: list[str]) -> Contender:
        clock = until_prompt if name in {PROMPT, SCRIPT, ECHO} else until_exit
        return Contender(name, lambda: clock(command), elapsed=lambda seconds: float(str(seconds)))

    return side_by_side([contender(name, command) for name, command in commands.items()], rounds)


def import_cost(figures: dict[str, Figure]) -> float:
    """Return the seconds that importing the package adds to a bare start, comparing the fastest rounds."""
    return figures[IMPORT].best - figures[BARE].best


def prompt_ratio(figures: dict[str, Figure]) -> float:
    """Return the time until the first prompt, in multiples of a bare start: the median over the rounds."""
    return ratio(figures[BARE], figures[PROMPT])


def main() -> None:
    """Measure everything, and print the results."""
    parser = argparse.ArgumentParser(description="Measure the cold start.")
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    for name, fact in [*machine_facts(), ("cores", pin())]:
        print(f"{name}: {fact}")
    figures = measure(rounds)
    print_figures("cold start", figures.values(), None, "start", cost=True)
    print(f"\nimport hypersweep adds {short(import_cost(figures), 's')} to a bare start")
    print(f"the first prompt takes {prompt_ratio(figures):.2f} times a bare start")


if __name__ == "__main__":
    main()
