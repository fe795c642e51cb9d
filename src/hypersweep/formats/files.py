"""Read files in any format, convert their content, and write it in another format.

A file holds one of five kinds of content, from richest to poorest: mouse replay, record, game in its current state,
position, board. A richer kind converts to a poorer one. The reverse works only if no information is missing; otherwise
the error says what is missing.

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
from hypersweep.formats.format_detection import BEGINNING, FILE_FORMATS, fitting_formats, format_of_name, named_format
from hypersweep.formats.video import FORMATS, Video
from hypersweep.game import Game
from hypersweep.layout import Layout
from hypersweep.record import Record
from hypersweep.validation import check_memory, suggest, truncate
from hypersweep.view import EXPLODED, FLAGGED, MINE, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import IO

    from hypersweep.formats.format_detection import FileFormat, Thing

T = TypeVar("T", bound="Thing")

MOST_BYTES = 1 << 28
"""Maximum size of a file in bytes."""

KINDS = {
    "replay": "a mouse replay",
    "record": "a record of a game",
    "game": "a game as it stands",
    "position": "a position",
    "board": "a board",
}
"""Kinds of content, richest first, each with the name used in messages."""

_CLASSES: dict[str, type] = {"replay": Video, "record": Record, "game": Game, "position": View, "board": Layout}
_ORDER = tuple(KINDS)
_CELL_BYTES = 32


def kind_of(thing: object) -> str:
    """Return the kind, one of ``KINDS``, that a value belongs to.

    Raises:
        ParameterTypeError: no file format holds such a value.

    >>> kind_of(Layout("3x4", [(0, 3)])), kind_of(Record("3x4", 2, seed=7))
    ('board', 'record')
    """
    for kind, own in _CLASSES.items():
        if isinstance(thing, own):
            return kind
    known = ", ".join(own.__name__ for own in _CLASSES.values())
    raise ParameterTypeError(f"expected one of {known}, got {truncate(thing)} ({type(thing).__name__})")


def _kind_of_class(wanted: type) -> str:
    """Return the kind, one of ``KINDS``, for a class.

    Raises:
        ParameterTypeError: no file format holds values of this class.

    >>> _kind_of_class(Record)
    'record'
    """
    for kind, own in _CLASSES.items():
        if wanted is own:
            return kind
    known = ", ".join(own.__name__ for own in _CLASSES.values())
    raise ParameterTypeError(f"expected one of the classes {known}, got {truncate(wanted)}")


def nearest_kind(kind: str, known: tuple[str, ...]) -> str:
    """Return the target that loses least: the richest in ``known`` that is no richer than ``kind``, else the poorest.

    >>> nearest_kind("replay", ("board", "position", "record")), nearest_kind("board", ("record", "replay"))
    ('record', 'record')
    """
    place = _ORDER.index(kind)
    places = sorted(map(_ORDER.index, known))
    return _ORDER[next((other for other in places if other >= place), places[-1])]


def convert(thing: Thing, kind: str, form: str | None = None) -> Thing:
    """Convert a file's content to another kind.

    A record or a mouse replay converts to its final position and game.

    Args:
        thing: a ``Layout``, ``View``, ``Game``, ``Record`` or ``Video``.
        kind: one of ``KINDS``.
        form: target format of a mouse replay; None to keep its format.

    Raises:
        ParameterError: there is no such kind, or information is missing; the message says what.
        RecordError: an event of the record is impossible.
        BoardTooLargeError: this machine can't hold the board.

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
    if kind not in KINDS:
        hint = suggest(kind, list(KINDS)) if isinstance(kind, str) else ""
        raise ParameterError(f"expected one of {', '.join(KINDS)}, got {truncate(kind)}{hint}")
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
    """Return the board of a position in which the shown mines, covered cells or flags add up to the number of mines."""
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
        BoardTooLargeError: this machine can't hold it.
        RecordError: an event of a record is impossible.

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
        ParameterError: a position lacks information that a game needs.
        RecordError: an event of a record is impossible.

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
        ParameterError: there are no mouse events, or the format can't hold them.
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
    if form not in FORMATS:
        hint = suggest(form, list(FORMATS)) if isinstance(form, str) else ""
        raise ParameterError(f"expected one of {', '.join(FORMATS)}, got {truncate(form)}{hint}")
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
    """Read a file, or only its beginning if neither content nor name indicates a format.

    Args:
        stream: the open file.
        path: its name.
        begun: bytes already read from it.
        kinds: kinds of content that the caller accepts.

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
    # If the name indicates a format, read the whole file even if nothing fits, so that its reader can report the error.
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
    r"""Read a file. Returns: its format and its content.

    Args:
        data: the whole file.
        form: the format; None to detect it from the content.
        path: the file's name, which decides if several formats fit equally well.
        max_cells: maximum number of cells on the board, for untrusted files; None for no limit.
        mines: number of mines of a position; None to take it from the file.

    Raises:
        ParseError: no format fits, or the file is damaged.
        ParameterError: no such format, or a number of mines for a file that shows where they are.
        ShapeError: an impossible board, or one with more cells than allowed.
        BoardTooLargeError: this machine can't hold the board.

    >>> load_file(b"3x4 mines=1\n####\n#1##\n####")[0].name
    'position'
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ParameterTypeError(f"expected a file as bytes, got {truncate(data)} ({type(data).__name__})")
    data = bytes(data)
    if not data:
        raise ParseError("the file is empty")
    known = [_chosen(form)] if form is not None else fitting_formats(data, path)
    named = format_of_name(path) if form is None else None
    if named is not None and named not in known and not any(own.is_sure for own in known):
        # Also try the format that the name indicates, even if the content doesn't match: its error message is the most
        # useful.
        known = [named, *known]
    if not known:
        names = ", ".join(own.name for own in FILE_FORMATS)
        raise ParseError(f"expected a file in a known format ({names}), got binary data")
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
    """Read a file in any format.

    Args:
        source: the file's path, or its bytes.
        form: its format or the format's name; None to detect it from the content.
        as_: the class to convert the content to; None to return it unconverted.
        max_cells: maximum number of cells on the board; None for no limit.

    Returns:
        A ``Layout``, ``View``, ``Game``, ``Record`` or ``Video``.

    Raises:
        OSError: the file can't be read.
        ParseError: no format fits, or the file is damaged.
        ParameterError: no such format, or information for the conversion is missing; the message says what.
        RecordError: an event of the record is impossible.
        ShapeError: an impossible board, or one with more cells than allowed.
        BoardTooLargeError: this machine can't hold the board.

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
    thing = load_file(source, form, path, max_cells=max_cells)[1]
    return thing if kind is None else convert(thing, kind)


def dump_file(thing: Thing, form: FileFormat | str) -> bytes:
    r"""Return a board, position, game, record or mouse replay as a file, converted to a kind that the format holds.

    Args:
        thing: a ``Layout``, ``View``, ``Game``, ``Record`` or ``Video``.
        form: the format or its name.

    Raises:
        ParameterError: no such format, or it can't hold the value; the message says why.
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
    """Write a file atomically, as ``hypersweep.atomic_write`` does.

    Args:
        path: the file; an existing one is replaced.
        thing: its content, as for ``dump_file``.
        form: the format or its name; None to choose it from the file's extension.

    Raises:
        OSError: the file can't be written; an old one is unchanged.
        ParameterError: no such format, or it can't hold the value; the message says why.
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
    """Return a help line for each format: its name, file extensions, and title.

    >>> ending_lines()[0]
    '  record         .sweep         a record of hypersweep'
    """
    return [f"  {form.name:<14} {' '.join(form.extensions):<14} {form.title}".rstrip() for form in FILE_FORMATS]


def record_text(data: bytes, path: str, max_cells: int) -> tuple[str, str]:
    """Read a file that holds a game. Returns: the name of its format, and its record as text, every event verified.

    Args:
        data: the whole file.
        path: its name.
        max_cells: maximum number of cells on its board.

    Raises:
        HypersweepError: the file has no format that holds a game, is damaged, or has a board that is too large.

    >>> record_text(b"3x4.bAgg", "", 100)[1].splitlines()[4]
    'layout: 3x4.bAgg'
    """
    form, thing = load_file(data, None, path, max_cells=max_cells)
    record = as_record(thing)
    record.verify()
    return form.name, record.format()


def _chosen(form: FileFormat | str) -> FileFormat:
    return named_format(form) if isinstance(form, str) else form
