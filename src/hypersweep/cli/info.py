"""``hypersweep info FILE...``: describe files in any format.

The exit status is 0; 2 if a file can't be read (the others are still described); 130 after Ctrl-C; and 74 if the output
can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli.input_files import chosen_encoding, load_things, source_name
from hypersweep.cli_support.command_parser import CommandParser, chosen_name, run_command, warn
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.exit_codes import UNUSABLE
from hypersweep.formats.files import KINDS, as_position, as_record, kind_of
from hypersweep.formats.format_detection import FILE_FORMATS
from hypersweep.formats.video import TRACK, Video
from hypersweep.game import Game
from hypersweep.layout import Layout
from hypersweep.stats import board_stats, play_stats
from hypersweep.text import place_text, pluralize
from hypersweep.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli.input_files import Loaded
    from hypersweep.cli_support.output import Output
    from hypersweep.formats.files import Thing

_COMMAND = "hypersweep info"
_NAMES = tuple(form.name for form in FILE_FORMATS)

_EPILOG = """\
examples:
  hypersweep info game.avf                what is in a mouse replay
  hypersweep info *.rmv *.evf *.sweep     and in many files
  hypersweep info --json *.avf            for programs, a line for each
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_COMMAND, "Describe files: their format, the board, who played it and how.", _EPILOG)
    add = parser.add_argument
    add("sources", nargs="*", metavar="FILE", files="*", help="files in any format, or - for standard input")
    add(
        "--from",
        dest="source_format",
        metavar="FORMAT",
        words=_NAMES,
        help="the files' format (default: recognised by their content)",
    )
    add("--encoding", metavar="NAME", help="text encoding of names that aren't UTF-8, such as cp1250 or gbk")
    add("--json", action="store_true", help="print JSON, a line for each file")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep info``.

    >>> main(["nowhere.avf"])
    2
    """
    return run_command(_COMMAND, argv, _run)


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "sources")
    if options.help:
        return screen.print(parser.format_help())
    if options.source_format is not None:
        chosen_name(options.source_format, "--from", _NAMES)
    if not options.sources:
        raise ParameterError("no file to describe: name one, such as game.avf, or - for standard input")
    encoding = chosen_encoding(options.encoding)
    status = 0
    begun = False

    def damaged(error: HypersweepError) -> None:
        nonlocal status
        screen.flush()
        warn(_COMMAND, str(error))
        status = UNUSABLE

    for name in options.sources:
        try:
            for found in load_things(_COMMAND, name, options.source_format, encoding=encoding, damaged=damaged):
                where = source_name(name) + (f", game {found.number}" if found.number else "")
                try:
                    text = _text(name, where, found, options.json)
                except HypersweepError as error:
                    damaged(type(error)(f"{where}: {error}"))
                    continue
                screen.write("\n" + text if begun and not options.json else text)
                begun = True
        except HypersweepError as error:
            damaged(error)
        screen.flush()
    screen.flush()
    return status


def _text(name: str, where: str, found: Loaded, as_json: bool) -> str:
    number, form, thing, first = found
    if as_json:
        import json

        place = {"file": name, **({"game": number} if number else {}), "format": form.name}
        facts = thing_facts(thing) | ({} if first is None else {"first": first})
        return json.dumps({**place, **facts}) + "\n"
    title = form.title if len(form.kinds) == 1 else f"{KINDS[kind_of(thing)]} ({form.title})"
    lines = [] if first is None else [f"  first cell        {place_text(first)}"]
    return "\n".join((f"{where}: {title}", *thing_lines(thing), *lines, ""))


def thing_lines(thing: Thing) -> list[str]:
    """Describe a board, a position, a game, a record or a mouse replay in a few lines.

    Raises:
        RecordError: an event in a record is impossible.

    >>> thing_lines(Layout("3x4", [(0, 1), (2, 3)]))[:2]
    ['  3x4, 2 mines (16.7 %)', '  3BV               3']
    """
    from hypersweep.cli.stats import board_lines, play_lines

    if isinstance(thing, Layout):
        first, *rest = board_lines(board_stats(thing))
        return [f"  {first}", *rest]
    if isinstance(thing, View | Game):
        view = as_position(thing)
        opened = sum(code >= 0 for code in view.codes)
        details = f"{pluralize(opened, 'open cell')}, {pluralize(view.flagged, 'flag')}"
        lines = [f"  board {view.grid}, {pluralize(view.mines, 'mine')}", f"  {details}"]
        layout = thing.layout if isinstance(thing, Game) else None
        return lines if layout is None else [*lines, *board_lines(board_stats(layout))[1:]]
    from hypersweep.cli.replay import summary_lines

    record = as_record(thing)
    lines = [f"  {line}" for line in summary_lines(record)]
    if isinstance(thing, Video):
        lines.insert(-1, f"  {pluralize(len(thing.events), 'mouse event')}")
    return [*lines, *play_lines(play_stats(record), record)[1:]]


def thing_facts(thing: Thing) -> dict[str, object]:
    """Return the facts in ``thing_lines`` as a dictionary for JSON.

    Raises:
        RecordError: an event in a record is impossible.

    >>> thing_facts(Layout("3x4", [(0, 1), (2, 3)]))["three_bv"]
    3
    """
    kind = kind_of(thing)
    if isinstance(thing, Layout):
        return {"kind": kind, **board_stats(thing).as_dict()}
    if isinstance(thing, View | Game):
        view = as_position(thing)
        opened = sum(code >= 0 for code in view.codes)
        board = {"grid": str(view.grid), "mines": view.mines}
        return {"kind": kind, **board, "opened": opened, "flagged": view.flagged}
    record = as_record(thing)
    tags = {name: value for name, value in record.tags.items() if name != TRACK}
    mouse = {"mouse_events": len(thing.events)} if isinstance(thing, Video) else {}
    return {"kind": kind, "tags": tags, **mouse, **play_stats(record).as_dict()}
