"""A line of contradiction: a cell is supposed to be what it isn't, and clue after clue says what would follow."""

from __future__ import annotations

from hypersweep.lazy import defer
from hypersweep.solve.grounds.line import LineCase, LineStep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from hypersweep.solve.knowledge import Knowledge
else:
    defer(
        globals(),
        "from collections.abc import Callable, Iterable, Mapping, Sequence",
        "from hypersweep.solve.knowledge import Knowledge",
    )

__all__ = ["Clues", "Supposition", "line_case", "probe", "suppose", "trim"]


class Clues:
    """Some clues, as a supposition asks them.

    Args:
        covered: of each clue the covered cells.
        rest: of each clue its mines among them.
        known: cells, each with whether it is a mine.
        touching: the clues that touch a cell.
    """

    __slots__ = ("covered", "known", "rest", "touching")

    covered: Callable[[int], Sequence[int]]
    known: Mapping[int, bool]
    rest: Callable[[int], int]
    touching: Callable[[int], Iterable[int]]

    def __init__(
        self,
        covered: Callable[[int], Sequence[int]],
        rest: Callable[[int], int],
        known: Mapping[int, bool],
        touching: Callable[[int], Iterable[int]],
    ) -> None:
        self.covered, self.rest, self.known, self.touching = covered, rest, known, touching


class Step:
    """What one clue says once some cells are supposed.

    Attributes:
        clue: the clue.
        mine: whether its cells that are left are mines; else they are safe.
        cells: those cells; none where the clue can't be met.
        before: its covered cells decided by then that this rests on: mines if the others are safe, else safe ones.
    """

    __slots__ = ("before", "cells", "clue", "mine")

    before: tuple[int, ...]
    cells: tuple[int, ...]
    clue: int
    mine: bool

    def __init__(self, clue: int, cells: tuple[int, ...], before: tuple[int, ...], *, mine: bool) -> None:
        self.clue, self.cells, self.before, self.mine = clue, cells, before, mine


class Supposition:
    """A cell supposed to be a mine, or safe, and how that comes to a contradiction.

    Attributes:
        cell: the cell.
        mine: what it is supposed to be.
        steps: what follows; the last one is the clue that can't be met, unless there are cases.
        cases: a further cell supposed to be a mine, then safe; both end in contradictions.
        used: cells known before that it rests on.
    """

    __slots__ = ("cases", "cell", "mine", "steps", "used")

    cases: tuple[Supposition, ...]
    cell: int
    mine: bool
    steps: list[Step]
    used: frozenset[int]

    def __init__(
        self, cell: int, steps: list[Step], cases: tuple[Supposition, ...], used: frozenset[int], *, mine: bool
    ) -> None:
        self.cell, self.mine, self.steps, self.cases, self.used = cell, mine, steps, cases, used

    @property
    def needed(self) -> set[int]:
        """The cells that some step rests on."""
        return {cell for step in self.steps for cell in step.before}.union(*(case.needed for case in self.cases))

    @property
    def ends(self) -> int:
        """How many contradictions it comes to."""
        return sum(case.ends for case in self.cases) or 1

    @property
    def clues(self) -> set[int]:
        """The clues of all steps."""
        return {step.clue for step in self.steps}.union(*(case.clues for case in self.cases))


def _propagate(
    asked: Clues,
    cell: int,
    decided: dict[int, bool],
    causes: dict[int, Step | None],
    only: frozenset[int] | None,
    most: int,
) -> Step | None:
    """Decides what follows from a cell; gives the step that shows a contradiction, or None."""
    covered, rest = asked.covered, asked.rest
    queue = [clue for clue in asked.touching(cell) if only is None or clue in only]
    waiting = set(queue)
    for looked, clue in enumerate(queue):
        if looked > most:
            return None
        waiting.discard(clue)
        mines: list[int] = []
        safe: list[int] = []
        free: list[int] = []
        for other in covered(clue):
            value = decided.get(other)
            (free if value is None else mines if value else safe).append(other)
        need = rest(clue) - len(mines)
        if need < 0:
            return Step(clue, (), tuple(mines), mine=False)
        if need > len(free):
            return Step(clue, (), tuple(safe), mine=True)
        if not free or 0 < need < len(free):
            continue
        step = Step(clue, tuple(free), tuple(safe if need else mines), mine=need > 0)
        for other in free:
            decided[other] = step.mine
            causes[other] = step
            for beside in asked.touching(other):
                if beside not in waiting and beside != clue and (only is None or beside in only):
                    waiting.add(beside)
                    queue.append(beside)
    return None


def probe(asked: Clues, cell: int, *, mine: bool, most: int) -> set[int] | None:
    """The clues of a contradiction that follows from one supposed cell, each clue on its own; None where none does.

    Args:
        asked: the clues.
        cell: what is supposed.
        mine: to be a mine, or safe.
        most: how many clues are looked at, at most.
    """
    decided = _Layered(asked.known)
    decided[cell] = mine
    causes: dict[int, Step | None] = {cell: None}
    end = _propagate(asked, cell, decided, causes, None, most)
    return None if end is None else {step.clue for step in _needed(end, causes)[0]}


class _Layered(dict[int, bool]):
    """What is supposed, above what is known."""

    __slots__ = ("below",)

    def __init__(self, below: Mapping[int, bool]) -> None:
        super().__init__()
        self.below = below

    def get(self, key: int, default: bool | None = None) -> bool | None:  # type: ignore[override]
        value = dict.get(self, key)
        return self.below.get(key, default) if value is None else value


def _needed(end: Step, causes: Mapping[int, Step | None]) -> tuple[list[Step], set[int]]:
    """The steps that an end rests on, first to last, and the cells known before that they rest on."""
    steps: dict[int, Step] = {id(end): end}
    bases: set[int] = set()
    queue = [end]
    for step in queue:
        for cell in step.before:
            if cell not in causes:
                bases.add(cell)
                continue
            cause = causes[cell]
            if cause is not None and id(cause) not in steps:
                steps[id(cause)] = cause
                queue.append(cause)
    order = {id(step): place for place, step in enumerate(dict.fromkeys(s for s in causes.values() if s is not None))}
    return sorted(steps.values(), key=lambda step: order.get(id(step), len(order))), bases


def suppose(asked: Clues, clues: frozenset[int], cell: int, *, mine: bool) -> Supposition | None:
    """The contradiction that some clues together make of a supposed cell; None where they make none.

    Args:
        asked: the clues.
        clues: those to listen to.
        cell: what is supposed.
        mine: to be a mine, or safe.

    Complexity: exponential in the depth of the cases, which few clues keep low.
    """
    return _search(asked, clues, cell, mine, {}, {}, [0])


# So many suppositions are made for one line.
_MOST_CASES = 400


def _search(
    asked: Clues,
    clues: frozenset[int],
    cell: int,
    mine: bool,
    above: dict[int, bool],
    causes_above: dict[int, Step | None],
    made: list[int],
) -> Supposition | None:
    made[0] += 1
    if made[0] > _MOST_CASES:
        return None
    decided = _Layered(asked.known)
    decided.update(above)
    decided[cell] = mine
    causes = dict(causes_above)
    causes[cell] = None
    end = _propagate(asked, cell, decided, causes, clues, 1 << 30)
    if end is not None:
        steps, bases = _needed(end, causes)
        return Supposition(cell, steps, (), frozenset(bases), mine=mine)
    # The clue with the fewest cells left to decide is asked about one of them.
    open_clues = []
    for clue in clues:
        free = [other for other in asked.covered(clue) if decided.get(other) is None]
        if free:
            open_clues.append((len(free), clue, free))
    if not open_clues:
        return None
    _, _, free = min(open_clues)
    pick = max(free, key=lambda other: (sum(clue in clues for clue in asked.touching(other)), -other))
    found = []
    for value in (True, False):
        case = _search(asked, clues, pick, value, dict(decided), causes, made)
        if case is None:
            return None
        found.append(case)
    first, second = found
    used = first.used | second.used
    own = list(dict.fromkeys(step for step in causes.values() if step is not None))
    return Supposition(cell, own, (first, second), used, mine=mine)


def trim(line: Supposition) -> Supposition:
    """The same line with each step told where it is first needed, and no other."""
    told: set[int] = set()

    def walk(case: Supposition, needed: set[int]) -> Supposition:
        steps = [step for step in case.steps if id(step) not in told and (not case.cases or id(step) in needed)]
        told.update(map(id, steps))
        cases = []
        for part in case.cases:
            before = set(told)
            cases.append(walk(part, needed))
            told.clear()
            told.update(before)
        return Supposition(case.cell, steps, tuple(cases), case.used, mine=case.mine)

    def wanted(case: Supposition) -> set[int]:
        # Leaves keep only what they rest on; what stands above them is told once, at the top.
        if not case.cases:
            return set(map(id, case.steps))
        return set().union(*(wanted(part) for part in case.cases))

    return walk(line, wanted(line))


def line_case(line: Supposition, known: Knowledge) -> LineCase:
    """A line of contradiction as it is told.

    Args:
        line: what is supposed and what follows.
        known: the clues, and what has been concluded.
    """
    needed = line.needed

    def told_step(step: Step) -> LineStep:
        supposed = step.before
        if step.mine:
            # What may still be a mine: those known or supposed to be one and those that are left.
            supposed = tuple(cell for cell in known.covered(step.clue) if cell not in step.before)
        follows = needed.intersection(step.cells)
        shown = known.shown(step.clue)
        return LineStep(known.clue(step.clue), step.mine, shown, known.names(supposed), known.names(follows))

    def told(case: Supposition) -> LineCase:
        steps = tuple([told_step(step) for step in case.steps])
        return LineCase(known.grid.cell(case.cell), case.mine, steps, tuple([told(part) for part in case.cases]))

    return told(line)
