"""Boards and moves as JSON: what is rejected although its shape is right."""

from __future__ import annotations

import copy
import json
import random
from fractions import Fraction
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import (
    BoardTooLargeError,
    Budget,
    Choice,
    Event,
    Game,
    Grid,
    HypersweepError,
    Layout,
    Move,
    ParameterError,
    ParameterTypeError,
    ParseError,
    PlayStats,
    Record,
    Replay,
    Rules,
    Session,
    View,
    analyse,
    board_stats,
    choose,
    deduce,
    explain,
    play_stats,
)
from hypersweep.formats import decode, encode, format_json, json_schema, parse_json
from hypersweep.generate import Certificate, certify, no_guess, solvable_from, verify
from hypersweep.rules import GUESSES
from hypersweep.stats import BoardStats
from records import annotated, annotated_records, random_record
from strategies import near_misses

GRID = encode(Grid("3x4"))
CHANGE = encode(Game("3x4", 2, seed=7).open((0, 0)))


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"type": "layout", "mines": [1, 12]}, "expected mines from 0 to 11 for 3x4, got 12"),
        ({"type": "layout", "mines": [2, 1]}, r"mines\[1\]: expected a number above 2"),
        ({"type": "view", "mines": 13, "codes": [-1] * 12}, "expected mines from 0 to 12, got 13"),
        ({"type": "view", "mines": 2, "codes": [-1] * 11}, "expected 12 codes for 3x4, got 11"),
        (
            {"type": "view", "mines": 2, "codes": [*[-1] * 11, 9]},
            r"codes from -5 to 8 on 3x4, got 9 at \(2, 3\)",
        ),
        ({"type": "view", "mines": 2, "codes": [*[-1] * 11, -6]}, r"codes\[11\]: expected a whole number from -5"),
        ({**CHANGE, "indices": [1, 12]}, "expected indices from 0 to 11 for 3x4, got 12"),
        ({**CHANGE, "opened": 7}, "expected opened from -6 to 6, got 7"),
        ({**CHANGE, "flagged": -7}, "expected flagged from -6 to 6, got -7"),
    ],
)
def test_what_no_board_can_have_is_refused(document: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        decode({"version": 1, "grid": GRID, **document})


def test_indices_are_those_of_the_cells() -> None:
    assert encode(Layout("3x4", [(0, 1), (2, 3)]))["mines"] == [1, 11]
    change = Game("3x4", 2, seed=7).open((0, 0))
    assert [Grid("3x4").cell(index) for index in CHANGE["indices"]] == list(change.cells)
    assert (CHANGE["outcome"], CHANGE["opened"], CHANGE["flagged"]) == ("ongoing", 6, 0)


@given(strategies.grids_of(strategies.wide_shapes()))
def test_changes_of_long_rows_come_back(grid: Grid) -> None:
    change = Game(layout=Layout(grid, [grid.cell(grid.cells - 1)])).open(grid.cell(0))
    found = decode(encode(change))
    assert (found.cells, found.opened, found.outcome) == (change.cells, change.opened, change.outcome)


def test_clues_of_two_bytes_come_back() -> None:
    view = View("3x3x3x3x3x3x3x3x3x3", 1, [-1] * 59_049)
    assert decode(encode(view)) == view


def test_a_coordinate_too_large_for_json_is_not_written() -> None:
    with pytest.raises(ParameterError, match="which JSON can hold, got 1152921504606846976"):
        encode(Move("open", (1 << 60,)))


OLD_RULES = {
    "type": "rules",
    "version": 1,
    "first_open": "safe",
    "flag_protects_click": True,
    "flag_protects_cascade": True,
    "flags_on_open": False,
    "chord": True,
}


def test_rules_that_were_written_before_there_were_guesses_are_read() -> None:
    assert decode(OLD_RULES) == Rules()
    # And nothing else is written where guesses are allowed, so that older programs read it too.
    assert encode(Rules()) == OLD_RULES


def test_rules_say_what_becomes_of_guesses() -> None:
    assert encode(Rules(guess="never", grade="pair")) == {**OLD_RULES, "guess": "never", "grade": "pair"}
    exact = {**OLD_RULES, "guess": "never", "grade": "set", "exactly": True}
    assert encode(Rules(guess="never", grade="set", exactly=True)) == exact
    assert decode(exact) == Rules(guess="never", grade="set", exactly=True)
    assert encode(Rules(guess="never", grade="count")) == {**OLD_RULES, "guess": "never"}
    assert decode({**OLD_RULES, "guess": "never", "grade": "count"}) == Rules(guess="never")
    assert decode({**OLD_RULES, "guess": "punished", "grade": None}) == Rules(guess="punished")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"guess": "never", "first_open": "any"}, "expected guess='never' with a first click"),
        ({"grade": "pair"}, "expected a grade only with guess='never'"),
        ({"guess": "nevr"}, "guess: expected .*never"),
        ({"guess": "never", "grade": "hard"}, "grade: expected .*pair"),
        ({"guess": None}, "guess: expected"),
    ],
)
def test_rules_that_contradict_each_other_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        decode({**OLD_RULES, **changes})


RECORD = Record("3x4", 2, seed=2**64 - 1, events=[Event(0, "flag", (0, 0), 1), Event(0, "hint", level=2)])
DOCUMENT = encode(RECORD)


def test_what_a_record_has_not_is_left_out() -> None:
    assert {"layout", "tags", "comments", "variations"}.isdisjoint(DOCUMENT)
    assert DOCUMENT["seed"] == str(2**64 - 1)
    assert DOCUMENT["events"] == [
        {"milliseconds": 0, "kind": "flag", "cell": [0, 0], "changed": 1},
        {"milliseconds": 0, "kind": "hint", "level": 2},
    ]
    assert decode(DOCUMENT) == RECORD


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 7}, "seed: expected a whole number as text of at most 20 digits, got 7"),
        ({"seed": "9" * 20}, "expected seed from 0 to"),
        ({"mines": 13}, "expected"),
        ({"tags": {"Player": "Ann"}}, "expected a tag name in lowercase letters"),
        ({"comments": {"3": "x"}}, "expected place of a comment from 0 to 2, got 3"),
        ({"comments": {"03": "x"}}, "comments.03: expected a whole number as text"),
        (
            {"variations": [{"parent": 1, "position": 0, "events": []}]},
            "must branch off from an earlier line, 0 to 0, got 1",
        ),
        ({"variations": [{"parent": 0, "position": 3, "events": []}]}, "after 0 to 2 events, got 3"),
        ({"events": [{"milliseconds": 0, "kind": "open"}]}, r"events\[0\]: expected a cell for 'open', got None"),
        ({"events": [{"milliseconds": 0, "kind": "opne", "cell": [0]}]}, r"events\[0\].kind: expected 'open' or"),
        ({"events": [{"milliseconds": 10**15, "kind": "undo"}]}, r"events\[0\].milliseconds: expected"),
        ({"events": [{"milliseconds": 0, "kind": "undo", "level": 1}]}, r"events\[0\]: expected no level for 'undo'"),
    ],
)
def test_what_no_record_can_have_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        decode({**DOCUMENT, **change})


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
        with pytest.raises(ParseError, match="win_probability: expected a fraction from 0 to 1"):
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
        (with_steps([0]), "expected step 0 to rest on earlier steps, got 0"),
        (with_steps([], [0, 0]), "expected step 1 to rest on each step once"),
        (with_steps([], []), "expected a later step to rest on each step"),
        (with_steps([], [], [1, 0]), "expected the steps in the order of the reason"),
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
            with pytest.raises(ParseError, match=r"expected cases nested at most 20 deep|nested too deeply"):
                decode(document)
        case = {"cell": [0, 0], "is_mine": True, "steps": [], "cases": [case]}


def test_chances_belong_to_the_board() -> None:
    document = encode(analyse(position(7)))
    index = next(place for place, code in enumerate(document["view"]["codes"]) if code >= 0)
    wrong = copy.deepcopy(document)
    wrong["probabilities"][index] = 0.5
    with pytest.raises(ParseError, match=r"expected a chance of 0.0 at"):
        decode(wrong)
    with pytest.raises(ParseError, match=r"expected \d+ numbers, one for each cell, got"):
        decode({**document, "probabilities": document["probabilities"][1:]})
    with pytest.raises(ParseError, match=r"probabilities\[0\]: expected a number from 0 to 1, got 1.5"):
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


@given(st.integers(0, 2**32))
def test_figures_come_back_with_all_that_follows_from_them(seed: int) -> None:
    stats = play_stats(random_record(seed, 20))
    document = encode(stats)
    assert set(document) == {"type", "version", *PlayStats.__slots__}
    if stats.board is not None:
        assert set(document["board"]) == {"type", "version", *BoardStats.__slots__}
    found = decode(document)
    assert found == stats
    assert found.as_dict() == stats.as_dict()


@pytest.mark.parametrize(("board", "mines"), [("8x9", 11), ("3x4x5", 9), ("20~wrap=0", 3)])
def test_certificates_come_back_and_hold(board: str, mines: int) -> None:
    layout = no_guess(board, mines, 0, seed=4)
    certificate = certify(layout, 0)
    document = encode(certificate)
    again = decode(document)
    assert again == certificate
    verify(again)
    assert [step["rule"] for step in document["steps"]] == [step.rule for step in certificate.steps]
    assert all(step.get("premises", []) for step in document["steps"] if "premises" in step)


def test_what_deduction_opens_comes_back() -> None:
    for layout in (Layout("2x3", [(0, 0)]), Layout("3x4", [(0, 0)])):
        found = solvable_from(layout, (0, 2))
        assert decode(encode(found)) == found
    assert encode(found) == {"type": "solvability", "version": 1, "grade": "clue", "opened": 11, "safe_cells": 11}


def test_cells_off_the_board_and_rules_that_are_none_are_refused() -> None:
    document = encode(certify(Layout("1x4", [(0, 2)]), (0, 0)))
    with pytest.raises(ParseError, match=r"expected coordinate 1 of cell .* from 0 to 3, got 4"):
        decode({**document, "first": [0, 4]})
    step = document["steps"][0]
    with pytest.raises(ParseError, match=r"expected .* from 0 to 3"):
        decode({**document, "steps": [{**step, "cells": [[0, 7]]}]})
    with pytest.raises(ParseError, match=r"steps\[0\]\.rule: expected 'clue' or"):
        decode({**document, "steps": [{**step, "rule": "luck"}]})


def changes(seed: int) -> Any:
    """Return the results of a few moves of a game."""
    record = random_record(seed, 12)
    return [change for _, change in record.replay()]


def figures(seed: int) -> Any:
    """Return the figures of a game."""
    return play_stats(random_record(seed, 12))


def certificate(seed: int) -> Certificate:
    """Return a proof that a board needs no guess."""
    return certify(no_guess("5x6", 5, (2, 3), seed=seed), (2, 3))


def values() -> st.SearchStrategy[Any]:
    """Return an example of each type with a JSON form."""
    seeds = st.integers(0, 2**32)
    return st.one_of(
        strategies.grids(),
        strategies.rules(GUESSES),
        strategies.layouts(),
        strategies.views(),
        strategies.grids().flatmap(strategies.moves),
        annotated_records(),
        annotated_records().filter(lambda record: record.events).map(lambda record: record.events[0]),
        annotated_records().filter(lambda record: record.variations).map(lambda record: record.variations[-1]),
        seeds.map(changes).filter(bool).map(lambda found: found[-1]),
        seeds.map(figures),
        strategies.layouts().map(board_stats),
        seeds.map(certificate),
        seeds.map(lambda seed: solvable_from(certificate(seed).layout, (2, 3), uses_mine_count=seed % 2 == 0)),
    )


def same(first: Any, second: Any) -> bool:
    """Say whether two values are the same; changes are compared by what they hold."""
    return type(first) is type(second) and (first == second or first.__reduce__() == second.__reduce__())


@pytest.mark.slow
@given(values())
def test_json_gives_the_same_value_back(value: Any) -> None:
    text = format_json(value)
    assert "\n" not in text
    assert text.isascii()
    assert same(parse_json(text), value)
    assert same(parse_json(text.encode()), value)
    plain = encode(value)
    assert same(decode(plain), value)
    assert same(decode(copy.deepcopy(plain)), value)
    assert json.loads(text) == plain
    assert (plain["type"], plain["version"]) == (next(iter(plain.values())), 1)
    VALIDATOR.validate(plain)


ANNOTATED = annotated(random_record(5, 12), random.Random(5), 4)
GAME = Game("3x4", 2, seed=7)
VALUES: list[Any] = [
    Grid("3x4x5~wrap=0,2"),
    Rules.parse("esp"),
    Game("3x4", 2, seed=7).open((0, 0)),
    ANNOTATED,
    View.parse("2x3 mines=1\n# # 1\n1 1 1"),
    play_stats(ANNOTATED),
    certify(Layout("1x4", [(0, 2)]), (0, 0)),
    solvable_from(Layout("2x3", [(0, 0)]), (0, 2)),
]


def changed(document: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Gives the document with something else in one place."""
    if not path:
        return new
    document = copy.deepcopy(document)
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = new
    return document


ODD_PARTS: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    2,
    10**9,
    2**53,
    10**30,
    0.5,
    "",
    "1",
    "x",
    [],
    [0],
    {},
    {"type": "grid"},
    "9" * 50,
)


@pytest.mark.ci_limit(4)
@pytest.mark.parametrize("sample", VALUES, ids=lambda sample: type(sample).__name__)
def test_a_value_changed_anywhere_is_refused_or_can_be_used(sample: Any) -> None:
    document = encode(sample)
    for path in paths(document):
        for new in ODD_PARTS:
            try:
                found = decode(changed(document, path, new), max_cells=10**6)
            except ParseError as error:
                assert str(error)[0].islower() or path
                continue
            # Use the accepted values.
            assert same(decode(encode(found)), found)
            assert repr(found)
            VALIDATOR.validate(encode(found))


@pytest.mark.parametrize("sample", VALUES, ids=lambda sample: type(sample).__name__)
def test_keys_are_neither_missing_nor_too_many(sample: Any) -> None:
    document = encode(sample)
    for key in document:
        less = {name: part for name, part in document.items() if name != key}
        try:
            found = decode(less)
        except ParseError as error:
            assert f"{key!r}" in str(error) or key == "type"
        else:
            # An optional part, or one implied by another.
            assert type(found) is type(sample)
        with pytest.raises(jsonschema.ValidationError):
            VALIDATOR.validate({**document, "moer": 1})
        with pytest.raises(ParseError, match=r"expected no other keys than type, version, .*, got 'moer'"):
            decode({**document, "moer": 1})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a JSON object, got something else: expecting value at column 1"),
        ("{", "expected a JSON object"),
        ("null", "expected an object whose type is one of grid, rules, .*, got None"),
        ("[]", "expected an object whose type"),
        ('{"type": "gird"}', "got 'gird', did you mean 'grid'?"),
        ('{"type": ["grid"]}', "expected an object whose type"),
        ('{"type": "grid"}', "expected a key 'version', got none"),
        ('{"type": "grid", "version": 2}', "version: expected version 1, got 2, which a newer hypersweep can read"),
        ('{"type": "grid", "version": 1.0}', "version: expected 1, got 1.0"),
        ('{"type": "grid", "version": true}', "version: expected 1, got true"),
        ('{"type": "grid", "type": "grid"}', "expected each key of an object once, got 'type' twice"),
        ('{"type": "grid", "version": NaN}', "expected a number that JSON supports, got NaN"),
        ('{"type": "grid", "version": -Infinity}', "expected a number that JSON supports, got -Infinity"),
        ('{"type": "grid", "version": 1, "shape": [3, 4], "adjacency": "moore"}', "expected a key 'wrap', got none"),
        (
            '{"type": "grid", "version": 1, "shape": [], "adjacency": "moore", "wrap": []}',
            "expected a list of 1",
        ),
        (
            '{"type": "grid", "version": 1, "shape": [3, 4], "adjacency": "more", "wrap": []}',
            "adjacency: expected 'moore' or 'orthogonal', got 'more'",
        ),
        ('{"type": "grid", "version": 1, "shape": [3, 4], "adjacency": "moore", "wrap": [2]}', "expected wrapped axis"),
        (
            '{"type": "grid", "version": 1, "shape": [3, 4], "adjacency": "moore", "wrap": [1, 0]}',
            r"wrap\[1\]: expected a number above 1, the one before, got 0",
        ),
        ("[" * 100_000, "the JSON is nested too deeply"),
        ('{"type":' * 100_000, "the JSON is nested too deeply"),
        ('{"type": "grid", "version": ' + "9" * 5000 + "}", "a number has too many digits"),
        ('{"type": "grid", "version": 1e999}', "version: expected 1, got inf"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse_json(text)
    with pytest.raises(ParseError, match=message):
        parse_json(text.encode())


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ParseError, match="expected text in UTF-8, got the byte 0xff"):
        parse_json(b'{"type": "\xff"}')


@pytest.mark.parametrize("wrong", [3, "3x4", None, [Grid("3x4")], object()])
def test_values_without_a_form_are_refused(wrong: Any) -> None:
    with pytest.raises(ParameterTypeError, match="expected one of Grid, Rules, "):
        format_json(wrong)
    if not isinstance(wrong, str):
        with pytest.raises(ParameterTypeError, match="expected a JSON document as text"):
            parse_json(wrong)


@pytest.mark.parametrize(
    ("played", "instead"),
    [
        (Game("3x4", 2, seed=7), r"Record\.of\(game\), .* game\.view"),
        (Record("3x4", 2, seed=7).replay(), r"replay\.record, .* replay\.game\.view"),
        (Session("3x4", 2, seed=7), r"session\.record, .* session\.game\.view"),
    ],
)
def test_an_error_says_what_to_convert_instead_of_a_game(played: Game | Replay | Session, instead: str) -> None:
    with pytest.raises(ParameterTypeError, match=instead):
        format_json(played)


def test_boards_are_no_larger_than_they_may_be() -> None:
    huge = encode(Grid("9000000000000000"))
    documents = [
        huge,
        {"type": "layout", "version": 1, "grid": huge, "mines": []},
        {"type": "view", "version": 1, "grid": huge, "mines": 0, "codes": [0]},
        {"type": "change", "version": 1, "grid": huge, "indices": [1], "outcome": "won", "opened": 0, "flagged": 0},
        encode(ANNOTATED.replace(grid=Grid("9000000000000000"), mines=1, layout=None, seed=1)),
    ]
    for document in documents:
        with pytest.raises(ParseError, match="expected at most 100 cells, got 9000000000000000"):
            decode(document, max_cells=100)
        try:
            found = decode(document)
        except (ParseError, BoardTooLargeError):
            continue
        assert repr(found)
    with pytest.raises(BoardTooLargeError):
        decode(documents[1])


@pytest.mark.slow
def test_a_document_of_a_million_keys_takes_no_longer_than_it_is() -> None:
    # Quadratic work in the number of keys would never finish.
    keys = ", ".join(f'"{number}": 0' for number in range(200_000))
    with pytest.raises(ParseError, match="expected no other keys"):
        parse_json(f'{{"type": "rules", "version": 1, {keys}}}')
    with pytest.raises(ParseError, match="got '199999' twice"):
        parse_json(f'{{{keys}, "199999": 1}}')


FORMS = [format_json(sample) for sample in VALUES]


@given(strategies.near_misses(FORMS))
def test_a_document_that_is_accepted_crashes_nothing(text: str) -> None:
    try:
        found = parse_json(text, max_cells=10**6)
    except HypersweepError as error:
        assert isinstance(error, ParseError), error
        return
    assert same(parse_json(format_json(found)), found)
