"""The first part of a RAWVF text: what is said of a game, a line each, before its board and its events.

Source: the description of RAWVF by players, revisions 5 to 7 (minesweepergame.com/forum/viewtopic.php?t=86).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError, ParseError
from hypersweep.formats.byte_fields import moment_of, time_tags
from hypersweep.formats.video import LEVELS
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypersweep.formats.video import Video

_PIXELS = 16
_LEVELS = dict(zip(LEVELS, ("Beginner", "Intermediate", "Expert"), strict=True))
_NUMBERS = {"width": 1, "height": 1, "mines": 0, "squaresize": 1}
_MOST_DIGITS = 9
# With these a click does something else than it does by the rules that records have. (That a game was one of "Mode:
# Cheat" says nothing more.)
_OTHER_RULES = {name.lower(): name for name in ("Autoflag", "Lawnmower", "ElmarTechnique", "NonoMouse", "SuperFlag")}


@dataclass(frozen=True, slots=True, init=False)
class Head:
    """What is said of a game. It never changes.

    Args:
        lines: what comes before the board, each without its end.

    Raises:
        ParseError: a line that isn't 'Key: value', or that says something impossible; or a game of other rules.
        ParameterTypeError: something other than lines.

    >>> head = Head(["Player: Ann", "Width: 30", "Marks: On"])
    >>> head.texts["player"], head.numbers, head.has_marks, head.pixels
    ('Ann', {'width': 30}, True, 16)
    """

    lines: tuple[str, ...]

    def __init__(self, lines: Iterable[str]) -> None:
        is_several = hasattr(lines, "__iter__") and not isinstance(lines, str)
        given = tuple(lines) if is_several else ()
        if not is_several or not all(isinstance(line, str) for line in given):
            raise ParameterTypeError(f"expected lines of text, got {truncate(lines)}")
        object.__setattr__(self, "lines", given)
        for number, line in enumerate(given, 1):
            if "\n" in line:
                raise ParseError(f"expected one line of RAWVF, got several: {truncate(line)}")
            name, colon, _ = line.partition(":")
            if line.strip() and not (colon and name.strip()):
                raise ParseError(f"expected 'Key: value' or 'Board:' in line {number} of RAWVF, got {truncate(line)}")
        for name, label in _OTHER_RULES.items():
            if self._is_on(name):
                raise ParseError(f"expected a game in which a click does what it usually does, got '{label}: On'")
        if self.texts.get("level", "").lower() == "marathon":
            raise ParseError("expected a game on one board, got a marathon of several")
        if self.texts.get("lives", "").strip() not in ("", "0", "1"):
            raise ParseError(f"expected a game of one life, got 'Lives: {self.texts['lives'][:20]}'")
        self.numbers  # noqa: B018 - so that those which are impossible are told

    @property
    def texts(self) -> dict[str, str]:
        """What is said, by names in small letters; of two that are alike the first one."""
        found: dict[str, str] = {}
        for line in self.lines:
            name, _, value = line.partition(":")
            found.setdefault(name.strip().lower(), value.strip())
        return found

    @property
    def numbers(self) -> dict[str, int]:
        """Width, height and mines of the board, and pixels of a cell as "squaresize", so far as they are said."""
        found = {}
        texts = self.texts
        for name, least in _NUMBERS.items():
            text = texts.get(name, "")
            if not text:
                continue
            if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and int(text) >= least):
                raise ParseError(
                    f"expected a number of {least} to 999,999,999 for {name} of RAWVF, got {truncate(text)}"
                )
            found[name] = int(text)
        if found.get("squaresize", 1) >= 1 << 16:
            raise ParseError(f"expected fewer than {1 << 16} pixels for a cell of RAWVF, got {found['squaresize']}")
        return found

    @property
    def pixels(self) -> int:
        """The side of a cell, as it is said."""
        return self.numbers.get("squaresize", _PIXELS)

    @property
    def has_marks(self) -> bool:
        """Whether the right button goes on from a flag to a question mark."""
        return self._is_on("marks") or self._is_on("questionmarks")

    @property
    def opens_around(self) -> bool:
        """Whether the left button opens around a number, by itself."""
        return self._is_on("superclick")

    @property
    def tags(self) -> dict[str, str]:
        """Who played, with what, and when, by the names that the tags of a record have."""
        texts = self.texts
        program = " ".join(part for part in (texts.get("program", ""), texts.get("version", "")) if part)
        found = {"program": program, "player": texts.get("player", "")}
        found |= time_tags(texts.get("timestamp", ""))
        return {name: value for name, value in found.items() if value}

    def _is_on(self, name: str) -> bool:
        return self.texts.get(name, "").lower() in ("on", "true", "yes", "1")


def head_of(video: Video) -> Head:
    """What is said of a replay of another format.

    >>> from hypersweep import Layout
    >>> from hypersweep.formats.video import MouseEvent, Video
    >>> video = Video("avf", Layout("3x4", [(0, 3)]), [MouseEvent(70, "move", 8, 8)], tags={"player": "Ann"})
    >>> " | ".join(head_of(video).lines[1:6])
    'Player: Ann | Level: Custom | Width: 4 | Height: 3 | Mines: 1'
    """
    rows, columns = video.layout.grid.shape
    tags = video.tags
    moment = moment_of(tags)
    last = max((event.milliseconds for event in video.events), default=0)
    said = {
        "RawVF_Version": "Rev6",
        "Program": tags.get("program", ""),
        "Player": tags.get("player", ""),
        "Timestamp": "" if moment is None else moment.isoformat().replace("+00:00", "Z"),
        "Level": _LEVELS.get((rows, columns, video.layout.mines), "Custom"),
        "Width": str(columns),
        "Height": str(rows),
        "Mines": str(video.layout.mines),
        "Marks": "On" if video.has_marks else "Off",
        "SquareSize": str(video.cell_pixels) if video.cell_pixels != _PIXELS else "",
        "SuperClick": "On" if video.opens_around else "",
        "Time": f"{max(last, 0) // 1000}.{max(last, 0) % 1000:03}",
        "Mode": "Classic",
    }
    lines = ((name, " ".join(_printable(value).split())) for name, value in said.items())
    return Head(f"{name}: {value}" for name, value in lines if value)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)
