"""What a file can hold, from a board to a mouse replay, and how to make one from another.

From the richest to the poorest: a mouse replay, a record, a game as it stands, a position, a board. A richer one gives
a poorer one; the other way only what is known can be made, and the error says what isn't.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError, LayoutError, ParameterError, ParameterTypeError
from hypersweep.formats.video import FORMATS, Video
from hypersweep.game import Game
from hypersweep.layout import Layout
from hypersweep.memory import check_memory
from hypersweep.record import Record
from hypersweep.validation import suggest, truncate
from hypersweep.view import EXPLODED, FLAGGED, MINE, View

if TYPE_CHECKING:
    from collections.abc import Callable

    Thing = Layout | View | Game | Record | Video

KINDS = {
    "replay": "a mouse replay",
    "record": "a record of a game",
    "game": "a game as it stands",
    "position": "a position",
    "board": "a board",
}
"""What a file can hold, the richest first, and how sentences call it."""

_CLASSES: dict[str, type] = {"replay": Video, "record": Record, "game": Game, "position": View, "board": Layout}
_ORDER = tuple(KINDS)
_CELL_BYTES = 32


def kind_of(thing: object) -> str:
    """Return the kind of a file's contents, one of ``KINDS``.

    Raises:
        ParameterTypeError: no file holds that.

    >>> kind_of(Layout("3x4", [(0, 3)])), kind_of(Record("3x4", 2, seed=7))
    ('board', 'record')
    """
    for kind, own in _CLASSES.items():
        if isinstance(thing, own):
            return kind
    known = ", ".join(own.__name__ for own in _CLASSES.values())
    raise ParameterTypeError(f"expected one of {known}, got {truncate(thing)} ({type(thing).__name__})")


def kind_of_class(wanted: type) -> str:
    """Return the kind, one of ``KINDS``, that a class stands for.

    Raises:
        ParameterTypeError: no file holds such a thing.

    >>> kind_of_class(Record)
    'record'
    """
    for kind, own in _CLASSES.items():
        if wanted is own:
            return kind
    known = ", ".join(own.__name__ for own in _CLASSES.values())
    raise ParameterTypeError(f"expected one of the classes {known}, got {truncate(wanted)}")


def nearest_kind(kind: str, known: tuple[str, ...]) -> str:
    """Of some kinds the one that loses least of another: the richest that isn't richer, or the poorest that is.

    >>> nearest_kind("replay", ("board", "position", "record")), nearest_kind("board", ("record", "replay"))
    ('record', 'record')
    """
    place = _ORDER.index(kind)
    places = sorted(map(_ORDER.index, known))
    return _ORDER[next((other for other in places if other >= place), places[-1])]


def convert(thing: Thing, kind: str, form: str | None = None) -> Thing:
    """What a file holds, as another kind.

    A record or a mouse replay converts to its final position and game.

    Args:
        thing: a ``Layout``, ``View``, ``Game``, ``Record`` or ``Video``.
        kind: one of ``KINDS``.
        form: of which format a mouse replay is to be; None for the one that it is of.

    Raises:
        ParameterError: no such kind, or it can't be made; the message says what isn't known.
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
    hypersweep.errors.LayoutError: expected a position that shows where the mines are, got one with 2 covered cells \
for 1 mine
    """
    if kind not in KINDS:
        hint = suggest(kind, list(KINDS)) if isinstance(kind, str) else ""
        raise ParameterError(f"expected one of {', '.join(KINDS)}, got {truncate(kind)}{hint}")
    kind_of(thing)
    return as_replay(thing, form) if kind == "replay" else _MAKERS[kind](thing)


def as_board(thing: Thing) -> Layout:
    """The board of anything; ``convert`` says more.

    Raises:
        LayoutError: where its mines are isn't known.

    >>> as_board(Record("3x4", layout=Layout("3x4", [(0, 3)])))
    Layout.parse('3x4.bCA')
    """
    if isinstance(thing, Layout):
        return thing
    if isinstance(thing, View):
        return _seen_board(thing)
    layout = thing.layout
    if layout is None:
        raise LayoutError("expected a game whose mines are known, got one before its first open, which decides them")
    return layout


def _seen_board(view: View) -> Layout:
    """The board of a position that leaves no doubt where the mines are."""
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
        # Where the end shows mines, wrong flags are marked as such.
        mines = shown + [index for index in hidden if view.codes[index] == FLAGGED]
    else:
        raise LayoutError(
            "expected a position that shows where the mines are, got one with "
            f"{pluralize(len(hidden), 'covered cell')} for {pluralize(view.mines - len(shown), 'mine')}"
        )
    layout = Layout(view.grid, [view.grid.cell(index) for index in mines])
    for cell, code in view.items():
        if code >= 0 and layout.clue(cell) != code:
            raise LayoutError(
                f"expected clues that fit the mines of the position, got {code} in {cell}, where they make "
                f"{layout.clue(cell)}"
            )
    return layout


def as_position(thing: Thing) -> View:
    """The position of anything, at its end; ``convert`` says more.

    Raises:
        BoardTooLargeError: this machine can't hold it.
        RecordError: an event of a record is impossible.

    >>> as_position(Record("3x4", 2, seed=7)).covered
    12
    """
    if isinstance(thing, View):
        return thing
    grid = thing.layout.grid if isinstance(thing, Video) else thing.grid
    # A short board ID may name a board of any size; its view, and a text of that, take room for every cell.
    check_memory(_CELL_BYTES * grid.cells, f"a position of {grid}")
    return as_game(thing).view


def as_game(thing: Thing) -> Game:
    """Return the game of any value, at its end; see ``convert``.

    Raises:
        ParameterError: a position says too little.
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
    """The record of anything; ``convert`` says more.

    Raises:
        ParameterError: the moves aren't known.

    >>> len(as_record(Layout("3x4", [(0, 3)])).events)
    0
    """
    if isinstance(thing, Record):
        return thing
    if isinstance(thing, Video):
        from hypersweep.formats.clicks import record_of

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
        raise ParameterError(
            f"expected a game whose moves are known, got one of {thing.grid} of which only the position was kept"
        ) from None


def as_replay(thing: Thing, form: str | None = None) -> Video:
    """The mouse replay of a record or of another mouse replay; ``convert`` says more.

    Raises:
        ParameterError: nothing was played, no mouse was seen, or the format can't hold it.
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
    from hypersweep.formats.clicks import video_of

    return as_replay(video_of(as_record(thing)), form)


def _adapted(video: Video, form: str) -> Video:
    """A mouse replay of another format, as near to it as this one allows."""
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
