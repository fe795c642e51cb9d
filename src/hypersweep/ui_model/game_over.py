"""Messages at the end of a game: the result, the time, and the rank among other games."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from hypersweep.errors import BudgetExceededError, HypersweepError
from hypersweep.game import Outcome
from hypersweep.picture.labels import place_text
from hypersweep.record.times import clock_text, length_text
from hypersweep.session.results import kind_title
from hypersweep.stats import play_stats
from hypersweep.text import percent_of, pluralize
from hypersweep.ui_model.rule_preferences import other_first_opens
from hypersweep.ui_model.saved_games import progress_text

if TYPE_CHECKING:
    from hypersweep.game import Game
    from hypersweep.grid import Grid
    from hypersweep.record import Record
    from hypersweep.session import Hint, Session, Store
    from hypersweep.solve import Analysis
    from hypersweep.typing import Cell

# Lowest rank to show.
_MOST = 1000
# Most cells of a board whose statistics take no noticeable time.
_LARGEST = 1 << 22


def ending_text(session: Session) -> str:
    """Return how a game ended, and its time."""
    words = "You won in" if session.outcome is Outcome.WON else "You lost after"
    return f"{words} {length_text(session.milliseconds)}"


def parting_text(session: Session, store: Store) -> str:
    """Return the line that stays in the shell after leaving: the result, or how to continue; empty for a new game.

    Args:
        session: session of the last game; it is closed.
        store: store of the times to compare with.
    """
    game = session.game
    if not session.is_started:
        return ""
    title = kind_title((game.grid, game.mines, game.rules))
    share = game.opened / max(1, game.grid.cells - game.mines)
    if session.outcome is Outcome.ONGOING:
        clock = clock_text(session.milliseconds)
        return f"saved: {title}, {progress_text(share)} open, {clock}; 'hypersweep resume' continues"
    words = "won in" if session.outcome is Outcome.WON else "lost after"
    standing = standing_texts(session, store)[-1]
    return f"{title}: {words} {length_text(session.milliseconds)}" + (f", {standing}" if standing else "")


def missed_move(game: Game) -> Hint | None:
    """Return the nearest cell that a player who has just lost could have opened safely, with its reason.

    Args:
        game: a lost game; it isn't changed.

    Returns:
        None if no cell was certainly safe, or the budget was too small.

    Complexity: that of an analysis and of a reason for one move, within a budget for a player who waits.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x4", [(0, 0), (0, 2)]))
    >>> for cell in ((1, 0), (1, 1), (1, 2), (1, 3), (0, 0)):
    ...     change = game.open(cell)
    >>> print(missed_move(game))
    (0, 1) was safe
    """
    # Most games end without a need for the solver, so import it here.
    from hypersweep.session.hint import HINT_BUDGET, Hint
    from hypersweep.solve import analyse, explain

    before = game.copy()
    if not before.undo():
        return None
    try:
        view = before.view
        analysis: Analysis | None = None
        nearest: Cell | None = None
        # Past this budget, use the simplest safe cell, which needs no count of all layouts.
        with suppress(BudgetExceededError):
            analysis = analyse(view, budget=HINT_BUDGET)
            # Prefer cells near the loss, where the player is looking.
            nearest = min(analysis.safe_cells, key=partial(_distances, game.grid, game.moves[-1].cell), default=None)
            if nearest is None:
                return None
        reasons = explain(view, nearest, budget=HINT_BUDGET, analysis=analysis)
    except (HypersweepError, MemoryError):
        # Past the budget, give up: the game is over anyway.
        return None
    if not reasons or reasons[-1].conclusion != "safe":
        return None
    last = reasons[-1]
    text = f"{place_text(nearest or last.cells[0])} was safe"
    return Hint("safe", 3, text, True, last.all_clues, last.cells)


def _distances(grid: Grid, start: Cell, cell: Cell) -> list[int]:
    """Return how far a cell is from another along each axis, the longest distance first."""
    ways = []
    for axis, (one, other) in enumerate(zip(start, cell, strict=True)):
        way = abs(one - other)
        ways.append(min(way, grid.shape[axis] - way) if axis in grid.wrap else way)
    return sorted(ways, reverse=True)


def standing_texts(session: Session, store: Store, missed: Hint | None = None) -> tuple[str, ...]:
    """Return the result of a game in two lengths: its rank if won, else the share of the board that was open.

    Args:
        session: session of the finished game.
        store: store of the times to compare with.
        missed: a cell that could have been opened safely in a lost game, once known.
    """
    game = session.game
    if session.outcome is Outcome.WON:
        return _rank_texts(session, store)
    share = percent_of(game.opened / max(1, game.grid.cells - game.mines))
    shares = f"{share} of the safe cells open", f"{share} open"
    missed_words = missed_texts(game, missed)
    if not missed_words:
        return shares
    return (*(f"{each}; {missed_words[0]}" for each in shares), *missed_words)


def missed_texts(game: Game, missed: Hint | None) -> tuple[str, ...]:
    """Return texts that a game was lost unnecessarily, if its rules rule out guesses; longest first.

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
    # On a board without guesses it is certain; elsewhere it has to be found.
    return ("no guess was needed",) if game.rules.guess == "never" else ()


def figures_text(record: Record) -> str:
    """The figures of a game in one line: 3BV, its speed, and efficiency; on large boards not the 3BV of all of it."""
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


def _rank_texts(session: Session, store: Store) -> tuple[str, ...]:
    """Return the rank of a won game among the best times on its board by the same rules."""
    game = session.game
    if session.is_walkover:
        return "not ranked, as the first open won it", "not ranked"
    if not session.is_ranked:
        return "not ranked because of an undo, a hint or a known board", "not ranked"
    best = store.best_times(game.grid, game.mines, game.rules, limit=_MOST)
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
