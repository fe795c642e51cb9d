"""``hypersweep resume``: resume a saved game, on the full screen or line by line, or list the saved games.

The exit status is the game's, or 2 if there is no such game or another program has it open.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import CommandParser, run_command, warn
from hypersweep.errors import ParameterError
from hypersweep.game import Outcome
from hypersweep.record.event import outcome_name
from hypersweep.record.text_form import SUFFIX
from hypersweep.session.results import kind_title
from hypersweep.session.store import Store
from hypersweep.text import clock_text, pluralize
from hypersweep.tui.terminal import why_not_full_screen
from hypersweep.ui_model.board_info import daily_title
from hypersweep.ui_model.game_texts import age_text, error_text, load_record, progress_text
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output
    from hypersweep.record import Record
    from hypersweep.session import SavedSummary


_NAME = "hypersweep resume"

_EPILOG = """\
Without GAME, the latest game is resumed. GAME may also be the file of an
unfinished record: its game continues as a new one, which isn't ranked.

examples:
  hypersweep resume                       resume the latest game
  hypersweep resume --list                list all saved games, latest first
  hypersweep resume 3                     resume the third game in the list
  hypersweep resume 20260131T201500Z-1f3a resume the game with that name
  hypersweep resume game.sweep            resume the game in a file
  hypersweep resume --plain               resume the latest game, line by line
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Resume a saved game.", _EPILOG)
    add = parser.add_argument
    add(
        "game",
        nargs="?",
        metavar="GAME",
        files="*.sweep",
        has_saved=True,
        help="its number or name in the list, or the file of a record",
    )
    add("--list", action="store_true", help="list the saved games, latest first")
    add("--plain", action="store_true", help="play line by line, as always without a terminal")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run ``hypersweep resume``, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep resume``.

    >>> main(["nowhere.sweep"])
    2
    """
    return run_command(_NAME, argv, _run)


def saved_lines(games: Sequence[SavedSummary], now: float) -> list[str]:
    """Return the lines of a table of saved games.

    Args:
        games: the saved games, latest first.
        now: the current time, in seconds since 1970.

    >>> saved_lines([], 0.0)
    ['There are no saved games.']
    """
    if not games:
        return ["There are no saved games."]
    rows = [("#", "board", "open", "clock", "saved", "name")]
    rows += [
        (
            str(number),
            daily_title(game.daily) or kind_title((game.grid, game.mines, game.rules)),
            progress_text(game.progress),
            clock_text(game.milliseconds),
            "being played" if game.is_busy else age_text(game.saved, now),
            game.name,
        )
        for number, game in enumerate(games, 1)
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    is_right = (True, False, True, True, False, False)
    return [
        "  ".join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, is_right, strict=True)
        ).rstrip()
        for row in rows
    ]


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "game")
    if options.help:
        return output.print(parser.format_help())
    store = Store(warn=lambda message: warn(_NAME, message))
    if options.list:
        if options.game is not None:
            raise ParameterError(f"can't combine the game {truncate(options.game)} with --list")
        return output.print("".join(line + "\n" for line in saved_lines(store.saved(), time.time())))
    saved = _find(options.game, store)
    reason = None if options.plain else why_not_full_screen()
    if reason is None and not options.plain:
        # Imported late, since the list doesn't need it.
        from hypersweep.tui.full_screen import run

        return run(saved=saved)
    if reason is not None:
        warn(_NAME, f"{reason}: playing line by line, as 'hypersweep resume --plain' does")
    return _play(saved, store, output)


def _find(word: str | None, store: Store) -> SavedSummary | Record:
    """Return the game that ``word`` names, by list number, name or file; for None, the latest saved game.

    Raises:
        ParameterError: there is no such game.
    """
    if word is None:
        game = store.latest_saved()
        if game is None:
            is_elsewhere = bool(store.saved(1))
            raise ParameterError(
                "every saved game is open in another program" if is_elsewhere else "no saved game to continue"
            )
        return game
    if word.isascii() and word.isdigit():
        number = int(word[:9])
        games = store.saved(number or None)
        if not 0 < number <= len(games):
            raise ParameterError(f"there is no game {word} in the list, which has {pluralize(len(games), 'game')}")
        return games[number - 1]
    if os.path.dirname(word) or word.endswith(SUFFIX):
        return _of_file(word, store)
    named = store.find_saved(word)
    if named is not None:
        return named
    hint = suggest(word, [game.name for game in store.saved(1000)])
    raise ParameterError(f"expected the number, name or file of a saved game, got {truncate(word)}{hint}")


def _of_file(word: str, store: Store) -> SavedSummary | Record:
    path = os.path.realpath(os.path.expanduser(word))
    if os.path.dirname(path) == os.path.realpath(store.directory / "running"):
        named = store.find_saved(os.path.basename(path).removesuffix(SUFFIX))
        if named is not None:
            return named
    try:
        record = load_record(path)
    except OSError as error:
        raise ParameterError(f"expected the file of a record, got {truncate(word)}: {error_text(error)}") from None
    if record.outcome is not Outcome.ONGOING:
        raise ParameterError(f"can't resume a game that is {outcome_name(record.outcome)}: {word}")
    return record


def _play(saved: SavedSummary | Record, store: Store, output: Output) -> int:
    """Continue a saved game line by line, saving each move."""
    from hypersweep.session import Session
    from hypersweep.tui.plain_game import play_session

    session = Session.continue_from(saved, store=store)
    return play_session(_NAME, session, output, is_asked=session.is_ranked)
