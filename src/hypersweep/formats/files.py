"""Files of every format: read, written, and made of one another.

>>> from hypersweep.formats.files import dump_file, load_file
>>> from hypersweep import Layout
>>> form, board = load_file(b"3x4.bAgg")
>>> form.name, board
('board-id', Layout.parse('3x4.bAgg'))
>>> print(dump_file(board, "position").decode(), end="")
3x4 mines=2
# # # #
# # # #
# # # #
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar, overload

from hypersweep.errors import HypersweepError, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.conversions import KINDS, as_record, convert, kind_of, kind_of_class, nearest_kind
from hypersweep.formats.format_detection import BEGINNING, FILE_FORMATS, fitting_formats, format_of_name, named_format
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

    from hypersweep.formats.conversions import Thing
    from hypersweep.formats.format_detection import FileFormat

T = TypeVar("T", bound="Thing")

MOST_BYTES = 1 << 28
"""The longest file that is read."""


def read_bytes(stream: IO[bytes], path: str = "", *, begun: bytes = b"", kinds: Iterable[str] = tuple(KINDS)) -> bytes:
    """Return a file's contents, or only the beginning if neither content nor name indicates a format.

    Args:
        stream: the open file.
        path: its name.
        begun: what was read of it already.
        kinds: what it may hold.

    Raises:
        ParseError: it is longer than ``MOST_BYTES``.
        OSError: it can't be read.

    >>> import io
    >>> len(read_bytes(io.BytesIO(bytes(100_000))))
    4096
    """
    data = begun + stream.read(max(BEGINNING - len(begun), 0))
    wanted = set(kinds)
    named = format_of_name(path)
    # The reader of the format in the name reports what is wrong with the file, so it has to get the whole file.
    known = fitting_formats(data, path) + ([] if named is None else [named])
    if not any(wanted.intersection(form.kinds) for form in known):
        return data
    data += stream.read(MOST_BYTES + 1 - len(data))
    if len(data) > MOST_BYTES:
        raise ParseError(f"expected a file of at most {MOST_BYTES} bytes, got more")
    return data


def load_file(
    data: bytes,
    form: FileFormat | str | None = None,
    path: str = "",
    *,
    max_cells: int | None = None,
    mines: int | None = None,
) -> tuple[FileFormat, Thing]:
    r"""The format of a file, and what it holds.

    Args:
        data: the whole file.
        form: the format; None for the one that the content looks like.
        path: the file's name, which decides where several formats fit equally well.
        max_cells: the most cells that the board may have, for reading what strangers send; None for any number.
        mines: the number of mines of a position; None for what the file says.

    Raises:
        ParseError: no format fits, or the file is damaged.
        ParameterError: no such format, or a number of mines for a file that says where they are.
        ShapeError: an impossible board, or one of more cells than it may have.
        BoardTooLargeError: this machine can't hold the board.

    >>> load_file(b"3x4 mines=1\n####\n#1##\n####")[0].name
    'position'
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ParameterTypeError(f"expected the bytes of a file, got {truncate(data)} ({type(data).__name__})")
    data = bytes(data)
    if not data:
        raise ParseError("expected a file that isn't empty, got 0 bytes")
    known = [_chosen(form)] if form is not None else fitting_formats(data, path)
    named = format_of_name(path) if form is None else None
    if named is not None and named not in known and not any(own.is_sure for own in known):
        # What it doesn't look like it may be all the same; and if it isn't, this is what its reader should say.
        known = [named, *known]
    if not known:
        names = ", ".join(own.name for own in FILE_FORMATS)
        raise ParseError(f"expected a file of a format that is known ({names}), got binary data")
    errors: list[HypersweepError] = []
    for own in known:
        try:
            return own, own.load(data, max_cells, mines)
        except HypersweepError as error:
            errors.append(error)
    raise errors[0]


@overload
def read_file(
    source: str | os.PathLike[str] | bytes, form: FileFormat | str | None = None, *, max_cells: int | None = None
) -> Thing: ...
@overload
def read_file(
    source: str | os.PathLike[str] | bytes,
    form: FileFormat | str | None = None,
    *,
    as_: type[T],
    max_cells: int | None = None,
) -> T: ...
def read_file(
    source: str | os.PathLike[str] | bytes,
    form: FileFormat | str | None = None,
    *,
    as_: type[object] | None = None,
    max_cells: int | None = None,
) -> Thing:
    """Read a file of any format.

    Args:
        source: the file's path, or its bytes.
        form: its format or the name of that; None for the one that its content looks like.
        as_: the class to convert the content to; None leaves it as the format holds it.
        max_cells: the most cells that the board may have; None for any number.

    Returns:
        A ``Layout``, ``View``, ``Game``, ``Record`` or ``Video``.

    Raises:
        OSError: the file can't be read.
        ParseError: no format fits, or the file is damaged.
        ParameterError: no such format, or the content can't be converted; the message says what isn't known.
        RecordError: an event of the record is impossible.
        ShapeError: an impossible board, or one of more cells than it may have.
        BoardTooLargeError: this machine can't hold the board.

    >>> read_file(b"3x4.bAgg")
    Layout.parse('3x4.bAgg')
    >>> from hypersweep import Record
    >>> read_file(b"3x4.bAgg", as_=Record).mines
    2
    """
    kind = None if as_ is None else kind_of_class(as_)
    path = ""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        with open(path, "rb") as file:
            source = file.read(MOST_BYTES + 1) if form is not None else read_bytes(file, path)
    thing = load_file(source, form, path, max_cells=max_cells)[1]
    return thing if kind is None else convert(thing, kind)


def dump_file(thing: Thing, form: FileFormat | str) -> bytes:
    r"""The file of a board, position, game, record or mouse replay, converted to what the format can hold.

    Args:
        thing: a ``Layout``, ``View``, ``Game``, ``Record`` or ``Video``.
        form: the format or its name.

    Raises:
        ParameterError: no such format, or it can't hold that; the message says why.
        RecordError: an event of the record is impossible.
        BoardTooLargeError: this machine can't hold the board.

    >>> dump_file(read_file(b"3x4.bAgg"), "board-id")
    b'3x4.bAgg\n'
    """
    own = _chosen(form)
    kind = nearest_kind(kind_of(thing), own.kinds)
    made = convert(thing, kind, own.name if kind == "replay" else None)
    return own.dump(made)


def write_file(path: str | os.PathLike[str], thing: Thing, form: FileFormat | str | None = None) -> None:
    """Write a file, the whole of it or none, as ``hypersweep.atomic_write`` does it.

    Args:
        path: the file; one that is there is replaced.
        thing: what it is to hold, as for ``dump_file``.
        form: the format or its name; None for the one that the file's name ends like.

    Raises:
        OSError: the file can't be written; an old one is as it was.
        ParameterError: no such format, or it can't hold that; the message says why.
        RecordError: an event of the record is impossible.
        BoardTooLargeError: this machine can't hold the board.
    """
    if form is None:
        form = format_of_name(os.fspath(path))
        if form is None:
            endings = ", ".join(ending for own in FILE_FORMATS for ending in own.extensions)
            raise ParameterError(f"expected a name that ends with one of {endings}, got {truncate(os.fspath(path))}")
    data = dump_file(thing, form)
    from hypersweep.atomic_write import save_whole

    save_whole(path, lambda file: file.write(data))


def ending_lines() -> list[str]:
    """The formats with their names, and what the names of their files end with, a line each.

    >>> ending_lines()[0]
    '  record         .sweep         a record of hypersweep'
    """
    return [f"  {form.name:<14} {' '.join(form.extensions):<14} {form.title}".rstrip() for form in FILE_FORMATS]


def record_text(data: bytes, path: str, max_cells: int) -> tuple[str, str]:
    """The name of the format of a game's file, and the text of its record, each event of which was checked.

    Args:
        data: the whole file.
        path: its name.
        max_cells: the most cells that its board may have.

    Raises:
        HypersweepError: it isn't of a format that holds a game, is damaged, or its board is too large.

    >>> record_text(b"3x4.bAgg", "", 100)[1].splitlines()[4]
    'layout: 3x4.bAgg'
    """
    form, thing = load_file(data, None, path, max_cells=max_cells)
    record = as_record(thing)
    record.verify()
    return form.name, record.format()


def _chosen(form: FileFormat | str) -> FileFormat:
    return named_format(form) if isinstance(form, str) else form
