"""One line of the engine protocol: a word, fields, and now and then a text to the end of the line."""

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

__all__ = [
    "MOST_BYTES",
    "Line",
    "chance_runs",
    "clean_text",
    "decode_line",
    "format_cells",
    "format_number",
    "is_name",
    "parse_cells",
    "parse_chances",
    "parse_number",
    "parse_whole",
]

MOST_BYTES = 1 << 24
"""Of a line with its end: 16 MiB."""

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_NUMBER = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[0-9]{1,18}")
_CELL = re.compile(r"[0-9]{1,18}(?:,[0-9]{1,18})*")
_PART = re.compile(r"[^ ]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")
# In a text for people also what steers a terminal by one character, and what turns the order of characters around.
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# What belongs to no line, once its end and a "\r" before that are taken away.
_FORBIDDEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_LONGEST_TEXT = 2000


@dataclass(frozen=True, slots=True, init=False)
class Line:
    """A line: a word, then fields with values and words without, then a text where there is one.

    Args:
        word: what the line is, such as "go".
        fields: the fields with their values, by name; None for a word that stands alone.
        text: the text to the end of the line, which is the value of the field "text"; None for none.

    Raises:
        ParameterError: a part that no line can hold.

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
        """The line that a text says. Words that can be no field are passed over.

        Args:
            text: a line without its end.

        Raises:
            ParseError: it begins with no word, or gives a field twice.
        """
        word = text.partition(" ")[0]
        if not is_name(word):
            raise ParseError(f"expected a word of letters and digits, got {truncate(word)}", text=text, position=0)
        fields: dict[str, str | None] = {}
        told: str | None = None
        # Part by part where they stand: to cut each off the rest would copy a long line as often as it has blanks.
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
    r"""The text of a line's bytes, without its end; a tab is a blank.

    Raises:
        ParseError: no UTF-8, too long, or with characters that steer a terminal.

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
    r"""A text as a line can hold it: blanks for what would end the line or harm a terminal, and not too long.

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
    """A number in its shortest decimal form that reads back the same.

    >>> format_number(0.25), format_number(1.0), format_number(1e-7)
    ('0.25', '1', '1e-07')
    """
    text = repr(float(number))
    return text.removesuffix(".0")


def parse_number(word: str | None, what: str, least: float = float("-inf"), most: float = float("inf")) -> float:
    """The number that a word says.

    Args:
        word: the word.
        what: what it is, for the message.
        least: the smallest it may be.
        most: the largest.

    Raises:
        ParseError: it says none, or one that is out of range.
    """
    if word is not None and _NUMBER.fullmatch(word):
        number = float(word)
        if least <= number <= most and abs(number) != float("inf"):
            return number
    bounds = "" if (least, most) == (float("-inf"), float("inf")) else f" of {least:g} to {most:g}"
    raise ParseError(f"expected a number{bounds} for {what}, got {_given(word)}")


def parse_whole(word: str | None, what: str, least: int = 0) -> int:
    """The whole number that a word says.

    Raises:
        ParseError: it says none, or one that is too small or has more than 18 digits.
    """
    if word is not None and _WHOLE.fullmatch(word) and int(word) >= least:
        return int(word)
    raise ParseError(f"expected a whole number of {least} or more for {what}, got {_given(word)}")


def _given(word: str | None) -> str:
    """What a field has for a value, for a message: one that is a word alone has none."""
    return "no value" if word is None else truncate(word)


def format_cells(cells: Iterable[Sequence[int]]) -> str:
    """Cells as a word.

    >>> format_cells([(0, 3), (2, 1)]), format_cells([])
    ('0,3;2,1', 'none')
    """
    return ";".join([",".join(map(str, cell)) for cell in cells]) or "none"


def parse_cells(word: str | None, grid: Grid, what: str) -> tuple[Cell, ...]:
    """The cells that a word names, or none of them.

    Raises:
        ParseError: it names none, one that isn't on the board, or more than there are.
    """
    if word == "none":
        return ()
    # A line has room for many more cells than a small board, and each takes more memory than its characters.
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
    """Chances as words, with how many stand before each: a number, and how often it comes where that is several times.

    Args:
        chances: the numbers.
        most: begin another word when one has so many characters.

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
    """The chances that a word says.

    Args:
        word: the word.
        room: how many there may be at most.

    Raises:
        ParseError: it says none, or more.
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
