"""Create the first version's tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "dailies",
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("mines", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("layout", sa.Text(), nullable=False),
        sa.Column("grade", sa.String(length=32), nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("date", "preset", name=op.f("dailies_key")),
    )
    op.create_table(
        "entries",
        sa.Column("room", sa.String(length=32), nullable=False),
        sa.Column("version", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("room", "version", name=op.f("entries_key")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("name_key", sa.String(length=256), nullable=True),
        sa.Column("passphrase", sa.Text(), nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("is_admin", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("banned_until", sa.BigInteger(), nullable=True),
        sa.Column("ban_reason", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("people_key")),
        sa.UniqueConstraint("name_key", name=op.f("people_one_name_key")),
    )
    op.create_index(op.f("people_by_seen"), "people", ["seen"], unique=False)
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("secrets_key")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("room", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("mines", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("milliseconds", sa.BigInteger(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("layout", sa.Text(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("is_ranked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("verified", sa.Boolean(), nullable=True),
        sa.Column("why_not", sa.Text(), nullable=True),
        sa.Column("three_bv", sa.Integer(), nullable=True),
        sa.Column("clicks", sa.Integer(), nullable=True),
        sa.Column("guesses", sa.Integer(), nullable=True),
        sa.Column("unneeded_guesses", sa.Integer(), nullable=True),
        sa.Column("grade", sa.String(length=32), nullable=True),
        sa.Column("daily", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("games_person_of_people"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("games_key")),
        sa.UniqueConstraint("room", "round", "number", name=op.f("games_one_room_round_number")),
    )
    op.create_index(op.f("games_by_daily"), "games", ["daily"], unique=False)
    op.create_index(op.f("games_by_finished"), "games", ["finished"], unique=False)
    op.create_index(op.f("games_by_person_finished"), "games", ["person", "finished"], unique=False)
    op.create_index(op.f("games_by_verified_finished"), "games", ["verified", "finished"], unique=False)
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("mines", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("owner", sa.String(length=32), nullable=True),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("settings", sa.Text(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("epoch", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("is_open", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["people.id"], name=op.f("rooms_owner_of_people"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("rooms_key")),
    )
    op.create_index(op.f("rooms_by_ended"), "rooms", ["ended"], unique=False)
    op.create_index(op.f("rooms_by_is_open_ended_made"), "rooms", ["is_open", "ended", "made"], unique=False)
    op.create_index(op.f("rooms_by_owner_ended"), "rooms", ["owner", "ended"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("sessions_person_of_people"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name=op.f("sessions_key")),
    )
    op.create_index(op.f("sessions_by_ends"), "sessions", ["ends"], unique=False)
    op.create_index(op.f("sessions_by_person"), "sessions", ["person"], unique=False)
    op.create_table(
        "bests",
        sa.Column("kind", sa.String(length=512), nullable=False),
        sa.Column("period", sa.String(length=8), nullable=False),
        sa.Column("begins", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("milliseconds", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("bests_game_of_games"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("bests_person_of_people"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("kind", "period", "begins", "person", name=op.f("bests_key")),
    )
    op.create_index(op.f("bests_by_game"), "bests", ["game"], unique=False)
    op.create_index(
        op.f("bests_by_kind_period_begins_milliseconds_finished"),
        "bests",
        ["kind", "period", "begins", "milliseconds", "finished"],
        unique=False,
    )
    op.create_index(op.f("bests_by_person"), "bests", ["person"], unique=False)
    op.create_table(
        "daily_tries",
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("room", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("daily_tries_game_of_games"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("daily_tries_person_of_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("date", "preset", "person", name=op.f("daily_tries_key")),
    )
    op.create_index(op.f("daily_tries_by_game"), "daily_tries", ["game"], unique=False)
    op.create_index(op.f("daily_tries_by_person"), "daily_tries", ["person"], unique=False)
    # ### end Alembic commands
