"""The game: a board, its rules and the moves made on it; and a token for cancelling a long move."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.codes import COVERED, FLAGGED
from hypersweep.copying import Copyable, NotCopyable
from hypersweep.errors import (
    HypersweepError,
    LayoutError,
    MineCountError,
    ParameterTypeError,
    RulesError,
)
from hypersweep.game.first_open import check_deal, deal, deal_watched
from hypersweep.grid import Grid
from hypersweep.layout import Layout, _bits_message, _byte_range, check_mines
from hypersweep.moves import KINDS, OUTCOMES, Move, MoveResult, Outcome
from hypersweep.rng import check_seed, fresh_seed, stream_name
from hypersweep.rules import CLASSIC, Rules, read_rules
from hypersweep.validation import check_memory, check_type, truncate, whole_number
from hypersweep.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.generate import Progress
    from hypersweep.typing import CellLike, MoveKind

    # A redo list: an undone move (number of its kind, and index), and the moves undone before it. It is a linked list,
    # so that saving an old one takes O(1).
    Link = tuple[tuple[int, int], "Link | None"]

_ONGOING = Outcome.ONGOING

# Maximum number of cells on a board that ``str`` draws.
_MOST_DRAWN = 1 << 16

# Random stream for picking new layouts under ``guess="punished"``; its index is the number of open cells.
PUNISHED = stream_name("punished")

if hasattr(os, "register_at_fork"):
    # A fork waits for moves in other threads; otherwise the child would inherit a half-opened or permanently busy
    # board.
    os.register_at_fork(
        before=_native.fork_begins,
        after_in_parent=_native.fork_ended_in_parent,
        after_in_child=_native.fork_ended_in_child,
    )


class Game(Copyable):
    """A game on a board with any number of dimensions.

    A move returns its ``MoveResult``. A move without effect (the game has ended, the cell is open, a flag protects it)
    isn't an error: its result is empty. The first open decides the layout, so that what the rules promise for it can be
    kept. With ``guess="punished"``, later opens and chords may change the layout; see docs/punished.md.

    A game can be copied and pickled with its history. It is equal only to itself. While a long operation runs on a
    large board, other threads may read its counts and outcome, and see the values from before the operation. Any other
    use raises a ``BusyError``. With ``guess="punished"``, this applies to boards of every size.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines; optional with a layout.
        seed: 0 to 2**64 - 1 for a reproducible game, or None for a random one.
        rules: ``Rules``, or text such as "classic".
        layout: the mines, if already decided. The rules for first open and guesses are then ignored, except that
            ``guess="punished"`` is refused.

    Raises:
        MineCountError: the mines don't fit, or their number is missing or differs from the layout's.
        RulesError: a layout is combined with ``guess="punished"``.
        ShapeError: the board's shape is invalid.
        BoardTooLargeError: the board doesn't fit into memory.

    Complexity: at most 1 byte of memory per cell, committed as the game reaches the cells.

    >>> game = Game("3x4", mines=2, seed=7)
    >>> game.open((0, 0))
    <MoveResult: 6 cells changed, 6 opened, ongoing>
    >>> print(game.view)
    3x4 mines=2
    . 1 # #
    . 2 # #
    . 1 # #
    """

    __slots__ = ("_board", "_grid", "_layout", "_mines", "_rules", "_seed", "_undone")

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
            raise ParameterTypeError(f"expected a Layout, got {truncate(layout)} ({type(layout).__name__})")
        if grid is None and layout is None:
            raise ParameterTypeError("expected a board such as '16x30', got None")
        own = layout.grid if grid is None and layout is not None else grid if isinstance(grid, Grid) else Grid(grid)  # type: ignore[arg-type]
        agreed = read_rules(rules)
        number = None if seed is None else check_seed(seed)
        if layout is None:
            if mines is None:
                raise MineCountError(f"expected the number of mines for {own}, got None")
            count = check_deal(own, mines, agreed)
            number = fresh_seed() if number is None else number
        else:
            if agreed.guess == "punished":
                raise RulesError(
                    "guess='punished' places the mines itself and accepts no layout: use the rules of "
                    f"rules.for_layout(), got {layout!r}"
                )
            if layout.grid != own:
                raise LayoutError(f"expected a layout for {own}, got one for {layout.grid}")
            if mines is not None and check_mines(own, mines) != layout.mines:
                raise MineCountError(f"expected the {layout.mines} mines of the layout, got {mines}")
            count = layout.mines
        # Four bits per cell: one for the mine, three for the cell's state.
        check_memory(own.cells // 2, f"a game on {own}")
        board = _native.Board(
            # Until the first open decides the layout, the board has no mines, but flags can already be placed.
            _native.Mines.from_indices(own.geometry(), ()) if layout is None else layout._mines,
            layout is not None,
            agreed.flag_protects_click,
            agreed.flag_protects_cascade,
            agreed.flags_on_open,
            agreed.chord,
            agreed.flag_toggles,
        )
        if agreed.guess == "punished":
            assert number is not None
            board.punish(number, PUNISHED)
        self._grid: Grid = own
        self._mines: int = count
        self._seed: int | None = number
        self._rules: Rules = agreed
        self._layout: Layout | None = layout
        self._board: _native.Board = board
        self._undone: Link | None = None

    @property
    def grid(self) -> Grid:
        """The board."""
        return self._grid

    @property
    def mines(self) -> int:
        """Number of mines on the board."""
        return self._mines

    @property
    def seed(self) -> int | None:
        """The layout's seed, 0 to 2**64 - 1; None for a game with a given layout and no seed."""
        return self._seed

    @property
    def rules(self) -> Rules:
        """The game's rules."""
        return self._rules

    @property
    def layout(self) -> Layout | None:
        """The mines; None before the first open, unless the layout was given.

        With ``guess="punished"``, any open or chord may change them, and an undo restores them.
        """
        layout = self._layout
        if layout is None or self._rules.guess == "punished":
            mines = self._board.mines
            if mines is None:
                return None
            if layout is None or layout._mines is not mines:
                layout = self._layout = Layout._of(self._grid, mines)
        return layout

    @classmethod
    def restore(
        cls,
        layout: Layout,
        *,
        open_bits: bytes | bytearray | memoryview = b"",
        flag_bits: bytes | bytearray | memoryview = b"",
        rules: Rules | str = CLASSIC,
    ) -> Game:
        """Return a game in the given state, without history.

        A game restored with all safe cells open, or with an open mine, is still ongoing: it ends with the next move
        that opens something.

        Args:
            layout: the mines.
            open_bits: the open cells, in the format of ``Layout.from_bits``; empty for none.
            flag_bits: the flagged cells, likewise. Flags on open cells are kept only if the rules allow them.
            rules: as for ``Game``.

        Raises:
            LayoutError: the number of bytes is wrong, or bits are set past the last cell.

        >>> game = Game.restore(Layout("2x3", [(0, 0)]), open_bits=bytes([0b110]))
        >>> game.opened, game.is_open((0, 1)), game.is_open((1, 0))
        (2, True, False)
        """
        game = cls(layout=layout, rules=rules)
        size = (layout.grid.cells + 7) // 8
        for name, bits in (("open_bits", open_bits), ("flag_bits", flag_bits)):
            check_type(bits, bytes | bytearray | memoryview, f"bytes for {name}")
            if memoryview(bits).nbytes not in (0, size):
                raise LayoutError(f"{name}: {_bits_message(layout.grid, bits, '')}")
        game._restore(open_bits, flag_bits, _ONGOING)
        return game

    def _restore(
        self,
        open_bits: bytes | bytearray | memoryview,
        flag_bits: bytes | bytearray | memoryview,
        outcome: Outcome,
    ) -> None:
        # An error leaves the board half filled, which is harmless: the caller drops this new game.
        try:
            self._board.restore(open_bits, flag_bits, outcome.value)
        except HypersweepError:
            raise
        except BufferError as error:
            raise ParameterTypeError(f"expected bits in contiguous memory: {error}") from None
        except ValueError as error:
            raise LayoutError(_bits_message(self._grid, bytes((self._grid.cells + 7) // 8), str(error))) from None

    def copy(self) -> Self:
        """Return an independent game with the same state and history.

        If the layout isn't decided yet, both games get the same one if their first open is at the same cell.

        Raises:
            BusyError: a move is running in another thread.
            BoardTooLargeError: another board doesn't fit into memory.

        Complexity: O(cells / 64 + moves); the immutable parts (layout, changes made by moves) are shared.

        >>> game = Game("3x4", layout=Layout("3x4", [(0, 3), (2, 0)]))
        >>> _ = game.open((0, 0))
        >>> other = game.copy()
        >>> other.open((2, 0)).outcome, game.outcome
        (Outcome.LOST, Outcome.ONGOING)
        >>> other.undo().outcome, other.undo().opened, game.opened
        (Outcome.ONGOING, -6, 6)
        """
        return self.__copy__()

    def _twin(self) -> Self:
        twin = object.__new__(type(self))
        twin._board = self._board.copy()
        twin._grid, twin._mines, twin._seed, twin._rules = self._grid, self._mines, self._seed, self._rules
        twin._layout, twin._undone = self._layout, self._undone
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        # Pickle the state before the first undoable move, the moves and the redo list; replaying the moves restores
        # their changes.
        board = self._board.copy()
        moves = board.moves()
        while board.undo(None) is not None:
            pass
        size = (self._grid.cells + 7) // 8
        open_bits, flag_bits = (bits(0, size).rstrip(b"\0") for bits in (board.open_bits, board.flag_bits))
        layout = None if board.mines is None else Layout._of(self._grid, board.mines)
        before = (layout, open_bits, flag_bits, OUTCOMES[board.outcome])
        parts = (type(self), self._grid, self._mines, self._seed, self._rules, *before, moves, [*_links(self._undone)])
        return _restore_game, parts, self.__getstate__()

    def open(self, cell: CellLike) -> MoveResult:
        """Open a cell, as a left click does; if no neighbour is a mine, open the neighbours too, and so on.

        Raises:
            CellError: the cell isn't on the board.
            ParameterTypeError: the cell is neither an index nor a sequence of integers.
            GenerationError: at the first open with ``guess="never"``, no board was found that needs no guess. The game
                is unchanged; another first cell may work.

        Complexity: linear in the number of cells that open, whatever the size of the board; doesn't recurse.
        """
        delta = self._board.open(cell)
        if delta is None:
            delta = self._open_first(cell)
        if self._undone is not None and delta.changed:
            self._undone = None
        return MoveResult(self._grid, delta)

    def _open_first(self, cell: CellLike) -> _native.Delta:
        # The fast path failed: the cell isn't a tuple or int, is off the board, or this is the first open.
        index = self._grid.index(cell)
        delta = self._board.open(index)
        if delta is None:
            assert self._seed is not None
            layout = deal(self._grid, self._mines, self._rules, seed=self._seed, first=index)
            # Set the layout and open in one step: if two threads race, the first open gets the layout made for its
            # cell.
            delta = self._board.open_first(index, layout._mines, None)
            assert delta is not None
        return delta

    def flag(self, cell: CellLike) -> MoveResult:
        """Toggle the flag on a covered cell, or on an open cell if the rules allow it.

        Raises:
            CellError: the cell isn't on the board.
            ParameterTypeError: the cell is neither an index nor a sequence of integers.
        """
        delta = self._board.flag(cell)
        if delta is None:
            delta = self._board.flag(self._grid.index(cell))
            assert delta is not None
        if self._undone is not None and delta.changed:
            self._undone = None
        return MoveResult(self._grid, delta)

    def chord(self, cell: CellLike) -> MoveResult:
        """Open the unflagged neighbours of an open number with exactly that many flags around it.

        If the counts differ, the number is 0, or the cell is covered, nothing happens. If a flag is wrong, the
        unflagged mines around the number explode, no other cell opens, and the game is lost.

        Raises:
            CellError: the cell isn't on the board.
            ParameterTypeError: the cell is neither an index nor a sequence of integers.
        """
        delta = self._board.chord(cell)
        if delta is None:
            delta = self._board.chord(self._grid.index(cell))
            assert delta is not None
        if self._undone is not None and delta.changed:
            self._undone = None
        return MoveResult(self._grid, delta)

    def undo(self, *, watch: CancelToken | None = None) -> MoveResult:
        """Undo the latest move that changed something, even one that ended the game.

        Once decided, the layout stays, even if the first open is undone. With ``guess="punished"``, undoing a move also
        restores the layout from before that move.

        Args:
            watch: lets another thread cancel undoing a long move.
        """
        delta = self._board.undo(None if watch is None else _kernel_watch(watch))
        if delta is None:
            return MoveResult(self._grid, None, self.outcome)
        self._undone = (delta.move, self._undone)
        return MoveResult(self._grid, delta, _ONGOING, True)

    def redo(self, *, watch: CancelToken | None = None) -> MoveResult:
        """Redo the move undone last. A move that changes something drops all moves to redo; others don't.

        Args:
            watch: lets other threads follow and cancel a long move.

        >>> game = Game("3x4", layout=Layout("3x4", [(0, 3), (2, 0)]))
        >>> game.open((0, 0)).opened, game.undo().opened, game.can_redo
        (6, -6, True)
        >>> game.redo().opened, game.can_redo, bool(game.redo())
        (6, False, False)
        """
        if self._undone is None:
            return MoveResult(self._grid, None, self.outcome)
        (kind, index), rest = self._undone
        change = self.play(Move(KINDS[kind], index, grid=self._grid), watch=watch)
        if change:
            self._undone = rest
        return change

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return self._board.move_count > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return self._undone is not None

    @contextmanager
    def trying(self, move: Move) -> Iterator[MoveResult]:
        """Make a move for the duration of a ``with`` block; afterwards, the game is as it was before.

        Inside the block, any moves can be made, undone and redone, even in nested ``trying`` blocks. The game is
        restored even if the block raises an exception, together with its moves to undo and to redo. But a layout that
        the first open decides stays. Don't call ``forget`` inside.

        Args:
            move: the move; it may have no effect.

        Returns:
            A context manager with the move's ``MoveResult``.

        Raises:
            CellError: the cell isn't on the board.

        Complexity: at the end, O(moves to undo), plus the cost of the changes.

        >>> game = Game("3x4", layout=Layout("3x4", [(0, 3), (2, 0)]))
        >>> with game.trying(Move("open", (2, 0))) as result:
        ...     print(result.outcome, game.opened)
        Outcome.LOST 0
        >>> game.outcome, game.moves
        (Outcome.ONGOING, ())
        """
        moves, undone = self._board.moves(), self._undone
        try:
            yield self.play(move)
        finally:
            made = self._board.moves()
            kept = 0
            while kept < min(len(moves), len(made)) and moves[kept] == made[kept]:
                kept += 1
            for _ in range(len(made) - kept):
                self.undo()
            # The block may have undone moves made before it.
            for kind, index in moves[kept:]:
                self.play(Move(KINDS[kind], index, grid=self._grid))
            self._undone = undone

    def legal_moves(self, kind: MoveKind | None = None) -> tuple[Move, ...]:
        """Return the moves that would change something; none if the game is over.

        Args:
            kind: "open", "flag" (also removes a flag) or "chord"; None for all kinds.

        Returns:
            The moves: opens, then flags, then chords, each in index order.

        Raises:
            RulesError: there is no such kind of move.

        Complexity: O(cells), plus O(neighbours) for each clue if chords are wanted.

        >>> game = Game("2x3", layout=Layout("2x3", [(0, 0)]))
        >>> _ = game.open((0, 2)), game.flag((0, 0))
        >>> game.legal_moves()
        (Move('open', (1, 0)), Move('flag', (0, 0)), Move('flag', (1, 0)), Move('chord', (0, 1)), Move('chord', (1, 1)))
        >>> [move.cell for move in game.legal_moves("chord")]
        [(0, 1), (1, 1)]
        """
        kinds = KINDS if kind is None else (Move(kind, (0,)).kind,)
        if self.outcome is not _ONGOING:
            return ()
        grid, rules, codes = self._grid, self._rules, self.codes()
        found: list[tuple[MoveKind, int]] = []
        if "open" in kinds:
            closed = (COVERED,) if rules.flag_protects_click else (COVERED, FLAGGED)
            found += [("open", index) for index, code in enumerate(codes) if code in closed]
        if "flag" in kinds:
            flags = self.flag_bits()
            for index, code in enumerate(codes):
                is_flagged = flags[index >> 3] >> (index & 7) & 1
                if (code in (COVERED, FLAGGED) or rules.flags_on_open) and (rules.flag_toggles or not is_flagged):
                    found.append(("flag", index))
        if "chord" in kinds and rules.chord:
            neighbours = grid.geometry().neighbours
            for index, code in enumerate(codes):
                if code > 0:
                    around = [codes[other] for other in neighbours(index)]
                    if COVERED in around and around.count(FLAGGED) == code:
                        found.append(("chord", index))
        return tuple([Move(each, index, grid=grid) for each, index in found])

    def forget(self) -> None:
        """Drop the history and the moves to redo, to save memory in long games; ``moves`` is then empty.

        >>> game = Game("3x4", layout=Layout("3x4", [(0, 3)]))
        >>> _ = game.flag((0, 3))
        >>> game.forget()
        >>> bool(game.undo()), game.flags
        (False, 1)
        """
        self._board.forget()
        self._undone = None

    def play(self, move: Move, *, watch: CancelToken | None = None) -> MoveResult:
        """Make a move.

        Args:
            move: the move.
            watch: lets other threads follow and cancel a long open or chord.

        Raises:
            CellError: the cell isn't on the board.
        """
        check_type(move, Move, "a Move")
        if move.kind == "open":
            return self.open(move.cell) if watch is None else self._open_watched(move.cell, watch)
        if move.kind == "flag":
            return self.flag(move.cell)
        return self.chord(move.cell) if watch is None else self._chord_watched(move.cell, watch)

    # Separate from ``open`` and ``chord``, which would take 10 % longer if they had to test for a watch.

    def _open_watched(self, cell: CellLike, watch: CancelToken) -> MoveResult:
        native, index = _kernel_watch(watch), self._grid.index(cell)
        delta = self._board.open_watched(index, native)
        if delta is None:
            assert self._seed is not None
            mines = deal_watched(
                self._grid, self._mines, self._rules, seed=self._seed, first=index, watch=native, report=watch._report
            )
            if mines is None:
                return MoveResult(self._grid, None, self.outcome)
            delta = self._board.open_first(index, mines, native)
        self._drop_undone(delta)
        # If the move was cancelled before the mines were placed, there is no delta, so pass the outcome.
        return MoveResult(self._grid, delta, self.outcome if delta is None else None)

    def _chord_watched(self, cell: CellLike, watch: CancelToken) -> MoveResult:
        delta = self._board.chord_watched(self._grid.index(cell), _kernel_watch(watch))
        self._drop_undone(delta)
        return MoveResult(self._grid, delta)

    def _drop_undone(self, delta: _native.Delta | None) -> None:
        # ``open``, ``flag`` and ``chord`` do the same without this call, which would take a tenth of their time.
        if delta is not None and delta.changed:
            self._undone = None

    @property
    def outcome(self) -> Outcome:
        """The outcome: ongoing, won or lost."""
        return OUTCOMES[self._board.outcome]

    @property
    def opened(self) -> int:
        """Number of open safe cells."""
        return self._board.opened

    @property
    def flags(self) -> int:
        """Number of flags on covered cells."""
        return self._board.covered_flags

    @property
    def remaining(self) -> int:
        """Mines minus flags; negative if there are too many flags."""
        return self._mines - self._board.covered_flags

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that changed something and weren't undone."""
        cell = self._grid.cell
        return tuple(Move(KINDS[kind], cell(index)) for kind, index in self._board.moves())

    def __getitem__(self, cell: CellLike) -> int:
        """Return a cell's code, as in a ``View``: a clue, or the state of its cover.

        Raises:
            CellError: the cell isn't on the board.

        >>> game = Game("3x4", mines=2, seed=7)
        >>> _ = game.open((0, 0))
        >>> game[0, 1], game[0, 2]
        (1, -1)
        """
        index = self._grid.index(cell)
        return self.codes(index, index + 1)[0]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Iterate over all cells in the order of their indices."""
        return iter(self._grid)

    def __contains__(self, cell: object) -> bool:
        """Return whether a value is a cell on the board."""
        return cell in self._grid

    def is_open(self, cell: CellLike) -> bool:
        """Return whether a cell is open."""
        return self._board.is_open(self._grid.index(cell))

    def is_flagged(self, cell: CellLike) -> bool:
        """Return whether a cell, covered or not, has a flag."""
        return self._board.is_flagged(self._grid.index(cell))

    @property
    def view(self) -> View:
        """A snapshot of the board as the player sees it now; takes O(cells)."""
        return View._of(self._grid, self._mines, self._code_bytes(0, self._grid.cells, False))

    def _code_bytes(self, begin: int, end: int, reveal: bool) -> bytes:
        return self._board.codes(begin, end, reveal, 2 if self._grid.code_format == "h" else 4)

    def codes(self, begin: int = 0, end: int | None = None, *, reveal: bool = False) -> memoryview:
        """Return the codes of the cells with indices ``begin`` to ``end``; for boards too large for a ``View``.

        Args:
            begin: the first index.
            end: the index after the last one, or None for all.
            reveal: whether to return every clue and every mine (``MINE``), as if all cells were open. Unless a layout
                was given, there are no mines before the first open.

        Raises:
            ParameterError: the range isn't on the board.

        >>> game = Game("2x3", layout=Layout("2x3", [(0, 0)]))
        >>> game.codes(reveal=True).tolist()
        [-3, 1, 0, 1, 1, 0]
        """
        cells = self._grid.cells
        last = cells if end is None else whole_number(end, "end", below=cells + 1)
        first = whole_number(begin, "begin", below=last + 1)
        data = self._code_bytes(first, last, bool(reveal))
        return memoryview(data).cast(self._grid.code_format)  # type: ignore[call-overload, no-any-return]

    def open_bits(self, begin: int = 0, end: int | None = None) -> bytes:
        """Return bytes ``begin`` to ``end`` of the bit string of open cells, in the format for ``restore``."""
        return self._board.open_bits(*_byte_range(self._grid, begin, end))

    def flag_bits(self, begin: int = 0, end: int | None = None) -> bytes:
        """Return bytes ``begin`` to ``end`` of the bit string of flagged cells, in the format for ``restore``."""
        return self._board.flag_bits(*_byte_range(self._grid, begin, end))

    def open_array(self) -> NDArray[np.bool_]:
        """Return whether each cell is open, as a NumPy array of bool in the grid's shape."""
        from hypersweep.arrays import bit_array

        return bit_array(self.open_bits(), self._grid.shape)

    def flag_array(self) -> NDArray[np.bool_]:
        """Return whether each cell has a flag, as a NumPy array of bool in the grid's shape."""
        from hypersweep.arrays import bit_array

        return bit_array(self.flag_bits(), self._grid.shape)

    def __str__(self) -> str:
        """Return the text form of the view, or ``repr`` on a board of more than 65,536 cells.

        >>> print(Game("2x3", mines=1))
        2x3 mines=1
        # # #
        # # #
        """
        return self.view.format() if self._grid.cells <= _MOST_DRAWN else repr(self)

    def _repr_svg_(self) -> str:
        from hypersweep.picture.cell_appearance import shown_codes
        from hypersweep.picture.notebook import board_picture

        def last() -> tuple[int, ...] | None:
            moves = self.moves
            return moves[-1].cell if moves else None

        return board_picture(self._grid, self._mines, lambda: shown_codes(self), last=last)

    def __repr__(self) -> str:
        from hypersweep.text import pluralize

        safe = self._grid.cells - self._mines
        return (
            f"<Game {self._grid} with {pluralize(self._mines, 'mine')}, {self._rules.name} rules: "
            f"{self.opened} of {safe} safe cells open, {self.outcome.name.lower()}>"
        )


def _restore_game(
    kind: type[Game],
    grid: Grid,
    mines: int,
    seed: int | None,
    rules: Rules,
    layout: Layout | None,
    open_bits: bytes,
    flag_bits: bytes,
    outcome: Outcome,
    moves: Sequence[tuple[int, int]],
    undone: Sequence[tuple[int, int]],
) -> Game:
    """Rebuild a pickled game: restore its state before the first undoable move, then repeat its moves.

    Args:
        kind: the game's class.
        grid: the board.
        mines: number of mines.
        seed: the seed, if any.
        rules: the rules.
        layout: the layout before the moves, if decided.
        open_bits: the cells open before the moves.
        flag_bits: the cells flagged before the moves.
        outcome: the outcome before the moves.
        moves: the moves, each as the number of its kind and an index.
        undone: the moves to redo, most recently undone first.
    """
    game = object.__new__(kind)
    if layout is not None and rules.guess == "punished":
        # ``forget`` dropped earlier moves, but the layout they led to stays.
        Game.__init__(game, grid, mines, seed=seed, rules=rules)
        game._board.decide(layout._mines)
    else:
        Game.__init__(game, grid, mines, seed=seed, rules=rules, layout=layout)
    game._restore(open_bits, flag_bits, outcome)
    for number, index in moves:
        (Game.open, Game.flag, Game.chord)[number](game, index)
    for move in reversed(undone):
        game._undone = (move, game._undone)
    return game


def _links(undone: Link | None) -> Iterator[tuple[int, int]]:
    """Yield the moves in a redo list."""
    while undone is not None:
        move, undone = undone
        yield move


class CancelToken(NotCopyable):
    """Token for one move, through which other threads follow its progress and cancel it.

    A cascade over a billion cells takes seconds. A cancelled move changes nothing: its ``MoveResult`` is empty, and
    the game is as it was before. If the move has already finished, its result stands. Use a new token for each move:
    with a cancelled token, any move long enough to check it is cancelled too.

    >>> from hypersweep import Game, Move
    >>> watch = CancelToken()
    >>> change = Game("3x4", mines=2, seed=7).play(Move("open", (0, 0)), watch=watch)
    >>> change.opened, watch.is_cancelled
    (6, False)
    """

    __slots__ = ("_native", "_search")

    _why_no_copy = "it belongs to one move; make another with CancelToken()"

    def __init__(self) -> None:
        self._native = _native.Watch()
        self._search: Progress | None = None

    def cancel(self) -> None:
        """Stop the move as soon as possible, and restore the game.

        This takes about a millisecond, or up to 50 ms while the first open generates its board.
        """
        self._native.cancel()

    @property
    def is_cancelled(self) -> bool:
        """Whether ``cancel`` was called."""
        return self._native.is_cancelled

    @property
    def opened(self) -> int:
        """Number of safe cells opened by the move so far, updated about every 0.1 ms.

        It stays 0 in short moves and in undos.
        """
        return self._native.opened

    def _report(self, progress: Progress) -> None:
        self._search = progress

    @property
    def search(self) -> Progress | None:
        """Progress of the search for a no-guess board during a first open with ``guess="never"``; else None."""
        return self._search

    def __repr__(self) -> str:
        return f"<CancelToken: {self.opened} opened{', cancelled' if self.is_cancelled else ''}>"


def _kernel_watch(watch: CancelToken) -> _native.Watch:
    """Return the compiled object that a token wraps; raise a ``ParameterTypeError`` for anything but a token."""
    check_type(watch, CancelToken, "a CancelToken")
    return watch._native
