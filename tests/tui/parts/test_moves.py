"""The list of guesses."""

from __future__ import annotations

from typing import Any

from hypersweep.review.judge import ReviewedMove
from hypersweep.tui.parts.moves import move_lines, slow_lines, slowest


def guess(number: int, verdict: str, risk: float, **changes: Any) -> ReviewedMove:
    parts: dict[str, Any] = dict.fromkeys(ReviewedMove.__slots__)
    parts |= {"number": number, "kind": "open", "cell": (1, 2, 0), "verdict": verdict, "risk": risk, "survived": True}
    return ReviewedMove(**{**parts, "is_estimate": False, "is_taken_back": False, **changes})


def test_a_line_says_what_the_report_says() -> None:
    lines = move_lines(
        [
            guess(
                3, "forced guess", 0.25, best_cell=(0, 0, 0), best_risk=0.25, safest_cell=(0, 0, 0), safest_risk=0.25
            ),
            guess(12, "blunder", 1.0, best_cell=(0, 3, 1), best_risk=0.0, survived=False, is_taken_back=True),
        ]
    )
    assert [str(line) for line in lines] == [
        " 3  25.0 %  forced guess  open (1, 2, 0)  as good as any",
        "12   100 %  blunder       open (1, 2, 0)  (0, 3, 1) for certain  mine!, taken back",
    ]
    assert move_lines([]) == []


def test_the_slowest_moves_come_first_and_the_one_that_starts_the_clock_never() -> None:
    times = [0, 300, 12_300, 12_300, 14_000]
    moves = [guess(number, "safe", 0.0, milliseconds=time) for number, time in enumerate(times, 1)]
    assert [(wait, move.number) for wait, move in slowest(moves)] == [(12_000, 3), (1700, 5), (300, 2)]
    assert [str(line) for line in slow_lines(slowest(moves, 2))] == [
        "12.00 s  move 3  open (1, 2, 0)",
        " 1.70 s  move 5  open (1, 2, 0)",
    ]
    assert slow_lines(slowest(moves[:1])) == []
