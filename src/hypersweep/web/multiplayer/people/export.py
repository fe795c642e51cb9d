"""Export everything saved about a person as one JSON text, in pieces, since there may be many games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from hypersweep.web.multiplayer.store import people as rows

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypersweep.web.multiplayer.store.database import Database


async def export_pieces(database: Database, person: str) -> AsyncIterator[bytes]:
    """Yield the text in pieces: an object with a list of rows for each table.

    It leaves out the hashes of the passphrase, of sessions and of recovery codes, and the seeds of unfinished rooms.

    Args:
        database: an open database.
        person: the person's id.
    """
    yield b'{"format":"hypersweep-person","version":1'
    kind, is_first = "", True
    async for name, page in rows.pages(database, person):
        if name != kind:
            yield b'%s,"%s":[' % (b"]" if kind else b"", name.encode())
            kind, is_first = name, True
        if page:
            yield (b"" if is_first else b",") + msgspec.json.encode(page)[1:-1]
            is_first = False
    yield b"]}\n"
