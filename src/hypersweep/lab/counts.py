"""What a shard counts: whole numbers with names, which are added up to those of an experiment."""

from __future__ import annotations

from hypersweep.errors import ParameterError
from hypersweep.generate import GRADES
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
else:
    defer(globals(), "from collections.abc import Iterable")

__all__ = ["COUNTED", "Counts", "add_up", "by_name"]

Counts = tuple[int, ...]
"""The counts of a shard, or of several, in the order of ``COUNTED``."""

_PLAYED = ("games", "won", "opened", "moves", "guesses", "analyses", "estimates", "given_up")
_PAIRS = ("both", "first_alone", "second_alone", "neither")

COUNTED: dict[str, tuple[str, ...]] = {
    "winrate": _PLAYED,
    "sweep": (*_PLAYED, "three_bv", "three_bv_squared", *(f"grade_{grade}" for grade in GRADES), "undecided"),
    "compare": ("games", *_PAIRS, "first_given_up", "second_given_up"),
    "boards": ("games", "found", "three_bv", "three_bv_squared", *(f"grade_{grade}" for grade in GRADES)),
    "positions": ("games", "positions", "without_chances"),
}
"""The names of the counts of each kind of experiment. "games" are those that were dealt, of "boards" those that were
asked for; "opened" safe cells; "estimates" analyses that weren't exact; "undecided" boards that were too much work to
tell whether they need a guess; "given_up" games that a policy left before they were over."""


def add_up(kind: str, counts: Iterable[Counts]) -> Counts:
    """The sum of some counts, which may be none.

    >>> add_up("compare", [(3, 2, 1, 0, 0, 0, 0), (1, 0, 0, 0, 1, 1, 0)])
    (4, 2, 1, 0, 1, 1, 0)
    """
    total = [0] * len(COUNTED[kind])
    for own in counts:
        if len(own) != len(total):
            raise ParameterError(f"expected {len(total)} counts of {kind}, got {len(own)}")
        total = [first + second for first, second in zip(total, own, strict=True)]
    return tuple(total)


def by_name(kind: str, counts: Counts) -> dict[str, int]:
    """The counts with their names.

    >>> by_name("compare", (4, 2, 1, 0, 1, 1, 0))["first_alone"]
    1
    """
    return dict(zip(COUNTED[kind], counts, strict=True))
