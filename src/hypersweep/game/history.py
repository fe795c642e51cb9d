"""Undo and redo for a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.copying import Copyable
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.game.game import Game
from hypersweep.moves import KINDS, Move, MoveResult
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from hypersweep.game.progress import CancelToken
    from hypersweep.typing import CellLike

    # A move that changed something, and the redo list before it. The list is linked from its head, so that saving it
    # takes O(1), and ``revert`` restores it.
    Entry = tuple[str, tuple[int, ...] | int, "Link | None"]
    Link = tuple[Entry, "Link | None"]
    # The same for a pickle, with numbers for links: kind and cell of a move, number of the redo list before it, number
    # of the next link.
    Node = tuple[int, int, int, int]

_PLAY = {"open": Game.open, "flag": Game.flag, "chord": Game.chord}


class History(Copyable):
    """A game with undo and redo. Only the history may move its game.

    A move that changes something clears the redo list; a click without effect leaves it. A history can be copied and
    pickled with its game and both lists.

    Args:
        game: the game; its earlier moves can be undone too.

    >>> from hypersweep import Layout
    >>> history = History(Game(layout=Layout("2x3", [(0, 0)])))
    >>> history.act("open", (1, 1)), history.act("undo")
    (<MoveResult: 1 cell changed, 1 opened, ongoing>, <MoveResult: 1 cell changed, -1 opened, ongoing>)
    >>> history.act("redo").cells, history.can_redo
    (((1, 1),), False)
    """

    __slots__ = ("_done", "_undone", "game")

    def __init__(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise ParameterTypeError(f"expected a Game, got {truncate(game)} ({type(game).__name__})")
        self.game: Game = game
        # Earlier moves of the game can be undone too.
        self._done: list[Entry] = [(move.kind, move.cell, None) for move in game.moves]
        self._undone: Link | None = None

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return self._undone is not None

    def act(self, kind: str, cell: CellLike | None = None, *, watch: CancelToken | None = None) -> MoveResult:
        """Make a move, undo the latest one, or redo the one undone last.

        Args:
            kind: "open", "flag" or "chord" with a cell, "undo" or "redo" without.
            cell: the cell of a move, by its coordinates or its index.
            watch: lets another thread follow and cancel a long move; ignored for flags.

        Raises:
            ParameterError: there is no such kind.
            CellError: the cell isn't on the board.

        Complexity: that of the move. An undo or a redo with an empty list changes nothing.
        """
        game = self.game
        play = _PLAY.get(kind)
        if play is not None:
            change = play(game, cell) if watch is None else game.play(Move(kind, cell, grid=game.grid), watch=watch)  # type: ignore[arg-type]
            if change:
                kept = cell if type(cell) is int or type(cell) is tuple else game.grid.cell(cell)  # type: ignore[arg-type]
                self._done.append((kind, kept, self._undone))
                self._undone = None
            return change
        if kind == "undo":
            if not self._done:
                return MoveResult(game.grid, None, game.outcome)
            change = game.undo(watch=watch)
            if change or not _is_cancelled(watch):
                self._undone = (self._done.pop(), self._undone)
            return change
        if kind == "redo":
            if self._undone is None:
                return MoveResult(game.grid, None, game.outcome)
            entry, rest = self._undone
            change = game.play(Move(entry[0], entry[1], grid=game.grid), watch=watch)  # type: ignore[arg-type]
            if change:
                self._done.append(entry)
            if change or not _is_cancelled(watch):
                self._undone = rest
            return change
        raise ParameterError(f"expected open, flag, chord, undo or redo, got {truncate(kind)}")

    def revert(self, kind: str) -> MoveResult:
        """Reverse the latest ``act``, which must have had this kind and changed something.

        The redo list is restored as well, so that any number of acts can be reversed.

        >>> from hypersweep import Layout
        >>> history = History(Game(layout=Layout("2x3", [(0, 0)])))
        >>> for kind, cell in [("open", (0, 1)), ("undo", None), ("open", (0, 2))]:
        ...     change = history.act(kind, cell)
        >>> history.can_redo, history.revert("open").opened, history.can_redo
        (False, -4, True)
        """
        if kind == "undo":
            return self.act("redo")
        change = self.game.undo()
        entry = self._done.pop()
        if kind == "redo":
            self._undone = (entry, self._undone)
        else:
            self._undone = entry[2]
        return change

    def copy(self) -> Self:
        """Return an independent history with a copy of the game and of both lists.

        Complexity: as ``Game.copy``.

        >>> history = History(Game("3x4", mines=2, seed=7))
        >>> opened, undone = history.act("open", (0, 0)), history.act("undo")
        >>> other = history.copy()
        >>> other.act("redo").opened, other.game.opened, history.game.opened
        (6, 6, 0)
        """
        return self.__copy__()

    def _twin(self) -> Self:
        twin = object.__new__(type(self))
        twin.game = self.game.copy()
        twin._done = list(self._done)
        twin._undone = self._undone
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        befores = [entry[2] for entry in self._done]
        nodes, numbers = _numbered([*befores, self._undone], self.game)
        parts = (type(self), self.game, nodes, [numbers[id(before)] for before in befores], numbers[id(self._undone)])
        return _restore_history, parts, self.__getstate__()


def _is_cancelled(watch: CancelToken | None) -> bool:
    return watch is not None and watch.is_cancelled


def _numbered(roots: Iterable[Link | None], game: Game) -> tuple[list[Node], dict[int, int]]:
    """Return all reachable links, each after those it refers to, and their numbers by id."""
    # An explicit stack: chains of links may exceed the recursion limit.
    index = game.grid.index
    nodes: list[Node] = []
    numbers = {id(None): -1}
    waiting = list(roots)
    while waiting:
        link = waiting[-1]
        if link is None or id(link) in numbers:
            waiting.pop()
            continue
        (kind, cell, before), rest = link
        later = [other for other in (before, rest) if id(other) not in numbers]
        if later:
            waiting.extend(later)
            continue
        numbers[id(link)] = len(nodes)
        nodes.append((KINDS.index(kind), index(cell), numbers[id(before)], numbers[id(rest)]))
        waiting.pop()
    return nodes, numbers


def _restore_history(kind: type[History], game: Game, nodes: list[Node], befores: list[int], undone: int) -> History:
    links: dict[int, Link | None] = {-1: None}
    for number, (move, index, before, rest) in enumerate(nodes):
        links[number] = ((KINDS[move], index, links[before]), links[rest])
    moves = game.moves
    latest = moves[len(moves) - len(befores) :]
    history = object.__new__(kind)
    history.game = game
    history._done = [(move.kind, move.cell, links[before]) for move, before in zip(latest, befores, strict=True)]
    history._undone = links[undone]
    return history
