"""What is said at the end of a game: how it went, how fast, and where it stands among the others."""

from __future__ import annotations

from hypersweep.game import Outcome
from hypersweep.layout import FIRST_OPENS
from hypersweep.record.times import length_text
from hypersweep.session.figures import kind_title
from hypersweep.stats import play_stats
from hypersweep.wording import count_of, percent_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.record import Record
    from hypersweep.rules import Rules
    from hypersweep.session import Session, Store

__all__ = ["ending_text", "figures_text", "standing_texts"]

# Beyond that place nobody counts.
_MOST = 1000
# The cells of boards whose figures come in no time.
_LARGEST = 1 << 22


def ending_text(session: Session) -> str:
    """How a game ended, and after how long."""
    words = "You won in" if session.outcome is Outcome.WON else "You lost after"
    return f"{words} {length_text(session.milliseconds)}"


def standing_texts(session: Session, store: Store) -> tuple[str, ...]:
    """What a game came to: its rank if it was won, else how much of the board was open; then the same in fewer words.

    Args:
        session: of the game, which is over.
        store: has the times that it is compared with.
    """
    game = session.game
    if session.outcome is Outcome.WON:
        return _rank_texts(session, store)
    share = percent_of(game.opened / max(1, game.grid.cells - game.mines))
    return f"{share} of the safe cells open", f"{share} open"


def figures_text(record: Record) -> str:
    """The figures of a game in one line: 3BV, its speed, and efficiency; on large boards not the 3BV of all of it."""
    stats = play_stats(record, has_board=record.grid.cells <= _LARGEST)
    whole = "" if stats.board is None else f" of {stats.board.three_bv}"
    parts = [f"3BV {stats.three_bv_done}{whole}"]
    if stats.three_bv_per_second is not None:
        parts.append(f"3BV/s {stats.three_bv_per_second:.2f}")
    if stats.efficiency is not None:
        parts.append(f"efficiency {percent_of(stats.efficiency)}")
    parts.append(count_of(stats.clicks, "click"))
    if stats.hints:
        parts.append(count_of(stats.hints, "hint"))
    if stats.deaths > (stats.outcome is Outcome.LOST):
        parts.append(count_of(stats.deaths, "death"))
    return " · ".join(parts)


def _with_other_first_opens(rules: Rules) -> list[Rules]:
    # Where no guess may be needed, the first open isn't one either.
    possible = FIRST_OPENS if rules.guess != "never" else [first for first in FIRST_OPENS if first != "any"]
    return [rules.replace(first_open=first) for first in possible if first != rules.first_open]


def _rank_texts(session: Session, store: Store) -> tuple[str, ...]:
    """Where a game that was won stands among the best times on its board by the same rules."""
    game = session.game
    if not session.is_ranked:
        return "not ranked because of an undo, a hint or a known board", "not ranked"
    best = store.best_times(game.grid, game.mines, game.rules, limit=_MOST)
    is_one_of_several = any(
        store.best_times(game.grid, game.mines, rules, limit=1) for rules in _with_other_first_opens(game.rules)
    )
    name = kind_title((game.grid, game.mines, game.rules), is_one_of_several=is_one_of_several)
    place = next((place for place, result in enumerate(best, 1) if result.name == session.name), None)
    if place is None:
        return ("",)
    if place == 1:
        before = f"; before that, {length_text(best[1].milliseconds)}" if len(best) > 1 else ""
        return f"your best time on {name}{before}", f"your best time on {name}", "your best time"
    rank, least = f"number {place} of your {len(best)} times", f"the best is {length_text(best[0].milliseconds)}"
    return f"{rank} on {name}, {least}", f"{rank}, {least}", rank
