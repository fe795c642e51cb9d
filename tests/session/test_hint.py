"""Hints: more at each level, with cells in any form."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Outcome, Rules
from hypersweep import typing as hints
from hypersweep.session.hint import Advice, Hint, Telling, first_advice, percent

CELLS = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
WORDS = st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=5)


@given(st.lists(WORDS | CELLS, max_size=8))
def test_a_telling_is_the_same_text_whatever_cells_are_called(pieces: list[str | tuple[int, int, int]]) -> None:
    def words(name: Callable[[hints.Cell], str]) -> str:
        return "".join(piece if isinstance(piece, str) else name(piece) for piece in pieces)

    telling = Telling.of(words)
    for name in (str, repr, lambda cell: "\0", lambda cell: ""):
        assert telling.format(name) == words(name)
    assert pickle.loads(pickle.dumps(telling)) == telling


def advice(kind: str) -> Advice:
    return Advice(
        kind,
        [lambda name: "Look.", lambda name: f"Look at {name((0, 1))}.", lambda name: f"{name((1, 2))} it is."],
        clues=((0, 1),),
        cells=((1, 2),),
        probability=0.25 if kind == "guess" else None,
    )


@pytest.mark.parametrize(
    ("kind", "cells", "clues", "chances"),
    [
        ("safe", [0, 1, 1, 1], [1, 1, 1, 1], [None] * 4),
        ("guess", [0, 1, 1, 1], [0, 1, 1, 1], [None, 0.25, 0.25, 0.25]),
    ],
)
def test_each_level_gives_away_what_it_names_and_no_more(
    kind: str, cells: list[int], clues: list[int], chances: list[float | None]
) -> None:
    told = [advice(kind).hint(level) for level in (1, 2, 3, 4)]
    assert [len(hint.cells) for hint in told] == cells
    assert [len(hint.clues) for hint in told] == clues
    assert [hint.probability for hint in told] == chances
    assert [hint.is_last for hint in told] == [False, False, True, True]
    assert [hint.level for hint in told] == [1, 2, 3, 3]
    assert [str(hint) for hint in told] == ["Look.", "Look at (0, 1).", "(1, 2) it is.", "(1, 2) it is."]


def test_cells_of_a_hint_are_named_as_the_caller_likes() -> None:
    assert advice("safe").hint(3, lambda cell: "-".join(map(str, cell))).text == "1-2 it is."


def test_shorter_texts_go_with_the_level_they_say() -> None:
    first = (lambda name: f"Look at {name((0, 1))} there.", lambda _: "Look there.", lambda _: "There.")
    found = Advice("safe", [first, lambda name: f"{name((1, 2))} is safe."])
    assert (found.hint(1, str).text, found.hint(1).shorter) == ("Look at (0, 1) there.", ("Look there.", "There."))
    assert found.hint(2).shorter == ()
    assert pickle.loads(pickle.dumps(found)) == found


def test_hints_are_values() -> None:
    hint = advice("guess").hint(2)
    assert isinstance(hint, Hint)
    assert pickle.loads(pickle.dumps(hint)) == copy.deepcopy(hint) == hint
    assert hint != advice("safe").hint(2)
    assert pickle.loads(pickle.dumps(advice("guess"))) == advice("guess")
    with pytest.raises(AttributeError):
        hint.level = 3  # type: ignore[misc]


@pytest.mark.parametrize("first_open", ["any", "safe", "opening"])
def test_before_the_first_open_the_promise_of_the_rules_is_told(first_open: hints.FirstOpen) -> None:
    told = first_advice(12, 3, Rules(first_open=first_open))
    assert (told.kind, told.levels, told.hint(1).is_last) == ("start", 1, True)
    assert ("25 %" in str(told.hint(1))) == (first_open == "any")
    assert ("never a mine" in str(told.hint(1))) == (first_open != "any")
    assert ("next to one" in str(told.hint(1))) == (first_open == "opening")
    for seed in range(30):
        game = Game("3x4", 3, rules=f"classic,first={first_open}", seed=seed)
        change = game.open((1, 2))
        if first_open != "any":
            assert change.outcome is not Outcome.LOST
        if first_open == "opening":
            assert game.view[1, 2] == 0


@given(st.floats(0, 1))
def test_chances_are_told_to_three_digits(chance: float) -> None:
    number, unit = percent(chance).split(" ")
    assert unit == "%"
    assert float(number) == pytest.approx(100 * chance, rel=0.005)
