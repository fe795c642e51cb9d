"""``hypersweep stats``: statistics on boards, recorded games, and all of the player's saved games.

The exit status is 0; 2 if an argument is invalid (the others are still printed); 130 after Ctrl-C; and 74 if the
output can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from hypersweep.boards import BOARD_NAMES, find_board, standard_mines
from hypersweep.cli.input_files import (
    GAME_FILES,
    chosen_encoding,
    load_records,
    load_things,
    names_file,
    read_bytes,
    source_name,
)
from hypersweep.cli_support.command_parser import CommandParser, run_command, warn
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.exit_codes import UNUSABLE
from hypersweep.formats.files import load_file
from hypersweep.formats.position_text import name_option
from hypersweep.formats.starting_board import text_start
from hypersweep.game import Game
from hypersweep.layout import Layout
from hypersweep.record import Record
from hypersweep.record.text_form import is_record
from hypersweep.review.findings import luck_text, outcome_text, player_text
from hypersweep.stats import board_stats, play_stats, slowest_decisions
from hypersweep.text import parse_whole_number, place_text, pluralize
from hypersweep.view import View

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hypersweep.cli_support.output import Output
    from hypersweep.formats.files import Thing
    from hypersweep.formats.format_detection import FileFormat
    from hypersweep.formats.video import MouseStats
    from hypersweep.review import Review
    from hypersweep.stats import BoardStats, PlayStats


_COMMAND = "hypersweep stats"

# Time limit for a game's review, in seconds.
_REVIEW_SECONDS = 5.0

_EPILOG = """\
Without arguments, summarise your games: how many you played and won, and how
fast, board by board.

examples:
  hypersweep stats
  hypersweep stats --plot expert          with plots of times and win rate
  hypersweep stats 3x4.bAgg               a board ID
  hypersweep stats expert --seed 7        a random board from seed 7
  hypersweep stats 6x7x8 --mines 30       a random three-dimensional board
  hypersweep stats game.sweep             a game's record
  hypersweep stats game.avf               a mouse replay from another program
  hypersweep stats --json *.sweep         figures for programs, one line each
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(
        _COMMAND, "Show statistics on boards, on recorded games, and on the games you have played.", _EPILOG
    )
    add = parser.add_argument
    add(
        "sources",
        nargs="*",
        metavar="BOARD-ID|FILE|-",
        words=BOARD_NAMES,
        files=GAME_FILES,
        help="board IDs, sizes or names of boards, files with games or boards, or - for standard input",
    )
    add("--mines", metavar="N", help="number of mines on a random board, or in a position")
    add("--seed", metavar="S", help="the random board's seed, 0 to 2**64 - 1")
    add(
        "--plot",
        metavar="BOARD",
        nargs="?",
        const="",
        help="plot your games on a board; without BOARD, on the one played most",
    )
    add("--encoding", metavar="NAME", help="text encoding of names that aren't UTF-8, such as cp1250 or gbk")
    add("--json", action="store_true", help="print JSON, a line for each board or record")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep stats``.

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


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "sources")
    if options.help:
        return screen.print(parser.format_help())
    chosen_encoding(options.encoding)
    status = 0
    if not options.sources:
        if options.mines is not None or options.seed is not None:
            raise ParameterError("--mines and --seed need a board")
        screen.write(_kept(options, screen))
    elif options.plot is not None:
        raise ParameterError("--plot accepts no boards or records: it plots the games you have played")
    begun = False

    def damaged(error: HypersweepError) -> None:
        nonlocal status
        screen.flush()
        warn(_COMMAND, str(error))
        status = UNUSABLE

    mines = None if options.mines is None else parse_whole_number(options.mines, "--mines", least=0)
    for name in options.sources:
        try:
            for number, thing in _find(name, options, mines, damaged):
                text = _text(name, number, thing, options.json)
                screen.write("\n" + text if begun and not options.json else text)
                begun = True
        except ParseError as error:
            damaged(name_option(error, "--mines N"))
        except HypersweepError as error:
            damaged(error)
        screen.flush()
    screen.flush()
    return status


def _kept(options: Namespace, screen: Output) -> str:
    """Return a summary of the player's saved games, formatted according to the options."""
    import json

    from hypersweep.cli.score_tables import board_scores, score_lines
    from hypersweep.session import Store

    boards = board_scores(Store(warn=lambda message: warn(_COMMAND, message)).results())
    if options.plot is not None:
        if options.json:
            raise ParameterError("can't combine --plot with --json")
        from hypersweep.cli.plot_text import plot_text, plotted_board

        board = plotted_board(options.plot, boards)
        drawn = plot_text(
            board.name,
            board.figures,
            columns=screen.columns,
            is_ascii=screen.bar == "|",
            is_colourful=screen.is_colourful,
        )
        return "\n".join((*score_lines(boards), "", drawn))
    lines = [json.dumps(board.as_dict()) for board in boards] if options.json else score_lines(boards)
    return "".join(line + "\n" for line in lines)


def _find(
    name: str, options: Namespace, given: int | None, damaged: Callable[[HypersweepError], object]
) -> Iterator[tuple[int, Layout | Record]]:
    """Yield the boards or records named by an argument, each with its number (0 if it is the only one)."""
    if name == "-":
        data = read_bytes(name)
        if is_record(data):
            yield from load_records(_COMMAND, name, data, damaged=damaged)
            return
        try:
            form, thing = load_file(data, mines=given, encoding=options.encoding)
        except HypersweepError:
            yield from ((0, layout) for layout in _boards(data))
        else:
            yield 0, thing if isinstance(thing, Layout | Record) else _game_of(name, form, thing)
        return
    if names_file(name):
        for number, form, thing, _ in load_things(
            _COMMAND, name, mines=given, encoding=options.encoding, damaged=damaged
        ):
            yield number, thing if isinstance(thing, Layout | Record) else _game_of(name, form, thing)
        return
    try:
        grid, mines, layout = find_board(name)
    except ParseError:
        start = text_start(name, given)
        if start is None:
            raise
        grid, mines, layout = start.layout.grid, start.layout.mines, start.layout
    if layout is not None:
        if options.mines is not None or options.seed is not None:
            raise ParameterError("can't use --mines or --seed with a board ID, which fixes the mines")
        yield 0, layout
        return
    if given is not None:
        mines = given
    if mines is None:
        mines = standard_mines(grid)
    seed = None if options.seed is None else parse_whole_number(options.seed, "--seed", least=0)
    yield 0, Layout.random(grid, mines, seed=seed)


def _game_of(name: str, form: FileFormat, thing: Thing) -> Layout | Record:
    """Convert another program's game to a record, or to a board if it has no moves."""
    from hypersweep.formats.files import as_board, as_record

    try:
        return as_board(thing) if isinstance(thing, Game | View) else as_record(thing)
    except HypersweepError as error:
        raise type(error)(f"{source_name(name)} ({form.title}): {error}") from None


def _boards(data: bytes) -> Iterator[Layout]:
    """Yield the boards in a text with one board ID per line."""
    for number, line in enumerate(BytesIO(data), 1):
        text = line.decode("utf-8", "replace").strip()
        if text:
            try:
                yield Layout.parse(text)
            except HypersweepError as error:
                raise ParseError(f"{source_name('-')}, line {number}: {error}", text=text) from None


def _text(name: str, number: int, thing: Layout | Record, as_json: bool) -> str:
    if isinstance(thing, Layout):
        board = board_stats(thing)
        lines, figures = board_lines(board), board.as_dict()
    else:
        play, found, mouse = play_stats(thing), _reviewed(thing), _mouse_stats(thing)
        lines = play_lines(play, thing, [*_decision_lines(thing), *_mouse_lines(mouse), *_review_lines(found)])
        figures = {
            "file": name,
            **({"game": number} if number else {}),
            **play.as_dict(),
            "slowest_decisions": [
                {**each._asdict(), "at": thing.events[each.position].milliseconds, "cell": list(each.cell)}
                for each in slowest_decisions(thing)
            ],
            "mouse": None if mouse is None else mouse.as_dict(),
            "review": None if found is None else found.figures(),
        }
        lines[0] = f"{source_name(name)}{f', game {number}' if number else ''}: {lines[0]}"
    if as_json:
        import json

        return json.dumps(figures) + "\n"
    return "\n".join(lines) + "\n"


def _reviewed(record: Record) -> Review | None:
    """Review a game; return None if that takes too long."""
    from hypersweep.review import review

    found = review(record, policy=None, seconds=_REVIEW_SECONDS)
    return found if found.is_complete else None


def _mouse_stats(record: Record) -> MouseStats | None:
    """Return statistics on the mouse; None if the record isn't from a mouse replay."""
    from hypersweep.formats.video import TRACK, mouse_stats, video_of

    return mouse_stats(video_of(record)) if TRACK in record.tags else None


def _decision_lines(record: Record) -> list[str]:
    lines: list[str] = []
    for each in slowest_decisions(record):
        at = record.events[each.position].milliseconds / 1000
        place = f"s  before {each.kind} {place_text(each.cell)} at {at:.3f} s"
        lines.append(_line("" if lines else "hesitation", f"{each.milliseconds / 1000:.3f}", place))
    return lines


def _mouse_lines(stats: MouseStats | None) -> list[str]:
    if stats is None:
        return []
    return [
        _line("mouse path", f"{stats.path:.0f}", f"pixels of 16 a cell, {stats.path_cells:.1f} cells"),
        _line("1.5 clicks", str(stats.one_and_a_half_clicks)),
    ]


def _review_lines(review: Review | None) -> list[str]:
    if review is None:
        return [_line("luck", "?", f"unknown after {_REVIEW_SECONDS:.0f} s: 'hypersweep review' takes longer")]
    figures, pluck = review.figures(), review.pluck
    return [
        _line("luck", luck_text(review), f"{review.expected_deaths:.2f} deaths expected, {review.deaths} came"),
        *(
            []
            if pluck is None
            else [_line("pluck", f"{pluck:.3f}", "-log10 of the chance of surviving the same moves")]
        ),
        _line("guesses", str(figures["guesses"]), f"{figures['unneeded_guesses']} of them unneeded"),
    ]


def board_lines(stats: BoardStats) -> list[str]:
    """Format a board's statistics as lines of text, starting with a heading.

    >>> print(board_lines(board_stats(Layout("3x4", [(0, 1), (2, 3)])))[0])
    3x4, 2 mines (16.7 %)
    """
    clues = ", ".join(f"{clue}: {count}" for clue, count in enumerate(stats.clues) if count)
    return [
        f"{stats.grid}, {pluralize(stats.mines, 'mine')} ({100 * stats.density:.1f} %)",
        f"  3BV           {stats.three_bv:>5}",
        f"  openings      {stats.openings:>5}",
        f"  single cells  {stats.single_cells:>5} in {pluralize(stats.islands, 'island')}",
        f"  ZiNi          {stats.greedy_zini:>5} greedy, {stats.human_zini} human",
        f"  clues             {clues or 'none'}",
    ]


def _line(name: str, value: str, more: str = "") -> str:
    return f"  {name:<14}{value:>9}{'  ' + more if more else ''}"


def play_lines(stats: PlayStats, record: Record, others: Iterable[str] = ()) -> list[str]:
    """Format a game's statistics as lines of text, starting with a heading.

    Args:
        stats: the statistics.
        record: the game's record.
        others: lines to insert before the board's statistics.
    """
    player = player_text(record)
    by = f", {player}" if player else ""
    outcome = outcome_text(stats.outcome)
    lines = [f"{record.grid}, {pluralize(record.mines, 'mine')}, {outcome} after {stats.seconds:.3f} s{by}"]

    def line(name: str, value: str, more: str = "") -> None:
        lines.append(_line(name, value, more))

    def rate(name: str, value: float | None, more: str = "", unit: str = "", digits: int = 3) -> None:
        if value is not None:
            line(name, f"{value:.{digits}f}", (unit + ("  " if unit and more else "") + more).strip())

    if stats.board is not None:
        board = stats.board
        left = "" if stats.three_bv_done == board.three_bv else f" of {board.three_bv}"
        openings = f"{stats.openings_done} of {pluralize(board.openings, 'opening')}"
        line("3BV", f"{stats.three_bv_done}{left}", openings)
    kinds = f"{stats.left} left, {stats.right} right, {pluralize(stats.chords, 'chord')}"
    line("clicks", str(stats.clicks), kinds)
    wasted = stats.clicks - stats.effective_clicks
    line("effective", str(stats.effective_clicks), f"{wasted} without effect" if wasted else "")
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
    rate("STNB", stats.stnb)
    if stats.misflags or stats.unflags:
        line("flags", str(stats.flags), f"at the end; {stats.misflags} set wrong, {stats.unflags} taken back")
    counts = {
        "death": stats.deaths,
        "undo": stats.undos,
        "redo": stats.redos,
        "hint": stats.hints,
        "pause": stats.pauses,
    }
    extras = [pluralize(number, noun) for noun, number in counts.items() if number]
    if extras:
        line("besides", "", ", ".join(extras))
    lines.extend(others)
    if stats.board is not None:
        lines.extend(("", *board_lines(stats.board)[1:]))
    return lines
