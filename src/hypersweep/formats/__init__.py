"""Convert boards, positions, games and records to and from many file formats, JSON, and text typed by people.

>>> from hypersweep import Grid, Layout
>>> from hypersweep.formats import dump_file, format_json, parse_json, read_file
>>> format_json(Grid("3x4"))
'{"type": "grid", "version": 1, "shape": [3, 4], "adjacency": "moore", "wrap": []}'
>>> parse_json(format_json(Grid("3x4")))
Grid('3x4')
>>> read_file(dump_file(Layout("3x4", [(0, 3)]), "board-id"))
Layout.parse('3x4.bCA')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.formats.files import convert, dump_file, load_file, read_file, write_file
    from hypersweep.formats.format_detection import FILE_FORMATS, FileFormat
    from hypersweep.formats.json_document import decode, encode, format_json, json_schema, parse_json
    from hypersweep.formats.position_json import PositionReader
    from hypersweep.formats.position_text import read_position
    from hypersweep.formats.sat_problem import to_dimacs, to_opb
    from hypersweep.formats.video import MouseEvent, MouseStats, Video, mouse_stats

__all__ = [
    "FILE_FORMATS",
    "FileFormat",
    "MouseEvent",
    "MouseStats",
    "PositionReader",
    "Video",
    "convert",
    "decode",
    "dump_file",
    "encode",
    "format_json",
    "json_schema",
    "load_file",
    "mouse_stats",
    "parse_json",
    "read_file",
    "read_position",
    "to_dimacs",
    "to_opb",
    "write_file",
]

_HOMES = {
    "json_document": ("decode", "encode", "format_json", "json_schema", "parse_json"),
    "files": ("convert", "dump_file", "load_file", "read_file", "write_file"),
    "format_detection": ("FILE_FORMATS", "FileFormat"),
    "position_text": ("read_position",),
    "position_json": ("PositionReader",),
    "sat_problem": ("to_dimacs", "to_opb"),
    "video": ("MouseEvent", "MouseStats", "Video", "mouse_stats"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
