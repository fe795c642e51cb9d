"""Compute a game's statistics from its record: clicks, effective clicks, and rates."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import median_low
from typing import TYPE_CHECKING, NamedTuple

from hypersweep import _native
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.moves import KINDS as CLICKS
from hypersweep.stats.board import BoardStats, board_stats
from hypersweep.validation import check_type, whole_number

if TYPE_CHECKING:
    from hypersweep.record import Record

# Factors of STNB by board and mines, as in ms_toollib 1.5.20; other boards have no STNB.
_STNB = {(Grid((8, 8)), 10): 36.0, (Grid((16, 16)), 40): 162.0, (Grid((16, 30)), 99): 435.0}


class Decision(NamedTuple):
    """A click with an effect, and the time since the previous one; see ``slowest_decisions``.

    Attributes:
        position: index of its event in the record.
        milliseconds: time on the game's clock, without pauses, since the previous click with an effect.
        kind: "open", "flag" or "chord".
        cell: its cell.
    """

    position: int
    milliseconds: int
    kind: str
    cell: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayStats:
    """The statistics of one game, finished or not, as ``play_stats`` returns them.

    A *click* is an event that opens, flags or chords, whether or not it has an effect or is undone. It is *effective*
    if it changed the board and wasn't undone (or was redone later). A rate is None if its denominator is 0.

    Attributes:
        board: the board's statistics; None if they weren't requested, or if no cell was opened and the layout is
            unknown.
        outcome: the outcome at the end.
        milliseconds: length of the game in ms, without pauses.
        left: number of clicks that open cells.
        right: number of clicks that flag cells or remove flags.
        chords: number of clicks that chord.
        effective_left: number of effective clicks that open cells.
        effective_right: number of effective clicks that flag cells or remove flags.
        effective_chords: number of effective clicks that chord.
        three_bv_done: 3BV done by the end: the openings with an open zero, and the open single cells.
        openings_done: number of openings with an open zero.
        flags: number of flags on covered cells at the end.
        misflags: number of flags set on cells without a mine, including flags removed later.
        unflags: number of flags removed by a click.
        slowest_milliseconds: longest time between two clicks with an effect, in ms; 0 if there are fewer than two.
        median_milliseconds: median time between two clicks with an effect, in ms (of two middle values the lower one);
            0 if there are fewer than two.
        deaths: number of explosions; an undone explosion counts, but redoing it doesn't count again.
        undos: number of undone moves.
        redos: number of redone moves.
        hints: number of requested hints; all levels of one hint count once.
        pauses: number of pauses.

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
    median_milliseconds: int
    milliseconds: int
    misflags: int
    openings_done: int
    outcome: Outcome
    pauses: int
    redos: int
    right: int
    slowest_milliseconds: int
    three_bv_done: int
    undos: int
    unflags: int

    @property
    def seconds(self) -> float:
        """Length of the game in seconds."""
        return self.milliseconds / 1000

    @property
    def clicks(self) -> int:
        """Total number of clicks: left, right and chords."""
        return self.left + self.right + self.chords

    @property
    def effective_clicks(self) -> int:
        """Number of clicks that changed the board and weren't undone.

        Source: "C-eff" in "Useful Indicators in Minesweeper Statistical Analyzing",
        https://minesweepergame.com/forum/viewtopic.php?f=15&t=292. How undone moves are treated is our own decision.
        """
        return self.effective_left + self.effective_right + self.effective_chords

    @property
    def three_bv_per_second(self) -> float | None:
        """3BV/s: 3BV done per second, the usual measure of speed.

        Source: https://minesweepergame.com/statistics.php; in unfinished games, 3BV done so far counts, as in
        ms_toollib.
        """
        return _ratio(self.three_bv_done, self.seconds)

    @property
    def clicks_per_second(self) -> float | None:
        """Clicks per second."""
        return _ratio(self.clicks, self.seconds)

    @property
    def effective_clicks_per_second(self) -> float | None:
        """CeS: effective clicks per second.

        Source: https://minesweepergame.com/statistics.php.
        """
        return _ratio(self.effective_clicks, self.seconds)

    @property
    def estimated_seconds(self) -> float | None:
        """Estimated length of the whole game in seconds at the pace so far: time × 3BV / 3BV done.

        Source: "etime" in ms_toollib, https://docs.rs/ms_toollib.
        """
        return None if self.board is None else _ratio(self.seconds * self.board.three_bv, self.three_bv_done)

    @property
    def efficiency(self) -> float | None:
        """IOE, the index of efficiency: 3BV done / clicks, which is correctness × throughput.

        It can exceed 1 only if the player chords.

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
        """RQP, rapport qualité prix: time / (3BV/s) = time² / 3BV done, in seconds². Lower is better.

        Source: https://minesweepergame.com/statistics.php.
        """
        return _ratio(self.seconds**2, self.three_bv_done)

    @property
    def quality_grade(self) -> float | None:
        """QG: (time in seconds)**1.7 / 3BV done. Lower is better; compares boards of different sizes better than RQP.

        Source: "qg" in ms_toollib, https://docs.rs/ms_toollib.
        """
        return _ratio(self.seconds**1.7, self.three_bv_done)

    @property
    def stnb(self) -> float | None:
        """STNB: C × 3BV done / (time in seconds)**1.7 × sqrt(3BV done / 3BV). Higher is better.

        C is 36 on 8x8 with 10 mines, 162 on 16x16 with 40 and 435 on 16x30 with 99; None on other boards.

        Source: "stnb" in ms_toollib 1.5.20, https://docs.rs/ms_toollib; earlier versions had other factors.
        """
        if self.board is None:
            return None
        factor = _STNB.get((self.board.grid, self.board.mines))
        done = self.three_bv_done
        return None if factor is None else _ratio(factor * done * sqrt(done / self.board.three_bv), self.seconds**1.7)

    @property
    def zini_efficiency(self) -> float | None:
        """ZNE: greedy ZiNi / clicks, the IOE for players who flag; None unless the game was won.

        Source: https://minesweepergame.com/statistics.php.
        """
        if self.board is None or self.outcome is not Outcome.WON:
            return None
        return _ratio(self.board.greedy_zini, self.clicks)

    def as_dict(self) -> dict[str, object]:
        """Return the statistics as a dictionary for JSON.

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
            "stnb",
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
            "misflags": self.misflags,
            "unflags": self.unflags,
            "slowest_seconds": self.slowest_milliseconds / 1000,
            "median_seconds": self.median_milliseconds / 1000,
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
    """Return the statistics of a game, finished or not.

    Args:
        record: the game's record.
        has_board: whether to compute the board's statistics too, which on a large board take most of the time and
            memory; if False, ``board`` is None.

    Raises:
        RecordError: an event in the record is impossible.
        ParameterTypeError: the argument isn't a ``Record``.
        BoardTooLargeError: the board doesn't fit into memory.

    Complexity: that of replaying the game plus that of ``board_stats``.

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
    flagged, unflags = [], 0
    # Kinds of the moves that weren't undone, and of those that can be redone.
    done: list[str] = []
    undone: list[str] = []
    for event, change in replay:
        if not event.changed:
            continue
        if event.kind == "undo":
            undone.append(done.pop())
        elif event.kind == "redo":
            done.append(undone.pop())
        else:
            done.append(event.kind)
            undone.clear()
        if event.kind == "flag":
            unflags += change.flagged < 0
            if change.flagged > 0:
                flagged.append(event.cell or ())
    times = [milliseconds for _, milliseconds, _, _ in _decisions(record)]
    # An undo or redo that changes no cell affects a question mark or a draft flag.
    events = Counter(event.kind for event in record.events if event.changed or event.kind not in ("undo", "redo"))
    game = replay.game
    kept = Counter(done)
    # If no cell was opened, the game has no layout yet, but the record may state one.
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
        misflags=0 if layout is None else sum(not layout.is_mine(cell) for cell in flagged),
        unflags=unflags,
        slowest_milliseconds=max(times, default=0),
        median_milliseconds=median_low(times) if times else 0,
        deaths=sum(event.is_death for event in record.events),
        undos=events["undo"],
        redos=events["redo"],
        hints=sum(event.is_new_hint for event in record.events),
        pauses=events["pause"],
    )


def slowest_decisions(record: Record, count: int = 3) -> tuple[Decision, ...]:
    """Return the clicks with an effect before which the player hesitated longest, slowest first.

    The first such click isn't a decision: the clock starts with it.

    Args:
        record: the game's record; it isn't replayed.
        count: maximum number of decisions to return.

    Raises:
        ParameterTypeError: the first argument isn't a ``Record``.
        ParameterError: the count isn't a whole number of 0 or more.

    >>> from hypersweep.record import Event, Record
    >>> events = [Event(0, "open", (0, 0), 6), Event(400, "flag", (0, 2), 1), Event(1500, "open", (1, 2), 1)]
    >>> slowest_decisions(Record("3x4", 2, seed=7, events=events), 1)
    (Decision(position=2, milliseconds=1100, kind='open', cell=(1, 2)),)
    """
    from hypersweep.record import Record

    check_type(record, Record, "a Record")
    most = whole_number(count, "count", least=0)
    return tuple(sorted(_decisions(record), key=lambda decision: -decision.milliseconds)[:most])


def _decisions(record: Record) -> list[Decision]:
    clicks = [
        (place, event)
        for place, event in enumerate(record.events)
        if event.cell is not None and event.changed and event.kind in CLICKS
    ]
    return [
        Decision(place, event.milliseconds - before.milliseconds, event.kind, event.cell or ())
        for (_, before), (place, event) in pairwise(clicks)
    ]
