"""What a hint tells: errors first, then certain moves, then guesses; all of it true."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import strategies
from hypersweep import Budget, Game, Layout, Outcome, View, analyse, explain
from hypersweep.errors import InconsistentViewError
from hypersweep.session.hint import Advice, Hint
from hypersweep.session.hint_search import brief_reason, few_or_marked, find_advice, marked, safe_words
from hypersweep.ui_model.cursor import HintNumbers
from hypersweep.view import COVERED, FLAGGED

SECOND_STEP = "The 1 at (1, 2) already has its mine, (0, 2), so its 2 other covered cells, (0, 1) and (0, 3), are safe."


def advice_for(text: str, **options: Budget) -> Advice:
    return find_advice(View.parse(text), **options)


def texts(found: Advice) -> list[str]:
    return [found.hint(level).text for level in range(1, found.levels + 1)]


def test_a_certain_move_is_told_in_three_levels() -> None:
    found = advice_for("2x4 mines=2\n# # # #\n1 2 1 1")
    first, second, third = (found.hint(level) for level in (1, 2, 3))
    assert first.text == "Look at (1, 0), (1, 1) and (1, 2)."
    assert first.shorter == ("Look at the 3 marked clues.",)
    assert second.text == "(0, 1) and (0, 3) are safe."
    assert third.text.startswith(
        "The 2 at (1, 1) can have at most 1 mine in the cells it shares with the 1 at (1, 0). "
    )
    assert third.text.endswith(SECOND_STEP)
    assert first.clues == second.clues == third.clues == ((1, 0), (1, 1), (1, 2))
    assert third.shorter == (
        "In 2 steps: the 1 at (1, 2) already has its mine, (0, 2): (0, 1) and (0, 3) are safe.",
        "(0, 1) and (0, 3) are safe: the 1 at (1, 2) already has its mine.",
        "In 2 steps: the 1 at (1, 2) already has its mine, (0, 2).",
        "In 2 steps: the 1 at (1, 2) already has its mine.",
    )
    assert (first.cells, second.cells, third.cells) == ((), ((0, 1), (0, 3)), ((0, 1), (0, 3)))
    assert (first.is_last, second.is_last, third.is_last) == (False, False, True)
    assert found.hint(9).level == 3
    assert {hint.probability for hint in (first, second, third)} == {None}
    assert repr(first) == "<Hint 1, safe: Look at (1, 0), (1, 1) and (1, 2).>"
    assert str(third) == third.text


def test_texts_about_the_remaining_cells_do_not_count_them() -> None:
    found = advice_for("2x5 mines=2\n# # # # #\n# 1 0 1 #")
    second, third = found.hint(2), found.hint(3)
    zero = "The 0 at (1, 2) touches no mine"
    assert (second.shorter[0], third.shorter[0]) == (
        "The 3 marked cells are safe.",
        f"{zero}: the 3 marked cells are safe.",
    )
    rest = third.with_remaining(third.cells[1:])
    assert (rest.cells, rest.text) == (third.cells[1:], third.text)
    assert rest.shorter == (
        f"{zero}: the marked cells are safe.",
        f"The marked cells are safe: {zero[0].lower()}{zero[1:]}.",
        f"{zero}.",
        "The marked cells are safe.",
    )
    assert second.with_remaining(second.cells[1:]).text == "The marked cells are safe."
    assert second.with_remaining(second.cells[-1:]).text == "The marked cell is safe."
    last = third.with_remaining(third.cells[-1:])
    assert (last.cells, last.text) == (third.cells[-1:], third.text)
    assert last.shorter == (
        f"{zero}: the marked cell is safe.",
        f"The marked cell is safe: {zero[0].lower()}{zero[1:]}.",
        f"{zero}.",
        "The marked cell is safe.",
    )


def test_cells_are_named_as_the_caller_likes() -> None:
    def name(cell: tuple[int, ...]) -> str:
        return "abcd"[cell[1]] + str(cell[0] + 1)

    found = advice_for("2x4 mines=2\n# # # #\n1 2 1 1")
    assert found.hint(1, name).text == "Look at a2, b2 and c2."
    assert "b1 and d1, are safe" in found.hint(3, name).text


def test_a_mine_that_is_flagged_already_needs_no_reason() -> None:
    found = advice_for("2x4 mines=2\n# # F #\n1 2 1 1")
    assert texts(found) == [
        "Look at (1, 2).",
        "(0, 1) and (0, 3) are safe.",
        SECOND_STEP,
    ]


def test_a_wrong_flag_comes_first() -> None:
    found = advice_for("2x4 mines=2\n# F # #\n1 2 1 1")
    assert found.kind == "flags"
    first, second, third = texts(found)
    assert first == "A flag is wrong: look at (1, 0), (1, 1) and (1, 2)."
    assert second == "The flag at (0, 1) is wrong."
    assert third.startswith("The flag at (0, 1) is wrong. The 2 at (1, 1) can have at most 1 mine ")
    assert found.hint(3).cells == ((0, 1),)
    assert (found.hint(1).cells, found.hint(2).cells) == ((), ((0, 1),))


def test_of_wrong_flags_the_easiest_to_see_is_told() -> None:
    found = advice_for("2x6 mines=2\n# F # 1 F .\n1 2 1 1 . .")
    assert found.hint(3).cells == ((0, 4),)
    assert "The 0 at (0, 5) touches no mine" in texts(found)[2]


def test_several_wrong_flags_are_told_together() -> None:
    found = advice_for("3x4 mines=1\nF # # F\n# # # F\n# 1 # #")
    assert texts(found)[0] == "Some flags are wrong: look at (2, 1)."
    assert found.hint(2).shorter == ("The 3 marked flags are wrong.",)
    assert texts(found)[2].startswith("The flags at (0, 0), (0, 3) and (1, 3) are wrong. There is only 1 mine. ")


def test_too_many_flags_around_a_clue() -> None:
    found = advice_for("2x3 mines=1\nF # F\n# 1 #")
    assert texts(found) == [
        "The flags can't all be right: look at (1, 1).",
        "The clue at (1, 1) has too many flags around it.",
        "The 1 at (1, 1) has 2 flags around it, (0, 0) and (0, 2): they can't all be right.",
    ]
    assert (found.clues, found.cells) == (((1, 1),), ((0, 0), (0, 2)))


def test_more_flags_than_mines() -> None:
    found = advice_for("2x4 mines=2\nF # # #\nF # # F")
    assert texts(found) == ["There are 3 flags for 2 mines: some are wrong."]
    assert found.hint(1).is_last


def test_flags_that_only_several_clues_refute() -> None:
    found = advice_for("1x8 mines=3\nF 1 # 1 # 1 F #")
    assert texts(found)[2] == (
        "No layout with all of the flags at (0, 0) and (0, 6) fits the clues at (0, 1), (0, 3) and (0, 5)."
    )
    assert found.hint(1).clues == ((0, 1), (0, 3), (0, 5))


def test_flags_that_only_the_number_of_mines_refutes() -> None:
    found = advice_for("1x7 mines=2\n# 1 # F # F #")
    assert texts(found)[1:] == [
        "The flags at (0, 3) and (0, 5) can't all be right.",
        "No layout with all of the flags at (0, 3) and (0, 5) fits the clue at (0, 1) and the number of mines.",
    ]


def test_a_guess_says_what_it_risks() -> None:
    found = advice_for("2x3 mines=1\n# 1 #\n# 1 #")
    first, second, third = (found.hint(level) for level in (1, 2, 3))
    assert first.text == "Nothing is certain."
    assert (first.clues, first.cells, first.probability) == ((), (), None)
    assert second.cells == third.cells == ((0, 0),)
    assert third.probability == 0.25
    assert "25 %" in third.text


def test_a_guess_at_a_flagged_cell_says_so() -> None:
    found = advice_for("2x3 mines=1\nF 1 #\n# 1 #")
    assert texts(found)[2].endswith("You have a flag at (0, 0); it may be wrong.")


def test_where_nothing_is_safe_there_is_no_hint() -> None:
    found = advice_for("1x3 mines=2\n# 2 #")
    assert found.kind == "none"
    assert texts(found) == ["There is no hint here: every covered cell is a mine."]


def wide_game() -> Game:
    """Return a game whose clues all overlap, without easy steps."""
    layout = Layout.random("20x21", 170, seed=5)
    game = Game(layout=layout)
    for cell in layout.grid:
        if sum(cell) % 3 == 0 and not layout.is_mine(cell):
            game.open(cell)
    return game


@pytest.mark.slow
def test_past_the_budget_a_hint_is_an_estimate() -> None:
    game = wide_game()
    for _ in range(100):
        found = find_advice(game.view, budget=Budget(states=60))
        if found.kind != "safe":
            break
        game.open(found.cells[0])
    first, second = (found.hint(level) for level in (1, 2))
    assert (found.kind, found.levels) == ("estimate", 2)
    assert "too hard" in first.text
    assert first.cells == ()
    (cell,) = second.cells
    assert f"The chance of a mine at {cell} is about " in second.text
    assert game.view[cell] == COVERED
    assert second.probability is not None
    assert second.probability < 0.5
    game.flag(cell)
    found = find_advice(game.view, budget=Budget(states=60))
    assert found.kind == "estimate"
    assert found.cells != (cell,) or "flag" in texts(found)[1]


@pytest.mark.slow
def test_an_estimate_comes_however_little_time_there_is() -> None:
    game = wide_game()
    while (found := find_advice(game.view, budget=Budget(states=60))).kind == "safe":
        game.open(found.cells[0])
    found = find_advice(game.view, budget=Budget(seconds=1e-9))
    assert found.kind == "estimate"
    assert "The chances are estimates" in texts(found)[1]


@pytest.mark.slow
def test_past_the_budget_single_clues_still_speak_of_flags() -> None:
    game = wide_game()
    while (found := find_advice(game.view, budget=Budget(states=60))).kind == "safe":
        game.open(found.cells[0])
    view = game.view
    clue, around = next(
        (cell, around)
        for cell in view.grid
        if 0 < view[cell] < 3
        and len(around := [other for other in view.grid.neighbours(cell) if view[other] == COVERED]) > view[cell]
    )
    for other in around:
        game.flag(other)
    found = find_advice(game.view, budget=Budget(states=60))
    assert found.kind == "flags"
    assert "too many flags around it" in texts(found)[1]
    (place,) = found.clues
    assert game.view[place] < len(found.cells)
    assert clue in view.grid


def test_a_view_that_cannot_be_is_an_error() -> None:
    with pytest.raises(InconsistentViewError):
        advice_for("2x3 mines=1\n# # #\n3 # #")


@st.composite
def positions(draw: st.DrawFn) -> tuple[Game, View]:
    """Return running games, with flags anywhere."""
    layout: Layout = draw(strategies.layouts(max_cells=40, max_dimensions=5))
    game = Game(layout=layout, rules="classic,protect-cascade=off")
    for cell in draw(st.lists(strategies.cells_of(layout.grid), max_size=12)):
        if not layout.is_mine(cell):
            game.open(cell)
    for cell in draw(st.lists(strategies.cells_of(layout.grid), max_size=6)):
        game.flag(cell)
    assume(game.outcome is Outcome.ONGOING)
    return game, game.view


@pytest.mark.slow
@given(positions())
def test_every_hint_is_true(position: tuple[Game, View]) -> None:
    game, view = position
    layout = game.layout
    assert layout is not None
    found = find_advice(view)
    last = found.hint(found.levels)
    for level in range(1, found.levels + 1):
        hint: Hint = found.hint(level)
        assert hint.text.endswith(".")
        assert all(view[cell] >= 0 for cell in hint.clues)
        assert set(hint.cells) <= set(last.cells)
    analysis = analyse(view)
    flags = [cell for cell in view.grid if view[cell] == FLAGGED]
    wrong = set(flags) & set(analysis.safe_cells)
    if wrong:
        assert found.kind == "flags"
    if found.kind == "flags":
        assert set(last.cells) <= set(flags)
        assert not wrong or set(last.cells) <= wrong
        assert any(not layout.is_mine(cell) for cell in flags)
        assert not last.cells or any(not layout.is_mine(cell) for cell in last.cells)
    elif found.kind == "safe":
        assert set(last.cells) <= set(analysis.safe_cells) - set(flags)
    elif found.kind == "guess":
        assert not analysis.safe_cells
        (cell,) = last.cells
        assert last.probability == pytest.approx(analysis.probability(cell))
    else:
        assert found.kind == "none"
        assert all(layout.is_mine(cell) for cell in layout.grid if view[cell] < 0)


@pytest.mark.slow
@given(positions())
def test_a_hint_sees_no_more_than_the_player(position: tuple[Game, View]) -> None:
    _, view = position
    same = View.parse(view.format())
    first, second = find_advice(view), find_advice(same)
    assert texts(first) == texts(second)
    assert (first.kind, first.cells, first.clues, first.subject) == (
        second.kind,
        second.cells,
        second.clues,
        second.subject,
    )


# Its layouts are too many to count within the budget below, but a part of it still proves cells.
WIDE = """4x4x4x4 mines=34
[*, *, *, 0]
# # # # | # # # # | # # # # | # # # #
# # # # | # # # # | # # # # | # # # #
# # # # | # # # # | # # # # | # # # #
# # # # | # # # # | # # # # | # # # #
[*, *, *, 1]
# # # # | # # # # | # # # # | # # # #
# 9 9 7 | # # 13 9 | # 15 16 10 | # 9 9 5
# 8 8 6 | # 13 13 9 | # 15 # # | # # # #
# 4 3 2 | # 7 7 5 | # 9 # # | # # # #
[*, *, *, 2]
# # # # | # # # # | # # # # | # # # #
# 8 # # | # 11 # # | # 11 10 6 | # 6 5 3
# 6 5 3 | # # 7 4 | # # 11 4 | # # 7 2
# 3 1 . | # # 3 1 | # # 8 2 | # # 7 2
[*, *, *, 3]
# # # # | # # # # | # # # # | # # # #
# 6 # # | # 7 # # | # 7 7 4 | # 3 3 1
# 4 4 3 | # # 5 3 | # # 7 2 | # # 4 .
# 2 1 . | # # 2 . | # # 5 . | # # 4 .
"""


@pytest.mark.nightly
def test_what_is_certain_past_the_budget_is_no_guess() -> None:
    view = View.parse(WIDE)
    budget = Budget(states=1 << 15)
    analysis = analyse(view, budget=budget, estimate=True)
    assert not analysis.is_exact
    assert analysis.safe_cells
    (reason,) = explain(view, budget=budget)
    assert (reason.rule, reason.conclusion, reason.cells) == ("count", "safe", analysis.safe_cells)
    assert "are safe: no layout that fits the clues and the number of mines has a mine at any of them." in str(reason)
    first, second, third = texts(find_advice(view, budget=budget))
    assert first == "Something is certain, but not easy to see."
    assert second.endswith(" are safe.")
    assert third == str(reason)


# With the beginning "Hint 3  " this is what a line of 80 columns shows next to its margins.
LINE = 78


@pytest.mark.ci_limit(34)
@pytest.mark.parametrize(("board", "mines"), [("9x9", 12), ("4x5x6", 16), ("4x4x4x4", 24), ("3x4x5x4", 22)])
@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.slow] * (seed > 3)) for seed in range(40)])
def test_every_level_has_one_sentence_for_one_line(board: str, mines: int, seed: int) -> None:
    game = Game(board, mines, seed=seed, rules="classic,first=opening")
    game.open(tuple(side // 2 for side in game.grid.shape))
    while game.outcome is Outcome.ONGOING:
        found = find_advice(game.view, budget=Budget(states=1 << 14))
        for level in range(1, found.levels + 1):
            hint = found.hint(level)
            shortest = (hint.text, *hint.shorter)[-1]
            assert len(shortest) <= LINE, shortest
            assert shortest.count(". ") == 0, shortest
            assert shortest.endswith(".")
            assert shortest[0] == "(" or shortest[:1].isupper(), shortest
            # The board shows the rest of this line.
            assert ("marked clue" not in shortest) or hint.clues
            assert ("marked cell" not in shortest) or hint.cells
        if found.kind == "safe":
            numbers = HintNumbers(99)
            hint = [found.hint(level, numbers) for level in range(1, found.levels + 1)][-1]
            tells = [re.search(r"\b(is|are) safe\b", text) is not None for text in (hint.text, *hint.shorter)]
            # What follows is left out last, and fits unless the reason needs many clues.
            assert tells == sorted(tells, reverse=True)
            told = [text for text, is_told in zip((hint.text, *hint.shorter), tells, strict=True) if is_told]
            assert len(f"Hint 3  {told[-1]}") <= LINE or len(hint.clues) > 2, told
        if not found.cells:
            return
        game.open(found.cells[0])


def brief(text: str) -> str:
    reason = explain(View.parse(text))[-1]
    return brief_reason([reason], reason.clues, str)


def test_cells_are_named_where_they_are_few() -> None:
    assert marked(1, "flag") == "the marked flag"
    assert few_or_marked([(0, 1), (1, 2)], "clue", str) == "(0, 1) and (1, 2)"
    assert few_or_marked([(0, 1), (1, 2), (2, 2)], "clue", str) == "the 3 marked clues"
    guess = explain(View.parse("2x3 mines=1\n# 1 #\n# 1 #"))[-1]
    assert brief_reason([guess], guess.clues, str, is_least=True) == "(0, 0) is a mine with a chance of 25 %"
    assert safe_words([(0, 1)], str) == "(0, 1) is safe"


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ("2x3 mines=1\n# # #\n1 1 .", "The 0 at (1, 2) touches no mine"),
        ("2x4 mines=2\n# # F #\n1 2 1 1", "The 1 at (1, 2) already has its mine, (0, 2)"),
        ("2x5 mines=1\n# # # # #\n1 1 1 # #", "The 1 at (1, 0) shares its mine with the 1 at (1, 1)"),
        ("2x3 mines=1\n# 1 #\n# 1 #", "(0, 0) is a mine with a chance of 25 %, the lowest there is"),
        ("1x8 mines=2\n1 # # # # # 1 #", "The number of mines left and the marked clue leave none there"),
        ("1x7 mines=2\n# 1 # # # 1 #", "The number of mines left and the 2 marked clues leave none there"),
    ],
)
def test_each_kind_of_reason_has_a_sentence(view: str, words: str) -> None:
    assert words in brief(view)


def test_of_earlier_steps_only_the_number_is_told() -> None:
    view = View.parse("2x4 mines=2\n# # # #\n1 2 1 1")
    steps = explain(view)
    assert brief_reason(steps, steps[-1].all_clues, str).startswith(f"In {len(steps)} steps: the 1 at (1, 2) ")


def test_where_every_character_counts_less_is_said() -> None:
    pair = explain(View.parse("2x5 mines=1\n# # # # #\n1 1 1 # #"))[-1]
    assert brief_reason([pair], pair.clues, str, is_least=True) == "Compare (1, 0) and (1, 1)"
    count = explain(View.parse("1x7 mines=2\n# 1 # # # 1 #"))[-1]
    words = "In 12 steps: the number of mines left and the marked clues leave none there"
    assert brief_reason([count] * 12, count.clues, str, is_least=True) == words
