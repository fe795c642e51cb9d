"""Games: a board, its rules, and the moves made on it."""

from __future__ import annotations

from hypersweep import _native
from hypersweep.arguments import shorten, whole_number
from hypersweep.codes import code_format
from hypersweep.errors import (
    BusyError,
    LayoutError,
    MineCountError,
    ParameterTypeError,
)
from hypersweep.grid import Grid
from hypersweep.layout import Layout, _bits_message, _byte_range, check_mines
from hypersweep.memory import check_memory
from hypersweep.moves import KINDS, Change, Move, Outcome
from hypersweep.rng import check_seed, fresh_seed
from hypersweep.rules import CLASSIC, PRESETS, Rules
from hypersweep.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Change", "Game", "Move", "Outcome"]

_OUTCOMES = (Outcome.ONGOING, Outcome.WON, Outcome.LOST)
_ONGOING = Outcome.ONGOING


class Game:
    """A game on a board of any number of dimensions.

    A move returns the ``Change`` it made. A move that can't do anything (the game has ended, the cell is open, a flag
    protects it) changes nothing and says so; only a cell that isn't on the board is an error, and it changes nothing
    either. The layout is decided by the first open, so that the rules can promise something for it.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many; needn't be given with a layout.
        seed: 0 to 2**64 - 1 for a game that can be played again, or None for one that nobody can foresee.
        rules: ``Rules``, or their text such as "classic".
        layout: where the mines are, if that is decided already; the first open is then promised nothing.

    Raises:
        MineCountError: the mines don't fit, or none are given, or they differ from the layout's.
        ShapeError: the board can't be.
        BoardTooLargeError: this machine can't hold it.

    Complexity: memory is at most 1 byte per cell, and is taken as the game reaches the cells.

    >>> game = Game("3x4", mines=2, seed=7)
    >>> game.open((0, 0))
    <Change: 6 cells changed, 6 opened, ongoing>
    >>> print(game.view)
    3x4 mines=2
    . 1 # #
    . 2 # #
    . 1 # #
    """

    __slots__ = ("_board", "_decided", "_history", "_outcome", "grid", "layout", "mines", "rules", "seed")

    grid: Grid
    layout: Layout | None
    mines: int
    rules: Rules
    seed: int | None

    def __init__(
        self,
        grid: Grid | str | Sequence[int] | None = None,
        mines: int | None = None,
        *,
        seed: int | None = None,
        rules: Rules | str = CLASSIC,
        layout: Layout | None = None,
    ) -> None:
        if layout is not None and not isinstance(layout, Layout):
            raise ParameterTypeError(f"expected a Layout, got {shorten(layout)} ({type(layout).__name__})")
        if grid is None and layout is None:
            raise ParameterTypeError("expected a board such as '16x30', got None")
        own = layout.grid if grid is None and layout is not None else grid if isinstance(grid, Grid) else Grid(grid)  # type: ignore[arg-type]
        self.grid = own
        self.rules = _read_rules(rules)
        if layout is None:
            if mines is None:
                raise MineCountError(f"expected the number of mines for {own}, got None")
            self.mines = check_mines(own, mines, self.rules.first_open)
            self.seed = fresh_seed() if seed is None else check_seed(seed)
        else:
            if layout.grid != own:
                raise LayoutError(f"expected a layout for {own}, got one for {layout.grid}")
            if mines is not None and check_mines(own, mines) != layout.mines:
                raise MineCountError(f"expected the {layout.mines} mines of the layout, got {mines}")
            self.mines = layout.mines
            self.seed = None if seed is None else check_seed(seed)
        self.layout = layout
        self._outcome = _ONGOING
        self._history: list[tuple[_native.Delta, Change]] = []
        # Three planes beside the mines, each one bit per cell.
        check_memory(own.cells // 2, f"a game on {own}")
        self._decided = layout is not None
        # Before the layout is decided flags are put on a board without mines; the first open takes them over.
        self._board = self._new_board(Layout(own) if layout is None else layout)

    def _new_board(self, layout: Layout) -> _native.Board:
        rules = self.rules
        return _native.Board(
            layout._mines,
            rules.flag_protects_click,
            rules.flag_protects_cascade,
            rules.flags_on_open,
            rules.chord,
        )

    @classmethod
    def restore(
        cls,
        layout: Layout,
        *,
        open_bits: bytes | bytearray | memoryview = b"",
        flag_bits: bytes | bytearray | memoryview = b"",
        rules: Rules | str = CLASSIC,
    ) -> Game:
        """The game that stands as given, whatever that is; its past is not known, so there is nothing to undo.

        A game restored with all safe cells open, or a mine, goes on: it ends with the next move that opens something.

        Args:
            layout: where the mines are.
            open_bits: the open cells, as ``Layout.from_bits`` reads them; empty for none.
            flag_bits: the flagged cells, likewise. Flags on open cells are kept only where the rules allow them.
            rules: as for ``Game``.

        Raises:
            LayoutError: the wrong number of bytes, or bits past the last cell.

        >>> game = Game.restore(Layout("2x3", [(0, 0)]), open_bits=bytes([0b110]))
        >>> game.opened, game.is_open((0, 1)), game.is_open((1, 0))
        (2, True, False)
        """
        game = cls(layout=layout, rules=rules)
        size = (layout.grid.cells + 7) // 8
        for name, bits in (("open_bits", open_bits), ("flag_bits", flag_bits)):
            if not isinstance(bits, bytes | bytearray | memoryview):
                raise ParameterTypeError(f"expected bytes for {name}, got {shorten(bits)} ({type(bits).__name__})")
            if memoryview(bits).nbytes not in (0, size):
                raise LayoutError(f"{name}: {_bits_message(layout.grid, bits, '')}")
        try:
            game._board.restore(open_bits, flag_bits)
        except BufferError as error:
            raise ParameterTypeError(f"expected bits in one piece of memory: {error}") from None
        except ValueError as error:
            # The board is left half filled, but nobody has seen it.
            raise LayoutError(_bits_message(layout.grid, bytes(size), str(error))) from None
        return game

    def open(self, cell: Sequence[int]) -> Change:
        """Open a cell, as by a left click; a cell that touches no mine opens all around it.

        Raises:
            CellError: the cell isn't on the board.
            ParameterTypeError: it isn't a sequence of whole numbers.

        Complexity: in proportion to the cells that open, not to the board; never recurses.
        """
        if not self._decided:
            self._decide(cell)
        delta = self._board.open(cell)
        if delta is None:
            return self.open(self._plain_cell(cell))
        return self._record(delta)

    def flag(self, cell: Sequence[int]) -> Change:
        """Put a flag on a covered cell, or take it away; an open cell only where the rules say so.

        Raises:
            CellError: the cell isn't on the board.
            ParameterTypeError: it isn't a sequence of whole numbers.
        """
        delta = self._board.flag(cell)
        if delta is None:
            return self.flag(self._plain_cell(cell))
        return self._record(delta)

    def chord(self, cell: Sequence[int]) -> Change:
        """Open the neighbours of an open number that has as many flags around it as it says.

        Where the counts differ, or the number is 0, or the cell is covered, nothing happens. Where a flag is wrong, the
        mines around that carry none go off, nothing else opens, and the game is lost.

        Raises:
            CellError: the cell isn't on the board.
            ParameterTypeError: it isn't a sequence of whole numbers.
        """
        delta = self._board.chord(cell)
        if delta is None:
            return self.chord(self._plain_cell(cell))
        return self._record(delta)

    def undo(self) -> Change:
        """Take the latest move back that changed something, also one that ended the game.

        Once decided, the layout stays, also when the first open is taken back.
        """
        if not self._history:
            return Change(self.grid, None, self._outcome)
        # Popped first, so that of two threads only one takes the move back; put back where the board is in use.
        entry = self._history.pop()
        try:
            self._board.undo(entry[0])
        except BusyError:
            self._history.append(entry)
            raise
        delta, change = entry
        self._outcome = _ONGOING
        return Change(self.grid, delta, _ONGOING, -change.opened, -change.flagged)

    def forget(self) -> None:
        """Drop the history: nothing is left to undo, and ``moves`` is empty. For long games that nobody takes back.

        >>> game = Game("3x4", layout=Layout("3x4", [(0, 3)]))
        >>> _ = game.flag((0, 3))
        >>> game.forget()
        >>> bool(game.undo()), game.flags
        (False, 1)
        """
        self._history.clear()

    def play(self, move: Move) -> Change:
        """Make a move.

        Raises:
            CellError: the cell isn't on the board.
        """
        if not isinstance(move, Move):
            raise ParameterTypeError(f"expected a Move, got {shorten(move)} ({type(move).__name__})")
        if move.kind == "open":
            return self.open(move.cell)
        return self.flag(move.cell) if move.kind == "flag" else self.chord(move.cell)

    def _record(self, delta: _native.Delta) -> Change:
        if not delta.changed:
            return Change(self.grid, None, self._outcome)
        self._outcome = _OUTCOMES[self._board.outcome]
        change = Change(self.grid, delta, self._outcome, delta.opened, delta.flag_change)
        self._history.append((delta, change))
        return change

    def _decide(self, cell: Sequence[int]) -> None:
        index = self.grid.index(cell)
        if self.rules.flag_protects_click and self._board.is_flagged(index):
            return
        layout = Layout.random(self.grid, self.mines, seed=self.seed, first=cell, first_open=self.rules.first_open)
        board = self._new_board(layout)
        if self._board.covered_flags:
            board.restore(b"", self.flag_bits())
        self.layout = layout
        self._board = board
        self._decided = True

    def _plain_cell(self, cell: Sequence[int]) -> tuple[int, ...]:
        # The kernel takes tuples and lists; any other sequence becomes one here, and what is no cell an error.
        return self.grid.cell(self.grid.index(cell))

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        return self._outcome

    @property
    def opened(self) -> int:
        """The number of safe cells that are open."""
        return self._board.opened

    @property
    def flags(self) -> int:
        """The number of flags on covered cells."""
        return self._board.covered_flags

    @property
    def remaining(self) -> int:
        """Mines less flags; negative where there are too many flags."""
        return self.mines - self._board.covered_flags

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that changed something and have not been taken back."""
        cell = self.grid.cell
        return tuple(Move(KINDS[delta.kind], cell(delta.index)) for delta, _ in self._history)

    def is_open(self, cell: Sequence[int]) -> bool:
        """Whether a cell is open."""
        return self._board.is_open(self.grid.index(cell))

    def is_flagged(self, cell: Sequence[int]) -> bool:
        """Whether a cell carries a flag, covered or not."""
        return self._board.is_flagged(self.grid.index(cell))

    @property
    def view(self) -> View:
        """What the player may know now: a snapshot, O(cells)."""
        return View._of(self.grid, self.mines, self._code_bytes(0, self.grid.cells, False))

    def _code_bytes(self, begin: int, end: int, reveal: bool) -> bytes:
        return self._board.codes(begin, end, reveal, 2 if code_format(self.grid) == "h" else 4)

    def codes(self, begin: int = 0, end: int | None = None, *, reveal: bool = False) -> memoryview[int]:
        """The codes of the cells with indices ``begin`` to ``end``, as in a ``View``; for boards too large for one.

        Args:
            begin: the first index.
            end: the index after the last one, or None for all.
            reveal: show every clue and every mine (``MINE``), as if all cells were open. Before the first open has
                decided the layout there is no mine anywhere.

        Raises:
            ParameterError: a range that isn't on the board.

        >>> game = Game("2x3", layout=Layout("2x3", [(0, 0)]))
        >>> game.codes(reveal=True).tolist()
        [-3, 1, 0, 1, 1, 0]
        """
        cells = self.grid.cells
        last = cells if end is None else whole_number(end, "end", below=cells + 1)
        first = whole_number(begin, "begin", below=last + 1)
        data = self._code_bytes(first, last, bool(reveal))
        return memoryview(data).cast(code_format(self.grid))  # type: ignore[call-overload, no-any-return]

    def open_bits(self, begin: int = 0, end: int | None = None) -> bytes:
        """Bytes ``begin`` to ``end`` of the bit string of open cells, as ``restore`` reads it."""
        return self._board.open_bits(*_byte_range(self.grid, begin, end))

    def flag_bits(self, begin: int = 0, end: int | None = None) -> bytes:
        """Bytes ``begin`` to ``end`` of the bit string of flagged cells, as ``restore`` reads it."""
        return self._board.flag_bits(*_byte_range(self.grid, begin, end))

    def open_array(self) -> NDArray[np.bool_]:
        """Whether each cell is open: a NumPy array of bool of the grid's shape."""
        from hypersweep.arrays import bit_array

        return bit_array(self.open_bits(), self.grid.shape)

    def flag_array(self) -> NDArray[np.bool_]:
        """Whether each cell carries a flag: a NumPy array of bool of the grid's shape."""
        from hypersweep.arrays import bit_array

        return bit_array(self.flag_bits(), self.grid.shape)

    def _repr_svg_(self) -> str:
        from hypersweep.svg import MOST_CELLS, board_svg

        # A board that is too large for a picture needn't be looked at to say so.
        codes = self.codes() if self.grid.cells <= MOST_CELLS else ()
        return board_svg(self.grid, codes, f"{self.grid}, {self.mines} mines")

    def __repr__(self) -> str:
        safe = self.grid.cells - self.mines
        return (
            f"<Game {self.grid} with {self.mines} mines, {self.rules} rules: "
            f"{self.opened} of {safe} safe cells open, {self._outcome.name.lower()}>"
        )


def _read_rules(rules: object) -> Rules:
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return PRESETS.get(rules) or Rules.parse(rules)
    raise ParameterTypeError(f"expected Rules or their text, got {shorten(rules)} ({type(rules).__name__})")
