"""The ``hypersweep`` command; each subcommand loads its room when it is called."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

# name: (module whose main(argv) runs it, what it does)
_COMMANDS = {
    "play": ("hypersweep.tui.plain", "play on any board, line by line"),
    "replay": ("hypersweep.cli.replay", "show and check the record of a game"),
    "stats": ("hypersweep.cli.stats", "figures of boards and of played games"),
    "analyse": ("hypersweep.cli.analyse", "what follows from a position: chances of mines, the best move and why"),
    "watch": ("hypersweep.tui.watch", "the solver plays, and tells why it moves as it does"),
    "comp2017": ("hypersweep.courses.comp2017.command", "build the C library of COMP2017 ND-Minesweeper"),
    "esp": ("hypersweep.courses.esp", "ESP Minesweeper, to the byte of its specification"),
}


def _usage() -> str:
    lines = ["usage: hypersweep COMMAND [ARGUMENTS]", "", "Minesweeper in any number of dimensions.", "", "commands:"]
    lines.extend(f"  {name:10}{what}" for name, (_, what) in _COMMANDS.items())
    lines.extend(["", "options:", "  --help    this text", "  --version the version", ""])
    lines.append("'hypersweep play --help' tells more of a command.")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Without a command it plays the plain game. The words after a command are the command's own.

    >>> main(["--version"])
    hypersweep 0.1.0
    0
    """
    words = list(sys.argv[1:] if argv is None else argv)
    name = words[0] if words else "play"
    if name in ("-h", "--help", "help"):
        print(_usage())
        return 0
    if name in ("-V", "--version"):
        from hypersweep import __version__

        print(f"hypersweep {__version__}")
        return 0
    if name not in _COMMANDS:
        from hypersweep.arguments import nearest, shorten

        known = list(_COMMANDS)
        print(
            f"hypersweep: expected one of the commands {', '.join(known)}, got {shorten(name)}{nearest(name, known)}",
            file=sys.stderr,
        )
        return 2
    try:
        module = __import__(_COMMANDS[name][0], fromlist=["main"])
        status: int = module.main(words[1:])
    except KeyboardInterrupt:
        # The rooms take care of Ctrl-C themselves; this is for the moment in which they are loaded.
        print()
        return 130
    return status
