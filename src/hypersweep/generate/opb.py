"""Steps of a certificate as pseudo-Boolean problems, each with a proof that it has no solution.

A problem has a variable ``x1``, ``x2``, ... for each cell that its clues touch and nothing is known of, 1 for a mine;
two inequalities for each clue, "at least" and "at most" so many; and one that denies the step: some cell of it is
otherwise. That there is no solution is proven in the language of VeriPB, version 3.0: a sum of inequalities (``pol``)
where a clue or a pair of them says it all, else clauses that each follow by propagation (``rup``), the last of which is
false.

Source: VeriPB, https://veripb.org, its overview of the formats of formulas and proofs.
"""

from __future__ import annotations

from hypersweep.errors import CertificateError
from hypersweep.generate.weighing import weights
from hypersweep.held import Value
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.generate.certificate import Certificate, Step
else:
    defer(
        globals(),
        "from collections.abc import Iterator, Sequence",
        "from hypersweep.generate.certificate import Certificate, Step",
    )

__all__ = ["StepProof", "proofs"]

# A proof of a step has so many lines at most.
_MOST_LINES = 100_000

# The sum of variables times these is at least the bound.
_Inequality = tuple[dict[int, int], int]


class StepProof(Value):
    """A step of a certificate for a checker of pseudo-Boolean proofs.

    Attributes:
        problem: the problem, in the OPB format.
        proof: the proof that it has no solution, in VeriPB's format 3.0.
    """

    __slots__ = ("problem", "proof")

    problem: str
    proof: str

    def __init__(self, problem: str, proof: str) -> None:
        self._fill(problem, proof)


def proofs(certificate: Certificate) -> Iterator[StepProof]:
    """The steps of a certificate, one after the other.

    Args:
        certificate: one that ``verify`` has nothing against; of a wrong one this may end in a ``CertificateError``.

    >>> from hypersweep import Layout
    >>> from hypersweep.generate import certify
    >>> *_, last = certify(Layout("3x4", [(0, 0), (0, 1)]), (2, 3)).to_opb()
    >>> print(last.problem + last.proof)
    * #variable= 1 #constraint= 3
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
    layout = certificate.layout
    grid = layout.grid
    neighbours = grid.geometry().neighbours
    opened = {grid.index(certificate.first)}
    for step in certificate.steps:
        premises = {grid.index(cell) for cell in step.premises}
        groups = []
        for clue in step.clues:
            around = [other for other in neighbours(grid.index(clue)) if other not in opened]
            left = [other for other in around if other not in premises]
            groups.append((left, layout.clue(clue) - (len(around) - len(left))))
        if step.rule == "count":
            left = [cell for cell in range(grid.cells) if cell not in opened and cell not in premises]
            groups.append((left, layout.mines - len(premises)))
        cells = [grid.index(cell) for cell in step.cells]
        yield _proof(step, cells, groups)
        if not step.is_mine:
            opened.update(cells)


def _proof(step: Step, cells: list[int], groups: list[tuple[list[int], int]]) -> StepProof:
    variables = {cell: number for number, cell in enumerate(sorted({cell for own, _ in groups for cell in own}), 1)}
    inequalities: list[_Inequality] = []
    for own, count in groups:
        inequalities.append((dict.fromkeys([variables[cell] for cell in own], 1), count))
        inequalities.append((dict.fromkeys([variables[cell] for cell in own], -1), -count))
    about = [variables[cell] for cell in cells]
    if step.is_mine:
        inequalities.append((dict.fromkeys(about, -1), 1 - len(about)))
    else:
        inequalities.append((dict.fromkeys(about, 1), 1))
    lines = [f"* #variable= {len(variables)} #constraint= {len(inequalities)}"]
    for terms, bound in inequalities:
        lines.append(" ".join([*(f"{factor} x{name}" for name, factor in terms.items()), ">=", str(bound), ";"]))
    problem = "\n".join([*lines, ""])
    number = len(inequalities)
    derived = _Derivation(inequalities, about, is_mine=step.is_mine).lines
    head = ["pseudo-Boolean proof version 3.0", f"f {number};"]
    tail = ["output NONE;", f"conclusion UNSAT : {number + len(derived)};", "end pseudo-Boolean proof;", ""]
    return StepProof(problem, "\n".join([*head, *derived, *tail]))


class _Derivation:
    """Lines that lead from a problem's inequalities to a contradiction.

    Args:
        inequalities: the problem's; the last one is the denial of the step.
        about: the variables of the step's cells.
        is_mine: what it says of them.
    """

    def __init__(self, inequalities: Sequence[_Inequality], about: Sequence[int], *, is_mine: bool) -> None:
        self.lines: list[str] = []
        self._known = list(inequalities)
        # The two inequalities of each clue stand one after the other.
        self._equations = [(list(terms), bound) for terms, bound in inequalities[:-1:2]]
        for name in about:
            # One cell after the other can't be otherwise.
            self._refute({name: not is_mine})
        self._clause({})

    def _refute(self, decided: dict[int, bool]) -> None:
        """Lines up to a clause against some decisions, each of which follows from what stands before it."""
        values = _propagate(self._known, decided)
        if values is not None:
            left = [
                ([name for name in names if name not in values], count - sum(values.get(name, False) for name in names))
                for names, count in self._equations
            ]
            factors = weights(left)
            if factors is not None:
                self._add_up(factors)
            else:
                self._split(decided, [names for names, _ in left if names])
        self._clause(decided)

    def _add_up(self, factors: list[int]) -> None:
        """The sum of the equations with weights, which propagation finds to be a contradiction."""
        words: list[str] = []
        total: dict[int, int] = {}
        bound = 0
        for number, factor in enumerate(factors):
            if factor:
                # "At least" with a positive weight, "at most" with a negative one.
                words.append(str(2 * number + (1 if factor > 0 else 2)))
                words += [str(abs(factor)), "*"] * (abs(factor) > 1) + ["+"] * bool(total)
                names, count = self._equations[number]
                bound += factor * count
                for name in names:
                    total[name] = total.get(name, 0) + factor
        self._derive(f"pol {' '.join(words)};", ({name: each for name, each in total.items() if each}, bound))

    def _split(self, decided: dict[int, bool], open_ones: list[list[int]]) -> None:
        if not open_ones:
            raise CertificateError("expected a step that follows from its clues, got one that doesn't")
        if len(self.lines) > _MOST_LINES:
            raise CertificateError(f"expected a step with a proof of at most {_MOST_LINES} lines, got a longer one")
        # The equation that is nearest to being settled is settled next.
        name = min(open_ones, key=len)[0]
        for value in (True, False):
            self._refute({**decided, name: value})

    def _derive(self, line: str, inequality: _Inequality) -> None:
        self.lines.append(line)
        self._known.append(inequality)

    def _clause(self, decided: dict[int, bool]) -> None:
        clause = " ".join(f"1 {'~' if value else ''}x{name}" for name, value in decided.items())
        terms = {name: -1 if value else 1 for name, value in decided.items()}
        self._derive(f"rup {clause} >= 1;" if clause else "rup >= 1;", (terms, 1 - sum(decided.values())))


def _propagate(inequalities: Sequence[_Inequality], decided: dict[int, bool]) -> dict[int, bool] | None:
    """What follows from some values, inequality by inequality; None where one can't hold."""
    values = dict(decided)
    is_new = True
    while is_new:
        is_new = False
        for terms, bound in inequalities:
            slack = sum([factor for name, factor in terms.items() if values.get(name, factor > 0)]) - bound
            if slack < 0:
                return None
            for name, factor in terms.items():
                if name not in values and abs(factor) > slack:
                    values[name] = factor > 0
                    is_new = True
    return values
