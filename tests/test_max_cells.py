"""Untrusted input: every parser obeys a size limit, and short texts never take much time or memory."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import Grid, HypersweepError, Layout, Move, ParseError, Rules, ShapeError, View
from hypersweep.formats.json_shapes import parse_object
from hypersweep.formats.position_json import PositionReader
from hypersweep.formats.position_text import read_position
from hypersweep.record import Event, Record

RECORD = "hypersweep-record: 1\nboard: {}\nmines: {}\nrules: classic\n\n0 end: ongoing\n"


def json_view(text: str, max_cells: int | None) -> View:
    return PositionReader(max_cells=max_cells).view(parse_object(text))


# Every parser that can make a board, and a text of 3 x 4 cells.
PARSERS: dict[str, tuple[Callable[[str, int | None], object], str]] = {
    "grid": (lambda text, most: Grid.parse(text, max_cells=most), "3x4~wrap=1"),
    "bits of a layout": (lambda text, most: Layout.parse(text, max_cells=most), "3x4.bAgg"),
    "gaps of a layout": (lambda text, most: Layout.parse(text, max_cells=most), "3x4.gAQk"),
    "bit string": (lambda text, most: Layout.from_bits(text, b"\x02\x08", max_cells=most), "3x4"),
    "view": (lambda text, most: View.parse(text, max_cells=most), "3x4 mines=1\n####\n####\n####"),
    "record": (lambda text, most: Record.parse(text, max_cells=most), RECORD.format("3x4", 2)),
    "record with a layout": (
        lambda text, most: Record.parse(text, max_cells=most),
        RECORD.format("3x4", 2).replace("classic\n", "classic\nlayout: 3x4.bAgg\n"),
    ),
    "position": (lambda text, most: read_position(text, max_cells=most), "3x4 mines=1\n####\n####\n####"),
    "picture": (lambda text, most: read_position(text, max_cells=most), "3x4, 1 mine\n####\n####\n####"),
    "plain picture": (lambda text, most: read_position(text, max_cells=most), "1 mine\n####\n####\n####"),
    "labelled picture": (
        lambda text, most: read_position(text, max_cells=most),
        "1 mines left\n   0 1 2 3\n0| # # # #\n1| # # # #\n2| # # # #",
    ),
    "lists": (lambda text, most: read_position(text, mines=1, max_cells=most), str([[-1] * 4] * 3)),
    "object": (json_view, '{"shape": [3, 4], "mines": 1, "view": ["####", "####", "####"]}'),
}


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_keeps_to_the_cells_it_may_make(name: str) -> None:
    parse, text = PARSERS[name]
    whole = parse(text, None)
    assert parse(text, 12) == whole
    assert parse(text, 1 << 70) == whole
    for most in (11, 1):
        with pytest.raises(ValueError, match=f"expected at most {most} cells, got 12") as caught:
            parse(text, most)
        assert isinstance(caught.value, ShapeError | ParseError)


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize("most", [0, -1, True, "12", 12.0])
def test_the_size_is_checked_as_other_numbers_are(name: str, most: Any) -> None:
    parse, text = PARSERS[name]
    with pytest.raises(ValueError, match="max_cells"):
        parse(text, most)


@given(strategies.layouts(), st.integers(1, 60))
def test_a_layout_is_read_exactly_if_it_is_no_larger(layout: Layout, most: int) -> None:
    for text, parse in ((str(layout), Layout.parse), (str(layout.grid), Grid.parse)):
        if layout.grid.cells <= most:
            assert parse(text, max_cells=most) == parse(text)
        else:
            with pytest.raises(ShapeError):
                parse(text, max_cells=most)


SIDES = ("100000000000", "1000000x1000000", "4294967296x4294967296", "2x" * 63 + "2", "9" * 30, "9" * 100_000)

# Short texts for huge boards: each is refused at once under a limit.
HUGE = [
    *SIDES,
    *(f"{side}.b" for side in SIDES),
    *(f"{side}.g____________" for side in SIDES),
    *(f"{side} mines=1\n#" for side in SIDES),
    *(f"{side}, 1 mine\n1  1\n 11" for side in SIDES),
    *(RECORD.format(side, 10) for side in SIDES),
]


@pytest.mark.ci_limit(95)
@pytest.mark.slow
@pytest.mark.parametrize("text", HUGE, ids=lambda text: f"{text[:24]!r}")
@pytest.mark.parametrize(
    "parse", [Grid.parse, Layout.parse, View.parse, Record.parse, read_position], ids=lambda parse: parse.__qualname__
)
def test_huge_boards_of_few_characters_are_refused(parse: Callable[..., object], text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|number of mines is missing") as caught:
        parse(text, max_cells=10**6)
    assert isinstance(caught.value, HypersweepError)
    assert len(str(caught.value)) < 2000


DIGITS = "9" * 10_000

# Numbers of thousands of digits, which int() refuses with its own error, at every number of a text.
LONG_NUMBERS: list[tuple[Callable[[str], object], str]] = [
    (Grid.parse, DIGITS),
    (Grid.parse, f"3x4~wrap={DIGITS}"),
    (Layout.parse, f"{DIGITS}.b"),
    (View.parse, f"3x4 mines={DIGITS}\n####\n####\n####"),
    (View.parse, f"1x2 mines=1\n# {DIGITS}"),
    (Move.parse, f"open {DIGITS} 1"),
    (Move.parse, "open 99999999999999999999"),
    (Event.parse, f"{DIGITS} open 3 4: 1"),
    (Event.parse, f"0 open 3 {DIGITS}: 1"),
    (Event.parse, f"0 open 3 4: {DIGITS}"),
    (Event.parse, f"0 hint {DIGITS}"),
    (Rules.parse, DIGITS),
    (Record.parse, RECORD.format("3x4", DIGITS)),
    (Record.parse, RECORD.format(DIGITS, 2)),
    (Record.parse, RECORD.format("3x4", 2).replace("classic\n", f"classic\nseed: {DIGITS}\n")),
    (Record.parse, RECORD.format("3x4", 2).replace("0 end", f"{DIGITS} end")),
    (Record.parse, RECORD.format("3x4", 2).replace("record: 1", f"record: {DIGITS}")),
    (read_position, f"{DIGITS} mines\n####\n####"),
    (read_position, f"board 2x4, {DIGITS} mines\n####\n####"),
    (read_position, f"1 mines left\n     0 1\n{DIGITS}| # #"),
    (read_position, f"1 mines left\nx2=0 x2=1\n  0 1   0 1\n0| # # {DIGITS}| # #"),
    (read_position, "1 mines left\nx2=0 x2=1\n  0 1   0 1\n0| # # q| # #"),
    (read_position, f"1 mines left\nx2=0 x2={DIGITS}\n  0 1   0 1\n0| # # 0| # #"),
    (read_position, f"1 mines left\nx2=0\n  0 1\nx3={DIGITS} 0| # #"),
    (read_position, f"1 mines left\nx4={DIGITS}\nx2=0\n  0 1\n0| # #"),
    (read_position, f"{DIGITS}x2 1\n# #"),
    (read_position, f"[[{DIGITS}, -1]]"),
    (lambda text: json_view(text, None), f'{{"shape": [{DIGITS}], "mines": 1, "view": []}}'),
    (lambda text: json_view(text, None), f'{{"shape": "{DIGITS}", "mines": 1, "view": []}}'),
    (lambda text: json_view(text, None), '{"shape": [1e400], "mines": 1, "view": []}'),
]


@pytest.mark.parametrize(("parse", "text"), LONG_NUMBERS)
def test_long_numbers_are_refused_as_other_mistakes_are(parse: Callable[[str], object], text: str) -> None:
    with pytest.raises(HypersweepError) as caught:
        parse(text)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value).startswith(("expected", "line ", "a number has too many digits"))
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("text", ["100000000000.b", "100000000000.g_____w8", "60000x60000.bAQ"])
def test_what_a_short_text_names_can_be_used(text: str) -> None:
    """For a huge board nothing is computed before it is needed, except texts about it."""
    layout = Layout.parse(text)
    assert re.search(r" with \d+ mines?>$", repr(layout))
    assert len(layout._repr_svg_()) < 1000
    assert layout.mines in (0, 1)
    assert layout.grid.cells in (10**11, 36 * 10**8)
    assert not layout.is_mine(layout.grid.cell(layout.grid.cells // 2))
    assert layout.bits(0, 8) in (bytes(8), b"\x01" + bytes(7))


@pytest.mark.slow
@given(st.lists(st.integers(1, 3), min_size=1, max_size=30), st.integers(0, 9000), st.booleans())
def test_every_grid_that_can_be_made_can_be_read(sides: list[int], ones: int, wrap: bool) -> None:
    grid = Grid([*sides, *[1] * ones], wrap=wrap)
    assert Grid.parse(str(grid)) == grid
    assert pickle.loads(pickle.dumps(grid)) == grid
    with pytest.raises(HypersweepError) as caught:
        grid.index((7,) * (ones + len(sides) + 1))
    assert len(str(caught.value)) < 2000


def test_boards_of_thousands_of_axes_are_played() -> None:
    from hypersweep import Game

    grid = Grid([1] * 3000 + [2, 3] + [1] * 3000, wrap=True)
    assert Grid.parse(str(grid)) == grid
    game = Game(layout=Layout(grid, [(0,) * 6002]))
    safe = (0,) * 3000 + (1, 2) + (0,) * 3000
    assert game.open(safe).opened == 1
    assert len(grid.neighbours(safe)) == grid.neighbour_count(safe) == 5
    assert Layout.parse(str(game.layout)) == game.layout
