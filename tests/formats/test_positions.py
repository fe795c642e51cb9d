"""Positions written to Parquet files, and read again by hypersweep and by plain pyarrow."""

from __future__ import annotations

import json
import pickle
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from hypersweep import (
    Game,
    Grid,
    InconsistentViewError,
    Layout,
    MissingExtraError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    View,
    __version__,
    analyse,
)
from hypersweep.formats.positions import LICENCE, Position, read_positions, write_positions

VIEW = View("3x4", 3, [-1, 1, 0, 0, -1, 2, 1, 1, -1, -1, -2, -1])


def some_views() -> list[View]:
    dice = random.Random(7)
    return [random_view(shape, mines, dice) for shape, mines in (("3x4", 2), ("2x3x4", 3), ("4x5~wrap=1", 4)) * 5]


def random_view(shape: str, mines: int, dice: random.Random) -> View:
    game = Game(shape, mines, seed=dice.randrange(1 << 32))
    game.open(dice.choice(list(game.grid)))
    game.flag(dice.choice([cell for cell in game.grid if game.view[cell] < 0] or [game.grid.cell(0)]))
    return game.view


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.parquet"


def test_views_are_given_their_exact_chances(path: Path) -> None:
    views = [view for view in some_views() if -3 not in view.codes and -4 not in view.codes]
    assert write_positions(path, iter(views), rules="classic,first=opening", tags={"board": "many"}) == len(views)
    found = read_positions(path)
    assert (found.count, len(found), str(found.rules)) == (len(views), len(views), "classic,first=opening")
    assert (found.program, found.licence, found.tags) == (f"hypersweep {__version__}", LICENCE, {"board": "many"})
    for position, view in zip(found, views, strict=True):
        assert position.view == view
        assert position.chances == analyse(view).probabilities
        assert (position.seed, position.source, position.move) == (None, None, None)
    assert list(found) == list(found)
    assert pickle.loads(pickle.dumps(found)) == found


def test_positions_are_written_as_they_are(path: Path) -> None:
    positions = [
        Position(VIEW, None, 2**64 - 1, "of Ann’s", 2**32 - 1),
        Position(VIEW, [0.25] * 12, move=0),
        Position(View("1x1", 1, [-4])),
        Position(View("2x2", 0, [0, 0, 0, -5]), [0, 0.0, 0, 1]),
    ]
    write_positions(path, positions)
    assert list(read_positions(path)) == positions
    assert read_positions(path).rules is None
    for position in positions:
        assert pickle.loads(pickle.dumps(position)) == position


def test_other_programs_read_the_columns(path: Path) -> None:
    write_positions(path, [Position(VIEW, analyse(VIEW).probabilities, 7, "here", 3), Position(VIEW)])
    table = parquet.read_table(path)
    assert table.column("codes").to_pylist() == [list(VIEW.codes)] * 2
    assert table.column("chances").to_pylist() == [list(analyse(VIEW).probabilities), None]
    assert table.select(["grid", "mines", "seed", "source", "move"]).to_pylist() == [
        {"grid": "3x4", "mines": 3, "seed": 7, "source": "here", "move": 3},
        {"grid": "3x4", "mines": 3, "seed": None, "source": None, "move": None},
    ]
    stated = json.loads(table.schema.metadata[b"hypersweep"])
    assert (stated["type"], stated["version"]) == ("positions", 1)


@pytest.mark.slow
def test_a_group_is_in_memory_at_a_time(path: Path) -> None:
    taken = 0

    def many() -> Iterator[Position]:
        nonlocal taken
        for number in range(70):
            taken += 1
            yield Position(view, move=number)

    view = View("160x300", 0, [0] * 48_000)
    write_positions(path, many())
    groups = parquet.ParquetFile(path)
    assert [groups.metadata.row_group(group).num_rows for group in range(groups.num_row_groups)] == [22, 22, 22, 4]
    reading = iter(read_positions(path))
    assert [next(reading).move for _ in range(70)] == list(range(70))


def test_a_file_of_none_is_a_file(path: Path) -> None:
    assert write_positions(path, []) == 0
    assert list(read_positions(path)) == []
    assert repr(read_positions(path)) == "<PositionFile of 0 positions>"


@pytest.mark.parametrize(
    ("positions", "error", "message"),
    [
        ([VIEW, "x"], ParameterTypeError, "a Position or a View, got 'x'.*at place 1"),
        ([VIEW, View("1x2", 2, [-1, 1])], InconsistentViewError, "no layout|expected"),
        (VIEW, ParameterTypeError, "expected positions"),
        (7, ParameterTypeError, "expected positions"),
        ([Position(VIEW, source="\ud800")], ParameterError, "UTF-8"),
        ([View("x".join(["1"] * 10 + ["3"] * 10), 0, [0] * 3**10)], ParameterError, "32,767 neighbours"),
    ],
)
def test_what_cannot_be_written_leaves_the_old_file(
    path: Path, positions: Any, error: type[Exception], message: str
) -> None:
    path.write_bytes(b"old")
    with pytest.raises(error, match=message):
        write_positions(path, positions)
    assert path.read_bytes() == b"old"
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_an_error_of_whoever_gives_the_positions_is_passed_on(path: Path) -> None:
    def broken() -> Iterator[View]:
        yield VIEW
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        write_positions(path, broken())
    assert not path.exists()


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"rules": "unknown"}, "unknown"),
        ({"licence": 7}, "expected text by name"),
        ({"tags": {"a": 7}}, "expected text by name"),
    ],
)
def test_metadata_that_cannot_be_is_refused(path: Path, named: Any, message: str) -> None:
    with pytest.raises((ParameterError, ParseError), match=message):
        write_positions(path, [VIEW], **named)


def test_without_pyarrow_it_says_how_to_install_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for call in (lambda: write_positions(path, [VIEW]), lambda: read_positions(path)):
        with pytest.raises(MissingExtraError, match=r"pip install 'hypersweep\[data\]'"):
            call()


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 9), st.booleans(), st.none() | st.integers(0, 9)), max_size=9)
)
def test_any_positions_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[int, int, bool, int | None]]
) -> None:
    positions = []
    for height, width, has_chances, number in rows:
        grid = Grid((height, width))
        codes = [(place * 7 + width) % 14 - 5 for place in range(grid.cells)]
        codes = [min(code, grid.max_neighbours) for code in codes]
        chances = [place / grid.cells for place in range(grid.cells)] if has_chances else None
        positions.append(Position(View(grid, height, codes), chances, number, None if number else "é", number))
    path = tmp_path_factory.mktemp("any") / "any.parquet"
    write_positions(path, positions)
    assert list(read_positions(path)) == positions


def test_a_layout_is_no_view(path: Path) -> None:
    with pytest.raises(ParameterTypeError, match="a Position or a View"):
        write_positions(path, [Layout("3x4", [])])  # type: ignore[list-item]
