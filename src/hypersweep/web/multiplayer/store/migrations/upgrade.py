"""Which tables a database has, and how it gets those of this program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from hypersweep.web.multiplayer.failures import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["NEWEST", "upgrade"]

NEWEST = "0005"
"""The last of the migrations, so that nothing has to be loaded where the database has it."""

# Any number that nothing else of the same database locks by.
_LOCK = 0x68_79_70_65_72


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Brings a database to a revision, within the transaction of a connection.

    Where several workers begin together, one of them does it and the others find it done.

    Args:
        connection: in a transaction that may write.
        to: the revision.

    Raises:
        StoreError: the tables are those of a newer program, or of something else.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    has = _revision(connection)
    if has == to:
        return

    # It takes a while to load, and is needed only now.
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
    """Gives the revision of a database, None for an empty one."""
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
