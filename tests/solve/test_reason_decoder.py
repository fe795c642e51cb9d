"""Reasons read from rows of numbers: each kind of evidence, the premises first, and every row to its end."""

from __future__ import annotations

import pytest

from hypersweep import View
from hypersweep.solve.evidence import (
    AllGrounds,
    BoundGrounds,
    ClueGrounds,
    Evidence,
    LineCase,
    LineGrounds,
    LineStep,
    ShareGrounds,
    Side,
    SumGrounds,
    TriedGrounds,
)
from hypersweep.solve.reason_decoder import Reader
from hypersweep.view import COVERED

VIEW = View("3x4", 3, [COVERED, COVERED, COVERED, COVERED, 1, 2, 2, 1, COVERED, COVERED, COVERED, COVERED])


@pytest.mark.parametrize(
    ("kind", "numbers", "grounds"),
    [
        (0, [4, 2, 1, 0, 0], ClueGrounds((1, (1, 0)), ((0, 0),), (), 2)),
        (
            1,
            [1, 1, 1, 4, 1, 0, 1, 0, 1, 1, 0, 0, 5, 2, 1, 8, 0, 0, 1, 2, 0, 2, 0, 3, 2, 1, 1, 2, -1, 1, 9],
            SumGrounds(
                (Side((1, (1, 0)), 1, (), ((0, 0),), ((0, 1),), (), ()),),
                (Side((2, (1, 1)), 2, ((2, 0),), (), (), ((0, 2),), ()),),
                ((0, 0), (0, 3)),
                (2, 1),
                ((0, 2),),
                (-1,),
                ((2, 1),),
                True,
            ),
        ),
        (
            2,
            [1, 3, 2, 1, 1, 5, 0, 0, 1, 2, 1, 1, 2, 0, 0, 1, 6, 1, 1, 8, 0, 0, 0, 1, 0, 0, 0],
            LineGrounds(
                LineCase(
                    (0, 2),
                    True,
                    (LineStep((2, (1, 1)), False, (), ((0, 2),), ((0, 1),)),),
                    (
                        LineCase((0, 0), False, (LineStep((2, (1, 2)), True, ((2, 0),), (), ()),), ()),
                        LineCase((0, 1), False, (), ()),
                    ),
                ),
                ((0, 3),),
            ),
        ),
        (3, [], TriedGrounds(((1, (1, 0)), (2, (1, 1))))),
        (4, [2, 7, 1, 4, 1, 3, 1, 2], ShareGrounds(((1, (1, 3)), (1, (1, 0))), (1, 1), 3, 1, 2)),
        (5, [3, 4, 1], BoundGrounds(((1, 0), (1, 1)), 3, 4, True)),
        (6, [], AllGrounds()),
    ],
)
def test_every_kind_of_grounds_is_read(kind: int, numbers: list[int], grounds: Evidence) -> None:
    row = [2, 1, kind, 1, 2, 0, 2, 4, 5, *numbers]
    reason = Reader(VIEW, lambda number: row).reason(0)
    assert (reason.rule, reason.conclusion, reason.cells) == ("set", "mine", ((0, 2),))
    assert (reason.clues, reason.because) == (((1, 0), (1, 1)), ())
    assert reason.grounds == grounds


def test_only_what_a_reason_takes_for_granted_is_read_and_each_once() -> None:
    rows = {
        0: [0, 0, 6, 1, 0, 0, 0],
        1: [0, 0, 6, 1, 0, 0, 1],
        2: [0, 1, 6, 1, 0, 1, 2, 0],
        3: [3, 0, 6, 2, 0, 2, 3, 8, 0, 2],
    }
    asked: list[int] = []

    def row(number: int) -> list[int]:
        asked.append(number)
        return rows[number]

    reader = Reader(VIEW, row)
    last = reader.reason(3)
    assert sorted(asked) == [0, 2, 3]
    assert [step.cells for step in last.steps] == [((0, 0),), ((0, 2),), ((0, 3), (2, 0))]
    assert last.because[0] is last.because[1].because[0] is reader.reason(0)
    assert reader.reason(1).conclusion == "safe"
    assert sorted(asked) == [0, 1, 2, 3]
