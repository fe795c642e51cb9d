"""The kinds of experiments there are, and what says something about each."""

from __future__ import annotations

__all__ = ["FIELDS", "KINDS"]

KINDS = ("winrate", "sweep", "compare", "arena", "boards", "positions")
"""What can be found out: how often a policy wins; the same with figures of the boards, over many settings; which of two
policies wins more often; the same of any number of players, each with a budget and a time limit of its own; boards that
need no guess; positions with the chances of all cells."""

_EVERY = ("kind", "boards", "count", "seed", "shard")
_GAMES = (*_EVERY, "first", "first_open", "policies")

FIELDS: dict[str, tuple[str, ...]] = {
    "winrate": _GAMES,
    "sweep": _GAMES,
    "compare": (*_GAMES, "stop", "margin"),
    "arena": (*_GAMES, "stop", "margin", "timeout", "records"),
    "boards": (*_EVERY, "first", "first_open", "grade", "exactly", "method"),
    "positions": (*_EVERY, "rules"),
}
"""What says something about each kind of experiment; what else there is has to be left as it is."""
