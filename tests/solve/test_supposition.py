"""Lines of contradiction beside every way to fill the cells around their clues."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clue_ways import deductions, unknown_beside, ways
from hypersweep.solve.clue_rules import by_clue
from hypersweep.solve.deduction import Deduction
from hypersweep.solve.supposition import Clues, Supposition, line_case, probe, suppose, trim
from solver_views import scattered_view


def asked(own: Deduction) -> Clues:
    return Clues(own.covered, own.rest, own.known, own.touching)


def positions(seed: int, count: int) -> Iterator[tuple[Deduction, frozenset[int], list[int]]]:
    """Gives views, with what one clue says known in some of them, clues that bear upon each other, and their cells."""
    for place, own in enumerate(deductions(seed, count, scattered_view, trust=0.0)):
        if place % 3 == 0:
            by_clue(own)
        unknown, _ = own.unknown()
        for clue in list(unknown)[place % 2 :: 2]:
            near = {other for cell in unknown[clue] for other in own.touching(cell)}
            clues = frozenset(sorted(near)[:4])
            cells = sorted(frozenset().union(*(unknown.get(other, frozenset()) for other in clues)))
            if cells and unknown_beside(own, clues) <= 10:
                yield own, clues, cells


def leaves(case: Supposition) -> Iterator[Supposition]:
    if not case.cases:
        yield case
    for part in case.cases:
        yield from leaves(part)


@pytest.mark.parametrize("seed", range(2))
def test_some_clues_contradict_a_supposition_exactly_where_no_way_to_fill_them_is_left(seed: int) -> None:
    refuted = in_cases = 0
    for own, clues, cells in positions(50 + seed, 60):
        fitting = list(ways(own, clues))
        for cell in cells:
            for mine in (True, False):
                line = suppose(asked(own), clues, cell, mine=mine)
                assert (line is None) == any(way[cell] == mine for way in fitting)
                if line is None:
                    continue
                refuted += 1
                in_cases += bool(line.cases)
                assert (line.cell, line.mine) == (cell, mine)
                assert line.clues <= clues
                assert line.used <= own.known.keys()
                assert line.ends == len(list(leaves(line)))
                for leaf in leaves(line):
                    # The last step is the clue that can't be met: nothing follows from it any more.
                    assert leaf.steps[-1].cells == ()
    assert refuted > 10
    assert in_cases


@pytest.mark.parametrize("seed", range(2))
def test_the_clues_of_a_probe_contradict_it(seed: int) -> None:
    found = 0
    for own in deductions(60 + seed, 60, scattered_view, trust=0.0):
        unknown, _ = own.unknown()
        for cell in sorted(frozenset().union(*unknown.values())):
            for mine in (True, False):
                clues = probe(asked(own), cell, mine=mine, most=60)
                if clues is None or unknown_beside(own, clues) > 10:
                    continue
                found += 1
                assert cell in {other for clue in clues for other in own.covered(clue)}
                assert not any(way[cell] == mine for way in ways(own, clues))
    assert found > 10


def test_a_probe_gives_up_after_so_many_clues() -> None:
    shown = dict.fromkeys((0, 60), 0)
    for own in deductions(70, 40, scattered_view, trust=0.0):
        unknown, _ = own.unknown()
        for cell in sorted(frozenset().union(*unknown.values())):
            for most in shown:
                shown[most] += probe(asked(own), cell, mine=True, most=most) is not None
    assert shown[0] < shown[60]


@pytest.mark.parametrize("seed", range(2))
def test_a_trimmed_line_tells_each_step_once_on_the_way_to_each_end(seed: int) -> None:
    cases = 0
    for own, clues, cells in positions(80 + seed, 60):
        for cell in cells:
            line = suppose(asked(own), clues, cell, mine=True)
            if line is None:
                continue
            short = trim(line)
            cases += bool(short.cases)
            assert (short.ends, short.used) == (line.ends, line.used)
            assert [leaf.steps[-1] for leaf in leaves(short)] == [leaf.steps[-1] for leaf in leaves(line)]

            def told(case: Supposition, above: dict[int, bool]) -> None:
                decided = {**above, case.cell: case.mine}
                for step in case.steps:
                    # A step rests on nothing but what is known or was told before, and says something new.
                    assert all(other in decided for other in step.before)
                    assert not any(other in decided for other in step.cells)
                    decided.update(dict.fromkeys(step.cells, step.mine))
                for part in case.cases:
                    told(part, decided)

            told(short, dict(own.known))
            as_told = line_case(short, own)
            assert (as_told.cell, as_told.is_mine) == (own.grid.cell(cell), True)
            assert [step.clue for step in as_told.steps] == [own.clue(step.clue) for step in short.steps]
            assert len(as_told.cases) == len(short.cases)
    assert cases
