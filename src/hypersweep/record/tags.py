r"""Tags: the lines "name: value" at the head of a record, and their escapes.

A value is written unchanged, except that backslashes, line ends and unprintable characters are written as escapes
(``\\``, ``\n``, ``\r``, ``\t``, ``\uXXXX``, ``\UXXXXXXXX``), and so are spaces at either end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError, ParseError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Mapping

MAGIC = "hypersweep-record"
"""Name of the first tag, which identifies the format."""

VERSION = 2
"""Value of that tag: the latest version of the text form."""

PLAIN_VERSION = 1
"""Version of records without comments and side lines."""

OWN_TAGS = (MAGIC, "board", "mines", "rules", "seed", "layout")
"""Tags that are attributes of a record."""

_SHORT = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LONG = {"\\": "\\", "n": "\n", "r": "\r", "t": "\t"}
_DIGITS = frozenset("0123456789abcdefABCDEF")


def escape(value: str) -> str:
    r"""Return a text on one line, in printable characters that UTF-8 can encode.

    >>> print(escape("Ann\nand \\Bob "))
    Ann\nand \\Bob\u0020
    """
    if value.isprintable() and "\\" not in value and value == value.strip(" "):
        return value
    last = len(value) - 1
    return "".join(
        character
        if character != "\\" and character.isprintable() and (character != " " or 0 < place < last)
        else _escaped(character)
        for place, character in enumerate(value)
    )


def _escaped(character: str) -> str:
    code = ord(character)
    return _SHORT.get(character) or (f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}")


def unescape(text: str) -> str:
    r"""Reverse ``escape``.

    Raises:
        ParseError: a backslash doesn't begin an escape.

    >>> unescape(r"Ann\u0020and \\Bob")
    'Ann and \\Bob'
    """
    if "\\" not in text:
        return text
    parts = []
    place = 0
    while (found := text.find("\\", place)) >= 0:
        parts.append(text[place:found])
        letter = text[found + 1 : found + 2]
        size = {"u": 4, "U": 8}.get(letter, 0)
        digits = text[found + 2 : found + 2 + size]
        if size and len(digits) == size and _DIGITS.issuperset(digits) and int(digits, 16) < 0x110000:
            parts.append(chr(int(digits, 16)))
        elif letter in _LONG:
            parts.append(_LONG[letter])
        else:
            raise ParseError(
                f"expected an escape such as '\\n' or '\\u0020', got {truncate(text[found : found + 10])}",
                text=text,
                position=found,
            )
        place = found + 2 + size
    parts.append(text[place:])
    return "".join(parts)


def _is_name(name: str) -> bool:
    # Lowercase letters, digits and hyphens, a letter first.
    return name.isascii() and name[:1].isalpha() and name.replace("-", "0").isalnum() and name == name.lower()


def format_tag(name: str, value: str) -> str:
    """Return the line of a tag, without the line end.

    >>> format_tag("player", "Ann"), format_tag("event", "")
    ('player: Ann', 'event:')
    """
    return f"{name}: {escape(value)}" if value else f"{name}:"


def parse_tag(line: str) -> tuple[str, str]:
    """Return name and value of a tag.

    Raises:
        ParseError: the line isn't a tag.

    >>> parse_tag("player: Ann")
    ('player', 'Ann')
    """
    name, colon, value = line.partition(":")
    if not colon or not _is_name(name) or value[:1] not in ("", " "):
        raise ParseError(f"expected a tag such as 'player: Ann', got {truncate(line)}", text=line, position=0)
    return name, unescape(value[1:])


def check_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the free tags of a record as a new ``dict``.

    Raises:
        ParameterError: a name is invalid, or belongs to an attribute of the record.
        ParameterTypeError: a name or value isn't text.

    >>> check_tags({"player": "Ann"})
    {'player': 'Ann'}
    """
    if not hasattr(tags, "items"):
        raise ParameterTypeError(f"expected a mapping of tags, got {truncate(tags)} ({type(tags).__name__})")
    found: dict[str, str] = {}
    for name, value in tags.items():
        for text in (name, value):
            if not isinstance(text, str):
                raise ParameterTypeError(f"expected text for a tag, got {truncate(text)} ({type(text).__name__})")
        if not _is_name(name):
            raise ParameterError(
                f"expected the name of a tag in lowercase letters, digits and hyphens, got {truncate(name)}"
            )
        if name in OWN_TAGS:
            raise ParameterError(f"expected no tag {name!r}, which is the record's own")
        found[name] = value
    return found
