"""Hints: each level says more, and cells may be given in any form."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Layout, Outcome, Rules
from hypersweep import typing as hints
from hypersweep.session.hint import Advice, Hint, HintDesk, Telling, first_advice, no_hint
from hypersweep.text import chance_text

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
    number, unit = chance_text(chance).split(" ")
    assert unit == "%"
    assert float(number) == pytest.approx(100 * chance, rel=0.005)


LAYOUT = Layout("3x4", [(0, 3), (2, 3)])


def text_advice(*texts: str, cells: tuple[tuple[int, ...], ...] = ()) -> Advice:
    return Advice("safe", [lambda _, text=text: text for text in texts], cells=cells)  # type: ignore[misc]


def test_each_question_is_answered_a_level_further_until_the_last() -> None:
    desk = HintDesk()
    found = text_advice("look", "count", "open")
    told = [(desk.is_told(found), str(desk.tell(found, desk.position))) for _ in range(5)]
    assert told == [(False, "look"), (False, "count"), (False, "open"), (True, "open"), (True, "open")]


def test_an_answer_for_an_earlier_position_is_dropped() -> None:
    desk = HintDesk()
    found, position = text_advice("look", "open"), desk.position
    desk.forget()
    assert desk.tell(found, position) is None
    assert not desk.is_told(found)
    hint = desk.tell(found, desk.position)
    assert hint is not None
    assert hint.level == 1


def test_another_position_with_the_same_subject_goes_on_where_it_was() -> None:
    desk = HintDesk()
    desk.tell(text_advice("look", "open", cells=((1, 2),)), desk.position)
    desk.forget()
    hint = desk.tell(text_advice("look there", "open that", cells=((1, 2),)), desk.position)
    assert str(hint) == "open that"
    other = desk.tell(text_advice("look elsewhere", "open another", cells=((1, 1),)), desk.position)
    assert str(other) == "look elsewhere"


def test_what_was_found_is_known_until_the_position_changes() -> None:
    desk = HintDesk()
    game = Game(layout=LAYOUT)
    assert desk.known(game) is None, "it has to be searched for"
    found = text_advice("look")
    desk.tell(found, desk.position)
    assert desk.known(game) is found
    desk.forget()
    assert desk.known(game) is None


def test_some_advice_needs_no_search() -> None:
    desk = HintDesk()
    first = desk.known(Game("3x4", 2, seed=7))
    assert first is not None
    assert (first.kind, first.levels) == ("start", 1)
    large = desk.known(Game(layout=Layout("1000x1100", [(0, 0)])))
    assert large is not None
    assert "too large" in large.hint(1).text
    assert no_hint("It rains.").hint(1).kind == "none"


def test_cells_are_named_as_the_asker_likes() -> None:
    desk = HintDesk()
    found = Advice("safe", [lambda name: f"{name((1, 2))} is safe."], cells=((1, 2),))
    assert str(desk.tell(found, desk.position)) == "(1, 2) is safe."
    assert str(desk.tell(found, desk.position, lambda cell: "c2")) == "c2 is safe."


@pytest.mark.parametrize(
    ("first_open", "words"),
    [("any", "chance of a mine, 16.7 %"), ("safe", "never a mine: open"), ("opening", "nor next to one")],
)
def test_before_the_first_open_the_rules_are_told(first_open: hints.FirstOpen, words: str) -> None:
    hint = first_advice(12, 2, Rules(first_open=first_open)).hint(1)
    assert (hint.kind, hint.is_last) == ("start", True)
    assert words in hint.text
