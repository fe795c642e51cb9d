"""Names of games and records; the only place that checks names from outside."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.record.text_form import SUFFIX
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from pathlib import Path

# With extensions, and the suffix of files moved aside, a name must fit into 255 bytes.
_MOST_BYTES = 200

_SEPARATORS = "/\\:" if os.name == "nt" else "/\\"


def is_name(name: str) -> bool:
    """Return whether a text can be the name of a game in a store: a name that can't leave its folder.

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
    # If the system's encoding isn't UTF-8, some names are impossible.
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return False
    return True


def check_name(name: object) -> str:
    """Return the name if a game in a store can have it.

    Raises:
        ParameterTypeError: the name isn't a text.
        ParameterError: the name is empty or too long, begins with a dot, or has a forbidden character.

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
    """Return a unique name; alphabetical order is the order in which games began.

    >>> is_name(new_name()), new_name() == new_name()
    (True, False)
    """
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{os.urandom(4).hex()}"


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        # a link to itself, or to a place without access
        return False


def names_in(folder: Path) -> list[str]:
    """Return the names of the record files in a folder, in alphabetical order; the folder may be missing.

    Raises:
        OSError: the folder can't be listed.
    """
    try:
        with os.scandir(folder) as entries:
            files = [entry.name for entry in entries if entry.name.endswith(SUFFIX) and _is_file(entry)]
    except FileNotFoundError:
        return []
    names = (entry.removesuffix(SUFFIX) for entry in files)
    # Hidden files are incomplete. Undecodable names can't be displayed or stored in a database.
    return sorted(filter(is_name, names))
