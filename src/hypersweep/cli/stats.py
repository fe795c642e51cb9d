"""``hypersweep stats``: what boards are worth, and how games were played."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypersweep.arguments import nearest, shorten
from hypersweep.cli.sources import load_record, read_bytes, warn
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.layout import Layout
from hypersweep.stats import board_stats, play_stats
from hypersweep.tui.boards import find_board, suitable_mines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence
    from typing import NoReturn

    from hypersweep.record import Record
    from hypersweep.stats import BoardStats, PlayStats

__all__ = ["board_lines", "main", "play_lines"]

UNUSABLE = 2
INTERRUPTED = 130

_EPILOG = """\
examples:
  hypersweep stats 3x4.bAgg               a board ID
  hypersweep stats expert --seed 7        a random board of that seed
  hypersweep stats 6x7x8 --mines 30       and of three dimensions
  hypersweep stats game.sweep             a record of a game
  hypersweep stats --json *.sweep         figures for programs, one line each
"""

_OPTIONS = ["--mines", "--seed", "--json", "--help"]


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise ParameterError(message)

    parser = Parser(
        prog="hypersweep stats",
        description="What boards are worth in figures, and how games were played.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
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
    add("--json", action="store_true", help="print JSON, one line for each board or record")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Exit status of one run: 0, 2 for something that can't be used, 130 after Ctrl-C.

    >>> main(["3x4.bAgg"])
    3x4, 2 mines (16.7 %)
      3BV               3
      openings          2
      single cells      1 in 1 island
      ZiNi              3 greedy, 3 human
      clues             0: 3, 1: 6, 2: 1
    0
    """
    try:
        return _run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more. What is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (HypersweepError, MemoryError) as error:
        warn(str(error) or "expected a board that fits into memory")
        return UNUSABLE


def _run(argv: Sequence[str]) -> int:
    parser = _parser()
    options, unknown = parser.parse_known_args(argv)
    if unknown:
        word = unknown[0].partition("=")[0]
        raise ParameterError(
            f"expected one of the options {', '.join(_OPTIONS)}, got {shorten(word)}{nearest(word[:30], _OPTIONS)}"
        )
    if options.help:
        print(parser.format_help(), end="")
        return 0
    if not options.sources:
        raise ParameterError("expected a board ID or the file of a record; 'hypersweep stats --help' tells more")
    status = 0
    begun = False
    for name in options.sources:
        try:
            found = _find(name, options)
        except HypersweepError as error:
            warn(str(error))
            status = UNUSABLE
            continue
        for thing in found:
            if begun and not options.json:
                print()
            begun = True
            _show(name, thing, options.json)
    return status


def _find(name: str, options: Namespace) -> list[Layout | Record]:
    """What an argument names: a record, or boards."""
    if name == "-" or Path(name).is_file():
        data = read_bytes(name)
        if data.lstrip(b"\xef\xbb\xbf").startswith(b"hypersweep-record"):
            return [load_record(name, data)]
        if name != "-":
            return [load_record(name, data)]
        return [Layout.parse(line.strip()) for line in data.decode("utf-8", "replace").splitlines() if line.strip()]
    if any(mark in name for mark in ("/", "\\")) or name.endswith(".sweep"):
        raise ParseError(f"expected a file that can be read, got {name}", text=name)
    grid, mines, layout = find_board(name)
    if layout is not None:
        return [layout]
    if options.mines is not None:
        mines = _number(options.mines, "--mines")
    if mines is None:
        mines = suitable_mines(grid, "any")
    seed = None if options.seed is None else _number(options.seed, "--seed")
    return [Layout.random(grid, mines, seed=seed)]


def _number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 40:
        raise ParameterError(f"expected a whole number for {name}, got {shorten(text)}")
    return int(text)


def _show(name: str, thing: Layout | Record, as_json: bool) -> None:
    if isinstance(thing, Layout):
        board = board_stats(thing)
        lines, figures = board_lines(board), board.as_dict()
    else:
        play = play_stats(thing)
        lines, figures = play_lines(play, thing), {"file": name, **play.as_dict()}
        lines[0] = f"{'standard input' if name == '-' else name}: {lines[0]}"
    if as_json:
        import json

        print(json.dumps(figures))
    else:
        print("\n".join(lines))


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
    player = "".join(letter for letter in record.tags.get("player", "") if letter.isprintable()).strip()[:40]
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
