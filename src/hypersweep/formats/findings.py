"""JSON of the solver's results: analyses, choices, and reasons with their premises."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.formats.boards import CELL, VIEW, words
from hypersweep.formats.objects import Choose, Named, Nested, Parts
from hypersweep.formats.shapes import LARGEST, DecodeError, Listing, Nullable, Number, Numbers, Shape, Switch, Whole
from hypersweep.solve import POLICIES, Analysis, Budget, Choice, Reason
from hypersweep.solve.choice import KINDS
from hypersweep.solve.evidence import (
    AllGrounds,
    BoundGrounds,
    ClueGrounds,
    Evidence,
    GuessGrounds,
    LineCase,
    LineGrounds,
    LineStep,
    ShareGrounds,
    Side,
    SumGrounds,
    TriedGrounds,
)
from hypersweep.solve.explanation import RULES
from hypersweep.view import EXPLODED, MINE

if TYPE_CHECKING:
    from typing import Any

    from hypersweep.formats.shapes import Schema
    from hypersweep.typing import Conclusion, ReasonRule
    from hypersweep.view import View

_CHANCE = Number(0, 1)
_MOST_CASES = 20
_MOST_DIGITS = 4000


class _Ratio(Shape):
    """A fraction, as text: its numbers may be large."""

    __slots__ = ()

    _PATTERN = f"^[0-9]{{1,{_MOST_DIGITS}}}(/[0-9]{{1,{_MOST_DIGITS}}})?$"

    def encode(self, value: Fraction) -> str:
        """Numerator and denominator."""
        return str(value)

    def decode(self, value: object, most: int | None) -> Fraction:
        """The fraction."""
        if isinstance(value, str) and re.match(self._PATTERN, value, re.ASCII) and not value.endswith("\n"):
            numerator, _, denominator = value.partition("/")
            if int(denominator or 1):
                found = Fraction(int(numerator), int(denominator or 1))
                if found <= 1 and str(found) == value:
                    return found
        raise DecodeError(f"expected a fraction of 0 to 1 in lowest terms, such as '2/3', got {value!r:.60}")

    def schema(self) -> Schema:
        """Digits."""
        return {"type": "string", "pattern": self._PATTERN}


CHOICE = Named(
    "choice",
    {
        "cell": CELL,
        "kind": words(*KINDS),
        "safety": _CHANCE,
        "score": Nullable(Number()),
        "win_probability": Nullable(_Ratio()),
        "policy": words(*POLICIES),
        "is_exact": Switch(),
        "standard_error": _CHANCE,
    },
    Choice,
    defaults={"standard_error": 0.0},
)

_BUDGET = Parts(
    {"states": Whole(1), "memory": Whole(1), "seconds": Nullable(Number(0))},
    Budget,
)


def _analysis(
    view: View, trust_flags: bool, budget: Budget, probabilities: bytes, standard_errors: bytes | None
) -> Analysis:
    for numbers in (probabilities, standard_errors):
        if numbers is not None and len(numbers) != 8 * view.grid.cells:
            raise ParameterError(f"expected numbers for {view.grid.cells} cells, got {len(numbers) // 8}")
    chances = memoryview(probabilities).cast("d")
    for index, code in enumerate(view.codes):
        known = 0.0 if code >= 0 else 1.0 if code in (MINE, EXPLODED) else None
        if known is not None and chances[index] != known:
            raise ParameterError(
                f"expected a chance of {known} at {view.grid.cell(index)}, which is open or a mine that is shown, "
                f"got {chances[index]}"
            )
    return Analysis(view, probabilities, trust_flags, budget, standard_errors)


def _take_analysis(analysis: Analysis) -> dict[str, Any]:
    return {
        "view": analysis.view,
        "trust_flags": analysis.trust_flags,
        "budget": analysis.budget,
        "probabilities": analysis._data,
        "standard_errors": analysis._errors,
    }


ANALYSIS = Named(
    "analysis",
    {
        "view": VIEW,
        "trust_flags": Switch(),
        "budget": _BUDGET,
        "probabilities": Numbers(0, 1),
        "standard_errors": Nullable(Numbers(0, 1)),
    },
    _analysis,
    _take_analysis,
    {"standard_errors": None},
)


# What reasons rest on.

_CELLS = Listing(CELL)
_ANY = Whole(-LARGEST)
_CLUE = Parts(
    {"number": Whole(), "cell": CELL},
    lambda number, cell: (number, cell),
    lambda clue: {"number": clue[0], "cell": clue[1]},
)
_CLUES = Listing(_CLUE)
_SIDES = Listing(
    Parts(
        {
            "clue": _CLUE,
            "rest": _ANY,
            "shown": _CELLS,
            "own": _CELLS,
            "shared": _CELLS,
            "known": _CELLS,
            "safe": _CELLS,
        },
        Side,
    )
)
_LINE_STEP = Parts(
    {"clue": _CLUE, "is_mine": Switch(), "shown": _CELLS, "supposed": _CELLS, "follows": _CELLS}, LineStep
)


def _line_case(cell: tuple[int, ...], is_mine: bool, steps: tuple[LineStep, ...], cases: Any) -> LineCase:
    depth, level = 1, cases
    while level:
        depth += 1
        if depth > _MOST_CASES:
            raise ParameterError(f"expected cases within cases to a depth of {_MOST_CASES}, got more")
        level = [inner for case in level for inner in case.cases]
    return LineCase(cell, is_mine, steps, cases)


LINE_CASE = Nested("line_case")
LINE_CASE.inner = Parts(
    {"cell": CELL, "is_mine": Switch(), "steps": Listing(_LINE_STEP), "cases": Listing(LINE_CASE)}, _line_case
)

_GROUNDS = Choose(
    {
        "clue": (
            ClueGrounds,
            Parts({"clue": _CLUE, "used": _CELLS, "shown": _CELLS, "covered": Whole()}, ClueGrounds),
        ),
        "sum": (
            SumGrounds,
            Parts(
                {
                    "more": _SIDES,
                    "less": _SIDES,
                    "able": _CELLS,
                    "able_weights": Listing(_ANY),
                    "known": _CELLS,
                    "known_weights": Listing(_ANY),
                    "safe": _CELLS,
                    "is_nested": Switch(),
                },
                SumGrounds,
            ),
        ),
        "line": (LineGrounds, Parts({"supposed": LINE_CASE, "alike": _CELLS}, LineGrounds)),
        "tried": (TriedGrounds, Parts({"clues": _CLUES}, TriedGrounds)),
        "share": (
            ShareGrounds,
            Parts(
                {"clues": _CLUES, "needs": Listing(_ANY), "mines": Whole(), "found": Whole(), "safe": Whole()},
                ShareGrounds,
            ),
        ),
        "bound": (
            BoundGrounds,
            Parts({"clues": _CELLS, "mines": Whole(), "bound": _ANY, "is_least": Switch()}, BoundGrounds),
        ),
        "all": (AllGrounds, Parts({}, AllGrounds)),
        "guess": (
            GuessGrounds,
            Parts(
                {
                    "chance": _CHANCE,
                    "choice": Nullable(CHOICE),
                    "safest": CELL,
                    "least": _CHANCE,
                    "equals": Whole(),
                    "opening": _CHANCE,
                    "is_seen": Switch(),
                    "beside": Whole(),
                    "elsewhere": Whole(),
                    "error": Nullable(_CHANCE),
                },
                GuessGrounds,
            ),
        ),
    }
)


class _Step:
    """One step of a reason, as it is read."""

    __slots__ = ("because", "cells", "clues", "conclusion", "grounds", "rule")

    def __init__(
        self,
        rule: ReasonRule,
        conclusion: Conclusion,
        cells: tuple[tuple[int, ...], ...],
        clues: tuple[tuple[int, ...], ...],
        because: tuple[int, ...],
        grounds: Evidence,
    ) -> None:
        self.rule, self.conclusion, self.cells, self.clues = rule, conclusion, cells, clues
        self.because, self.grounds = because, grounds


def _reason(steps: tuple[_Step, ...]) -> Reason:
    made: list[Reason] = []
    used: set[int] = set()
    for place, step in enumerate(steps):
        for earlier in step.because:
            if earlier >= place:
                raise ParameterError(f"expected step {place} to rest on steps before it, got {earlier}")
        if len(set(step.because)) < len(step.because):
            raise ParameterError(f"expected step {place} to rest on each step once, got {list(step.because)}")
        if (step.rule == "guess") != isinstance(step.grounds, GuessGrounds):
            raise ParameterError(f"expected the grounds of step {place} to go with the rule {step.rule!r}, got others")
        used.update(step.because)
        because = tuple(made[earlier] for earlier in step.because)
        reason = Reason(step.rule, step.conclusion, step.cells, step.clues, because, step.grounds)
        try:
            # Whether its parts are consistent is checked by formatting it.
            reason.format()
            reason.hint(2)
        except (ValueError, LookupError, ArithmeticError):
            raise ParameterError(f"expected parts of step {place} that make a sentence, got others") from None
        made.append(reason)
    if len(used) < len(made) - 1:
        raise ParameterError("expected a later step to rest on each step but the last, got one that nothing rests on")
    found = made[-1]
    order = {id(step): place for place, step in enumerate(found.steps)}
    if any(order[id(step)] != place for place, step in enumerate(made)):
        raise ParameterError("expected steps in the order of the reason, each after those it rests on, got another")
    return found


def _take_reason(reason: Reason) -> dict[str, Any]:
    steps = reason.steps
    places = {id(step): place for place, step in enumerate(steps)}
    return {
        "steps": [
            _Step(
                step.rule,
                step.conclusion,
                step.cells,
                step.clues,
                tuple(places[id(other)] for other in step.because),
                step.grounds,
            )
            for step in steps
        ]
    }


REASON = Named(
    "reason",
    {
        "steps": Listing(
            Parts(
                {
                    "rule": words(*RULES),
                    "conclusion": words("safe", "mine", "guess"),
                    "cells": Listing(CELL, 1),
                    "clues": _CELLS,
                    "because": Listing(Whole()),
                    "grounds": _GROUNDS,
                },
                _Step,
            ),
            1,
        )
    },
    _reason,
    _take_reason,
)
