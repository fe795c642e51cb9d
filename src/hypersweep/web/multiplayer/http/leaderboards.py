"""Best times and people by HTTP: ``GET /api/leaderboards``, ``GET /api/people/{person}``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call
from hypersweep.web.multiplayer.http_protocol import Leaderboard, PersonBoard, PersonFacts
from hypersweep.web.multiplayer.protocol import Period  # noqa: TC001 - msgspec evaluates the annotation
from hypersweep.web.multiplayer.ranking.leaderboards import Kind, Totals, leaderboard
from hypersweep.web.multiplayer.store import games

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import HTTPConnection, Request
    from starlette.routing import Route

    from hypersweep.web.multiplayer.protocol import Me
    from hypersweep.web.multiplayer.store.database import Database


class LeaderboardQuery(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A leaderboard: a kind of board and a period; ``after`` is the value that the previous page returned."""

    board: Annotated[str, msgspec.Meta(max_length=200)]
    mines: Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
    rules: Annotated[str, msgspec.Meta(max_length=200)] = "classic"
    grade: Annotated[str, msgspec.Meta(max_length=16)] = ""
    period: Period = "all"
    begins: Annotated[str, msgspec.Meta(max_length=16)] | None = None
    after: Annotated[str, msgspec.Meta(max_length=100)] | None = None


def leaderboard_routes(
    database: Database, authenticate: Callable[[HTTPConnection], Awaitable[Me | None]]
) -> list[Route]:
    """Return the routes; errors come out as ``RefusedError``.

    Args:
        database: where best times are saved.
        authenticate: returns the person of a request.
    """
    totals = Totals()

    @call("GET", "/api/leaderboards", query=LeaderboardQuery, gives=Leaderboard)
    async def best_times(request: Request, asked: LeaderboardQuery) -> Leaderboard:
        """List the best times on a kind of board in a period, and one's own."""
        kind = Kind.read(asked.board, asked.mines, asked.rules, asked.grade)
        me = await authenticate(request)
        person = None if me is None else me.id
        async with database.public_reads() as connection:
            return await leaderboard(connection, totals, kind, asked.period, asked.begins, asked.after, person)

    @call("GET", "/api/people/{person}", gives=PersonFacts, refusals=(404,))
    async def person_facts(request: Request) -> PersonFacts:
        """Return the totals of a person's ranked games; a guest's totals are visible only to that guest."""
        person = request.path_params["person"]
        me = await authenticate(request)
        if person == "me" and me is not None:
            person = me.id
        async with database.public_reads() as connection:
            who = await games.person(connection, person)
            if who is None or (who.is_guest and (me is None or me.id != person)):
                raise RefusedError("person", "expected somebody with an account, got nobody", status=404)
            facts = await games.facts(connection, person)
            boards = await games.boards(connection, person)
        return PersonFacts(person, who.name, who.made, *facts, [PersonBoard(*row) for row in boards])

    return [best_times, person_facts]
