"""``hypersweep lab``: experiments, each a command of its own."""

from __future__ import annotations

from hypersweep.cli import lab_tablebase
from hypersweep.console.program import CommandParser, chosen_name, run_command
from hypersweep.errors import ParameterError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.console.output import Output

__all__ = ["command_parser", "main"]

_NAME = "hypersweep lab"

_EPILOG = """\
experiments:
  tablebase BOARD     what the best play wins from the first open on, exactly

'hypersweep lab tablebase --help' says more.
"""


def command_parser() -> CommandParser:
    """The parser of the command's words."""
    parser = CommandParser(_NAME, "Experiments with small and large numbers of boards.", _EPILOG)
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    parser.below["tablebase"] = (lab_tablebase.ABOUT, lab_tablebase.command_parser())
    return parser


def main(argv: Sequence[str]) -> int:
    """Exit status of one run.

    Args:
        argv: the words after ``hypersweep lab``.

    >>> main(["tablebase", "2x3", "--mines", "1"])
    2x3, first open safe
    mines  layouts  wins  value   first cell
    1            5     3  0.6000  (0, 0)
    0
    """
    if argv and argv[0] == "tablebase":
        return lab_tablebase.main(argv[1:])
    return run_command(_NAME, argv, _run)


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    if argv and not argv[0].startswith("-"):
        chosen_name(argv[0], "one of", [*parser.below])
    if not parser.read(argv).help:
        raise ParameterError(f"expected one of {', '.join(parser.below)}, got nothing")
    return screen.tell(parser.format_help())
