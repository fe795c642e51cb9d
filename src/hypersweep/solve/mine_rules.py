"""Conclusions that take many clues: the fewest of them that prove something, with the number of mines or without."""

from __future__ import annotations

import itertools

from hypersweep.lazy import defer
from hypersweep.solve.budget import Budget
from hypersweep.solve.conflict import smallest
from hypersweep.solve.grounds.mines import AllGrounds, BoundGrounds, ShareGrounds
from hypersweep.solve.line_rules import by_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypersweep.solve.analysis import Analysis
    from hypersweep.solve.knowledge import Knowledge
    from hypersweep.solve.reason import Reason
    from hypersweep.typing import Conclusion
else:
    defer(
        globals(),
        "from collections.abc import Iterable",
        "from hypersweep.solve.analysis import Analysis",
        "from hypersweep.solve.knowledge import Knowledge",
        "from hypersweep.solve.reason import Reason",
        "from hypersweep.typing import Conclusion",
    )

__all__ = ["by_all", "by_few", "by_mines", "by_shares"]

# Of the cells that follow from several clues so many are looked at for the smallest set.
_MOST_TARGETS = 16
# Their proofs may take so many states; where no cell has one so easy, so many cells may take some more.
_EASY_STATES = 1 << 11
_MOST_HARD_TARGETS = 4
_HARD_STATES = 1 << 14

# So many ways to share the mines out among clues are tried.
_MOST_SHARES = 2000


def by_shares(own: Knowledge) -> list[Reason]:
    """What the number of mines settles with clues that share no covered cell, or none."""
    prover = own.prover
    unknown = [cell for cell in range(own.grid.cells) if prover.is_covered(cell) and cell not in own.known]
    if not unknown:
        return []
    found = sum(own.known.values())
    left = prover.mines - prover.known - found
    if left in (0, len(unknown)):
        return _by_share(own, [], "safe" if left == 0 else "mine")
    beside, need = own.unknown()
    frontier = len(frozenset().union(*beside.values())) if beside else 0
    cells = {clue: frozenset(own.covered(clue)) for clue in beside}
    goals: tuple[tuple[Conclusion, int], ...] = (("safe", left), ("mine", len(unknown) - left))
    for conclusion, goal in goals:
        if goal > frontier:
            continue
        gains = {clue: need[clue] if conclusion == "safe" else len(beside[clue]) - need[clue] for clue in beside}
        clues = _shares(cells, gains, goal)
        if clues and len(frozenset().union(*(beside[clue] for clue in clues))) < len(unknown):
            return _by_share(own, clues, conclusion)
    return []


def _by_share(own: Knowledge, clues: list[int], conclusion: Conclusion) -> list[Reason]:
    prover, known = own.prover, own.known
    mine = conclusion == "mine"
    beside = {cell for clue in clues for cell in own.covered(clue)}
    outside = [cell for cell in range(own.grid.cells) if prover.is_covered(cell) and cell not in beside]
    cells = [cell for cell in outside if cell not in known]
    # Mines found elsewhere count where nothing is left; safe cells where everything else is a mine.
    used = [cell for cell in outside if known.get(cell) is (not mine)]
    grounds = ShareGrounds(
        tuple([own.clue(clue) for clue in clues]),
        tuple([own.rest(clue) for clue in clues]),
        prover.mines,
        prover.known + (0 if mine else len(used)),
        len(used) if mine else 0,
    )
    return [own.conclude("count", conclusion, cells, clues, own.because(used), grounds)]


def _shares(cells: dict[int, frozenset[int]], gains: dict[int, int], goal: int) -> list[int]:
    """Clues that share no cell and whose gains add up to a goal; none where a short search finds no such."""
    clues = sorted((clue for clue in cells if gains[clue] > 0), key=lambda clue: (-gains[clue], clue))
    beyond = [0] * (len(clues) + 1)
    for place in reversed(range(len(clues))):
        beyond[place] = beyond[place + 1] + gains[clues[place]]
    tries = 0
    stack: list[tuple[int, int, frozenset[int], tuple[int, ...]]] = [(0, goal, frozenset(), ())]
    while stack and tries < _MOST_SHARES:
        place, left, taken, chosen = stack.pop()
        tries += 1
        if left == 0:
            return list(chosen)
        if place == len(clues) or beyond[place] < left:
            continue
        clue = clues[place]
        stack.append((place + 1, left, taken, chosen))
        if gains[clue] <= left and taken.isdisjoint(cells[clue]):
            stack.append((place + 1, left - gains[clue], taken | cells[clue], (*chosen, clue)))
    return []


def _open_ends(own: Knowledge, analysis: Analysis) -> dict[int, bool]:
    """The cells that are certain and not concluded yet, each with whether it is a mine; safe ones first."""
    chances = analysis.probabilities
    found = {
        cell: chances[cell] == 1.0
        for cell in range(own.grid.cells)
        if chances[cell] in (0.0, 1.0) and own.prover.is_covered(cell) and cell not in own.known
    }
    return dict(sorted(found.items(), key=lambda item: item[1]))


def by_few(own: Knowledge, analysis: Analysis) -> list[Reason]:
    """What the fewest clues settle whatever the number of mines, or none."""
    if not _open_ends(own, analysis):
        return []
    certain = own.prover.certain(own.prover.clues, own.known.items(), counted=False)
    found = _fewest(own, dict(sorted(certain.items(), key=lambda item: item[1])), counted=False)
    return [] if found is None else by_set(own, found[0], found[1], mine=certain[found[1]])


def by_mines(own: Knowledge, analysis: Analysis) -> list[Reason]:
    """What the fewest clues settle together with the number of mines, or none."""
    open_ends = _open_ends(own, analysis)
    found = _fewest(own, open_ends, counted=True)
    if found is None:
        return []
    clues, target = found
    prover = own.prover
    mine = open_ends[target]

    def proves(numbers: Iterable[int], cell: int) -> bool:
        return prover.refutes(clues, [*_facts(own, numbers), (cell, not mine)], counted=True)

    needed = smallest(range(len(own.reasons)), lambda some: proves(some, target))
    used = list(range(len(own.reasons))) if needed is None else needed
    bound = _bound(own, clues, used, target, mine=mine)
    if bound is None:
        return []
    # Only those of which the same can be said.
    cells = [
        cell
        for cell, other in open_ends.items()
        if other == mine and (cell == target or _bound(own, clues, used, cell, mine=mine) == bound)
    ]
    grounds = BoundGrounds(own.names(clues), prover.mines, bound[0], bound[1])
    because = tuple([own.reasons[number] for number in used])
    return [own.conclude("count", "mine" if mine else "safe", cells, clues, because, grounds)]


def by_all(own: Knowledge, analysis: Analysis) -> list[Reason]:
    """What is certain by all clues and the number of mines, where no few of them could be found that prove it."""
    open_ends = _open_ends(own, analysis)
    if not open_ends:
        return []
    mine = next(iter(open_ends.values()))
    cells = [cell for cell, other in open_ends.items() if other == mine]
    clues = [clue for clue in own.prover.clues if own.covered(clue)]
    return [own.conclude("count", "mine" if mine else "safe", cells, clues, (), AllGrounds())]


def _facts(own: Knowledge, numbers: Iterable[int]) -> list[tuple[int, bool]]:
    return [(cell, own.known[cell]) for number in numbers for cell in own.members[number]]


def _fewest(own: Knowledge, open_ends: dict[int, bool], *, counted: bool) -> tuple[list[int], int] | None:
    """The smallest set of clues found that settles one of some cells, and that cell."""
    full = own.prover.budget
    try:
        # Most sets are small; a large one is only looked for where there is no other.
        for states, targets in ((_EASY_STATES, _MOST_TARGETS), (_HARD_STATES, _MOST_HARD_TARGETS)):
            own.prover.budget = Budget(min(full.states, states), full.memory, full.seconds)
            found = _smallest_set(own, dict(itertools.islice(open_ends.items(), targets)), counted=counted)
            if found is not None:
                return found
    finally:
        own.prover.budget = full
    return None


def _smallest_set(own: Knowledge, open_ends: dict[int, bool], *, counted: bool) -> tuple[list[int], int] | None:
    facts = list(own.known.items())
    best: list[int] | None = None
    target = -1
    for cell, mine in open_ends.items():
        denied = (cell, not mine)
        clues = smallest(
            own.prover.order([cell]),
            lambda some: own.prover.refutes(some, [*facts, denied], counted=counted),  # noqa: B023
        )
        if clues is not None and (best is None or len(clues) < len(best)):
            best, target = clues, cell
            # Nothing smaller is left: one clue and two were looked at before.
            if len(best) == (0 if counted else 3):
                break
    return None if best is None else (best, target)


def _bound(own: Knowledge, clues: list[int], used: list[int], cell: int, *, mine: bool) -> tuple[int, bool] | None:
    """If a cell were not what it is: the fewest mines that would be needed, or the most there would be room for.

    None where neither is the reason.
    """
    prover = own.prover
    facts = [*_facts(own, used), (cell, not mine)]
    most = sum(map(prover.is_covered, range(own.grid.cells))) + prover.known
    for mines, is_least in (
        *((mines, True) for mines in range(prover.mines, most + 1)),
        *((mines, False) for mines in range(prover.mines - 1, -1, -1)),
    ):
        if not prover.refutes(clues, facts, mines=mines):
            return None if mines == prover.mines else (mines, is_least)
    return None
