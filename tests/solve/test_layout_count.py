"""The arithmetic behind exact counts: primes, remainders and products of polynomials."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.solve import layout_count
from hypersweep.solve.layout_count import join_remainders, multiply, primes

POLYNOMIALS = st.lists(st.integers(0, 1 << 80), min_size=1, max_size=8)


def is_prime(number: int) -> bool:
    return all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def test_primes_are_all_the_largest_below_two_to_the_31() -> None:
    found = list(itertools.islice(primes(), 5))
    assert found[0] == 2**31 - 1
    assert [number for number in range(found[-1], 2**31) if number % 2 and is_prime(number)] == found[::-1]


def test_primes_go_on_where_the_kept_ones_end() -> None:
    many = list(itertools.islice(primes(), layout_count._MOST_KEPT + 20))
    assert many == sorted(set(many), reverse=True)
    assert many == list(itertools.islice(primes(), len(many)))
    assert len(layout_count._found) == layout_count._MOST_KEPT
    assert all(map(is_prime, many[-3:]))


def test_small_primes_and_what_only_looks_like_one() -> None:
    # 2047, 3277 and 4033 pass the test to the base 2, 121 and 703 to the base 3.
    found = itertools.takewhile(lambda number: number > 7, layout_count._more_primes(4099))
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
