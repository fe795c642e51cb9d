"""``hypersweep best DIR``: list the personal bests in a folder of games, or in a table made by ``hypersweep scan``.

The exit status is 0; 2 if a file can't be read (the others count) or the arguments are invalid; 130 after Ctrl-C; and
74 if the list can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from hypersweep.cli.input_files import chosen_encoding, refusal
from hypersweep.cli.scan import ScanProgress, check_folder, read_processes, report_unreadable
from hypersweep.cli_support.command_parser import FOLDERS, CommandParser, run_command
from hypersweep.cli_support.output import columns_of
from hypersweep.errors import ParameterError
from hypersweep.scan.bests import personal_bests
from hypersweep.scan.folder_scan import scan_folder
from hypersweep.scan.game_table import read_table
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output
    from hypersweep.scan.bests import BoardBests
    from hypersweep.scan.game_rows import Row

_COMMAND = "hypersweep best"

_EPILOG = """\
Won games count unless the player undid a move, took a hint, knew the board
beforehand, or won by the first click alone. Copies of a game in several files
count once.

examples:
  hypersweep best replays                     every board
  hypersweep best replays --player Ann        one player's games
  hypersweep best games.csv                   from a table, without reading
                                              the games again
  hypersweep best replays --json              for programs
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_COMMAND, "List the best time, 3BV/s, IOE, RQP and STNB on each board.", _EPILOG)
    add = parser.add_argument
    add("source", nargs="?", metavar="DIR|TABLE", files=FOLDERS, help="a folder of games, or a table from 'scan'")
    add("--player", metavar="NAME", help="count only this player's games")
    add("--processes", metavar="N", help="number of processes that read files (default: one for each core)")
    add("--encoding", metavar="NAME", help="text encoding of names that aren't UTF-8, such as cp1250 or gbk")
    add("--json", action="store_true", help="print JSON, a line for each board")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep best``.

    >>> main(["nowhere"])
    2
    """
    return run_command(_COMMAND, argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "source")
    if options.help:
        return output.print(parser.format_help())
    if options.source is None:
        raise ParameterError("no games: name a folder, such as '.' for this one, or a table from 'hypersweep scan'")
    rows = _rows(options.source, read_processes(options.processes), chosen_encoding(options.encoding))
    boards = personal_bests(rows, player=options.player)
    if not boards and options.player is not None:
        names = sorted({str(row["player"]) for row in rows if row["player"]}, key=str.casefold)
        known = f": the players are {', '.join(names[:10])}{' and more' if len(names) > 10 else ''}" if names else ""
        raise ParameterError(f"no finished games by {options.player!r}{known}")
    if options.json:
        output.print("".join(json.dumps(board.as_dict()) + "\n" for board in boards))
    else:
        output.print("".join(line + "\n" for line in bests_lines(boards)))
    return report_unreadable(_COMMAND, [row for row in rows if row["error_type"] is not None])


def _rows(source: str, processes: int, encoding: str | None) -> list[Row]:
    if os.path.isfile(source):
        if encoding is not None:
            raise ParameterError("--encoding needs a folder: for a table, choose the encoding in 'hypersweep scan'")
        try:
            return read_table(source)
        except OSError as error:
            raise refusal(source, error) from None
    check_folder(source)
    with ScanProgress() as progress:
        return list(scan_folder(source, processes=processes, encoding=encoding, on_file=progress.show))


def bests_lines(boards: Sequence[BoardBests]) -> list[str]:
    """Format personal bests as a table, a line for each figure.

    >>> bests_lines([])
    ['No finished games that count.']
    """
    if not boards:
        return ["No finished games that count."]
    table = [("board", "figure", "best", "date", "player", "file")]
    for board in boards:
        heading = f"{board.title}: {board.won:,} of {pluralize(board.games, 'game')} won"
        if not board.bests:
            table.append((heading, "", "", "", "", ""))
        for place, best in enumerate(board.bests):
            game = "" if best.row["game"] is None else f", game {best.row['game']}"
            table.append(
                (
                    "" if place else heading,
                    best.figure,
                    f"{best.value:.3f}",
                    str(best.row["start"] or best.row.get("played") or "")[:10],
                    str(best.row["player"] or ""),
                    f"{best.row['file']}{game}",
                )
            )
    return columns_of(table)
