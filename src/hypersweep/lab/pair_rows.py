"""Rows of results about players: one for each pair, and in an arena one for each player."""

from __future__ import annotations

from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from hypersweep.engine.policies import is_own_policy
from hypersweep.lab.statistical_tests import EACH_PLAYER, FAULTS, by_name, judge, pairs_of, wilson

if TYPE_CHECKING:
    from hypersweep.lab.experiment import Experiment
    from hypersweep.lab.statistical_tests import Counts, Judged, Pairs


Row: TypeAlias = dict[str, int | float | str | bool | None]
"""A row of a table of results, by column."""

MEASURED = ("ms_a_move", "games_a_second")
"""Measured columns, which vary between runs."""


def share_of(name: str, hits: int, tries: int) -> Row:
    """A share with the ends of its interval of 95 %.

    >>> share_of("win_rate", 0, 0)
    {'win_rate': None, 'win_rate_low': 0.0, 'win_rate_high': 1.0}
    """
    low, high = wilson(hits, tries)
    return {name: hits / tries if tries else None, f"{name}_low": low, f"{name}_high": high}


def player_rows(experiment: Experiment, counts: Counts, times: tuple[int, ...] = ()) -> list[Row]:
    """Return a row for each player of an arena: wins, faults, and speed.

    Args:
        experiment: an arena.
        counts: counts on one of its boards.
        times: microseconds of each player there; empty if unknown.
    """
    found = by_name(experiment.kind, counts, len(experiment.policies))
    games, rows = found["games"], []
    for place, entrant in enumerate(experiment.entrants):
        own = {name: found[f"{name}_{place}"] for name in EACH_PLAYER}
        row: Row = {"player": entrant.name, "policy": entrant.policy, "states": entrant.states}
        row |= {"seconds": entrant.seconds, "games": games, "won": own["won"]}
        row |= share_of("win_rate", own["won"], games)
        row |= {"mean_moves": own["moves"] / games}
        row["mean_guesses"] = None if is_own_policy(entrant.policy) else own["guesses"] / games
        row |= {"given_up": own["given_up"], "faults": sum(own[name] for name in FAULTS)}
        row |= {name: own[name] for name in FAULTS}
        took = times[place] if times else 0
        row["ms_a_move"] = took / 1000 / own["moves"] if took and own["moves"] else None
        row["games_a_second"] = games * 1_000_000 / took if took else None
        rows.append(row)
    return rows


def pair_rows(experiment: Experiment, counts: Counts) -> list[Row]:
    """Return a row for each pair of players of an arena, or of compared policies.

    Args:
        experiment: of kind "arena" or "compare".
        counts: counts on one of its boards.

    >>> from hypersweep.lab.experiment import Experiment
    >>> experiment = Experiment(kind="compare", boards=[("3x4", 2)], count=100, policies=["look-ahead", "safest"])
    >>> row = pair_rows(experiment, (100, 60, 25, 10, 5, 0, 0))[0]
    >>> row["first_won"], row["difference"], round(row["p_value"], 4)
    (85, 0.15, 0.0113)
    """
    players = len(experiment.policies)
    found, every = by_name(experiment.kind, counts, players), pairs_of(experiment, counts)
    is_arena = experiment.kind == "arena"
    names = [entrant.name for entrant in experiment.entrants] if is_arena else [*experiment.policies]
    given_up = [f"given_up_{place}" for place in range(players)] if is_arena else ["first_given_up", "second_given_up"]
    left = [found[name] for name in given_up]
    judged = judge([*every.values()], experiment.stop, has_margin=experiment.margin is not None)
    rows = []
    for (first, second), told in zip(combinations(range(players), 2), judged, strict=True):
        pairs = every[first, second]
        row: Row = {"first": names[first], "second": names[second], **_counted(pairs)}
        row |= {"first_given_up": left[first], "second_given_up": left[second], **_told(pairs, told)}
        if is_arena:
            row |= {"p_holm": told.p_holm, "better": _better(names[first], names[second], pairs, told)}
        rows.append(row)
    return rows


def _counted(pairs: Pairs) -> Row:
    return {
        "games": pairs.games,
        "first_won": pairs.both + pairs.first_alone,
        "second_won": pairs.both + pairs.second_alone,
        "both": pairs.both,
        "first_alone": pairs.first_alone,
        "second_alone": pairs.second_alone,
        "neither": pairs.neither,
    }


def _told(pairs: Pairs, told: Judged) -> Row:
    evidence = pairs.evidence()
    return {
        "difference": pairs.difference,
        "difference_low": told.low,
        "difference_high": told.high,
        # McNemar's test needs a fixed number of games; the betting evidence doesn't.
        "p_value": told.p_value,
        "evidence": min(evidence, 1e300) if evidence == inf else evidence,
    }


def _better(first: str, second: str, pairs: Pairs, told: Judged) -> str | None:
    """Return the better one, if that is certain."""
    return (first if pairs.difference > 0 else second) if told.is_shown else None
