"""Play thousands of random games in one call, and read their results one by one or as columns."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from hypersweep import _native
from hypersweep.batch.layouts import LAYOUTS, Batch, Deal
from hypersweep.layout import FIRST_OPENS, Layout, check_mines
from hypersweep.moves import Outcome
from hypersweep.rng import Stream, stream_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self

    from numpy.typing import NDArray

    from hypersweep.grid import Grid
    from hypersweep.typing import BoolBuffer, FirstOpen

_OUTCOMES = (Outcome.ONGOING, Outcome.WON, Outcome.LOST)
# Table for mapping a byte in ``outcomes`` to 1 for a win and 0 for anything else.
_WON = bytes(value == Outcome.WON.value for value in range(256))


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game in a batch.

    Attributes:
        seed: seed for its layout, 0 to 2**64 - 1.
        index: index of its layout.
        policy: the policy's name.
        outcome: the outcome; ``Outcome.ONGOING`` if the policy gave up or used up its moves.
        opened: number of open safe cells at the end.
        moves: number of opens, not counting cells opened by cascades.

    >>> from hypersweep.batch import play_random
    >>> result = play_random("3x4", 1, 10, seed=7)[3]
    >>> result.index, result.policy, result.outcome
    (3, 'random clicks', Outcome.WON)
    """

    index: int
    moves: int
    opened: int
    outcome: Outcome
    policy: str
    seed: int

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.outcome is Outcome.WON


Result_co = TypeVar("Result_co", bound=GameResult, covariant=True)


class ResultBatch(Batch[Result_co]):
    """The results of a deal's games: a sequence of results, also available as columns. Immutable.

    A column is a read-only memoryview with an item per game, in index order: uint8 in ``outcomes``, bool in ``won``,
    uint64 in all others. Each access returns a new memoryview, which the caller may release. A slice shares memory with
    the batch. Batches are equal if their boards, policies and columns are equal.
    """

    __slots__ = ("_columns", "_won", "policy")

    # Columns other than the outcome, and the class for a single result; subclasses override both.
    _fields: tuple[str, ...] = ("opened", "moves")
    _result: type[GameResult] = GameResult

    policy: str
    _columns: dict[str, memoryview]
    _won: BoolBuffer

    @classmethod
    def _of(cls, deal: Deal, policy: str, outcomes: bytes | memoryview, *columns: bytes | memoryview) -> Self:
        """Return a batch with these columns: outcomes as uint8, then the columns in ``_fields`` as uint64."""
        batch = object.__new__(cls)
        own = {"outcomes": memoryview(outcomes)}
        for name, column in zip(cls._fields, columns, strict=True):
            own[name] = memoryview(column).cast("B").cast("Q")
        won = memoryview(bytes(outcomes).translate(_WON)).cast("?")
        put = object.__setattr__
        put(batch, "_deal", deal)
        put(batch, "policy", policy)
        put(batch, "_columns", own)
        put(batch, "_won", won)
        return batch

    @property
    def outcomes(self) -> memoryview:
        """The outcome of each game, as a value of ``Outcome``."""
        return self._columns["outcomes"][:]

    @property
    def won(self) -> BoolBuffer:
        """Whether each game was won."""
        return self._won[:]

    @property
    def opened(self) -> memoryview:
        """Number of open safe cells at the end of each game."""
        return self._columns["opened"][:]

    @property
    def moves(self) -> memoryview:
        """Number of opens in each game, not counting cells opened by cascades."""
        return self._columns["moves"][:]

    @property
    def wins(self) -> int:
        """Number of games won."""
        return self._won.tobytes().count(1)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the columns by name, as read-only NumPy arrays without a copy.

        ``won`` is bool, ``outcomes`` is uint8, all others are uint64.
        """
        from hypersweep.arrays import load_numpy

        asarray = load_numpy().asarray
        return {"won": asarray(self._won), **{name: asarray(column) for name, column in self._columns.items()}}

    def as_dict(self) -> dict[str, list[Any]]:
        """Return the results as columns by name, which ``pandas.DataFrame`` and ``polars.DataFrame`` accept.

        There is a column for each attribute of a single result: ints, texts (``policy`` and ``outcome``, which is
        "won", "lost" or "ongoing") and bools (``won``). The policy and the seed are repeated in every row, so that
        tables of several batches can be concatenated.

        >>> from hypersweep.batch import play_random
        >>> for name, column in play_random("3x4", 1, 3, seed=7).as_dict().items():
        ...     print(name, column)
        policy ['random clicks', 'random clicks', 'random clicks']
        seed [7, 7, 7]
        index [0, 1, 2]
        outcome ['lost', 'won', 'lost']
        won [False, True, False]
        opened [10, 11, 10]
        moves [7, 1, 3]
        """
        count = len(self)
        names = [outcome.name.lower() for outcome in _OUTCOMES]
        return {
            "policy": [self.policy] * count,
            "seed": [self.seed] * count,
            "index": list(range(self.index, self.index + count)),
            "outcome": [names[value] for value in self._columns["outcomes"]],
            "won": self._won.tolist(),
            **{name: self._columns[name].tolist() for name in self._fields},
        }

    def layout(self, place: int) -> Layout:
        """Return the layout for the game at a position.

        Raises:
            IndexError: there is no such game.

        >>> from hypersweep.batch import play_random
        >>> batch = play_random("3x4", 1, 1000, seed=7)
        >>> batch.layout(7)
        Layout.parse('3x4.bEA')
        """
        own = self._place(place)
        if self.first is not None:
            return self._deal.layout(own)
        # A random game's layout depends on its first cell, so draw that click again.
        which = self.index + own
        first = self.grid.cell(Stream(self.seed, "clicks", which).below(self.grid.cells))
        return Layout.random(
            self.grid, self.mines, seed=self.seed, index=which, first=first, first_open=self.first_open
        )

    def _item(self, place: int) -> Result_co:
        columns = self._columns
        result: Any = self._result(
            seed=self.seed,
            index=self.index + place,
            policy=self.policy,
            outcome=_OUTCOMES[columns["outcomes"][place]],
            **{name: columns[name][place] for name in self._fields},
        )
        return result  # type: ignore[no-any-return]

    def _part(self, begin: int, end: int) -> Self:
        cut = [column[begin:end] for column in self._columns.values()]
        return self._of(self._deal.part(begin, end), self.policy, *cut)

    def _key(self) -> tuple[object, ...]:
        return self._deal, self.policy, self._columns

    def __reduce__(self) -> tuple[object, ...]:
        columns = tuple(column.tobytes() for column in self._columns.values())
        return _again, (type(self), self._deal, self.policy, sys.byteorder, columns)

    def __repr__(self) -> str:
        return f"<{self._title('game', 'on')} by {self.policy}, {self.wins} won, seed {self.seed}>"


class GameBatch(ResultBatch[GameResult]):
    """Results of many games, from ``play_random`` or ``play_policy``. Immutable.

    It is a sequence of ``GameResult``, also available as the columns ``won``, ``outcomes``, ``opened`` and ``moves``.
    ``first`` is None for random games, because their first cells differ.
    """

    __slots__ = ()


def _again(
    kind: type[ResultBatch[GameResult]], deal: Deal, policy: str, order: str, columns: tuple[bytes, ...]
) -> ResultBatch[GameResult]:
    """Restore a batch from a pickle, which may be from a machine with the opposite byte order."""
    outcomes, *others = columns
    if order != sys.byteorder:
        from array import array

        numbers = [array("Q", column) for column in others]
        for column in numbers:
            column.byteswap()
        others = [column.tobytes() for column in numbers]
    return kind._of(deal, policy, outcomes, *others)


_CLICKS = stream_name("clicks")


def play_random(
    grid: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    seed: int | None = None,
    index: int = 0,
    first_open: FirstOpen = "safe",
) -> GameBatch:
    """Play games by uniformly random clicks on covered cells until each game is won or lost.

    The first click in game i is the first number below ``cells`` from the stream (seed, "clicks", index + i). The
    layout is then ``Layout.random(..., index=index + i, first=that cell, first_open=first_open)``. Further clicks are
    the next numbers from the stream, skipping open cells.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines per game.
        count: number of games.
        seed: 0 to 2**64 - 1, or None for a random one.
        index: index of the first game, to continue an earlier batch.
        first_open: promise for the first open: "any", "safe" or "opening".

    Raises:
        MineCountError: the mines don't fit.
        RulesError: there is no such promise.
        BoardTooLargeError: the batch doesn't fit into memory.

    >>> batch = play_random("3x4", 1, 1000, seed=7)
    >>> len(batch), batch.wins, sum(batch.won), max(batch.opened)
    (1000, 596, 596, 11)
    >>> batch[-1]
    GameResult(index=999, moves=2, opened=10, outcome=Outcome.LOST, policy='random clicks', seed=7)
    """
    deal = Deal(grid, mines, count, seed=seed, index=index, first_open=first_open)
    # The deal has no first cell, so it doesn't check the promise; but every game has a first cell that must keep it.
    check_mines(deal.grid, deal.mines, deal.first_open)
    deal.check_memory(deal.count * 18 + 192 * deal.grid.cells // 8, "game")
    columns = _native.play_batch(
        deal.grid.geometry(),
        deal.mines,
        deal.seed,
        LAYOUTS,
        _CLICKS,
        deal.index,
        deal.count,
        FIRST_OPENS.index(deal.first_open),
    )
    return GameBatch._of(deal, "random clicks", *columns)
