"""Count the layouts that agree with an analysed view, exactly.

The kernel counts each component, modulo several primes if the numbers are large; Python joins the remainders and
multiplies the components' polynomials.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from hypersweep.solve.kernel import DONE, answered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.solve.kernel import Budget, Kernel

# Maximum size of the cache of the largest primes below 2**31; almost every count needs only a few of them.
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
    """Yield primes in descending order, starting at an odd number."""
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
    """Combine remainders by the Chinese remainder theorem, and return numbers below ``modulus * prime``.

    >>> join_remainders([2], 3, [4], 7)
    [11]
    """
    inverse = pow(modulus, -1, prime)
    return [own + modulus * ((other - own) * inverse % prime) for own, other in zip(known, remainders, strict=True)]


def multiply(a: list[int], b: list[int]) -> list[int]:
    """Return the product of two polynomials with nonnegative coefficients by multiplying two long integers once.

    >>> multiply([1, 2], [1, 3, 5])
    [1, 5, 11, 10]
    """
    size = (max(a).bit_length() + max(b).bit_length() + min(len(a), len(b)).bit_length()) // 8 + 1
    packed = [int.from_bytes(b"".join(value.to_bytes(size, "little") for value in poly), "little") for poly in (a, b)]
    length = len(a) + len(b) - 1
    data = (packed[0] * packed[1]).to_bytes(length * size, "little")
    return [int.from_bytes(data[place * size : (place + 1) * size], "little") for place in range(length)]


def count_layouts(kernel: Kernel, budget: Budget) -> int:
    """Return the exact number of layouts consistent with the view that the solver has just analysed.

    Args:
        kernel: the solver.
        budget: limits on the work; only the time limit matters here, since counting needs no more states than the
            analysis.

    Raises:
        BudgetExceededError: the time limit was exceeded.
        BoardTooLargeError: there isn't enough memory.
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
    """Return a component's minimum number of mines, and the number of ways for that number, for one more, and so on."""
    found: list[int] = []
    least = 0
    modulus = 1
    for prime in primes():
        left = end - time.monotonic()
        status, least, remainders = kernel.native.ways(number, prime, left)
        if answered(status) != DONE or left < 0:
            raise budget.exceeded("the number of layouts", late=True)
        found = join_remainders(found, modulus, remainders, prime) if found else remainders
        modulus *= prime
        # Stop once the modulus exceeds 2**cells, the largest possible number of ways.
        if modulus >> cells:
            break
    return least, found


def _joined(parts: list[list[int]], low: int, unseen: int, left: int) -> int:
    """Return the number of layouts: ways in the components times ways to place the remaining mines on unseen cells."""
    while len(parts) > 1:
        parts.sort(key=len)
        parts = [
            multiply(parts[place], parts[place + 1]) if place + 1 < len(parts) else parts[place]
            for place in range(0, len(parts), 2)
        ]
    total = 0
    outside = 0
    # Go from the maximum number of mines in the components to the minimum, so that each binomial coefficient follows
    # from the previous one.
    for place in reversed(range(len(parts[0]))):
        beyond = left - low - place
        if not 0 <= beyond <= unseen:
            continue
        outside = outside * (unseen - beyond + 1) // beyond if outside else math.comb(unseen, beyond)
        total += parts[0][place] * outside
    return total
