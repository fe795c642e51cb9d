"""A line of the engine protocol: a word, then fields, then an optional text to the end of the line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParseError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hypersweep.grid import Grid
    from hypersweep.typing import Cell

MOST_BYTES = 1 << 24
"""Of a line with its end: 16 MiB."""

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_NUMBER = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[0-9]{1,18}")
_CELL = re.compile(r"[0-9]{1,18}(?:,[0-9]{1,18})*")
_PART = re.compile(r"[^ ]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")
# In text for people, also one-character terminal controls and marks that reverse the direction of text.
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# Characters that no line may contain, once its end and a "\r" before it are removed.
_FORBIDDEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_LONGEST_TEXT = 2000


@dataclass(frozen=True, slots=True, init=False)
class Line:
    """A line: a word, then fields with and without values, then an optional text.

    Args:
        word: the command or reply, such as "go".
        fields: the fields and their values, by name; None for a field without a value.
        text: text to the end of the line, the value of the field "text"; None for none.

    Raises:
        ParameterError: a part that a line can't hold.

    >>> line = Line("go", {"id": "7", "seconds": "2.5", "chances": None})
    >>> line.format()
    'go id=7 seconds=2.5 chances'
    >>> Line.parse("go id=7 seconds=2.5 chances") == line
    True
    """

    word: str
    fields: dict[str, str | None]
    text: str | None

    def __init__(self, word: str, fields: dict[str, str | None] | None = None, text: str | None = None) -> None:
        own = dict(fields or {})
        if not is_name(word):
            raise ParameterError(f"expected a word of letters and digits at the beginning of a line, got {word!r:.80}")
        for name, value in own.items():
            if not is_name(name) or name == "text":
                raise ParameterError(f"expected the name of a field, got {name!r:.80}")
            if value is not None and (not value or " " in value or _CONTROL.search(value)):
                raise ParameterError(f"expected a value of {name} without blanks, got {value!r:.80}")
        if text is not None and clean_text(text) != text:
            raise ParameterError(f"expected a text of one line, got {text!r:.80}")
        self._put(word, own, text)

    def _put(self, word: str, fields: dict[str, str | None], text: str | None) -> None:
        put = object.__setattr__
        put(self, "word", word)
        put(self, "fields", fields)
        put(self, "text", text)

    def __hash__(self) -> int:
        return hash((self.word, tuple(self.fields.items()), self.text))

    def format(self) -> str:
        """The line without its end."""
        parts = [self.word]
        parts.extend([name if value is None else f"{name}={value}" for name, value in self.fields.items()])
        if self.text is not None:
            parts.append(f"text={self.text}")
        return " ".join(parts)

    @classmethod
    def parse(cls, text: str) -> Line:
        """Parse a line. Words that can't be fields are ignored.

        Args:
            text: a line without its end.

        Raises:
            ParseError: no word at the start, or a repeated field.
        """
        word = text.partition(" ")[0]
        if not is_name(word):
            raise ParseError(f"expected a word of letters and digits, got {truncate(word)}", text=text, position=0)
        fields: dict[str, str | None] = {}
        told: str | None = None
        # Match each part in place: cutting it off would copy a long line once for each blank.
        for found in _PART.finditer(text, len(word)):
            part = found[0]
            if part.startswith("text="):
                told = clean_text(text[found.start() + 5 : found.start() + 6 + _LONGEST_TEXT])
                break
            name, sign, value = part.partition("=")
            if not is_name(name) or name == "text" or (sign and not value) or _CONTROL.search(value):
                continue
            if name in fields:
                raise ParseError(f"expected each field once, got {name} twice", text=text)
            fields[name] = value if sign else None
        line = cls.__new__(cls)
        line._put(word, fields, told)
        return line


def decode_line(data: bytes) -> str:
    r"""Decode a line's bytes without its end; a tab becomes a blank.

    Raises:
        ParseError: not UTF-8, too long, or with control characters.

    >>> decode_line(b"go id=7\r\n")
    'go id=7'
    """
    if len(data) > MOST_BYTES:
        raise ParseError(f"expected a line of at most {MOST_BYTES} bytes, got {len(data)}")
    data = data.removesuffix(b"\n").removesuffix(b"\r")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ParseError(f"expected UTF-8, got the byte {data[error.start]:#04x} at {error.start}") from None
    wrong = _FORBIDDEN.search(text)
    if wrong:
        raise ParseError(f"expected no control characters, got {wrong[0]!r} at {wrong.start()}", text=text)
    return text.replace("\t", " ").strip(" ")


def clean_text(text: str) -> str:
    r"""Return a text that fits into a line: blanks for line ends and control characters, and truncated.

    >>> clean_text("one\ntwo")
    'one two'
    """
    text = _UNSEEN.sub(" ", text[: _LONGEST_TEXT + 1]).strip(" ")
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1].rstrip(" ") + "…"


def is_name(word: str) -> bool:
    """Whether a word can be a name, an id or a token: 1 to 64 letters, digits, dots, dashes and underscores.

    >>> is_name("trust_flags"), is_name("two words")
    (True, False)
    """
    return _NAME.fullmatch(word) is not None


def format_number(number: float) -> str:
    """Return the shortest decimal form of a number that reads back the same.

    >>> format_number(0.25), format_number(1.0), format_number(1e-7)
    ('0.25', '1', '1e-07')
    """
    text = repr(float(number))
    return text.removesuffix(".0")


def parse_number(word: str | None, what: str, least: float = float("-inf"), most: float = float("inf")) -> float:
    """Parse a number.

    Args:
        word: the word.
        what: its meaning, for the message.
        least: the lowest allowed value.
        most: the highest.

    Raises:
        ParseError: not a number, or out of range.
    """
    if word is not None and _NUMBER.fullmatch(word):
        number = float(word)
        if least <= number <= most and abs(number) != float("inf"):
            return number
    bounds = "" if (least, most) == (float("-inf"), float("inf")) else f" of {least:g} to {most:g}"
    raise ParseError(f"expected a number{bounds} for {what}, got {_given(word)}")


def parse_whole(word: str | None, what: str, least: int = 0) -> int:
    """Parse a whole number.

    Raises:
        ParseError: it says none, or one that is too small or has more than 18 digits.
    """
    if word is not None and _WHOLE.fullmatch(word) and int(word) >= least:
        return int(word)
    raise ParseError(f"expected a whole number of {least} or more for {what}, got {_given(word)}")


def _given(word: str | None) -> str:
    """Return the value of a field for a message; a field may have none."""
    return "no value" if word is None else truncate(word)


def format_cells(cells: Iterable[Sequence[int]]) -> str:
    """Format cells as one word.

    >>> format_cells([(0, 3), (2, 1)]), format_cells([])
    ('0,3;2,1', 'none')
    """
    return ";".join([",".join(map(str, cell)) for cell in cells]) or "none"


def parse_cells(word: str | None, grid: Grid, what: str) -> tuple[Cell, ...]:
    """Parse cells, or an empty list of them.

    Raises:
        ParseError: not cells, a cell outside the board, or more cells than the board has.
    """
    if word == "none":
        return ()
    # Check the number of cells early: a line may hold far more than a small board, at several times their memory.
    if word is not None and (many := word.count(";") + 1) > grid.cells:
        raise ParseError(f"expected at most {grid.cells} cells for {what}, got {many}")
    found = []
    shape = grid.shape
    for part in (word or "").split(";"):
        cell = tuple([int(each) for each in part.split(",")]) if _CELL.fullmatch(part) else ()
        if len(cell) != len(shape) or any(map(int.__ge__, cell, shape)):
            raise ParseError(f"expected a cell of {grid} for {what}, got {truncate(part)}")
        found.append(cell)
    return tuple(found)


def chance_runs(chances: Iterable[float], most: int = 1 << 20) -> Iterator[tuple[int, str]]:
    """Yield chances as words, each with the number of chances before it; equal chances are written once with a count.

    Args:
        chances: the numbers.
        most: characters after which another word begins.

    >>> list(chance_runs([0.5, 0.5, 0.5, 1.0]))
    [(0, '0.5*3,1')]
    """
    begin = place = size = 0
    parts: list[str] = []
    for chance, run in groupby(chances):
        count = sum(1 for _ in run)
        part = format_number(chance) + (f"*{count}" if count > 1 else "")
        if parts and size + len(part) >= most:
            yield begin, ",".join(parts)
            begin, size, parts = place, 0, []
        parts.append(part)
        size += len(part) + 1
        place += count
    if parts or not place:
        yield begin, ",".join(parts) or "none"


def parse_chances(word: str | None, room: int) -> list[float]:
    """Parse chances.

    Args:
        word: the word.
        room: most chances allowed.

    Raises:
        ParseError: not chances, or too many.
    """
    found: list[float] = []
    if word == "none":
        return found
    for part in (word or "").split(","):
        number, sign, times = part.partition("*")
        count = parse_whole(times, "the length of a run", 1) if sign else 1
        if count > room - len(found):
            raise ParseError(f"expected at most {room} chances, got more")
        found.extend([parse_number(number, "a chance", 0.0, 1.0)] * count)
    return found
