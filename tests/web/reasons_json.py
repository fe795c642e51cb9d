"""Python's reasons in the page's form: cells as indices, and parts with the page's names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypersweep import Grid
from hypersweep.solve import Reason
from hypersweep.solve.choice import Choice
from hypersweep.solve.evidence import (
    AllGrounds,
    BoundGrounds,
    ClueGrounds,
    Evidence,
    GuessGrounds,
    LineCase,
    LineGrounds,
    ShareGrounds,
    Side,
    SumGrounds,
    TriedGrounds,
)

Cell = tuple[int, ...]


class Writer:
    """A writer of reasons for one board."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def cells(self, cells: Sequence[Cell]) -> list[int]:
        return [self.grid.index(cell) for cell in cells]

    def clue(self, clue: tuple[int, Cell]) -> list[int]:
        return [clue[0], self.grid.index(clue[1])]

    def reasons(self, reasons: Sequence[Reason]) -> list[dict[str, Any]]:
        places = {id(reason): place for place, reason in enumerate(reasons)}
        return [
            {**self.reason(reason), "because": [places[id(other)] for other in reason.because]} for reason in reasons
        ]

    def reason(self, reason: Reason) -> dict[str, Any]:
        return {
            "rule": reason.rule,
            "conclusion": reason.conclusion,
            "cells": self.cells(reason.cells),
            "clues": self.cells(reason.clues),
            "because": [],
            "grounds": self.grounds(reason.grounds),
        }

    def side(self, side: Side) -> dict[str, Any]:
        parts = {name: self.cells(getattr(side, name)) for name in ("shown", "own", "shared", "known", "safe")}
        return {"clue": self.clue(side.clue), "rest": side.rest, **parts}

    def case(self, case: LineCase) -> dict[str, Any]:
        steps = [
            {
                "clue": self.clue(step.clue),
                "isMine": step.is_mine,
                **{name: self.cells(getattr(step, name)) for name in ("shown", "supposed", "follows")},
            }
            for step in case.steps
        ]
        cases = [self.case(each) for each in case.cases]
        return {"cell": self.grid.index(case.cell), "isMine": case.is_mine, "steps": steps, "cases": cases}

    def choice(self, choice: Choice | None) -> dict[str, Any] | None:
        if choice is None:
            return None
        share = choice.win_probability
        wins = None if share is None else [share.numerator, share.denominator]
        return {"cell": self.grid.index(choice.cell), "kind": choice.kind, "policy": choice.policy, "wins": wins}

    def grounds(self, grounds: Evidence) -> dict[str, Any]:
        if isinstance(grounds, ClueGrounds):
            used, shown = self.cells(grounds.used), self.cells(grounds.shown)
            clue = self.clue(grounds.clue)
            return {"kind": "clue", "clue": clue, "used": used, "shown": shown, "covered": grounds.covered}
        if isinstance(grounds, SumGrounds):
            return {
                "kind": "sum",
                "more": [self.side(side) for side in grounds.more],
                "less": [self.side(side) for side in grounds.less],
                "able": self.cells(grounds.able),
                "ableWeights": list(grounds.able_weights),
                "known": self.cells(grounds.known),
                "knownWeights": list(grounds.known_weights),
                "safe": self.cells(grounds.safe),
                "isNested": grounds.is_nested,
            }
        if isinstance(grounds, LineGrounds):
            return {"kind": "line", "supposed": self.case(grounds.supposed), "alike": self.cells(grounds.alike)}
        if isinstance(grounds, TriedGrounds):
            return {"kind": "tried", "clues": [self.clue(clue) for clue in grounds.clues]}
        if isinstance(grounds, ShareGrounds):
            clues = [self.clue(clue) for clue in grounds.clues]
            parts = {"needs": list(grounds.needs), "mines": grounds.mines, "found": grounds.found, "safe": grounds.safe}
            return {"kind": "share", "clues": clues, **parts}
        if isinstance(grounds, BoundGrounds):
            parts = {"mines": grounds.mines, "bound": grounds.bound, "isLeast": grounds.is_least}
            return {"kind": "bound", "clues": self.cells(grounds.clues), **parts}
        if isinstance(grounds, AllGrounds):
            return {"kind": "all"}
        assert isinstance(grounds, GuessGrounds)
        return {
            "kind": "guess",
            "chance": grounds.chance,
            "choice": self.choice(grounds.choice),
            "safest": self.grid.index(grounds.safest),
            "least": grounds.least,
            "equals": grounds.equals,
            "opening": grounds.opening,
            "isSeen": grounds.is_seen,
            "beside": grounds.beside,
            "elsewhere": grounds.elsewhere,
            "error": grounds.error,
        }
