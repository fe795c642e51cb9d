"""Positions and answers as JSON objects."""

from __future__ import annotations

import json
import random

import pytest

from hypersweep import Grid, HypersweepError, View, analyse
from hypersweep.errors import InconsistentViewError, ParseError
from hypersweep.formats import format_json
from hypersweep.formats.json_shapes import parse_object
from hypersweep.formats.position_json import PositionReader, answer_line, error_line
from hypersweep.solve import Budget
from solver_views import random_view

_CHARACTERS = {-1: "#", -2: "F", -3: "*", -4: "X", -5: "!"}


def entry(view: View) -> dict[str, object]:
    """A view as an object, with rows of characters; of words where a clue has two digits."""
    words = [_CHARACTERS.get(code, str(code)) for code in view.codes]
    side = view.grid.shape[-1]
    separator = " " if any(len(word) > 1 for word in words) else ""
    rows = [separator.join(words[first : first + side]) for first in range(0, len(words), side)]
    wrap = list(view.grid.wrap)
    return {
        "shape": list(view.grid.shape),
        "mines": view.mines,
        "view": rows,
        "wrap": wrap,
        "adjacency": view.grid.adjacency,
    }


@pytest.mark.slow
def test_views_as_rows_and_as_lists() -> None:
    chance = random.Random(11)
    reader = PositionReader()
    for _ in range(300):
        view = random_view(chance)
        own = entry(view)
        # If no other cell is covered, an X is a covered cell, as people draw it.
        if -4 not in view.codes or -1 in view.codes:
            assert reader.view(own) == view
            assert reader.view(json.loads(json.dumps({**own, "more": None}))) == view
        for codes in (view.codes.tolist(), view.array().tolist()):
            assert reader.view({**own, "view": codes}) == view
        assert reader.view({"shape": str(view.grid), "mines": view.mines, "view": view.codes.tolist()}) == view


def test_clues_above_nine() -> None:
    view = View("3x3x3", 12, [-1] * 13 + [10] + [-1] * 13)
    assert PositionReader().view(entry(view)) == view
    letters = ["###"] * 4 + ["#a#"] + ["###"] * 4
    assert PositionReader().view({"shape": [3, 3, 3], "mines": 12, "view": letters}) == view
    spaced = ["# # #"] * 4 + ["# 10 #"] + ["# # #"] * 4
    assert PositionReader().view({"shape": [3, 3, 3], "mines": 12, "view": spaced}) == view
    nine = View("3x3x3", 12, [-1] * 13 + [9] + [-1] * 13)
    assert PositionReader().view(entry(nine)) == nine


def test_wrap_and_adjacency() -> None:
    own = {"shape": [3, 4], "mines": 2, "view": ["####"] * 3}
    for changes, text in (
        ({}, "3x4"),
        ({"wrap": True}, "3x4~wrap=0,1"),
        ({"wrap": False}, "3x4"),
        ({"wrap": []}, "3x4"),
        ({"wrap": None, "adjacency": None}, "3x4"),
        ({"wrap": [1], "adjacency": "orthogonal"}, "3x4~orthogonal~wrap=1"),
        ({"shape": "3x4~wrap=0"}, "3x4~wrap=0"),
        ({"shape": "3x4~wrap=0", "wrap": False}, "3x4"),
    ):
        assert PositionReader().view({**own, **changes}).grid == Grid(text)
    assert PositionReader(grid=Grid("4x3"), mines=5).view({"view": ["###"] * 4}) == View("4x3", 5, [-1] * 12)


def test_texts_that_are_cells_and_texts_that_are_rows() -> None:
    flat = {"shape": [2, 3], "mines": 1, "view": ["#", "1", ".", "#", "1", "."]}
    assert PositionReader().view(flat) == PositionReader().view({**flat, "view": "#1.\n#1."})
    assert PositionReader().view({"shape": [3], "mines": 1, "view": ["#1#"]}).codes.tolist() == [-1, 1, -1]
    assert PositionReader().view({"shape": [3], "mines": 1, "view": ["#", "1", "#"]}).codes.tolist() == [-1, 1, -1]
    assert PositionReader().view({"shape": [3, 1], "mines": 1, "view": ["#", "1", "#"]}).codes.tolist() == [-1, 1, -1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"view": ["##1"]}, "expected 2 rows of 3 cells for 2x3, got 1"),
        ({"view": ["##1", "11"]}, "expected 3 cells in row 1 of the view, got '11'"),
        ({"view": ["##1z", "11"]}, "expected 3 cells in row 0 of the view, got '##1z'"),
        (
            {"view": ["#z1", "111"]},
            "expected '#', 'F', '.' or a clue from 1 to 5 in row 0 of the view, column 1, got 'z'",
        ),
        ({"view": ["#91", "111"]}, "place 1, got '9'"),
        ({"view": ["##1", 3]}, "the view mixes rows of text and lists"),
        ({"view": None}, "expected lists of the 6 cells of 2x3, got none"),
        ({"view": []}, "expected lists of the 6 cells of 2x3, got 0"),
        ({"view": [[1, 1], [1, 1]]}, "expected lists of the 6 cells of 2x3, got 2x2"),
        ({"view": [1, 1, 1, 1, 1, 0.5]}, "expected a whole number for code, got 0.5"),
        ({"view": [1, 1, 1, 1, 1, None]}, "expected a whole number for code, got None"),
        ({"view": [1, 1, 1, 1, 1, 9]}, "expected codes from -5 to 5 on 2x3, got 9"),
        ({"view": [[1, 1, 1], 1]}, "expected lists of equal length"),
        ({"mines": 7}, "expected mines from 0 to 6, got 7"),
        ({"mines": True}, "expected a whole number for mines, got True"),
        ({"mines": None}, "expected a whole number for mines, got None"),
        ({"shape": [2, 0]}, "expected side 1 of 1 or more"),
        ({"shape": [99999, 99999]}, "expected 99999 rows of 99999 cells"),
        ({"shape": [2, 3], "wrap": [2]}, "wrap"),
        ({"shape": "2y3"}, "2y3"),
        ({"shape": {}}, "expected"),
        ({"adjacency": "mooore"}, "did you mean 'moore'"),
    ],
)
def test_what_is_wrong_is_told(changes: dict[str, object], message: str) -> None:
    reader = PositionReader()
    good = {"shape": [2, 3], "mines": 1, "view": ["##1", "111"]}
    with pytest.raises(HypersweepError) as caught:
        reader.view({**good, **changes})
    assert message in str(caught.value)
    # Errors leave no trace.
    assert reader.view(good).grid == Grid("2x3")


@pytest.mark.parametrize("entry", [None, 3, "view", [], [1]])
def test_only_objects_are_positions(entry: object) -> None:
    with pytest.raises(ParseError, match="expected a JSON object, got"):
        PositionReader().view(entry)


@pytest.mark.parametrize("key", ["shape", "mines", "view"])
def test_keys_that_are_missing(key: str) -> None:
    good = {"shape": [2, 3], "mines": 1, "view": ["##1", "111"]}
    del good[key]
    with pytest.raises(ParseError, match=f"got no '{key}'"):
        PositionReader().view(good)


def test_texts_that_are_no_json() -> None:
    for text, message in (
        (b"{", "column 2"),
        (b"\xff", "0xff"),
        (b"[" * 100_000, "nested too deeply"),
        (b"1" * 10_000, "too many digits"),
        ('{\n"a": 1,\nb}', "line 3, column 1"),
    ):
        with pytest.raises(ParseError, match=message):
            parse_object(text)
    assert parse_object(b'{"a": 1}') == {"a": 1}


def test_an_answer_says_what_the_analysis_says() -> None:
    chance = random.Random(5)
    for _ in range(100):
        view = random_view(chance)
        analysis = analyse(view)
        answer = json.loads(answer_line(analysis, analysis.count_layouts(), (0,) * view.grid.dimensions))
        assert [*answer] == ["shape", "mines", "solutions", "probability", "safe", "certain_mines", "best"]
        assert answer["shape"] == list(view.grid.shape)
        assert answer["mines"] == view.mines
        assert int(answer["solutions"]) == analysis.count_layouts()
        expected = [own if code < 0 else None for own, code in zip(analysis.probabilities, view.codes, strict=True)]
        assert answer["probability"] == expected
        assert [tuple(cell) for cell in answer["safe"]] == list(analysis.safe_cells)
        assert [tuple(cell) for cell in answer["certain_mines"]] == list(analysis.mine_cells)
        assert answer["best"] == [0] * view.grid.dimensions


def test_numbers_of_any_size_are_written_to_the_last_digit() -> None:
    analysis = analyse(View("3x4", 2, [-1] * 12))
    written = json.loads(answer_line(analysis, 7 * 10**9000 + 5, None))["solutions"]
    assert written == "7" + "0" * 8999 + "5"
    assert json.loads(answer_line(analysis, 10**40, None))["solutions"] == "1" + "0" * 40


def test_an_estimate_says_how_far_off_it_may_be() -> None:
    view = View("9x9", 20, [-1] * 20 + [2] + [-1] * 20 + [3] + [-1] * 39)
    analysis = analyse(view, budget=Budget(states=1), estimate=True)
    assert not analysis.is_exact
    answer = json.loads(answer_line(analysis, None, None))
    assert answer["solutions"] is None
    assert answer["best"] is None
    for index, error in enumerate(answer["standard_error"]):
        expected = None if view.codes[index] >= 0 else analysis.standard_error(view.grid.cell(index))
        assert error == expected


def test_errors_as_objects() -> None:
    error = InconsistentViewError('expected "this"\n', clues=((0, 1), (1, 2)), mines_at_fault=True)
    assert json.loads(error_line(error, 3)) == {"error": 'expected "this"\n', "line": 3, "clues": [[0, 1], [1, 2]]}
    assert "\n" not in error_line(error, 3)
    assert json.loads(error_line(ParseError("no"))) == {"error": "no"}


def test_what_we_write_ourselves_is_read_as_well() -> None:
    view = View.parse("2x3 mines=1\n# # 1\n1 1 1")
    document = json.loads(format_json(view))
    assert PositionReader().view(document) == view
    assert PositionReader(mines=2).view(document) == View("2x3", 2, view.codes)
    assert PositionReader(grid=Grid("2x3~wrap=1")).view(document).grid == Grid("2x3~wrap=1")
    with pytest.raises(ParseError, match=r"codes\[0\]: expected a whole number"):
        PositionReader().view({**document, "codes": ["#"] * 6})
    with pytest.raises(ParseError, match="grid: expected at most 5 cells"):
        PositionReader(max_cells=5).view(document)
