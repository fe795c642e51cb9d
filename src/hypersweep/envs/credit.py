"""Credit for the actions of several agents, and their ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, TypeAlias

    Mode: TypeAlias = Literal["co-op", "versus"]
    Credit: TypeAlias = Literal["shared", "own", "race"]

MODES: tuple[Mode, ...] = ("co-op", "versus")
"""One board for all agents, or a board for each."""

CREDITS: dict[Mode, tuple[Credit, ...]] = {"co-op": ("shared", "own"), "versus": ("race", "own")}
"""Possible credits in each mode; the first is the default."""


def share(credit: Credit, worth: Mapping[str, float]) -> dict[str, float]:
    """Distribute the worth of the agents' actions among them.

    Args:
        credit: "own": the worth of its own action; "shared": the sum; "race": its own, less what those of the others
            were worth on average. Alone in a race it gets 0.
        worth: worth of each agent's action.

    >>> share("shared", {"a": 0.5, "b": -1.0}), share("race", {"a": 1.0, "b": 0.0, "c": 0.5})
    ({'a': -0.5, 'b': -0.5}, {'a': 0.75, 'b': -0.75, 'c': 0.0})
    """
    total = sum(worth.values())
    if credit == "shared":
        return dict.fromkeys(worth, total)
    if credit == "own":
        return dict(worth)
    others = len(worth) - 1
    return {agent: own - (total - own) / others if others else 0.0 for agent, own in worth.items()}


def rank(opened: Mapping[str, int], won: Mapping[str, int]) -> dict[str, int]:
    """The place of each agent, 1 for the first one; equal ones share a place.

    Args:
        opened: number of safe cells that each agent has opened.
        won: the step in which each winner won; winners rank before all others, earlier ones first.

    >>> rank({"a": 7, "b": 9, "c": 7, "d": 3}, {"d": 12})
    {'a': 3, 'b': 2, 'c': 3, 'd': 1}
    """
    keys = {agent: (agent not in won, won.get(agent, -cells)) for agent, cells in opened.items()}
    return {agent: 1 + sum(other < key for other in keys.values()) for agent, key in keys.items()}
