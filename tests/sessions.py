"""Sessions for tests: a clock that the test sets, a small game in a store, and programs that play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import hypersweep
from hypersweep import Layout
from hypersweep.session import Session, Store

SECOND = 10**9


class FakeClock:
    """A clock that moves only when the test sets it."""

    def __init__(self) -> None:
        self.now = 5 * SECOND

    def __call__(self) -> int:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += round(seconds * SECOND)


LAYOUT = Layout("3x4", [(0, 3), (2, 3)])


def begin(store: Store, clock: FakeClock) -> Session:
    """Return a session with one open made; what is left are the mines and (1, 3)."""
    session = Session(layout=LAYOUT, store=store, clock=clock)
    session.open((0, 0))
    return session


def crash(session: Session) -> None:
    """Leave a session as a program leaves it that is killed: nothing more is written, the lock is gone."""
    assert session._recorder._autosave is not None
    session._recorder._autosave._lock.release()


def names(store: Store, folder: str) -> list[str]:
    """List the files in a folder of a store."""
    try:
        return sorted(os.listdir(store.directory / folder))
    except FileNotFoundError:
        return []


PROGRAM = """
import sys
from hypersweep import Layout
from hypersweep.session import Session, Store
"""


def start(program: str, *arguments: str) -> subprocess.Popen[str]:
    """Run a program that plays; it finds its arguments from ``sys.argv[1]`` on."""
    source = Path(hypersweep.__file__).resolve().parent.parent
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM + program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(source)},
    )
