"""hypersweep's own file formats: records, board IDs, positions as text, and all of them as JSON."""

from __future__ import annotations

from hypersweep.errors import ParameterError, ParseError, RecordWarning
from hypersweep.layout import Layout
from hypersweep.record import Record
from hypersweep.text import as_utf8
from hypersweep.validation import truncate
from hypersweep.view import View


def text_of(data: bytes, what: str) -> str:
    r"""Decode a text file, in UTF-8, or in UTF-16 with a byte order mark; CR LF becomes LF.

    Args:
        data: the file.
        what: description of the contents, for the error.

    Raises:
        ParseError: the bytes can't be decoded.

    >>> text_of(b"\xef\xbb\xbf3x4.bAgg\r\n", "a board ID")
    '3x4.bAgg\n'
    """
    data = as_utf8(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ParseError(
            f"expected {what} in UTF-8, got the byte 0x{data[error.start]:02x} at byte {error.start}",
            position=error.start,
        ) from None
    return text.replace("\r\n", "\n")


def load_record(data: bytes, max_cells: int | None = None) -> Record:
    """Read a file containing a single record.

    Raises:
        ParseError: the file doesn't contain exactly one record.
        BoardTooLargeError: the record's layout doesn't fit into memory.

    Warns: RecordWarning: the record is truncated.

    >>> load_record(dump_record(Record("3x4", 2, seed=7))).seed
    7
    """
    from hypersweep.record.record import cut_text, read_record

    record, is_whole = read_record(data, max_cells)
    if not is_whole:
        import warnings

        warnings.warn(RecordWarning(cut_text(record)), stacklevel=2)
    return record


def dump_record(record: Record) -> bytes:
    """Return a record as a text file."""
    return record.format().encode()


def load_board_id(data: bytes, max_cells: int | None = None) -> Layout:
    """Read a file containing a single board ID.

    Raises:
        ParseError: the file doesn't contain exactly one board ID.
        ShapeError: the board is impossible or has more cells than allowed.

    >>> load_board_id(b"3x4.bAgg").mines
    2
    """
    lines = text_of(data, "a board ID").split()
    if len(lines) != 1:
        raise ParseError(f"expected one board ID, got {len(lines) or 'no'} words", text=lines[0] if lines else "")
    return Layout.parse(lines[0], max_cells=max_cells)


def dump_board_id(layout: Layout) -> bytes:
    """Return a layout's board ID as a text file."""
    return layout.format().encode() + b"\n"


def load_position(data: bytes, max_cells: int | None = None, mines: int | None = None) -> View:
    r"""Read a text file containing a position; see ``read_position``.

    Raises:
        ParseError: the file doesn't contain a position.
        ShapeError: the board is impossible or has more cells than allowed.

    >>> load_position(b"##1\n111\n1 mine").mines
    1
    """
    from hypersweep.formats.position_text import read_position

    return read_position(text_of(data, "a position"), mines=mines, max_cells=max_cells)


def dump_position(view: View) -> bytes:
    """Return a position as a text file."""
    return view.format().encode() + b"\n"


def load_json(data: bytes, max_cells: int | None = None, mines: int | None = None) -> Layout | View | Record:
    """Read a board, position or record in JSON; positions may also be in the form ``PositionReader`` accepts.

    Raises:
        ParseError: the file contains anything else.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> load_json(dump_json(Layout("3x4", [(0, 3)])))
    Layout.parse('3x4.bCA')
    """
    from hypersweep.formats.json_document import decode
    from hypersweep.formats.json_shapes import parse_object
    from hypersweep.formats.position_json import PositionReader

    found = parse_object(text_of(data, "a JSON object"))
    if isinstance(found, dict) and "type" not in found and "view" in found:
        return PositionReader(mines=mines, max_cells=max_cells).view(found)
    if mines is not None:
        raise ParameterError("can't set the number of mines, which the JSON contains")
    value = decode(found, max_cells=max_cells)
    if not isinstance(value, Layout | View | Record):
        kind = found["type"] if isinstance(found, dict) else found
        raise ParseError(f"expected the JSON of a layout, a view or a record, got that of a {truncate(kind)[1:-1]}")
    return value


def dump_json(thing: Layout | View | Record) -> bytes:
    """Return a board, position or record as a JSON file."""
    from hypersweep.formats.json_document import format_json

    return format_json(thing).encode() + b"\n"
