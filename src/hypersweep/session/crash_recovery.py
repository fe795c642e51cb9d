"""Last resort for a game that its store can't save: the state folder, or the temporary folder."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.record.text_form import SUFFIX
from hypersweep.session.file_names import new_name

if TYPE_CHECKING:
    from hypersweep.record import Record

_BEGIN = "hypersweep-"


def free_path(folder: Path) -> Path:
    """Return an unused path for a game in a folder.

    >>> free_path(Path("games")).suffix
    '.sweep'
    """
    return folder / f"{_BEGIN}{new_name()}{SUFFIX}"


def rescue(record: Record) -> Path | None:
    """Save a record to the first folder that works, readable only by its owner; return the path, or None.

    It tries the state folder (``XDG_STATE_HOME``, or the system's), then the temporary folder.
    """
    for folder in rescue_folders():
        made = ""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # mkstemp, because other users may write to the temporary folder: the name must be unpredictable.
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
    """Return the folders that ``rescue`` tries, in order.

    >>> "hypersweep" in str(rescue_folders()[0])
    True
    """
    folders = []
    given = os.environ.get("XDG_STATE_HOME", "")
    # The XDG specification says to ignore relative paths.
    if os.path.isabs(given):
        folders.append(Path(given) / "hypersweep")
    else:
        with suppress(ImportError):
            from platformdirs import user_state_dir

            folders.append(Path(user_state_dir("hypersweep", appauthor=False)))
    with suppress(OSError):
        folders.append(Path(tempfile.gettempdir()))
    return folders
