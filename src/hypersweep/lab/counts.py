"""What a shard counts: whole numbers with names, which are added up to those of an experiment."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.generate import GRADES

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["COUNTED", "EACH_PLAYER", "FAULTS", "Counts", "add_up", "by_name", "counted"]

Counts = tuple[int, ...]
"""The counts of a shard, or of several, in the order of ``COUNTED``."""

_PLAYED = ("games", "won", "opened", "moves", "guesses", "analyses", "estimates", "given_up")
_PAIRS = ("both", "first_alone", "second_alone", "neither")

FAULTS = ("illegal", "late", "crashed")
"""How a player of an arena can fail: it answers with something else than covered cells, or not in time, or not at all.
"""

EACH_PLAYER = ("won", "moves", "guesses", "given_up", *FAULTS)
"""What is counted of each player of an arena: games and moves, and the faults that lost a game. "guesses" are known of
the solver's own policies alone."""

COUNTED: dict[str, tuple[str, ...]] = {
    "winrate": _PLAYED,
    "sweep": (*_PLAYED, "three_bv", "three_bv_squared", *(f"grade_{grade}" for grade in GRADES), "undecided"),
    "compare": ("games", *_PAIRS, "first_given_up", "second_given_up"),
    "arena": ("games",),
    "boards": ("games", "found", "three_bv", "three_bv_squared", *(f"grade_{grade}" for grade in GRADES)),
    "positions": ("games", "positions", "without_chances"),
}
"""The names of the counts of each kind of experiment. "games" are those that were dealt, of "boards" those that were
asked for; "opened" safe cells; "estimates" analyses that weren't exact; "undecided" boards that were too much work to
tell whether they need a guess; "given_up" games that a policy left before they were over. Those of an arena begin so;
``counted`` has all of them."""


def counted(kind: str, players: int = 0) -> tuple[str, ...]:
    """The names of the counts of a kind of experiment.

    Args:
        kind: of the experiment.
        players: of an arena, how many: behind the games there is what ``EACH_PLAYER`` says of each, and then for each
            pair of them, how many boards both won.

    >>> counted("arena", 2)[-3:], counted("arena", 3)[-3:]
    (('late_1', 'crashed_1', 'both_0_1'), ('both_0_1', 'both_0_2', 'both_1_2'))
    """
    if kind != "arena":
        return COUNTED[kind]
    each = [f"{name}_{place}" for place in range(players) for name in EACH_PLAYER]
    return (*COUNTED[kind], *each, *(f"both_{first}_{second}" for first, second in combinations(range(players), 2)))


def add_up(kind: str, counts: Iterable[Counts], players: int = 0) -> Counts:
    """The sum of some counts, which may be none.

    Args:
        kind: of the experiment.
        counts: what is added up.
        players: of an arena, how many.

    >>> add_up("compare", [(3, 2, 1, 0, 0, 0, 0), (1, 0, 0, 0, 1, 1, 0)])
    (4, 2, 1, 0, 1, 1, 0)
    """
    total = [0] * len(counted(kind, players))
    for own in counts:
        if len(own) != len(total):
            raise ParameterError(f"expected {len(total)} counts of {kind}, got {len(own)}")
        total = [first + second for first, second in zip(total, own, strict=True)]
    return tuple(total)


def by_name(kind: str, counts: Counts, players: int = 0) -> dict[str, int]:
    """The counts with their names.

    Args:
        kind: of the experiment.
        counts: one for each name.
        players: of an arena, how many.

    >>> by_name("compare", (4, 2, 1, 0, 1, 1, 0))["first_alone"]
    1
    """
    return dict(zip(counted(kind, players), counts, strict=True))
