"""A worker that writes to the journal as fast as it can and prints confirmations, until a test kills it.

Each line of its output is a room, and the latest version confirmed as saved.
"""

from __future__ import annotations

import asyncio
import os
import sys

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.journal import Journal

LAST = 1_000_000


async def main(url: str, names: list[str]) -> None:
    database = Database(url)
    await database.open()
    journal = Journal(database)

    async def play(room: str) -> None:
        epoch = await journal.take(room)
        done = asyncio.get_running_loop().create_future

        for version in range(1, LAST):
            told = done()

            def kept(error: RefusedError | None, told: asyncio.Future[None] = told) -> None:
                assert error is None
                told.set_result(None)

            journal.append(room, epoch, version, f"{room} {version}".encode(), kept)
            await told
            os.write(1, f"{room} {version}\n".encode())

    await asyncio.gather(*(play(room) for room in names))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
