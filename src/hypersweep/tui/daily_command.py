"""``hypersweep daily``: play a day's boards, list them, or print a text to share about a finished game.

The exit status is the game's; it is 2 if there is no such board, or nothing to share.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import CommandParser, run_command, warn
from hypersweep.daily import (
    DAILY_BOARDS,
    daily_board,
    daily_games,
    daily_result,
    daily_share_text,
    daily_streak,
    saved_daily,
    today,
)
from hypersweep.errors import ParameterError
from hypersweep.session import Session, Store
from hypersweep.text import join_or
from hypersweep.tui.terminal import why_not_full_screen
from hypersweep.ui_model.daily_boards import daily_choice, daily_lines
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output
    from hypersweep.daily import DailyBoard

_NAME = "hypersweep daily"

_EPILOG = """\
Each day has three boards, the same for all players: 2d, 3d and 4d. None needs
a guess, and the first cell is already open. Days begin at midnight UTC. Without
BOARD, the boards are listed with your results. A board that you have begun is
resumed. The games aren't ranked, since anyone can compute the boards; a server
has daily boards of its own.

A day counts for your streak if you win a board of it in a game begun that day.

examples:
  hypersweep daily                        list today's boards and your results
  hypersweep daily 4d                     play the four-dimensional one
  hypersweep daily 2d --date 2026-11-22   play an earlier day's board
  hypersweep daily 4d --share             print a text about your game to share,
                                          which reveals no mine
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Play the boards of the day.", _EPILOG)
    add = parser.add_argument
    add("board", nargs="?", metavar="BOARD", words=DAILY_BOARDS, help="2d, 3d or 4d; without it, list the boards")
    add("--date", metavar="DAY", help="an earlier day, such as 2026-11-22")
    add("--share", action="store_true", help="print a text about the finished game; without BOARD, about each")
    add("--plain", action="store_true", help="play line by line, as always without a terminal")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run ``hypersweep daily``, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep daily``.

    >>> main(["5d"])
    2
    """
    return run_command(_NAME, argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "board")
    if options.help:
        return output.print(parser.format_help())
    day = today() if options.date is None else _read_day(options.date)
    boards = [daily_board(day, name) for name in ([options.board] if options.board else DAILY_BOARDS)]
    store = Store(warn=lambda message: warn(_NAME, message))
    if options.share:
        return output.print(_shared(store, boards))
    if options.board is None:
        streak = daily_streak(daily_games(store), day)
        lines = [f"Boards of {day}:", *(line for _, line in daily_lines(store, day))]
        lines += [f"Won one of them on {streak} days in a row."] * (streak > 1)
        return output.print("\n".join([*lines, f"'{_NAME} 4d' plays one of them.", ""]))
    return _play(store, boards[0], output, is_plain=options.plain)


def _read_day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ParameterError(f"expected a day such as 2026-11-22 for --date, got {truncate(text)}") from None
    if day > today():
        raise ParameterError(f"the boards of {day} can be played from that day on: today is {today()} (UTC)")
    return day


def _shared(store: Store, boards: Sequence[DailyBoard]) -> str:
    games = daily_games(store)
    results = [daily_result(games.get(board.tag, ())) for board in boards]
    texts = [daily_share_text(store.load(result.name), store) + "\n" for result in results if result is not None]
    if not texts:
        names = join_or([board.tag for board in boards])
        where = "it" if len(boards) == 1 else "any of them"
        raise ParameterError(f"can't share {names}: you haven't finished a game on {where}")
    return "\n".join(texts)


def _play(store: Store, board: DailyBoard, output: Output, *, is_plain: bool) -> int:
    """Play a board, or resume it, and if the game has ended, print a text to share."""
    before = daily_games(store).get(board.tag, [])
    saved = saved_daily(store, board)
    reason = None if is_plain else why_not_full_screen()
    if reason is None and not is_plain:
        from hypersweep.tui.full_screen import run

        status = run(saved=saved) if saved is not None else run(daily_choice(board))
    else:
        if reason is not None:
            warn(_NAME, f"{reason}: playing line by line, as '{_NAME} --plain' does")
        from hypersweep.tui.plain_game import play_session

        begun = daily_choice(board).session(store) if saved is None else Session.continue_from(saved, store=store)
        status = play_session(_NAME, begun, output)
    ended = daily_games(store).get(board.tag, [])
    if status == 0 and len(ended) > len(before):
        return output.print("\n" + daily_share_text(store.load(ended[-1].name), store) + "\n")
    return status
