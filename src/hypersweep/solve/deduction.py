"""What follows for certain from a view, step by step, the easiest rule first."""

from __future__ import annotations

import itertools
from collections import deque

from hypersweep.solve.balance import Balance, Side, families, settled, signings, weigh
from hypersweep.solve.budget import Budget
from hypersweep.solve.conflict import Prover, blame, smallest
from hypersweep.solve.reason import Reason
from hypersweep.solve.supposition import Clues, probe, suppose, supposition_words, trim
from hypersweep.solve.words import all_words, clue_words, count_words, extreme_words, pair_words, sum_words, tried_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hypersweep.solve.analysis import Analysis
    from hypersweep.view import View

    Cell = tuple[int, ...]

__all__ = ["Deduction"]

# Of the cells that follow from several clues so many are looked at for the smallest set.
_MOST_TARGETS = 16
# Their proofs may take so many states; where no cell has one so easy, so many cells may take some more.
_EASY_STATES = 1 << 11
_MOST_HARD_TARGETS = 4
_HARD_STATES = 1 << 14

# A line of contradiction that is looked for before anything is counted goes through so many clues at most.
_MOST_CLUES = 8
# A line that comes to more contradictions than that isn't told.
_MOST_ENDS = 6
# So many clues are asked while one is looked for.
_MOST_ASKED = 60

# So many ways to share the mines out among clues are tried.
_MOST_SHARES = 2000


class Deduction:
    """What has been concluded from a view so far, and the next conclusion."""

    def __init__(self, view: View, trust_flags: bool, budget: Budget) -> None:
        self.view = view
        self.grid = view.grid
        self.codes = view.codes.tolist()
        self.prover = Prover(view.grid, self.codes, view.mines, trust_flags, budget)
        self.neighbours = self.prover.neighbours
        # Cells concluded, each with whether it is a mine; and the reason.
        self.known: dict[int, bool] = {}
        self.reason_of: dict[int, Reason] = {}
        self.reasons: list[Reason] = []
        self.members: list[list[int]] = []
        self._covered: dict[int, list[int]] = {}
        self._rest: dict[int, int] = {}
        self._touching: dict[int, list[int]] = {}
        self.single = deque(self.prover.clues)
        self.double = deque(self.prover.clues)
        self.waiting = set(self.single), set(self.double)

    def steps(self, ask: Callable[[], Analysis]) -> Iterator[Reason]:
        """Conclusions one after the other, each by the easiest rule that still settles anything.

        Args:
            ask: gives the analysis of the view, perhaps an estimate; asked for once easy rules fail.
        """
        while True:
            found = (
                self._by_clue() or self._by_pair() or self._by_sum() or self._by_line(_MOST_CLUES) or self._by_shares()
            )
            if not found:
                analysis = ask()
                if analysis.is_exact:
                    found = self._by_set(analysis) or self._by_count(analysis) or self._by_all(analysis)
                else:
                    # Past the budget for all clues, smaller sets aren't looked for either. What an estimate has for
                    # certain is certain all the same.
                    found = self._by_line(_MOST_ASKED) or self._by_all(analysis)
            if not found:
                return
            yield from found

    def easy_steps(self) -> Iterator[Reason]:
        """Conclusions from single clues and pairs alone."""
        while found := self._by_clue() or self._by_pair():
            yield from found

    def covered(self, clue: int) -> list[int]:
        """The covered cells that a clue's cell touches."""
        found = self._covered.get(clue)
        if found is None:
            found = self._covered[clue] = self.prover.around(clue)
            codes, shown = self.codes, self.prover.shown
            self._rest[clue] = codes[clue] - sum(codes[cell] in shown for cell in self.neighbours(clue))
        return found

    def rest(self, clue: int) -> int:
        """The mines that a clue has among its covered cells."""
        self.covered(clue)
        return self._rest[clue]

    def touching(self, cell: int) -> list[int]:
        """The clues that touch a cell."""
        found = self._touching.get(cell)
        if found is None:
            codes = self.codes
            found = self._touching[cell] = [other for other in self.neighbours(cell) if codes[other] >= 0]
        return found

    def _name(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(self.grid.cell(cell) for cell in sorted(cells))

    def _shown(self, clue: int) -> tuple[Cell, ...]:
        return self._name(cell for cell in self.neighbours(clue) if self.codes[cell] in self.prover.shown)

    def _clue(self, clue: int) -> tuple[int, Cell]:
        return self.codes[clue], self.grid.cell(clue)

    def _because(self, cells: Iterable[int]) -> tuple[Reason, ...]:
        found = {id(self.reason_of[cell]) for cell in cells}
        return tuple(reason for reason in self.reasons if id(reason) in found)

    def _conclude(self, reason: Reason, cells: Iterable[int]) -> Reason:
        mine = reason.conclusion == "mine"
        own = list(cells)
        self.reasons.append(reason)
        self.members.append(own)
        for cell in own:
            self.known[cell] = mine
            self.reason_of[cell] = reason
            for clue in self.touching(cell):
                for queue, waiting in zip((self.single, self.double), self.waiting, strict=True):
                    if clue not in waiting:
                        waiting.add(clue)
                        queue.append(clue)
        for clue in {clue: None for cell in own for clue in self.touching(cell)}:
            self._check(clue)
        return reason

    def _check(self, clue: int) -> None:
        """Look whether what is known around a clue leaves it right.

        Raises:
            InconsistentViewError: it doesn't, so the clues that led there contradict each other.
        """
        cells = self.covered(clue)
        found = [self.known[cell] for cell in cells if cell in self.known]
        mines = sum(found)
        if mines <= self._rest[clue] <= len(cells) - len(found) + mines:
            return
        used = {clue}
        for reason in self._because(cell for cell in cells if cell in self.known):
            used.update(self.grid.index(cell) for step in reason.steps for cell in step.clues)
        raise blame(self.view, self.prover, sorted(used), [clue])

    def _by_clue(self) -> list[Reason]:
        while self.single:
            clue = self.single.popleft()
            self.waiting[0].discard(clue)
            cells = self.covered(clue)
            known = self.known
            unknown = [cell for cell in cells if cell not in known]
            if not unknown:
                continue
            mines = [cell for cell in cells if known.get(cell) is True]
            safe = [cell for cell in cells if known.get(cell) is False]
            if len(mines) == self._rest[clue]:
                conclusion, used = "safe", mines
            elif len(cells) - len(safe) == self._rest[clue]:
                conclusion, used = "mine", safe
            else:
                continue
            names = self._name(unknown)
            words = clue_words(self._clue(clue), conclusion, names, self._name(used), self._shown(clue), len(cells))
            reason = Reason("clue", conclusion, names, self._name([clue]), self._because(used), words)
            return [self._conclude(reason, unknown)]
        return []

    def _by_pair(self) -> list[Reason]:
        known = self.known
        while self.double:
            clue = self.double.popleft()
            self.waiting[1].discard(clue)
            cells = set(self.covered(clue))
            others = {
                other: None for cell in cells if cell not in known for other in self.touching(cell) if other != clue
            }
            for other in sorted(others):
                beside = set(self.covered(other))
                for more, less, first, second in ((clue, other, cells, beside), (other, clue, beside, cells)):
                    room = sum(known.get(cell) is not False for cell in first - second)
                    if self.rest(more) - self.rest(less) > room:
                        continue
                    room -= sum(known.get(cell) is True for cell in second - first)
                    if self.rest(more) - self.rest(less) != room:
                        continue
                    found = self._by_balance("pair", [more], [less])
                    if found:
                        # There may be more to find with this clue.
                        if clue not in self.waiting[1]:
                            self.waiting[1].add(clue)
                            self.double.appendleft(clue)
                        return found
        return []

    def _side(self, clue: int) -> Side:
        return Side(self._clue(clue), self.rest(clue), self._shown(clue))

    def _by_balance(self, rule: str, more: list[int], less: list[int], target: int | None = None) -> list[Reason]:
        """What follows from some clues added and others taken off, if it settles the target."""
        weights = weigh(more, less, self.covered)
        difference = sum(map(self.rest, more)) - sum(map(self.rest, less))
        follows = settled(weights, difference, self.known)
        if follows is None:
            return []
        mines, safe, used = follows
        if target is not None and target not in mines and target not in safe:
            return []
        balance = Balance(more, less, self.covered, self._side, self.known, self.grid.cell)
        because = self._because(used)
        clues = self._name([*more, *less])
        write = pair_words if rule == "pair" else sum_words
        found = []
        for conclusion, new in (("safe", safe), ("mine", mines)):
            if new:
                names = self._name(new)
                found.append((Reason(rule, conclusion, names, clues, because, write(balance, conclusion, names)), new))
        return [self._conclude(reason, new) for reason, new in found]

    def _unknown(self) -> tuple[dict[int, frozenset[int]], dict[int, int]]:
        """Of every clue that has any its unknown cells, and the mines among them."""
        known = self.known
        unknown, need = {}, {}
        for clue in self.prover.clues:
            cells = self.covered(clue)
            own = frozenset(cell for cell in cells if cell not in known)
            if own:
                unknown[clue] = own
                need[clue] = self._rest[clue] - sum(known.get(cell) is True for cell in cells)
        return unknown, need

    def _by_sum(self) -> list[Reason]:
        """One clue against two others, or three."""
        unknown, need = self._unknown()
        for size in (2, 3):
            for clue in unknown:
                beside = {other: None for cell in unknown[clue] for other in self.touching(cell) if other != clue}
                for more, less in families(clue, unknown, need, sorted(beside), size):
                    found = self._by_balance("set", more, less)
                    if found:
                        return found
        return []

    def _asked(self) -> Clues:
        return Clues(self.covered, self.rest, self.known, self.touching)

    def _by_line(self, most: int) -> list[Reason]:
        """The shortest line of contradiction in which each clue speaks on its own."""
        asked = self._asked()
        unknown, _ = self._unknown()
        seen: set[tuple[int, ...]] = set()
        best: tuple[int, bool, int, set[int]] | None = None
        for cell in sorted(frozenset().union(*unknown.values())) if unknown else []:
            # Cells that the same clues touch are alike.
            beside = tuple(self.touching(cell))
            if beside in seen:
                continue
            seen.add(beside)
            for mine in (True, False):
                clues = probe(asked, cell, mine=mine, most=_MOST_ASKED)
                # To suppose a mine shows a safe cell, which is what a player looks for.
                if clues is not None and len(clues) <= most:
                    rank = len(clues), not mine, cell, clues
                    best = rank if best is None or rank[:3] < best[:3] else best
        if best is None:
            return []
        _, is_safe, cell, clues = best
        mine = not is_safe
        needed = smallest(
            [clue for clue in self.prover.order([cell]) if clue in clues],
            lambda some: suppose(asked, frozenset(some), cell, mine=mine) is not None,
        )
        return self._set_reasons(sorted(clues) if needed is None else needed, cell, mine=not mine)

    def _set_reasons(self, clues: Sequence[int], target: int, *, mine: bool) -> list[Reason]:
        """Why a few clues settle a cell: by a sum of them if there is one, else by a line of contradiction."""
        for more, less in signings(sorted(clues)):
            found = self._by_balance("set", more, less, target)
            if found:
                return found
        asked = self._asked()
        own = frozenset(clues)
        line = suppose(asked, own, target, mine=not mine)
        conclusion = "mine" if mine else "safe"
        told = self._name([target])
        if line is None or line.ends > _MOST_ENDS:
            words = tried_words([self._clue(clue) for clue in sorted(clues)], conclusion, told)
            reason = Reason("set", conclusion, told, self._name(clues), tuple(self.reasons), words)
            return [self._conclude(reason, [target])]
        line = trim(line)
        touching = {clue for clue in self.touching(target) if clue in own}
        alike = []
        if touching:
            alike = [
                cell
                for cell in self.covered(min(touching))
                if cell != target
                and cell not in self.known
                and {clue for clue in self.touching(cell) if clue in own} == touching
            ]
        same = self._name(alike)
        words = supposition_words(
            line,
            conclusion,
            told,
            same,
            self.grid.cell,
            self.codes.__getitem__,
            asked,
            self._shown,
        )
        cells = [target, *alike]
        reason = Reason("set", conclusion, self._name(cells), self._name(clues), self._because(line.used), words)
        return [self._conclude(reason, cells)]

    def _by_shares(self) -> list[Reason]:
        """The number of mines, with clues that share no covered cell."""
        prover = self.prover
        unknown = [cell for cell in range(self.grid.cells) if prover.is_covered(cell) and cell not in self.known]
        if not unknown:
            return []
        found = sum(self.known.values())
        left = prover.mines - prover.known - found
        if left in (0, len(unknown)):
            return self._share_reason([], "safe" if left == 0 else "mine")
        own, need = self._unknown()
        frontier = len(frozenset().union(*own.values())) if own else 0
        cells = {clue: frozenset(self.covered(clue)) for clue in own}
        for conclusion, goal in (("safe", left), ("mine", len(unknown) - left)):
            if goal > frontier:
                continue
            gains = {clue: need[clue] if conclusion == "safe" else len(own[clue]) - need[clue] for clue in own}
            clues = _shares(cells, gains, goal)
            if clues and len(frozenset().union(*(own[clue] for clue in clues))) < len(unknown):
                return self._share_reason(clues, conclusion)
        return []

    def _share_reason(self, clues: list[int], conclusion: str) -> list[Reason]:
        prover, known = self.prover, self.known
        mine = conclusion == "mine"
        beside = {cell for clue in clues for cell in self.covered(clue)}
        outside = [cell for cell in range(self.grid.cells) if prover.is_covered(cell) and cell not in beside]
        cells = [cell for cell in outside if cell not in known]
        # Mines found elsewhere count where nothing is left; safe cells where everything else is a mine.
        used = [cell for cell in outside if known.get(cell) is (not mine)]
        needs = [(self._clue(clue), self.rest(clue)) for clue in clues]
        names = self._name(cells)
        found = prover.known + (0 if mine else len(used))
        words = count_words(needs, conclusion, names, prover.mines, found, len(used) if mine else 0)
        reason = Reason("count", conclusion, names, self._name(clues), self._because(used), words)
        return [self._conclude(reason, cells)]

    def _facts(self, numbers: Iterable[int]) -> list[tuple[int, bool]]:
        return [(cell, self.known[cell]) for number in numbers for cell in self.members[number]]

    def _open_ends(self, analysis: Analysis) -> dict[int, bool]:
        """The cells that are certain and not concluded yet, each with whether it is a mine; safe ones first."""
        chances = analysis.probabilities
        found = {
            cell: chances[cell] == 1.0
            for cell in range(self.grid.cells)
            if chances[cell] in (0.0, 1.0) and self.prover.is_covered(cell) and cell not in self.known
        }
        return dict(sorted(found.items(), key=lambda item: item[1]))

    def _fewest(self, open_ends: dict[int, bool], *, counted: bool) -> tuple[list[int], int] | None:
        """The smallest set of clues found that settles one of some cells, and that cell."""
        full = self.prover.budget
        try:
            # Most sets are small; a large one is only looked for where there is no other.
            for states, targets in ((_EASY_STATES, _MOST_TARGETS), (_HARD_STATES, _MOST_HARD_TARGETS)):
                self.prover.budget = Budget(min(full.states, states), full.memory, full.seconds)
                found = self._smallest_set(dict(itertools.islice(open_ends.items(), targets)), counted=counted)
                if found is not None:
                    return found
        finally:
            self.prover.budget = full
        return None

    def _smallest_set(self, open_ends: dict[int, bool], *, counted: bool) -> tuple[list[int], int] | None:
        facts = list(self.known.items())
        best: list[int] | None = None
        target = -1
        for cell, mine in open_ends.items():
            denied = (cell, not mine)
            clues = smallest(
                self.prover.order([cell]),
                lambda some: self.prover.refutes(some, [*facts, denied], counted=counted),  # noqa: B023
            )
            if clues is not None and (best is None or len(clues) < len(best)):
                best, target = clues, cell
                # Nothing smaller is left: one clue and two were looked at before.
                if len(best) == (0 if counted else 3):
                    break
        return None if best is None else (best, target)

    def _by_set(self, analysis: Analysis) -> list[Reason]:
        if not self._open_ends(analysis):
            return []
        certain = self.prover.certain(self.prover.clues, self.known.items(), counted=False)
        found = self._fewest(dict(sorted(certain.items(), key=lambda item: item[1])), counted=False)
        return [] if found is None else self._set_reasons(found[0], found[1], mine=certain[found[1]])

    def _by_count(self, analysis: Analysis) -> list[Reason]:
        open_ends = self._open_ends(analysis)
        found = self._fewest(open_ends, counted=True)
        if found is None:
            return []
        clues, target = found
        prover = self.prover
        mine = open_ends[target]

        def proves(numbers: Iterable[int], cell: int) -> bool:
            return prover.refutes(clues, [*self._facts(numbers), (cell, not mine)], counted=True)

        needed = smallest(range(len(self.reasons)), lambda some: proves(some, target))
        used = list(range(len(self.reasons))) if needed is None else needed
        bound = self._extreme(clues, used, target, mine=mine)
        if bound is None:
            return []
        # Only those of which the same can be said.
        cells = [
            cell
            for cell, own in open_ends.items()
            if own == mine and (cell == target or self._extreme(clues, used, cell, mine=mine) == bound)
        ]
        conclusion = "mine" if mine else "safe"
        words = extreme_words(
            self._name(clues), conclusion, self._name(cells), prover.mines, bound[0], at_least=bound[1]
        )
        because = tuple(self.reasons[number] for number in used)
        reason = Reason("count", conclusion, self._name(cells), self._name(clues), because, words)
        return [self._conclude(reason, cells)]

    def _by_all(self, analysis: Analysis) -> list[Reason]:
        """What is certain by all clues and the number of mines, where no few of them could be found that prove it."""
        open_ends = self._open_ends(analysis)
        if not open_ends:
            return []
        mine = next(iter(open_ends.values()))
        cells = [cell for cell, own in open_ends.items() if own == mine]
        conclusion = "mine" if mine else "safe"
        names = self._name(cells)
        clues = self._name(clue for clue in self.prover.clues if self.covered(clue))
        reason = Reason("count", conclusion, names, clues, (), all_words(conclusion, names))
        return [self._conclude(reason, cells)]

    def _extreme(self, clues: list[int], used: list[int], cell: int, *, mine: bool) -> tuple[int, bool] | None:
        """If a cell were not what it is: the fewest mines that would be needed, or the most there would be room for.

        None where neither is the reason.
        """
        prover = self.prover
        facts = [*self._facts(used), (cell, not mine)]
        most = sum(map(prover.is_covered, range(self.grid.cells))) + prover.known
        for mines, at_least in (
            *((mines, True) for mines in range(prover.mines, most + 1)),
            *((mines, False) for mines in range(prover.mines - 1, -1, -1)),
        ):
            if not prover.refutes(clues, facts, mines=mines):
                return None if mines == prover.mines else (mines, at_least)
        return None


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
