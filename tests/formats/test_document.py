"""JSON of everything: round trips, the schema, strict reading, and documents made to do harm."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import (
    BoardTooLargeError,
    Game,
    Grid,
    HypersweepError,
    Layout,
    ParameterTypeError,
    ParseError,
    Rules,
    View,
    board_stats,
    play_stats,
)
from hypersweep.formats import decode, encode, format_json, json_schema, parse_json
from hypersweep.generate import Certificate, certify, no_guess, solvable_from
from hypersweep.rules import GUESSES
from records import annotated, annotated_records, random_record

VALIDATOR = jsonschema.Draft202012Validator(json_schema())


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


RECORD = annotated(random_record(5, 12), random.Random(5), 4)
GAME = Game("3x4", 2, seed=7)
SAMPLES: list[Any] = [
    Grid("3x4x5~wrap=0,2"),
    Rules.parse("esp"),
    Game("3x4", 2, seed=7).open((0, 0)),
    RECORD,
    View.parse("2x3 mines=1\n# # 1\n1 1 1"),
    play_stats(RECORD),
    certify(Layout("1x4", [(0, 2)]), (0, 0)),
    solvable_from(Layout("2x3", [(0, 0)]), (0, 2)),
]


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in inner for found in paths(item, (*path, key)))]


def changed(document: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Return the document with something else in one place."""
    if not path:
        return new
    document = copy.deepcopy(document)
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = new
    return document


ODD: tuple[Any, ...] = (
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
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_a_value_changed_anywhere_is_refused_or_can_be_used(sample: Any) -> None:
    document = encode(sample)
    for path in paths(document):
        for new in ODD:
            try:
                found = decode(changed(document, path, new), max_cells=10**6)
            except ParseError as error:
                assert str(error)[0].islower() or path
                continue
            # Use the accepted values.
            assert same(decode(encode(found)), found)
            assert repr(found)
            VALIDATOR.validate(encode(found))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
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
        ("null", "expected an object with a type of grid, rules, .*, got None"),
        ("[]", "expected an object with a type"),
        ('{"type": "gird"}', "got 'gird', did you mean 'grid'?"),
        ('{"type": ["grid"]}', "expected an object with a type"),
        ('{"type": "grid"}', "expected a key 'version', got none"),
        ('{"type": "grid", "version": 2}', "version: expected version 1, got 2, which a newer hypersweep can read"),
        ('{"type": "grid", "version": 1.0}', "version: expected 1, got 1.0"),
        ('{"type": "grid", "version": true}', "version: expected 1, got true"),
        ('{"type": "grid", "type": "grid"}', "expected every key of an object once, got 'type' again"),
        ('{"type": "grid", "version": NaN}', "expected a number that JSON has, got NaN"),
        ('{"type": "grid", "version": -Infinity}', "expected a number that JSON has, got -Infinity"),
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
        ("[" * 100_000, "expected lists nested no deeper"),
        ('{"type":' * 100_000, "expected lists nested no deeper"),
        ('{"type": "grid", "version": ' + "9" * 5000 + "}", "expected numbers of fewer digits"),
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
        with pytest.raises(ParameterTypeError, match="expected the text of a JSON document"):
            parse_json(wrong)


def test_boards_are_no_larger_than_they_may_be() -> None:
    huge = encode(Grid("9000000000000000"))
    documents = [
        huge,
        {"type": "layout", "version": 1, "grid": huge, "mines": []},
        {"type": "view", "version": 1, "grid": huge, "mines": 0, "codes": [0]},
        {"type": "change", "version": 1, "grid": huge, "indices": [1], "outcome": "won", "opened": 0, "flagged": 0},
        encode(RECORD.replace(grid=Grid("9000000000000000"), mines=1, layout=None, seed=1)),
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
    with pytest.raises(ParseError, match="got '199999' again"):
        parse_json(f'{{{keys}, "199999": 1}}')


FORMS = [format_json(sample) for sample in SAMPLES]


@given(strategies.near_misses(FORMS))
def test_what_is_accepted_crashes_nothing(text: str) -> None:
    try:
        found = parse_json(text, max_cells=10**6)
    except HypersweepError as error:
        assert isinstance(error, ParseError), error
        return
    assert same(parse_json(format_json(found)), found)
