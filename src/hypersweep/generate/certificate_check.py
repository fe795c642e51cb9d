"""Independent checker for certificates: opens cells, reads clues and tries all arrangements, without the solver.

A step is valid if no arrangement of mines that fits its clues contradicts its conclusion in any cell. Cells that touch
the same clues form a group; only the number of mines in a group matters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.generate.certificate import Certificate
from hypersweep.generate.certificate_steps import Following
from hypersweep.validation import check_type

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypersweep.generate.certificate_steps import Claim

# Maximum number of partial solutions (those that leave the same remainder for every clue count once), and the work for
# each, in looks, in addition to one look per clue.
_MOST_WAYS = 1 << 20
_LOOKS_PER_WAY = 16


def verify(certificate: Certificate) -> None:
    """Check that a certificate proves that its board needs no guess.

    A valid certificate also proves that nothing harder than its ``grade`` is needed.

    Args:
        certificate: the certificate, which may be from an untrusted source.

    Raises:
        CertificateError: the certificate is wrong (the error names the first wrong step), or takes too much work to
            check.

    Complexity: linear in the certificate's length, except that steps with many clues may take longer, up to a limit; 4
    ms for 16x30.

    >>> from hypersweep import Layout
    >>> from hypersweep.generate import Certificate, certify
    >>> certificate = certify(Layout("3x4", [(0, 0), (0, 1)]), (2, 3))
    >>> verify(certificate)
    >>> verify(Certificate(certificate.layout, (2, 3), certificate.steps[1:]))
    Traceback (most recent call last):
        ...
    hypersweep.errors.CertificateError: expected clues of open cells in step 1 of a certificate, got (1, 3)
    """
    check_type(certificate, Certificate, "a Certificate")
    following = Following(certificate.layout, certificate.first, certificate.steps)
    for claim in following.claims():
        _check(claim, following)


def _check(claim: Claim, following: Following) -> None:
    """Raise ``CertificateError`` if a claim doesn't follow from its sums."""
    touched: dict[int, list[int]] = {}
    for number, (cells, _) in enumerate(claim.sums):
        for cell in cells:
            touched.setdefault(cell, []).append(number)
    counts = [count for _, count in claim.sums]
    # The size of each group, keyed by the indices of the sums it is part of. With rule "count", the number of mines is
    # one more sum, over all unknown cells.
    everywhere: list[int] = []
    sizes: dict[tuple[int, ...], int] = {}
    if claim.rest is not None:
        everywhere = [len(counts)]
        sizes[tuple(everywhere)] = claim.rest[0] - len(touched)
        counts.append(claim.rest[1])
    for numbers in touched.values():
        key = (*numbers, *everywhere)
        sizes[key] = sizes.get(key, 0) + 1
    is_mine = claim.step.is_mine
    tried = set()
    for cell, name in zip(claim.cells, claim.step.cells, strict=True):
        key = (*touched.get(cell, ()), *everywhere)
        if key in tried:
            continue
        tried.add(key)
        # Take one cell out of the group, and assume the opposite of the conclusion for it.
        others = {**sizes, key: sizes[key] - 1}
        left = [count - (not is_mine and number in key) for number, count in enumerate(counts)]
        if _fits(others, left, following):
            other = "safe" if is_mine else "a mine"
            raise following.failure(
                f"a conclusion that follows from rule {claim.step.rule!r}", f"{name}, which could be {other}"
            )


def _fits(sizes: Mapping[tuple[int, ...], int], counts: Sequence[int], following: Following) -> bool:
    """Return whether mines can be distributed over groups of cells so that every sum is right."""
    following.look(len(sizes) + sum(map(len, sizes)))
    space = [0] * len(counts)
    for key, size in sizes.items():
        for number in key:
            space[number] += size
    if not all(0 <= count <= most for count, most in zip(counts, space, strict=True)):
        return False
    # What may be left of each sum after the groups handled so far, one tuple per possibility.
    ways = {tuple(counts)}
    for key in _in_order(sizes, following):
        size = sizes[key]
        for number in key:
            space[number] -= size
        after = set()
        for way in ways:
            least = max(0, *[way[number] - space[number] for number in key])
            most = min(size, *[way[number] for number in key])
            following.look((_LOOKS_PER_WAY + len(way)) * max(1, most - least + 1))
            for mines in range(least, most + 1):
                left = list(way)
                for number in key:
                    left[number] -= mines
                after.add(tuple(left))
        ways = after
        if len(ways) > _MOST_WAYS:
            raise following.failure(f"at most {_MOST_WAYS} partial solutions at once", f"{len(ways)}")
    return bool(ways)


def _in_order(sizes: Mapping[tuple[int, ...], int], following: Following) -> list[tuple[int, ...]]:
    """Return the groups sum by sum, in an order that keeps the number of unfinished sums low."""
    left: dict[int, set[tuple[int, ...]]] = {}
    for key in sizes:
        for number in key:
            left.setdefault(number, set()).add(key)
    following.look(len(left) * sum([len(key) ** 2 for key in sizes]))
    order: dict[tuple[int, ...], None] = {}
    begun: set[int] = set()
    while left:
        # Continue with the sum whose groups begin the fewest new sums.
        brings = {number: set().union(*keys) - begun for number, keys in left.items()}
        nearest = min(left, key=lambda number: (len(brings[number]), number not in begun, len(left[number]), number))
        begun |= brings[nearest]
        for key in sorted(left.pop(nearest)):
            order[key] = None
            for number in key:
                left.get(number, set()).discard(key)
        for number in [number for number, keys in left.items() if not keys]:
            del left[number]
    return list(order)
