"""How other programs and people write what happens here: JSON of everything, and positions as text.

>>> from hypersweep import Grid
>>> from hypersweep.formats import format_json, parse_json
>>> format_json(Grid("3x4"))
'{"type": "grid", "version": 1, "shape": [3, 4], "adjacency": "moore", "wrap": []}'
>>> parse_json(format_json(Grid("3x4")))
Grid('3x4')
"""

from __future__ import annotations

from hypersweep.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.formats.document import decode, encode, format_json, json_schema, parse_json
    from hypersweep.formats.position import read_position
    from hypersweep.formats.position_json import PositionReader

__all__ = ["PositionReader", "decode", "encode", "format_json", "json_schema", "parse_json", "read_position"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "document": ("decode", "encode", "format_json", "json_schema", "parse_json"),
            "position": ("read_position",),
            "position_json": ("PositionReader",),
        },
    )
