"""Why cells are safe or mines: single clues first, then two, then more, then the number of mines; and why a guess."""

from __future__ import annotations

from collections import deque

from hypersweep.errors import BudgetExceededError, CellError
from hypersweep.solve.analysis import Analysis, analyse
from hypersweep.solve.budget import Budget
from hypersweep.solve.choice import Choice, choose
from hypersweep.solve.conflict import Prover, smallest
from hypersweep.solve.reason import Reason
from hypersweep.solve.words import clue_words, count_words, guess_words, pair_words, set_words
from hypersweep.view import COVERED, FLAGGED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hypersweep.view import View

    Cell = tuple[int, ...]

__all__ = ["deduce", "explain"]

_STANDARD = Budget()

# Of the cells that follow from several clues so many are looked at for the smallest set.
_MOST_TARGETS = 16


class _Deduction:
    """What has been concluded from a view so far, and the next conclusion."""

    def __init__(self, view: View, trust_flags: bool, budget: Budget) -> None:
        from hypersweep.solve.kernel import view_codes

        self.view = view
        self.grid = view.grid
        self.prover = Prover(view.grid, view_codes(view), view.mines, trust_flags, budget)
        # Cells concluded, each with whether it is a mine and the reason.
        self.known: dict[int, tuple[bool, Reason]] = {}
        self.reasons: list[Reason] = []
        self.members: list[list[int]] = []
        codes, around = self.prover.codes, self.prover.neighbours
        self.covered = {clue: self.prover.around(clue) for clue in self.prover.clues}
        # What each clue says of its covered cells: mines shown are taken off.
        self.rest = {
            clue: codes[clue] - sum(codes[cell] in self.prover.shown for cell in around(clue)) for clue in self.covered
        }
        self.single = deque(clue for clue, cells in self.covered.items() if cells)
        self.double = deque(self.single)
        self.waiting = set(self.single), set(self.double)

    def steps(self, analysis: Analysis | None) -> Iterator[Reason]:
        """Conclusions one after the other, each by the easiest rule that still settles anything.

        Without an analysis only one clue or two at a time are looked at.
        """
        while True:
            found = self._by_clue() or self._by_pair()
            if not found and analysis is not None:
                found = self._by_set(analysis, counted=False) or self._by_set(analysis, counted=True)
            if not found:
                return
            yield from found

    def _name(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(self.grid.cell(cell) for cell in sorted(cells))

    def _because(self, cells: Iterable[int]) -> tuple[Reason, ...]:
        return tuple({id(self.known[cell][1]): self.known[cell][1] for cell in cells}.values())

    def _conclude(self, reason: Reason, cells: Iterable[int]) -> Reason:
        mine = reason.conclusion == "mine"
        own = list(cells)
        self.reasons.append(reason)
        self.members.append(own)
        for cell in own:
            self.known[cell] = (mine, reason)
            for clue in self.prover.neighbours(cell):
                if clue not in self.covered:
                    continue
                for queue, waiting in zip((self.single, self.double), self.waiting, strict=True):
                    if clue not in waiting:
                        waiting.add(clue)
                        queue.append(clue)
        return reason

    def _is(self, cell: int, mine: bool) -> bool:
        return cell in self.known and self.known[cell][0] == mine

    def _by_clue(self) -> list[Reason]:
        while self.single:
            clue = self.single.popleft()
            self.waiting[0].discard(clue)
            cells = self.covered[clue]
            unknown = [cell for cell in cells if cell not in self.known]
            if not unknown:
                continue
            mines = [cell for cell in cells if self._is(cell, True)]
            safe = [cell for cell in cells if self._is(cell, False)]
            if len(mines) == self.rest[clue]:
                conclusion, used = "safe", mines
            elif len(cells) - len(safe) == self.rest[clue]:
                conclusion, used = "mine", safe
            else:
                continue
            names = self._name(unknown)
            shown = [c for c in self.prover.neighbours(clue) if self.prover.codes[c] in self.prover.shown]
            # That all cells left are mines doesn't rest on those among them that are known to be some.
            found = self._name([*mines, *shown] if conclusion == "safe" else shown)
            words = clue_words(self._clue(clue), conclusion, names, self._name(used), found)
            reason = Reason("clue", conclusion, names, self._name([clue]), self._because(used), words)
            return [self._conclude(reason, unknown)]
        return []

    def _clue(self, clue: int) -> tuple[int, Cell]:
        return self.prover.codes[clue], self.grid.cell(clue)

    def _by_pair(self) -> list[Reason]:
        while self.double:
            clue = self.double.popleft()
            self.waiting[1].discard(clue)
            cells = set(self.covered[clue])
            others = {
                other: None
                for cell in self.covered[clue]
                if cell not in self.known
                for other in self.prover.neighbours(cell)
                if other in self.covered and other != clue
            }
            for other in others:
                found = self._compare(clue, other, cells) or self._compare(other, clue, set(self.covered[other]))
                if found:
                    # There may be more to find with this clue.
                    if clue not in self.waiting[1]:
                        self.waiting[1].add(clue)
                        self.double.appendleft(clue)
                    return found
        return []

    def _compare(self, more: int, less: int, cells: set[int]) -> list[Reason]:
        """What follows if the cells beside one clue alone are to hold as many mines as they can."""
        beside_less = self.covered[less]
        common = cells.intersection(beside_less)
        own = cells - common
        able = [cell for cell in own if not self._is(cell, False)]
        sure = [cell for cell in beside_less if cell not in common and self._is(cell, True)]
        if self.rest[more] - self.rest[less] != len(able) - len(sure):
            return []
        used = [*(cell for cell in own if self._is(cell, False)), *sure]
        because = self._because(used)
        clues = self._name([more, less])
        pair = self._clue(more), self._clue(less)
        found = []
        safe = [cell for cell in beside_less if cell not in common and cell not in self.known]
        mines = [cell for cell in able if cell not in self.known]
        for conclusion, new in (("safe", safe), ("mine", mines)):
            if not new:
                continue
            names = self._name(new)
            words = pair_words(*pair, conclusion, names, len(able), self._name(sure))
            found.append(Reason("pair", conclusion, names, clues, because, words))
        for reason, new in zip(found, [cells for cells in (safe, mines) if cells], strict=True):
            self._conclude(reason, new)
        return found

    def _facts(self, numbers: Iterable[int]) -> list[tuple[int, bool]]:
        return [(cell, self.known[cell][0]) for number in numbers for cell in self.members[number]]

    def _by_set(self, analysis: Analysis, *, counted: bool) -> list[Reason]:
        prover = self.prover
        facts = self._facts(range(len(self.reasons)))
        if counted:
            chances = analysis.probabilities
            open_ends = {
                cell: chances[cell] == 1.0
                for cell in range(self.grid.cells)
                if chances[cell] in (0.0, 1.0) and prover.is_covered(cell) and cell not in self.known
            }
        else:
            open_ends = prover.certain(prover.clues, facts, counted=False)
        best: list[int] | None = None
        target = -1
        # Safe cells first: they are what a player looks for.
        for cell in sorted(open_ends, key=lambda cell: open_ends[cell])[:_MOST_TARGETS]:
            denied = (cell, not open_ends[cell])
            clues = smallest(
                prover.order([cell]),
                lambda some: prover.refutes(some, [*facts, denied], counted=counted),  # noqa: B023
            )
            if clues is not None and (best is None or len(clues) < len(best)):
                best, target = clues, cell
                # Nothing smaller is left: one clue and two were looked at before.
                if len(best) == (0 if counted else 3):
                    break
        if best is None:
            return []
        return [self._set_reason(best, target, open_ends, counted=counted)]

    def _set_reason(self, clues: list[int], target: int, open_ends: dict[int, bool], *, counted: bool) -> Reason:
        prover = self.prover
        mine = open_ends[target]

        def proves(numbers: Iterable[int], cell: int) -> bool:
            return prover.refutes(clues, [*self._facts(numbers), (cell, not mine)], counted=counted)

        needed = smallest(range(len(self.reasons)), lambda some: proves(some, target))
        used = list(range(len(self.reasons))) if needed is None else needed
        cells = [
            cell
            for cell, own in open_ends.items()
            if own == mine and (cell == target or ((self._near(cell, clues) or counted) and proves(used, cell)))
        ]
        names, clue_names = self._name(cells), self._name(clues)
        because = tuple(self.reasons[number] for number in used)
        conclusion = "mine" if mine else "safe"
        if counted:
            facts = self._facts(used)
            left = prover.mines - prover.known - sum(own for _, own in facts)
            room = sum(map(prover.is_covered, range(self.grid.cells))) - len(facts)
            words = count_words(clue_names, conclusion, names, left, room)
        else:
            words = set_words([self._clue(clue) for clue in sorted(clues)], conclusion, names)
        reason = Reason("count" if counted else "set", conclusion, names, clue_names, because, words)
        return self._conclude(reason, cells)

    def _near(self, cell: int, clues: Sequence[int]) -> bool:
        return any(cell in self.covered[clue] for clue in clues)


def _start(
    view: View, trust_flags: bool, budget: Budget
) -> tuple[_Deduction, Analysis | None, BudgetExceededError | None]:
    try:
        analysis, error = analyse(view, trust_flags=trust_flags, budget=budget), None
    except BudgetExceededError as caught:
        analysis, error = None, caught
    return _Deduction(view, bool(trust_flags), budget), analysis, error


def deduce(view: View, *, trust_flags: bool = False, budget: Budget = _STANDARD) -> list[Reason]:
    r"""The reasons for everything that is certain, easiest first; each may rest on those before it.

    Each covered cell that is certain stands in exactly one of them. Their order is that of a careful player: a harder
    rule comes only where no easier one settles anything.

    Args:
        view: what the player knows.
        trust_flags: take every flag for a mine.
        budget: what each step may use.

    Raises:
        InconsistentViewError: no layout fits.
        BudgetExceededError: the work would be too large.

    >>> from hypersweep.view import View
    >>> for reason in deduce(View.parse("2x4 mines=2\n# # # #\n1 2 1 1")):
    ...     print(reason.rule, reason.conclusion, reason.cells)
    pair mine ((0, 2),)
    clue safe ((0, 1), (0, 3))
    clue mine ((0, 0),)
    """
    deduction, analysis, error = _start(view, trust_flags, budget)
    if error is not None:
        raise error
    return list(deduction.steps(analysis))


def explain(
    view: View,
    cell: Sequence[int] | None = None,
    *,
    policy: str = "look-ahead",
    trust_flags: bool = False,
    budget: Budget = _STANDARD,
) -> list[Reason]:
    r"""The steps to the simplest safe cell there is, or why the best guess is one.

    The last reason is the conclusion; those before it are what it takes for granted, each resting on earlier ones only.
    "Simplest" means that its hardest step is as easy as can be. Where nothing is certain to be safe there is one
    reason, for the guess that ``choose`` makes; where nothing safe is left to open, none.

    Args:
        view: what the player knows.
        cell: a covered cell to explain instead: why it is safe, or a mine, or how likely it is one.
        policy: who makes the guess, see ``choose``.
        trust_flags: take every flag for a mine.
        budget: what each step may use.

    Raises:
        InconsistentViewError: no layout fits.
        BudgetExceededError: the work would be too large.
        CellError: the cell isn't on the board, or isn't covered.

    >>> from hypersweep.view import View
    >>> for reason in explain(View.parse("2x3 mines=1\n# # #\n1 1 .")):
    ...     print(reason)
    The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.
    """
    deduction, analysis, error = _start(view, trust_flags, budget)
    target = None
    if cell is not None:
        target = view.grid.index(cell)
        if not deduction.prover.is_covered(target):
            raise CellError(f"expected a covered cell, got {view.grid.cell(target)} (grid {view.grid})")
    name = None if target is None else view.grid.cell(target)
    for reason in deduction.steps(analysis):
        if (reason.conclusion == "safe") if name is None else (name in reason.cells):
            return list(reason.steps)
    if error is not None or analysis is None:
        raise error or BudgetExceededError("expected an analysis, got none")
    choice = choose(view, policy, trust_flags=trust_flags, budget=budget)
    if choice is None:
        return []
    return [_guess(view, analysis, choice, choice.cell if name is None else name)]


def _guess(view: View, analysis: Analysis, choice: Choice, cell: Cell) -> Reason:
    grid = view.grid
    chances = analysis.probabilities
    covered = [index for index, code in enumerate(view.codes) if code in (COVERED, FLAGGED)]
    least = min(chances[index] for index in covered)
    safest = [grid.cell(index) for index in covered if chances[index] <= least + 1e-11]
    clues = tuple(other for other in grid.neighbours(cell) if view[other] >= 0)
    chance = analysis.probability(cell)
    opening = analysis.clue_chances(cell)[0]
    words = guess_words(cell, chance, choice, safest, least, opening, bool(clues))
    return Reason("guess", "guess", (cell,), clues, (), words, probability=chance, choice=choice)
