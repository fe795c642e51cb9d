"""Reviews on the page compared with Python's: the same verdicts, and the same numbers to 1e-9."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from hypersweep import Layout
from hypersweep.record import Event, Record
from hypersweep.review import review
from hypersweep.review.game_review import STANDARD
from hypersweep.review.judge import insight
from hypersweep.ui_model.replay_player import MovePlayer
from node_calls import NodeCalls
from node_kernel import NodeKernel, Refusal
from random_games import careless_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.grid import Grid
    from hypersweep.solve import Reason


NODE = partial(NodeKernel, "after_game.mjs")

BOARDS = [
    ("15", 4, "classic,first=any"),
    ("9x9", 10, "classic"),
    ("7x11~wrap=1", 16, "classic,first=opening"),
    ("8x9", 17, "classic,first=opening,guess=punished"),
    ("4x5x6", 17, "classic"),
    ("6x6x6~orthogonal", 50, "classic,first=any"),
    ("3x4x4x3", 20, "classic,first=opening"),
    ("2x3x3x2x3", 13, "classic"),
]


def index(grid: Grid, cell: Sequence[int] | None) -> int | None:
    return None if cell is None else grid.index(cell)


def close(value: float | None) -> Any:
    return None if value is None else pytest.approx(value, abs=1e-9)


def told(grid: Grid, reasons: Sequence[Reason]) -> list[dict[str, Any]]:
    return [
        {"rule": reason.rule, "conclusion": reason.conclusion, "cells": [grid.index(cell) for cell in reason.cells]}
        for reason in reasons
    ]


def python_review(record: Record) -> dict[str, Any]:
    found = review(record, seconds=None)
    grid = record.grid
    moves = [
        {
            "number": move.number,
            "position": move.position,
            "milliseconds": move.milliseconds,
            "kind": move.kind,
            "cell": grid.index(move.cell),
            "cells": [grid.index(cell) for cell in move.cells],
            "verdict": move.verdict,
            "risk": close(move.risk),
            "bestCell": index(grid, move.best_cell),
            "bestRisk": close(move.best_risk),
            "safestCell": index(grid, move.safest_cell),
            "safestRisk": close(move.safest_risk),
            "survived": move.survived,
            "isEstimate": move.is_estimate,
            "isTakenBack": move.is_taken_back,
            "winChance": close(move.win_chance),
            "keptWinChance": close(move.kept_win_chance),
        }
        for move in found.moves
    ]
    return {
        "moves": moves,
        "judged": [move.number for move in found.moves],
        "verdicts": found.verdicts,
        "isComplete": found.is_complete,
        "isEstimate": found.is_estimate,
        "isPunished": found.is_punished,
        "deaths": found.deaths,
        "expectedDeaths": close(found.expected_deaths),
        "luck": close(found.luck),
        "survival": close(found.survival),
        "bestSurvival": close(found.best_survival),
        "skill": close(found.skill),
        "accuracy": close(found.accuracy),
        "sound": sum(move.given_away == 0 for move in found.moves if move.risk is not None),
        "givenAway": close(found.given_away),
        "lessons": [
            {
                "move": lesson.move.number,
                "cost": close(lesson.cost),
                "overlooked": told(grid, lesson.overlooked),
                "warnings": told(grid, lesson.warnings),
            }
            for lesson in found.lessons
        ],
    }


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize(("board", "mines", "rules"), BOARDS)
def test_every_move_is_judged_as_python_judges_it(node: NodeKernel, board: str, mines: int, rules: str) -> None:
    verdicts: set[str] = set()
    for seed in range(3):
        record = careless_game(board, mines, rules, seed)
        found = node.ask("review", record=record.format())
        assert found == python_review(record), record.format()
        verdicts |= set(found["verdicts"])
    assert len(verdicts) >= 3


@pytest.mark.slow
def test_what_was_to_be_known_before_a_move_is_the_same(node: NodeKernel) -> None:
    for board, mines, rules in BOARDS[1::2]:
        record = careless_game(board, mines, rules, 8)
        player = MovePlayer(record)
        for number in range(1, len(player) + 1, 3):
            player.go(number)
            other = insight(
                player.replay.game.view,
                player.event,
                first_open=player.first_open,
                policy="look-ahead",
                budget=STANDARD,
            )
            found = node.ask("insight", record=record.format(), number=number)
            judged = other.judgement
            assert found["judgement"]["verdict"] == judged.verdict
            assert found["judgement"]["bestCell"] == index(record.grid, judged.best_cell)
            assert found["frontier"] == sorted(other.frontier)
            assert found["overlooked"] == told(record.grid, other.overlooked)
            assert found["warnings"] == told(record.grid, other.warnings)
            chances = None if judged.analysis is None else list(judged.analysis.probabilities)
            assert found["chances"] == pytest.approx(chances, abs=1e-12) if chances else found["chances"] is None


def test_a_review_that_nobody_waits_for_stops(node: NodeKernel) -> None:
    record = careless_game("9x9", 10, "classic", 1)
    assert node.ask("giveUp", record=record.format(), after=4) == {"judged": 4, "message": "enough"}


@pytest.mark.slow
def test_a_review_without_time_says_so(node: NodeKernel) -> None:
    record = careless_game("9x9", 10, "classic", 1)
    found = node.ask("review", record=record.format(), seconds=1e-6)
    assert not found["isComplete"]
    assert set(found["verdicts"]) == {"first click", "unknown"}
    assert len(found["moves"]) == len(review(record, seconds=1e-6).moves)


@pytest.mark.slow
def test_an_impossible_record_has_no_review(node: NodeKernel) -> None:
    layout = Layout("3x4", [(0, 0), (2, 3)])
    record = Record(layout.grid, rules="classic,first=any", layout=layout, events=[Event(0, "open", (1, 1), 5)])
    with pytest.raises(Refusal, match="event_effect changed=1"):
        node.ask("review", record=record.format())


def test_blunders_are_saved_as_unneeded_guesses() -> None:
    calls = NodeCalls()
    verdicts = ["first click", "certain", "forced guess", "risky guess", "unneeded guess", "blunder", "unknown"]
    assert calls.call("", "savedUnneeded", verdicts) == 2
    calls.close()
