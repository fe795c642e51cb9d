"""Recompute all name keys from Unicode's data on look-alike characters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from hypersweep.web.multiplayer.name_keys import name_key, second_key

revision = "0002"
down_revision = "0001"

_PEOPLE = sa.table("people", sa.column("id"), sa.column("name"), sa.column("name_key"), sa.column("made"))
_SET = _PEOPLE.update().where(_PEOPLE.c.id == sa.bindparam("whose")).values(name_key=sa.bindparam("key"))


def upgrade() -> None:
    """Set each account's new key. If several accounts share one, the oldest account gets it.

    Each of the others gets a key that matches only its own name, and signs in with that name as before.
    """
    connection = op.get_bind()
    query = sa.select(_PEOPLE.c.id, _PEOPLE.c.name, _PEOPLE.c.name_key).where(_PEOPLE.c.name_key.is_not(None))
    taken: set[str] = set()
    changed = []
    for person, name, old in connection.execute(query.order_by(_PEOPLE.c.made, _PEOPLE.c.id)):
        key = name_key(name)
        if key in taken:
            key = second_key(name)
        taken.add(key)
        if key != old:
            changed.append({"whose": person, "key": key})
    if changed:
        # Keys are unique, and a new key may equal another account's old key, so clear all old keys first.
        connection.execute(_SET, [{"whose": each["whose"], "key": None} for each in changed])
        connection.execute(_SET, changed)
