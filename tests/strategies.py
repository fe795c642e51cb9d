"""Hypothesis strategies for hypersweep's objects, and for text that almost describes one.

Boards are small, with one to six dimensions and different sides, including 1 and 2: that is where wrapped neighbours
coincide and offsets go wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hypothesis import strategies as st

import naive
from hypersweep import Grid, Layout, Move, Rules, View
from hypersweep.rules import GRADES
from hypersweep.typing import Guess

Cell = tuple[int, ...]
MoveKind = Literal["open", "flag", "chord"]
FIRST_OPENS: tuple[Literal["any", "safe", "opening"], ...] = ("any", "safe", "opening")


@st.composite
def shapes(draw: st.DrawFn, max_cells: int = 60, max_dimensions: int = 6) -> tuple[int, ...]:
    """Return shapes of one to six dimensions with at most `max_cells` cells."""
    dimensions = draw(st.integers(1, max_dimensions))
    room = max_cells
    sides = []
    for _ in range(dimensions):
        side = draw(st.integers(1, min(7 if dimensions > 1 else 20, room)))
        sides.append(side)
        room //= side
    return tuple(draw(st.permutations(sides)))


@st.composite
def wide_shapes(draw: st.DrawFn) -> tuple[int, ...]:
    """Return shapes of one to four dimensions with long rows or many rows: both sides of every multiple of 64."""
    row = draw(st.sampled_from((31, 32, 33, 62, 63, 64, 65, 66, 67, 127, 128, 129, 130, 191, 192, 193, 200)))
    others = draw(st.sampled_from(((), (1,), (2,), (3,), (5,), (2, 1), (2, 2), (1, 3), (2, 1, 2))))
    if draw(st.integers(0, 5)) == 5:
        return (row, *others)
    return (*others, row)


@st.composite
def grids(draw: st.DrawFn, max_cells: int = 60, max_dimensions: int = 6) -> Grid:
    """Return grids of either adjacency, with any axes wrapped."""
    return draw(grids_of(shapes(max_cells, max_dimensions)))


@st.composite
def grids_of(draw: st.DrawFn, chosen: st.SearchStrategy[tuple[int, ...]]) -> Grid:
    """Return grids of some shapes, of either adjacency, with any axes wrapped."""
    shape = draw(chosen)
    wrap = [axis for axis in range(len(shape)) if draw(st.booleans())]
    return Grid(shape, adjacency=draw(st.sampled_from(("moore", "orthogonal"))), wrap=wrap)


def board_of(grid: Grid) -> naive.Board:
    """Return the naive board of the same grid."""
    return naive.Board(grid.shape, grid.adjacency, grid.wrap)


def cells_of(grid: Grid) -> st.SearchStrategy[Cell]:
    """Return cells on a grid."""
    return st.tuples(*(st.integers(0, side - 1) for side in grid.shape))


def cells_off(grid: Grid) -> st.SearchStrategy[Cell]:
    """Return tuples of ints that are no cell of a grid: a coordinate outside, or too few or too many coordinates."""
    wrong_length = st.lists(st.integers(0, 3), max_size=8).filter(lambda cell: len(cell) != grid.dimensions)
    anywhere = st.tuples(*(st.integers(-2, side + 2) | st.integers() for side in grid.shape))
    outside = anywhere.filter(
        lambda cell: not all(0 <= place < side for place, side in zip(cell, grid.shape, strict=True))
    )
    return outside | wrong_length.map(tuple)


def bit_strings(grid: Grid) -> st.SearchStrategy[bytes]:
    """Return bit strings that fit a grid: spare bits are 0."""
    size = (grid.cells + 7) // 8
    last = 0xFF >> (-grid.cells % 8)
    return st.binary(min_size=size, max_size=size).map(lambda data: data[:-1] + bytes([data[-1] & last]))


@st.composite
def mine_sets(draw: st.DrawFn, grid: Grid) -> frozenset[Cell]:
    """Return sets of cells of a grid: none, all, and any share in between."""
    size = (grid.cells + 7) // 8
    chosen = (1 << (8 * size)) - 1
    for _ in range(draw(st.integers(0, 5))):
        chosen &= int.from_bytes(draw(st.binary(min_size=size, max_size=size)), "little")
    if draw(st.integers(0, 9)) == 9:
        chosen = 0
    return frozenset(cell for index, cell in enumerate(grid) if chosen >> index & 1)


def wide_grids() -> st.SearchStrategy[Grid]:
    """Return grids of up to 1,000 cells whose rows begin and end at every place within a machine word."""
    return grids_of(wide_shapes())


def room_for_mines(grid: Grid, first_open: str) -> int:
    """Return the number of mines a grid can hold whichever cell is opened first."""
    board = board_of(grid)
    return grid.cells - max(len(board.kept_free(cell, first_open)) for cell in board.cells())


@st.composite
def layouts(draw: st.DrawFn, max_cells: int = 60, max_dimensions: int = 6) -> Layout:
    """Return layouts on grids of every kind."""
    grid = draw(grids(max_cells, max_dimensions))
    return Layout(grid, sorted(draw(mine_sets(grid))))


def seeds() -> st.SearchStrategy[int]:
    """Return seeds of a Stream, the ends of the range included."""
    return st.sampled_from((0, 1, 2**32, 2**63, 2**64 - 1)) | st.integers(0, 2**64 - 1)


@st.composite
def rules(draw: st.DrawFn, guesses: Sequence[Guess] = ("allowed",)) -> Rules:
    """Return every set of rules, with some settings for guesses."""
    guess = draw(st.sampled_from(guesses))
    protects = draw(st.booleans())
    is_never = guess == "never"
    grade = draw(st.sampled_from((None, *GRADES))) if is_never else None
    return Rules(
        first_open=draw(st.sampled_from(FIRST_OPENS[is_never:])),
        flag_protects_click=protects,
        flag_protects_cascade=draw(st.booleans()),
        flags_on_open=draw(st.booleans()),
        flag_toggles=protects or draw(st.booleans()),
        chord=draw(st.booleans()),
        guess=guess,
        grade=grade,
        exactly=grade is not None and draw(st.booleans()),
    )


def game_rules() -> st.SearchStrategy[Rules]:
    """Return rules for games that deal their boards, now and then one without guesses."""
    return rules(("allowed", "allowed", "allowed", "never"))


def rules_of(rules: Rules) -> naive.Rules:
    """Return the naive rules of the same meaning."""
    return naive.Rules(
        flag_protects_click=rules.flag_protects_click,
        flag_protects_cascade=rules.flag_protects_cascade,
        flags_on_open=rules.flags_on_open,
        flag_toggles=rules.flag_toggles,
        chord=rules.chord,
    )


MOVE_KINDS: tuple[MoveKind, ...] = ("open", "flag", "chord")


@st.composite
def moves(draw: st.DrawFn, grid: Grid) -> Move:
    """Return moves on a grid."""
    return Move(draw(st.sampled_from(MOVE_KINDS)), draw(cells_of(grid)))


@st.composite
def views(draw: st.DrawFn, max_cells: int = 60) -> View:
    """Return views of games in any state that moves can lead to."""
    grid = draw(grids(max_cells))
    mines = draw(mine_sets(grid))
    game = naive.Game(board_of(grid), mines)
    for kind, cell in draw(st.lists(st.tuples(st.sampled_from(("open", "open", "flag")), cells_of(grid)), max_size=12)):
        if kind == "open":
            game.open(cell)
        else:
            game.flag(cell)
    return View(grid, len(mines), game.codes())


def near_misses(forms: Sequence[str]) -> st.SearchStrategy[str]:
    """Return text: some of the forms as they are, some with pieces cut out, doubled or put in, and some garbage.

    Args:
        forms: text that parses.
    """
    letters = "".join(sorted(set("".join(forms)))) + "0123456789x~=,.-_+ \n\t\r\x00é☃𝟙²"
    pieces = st.sampled_from(
        ("", "0", "-1", "x", "~wrap=", "99999999999999999999", "²", " ", "\n", "٣", "b", "g", "A=")
    )
    return st.one_of(
        st.sampled_from(tuple(forms)),
        _damaged(tuple(forms), pieces),
        st.text(letters, max_size=40),
        st.text(max_size=20),
    )


@st.composite
def _damaged(draw: st.DrawFn, forms: tuple[str, ...], pieces: st.SearchStrategy[str]) -> str:
    text = draw(st.sampled_from(forms))
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.integers(begin, min(len(text), begin + 4)))
        text = text[:begin] + draw(pieces | st.just(text[begin:end] * 2)) + text[end:]
    return text
