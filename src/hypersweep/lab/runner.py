"""Run experiments: pass shards to workers, save the results, and repeat shards whose worker died.

``run_shard`` does the work for a shard, which depends only on the experiment and the shard's number: playing games, or
bounding best play, or generating boards that need no guess, or generating positions with mine probabilities.
"""

from __future__ import annotations

import json
from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import log2
from time import monotonic
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.batch import sample_layouts
from hypersweep.batch.layouts import Deal
from hypersweep.engine.players import is_own_policy
from hypersweep.errors import BudgetExceededError, ExperimentError, GenerationError, ParameterError
from hypersweep.formats.positions import positions_of_games, write_positions
from hypersweep.generate import GRADES, certify, no_guess, solvable_from
from hypersweep.generate.grading import played, view_after
from hypersweep.lab.arena_games import Failures, play_contest
from hypersweep.lab.arena_players import close_players, is_of_a_policy, play_own
from hypersweep.lab.executors.local import Serial, check_is_not_imported
from hypersweep.lab.experiment import Experiment
from hypersweep.lab.folder import RESULTS, ExperimentFolder, RunFolder, check_head, differences
from hypersweep.lab.result_table import RunMemory, ShardResult, load_parquet, result_rows, write_results
from hypersweep.lab.statistical_tests import BIT, WIN, SequentialTest, missing_shards
from hypersweep.moves import Outcome
from hypersweep.rng import Stream
from hypersweep.solve import Budget, analyse
from hypersweep.stats import three_bv
from hypersweep.trials import play_solver
from hypersweep.trials.bounds import layout_bounds
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future
    from typing import Any

    from hypersweep.batch.results import ResultBatch
    from hypersweep.formats.positions import Position
    from hypersweep.lab.executors.local import Workers
    from hypersweep.lab.experiment import Shard
    from hypersweep.lab.result_table import Row, ShardStore
    from hypersweep.lab.statistical_tests import Counts
    from hypersweep.view import View

MOST_TRIES = 3
"""Maximum number of attempts at a shard whose workers keep dying."""

# Seconds between progress updates; on systems where waiting blocks signals, also the maximum delay for Ctrl-C.
_TICK = 0.5

# Name of the random stream for board seeds.
_STREAM = "lab boards"


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of an experiment.

    Attributes:
        done: number of finished shards.
        shards: number of shards needed, including those finished in earlier runs.
        games: number of games in finished shards.
        seconds_left: estimated seconds left; None while unknown.
    """

    done: int
    shards: int
    games: int
    seconds_left: float | None


def run_experiment(
    experiment: Experiment,
    *,
    folder: str | os.PathLike[str] | None = None,
    workers: Workers | None = None,
    part: tuple[int, int] | None = None,
    progress: Callable[[Progress], object] | None = None,
    memory: RunMemory | None = None,
) -> list[Row]:
    """Run an experiment's remaining shards, and return its results, a row for each setting.

    The results don't depend on the workers, their number, or interruptions. If a worker dies, its shard is repeated, up
    to three attempts in all; with an existing Dask scheduler, as many as it allows, four by default.

    Args:
        experiment: the experiment.
        folder: folder for saving shards, so that an interrupted run can be resumed, and finally the results; None to
            save nothing.
        workers: the workers that run the shards; None to use only this process.
        part: (i, n) to run only every n-th shard, starting with the i-th (1 to n), for example as one task in a job
            array. The results then cover only these shards, and no results file is written; ``merge_folders`` merges
            the parts.
        progress: called with a ``Progress`` at the start, when shards finish, and twice a second while waiting.
        memory: store for the shards if there is no folder and the caller needs their data.

    Raises:
        BusyError: another program is working on the folder.
        ExperimentError: the folder contains a different experiment, workers died at every attempt at a shard, or they
            import a script without ``if __name__ == "__main__":``.
        MissingExtraError: pyarrow, needed for the results file, isn't installed.
        ParameterError: the folder isn't usable for experiments, or the part is impossible.
        OSError: the folder can't be read or written.
        Exception: an error raised by a policy, with notes on game, move and view, file and line, and the shard. In an
            arena, a player that fails loses the game; only if it fails in every game does the run stop with an
            ExperimentError.

    >>> from hypersweep.lab import Experiment
    >>> rows = run_experiment(Experiment(kind="winrate", boards=[("4x5", 4)], count=200, seed=7, shard=50))
    >>> rows[0]["games"], rows[0]["won"]
    (200, 164)
    """
    begin, step = _checked_part(part)
    check_is_not_imported()
    numbers = range(begin, experiment.shards, step)
    if folder is None:
        if experiment.kind == "positions":
            raise ParameterError("positions need a folder")
        sources = experiment.sources()
        return _Run(experiment, memory or RunMemory(), sources, workers, numbers, progress).rows()
    load_parquet()  # if pyarrow is missing, fail now rather than after hours of work
    with RunFolder(folder, experiment) as kept:
        rows = _Run(experiment, kept, kept.head.sources, workers, numbers, progress).rows()
        if _is_finished(experiment, kept):
            write_results(kept.path / RESULTS, experiment, kept)
        return rows


def merge_folders(folder: str | os.PathLike[str], parts: Sequence[str | os.PathLike[str]]) -> tuple[list[Row], int]:
    """Merge parts of an experiment into one folder. Returns: the results so far, and the number of missing shards.

    Args:
        folder: a new or empty folder, or one with shards from this experiment, which are kept.
        parts: the parts' folders, in any order. They are only read, and other programs may be working on them; the
            target folder itself may be among them.

    Raises:
        ExperimentError: the folders are for different experiments, program versions or policy sources, or two of them
            disagree on a shard.
        BusyError: another program is working on the folder.
        MissingExtraError: pyarrow isn't installed.
        ParameterError: there are no parts, or a folder contains no experiment.
        ParseError: a file in a folder can't be parsed.
        OSError: a folder can't be read or written.
    """
    load_parquet()
    if not parts:
        raise ParameterError("no folders to merge")
    every = [ExperimentFolder(each) for each in parts]
    experiment = every[0].experiment
    for each in every[1:]:
        if each.experiment != experiment:
            raise ExperimentError(
                f"{truncate(str(each.path))} and {truncate(str(every[0].path))} are parts of different "
                f"experiments: {differences(each.experiment, experiment)}"
            )
    with RunFolder(folder, experiment) as kept:
        _check_parts(kept, every)
        for part in every:
            _add_part(kept, part)
        missing = sum(1 for _ in missing_shards(experiment, kept.counts))
        if not missing:
            write_results(kept.path / RESULTS, experiment, kept)
        return result_rows(experiment, kept.counts, kept.times), missing


def _check_parts(kept: RunFolder, parts: Sequence[ExperimentFolder]) -> None:
    """Raise an error if the parts can't be merged; called before any shard is added."""
    said: dict[int, ExperimentFolder] = {}
    for part in (kept, *parts):
        check_head(part.head, kept.head, part.path)
        for number in part.counts:
            before = said.setdefault(number, part)
            if not before.entry(number).says_the_same(part.entry(number)):
                raise ExperimentError(
                    f"shard {number} has different results in {truncate(str(before.path))} and in "
                    f"{truncate(str(part.path))}",
                    shard=number,
                )


def _add_part(kept: RunFolder, part: ExperimentFolder) -> None:
    """Add a part's shards to the merged folder."""
    for number in sorted(part.counts.keys() - kept.counts.keys()):
        kept.add(ShardResult(number, part.counts[number], part.data(number), part.times.get(number, ())))


def _checked_part(part: tuple[int, int] | None) -> tuple[int, int]:
    """Check a part (i, n). Returns: its first shard, and the step to the next one."""
    if part is None:
        return 0, 1
    many = whole_number(part[1], "parts", least=1)
    return whole_number(part[0], "the number of a part", least=1, below=many + 1) - 1, many


def _is_finished(experiment: Experiment, kept: ShardStore) -> bool:
    return next(missing_shards(experiment, kept.counts), None) is None


class _Run:
    """A single run, from loading saved shards to returning the results."""

    def __init__(
        self,
        experiment: Experiment,
        kept: RunMemory | RunFolder,
        sources: Mapping[str, str],
        workers: Workers | None,
        numbers: range,
        progress: Callable[[Progress], object] | None,
    ) -> None:
        self._experiment, self._kept, self._numbers, self._progress = experiment, kept, numbers, progress
        self._workers: Workers = Serial() if workers is None else workers
        self._sources = dict(sources)
        # Position of the board whose shards are being sent, and text of the experiment on only that board. With many
        # boards, the text of the whole experiment would be most of the data sent to workers.
        self._alone = -1, ""
        # Only a run that includes all shards can stop a comparison early, since the test needs all earlier shards.
        self._looks = SequentialTest(experiment) if numbers.step == 1 else None
        self._again: deque[int] = deque()
        self._tries: dict[int, int] = {}
        # Positions of settings that ended early, and, for progress reports, number of shards no longer needed.
        self._ended: set[int] = set()
        self._spared = 0
        self._pending: dict[Future[ShardResult], int] = {}
        mine = [own for number, own in kept.counts.items() if number in numbers]
        self._before, self._games = len(mine), sum(own[0] for own in mine)
        self._new = 0
        self._begun = 0.0
        folder = kept.path if isinstance(kept, ExperimentFolder) else None
        is_arena = experiment.kind == "arena"
        self._failures = Failures(experiment, kept.counts, kept.data, folder) if is_arena else None

    def rows(self) -> list[Row]:
        if self._failures is not None and not _is_finished(self._experiment, self._kept):
            self._failures.check()
        if self._looks is not None:
            for place in range(len(self._experiment.boards)):
                self._look(self._looks, place)
        self._begun = monotonic()
        waiting = (number for number in self._numbers if number not in self._kept.counts)
        self._tell()
        try:
            while True:
                while len(self._pending) < self._workers.width and (number := self._next(waiting)) is not None:
                    self._pending[self._submitted(number)] = number
                if not self._pending:
                    break
                for future in wait(self._pending, _TICK, FIRST_COMPLETED).done:
                    self._take(future)
                self._tell()
        finally:
            for future in self._pending:
                future.cancel()
            close_players()
        return result_rows(self._experiment, self._kept.counts, self._kept.times)

    def _submitted(self, number: int) -> Future[ShardResult]:
        place, part = divmod(number, self._experiment.shards_of_each)
        if place != self._alone[0]:
            self._alone = place, self._experiment.on_one(place).format()
        text, version = self._alone[1], hypersweep.__version__
        return self._workers.executor.submit(run_shard, text, number, part, version, self._sources)

    def _look(self, looks: SequentialTest, place: int) -> bool:
        """Test whether a setting can end early. Returns: whether it has just ended."""
        if place in self._ended or not looks.see(place, self._kept.counts):
            return False
        self._ended.add(place)
        self._spared += self._experiment.shards_of_each - len(looks.shards_of(place))
        return True

    def _next(self, waiting: Iterator[int]) -> int | None:
        """Return the number of the next shard to run, or None if there is none."""
        while True:
            number = self._again.popleft() if self._again else next(waiting, None)
            if number is None or not self._is_over(number):
                return number

    def _is_over(self, number: int) -> bool:
        """Return whether a shard is no longer needed because its setting has ended early."""
        return self._looks is not None and self._looks.has_ended(number // self._experiment.shards_of_each)

    def _take(self, future: Future[ShardResult]) -> None:
        number = self._pending.pop(future)
        deaths: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError, *self._workers.deaths)
        try:
            result = future.result()
        except Exception as error:
            if is_of_a_policy(error):
                error.add_note(f"in shard {number} of {self._experiment.shards}")
                raise
            if not isinstance(error, deaths):
                raise
            self._try_again(number, error)
            return
        if result.number != number:
            # If a policy forks, both processes may send results, so a result may be for a different shard.
            self._try_again(number, ExperimentError(f"expected shard {number}, got {result.number}", shard=number))
            return
        if self._kept.add(result):
            self._new += 1
            self._games += result.counts[0]
            if self._failures is not None:
                self._failures.see(number)
            if self._looks is not None:
                place = number // self._experiment.shards_of_each
                if self._look(self._looks, place):
                    for other, which in self._pending.items():
                        if self._is_over(which):
                            other.cancel()

    def _try_again(self, number: int, error: BaseException) -> None:
        """Queue a shard again after its worker died or it was cancelled; after too many attempts, raise the error."""
        if self._is_over(number):
            return
        self._tries[number] = self._tries.get(number, 0) + self._workers.tries_of(error)
        if self._tries[number] >= MOST_TRIES:
            raise ExperimentError(
                f"shard {number} failed: {self._tries[number]} workers died on it: {truncate(str(error))}",
                shard=number,
            ) from error
        self._again.append(number)

    def _tell(self) -> None:
        if self._progress is None:
            return
        # Don't count shards that aren't needed because a comparison ended early.
        shards = len(self._numbers) - self._spared
        done = min(self._before + self._new, shards)
        seconds = (monotonic() - self._begun) * (shards - done) / self._new if self._new else None
        self._progress(Progress(done, shards, self._games, seconds))


def run_shard(text: str, number: int, part: int, version: str, sources: Mapping[str, str]) -> ShardResult:
    """Run a shard and return its result; called in workers.

    Args:
        text: text of the experiment on only the shard's board (``Experiment.on_one``).
        number: the shard's number in the whole experiment.
        part: the shard's number in the experiment on only its board.
        version: the caller's hypersweep version.
        sources: the caller's result from ``Experiment.sources``.

    Raises:
        ExperimentError: hypersweep's version or a policy's source differs from the caller's, so games might differ.
        ParseError: the text isn't an experiment.
        Exception: an error raised by a policy.

    >>> experiment = Experiment(kind="winrate", boards=[("3x4", 2)], count=50, seed=7, shard=20)
    >>> run_shard(experiment.format(), 8, 2, hypersweep.__version__, {})[:2]
    (8, (10, 8, 82, 46, 7, 23, 0, 0))
    """
    if version != hypersweep.__version__:
        raise ExperimentError(
            f"expected workers with hypersweep {version}, got one with {hypersweep.__version__}", shard=number
        )
    return do_shard(_read(text), part, sources)._replace(number=number)


@lru_cache(maxsize=4)
def _read(text: str) -> Experiment:
    return Experiment.parse(text)


def do_shard(experiment: Experiment, number: int, sources: Mapping[str, str] | None = None) -> ShardResult:
    """Run a shard of an experiment in this process, and return its result.

    Args:
        experiment: the experiment.
        number: the shard's number.
        sources: as for ``run_shard``; None to use the policies as they are now.

    >>> experiment = Experiment(kind="compare", boards=[("4x5", 4)], count=50, policies=["look-ahead", "safest"])
    >>> do_shard(experiment, 0)
    ShardResult(number=0, counts=(50, 36, 0, 0, 14, 0, 0), data=b'', times=())
    """
    shard = experiment.shard_at(number)
    if experiment.kind == "boards":
        return ShardResult(number, *_make_boards(experiment, shard))
    if experiment.kind == "positions":
        return ShardResult(number, *_make_positions(experiment, shard))
    if experiment.kind == "bound":
        return ShardResult(number, _bounds(experiment, shard), b"")
    own = experiment.sources() if sources is None else sources
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
    """Return a batch's counts; for a user's policy, counts reported only by the solver are 0."""
    known = ("opened", "moves", "guesses", "analyses", "estimates")
    return len(batch), batch.wins, *(sum(getattr(batch, name, ())) for name in known), _given_up(batch)


def _given_up(batch: ResultBatch[Any]) -> int:
    """Return the number of games in a batch that the policy gave up."""
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
    """Return statistics on a shard's boards: a sweep's counts, starting with "three_bv"."""
    grid, mines = (setting := experiment.boards[shard.place]).grid, setting.mines
    first = grid.index(experiment.first_cell(grid))
    total = squares = undecided = stuck = bits = bits_squared = frontier = frontier_squared = 0
    grades = dict.fromkeys(GRADES, 0)
    budget = Budget()
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
            continue  # lost before it was clear whether a guess is needed
        try:
            grade, _, steps = played(layout, first, uses_mine_count=True, budget=budget, is_noted=True)
            if grade is not None:
                grades[grade] += 1
                continue
            entropy, cells = ambiguity(view_after(layout, first, steps))
        except BudgetExceededError:
            undecided += 1
            continue
        stuck += 1
        bits += entropy
        bits_squared += entropy * entropy
        frontier += cells
        frontier_squared += cells * cells
    return total, squares, *grades.values(), undecided, stuck, bits, bits_squared, frontier, frontier_squared


def ambiguity(view: View) -> tuple[int, int]:
    r"""Return how ambiguous a position is.

    Args:
        view: the position; its flags must be right.

    Returns:
        The base-2 logarithm of the number of layouts that are consistent with the view, in units of 1 / ``BIT``, and
        the number of covered cells next to an open one.

    Raises:
        BudgetExceededError: the layouts can't be counted within the default budget.

    >>> from hypersweep.view import View
    >>> ambiguity(View.parse("3x5 mines=3\n# # 2 # #\n1 1 2 F 2\n. . 1 1 1"))
    (1024, 5)
    """
    codes, neighbours = view.codes.tolist(), view.grid.geometry().neighbours
    covered = [cell for cell, code in enumerate(codes) if code < 0]
    frontier = sum(any(codes[near] >= 0 for near in neighbours(cell)) for cell in covered)
    return round(BIT * log2(analyse(view, trust_flags=True).count_layouts())), frontier


def _bounds(experiment: Experiment, shard: Shard) -> Counts:
    """Return a shard's counts: layouts, those with a part too large to solve, the sum of bounds, and of squares."""
    setting = experiment.boards[shard.place]
    deal = Deal.of_games(
        setting.grid,
        setting.mines,
        shard.count,
        seed=experiment.seed,
        index=shard.begin,
        first=experiment.first_cell(setting.grid),
        first_open=experiment.first_open,
    )
    values, given_up = layout_bounds(deal, experiment.guesses, experiment.samples, experiment.search_guesses)
    bounds = [round(WIN * value) for value in values]
    return shard.count, sum(map(bool, given_up)), sum(bounds), sum(bound * bound for bound in bounds)


def _make_boards(experiment: Experiment, shard: Shard) -> tuple[Counts, bytes]:
    """Generate a shard's boards. Returns: the counts, and the boards as JSON objects, one per line.

    The seed for board i is word 0 of ``Stream(seed, "lab boards", i)``; with it, ``no_guess`` can generate the board
    again.

    >>> from hypersweep.lab.experiment import Experiment
    >>> experiment = Experiment(kind="boards", boards=[("5x6", 4)], count=3, seed=7)
    >>> counts, data = _make_boards(experiment, experiment.shard_at(0))
    >>> counts[:2], [json.loads(line)["board"] for line in data.splitlines()][:1]
    ((3, 3), ['5x6.bYQg'])
    """
    setting = experiment.boards[shard.place]
    first = experiment.first_cell(setting.grid)
    found = total = squares = 0
    grades = dict.fromkeys(GRADES, 0)
    lines = []
    for index in range(shard.begin, shard.begin + shard.count):
        seed = Stream(experiment.seed, _STREAM, index).bits64()
        try:
            layout = no_guess(
                setting.grid,
                setting.mines,
                first,
                seed=seed,
                grade=experiment.grade,
                exactly=experiment.exactly,
                first_open="opening" if experiment.first_open == "opening" else "safe",
                method=experiment.method,
            )
        except GenerationError as error:
            if error.is_exhausted:
                break  # no other seed would lead to such a board either
            continue
        grade = solvable_from(layout, first).grade
        assert grade is not None, layout
        value = three_bv(layout)
        found += 1
        total += value
        squares += value * value
        grades[grade] += 1
        facts = {
            "index": index,
            # A string, like all large integers in our JSON, because many parsers lose digits of integers above 2**53.
            "seed": str(seed),
            "board": str(layout),
            "first": first,
            "grade": grade,
            "three_bv": value,
            "certificate": certify(layout, first).format(),
        }
        lines.append(json.dumps(facts, separators=(",", ":")) + "\n")
    return (shard.count, found, total, squares, *grades.values()), "".join(lines).encode()


def _make_positions(experiment: Experiment, shard: Shard) -> tuple[Counts, bytes]:
    """Generate a shard's positions. Returns: the counts, and the positions as a Parquet file.

    Raises:
        MissingExtraError: pyarrow isn't installed.
    """
    setting = experiment.boards[shard.place]
    missing = 0

    def counted() -> Iterator[Position]:
        nonlocal missing
        for position in positions_of_games(
            setting.grid,
            setting.mines,
            experiment.rules,
            seed=experiment.seed,
            index=shard.begin,
            games=shard.count,
        ):
            missing += position.chances is None
            yield position

    # Write to memory, because a killed worker would leave a temporary file behind.
    file = BytesIO()
    count = write_positions(file, counted(), rules=experiment.rules)
    return (shard.count, count, missing), file.getvalue()
