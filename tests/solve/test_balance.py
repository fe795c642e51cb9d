"""Sums of clues, beside every way to fill the cells."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clue_ways import deductions, exhaust, unknown_beside, ways
from hypersweep.solve.balance import compare, families, settled, signings, weigh
from solver_views import scattered_view

CELLS = st.integers(0, 9)
CLUES = st.lists(st.frozensets(CELLS, max_size=6), min_size=2, max_size=5)
WEIGHTS = st.dictionaries(CELLS, st.sampled_from([-2, -1, 1, 2]), max_size=7)


@given(CLUES, st.integers(1, 4), st.frozensets(CELLS))
def test_a_weighted_sum_is_the_difference_of_the_clues_whatever_the_mines(
    clues: list[frozenset[int]], split: int, mines: frozenset[int]
) -> None:
    more, less = range(len(clues))[:split], range(len(clues))[split:]
    weights = weigh(more, less, lambda clue: sorted(clues[clue]))
    numbers = [len(cells & mines) for cells in clues]
    assert sum(weights.get(cell, 0) for cell in mines) == sum(numbers[:split]) - sum(numbers[split:])
    assert 0 not in weights.values()


@given(WEIGHTS, st.dictionaries(CELLS, st.booleans()), st.integers(-6, 6))
def test_a_sum_settles_cells_exactly_where_it_is_as_large_as_can_be(
    weights: dict[int, int], known: dict[int, bool], difference: int
) -> None:
    unknown = [cell for cell in weights if cell not in known]
    sums = {}
    for choice in itertools.product((False, True), repeat=len(unknown)):
        way = {**known, **dict(zip(unknown, choice, strict=True))}
        sums[choice] = sum(weight for cell, weight in weights.items() if way[cell])
    found = settled(weights, difference, known)
    if not unknown or difference != max(sums.values()):
        assert found is None
        return
    assert found is not None
    mines, safe, used = found
    assert sorted(mines + safe) == sorted(unknown)
    (only,) = [choice for choice, total in sums.items() if total == difference]
    assert dict(zip(unknown, only, strict=True)) == {cell: cell in mines for cell in unknown}
    # What it rests on: were one of those cells free as well, the sum could be larger.
    for cell in known.keys() & weights.keys():
        assert (cell in used) == (known[cell] != (weights[cell] > 0))


@pytest.mark.parametrize("size", [2, 3])
def test_families_are_all_the_clues_that_fill_or_starve_another(size: int) -> None:
    found = Counter[bool]()
    for own in deductions(10 + size, 60 * (size - 1), scattered_view, trust=0.0):
        if not exhaust(own):
            continue
        unknown, need = own.unknown()
        for clue in unknown:
            beside = [other for other in unknown if other != clue and unknown[other] & unknown[clue]]
            given_families = list(families(clue, unknown, need, beside, size))
            for more, less in given_families:
                others = less if more == [clue] else more
                assert len(others) == size
                shared = [unknown[clue] & unknown[other] for other in others]
                assert sum(map(len, shared)) == len(frozenset().union(*shared)), "they share no cell beside the one"
                inside = frozenset().union(*shared)
                if unknown_beside(own, [clue, *others]) <= 12:
                    for way in ways(own, [clue, *others]):
                        mines = sum(way[cell] for cell in inside)
                        # Filled: all its mines are there. Starved: all that is elsewhere are mines.
                        expected = need[clue] if less == [clue] else need[clue] - len(unknown[clue] - inside)
                        assert mines == expected
                found[less == [clue]] += 1
    assert found[True]
    assert found[False]


@pytest.mark.parametrize("count", range(9))
def test_signs_are_tried_in_every_way_and_few_against_many_first(count: int) -> None:
    clues = [3 * clue + 1 for clue in range(count)]
    tried = list(signings(clues))
    if not 3 <= count <= 7:
        assert tried == []
        return
    assert len({tuple(more) for more, _ in tried}) == len(tried) == 2**count - 2
    assert all(sorted([*more, *less]) == clues for more, less in tried)
    sides = [min(len(more), len(less)) for more, less in tried]
    assert sides == sorted(sides)


def test_what_is_told_of_a_sum_adds_up() -> None:
    nested = Counter[bool]()
    for own in deductions(14, 80):
        if not exhaust(own):
            continue
        clues = [clue for clue in own.prover.clues if own.covered(clue)][:4]
        for more, less in signings(clues):
            weights = weigh(more, less, own.covered)
            told = compare(own, more, less, weights)
            by_name = {own.grid.cell(cell): weight for cell, weight in weights.items()}
            assert [by_name[cell] for cell in told.able] == list(told.able_weights)
            assert [by_name[cell] for cell in told.known] == list(told.known_weights)
            assert all(weight > 0 for weight in told.able_weights)
            assert all(weight < 0 for weight in told.known_weights)
            assert sum(side.rest for side in told.more) == sum(map(own.rest, more))
            assert [side.clue for side in told.less] == [own.clue(clue) for clue in less]
            one, others = (more, less) if len(more) == 1 else (less, more)
            shared = [set(own.covered(one[0])) & set(own.covered(other)) for other in others]
            disjoint = sum(map(len, shared)) == len(set().union(*shared))
            assert told.is_nested == (len(one) == 1 and disjoint)
            nested[told.is_nested] += 1
    assert nested[True]
    assert nested[False]
