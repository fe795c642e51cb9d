"""Counts of a shard: named whole numbers, added up to those of an experiment."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.generate import GRADES

if TYPE_CHECKING:
    from collections.abc import Iterable

Counts = tuple[int, ...]
"""Counts of one or more shards, in the order of ``COUNTED``."""

_PLAYED = ("games", "won", "opened", "moves", "guesses", "analyses", "estimates", "given_up")
_PAIRS = ("both", "first_alone", "second_alone", "neither")

FAULTS = ("illegal", "late", "crashed")
"""Faults of players in an arena: an answer other than covered cells, a late answer, or none."""

EACH_PLAYER = ("won", "moves", "guesses", "given_up", *FAULTS)
"""Counts of each player of an arena: games, moves, and faults that lost a game. "guesses" are known for the solver's
own policies only."""

COUNTED: dict[str, tuple[str, ...]] = {
    "winrate": _PLAYED,
    "sweep": (*_PLAYED, "three_bv", "three_bv_squared", *(f"grade_{grade}" for grade in GRADES), "undecided"),
    "compare": ("games", *_PAIRS, "first_given_up", "second_given_up"),
    "arena": ("games",),
    "boards": ("games", "found", "three_bv", "three_bv_squared", *(f"grade_{grade}" for grade in GRADES)),
    "positions": ("games", "positions", "without_chances"),
}
"""Names of the counts of each kind of experiment. "games" are games played; for "boards", boards asked for. "opened"
are safe cells; "estimates" are inexact analyses; "undecided" are boards too complex to tell whether they need a guess;
"given_up" are games that a policy left early. For an arena these are the first names; ``counted`` returns all."""


def counted(kind: str, players: int = 0) -> tuple[str, ...]:
    """Return the names of the counts of a kind of experiment.

    Args:
        kind: kind of experiment.
        players: number of players of an arena: after the games come the counts ``EACH_PLAYER`` for each player, and
            then for each pair the number of boards that both won.

    >>> counted("arena", 2)[-3:], counted("arena", 3)[-3:]
    (('late_1', 'crashed_1', 'both_0_1'), ('both_0_1', 'both_0_2', 'both_1_2'))
    """
    if kind != "arena":
        return COUNTED[kind]
    each = [f"{name}_{place}" for place in range(players) for name in EACH_PLAYER]
    return (*COUNTED[kind], *each, *(f"both_{first}_{second}" for first, second in combinations(range(players), 2)))


def add_up(kind: str, counts: Iterable[Counts], players: int = 0) -> Counts:
    """Add up counts; the sum of none is zeros.

    Args:
        kind: kind of experiment.
        counts: the counts.
        players: number of players of an arena.

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
    """Return the counts by name.

    Args:
        kind: kind of experiment.
        counts: one for each name.
        players: number of players of an arena.

    >>> by_name("compare", (4, 2, 1, 0, 1, 1, 0))["first_alone"]
    1
    """
    return dict(zip(counted(kind, players), counts, strict=True))
