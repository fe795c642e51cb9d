"""Marks that a player puts on cells: question marks and draft flags.

They aren't moves: no rule, count or win depends on them. But they share the undo history with the moves, and several
events may form one action, for example when the player keeps a draft's flags.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.moves import KINDS as MOVES
from hypersweep.record.event import LAYERS, STEPS

if TYPE_CHECKING:
    # A linked list of marks to undo or redo, latest first: moves before the mark, its kind and index; and the rest.
    Link = tuple[tuple[int, str, int], "Link | None"]


# Number of moves that can be redone before the first mark: every move that the game can redo.
_ALL = 1 << 62


class Marks(NotCopyable):
    """The marks at a position in a game, and which of them can be undone or redone; updated event by event.

    Create it before the first mark. Moves are counted from there, so it needs no game.

    Attributes:
        questions: indices of cells with a question mark. The mark is visible while the cell is covered without a flag.
        drafts: indices of cells with a draft flag, which is visible under the same conditions.

    >>> marks = Marks()
    >>> for kind, index, changed in [("question", 4, 0), ("open", None, 6), ("draft", 7, 0), ("undo", None, 0)]:
    ...     marks.act(kind, index, changed)
    >>> marks.questions, marks.drafts, marks.next_mark("undo"), marks.next_mark("redo")
    ({4}, set(), None, ('draft', 7))
    """

    __slots__ = ("_is_joining", "_joints", "_log", "_state", "drafts", "questions")

    _why_no_copy = "it belongs to a session or a replay; replay the record instead"

    def __init__(self) -> None:
        self.questions: set[int] = set()
        self.drafts: set[int] = set()
        # Number of moves in effect, of redoable moves and of marks in effect, and linked lists of the marks to undo and
        # to redo. The lists share their nodes, so each log entry takes O(1) space.
        self._state: tuple[int, int, int, Link | None, Link | None] = (0, _ALL, 0, None, None)
        # For each event the state before it, and the mark that it set or removed.
        self._log: list[tuple[tuple[int, int, int, Link | None, Link | None], tuple[str, int] | None]] = []
        # Places between two steps of one action, as the number of moves and of marks before it.
        self._joints: set[tuple[int, int]] = set()
        self._is_joining = False

    def next_mark(self, kind: str) -> tuple[str, int] | None:
        """Return the mark (kind and index) that an undo or redo would change here; None if it wouldn't change a mark.

        Args:
            kind: "undo" or "redo".
        """
        moves, _, _, done, undone = self._state
        link = done if kind == "undo" else undone
        return None if link is None or link[0][0] != moves else link[0][1:]

    @property
    def can_redo_move(self) -> bool:
        """Whether a move that was undone may be redone: False if a mark was set or removed since then."""
        return self._state[1] > 0

    @property
    def is_joined(self) -> bool:
        """Whether the steps before and after this position are one action."""
        moves, _, count, _, _ = self._state
        return (moves, count) in self._joints

    def act(self, kind: str, index: int | None, changed: int) -> None:
        """Update the marks for an event, which must be possible.

        Args:
            kind: the event's kind.
            index: its cell's index, if the kind has a cell.
            changed: number of cells that it changed.
        """
        state = self._state
        moves, redoable, count, done, undone = state
        mark: tuple[str, int] | None = None
        if kind in LAYERS:
            assert index is not None
            self._join()
            mark = (kind, index)
            self._state = (moves, 0, count + 1, ((moves, *mark), done), None)
        elif kind in STEPS:
            way = 1 if kind == "redo" else -1
            mark = self.next_mark(kind) if not changed else None
            if changed:
                self._state = (moves + way, redoable - way, count, done, undone)
            elif kind == "undo" and done is not None:
                self._state = (moves, redoable, count - 1, done[1], (done[0], undone))
            elif kind == "redo" and undone is not None:
                self._state = (moves, redoable, count + 1, (undone[0], done), undone[1])
        elif kind in MOVES and changed:
            self._join()
            self._state = (moves + 1, 0, count, done, None)
        self._is_joining = kind == "and"
        self._log.append((state, mark))
        self._toggle(mark)

    def revert(self) -> None:
        """Undo the latest call of ``act``."""
        self._state, mark = self._log.pop()
        self._toggle(mark)

    def _join(self) -> None:
        moves, _, count, _, _ = self._state
        (self._joints.add if self._is_joining else self._joints.discard)((moves, count))

    def _toggle(self, mark: tuple[str, int] | None) -> None:
        if mark is not None:
            (self.questions if mark[0] == "question" else self.drafts).symmetric_difference_update((mark[1],))
