"""Add a table of all keys for each name, including those that compare capitals by their own shape."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from hypersweep.web.multiplayer.name_keys import key_as_written, name_key

revision = "0005"
down_revision = "0004"

_PEOPLE = sa.table("people", sa.column("id"), sa.column("name"), sa.column("name_key"), sa.column("made"))


def upgrade() -> None:
    """Create the table. A key shared by several accounts goes to the oldest account; all accounts keep their names."""
    made = op.create_table(
        "name_keys",
        sa.Column("key", sa.String(length=256), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("name_keys_person_of_people"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", name=op.f("name_keys_key")),
    )
    op.create_index(op.f("name_keys_by_person"), "name_keys", ["person"], unique=False)
    connection = op.get_bind()
    query = sa.select(_PEOPLE.c.id, _PEOPLE.c.name).where(_PEOPLE.c.name_key.is_not(None))
    whose: dict[str, str] = {}
    for person, name in connection.execute(query.order_by(_PEOPLE.c.made, _PEOPLE.c.id)):
        for key in (name_key(name), key_as_written(name)):
            whose.setdefault(key, person)
    if whose:
        connection.execute(made.insert(), [{"key": key, "person": person} for key, person in whose.items()])
