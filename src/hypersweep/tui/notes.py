"""Texts around a board: its heading, and the lines below it for hints, messages, questions and results.

The number of these lines is fixed, so that no text ever covers or moves the board.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from hypersweep.boards import board_title
from hypersweep.session.results import rules_note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.timer import Timer

    from hypersweep.game import Game
    from hypersweep.online.room_client import OnlineGame
    from hypersweep.session import Hint

# Seconds for which a message (first) or a warning (second) hides the lasting text.
_SAID, _WARNED = 4.0, 12.0
_ELLIPSIS = "…"
# A cell's coordinates must not be split over two lines: this private-use character replaces their spaces during
# wrapping.
_CELL = re.compile(r"\([\d, ]+\)")
_JOINT = "\ue000"
# Gap between the parts of a text.
_GAP = "   "

HEIGHTS: list[tuple[int, str]] = [(0, "-low"), (28, "-medium"), (40, "-high")]
"""Minimum screen heights for notes of one, two and three lines, with the CSS classes set by the application."""


def fitted(contents: Sequence[Content], width: int, height: int) -> Content:
    """Return the first text that fits; if none does, cut the last one between words.

    Args:
        contents: texts with the same meaning, longest first.
        width: width of a line in characters.
        height: number of lines.

    >>> full, short = Content("The 1 at (0, 1) already has its mine."), Content("Look at the marked clue.")
    >>> str(fitted([full, short], 80, 1)), str(fitted([full, short], 30, 1)), str(fitted([full, short], 12, 1))
    ('The 1 at (0, 1) already has its mine.', 'Look at the marked clue.', 'Look at the…')
    >>> print(fitted([full], 20, 3))
    The 1 at (0, 1)
    already has its
    mine.
    """
    if width < 1:
        return Content("")
    lines: list[Content] = []
    for content in contents:
        lines = _wrapped(content, width)
        if len(lines) <= height:
            # Fix the line breaks if the text contains cells; the widget itself can wrap any other text.
            return _spaced(Content("\n").join(lines)) if len(lines) > 1 and _CELL.search(content.plain) else content
    kept = lines[: height - 1]
    # Make space for the ellipsis: drop the last word, or cut a word longer than the line.
    last = lines[height - 1].rstrip()
    if last.cell_length >= width:
        place = str(last).rfind(" ")
        last = last.divide([place])[0] if place > 0 else last.truncate(width - 1)
    return _spaced(Content("\n").join([*kept, Content.assemble(last.rstrip(), _ELLIPSIS)]))


def _wrapped(content: Content, width: int) -> list[Content]:
    """Wrap a text between words; a cell's coordinates count as one word."""
    joined = _CELL.sub(lambda cell: cell[0].replace(" ", _JOINT), content.plain)
    return Content(joined, spans=list(content.spans)).wrap(width)


def _spaced(content: Content) -> Content:
    """Restore the spaces in cells' coordinates."""
    return Content(content.plain.replace(_JOINT, " "), spans=list(content.spans))


class NoteLine(Static):
    """The lines below a board: a lasting text, hidden for a few seconds by a recent message or warning.

    The number of lines is fixed, so that the board never moves.
    """

    # Unscoped: the height depends on the screen containing the lines.
    SCOPED_CSS = False
    DEFAULT_CSS = """
    NoteLine { height: 1; padding: 0 1; }
    NoteLine.shown { background: $surface; }
    .-medium NoteLine { height: 2; }
    .-high NoteLine { height: 3; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._standing: tuple[Content, ...] = ()
        self._shown = Content("")
        self._said = ""
        self._warned = ""
        self._endings: dict[str, Timer] = {}

    @property
    def message(self) -> str:
        """The current message or warning in full; empty if there is none."""
        return self._said or self._warned

    @property
    def warning(self) -> str:
        """The current warning; empty if there is none."""
        return self._warned

    def say(self, text: str) -> None:
        """Show a message in place of the lasting text for a few seconds."""
        self._said = text
        self._later("said", _SAID)
        self._show()

    def warn(self, text: str) -> None:
        """Show a warning that something can't be read or saved; like a message, but for longer."""
        self._said, self._warned = "", text
        self._later("warned", _WARNED)
        self._show()

    def set(self, *contents: Content | None) -> None:
        """Set the lasting text. A message disappears at once, a warning soon after.

        Args:
            contents: texts with the same meaning, longest first; the first that fits is shown. None or empty clears the
                lines.
        """
        self._standing = tuple(content for content in contents if content is not None)
        self._said = ""
        if self._standing and self._warned:
            self._later("warned", _SAID)
        self._show()

    def _later(self, which: str, seconds: float) -> None:
        if which in self._endings:
            self._endings[which].stop()
        self._endings[which] = self.set_timer(seconds, lambda: self._end(which))

    def _end(self, which: str) -> None:
        if which == "said":
            self._said = ""
        else:
            self._warned = ""
        self._show()

    def on_resize(self) -> None:
        """Fit the text to the new width."""
        self._show()

    def _show(self) -> None:
        contents = self._standing
        if self.message:
            contents = (Content.styled(self.message, "" if self._said else "$text-warning"),)
        self.set_class(bool(contents), "shown")
        size = self.content_size
        shown = fitted(contents, size.width, size.height) if contents and size.height else Content("")
        # Redraw only changed text: most moves change nothing here.
        if not shown.is_same(self._shown):
            self._shown = shown
            self.update(shown, layout=False)


def heading_content(game: Game | OnlineGame, title: str = "") -> Content:
    """Return a game's heading: the board's name, its shape if the name doesn't state it, and unusual rules.

    Args:
        game: the game.
        title: another name for its board; "" for the usual one.

    >>> from hypersweep.game import Game
    >>> print(heading_content(Game("9x9", 10, rules="esp")))
    Beginner · 9x9 · esp
    """
    name, shape = title or board_title(game.grid, game.mines), game.grid.format()
    parts = [] if name.startswith(shape) else [shape]
    if note := rules_note((game.grid, game.mines, game.rules)):
        parts.append(note)
    return Content.assemble((name, "bold"), ("".join(f" · {part}" for part in parts), "$text-muted"))


def heading_width(columns: int, left: Content, middle: Content, right: Content) -> int:
    """Return the minimum width for a line's left text and a gap, which are cut only if the other texts need the space.

    Args:
        columns: width of the whole line.
        left: text on the left, followed by at least a space.
        middle: text in the middle.
        right: text on the right, preceded by a space.

    >>> [heading_width(columns, Content("beginner"), Content("0:00"), Content("lost")) for columns in (18, 15)]
    [9, 6]
    """
    return max(0, min(left.cell_length + len(_GAP), columns - middle.cell_length - right.cell_length - 1))


def hint_contents(hint: Hint) -> list[Content]:
    """Return a hint's texts, with the keys that can be pressed next, longest first.

    >>> from hypersweep.session import Session
    >>> session = Session("3x4", 2, seed=7)
    >>> change, hint = session.open((0, 0)), session.hint()
    >>> for content in hint_contents(hint)[:3]:
    ...     print(content)
    Hint 1  Look at (0, 1), (1, 1) and (2, 1).   ? for more, n goes there
    Hint 1  Look at the 3 marked clues.   ? for more, n goes there
    Hint 1  Look at (0, 1), (1, 1) and (2, 1).   ? for more
    """
    texts = [hint.text, *hint.shorter]
    head = (f"Hint {hint.level}  ", "bold $text-success")
    there = ["n goes there"] if hint.cells or hint.clues else []

    def tails(text: str) -> list[str]:
        more = ["? for more"] if not hint.is_last else ["M in full"] if text != hint.text else []
        words = [*more, *there]
        return [_GAP + ", ".join(words[:count]) if count else "" for count in range(len(words), -1, -1)]

    contents = [[Content.assemble(head, text, (tail, "$text-muted")) for tail in tails(text)] for text in texts]
    if hint.is_last:
        # Prefer a full reason to the keys; other texts may be shortened for the keys, since the marks show the cells.
        return [*(each for forms in contents for each in forms), *map(Content, texts)]
    longest = max(map(len, contents))
    by_tails = [forms[min(place, len(forms) - 1)] for place in range(longest) for forms in contents]
    return [*by_tails, *map(Content, texts)]


def result_contents(ending: str, standings: Sequence[str], figures: str, *, is_won: bool) -> list[Content]:
    """Return the texts for the end of a game, with the keys that can be pressed next, longest first.

    Args:
        ending: the outcome and the time.
        standings: texts on the game's rank, longest first; may be empty.
        figures: the game's statistics.
        is_won: whether the game was won.
    """
    head = (ending, f"bold {'$text-success' if is_won else '$text-error'}")
    again = ["u try again"] * (not is_won)
    keys, few = (
        (", ".join([*again, *rest]), "$text-muted") for rest in (("r next", "c share", "v review"), ("c share",))
    )
    lines = [Content.assemble(head, _GAP * bool(text), text) for text in standings]
    return [
        *(Content("\n").join([line, Content(figures), Content.assemble(keys)]) for line in lines),
        *(Content("\n").join([line, Content.assemble(figures, _GAP, keys)]) for line in lines),
        *(Content.assemble(line, _GAP, *more) for line in lines for more in ((figures, _GAP, keys), (keys,), (few,))),
        *lines,
        Content.assemble(head),
    ]
