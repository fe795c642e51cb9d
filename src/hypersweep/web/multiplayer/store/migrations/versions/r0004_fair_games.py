"""Add columns for the deducted network delay, the suspicion score and a moderator's decision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns. Older games have a deduction of 0; ``admin verify`` scores them."""
    op.add_column("games", sa.Column("lag", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("games", sa.Column("suspicion", sa.Float(), nullable=True))
    op.add_column("games", sa.Column("signs", sa.Text(), nullable=True))
    op.add_column("games", sa.Column("decision", sa.String(length=8), nullable=True))
    op.add_column("games", sa.Column("decided_why", sa.Text(), nullable=True))
    op.create_index(op.f("games_by_why_not_finished"), "games", ["why_not", "finished"], unique=False)
