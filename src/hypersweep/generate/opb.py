"""Convert a certificate's steps to pseudo-Boolean problems, each with a proof that it has no solution.

A problem has a variable ``x1``, ``x2``, ... for each unknown cell touched by its clues (1 for a mine), two inequalities
for each clue ("at least" and "at most"), and one that denies the step. Comments in the problem name the step and each
variable's cell. The proof is in VeriPB's format 3.0: clauses that follow by propagation (``rup``), ending with the
empty clause. If propagation isn't enough, sums of inequalities (``pol``) come first.

The weights in such a sum are a Farkas certificate: integers for which the weighted sum of the equations requires more
mines than any arrangement allows. They are found by a linear program, solved in exact fractions with the simplex
method, which stops as soon as the sum is a contradiction.

Source: VeriPB, https://veripb.org, overview of its formula and proof formats.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from hypersweep.generate.certificate_steps import Following, cell_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hypersweep.generate.certificate_steps import Claim, Step
    from hypersweep.layout import Layout
    from hypersweep.typing import Cell

# Work for writing a term of an inequality, in looks (see ``certificate_steps``).
_LOOKS_PER_TERM = 16

# An inequality: coefficients by variable, and the lower bound on the sum.
_Inequality = tuple[dict[int, int], int]


@dataclass(frozen=True, slots=True)
class StepProof:
    """A step in a certificate, as input for a checker of pseudo-Boolean proofs.

    Attributes:
        problem: the problem, in the OPB format.
        proof: the proof that the problem has no solution, in VeriPB's format 3.0.
    """

    problem: str
    proof: str


def proofs(layout: Layout, first: Cell, steps: Sequence[Step]) -> Iterator[StepProof]:
    """Yield the proofs for a certificate's steps.

    Args:
        layout: the board.
        first: the first cell to open.
        steps: the steps.

    Raises:
        CertificateError: a step doesn't follow, uses a cell that isn't known yet, or would need too long a proof.

    >>> from hypersweep import Layout
    >>> from hypersweep.generate import certify
    >>> *_, last = certify(Layout("3x4", [(0, 0), (0, 1)]), (2, 3)).to_opb()
    >>> print(last.problem + last.proof)
    * #variable= 1 #constraint= 3
    * clue mine 0,0 by 1,0 given 0,1
    * x1 is 0,0
    1 x1 >= 1 ;
    -1 x1 >= -1 ;
    -1 x1 >= 0 ;
    pseudo-Boolean proof version 3.0
    f 3;
    rup 1 x1 >= 1;
    rup >= 1;
    output NONE;
    conclusion UNSAT : 5;
    end pseudo-Boolean proof;
    <BLANKLINE>
    """
    following = Following(layout, first, steps)
    for claim in following.claims():
        yield _proof(claim, layout, following)


def _proof(claim: Claim, layout: Layout, following: Following) -> StepProof:
    # Leave out clues without unknown neighbours: they add nothing, and OPB doesn't allow empty sums.
    sums = [each for each in claim.sums if each[0]]
    if claim.rest is not None:
        sums.append((following.unknown(claim), claim.rest[1]))
    following.look(_LOOKS_PER_TERM * (2 * sum([len(around) for around, _ in sums]) + len(claim.cells)))
    cells = sorted({cell for around, _ in sums for cell in around})
    variables = {cell: number for number, cell in enumerate(cells, 1)}
    inequalities: list[_Inequality] = []
    for around, count in sums:
        inequalities.append((dict.fromkeys([variables[cell] for cell in around], 1), count))
        inequalities.append((dict.fromkeys([variables[cell] for cell in around], -1), -count))
    step = claim.step
    about = [variables[cell] for cell in claim.cells]
    if step.is_mine:
        inequalities.append((dict.fromkeys(about, -1), 1 - len(about)))
    else:
        inequalities.append((dict.fromkeys(about, 1), 1))
    number = len(inequalities)
    name = layout.grid.cell
    comments = [step.format(), *[f"x{variable} is {cell_text(name(cell))}" for cell, variable in variables.items()]]
    head = [f"* #variable= {len(cells)} #constraint= {number}", *[f"* {comment}" for comment in comments]]
    problem = [f"{' '.join(_terms(terms))} >= {bound} ;" for terms, bound in inequalities]
    lines = _Derivation(inequalities, about, following, is_mine=step.is_mine).lines
    proof = [
        "pseudo-Boolean proof version 3.0",
        f"f {number};",
        *lines,
        "output NONE;",
        f"conclusion UNSAT : {number + len(lines)};",
        "end pseudo-Boolean proof;",
    ]
    return StepProof("\n".join([*head, *problem, ""]), "\n".join([*proof, ""]))


def _terms(terms: dict[int, int]) -> list[str]:
    return [f"{factor} x{name}" for name, factor in terms.items()]


class _Derivation:
    """Proof lines that lead from a problem's inequalities to a contradiction.

    Args:
        inequalities: the problem's inequalities; the last one denies the step.
        about: the variables for the cells settled by the step.
        following: counts the work, and raises an error at the limit.
        is_mine: whether the step concludes that these cells are mines.
    """

    def __init__(
        self, inequalities: Sequence[_Inequality], about: Sequence[int], following: Following, *, is_mine: bool
    ) -> None:
        self.lines: list[str] = []
        self._following = following
        self._known = list(inequalities)
        # Work for one pass over all inequalities, in looks.
        self._looks = sum([2 + len(terms) for terms, _ in inequalities])
        # Take every second inequality: a clue's two inequalities are adjacent, and either one yields its equation.
        self._equations = [(list(terms), bound) for terms, bound in inequalities[:-1:2]]
        for name in about:
            # For each cell, refute the opposite of the conclusion.
            self._refute({name: not is_mine})
        self._clause({})

    def _refute(self, denied: dict[int, bool]) -> None:
        """Append lines that derive the clause ruling out these values; each line follows from earlier ones."""
        waiting = [(denied, False)]
        while waiting:
            decided, is_split = waiting.pop()
            name = None if is_split else self._doubtful(decided)
            if name is None:
                self._clause(decided)
                continue
            # Derive the clauses for both values of the next variable first; this clause then follows from them.
            waiting.append((decided, True))
            waiting += [({**decided, name: value}, False) for value in (False, True)]

    def _doubtful(self, decided: dict[int, bool]) -> int | None:
        """Return the variable to branch on next, or None if propagation can now refute the values."""
        values = self._propagate(decided)
        if values is None:
            return None
        left = [
            ([name for name in names if name not in values], count - sum([values.get(name, False) for name in names]))
            for names, count in self._equations
        ]
        factors = farkas_weights(left, self._following.look)
        if factors is not None:
            self._add_up(factors)
            return None
        open_ones = [names for names, _ in left if names]
        if not open_ones:
            raise self._following.failure("a conclusion that follows from its clues", "one that doesn't")
        # Branch on the equation with the fewest open variables.
        return min(open_ones, key=len)[0]

    def _propagate(self, decided: dict[int, bool]) -> dict[int, bool] | None:
        """Return these values and all that follow by propagation, or None if they violate an inequality."""
        values = dict(decided)
        is_new = True
        while is_new:
            is_new = False
            self._following.look(self._looks)
            for terms, bound in self._known:
                slack = sum([factor for name, factor in terms.items() if values.get(name, factor > 0)]) - bound
                if slack < 0:
                    return None
                for name, factor in terms.items():
                    if name not in values and abs(factor) > slack:
                        values[name] = factor > 0
                        is_new = True
        return values

    def _add_up(self, factors: list[int]) -> None:
        """Append the weighted sum of the equations; propagation shows that it is a contradiction."""
        words: list[str] = []
        total: dict[int, int] = {}
        bound = 0
        for number, factor in enumerate(factors):
            if factor:
                # Use the "at least" inequality for a positive weight, and "at most" for a negative one.
                words.append(str(2 * number + (1 if factor > 0 else 2)))
                words += [str(abs(factor)), "*"] * (abs(factor) > 1) + ["+"] * bool(total)
                names, count = self._equations[number]
                bound += factor * count
                for name in names:
                    total[name] = total.get(name, 0) + factor
        self._derive(f"pol {' '.join(words)};", ({name: each for name, each in total.items() if each}, bound))

    def _clause(self, decided: dict[int, bool]) -> None:
        self._following.look(len(decided))
        clause = " ".join([f"1 {'~' if value else ''}x{name}" for name, value in decided.items()])
        terms = {name: -1 if value else 1 for name, value in decided.items()}
        self._derive(f"rup {clause} >= 1;" if clause else "rup >= 1;", (terms, 1 - sum(decided.values())))

    def _derive(self, line: str, inequality: _Inequality) -> None:
        self.lines.append(line)
        self._known.append(inequality)
        self._looks += 2 + len(inequality[0])


# Work for one operation on fractions, in looks.
_LOOKS_PER_FRACTION = 16


def farkas_weights(
    equations: Sequence[tuple[Sequence[int], int]], look: Callable[[int], object] | None = None
) -> list[int] | None:
    """Return integer weights that make the sum of the equations a contradiction; None if a fractional solution exists.

    Args:
        equations: for each equation, its cells and the number of mines among them.
        look: a function that is called with each amount of work done, and raises an error at the limit; None for no
            limit.

    >>> farkas_weights([((1, 2, 3), 2), ((1, 2), 1), ((3, 4), 0)])
    [1, -1, -1]
    >>> farkas_weights([((1, 2), 1), ((2, 3), 1)]) is None
    True
    """
    touched: dict[int, list[int]] = {}
    for number, (cells, _) in enumerate(equations):
        for cell in cells:
            touched.setdefault(cell, []).append(number)
    sizes: dict[tuple[int, ...], int] = {}
    for key in map(tuple, touched.values()):
        sizes[key] = sizes.get(key, 0) + 1
    found = _Simplex(list(sizes.items()), [count for _, count in equations], look or _unlimited).solve()
    if found is None:
        return None
    scale = lcm(*(each.denominator for each in found))
    return [int(each * scale) for each in found]


def _unlimited(looks: int) -> None:
    pass


class _Simplex:
    """Simplex method: maximise the mines required by the weighted equations minus those allowed by groups of cells.

    There is a column for each positive weight, each negative weight, and the amount allowed by each group; and a row
    for each group and for the sum of all weights, which is at most 1.
    """

    def __init__(
        self, groups: list[tuple[tuple[int, ...], int]], counts: list[int], look: Callable[[int], object]
    ) -> None:
        self._look = look
        look(_LOOKS_PER_FRACTION * (3 * len(counts) + sum([1 + 2 * len(key) for key, _ in groups])))
        self._equations = len(counts)
        weights_, one = 2 * len(counts), Fraction(1)
        self._objective: dict[int, Fraction] = {}
        for number, count in enumerate(counts):
            if count:
                self._objective[number] = Fraction(count)
                self._objective[number + len(counts)] = Fraction(-count)
        self._rows: list[dict[int, Fraction]] = []
        for place, (key, size) in enumerate(groups):
            self._objective[weights_ + place] = Fraction(-size)
            row = {weights_ + place: -one}
            for number in key:
                row[number] = one
                row[number + len(counts)] = -one
            self._rows.append(row)
        self._rows.append(dict.fromkeys(range(weights_), one))
        self._limits = [Fraction(0)] * len(groups) + [one]
        columns = weights_ + len(groups)
        # Start with the slack variables as the basis.
        self._basis = list(range(columns, columns + len(self._rows)))
        for row, own in zip(self._rows, self._basis, strict=True):
            row[own] = one
        self._value = Fraction(0)

    def solve(self) -> list[Fraction] | None:
        while self._value <= 0:
            self._look(_LOOKS_PER_FRACTION * (len(self._objective) + len(self._rows)))
            # Bland's rule (first improving column, first variable among the tightest rows) guarantees termination.
            column = min([name for name, gain in self._objective.items() if gain > 0], default=None)
            if column is None:
                return None
            tight = [
                (self._limits[place] / row[column], self._basis[place], place)
                for place, row in enumerate(self._rows)
                if row.get(column, 0) > 0
            ]
            self._pivot(min(tight)[2], column)
        found = [Fraction(0)] * self._equations
        for name, limit in zip(self._basis, self._limits, strict=True):
            if name < self._equations:
                found[name] += limit
            elif name < 2 * self._equations:
                found[name - self._equations] -= limit
        return found

    def _pivot(self, place: int, column: int) -> None:
        row = self._rows[place]
        unit = row[column]
        row = self._rows[place] = {name: factor / unit for name, factor in row.items()}
        self._limits[place] /= unit
        self._basis[place] = column
        for other, own in enumerate(self._rows):
            times = own.get(column)
            if other != place and times:
                self._look(_LOOKS_PER_FRACTION * len(row))
                _subtract(own, row, times)
                self._limits[other] -= times * self._limits[place]
        times = self._objective.get(column)
        if times:
            _subtract(self._objective, row, times)
            self._value += times * self._limits[place]


def _subtract(row: dict[int, Fraction], other: dict[int, Fraction], times: Fraction) -> None:
    for name, factor in other.items():
        left = row.get(name, 0) - times * factor
        if left:
            row[name] = left
        else:
            row.pop(name, None)
