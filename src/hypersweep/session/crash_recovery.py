"""A last place for a game that its store can't take: the folder for programs' state, or the temporary one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.record.file import SUFFIX
from hypersweep.session.file_names import new_name

if TYPE_CHECKING:
    from hypersweep.record import Record

__all__ = ["free_path", "rescue", "rescue_folders"]

_BEGIN = "hypersweep-"


def free_path(folder: Path) -> Path:
    """A path for a game in a folder, with a name that nothing has there.

    >>> free_path(Path("games")).suffix
    '.sweep'
    """
    return folder / f"{_BEGIN}{new_name()}{SUFFIX}"


def rescue(record: Record) -> Path | None:
    """Save a record in the first place that takes it, for its owner alone; gives its path, or None where none does.

    That is the folder for the state of programs (``XDG_STATE_HOME``, or the system's own), then the temporary one.
    """
    for folder in rescue_folders():
        made = ""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # A new file of a name that nobody can foresee: others may write into the temporary folder.
            number, made = tempfile.mkstemp(SUFFIX, f"{free_path(folder).stem}-", folder)
            os.close(number)
            record.save(made)
        except OSError:
            if made:
                with suppress(OSError):
                    os.unlink(made)
            continue
        return Path(made)
    return None


def rescue_folders() -> list[Path]:
    """The places that ``rescue`` tries, in its order.

    >>> "hypersweep" in str(rescue_folders()[0])
    True
    """
    folders = []
    given = os.environ.get("XDG_STATE_HOME", "")
    # The specification has relative paths ignored.
    if os.path.isabs(given):
        folders.append(Path(given) / "hypersweep")
    else:
        with suppress(ImportError):
            from platformdirs import user_state_dir

            folders.append(Path(user_state_dir("hypersweep", appauthor=False)))
    with suppress(OSError):
        folders.append(Path(tempfile.gettempdir()))
    return folders
