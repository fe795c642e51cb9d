r"""Saved games of Mines in Simon Tatham's Portable Puzzle Collection.

A file is a list of fields: a key of eight characters (blanks at its end), ":", how many bytes its value has, ":", the
value, and the end of the line. The keys are, in the order of his programs: SAVEFILE, VERSION, GAME, PARAMS and CPARAMS
(parameters of this board, and of the next), SEED (of the random generator, in hexadecimal digits), DESC (the board,
as in a game ID), PRIVDESC (the same without the cell that was opened first, so that opening it is a move), AUXINFO, UI
("D", how often the player died, "C" once the board was cleared), TIME in seconds, NSTATES and STATEPOS (how many states
are known, the first one included, and which of them is shown, from 1 on), then a field for each move.

A move is MOVE with "O", "F" or "C" and "column,row": open, flag, and open the rest around a clue that has its flags.
Where such flags are wrong, it says which mines that opened instead: "O3,4;O4,4". SOLVE shows the board, and RESTART
goes back to the beginning with a board of its own.

``Save`` is the file as it is; ``hypersweep.formats.tatham_record`` plays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.byte_fields import Source
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

WHAT = "a saved game of Mines"
"""What it is, for errors."""

MAGIC = "Simon Tatham's Portable Puzzle Collection"
"""The value of SAVEFILE."""

_KEY = 8
_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True, init=False)
class Save:
    r"""A saved game, field by field as in the file.

    Args:
        fields: key and value of each, in order; the characters of a value are its bytes (Latin-1).
        line_end: what ends a line, "\n" or "\r\n".

    Raises:
        ParameterError: a key of no or more than 8 characters, or characters that a field can't have.

    >>> Save([("GAME", "Mines")]).dump()
    b'GAME    :5:Mines\n'
    """

    fields: tuple[tuple[str, str], ...]
    line_end: str

    def __init__(self, fields: Iterable[tuple[str, str]], line_end: str = "\n") -> None:
        own = []
        for field in fields:
            if not isinstance(field, tuple) or len(field) != 2 or not all(isinstance(part, str) for part in field):
                raise ParameterTypeError(f"expected a key and a value for a field, got {truncate(field)}")
            key, value = field
            if not (key.isascii() and key.isalpha() and key.isupper() and len(key) <= _KEY):
                raise ParameterError(f"expected a key of at most {_KEY} capitals, got {truncate(key)}")
            if any(ord(character) > 255 for character in value):
                raise ParameterError(f"expected characters of Latin-1 in {key}, got {truncate(value)}")
            own.append((key, value))
        if line_end not in ("\n", "\r\n"):
            raise ParameterError(f"expected '\\n' or '\\r\\n' for the end of a line, got {truncate(line_end)}")
        object.__setattr__(self, "fields", tuple(own))
        object.__setattr__(self, "line_end", line_end)

    def get(self, key: str) -> str | None:
        """The value of the first field with a key, or None."""
        return next((value for name, value in self.fields if name == key), None)

    def dump(self) -> bytes:
        """The bytes of the file; ``load`` reads them back."""
        return dump(self)


def load(data: bytes) -> Save:
    """The fields of a file.

    Args:
        data: the whole file.

    Raises:
        ParseError: not such a file, or one of another game than Mines; its ``position`` is a byte.

    Source: the text of saved games that the collection's programs write.
    """
    save = load_fields(data)
    for key, wanted in (("SAVEFILE", MAGIC), ("VERSION", "1"), ("GAME", "Mines")):
        if save.get(key) != wanted:
            raise ParseError(f"expected {key} {wanted!r} in {WHAT}, got {truncate(save.get(key))}")
    return save


def load_fields(data: bytes) -> Save:
    """The fields of a part of a file, whatever they say; otherwise as ``load``."""
    source = Source(data, WHAT)
    fields: list[tuple[str, str]] = []
    line_end = "\n"
    while source.left:
        begun = source.place
        key = source.take(_KEY, "a key").rstrip(b" ")
        if not (key.isalpha() and key.isupper() and key.isascii()):
            source.refuse("a key of capitals", key, begun)
        source.expect(b":", "':' after the key")
        digits = source.take(min(source.left, _MOST_DIGITS + 1), "a length").partition(b":")[0]
        if not digits.isdigit() or len(digits) > _MOST_DIGITS or str(int(digits)).encode() != digits:
            source.refuse("how many bytes a value has", digits, begun + _KEY + 1)
        source.place = begun + _KEY + 1 + len(digits)
        source.expect(b":", "':' after the length")
        value = source.take(int(digits), f"a value of {key.decode()}")
        if not fields and source.data[source.place : source.place + 2] == b"\r\n":
            line_end = "\r\n"
        source.expect(line_end.encode(), "the end of the line after the value")
        fields.append((key.decode(), value.decode("latin-1")))
    return Save(fields, line_end)


def dump(save: Save) -> bytes:
    r"""The bytes of a file with these fields.

    >>> dump(Save([("VERSION", "1"), ("MOVE", "O0,2")]))
    b'VERSION :1:1\nMOVE    :4:O0,2\n'
    """
    if not isinstance(save, Save):
        raise ParameterTypeError(f"expected a Save, got {truncate(save)} ({type(save).__name__})")
    end = save.line_end
    text = "".join([f"{key:<{_KEY}}:{len(value)}:{value}{end}" for key, value in save.fields])
    return text.encode("latin-1")
