"""An OpenAPI 3.1 description of the HTTP API, generated from its routes and their types."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.routing import Route

from hypersweep.web.multiplayer.http.calls import Described, described, json_answer
from hypersweep.web.multiplayer.protocol import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

# Errors of every call: the request is malformed, comes from another site, is too large or too frequent, or can't be
# answered now.
_READS = (400, 422, 429, 503)
_CHANGES = (400, 403, 413, 422, 429, 503)

_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")


def openapi_route(routes: Callable[[], Iterable[BaseRoute]]) -> Route:
    """Return the route that serves the description.

    Args:
        routes: returns all routes of the app, once they exist.
    """

    @described(gives=dict[str, Any])
    async def endpoint(request: Request) -> Response:
        """Describe the HTTP API as OpenAPI."""
        return json_answer(openapi(routes()))

    return Route("/api/openapi.json", endpoint, methods=["GET"], name="openapi")


def openapi(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """Describe the routes that declare their parameters and answer.

    Args:
        routes: of an app.

    >>> openapi([])["paths"]
    {}
    """
    calls = [
        (route, method, told)
        for route in routes
        if isinstance(route, Route) and (told := _told(route)) is not None
        for method in sorted((route.methods or set()) - {"HEAD"})
    ]
    kinds = [kind for _, _, told in calls for kind in (told.takes, told.gives, told.query)]
    (*schemas, refused), components = msgspec.json.schema_components(
        [*(kind for kind in kinds if kind is not None), Refused], ref_template="#/components/schemas/{name}"
    )
    found = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for route, method, told in calls:
        takes, gives, query = (None if each is None else next(found) for each in (told.takes, told.gives, told.query))
        place = paths.setdefault(_PARAMETER.sub(r"{\1}", route.path), {})
        place[method.lower()] = _operation(route, method, told, takes, gives, query, components, refused)
    return {
        "openapi": "3.1.0",
        "info": {"title": "hypersweep", "version": "1", "description": (_DESCRIPTION)},
        "paths": paths,
        "components": {"schemas": components},
    }


_DESCRIPTION = (
    "Accounts, lists and rooms of a server of hypersweep. Who asks is known by a cookie. A request that changes "
    "something has to have the page's Origin and the header x-hypersweep: 1."
)


def _told(route: Route) -> Described | None:
    told = getattr(route.endpoint, "described", None)
    return told if isinstance(told, Described) else None


def _operation(
    route: Route,
    method: str,
    told: Described,
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
    content = {told.media_type: {"schema": {"type": "null"} if gives is None else gives}}
    if told.media_type != "application/json":
        content = {told.media_type: {"schema": {"type": "string"}}}
    answers: dict[str, Any] = {"200": {"description": "what was asked for", "content": content}}
    statuses = {*(_CHANGES if is_change else _READS), *told.refusals, *((415,) if takes is not None else ())}
    for status in sorted(statuses):
        answers[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {"application/json": {"schema": refused}},
        }
    operation: dict[str, Any] = {"operationId": route.name, "summary": told.summary, "responses": answers}
    if parameters:
        operation["parameters"] = parameters
    if takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    return operation


def _of_query(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without null, which a query can't express: an absent parameter means null."""
    kinds = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    rest = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
    return {**rest, **kinds[0]} if len(kinds) == 1 else schema
