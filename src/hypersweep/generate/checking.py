"""A checker of certificates, which knows nothing of the solver: it opens cells, reads clues, and tries all mines.

A step is right if no way to lay mines around its clues fits their numbers and gives one of its cells the other content.
Cells that the same clues touch count as one group, of which only the number of mines matters.
"""

from __future__ import annotations

from hypersweep.arguments import shorten
from hypersweep.errors import CertificateError, ParameterTypeError
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.generate.certificate import Certificate, Step
else:
    defer(globals(), "from hypersweep.generate.certificate import Certificate, Step")

__all__ = ["verify"]

# Ways to fill the groups so far that differ in what is left of the clues.
_MOST_STATES = 1 << 20


def verify(certificate: Certificate) -> None:
    """Nothing, if a certificate proves that its board can be finished without a guess.

    Args:
        certificate: the certificate.

    Raises:
        CertificateError: it doesn't; the error tells the first step that is wrong.

    Complexity: linear in its length but for steps of many clues.

    >>> from hypersweep import Layout
    >>> from hypersweep.generate import Certificate, certify
    >>> certificate = certify(Layout("3x4", [(0, 0), (0, 1)]), (2, 3))
    >>> verify(certificate)
    >>> verify(Certificate(certificate.layout, (2, 3), certificate.steps[1:]))
    Traceback (most recent call last):
        ...
    hypersweep.errors.CertificateError: expected clues of open cells in step 1 of a certificate, got (1, 3)
    """
    if not hasattr(certificate, "steps"):
        raise ParameterTypeError(f"expected a Certificate, got {shorten(certificate)} ({type(certificate).__name__})")
    _Checker(certificate).check()


class _Checker:
    def __init__(self, certificate: Certificate) -> None:
        self._certificate = certificate
        self._layout = certificate.layout
        self._grid = certificate.layout.grid
        self._neighbours = self._grid.geometry().neighbours
        self._clues: dict[int, int] = {}  # of open cells
        self._mines: set[int] = set()  # found so far

    def check(self) -> None:
        first = self._grid.index(self._certificate.first)
        if not self._opens(first):
            raise CertificateError(f"expected a first cell without a mine, got {self._certificate.first}")
        for number, step in enumerate(self._certificate.steps, 1):
            self._check(step, number)
        opened, safe = len(self._clues), self._grid.cells - self._layout.mines
        if opened < safe:
            raise CertificateError(
                f"expected a certificate that opens all {safe} safe cells, got one that ends with {opened}"
            )

    def _opens(self, cell: int) -> bool:
        if self._layout.is_mine(cell):
            return False
        self._clues[cell] = sum(self._layout.is_mine(other) for other in self._neighbours(cell))
        return True

    def _check(self, step: Step, number: int) -> None:
        index = self._grid.index

        def fail(what: str, got: object) -> CertificateError:
            return CertificateError(f"expected {what} in step {number} of a certificate, got {got}", step=number)

        cells, clues, premises = ([index(cell) for cell in some] for some in (step.cells, step.clues, step.premises))
        for clue, cell in zip(clues, step.clues, strict=True):
            if clue not in self._clues:
                raise fail("clues of open cells", cell)
        for mine, cell in zip(premises, step.premises, strict=True):
            if mine not in self._mines:
                raise fail("premises that earlier steps have found to be mines", cell)
        for place, cell in zip(cells, step.cells, strict=True):
            if place in self._clues or place in self._mines:
                raise fail("cells that nothing is known of", cell)
        if not cells or len(set(cells)) < len(cells):
            raise fail("cells to conclude something of, each once", step.cells)
        if len(set(clues)) != {"clue": 1, "pair": 2}.get(step.rule, len(clues)):
            raise fail(f"the clues of rule {step.rule!r}", step.clues)
        equations = self._equations(clues, set(premises), is_counted=step.rule == "count")
        for place, cell in zip(cells, step.cells, strict=True):
            if not any(place in own for own, _ in equations):
                raise fail("cells that its clues touch", cell)
            if _fits(equations, place, not step.is_mine):
                other = "safe" if step.is_mine else "a mine"
                raise fail(f"a conclusion that follows from rule {step.rule!r}", f"{cell}, which could be {other}")
        if step.is_mine:
            self._mines.update(cells)
            return
        for place, cell in zip(cells, step.cells, strict=True):
            if not self._opens(place):
                raise fail("safe cells", f"the mine {cell}")

    def _equations(self, clues: list[int], premises: set[int], *, is_counted: bool) -> list[tuple[set[int], int]]:
        """Cells that may be mines, and how many of them are: for each clue, and for the whole board."""
        equations = []
        for clue in clues:
            around = [other for other in self._neighbours(clue) if other not in self._clues]
            left = {other for other in around if other not in premises}
            equations.append((left, self._clues[clue] - (len(around) - len(left))))
        if is_counted:
            covered = {cell for cell in range(self._grid.cells) if cell not in self._clues and cell not in premises}
            equations.append((covered, self._layout.mines - len(premises)))
        return equations


def _fits(equations: list[tuple[set[int], int]], cell: int, is_mine: bool) -> bool:
    """Whether mines can be laid so that all equations hold, and one cell is a mine or isn't."""
    sizes: dict[tuple[int, ...], int] = {}
    for place in set().union(*(cells for cells, _ in equations)) - {cell}:
        key = tuple(number for number, (cells, _) in enumerate(equations) if place in cells)
        sizes[key] = sizes.get(key, 0) + 1
    # Groups of the same clues come one after the other, so that these are done with early.
    groups = [(key, sizes[key], 0) for key in sorted(sizes)]
    own = tuple(number for number, (cells, _) in enumerate(equations) if cell in cells)
    groups.insert(0, (own, int(is_mine), int(is_mine)))
    room = [sum(size for key, size, _ in groups if number in key) for number in range(len(equations))]
    states = {tuple(rest for _, rest in equations)}
    for key, size, least in groups:
        for number in key:
            room[number] -= size
        following = set()
        for state in states:
            for mines in range(least, size + 1):
                left = list(state)
                for number in key:
                    left[number] -= mines
                if all(0 <= left[number] <= room[number] for number in key):
                    following.add(tuple(left))
        states = following
        if not states:
            return False
        if len(states) > _MOST_STATES:
            raise CertificateError(f"expected steps with fewer than {_MOST_STATES} ways to try, got more")
    return True
