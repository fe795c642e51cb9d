"""Calls of the HTTP API: declare parameters and answer in one place, for reading, writing and ``openapi``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request


class Described(NamedTuple):
    """Parameters and answer of a call.

    Attributes:
        summary: its effect, in one line.
        takes: the type of its body, None for none.
        query: the type of its query parameters, None for none.
        gives: the type of its answer; None for null.
        media_type: of the answer.
        refusals: its error statuses in addition to those of every call.
    """

    summary: str
    takes: Any = None
    query: Any = None
    gives: Any = None
    media_type: str = "application/json"
    refusals: tuple[int, ...] = ()


def call(
    method: str,
    path: str,
    *,
    takes: Any = None,
    query: Any = None,
    gives: Any = None,
    media_type: str = "application/json",
    refusals: tuple[int, ...] = (),
) -> Callable[[Callable[..., Awaitable[Any]]], Route]:
    """Return a decorator that makes a route: it parses body and query by their types and writes the answer as JSON.

    The function gets the request, then the body if it ``takes`` one, then the ``query`` if there is one. It returns the
    answer, or a ``Response`` of its own; the first line of its docstring is the summary.
    """

    def made(handler: Callable[..., Awaitable[Any]]) -> Route:
        @described(takes=takes, query=query, gives=gives, media_type=media_type, refusals=refusals)
        async def endpoint(request: Request) -> Response:
            given: list[Any] = []
            if takes is not None:
                given.append(await _read_body(request, takes))
            if query is not None:
                given.append(_read_query(request, query))
            answer = await handler(request, *given)
            return answer if isinstance(answer, Response) else json_answer(answer)

        endpoint.described = endpoint.described._replace(summary=_summary(handler))  # type: ignore[attr-defined]
        return Route(path, endpoint, methods=[method], name=handler.__name__)

    return made


def described(**facts: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Attach parameters and answer to an endpoint; see ``Described``."""

    def told(endpoint: Callable[..., Any]) -> Callable[..., Any]:
        endpoint.described = Described(**{"summary": _summary(endpoint), **facts})  # type: ignore[attr-defined]
        return endpoint

    return told


def json_answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a value as a JSON response."""
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def refusal_answer(error: RefusedError) -> Response:
    """Return the JSON response for an error."""
    headers = {"retry-after": "2"} if error.status in (429, 503) else None
    return json_answer(Refused(error.what, str(error), values=error.values), error.status, headers)


def _summary(function: Callable[..., Any]) -> str:
    return (function.__doc__ or "").strip().partition("\n")[0].rstrip(".")


async def _read_body(request: Request, kind: Any) -> Any:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != "application/json":
        raise RefusedError("media_type", f"expected application/json, got {given[:40] or 'nothing'}", status=415)
    body = await request.body()
    # None of our texts contains U+0000, and PostgreSQL can't save it.
    if b"\\u0000" in body:
        raise RefusedError("malformed", "body: expected no U+0000", status=422)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise RefusedError("malformed", f"body: {error}", status=422) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusedError("malformed", f"body: {error}", status=400) from None


def _read_query(request: Request, kind: Any) -> Any:
    pairs = request.query_params.multi_items()
    if len({name for name, _ in pairs}) != len(pairs) or any("\0" in value for _, value in pairs):
        raise RefusedError("malformed", "query: expected each name once, and no U+0000", status=422)
    try:
        return msgspec.convert(dict(pairs), kind, strict=False)
    except msgspec.ValidationError as error:
        raise RefusedError("malformed", f"query: {error}", status=422) from None
