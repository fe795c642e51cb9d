"""Farkas certificates: integer weights for which a sum of equations is a contradiction.

Equations state the number of mines among some cells. Their weighted sum may require more than any choice of mines
allows. The weights solve a linear program, by the simplex method in exact fractions, which stops as soon as the sum is
a contradiction.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Work (in looks) of an operation with fractions.
_LOOKS = 16


def weights(
    equations: Sequence[tuple[Sequence[int], int]], look: Callable[[int], object] | None = None
) -> list[int] | None:
    """Return weights whose sum of the equations is contradictory; None if there is a fractional solution.

    Args:
        equations: for each its cells, and the number of mines among them.
        look: counts the work, and raises an error if it is too much; None for no limit.

    >>> weights([((1, 2, 3), 2), ((1, 2), 1), ((3, 4), 0)])
    [1, -1, -1]
    >>> weights([((1, 2), 1), ((2, 3), 1)]) is None
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
    """Simplex method: maximise what the weighted equations require minus what the groups of cells allow.

    Columns are the positive weights, the negative weights, and what each group allows. Rows are the groups, and the sum
    of all weights, which is at most 1.
    """

    def __init__(
        self, groups: list[tuple[tuple[int, ...], int]], counts: list[int], look: Callable[[int], object]
    ) -> None:
        self._look = look
        look(_LOOKS * (3 * len(counts) + sum([1 + 2 * len(key) for key, _ in groups])))
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
        # Start with the slack variables.
        self._basis = list(range(columns, columns + len(self._rows)))
        for row, own in zip(self._rows, self._basis, strict=True):
            row[own] = one
        self._value = Fraction(0)

    def solve(self) -> list[Fraction] | None:
        while self._value <= 0:
            self._look(_LOOKS * (len(self._objective) + len(self._rows)))
            # Bland's rule (first improving column, first variable among the tightest rows) ensures termination.
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
                self._look(_LOOKS * len(row))
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
