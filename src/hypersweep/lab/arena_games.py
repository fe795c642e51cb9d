"""Play an arena's games, by player or by shard, and create records of games won by some players and lost by others."""

from __future__ import annotations

import json
import os
from array import array
from functools import lru_cache
from itertools import combinations, islice
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.batch.layouts import Deal
from hypersweep.engine.answer import EngineBudget
from hypersweep.engine.players import is_own_policy
from hypersweep.errors import CellError, ExperimentError, ParameterError, ParameterTypeError
from hypersweep.game import Game
from hypersweep.lab.arena_players import ArenaPlayer, FaultError, arena_player, is_of_a_policy
from hypersweep.lab.folder import ExperimentFolder
from hypersweep.lab.statistical_tests import EACH_PLAYER, FAULTS, WIN, SequentialTest, by_name
from hypersweep.layout import Layout
from hypersweep.moves import Outcome
from hypersweep.record import Record, save_games
from hypersweep.solve.choice import choose
from hypersweep.solve.kernel import Budget
from hypersweep.trials import play_policy, play_solver
from hypersweep.trials.bounds import layout_bounds
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from hypersweep.grid import Grid
    from hypersweep.lab.arena_players import Entrant
    from hypersweep.lab.experiment import Experiment, Setting, Shard
    from hypersweep.lab.result_table import ShardStore
    from hypersweep.lab.statistical_tests import Counts
    from hypersweep.solve.choice import Choice
    from hypersweep.view import View

ENDS = ("lost", "won", "given_up", *FAULTS)
"""The ways a game in an arena can end; only "won" counts as a win."""

MOST_BOUNDED = 2000
"""Maximum number of layouts per board for which best play is bounded, so that an arena is hardly slower."""

# Bound best play only on boards with at most this many cells, and only if the helper reveals at most this many cells on
# average on the first ``_PROBES`` layouts: on large or dense boards, a layout can take a second.
_MOST_CELLS, _MOST_TOLD, _PROBES = 1024, 8, 4

ALWAYS = 10
"""Minimum number of games before a run stops because one player has lost them all by faults."""

# Default limit on states per position, as in ``play_solver``.
_STATES = 1 << 14

_ENDED = {Outcome.WON: "won", Outcome.LOST: "lost", Outcome.ONGOING: "given_up"}
_OUTCOMES = {"won": Outcome.WON, "lost": Outcome.LOST}


class EntrantGames(NamedTuple):
    """A player's results in several games.

    Attributes:
        ends: how each game ended, one of ``ENDS``.
        moves: number of cells opened by the player in all games, not counting cascades.
        guesses: how many of these cells weren't certain to be safe; 0 if unknown.
        microseconds: total time, including dealing and opening.
        opened: for each game, the indices of these cells in order; empty for games played by the kernel, which can
            quickly replay them.
        why: descriptions of faults, by the game's position in the batch.
    """

    ends: Sequence[str]
    moves: int
    guesses: int
    microseconds: int
    opened: Sequence[Sequence[int]]
    why: dict[int, str]


def play_entrant(
    entrant: Entrant, source: str, grid: Grid, mines: int, count: int, *, index: int, timeout: float, **dealt: Any
) -> EntrantGames:
    """Play a player's games. As in ``play_solver``, the kernel plays solver policies that have no limits.

    Args:
        entrant: the player.
        source: result from ``source_of``, checked only for a user's function; empty to accept any source.
        grid: the board.
        mines: number of mines per game.
        count: number of games.
        index: index of the first game.
        timeout: maximum seconds per move.
        dealt: additional arguments for ``play_policy``.

    Raises:
        ExperimentError: the player can't be loaded, or differs from ``source``.

    >>> from hypersweep import Grid
    >>> from hypersweep.lab.arena_players import Entrant
    >>> games = play_entrant(Entrant("safest"), "", Grid("4x5"), 4, 200, index=0, timeout=60.0, seed=7)
    >>> games.ends.count("won")
    164
    """
    if not is_own_policy(entrant.policy) and entrant.budget() is None:
        begun = perf_counter_ns()
        batch = play_solver(grid, mines, count, index=index, policy=entrant.policy, **dealt)  # type: ignore[arg-type]
        took = (perf_counter_ns() - begun) // 1000
        ends = ["won" if won else "lost" for won in batch.won]
        return EntrantGames(ends, sum(batch.moves), sum(batch.guesses), took, (), {})
    if is_own_policy(entrant.policy):
        budget = None if entrant.budget() is None else EngineBudget(entrant.states, seconds=entrant.seconds)
        player = arena_player(entrant.policy, source, budget, timeout, entrant.name)
        player.begin()
        return _asked(entrant, player, grid, mines, range(index, index + count), dealt)
    thinking = _Thinking(entrant.policy, entrant.budget())
    games = _asked(entrant, thinking, grid, mines, range(index, index + count), dealt)
    return games._replace(guesses=thinking.guesses)


def moves_of_solver(policy: str, grid: Grid, mines: int, index: int, **dealt: Any) -> Sequence[int]:
    """Return the indices of the cells the kernel opens in a game, replayed with ``choose``.

    >>> from hypersweep import Grid
    >>> [*moves_of_solver("safest", Grid("3x4"), 2, 3, seed=7)][:2]
    [0, 3]
    """
    opened = array("Q")
    thinking = _Thinking(policy, Budget(_STATES))
    play_policy(thinking, grid, mines, 1, index=index, follow=opened.append, **dealt)
    return opened


class _Thinking:
    """A solver policy with a budget; counts its guesses."""

    def __init__(self, policy: str, budget: Budget | None) -> None:
        self._policy, self._budget = policy, budget
        self.guesses = 0

    def __call__(self, view: View) -> Choice | None:
        choice = choose(view, self._policy, budget=self._budget)  # type: ignore[arg-type]
        self.guesses += choice is not None and choice.kind != "safe"
        return choice


def _asked(
    entrant: Entrant, player: Callable[[View], Any], grid: Grid, mines: int, indices: range, dealt: dict[str, Any]
) -> EntrantGames:
    """Play games by calling the player for every move, because the kernel can't play for it."""
    ends: list[str] = []
    every: list[Sequence[int]] = []
    why: dict[int, str] = {}
    moves = 0
    begun = perf_counter_ns()
    for place, index in enumerate(indices):
        opened = array("Q")
        try:
            if isinstance(player, ArenaPlayer):
                player.new_game()
            batch = play_policy(player, grid, mines, 1, index=index, follow=opened.append, **dealt)
            end = _ENDED[batch[0].outcome]
        except FaultError as fault:
            end, why[place] = fault.kind, str(fault)
        except (CellError, ParameterTypeError) as error:
            if not is_of_a_policy(error):
                raise
            end, why[place] = "illegal", str(error)
        ends.append(end)
        every.append(opened)
        moves += len(opened)
        if place + 1 == ALWAYS == len(why):
            failure = ExperimentError(f"player {entrant.name} failed in {ALWAYS} games in a row")
            failure.add_note(f"game {index}, {end}: {why[place]}")
            raise failure
    return EntrantGames(ends, moves, 0, (perf_counter_ns() - begun) // 1000, every, why)


class DifferingGame(NamedTuple):
    """A game won by some players but not by others.

    Attributes:
        number: the game's board index.
        ends: how each player's game ended, one of ``ENDS``.
        why: descriptions of faults, by the position of the player at fault.
        opened: indices of the cells opened, by the player's position; players whose games the kernel played are
            omitted.
    """

    number: int
    ends: tuple[str, ...]
    why: dict[int, str]
    opened: dict[int, list[int]]


def play_contest(
    experiment: Experiment, shard: Shard, sources: Mapping[str, str]
) -> tuple[Counts, bytes, tuple[int, ...]]:
    """Play a shard of an arena. Returns: its counts, its differing games as data, and each player's microseconds.

    Args:
        experiment: the arena.
        shard: one of its shards.
        sources: result from ``Experiment.sources``.

    >>> from hypersweep.lab.experiment import Experiment
    >>> texts = ["safest", "progress", "quick=look-ahead@states=64"]
    >>> experiment = Experiment(kind="arena", boards=[("4x5", 4)], count=200, seed=7, policies=texts)
    >>> counts, data, times = play_contest(experiment, experiment.shard_at(0), {})
    >>> counts[0], counts[5], counts[26:29], len(times)
    (200, 164, (164, 164, 164), 3)
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
    bounds, distances = _bounds(experiment, shard, won)
    counts = (shard.count, *bounds, *(number for games in every for number in _counts(games)), *both, *distances)
    data = "".join(_line(every, place, shard.begin) for place in _differing(won, experiment.records))
    data += _faults_line(every, shard.begin)
    return counts, data.encode(), tuple(games.microseconds for games in every)


def _bounds(experiment: Experiment, shard: Shard, won: Sequence[Sequence[bool]]) -> tuple[Counts, Counts]:
    """Return the counts for a bound on best play on a shard's first layouts, and each player's ``BOUNDED_PLAYER``."""
    setting = experiment.boards[shard.place]
    many = max(0, min(shard.count, MOST_BOUNDED - shard.begin))
    if not many or not can_be_bounded(experiment, setting):
        return (0, 0, 0, 0), (0, 0) * len(won)
    values, given_up = layout_bounds(_deal(experiment, setting, shard.begin, many), 0, 1)
    bounds = [round(WIN * value) for value in values]
    distances = []
    for own in won:
        distances += [sum(own[:many]), sum(bound for bound, is_won in zip(bounds, own, strict=False) if is_won)]
    return (many, sum(map(bool, given_up)), sum(bounds), sum(bound * bound for bound in bounds)), tuple(distances)


def _deal(experiment: Experiment, setting: Setting, begin: int, count: int) -> Deal:
    return Deal.of_games(
        setting.grid,
        setting.mines,
        count,
        seed=experiment.seed,
        index=begin,
        first=experiment.first_cell(setting.grid),
        first_open=experiment.first_open,
    )


def can_be_bounded(experiment: Experiment, setting: Setting) -> bool:
    """Return whether upper bounds on best play take little time on a board, judged by its size and first layouts.

    >>> from hypersweep.lab.experiment import Experiment
    >>> boards = [("4x5", 4), ("40x50", 99)]
    >>> experiment = Experiment(kind="arena", boards=boards, count=9, policies=["safest", "progress"])
    >>> [can_be_bounded(experiment, setting) for setting in experiment.boards]
    [True, False]
    """
    return setting.grid.cells <= _MOST_CELLS and _is_quick(_deal(experiment, setting, 0, _PROBES))


# Cache the answer, because every shard needs it.
@lru_cache(maxsize=256)
def _is_quick(deal: Deal) -> bool:
    return sum(layout_bounds(deal, 0, 1)[1]) <= _MOST_TOLD * deal.count


def _counts(games: EntrantGames) -> list[int]:
    ends = {end: games.ends.count(end) for end in ENDS}
    return [ends[name] if name in ends else getattr(games, name) for name in EACH_PLAYER]


def _differing(won: list[list[bool]], most: int) -> Iterator[int]:
    """Yield the places in the shard of up to ``most`` games won by some players but not by others."""
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


def _faults_line(every: Sequence[EntrantGames], begin: int) -> str:
    """Return a line with the faults in a shard's last game, for players that failed in every game of the shard.

    Only differing games are stored, so without this line the faults would be lost if no player won any game.
    """
    last = len(every[0].ends) - 1
    failed = {who: [games.ends[last], games.why[last]] for who, games in enumerate(every) if len(games.why) > last}
    return json.dumps({"index": begin + last, "failed": failed}) + "\n" if failed else ""


class Failures:
    """Checks that no player fails in every game. Games are counted across shards, since one shard may have too few.

    Args:
        experiment: the arena.
        counts: counts from the finished shards, by number, including shards from earlier runs.
        data: function that returns a shard's data by number.
        folder: the folder containing the shards, for the message; None if there is none.
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
        """Include a new shard in the check.

        Raises:
            ExperimentError: as for ``check``.
        """
        self._count(number)
        self.check()

    def check(self) -> None:
        """Check all shards seen so far.

        Raises:
            ExperimentError: enough games were played, and a player lost all of them by faults.
        """
        if self._failing and self._games >= ALWAYS:
            place = min(self._failing)
            failure = ExperimentError(f"player {self._names[place]} failed in all of its {self._games} games")
            failure.add_note(_last_fault(self._data(max(self._counts)), place))
            if self._folder is not None:
                path = truncate(os.fspath(self._folder))
                failure.add_note(
                    f"these games are saved in {path}: 'hypersweep lab show' displays them; use a new folder"
                )
            raise failure


def _last_fault(data: bytes, who: int) -> str:
    """Return the player's fault in a shard's last game; the player must have lost every game in the shard by a fault.

    Args:
        data: the shard's data.
        who: the player's position.

    >>> _last_fault(b'{"index": 7, "failed": {"1": ["late", "no answer within 3 s"]}}', 1)
    'game 7, late: no answer within 3 s'
    """
    for line in reversed(data.splitlines()):
        facts = json.loads(line)
        if str(who) in facts.get("failed", {}):
            return "game {}, {}: {}".format(facts["index"], *facts["failed"][str(who)])
    return "its shards don't contain the reason"


def differing_games(data: bytes) -> Iterator[DifferingGame]:
    """Yield the differing games stored in a shard, in order of index.

    >>> [*differing_games(b'{"index": 7, "ends": [1, 0], "opened": {"1": [0, 5]}}')]
    [DifferingGame(number=7, ends=('won', 'lost'), why={}, opened={1: [0, 5]})]
    """
    for line in data.splitlines():
        facts = json.loads(line)
        if "ends" not in facts:
            continue  # this line describes players' faults, not a differing game
        ends = tuple(ENDS[end] for end in facts["ends"])
        why, opened = ({int(who): each for who, each in facts.get(name, {}).items()} for name in ("why", "opened"))
        yield DifferingGame(facts["index"], ends, why, opened)


def arena_records(experiment: Experiment, kept: ShardStore) -> Iterator[Record]:
    """Yield a record for each player and each stored game that some players won and others didn't.

    For each board, these are the first such games by index, at most ``experiment.records``. The moves are the original
    ones; games played by the kernel are replayed, which may only change the order of cells known to be safe. A record
    has the tags "player", "policy", "arena-seed", "arena-index" and "arena-outcome", and "arena-fault" after a fault.

    Args:
        experiment: the arena.
        kept: the store containing its shards.

    Raises:
        ExperimentError: a shard's data was modified, or a replay differs from the original game.

    >>> from hypersweep.lab import Experiment, run_experiment
    >>> from hypersweep.lab.result_table import RunMemory
    >>> experiment = Experiment(kind="arena", boards=[("4x5", 6)], count=24, seed=7, policies=["safest", "look-ahead"])
    >>> memory = RunMemory()
    >>> rows = run_experiment(experiment, memory=memory)
    >>> for record in arena_records(experiment, memory):
    ...     record.verify()
    ...     print(record.tags["arena-index"], record.tags["player"], record.outcome.name)
    4 safest WON
    4 look-ahead LOST
    10 safest WON
    10 look-ahead LOST
    """
    looks = SequentialTest(experiment)
    for place, setting in enumerate(experiment.boards):
        looks.see(place, kept.counts)
        numbers = (number for number in looks.shards_of(place) if number in kept.counts)
        games = (game for number in numbers for game in differing_games(kept.data(number)))
        for game in islice(games, experiment.records):
            for who in range(len(game.ends)):
                yield _record(experiment, setting, game, who)


def _record(experiment: Experiment, setting: Setting, game: DifferingGame, who: int) -> Record:
    grid, mines = setting.grid, setting.mines
    entrant, end = experiment.entrants[who], game.ends[who]
    first, promise = experiment.first_cell(grid), experiment.first_open
    layout = Layout.random(grid, mines, seed=experiment.seed, index=game.number, first=first, first_open=promise)
    opened: Sequence[int] | None = game.opened.get(who)
    if opened is None:
        opened = moves_of_solver(
            entrant.policy, grid, mines, game.number, seed=experiment.seed, first=first, first_open=promise
        )
    played = Game(grid, layout=layout)
    for cell in opened:
        played.open(cell)
    if played.outcome is not _OUTCOMES.get(end, Outcome.ONGOING):
        raise ExperimentError(
            f"game {game.number} by {entrant.name} on {grid} ended differently in the replay: expected "
            f"{end}, got {played.outcome.name.lower()}"
        )
    tags = {
        "player": entrant.name,
        "policy": entrant.format(),
        "arena-seed": str(experiment.seed),
        "arena-index": str(game.number),
        "arena-outcome": end.replace("_", " "),
    }
    if who in game.why:
        tags["arena-fault"] = game.why[who]
    return Record.of(played, tags)


def check_is_outside(path: str | os.PathLike[str], folder: str | os.PathLike[str]) -> None:
    """Raise an error if a path is inside a run's folder, where records might overwrite the run's files.

    Args:
        path: target path for the records.
        folder: the run's folder.

    Raises:
        ParameterError: the path, with links resolved, is the folder or inside it.
    """
    real, own = (os.path.normcase(os.path.realpath(each)) for each in (path, folder))
    try:
        is_within = os.path.commonpath([real, own]) == own
    except ValueError:
        is_within = False  # on another drive
    if is_within:
        raise ParameterError(
            f"expected a folder for records outside the run's folder, {truncate(os.fspath(folder))}, got "
            f"{truncate(os.fspath(path))}"
        )


def save_arena_records(path: str | os.PathLike[str], experiment: Experiment, kept: ShardStore) -> int:
    """Write an arena's records to a single file, or to a folder with a file per record. Returns: the number of records.

    Args:
        path: a file, whose name should end in ".sweep"; or a folder, which exists or whose name ends in a slash. Files
            in it are named after the board, the game's index, and the player.
        experiment: the arena.
        kept: the store containing its shards.

    Raises:
        ParameterError: not an arena, or the path is inside the folder with its shards.
        OSError: the records can't be written; an existing file is unchanged.
        ExperimentError: a shard's data was modified, or a replay differs from the original game.
    """
    if isinstance(kept, ExperimentFolder):
        check_is_outside(path, kept.path)
    if experiment.kind != "arena":
        raise ParameterError(f"records are only for an arena, got {experiment.kind}")
    count = 0

    def counted() -> Iterator[Record]:
        nonlocal count
        for record in arena_records(experiment, kept):
            count += 1
            yield record

    if not (Path(path).is_dir() or os.fspath(path).endswith(("/", os.sep))):
        save_games(path, counted())
        return count
    Path(path).mkdir(parents=True, exist_ok=True)
    for record in counted():
        index, player = int(record.tags["arena-index"]), record.tags["player"]
        save_games(Path(path) / f"{record.grid}-{record.mines}-{index:06}-{player}.sweep", [record])
    return count
