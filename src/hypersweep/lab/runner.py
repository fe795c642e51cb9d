"""Runs experiments: hands shards to whoever works, keeps what comes back, and tries again what was lost."""

from __future__ import annotations

from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.errors import ExperimentError, ParameterError
from hypersweep.lab.arena_shard import Failures
from hypersweep.lab.executors.process import check_is_not_imported
from hypersweep.lab.executors.serial import Serial
from hypersweep.lab.folder import RESULTS, KeptFolder, RunFolder, RunMemory, check_head, read_folder, told_apart
from hypersweep.lab.players import close_players, sources_of
from hypersweep.lab.playing import is_of_a_policy
from hypersweep.lab.results import load_parquet, result_rows, write_results
from hypersweep.lab.sequential_test import SequentialTest, missing_shards
from hypersweep.lab.shards import ShardResult, run_shard
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from hypersweep.lab.executors.workers import Workers
    from hypersweep.lab.folder import Kept
    from hypersweep.lab.pair_rows import Row
    from hypersweep.lab.plan import Experiment

__all__ = ["MOST_TRIES", "Progress", "merge_folders", "run_experiment"]

MOST_TRIES = 3
"""How often a shard is tried whose worker dies."""

# Seconds after which the time left is told anew, and Ctrl-C is noticed where waiting can't be interrupted.
_TICK = 0.5


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an experiment has come.

    Attributes:
        done: shards that are done.
        shards: how many there are to do, those that were done before included.
        games: games in those that are done.
        seconds_left: about how long the others will take; None while nobody knows.
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
    """Does what is left of an experiment, and gives its results: a row for each setting.

    The results are the same whoever works, however many they are, and however often it was interrupted. A shard whose
    worker dies is tried again, three times in all. (A Dask scheduler tries it as often as it was set to, four times if
    nobody set it; then that is all.)

    Args:
        experiment: what to do.
        folder: where shards are kept, so that an interrupted run can go on, and where the file of results is written
            when all are done; None for nowhere.
        workers: who works; None for this process alone.
        part: (i, n) for every n-th shard alone, from the i-th on (1 to n): as a task of an array. The results are then
            those of these shards, and no file is written; ``merge_folders`` puts the parts together.
        progress: called with a ``Progress`` whenever a shard is done, and twice a second.
        memory: where shards are kept that go to no folder, for whoever wants what they made.

    Raises:
        BusyError: another program works on the folder.
        ExperimentError: the folder holds another experiment, a shard's workers died again and again, or a script is
            imported by its workers that doesn't say ``if __name__ == "__main__":``.
        MissingExtraError: pyarrow isn't installed, for the file of results.
        ParameterError: not a folder for experiments, or a part that can't be.
        OSError: the folder can't be read or written.
        Exception: what a policy raised, with notes that tell game, move and view, file and line, and the shard. In an
            arena a player that fails loses the game; one that does nothing else ends the run with an ExperimentError.

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
    load_parquet()  # rather now than after hours of work
    with RunFolder(folder, experiment) as kept:
        rows = _Run(experiment, kept, kept.head.sources, workers, numbers, progress).rows()
        if _is_finished(experiment, kept):
            write_results(kept.path / RESULTS, experiment, kept)
        return rows


def merge_folders(folder: str | os.PathLike[str], parts: Sequence[str | os.PathLike[str]]) -> tuple[list[Row], int]:
    """Puts parts of one experiment together in a folder; gives the results so far, and how many shards are missing.

    Args:
        folder: a new or empty one, or one of this experiment: what it holds already counts too.
        parts: the folders of the parts, in any order; they are left as they are, and may be worked on meanwhile. The
            folder itself may be one of them.

    Raises:
        ExperimentError: they are of different experiments, of other versions of the program or of a policy, or two of
            them say different things of one shard.
        BusyError: another program works on the folder.
        MissingExtraError: pyarrow isn't installed.
        ParameterError: no parts, or a folder without an experiment.
        ParseError: what is in a folder can't be read.
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
    """Refuses parts that can't be put together, before anything is added."""
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
    """Adds what a part holds to a folder."""
    for number in sorted(part.counts.keys() - kept.counts.keys()):
        kept.add(ShardResult(number, part.counts[number], part.data(number), part.times.get(number, ())))


def _checked_part(part: tuple[int, int] | None) -> tuple[int, int]:
    """The first of the shards to do, and the step to the next."""
    if part is None:
        return 0, 1
    many = whole_number(part[1], "parts", least=1)
    return whole_number(part[0], "the number of a part", least=1, below=many + 1) - 1, many


def _is_finished(experiment: Experiment, kept: Kept) -> bool:
    return next(missing_shards(experiment, kept.counts), None) is None


class _Run:
    """One run, from what is there to what was asked for."""

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
        # Of the board whose shards are handed out, its place and the text of the experiment on it alone: of many boards
        # the whole text would be most of what workers are sent.
        self._alone = -1, ""
        # A comparison ends where its shards say so; a part of them can't tell.
        self._looks = SequentialTest(experiment) if numbers.step == 1 else None
        self._again: deque[int] = deque()
        self._tries: dict[int, int] = {}
        # Places of settings that have ended, and how many shards needn't be done for it: told after every shard.
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
        """SequentialTest at a setting; whether it has ended just now."""
        if place in self._ended or not looks.see(place, self._kept.counts):
            return False
        self._ended.add(place)
        self._spared += self._experiment.shards_of_each - len(looks.shards_of(place))
        return True

    def _next(self, waiting: Iterator[int]) -> int | None:
        """The next shard to do; None where there is none."""
        while True:
            number = self._again.popleft() if self._again else next(waiting, None)
            if number is None or not self._is_over(number):
                return number

    def _is_over(self, number: int) -> bool:
        """Whether nobody needs a shard, since its setting has ended."""
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
            # A policy may fork, and both processes go on and answer.
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
        """Has a shard done again whose worker died, or which was cancelled."""
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
        # What a comparison needn't play any more is no work that is left.
        shards = len(self._numbers) - self._spared
        done = min(self._before + self._new, shards)
        seconds = (monotonic() - self._begun) * (shards - done) / self._new if self._new else None
        self._progress(Progress(done, shards, self._games, seconds))
