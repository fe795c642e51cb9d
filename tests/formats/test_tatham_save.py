"""Fields of Simon Tatham's saved games: expected bytes, round trips, and bytes in other formats."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Event, Game, Layout, Outcome, ParameterError, ParseError, Record, ShapeError
from hypersweep.formats.tatham import GameID, Params, format_board, format_params
from hypersweep.formats.tatham_save import (
    HEAD,
    MAGIC,
    REST,
    Save,
    dump,
    dump_record,
    load,
    load_fields,
    load_record,
    read_record,
    write_record,
)
from played import played

GOLDEN = b"""\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :5:Mines
PARAMS  :5:4x3n2
CPARAMS :5:4x3n2
SEED    :8:30313233
DESC    :8:0,2,u401
PRIVDESC:4:u401
UI      :2:D1
TIME    :5:12.25
NSTATES :1:4
STATEPOS:1:3
MOVE    :4:O0,2
MOVE    :4:F1,0
MOVE    :4:O3,2
"""


def test_byte_by_byte() -> None:
    save = load(GOLDEN)
    assert save.line_end == "\n"
    assert save.fields[0] == ("SAVEFILE", MAGIC)
    assert save.fields[-3:] == (("MOVE", "O0,2"), ("MOVE", "F1,0"), ("MOVE", "O3,2"))
    assert (save.get("TIME"), save.get("AUXINFO")) == ("12.25", None)
    assert dump(save) == GOLDEN
    windows = GOLDEN.replace(b"\n", b"\r\n")
    assert load(windows).line_end == "\r\n"
    assert dump(load(windows)) == windows


@given(
    st.lists(
        st.tuples(
            st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=8),
            st.text(st.characters(max_codepoint=255), max_size=12),
        ),
        max_size=5,
    ),
    st.sampled_from(("\n", "\r\n")),
)
def test_any_fields_go_there_and_back(fields: list[tuple[str, str]], line_end: str) -> None:
    save = Save(fields, line_end if fields else "\n")
    assert load_fields(dump(save)) == save


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"Mines", b"Fifte", "expected GAME 'Mines' in a saved game of Mines, got 'Fifte'"),
        (b"VERSION :1:1", b"VERSION :1:2", "expected VERSION '1'"),
        (b"GAME  ", b"Game  ", "a key of capitals at byte 67"),
        (b"GAME    :", b"GAME     ", "':' after the key at byte 75"),
        (b"VERSION :1:", b"VERSION :x:", "the number of bytes in a value at byte 63"),
        (b"VERSION :1:", b"VERSION :01:", "the number of bytes in a value"),
        (b"VERSION :1:", b"VERSION :9999999999:", "the number of bytes in a value"),
        (b"VERSION :1:", b"VERSION :999999999:", "999999999 bytes of a value of VERSION"),
        (b"VERSION :1:1", b"VERSION :1:11", "the end of the line after the value"),
        (b"O3,2\n", b"O3,2", "the end of the line"),
        (b"O3,2\n", b"O3,2\nMOVE", "8 bytes of a key"),
        (b"Collection\n", b"Collection\r\n", "the end of the line"),
    ],
)
def test_what_is_no_such_file(old: bytes, new: bytes, message: str) -> None:
    assert old in GOLDEN
    with pytest.raises(ParseError, match=message):
        load(GOLDEN.replace(old, new))


@given(st.data())
def test_any_bytes_are_a_save_or_refused(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(GOLDEN)))
    changed = GOLDEN[:place] + data.draw(st.binary(max_size=3)) + GOLDEN[place + data.draw(st.integers(0, 3)) :]
    for given_bytes in (changed, changed[:place], changed[place:]):
        try:
            save = load_fields(given_bytes)
        except ParseError:
            continue
        assert dump(save) == given_bytes


def test_what_no_field_can_have() -> None:
    for fields in ([("", "1")], [("LONGERKEY", "1")], [("key", "1")], [("KEY", "\u20ac")]):
        with pytest.raises(ParameterError, match="expected"):
            Save(fields)
    with pytest.raises(ParameterError, match="end of a line"):
        Save([], "\r")
    with pytest.raises(TypeError, match="a key and a value"):
        Save(["GAME"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="expected a Save"):
        dump(GOLDEN)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a saved game of Mines as bytes"):
        load("SAVEFILE")  # type: ignore[arg-type]


Place = tuple[int, int]

GAME = b"""\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :5:Mines
PARAMS  :5:4x3n2
CPARAMS :5:4x3n2
SEED    :8:30313233
DESC    :8:0,2,u401
PRIVDESC:4:u401
UI      :2:D1
TIME    :5:12.25
NSTATES :1:4
STATEPOS:1:3
MOVE    :4:O0,2
MOVE    :4:F1,0
MOVE    :4:O3,2
"""


class State:
    """A position of Mines: what is open, what has a flag, and whether a mine went off."""

    def __init__(self, opened: frozenset[Place], flags: frozenset[Place], *, is_dead: bool) -> None:
        self.opened, self.flags, self.is_dead = opened, flags, is_dead


class Mines:
    """Mines as his program plays it, with places as column and row."""

    def __init__(self, columns: int, rows: int, mines: set[Place]) -> None:
        self.columns, self.rows, self.mines = columns, rows, mines
        self.states = [State(frozenset(), frozenset(), is_dead=False)]
        self.moves: list[str] = []
        self.position = self.deaths = 0
        self.first: Place | None = None

    @property
    def now(self) -> State:
        return self.states[self.position]

    @property
    def is_over(self) -> bool:
        return self.now.is_dead or len(self.now.opened) == self.columns * self.rows - len(self.mines)

    def around(self, place: Place) -> list[Place]:
        column, row = place
        steps = [(across, down) for down in (-1, 0, 1) for across in (-1, 0, 1) if (across, down) != (0, 0)]
        places = [(column + across, row + down) for across, down in steps]
        return [(x, y) for x, y in places if 0 <= x < self.columns and 0 <= y < self.rows]

    def clue(self, place: Place) -> int:
        return sum(other in self.mines for other in self.around(place))

    def click(self, place: Place) -> None:
        now = self.now
        if self.is_over or place in now.flags:
            return
        if place not in now.opened:
            self.first = self.first or place
            self.deaths += place in self.mines
            self.play(f"O{place[0]},{place[1]}", self.open(now, [place]))
        elif self.clue(place) == sum(other in now.flags for other in self.around(place)) > 0:
            rest = [other for other in self.around(place) if other not in now.flags and other not in now.opened]
            wrong = [other for other in rest if other in self.mines]
            self.deaths += bool(wrong)
            if wrong:
                self.play(";".join(f"O{x},{y}" for x, y in wrong), self.open(now, wrong))
            else:
                self.play(f"C{place[0]},{place[1]}", self.open(now, rest))

    def mark(self, place: Place) -> None:
        now = self.now
        if not self.is_over and place not in now.opened:
            self.play(f"F{place[0]},{place[1]}", State(now.opened, now.flags ^ {place}, is_dead=False))

    def open(self, now: State, places: list[Place]) -> State:
        opened = set(now.opened)
        todo = [place for place in places if place not in self.mines]
        while todo:
            place = todo.pop()
            if place not in opened:
                opened.add(place)
                if not self.clue(place):
                    todo.extend(other for other in self.around(place) if other not in now.flags)
        return State(frozenset(opened), now.flags, is_dead=any(place in self.mines for place in places))

    def play(self, text: str, state: State) -> None:
        self.states[self.position + 1 :] = [state]
        self.moves[self.position :] = [text]
        self.position += 1

    def save(self, *, has_private: bool = True) -> Save:
        layout = Layout((self.rows, self.columns), [(row, column) for column, row in self.mines])
        params = Params(self.columns, self.rows, layout.mines, False)
        first = None if self.first is None else self.first[::-1]
        board, private = format_board(GameID(params, layout, first)), format_board(GameID(params, layout))
        fields = [
            *(("SAVEFILE", MAGIC), ("VERSION", "1"), ("GAME", "Mines"), ("PARAMS", "9x9n10")),
            *(("CPARAMS", format_params(params)), ("SEED", "30"), ("DESC", board)),
            *((("PRIVDESC", private),) if has_private else ()),
            *(("UI", f"D{self.deaths}"), ("TIME", "17.3542"), ("NSTATES", str(len(self.states)))),
            ("STATEPOS", str(self.position + 1)),
            *(("MOVE", text) for text in self.moves),
        ]
        return Save(fields)


def played_mines(seed: int, clicks: int) -> Mines:
    """A game of Mines by someone who flags mostly mines, chords, dies, and undoes."""
    source = random.Random(seed)
    columns, rows = source.randint(1, 7), source.randint(1, 7)
    places = [(column, row) for column in range(columns) for row in range(rows)]
    mines = Mines(columns, rows, set(source.sample(places, source.randint(0, len(places) // 3))))
    for _ in range(clicks):
        chance, place = source.random(), source.choice(places)
        if chance < 0.15 or mines.is_over:
            mines.position = max(0, mines.position - source.randint(1, 3))
        elif chance < 0.25:
            mines.position = min(len(mines.states) - 1, mines.position + source.randint(1, 3))
        elif chance < 0.55:
            mines.mark(source.choice(sorted(mines.mines) or places) if source.random() < 0.8 else place)
        else:
            mines.click(place)
    return mines


def end_of(record: Record) -> Game:
    replay = record.replay()
    replay.seek(len(record.events))
    return replay.game


def test_a_game_byte_by_byte() -> None:
    record = read_record(load(GAME), max_cells=12)
    assert record.layout == Layout("3x4", [(0, 1), (2, 3)])
    assert [str(event) for event in record.events] == [
        "0 open 2 0: 6",
        "0 flag 0 1: 1",
        "12250 open 2 3: 1 lost",
        "12250 undo: 1",
    ]
    assert (record.milliseconds, record.outcome) == (12250, Outcome.ONGOING)
    record.verify()
    assert dump(write_record(record)) == GAME
    assert dump(write_record(Record.parse(record.format()))) == GAME
    windows = GAME.replace(b"\n", b"\r\n")
    assert dump(write_record(read_record(load(windows)))) == windows


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_what_is_played_in_mines_is_played_here(seed: int, clicks: int) -> None:
    mines = played_mines(seed, clicks)
    data = dump(mines.save())
    record = read_record(load(data))
    record.verify()
    game, now = end_of(record), mines.now
    assert {cell[::-1] for cell in game.grid if game.is_flagged(cell)} == now.flags
    assert {cell[::-1] for cell in game.grid if game.is_open(cell)} - mines.mines == now.opened
    assert game.outcome is (Outcome.LOST if now.is_dead else Outcome.WON if mines.is_over else Outcome.ONGOING)
    assert dump(write_record(record)) == data
    # A record that never was a save leads to the same state.
    if len(mines.mines) <= mines.columns * mines.rows - 9:
        fresh = write_record(record.replace(tags={}))
        again = end_of(read_record(fresh))
        assert (again.open_bits(), again.flag_bits()) == (game.open_bits(), game.flag_bits())
        assert fresh.get("TIME") == f"{record.milliseconds / 1000:g}"


@pytest.mark.parametrize("seed", range(20))
def test_a_board_that_is_opened_beforehand(seed: int) -> None:
    mines = played_mines(seed, 30)
    while not mines.moves or not mines.moves[0].startswith("O") or mines.states[1].is_dead:
        seed += 100
        mines = played_mines(seed, 30)
    mines.first = mines.moves[0][1:].split(",")[0], mines.moves[0].split(",")[1]  # type: ignore[assignment]
    mines.first = int(mines.first[0]), int(mines.first[1])  # type: ignore[index]
    del mines.moves[0], mines.states[0]
    mines.position = max(0, mines.position - 1)
    data = dump(mines.save(has_private=False))
    record = read_record(load(data))
    assert record.events[0].cell == mines.first[::-1]
    assert dump(write_record(record)) == data
    # Mines lays its mines away from the first open; these were laid without regard to it.
    columns, rows = mines.first
    near = {(columns + x, rows + y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    assert record.rules.first_open == ("any" if near & mines.mines else "opening")
    record.verify()
    with pytest.raises(ParameterError, match="expected a record that begins with"):
        write_record(record.replace(events=[], tags=dict(record.tags)))


@pytest.mark.parametrize("last", [("SOLVE", "S"), ("RESTART", "4x3:u401")])
def test_what_is_no_event_comes_back(last: tuple[str, str]) -> None:
    lines = dump(Save([last, ("MOVE", "F0,0")]))
    data = GAME.replace(b"NSTATES :1:4", b"NSTATES :1:6").replace(b"STATEPOS:1:3", b"STATEPOS:1:5")
    data = data.replace(b"MOVE    :4:O3,2\n", b"MOVE    :4:F2,0\n") + lines
    record = read_record(load(data))
    assert len(record.events) == 3
    assert record.tags[REST].encode() == lines
    assert dump(write_record(record)) == data


def test_a_board_that_is_not_made_yet() -> None:
    board = GAME.replace(b"DESC    :8:0,2,u401\nPRIVDESC:4:u401", b"DESC    :9:r2,u,0123")
    data = board.replace(b"MOVE    :4:O0,2\n", b"").replace(b"MOVE    :4:O3,2\n", b"")
    data = data.replace(b"NSTATES :1:4\nSTATEPOS:1:3", b"NSTATES :1:2\nSTATEPOS:1:2")
    data = data.replace(b":9:r2,u,0123", b":9:r2,u,0123")
    record = read_record(load(data))
    assert record.layout is None
    assert [str(event) for event in record.events] == ["0 flag 0 1: 1"]
    assert dump(write_record(record)) == data
    with pytest.raises(ParseError, match="only flags on a board that isn't generated yet, got move 1"):
        read_record(load(board))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"NSTATES :1:4", b"NSTATES :1:5", "expected 4 moves, as in NSTATES"),
        (b"STATEPOS:1:3", b"STATEPOS:1:0", "STATEPOS from 1 to 4"),
        (b"STATEPOS:1:3", b"STATEPOS:1:5", "STATEPOS from 1 to 4"),
        (b"STATEPOS:1:3\n", b"", "expected a field STATEPOS"),
        (b"SEED    :8:30313233", b"STATEPOS:1:3", "each field except moves once"),
        (b"TIME    :5:12.25", b"TIME    :5:nan..", "seconds for TIME"),
        (b"TIME    :5:12.25", b"TIME    :5:1e999", "seconds for TIME"),
        (b"CPARAMS :5:4x3n2", b"CPARAMS :5:5x3n2", "hexadecimal digits"),
        (b"O0,2", b"O4,2", "a move such as 'O3,4'"),
        (b"O0,2", b"X0,2", "a move such as 'O3,4'"),
        (b"O0,2", b"O0;2", "a move such as 'O3,4'"),
        (b":4:O0,2", b":5:O00,2", "a move such as 'O3,4'"),
        (b"F1,0", b"O0,2", "move 2 changes nothing"),
        (b"F1,0", b"C0,2", "move 2 to chord a clue"),
        (b"F1,0", b"O1,0", "move 3 comes after the end of the game"),
        (b":4:O3,2", b":9:F0,0;F0,1", "move 3 to list the unflagged mines"),
        (b":4:O3,2", b":9:O3,2;O3,0", "move 3 to list the unflagged mines"),
        (b":4:O3,2", b":9:O3,2;O1,0", "move 3 to list the unflagged mines"),
    ],
)
def test_what_mines_would_not_have_written(old: bytes, new: bytes, message: str) -> None:
    assert old in GAME
    with pytest.raises(ParseError, match=message):
        read_record(load(GAME.replace(old, new)))


def test_a_board_keeps_to_the_cells_it_may_have() -> None:
    with pytest.raises(ShapeError, match="expected at most 11 cells, got 12"):
        read_record(load(GAME), max_cells=11)


@given(st.data())
def test_any_save_is_a_record_or_refused(data: st.DataObject) -> None:
    fields = list(load(GAME).fields)
    number = data.draw(st.integers(2, len(fields) - 1))
    key, value = fields[number]
    place = data.draw(st.integers(0, len(value)))
    letters = data.draw(st.text("OFCS;,0123456789munraxe.-", max_size=3))
    fields[number] = data.draw(st.sampled_from((key, "MOVE", "SOLVE"))), value[:place] + letters + value[place + 1 :]
    save = Save(fields)
    try:
        record = read_record(save, max_cells=1000)
    except (ParseError, ShapeError):
        return
    record.verify()
    assert Record.parse(record.format()) == record
    if save.get("GAME") == "Mines":
        assert read_record(write_record(record)).events == record.events


def test_records_of_our_own() -> None:
    game = Game(layout=Layout("4x5", [(0, 1), (2, 3)]))
    for kind, cell in (("open", (3, 0)), ("flag", (0, 1)), ("chord", (0, 0)), ("chord", (1, 0))):
        getattr(game, kind)(cell)
    record = Record.of(game)
    save = write_record(record)
    assert save.fields[3:7] == (
        ("PARAMS", "5x4n2a"),
        ("CPARAMS", "5x4n2a"),
        ("DESC", f"0,3,{save.get('PRIVDESC')}"),
        ("PRIVDESC", save.get("PRIVDESC")),
    )
    again = read_record(save)
    assert again.layout == record.layout
    assert end_of(again).view == game.view
    # Its tags name another board than the one it has now.
    with pytest.raises(ParameterError, match=f"the record's board differs from the one in its tag {HEAD}"):
        write_record(record.replace(tags=again.tags, layout=Layout("4x5", [(0, 1), (2, 4)]), events=[]))
    for text in ("", "GAME", "\u20ac"):
        with pytest.raises(ParameterError, match="expected parts of a saved game of Mines in the tags"):
            write_record(record.replace(tags={HEAD: text}))
    # The game continued: new events are written.
    longer = again.replace(events=[*again.events, Event(0, "flag", (2, 3), 1)], tags=again.tags, milliseconds=2500)
    more = write_record(longer)
    assert more.get("NSTATES") == str(len(again.events) + 2)
    assert more.get("TIME") == "2.5"
    assert more.fields[-1] == ("MOVE", "F3,2")


def test_what_mines_does_not_know_is_refused() -> None:
    for grid in ("12", "3x4x1", "3x4~wrap=0", "3x4~orthogonal"):
        with pytest.raises(ParameterError, match="only plain boards of rows and columns"):
            write_record(Record(grid, 1, seed=1))
    layout = Layout("3x4", [(0, 1)])
    with pytest.raises(ParameterError, match="protecting flags"):
        write_record(Record("3x4", layout=layout, rules="esp"))
    with pytest.raises(ParameterError, match="with a known layout"):
        write_record(Record("3x4", 1, seed=1))
    with pytest.raises(ParameterError, match="at least 9 cells without a mine, got 4 mines on 3x4"):
        write_record(Record("3x4", layout=Layout("3x4", range(4)), rules="classic,first=any"))
    with pytest.raises(TypeError, match="expected a Record"):
        write_record(GAME)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Save"):
        read_record(GAME)  # type: ignore[arg-type]


def test_wrong_flags_around_a_clue() -> None:
    mines = Mines(5, 5, {(0, 0), (2, 0), (4, 4)})
    mines.click((1, 1))
    for place in ((0, 1), (1, 0)):
        mines.mark(place)
    mines.click((1, 1))
    assert mines.moves[-1] == "O0,0;O2,0"
    data = dump(mines.save())
    record = read_record(load(data))
    record.verify()
    assert str(record.events[-1]) == "17354 chord 1 1: 2 lost"
    assert dump(write_record(record)) == data
    assert write_record(record.replace(tags={})).fields[-1] == ("MOVE", "O0,0;O2,0")


def test_saved_games_are_records() -> None:
    record = played(Layout("3x4", [(0, 3), (2, 1)]), [(0, "open", (1, 0)), (0, "flag", (0, 3))])
    data = dump_record(record)
    made = load_record(data)
    made.verify()
    assert (made.layout, [event.cell for event in made.events]) == (record.layout, [(1, 0), (0, 3)])
    assert dump_record(made) == data
    with pytest.raises(ParseError):
        load_record(data[:-3])
    with pytest.raises(ShapeError):
        load_record(data, max_cells=5)
    with pytest.raises(ParameterError):
        dump_record(record.replace(layout=None, mines=2, events=()))
