"""Pilots of applications that wait until everything is done, not until the machine has nothing else to do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock


async def _let_run(_: float = 0) -> None:
    """Let an application do what it has to do at once; the pilot's own wait sleeps for much longer."""
    for _turn in range(60):
        await asyncio.sleep(0)


@contextmanager
def quick_pilot() -> Iterator[None]:
    """Has every pilot wait in this way."""
    with mock.patch("textual.app.wait_for_idle", _let_run), mock.patch("textual.pilot.wait_for_idle", _let_run):
        yield
