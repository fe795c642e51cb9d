"""Games under review, and moderators' decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.ranking.counting import counted
from hypersweep.web.multiplayer.ranking.robots import UNDER_REVIEW
from hypersweep.web.multiplayer.store import games

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.games import GameRow

REVIEW = "review"
"""Reason for not counting a game that waits for a moderator."""

VOID = "void"
"""Reason for not counting a game that a moderator has voided; the decision has the same name."""

# Maximum length of a reason in characters.
_LONGEST = 500


def standing(game: GameRow) -> str | None:
    """Return why a game doesn't count, None if it may: the result of verification, else the moderator's decision.

    >>> from hypersweep.web.multiplayer.store.games import GameRow
    >>> game = GameRow("g", "r", 1, 0, "p", "Ann", "3x4", 2, "classic", "won", 9, "", "", 0, is_ranked=True)
    >>> standing(game), standing(replace(game, suspicion=1.5)), standing(replace(game, decision="void"))
    (None, 'review', 'void')
    """
    if game.why_not not in (None, REVIEW, VOID):
        return game.why_not
    if game.decision == VOID:
        return VOID
    is_suspicious = game.suspicion is not None and game.suspicion >= UNDER_REVIEW
    if is_suspicious and game.decision is None and game.is_ranked and game.outcome == "won":
        return REVIEW
    return None


async def decide(database: Database, name: str, decision: str | None, reason: str = "") -> GameRow:
    """Decide whether a game counts, and update the lists.

    Args:
        database: where games are saved.
        name: the id of any game.
        decision: "passed", "void", or None to undo the last decision.
        reason: shown on the page of the game; "void" needs one.

    Returns:
        The game after the decision.

    Raises:
        RefusedError: there is no such game (``game``), or no reason (``no_reason``).
        UnavailableError: the database is unavailable.
    """
    reason = " ".join(reason.split())[:_LONGEST]
    if decision == VOID and not reason:
        raise RefusedError("no_reason", "expected a reason to void a game, got none")
    async with database.transaction() as connection:
        old = await games.load(connection, name, locks=True)
        if old is None:
            raise RefusedError("game", f"expected the id of a game that is over, got {name[:40]!r}", status=404)
        new = replace(old, decision=decision, decided_why=reason or None if decision else None)
        new = replace(new, why_not=standing(new))
        await games.set_decision(connection, name, new.decision, new.decided_why, new.why_not)
        await counted(connection, new)
    return new
