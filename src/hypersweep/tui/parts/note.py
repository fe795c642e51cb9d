"""Lines reserved for hints, messages, questions and results, which so never cover or move the board."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.timer import Timer

# Seconds for which a message stays in front.
_SAID, _WARNED = 4.0, 12.0
_ELLIPSIS = "…"
# A cell must not be split over lines. This private-use character replaces its spaces while lines are wrapped.
_CELL = re.compile(r"\([\d, ]+\)")
_JOINT = "\ue000"

HEIGHTS: list[tuple[int, str]] = [(0, "-low"), (28, "-medium"), (40, "-high")]
"""Screen heights from which a note has one line, two and three; the application applies it to all screens."""


def fitted(contents: Sequence[Content], width: int, height: int) -> Content:
    """Return the first text that fits; if none does, the start of the last one, cut between words.

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
            # If no line can end outside a cell, let the widget wrap the text.
            return _spaced(Content("\n").join(lines)) if len(lines) > 1 and _CELL.search(content.plain) else content
    kept = lines[: height - 1]
    # Drop at least one word; cut a word longer than the line.
    last = lines[height - 1].rstrip()
    if last.cell_length >= width:
        place = str(last).rfind(" ")
        last = last.divide([place])[0] if place > 0 else last.truncate(width - 1)
    return _spaced(Content("\n").join([*kept, Content.assemble(last.rstrip(), _ELLIPSIS)]))


def _wrapped(content: Content, width: int) -> list[Content]:
    """Wrap a text between words; the coordinates of a cell count as one word."""
    joined = _CELL.sub(lambda cell: cell[0].replace(" ", _JOINT), content.plain)
    return Content(joined, spans=list(content.spans)).wrap(width)


def _spaced(content: Content) -> Content:
    """Restore the spaces in the coordinates of cells."""
    return Content(content.plain.replace(_JOINT, " "), spans=list(content.spans))


class NoteLine(Static):
    """Lines below a board for a lasting text, and for a recent message in front of it.

    Their number is fixed, so that the board never moves.
    """

    # The height depends on the screen around the lines.
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
        """The message in front, in full; empty if there is none."""
        return self._said or self._warned

    @property
    def warning(self) -> str:
        """The current warning; empty if there is none."""
        return self._warned

    def say(self, text: str) -> None:
        """Show a message in front for a few seconds."""
        self._said = text
        self._later("said", _SAID)
        self._show()

    def warn(self, text: str) -> None:
        """Show a warning in front, for longer than a message: something can't be read or saved."""
        self._said, self._warned = "", text
        self._later("warned", _WARNED)
        self._show()

    def set(self, *contents: Content | None) -> None:
        """Set the lasting text; an earlier message disappears, and a warning soon does.

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
        """Show as much as fits."""
        self._show()

    def _show(self) -> None:
        contents = self._standing
        if self.message:
            contents = (Content.styled(self.message, "" if self._said else "$text-warning"),)
        self.set_class(bool(contents), "shown")
        size = self.content_size
        shown = fitted(contents, size.width, size.height) if contents and size.height else Content("")
        # Skip unchanged text: most moves change nothing here.
        if not shown.is_same(self._shown):
            self._shown = shown
            self.update(shown, layout=False)
