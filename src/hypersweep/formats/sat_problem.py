"""Write positions as problems for SAT solvers, model counters and pseudo-Boolean solvers.

Each covered cell is a variable: 1, 2, ... in index order, true for a mine. Each clue, and the number of mines, states
how many of certain cells are mines. Comments name each variable's cell.

In OPB, each such sum is two inequalities. In CNF it is a sequential counter (Sinz 2005): an auxiliary variable says
whether at least j of the first i cells are mines. The counters are defined in both directions, so each layout that fits
the view extends to exactly one model, and any model counter, projected or not, counts the layouts. Counts that can't
lead to the required sum have no variable, which leaves k (n - k) auxiliary variables for k mines among n cells.

Sources: C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints" (2005); DIMACS, "Satisfiability:
suggested format" (1993), with the line ``c p show`` of the Model Counting Competition; O. Roussel and V. Manquinho,
"Input/output format and solver requirements for the competitions of pseudo-Boolean solvers" (2012).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError
from hypersweep.solve.kernel import check_view
from hypersweep.solve.mine_probability import analyse
from hypersweep.text import pluralize
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.view import View

# Maximum number of auxiliary variables; with more, a file would exceed 500 MB.
_MOST_VARIABLES = 1 << 22

# A sum: the variables, and how many of them are true.
_Sum = tuple[list[int], int]

# A literal in a counter: a variable, or its value if it is known.
_Literal = int | bool


def to_dimacs(view: View, *, trust_flags: bool = False) -> str:
    r"""Return a position as a problem in conjunctive normal form, in the DIMACS format.

    Its models are the layouts that fit the view, one model for each layout.

    Args:
        view: the view.
        trust_flags: whether to treat every flag as a mine.

    Raises:
        InconsistentViewError: a clue, or the number of mines, is impossible whatever the other clues are.
        BoardTooLargeError: the problem would be too large.

    Complexity: k (n - k) auxiliary variables, and four times as many clauses, for k mines among n covered cells; a few
    more for each clue.

    >>> from hypersweep.view import View
    >>> print(to_dimacs(View.parse("2x3 mines=1\n# # 1\n# 1 1")), end="")
    c position on 2x3 with 1 mine
    c a variable is true if its cell is a mine; the others count mines
    c 1 is 0,0
    c 2 is 0,1
    c 3 is 1,0
    p cnf 5 9
    c p show 1 2 3 0
    2 0
    -1 4 0
    -4 1 0
    -4 5 0
    -2 5 0
    -5 4 2 0
    -2 -4 0
    5 3 0
    -3 -5 0
    """
    problem = _Problem(view, trust_flags=trust_flags)
    if sum(count * (len(cells) - count) for cells, count in problem.sums) > _MOST_VARIABLES:
        raise BoardTooLargeError(
            f"the problem of {view.grid} with {view.mines} mines is too large for DIMACS: it would need more than "
            f"{_MOST_VARIABLES:,} auxiliary variables; OPB needs none"
        )
    clauses: list[str] = []
    variables = len(problem.cells)
    for cells, count in problem.sums:
        variables = _count_exactly(cells, count, variables, clauses)
    lines = [
        *(f"c {line}" for line in problem.comments("a variable is true if its cell is a mine; the others count mines")),
        *(f"c {number} is {name}" for number, name in enumerate(problem.names(), 1)),
        f"p cnf {variables} {len(clauses)}",
        f"c p show {' '.join(map(str, [*range(1, len(problem.cells) + 1), 0]))}",
        *clauses,
    ]
    return "\n".join([*lines, ""])


def to_opb(view: View, *, trust_flags: bool = False) -> str:
    r"""Return a position as a pseudo-Boolean problem, in the OPB format.

    Its solutions are the layouts that fit the view.

    Args:
        view: the view.
        trust_flags: whether to treat every flag as a mine.

    Raises:
        InconsistentViewError: a clue, or the number of mines, is impossible whatever the other clues are.

    >>> from hypersweep.view import View
    >>> print(to_opb(View.parse("2x3 mines=1\n# # 1\n# 1 1")), end="")
    * #variable= 3 #constraint= 4
    * position on 2x3 with 1 mine
    * a variable is 1 if its cell is a mine
    * x1 is 0,0
    * x2 is 0,1
    * x3 is 1,0
    1 x2 >= 1 ;
    -1 x2 >= -1 ;
    1 x1 1 x2 1 x3 >= 1 ;
    -1 x1 -1 x2 -1 x3 >= -1 ;
    """
    problem = _Problem(view, trust_flags=trust_flags)
    lines = [
        f"* #variable= {len(problem.cells)} #constraint= {2 * len(problem.sums)}",
        *(f"* {line}" for line in problem.comments("a variable is 1 if its cell is a mine")),
        *(f"* x{number} is {name}" for number, name in enumerate(problem.names(), 1)),
    ]
    for cells, count in problem.sums:
        lines.append(f"{' '.join(f'1 x{cell}' for cell in cells)} >= {count} ;")
        lines.append(f"{' '.join(f'-1 x{cell}' for cell in cells)} >= {-count} ;")
    return "\n".join([*lines, ""])


class _Problem:
    """A position as sums of variables.

    Attributes:
        cells: index of each variable's cell.
        sums: a sum for each clue with covered neighbours, and one for the number of mines; without repetitions.
    """

    def __init__(self, view: View, *, trust_flags: bool) -> None:
        codes = check_view(view).codes.tolist()
        mines = {MINE, EXPLODED, FLAGGED} if trust_flags else {MINE, EXPLODED}
        self._view = view
        self.cells = [cell for cell, code in enumerate(codes) if code in (COVERED, FLAGGED) and code not in mines]
        variables = {cell: number for number, cell in enumerate(self.cells, 1)}
        neighbours = view.grid.geometry().neighbours
        around: list[tuple[Sequence[int], int]]
        around = [(neighbours(cell), code) for cell, code in enumerate(codes) if code >= 0]
        around.append((range(len(codes)), view.mines))
        found: dict[tuple[int, ...], set[int]] = {}
        for cells, count in around:
            own = tuple([variables[cell] for cell in cells if cell in variables])
            found.setdefault(own, set()).add(count - sum([codes[cell] in mines for cell in cells]))
        for own, counts in found.items():
            if len(counts) > 1 or not 0 <= min(counts) <= len(own):
                analyse(view, trust_flags=trust_flags)  # raises an error that names the contradictory clues
        self.sums: list[_Sum] = [(list(own), min(counts)) for own, counts in found.items() if own]

    def comments(self, about: str) -> Iterator[str]:
        """Yield lines that describe the problem."""
        view = self._view
        yield f"position on {view.grid} with {pluralize(view.mines, 'mine')}"
        yield about

    def names(self) -> Iterator[str]:
        """Yield the coordinates of each variable's cell."""
        for cell in self.cells:
            yield ",".join(map(str, self._view.grid.cell(cell)))


def _count_exactly(cells: list[int], count: int, variables: int, clauses: list[str]) -> int:
    """Append clauses that make exactly ``count`` of these variables true.

    Args:
        cells: the variables.
        count: number of variables to make true.
        variables: number of variables so far.
        clauses: the problem's clauses.

    Returns:
        The new number of variables.
    """
    # before[j] and after[j]: whether at least j of the cells before and up to this one are mines. This is certain if
    # the remaining cells couldn't make up for fewer, and impossible if j exceeds the number of cells so far or the sum.
    before: list[_Literal] = [j == 0 for j in range(count + 2)]
    for place, cell in enumerate(cells, 1):
        after: list[_Literal] = [True]
        for j in range(1, count + 2):
            if j <= count - (len(cells) - place):
                after.append(True)
            elif j > min(place, count):
                after.append(False)
            else:
                variables += 1
                after.append(variables)
        for j in range(1, min(place, count + 1) + 1):
            _add(clauses, _not(before[j]), after[j])
            _add(clauses, -cell, _not(before[j - 1]), after[j])
            _add(clauses, _not(after[j]), before[j - 1])
            _add(clauses, _not(after[j]), before[j], cell)
        before = after
    return variables


def _not(literal: _Literal) -> _Literal:
    return not literal if isinstance(literal, bool) else -literal


def _add(clauses: list[str], *literals: _Literal) -> None:
    """Append a clause, unless a literal is known to be true."""
    if not any(literal is True for literal in literals):
        clauses.append(" ".join([*(str(each) for each in literals if each is not False), "0"]))
