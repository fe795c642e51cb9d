"""Numbers of layouts: primes, remainders and polynomials compared with the slow way, whole counts with a list."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_solver
from hypersweep import View
from hypersweep.errors import BudgetExceededError, InconsistentViewError
from hypersweep.solve import Budget, analyse, count, win_probability
from hypersweep.solve.count import join_remainders, multiply, primes
from hypersweep.view import MINE
from solver_views import board_of, random_view

POLYNOMIALS = st.lists(st.integers(0, 1 << 80), min_size=1, max_size=8)


def is_prime(number: int) -> bool:
    return all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def test_primes_are_all_the_largest_below_two_to_the_31() -> None:
    found = list(itertools.islice(primes(), 5))
    assert found[0] == 2**31 - 1
    assert [number for number in range(found[-1], 2**31) if number % 2 and is_prime(number)] == found[::-1]


def test_primes_go_on_where_the_kept_ones_end() -> None:
    many = list(itertools.islice(primes(), count._MOST_KEPT + 20))
    assert many == sorted(set(many), reverse=True)
    assert many == list(itertools.islice(primes(), len(many)))
    assert len(count._found) == count._MOST_KEPT
    assert all(map(is_prime, many[-3:]))


def test_small_primes_and_what_only_looks_like_one() -> None:
    # 2047, 3277 and 4033 pass the test to the base 2, 121 and 703 to the base 3.
    found = itertools.takewhile(lambda number: number > 7, count._more_primes(4099))
    assert list(found) == [number for number in range(4099, 7, -2) if is_prime(number)]


@given(st.lists(st.integers(0, (1 << 90) - 1), min_size=1, max_size=6))
def test_remainders_of_enough_primes_give_the_numbers(numbers: list[int]) -> None:
    found: list[int] = []
    modulus = 1
    for prime in primes():
        own = [number % prime for number in numbers]
        found = join_remainders(found, modulus, own, prime) if found else own
        modulus *= prime
        assert found == [number % modulus for number in numbers]
        if modulus > 1 << 90:
            break
    assert found == numbers


@pytest.mark.slow
@given(POLYNOMIALS, POLYNOMIALS)
def test_products_beside_a_double_loop(a: list[int], b: list[int]) -> None:
    expected = [0] * (len(a) + len(b) - 1)
    for (i, first), (j, second) in itertools.product(enumerate(a), enumerate(b)):
        expected[i + j] += first * second
    assert multiply(a, b) == expected


@pytest.mark.parametrize("seed", range(2))
def test_counts_beside_a_list_of_all_layouts(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        view = random_view(chance)
        layouts = sum(1 for _ in naive_solver.layouts_that_fit(board_of(view), view.codes, view.mines))
        if layouts:
            assert analyse(view).count_layouts() == layouts
        else:
            with pytest.raises(InconsistentViewError):
                analyse(view)


def test_layouts_of_a_board_without_clues_are_binomials() -> None:
    assert analyse(View("40x50", 700, [-1] * 2000)).count_layouts() == math.comb(2000, 700)


def test_layouts_of_many_components_multiply() -> None:
    # Each clue has its own two cells: 2 ways each.
    view = View("1x79", 20, [code for _ in range(20) for code in (-1, 1, -1, 0)][:79])
    with pytest.raises(InconsistentViewError):
        analyse(view)
    codes = [code for _ in range(20) for code in (-1, 1, -1, -3)][:79]
    view = View("1x79", 20 + 19, codes)
    analysis = analyse(view)
    assert analysis.count_layouts() == 2**20
    assert len(analysis.components) == 20
    assert analysis.components[1] == ((0, 5),)


def test_seconds_end_the_count_of_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    # One component of more cells than a double's digits can count.
    rows = "\n".join(["# " * 41, "# 4 " * 20 + "#", "# " * 41])
    analysis = analyse(View.parse(f"3x41 mines=45\n{rows}"), budget=Budget(seconds=60))
    times = itertools.count(0, 61)
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    with pytest.raises(BudgetExceededError, match=r"^expected the number of layouts within 60\.0 seconds; a larger"):
        _ = analysis.count_layouts()
    with pytest.raises(BudgetExceededError, match=r"^expected the best play within 60\.0 seconds; a larger"):
        win_probability(analysis.view, budget=Budget(seconds=60))


def test_counts_that_a_double_does_not_hold_agree_with_the_chances() -> None:
    rows = "\n".join(["# " * 41, "# 4 " * 20 + "#", "# " * 41])
    view = View.parse(f"3x41 mines=45\n{rows}")
    analysis = analyse(view)
    assert analysis.count_layouts() > 2**53
    for cell in ((0, 0), (1, 20), (2, 33)):
        codes = list(view.codes)
        codes[view.grid.index(cell)] = MINE
        share = analyse(View(view.grid, view.mines, codes)).count_layouts() / analysis.count_layouts()
        assert share == pytest.approx(analysis.probability(cell), rel=1e-9)
