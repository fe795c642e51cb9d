"""``hypersweep stats``: what boards are worth, how games were played, and how a player's games went.

The exit status is 0, or 2 where something can't be used (the rest is printed all the same), 130 after Ctrl-C, and 74 if
the output can't be written (0 if merely nobody reads it any more).
"""

from __future__ import annotations

from pathlib import Path

from hypersweep.cli.sources import load_record, read_bytes, warn
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.layout import Layout
from hypersweep.review.report import player_text
from hypersweep.stats import board_stats, play_stats
from hypersweep.tui.boards import find_board, suitable_mines
from hypersweep.tui.plain import UNUSABLE
from hypersweep.tui.program import CommandParser, run_command, whole_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from hypersweep.record import Record
    from hypersweep.stats import BoardStats, PlayStats
    from hypersweep.tui.screen import Screen

__all__ = ["board_lines", "main", "play_lines"]

_COMMAND = "hypersweep stats"

_EPILOG = """\
Alone it sums up the games you have played: how many, how many won, and how
fast, for each board.

examples:
  hypersweep stats
  hypersweep stats 3x4.bAgg               a board ID
  hypersweep stats expert --seed 7        a random board of that seed
  hypersweep stats 6x7x8 --mines 30       and of three dimensions
  hypersweep stats game.sweep             a record of a game
  hypersweep stats --json *.sweep         figures for programs, one line each
"""


def _parser() -> CommandParser:
    parser = CommandParser(
        _COMMAND, "What boards are worth in figures, how games were played, and how yours went.", _EPILOG
    )
    add = parser.add_argument
    add(
        "sources",
        nargs="*",
        metavar="BOARD-ID|RECORD|-",
        help="board IDs, sides or names of boards, files of records, or - for standard input",
    )
    add("--mines", metavar="N", help="number of mines of a random board")
    add("--seed", metavar="S", help="its seed, 0 to 2**64 - 1")
    add("--json", action="store_true", help="print JSON, a line for each board or record")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Exit status of one run.

    Args:
        argv: the words after ``hypersweep stats``.

    >>> main(["3x4.bAgg"])
    3x4, 2 mines (16.7 %)
      3BV               3
      openings          2
      single cells      1 in 1 island
      ZiNi              3 greedy, 3 human
      clues             0: 3, 1: 6, 2: 1
    0
    """
    return run_command(_COMMAND, argv, _run)


def _run(argv: Sequence[str], screen: Screen) -> int:
    parser = _parser()
    options = parser.read(argv, "sources")
    if options.help:
        screen.write(parser.format_help())
        screen.flush()
        return 0
    status = 0
    if not options.sources:
        if options.mines is not None or options.seed is not None:
            raise ParameterError("expected a board with --mines or --seed, got none")
        screen.write(_kept(options.json))
    begun = False
    for name in options.sources:
        try:
            texts = [_text(name, thing, options.json) for thing in _find(name, options)]
        except HypersweepError as error:
            warn(_COMMAND, str(error))
            status = UNUSABLE
            continue
        for text in texts:
            screen.write("\n" + text if begun and not options.json else text)
            begun = True
        screen.flush()
    screen.flush()
    return status


def _kept(as_json: bool) -> str:
    """The games in the player's store, summed up."""
    import json

    from hypersweep.cli.kept import kept_boards, kept_lines
    from hypersweep.session import Store

    boards = kept_boards(Store(warn=lambda message: warn(_COMMAND, message)).results())
    lines = [json.dumps(board.as_dict()) for board in boards] if as_json else kept_lines(boards)
    return "".join(line + "\n" for line in lines)


def _find(name: str, options: Namespace) -> list[Layout | Record]:
    """What an argument names: a record, or boards."""
    if name == "-" or Path(name).is_file():
        data = read_bytes(name)
        if name != "-" or data.removeprefix(b"\xef\xbb\xbf").startswith(b"hypersweep-record"):
            return [load_record(_COMMAND, name, data)]
        lines = data.decode("utf-8", "replace").splitlines()
        return [Layout.parse(line.strip()) for line in lines if line.strip()]
    if "/" in name or "\\" in name or name.endswith(".sweep"):
        raise ParseError(f"expected a file that can be read, got {name}", text=name)
    grid, mines, layout = find_board(name)
    if layout is not None:
        return [layout]
    if options.mines is not None:
        mines = whole_option(options.mines, "--mines")
    if mines is None:
        mines = suitable_mines(grid, "any")
    seed = None if options.seed is None else whole_option(options.seed, "--seed")
    return [Layout.random(grid, mines, seed=seed)]


def _text(name: str, thing: Layout | Record, as_json: bool) -> str:
    if isinstance(thing, Layout):
        board = board_stats(thing)
        lines, figures = board_lines(board), board.as_dict()
    else:
        play = play_stats(thing)
        lines, figures = play_lines(play, thing), {"file": name, **play.as_dict()}
        lines[0] = f"{'standard input' if name == '-' else name}: {lines[0]}"
    if as_json:
        import json

        return json.dumps(figures) + "\n"
    return "\n".join(lines) + "\n"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def board_lines(stats: BoardStats) -> list[str]:
    """The figures of a board as lines of text, a heading first.

    >>> print(board_lines(board_stats(Layout("3x4", [(0, 1), (2, 3)])))[0])
    3x4, 2 mines (16.7 %)
    """
    clues = ", ".join(f"{clue}: {count}" for clue, count in enumerate(stats.clues) if count)
    return [
        f"{stats.grid}, {_count(stats.mines, 'mine')} ({100 * stats.density:.1f} %)",
        f"  3BV           {stats.three_bv:>5}",
        f"  openings      {stats.openings:>5}",
        f"  single cells  {stats.single_cells:>5} in {_count(stats.islands, 'island')}",
        f"  ZiNi          {stats.greedy_zini:>5} greedy, {stats.human_zini} human",
        f"  clues             {clues or 'none'}",
    ]


def play_lines(stats: PlayStats, record: Record) -> list[str]:
    """The figures of a game as lines of text, a heading first."""
    outcome = {"WON": "won", "LOST": "lost", "ONGOING": "not finished"}[stats.outcome.name]
    player = player_text(record)
    by = f", {player}" if player else ""
    lines = [f"{record.grid}, {_count(record.mines, 'mine')}, {outcome} after {stats.seconds:.3f} s{by}"]

    def line(name: str, value: str, more: str = "") -> None:
        lines.append(f"  {name:<14}{value:>9}{'  ' + more if more else ''}")

    def rate(name: str, value: float | None, more: str = "", unit: str = "", digits: int = 3) -> None:
        if value is not None:
            line(name, f"{value:.{digits}f}", (unit + ("  " if unit and more else "") + more).strip())

    if stats.board is not None:
        board = stats.board
        left = "" if stats.three_bv_done == board.three_bv else f" of {board.three_bv}"
        openings = f"{stats.openings_done} of {_count(board.openings, 'opening')}"
        line("3BV", f"{stats.three_bv_done}{left}", openings)
    kinds = f"{stats.left} left, {stats.right} right, {_count(stats.chords, 'chord')}"
    line("clicks", str(stats.clicks), kinds)
    wasted = stats.clicks - stats.effective_clicks
    line("effective", str(stats.effective_clicks), f"{wasted} to no effect" if wasted else "")
    rate("3BV/s", stats.three_bv_per_second)
    if stats.outcome.name != "WON":
        rate("estimate", stats.estimated_seconds, unit="s", more="for the whole board at this pace")
    rate("clicks/s", stats.clicks_per_second)
    rate("IOE", stats.efficiency, "3BV / clicks")
    rate("correctness", stats.correctness, "effective clicks / clicks")
    rate("throughput", stats.throughput, "3BV / effective clicks")
    rate("ZNE", stats.zini_efficiency, "ZiNi / clicks")
    rate("RQP", stats.rqp, "time² / 3BV")
    rate("QG", stats.quality_grade, "time^1.7 / 3BV")
    counts = [("death", stats.deaths), ("undo", stats.undos), ("redo", stats.redos), ("hint", stats.hints)]
    extras = [
        _count(number, noun) for noun, number in (*counts, ("hint", stats.hints), ("pause", stats.pauses)) if number
    ]
    if extras:
        line("besides", "", ", ".join(extras))
    if stats.board is not None:
        lines.extend(("", *board_lines(stats.board)[1:]))
    return lines
