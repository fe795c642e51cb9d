"""Kinds of experiments and the arguments that each uses."""

from __future__ import annotations

KINDS = ("winrate", "sweep", "compare", "arena", "boards", "positions")
"""Kinds of experiments: the win rate of a policy; the same with figures of the boards, over many settings; which of two
policies wins more often; the same for any number of players, each with limits of its own; boards that need no guess;
positions with the chances of all cells."""

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
"""Arguments with a meaning for each kind of experiment; others must keep their defaults."""
