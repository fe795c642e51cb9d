"""The protocol for the page's scripts: constants, and the types of its messages.

``multiplayer.protocol`` and ``multiplayer.http_protocol`` are the only definition of names and fields; ``python -m
hypersweep.web.page_tables`` writes them into ``data/protocol.ts``.
"""

from __future__ import annotations

import json
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from hypersweep.web.multiplayer import http_protocol, protocol

_WORDS: dict[Any, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    Any: "any",
    None: "null",
    types.NoneType: "null",
}
_WORD_TYPES = ("MoveKind", "RoomKind", "Role", "Outcome", "Stage")
_UNIONS = {"ClientMessage": protocol.ClientMessage, "ServerMessage": protocol.ServerMessage}


def protocol_constants() -> dict[str, Any]:
    """Return the protocol constants scripts need at run time.

    >>> protocol_constants()["SERVER_TAGS"][:3]
    ['welcome', 'state', 'entered']
    """
    return {
        "PROTOCOL": protocol.PROTOCOL,
        "LARGEST_FILE": protocol.LARGEST_FILE,
        "LARGEST_MESSAGE": protocol.LARGEST_MESSAGE,
        "MOST_CHANGES": protocol.MOST_CHANGES,
        "SERVER_TAGS": [_tag(each) for each in get_args(protocol.ServerMessage)],
    }


def protocol_types() -> str:
    """Return TypeScript types for all messages and HTTP bodies, with their Python docstrings as descriptions.

    A field with a default value is optional if its sender may omit it.
    """
    texts = [f"export type {name} = {_type(getattr(protocol, name))};\n" for name in _WORD_TYPES]
    texts += [_interface(each) for each in message_classes()]
    texts += [f"export type {name} = {_type(union)};\n" for name, union in _UNIONS.items()]
    return "\n".join(texts)


def message_classes() -> list[type[msgspec.Struct]]:
    """Return the classes of all messages and HTTP bodies, sorted by name."""
    own = {
        name: each
        for module in (protocol, http_protocol)
        for name, each in vars(module).items()
        if _is_message(each) and each.__module__ == module.__name__ and not name.startswith("_")
    }
    return [own[name] for name in sorted(own)]


def _is_message(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct)


def _tag(message: type[msgspec.Struct]) -> str | None:
    tag = message.__struct_config__.tag
    return tag if isinstance(tag, str) else None


def _interface(message: type[msgspec.Struct]) -> str:
    hints = get_type_hints(message, include_extras=True)
    lines = ["/**", *(f" * {line}".rstrip() for line in _documentation(message).split("\n")), " */"]
    lines.append(f"export interface {message.__name__} {{")
    if tag := _tag(message):
        lines.append(f"  t: {json.dumps(tag)};")
    for each in msgspec.structs.fields(message):
        # A page may always omit fields that have a default; the server omits them if the class has ``omit_defaults``.
        may_lack = not each.required and (message.__struct_config__.omit_defaults or bool(_of_page(message)))
        lines.append(f"  {each.encode_name}{'?' if may_lack else ''}: {_type(hints[each.name])};")
    return "\n".join((*lines, "}\n"))


def _of_page(message: type[msgspec.Struct]) -> bool:
    """Return whether pages send this message, i.e. it forbids unknown fields."""
    return message.__struct_config__.forbid_unknown_fields


def _documentation(message: type[msgspec.Struct]) -> str:
    """Return a message's docstring without indentation, with Markdown's single backquotes."""
    lines = (message.__doc__ or "").strip().split("\n")
    return "\n".join(line.strip() for line in lines).replace("``", "`")


def _type(hint: Any) -> str:
    """Return a type in TypeScript."""
    if hint in _WORDS:
        return _WORDS[hint]
    if _is_message(hint):
        return str(hint.__name__)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(inner[0])
    if origin is Literal:
        return " | ".join(json.dumps(each) for each in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, inner))
    if origin is list:
        item = _type(inner[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(_type, inner))}]"
    if origin is dict:
        return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
    raise TypeError(f"expected a type with a TypeScript equivalent, got {hint!r}")
