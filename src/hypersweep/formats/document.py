"""JSON of whatever a user holds: one form for all, which ``docs/json.md`` and ``schema.json`` describe."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError, ParseError
from hypersweep.formats.boards import CHANGE, GRID, LAYOUT, MOVE, RULES, VIEW
from hypersweep.formats.certificates import CERTIFICATE, SOLVABILITY
from hypersweep.formats.figures import BOARD_STATS, PLAY_STATS
from hypersweep.formats.findings import ANALYSIS, CHOICE, LINE_CASE, REASON
from hypersweep.formats.games import EVENT, RECORD, VARIATION
from hypersweep.formats.position_json import parse_object
from hypersweep.formats.shapes import DecodeError, write_place
from hypersweep.game import Move, MoveResult
from hypersweep.generate import Certificate, Solvability
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.record import Event, Record, Variation
from hypersweep.rules import Rules
from hypersweep.solve import Analysis, Choice, Reason
from hypersweep.stats import BoardStats, PlayStats
from hypersweep.validation import suggest, truncate, whole_number
from hypersweep.view import View

if TYPE_CHECKING:
    from typing import Any

    from hypersweep.formats.objects import Named

_SHAPES: dict[type, Named] = {
    Grid: GRID,
    Rules: RULES,
    Layout: LAYOUT,
    View: VIEW,
    Move: MOVE,
    MoveResult: CHANGE,
    Event: EVENT,
    Variation: VARIATION,
    Record: RECORD,
    Analysis: ANALYSIS,
    Choice: CHOICE,
    Reason: REASON,
    BoardStats: BOARD_STATS,
    PlayStats: PLAY_STATS,
    Solvability: SOLVABILITY,
    Certificate: CERTIFICATE,
}
_BY_NAME = {shape.name: shape for shape in _SHAPES.values()}


def encode(value: object) -> dict[str, Any]:
    """A value as plain dicts, lists, texts and numbers, for those who write JSON, or something like it, themselves.

    Args:
        value: a ``Grid``, ``Rules``, ``Layout``, ``View``, ``Move``, ``MoveResult``, ``Event``, ``Variation``,
            ``Record``, ``Analysis``, ``Choice``, ``Reason``, ``BoardStats``, ``PlayStats``, ``Solvability`` or
            ``Certificate``.

    Raises:
        ParameterTypeError: something else.
        ParameterError: a number in it is too large for JSON, such as a coordinate of 2**53 or more.

    >>> encode(Move("open", (3, 4)))
    {'type': 'move', 'version': 1, 'kind': 'open', 'cell': [3, 4]}
    """
    shape = _SHAPES.get(type(value))
    if shape is None:
        known = ", ".join(kind.__name__ for kind in _SHAPES)
        raise ParameterTypeError(f"expected one of {known}, got {truncate(value)} ({type(value).__name__})")
    return shape.encode(value)


def decode(value: object, *, max_cells: int | None = None) -> Any:
    """The value of plain dicts as ``encode`` makes them, read strictly.

    Args:
        value: the dicts; may be untrusted.
        max_cells: the most cells that any board may have; None for any number.

    Raises:
        ParseError: something that ``encode`` doesn't make; the message says where it is.
        BoardTooLargeError: this machine can't hold a board.

    >>> decode({"type": "move", "version": 1, "kind": "open", "cell": [3, 4]})
    Move('open', (3, 4))
    >>> decode({"type": "move", "version": 1, "kind": "open", "cell": [3, "4"]})
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParseError: cell[1]: expected a whole number of 0 to 9007199254740991, got '4'
    """
    most = None if max_cells is None else whole_number(max_cells, "max_cells", least=1)
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in _BY_NAME:
        hint = suggest(kind, list(_BY_NAME)) if isinstance(kind, str) else ""
        found = truncate(value if kind is None else kind)
        raise ParseError(f"expected an object with a type of {', '.join(_BY_NAME)}, got {found}{hint}")
    try:
        return _BY_NAME[kind].decode(value, most)
    except DecodeError as error:
        place = write_place(error.place)
        raise ParseError(f"{place}: {error}" if place else str(error)) from None
    except RecursionError:
        raise ParseError("expected values nested no deeper than a document's, got deeper ones") from None


def format_json(value: object) -> str:
    """A value as JSON on one line; ``parse_json`` reads it back. The arguments are as for ``encode``.

    Raises:
        ParameterTypeError: a value that has no JSON form.

    >>> format_json(View("2x3", 1, [-1, 1, 0, -1, 1, 0])).partition('"mines"')[2]
    ': 1, "codes": [-1, 1, 0, -1, 1, 0]}'
    """
    return json.dumps(encode(value), allow_nan=False)


def parse_json(text: str | bytes, *, max_cells: int | None = None) -> Any:
    """The value of a JSON text, read strictly: ``decode`` says how.

    Args:
        text: the text, or its bytes in UTF-8; may be untrusted.
        max_cells: the most cells that any board may have; None for any number.

    Raises:
        ParseError: not JSON, a key that stands twice in one object, or something that ``encode`` doesn't make.
        BoardTooLargeError: this machine can't hold a board.

    >>> parse_json(format_json(Rules.parse("esp")))
    Rules.parse('esp')
    """
    if not isinstance(text, str | bytes | bytearray):
        raise ParameterTypeError(f"expected the text of a JSON document, got {truncate(text)} ({type(text).__name__})")
    return decode(parse_object(text), max_cells=max_cells)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of everything that ``format_json`` writes; ``schema.json`` next to this file contains it as text.

    A schema can't say everything: that cells are on the board, for one, only reading tells.

    >>> json_schema()["$defs"]["move"]["required"]
    ['type', 'version', 'kind', 'cell']
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "hypersweep",
        "description": "Boards, games and findings of hypersweep; docs/json.md explains them.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in _BY_NAME],
        "$defs": {
            **{name: shape.definition() for name, shape in _BY_NAME.items()},
            LINE_CASE.name: LINE_CASE.inner.schema(),
        },
    }
