"""The tables of the database.

Moments are milliseconds since 1970, in UTC; ids are text, made by ``new_id``. A change here needs a new migration in
``migrations/versions``: a test compares the two.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


def new_id() -> str:
    """Return a new id: unique, impossible to guess, and never mistaken for an option on a command line.

    >>> len(new_id())
    16
    """
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


def now() -> int:
    """Return the current moment, in milliseconds since 1970.

    >>> now() > 1_700_000_000_000
    True
    """
    return time.time_ns() // 1_000_000


# Name every constraint, so that migrations can change it.
metadata: MetaData = MetaData(
    naming_convention={
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "uq": "%(table_name)s_one_%(column_0_N_name)s",
        "fk": "%(table_name)s_%(column_0_N_name)s_of_%(referred_table_name)s",
        "pk": "%(table_name)s_key",
    }
)


def _id(name: str, *arguments: ForeignKey, primary_key: bool = False, nullable: bool = False) -> Column[str]:
    return Column(name, String(32), *arguments, primary_key=primary_key, nullable=nullable)


def _moment(name: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, BigInteger, nullable=nullable)


people: Table = Table(
    "people",
    metadata,
    _id("id", primary_key=True),
    Column("name", String(64), nullable=False),
    # Unique key for signing in; guests have generated names, and no key.
    Column("name_key", String(256)),
    Column("passphrase", Text),  # hash; null for guests
    _moment("made"),
    _moment("seen"),
    Column("is_admin", Boolean, nullable=False, server_default=false()),
    _moment("banned_until", nullable=True),
    Column("ban_reason", Text),
    UniqueConstraint("name_key"),
    Index(None, "seen"),
)

# All keys in which two names must differ: of the name, and of the name as its capitals are written.
name_keys: Table = Table(
    "name_keys",
    metadata,
    Column("key", String(256), primary_key=True),
    _id("person", ForeignKey("people.id", ondelete="CASCADE")),
    Index(None, "person"),
)

recovery_codes: Table = Table(
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the code and the person's id
    _id("person", ForeignKey("people.id", ondelete="CASCADE")),
    _moment("made"),
    Index(None, "person"),
)

sessions: Table = Table(
    "sessions",
    metadata,
    # Hash of the cookie's token, so that readers of this table can't sign in with it.
    Column("hash", String(64), primary_key=True),
    _id("person", ForeignKey("people.id", ondelete="CASCADE")),
    _moment("made"),
    _moment("seen"),
    _moment("ends"),
    Index(None, "person"),
    Index(None, "ends"),
)

rooms: Table = Table(
    "rooms",
    metadata,
    _id("id", primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("board", Text, nullable=False),
    Column("mines", BigInteger, nullable=False),
    Column("rules", Text, nullable=False),
    Column("seed", Text, nullable=False),  # secret until the room is over
    _id("owner", ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    Column("key", String(64), nullable=False),  # of its invitation
    Column("settings", Text, nullable=False, server_default=text("'{}'")),
    # Grows each time a worker takes the room over: writes with an older epoch are rejected.
    Column("epoch", Integer, nullable=False, server_default=text("0")),
    _moment("made"),
    _moment("ended", nullable=True),
    Column("is_open", Boolean, nullable=False, server_default=false()),
    Index(None, "owner", "ended"),
    Index(None, "is_open", "ended", "made"),
    Index(None, "ended"),
)

# No foreign key: each commit checks the epochs of its rooms anyway, and rooms are removed with their entries.
entries: Table = Table(
    "entries",
    metadata,
    _id("room", primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
    # The entries of a room are stored together, and each is written once.
    sqlite_with_rowid=False,
)

games: Table = Table(
    "games",
    metadata,
    _id("id", primary_key=True),
    _id("room"),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    _id("person", ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    Column("name", String(64), nullable=False),
    Column("board", Text, nullable=False),
    Column("mines", BigInteger, nullable=False),
    Column("rules", Text, nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("milliseconds", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Column("layout", Text, nullable=False),
    _moment("finished"),
    Column("is_ranked", Boolean, nullable=False, server_default=false()),
    Column("verified", Boolean),  # null until a replay was tried
    Column("why_not", Text),
    Column("three_bv", Integer),
    Column("clicks", Integer),
    Column("guesses", Integer),
    Column("unneeded_guesses", Integer),
    Column("grade", String(32)),
    Column("daily", String(64)),
    # Milliseconds deducted from the time for network delay.
    Column("lag", Integer, nullable=False, server_default=text("0")),
    # Score for looking like a program's game, its reasons (JSON), and a moderator's decision.
    Column("suspicion", Float),
    Column("signs", Text),
    Column("decision", String(8)),
    Column("decided_why", Text),
    UniqueConstraint("room", "round", "number"),
    Index(None, "person", "finished"),
    Index(None, "daily"),
    Index(None, "verified", "finished"),
    Index(None, "why_not", "finished"),
    Index(None, "finished"),
)

bests: Table = Table(
    "bests",
    metadata,
    Column("kind", String(512), primary_key=True),
    Column("period", String(8), primary_key=True),
    Column("begins", String(16), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    _id("game", ForeignKey("games.id", ondelete="CASCADE")),
    Column("milliseconds", BigInteger, nullable=False),
    _moment("finished"),
    Index(None, "kind", "period", "begins", "milliseconds", "finished"),
    Index(None, "person"),
    Index(None, "game"),
)

dailies: Table = Table(
    "dailies",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("preset", String(64), primary_key=True),
    Column("board", Text, nullable=False),
    Column("mines", BigInteger, nullable=False),
    Column("rules", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("layout", Text, nullable=False),
    Column("grade", String(32)),
    _moment("made"),
)

daily_tries: Table = Table(
    "daily_tries",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("preset", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    _id("room"),
    _id("game", ForeignKey("games.id", ondelete="SET NULL"), nullable=True),
    Index(None, "person"),
    Index(None, "game"),
)

secrets_kept: Table = Table(
    "secrets",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)


def insert(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an insert for the connection's database, with ``on_conflict_do_nothing`` and ``..._do_update``."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
