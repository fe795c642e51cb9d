"""The ``hypersweep`` command; each subcommand's module is imported only when that subcommand runs.

While the program loads or exits, Ctrl-C stops it at once, without Python's traceback. While the interpreter itself
starts, before this module runs, Python's own handler still applies.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from hypersweep.exit_codes import INTERRUPTED, SIGNALLED, UNUSABLE, flush_errors

if TYPE_CHECKING:
    import signal
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output
else:
    # Import the C part of ``signal``: the enumerations in its Python part take milliseconds to load.
    import _signal as signal

__all__ = ["COMMANDS", "main", "usage_text"]


def _is_program(name: str) -> bool:
    """Return whether a program name, as in ``sys.argv[0]``, belongs to this program.

    >>> _is_program("/usr/bin/hypersweep"), _is_program("/lib/hypersweep/__main__.py"), _is_program("/usr/bin/pytest")
    (True, True, False)
    """
    # With ``python -m``, argv[0] is "-m" until Python has found the module to run.
    if name == "-m":
        return True
    folder, last = os.path.split(name)
    if last == "__main__.py":
        folder, last = os.path.split(folder)
        # With ``python -m hypersweep.cli``, look at the parent folder: other packages have a ``cli`` too.
        if last == "cli":
            last = os.path.basename(folder)
    return last.removesuffix(".exe").removesuffix("-script.py") == "hypersweep"


# Change signal handlers only when running as the program itself, not when another program imports this package.
_IS_PROGRAM = bool(getattr(sys, "argv", [])) and _is_program(sys.argv[0])


def _end(number: int, frame: object) -> None:
    os._exit(SIGNALLED + number)


def _take_over() -> None:
    """Make Ctrl-C exit the program at once, unless a handler is already installed."""
    _exchange(signal.default_int_handler, _end)


def _hand_over() -> None:
    """Make Ctrl-C raise ``KeyboardInterrupt`` again, so that commands can clean up."""
    _exchange(_end, signal.default_int_handler)


def _exchange(old: object, new: signal._HANDLER) -> None:
    if not _IS_PROGRAM or signal.getsignal(signal.SIGINT) is not old:
        return
    try:
        signal.signal(signal.SIGINT, new)
    except ValueError:
        return  # only the main thread may set signal handlers


_take_over()

# name: (module with main(argv) and command_parser(), summary)
COMMANDS = {
    "play": ("hypersweep.tui.main", "play on any board: full screen in a terminal, or line by line"),
    "daily": ("hypersweep.tui.daily_command", "play today's boards, the same for all players"),
    "learn": ("hypersweep.tui.learn", "see in four dimensions: a lesson of one minute"),
    "web": ("hypersweep.cli.web", "play in a browser: serve the page, or export it as a site"),
    "resume": ("hypersweep.tui.resume", "resume a saved game, or list them"),
    "replay": ("hypersweep.cli.replay", "show a recorded game and check it"),
    "review": ("hypersweep.cli.review", "review a game: every guess and its risk"),
    "stats": ("hypersweep.cli.stats", "show statistics on boards and games"),
    "scan": ("hypersweep.cli.scan", "read a folder of games into a table of figures"),
    "best": ("hypersweep.cli.best", "list the personal bests in a folder of games"),
    "info": ("hypersweep.cli.info", "describe game, board and position files"),
    "convert": ("hypersweep.cli.convert", "convert mouse replays, boards and positions to other formats"),
    "engine": ("hypersweep.cli.engine", "serve the solver's moves to other programs, line by line"),
    "analyse": ("hypersweep.cli.analyse", "analyse a position: chances, the best move and why"),
    "generate": ("hypersweep.cli.generate", "make boards that need no guess"),
    "grade": ("hypersweep.cli.grade", "check whether a board needs a guess, and how hard it is"),
    "verify": ("hypersweep.cli.verify", "check the certificate for a board that needs no guess"),
    "lab": ("hypersweep.cli.lab", "run experiments on many cores: win rates, sweeps, comparisons"),
    "arena": ("hypersweep.cli.arena", "compare any number of players on the same boards"),
    "watch": ("hypersweep.cli.watch", "watch the solver play and explain its moves"),
    "comp2017": ("hypersweep.courses.comp2017.comp2017_library", "build the C library of COMP2017 ND-Minesweeper"),
    "channels": ("hypersweep.courses.channels.channels_library", "build the C library of COMP2017 channels"),
    "esp": ("hypersweep.courses.esp", "play ESP Minesweeper, byte for byte as specified"),
    "check": ("hypersweep.courses.check.command", "check students' programs against their course's specification"),
    "doctor": ("hypersweep.cli.doctor", "show what works here, what is missing, and how to get it"),
    "help": ("hypersweep.cli.help", "show a command's help"),
    "completion": ("hypersweep.cli.completion", "print a completion script for bash, zsh or fish"),
    "man": ("hypersweep.cli.manual", "print the manual page, for 'man'"),
}


# Commands with subcommands: 'hypersweep lab help' is 'hypersweep help lab'.
_NESTED = ("web", "lab", "comp2017", "channels", "check")


def usage_text() -> str:
    """Return the output of ``hypersweep --help``: usage, commands and options."""
    lines = [
        "usage: hypersweep",
        "       hypersweep BOARD [OPTIONS]",
        "       hypersweep COMMAND [ARGUMENTS]",
        "",
        "Minesweeper in any number of dimensions. Without arguments it opens the",
        "start screen; 'hypersweep 4d-easy' is short for 'hypersweep play 4d-easy'.",
        "",
        "commands:",
    ]
    lines.extend(f"  {name:12}{what}" for name, (_, what) in COMMANDS.items())
    lines.extend(["", "options:", "  --help      show this text", "  --version   show the version", ""])
    lines.append("'hypersweep help COMMAND' lists the options of a command.")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, and return its exit status.

    Without arguments, open the game's start screen. If the first argument is a board or an option, not a command, run
    "play" with all arguments.

    >>> main(["--version"])
    hypersweep 0.1.0
    0
    """
    status = _run(list(sys.argv[1:] if argv is None else argv))
    flush_errors()
    return status


def _run(words: list[str]) -> int:
    """Run the command named by the first word, and return the exit status."""
    # Without words, pass None to "play", which then opens the start screen; an empty list means the default board.
    arguments = words[1:] if words else None
    name = words[0] if words else "play"
    if name in ("-h", "--help"):
        return _print(usage_text())
    if name in ("-V", "--version"):
        from hypersweep import __version__

        return _print(f"hypersweep {__version__}")
    if name not in COMMANDS:
        if not _is_board(name) or _is_nearly_version(name):
            from hypersweep.boards import BOARD_NAMES
            from hypersweep.cli_support.command_parser import warn
            from hypersweep.validation import suggest, truncate

            hint = suggest(name, [*COMMANDS, *BOARD_NAMES] if name[:1] != "-" else ["--version"])
            end = "" if hint else ": 'hypersweep help' lists the commands, 'hypersweep play --list' the boards"
            warn("hypersweep", f"expected a board or a command, got {truncate(name)}{hint}{end}")
            return UNUSABLE
        name, arguments = "play", words
    elif words[1:2] == ["help"] and name in _NESTED:
        name, arguments = "help", [name, *words[2:]]
    try:
        module = __import__(COMMANDS[name][0], fromlist=["main"])
        # From here on, the command itself handles Ctrl-C.
        _hand_over()
        status: int = module.main(arguments)
        _take_over()
    except KeyboardInterrupt:
        _take_over()
        print()
        return INTERRUPTED
    return status


def _print(text: str) -> int:
    from hypersweep.cli_support.command_parser import run_command

    def command(words: Sequence[str], output: Output) -> int:
        del words
        return output.print(text + "\n")

    return run_command("hypersweep", (), command)


def _is_nearly_version(word: str) -> bool:
    """Return whether a word looks like a misspelled ``--version``, which "play" couldn't suggest."""
    if word[:1] != "-":
        return False
    from hypersweep.validation import suggest

    return bool(suggest(word, ["--version"]))


def _is_board(word: str) -> bool:
    """Return whether a first word is meant for "play": an option, sides, a board ID or a preset."""
    if word[:1] == "-" or word[:1].isdigit():
        return True
    from hypersweep.boards import BOARD_NAMES

    return word.lower() in BOARD_NAMES
