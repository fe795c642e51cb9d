"""JSON of analyses, choices and reasons: values survive a round trip, and values without a form are refused."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Budget, Choice, Game, HypersweepError, ParseError, View, analyse, choose, deduce, explain
from hypersweep.formats import decode, encode, format_json, json_schema, parse_json
from strategies import near_misses

VALIDATOR = jsonschema.Draft202012Validator(json_schema())
BOARDS = (("4x5", 4), ("3x4x3", 6), ("6x6", 9), ("2x3x2x3", 6), ("5x6~wrap=0", 5))


def position(seed: int) -> View:
    """Return a position of a game in which a few safe cells were opened."""
    board, mines = BOARDS[seed % len(BOARDS)]
    game = Game(board, mines, seed=seed)
    game.open(game.grid.cell(seed % game.grid.cells))
    layout = game.layout
    assert layout is not None
    for cell in game.grid:
        if hash((cell, seed)) % 3 == 0 and not layout.is_mine(cell):
            game.open(cell)
    return game.view


def findings(view: View) -> list[Any]:
    """Return every finding about a position."""
    analysis = analyse(view)
    found: list[Any] = [analysis, *deduce(view)]
    if (choice := choose(view)) is not None:
        found += [choice, *explain(view)]
    return [value for value in found if value is not None]


@pytest.mark.nightly
@given(st.integers(0, 5_000))
def test_findings_come_back_and_say_the_same(seed: int) -> None:
    for value in findings(position(seed)):
        text = format_json(value)
        again = parse_json(text)
        assert again == value
        assert hash(again) == hash(value)
        assert format_json(again) == text
        VALIDATOR.validate(json.loads(text))
        if hasattr(value, "steps"):
            assert str(again) == str(value)
            assert [again.hint(level) for level in (1, 2, 3)] == [value.hint(level) for level in (1, 2, 3)]
            assert len(again.steps) == len(value.steps)
            assert again.probability == value.probability


def test_an_analysis_that_came_back_goes_on_to_work() -> None:
    view = position(7)
    analysis = analyse(view)
    again = parse_json(format_json(analysis))
    assert again.count_layouts() == analysis.count_layouts()
    assert (again.safe_cells, again.mine_cells, again.components) == (
        analysis.safe_cells,
        analysis.mine_cells,
        analysis.components,
    )
    assert choose(view, analysis=again) == choose(view, analysis=analysis)


def test_estimates_keep_their_errors() -> None:
    view = position(7)
    estimate = analyse(view, estimate=True, budget=Budget(states=1, memory=64))
    again = parse_json(format_json(estimate))
    assert again == estimate
    assert again.is_exact == estimate.is_exact
    assert [again.standard_error(cell) for cell in view.grid] == [estimate.standard_error(cell) for cell in view.grid]


def test_fractions_are_texts() -> None:
    choice = Choice((0, 1), "end-game", 0.5, 0.25, Fraction(2, 3), "safest")
    document = encode(choice)
    assert document["win_probability"] == "2/3"
    assert decode(document) == choice
    for wrong in ("4/6", "1/0", "3/2", "0.5", "-1/3", "1/3\n", "\u0661/\u0663", 0.5, "9" * 5000, "1/" + "9" * 5000):
        with pytest.raises(ParseError, match="win_probability: expected a fraction of 0 to 1"):
            decode({**document, "win_probability": wrong})


def test_a_choice_by_an_estimate_keeps_its_error() -> None:
    guess = Choice((0, 1), "guess", 0.75, None, None, "safest", False, 0.125)
    assert encode(guess)["standard_error"] == 0.125
    assert decode(encode(guess)) == guess
    assert "standard_error" not in encode(Choice((0, 1), "safe", 1.0, 1.0, None, "safest"))
    with pytest.raises(ParseError, match="standard_error"):
        decode({**encode(guess), "standard_error": 2})


def samples() -> list[dict[str, Any]]:
    """Yield a document for each kind of grounds that occurs."""
    found: dict[str, dict[str, Any]] = {}
    for seed in range(120):
        for value in findings(position(seed)):
            document = encode(value)
            kind = document["steps"][-1]["grounds"]["kind"] if "steps" in document else document["type"]
            if kind not in found or len(str(document)) < len(str(found[kind])):
                found[kind] = document
    return list(found.values())


SAMPLES = samples()


def test_most_kinds_of_grounds_turn_up() -> None:
    kinds = {document["steps"][-1]["grounds"]["kind"] for document in SAMPLES if "steps" in document}
    assert {"clue", "sum", "share", "guess"} <= kinds


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in inner for found in paths(item, (*path, key)))]


ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    2**53,
    10**30,
    0.5,
    float("nan"),
    "1",
    [],
    [0],
    [[0, 0]],
    {},
    {"kind": "all"},
)


@pytest.mark.slow
@pytest.mark.parametrize("document", SAMPLES, ids=lambda document: document["type"])
def test_a_finding_changed_anywhere_is_refused_or_can_be_told(document: dict[str, Any]) -> None:
    for path in paths(document)[1:]:
        for new in ODD:
            wrong = copy.deepcopy(document)
            place: Any = wrong
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = new
            try:
                found = decode(wrong)
            except ParseError:
                continue
            assert repr(found)
            if hasattr(found, "steps"):
                assert all(step.hint(level, str) for step in found.steps for level in (1, 2, 3))
            assert decode(encode(found)) == found


REASON: dict[str, Any] = next(document for document in SAMPLES if "steps" in document and len(document["steps"]) == 1)


def with_steps(*because: list[int]) -> dict[str, Any]:
    """Return a reason whose steps rest on each other in this way."""
    return {**REASON, "steps": [{**REASON["steps"][0], "because": own} for own in because]}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (with_steps(), "steps: expected a list of 1 or more"),
        (with_steps([0]), "expected step 0 to rest on steps before it, got 0"),
        (with_steps([], [0, 0]), "expected step 1 to rest on each step once"),
        (with_steps([], []), "expected a later step to rest on each step but the last"),
        (with_steps([], [], [1, 0]), "expected steps in the order of the reason"),
    ],
)
def test_steps_that_do_not_hang_together_are_refused(document: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        decode(document)


@pytest.mark.slow
def test_a_long_chain_of_steps_has_no_depth_that_is_too_much() -> None:
    found = decode(with_steps(*([place - 1] if place else [] for place in range(3_000))))
    assert len(found.steps) == 3_000
    assert parse_json(format_json(found)) == found


@pytest.mark.slow
def test_cases_within_cases_end() -> None:
    case: dict[str, Any] = {"cell": [0, 0], "is_mine": True, "steps": [], "cases": []}
    for depth in range(1, 400):
        grounds = {"kind": "line", "supposed": case, "alike": []}
        document = {
            **REASON,
            "steps": [{**REASON["steps"][0], "rule": "set", "conclusion": "safe", "grounds": grounds}],
        }
        if depth <= 20:
            assert decode(document)
        else:
            with pytest.raises(
                ParseError, match=r"expected (cases within cases to a depth of 20|values nested no deeper)"
            ):
                decode(document)
        case = {"cell": [0, 0], "is_mine": True, "steps": [], "cases": [case]}


def test_chances_belong_to_the_board() -> None:
    document = encode(analyse(position(7)))
    index = next(place for place, code in enumerate(document["view"]["codes"]) if code >= 0)
    wrong = copy.deepcopy(document)
    wrong["probabilities"][index] = 0.5
    with pytest.raises(ParseError, match=r"expected a chance of 0.0 at"):
        decode(wrong)
    with pytest.raises(ParseError, match=r"expected numbers for .* cells, got"):
        decode({**document, "probabilities": document["probabilities"][1:]})
    with pytest.raises(ParseError, match=r"probabilities\[0\]: expected a number of 0 to 1, got 1.5"):
        decode({**document, "probabilities": [1.5, *document["probabilities"][1:]]})


@pytest.mark.slow
@given(near_misses([json.dumps(document) for document in SAMPLES if len(str(document)) < 3_000]))
def test_what_is_accepted_crashes_nothing(text: str) -> None:
    try:
        found = parse_json(text, max_cells=10**6)
    except HypersweepError as error:
        assert isinstance(error, ParseError), error
        return
    assert parse_json(format_json(found)) == found
