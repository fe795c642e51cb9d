"""The work of a shard: a function of the experiment and the shard's number only."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import hypersweep
from hypersweep.batch import sample_layouts
from hypersweep.engine.policies import is_own_policy
from hypersweep.errors import BudgetExceededError, ExperimentError
from hypersweep.generate import GRADES, solvable_from
from hypersweep.lab.arena_games import play_contest
from hypersweep.lab.arena_players import play_own, sources_of
from hypersweep.lab.dataset_jobs import make_boards, make_positions
from hypersweep.lab.experiment import Experiment
from hypersweep.moves import Outcome
from hypersweep.stats import three_bv
from hypersweep.trials import play_solver

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hypersweep.batch.results import ResultBatch
    from hypersweep.lab.experiment import Shard
    from hypersweep.lab.statistical_tests import Counts


class ShardResult(NamedTuple):
    """The result of a shard.

    Attributes:
        number: number of the shard.
        counts: in the order of ``COUNTED`` of its kind.
        data: data of "boards", "positions" and "arena"; otherwise empty.
        times: for "arena", the microseconds of each player; otherwise empty.
    """

    number: int
    counts: tuple[int, ...]
    data: bytes
    times: tuple[int, ...] = ()


def run_shard(text: str, number: int, part: int, version: str, sources: Mapping[str, str]) -> ShardResult:
    """Do a shard and return its result; this is the function that workers call.

    Args:
        text: of the experiment, on the shard's board alone (``Experiment.on_one``).
        number: number of the shard in the whole experiment.
        part: its number in the experiment on its board alone.
        version: version of the calling program.
        sources: result of ``policy_source`` at the caller, for each user's policy by name.

    Raises:
        ExperimentError: the version of the program or the source of a policy differs here, so games may differ.
        ParseError: the text isn't that of an experiment.
        Exception: an error of a policy.

    >>> experiment = Experiment(kind="winrate", boards=[("3x4", 2)], count=50, seed=7, shard=20)
    >>> run_shard(experiment.format(), 8, 2, hypersweep.__version__, {})[:2]
    (8, (10, 8, 82, 46, 7, 23, 0, 0))
    """
    if version != hypersweep.__version__:
        raise ExperimentError(
            f"expected workers with hypersweep {version}, got one with {hypersweep.__version__}", shard=number
        )
    return work(_read(text), part, sources)._replace(number=number)


@lru_cache(maxsize=4)
def _read(text: str) -> Experiment:
    return Experiment.parse(text)


def work(experiment: Experiment, number: int, sources: Mapping[str, str] | None = None) -> ShardResult:
    """Do a shard of an experiment and return its result.

    Args:
        experiment: the experiment.
        number: number of the shard.
        sources: as for ``run_shard``; None for policies in their present state.

    >>> experiment = Experiment(kind="compare", boards=[("4x5", 4)], count=50, policies=["look-ahead", "safest"])
    >>> work(experiment, 0)
    ShardResult(number=0, counts=(50, 36, 0, 0, 14, 0, 0), data=b'', times=())
    """
    shard = experiment.shard_at(number)
    if experiment.kind == "boards":
        return ShardResult(number, *make_boards(experiment, shard))
    if experiment.kind == "positions":
        return ShardResult(number, *make_positions(experiment, shard))
    own = sources_of(experiment) if sources is None else sources
    if experiment.kind == "arena":
        return ShardResult(number, *play_contest(experiment, shard, own))
    batches = [_played(experiment, shard, policy, own) for policy in experiment.policies]
    if experiment.kind == "compare":
        return ShardResult(number, _pairs(*batches), b"")
    counts = _sums(batches[0])
    return ShardResult(number, counts if experiment.kind == "winrate" else counts + _figures(experiment, shard), b"")


def _played(experiment: Experiment, shard: Shard, policy: str, sources: Mapping[str, str]) -> ResultBatch[Any]:
    setting = experiment.boards[shard.place]
    grid, mines = setting.grid, setting.mines
    dealt: dict[str, Any] = {
        "seed": experiment.seed,
        "index": shard.begin,
        "first": experiment.first_cell(grid),
        "first_open": experiment.first_open,
    }
    if is_own_policy(policy):
        return play_own(policy, sources[policy], grid, mines, shard.count, **dealt)
    return play_solver(grid, mines, shard.count, policy=policy, **dealt)  # type: ignore[arg-type]


def _sums(batch: ResultBatch[Any]) -> Counts:
    """Return the sums of a batch; for a user's policy some are unknown."""
    known = ("opened", "moves", "guesses", "analyses", "estimates")
    return len(batch), batch.wins, *(sum(getattr(batch, name, ())) for name in known), _given_up(batch)


def _given_up(batch: ResultBatch[Any]) -> int:
    """Return the number of games that a policy gave up."""
    return bytes(batch.outcomes).count(Outcome.ONGOING.value)


def _pairs(first: ResultBatch[Any], second: ResultBatch[Any]) -> Counts:
    both = first_alone = second_alone = 0
    for own, other in zip(first.won, second.won, strict=True):
        both += own and other
        first_alone += own and not other
        second_alone += other and not own
    games = len(first)
    neither = games - both - first_alone - second_alone
    return games, both, first_alone, second_alone, neither, _given_up(first), _given_up(second)


def _figures(experiment: Experiment, shard: Shard) -> Counts:
    """Return sums of figures of the same boards."""
    grid, mines = (setting := experiment.boards[shard.place]).grid, setting.mines
    first = experiment.first_cell(grid)
    total = squares = undecided = 0
    grades = dict.fromkeys(GRADES, 0)
    layouts = sample_layouts(
        grid,
        mines,
        shard.count,
        seed=experiment.seed,
        index=shard.begin,
        first=first,
        first_open=experiment.first_open,
        clues=False,
    )
    for layout in layouts:
        own = three_bv(layout)
        total += own
        squares += own * own
        if layout.is_mine(first):
            continue  # lost before it was known whether a guess is needed
        try:
            grade = solvable_from(layout, first).grade
        except BudgetExceededError:
            undecided += 1
            continue
        if grade is not None:
            grades[grade] += 1
    return total, squares, *grades.values(), undecided
