"""Compile students' C programs, and run programs under test with limits on time and memory.

Each program runs in its own process group, so that the whole group can be killed. This isn't a sandbox: the program has
all permissions of the user who runs the check.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.compiler import CompilerError, named_command
from hypersweep.errors import UncheckableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any


SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer")
"""Compiler options that make a program stop, with a report, at its first invalid access or undefined operation."""

_COMPILERS = ("cc", "gcc", "clang")

_COMPILE_SECONDS = 60
"""Time limit per compiler run, in seconds."""

# Maximum number of parts shown from a sanitizer's report: the headline, what was accessed, and the first frames.
_REPORT_PARTS = 5


def find_c_compiler() -> list[str]:
    """Return the command for a C compiler, as words: the environment variable CC, else cc, gcc or clang.

    Raises:
        UncheckableError: there is no compiler; the message says what to install.
    """
    try:
        named = named_command("CC")
    except CompilerError as error:
        raise UncheckableError(str(error)) from None
    for command in [named] if named else [[name] for name in _COMPILERS]:
        if shutil.which(command[0]):
            return command
    wanted = f"the compiler {named[0]!r} named by CC" if named else f"a C compiler ({', '.join(_COMPILERS)})"
    raise UncheckableError(f"can't find {wanted}: install one, on Debian or Ubuntu with 'apt install gcc'")


def compile_c(words: Sequence[str | Path], output: Path, *, folder: Path) -> None:
    """Run the C compiler, to compile or to link.

    Args:
        words: sources, objects and options.
        output: the file to write.
        folder: where to run the compiler; messages name files relative to it.

    Raises:
        UncheckableError: the compiler reports an error; the message contains the compiler's output.
    """
    command = [*find_c_compiler(), *map(str, words), "-o", str(output)]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_COMPILE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UncheckableError(f"{command[0]} took more than {_COMPILE_SECONDS} seconds") from None
    if done.returncode:
        said = (done.stderr or done.stdout).replace(f"{folder}/", "").strip()
        raise UncheckableError(f"it doesn't compile:\n{said}")


def can_run_with(options: Sequence[str], folder: Path) -> bool:
    """Return whether programs built with these options run; sanitizers can fail under address space randomisation."""
    source, program = folder / "empty.c", folder / "empty"
    source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    try:
        compile_c([source, *options], program, folder=folder)
    except UncheckableError:
        return False
    return subprocess.run([program], capture_output=True, check=False).returncode == 0


def can_find_leaks(folder: Path) -> bool:
    """Return whether the address sanitizer can detect leaks; on some systems, and under a debugger, it can't."""
    source, program = folder / "leak.c", folder / "leak"
    source.write_text(
        "#include <stdlib.h>\nint main(void) { return malloc(77) == NULL; }\n",
        encoding="utf-8",
    )
    try:
        compile_c([source, "-O0", "-w", *SANITIZED], program, folder=folder)
    except UncheckableError:
        return False
    variables = {**os.environ, "ASAN_OPTIONS": "detect_leaks=1"}
    done = subprocess.run([program], env=variables, capture_output=True, text=True, errors="replace", check=False)
    return "77 byte" in done.stderr


def sanitizer_report(text: str) -> str:
    r"""Return the sanitizer's report in a program's standard error as one line; empty if there is none.

    Omit process IDs, addresses and folders, which vary between runs, and stack frames in the system and the driver.

    >>> sanitizer_report("hm\nx.c:3:5: runtime error: index 9 out of bounds\n")
    'x.c:3:5: runtime error: index 9 out of bounds'
    """
    lines = text.splitlines()
    begin = next((place for place, line in enumerate(lines) if _HEADLINE.search(line)), None)
    if begin is None:
        return ""
    parts = [_without_addresses(lines[begin])]
    for line in lines[begin + 1 :]:
        if _DETAIL.search(line):
            parts.append(_without_addresses(line))
        elif (frame := _FRAME.search(line)) and not frame[2].endswith("_driver.c"):
            parts.append(f"in {frame[1]} at {frame[2]}:{frame[3]}")
        if len(parts) == _REPORT_PARTS:
            break
    return ", ".join(parts)


_HEADLINE = re.compile(r"runtime error:|\w+Sanitizer: (?!DEADLYSIGNAL)")
_DETAIL = re.compile(
    r"^\s*(READ|WRITE|(Previous )?([Aa]tomic )?([Rr]ead|[Ww]rite)) of size|(Direct|Indirect) leak of|"
    r"is located \d+ bytes"
)
# A stack frame in the program's C files. System frames have paths that begin with "../", or no line number.
_FRAME = re.compile(r"#\d+ (?:0x[0-9a-f]+ in |in )?(\w+) (?!\.\./)(?:\S*/)?([\w.+-]+\.[ch]):(\d+)")
_NOISE = re.compile(
    r"^=+\d+=+|\((?:pc|bp|sp|T\d).*|\b(?:on|at|by)(?: unknown)? (?:address|thread|pc|bp|sp)\b.*|^0x[0-9a-f]+ (?:is )?|"
    r"(?: at)?,? ?\[?0x[0-9a-f]+[^\s]*|thread T\d+.*|\bERROR: |^WARNING: | \(pid=\d+\)|\ballocated from:$"
)


def _without_addresses(line: str) -> str:
    cleaned = _NOISE.sub("", re.sub(r"(?:/[^/\s:]+)+/(?=[\w.+-]+:\d)", "", line.strip()))
    return " ".join(cleaned.split())


MEMORY = 1 << 30
"""Memory limit for a program under test, in bytes."""

_FILE_SIZE = 64 << 20
"""Maximum size of a file written by a program under test, in bytes."""


def start_limited(
    command: Sequence[str | Path],
    *,
    cpu_seconds: int,
    memory: int | None = MEMORY,
    cwd: Path | None = None,
    variables: Mapping[str, str] | None = None,
    **settings: Any,
) -> subprocess.Popen[bytes]:
    """Start a program in its own session, with limits on time, memory and file sizes.

    Args:
        command: the program and its arguments.
        cpu_seconds: limit on processor time.
        memory: limit in bytes; None for a program with a sanitizer, which reserves terabytes of address space.
        cwd: the working directory.
        variables: environment variables to add.
        settings: additional arguments for ``subprocess.Popen``: the three streams, and descriptors to pass.

    Raises:
        UncheckableError: the program can't be started.
    """
    if sys.platform == "win32":
        raise UncheckableError(
            "checking programs needs process groups and limits, which Windows lacks: use Linux or macOS"
        )
    program = shutil.which(command[0])
    if program is None:
        raise UncheckableError(f"can't start {str(command[0])!r}: it doesn't exist, or isn't executable")
    limits = {"c": 0, "t": cpu_seconds, "f": _FILE_SIZE // 512, **({} if memory is None else {"d": memory // 1024})}
    # Let a shell set the limits: with preexec_fn, Python would have to fork itself for each game, which is slower.
    script = "".join(f"ulimit -{letter} {value} 2>/dev/null; " for letter, value in limits.items())
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", f'{script}exec "$0" "$@"', program, *command[1:]],
            cwd=cwd,
            env={**os.environ, **(variables or {})},
            start_new_session=True,
            **settings,
        )
    except OSError as error:
        raise UncheckableError(f"can't start {str(command[0])!r}: {error.strerror}") from None


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process started by ``start_limited``, with its whole process group, and wait for it to exit."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def signal_text(status: int) -> str:
    """Return a description of how a process ended.

    Args:
        status: the return code as reported by ``subprocess``, negative for a signal.

    >>> signal_text(-11), signal_text(3)
    ('crashed (SIGSEGV)', 'exited with status 3')
    """
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"crashed ({signal.Signals(-status).name})"
    except ValueError:
        return f"crashed (signal {-status})"
