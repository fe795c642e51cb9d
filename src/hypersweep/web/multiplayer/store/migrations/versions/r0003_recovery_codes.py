"""Add the table of recovery codes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("recovery_codes_person_of_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("recovery_codes_key")),
    )
    op.create_index(op.f("recovery_codes_by_person"), "recovery_codes", ["person"], unique=False)
