"""The hint desk: which hint comes next, and which comes no more."""

from __future__ import annotations

from hypersweep import Game, Layout
from hypersweep.session.hint import Advice
from hypersweep.session.hints import HintDesk, no_hint

LAYOUT = Layout("3x4", [(0, 3), (2, 3)])


def advice(*texts: str, cells: tuple[tuple[int, ...], ...] = ()) -> Advice:
    return Advice("safe", [lambda _, text=text: text for text in texts], cells=cells)  # type: ignore[misc]


def test_each_question_is_answered_a_level_further_until_the_last() -> None:
    desk = HintDesk()
    found = advice("look", "count", "open")
    told = [(desk.is_told(found), str(desk.tell(found, desk.position))) for _ in range(5)]
    assert told == [(False, "look"), (False, "count"), (False, "open"), (True, "open"), (True, "open")]


def test_an_answer_for_an_earlier_position_is_dropped() -> None:
    desk = HintDesk()
    found, position = advice("look", "open"), desk.position
    desk.forget()
    assert desk.tell(found, position) is None
    assert not desk.is_told(found)
    hint = desk.tell(found, desk.position)
    assert hint is not None
    assert hint.level == 1


def test_another_position_with_the_same_subject_goes_on_where_it_was() -> None:
    desk = HintDesk()
    desk.tell(advice("look", "open", cells=((1, 2),)), desk.position)
    desk.forget()
    hint = desk.tell(advice("look there", "open that", cells=((1, 2),)), desk.position)
    assert str(hint) == "open that"
    other = desk.tell(advice("look elsewhere", "open another", cells=((1, 1),)), desk.position)
    assert str(other) == "look elsewhere"


def test_what_was_found_is_known_until_the_position_changes() -> None:
    desk = HintDesk()
    game = Game(layout=LAYOUT)
    assert desk.known(game) is None, "it has to be searched for"
    found = advice("look")
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
