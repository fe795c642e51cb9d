"""HTTP routes for engines: ``GET /api/engines`` lists them, and ``POST /api/engines/ask`` sends one a position."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError, ShapeError
from hypersweep.grid import Grid
from hypersweep.text import tame
from hypersweep.view import View
from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.http.calls import call
from hypersweep.web.multiplayer.http.guard import address_of
from hypersweep.web.multiplayer.http_protocol import EngineAnswer, EngineMove, EngineReason, Engines, Question

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import HTTPConnection, Request
    from starlette.routing import Route

    from hypersweep import engine
    from hypersweep.web.multiplayer import engines
    from hypersweep.web.multiplayer.protocol import Me
    from hypersweep.web.multiplayer.server_settings import Settings


# Maximum number of cells in a position: parsing and formatting larger ones would delay other requests.
_MOST_CELLS = 10_000
# Limits on an answer sent to a client: moves, reasons, characters per reason, and cells named by a reason.
_MOST_MOVES, _MOST_REASONS, _MOST_CHARACTERS, _MOST_NAMED = 20, 12, 400, 1000


def engine_routes(
    asked: engines.Engines,
    authenticate: Callable[[HTTPConnection], Awaitable[Me | None]],
    settings: Settings,
) -> list[Route]:
    """Return the routes; their handlers raise ``RefusedError``, which is sent as JSON.

    Args:
        asked: this worker's engines.
        authenticate: returns the person who sent a request, or None without a session.
        settings: the server's settings.
    """

    @call("GET", "/api/engines", gives=Engines)
    async def engines_here(request: Request) -> Engines:
        """List the available engines."""
        del request
        return Engines(asked.names)

    @call("POST", "/api/engines/ask", takes=Question, gives=EngineAnswer, refusals=(401, 404, 422, 502))
    async def ask_engine(request: Request, question: Question) -> EngineAnswer:
        """Return an engine's analysis of a position."""
        me = await authenticate(request)
        if me is None:
            raise RefusedError("nobody", "this needs a session: open the page first", status=401)
        view = _read(question.view)
        wants = ("chances", "ranked", "reasons") if question.is_whole else ("reasons",)
        place = address_of(request, settings)
        try:
            answer = await asked.ask(question.engine, view, me.id, place, wants)
        except asyncio.CancelledError:
            # Only a shutdown cancels this, so the client is still connected and can receive an error.
            raise UnavailableError("the server is shutting down") from None
        return _engine_answer(question.engine, view, answer)

    return [engines_here, ask_engine]


def _read(text: str) -> View:
    """Parse the position in a question.

    Raises:
        RefusedError: ``malformed``: the text isn't a position; ``board_too_large``: the position has too many cells.
    """
    try:
        view = View.parse(text, max_cells=_MOST_CELLS)
    except ShapeError as error:
        try:
            cells = Grid.parse(text.split(maxsplit=1)[0]).cells
        except HypersweepError:
            raise RefusedError("malformed", f"view: {error}", status=422) from None
        message = f"expected a board of at most {_MOST_CELLS} cells for an engine, got {cells}"
        raise RefusedError("board_too_large", message, status=422, most=_MOST_CELLS, cells=cells) from None
    except HypersweepError as error:
        raise RefusedError("malformed", f"view: {error}", status=422) from None
    if not view.has_mine_count:
        raise RefusedError("malformed", "view: expected a number of mines, which engines need", status=422)
    return view


def _engine_answer(name: str, view: View, answer: engine.Answer) -> EngineAnswer:
    grid = view.grid
    return EngineAnswer(
        name,
        None if answer.best is None else _move(grid, answer.best),
        answer.is_exact if answer.errors is None else False,
        None if answer.chances is None else [round(chance, 9) for chance in answer.chances],
        [_move(grid, move) for move in answer.ranked[:_MOST_MOVES]],
        [_reason(grid, reason) for reason in answer.reasons[-_MOST_REASONS:]],
    )


def _move(grid: Grid, move: engine.EngineMove) -> EngineMove:
    return EngineMove(grid.index(move.cell), move.chance, move.score)


def _reason(grid: Grid, reason: engine.EngineReason) -> EngineReason:
    cells, clues = ([grid.index(cell) for cell in some[:_MOST_NAMED]] for some in (reason.cells, reason.clues))
    return EngineReason(tame(reason.text, _MOST_CHARACTERS), reason.conclusion, cells, clues)
