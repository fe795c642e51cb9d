"""Exact numbers of layouts: counts modulo primes are combined to integers, then multiplied as polynomials."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from hypersweep.solve.kernel import DONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.solve.kernel import Budget, Kernel

# Cache of the largest primes; almost every count needs only the first few.
_MOST_KEPT = 64
_found: list[int] = []


def primes() -> Iterator[int]:
    """Yield the primes below 2**31, largest first.

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
        # The Miller-Rabin test with these bases is exact below 3,215,031,751.
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
    """Combine remainders (Chinese remainder theorem): return the numbers below ``modulus * prime`` with both.

    >>> join_remainders([2], 3, [4], 7)
    [11]
    """
    inverse = pow(modulus, -1, prime)
    return [own + modulus * ((other - own) * inverse % prime) for own, other in zip(known, remainders, strict=True)]


def multiply(a: list[int], b: list[int]) -> list[int]:
    """Return the product of polynomials with nonnegative coefficients, by one multiplication of long integers.

    >>> multiply([1, 2], [1, 3, 5])
    [1, 5, 11, 10]
    """
    size = (max(a).bit_length() + max(b).bit_length() + min(len(a), len(b)).bit_length()) // 8 + 1
    packed = [int.from_bytes(b"".join(value.to_bytes(size, "little") for value in poly), "little") for poly in (a, b)]
    length = len(a) + len(b) - 1
    data = (packed[0] * packed[1]).to_bytes(length * size, "little")
    return [int.from_bytes(data[place * size : (place + 1) * size], "little") for place in range(length)]


def count_layouts(kernel: Kernel, budget: Budget) -> int:
    """Return the number of layouts consistent with the view that a solver has just analysed.

    Args:
        kernel: the solver.
        budget: limits of the work; only its seconds count here, as the states are those of the analysis.

    Raises:
        BudgetExceededError: the time is over.
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
    """Return a component's fewest mines, and its number of ways for each number of mines from there on."""
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
        # Enough primes: no number of ways exceeds the number of subsets of the cells.
        if modulus >> cells:
            break
    return least, found


def _joined(parts: list[list[int]], low: int, unseen: int, left: int) -> int:
    """Return the number of layouts: the components' ways times the ways to place the other mines on unseen cells."""
    while len(parts) > 1:
        parts.sort(key=len)
        parts = [
            multiply(parts[place], parts[place + 1]) if place + 1 < len(parts) else parts[place]
            for place in range(0, len(parts), 2)
        ]
    total = 0
    outside = 0
    # From the most mines in components to the fewest, so that each binomial coefficient follows from the last.
    for place in reversed(range(len(parts[0]))):
        beyond = left - low - place
        if not 0 <= beyond <= unseen:
            continue
        outside = outside * (unseen - beyond + 1) // beyond if outside else math.comb(unseen, beyond)
        total += parts[0][place] * outside
    return total
