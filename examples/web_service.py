"""A small web service: games as JSON, each saved move by move, so that a restart loses none of them.

    pip install '.[web]'
    python examples/web_service.py games 8100

    curl -d '{"board": "4x4x4", "mines": 5, "move": "open 0 0 0"}' localhost:8100/games    # {"game": NAME, ...}
    curl -d '{"move": "flag 3 2 1"}' localhost:8100/games/NAME      # or chord; or {"undo": true}, {"hint": true}

No mine leaves the server before the end, since it sends views. It has no accounts; hypersweep web has.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from hypersweep import Grid, HypersweepError, Move, Session, Store

MOST_CELLS = 10_000


def application(folder: Path) -> Starlette:
    """Return the service for the games in a folder; any ASGI server can run it, in one process."""
    store, playing = Store(folder, warn=print), dict[str, Session]()

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        yield
        for session in playing.values():
            session.close()

    def answer(name: str, session: Session) -> JSONResponse:
        seen = {"view": str(session.game.view), "outcome": session.outcome.name.lower(), "ms": session.milliseconds}
        return JSONResponse({"game": name, **seen})

    async def begin(request: Request) -> JSONResponse:
        match await request.json():
            case {"board": str(board), "mines": int(mines), "move": str(move)} if Grid(board).cells <= MOST_CELLS:
                session = Session(board, mines, store=store)
                session.open(Move.parse(move).cell)  # a game without an open isn't saved
                name = session.name or f"unsaved-{len(playing)}"
                playing[name] = session
                return answer(name, session)
        raise HTTPException(
            400, f"expected a board of at most {MOST_CELLS} cells, mines, and an open as the first move"
        )

    async def go_on(request: Request) -> JSONResponse:
        name = request.path_params["name"]
        if name not in playing and (saved := store.find_saved(name)) is not None:
            playing[name] = Session.continue_from(saved, store=store)
            playing[name].resume()  # it comes back paused
        if (session := playing.get(name)) is None:
            raise HTTPException(404, f"no game is called {name}")
        match await request.json() if request.method == "POST" else None:
            case {"move": str(text)}:
                move = Move.parse(text)
                getattr(session, move.kind)(move.cell)
            case {"undo": True}:
                session.undo()
            case {"hint": True}:
                hint = session.hint()
                return JSONResponse({"hint": hint and hint.text})
            case dict() | list():
                raise HTTPException(400, "expected a move, an undo or a hint")
        return answer(name, session)

    routes = [Route("/games", begin, methods=["POST"]), Route("/games/{name}", go_on, methods=["GET", "POST"])]
    errors = dict.fromkeys((HypersweepError, HTTPException, ValueError), error_answer)
    return Starlette(routes=routes, exception_handlers=errors, lifespan=life)


async def error_answer(_: Request, error: Exception) -> JSONResponse:
    """Answer a bad request with the message of the library."""
    status, text = (error.status_code, error.detail) if isinstance(error, HTTPException) else (400, str(error))
    return JSONResponse({"error": text}, status)


if __name__ == "__main__":
    import uvicorn

    folder, port = [*sys.argv[1:], *("games", "8100")[len(sys.argv) - 1 :]]
    uvicorn.run(application(Path(folder)), port=int(port))
