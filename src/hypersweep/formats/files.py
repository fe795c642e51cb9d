"""Read files in any format, convert their contents, and write them in another format.

A file contains one of five types of content, from richest to poorest: mouse replay, record, game in its current state,
position, board. Most values convert to a poorer type. A conversion in either direction fails if information is missing;
the error says what.

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

from hypersweep.errors import HypersweepError, LayoutError, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.byte_fields import check_encoding
from hypersweep.formats.format_detection import BEGINNING, FILE_FORMATS, fitting_formats, format_of_name, named_format
from hypersweep.formats.video import FORMATS, Video
from hypersweep.game import Game
from hypersweep.layout import Layout
from hypersweep.record import Record
from hypersweep.validation import check_memory, check_type, place_among, truncate
from hypersweep.view import EXPLODED, FLAGGED, MINE, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import IO, TypeAlias

    from hypersweep.formats.format_detection import FileFormat

    # Possible contents of a file.
    Thing: TypeAlias = Layout | View | Game | Record | Video

T = TypeVar("T", bound="Thing")

MOST_BYTES = 1 << 28
"""Maximum size of a file in bytes."""

KINDS = {
    "replay": "a mouse replay",
    "record": "a record of a game",
    "game": "a game in its current state",
    "position": "a position",
    "board": "a board",
}
"""Types of content, richest first, each with its name for messages."""

_CLASSES: dict[str, type] = {"replay": Video, "record": Record, "game": Game, "position": View, "board": Layout}
_ORDER = tuple(KINDS)
_CELL_BYTES = 32


def kind_of(thing: object) -> str:
    """Return a value's type of content, one of ``KINDS``.

    Raises:
        ParameterTypeError: no file format supports such a value.

    >>> kind_of(Layout("3x4", [(0, 3)])), kind_of(Record("3x4", 2, seed=7))
    ('board', 'record')
    """
    for kind, own in _CLASSES.items():
        if isinstance(thing, own):
            return kind
    known = ", ".join(own.__name__ for own in _CLASSES.values())
    raise ParameterTypeError(f"expected one of {known}, got {truncate(thing)} ({type(thing).__name__})")


def _kind_of_class(wanted: type) -> str:
    """Return a class's type of content, one of ``KINDS``.

    Raises:
        ParameterTypeError: no file format supports this class.

    >>> _kind_of_class(Record)
    'record'
    """
    for kind, own in _CLASSES.items():
        if wanted is own:
            return kind
    known = ", ".join(own.__name__ for own in _CLASSES.values())
    raise ParameterTypeError(f"expected one of the classes {known}, got {truncate(wanted)}")


def nearest_kind(kind: str, known: tuple[str, ...]) -> str:
    """Return the best target in ``known``: the richest no richer than ``kind``; if all are richer, the poorest.

    >>> nearest_kind("replay", ("board", "position", "record")), nearest_kind("board", ("record", "replay"))
    ('record', 'record')
    """
    place = _ORDER.index(kind)
    places = sorted(map(_ORDER.index, known))
    return _ORDER[next((other for other in places if other >= place), places[-1])]


def convert(thing: Thing, kind: str, form: str | None = None) -> Thing:
    """Convert a file's contents to another type.

    Records and mouse replays convert to their final position and game.

    Args:
        thing: a ``Layout``, ``View``, ``Game``, ``Record`` or ``Video``.
        kind: one of ``KINDS``.
        form: target format for a mouse replay; None to keep its format.

    Raises:
        ParameterError: there is no such type, or information is missing; the message says what.
        RecordError: an event in the record is impossible.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> print(convert(Layout("3x4", [(0, 3)]), "position"))
    3x4 mines=1
    # # # #
    # # # #
    # # # #
    >>> convert(View("1x3", 1, [-1, 1, 0]), "board")
    Layout.parse('1x3.bAQ')
    >>> convert(View("1x3", 1, [-1, 1, -1]), "board")
    Traceback (most recent call last):
        ...
    hypersweep.errors.LayoutError: can't tell where the position's mines are: it has 2 covered cells for 1 mine
    """
    place_among("a kind", kind, _ORDER)
    kind_of(thing)
    return as_replay(thing, form) if kind == "replay" else _MAKERS[kind](thing)


def as_board(thing: Thing) -> Layout:
    """Convert any value to its board; see ``convert``.

    Raises:
        LayoutError: the positions of the mines are unknown.

    >>> as_board(Record("3x4", layout=Layout("3x4", [(0, 3)])))
    Layout.parse('3x4.bCA')
    """
    if isinstance(thing, Layout):
        return thing
    if isinstance(thing, View):
        return _seen_board(thing)
    layout = thing.layout
    if layout is None:
        raise LayoutError("the game has no mines yet: its first open decides where they are")
    return layout


def _seen_board(view: View) -> Layout:
    """Return the board for a position whose shown mines, covered cells or flags add up to the number of mines."""
    from hypersweep.text import pluralize

    shown, hidden = [], []
    for index, code in enumerate(view.codes):
        if code in (MINE, EXPLODED):
            shown.append(index)
        elif code < 0:
            hidden.append(index)
    if len(shown) == view.mines:
        mines = shown
    elif len(shown) + len(hidden) == view.mines:
        mines = shown + hidden
    elif shown and len(shown) + view._count(FLAGGED) == view.mines:
        # A position that shows mines also marks wrong flags, so every other flag is on a mine.
        mines = shown + [index for index in hidden if view.codes[index] == FLAGGED]
    else:
        raise LayoutError(
            f"can't tell where the position's mines are: it has {pluralize(len(hidden), 'covered cell')} "
            f"for {pluralize(view.mines - len(shown), 'mine')}"
        )
    layout = Layout(view.grid, [view.grid.cell(index) for index in mines])
    for cell, code in view.items():
        if code >= 0 and layout.clue(cell) != code:
            raise LayoutError(
                f"expected clues that fit the position's mines, got {code} in {cell}, which touches {layout.clue(cell)}"
            )
    return layout


def as_position(thing: Thing) -> View:
    """Convert any value to its final position; see ``convert``.

    Raises:
        BoardTooLargeError: the board doesn't fit into memory.
        RecordError: an event in a record is impossible.

    >>> as_position(Record("3x4", 2, seed=7)).covered
    12
    """
    if isinstance(thing, View):
        return thing
    grid = thing.layout.grid if isinstance(thing, Video) else thing.grid
    # A short board ID can describe a huge board, but a view and its text need memory for every cell.
    check_memory(_CELL_BYTES * grid.cells, f"a position of {grid}")
    return as_game(thing).view


def as_game(thing: Thing) -> Game:
    """Convert any value to a game in its final state; see ``convert``.

    Raises:
        ParameterError: a position lacks information needed for a game.
        RecordError: an event in a record is impossible.

    >>> as_game(Layout("3x4", [(0, 3)])).mines
    1
    """
    if isinstance(thing, Game):
        return thing
    if isinstance(thing, View):
        raise ParameterError(
            f"expected a game, a record, a mouse replay or a board, got a position of {thing.grid}: it doesn't say "
            "what lies under its covered cells"
        )
    if isinstance(thing, Layout):
        return Game(layout=thing)
    replay = as_record(thing).replay()
    replay.seek(len(replay))
    return replay.game


def as_record(thing: Thing) -> Record:
    """Convert any value to a record; see ``convert``.

    Raises:
        ParameterError: the moves are unknown.

    >>> len(as_record(Layout("3x4", [(0, 3)])).events)
    0
    """
    if isinstance(thing, Record):
        return thing
    if isinstance(thing, Video):
        from hypersweep.formats.video import record_of

        return record_of(thing)
    if isinstance(thing, Layout):
        return Record.begin(Game(layout=thing))
    if isinstance(thing, View):
        raise ParameterError(
            f"expected a record, a mouse replay or a board, got a position of {thing.grid}: it doesn't say which moves "
            "led to it"
        )
    try:
        return Record.of(thing)
    except HypersweepError:
        raise ParameterError(f"the game on {thing.grid} has no moves: only its position was saved") from None


def as_replay(thing: Thing, form: str | None = None) -> Video:
    """Return the mouse replay stored in a record, or convert a mouse replay to another format; see ``convert``.

    Raises:
        ParameterError: there are no mouse events, or the format can't store them.
    """
    kind_of(thing)
    if isinstance(thing, Video):
        if form in (None, thing.form):
            return thing
        return _adapted(thing, form)
    if isinstance(thing, Layout):
        raise ParameterError(
            f"expected a record of a game or a mouse replay, got a board of {thing.grid}: it has no moves"
        )
    from hypersweep.formats.video import video_of

    return as_replay(video_of(as_record(thing)), form)


def _adapted(video: Video, form: str) -> Video:
    """Convert a mouse replay to another format, as closely as that format allows."""
    place_among("a format", form, FORMATS)
    module = __import__(f"hypersweep.formats.{form}", fromlist=["adapt"])
    adapt: Callable[[Video], Video] = module.adapt
    return adapt(video)


_MAKERS: dict[str, Callable[[Thing], Thing]] = {
    "record": as_record,
    "game": as_game,
    "position": as_position,
    "board": as_board,
}


def read_bytes(stream: IO[bytes], path: str = "", *, begun: bytes = b"", kinds: Iterable[str] = tuple(KINDS)) -> bytes:
    """Read a file, or only its beginning if neither its contents nor its name indicate an acceptable format.

    Args:
        stream: the open file.
        path: the file's name.
        begun: bytes already read.
        kinds: types of content that the caller accepts; a format that holds none of them isn't acceptable.

    Raises:
        ParseError: the file is longer than ``MOST_BYTES``.
        OSError: the file can't be read.

    >>> import io
    >>> len(read_bytes(io.BytesIO(bytes(100_000))))
    4096
    """
    data = begun + stream.read(max(BEGINNING - len(begun), 0))
    wanted = set(kinds)
    named = format_of_name(path)
    # If the name indicates a format, read the whole file even if no format fits, so that the reader can report the
    # error.
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
    encoding: str | None = None,
) -> tuple[FileFormat, Thing]:
    r"""Read a file. Returns: its format and its contents.

    Args:
        data: the whole file.
        form: the format; None to detect it.
        path: the file's name; it decides if several formats fit equally well.
        max_cells: maximum number of cells on the board, for untrusted files; None for no limit.
        mines: number of mines in a position; None to read it from the file.
        encoding: text encoding of names that aren't UTF-8, such as "cp1250", in other programs' mouse replays; None for
            the format's usual one.

    Raises:
        ParseError: no format fits, or the file is damaged.
        ParameterError: there is no such format or encoding, or a number of mines was given for a file that contains the
            mines.
        ShapeError: the board is impossible or has more cells than allowed.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> load_file(b"3x4 mines=1\n####\n#1##\n####")[0].name
    'position'
    """
    check_type(data, bytes | bytearray | memoryview, "a file as bytes")
    check_encoding(encoding)
    data = bytes(data)
    if not data:
        raise ParseError("the file is empty")
    known = [_chosen(form)] if form is not None else fitting_formats(data, path)
    named = format_of_name(path) if form is None else None
    if named is not None and named not in known and not any(own.is_sure for own in known):
        # Also try the format indicated by the name, even if the contents don't match: its error message is the most
        # useful.
        known = [named, *known]
    if not known:
        names = ", ".join(own.name for own in FILE_FORMATS)
        raise ParseError(f"expected a file in a known format ({names}), got binary data")
    errors: list[HypersweepError] = []
    for own in known:
        try:
            return own, own.load(data, max_cells, mines, encoding)
        except HypersweepError as error:
            errors.append(error)
    raise errors[0]


def split_file(data: bytes, form: FileFormat | None = None, path: str = "") -> tuple[FileFormat | None, list[bytes]]:
    """Split a bundle, such as an EVFS file, into files with one game each.

    Args:
        data: the whole file.
        form: the format; None to detect it.
        path: the file's name; it decides if several formats fit equally well.

    Returns:
        The format of the parts, and the parts; ``form`` and the file alone if it isn't a bundle, or is damaged.

    >>> split_file(b"3x4.bAgg")
    (None, [b'3x4.bAgg'])
    """
    fitting = fitting_formats(data, path) if form is None else [form]
    named = format_of_name(path) if form is None else None
    if named is not None and named.parts and named not in fitting:
        fitting = [named, *fitting]
    if fitting and fitting[0].parts:
        try:
            return named_format(fitting[0].parts), fitting[0].split(data)
        except ParseError:
            pass  # another format may fit; otherwise the reader raises this error again
    return form, [data]


@overload
def read_file(
    source: str | os.PathLike[str] | bytes,
    form: FileFormat | str | None = None,
    *,
    max_cells: int | None = None,
    encoding: str | None = None,
) -> Thing: ...
@overload
def read_file(
    source: str | os.PathLike[str] | bytes,
    form: FileFormat | str | None = None,
    *,
    as_: type[T],
    max_cells: int | None = None,
    encoding: str | None = None,
) -> T: ...
def read_file(
    source: str | os.PathLike[str] | bytes,
    form: FileFormat | str | None = None,
    *,
    as_: type[object] | None = None,
    max_cells: int | None = None,
    encoding: str | None = None,
) -> Thing:
    """Read a file in any format.

    Args:
        source: the file's path, or its bytes.
        form: the format or its name; None to detect it.
        as_: the class to convert the contents to; None to return them unconverted.
        max_cells: maximum number of cells on the board; None for no limit.
        encoding: text encoding of names that aren't UTF-8, such as "cp1250", in other programs' mouse replays; None for
            the format's usual one.

    Returns:
        A ``Layout``, ``View``, ``Game``, ``Record`` or ``Video``.

    Raises:
        OSError: the file can't be read.
        ParseError: no format fits, or the file is damaged.
        ParameterError: there is no such format or encoding, or information needed for the conversion is missing; the
            message says what.
        RecordError: an event in the record is impossible.
        ShapeError: the board is impossible or has more cells than allowed.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> read_file(b"3x4.bAgg")
    Layout.parse('3x4.bAgg')
    >>> from hypersweep import Record
    >>> read_file(b"3x4.bAgg", as_=Record).mines
    2
    """
    kind = None if as_ is None else _kind_of_class(as_)
    path = ""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        with open(path, "rb") as file:
            source = file.read(MOST_BYTES + 1) if form is not None else read_bytes(file, path)
    thing = load_file(source, form, path, max_cells=max_cells, encoding=encoding)[1]
    return thing if kind is None else convert(thing, kind)


def dump_file(thing: Thing, form: FileFormat | str) -> bytes:
    r"""Return a board, position, game, record or mouse replay as a file, converted to a type the format supports.

    Args:
        thing: a ``Layout``, ``View``, ``Game``, ``Record`` or ``Video``.
        form: the format or its name.

    Raises:
        ParameterError: there is no such format, or the format can't store the value; the message says why.
        RecordError: an event in the record is impossible.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> dump_file(read_file(b"3x4.bAgg"), "board-id")
    b'3x4.bAgg\n'
    """
    own = _chosen(form)
    kind = nearest_kind(kind_of(thing), own.kinds)
    made = convert(thing, kind, (own.parts or own.name) if kind == "replay" else None)
    return own.dump(made)


def write_file(path: str | os.PathLike[str], thing: Thing, form: FileFormat | str | None = None) -> None:
    """Write a file atomically, as ``hypersweep.atomic_write`` does.

    Args:
        path: the file; an existing one is replaced.
        thing: the contents, as for ``dump_file``.
        form: the format or its name; None to choose it by the file extension.

    Raises:
        OSError: the file can't be written; an existing one is unchanged.
        ParameterError: there is no such format, or the format can't store the value; the message says why.
        RecordError: an event in the record is impossible.
        BoardTooLargeError: the board doesn't fit into memory.
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
    """Return a help line for each format: its name, file extensions, and title.

    >>> ending_lines()[0]
    '  record         .sweep         a record of hypersweep'
    """
    return [f"  {form.name:<14} {' '.join(form.extensions):<14} {form.title}".rstrip() for form in FILE_FORMATS]


def record_text(data: bytes, path: str, max_cells: int) -> tuple[str, str]:
    """Read a file containing a game. Returns: its format's name, and its record as text, with every event verified.

    Args:
        data: the whole file.
        path: the file's name.
        max_cells: maximum number of cells on the board.

    Raises:
        HypersweepError: the file isn't in a format for games, is damaged, or its board is too large.

    >>> record_text(b"3x4.bAgg", "", 100)[1].splitlines()[4]
    'layout: 3x4.bAgg'
    """
    form, thing = load_file(data, None, path, max_cells=max_cells)
    record = as_record(thing)
    record.verify()
    return form.name, record.format()


def _chosen(form: FileFormat | str) -> FileFormat:
    return named_format(form) if isinstance(form, str) else form
