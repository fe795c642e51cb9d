"""Texts about games: rejected moves, the search for a board, the end of a game, and lists of saved games."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.boards import board_title
from hypersweep.errors import BudgetExceededError, CellError, HypersweepError
from hypersweep.game import Outcome
from hypersweep.record import Record
from hypersweep.record.text_form import DAILY, is_record, read_bytes
from hypersweep.session.results import PlayFigures, kind_title
from hypersweep.stats import play_stats
from hypersweep.text import (
    axis_text,
    clock_text,
    error_reason,
    join_or,
    length_text,
    percent_done,
    percent_of,
    place_text,
    pluralize,
    time_text,
)
from hypersweep.ui_model.board_info import daily_title, play_command
from hypersweep.ui_model.rule_preferences import other_first_opens
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from hypersweep.errors import GenerationError
    from hypersweep.game import Game
    from hypersweep.generate import Progress
    from hypersweep.grid import Grid
    from hypersweep.review import ReviewedMove
    from hypersweep.session import Hint, Result, SavedSummary, Session, Store
    from hypersweep.solve import Analysis
    from hypersweep.typing import Cell


# Number of best times to compare with: lower ranks aren't shown.
_MOST_RANKS = 1000
# Maximum number of cells for which a board's 3BV can be computed without a noticeable delay.
_LARGEST = 1 << 22

# Time limit for the review of a finished game's guesses.
_REVIEW_SECONDS = 20.0
_MINUTE, _HOUR = 60, 3600
_WEEK = 7
# Width of the text after the board's name in a saved game's entry.
_REST = 6 + 10 + 3 + len("59 minutes ago")


class _UnwantedError(Exception):
    """The player has left the game while its guesses were being reviewed."""


def read_cell(words: Sequence[str], grid: Grid, name: str, *, hint: str = "") -> Cell:
    """Parse the cell in a typed command.

    Args:
        words: coordinates as text.
        grid: the board.
        name: the command, for error messages.
        hint: advice at the end of an error message; if empty, an example of the command.

    Raises:
        CellError: there are too few or too many coordinates, they aren't whole numbers, or the cell isn't on the board.

    >>> from hypersweep import Grid
    >>> read_cell(["2", "3"], Grid("3x4"), "open")
    (2, 3)
    """
    hint = hint or f"try '{move_text(name, example_cell(grid))}'"
    if len(words) != grid.dimensions:
        raise CellError(f"expected {pluralize(grid.dimensions, 'coordinate')}, got {len(words)}: {hint}")
    cell = []
    for axis, (word, side) in enumerate(zip(words, grid.shape, strict=True)):
        digits = word.removeprefix("-").removeprefix("+")
        if not (digits.isascii() and digits.isdigit()):
            raise CellError(f"expected a whole number for {axis_text(axis)}, got {truncate(word)}: {hint}")
        # Treat numbers with many digits as off the board: converting them would take too long.
        coordinate = int(digits) if len(digits.lstrip("0")) <= 20 else side
        if coordinate >= side or word.startswith("-"):
            raise CellError(
                f"expected 0 to {side - 1} for {axis_text(axis)}, got {truncate(word)[1:-1]}: the board is {grid}"
            )
        cell.append(coordinate)
    return tuple(cell)


def why_nothing(game: Game, name: str, cell: Cell, place: str = "") -> str:
    """Return why a move in a running game had no effect, and what the player can do instead.

    Args:
        game: the game.
        name: the move's name.
        cell: its cell.
        place: what to call the cell; "" for its coordinates.

    >>> from hypersweep import Game
    >>> game = Game("3x4", 2, seed=1)
    >>> why_nothing(game, "chord", (0, 1))
    '(0, 1) is covered: a chord starts from an open clue'
    """
    place = place or place_text(cell)
    if name == "open":
        if game.is_open(cell):
            return f"{place} is open already"
        return f"{place} has a flag: '{move_text('flag', cell)}' removes it"
    if name == "flag":
        if not game.is_open(cell) or game.rules.flags_on_open:
            return f"{place} already has a flag, and under these rules flags stay"
        return f"{place} is open: only covered cells can have a flag"
    if not game.rules.chord:
        return f"the {game.rules.by_chance().name} rules have no chord"
    if not game.is_open(cell):
        return f"{place} is covered: a chord starts from an open clue"
    clue = code_of(game, cell)
    if clue == 0:
        return f"{place} has no mines around it: nothing to chord"
    flags = _flags_around(game, cell)
    if flags != clue:
        flags_around = pluralize(flags, "flag")
        return f"{place} shows {clue} and has {flags_around} around it: a chord needs as many flags as the clue"
    return f"{place} has nothing left to open around it"


def refusal_text(game: Game, name: str, cell: Cell) -> str:
    """Return why a key had no effect on the cursor's cell in a running game; "" where there is nothing to say.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x4", [(0, 0)]))
    >>> change = game.open((0, 3))
    >>> refusal_text(game, "chord", (0, 1)), refusal_text(game, "chord", (0, 3))
    ('this 1 has no flag beside it yet: with 1 flag, Enter opens the cells around it', '')
    """
    if name == "chord" and game.rules.chord and game.is_open(cell):
        clue, flags = code_of(game, cell), _flags_around(game, cell)
        if clue == 0:
            return ""
        if flags != clue:
            beside = f"{pluralize(flags, 'flag')} beside it" if flags else "no flag beside it yet"
            return f"this {clue} has {beside}: with {pluralize(clue, 'flag')}, Enter opens the cells around it"
    # The player looks at the cell, whose coordinates may not be shown.
    return why_nothing(game, name, cell, "this cell").partition(": '")[0]


def _flags_around(game: Game, cell: Cell) -> int:
    return sum(game.is_flagged(other) for other in game.grid.neighbours(cell))


def why_no_board(game: Game, error: GenerationError) -> str:
    """Return, in one line, why no board was found for the first click, and what the player can try.

    >>> from hypersweep import Game
    >>> from hypersweep.errors import GenerationError
    >>> why_no_board(Game("3x4", 2, rules="classic,guess=never,grade=pair"), GenerationError("none", tried=9000))
    'no board in 9,000 tries: try another cell, fewer mines or a harder grade'
    """
    grade, exactly = game.rules.grade, game.rules.exactly
    harder = ["another grade" if exactly else "a harder grade"] * (grade is not None)
    advice = ["another cell"] + ["fewer mines"] * (game.mines > 1) + harder
    easy = f"no board {'of that grade' if exactly else 'that easy'} begins there"
    if error.is_exhausted:
        found = "no board without guesses begins there" if grade is None else easy
    else:
        found = f"no board in {error.tried:,} tries"
    return f"{found}: try {join_or(advice)}"


def code_of(game: Game, cell: Cell) -> int:
    """Return a cell's code, as in a ``View``."""
    index = game.grid.index(cell)
    return game.codes(index, index + 1)[0]


def cell_words(cell: Cell) -> str:
    """Return a cell as the player types it in a command.

    >>> cell_words((3, 4))
    '3 4'
    """
    return " ".join(map(str, cell))


def move_text(name: str, cell: Cell) -> str:
    """Return a move as the player types it: its name and its cell."""
    return f"{name} {cell_words(cell)}"


def example_cell(grid: Grid) -> Cell:
    """Return a cell for examples, whose coordinates are as different from each other as the board allows.

    >>> from hypersweep import Grid
    >>> example_cell(Grid("3x4x2"))
    (0, 1, 1)
    """
    return tuple(min(axis, side - 1) for axis, side in enumerate(grid.shape))


def making_texts(progress: Progress | None) -> tuple[str, ...]:
    """Return texts about the search for a board and its progress, longest first.

    >>> from hypersweep.generate import Progress
    >>> making_texts(Progress(1200, 100_000, 300, 381))[0]
    'making a board that needs no guess: tried 1,200, the best was 78 % open'
    """
    if progress is None:
        return "making a board that needs no guess…", "making a board…"
    # Never show 100 %: a board that was changed and then solved is checked again from the start.
    best = percent_done(min(progress.most_opened, progress.safe_cells - 1), progress.safe_cells)
    tried = f"tried {progress.tried:,}"
    return (
        f"making a board that needs no guess: {tried}, the best was {best} open",
        f"making a board: {tried}, best {best}",
        "making a board…",
    )


# The end of a game.


def ending_text(session: Session) -> str:
    """Return a game's outcome and time as a sentence without a full stop."""
    words = "You won in" if session.outcome is Outcome.WON else "You lost after"
    return f"{words} {length_text(session.milliseconds)}"


def parting_text(session: Session, store: Store) -> str:
    """Return the line to print in the shell at exit: the result, or how to resume; "" for an unplayed game.

    Args:
        session: the last game's session, already closed.
        store: the store that contains the times to compare with.
    """
    game = session.game
    if not session.is_started or (session.outcome is Outcome.ONGOING and session.name is None):
        return ""
    title = daily_title(session.record.tags.get(DAILY, "")) or kind_title((game.grid, game.mines, game.rules))
    share = game.opened / max(1, game.grid.cells - game.mines)
    if session.outcome is Outcome.ONGOING:
        clock = clock_text(session.milliseconds)
        return f"saved: {title}, {progress_text(share)} open, {clock}; 'hypersweep resume' continues"
    is_won = session.outcome is Outcome.WON
    standing = delta_text(session, store) or standing_texts(session, store)[-1]
    length = length_text(session.milliseconds)
    return f"won {title} in {length}, {standing}" if is_won else f"lost {title} after {length}, {standing}"


def delta_text(session: Session, store: Store) -> str:
    """Compare a won game's time with the best of the player's other games; "" if it wasn't won or isn't ranked."""
    game, milliseconds = session.game, session.milliseconds
    if session.outcome is not Outcome.WON or session.is_walkover or not session.is_ranked:
        return ""
    best = store.best_times(game.grid, game.mines, game.rules, limit=2)
    other = next((result.milliseconds for result in best if result.name != session.name), None)
    if other is None:
        return "your first time on this board"
    if other == milliseconds:
        return "as fast as your best"
    return f"{length_text(abs(other - milliseconds))} {'faster' if milliseconds < other else 'slower'} than your best"


_ENDINGS = {Outcome.WON: "You won", Outcome.LOST: "You lost"}


class ResultCard(NamedTuple):
    """Texts for the card at the end of a game.

    Attributes:
        ending: "You won" or "You lost".
        time: the time.
        lines: the comparison with the best time, figures, the review of guesses, and the streak.
    """

    ending: str
    time: str
    lines: tuple[str, ...]


def result_card(session: Session, store: Store, guesses: str = "", missed: Hint | None = None) -> ResultCard:
    """Return the texts for the card at the end of a game.

    Args:
        session: the finished game's session.
        store: the store that contains the times to compare with.
        guesses: result of ``guesses_text``; "" until it is known.
        missed: a cell that could have been opened safely in a lost game, once it is known.
    """
    game = session.game
    texts = standing_texts(session, store)
    # For an unranked win, give the reasons; for a loss, use the shortest text.
    standing = [delta_text(session, store) or texts[0 if session.outcome is Outcome.WON else -1]]
    standing += [str(missed)] * (missed is not None)
    more = [guesses]
    # A walkover or a game with help doesn't count for the streak.
    if delta_text(session, store):
        streak = PlayFigures(store.results(game.grid, game.mines, game.rules)).streak
        more += [f"{streak} wins in a row"] * (streak > 1)
    lines = (*standing, *_card_figures(session.record), *more)
    return ResultCard(_ENDINGS[session.outcome], length_text(session.milliseconds), tuple(filter(None, lines)))


def online_card(outcome: Outcome, milliseconds: int, record: Record | None, *standing: str) -> ResultCard:
    """Return the texts for the card at the end of a game on a server.

    Args:
        outcome: how the game ended.
        milliseconds: the server's time.
        record: the game's record; None while it is secret.
        standing: texts about what the win counts for and what stays secret.
    """
    figures = () if record is None else _card_figures(record)
    return ResultCard(_ENDINGS[outcome], length_text(milliseconds), (*standing, *figures))


def _card_figures(record: Record) -> tuple[str, ...]:
    """Return the figures on the card: speed and efficiency for a win, the 3BV done for a loss."""
    stats = play_stats(record)
    if stats.outcome is not Outcome.WON:
        return (f"3BV {stats.three_bv_done}" + (f" of {stats.board.three_bv}" if stats.board else ""),)
    speed, efficiency = stats.three_bv_per_second, stats.efficiency
    return (
        *([f"3BV/s {speed:.2f}"] if speed is not None else []),
        *([f"efficiency {percent_of(efficiency)}"] if efficiency is not None else []),
    )


def guesses_text(moves: Sequence[ReviewedMove]) -> str:
    """Summarize a game's guesses, and say which weren't needed.

    Args:
        moves: the guesses, from a review.

    >>> guesses_text([])
    'no guess'
    """
    from hypersweep.review.judge import UNNEEDED

    needless = [str(move.number) for move in moves if move.verdict in UNNEEDED]
    if not moves:
        return "no guess"
    if not needless:
        return f"{pluralize(len(moves), 'guess')}, {'all ' * (len(moves) > 1)}needed"
    where = f"at move {needless[0]}" if len(needless) == 1 else f"at moves {' and '.join(needless[:2])}"
    where += " and later" * (len(needless) > 2)
    return f"{pluralize(len(moves), 'guess')}, {'one' if len(needless) == 1 else len(needless)} needless {where}"


def reviewed_guesses(record: Record, is_wanted: Callable[[], bool]) -> str:
    """Review a finished game's guesses, and summarize them as ``guesses_text`` does.

    Args:
        record: the game's record.
        is_wanted: called at each move; returns whether to go on.

    Returns:
        The summary; "" if it is no longer wanted.
    """
    # Imported late, since it is needed only after a game.
    from hypersweep.review import review

    def check(_: int) -> None:
        if not is_wanted():
            raise _UnwantedError

    try:
        return guesses_text(review(record, policy=None, seconds=_REVIEW_SECONDS, on_move=check).guesses)
    except _UnwantedError:
        return ""


def counted_guesses(verdicts: Sequence[str]) -> str:
    """Return the running count of a game's guesses.

    Args:
        verdicts: the verdicts of all moves so far.

    >>> counted_guesses(["certain"]), counted_guesses(["forced guess", "unneeded guess", "certain"])
    ('no guess', '2 guesses, 1 needless')
    """
    from hypersweep.review.judge import UNNEEDED

    needless = sum(verdict in UNNEEDED for verdict in verdicts)
    guesses = needless + sum(verdict in ("forced guess", "risky guess") for verdict in verdicts)
    return (pluralize(guesses, "guess") if guesses else "no guess") + (f", {needless} needless" if needless else "")


def share_text(session: Session, rates: Sequence[str]) -> str:
    """Return a game's result for others, without anything that gives the mines away.

    Args:
        session: the finished game's session.
        rates: figures to include.
    """
    game = session.game
    command = "" if game.seed is None else f"\n{play_command(game)}"
    title = kind_title((game.grid, game.mines, game.rules))
    share = progress_text(game.opened / max(1, game.grid.cells - game.mines))
    time = length_text(session.milliseconds)
    ending = f"won in {time}" if session.outcome is Outcome.WON else f"lost after {time}, {share} open"
    help_texts = [pluralize(session.hints_used, "hint")] * (session.hints_used > 0)
    return f"hypersweep {title}: {', '.join([ending, *help_texts, *rates])}{command}"


def missed_move(game: Game, name: Callable[[Cell], str] = place_text) -> Hint | None:
    """Return the nearest cell that a player who has just lost could have opened safely, with its reason.

    Args:
        game: a lost game; it isn't changed.
        name: returns a cell's name.

    Returns:
        The cell as a hint, or None if no cell was certainly safe or if the budget ran out.

    Complexity: one analysis and the reason for one move, within a hint's budget.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x4", [(0, 0), (0, 2)]))
    >>> for cell in ((1, 0), (1, 1), (1, 2), (1, 3), (0, 0)):
    ...     change = game.open(cell)
    >>> print(missed_move(game))
    (0, 1) was safe
    """
    # Imported late, since most games end without needing the solver.
    from hypersweep.session.hint import Hint
    from hypersweep.session.hint_search import HINT_BUDGET
    from hypersweep.solve import analyse, explain

    before = game.copy()
    if not before.undo():
        return None
    try:
        view = before.view
        analysis: Analysis | None = None
        nearest: Cell | None = None
        # If the budget runs out, use the simplest safe cell, which doesn't require counting all layouts.
        with suppress(BudgetExceededError):
            analysis = analyse(view, budget=HINT_BUDGET)
            # Prefer cells near the loss, where the player is looking.
            nearest = min(analysis.safe_cells, key=partial(_distances, game.grid, game.moves[-1].cell), default=None)
            if nearest is None:
                return None
        reasons = explain(view, nearest, budget=HINT_BUDGET, analysis=analysis)
    except (HypersweepError, MemoryError):
        # The budget ran out: give up, since the game is over anyway.
        return None
    if not reasons or reasons[-1].conclusion != "safe":
        return None
    last = reasons[-1]
    # The same reason may prove further cells safe, but the text is about this one.
    cell = nearest or last.cells[0]
    return Hint("safe", 3, f"{name(cell)} was safe", True, last.all_clues, (cell,))


def _distances(grid: Grid, start: Cell, cell: Cell) -> list[int]:
    """Return the distances between two cells along each axis, longest first."""
    ways = []
    for axis, (one, other) in enumerate(zip(start, cell, strict=True)):
        way = abs(one - other)
        ways.append(min(way, grid.shape[axis] - way) if axis in grid.wrap else way)
    return sorted(ways, reverse=True)


def standing_texts(session: Session, store: Store, missed: Hint | None = None) -> tuple[str, ...]:
    """Return a won game's rank, or the percentage of the board opened in a lost one; longest text first.

    Args:
        session: the finished game's session.
        store: the store that contains the times to compare with.
        missed: a cell that could have been opened safely in a lost game, once it is known.
    """
    game = session.game
    if session.outcome is Outcome.WON:
        return _rank_texts(session, store)
    share = percent_of(game.opened / max(1, game.grid.cells - game.mines))
    shares = f"{share} of the safe cells open", f"{share} open"
    missed_words = missed_texts(game, missed) or (() if missed is None else (str(missed),))
    if not missed_words:
        return shares
    return (*(f"{each}; {missed_words[0]}" for each in shares), *missed_words)


def missed_texts(game: Game, missed: Hint | None) -> tuple[str, ...]:
    """Return texts saying that a loss was avoidable, if the rules make guesses unnecessary; longest first.

    Args:
        game: a lost game.
        missed: a cell that could have been opened safely, if known.

    >>> from hypersweep import Game
    >>> missed_texts(Game("3x4", 2, rules="classic,guess=never"), None)
    ('no guess was needed',)
    """
    if game.rules.guess == "allowed":
        return ()
    if missed is not None:
        return f"no guess was needed: {missed}", str(missed)
    # On a no-guess board there was always a safe cell; under other rules, one must have been found.
    return ("no guess was needed",) if game.rules.guess == "never" else ()


def figures_text(record: Record) -> str:
    """Return a game's 3BV, 3BV/s and efficiency in one line; on a large board, without the whole board's 3BV."""
    stats = play_stats(record, has_board=record.grid.cells <= _LARGEST)
    whole = "" if stats.board is None else f" of {stats.board.three_bv}"
    parts = [f"3BV {stats.three_bv_done}{whole}"]
    if stats.three_bv_per_second is not None:
        parts.append(f"3BV/s {stats.three_bv_per_second:.2f}")
    if stats.efficiency is not None:
        parts.append(f"efficiency {percent_of(stats.efficiency)}")
    parts.append(pluralize(stats.clicks, "click"))
    if stats.hints:
        parts.append(pluralize(stats.hints, "hint"))
    if stats.deaths > (stats.outcome is Outcome.LOST):
        parts.append(pluralize(stats.deaths, "death"))
    return " · ".join(parts)


UNRANKED_BY = {
    "known": "the board was known",
    "undo": "you took a move back",
    "hint": "you used a hint",
    "walkover": "the first click won it",
}
"""Why a game isn't ranked; several reasons are listed in this order."""


def _rank_texts(session: Session, store: Store) -> tuple[str, ...]:
    """Return texts about a won game's rank among the best times with the same board and rules, longest first."""
    game = session.game
    if reasons := session.unranked_by:
        texts = [text for reason, text in UNRANKED_BY.items() if reason in reasons]
        return f"not ranked: {join_or(texts, 'and')}", "not ranked"
    best = store.best_times(game.grid, game.mines, game.rules, limit=_MOST_RANKS)
    others = other_first_opens(game.rules)
    is_one_of_several = any(store.best_times(game.grid, game.mines, rules, limit=1) for rules in others)
    name = kind_title((game.grid, game.mines, game.rules), is_one_of_several=is_one_of_several)
    place = next((place for place, result in enumerate(best, 1) if result.name == session.name), None)
    if place is None:
        return ("",)
    if place == 1:
        before = f"; before that, {length_text(best[1].milliseconds)}" if len(best) > 1 else ""
        return f"your best time on {name}{before}", f"your best time on {name}", "your best time"
    rank, least = f"number {place} of your {len(best)} times", f"the best is {length_text(best[0].milliseconds)}"
    return f"{rank} on {name}, {least}", f"{rank}, {least}", rank


# Records from files, and lists of saved games.


def load_record(path: str) -> Record:
    """Load a record from our own format or from another program's mouse replay, and verify it.

    Raises:
        OSError: the file can't be read.
        ParseError: the file is neither a record nor a replay.
        ParameterError: the replay can't be converted to a record.
        RecordError: the record contains an impossible event.
    """
    name = os.path.expanduser(path.strip())
    with open(name, "rb") as file:
        data = read_bytes(file)
        if is_record(data):
            record = Record.parse(data)
        else:
            # Imported here, since most files are in our own format.
            from hypersweep.formats.files import as_record, load_file
            from hypersweep.formats.files import read_bytes as read_on
            from hypersweep.formats.format_detection import fitting_formats

            kinds = ("record", "replay", "game")
            data = read_on(file, name, begun=data, kinds=kinds)
            fits = any(not set(kinds).isdisjoint(form.kinds) for form in fitting_formats(data, name))
            record = as_record(load_file(data, path=name)[1]) if fits else Record.parse(data)
    record.verify()
    return record


def error_text(error: Exception) -> str:
    """Return an error's message for the player.

    >>> error_text(MemoryError()), error_text(FileNotFoundError(2, "No such file or directory", "game.sweep"))
    ("there isn't enough memory", 'No such file or directory: game.sweep')
    """
    # Python's MemoryError has no text.
    return error_reason(error) or "there isn't enough memory"


def rescue_text(path: Path | None) -> str:
    """Return a sentence about a game that the store couldn't save: where it is now, or that it is lost.

    Args:
        path: where it was saved instead; None if it couldn't be saved anywhere.

    >>> from pathlib import PurePosixPath
    >>> rescue_text(PurePosixPath("my game.sweep"))
    "Your game is saved in my game.sweep; 'hypersweep resume 'my game.sweep'' continues it."
    """
    if path is None:
        return "Your game could not be saved anywhere, and is lost."
    return f"Your game is saved in {path}; 'hypersweep resume {shlex.quote(str(path))}' continues it."


def saved_text(saved: SavedSummary, now: float, width: int = 70) -> str:
    """Return a saved game's entry in a list: board and rules, percentage opened, clock, and time since it was saved.

    Args:
        saved: the game.
        now: the time, in seconds since 1970.
        width: width of the line in characters.
    """
    title = daily_title(saved.daily) or kind_title((saved.grid, saved.mines, saved.rules))
    most = max(12, width - _REST)
    if len(title) > most:
        title = title[: most - 1] + "…"
    age = "being played" if saved.is_busy else age_text(saved.saved, now)
    return f"{title:{most}}{progress_text(saved.progress):>6}{clock_text(saved.milliseconds):>10}   {age}"


def progress_text(progress: float | None) -> str:
    """Return in percent how much of a board is open, rounded down and at most 99 %; "" if it is unknown.

    >>> progress_text(0.999), progress_text(0.0), progress_text(None)
    ('99 %', '0 %', '')
    """
    return "" if progress is None else f"{min(int(progress * 100), 99)} %"


def age_text(saved: float, now: float) -> str:
    """Return how long ago a game was saved, in words; the date if that is over a week ago or in the future.

    Args:
        saved: when it was saved, in seconds since 1970.
        now: the current time, in seconds since 1970.

    >>> [age_text(10**9 - seconds, 10**9) for seconds in (-20, 5, 60, 300, 3600)]
    ['just now', 'just now', '1 minute ago', '5 minutes ago', '1 hour ago']
    """
    seconds = now - saved
    try:
        then, today = datetime.fromtimestamp(saved), datetime.fromtimestamp(now)
    except (ValueError, OverflowError, OSError):
        return ""  # an impossible time, from a damaged file
    days = (today.date() - then.date()).days
    if abs(seconds) < _MINUTE:
        return "just now"
    if seconds < 0 or days > _WEEK:
        return f"{then:%Y-%m-%d}"
    if seconds < _HOUR:
        return f"{pluralize(int(seconds // _MINUTE), 'minute')} ago"
    if days == 0 or seconds < 6 * _HOUR:
        return f"{pluralize(int(seconds // _HOUR), 'hour')} ago"
    return "yesterday" if days == 1 else f"{days} days ago"


def result_text(result: Result) -> str:
    """Return a finished game's entry in a list: start time, board, outcome and duration."""
    name = board_title(result.grid, result.mines)
    start, outcome = result.start[:16].replace("T", " "), result.outcome.name.lower()
    return f"{start:18}{name:24}{outcome:8}{time_text(result.milliseconds):>9}"
