"""A player's settings: named plain values in one file, which several running programs may share."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.record.text_form import write_file
from hypersweep.session.store_files import FileLock, put_aside, read_regular
from hypersweep.text import error_reason
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from pathlib import Path

    from hypersweep.session.store_files import Trouble


_PATIENCE = 1.0
_MOST_BYTES = 1 << 24


class Settings(NotCopyable):
    """A player's settings by name. Unknown names are kept, since other versions of the program may use them.

    Args:
        path: a JSON file; it needn't exist.
        trouble: receives warnings if the file can't be read or written.

    >>> import pathlib, tempfile
    >>> from hypersweep.session.store_files import Trouble
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     settings = Settings(pathlib.Path(folder, "settings.json"), Trouble(print))
    ...     settings.set("theme", "night")
    ...     settings.get("theme"), settings.get("delta", False)
    ('night', False)
    """

    __slots__ = ("_memory", "_path", "_seen", "_trouble")

    _why_no_copy = "it represents a file, and holds the values that couldn't be written to it"

    def __init__(self, path: Path, trouble: Trouble) -> None:
        self._path = path
        self._trouble = trouble
        # Values that couldn't be written to the file; they apply until the program ends.
        self._memory: dict[str, object] = {}
        # State of the file when last read, and the values read.
        self._seen: tuple[tuple[int, int, int, int], dict[str, object]] | None = None

    def get(self, name: str, default: object = None) -> object:
        """Return a setting's value, or the default.

        Raises:
            ParameterTypeError: the name isn't a string.
        """
        if not isinstance(name, str):
            raise _not_a_name(name)
        if name in self._memory:
            value = self._memory[name]
            return default if value is None else value
        value = self._values().get(name, default)
        # Return a copy, so that callers can't change the cached value.
        return _plain(name, value) if isinstance(value, list | dict) else value

    def set(self, name: str, value: object) -> None:
        """Change a setting; None removes it.

        Raises:
            ParameterTypeError: the name isn't a string, or the value isn't plain JSON: strings, numbers, booleans, and
                lists and dictionaries of these.
            ParameterError: a number isn't finite, or the value is nested too deeply for the file.
        """
        if not isinstance(name, str):
            raise _not_a_name(name)
        plain = _plain(name, value)
        lock = FileLock(self._path.with_suffix(".lock"))
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Read again under the lock, because another program may have changed the file.
            lock.acquire(_PATIENCE)
            values = self._read() | {name: plain}
            if plain is None:
                del values[name]
            text = json.dumps(values, indent=2, sort_keys=True, allow_nan=False)
            write_file(self._path, text + "\n")
            self._memory.pop(name, None)
            self._seen = None
        except OSError as error:
            self._memory[name] = plain
            why = error_reason(error)
            self._trouble.tell(f"Settings can't be saved; they last until the program ends: {why}", kind="settings")
        finally:
            lock.release(remove=True)

    def names(self) -> list[str]:
        """Return the names of all settings in use, in alphabetical order."""
        values = self._values() | self._memory
        return sorted(name for name, value in values.items() if value is not None)

    def _values(self) -> dict[str, object]:
        """Return the values in the file, rereading it only after a change: each key press needs ten settings."""
        try:
            about = os.stat(self._path)
        except FileNotFoundError:
            return {}
        except OSError:
            return self._read()
        state = about.st_mtime_ns, about.st_ctime_ns, about.st_size, about.st_ino
        if self._seen is not None and self._seen[0] == state:
            return self._seen[1]
        values = self._read()
        # Don't cache an empty result: reading may have failed, and may work the next time.
        self._seen = (state, values) if values else None
        return values

    def _read(self) -> dict[str, object]:
        try:
            data, size, _ = read_regular(self._path, _MOST_BYTES)
            if size > _MOST_BYTES:
                raise OSError(f"expected settings of at most {_MOST_BYTES} bytes, got {size}: {self._path}")
        except FileNotFoundError:
            return {}
        except OSError as error:
            self._trouble.tell(f"Settings can't be read: {error_reason(error)}", kind="settings read")
            return {}
        try:
            values = json.loads(data)
            # Reject values that can't be written back: NaN, or nesting that only the parser can handle.
            json.dumps(values, indent=2, sort_keys=True, allow_nan=False)
        except (ValueError, RecursionError):
            values = None
        if isinstance(values, dict):
            return values
        try:
            aside = put_aside(self._path)
        except OSError:
            self._trouble.tell(f"The settings in {self._path} are damaged.", kind="settings broken")
        else:
            self._trouble.tell(f"The settings were damaged; their file has been renamed to {aside}.")
        return {}


def _not_a_name(name: object) -> ParameterTypeError:
    # Any string is allowed: a name is a key in a file, not part of a path.
    return ParameterTypeError(f"expected a setting name, got {truncate(name)} ({type(name).__name__})")


def _plain(name: str, value: object) -> object:
    """Return the value in the form in which it will be read back from the file."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except TypeError:
        raise ParameterTypeError(
            f"expected a value that JSON supports for {truncate(name)}, got {truncate(value)} ({type(value).__name__})"
        ) from None
    except ValueError:
        raise ParameterError(f"expected finite numbers for {truncate(name)}, got {truncate(value)}") from None
    except RecursionError:
        raise ParameterError(f"expected a less deeply nested value for {truncate(name)}") from None
