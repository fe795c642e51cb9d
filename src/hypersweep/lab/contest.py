"""A shard of an arena: all players on the same boards."""

from __future__ import annotations

import json
from itertools import combinations
from typing import NamedTuple

from hypersweep.errors import ExperimentError
from hypersweep.lab.counts import EACH_PLAYER, FAULTS, by_name
from hypersweep.lab.entrant_games import ALWAYS, ENDS, play_entrant
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from hypersweep.lab.counts import Counts
    from hypersweep.lab.entrant_games import EntrantGames
    from hypersweep.lab.plan import Experiment, Shard
else:
    defer(
        globals(),
        "from collections.abc import Iterator, Mapping, Sequence",
        "from typing import Any",
        "from hypersweep.lab.counts import Counts",
        "from hypersweep.lab.entrant_games import EntrantGames",
        "from hypersweep.lab.plan import Experiment, Shard",
    )

__all__ = ["DifferingGame", "Failures", "differing_games", "play_contest"]


class DifferingGame(NamedTuple):
    """A game that some players won and others didn't.

    Attributes:
        number: the index of its board.
        ends: how it ended for each player, as ``ENDS`` has it.
        why: what was wrong, by the places of the players whose game ended by a fault.
        opened: by the places of players, the indices of the cells that were opened one by one; players that the kernel
            plays aren't there.
    """

    number: int
    ends: tuple[str, ...]
    why: dict[int, str]
    opened: dict[int, list[int]]


def play_contest(
    experiment: Experiment, shard: Shard, sources: Mapping[str, str]
) -> tuple[Counts, bytes, tuple[int, ...]]:
    """The counts of a shard of an arena, the games in which its players differ, and the microseconds of each player.

    Args:
        experiment: an arena.
        shard: one of its shards.
        sources: of each function of somebody's own, by its name, what ``policy_source`` says.

    >>> from hypersweep.lab.plan import Experiment
    >>> texts = ["safest", "progress", "quick=look-ahead@states=64"]
    >>> experiment = Experiment(kind="arena", boards=[("4x5", 4)], count=200, seed=7, policies=texts)
    >>> counts, data, times = play_contest(experiment, experiment.shard_at(0), {})
    >>> counts[:2], counts[-3:], len(times)
    ((200, 164), (164, 164, 164), 3)
    """
    grid, mines = experiment.boards[shard.place]._parts()
    dealt: dict[str, Any] = {
        "seed": experiment.seed,
        "index": shard.begin,
        "first": experiment.first_cell(grid),  # type: ignore[arg-type]
        "first_open": experiment.first_open,
        "timeout": experiment.timeout,
    }
    every = [
        play_entrant(entrant, sources.get(entrant.policy, ""), grid, mines, shard.count, **dealt)  # type: ignore[arg-type]
        for entrant in experiment.entrants
    ]
    won = [[end == "won" for end in games.ends] for games in every]
    both = (sum(map(min, won[first], won[second])) for first, second in combinations(range(len(every)), 2))
    counts = (shard.count, *(number for games in every for number in _counts(games)), *both)
    data = "".join(_line(every, place, shard.begin) for place in _differing(won, experiment.records))
    return counts, data.encode(), tuple(games.microseconds for games in every)


def _counts(games: EntrantGames) -> list[int]:
    ends = {end: games.ends.count(end) for end in ENDS}
    return [ends[name] if name in ends else getattr(games, name) for name in EACH_PLAYER]


def _differing(won: list[list[bool]], most: int) -> Iterator[int]:
    """The places of the first games that one player won and another didn't."""
    found = 0
    for place, game in enumerate(zip(*won, strict=True)):
        if found == most:
            return
        if any(game) and not all(game):
            found += 1
            yield place


def _line(every: Sequence[EntrantGames], place: int, begin: int) -> str:
    facts: dict[str, object] = {
        "index": begin + place,
        "ends": [ENDS.index(games.ends[place]) for games in every],
        "why": {who: games.why[place] for who, games in enumerate(every) if place in games.why},
        "opened": {who: list(games.opened[place]) for who, games in enumerate(every) if games.opened},
    }
    return json.dumps({name: fact for name, fact in facts.items() if fact or name == "index"}) + "\n"


class Failures:
    """Looks whether a player never does anything but fail, where a shard has too few games to tell.

    Args:
        experiment: an arena.
    """

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._names = [entrant.name for entrant in experiment.entrants]
        self._games = 0
        self._failing = set(range(len(self._names)))

    def see(self, counts: Counts) -> None:
        """Look at the counts of a shard.

        Raises:
            ExperimentError: so many games were played, and all of them ended by a fault of the same player.
        """
        found = by_name(self._experiment.kind, counts, len(self._names))
        self._games += found["games"]
        for place in [*self._failing]:
            if sum(found[f"{name}_{place}"] for name in FAULTS) < found["games"]:
                self._failing.discard(place)
        if self._failing and self._games >= ALWAYS:
            name = self._names[min(self._failing)]
            told = ExperimentError(
                f"expected a player that can finish a game, got {name}, which failed in all of {self._games} games"
            )
            told.add_note("hypersweep lab show tells of which kind they are, where shards are kept in a folder")
            raise told


def differing_games(data: bytes) -> Iterator[DifferingGame]:
    """The games that a shard kept, in the order of their indices.

    >>> [*differing_games(b'{"index": 7, "ends": [1, 0], "opened": {"1": [0, 5]}}')]
    [DifferingGame(number=7, ends=('won', 'lost'), why={}, opened={1: [0, 5]})]
    """
    for line in data.splitlines():
        facts = json.loads(line)
        ends = tuple(ENDS[end] for end in facts["ends"])
        why, opened = ({int(who): each for who, each in facts.get(name, {}).items()} for name in ("why", "opened"))
        yield DifferingGame(facts["index"], ends, why, opened)
