"""What games and records are called: names from outside are checked here and nowhere else."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.record.file import SUFFIX
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["check_name", "is_name", "names_in", "new_name"]

# With an ending it has to fit into the 255 bytes that a file's name may have, and with what puts a file aside too.
_MOST_BYTES = 200

_SEPARATORS = "/\\:" if os.name == "nt" else "/\\"


def is_name(name: str) -> bool:
    """Whether a text can be the name of a game in a store: a name that stays in its folder.

    >>> is_name("Sunday's game"), is_name("../records/x"), is_name(".hidden"), is_name("")
    (True, False, False, False)
    """
    return (
        name.isprintable()
        and name[:1] not in ("", ".")
        and not any(separator in name for separator in _SEPARATORS)
        and _is_encodable(name)
        and len(os.fsencode(name)) <= _MOST_BYTES
    )


def _is_encodable(name: str) -> bool:
    # Where the system's encoding isn't UTF-8, its files can't be called everything.
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return False
    return True


def check_name(name: object) -> str:
    """The name, if a game in a store can have it.

    Raises:
        ParameterTypeError: it isn't a text.
        ParameterError: it is empty or too long, begins with a dot, or has a character that no name may have.

    >>> check_name("../records/x")
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParameterError: expected the name of a game without slashes or a dot in front, got '../records/x'
    """
    if not isinstance(name, str):
        raise ParameterTypeError(f"expected the name of a game as text, got {truncate(name)} ({type(name).__name__})")
    if is_name(name):
        return str(name)
    if name.isprintable() and len(name) > _MOST_BYTES // 4:
        raise ParameterError(f"expected the name of a game in at most {_MOST_BYTES} bytes, got {truncate(name)}")
    if name.isprintable() and not _is_encodable(name):
        encoding = sys.getfilesystemencoding()
        raise ParameterError(f"expected the name of a game in characters of {encoding}, got {truncate(name)}")
    raise ParameterError(f"expected the name of a game without slashes or a dot in front, got {truncate(name)}")


def new_name() -> str:
    """A name that no other game has; by the alphabet, names are in the order in which the games began.

    >>> is_name(new_name()), new_name() == new_name()
    (True, False)
    """
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{os.urandom(4).hex()}"


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        # A link that leads to itself, or to where nobody may look.
        return False


def names_in(folder: Path) -> list[str]:
    """The names of the records in a folder that may be missing, by the alphabet; what isn't a file is none.

    Raises:
        OSError: the folder can't be listed.
    """
    try:
        with os.scandir(folder) as entries:
            files = [entry.name for entry in entries if entry.name.endswith(SUFFIX) and _is_file(entry)]
    except FileNotFoundError:
        return []
    names = (entry.removesuffix(SUFFIX) for entry in files)
    # Hidden files are half written ones. A name that isn't text can't be told, nor put into a database.
    return sorted(filter(is_name, names))
