"""Convert values to and from JSON, as described in ``docs/json.md`` and ``schema.json``.

The values are boards and games (grids, rules, layouts, views, moves, records), solver results (analyses, choices,
reasons with their premises), statistics on boards and games, and certificates that a board needs no guess. Each type
has a shape that encodes and decodes its values and returns its JSON Schema.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING

from hypersweep.codes import WRONG_FLAG
from hypersweep.errors import LayoutError, MineCountError, ParameterError, ParameterTypeError, ParseError, ShapeError
from hypersweep.formats.json_shapes import (
    LARGEST,
    Choose,
    DecodeError,
    Digits,
    Listing,
    Mapped,
    Named,
    Nested,
    Nullable,
    Number,
    Numbers,
    Parts,
    Shape,
    Switch,
    Text,
    Whole,
    Wholes,
    Word,
    parse_object,
    write_place,
)
from hypersweep.game import Move, MoveResult, Outcome
from hypersweep.generate import Certificate, Solvability, Step
from hypersweep.grid import ADJACENCIES, Grid, check_cells
from hypersweep.layout import FIRST_OPENS, Layout
from hypersweep.moves import KINDS as MOVE_KINDS
from hypersweep.moves import read_change
from hypersweep.record import Event, Record, Variation
from hypersweep.record.event import KINDS as EVENT_KINDS
from hypersweep.record.event import MOST_MILLISECONDS
from hypersweep.rules import GRADES, GUESSES, Rules
from hypersweep.solve import POLICIES, Analysis, Budget, Choice, Reason
from hypersweep.solve.choice import KINDS as CHOICE_KINDS
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
from hypersweep.solve.explanation import RULES as REASON_RULES
from hypersweep.stats import BoardStats, PlayStats
from hypersweep.validation import check_memory, check_type, suggest, truncate, whole_number
from hypersweep.view import EXPLODED, MINE, View

if TYPE_CHECKING:
    from typing import Any

    from hypersweep.formats.json_shapes import Schema
    from hypersweep.typing import Adjacency, Conclusion, ReasonRule


def words(*names: str) -> Word:
    """Return a shape for an enumeration whose values are the words themselves."""
    return Word({name: name for name in names})


CELL = Listing(Whole(), 1)
"""Coordinates of a cell."""

_CELLS = Listing(CELL)

OUTCOME = Word({outcome.name.lower(): outcome for outcome in Outcome})


class _Grid(Named):
    """A grid whose number of cells is checked against the limit before memory is allocated."""

    __slots__ = ()

    def decode(self, value: object, most: int | None) -> Grid:
        """Return the grid if it has no more cells than allowed."""
        grid: Grid = super().decode(value, most)
        try:
            check_cells(grid, most)
        except ShapeError as error:
            raise DecodeError(str(error)) from None
        return grid


def _grid(shape: tuple[int, ...], adjacency: Adjacency, wrap: list[int]) -> Grid:
    return Grid(shape, adjacency=adjacency, wrap=wrap)


def _take_grid(grid: Grid) -> dict[str, Any]:
    return {"shape": grid.shape, "adjacency": grid.adjacency, "wrap": sorted(grid.wrap)}


GRID = _Grid(
    "grid",
    {
        "shape": Listing(Whole(1), 1),
        "adjacency": words(*ADJACENCIES),
        "wrap": Wholes(is_rising=True),
    },
    _grid,
    _take_grid,
)

RULES = Named(
    "rules",
    {
        "first_open": words(*FIRST_OPENS),
        "flag_protects_click": Switch(),
        "flag_protects_cascade": Switch(),
        "flags_on_open": Switch(),
        "chord": Switch(),
        "flag_toggles": Switch(),
        "guess": words(*GUESSES),
        "grade": Nullable(words(*GRADES)),
        "exactly": Switch(),
    },
    Rules,
    defaults={"flag_toggles": True, "guess": "allowed", "grade": None, "exactly": False},
)


def _bits(grid: Grid, indices: list[int], what: str) -> bytes:
    """Return a bit string with the bits for the given cells set."""
    if indices and indices[-1] >= grid.cells:
        raise LayoutError(f"expected {what} from 0 to {grid.cells - 1} for {grid}, got {indices[-1]}")
    size = (grid.cells + 7) // 8
    check_memory(2 * size, f"a bit for each cell of {grid}")
    bits = bytearray(size)
    for index in indices:
        bits[index >> 3] |= 1 << (index & 7)
    return bytes(bits)


def _layout(grid: Grid, mines: list[int]) -> Layout:
    return Layout.from_bits(grid, _bits(grid, mines, "mines"))


LAYOUT = Named(
    "layout",
    {"grid": GRID, "mines": Wholes(is_rising=True)},
    _layout,
    lambda layout: {"grid": layout.grid, "mines": layout.mine_indices()},
)


def _view(grid: Grid, mines: int, codes: list[int]) -> View:
    from array import array

    if len(codes) != grid.cells:
        raise LayoutError(f"expected {grid.cells} codes for {grid}, got {len(codes)}")
    if mines > grid.cells:
        raise MineCountError(f"expected mines from 0 to {grid.cells}, got {mines} (grid {grid})")
    if max(codes) > grid.max_neighbours:
        return View(grid, mines, codes)  # raises an error naming the invalid code
    return View._of(grid, mines, array(grid.code_format, codes).tobytes())


VIEW = Named("view", {"grid": GRID, "mines": Whole(), "codes": Wholes(WRONG_FLAG)}, _view)

MOVE = Named("move", {"kind": words(*MOVE_KINDS), "cell": CELL}, Move)


def _change(grid: Grid, indices: list[int], outcome: Outcome, opened: int, flagged: int) -> MoveResult:
    if indices and indices[-1] >= grid.cells:
        raise LayoutError(f"expected indices from 0 to {grid.cells - 1} for {grid}, got {indices[-1]}")
    changed: dict[int, int] = {}
    for index in indices:
        changed[index >> 6] = changed.get(index >> 6, 0) | 1 << (index & 63)
    words = b"".join(number.to_bytes(8, "little") for pair in changed.items() for number in pair)
    return read_change(grid, words, outcome, opened, flagged)


def _take_change(change: MoveResult) -> dict[str, Any]:
    # Read the fields from the pickle form, because a ``MoveResult`` has no public attribute for its board.
    held: Any = change.__reduce__()[1]
    grid, _, outcome, opened, flagged = held
    indices = change.indices.tolist()
    return {"grid": grid, "indices": indices, "outcome": outcome, "opened": opened, "flagged": flagged}


CHANGE = Named(
    "change",
    {
        "grid": GRID,
        "indices": Wholes(is_rising=True),
        "outcome": OUTCOME,
        "opened": Whole(-LARGEST),
        "flagged": Whole(-LARGEST),
    },
    _change,
    _take_change,
)


_TIME = Whole(0, MOST_MILLISECONDS)

_EVENT_DEFAULTS: dict[str, Any] = {"cell": None, "changed": 0, "ended": None, "level": None}
_EVENT_FIELDS = {
    "milliseconds": _TIME,
    "kind": words(*EVENT_KINDS),
    "cell": CELL,
    "changed": Whole(),
    "ended": Word({"won": Outcome.WON, "lost": Outcome.LOST}),
    "level": Whole(1, 9),
}
_EVENTS = Listing(Parts(_EVENT_FIELDS, Event, defaults=_EVENT_DEFAULTS))
_COMMENTS = Mapped(Text(), Digits(16))

EVENT = Named("event", _EVENT_FIELDS, Event, defaults=_EVENT_DEFAULTS)

_VARIATION_FIELDS = {"parent": Whole(), "position": Whole(), "events": _EVENTS, "comments": _COMMENTS}

VARIATION = Named("variation", _VARIATION_FIELDS, Variation, defaults={"comments": {}})


def _record(grid: Grid, layout: Layout | None, rules: Rules, **parts: Any) -> Record:
    return Record(grid, layout=layout, rules=rules, **parts)


def _take_record(record: Record) -> dict[str, Any]:
    return {
        "grid": record.grid,
        "mines": record.mines,
        "rules": record.rules,
        "seed": record.seed,
        "layout": record.stated_layout,
        "events": record.events,
        "outcome": record.outcome,
        "milliseconds": record.milliseconds,
        "tags": record.tags,
        "comments": record.comments,
        "variations": record.variations,
    }


RECORD = Named(
    "record",
    {
        "grid": GRID,
        "mines": Whole(),
        "rules": RULES,
        "seed": Nullable(Digits(20)),
        "layout": Nullable(LAYOUT),
        "events": _EVENTS,
        "outcome": OUTCOME,
        "milliseconds": _TIME,
        "tags": Mapped(Text(), Text()),
        "comments": _COMMENTS,
        "variations": Listing(Parts(_VARIATION_FIELDS, Variation, defaults={"comments": {}})),
    },
    _record,
    _take_record,
    {"seed": None, "layout": None, "tags": {}, "comments": {}, "variations": ()},
)


_CHANCE = Number(0, 1)
_MOST_CASES = 20
_MOST_DIGITS = 4000


class _Ratio(Shape):
    """A fraction, as text because its numerator and denominator may be too large for JSON numbers."""

    __slots__ = ()

    _PATTERN = f"^[0-9]{{1,{_MOST_DIGITS}}}(/[0-9]{{1,{_MOST_DIGITS}}})?$"

    def encode(self, value: Fraction) -> str:
        """Return "numerator/denominator"."""
        return str(value)

    def decode(self, value: object, most: int | None) -> Fraction:
        """Parse a fraction."""
        if isinstance(value, str) and re.match(self._PATTERN, value, re.ASCII) and not value.endswith("\n"):
            numerator, _, denominator = value.partition("/")
            if int(denominator or 1):
                found = Fraction(int(numerator), int(denominator or 1))
                if found <= 1 and str(found) == value:
                    return found
        raise DecodeError(f"expected a fraction from 0 to 1 in lowest terms, such as '2/3', got {value!r:.60}")

    def schema(self) -> Schema:
        """Return the schema: a string with two whole numbers."""
        return {"type": "string", "pattern": self._PATTERN}


CHOICE = Named(
    "choice",
    {
        "cell": CELL,
        "kind": words(*CHOICE_KINDS),
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
            raise ParameterError(f"expected {view.grid.cells} numbers, one for each cell, got {len(numbers) // 8}")
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


# Premises of reasons.
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
            raise ParameterError(f"expected cases nested at most {_MOST_CASES} deep, got deeper ones")
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
    """A decoded step in a reason, not checked yet."""

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
                raise ParameterError(f"expected step {place} to rest on earlier steps, got {earlier}")
        if len(set(step.because)) < len(step.because):
            raise ParameterError(f"expected step {place} to rest on each step once, got {list(step.because)}")
        if (step.rule == "guess") != isinstance(step.grounds, GuessGrounds):
            raise ParameterError(f"the grounds for step {place} don't fit its rule, {step.rule!r}")
        used.update(step.because)
        because = tuple(made[earlier] for earlier in step.because)
        reason = Reason(step.rule, step.conclusion, step.cells, step.clues, because, step.grounds)
        try:
            # Formatting fails if the parts of the reason contradict each other.
            reason.format()
            reason.hint(2)
        except (ValueError, LookupError, ArithmeticError):
            raise ParameterError(f"the parts of step {place} don't form a sentence") from None
        made.append(reason)
    if len(used) < len(made) - 1:
        raise ParameterError("expected a later step to rest on each step except the last")
    found = made[-1]
    order = {id(step): place for place, step in enumerate(found.steps)}
    if any(order[id(step)] != place for place, step in enumerate(made)):
        raise ParameterError("expected the steps in the order of the reason, each after the steps that it rests on")
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
                    "rule": words(*REASON_RULES),
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


BOARD_STATS = Named(
    "board_stats",
    {
        "grid": GRID,
        "mines": Whole(),
        "three_bv": Whole(),
        "openings": Whole(),
        "single_cells": Whole(),
        "islands": Whole(),
        "greedy_zini": Whole(),
        "human_zini": Whole(),
        "clues": Wholes(),
    },
    lambda clues, **figures: BoardStats(clues=tuple(clues), **figures),
)

PLAY_STATS = Named(
    "play_stats",
    {
        "board": Nullable(BOARD_STATS),
        "outcome": OUTCOME,
        **{name: Whole() for name in PlayStats.__slots__ if name not in ("board", "outcome")},
    },
    PlayStats,
)


SOLVABILITY = Named(
    "solvability", {"grade": Nullable(words(*GRADES)), "opened": Whole(), "safe_cells": Whole()}, Solvability
)

_STEP = Parts(
    {
        "rule": words(*GRADES),
        "is_mine": Switch(),
        "cells": _CELLS,
        "clues": _CELLS,
        "premises": _CELLS,
    },
    Step,
    defaults={"premises": ()},
)

CERTIFICATE = Named("certificate", {"layout": LAYOUT, "first": CELL, "steps": Listing(_STEP)}, Certificate)


_SHAPES: dict[type, Named] = {
    Grid: GRID,
    Rules: RULES,
    Layout: LAYOUT,
    View: VIEW,
    Move: MOVE,
    MoveResult: CHANGE,
    Event: EVENT,
    Variation: VARIATION,
    Record: RECORD,
    Analysis: ANALYSIS,
    Choice: CHOICE,
    Reason: REASON,
    BoardStats: BOARD_STATS,
    PlayStats: PLAY_STATS,
    Solvability: SOLVABILITY,
    Certificate: CERTIFICATE,
}
_BY_NAME = {shape.name: shape for shape in _SHAPES.values()}
# Advice for classes without a JSON form. The keys are names, because ``Session`` can't be imported here.
_INSTEAD = {
    "Game": "convert its moves, Record.of(game), or its position, game.view",
    "Session": "convert its moves, session.record, or its position, session.game.view",
    "Replay": "convert its moves, replay.record, or its position, replay.game.view",
}


def encode(value: object) -> dict[str, Any]:
    """Return a value as plain dicts, lists, strings and numbers, for any JSON writer or a similar format.

    Args:
        value: a ``Grid``, ``Rules``, ``Layout``, ``View``, ``Move``, ``MoveResult``, ``Event``, ``Variation``,
            ``Record``, ``Analysis``, ``Choice``, ``Reason``, ``BoardStats``, ``PlayStats``, ``Solvability`` or
            ``Certificate``.

    Raises:
        ParameterTypeError: the value has no JSON form.
        ParameterError: the value contains a number too large for JSON, such as a coordinate of 2**53 or more.

    >>> encode(Move("open", (3, 4)))
    {'type': 'move', 'version': 1, 'kind': 'open', 'cell': [3, 4]}
    """
    shape = _SHAPES.get(type(value))
    if shape is None:
        name = type(value).__name__
        if name in _INSTEAD:
            raise ParameterTypeError(f"a {name} has no JSON form; {_INSTEAD[name]}")
        known = ", ".join(kind.__name__ for kind in _SHAPES)
        raise ParameterTypeError(f"expected one of {known}, got {truncate(value)} ({name})")
    return shape.encode(value)


def decode(value: object, *, max_cells: int | None = None) -> Any:
    """Restore the value from plain dicts returned by ``encode``; reject everything else.

    Args:
        value: the dicts; may be untrusted.
        max_cells: maximum number of cells on any board; None for no limit.

    Raises:
        ParseError: ``encode`` doesn't produce such a value; the message names the place in the document.
        BoardTooLargeError: a board doesn't fit into memory.

    >>> decode({"type": "move", "version": 1, "kind": "open", "cell": [3, 4]})
    Move('open', (3, 4))
    >>> decode({"type": "move", "version": 1, "kind": "open", "cell": [3, "4"]})
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParseError: cell[1]: expected a whole number from 0 to 9007199254740991, got '4'
    """
    most = None if max_cells is None else whole_number(max_cells, "max_cells", least=1)
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in _BY_NAME:
        hint = suggest(kind, list(_BY_NAME)) if isinstance(kind, str) else ""
        found = truncate(value if kind is None else kind)
        raise ParseError(f"expected an object whose type is one of {', '.join(_BY_NAME)}, got {found}{hint}")
    try:
        return _BY_NAME[kind].decode(value, most)
    except DecodeError as error:
        place = write_place(error.place)
        raise ParseError(f"{place}: {error}" if place else str(error)) from None
    except RecursionError:
        raise ParseError("the values are nested too deeply for a document") from None


def format_json(value: object) -> str:
    """Return a value as a line of JSON; ``parse_json`` reads it back. Accepts the same types as ``encode``.

    Raises:
        ParameterTypeError: the value has no JSON form.

    >>> format_json(View("2x3", 1, [-1, 1, 0, -1, 1, 0])).partition('"mines"')[2]
    ': 1, "codes": [-1, 1, 0, -1, 1, 0]}'
    """
    return json.dumps(encode(value), allow_nan=False)


def parse_json(text: str | bytes, *, max_cells: int | None = None) -> Any:
    """Parse a value's JSON form, as strictly as ``decode``.

    Args:
        text: the text, or its bytes in UTF-8; may be untrusted.
        max_cells: maximum number of cells on any board; None for no limit.

    Raises:
        ParseError: the text isn't JSON, an object repeats a key, or ``encode`` doesn't produce such a value.
        BoardTooLargeError: a board doesn't fit into memory.

    >>> parse_json(format_json(Rules.parse("esp")))
    Rules.parse('esp')
    """
    check_type(text, str | bytes | bytearray, "a JSON document as text")
    return decode(parse_object(text), max_cells=max_cells)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema for everything written by ``format_json``; ``schema.json`` contains it as text.

    A schema can't express every rule: only ``decode`` checks whether cells are on the board, for example.

    >>> json_schema()["$defs"]["move"]["required"]
    ['type', 'version', 'kind', 'cell']
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "hypersweep",
        "description": "Boards, games and findings of hypersweep; docs/json.md explains them.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in _BY_NAME],
        "$defs": {
            **{name: shape.definition() for name, shape in _BY_NAME.items()},
            LINE_CASE.name: LINE_CASE.inner.schema(),
        },
    }
