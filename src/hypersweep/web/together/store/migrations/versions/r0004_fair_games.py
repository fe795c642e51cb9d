"""Add what was taken off the time of a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; of older games it isn't known, so theirs says 0."""
    op.add_column("games", sa.Column("lag", sa.Integer(), server_default=sa.text("0"), nullable=False))
