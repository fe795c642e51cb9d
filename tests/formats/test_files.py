from __future__ import annotations

import io
import re
import warnings
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Grid, Layout, Record, View
from hypersweep.errors import (
    BoardTooLargeError,
    HypersweepError,
    LayoutError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    RecordWarning,
)
from hypersweep.formats import evf
from hypersweep.formats.files import (
    KINDS,
    as_board,
    as_game,
    as_position,
    as_record,
    as_replay,
    convert,
    dump_file,
    ending_lines,
    kind_of,
    load_file,
    nearest_kind,
    read_bytes,
    read_file,
    write_file,
)
from hypersweep.formats.format_detection import BEGINNING, FILE_FORMATS, FileFormat
from hypersweep.formats.video import MouseEvent, Video
from played import played
from videos import clicked

BOARD = Layout("8x8", [(0, 3), (2, 1), (7, 7)])
RECORD = played(BOARD, [(0, "open", (5, 0)), (900, "flag", (0, 3))])


@pytest.mark.parametrize("name", ["record", "json", "board-id", "position"])
def test_every_format_is_known_by_its_content(name: str, tmp_path: Path) -> None:
    data = dump_file(RECORD, name)
    form, thing = load_file(data)
    assert form.name == name
    assert dump_file(thing, name) == data
    path = tmp_path / f"file{form.extensions[0]}"
    write_file(path, RECORD)
    assert path.read_bytes() == data
    assert read_file(path) == read_file(data) == read_file(str(path), name) == thing


def test_a_file_gives_what_a_record_holds() -> None:
    assert read_file(dump_file(RECORD, "position")) == as_position(RECORD)
    assert read_file(dump_file(RECORD, "board-id")) == BOARD
    assert read_file(dump_file(BOARD, "record")) == Record(BOARD.grid, rules="classic,first=any", layout=BOARD)


@pytest.mark.parametrize("kind", [Layout, View, Game, Record])
def test_the_content_is_converted_to_a_class(kind: type[Layout | View | Game | Record]) -> None:
    data = Record.begin(Game(layout=Layout("3x4", [(0, 3)]))).format().encode()
    found = read_file(data, as_=kind)
    assert type(found) is kind
    assert found.mines == 1


def test_a_class_that_no_file_holds_is_refused() -> None:
    with pytest.raises(ParameterTypeError, match="Layout"):
        read_file(b"3x4.bAgg", as_=int)  # type: ignore[type-var]
    with pytest.raises(ParameterError, match="moves"):
        read_file(b"3x4 mines=1\n####\n#1##\n####", as_=Record)


def test_what_cannot_be_used_is_told(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="the file is empty"):
        read_file(b"")
    with pytest.raises(ParseError, match="expected a file in a known format"):
        read_file(b"\x7fELF" + bytes(100))
    with pytest.raises(ParameterTypeError, match="expected a file as bytes"):
        read_file(3)  # type: ignore[call-overload]
    with pytest.raises(ParameterError, match=r"expected a name that ends with one of \.sweep, .*, got 'game'"):
        write_file("game", BOARD)
    with pytest.raises(ParameterError, match="did you mean 'record'"):
        read_file(b"x", "recrod")
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "nowhere")
    with pytest.raises(HypersweepError):
        write_file(tmp_path / "x.sweep", as_position(RECORD))
    assert not (tmp_path / "x.sweep").exists()


def test_a_file_of_no_format_is_not_read_to_its_end() -> None:
    stream = io.BytesIO(bytes(10 * BEGINNING))
    assert len(read_bytes(stream)) == BEGINNING
    stream = io.BytesIO(b"1\n" * BEGINNING)
    assert len(read_bytes(stream, kinds=["record"])) == BEGINNING
    stream = io.BytesIO(b"1\n" * BEGINNING)
    assert len(read_bytes(stream, begun=stream.read(20))) == 2 * BEGINNING


def test_every_format_has_a_line() -> None:
    assert len(ending_lines()) == len(FILE_FORMATS)


@given(st.binary(max_size=100) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(HypersweepError):
        load_file(data, max_cells=10_000)


@pytest.mark.parametrize("form", [form for form in FILE_FORMATS if "replay" in form.kinds], ids=str)
@pytest.mark.parametrize("size", ["8x8", "16x16", "16x30", "9x14"])
def test_every_mouse_replay_is_known_by_its_content(form: FileFormat, size: str) -> None:
    mines = {"8x8": 10, "16x16": 40, "16x30": 99}.get(size, 20)
    events = [
        MouseEvent(0, "move", 20, 20),
        MouseEvent(10, "left press", 24, 24),
        MouseEvent(90, "left release", 24, 24),
    ]
    video = Video("evf", Layout.random(Grid(size), mines, seed=7), events, tags={"player": "Ann"})
    data = dump_file(video, form)
    found, thing = load_file(data)
    assert found is form
    assert isinstance(thing, Video)
    assert thing.layout == video.layout
    assert dump_file(thing, form) == data
    assert dump_file(thing, "board-id").decode().strip() == str(video.layout)


@pytest.mark.parametrize("form", [form for form in FILE_FORMATS if form.kinds == ("board",)], ids=str)
@given(seed=st.integers(0, 2**32), mines=st.integers(1, 48), size=st.sampled_from(["6x8", "8x6", "49x48", "3x51"]))
def test_every_board_is_known_by_its_content(form: FileFormat, seed: int, mines: int, size: str) -> None:
    layout = Layout.random(Grid(size), mines, seed=seed)
    data = dump_file(layout, form)
    assert load_file(data)[1] == layout
    found, thing = load_file(data, path=f"x{form.extensions[0]}")
    assert (found, thing) == (form, layout)


@pytest.mark.ci_limit(9)
@pytest.mark.slow
@pytest.mark.parametrize("form", FILE_FORMATS, ids=str)
@given(data=st.data())
def test_damaged_files_are_refused_or_read(form: FileFormat, data: st.DataObject) -> None:
    whole = dump_file(clicked(BOARD, [(0, "open", (5, 0))]) if "replay" in form.kinds else RECORD, form)
    place = data.draw(st.integers(0, len(whole)))
    change = data.draw(st.binary(max_size=3))
    damaged = whole[:place] + change + whole[place + data.draw(st.integers(0, 3)) :]
    with suppress(HypersweepError), warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        found, thing = load_file(damaged, max_cells=10_000)
        thing_again = load_file(found.dump(thing), found)[1]
        assert kind_of(thing_again) == kind_of(thing)


def test_a_name_decides_where_the_content_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "long.rawvf"
    path.write_text("Comment: x\n" * 500 + "Board:\n0*\nEvents:\n")
    assert isinstance(read_file(path), Video)
    path.write_text("nothing")
    with pytest.raises(ParseError, match="expected RAWVF with a line 'Board:'"):
        read_file(path)
    assert isinstance(read_file(b"\xef\xbb\xbfBoard:\n0*\nEvents:\n"), Video)


def test_a_file_is_whole_where_its_name_names_a_format() -> None:
    for name, kinds in (("x.avf", ["replay"]), ("x.rawvf", ["record", "replay"]), ("x.MBF", ["board"])):
        assert len(read_bytes(io.BytesIO(bytes(10 * BEGINNING)), name, kinds=kinds)) == 10 * BEGINNING
    assert len(read_bytes(io.BytesIO(bytes(10 * BEGINNING)), "x.avf", kinds=["board"])) == BEGINNING


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0", b"\x7fELF" + bytes(100), b"\x89PNG\r\n"])
def test_no_message_shows_bytes_as_python_writes_them(data: bytes) -> None:
    with pytest.raises(ParseError) as caught:
        load_file(data)
    assert not re.search(r"\bb['\"]|\\x", str(caught.value))


@pytest.mark.parametrize("form", [form for form in FILE_FORMATS if not form.is_text], ids=str)
def test_damage_is_told_without_bytes_of_python(form: FileFormat) -> None:
    for data in (b"\x89PNG\r\n\x1a\n\0\0", b"*rmv\x89\0\0\1" * 20, b"ESP\0\xff\x89" * 20, b"SAVEFILE:\x89"):
        with pytest.raises(HypersweepError) as caught:
            load_file(data, form)
        assert not re.search(r"\bb['\"]", str(caught.value)), caught.value


SMALL_BOARD = Layout("3x4", [(0, 3), (2, 1)])
SMALL_RECORD = played(SMALL_BOARD, [(0, "open", (1, 0)), (900, "flag", (0, 3))])
VIDEO = Video("rawvf", SMALL_BOARD, [MouseEvent(0, "left press", 8, 24), MouseEvent(10, "left release", 8, 24)])


@pytest.mark.parametrize("form", ["avf", "rmv", "mvf", "evf", "evfs", "rawvf"])
def test_names_are_read_in_a_code_page(form: str) -> None:
    video = clicked(Layout("3x4", [(0, 3)]), [(0, "open", (1, 1))])
    data = dump_file(video.replace(tags={"player": "Ja##ska"}), form).replace(b"##", b"\xf1\xb9")
    usual, polish = read_file(data), read_file(data, encoding="cp1250")
    assert isinstance(usual, Video)
    assert isinstance(polish, Video)
    assert usual.tags["player"] == ("Ja\ufffdska" if form.startswith("evf") else "Jañ¹ska")
    assert polish.tags["player"] == "Jańąska"
    assert polish.events == usual.events
    if form != "evfs":  # a new set is named after its player
        assert dump_file(usual, form) == dump_file(polish, form) == data
    again = read_file(dump_file(polish, "evf"), as_=Record, encoding="cp1250")
    assert again.tags["player"] == "Jańąska"
    with pytest.raises(ParameterError, match="expected a text encoding"):
        read_file(data, encoding="polish")


def test_a_replay_says_which_code_page_its_names_have() -> None:
    video = clicked(Layout("3x4", [(0, 3)]), [(0, "open", (1, 1))]).replace(tags={"player": "Ja##ska"})
    names = {"cp1250": "Jańąska", "latin-1": "Jañ¹ska", "nonsense": "Ja\ufffdska", "gbk": "Ja窆ska"}
    for stated, name in names.items():
        extra = {"flags": "08", "transcoder": "x", "encoding": stated}
        data = evf.dump(video.replace(extra=extra)).replace(b"##", b"\xf1\xb9")
        assert evf.load(data).tags["player"] == name
        assert evf.dump(evf.load(data)) == data
        assert evf.load(data, encoding="cp1250").tags["player"] == "Jańąska"
        assert evf.dump(evf.load(data, encoding="cp1250")) == data


def test_every_thing_has_its_kind() -> None:
    game = Game(layout=SMALL_BOARD)
    assert [kind_of(thing) for thing in (VIDEO, SMALL_RECORD, game, game.view, SMALL_BOARD)] == list(KINDS)
    with pytest.raises(ParameterTypeError, match="expected one of Video, Record, Game, View, Layout, got 3"):
        kind_of(3)


@given(st.sampled_from(list(KINDS)), st.lists(st.sampled_from(list(KINDS)), min_size=1, unique=True).map(tuple))
def test_the_nearest_kind_loses_least(kind: str, known: tuple[str, ...]) -> None:
    order = list(KINDS)
    found = nearest_kind(kind, known)
    assert found in known
    if kind in known:
        assert found == kind
    poorer = [other for other in known if order.index(other) >= order.index(kind)]
    assert found == (min(poorer, key=order.index) if poorer else max(known, key=order.index))


def test_what_is_richer_gives_what_is_poorer() -> None:
    for thing in (SMALL_RECORD, as_game(SMALL_RECORD), SMALL_BOARD):
        assert as_board(thing) == SMALL_BOARD
    position = as_position(SMALL_RECORD)
    assert position[0, 3] == -2
    assert position[1, 0] == 1
    assert as_position(as_game(SMALL_RECORD)) == position
    assert as_position(SMALL_BOARD).covered == 12
    assert convert(position, "position") is position
    assert convert(SMALL_RECORD, "record") is SMALL_RECORD


def test_a_board_begins_a_game() -> None:
    record = as_record(SMALL_BOARD)
    assert record.layout == SMALL_BOARD
    assert record.events == ()
    record.verify()


def test_what_is_not_known_is_told() -> None:
    view = as_position(SMALL_RECORD)
    with pytest.raises(LayoutError, match="can't tell where the position's mines are: it has 11 cov"):
        as_board(view)
    with pytest.raises(LayoutError, match="has no mines yet"):
        as_board(Game("3x4", 2, seed=7))
    with pytest.raises(ParameterError, match="which moves led to it"):
        as_record(view)
    with pytest.raises(ParameterError, match="what lies under its covered cells"):
        as_game(view)
    with pytest.raises(ParameterError, match="no moves"):
        as_replay(SMALL_BOARD, "avf")
    with pytest.raises(ParameterError, match="without the tag 'mouse'"):
        as_replay(SMALL_RECORD)
    with pytest.raises(ParameterError, match=r"a format \(rawvf, evf, rmv, mvf, avf\), got 'os'"):
        as_replay(VIDEO, "os")
    with pytest.raises(ParameterError, match="did you mean 'record'"):
        convert(SMALL_BOARD, "recrod")
    restored = Game.restore(SMALL_BOARD, open_bits=bytes([16, 0]), flag_bits=bytes(2))
    with pytest.raises(ParameterError, match="only its position was saved"):
        as_record(restored)


def test_a_position_that_leaves_no_doubt_gives_its_board() -> None:
    lost = played(SMALL_BOARD, [(0, "flag", (0, 3)), (0, "open", (1, 0)), (2, "open", (2, 1))])
    game = as_game(lost)
    view = View(game.grid, game.mines, game.codes(reveal=True))
    assert as_board(view) == SMALL_BOARD
    won = View("1x3", 1, [-1, 1, 0])
    assert as_board(won) == Layout("1x3", [(0, 0)])
    flagged = View("1x3", 1, [-2, 1, 0])
    assert as_board(flagged) == Layout("1x3", [(0, 0)])
    with pytest.raises(LayoutError, match=r"got 0 in \(0, 1\), which touches 1"):
        as_board(View("1x3", 1, [-1, 0, 0]))


@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=12))
def test_the_end_of_every_board_shows_it(mines: set[tuple[int, int]]) -> None:
    layout = Layout("3x4", mines)
    codes = [-1 if layout.is_mine(cell) else layout.clue(cell) for cell in layout.grid]
    assert as_board(View(layout.grid, layout.mines, codes)) == layout


def test_a_mouse_replay_stays_what_it_is_in_its_own_format() -> None:
    assert as_replay(VIDEO) is VIDEO
    assert convert(VIDEO, "replay", "rawvf") is VIDEO
    assert as_board(VIDEO) == SMALL_BOARD
    assert as_replay(as_record(VIDEO)) == as_replay(as_record(VIDEO), "rawvf") == VIDEO
    adapted = as_replay(as_record(VIDEO), "evf")
    assert (adapted.form, adapted.layout) == ("evf", SMALL_BOARD)
    assert as_position(VIDEO)[1, 0] == 1


def test_a_position_that_no_machine_holds_is_refused_at_once() -> None:
    with pytest.raises(BoardTooLargeError, match="memory"):
        as_position(Layout.parse("100000x100000.bAQ"))
