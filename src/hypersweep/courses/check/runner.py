"""Play games with a program under test: edge cases, then random games; shrink the first random game that fails.

Each course implements ``Subject``: the program under test, edge cases and random games.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from hypersweep.courses.check.check_report import Report
from hypersweep.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypothesis.strategies import SearchStrategy

    from hypersweep.courses.check.check_report import Difference

try:
    import hypothesis
    from hypothesis.configuration import set_hypothesis_home_dir
    from hypothesis.errors import Flaky
except ImportError as _error:
    raise MissingExtraError(
        "checking programs needs Hypothesis, which isn't installed: pip install 'hypersweep[check]'", name=_error.name
    ) from None

Game = TypeVar("Game")
"""A course's description of a game: the board, and the calls to make."""


class Subject(Protocol[Game]):
    """A program under test.

    Attributes:
        name: the program, as named by the user.
        suffix: file name extension of saved tests, such as ".c".
        edges: edge cases, played before random games.
    """

    name: str
    suffix: str
    edges: Sequence[Game]

    def games(self) -> SearchStrategy[Game]:
        """Return a strategy for random games; it should shrink to small boards and few calls."""

    def play(self, game: Game) -> Difference | None:
        """Play a game with the program, and compare each answer with the reference.

        Returns:
            The first difference, or None. A difference on a point left open by the specification is returned only if
            the game has no other.
        """

    def close(self) -> None:
        """Stop the program, and remove its temporary files."""


def check(
    subject: Subject[Game],
    *,
    games: int = 500,
    seconds: float | None = None,
    seed: int = 0,
    is_strict: bool = False,
) -> Report:
    """Check a program.

    Args:
        subject: the program.
        games: number of random games, in addition to the edge cases.
        seconds: time limit for playing and shrinking; None for no limit.
        seed: seed for the random games. With the same version of Hypothesis, the same seed leads to the same games.
        is_strict: whether a difference on a point left open by the specification makes the program wrong.

    Returns:
        The report, with the smallest difference found for each clause.

    Raises:
        UncheckableError: the program can no longer be started.
    """
    search = _Search(subject, seconds)
    begin = time.monotonic()
    is_out_of_time = False
    try:
        for edge in subject.edges:
            search.play_edge(edge)
        if games > 0:
            search.play_random(games, seed)
    except _OutOfTimeError:
        is_out_of_time = True
    return Report(
        subject.name,
        suffix=subject.suffix,
        games=search.played,
        seconds=time.monotonic() - begin,
        seed=seed,
        faults=tuple(sorted(search.faults.values(), key=lambda each: each.size)),
        open_points=tuple(search.open_points.values()),
        is_strict=is_strict,
        is_out_of_time=is_out_of_time,
    )


class _FaultError(Exception):
    """Reports a fault to Hypothesis, which then shrinks the game."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.what)
        self.difference = difference


class _OutOfTimeError(BaseException):
    """Stops the search; not an ``Exception``, which Hypothesis would treat as a fault in the program."""


class _Search(Generic[Game]):
    """The search for faults in one program.

    Attributes:
        played: number of games played, not counting those played to shrink a game.
        faults: the smallest fault for each clause.
        open_points: the smallest difference for each clause that leaves something open.
    """

    def __init__(self, subject: Subject[Game], seconds: float | None) -> None:
        self._subject = subject
        self._end = None if seconds is None else time.monotonic() + seconds
        self.played = 0
        self.faults: dict[str, Difference] = {}
        self.open_points: dict[str, Difference] = {}

    def play_edge(self, game: Game) -> None:
        self.played += 1
        fault = self._play(game)
        if fault is not None:
            _keep_smaller(self.faults, fault)

    def play_random(self, games: int, number: int) -> None:
        smallest: Difference | None = None

        def play(game: Game) -> None:
            nonlocal smallest
            self.played += smallest is None
            fault = self._play(game)
            if fault is not None:
                if smallest is None or fault.size <= smallest.size:
                    smallest = fault
                raise _FaultError(fault)

        settings = hypothesis.settings(
            max_examples=games,
            phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
            database=None,
            deadline=None,
            report_multiple_bugs=False,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        try:
            with _no_folder_left():
                hypothesis.seed(number)(settings(hypothesis.given(self._subject.games())(play)))()
        except _FaultError as error:
            smallest = error.difference
        except Flaky:
            if smallest is not None:
                smallest = replace(smallest, what=f"{smallest.what} (in some runs only)")
        finally:
            if smallest is not None:
                _keep_smaller(self.faults, smallest)

    def _play(self, game: Game) -> Difference | None:
        """Play a game. Returns: its fault or None; differences on open points are only collected in ``open_points``."""
        if self._end is not None and time.monotonic() >= self._end:
            raise _OutOfTimeError
        difference = self._subject.play(game)
        if difference is not None and difference.is_open:
            _keep_smaller(self.open_points, difference)
            return None
        return difference


@contextmanager
def _no_folder_left() -> Iterator[None]:
    """Keep Hypothesis from creating a .hypothesis folder here, as it does even without a database."""
    with TemporaryDirectory() as folder:
        set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)


def _keep_smaller(found: dict[str, Difference], difference: Difference) -> None:
    known = found.get(difference.clause)
    if known is None or difference.size < known.size:
        found[difference.clause] = difference
