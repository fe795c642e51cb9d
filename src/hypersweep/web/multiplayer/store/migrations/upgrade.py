"""Find a database's revision, and upgrade its tables to the newest one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from hypersweep.web.multiplayer.failures import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection

NEWEST = "0005"
"""The newest revision; if a database already has it, no migration code is imported."""

# Key for the PostgreSQL advisory lock: an arbitrary number not used otherwise in the database.
_LOCK = 0x68_79_70_65_72


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Migrate a database to a revision, within the connection's transaction.

    If several workers start together, one migrates the database while the others wait.

    Args:
        connection: a connection in a writing transaction.
        to: the target revision.

    Raises:
        StoreError: the tables belong to a newer version, or to another program.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    has = _revision(connection)
    if has == to:
        return

    # Import Alembic only here: it is slow to import, and rarely needed.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    known = [revision.revision for revision in script.walk_revisions()]
    if has is not None and has not in known:
        raise StoreError(
            f"expected a database with tables up to {known[0]}, got one with {has!r}: a newer hypersweep wrote it"
        )
    steps = EnvironmentContext(config, script, fn=lambda revision, _: script._upgrade_revs(to, revision))
    with steps:
        steps.configure(connection=connection, transactional_ddl=True)
        with steps.begin_transaction():
            steps.run_migrations()


def _revision(connection: Connection) -> str | None:
    """Return a database's revision, or None if it has no tables yet."""
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
        if len(found) == 1:
            return str(found[0])
        if found:
            raise StoreError(f"expected a database with one revision, got {found}")
    elif tables:
        raise StoreError(
            f"expected a hypersweep database or an empty one, got one with the tables {sorted(tables)[:5]}"
        )
    return None
