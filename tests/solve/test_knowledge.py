"""What is noted of a view beside a slow reading of it, and the order in which clues wait."""

from __future__ import annotations

import random

import pytest

import naive
from hypersweep import View
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import Budget
from hypersweep.solve.grounds import AllGrounds
from hypersweep.solve.knowledge import Knowledge, Waiting
from solver_views import board_of, random_view


def test_a_view_is_read_as_anybody_would_read_it() -> None:
    chance = random.Random(90)
    for _ in range(150):
        view = random_view(chance)
        trust = chance.random() < 0.4
        own = Knowledge(view, trust, Budget())
        board = board_of(view)
        index = view.grid.index
        shown = {naive.MINE, naive.EXPLODED} | ({naive.FLAGGED} if trust else set())
        covered = {naive.COVERED, naive.FLAGGED} - shown
        for cell in board.cells():
            around = board.neighbours(cell)
            assert sorted(own.touching(index(cell))) == sorted(index(other) for other in around if view[other] >= 0)
            if view[cell] < 0:
                continue
            clue = index(cell)
            assert own.clue(clue) == (view[cell], cell)
            assert own.names(own.covered(clue)) == tuple(sorted(other for other in around if view[other] in covered))
            assert own.shown(clue) == tuple(sorted(other for other in around if view[other] in shown))
            assert own.rest(clue) == view[cell] - len(own.shown(clue))
        unknown, need = own.unknown()
        assert unknown == {clue: frozenset(own.covered(clue)) for clue in own.prover.clues if own.covered(clue)}
        assert need == {clue: own.rest(clue) for clue in unknown}


def test_a_conclusion_is_known_and_has_its_reason() -> None:
    own = Knowledge(View.parse("3x4 mines=2\n# # # #\n1 2 2 1\n. . . ."), False, Budget())
    first = own.conclude("clue", "mine", [1], [4], (), AllGrounds())
    second = own.conclude("pair", "safe", [0, 3], [4, 7], own.because([1]), AllGrounds())
    assert own.known == {1: True, 0: False, 3: False}
    assert (own.reasons, own.members) == ([first, second], [[1], [0, 3]])
    assert second.because == (first,)
    assert own.because([3, 1, 0]) == (first, second)
    unknown, need = own.unknown()
    assert unknown == {clue: frozenset({2}) for clue in (5, 6, 7)}
    assert need == {5: 1, 6: 1, 7: 1}


@pytest.mark.parametrize(("conclusion", "cells"), [("mine", [0, 1]), ("safe", [0, 1])])
def test_a_conclusion_that_no_clue_allows_names_the_clues(conclusion: str, cells: list[int]) -> None:
    own = Knowledge(View.parse("2x3 mines=1\n# # #\n1 . ."), False, Budget())
    with pytest.raises(InconsistentViewError) as caught:
        own.conclude("clue", conclusion, cells, [3], (), AllGrounds())  # type: ignore[arg-type]
    assert (1, 0) in caught.value.clues


def test_clues_wait_once_each_in_turn() -> None:
    waiting = Waiting([5, 3, 8])
    waiting.put(3)
    waiting.put(2)
    waiting.put_first(8)
    waiting.put_first(9)
    assert [waiting.take() for _ in range(5)] == [9, 5, 3, 8, 2]
    assert not waiting
    waiting.put(5)
    assert waiting
    assert waiting.take() == 5


def test_what_is_concluded_wakes_the_clues_around_it_in_both_queues() -> None:
    own = Knowledge(View.parse("1x7 mines=2\n# 1 # # # 1 #"), False, Budget())
    for queue in own.waiting:
        while queue:
            queue.take()
    own.conclude("clue", "mine", [0], [1], (), AllGrounds())
    assert [queue.take() for queue in own.waiting] == [1, 1]
    assert not any(own.waiting)
