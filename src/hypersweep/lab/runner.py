"""Runs of experiments: pass shards to workers, save their results, and repeat lost shards."""

from __future__ import annotations

from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.errors import ExperimentError, ParameterError
from hypersweep.lab.arena_games import Failures
from hypersweep.lab.arena_players import close_players, is_of_a_policy, sources_of
from hypersweep.lab.executors.process import check_is_not_imported
from hypersweep.lab.executors.serial import Serial
from hypersweep.lab.folder import RESULTS, KeptFolder, RunFolder, RunMemory, check_head, read_folder, told_apart
from hypersweep.lab.results import load_parquet, result_rows, write_results
from hypersweep.lab.shards import ShardResult, run_shard
from hypersweep.lab.statistical_tests import SequentialTest, missing_shards
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from hypersweep.lab.executors.workers import Workers
    from hypersweep.lab.experiment import Experiment
    from hypersweep.lab.folder import Kept
    from hypersweep.lab.pair_rows import Row

MOST_TRIES = 3
"""Number of attempts at a shard whose worker dies."""

# Seconds between updates of the time left; also the longest wait before Ctrl-C is noticed, where waits block it.
_TICK = 0.5


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of an experiment.

    Attributes:
        done: number of finished shards.
        shards: number of shards in all, earlier finished ones included.
        games: number of games in finished shards.
        seconds_left: estimated time left; None while unknown.
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
    """Do the remaining shards of an experiment, and return its results: a row for each setting.

    The results don't depend on the workers, their number, or interruptions. A shard whose worker dies is tried again,
    three times in all; with a Dask scheduler, as often as the scheduler is set to, by default four times.

    Args:
        experiment: the experiment.
        folder: folder to save shards, so that an interrupted run can be resumed, and the file of results at the end;
            None to save nothing.
        workers: the workers; None for this process alone.
        part: (i, n) for every n-th shard alone, from the i-th on (1 to n): as a task of an array. The results are then
            those of these shards, and no file is written; ``merge_folders`` puts the parts together.
        progress: called with a ``Progress`` whenever a shard is done, and twice a second.
        memory: store for shards without a folder, if the caller wants their data.

    Raises:
        BusyError: another program is working on the folder.
        ExperimentError: the folder holds another experiment, a shard's workers died at every attempt, or the workers
            import a script without ``if __name__ == "__main__":``.
        MissingExtraError: pyarrow isn't installed, for the file of results.
        ParameterError: not a folder for experiments, or an impossible part.
        OSError: the folder can't be read or written.
        Exception: an error of a policy, with notes on the game, move and view, file and line, and the shard. In an
            arena a player that fails loses the game; one that fails in all games ends the run with an ExperimentError.

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
            raise ParameterError("expected a folder for positions, got none")
        sources = sources_of(experiment)
        return _Run(experiment, memory or RunMemory(), sources, workers, numbers, progress).rows()
    load_parquet()  # now, rather than fail after hours of work
    with RunFolder(folder, experiment) as kept:
        rows = _Run(experiment, kept, kept.head.sources, workers, numbers, progress).rows()
        if _is_finished(experiment, kept):
            write_results(kept.path / RESULTS, experiment, kept)
        return rows


def merge_folders(folder: str | os.PathLike[str], parts: Sequence[str | os.PathLike[str]]) -> tuple[list[Row], int]:
    """Merge parts of one experiment into a folder. Returns: the results so far, and the number of missing shards.

    Args:
        folder: a new or empty folder, or one of this experiment, whose shards are included.
        parts: the folders of the parts, in any order; they are only read, and other programs may work on them. The
            folder itself may be one of them.

    Raises:
        ExperimentError: they are of different experiments, versions of the program or sources of a policy, or two of
            them disagree on a shard.
        BusyError: another program is working on the folder.
        MissingExtraError: pyarrow isn't installed.
        ParameterError: no parts, or a folder without an experiment.
        ParseError: the content of a folder can't be parsed.
        OSError: a folder can't be read or written.
    """
    load_parquet()
    if not parts:
        raise ParameterError("expected folders to merge, got none")
    experiment = KeptFolder(parts[0]).experiment
    for each in parts[1:]:
        if (other := read_folder(each)[0]) != experiment:
            raise ExperimentError(
                f"expected parts of one experiment, got {truncate(str(each))} of another than "
                f"{truncate(str(parts[0]))}: {told_apart(other, experiment)}"
            )
    with RunFolder(folder, experiment) as kept:
        every = [KeptFolder(each) for each in parts]
        _check_parts(kept, every)
        for part in every:
            _add_part(kept, part)
        missing = sum(1 for _ in missing_shards(experiment, kept.counts))
        if not missing:
            write_results(kept.path / RESULTS, experiment, kept)
        return result_rows(experiment, kept.counts, kept.times), missing


def _check_parts(kept: RunFolder, parts: Sequence[KeptFolder]) -> None:
    """Reject parts that can't be merged, before anything is added."""
    said: dict[int, KeptFolder] = {}
    for part in (kept, *parts):
        check_head(part.head, kept.head, part.path)
        for number in part.counts:
            before = said.setdefault(number, part)
            if not before.entry(number).says_the_same(part.entry(number)):
                raise ExperimentError(
                    f"expected parts that agree, got different results of shard {number} in "
                    f"{truncate(str(before.path))} and in {truncate(str(part.path))}",
                    shard=number,
                )


def _add_part(kept: RunFolder, part: KeptFolder) -> None:
    """Add the shards of a part to a folder."""
    for number in sorted(part.counts.keys() - kept.counts.keys()):
        kept.add(ShardResult(number, part.counts[number], part.data(number), part.times.get(number, ())))


def _checked_part(part: tuple[int, int] | None) -> tuple[int, int]:
    """Return the first of the shards to do, and the step to the next."""
    if part is None:
        return 0, 1
    many = whole_number(part[1], "parts", least=1)
    return whole_number(part[0], "the number of a part", least=1, below=many + 1) - 1, many


def _is_finished(experiment: Experiment, kept: Kept) -> bool:
    return next(missing_shards(experiment, kept.counts), None) is None


class _Run:
    """One run, from the saved shards to the end."""

    def __init__(
        self,
        experiment: Experiment,
        kept: Kept,
        sources: Mapping[str, str],
        workers: Workers | None,
        numbers: range,
        progress: Callable[[Progress], object] | None,
    ) -> None:
        self._experiment, self._kept, self._numbers, self._progress = experiment, kept, numbers, progress
        self._workers: Workers = Serial() if workers is None else workers
        self._sources = dict(sources)
        # Position and text of the board whose shards are being sent: the text of the whole experiment, with many
        # boards, would be most of the data sent to workers.
        self._alone = -1, ""
        # Only a run of all shards can stop a comparison early; a part can't.
        self._looks = SequentialTest(experiment) if numbers.step == 1 else None
        self._again: deque[int] = deque()
        self._tries: dict[int, int] = {}
        # Positions of ended settings, and the number of shards that this saves, for the progress.
        self._ended: set[int] = set()
        self._spared = 0
        self._pending: dict[Future[ShardResult], int] = {}
        mine = [own for number, own in kept.counts.items() if number in numbers]
        self._before, self._games = len(mine), sum(own[0] for own in mine)
        self._new = 0
        self._begun = 0.0
        folder = kept.path if isinstance(kept, KeptFolder) else None
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
        """Test a setting. Returns: whether it has just ended."""
        if place in self._ended or not looks.see(place, self._kept.counts):
            return False
        self._ended.add(place)
        self._spared += self._experiment.shards_of_each - len(looks.shards_of(place))
        return True

    def _next(self, waiting: Iterator[int]) -> int | None:
        """Return the next shard to do; None if there is none."""
        while True:
            number = self._again.popleft() if self._again else next(waiting, None)
            if number is None or not self._is_over(number):
                return number

    def _is_over(self, number: int) -> bool:
        """Whether a shard is unnecessary, since its setting has ended."""
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
            # A policy may fork, and both processes continue and answer.
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
        """Repeat a shard whose worker died, or which was cancelled."""
        if self._is_over(number):
            return
        self._tries[number] = self._tries.get(number, 0) + self._workers.tries_of(error)
        if self._tries[number] >= MOST_TRIES:
            raise ExperimentError(
                f"expected a worker that survives shard {number}, got {self._tries[number]} that died of it: "
                f"{truncate(str(error))}",
                shard=number,
            ) from error
        self._again.append(number)

    def _tell(self) -> None:
        if self._progress is None:
            return
        # Shards that an ended comparison no longer needs don't count.
        shards = len(self._numbers) - self._spared
        done = min(self._before + self._new, shards)
        seconds = (monotonic() - self._begun) * (shards - done) / self._new if self._new else None
        self._progress(Progress(done, shards, self._games, seconds))
