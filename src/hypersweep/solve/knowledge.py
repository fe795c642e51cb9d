"""What has been concluded from a view so far: the cells that are known, and the reason for each."""

from __future__ import annotations

from collections import deque

from hypersweep.lazy import defer
from hypersweep.solve.conflict import Prover, blame
from hypersweep.solve.reason import Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.grid import Grid
    from hypersweep.solve.budget import Budget
    from hypersweep.solve.grounds.ground import Grounds
    from hypersweep.typing import Cell, Conclusion, ReasonRule
    from hypersweep.view import View
else:
    defer(
        globals(),
        "from collections.abc import Callable, Iterable, Sequence",
        "from hypersweep.grid import Grid",
        "from hypersweep.solve.budget import Budget",
        "from hypersweep.solve.grounds.ground import Grounds",
        "from hypersweep.typing import Cell, Conclusion, ReasonRule",
        "from hypersweep.view import View",
    )

__all__ = ["Knowledge"]


class Knowledge:
    """The clues of a view, and what has been concluded from them.

    Attributes:
        view: the view.
        grid: its grid.
        codes: its codes.
        prover: asks what some of its clues say on their own.
        neighbours: gives the neighbours of a cell.
        known: cells concluded, each with whether it is a mine.
        reasons: why, in order.
        members: of each reason its cells.
        waiting: of single clues and of pairs, those that something new is known of.
    """

    def __init__(self, view: View, trust_flags: bool, budget: Budget) -> None:
        self.view = view
        self.grid: Grid = view.grid
        self.codes: list[int] = view.codes.tolist()
        self.prover: Prover = Prover(view.grid, self.codes, view.mines, trust_flags, budget)
        self.neighbours: Callable[[int], list[int]] = self.prover.neighbours
        self.known: dict[int, bool] = {}
        self.reasons: list[Reason] = []
        self.members: list[list[int]] = []
        self.waiting: tuple[Waiting, Waiting] = Waiting(self.prover.clues), Waiting(self.prover.clues)
        self._reason_of: dict[int, Reason] = {}
        self._covered: dict[int, list[int]] = {}
        self._rest: dict[int, int] = {}
        self._touching: dict[int, list[int]] = {}

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

    def unknown(self) -> tuple[dict[int, frozenset[int]], dict[int, int]]:
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

    def names(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        """The coordinates of some cells, in the order of their indices."""
        return tuple(self.grid.cell(cell) for cell in sorted(cells))

    def shown(self, clue: int) -> tuple[Cell, ...]:
        """The mines beside a clue that the board shows."""
        return self.names(cell for cell in self.neighbours(clue) if self.codes[cell] in self.prover.shown)

    def clue(self, clue: int) -> tuple[int, Cell]:
        """The number of a clue and its cell."""
        return self.codes[clue], self.grid.cell(clue)

    def because(self, cells: Iterable[int]) -> tuple[Reason, ...]:
        """The reasons for which some cells are known, in order."""
        found = {id(self._reason_of[cell]) for cell in cells}
        return tuple(reason for reason in self.reasons if id(reason) in found)

    def conclude(
        self,
        rule: ReasonRule,
        conclusion: Conclusion,
        cells: Sequence[int],
        clues: Iterable[int],
        because: tuple[Reason, ...],
        grounds: Grounds,
    ) -> Reason:
        """Take note of a conclusion, and give its reason.

        Raises:
            InconsistentViewError: some clue can't be right any more, so the clues that led there contradict each other.
        """
        reason = Reason(rule, conclusion, self.names(cells), self.names(clues), because, grounds)
        mine = conclusion == "mine"
        self.reasons.append(reason)
        self.members.append(list(cells))
        for cell in cells:
            self.known[cell] = mine
            self._reason_of[cell] = reason
            for clue in self.touching(cell):
                for queue in self.waiting:
                    queue.put(clue)
        for clue in {clue: None for cell in cells for clue in self.touching(cell)}:
            self._check(clue)
        return reason

    def _check(self, clue: int) -> None:
        """Look whether what is known around a clue leaves it right."""
        cells = self.covered(clue)
        found = [self.known[cell] for cell in cells if cell in self.known]
        mines = sum(found)
        if mines <= self._rest[clue] <= len(cells) - len(found) + mines:
            return
        used = {clue}
        for reason in self.because(cell for cell in cells if cell in self.known):
            used.update(self.grid.index(cell) for step in reason.steps for cell in step.clues)
        raise blame(self.view, self.prover, sorted(used), [clue])


class Waiting:
    """Clues to look at, each of them once."""

    __slots__ = ("_members", "_queue")

    def __init__(self, clues: Iterable[int]) -> None:
        self._queue = deque(clues)
        self._members = set(self._queue)

    def __bool__(self) -> bool:
        return bool(self._queue)

    def take(self) -> int:
        """The next clue."""
        clue = self._queue.popleft()
        self._members.discard(clue)
        return clue

    def put(self, clue: int) -> None:
        """Look at a clue again, after the others."""
        if clue not in self._members:
            self._members.add(clue)
            self._queue.append(clue)

    def put_first(self, clue: int) -> None:
        """Look at a clue again at once, unless it waits already."""
        if clue not in self._members:
            self._members.add(clue)
            self._queue.appendleft(clue)
