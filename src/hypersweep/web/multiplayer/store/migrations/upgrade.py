"""Find a database's revision, and upgrade it to the newest one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from hypersweep.web.multiplayer.failures import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection

NEWEST = "0005"
"""The newest migration; a database that has it loads no migration code."""

# Key of the advisory lock: arbitrary, but nothing else in the database uses it.
_LOCK = 0x68_79_70_65_72


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Migrate a database to a revision, within the transaction of a connection.

    If several workers start together, one migrates and the others find the work done.

    Args:
        connection: in a transaction that may write.
        to: the revision.

    Raises:
        StoreError: the tables belong to a newer version, or to another program.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    has = _revision(connection)
    if has == to:
        return

    # Slow to import, and needed only here.
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
    """Return the revision of a database, None for an empty one."""
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
        if len(found) == 1:
            return str(found[0])
        if found:
            raise StoreError(f"expected a database with one revision of its tables, got {found}")
    elif tables:
        raise StoreError(f"expected a database of hypersweep or an empty one, got one with {sorted(tables)[:5]}")
    return None
