"""Experiments: their arguments, shards and documents, and the lists of numbers and boards in them."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid
from hypersweep.errors import (
    CellError,
    MineCountError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    RulesError,
    ShapeError,
)
from hypersweep.lab.experiment import (
    FIELDS,
    KINDS,
    Experiment,
    Setting,
    mines_of_density,
    numbers_in,
    settings_of,
    whole_numbers_in,
)
from hypersweep.lab.statistical_tests import COUNTED
from lab_worlds import experiments, small


def test_every_kind_says_what_belongs_to_it() -> None:
    assert tuple(FIELDS) == tuple(COUNTED) == KINDS
    assert {name for names in FIELDS.values() for name in names} == set(Experiment.__slots__)


WORST: dict[str, Any] = {"kind": "winrate", "boards": [("3x4", 2)], "count": 10}


@pytest.mark.slow
@given(experiments())
def test_shards_are_every_game_once(experiment: Experiment) -> None:
    numbers = {0, experiment.shards_of_each - 1, experiment.shards - 1, experiment.shards // 2}
    for number in numbers:
        shard = experiment.shard_at(number)
        assert 0 < shard.count <= experiment.shard
        assert shard.begin + shard.count <= experiment.count
        if number % experiment.shards_of_each:
            before = experiment.shard_at(number - 1)
            assert (before.place, before.begin + before.count) == (shard.place, shard.begin)
        else:
            assert shard.begin == 0
    last = experiment.shard_at(experiment.shards - 1)
    assert (last.place, last.begin + last.count) == (len(experiment.boards) - 1, experiment.count)


@given(st.integers(1, 500), st.integers(1, 60))
def test_together_shards_have_the_count(count: int, shard: int) -> None:
    experiment = small(count=count, shard=shard)
    shards = [experiment.shard_at(number) for number in range(experiment.shards)]
    assert sum(each.count for each in shards) == 2 * count
    assert [each.place for each in shards] == sorted(each.place for each in shards)


@pytest.mark.slow
@given(experiments())
def test_what_is_formatted_is_parsed_again(experiment: Experiment) -> None:
    text = experiment.format()
    again = Experiment.parse(text)
    assert again == experiment
    assert (again.format(), again.digest()) == (text, experiment.digest())
    assert pickle.loads(pickle.dumps(experiment)) == experiment


def test_every_field_is_in_the_digest() -> None:
    changes: list[tuple[str, dict[str, object]]] = [
        ("winrate", {}),
        ("winrate", {"count": 51}),
        ("winrate", {"seed": 8}),
        ("winrate", {"shard": 21}),
        ("winrate", {"policies": ["safest"]}),
        ("winrate", {"first": "centre"}),
        ("winrate", {"first_open": "any"}),
        ("winrate", {"boards": [("3x4", 3)]}),
        ("sweep", {}),
        ("compare", {}),
        ("compare", {"stop": 0.05}),
        ("compare", {"stop": 0.05, "margin": 0.01}),
        ("bound", {}),
        ("bound", {"guesses": 0}),
        ("bound", {"samples": 127}),
        ("bound", {"search_guesses": 1}),
        ("boards", {}),
        ("boards", {"grade": "set"}),
        ("boards", {"grade": "set", "exactly": True}),
        ("boards", {"method": "repair"}),
        ("positions", {}),
        ("positions", {"rules": "esp"}),
    ]
    assert len({small(kind, **changed).digest() for kind, changed in changes}) == len(changes)


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"kind": "winrat"}, ParameterError, "did you mean 'winrate'"),
        ({"boards": []}, ParameterError, "got none"),
        ({"boards": ["3x4"]}, ParameterTypeError, "pair of grid and mines"),
        ({"boards": [("3x", 2)]}, ParseError, "expected a side"),
        ({"boards": [("0x4", 0)]}, ShapeError, "0"),
        ({"boards": [("3x4", 12)]}, MineCountError, "at most 11 mines"),
        ({"boards": [("3x4", 9)], "first_open": "opening"}, MineCountError, "keeps 9 free"),
        ({"count": 0}, ParameterError, "count from 1"),
        ({"count": True}, ParameterTypeError, "whole number for count"),
        ({"seed": 2**64}, ParameterError, "seed"),
        ({"shard": 0}, ParameterError, "shard"),
        ({"policies": []}, ParameterError, "expected one policy"),
        ({"policies": "safest"}, ParameterTypeError, "names of policies"),
        ({"policies": ["safe"]}, ParameterError, "did you mean 'safest'"),
        ({"policies": [3]}, ParameterTypeError, "a player name"),
        ({"first": "center"}, ParameterError, "did you mean 'centre'"),
        ({"first": (3, 0)}, CellError, "first: "),
        ({"first": 3}, ParameterTypeError, "coordinates"),
        ({"first_open": "zero"}, RulesError, "zero"),
        ({"stop": 0.05}, ParameterError, "winrate accepts no stop"),
        ({"grade": "set"}, ParameterError, "winrate accepts no grade"),
        ({"rules": "esp"}, ParameterError, "winrate accepts no rules"),
        ({"guesses": 1}, ParameterError, "winrate accepts no guesses"),
        ({"samples": 128}, ParameterError, "winrate accepts no samples"),
        ({"kind": "bound", "guesses": 4}, ParameterError, "guesses from 0 to 3"),
        ({"kind": "bound", "samples": 0}, ParameterError, "samples from 1"),
        ({"kind": "bound", "search_guesses": 4}, ParameterError, "search_guesses from 0 to 3"),
        ({"kind": "bound", "shard": 1 << 24}, ParameterError, "shard"),
        ({"kind": "bound", "policies": ["safest"]}, ParameterError, "expected no policy"),
        ({"kind": "compare"}, ParameterError, "expected two policies"),
        ({"kind": "boards", "first_open": "any"}, ParameterError, "need no guess"),
        ({"kind": "boards", "exactly": True}, ParameterError, "exactly needs a grade"),
        ({"kind": "boards", "exactly": 1, "grade": "set"}, ParameterTypeError, "true or false"),
        ({"kind": "boards", "policies": ["safest"]}, ParameterError, "expected no policy"),
    ],
)
def test_what_can_not_be_is_refused(changed: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Experiment(**{**WORST, **changed})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"stop": 0}, "between 0 and 1"),
        ({"stop": float("nan")}, "between 0 and 1"),
        ({"stop": "0.05"}, "expected a number for stop"),
        ({"margin": 0.01}, "margin needs stop"),
    ],
)
def test_odd_stops_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        small("compare", **changed)


def test_what_is_listed_twice_is_played_once() -> None:
    boards = [("3x4", 2), ("4x5", 3), ("3x4", 2), (Grid("4x5"), 3)]
    assert small(boards=boards).boards == (Setting("3x4", 2), Setting("4x5", 3))
    text = 'kind = "winrate"\ncount = 9\n[[board]]\ngrid = "6x7"\ndensity = [0.1, 0.11, 0.2]\n'
    assert [setting.mines for setting in Experiment.parse(text).boards] == [4, 5, 8]
    assert [setting.mines for setting in Experiment.parse(text.replace("0.11", "0.105")).boards] == [4, 8]


def test_boards_without_guesses_begin_in_the_centre_and_others_in_the_corner() -> None:
    firsts = [experiment.first_cell(Grid("5x6")) for experiment in (small(), small("boards"))]
    assert firsts == [(0, 0), (2, 3)]
    text = 'kind = "boards"\ncount = 9\n[[board]]\ngrid = "5x6"\nmines = 4\n'
    assert Experiment.parse(text) == Experiment(kind="boards", count=9, boards=[("5x6", 4)], first="centre")


@pytest.mark.slow
@given(experiments(), st.data())
def test_on_one_board_it_is_the_same(experiment: Experiment, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(experiment.boards) - 1))
    alone = experiment.on_one(place)
    assert alone.boards == (experiment.boards[place],)
    assert Experiment.parse(alone.format()) == alone
    part = data.draw(st.integers(0, experiment.shards_of_each - 1))
    own, other = alone.shard_at(part), experiment.shard_at(place * experiment.shards_of_each + part)
    assert (own.begin, own.count) == (other.begin, other.count)


def test_a_shard_that_is_not_there_is_refused() -> None:
    with pytest.raises(ParameterError, match="the number of a shard from 0 to 5"):
        small().shard_at(6)


def test_the_first_cell_is_that_of_each_grid() -> None:
    assert small().first_cell(Grid("3x4x5")) == (0, 0, 0)
    assert small(first="centre").first_cell(Grid("3x4x5")) == (1, 2, 2)
    experiment = small(boards=[("3x4", 2)], first=[2, 1])
    assert experiment.first_cell(Grid("3x4")) == (2, 1)
    assert Experiment.parse(experiment.format()) == experiment


def test_shards_are_short_by_themselves() -> None:
    quick = Experiment(kind="winrate", boards=[("16x30", 99)], count=10**6)
    own = Experiment(kind="winrate", boards=[("16x30", 99)], count=10**6, policies=["a:b"])
    assert 1 <= own.shard < quick.shard < 2000
    assert Experiment(kind="winrate", boards=[((2000, 2000), 9)], count=9).shard == 1
    shards = [Experiment(kind="bound", boards=[("9x9", 10)], count=9, guesses=guesses).shard for guesses in range(4)]
    assert shards == sorted(shards, reverse=True)
    assert shards[-1] == 1
    assert Setting("4x5", 5).density == 0.25


HEAD = 'kind = "winrate"\ncount = 10\n'


def test_lists_are_every_combination() -> None:
    board = '[[board]]\ngrid = ["3x4", "2x3x4"]\nadjacency = ["moore", "orthogonal"]\nmines = [1, 2]\n'
    experiment = Experiment.parse(HEAD + board + '[[board]]\ngrid = "5x6~wrap=1"\ndensity = 0.1\n')
    assert [(str(board.grid), board.mines) for board in experiment.boards] == [
        *(("3x4", 1), ("3x4", 2), ("3x4~orthogonal", 1), ("3x4~orthogonal", 2)),
        *(("2x3x4", 1), ("2x3x4", 2), ("2x3x4~orthogonal", 1), ("2x3x4~orthogonal", 2)),
        ("5x6~wrap=1", 3),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "kind to be one of winrate"),
        ("kind = 3\n", "got 3"),
        ('kind = "sweeep"\n', "did you mean 'sweep'"),
        (HEAD, "expected .*board.* tables"),
        ('kind = "winrate"\n[[board]]\ngrid = "3x4"\nmines = 1\n', "expected count"),
        (HEAD + "board = 3\n", "tables"),
        (HEAD + "[board]\n", "tables"),
        (HEAD + "stop = 0.05\n", "only kind, board, count"),
        (HEAD + "sed = 1\n", "did you mean 'seed'"),
        (HEAD + 'seed = "x"\n[[board]]\n', "whole number for seed"),
        (HEAD + "[[board]]\nmines = 1\n", "board 1: expected a grid"),
        (HEAD + "polices = 3\n", "did you mean 'policies'"),
        (HEAD + "shard-siz = 3\n", "did you mean 'shard-size'"),
        (HEAD + 'against = "safest"\n', "winrate accepts only"),
        (HEAD + "games = 3\n", "expected count once, got 'games' as well"),
        (HEAD + 'policies = ["safest"]\npolicy = "safest"\n', "got both"),
        (HEAD + '[[board]]\ngrid = "3x4.bA"\n', "board 1: "),
        ('kind = "\n"', r"the experiment isn't valid TOML: Illegal character '\\n' \(at line"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmines = 1\ndensity = 0.1\n', "both"),
        (HEAD + "[[board]]\ngrid = 34\nmines = 1\n", "grid such as"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmines = "1.5"\n', "whole numbers for mines"),
        (HEAD + '[[board]]\ngrid = "3x4"\ndensity = 2\n', "less than 1"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmine = 2\n', "did you mean 'mines'"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmines = 1\nadjacency = "more"\n', "adjacency"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmines = 12\n', "at most 11"),
        (HEAD + f'[[board]]\ngrid = "999x999"\nmines = {list(range(400))}\n' * 300, "at most 100,000 boards"),
        ("kind = [" + "[" * 5000, "TOML"),
        ("count = " + "9" * 6000, "TOML"),
        ("kind = \x00", "TOML"),
    ],
)
def test_mistakes_are_told(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        Experiment.parse(text)


@given(st.text(max_size=80))
def test_no_text_does_harm(text: str) -> None:
    try:
        Experiment.parse(text)
    except ParseError:
        return


@pytest.mark.slow
@given(experiments(), st.data())
def test_a_changed_document_is_another_experiment_or_refused(experiment: Experiment, data: st.DataObject) -> None:
    text = experiment.format()
    place = data.draw(st.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(st.sampled_from('0123456789x"[]=#\n-. ')) + text[place + 1 :]
    try:
        other = Experiment.parse(changed)
    except ParseError:
        return
    assert Experiment.parse(other.format()) == other


@pytest.mark.parametrize(
    ("other", "own"),
    [
        ("games = 10\nshard-size = 3\n", "count = 10\nshard = 3\n"),
        ('count = 10\npolicy = "safest"\n', 'count = 10\npolicies = ["safest"]\n'),
        ('count = 10\nfirst_open = "any"\n', 'count = 10\nfirst-open = "any"\n'),
    ],
)
def test_names_of_the_commands_options_are_known(other: str, own: str) -> None:
    head, board = 'kind = "winrate"\n', '[[board]]\ngrid = "3x4"\nmines = 2\n'
    assert Experiment.parse(head + other + board) == Experiment.parse(head + own + board)


def test_two_policies_are_compared_as_the_command_says_it() -> None:
    head, board = 'kind = "compare"\ncount = 10\n', '[[board]]\ngrid = "3x4"\nmines = 2\n'
    assert Experiment.parse(head + 'against = "safest"\n' + board).policies == ("look-ahead", "safest")
    text = head + 'policy = "progress"\nagainst = "safest"\n' + board
    assert Experiment.parse(text).policies == ("progress", "safest")


def test_boards_are_what_the_command_takes() -> None:
    board = '[[board]]\ngrid = ["expert", "9x9"]\n[[board]]\ngrid = "3x4"\nmines = "1:5:2"\nadjacency = "both"\n'
    found = [(str(setting.grid), setting.mines) for setting in Experiment.parse(HEAD + board).boards]
    assert found == [
        *(("16x30", 99), ("9x9", 10), ("3x4", 1), ("3x4", 3), ("3x4", 5)),
        *(("3x4~orthogonal", 1), ("3x4~orthogonal", 3), ("3x4~orthogonal", 5)),
    ]


def test_seeds_of_64_bits_are_texts() -> None:
    experiment = Experiment(kind="winrate", boards=[("3x4", 2)], count=9, seed=2**64 - 1)
    assert f'seed = "{2**64 - 1}"' in experiment.format()
    assert Experiment.parse(experiment.format()) == experiment


def test_only_text_is_parsed() -> None:
    with pytest.raises(ParseError, match="got bytes"):
        Experiment.parse(b"")  # type: ignore[arg-type]


def test_a_byte_order_mark_is_no_part_of_it() -> None:
    text = small().format()
    assert Experiment.parse("\ufeff" + text) == Experiment.parse(text)


def test_a_board_comes_with_every_combination() -> None:
    found = settings_of("3x4", adjacencies=(None, "orthogonal"), densities=[Fraction(1, 4), 0.5])
    assert [(str(grid), mines) for grid, mines in found] == [
        *(("3x4", 3), ("3x4", 6), ("3x4~orthogonal", 3), ("3x4~orthogonal", 6)),
    ]
    assert [*settings_of("hard")] == [(Grid("16x30"), 99)]
    with pytest.raises(ParameterError, match="mines are already placed"):
        next(settings_of("5x6.bCAICCA"))


def test_a_density_is_taken_as_it_is_written() -> None:
    # 0.15 is a little less than 0.15 in binary: 7.5 mines are 8.
    assert [mines_of_density(Grid("5x10"), density) for density in (0, 0.15, 0.149, 0.5)] == [0, 8, 7, 25]
    for density in (-0.1, 1, True, "0.1", float("nan"), None):
        with pytest.raises(ParameterError, match="density"):
            mines_of_density(Grid("5x10"), density)  # type: ignore[arg-type]


@given(st.integers(0, 99), st.integers(0, 30), st.integers(1, 7))
def test_ranges_are_pythons(first: int, size: int, step: int) -> None:
    last = first + size
    assert [*whole_numbers_in(f"{first}:{last}:{step}", "--mines")] == [*range(first, last + 1, step)]
    assert [*whole_numbers_in(f"7,{first}-{last}", "--mines")] == [7, *range(first, last + 1)]


def test_decimals_are_exact() -> None:
    assert [*numbers_in("0.1:0.4:0.1", "--density")] == [Fraction(n, 10) for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a comma-separated list"),
        ("x", "a comma-separated list"),
        ("1,", "a comma-separated list"),
        ("-3", "a comma-separated list"),
        ("1-2-3", "a comma-separated list"),
        ("1:2", "FIRST:LAST:STEP"),
        ("1:2:0", "FIRST:LAST:STEP"),
        ("1:2:1:1", "FIRST:LAST:STEP"),
        ("3-2", "FIRST-LAST"),
        ("0.1-0.3", "whole numbers"),
        ("1.5", "whole numbers"),
        ("0-99999999", "at most 10,000"),
        ("9" * 30, "a comma-separated list"),
    ],
)
def test_others_are_refused(text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        [*whole_numbers_in(text, "--mines")]


def test_shards_with_a_search_are_large_and_equal() -> None:
    experiment = Experiment(kind="bound", boards=[("16x30", 99), ("3x4", 2)], count=20_000, seed=7, search_guesses=2)
    assert {experiment.shard_at(number).count for number in range(experiment.shards)} == {10_000}
