"""Numbers of layouts, exactly: counts modulo primes joined to whole numbers, then multiplied as polynomials."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from hypersweep.solve.kernel import DONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.solve.budget import Budget
    from hypersweep.solve.kernel import Kernel

__all__ = ["count_layouts", "join_remainders", "multiply", "primes"]


# The largest primes, as far as they were needed yet. Almost every count does with the first few.
_MOST_KEPT = 64
_found: list[int] = []


def primes() -> Iterator[int]:
    """The primes below 2**31, the largest first.

    >>> next(primes())
    2147483647
    """
    yield from _found
    for prime in _more_primes(_found[-1] - 2 if _found else (1 << 31) - 1):
        if len(_found) < _MOST_KEPT and (not _found or prime < _found[-1]):
            _found.append(prime)
        yield prime


def _more_primes(start: int) -> Iterator[int]:
    for number in range(start, 2, -2):
        # Miller and Rabin's test with these bases is right for every number below 3,215,031,751.
        odd = number - 1
        twos = (odd & -odd).bit_length() - 1
        odd >>= twos
        for witness in (2, 3, 5, 7):
            power = pow(witness, odd, number)
            if power in (1, number - 1):
                continue
            for _ in range(twos - 1):
                power = power * power % number
                if power == number - 1:
                    break
            else:
                break
        else:
            yield number


def join_remainders(known: list[int], modulus: int, remainders: list[int], prime: int) -> list[int]:
    """The numbers below ``modulus * prime`` that leave both remainders.

    >>> join_remainders([2], 3, [4], 7)
    [11]
    """
    inverse = pow(modulus, -1, prime)
    return [own + modulus * ((other - own) * inverse % prime) for own, other in zip(known, remainders, strict=True)]


def multiply(a: list[int], b: list[int]) -> list[int]:
    """The product of two polynomials with coefficients of 0 and more, by one multiplication of long numbers.

    >>> multiply([1, 2], [1, 3, 5])
    [1, 5, 11, 10]
    """
    size = (max(a).bit_length() + max(b).bit_length() + min(len(a), len(b)).bit_length()) // 8 + 1
    packed = [int.from_bytes(b"".join(value.to_bytes(size, "little") for value in poly), "little") for poly in (a, b)]
    length = len(a) + len(b) - 1
    data = (packed[0] * packed[1]).to_bytes(length * size, "little")
    return [int.from_bytes(data[place * size : (place + 1) * size], "little") for place in range(length)]


def count_layouts(kernel: Kernel, budget: Budget) -> int:
    """The number of layouts that fit the view a solver has just analysed.

    Args:
        kernel: the solver.
        budget: whose seconds count; the states are those of the analysis.

    Raises:
        BudgetExceededError: it would take longer.
        BoardTooLargeError: the machine has no memory for it.
    """
    parts, others = kernel.native.tally()
    low = 0
    polynomials = []
    for least, found in parts:
        low += least
        polynomials.append(found)
    if others:
        _, _, seconds = budget.limits()
        end = time.monotonic() + seconds
        for number, cells in others:
            least, found = _by_primes(kernel, number, cells, end, budget)
            low += least
            polynomials.append(found)
    if not polynomials:
        polynomials.append([1])
    return _joined(polynomials, low, kernel.native.unseen, kernel.native.mines_left)


def _by_primes(kernel: Kernel, number: int, cells: int, end: float, budget: Budget) -> tuple[int, list[int]]:
    """A component's fewest mines, and its ways for each number of mines from there on."""
    found: list[int] = []
    least = 0
    modulus = 1
    for prime in primes():
        left = end - time.monotonic()
        status, least, remainders = kernel.ways(number, prime, left)
        if status != DONE or left < 0:
            raise budget.exceeded("the number of layouts", late=True)
        found = join_remainders(found, modulus, remainders, prime) if found else remainders
        modulus *= prime
        # Each number of ways is at most that of all subsets of the cells.
        if modulus >> cells:
            break
    return least, found


def _joined(parts: list[list[int]], low: int, unseen: int, left: int) -> int:
    """The number of layouts from the ways of components, and of unseen cells to hold the mines that are left."""
    while len(parts) > 1:
        parts.sort(key=len)
        parts = [
            multiply(parts[place], parts[place + 1]) if place + 1 < len(parts) else parts[place]
            for place in range(0, len(parts), 2)
        ]
    total = 0
    outside = 0
    # From the most mines in components to the fewest: each binomial coefficient follows from the one before.
    for place in reversed(range(len(parts[0]))):
        beyond = left - low - place
        if not 0 <= beyond <= unseen:
            continue
        outside = outside * (unseen - beyond + 1) // beyond if outside else math.comb(unseen, beyond)
        total += parts[0][place] * outside
    return total
