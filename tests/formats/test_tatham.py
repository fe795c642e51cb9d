"""Game IDs of Mines: boards that others published, round trips, and texts in other formats."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import Grid, Layout, LayoutError, ParameterError, ParseError, ShapeError
from hypersweep.formats.tatham import (
    GameID,
    Params,
    dump_board,
    format_board,
    format_params,
    load_board,
    mask,
    parse,
    parse_board,
    parse_params,
    unmask,
)
from hypersweep.formats.tatham import format as format_id

# Masked boards of 9 x 9 that another program made and published, each opened in its middle, with their mines.
PUBLISHED = [
    ("750a781f936c7f3d39ec8", 10),
    ("8b80e366c270b98d6f9e0", 10),
    ("2653c862298c45e0888b0", 10),
    ("36c8075caa925fd7f91a0", 35),
]


@pytest.mark.parametrize(("digits", "mines"), PUBLISHED)
def test_published_boards(digits: str, mines: int) -> None:
    text = f"9x9n{mines}:4,4,m{digits}"
    game = parse(text)
    assert game.layout is not None
    assert (game.layout.mines, game.mines, game.first) == (mines, mines, (4, 4))
    # A board of Mines opens with a zero.
    assert game.layout[4, 4] == 0
    assert game.format() == text


def naive_mask(bits: bytes, count: int) -> bytes:
    """The masking as documented, byte by byte."""

    def stream(seed: bytes, size: int) -> bytes:
        return b"".join(hashlib.sha1(seed + str(part).encode()).digest() for part in range(size // 20 + 1))[:size]

    data, half = bytearray(bits), len(bits) // 2
    for place, byte in enumerate(stream(bytes(data[half:]), half)):
        data[place] ^= byte
    for place, byte in enumerate(stream(bytes(data[:half]), len(data) - half), half):
        data[place] ^= byte
    for spare in range(-count % 8):
        data[-1] &= ~(1 << spare)
    return bytes(data)


@pytest.mark.slow
@given(strategies.layouts(max_cells=400, max_dimensions=1) | strategies.layouts(max_dimensions=2))
def test_masking_is_undone(layout: Layout) -> None:
    bits = "".join("1" if layout.is_mine(cell) else "0" for cell in layout.grid)
    count = len(bits)
    plain = int(bits.ljust((count + 7) // 8 * 8, "0"), 2).to_bytes((count + 7) // 8, "big")
    assert mask(plain, count) == naive_mask(plain, count)
    assert unmask(mask(plain, count), count) == plain


def test_masks_of_several_digests() -> None:
    bits = bytes(range(256)) * 4
    assert mask(bits, 8192) == naive_mask(bits, 8192)
    assert unmask(mask(bits, 8192), 8192) == bits
    with pytest.raises(ParameterError, match="expected 2 bytes for 12 bits"):
        mask(b"\0", 12)


@st.composite
def game_ids(draw: st.DrawFn) -> GameID:
    """Game IDs of every kind."""
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    cells = columns * rows
    params = Params(columns, rows, draw(st.none() | st.integers(0, cells)), draw(st.booleans()))
    kind = draw(st.sampled_from(("layout", "state", "seed", "nothing")))
    if kind == "layout":
        layout = Layout((rows, columns), draw(st.sets(st.integers(0, cells - 1))))
        first = draw(st.none() | st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
        return GameID(params, layout, first, draw(st.sampled_from(("m", "u", ""))))
    if kind == "state":
        return GameID(params, state=f"r{draw(st.integers(0, cells))},{draw(st.sampled_from('ua'))},0f3c")
    return GameID(params, seed=draw(st.text(max_size=8)).rstrip()) if kind == "seed" else GameID(params)


@given(game_ids())
def test_every_game_id_goes_there_and_back(game: GameID) -> None:
    text = format_id(game)
    assert parse(text, max_cells=81) == game
    assert parse(text).format() == text
    assert parse_params(format_params(game.params)) == game.params
    if board := format_board(game):
        assert parse_board(game.params, board) == game


def test_letter_by_letter() -> None:
    layout = Layout("3x4", [(0, 1), (2, 3)])
    assert parse("4x3:0,2,u401") == GameID(Params(4, 3), layout, (2, 0), "u")
    assert parse(" 4x3n2a:401\n") == GameID(Params(4, 3, 2, False), layout, mark="")
    assert parse("4x3:m" + mask(b"\x40\x10", 12).hex()[:3]).layout == layout
    assert parse("9n10").params == Params(9, 9, 10)
    assert parse("9x9n10#123:4").seed == "123:4"
    assert parse("9x9n10:r10,u,00ff").mines == 10
    assert parse("9x9").mines is None
    # Digits past the last cell don't count.
    assert parse("3x3:u007").mines == 0
    assert parse("3x1:uF").mines == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected parameters of Mines"),
        ("9x", "expected parameters of Mines"),
        ("9x9n", "expected parameters of Mines"),
        ("9x9b", "expected parameters of Mines"),
        ("\u0669x9", "expected parameters of Mines"),
        ("9" * 5000, "expected parameters of Mines"),
        ("0x9", "columns from 1 to 32767"),
        ("9x40000", "rows from 1 to 32767"),
        ("3x3n10", "mines from 0 to 9"),
        ("4x3:", "expected 3 hexadecimal digits"),
        ("4x3:u40", "expected 3 hexadecimal digits"),
        ("4x3:u4 1", "expected 3 hexadecimal digits"),
        ("4x3:u4010", "expected 3 hexadecimal digits"),
        ("4x3:1,u401", "expected a board such as"),
        ("4x3:1,,u401", "expected a board such as"),
        ("4x3:4,0,u401", "expected a first cell in 4 columns and 3 rows, got 4,0"),
        ("4x3:0,3,u401", "expected a first cell in 4 columns and 3 rows, got 0,3"),
        ("4x3:r1,x,00", "expected a state such as"),
        ("4x3:r13,u,00", "expected a state such as"),
    ],
)
def test_what_is_no_game_id(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(text)


@given(
    strategies.near_misses(["4x3n2:0,2,u401", "9x9:4,4,m750a781f936c7f3d39ec8", "9x9n10:r10,u,00ff", "4x3n2a#12"])
    | st.text(alphabet="0123456789abcdefxnmur,:#", max_size=40)
)
def test_any_text_is_a_game_id_or_refused(text: str) -> None:
    try:
        game = parse(text, max_cells=10_000)
    except (ParseError, ShapeError):
        return
    assert parse(game.format()) == game


def test_a_board_keeps_to_the_cells_it_may_have() -> None:
    for text in ("4x3:u401", "4x3", "4x3#1", "4x3:r1,u,00"):
        with pytest.raises(ShapeError, match="expected at most 11 cells, got 12"):
            parse(text, max_cells=11)


def test_arguments_that_do_not_go_together() -> None:
    params, layout = Params(4, 3), Layout("3x4", [(0, 1)])
    with pytest.raises(LayoutError, match="expected a layout for 3x4, got one for 4x3"):
        GameID(params, Layout("4x3"))
    for wrong in (
        {"layout": layout, "seed": "1"},
        {"state": "r1,u,00", "seed": "1"},
        {"first": (0, 0)},
        {"layout": layout, "first": (3, 0)},
        {"layout": layout, "mark": "x"},
        {"state": "r13,u,00"},
        {"seed": "1 "},
    ):
        with pytest.raises(ParameterError, match=r"expected|first needs a layout"):
            GameID(params, **wrong)
    for kind, act in ((GameID, format_id), (Params, format_params)):
        with pytest.raises(TypeError, match=f"expected a? ?{kind.__name__}"):
            act("4x3")  # type: ignore[arg-type]


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32))
def test_what_is_written_is_read(rows: int, columns: int, seed: int) -> None:
    layout = Layout.random(Grid((rows, columns)), rows * columns // 3, seed=seed)
    data = dump_board(layout)
    assert data.isascii()
    assert load_board(data) == layout


def test_what_does_not_say_where_mines_are_is_refused() -> None:
    assert load_board(b"4x3:0,2,u401\r\n") == Layout("3x4", [(0, 1), (2, 3)])
    with pytest.raises(ParseError, match="expected a game ID that says where the mines are"):
        load_board(b"4x3n2#123")


def test_what_a_game_id_cannot_hold_is_refused() -> None:
    with pytest.raises(LayoutError, match="expected a plain board of rows and columns for a game ID, got 3x4x5"):
        dump_board(Layout("3x4x5", []))
    with pytest.raises(ParameterError):
        dump_board(Layout("2x40000", []))
