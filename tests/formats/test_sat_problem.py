"""Positions as problems for other solvers: their models are listed, and compared with a list of all layouts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

import capabilities
from hypersweep import Layout, View, analyse
from hypersweep.errors import BoardTooLargeError, InconsistentViewError, ParameterTypeError
from hypersweep.formats import to_dimacs, to_opb
from hypersweep.generate import deduced_view
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

if capabilities.has("exact"):
    import exact

BOARDS = [
    ("2x3", 1),
    ("3x4", 3),
    ("3x4", 8),
    ("2x5~wrap=1", 3),
    ("3x3~orthogonal", 4),
    ("2x2x3", 2),
    ("8", 0),
    ("2x4", 8),
]


def views(board: str, mines: int) -> Iterator[View]:
    """Yield views with random cells opened, flagged, or shown as after a game."""
    chance = random.Random(f"{board} {mines}")
    for index in range(8):
        layout = Layout.random(board, mines, seed=7, index=index)
        codes = [chance.choice((COVERED, clue, clue)) for clue in layout.codes]
        codes = [chance.choice((COVERED, COVERED, FLAGGED, MINE, EXPLODED)) if code == MINE else code for code in codes]
        yield View(board, mines, codes)
        yield View(board, mines, [chance.choice((code, WRONG_FLAG)) if code >= 0 else code for code in codes])


def layouts(view: View, *, trusts: bool = False) -> set[frozenset[tuple[int, ...]]]:
    """List the layouts that fit a view."""
    codes = dict(view.items())
    shown = {cell for cell, code in codes.items() if code in (MINE, EXPLODED) or (trusts and code == FLAGGED)}
    free = [cell for cell, code in codes.items() if code in (COVERED, FLAGGED) and cell not in shown]
    found = set()
    for chosen in combinations(free, view.mines - len(shown)):
        mines = shown.union(chosen)
        if all(
            len(mines.intersection(view.grid.neighbours(cell))) == code for cell, code in codes.items() if code >= 0
        ):
            found.add(frozenset(chosen))
    return found


def cells_of(text: str, begin: str) -> dict[int, tuple[int, ...]]:
    """Read the comments that name the variables' cells."""
    words = [line.removeprefix(begin).split() for line in text.splitlines() if " is " in line and "cell" not in line]
    return {int(number): tuple(map(int, cell.split(","))) for number, _, cell in words}


def models(text: str) -> list[frozenset[tuple[int, ...]]]:
    """List a CNF's models as mines. Unit propagation has to settle all other variables."""
    lines = text.splitlines()
    (head,) = [line.split() for line in lines if line.startswith("p ")]
    clauses = [[int(word) for word in line.split()] for line in lines if line[0] not in "cp"]
    assert all(clause[-1] == 0 for clause in clauses)
    assert len(clauses) == int(head[3])
    cells = cells_of(text, "c ")
    assert f"c p show {' '.join(map(str, [*cells, 0]))}" in lines
    found = []
    for signs in product((1, -1), repeat=len(cells)):
        true = {sign * cell for sign, cell in zip(signs, cells, strict=True)}
        rest = [clause[:-1] for clause in clauses]
        is_new = True
        while is_new:
            rest = [[each for each in clause if -each not in true] for clause in rest if not true.intersection(clause)]
            units = {clause[0] for clause in rest if len(clause) == 1}
            is_new = bool(units)
            true |= units
        if [] in rest or any(-each in true for each in true):
            continue
        assert {abs(each) for each in true} == {*range(1, int(head[2]) + 1)}
        found.append(frozenset(cell for number, cell in cells.items() if number in true))
    return found


def solutions(text: str) -> list[frozenset[tuple[int, ...]]]:
    """List an OPB problem's solutions as mines."""
    head, *lines = text.splitlines()
    cells = cells_of(text, "* x")
    inequalities = [line.removesuffix(" ;").split(" >= ") for line in lines if not line.startswith("*")]
    assert head == f"* #variable= {len(cells)} #constraint= {len(inequalities)}"
    found = []
    for values in product((0, 1), repeat=len(cells)):
        own = {f"x{number}": value for number, value in zip(cells, values, strict=True)}
        sums = [(terms.split(), int(bound)) for terms, bound in inequalities]
        if all(sum(int(a) * own[x] for a, x in zip(t[::2], t[1::2], strict=True)) >= bound for t, bound in sums):
            found.append(frozenset(cell for number, cell in cells.items() if own[f"x{number}"]))
    return found


@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_each_layout_is_one_model(board: str, mines: int) -> None:
    for view in views(board, mines):
        for trusts in (False, True):
            wanted = layouts(view, trusts=trusts)
            assert len(wanted) == analyse(view, trust_flags=trusts).count_layouts()
            for found in (models(to_dimacs(view, trust_flags=trusts)), solutions(to_opb(view, trust_flags=trusts))):
                assert len(found) == len(wanted)
                assert {*found} == wanted


def test_contradictory_clues_together_have_no_model() -> None:
    view = View.parse("2x5 mines=2\n# # # # #\n1 1 2 . 1")
    with pytest.raises(InconsistentViewError):
        analyse(view)
    assert models(to_dimacs(view)) == solutions(to_opb(view)) == []


@pytest.mark.parametrize("text", ["2x3 mines=1\n# 3 .\n# 1 .", "2x2 mines=3\n# #\n. .", "2x2 mines=1\n. .\n. ."])
def test_an_impossible_clue_is_told(text: str) -> None:
    for export in (to_dimacs, to_opb):
        with pytest.raises(InconsistentViewError):
            export(View.parse(text))


def test_large_boards_are_refused_before_any_work() -> None:
    view = View("100x1000", 20_000, [COVERED] * 100_000)
    with pytest.raises(BoardTooLargeError, match="OPB needs none"):
        to_dimacs(view)
    assert to_opb(view).startswith("* #variable= 100000 #constraint= 2\n")
    with pytest.raises(ParameterTypeError):
        to_dimacs("2x3")  # type: ignore[arg-type]


@pytest.mark.needs("exact")
@pytest.mark.slow
def test_a_solver_counts_the_layouts_of_a_larger_position() -> None:
    layout = Layout.random("8x9", 14, seed=38, first=0, first_open="opening")
    view = deduced_view(layout, 0)
    wanted = analyse(view).count_layouts()
    assert 1 < wanted < 5000
    cells = range(1, view.covered + 1)
    solver = exact.Exact([("verbosity", "0")])
    for cell in cells:
        solver.addVariable(f"x{cell}", 0, 1)
    for line in to_opb(view).splitlines():
        if not line.startswith("*"):
            terms, bound = line.removesuffix(" ;").split(" >= ")
            words = terms.split()
            solver.addConstraint([(int(a), x) for a, x in zip(words[::2], words[1::2], strict=True)], True, int(bound))
    assert solver.count([f"x{cell}" for cell in cells])[1] == wanted
    text = to_dimacs(view)
    (head,) = [line.split() for line in text.splitlines() if line.startswith("p ")]
    solver = exact.Exact([("verbosity", "0")])
    every = [f"x{number}" for number in range(1, int(head[2]) + 1)]
    for name in every:
        solver.addVariable(name, 0, 1)
    for line in text.splitlines():
        if line[0] not in "cp":
            own = [int(word) for word in line.split()[:-1]]
            clause = [(1 if each > 0 else -1, f"x{abs(each)}") for each in own]
            solver.addConstraint(clause, True, 1 - sum(each < 0 for each in own))
    assert solver.count(every)[1] == wanted
