"""Back up an SQLite database while it is in use; ``docs/server-backup.md`` explains how to restore a backup."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.failures import StoreError, UnavailableError
from hypersweep.web.multiplayer.store.tables import new_id

if TYPE_CHECKING:
    from pathlib import Path

    from hypersweep.web.multiplayer.store.database import Database


def backup(database: Database, path: Path) -> int:
    """Copy an SQLite database to a file, as a consistent snapshot.

    The server can keep using the database. An existing file at ``path`` is replaced only once the copy is complete,
    checked and on disk, so a failed backup leaves no partial file.

    Args:
        database: the database to copy; it needn't be open.
        path: the target file.

    Returns:
        The copy's size in bytes.

    Raises:
        StoreError: the database isn't an SQLite file, or is damaged.
        UnavailableError: the database can't be read, or the copy can't be written.
    """
    source = database.path
    if source is None:
        raise StoreError(
            f"can't copy {database.url.drivername}, only an SQLite database in a file: use pg_dump for PostgreSQL"
        )
    # Write the copy in the same directory, so that the final rename is atomic.
    beside = path.with_name(f".{path.name}.{new_id()}")
    try:
        try:
            # Create the file before SQLite does, so that other users can't read it at any time.
            os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=60)) as connection:
                connection.execute("VACUUM INTO ?", (str(beside),))
            _check(beside)
            with beside.open("rb+") as copy:
                os.fsync(copy.fileno())
            size = beside.stat().st_size
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
        if os.name == "posix":
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        why = error.strerror or error
        raise UnavailableError(f"can't write the copy to {path}: {why}") from error
    except sqlite3.OperationalError as error:
        raise UnavailableError(f"{source} can't be copied to {path}: {error}") from error
    except sqlite3.Error as error:
        raise StoreError(f"the hypersweep database {source} is damaged: {error}") from error
    return size


def _check(copy: Path) -> None:
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        said = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    if said != ["ok"] or broken:
        raise StoreError(f"the database is damaged: {'; '.join(said)} and {broken[:3]}")
