"""A shard of an arena: all players on the same boards."""

from __future__ import annotations

import json
import os
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import ExperimentError
from hypersweep.lab.entrant_games import ALWAYS, ENDS, play_entrant
from hypersweep.lab.statistical_tests import EACH_PLAYER, FAULTS, by_name
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from hypersweep.lab.entrant_games import EntrantGames
    from hypersweep.lab.experiment import Experiment, Shard
    from hypersweep.lab.statistical_tests import Counts


class DifferingGame(NamedTuple):
    """A game that some players won and others didn't.

    Attributes:
        number: index of its board.
        ends: outcome for each player, as in ``ENDS``.
        why: descriptions of faults, by the positions of the players who lost by one.
        opened: for each player's position, the indices of the cells that it opened; without players that the kernel
            plays.
    """

    number: int
    ends: tuple[str, ...]
    why: dict[int, str]
    opened: dict[int, list[int]]


def play_contest(
    experiment: Experiment, shard: Shard, sources: Mapping[str, str]
) -> tuple[Counts, bytes, tuple[int, ...]]:
    """Play a shard of an arena. Returns: its counts, the games with different outcomes, and each player's microseconds.

    Args:
        experiment: an arena.
        shard: one of its shards.
        sources: result of ``policy_source`` for each user's function, by name.

    >>> from hypersweep.lab.experiment import Experiment
    >>> texts = ["safest", "progress", "quick=look-ahead@states=64"]
    >>> experiment = Experiment(kind="arena", boards=[("4x5", 4)], count=200, seed=7, policies=texts)
    >>> counts, data, times = play_contest(experiment, experiment.shard_at(0), {})
    >>> counts[:2], counts[-3:], len(times)
    ((200, 164), (164, 164, 164), 3)
    """
    setting = experiment.boards[shard.place]
    grid, mines = setting.grid, setting.mines
    dealt: dict[str, Any] = {
        "seed": experiment.seed,
        "index": shard.begin,
        "first": experiment.first_cell(grid),
        "first_open": experiment.first_open,
        "timeout": experiment.timeout,
    }
    every = [
        play_entrant(entrant, sources.get(entrant.policy, ""), grid, mines, shard.count, **dealt)
        for entrant in experiment.entrants
    ]
    won = [[end == "won" for end in games.ends] for games in every]
    both = (sum(map(min, won[first], won[second])) for first, second in combinations(range(len(every)), 2))
    counts = (shard.count, *(number for games in every for number in _counts(games)), *both)
    data = "".join(_line(every, place, shard.begin) for place in _differing(won, experiment.records))
    data += _last_faults(every, shard.begin)
    return counts, data.encode(), tuple(games.microseconds for games in every)


def _counts(games: EntrantGames) -> list[int]:
    ends = {end: games.ends.count(end) for end in ENDS}
    return [ends[name] if name in ends else getattr(games, name) for name in EACH_PLAYER]


def _differing(won: list[list[bool]], most: int) -> Iterator[int]:
    """Return the positions of the first games that one player won and another didn't."""
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


def _last_faults(every: Sequence[EntrantGames], begin: int) -> str:
    """Return a line about the players who failed in every game of a shard: their faults in its last game.

    If no player won these games, they aren't stored as games with different outcomes.
    """
    last = len(every[0].ends) - 1
    failed = {who: [games.ends[last], games.why[last]] for who, games in enumerate(every) if len(games.why) > last}
    return json.dumps({"index": begin + last, "failed": failed}) + "\n" if failed else ""


class Failures:
    """Check that no player fails in every game, across shards with too few games to tell.

    Args:
        experiment: an arena.
        counts: counts of the finished shards, by number; earlier ones are checked as well.
        data: returns the data of a shard.
        folder: folder of the shards; None for none.
    """

    def __init__(
        self,
        experiment: Experiment,
        counts: Mapping[int, Counts],
        data: Callable[[int], bytes],
        folder: os.PathLike[str] | None = None,
    ) -> None:
        self._experiment, self._counts, self._data, self._folder = experiment, counts, data, folder
        self._names = [entrant.name for entrant in experiment.entrants]
        self._games = 0
        self._failing = set(range(len(self._names)))
        for number in counts:
            self._count(number)

    def _count(self, number: int) -> None:
        found = by_name(self._experiment.kind, self._counts[number], len(self._names))
        self._games += found["games"]
        for place in [*self._failing]:
            if sum(found[f"{name}_{place}"] for name in FAULTS) < found["games"]:
                self._failing.discard(place)

    def see(self, number: int) -> None:
        """Check a new shard.

        Raises:
            ExperimentError: as for ``check``.
        """
        self._count(number)
        self.check()

    def check(self) -> None:
        """Check all shards so far.

        Raises:
            ExperimentError: enough games were played, and all of them ended by a fault of the same player.
        """
        if self._failing and self._games >= ALWAYS:
            place = min(self._failing)
            told = ExperimentError(
                f"expected a player that can finish a game, got {self._names[place]}, which failed in all of "
                f"{self._games} games"
            )
            told.add_note(last_fault(self._data(max(self._counts)), place))
            if self._folder is not None:
                path = truncate(os.fspath(self._folder))
                told.add_note(f"these games are kept in {path}: hypersweep lab show tells of them; take a new folder")
            raise told


def last_fault(data: bytes, who: int) -> str:
    """Return the fault of a player in the last game of a shard in which it failed in all games.

    Args:
        data: data of the shard.
        who: the player's position.

    >>> last_fault(b'{"index": 7, "failed": {"1": ["late", "no answer within 3 s"]}}', 1)
    'game 7, late: no answer within 3 s'
    """
    for line in reversed(data.splitlines()):
        facts = json.loads(line)
        if str(who) in facts.get("failed", {}):
            return "game {}, {}: {}".format(facts["index"], *facts["failed"][str(who)])
    return "its shards don't say what was wrong"


def differing_games(data: bytes) -> Iterator[DifferingGame]:
    """Yield the games stored in a shard, in the order of their indices.

    >>> [*differing_games(b'{"index": 7, "ends": [1, 0], "opened": {"1": [0, 5]}}')]
    [DifferingGame(number=7, ends=('won', 'lost'), why={}, opened={1: [0, 5]})]
    """
    for line in data.splitlines():
        facts = json.loads(line)
        if "ends" not in facts:
            continue  # This line describes a player's faults, not a game.
        ends = tuple(ENDS[end] for end in facts["ends"])
        why, opened = ({int(who): each for who, each in facts.get(name, {}).items()} for name in ("why", "opened"))
        yield DifferingGame(facts["index"], ends, why, opened)
