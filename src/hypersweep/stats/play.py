"""How a game was played, from its record: clicks, what they did, and how fast."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.game import Outcome
from hypersweep.stats.board import BoardStats, board_stats

if TYPE_CHECKING:
    from hypersweep.record import Record

__all__ = ["PlayStats", "play_stats"]


@dataclass(frozen=True, slots=True)
class PlayStats:
    """The statistics of one game, finished or not, as ``play_stats`` returns them.

    A *click* is an event that opens, flags or chords, whether or not it does anything; so is one that was taken back.
    It is *effective* if it changed the board and still stands at the end; one that was taken back and not redone isn't.
    Rates are None where what they divide by is 0.

    Attributes:
        board: the figures of the board, or None where nothing was opened and no layout is known.
        outcome: how the game stands at the end.
        milliseconds: its length, without pauses.
        left: clicks that open.
        right: clicks that flag.
        chords: clicks that chord.
        effective_left: those of them that are effective, and so on.
        effective_right: see ``effective_left``.
        effective_chords: see ``effective_left``.
        three_bv_done: how much of 3BV is done at the end: the openings with an open zero, and the single cells that are
            open.
        openings_done: the openings among that.
        flags: the flags on covered cells at the end.
        deaths: how often a mine went off; a death that was taken back counts as well, but not a second time if it
            was redone.
        undos: moves taken back.
        redos: moves made again.
        hints: hints asked for, each with all its levels.
        pauses: the number of pauses.

    >>> from hypersweep import Game, Layout, Record
    >>> game = Game(layout=Layout("3x4", [(0, 3)]))
    >>> change = game.open((0, 0))
    >>> stats = play_stats(Record.of(game))
    >>> stats.clicks, stats.three_bv_done, stats.efficiency
    (1, 1, 1.0)
    """

    board: BoardStats | None
    chords: int
    deaths: int
    effective_chords: int
    effective_left: int
    effective_right: int
    flags: int
    hints: int
    left: int
    milliseconds: int
    openings_done: int
    outcome: Outcome
    pauses: int
    redos: int
    right: int
    three_bv_done: int
    undos: int

    @property
    def seconds(self) -> float:
        """The length of the game in seconds."""
        return self.milliseconds / 1000

    @property
    def clicks(self) -> int:
        """All clicks: left, right and chords."""
        return self.left + self.right + self.chords

    @property
    def effective_clicks(self) -> int:
        """The clicks that changed the board and were not taken back.

        Source: "C-eff" in "Useful Indicators in Minesweeper Statistical Analyzing",
            https://minesweepergame.com/forum/viewtopic.php?f=15&t=292. Undo is our own addition.
        """
        return self.effective_left + self.effective_right + self.effective_chords

    @property
    def three_bv_per_second(self) -> float | None:
        """3BV/s: 3BV done, each second. The usual measure of speed.

        Source: https://minesweepergame.com/statistics.php; for unfinished games what is done counts, as in ms_toollib.
        """
        return _ratio(self.three_bv_done, self.seconds)

    @property
    def clicks_per_second(self) -> float | None:
        """Clicks each second."""
        return _ratio(self.clicks, self.seconds)

    @property
    def effective_clicks_per_second(self) -> float | None:
        """CeS: effective clicks each second.

        Source: https://minesweepergame.com/statistics.php.
        """
        return _ratio(self.effective_clicks, self.seconds)

    @property
    def estimated_seconds(self) -> float | None:
        """How long the game would have taken at its pace so far: time × 3BV / 3BV done.

        Source: "etime" in ms_toollib, https://docs.rs/ms_toollib.
        """
        return None if self.board is None else _ratio(self.seconds * self.board.three_bv, self.three_bv_done)

    @property
    def efficiency(self) -> float | None:
        """IOE, the index of efficiency: 3BV done / clicks. It is correctness × throughput.

        Above 1 only with chords.

        Source: https://minesweepergame.com/statistics.php.
        """
        return _ratio(self.three_bv_done, self.clicks)

    @property
    def correctness(self) -> float | None:
        """Corr: effective clicks / clicks.

        Source: https://minesweepergame.com/statistics.php.
        """
        return _ratio(self.effective_clicks, self.clicks)

    @property
    def throughput(self) -> float | None:
        """ThrP: 3BV done / effective clicks.

        Source: https://minesweepergame.com/statistics.php.
        """
        return _ratio(self.three_bv_done, self.effective_clicks)

    @property
    def rqp(self) -> float | None:
        """RQP, rapport qualité prix: time / (3BV/s) = time² / 3BV done, in seconds². Less is better.

        Source: https://minesweepergame.com/statistics.php.
        """
        return _ratio(self.seconds**2, self.three_bv_done)

    @property
    def quality_grade(self) -> float | None:
        """QG: time to the power of 1.7 / 3BV done. Less is better, and boards of different sizes compare better.

        Source: "qg" in ms_toollib, https://docs.rs/ms_toollib.
        """
        return _ratio(self.seconds**1.7, self.three_bv_done)

    @property
    def zini_efficiency(self) -> float | None:
        """ZNE: greedy ZiNi / clicks of a game that was won; IOE for those who flag. None for other games.

        Source: https://minesweepergame.com/statistics.php.
        """
        if self.board is None or self.outcome is not Outcome.WON:
            return None
        return _ratio(self.board.greedy_zini, self.clicks)

    def as_dict(self) -> dict[str, object]:
        """The figures as JSON can hold them.

        >>> from hypersweep.record import Record
        >>> play_stats(Record("3x4", 2, seed=7)).as_dict()["clicks"]
        0
        """
        rates = (
            "three_bv_per_second",
            "clicks_per_second",
            "effective_clicks_per_second",
            "estimated_seconds",
            "efficiency",
            "correctness",
            "throughput",
            "rqp",
            "quality_grade",
            "zini_efficiency",
        )
        return {
            "outcome": self.outcome.name.lower(),
            "seconds": self.seconds,
            "clicks": self.clicks,
            "left": self.left,
            "right": self.right,
            "chords": self.chords,
            "effective_clicks": self.effective_clicks,
            "effective_left": self.effective_left,
            "effective_right": self.effective_right,
            "effective_chords": self.effective_chords,
            "three_bv_done": self.three_bv_done,
            "openings_done": self.openings_done,
            "flags": self.flags,
            "deaths": self.deaths,
            "undos": self.undos,
            "redos": self.redos,
            "hints": self.hints,
            "pauses": self.pauses,
            **{name: getattr(self, name) for name in rates},
            "board": None if self.board is None else self.board.as_dict(),
        }


def _ratio(above: float, below: float) -> float | None:
    return above / below if below else None


def play_stats(record: Record, *, has_board: bool = True) -> PlayStats:
    """The figures of a game, from its record; it needn't be finished.

    Args:
        record: of the game.
        has_board: whether the figures of the whole board are wanted too. On a large one they take most of the time, and
            the most memory; without them ``board`` is None.

    Raises:
        RecordError: an event of the record is impossible.
        ParameterTypeError: not a ``Record``.
        BoardTooLargeError: this machine can't hold the board.

    Complexity: that of playing the game again and of ``board_stats``.

    >>> from hypersweep.record import Event, Record
    >>> events = [Event(0, "open", (0, 0), 6), Event(900, "open", (0, 0)), Event(1500, "open", (1, 2), 1)]
    >>> stats = play_stats(Record("3x4", 2, seed=7, events=events))
    >>> stats.clicks, stats.effective_clicks, stats.three_bv_done, stats.board.three_bv
    (3, 2, 2, 5)
    >>> round(stats.correctness, 3), stats.throughput
    (0.667, 1.0)
    """
    from hypersweep.record import Replay

    replay = Replay(record)
    replay.seek(len(replay))
    events = Counter(event.kind for event in record.events)
    game = replay.game
    kept = Counter(move.kind for move in game.moves)
    # A game that goes on with nothing opened may have no layout yet.
    layout = game.layout if game.layout is not None else record.layout
    opened = single = 0
    if layout is not None:
        *_, opened, single = _native.board_value(layout._mines, game.open_bits())
    return PlayStats(
        board=board_stats(layout) if layout is not None and has_board else None,
        outcome=game.outcome,
        milliseconds=record.milliseconds,
        left=events["open"],
        right=events["flag"],
        chords=events["chord"],
        effective_left=kept["open"],
        effective_right=kept["flag"],
        effective_chords=kept["chord"],
        three_bv_done=opened + single,
        openings_done=opened,
        flags=game.flags,
        deaths=sum(event.is_death for event in record.events),
        undos=events["undo"],
        redos=events["redo"],
        hints=sum(event.is_new_hint for event in record.events),
        pauses=events["pause"],
    )
