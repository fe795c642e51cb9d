"""HTTP API calls. Each declares its parameter and result types once, for parsing, formatting and documentation.

The documentation is an OpenAPI 3.1 description generated from the routes and their types.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from starlette.requests import Request
    from starlette.routing import BaseRoute


class Described(NamedTuple):
    """The parameters and result of a call.

    Attributes:
        summary: one-line description.
        takes: type of the request body; None if there is no body.
        query: type of the query parameters; None if there are none.
        gives: type of the result; None if it is always null.
        media_type: media type of the response.
        refusals: error statuses beyond those shared by all calls.
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
    """Return a decorator that turns a handler into a route: it parses the body and query, and sends the result as JSON.

    The handler receives the request, then the body (if ``takes`` is set) and the query (if ``query`` is set). It
    returns the result or a complete ``Response``. The first line of its docstring becomes the summary.
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
    """Return a decorator that attaches a ``Described`` to an endpoint; the arguments are the fields."""

    def decorate(endpoint: Callable[..., Any]) -> Callable[..., Any]:
        endpoint.described = Described(**{"summary": _summary(endpoint), **facts})  # type: ignore[attr-defined]
        return endpoint

    return decorate


def json_answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Encode a value as a JSON response."""
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def refusal_answer(error: RefusedError) -> Response:
    """Return an error as a JSON response (``Refused``)."""
    headers = {"retry-after": "2"} if error.status in (429, 503) else None
    return json_answer(Refused(error.what, str(error), values=error.values), error.status, headers)


def _summary(function: Callable[..., Any]) -> str:
    return (function.__doc__ or "").strip().partition("\n")[0].rstrip(".")


async def _read_body(request: Request, kind: Any) -> Any:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != "application/json":
        raise RefusedError("media_type", f"expected application/json, got {given[:40] or 'nothing'}", status=415)
    body = await request.body()
    # PostgreSQL can't store U+0000, and no valid text contains it.
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


# Error statuses shared by all GET calls, and by all other calls: the request is malformed (400, 422), comes from
# another site (403), is too large (413) or too frequent (429), or the server temporarily can't handle it (503).
_READS = (400, 422, 429, 503)
_CHANGES = (400, 403, 413, 422, 429, 503)

_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")


def openapi_route(routes: Callable[[], Iterable[BaseRoute]]) -> Route:
    """Return the route that serves the OpenAPI description.

    Args:
        routes: returns all routes in the app; called for each request, since some routes may be added later.
    """

    @described(gives=dict[str, Any])
    async def endpoint(request: Request) -> Response:
        """Describe the HTTP API as OpenAPI."""
        return json_answer(openapi(routes()))

    return Route("/api/openapi.json", endpoint, methods=["GET"], name="openapi")


def openapi(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """Return the OpenAPI description of all routes that have a ``Described``; other routes are left out.

    Args:
        routes: an app's routes.

    >>> openapi([])["paths"]
    {}
    """
    calls = [
        (route, method, description)
        for route in routes
        if isinstance(route, Route) and (description := _description(route)) is not None
        for method in sorted((route.methods or set()) - {"HEAD"})
    ]
    kinds = [kind for _, _, description in calls for kind in (description.takes, description.gives, description.query)]
    (*schemas, refused), components = msgspec.json.schema_components(
        [*(kind for kind in kinds if kind is not None), Refused], ref_template="#/components/schemas/{name}"
    )
    found = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for route, method, description in calls:
        takes, gives, query = (
            None if each is None else next(found) for each in (description.takes, description.gives, description.query)
        )
        place = paths.setdefault(_PARAMETER.sub(r"{\1}", route.path), {})
        place[method.lower()] = _operation(route, method, description, takes, gives, query, components, refused)
    return {
        "openapi": "3.1.0",
        "info": {"title": "hypersweep", "version": "1", "description": (_DESCRIPTION)},
        "paths": paths,
        "components": {"schemas": components},
    }


_DESCRIPTION = (
    "Accounts, lists and rooms of a hypersweep server. A cookie identifies the client. A request that changes "
    "something has to have the page's Origin and the header x-hypersweep: 1."
)


def _description(route: Route) -> Described | None:
    description = getattr(route.endpoint, "described", None)
    return description if isinstance(description, Described) else None


def _operation(
    route: Route,
    method: str,
    description: Described,
    takes: Any,
    gives: Any,
    query: Any,
    components: dict[str, Any],
    refused: Any,
) -> dict[str, Any]:
    is_change = method not in ("GET", "HEAD")
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PARAMETER.findall(route.path)
    ]
    if query is not None:
        fields = components[query["$ref"].rpartition("/")[2]]
        needed = fields.get("required", ())
        parameters += [
            {"name": name, "in": "query", "required": name in needed, "schema": _of_query(schema)}
            for name, schema in fields["properties"].items()
        ]
    if is_change:
        one = {"type": "string", "const": "1"}
        parameters.append({"name": "x-hypersweep", "in": "header", "required": True, "schema": one})
    content = {description.media_type: {"schema": {"type": "null"} if gives is None else gives}}
    if description.media_type != "application/json":
        content = {description.media_type: {"schema": {"type": "string"}}}
    answers: dict[str, Any] = {"200": {"description": "the requested data", "content": content}}
    statuses = {*(_CHANGES if is_change else _READS), *description.refusals, *((415,) if takes is not None else ())}
    for status in sorted(statuses):
        answers[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {"application/json": {"schema": refused}},
        }
    operation: dict[str, Any] = {"operationId": route.name, "summary": description.summary, "responses": answers}
    if parameters:
        operation["parameters"] = parameters
    if takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    return operation


def _of_query(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove null from a parameter's schema: in a query, omitting the parameter means null."""
    kinds = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    rest = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
    return {**rest, **kinds[0]} if len(kinds) == 1 else schema
