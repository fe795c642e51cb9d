"""Pilots for applications that wait for pending work, not for an idle machine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock


async def _let_run(_: float = 0) -> None:
    """Let an application finish its work at once; the pilot's own wait sleeps much longer."""
    for _turn in range(60):
        await asyncio.sleep(0)


@contextmanager
def quick_pilot() -> Iterator[None]:
    """Make every pilot wait in this way."""
    with mock.patch("textual.app.wait_for_idle", _let_run), mock.patch("textual.pilot.wait_for_idle", _let_run):
        yield
