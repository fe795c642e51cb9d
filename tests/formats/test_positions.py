"""A position: what it may contain."""

from __future__ import annotations

import copy
import json
import math
import pickle
import random
import sys
from array import array
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from hypersweep import (
    Budget,
    Game,
    Grid,
    HypersweepError,
    InconsistentViewError,
    Layout,
    MineCountError,
    MissingExtraError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    View,
    __version__,
    analyse,
)
from hypersweep.formats.positions import LICENCE, Position, positions_of_games, read_positions, write_positions

VIEW = View("1x3", 1, [-1, 1, -1])


def test_a_position_is_a_value() -> None:
    position = Position(VIEW, array("d", [0.5, 0, 0.5]), seed=3, source="Ann", move=2)
    assert position.chances is not None
    assert position.chances.tolist() == [0.5, 0, 0.5]
    assert position == Position(VIEW, [0.5, 0, 0.5], 3, "Ann", 2) != Position(VIEW)
    assert hash(position) == hash(copy.deepcopy(position))
    assert pickle.loads(pickle.dumps(position)) == position
    assert Position(VIEW).chances is None
    with pytest.raises(AttributeError):
        position.move = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("named", "error"),
    [
        ({"chances": [0.5, 0]}, ParameterError),
        ({"chances": [0.5, 0, 1.5]}, ParameterError),
        ({"chances": [0.5, 0, math.nan]}, ParameterError),
        ({"chances": "abc"}, ParameterTypeError),
        ({"chances": 7}, ParameterTypeError),
        ({"seed": -1}, ParameterError),
        ({"seed": 2**64}, ParameterError),
        ({"move": 2**32}, ParameterError),
        ({"move": True}, ParameterTypeError),
        ({"source": 7}, ParameterTypeError),
        ({"view": "x"}, ParameterTypeError),
    ],
)
def test_what_cannot_be_is_refused(named: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match="expected"):
        Position(**{"view": VIEW, **named})


SMALL = View("2x3", 1, [-1, 1, 0, -1, 1, 0])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "some.parquet"
    write_positions(path, [Position(SMALL, [0.5, 0, 0, 0.5, 0, 0], 7, "here", move) for move in range(3)])
    return path


def rewrite(path: Path, column: str, values: list[Any], kind: Any = None) -> None:
    """Put other values into a column."""
    table = parquet.read_table(path)
    place = table.schema.get_field_index(column)
    field = table.schema.field(column) if kind is None else pyarrow.field(column, kind)
    changed = table.set_column(place, field.with_nullable(True), pyarrow.array(values, field.type))
    parquet.write_table(changed.replace_schema_metadata(table.schema.metadata), path)


def restate(path: Path, stated: Any) -> None:
    """Put other metadata into a file."""
    metadata = stated if isinstance(stated, bytes) else json.dumps(stated).encode()
    parquet.write_table(parquet.read_table(path).replace_schema_metadata({b"hypersweep": metadata}), path)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"hello there", b"PAR1" + bytes(100) + b"PAR1"])
def test_what_is_no_parquet_file_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "other").write_bytes(data)
    with pytest.raises(ParseError, match="expected a Parquet file of positions, got"):
        read_positions(tmp_path / "other")


def test_a_file_that_is_not_there_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_positions(tmp_path / "none")
    with pytest.raises(IsADirectoryError):
        read_positions(tmp_path)


def test_parquet_files_of_others_are_refused(tmp_path: Path) -> None:
    parquet.write_table(pyarrow.table({"a": [1]}), tmp_path / "other")
    with pytest.raises(ParseError, match="positions by hypersweep"):
        read_positions(tmp_path / "other")


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        (b"[" * 100_000, "positions by hypersweep"),
        (b"\xff", "positions by hypersweep"),
        ([], "positions by hypersweep"),
        ({"type": "games", "version": 1}, "positions by hypersweep"),
        ({"type": "positions", "version": 2}, "expected version 1 of positions in .*, got 2"),
        ({"type": "positions", "version": 1}, "expected texts in the metadata"),
        ({"type": "positions", "version": 1, "program": "", "licence": "", "tags": {"a": 1}}, "expected texts"),
        ({"type": "positions", "version": 1, "program": "", "licence": "", "tags": {}, "rules": 7}, "expected texts"),
        ({"type": "positions", "version": 1, "program": "", "licence": "", "tags": {}, "rules": "?"}, "the rules in"),
    ],
)
def test_metadata_that_says_something_else_is_refused(path: Path, stated: Any, message: str) -> None:
    restate(path, stated)
    with pytest.raises(ParseError, match=message):
        read_positions(path)


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        ("grid", ["2x3", "2x3", None], "a value for grid in every row"),
        ("grid", ["2x3", "2x4", "2x3"], "expected codes and chances of 8 cells in row 1"),
        ("grid", ["2x3", "2x", "2x3"], "row 1 of"),
        ("grid", ["2x3", "99999x99999x9999", "2x3"], "row 1 of"),
        ("mines", [1, 7, 1], "row 1 of"),
        ("mines", [1, None, 1], "a value for mines in every row"),
        ("codes", [[0] * 6, [0] * 7, [0] * 6], "codes and chances of 6 cells in row 1"),
        ("codes", [[0] * 6, [0] * 6, [0] * 5 + [9]], "row 2 of"),
        ("codes", [[0] * 6, [0] * 5 + [-6], [0] * 6], "row 1 of"),
        ("codes", [[0] * 6, None, [0] * 6], "a value for codes in every row"),
        ("chances", [None, [0.5] * 5, None], "codes and chances of 6 cells in row 1"),
        ("chances", [None, [0.5] * 5 + [1.5], None], "row 1 of"),
        ("chances", [None, [0.5] * 5 + [float("nan")], None], "row 1 of"),
    ],
)
def test_rows_that_cannot_be_are_refused_by_number(path: Path, column: str, values: list[Any], message: str) -> None:
    rewrite(path, column, values)
    with pytest.raises(ParseError, match=message):
        list(read_positions(path))


@pytest.mark.parametrize("column", ["grid", "codes", "move", "seed"])
def test_columns_of_another_type_are_refused(path: Path, column: str) -> None:
    rewrite(path, column, [1.5] * 3, pyarrow.float64())
    with pytest.raises(ParseError, match=f"in the column '{column}' of .*, got double"):
        read_positions(path)


@pytest.mark.slow
def test_broken_files_are_refused_or_read(path: Path) -> None:
    data, dice = path.read_bytes(), random.Random(7)
    refused = 0
    for _ in range(300):
        changed = bytearray(data)
        for _ in range(dice.choice([1, 1, 2, 5])):
            changed[dice.randrange(len(changed))] = dice.choice([0, 255, dice.randrange(256)])
        path.write_bytes(bytes(changed[: dice.choice([len(changed)] * 4 + [dice.randrange(len(changed))])]))
        try:
            for position in read_positions(path):
                assert len(position.view) == position.view.grid.cells
                assert str(position.view)
        except ParseError:
            refused += 1
        except HypersweepError as error:
            pytest.fail(f"{type(error)}: {error}")
    assert refused > 100


def test_groups_that_are_too_large_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.parquet"
    write_positions(path, [SMALL] * 20)
    monkeypatch.setattr("hypersweep.formats.positions._GROUP_ROWS", 19)
    with pytest.raises(ParseError, match=r"expected groups of at most 19 rows and .* got 20 rows"):
        list(read_positions(path))


WIDE = View("3x4", 3, [-1, 1, 0, 0, -1, 2, 1, 1, -1, -1, -2, -1])


def some_views() -> list[View]:
    dice = random.Random(7)
    return [random_view(shape, mines, dice) for shape, mines in (("3x4", 2), ("2x3x4", 3), ("4x5~wrap=1", 4)) * 5]


def random_view(shape: str, mines: int, dice: random.Random) -> View:
    game = Game(shape, mines, seed=dice.randrange(1 << 32))
    game.open(dice.choice(list(game.grid)))
    game.flag(dice.choice([cell for cell in game.grid if game.view[cell] < 0] or [game.grid.cell(0)]))
    return game.view


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "some.parquet"


def test_views_are_given_their_exact_chances(target: Path) -> None:
    views = [view for view in some_views() if -3 not in view.codes and -4 not in view.codes]
    assert write_positions(target, iter(views), rules="classic,first=opening", tags={"board": "many"}) == len(views)
    found = read_positions(target)
    assert (found.count, len(found), str(found.rules)) == (len(views), len(views), "classic,first=opening")
    assert (found.program, found.licence, found.tags) == (f"hypersweep {__version__}", LICENCE, {"board": "many"})
    for position, view in zip(found, views, strict=True):
        assert position.view == view
        assert position.chances == analyse(view).probabilities
        assert (position.seed, position.source, position.move) == (None, None, None)
    assert list(found) == list(found)
    assert pickle.loads(pickle.dumps(found)) == found


def test_positions_are_written_as_they_are(target: Path) -> None:
    positions = [
        Position(WIDE, None, 2**64 - 1, "of Ann’s", 2**32 - 1),
        Position(WIDE, [0.25] * 12, move=0),
        Position(View("1x1", 1, [-4])),
        Position(View("2x2", 0, [0, 0, 0, -5]), [0, 0.0, 0, 1]),
    ]
    write_positions(target, positions)
    assert list(read_positions(target)) == positions
    assert read_positions(target).rules is None
    for position in positions:
        assert pickle.loads(pickle.dumps(position)) == position


def test_other_programs_read_the_columns(target: Path) -> None:
    write_positions(
        target,
        [
            Position(WIDE, analyse(WIDE).probabilities, 7, "here", 3),
            Position(WIDE),
        ],
    )
    table = parquet.read_table(target)
    assert table.column("codes").to_pylist() == [list(WIDE.codes)] * 2
    assert table.column("chances").to_pylist() == [list(analyse(WIDE).probabilities), None]
    assert table.select(["grid", "mines", "seed", "source", "move"]).to_pylist() == [
        {"grid": "3x4", "mines": 3, "seed": 7, "source": "here", "move": 3},
        {"grid": "3x4", "mines": 3, "seed": None, "source": None, "move": None},
    ]
    stated = json.loads(table.schema.metadata[b"hypersweep"])
    assert (stated["type"], stated["version"]) == ("positions", 1)


@pytest.mark.slow
def test_a_group_is_in_memory_at_a_time(target: Path) -> None:
    taken = 0

    def many() -> Iterator[Position]:
        nonlocal taken
        for number in range(70):
            taken += 1
            yield Position(view, move=number)

    view = View("160x300", 0, [0] * 48_000)
    write_positions(target, many())
    groups = parquet.ParquetFile(target)
    assert [groups.metadata.row_group(group).num_rows for group in range(groups.num_row_groups)] == [22, 22, 22, 4]
    reading = iter(read_positions(target))
    assert [next(reading).move for _ in range(70)] == list(range(70))


def test_a_file_of_none_is_a_file(target: Path) -> None:
    assert write_positions(target, []) == 0
    assert list(read_positions(target)) == []
    assert repr(read_positions(target)) == "<PositionFile of 0 positions>"


@pytest.mark.parametrize(
    ("positions", "error", "message"),
    [
        ([WIDE, "x"], ParameterTypeError, "a Position or a View, got 'x'.*at index 1"),
        ([WIDE, View("1x2", 2, [-1, 1])], InconsistentViewError, "no layout|expected"),
        (WIDE, ParameterTypeError, "expected positions"),
        (7, ParameterTypeError, "expected positions"),
        ([Position(WIDE, source="\ud800")], ParameterError, "UTF-8"),
        ([View("x".join(["1"] * 10 + ["3"] * 10), 0, [0] * 3**10)], ParameterError, "32,767 neighbours"),
    ],
)
def test_what_cannot_be_written_leaves_the_old_file(
    target: Path, positions: Any, error: type[Exception], message: str
) -> None:
    target.write_bytes(b"old")
    with pytest.raises(error, match=message):
        write_positions(target, positions)
    assert target.read_bytes() == b"old"
    assert [each.name for each in target.parent.iterdir()] == [target.name]


def test_an_error_of_whoever_gives_the_positions_is_passed_on(target: Path) -> None:
    def broken() -> Iterator[View]:
        yield WIDE
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        write_positions(target, broken())
    assert not target.exists()


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"rules": "unknown"}, "unknown"),
        ({"licence": 7}, "expected strings as names and values of tags"),
        ({"tags": {"a": 7}}, "expected strings as names and values of tags"),
    ],
)
def test_metadata_that_cannot_be_is_refused(target: Path, named: Any, message: str) -> None:
    with pytest.raises((ParameterError, ParseError), match=message):
        write_positions(target, [WIDE], **named)


def test_without_pyarrow_it_says_how_to_install_it(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for call in (
        lambda: write_positions(target, [WIDE]),
        lambda: read_positions(target),
    ):
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
    target = tmp_path_factory.mktemp("any") / "any.parquet"
    write_positions(target, positions)
    assert list(read_positions(target)) == positions


def test_a_layout_is_no_view(target: Path) -> None:
    with pytest.raises(ParameterTypeError, match="a Position or a View"):
        write_positions(target, [Layout("3x4", [])])  # type: ignore[list-item]


def test_the_same_arguments_give_the_same_positions() -> None:
    first = list(positions_of_games("6x7", 7, seed=3, games=20))
    assert first == list(positions_of_games("6x7", 7, seed=3, games=20))
    assert first == list(islice(positions_of_games("6x7", 7, seed=3), 0)) + first
    assert {position.seed for position in first}.isdisjoint(
        position.seed for position in positions_of_games("6x7", 7, seed=4, games=20)
    )
    assert len(first) > 40
    for position in first:
        assert position.chances == analyse(position.view).probabilities


@pytest.mark.parametrize("rules", ["classic", "classic,first=opening", "classic,guess=never", "classic,guess=punished"])
def test_every_game_can_be_played_again(rules: str) -> None:
    """Return the positions of each game again from its seed, as the docstring defines them."""
    by_game: dict[int, list[Any]] = {}
    for position in positions_of_games("5x6", 5, rules, seed=1, games=12):
        assert position.seed is not None
        by_game.setdefault(position.seed, []).append(position)
    assert len(by_game) > 6
    for seed, positions in by_game.items():
        assert [position.source for position in positions] == [positions[0].source] * len(positions)
        firsts = [cell for cell in positions[0].view if positions[0].view[cell] >= 0]
        played = []
        for first in firsts:
            game = Game("5x6", 5, seed=seed, rules=rules)
            game.open(first)
            if game.view == positions[0].view:
                break
        moves = 1
        while game.outcome.name == "ONGOING":
            played.append((game.view, moves))
            found = analyse(game.view)
            for cell in found.safe_cells or found.safest_cells[:1]:
                moves += game.outcome.name == "ONGOING" and bool(game.open(cell))
        assert played == [(position.view, position.move) for position in positions]


def test_games_beyond_the_budget_end() -> None:
    few = list(positions_of_games("8x8", 10, seed=1, games=5, budget=Budget(states=1)))
    assert len(few) < len(list(positions_of_games("8x8", 10, seed=1, games=5)))


@pytest.mark.slow
def test_games_that_never_begin_have_no_positions() -> None:
    assert list(positions_of_games("3x4", 0, seed=1, games=50)) == []
    with pytest.raises(ParameterError, match="ended 10,000 games on 3x4 with 0 mines"):
        next(positions_of_games("3x4", 0, seed=1))


@pytest.mark.parametrize(
    ("arguments", "named", "error"),
    [
        (("3x4", 12), {}, MineCountError),
        (("3x4", 2, "unknown"), {}, ParseError),
        (("3x4", 2), {"seed": -1}, ParameterError),
        (("3x4", 2), {"games": -1}, ParameterError),
        (("3x4", 2), {"budget": 7}, ParameterError),
    ],
)
def test_what_cannot_be_is_refused_at_once(arguments: Any, named: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        positions_of_games(*arguments, **named)
