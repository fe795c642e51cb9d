"""A game in which undo and redo can be reversed as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.copying import Copyable
from hypersweep.errors import ParameterError
from hypersweep.game.game import Game
from hypersweep.validation import check_type, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from hypersweep.game.game import CancelToken, Link
    from hypersweep.moves import MoveResult
    from hypersweep.typing import CellLike

    # A pickled link of a redo list: the move, and the number of the next link.
    Node = tuple[int, int, int]

_PLAY = {"open": Game.open, "flag": Game.flag, "chord": Game.chord}


class History(Copyable):
    """A game whose moves, undos and redos can all be reversed. Make them through the history, not on the game itself.

    A history can be copied and pickled with its game.

    Args:
        game: the game; its earlier moves can be undone too, but not reversed.

    >>> from hypersweep import Game, Layout
    >>> history = History(Game(layout=Layout("2x3", [(0, 0)])))
    >>> history.act("open", (1, 1)), history.act("undo")
    (<MoveResult: 1 cell changed, 1 opened, ongoing>, <MoveResult: 1 cell changed, -1 opened, ongoing>)
    >>> history.act("redo").cells, history.can_redo
    (((1, 1),), False)
    """

    __slots__ = ("_befores", "game")

    def __init__(self, game: Game) -> None:
        check_type(game, Game, "a Game")
        self.game: Game = game
        # The redo list before each act that changed something.
        self._befores: list[Link | None] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return self.game.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return self.game.can_redo

    def open(self, cell: CellLike, *, watch: CancelToken | None = None) -> MoveResult:
        """Open a cell, as ``Game.open`` does; ``watch`` lets other threads follow and cancel a long open."""
        game, before = self.game, self.game._undone
        return self._noted(before, game.open(cell) if watch is None else game._open_watched(cell, watch))

    def flag(self, cell: CellLike) -> MoveResult:
        """Toggle the flag on a cell, as ``Game.flag`` does."""
        return self._noted(self.game._undone, self.game.flag(cell))

    def chord(self, cell: CellLike, *, watch: CancelToken | None = None) -> MoveResult:
        """Open the neighbours of a number, as ``Game.chord`` does; ``watch`` as for ``open``."""
        game, before = self.game, self.game._undone
        return self._noted(before, game.chord(cell) if watch is None else game._chord_watched(cell, watch))

    def _noted(self, before: Link | None, change: MoveResult) -> MoveResult:
        if change:
            self._befores.append(before)
        return change

    def undo(self, *, watch: CancelToken | None = None) -> MoveResult:
        """Undo the latest move, if there is one; ``watch`` lets other threads cancel a long undo."""
        return self._noted(self.game._undone, self.game.undo(watch=watch))

    def redo(self, *, watch: CancelToken | None = None) -> MoveResult:
        """Redo the move undone last, if there is one; ``watch`` as for ``open``."""
        return self._noted(self.game._undone, self.game.redo(watch=watch))

    def act(self, kind: str, cell: CellLike | None = None, *, watch: CancelToken | None = None) -> MoveResult:
        """Make a move, undo or redo, given its name as in a record.

        Args:
            kind: "open", "flag" or "chord" with a cell; "undo" or "redo" without one.
            cell: the move's cell, as coordinates or an index.
            watch: lets another thread follow and cancel a long move; ignored for flags.

        Raises:
            ParameterError: there is no such kind.
            CellError: the cell isn't on the board.
        """
        play = _PLAY.get(kind)
        if play is not None and (watch is None or kind == "flag"):
            return self._noted(self.game._undone, play(self.game, cell))  # type: ignore[arg-type]
        if play is not None:
            return (self.open if kind == "open" else self.chord)(cell, watch=watch)  # type: ignore[arg-type]
        if kind in ("undo", "redo"):
            return (self.undo if kind == "undo" else self.redo)(watch=watch)
        raise ParameterError(f"expected open, flag, chord, undo or redo, got {truncate(kind)}")

    def revert(self, kind: str) -> MoveResult:
        """Reverse the latest ``act``, which must have had this kind and changed something.

        The redo list is restored too, so that any number of acts can be reversed.

        >>> from hypersweep import Layout
        >>> history = History(Game(layout=Layout("2x3", [(0, 0)])))
        >>> for kind, cell in [("open", (0, 1)), ("undo", None), ("open", (0, 2))]:
        ...     change = history.act(kind, cell)
        >>> history.can_redo, history.revert("open").opened, history.can_redo
        (False, -4, True)
        """
        game = self.game
        change = game.redo() if kind == "undo" else game.undo()
        game._undone = self._befores.pop()
        return change

    def copy(self) -> Self:
        """Return an independent history: a copy of the game and its acts; as fast as ``Game.copy``.

        >>> history = History(Game("3x4", mines=2, seed=7))
        >>> opened, undone = history.act("open", (0, 0)), history.act("undo")
        >>> other = history.copy()
        >>> other.act("redo").opened, other.game.opened, history.game.opened
        (6, 6, 0)
        """
        return self.__copy__()

    def _twin(self) -> Self:
        twin = object.__new__(type(self))
        twin.game, twin._befores = self.game.copy(), list(self._befores)
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        nodes, numbers = _numbered(self._befores)
        parts = (type(self), self.game, nodes, [numbers[id(before)] for before in self._befores])
        return _restore_history, parts, self.__getstate__()


def _numbered(roots: Iterable[Link | None]) -> tuple[list[Node], dict[int, int]]:
    """Return all links reachable from ``roots``, each after the next one, and their numbers by ``id()``."""
    nodes: list[Node] = []
    numbers = {id(None): -1}
    for root in roots:
        fresh = []
        link = root
        while link is not None and id(link) not in numbers:
            fresh.append(link)
            link = link[1]
        for link in reversed(fresh):
            (kind, index), rest = link
            numbers[id(link)] = len(nodes)
            nodes.append((kind, index, numbers[id(rest)]))
    return nodes, numbers


def _restore_history(kind: type[History], game: Game, nodes: list[Node], befores: list[int]) -> History:
    links: dict[int, Link | None] = {-1: None}
    for number, (move, index, rest) in enumerate(nodes):
        links[number] = ((move, index), links[rest])
    history = object.__new__(kind)
    history.game, history._befores = game, [links[before] for before in befores]
    return history
