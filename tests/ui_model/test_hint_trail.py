"""The way through the cells of a hint."""

from __future__ import annotations

from hypersweep.session.hint import Advice
from hypersweep.ui_model.hint_trail import HintTrail

CELLS = ((0, 1), (0, 2))
CLUES = ((1, 0), (1, 1), (1, 2))
ELSEWHERE = (2, 3)


def trail(cells: tuple[tuple[int, int], ...] = CELLS, clues: tuple[tuple[int, int], ...] = CLUES) -> HintTrail:
    return HintTrail(Advice("safe", [lambda _: "Look."], clues=clues, cells=cells).hint(1))


def test_it_goes_round_cells_first() -> None:
    way = trail()
    cursor: tuple[int, ...] = ELSEWHERE
    seen: list[tuple[int, ...]] = []
    for _ in range(6):
        found = way.go(cursor, 1)
        assert found is not None
        seen.append(cursor := found)
    assert seen == [*CELLS, *CLUES, CELLS[0]]
    back = []
    for _ in range(2):
        found = way.go(cursor, -1)
        assert found is not None
        back.append(cursor := found)
    assert back == [CLUES[2], CLUES[1]]


def test_going_back_begins_with_a_cell_too() -> None:
    assert trail().go(ELSEWHERE, -1) == CELLS[1]
    # Wherever the cursor is: even on a clue of it.
    assert trail().go(CLUES[1], -1) == CELLS[1]
    assert trail().go(CLUES[1], 1) == CELLS[0]
    assert trail(cells=()).go(ELSEWHERE, -1) == CLUES[2]


def test_it_never_stays_where_it_is() -> None:
    assert trail().go(CELLS[0], 1) == CELLS[1]
    assert trail().go(CELLS[1], -1) == CELLS[0]


def test_whoever_left_it_begins_again() -> None:
    way = trail()
    assert [way.go(ELSEWHERE, 1), way.go(CELLS[0], 1), way.go(ELSEWHERE, 1)] == [CELLS[0], CELLS[1], CELLS[0]]


def test_a_hint_without_cells_leads_nowhere() -> None:
    assert trail(cells=(), clues=()).go(ELSEWHERE, 1) is None
