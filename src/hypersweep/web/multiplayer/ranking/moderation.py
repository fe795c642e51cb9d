"""Which games count for leaderboards: verified games do, but suspicious ones wait for a moderator's decision."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.ranking.leaderboards import game_lists
from hypersweep.web.multiplayer.ranking.robots import UNDER_REVIEW
from hypersweep.web.multiplayer.store import bests, finished_games
from hypersweep.web.multiplayer.store.bests import Counting
from hypersweep.web.multiplayer.store.tables import now

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from hypersweep.web.multiplayer.ranking.verification import Verdict
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.finished_games import GameRow

REVIEW = "review"
"""Value of ``why_not`` for a game waiting for a moderator."""

VOID = "void"
"""Value of ``why_not`` and of ``decision`` for a game voided by a moderator."""

# Maximum length of a moderator's reason, in characters.
_LONGEST = 500


def standing(game: GameRow) -> str | None:
    """Return why a game doesn't count, or None if it may; a failed verification overrides a moderator's decision.

    >>> from hypersweep.web.multiplayer.store.finished_games import GameRow
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
    """Save a moderator's decision on a game, and update the leaderboards.

    Args:
        database: the database containing the games.
        name: the game's ID.
        decision: "passed", "void", or None to undo the last decision.
        reason: shown on the game's page; required for "void".

    Returns:
        The game after the decision.

    Raises:
        RefusedError: there is no such game (``game``), or "void" has no reason (``no_reason``).
        UnavailableError: the database is unavailable.
    """
    reason = " ".join(reason.split())[:_LONGEST]
    if decision == VOID and not reason:
        raise RefusedError("no_reason", "voiding a game needs a reason")
    async with database.transaction() as connection:
        old = await finished_games.load(connection, name, locks=True)
        if old is None:
            raise RefusedError("game", f"expected the id of a finished game, got {name[:40]!r}", status=404)
        new = replace(old, decision=decision, decided_why=reason or None if decision else None)
        new = replace(new, why_not=standing(new))
        await finished_games.set_decision(connection, name, new.decision, new.decided_why, new.why_not)
        await counted(connection, new)
    return new


# Time limit in seconds for a transaction that may recount all of a person's games, going back years.
_SECONDS = 60.0


async def counted(connection: AsyncConnection, game: GameRow) -> None:
    """Add a game to the leaderboards it counts for, or remove it if it no longer counts.

    A guest's games count only once the guest has registered an account: see ``recount``.

    Args:
        connection: a connection in the transaction that saves the verdict.
        game: the game, including its verdict.
    """
    if game.person is None or not game.is_ranked:
        return
    if game.verified and game.why_not is None and game.outcome == "won":
        if await bests.was_banned(connection, game.person):
            # Nothing runs when a ban expires, so count the person's earlier games now.
            await _recounted(connection, game.person)
        elif await bests.may_be_ranked(connection, game.person, now()):
            row = Counting(
                game.id,
                game.person,
                game.board,
                game.mines,
                game.rules,
                game.grade,
                game.daily,
                game.milliseconds,
                game.finished,
            )
            await bests.keep_bests(connection, game_lists(row), game.person, game.id, game.milliseconds, game.finished)
    elif await bests.has_bests(connection, game.id):
        # The game is still listed: recompute the person's rows, so that their next best game replaces it.
        await _recounted(connection, game.person)


async def recount(database: Database, person: str) -> None:
    """Recompute a person's leaderboard rows from their games.

    Raises:
        UnavailableError: the database is unavailable; nothing has changed.
    """
    async with database.transaction(seconds=_SECONDS) as connection:
        await _recounted(connection, person)


async def _recounted(connection: AsyncConnection, person: str) -> None:
    # This locks the person's row, so that none of their other games is counted meanwhile.
    may = await bests.may_be_ranked(connection, person, now())
    await bests.forget_bests(connection, person)
    if not may:
        return
    best: dict[tuple[str, str, str], Counting] = {}
    for game in await bests.counting_games(connection, person):
        for kind, period, begins in game_lists(game):
            key = (kind, str(period), begins)
            if key not in best or _rank(game) < _rank(best[key]):
                best[key] = game
    of_game: dict[Counting, list[tuple[str, str, str]]] = {}
    for key, game in best.items():
        of_game.setdefault(game, []).append(key)
    for game, keys in of_game.items():
        await bests.keep_bests(connection, keys, person, game.id, game.milliseconds, game.finished)


def _rank(game: Counting) -> tuple[int, int, str]:
    return game.milliseconds, game.finished, game.id


async def recount_all(database: Database) -> int:
    """Recompute all leaderboard rows, one person at a time, and return the number of people."""
    async with database.transaction(writes=False, seconds=_SECONDS) as connection:
        people = await bests.ranked_people(connection)
    for person in people:
        await recount(database, person)
    return len(people)


async def verify_all(
    database: Database,
    verify: Callable[[GameRow], Awaitable[Verdict]],
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Verify every game again and recompute all best times. Returns: the number of games whose records are wrong.

    Args:
        database: the database containing the games.
        verify: the ``verify`` method of a ``Ranking``.
        progress: called with the number of games verified so far and how many of them were wrong.
    """
    after = (0, "")
    done = wrong = 0
    while True:
        async with database.transaction(writes=False) as connection:
            names = await bests.game_names(connection, after, 100)
        if not names:
            break
        for name, finished in names:
            after = (finished, name)
            async with database.transaction(writes=False) as connection:
                game = await finished_games.load(connection, name)
            if game is not None:
                wrong += not (await verify(game)).is_right
                done += 1
        if progress is not None:
            progress(done, wrong)
    await recount_all(database)
    return wrong
