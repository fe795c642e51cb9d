r"""Saved games from Mines in Simon Tatham's Portable Puzzle Collection.

A file is a list of fields, one per line: a key padded with spaces to eight characters, ":", the number of bytes in the
value, ":", and the value. The keys, in the order his programs write them:

* SAVEFILE, VERSION, GAME
* PARAMS and CPARAMS: parameters for later boards, and for this one
* SEED: the random generator's seed, in hexadecimal
* DESC: the board, as in a game ID
* PRIVDESC: the board without the first cell, so that opening that cell is a move
* AUXINFO
* UI: "D" and how often the game was lost, "C" once the board has been cleared
* TIME, in seconds
* NSTATES and STATEPOS: the number of states including the initial one, and which of them is shown, counting from 1
* then a field per move

A move is MOVE with "O", "F" or "C" and "column,row": open, flag, or chord. If flags around a chord are wrong, the field
instead lists the mines opened: "O3,4;O4,4". SOLVE shows the board; RESTART returns to the start, with its own copy of
the board.

``Save`` contains the fields unchanged; ``read_record`` replays the moves. Files contain no times for moves, so events
have time 0; the event that ended the game, and later ones, have the final time. States after the one shown were undone.
The record tags "mines-head" and "mines-rest" contain the fields before the moves and those from the first SOLVE or
RESTART on, so that the same bytes can be written again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.byte_fields import ByteReader
from hypersweep.formats.tatham import GameID, Params, format_board, format_params, parse_board, parse_params
from hypersweep.game import Game, Move, Outcome
from hypersweep.grid import check_cells
from hypersweep.record import Event, Record
from hypersweep.rules import CLASSIC
from hypersweep.text import as_utf8
from hypersweep.validation import check_type, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypersweep.rules import Rules
    from hypersweep.typing import MoveKind

WHAT = "a saved game of Mines"
"""Description of the file, for errors."""

MAGIC = "Simon Tatham's Portable Puzzle Collection"
"""Value of the field SAVEFILE, with which every file begins."""

HEAD, REST = "mines-head", "mines-rest"
"""Record tags for the fields before the moves, and for those from the first SOLVE or RESTART on."""

_KINDS: dict[str, MoveKind] = {"O": "open", "F": "flag", "C": "chord"}
_LETTERS = {kind: letter for letter, kind in _KINDS.items()}
_STATES = ("MOVE", "SOLVE", "RESTART")

_KEY = 8
_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True, init=False)
class Save:
    r"""The fields of a saved game.

    Args:
        fields: keys and values, in order; each character in a value is one byte (Latin-1).
        line_end: line terminator, "\n" or "\r\n".

    Raises:
        ParameterError: a key is empty or longer than 8 characters, or a character isn't allowed in a field.

    >>> dump(Save([("GAME", "Mines")]))
    b'GAME    :5:Mines\n'
    """

    fields: tuple[tuple[str, str], ...]
    line_end: str

    def __init__(self, fields: Iterable[tuple[str, str]], line_end: str = "\n") -> None:
        own = []
        for field in fields:
            if not isinstance(field, tuple) or len(field) != 2 or not all(isinstance(part, str) for part in field):
                raise ParameterTypeError(f"expected a key and a value for a field, got {truncate(field)}")
            key, value = field
            if not (key.isascii() and key.isalpha() and key.isupper() and len(key) <= _KEY):
                raise ParameterError(f"expected a key of at most {_KEY} capitals, got {truncate(key)}")
            if any(ord(character) > 255 for character in value):
                raise ParameterError(f"expected Latin-1 characters in {key}, got {truncate(value)}")
            own.append((key, value))
        if line_end not in ("\n", "\r\n"):
            raise ParameterError(f"expected '\\n' or '\\r\\n' for the end of a line, got {truncate(line_end)}")
        object.__setattr__(self, "fields", tuple(own))
        object.__setattr__(self, "line_end", line_end)

    def get(self, key: str) -> str | None:
        """Return the value of the first field with a key, or None."""
        return next((value for name, value in self.fields if name == key), None)


def load(data: bytes) -> Save:
    """Read a file's fields.

    Args:
        data: the whole file.

    Raises:
        ParseError: the data isn't a saved game, or is from a game other than Mines; ``position`` is the index of a
            byte.

    Source: saved games written by the collection's programs.
    """
    save = load_fields(data)
    for key, wanted in (("SAVEFILE", MAGIC), ("VERSION", "1"), ("GAME", "Mines")):
        if save.get(key) != wanted:
            raise ParseError(f"expected {key} {wanted!r} in {WHAT}, got {truncate(save.get(key))}")
    return save


def load_fields(data: bytes) -> Save:
    """Read fields from part of a file, like ``load``, but without checking their contents."""
    source = ByteReader(data, WHAT)
    fields: list[tuple[str, str]] = []
    line_end = "\n"
    while source.left:
        begun = source.place
        key = source.take(_KEY, "a key").rstrip(b" ")
        if not (key.isalpha() and key.isupper() and key.isascii()):
            source.refuse("a key of capitals", key, begun)
        source.expect(b":", "':' after the key")
        digits = source.take(min(source.left, _MOST_DIGITS + 1), "a length").partition(b":")[0]
        if not digits.isdigit() or len(digits) > _MOST_DIGITS or str(int(digits)).encode() != digits:
            source.refuse("the number of bytes in a value", digits, begun + _KEY + 1)
        source.place = begun + _KEY + 1 + len(digits)
        source.expect(b":", "':' after the length")
        value = source.take(int(digits), f"a value of {key.decode()}")
        if not fields and source.data[source.place : source.place + 2] == b"\r\n":
            line_end = "\r\n"
        source.expect(line_end.encode(), "the end of the line after the value")
        fields.append((key.decode(), value.decode("latin-1")))
    return Save(fields, line_end)


def dump(save: Save) -> bytes:
    r"""Return fields as a file; ``load`` reads it back.

    >>> dump(Save([("VERSION", "1"), ("MOVE", "O0,2")]))
    b'VERSION :1:1\nMOVE    :4:O0,2\n'
    """
    check_type(save, Save, "a Save")
    end = save.line_end
    text = "".join([f"{key:<{_KEY}}:{len(value)}:{value}{end}" for key, value in save.fields])
    return text.encode("latin-1")


class _Head:
    """The parsed fields before the moves."""

    __slots__ = ("board", "milliseconds", "nstates", "statepos")

    def __init__(self, save: Save, max_cells: int | None) -> None:
        keys = [key for key, _ in save.fields if key not in _STATES]
        if len(set(keys)) < len(keys):
            raise ParseError(f"expected each field except moves once in {WHAT}, got {', '.join(keys)}")
        # The board was generated from CPARAMS if present; PARAMS is for later boards.
        params = parse_params(_need(save, "CPARAMS" if save.get("CPARAMS") is not None else "PARAMS"))
        check_cells(params.grid, max_cells)
        private = save.get("PRIVDESC")
        self.board = parse_board(params, _need(save, "DESC") if private is None else private)
        self.nstates = _number(_need(save, "NSTATES"), "NSTATES")
        self.statepos = _number(_need(save, "STATEPOS"), "STATEPOS")
        if not 1 <= self.statepos <= self.nstates:
            raise ParseError(f"expected STATEPOS from 1 to {self.nstates} in {WHAT}, got {self.statepos}")
        self.milliseconds = _milliseconds(save.get("TIME"))


def _need(save: Save, key: str) -> str:
    value = save.get(key)
    if value is None:
        raise ParseError(f"expected a field {key} in {WHAT}, got none")
    return value


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise ParseError(f"expected {what} in digits in {WHAT}, got {truncate(text)}")
    return int(text)


def _milliseconds(text: str | None) -> int:
    if text is None:
        return 0
    try:
        seconds = float(text) if text.isascii() and set(text) <= set("0123456789.e+-") else -1.0
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 1e11:
        raise ParseError(f"expected seconds for TIME in {WHAT}, got {truncate(text)}")
    return round(seconds * 1000)


def read_record(save: Save, *, max_cells: int | None = None) -> Record:
    """Convert a saved game to a record by replaying its moves.

    Args:
        save: the result of ``load``.
        max_cells: maximum number of cells on the board; None for no limit.

    Raises:
        ParseError: a field is missing or invalid, or a move isn't one Mines could have written.
        ShapeError: the board has more cells than allowed.
    """
    check_type(save, Save, "a Save")
    head = _Head(save, max_cells)
    begin = next((place for place, (key, _) in enumerate(save.fields) if key in _STATES), len(save.fields))
    end = next(
        (place for place, (key, _) in enumerate(save.fields) if place >= begin and key != "MOVE"), len(save.fields)
    )
    states = sum(key in _STATES for key, _ in save.fields)
    if states != head.nstates - 1:
        raise ParseError(f"expected {head.nstates - 1} moves, as in NSTATES, in {WHAT}, got {states}")
    try:
        return _play(save, head, begin, end)
    except (ParseError, MemoryError):
        raise
    except HypersweepError as error:
        raise ParseError(str(error)) from None


def _play(save: Save, head: _Head, begin: int, end: int) -> Record:
    board = head.board
    grid = board.params.grid
    rules = _rules(board)
    mines = board.mines
    if mines is None:
        raise ParseError(f"expected a board with its mines in {WHAT}, got none")
    game = Game(grid, mines, rules=rules, layout=board.layout)
    events: list[Event] = []
    if board.first is not None:
        events.append(Event.of(0, "open", board.first, game.open(board.first)))
    changed = []
    for number, (_, text) in enumerate(save.fields[begin:end], 1):
        event = _play_text(game, text, number)
        events.append(event)
        changed.append(event.changed > 0)
    undone = sum(changed[head.statepos - 1 :])
    events.extend([Event.of(0, "undo", None, game.undo()) for _ in range(undone)])
    tags = {HEAD: _text(save.fields[:begin], save.line_end)}
    if end < len(save.fields):
        tags[REST] = _text(save.fields[end:], save.line_end)
    milliseconds = _length(events, head)
    return Record(
        grid,
        mines,
        rules=rules,
        layout=board.layout,
        events=_timed(events, milliseconds),
        milliseconds=milliseconds,
        tags=tags,
    )


def _rules(board: GameID) -> Rules:
    """Return the rules: the first open is an opening, as Mines promises, unless the saved board breaks the promise."""
    if board.layout is not None and (
        board.first is None
        or any(board.layout.is_mine(near) for near in (board.first, *board.layout.grid.neighbours(board.first)))
    ):
        return CLASSIC.for_layout()
    return CLASSIC.replace(first_open="opening")


def _length(events: Sequence[Event], head: _Head) -> int:
    """Return the record's duration in ms: 0 if no open started the clock, or the first one ended the game for good."""
    begun = next((place for place, event in enumerate(events) if event.kind == "open" and event.changed), None)
    if begun is None or (events[begun].ended and not any(event.kind == "undo" for event in events)):
        return 0
    return head.milliseconds


def _timed(events: Sequence[Event], milliseconds: int) -> list[Event]:
    """Return the events, with the given time set on the event that ended the game and all later ones."""
    begun = ended = False
    timed = []
    for event in events:
        ended |= begun and event.ended is not None
        begun |= event.kind == "open" and event.changed > 0
        timed.append(Event(milliseconds, *event[1:]) if ended else event)
    return timed


def _play_text(game: Game, text: str, number: int) -> Event:
    """Play the move described by a field, and return its event."""
    if not _is(game, Outcome.ONGOING):
        raise ParseError(f"move {number} comes after the end of the game: {truncate(text)}")
    if game.layout is None and text[:1] != "F":
        raise ParseError(
            f"expected only flags on a board that isn't generated yet, got move {number}: {truncate(text)}"
        )
    words = text.split(";")
    rows, columns = game.grid.shape
    cells: list[tuple[int, ...]] = []
    for word in words:
        column, _, row = word[1:].partition(",")
        if word[:1] not in _KINDS or not _is_place(column, columns) or not _is_place(row, rows):
            raise ParseError(f"expected a move such as 'O3,4' on {game.grid}, got move {number}: {truncate(text)}")
        cells.append((int(row), int(column)))
    kind, cell = _KINDS[text[0]], cells[0]
    if len(words) > 1:
        # The field doesn't name the clue that was clicked, so use any clue next to exactly these unflagged mines.
        found = [other for other in game.grid.neighbours(cell) if _is_ready(game, other) and _hit(game, other) == cells]
        if not found or any(word[0] != "O" for word in words):
            raise ParseError(f"expected move {number} to list the unflagged mines around a clue, got {truncate(text)}")
        kind, cell = "chord", found[0]
    elif kind == "chord" and (not _is_ready(game, cell) or _hit(game, cell)):
        raise ParseError(f"expected move {number} to chord a clue with all its mines flagged, got {truncate(text)}")
    change = game.play(Move(kind, cell))
    if not change and kind != "chord":
        raise ParseError(f"move {number} changes nothing: {truncate(text)}")
    return Event.of(0, kind, cell, change)


def _is_ready(game: Game, cell: tuple[int, ...]) -> bool:
    """Return whether a cell shows a clue with that number of flags around it, so that it can be chorded."""
    return game[cell] > 0 and game[cell] == sum(game.is_flagged(other) for other in game.grid.neighbours(cell))


def _hit(game: Game, cell: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the unflagged mines around a cell, i.e. those a chord there would hit."""
    layout = game.layout
    around = () if layout is None else game.grid.neighbours(cell)
    return [other for other in around if layout and layout.is_mine(other) and not game.is_flagged(other)]


def _is(game: Game, outcome: Outcome) -> bool:
    return game.outcome is outcome


def _is_place(word: str, side: int) -> bool:
    return (
        word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS and str(int(word)) == word and int(word) < side
    )


def _text(fields: Iterable[tuple[str, str]], line_end: str) -> str:
    return dump(Save(fields, line_end)).decode("latin-1")


def write_record(record: Record) -> Save:
    """Convert a record to a saved game; ``dump`` converts that to bytes.

    A record from ``read_record`` produces the original file. For other records, the saved game contains the moves up
    to the end of the main line, and those that can be redone there. Times of moves, undone moves that were replaced,
    comments and side lines are lost.

    Args:
        record: a record with a known layout, on a two-dimensional Moore board without wrapping, with the flag rules
            used by Mines.

    Raises:
        ParameterError: Mines has no such board or rules, an event is impossible, or the tags contradict the rest.
    """
    check_type(record, Record, "a Record")
    grid, rules = record.grid, record.rules
    if grid.dimensions != 2 or grid.adjacency != "moore" or grid.wrap:
        raise ParameterError(f"Mines accepts only plain boards of rows and columns, got {grid}")
    if rules.by_chance().replace(first_open=CLASSIC.first_open) != CLASSIC:
        raise ParameterError(
            f"Mines needs rules with chords, and with protecting flags on covered cells only; got {rules.name} rules"
        )
    kept = _kept(record)
    if record.layout is None and kept is None:
        raise ParameterError("a saved game of Mines needs a record with a known layout")
    played = _Played(record)
    return _fresh(record, played) if kept is None else _again(record, played, *kept)


class _Played:
    """The moves that can be undone or redone at the end of a record, and how many of them are done."""

    __slots__ = ("_game", "deaths", "has_won", "moves", "position")

    def __init__(self, record: Record) -> None:
        layout = record.layout
        rules = record.rules if layout is None else record.rules.for_layout()
        self._game = Game(record.grid, record.mines, rules=rules, layout=layout)
        # For each move: its text, whether it changed anything, and the move itself.
        self.moves: list[tuple[str, bool, Move]] = []
        self.position = self.deaths = 0
        self.has_won = False
        for event in record.events:
            if event.kind in ("undo", "redo"):
                # An undo or redo that changes no cell affects a question mark or a draft flag; this format has neither.
                if event.changed:
                    self._step(-1 if event.kind == "undo" else 1)
            elif event.kind in ("open", "flag", "chord") and event.cell is not None:
                if layout is None and event.kind != "flag":
                    raise ParameterError(f"expected only flags on a board that isn't generated yet, got {event}")
                self._play(Move(event.kind, event.cell))

    def _step(self, by: int) -> None:
        """Undo (-1) or redo (1) one move that changed something, along with any moves without effect on the way."""
        while 0 <= self.position + min(by, 0) < len(self.moves):
            _, has_changed, move = self.moves[self.position + min(by, 0)]
            self.position += by
            if has_changed:
                if by < 0:
                    self._game.undo()
                else:
                    self._game.play(move)
                return

    def _play(self, move: Move) -> None:
        game, cell = self._game, move.cell
        if not _is(game, Outcome.ONGOING):
            return
        is_ready = move.kind == "chord" and _is_ready(game, cell)
        hit = _hit(game, cell) if is_ready else []
        change = game.play(move)
        if not change and not is_ready:
            return
        text = ";".join([_written(Move("open", other)) for other in hit]) or _written(move)
        self.moves[self.position :] = [(text, bool(change), move)]
        self.position += 1
        self.deaths += _is(game, Outcome.LOST)
        self.has_won |= _is(game, Outcome.WON)


def _written(move: Move) -> str:
    row, column = move.cell
    return f"{_LETTERS[move.kind]}{column},{row}"


def _kept(record: Record) -> tuple[Save, _Head, Save] | None:
    """Return, from a record's tags, the fields before the moves, raw and parsed, and the fields after the moves."""
    if HEAD not in record.tags:
        return None
    try:
        save = load(record.tags[HEAD].encode("latin-1"))
        rest = load_fields(record.tags.get(REST, "").encode("latin-1"))
        head = _Head(save, None)
    except (ParseError, UnicodeEncodeError) as error:
        raise ParameterError(f"expected parts of {WHAT} in the tags {HEAD} and {REST}: {error}") from None
    board = head.board
    if board.params.grid != record.grid or board.layout != record.layout or board.mines != record.mines:
        raise ParameterError(f"the record's board differs from the one in its tag {HEAD}")
    return save, head, rest


def _again(record: Record, played: _Played, save: Save, head: _Head, rest: Save) -> Save:
    """Return the original saved game, changed only where the record differs from it."""
    moves, position = played.moves, played.position
    if head.board.first is not None:
        first = Move("open", head.board.first)
        if not moves or moves[0][2] != first or position < 1:
            raise ParameterError(f"expected a record that begins with {first}, as in its tag {HEAD}")
        moves, position = moves[1:], position - 1
    count = len(moves) + sum(key in _STATES for key, _ in rest.fields)
    shown = head.statepos - 1
    undone = sum(has_changed for _, has_changed, _ in moves[position:])
    if sum(has_changed for _, has_changed, _ in moves[shown:]) != undone or shown > count:
        shown = position
    now = {"NSTATES": str(count + 1), "STATEPOS": str(shown + 1)}
    if record.milliseconds != _length(record.events, head):
        now["TIME"] = _seconds(record)
    fields = [
        (key, now[key] if key in now and value != now[key] and not _is_same(value, now[key]) else value)
        for key, value in save.fields
    ]
    if "TIME" in now and save.get("TIME") is None:
        fields.append(("TIME", now["TIME"]))
    return Save([*fields, *(("MOVE", text) for text, _, _ in moves), *rest.fields], save.line_end)


def _is_same(value: str, number: str) -> bool:
    return value.isdigit() and value.lstrip("0") == number


def _seconds(record: Record) -> str:
    return f"{record.milliseconds / 1000:g}"


def _fresh(record: Record, played: _Played) -> Save:
    """Return a new saved game, for a record that wasn't read from one."""
    layout, grid = record.layout, record.grid
    rows, columns = grid.shape
    if layout is None or layout.mines > grid.cells - 9:
        raise ParameterError(f"Mines needs at least 9 cells without a mine, got {record.mines} mines on {grid}")
    params = Params(columns, rows, layout.mines, record.rules.guess == "never" and min(rows, columns) > 2)
    first = next((move.cell for _, _, move in played.moves if move.kind == "open"), None)
    place = None if first is None else (first[0], first[1])
    fields = [
        ("SAVEFILE", MAGIC),
        ("VERSION", "1"),
        ("GAME", "Mines"),
        ("PARAMS", format_params(params)),
        ("CPARAMS", format_params(params)),
        ("DESC", format_board(GameID(params, layout, place))),
        ("PRIVDESC", format_board(GameID(params, layout))),
        ("UI", f"D{played.deaths}{'C' if played.has_won else ''}"),
        ("TIME", _seconds(record)),
        ("NSTATES", str(len(played.moves) + 1)),
        ("STATEPOS", str(played.position + 1)),
    ]
    return Save([*fields, *(("MOVE", text) for text, _, _ in played.moves)])


def load_record(data: bytes, max_cells: int | None = None) -> Record:
    """Read a record from a file with a saved game.

    Raises:
        ParseError: the data isn't a saved game, or is damaged.
        ShapeError: the board has more cells than allowed.

    >>> from hypersweep import Layout
    >>> from hypersweep.formats.files import as_record
    >>> load_record(dump_record(as_record(Layout("3x4", [(0, 3)])))).layout
    Layout.parse('3x4.bCA')
    """
    return read_record(load(as_utf8(data)), max_cells=max_cells)


def dump_record(record: Record) -> bytes:
    """Return a record as a saved game; for a record from ``load_record``, the original file.

    Raises:
        ParameterError: the record can't be stored in a saved game; the message says why.
    """
    return dump(write_record(record))
