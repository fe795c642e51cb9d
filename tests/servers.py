"""Real PostgreSQL and Redis servers in temporary folders, to be stopped, killed, suspended and restarted."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

import capabilities

PATIENCE = 60.0  # seconds; a busy machine takes its time


class Server:
    """A program that serves, in a folder of its own.

    Args:
        folder: empty; it is removed in the end.
        user: the user that runs it; None for the user of the tests.
    """

    def __init__(self, folder: Path, user: str | None = None) -> None:
        self.folder = folder
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None
        self._held: list[int] = []

    def command(self) -> list[str]:
        """Return the command."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Say whether it is ready."""
        raise NotImplementedError

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, or resume it if it is suspended, and wait until it answers."""
        self.go_on()
        if not self.is_running:
            log = (self.folder / "log").open("ab")
            with log:
                self._process = subprocess.Popen(
                    self.command(), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **_as(self._user)
                )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self._process is not None
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"{self.command()[0]} doesn't begin:\n{(self.folder / 'log').read_text()[-4000:]}")
            time.sleep(0.02)

    def stop(self) -> None:
        """End it as its manager would."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End it at once, with all that it has begun, as a power cut would."""
        self._end(signal.SIGKILL)

    def hold(self) -> None:
        """Suspend the server: its connections stay open, but it doesn't answer."""
        assert self._process is not None
        self._held = _family(self._process.pid)
        _signal(self._held, signal.SIGSTOP)

    def go_on(self) -> None:
        """Resume it after ``hold``."""
        _signal(self._held, signal.SIGCONT)
        self._held = []

    def close(self) -> None:
        """End it for good."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self, number: signal.Signals) -> None:
        self.go_on()
        if self._process is None:
            return
        family = _family(self._process.pid)
        if number == signal.SIGKILL:
            _signal(family, number)
        else:
            self._process.send_signal(number)
        self._process.wait(PATIENCE)
        self._process = None
        deadline = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{pid}").exists() for pid in family[1:]):
            assert time.monotonic() < deadline
            time.sleep(0.01)


class Postgres(Server):
    """A cluster of PostgreSQL; it listens at a socket in its folder alone."""

    def __init__(self, folder: Path, programs: Path) -> None:
        super().__init__(folder, "postgres" if os.geteuid() == 0 else None)
        self._programs = programs
        self._made = 0
        if self._user is not None:
            shutil.chown(folder, self._user, self._user)
        subprocess.run(
            [
                programs / "initdb",
                "-D",
                "data",
                "-U",
                "hypersweep",
                "-A",
                "trust",
                "--no-sync",
                "-E",
                "UTF8",
                "--locale=C",
            ],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            **_as(self._user),
        )

    def command(self) -> list[str]:
        # Written data survives a kill as long as the machine runs, so fsync isn't needed.
        settings = ("listen_addresses=", "shared_buffers=16MB", "max_connections=60", "fsync=off")
        return [str(self._programs / "postgres"), "-D", "data", "-k", str(self.folder)] + [
            part for setting in settings for part in ("-c", setting)
        ]

    def answers(self) -> bool:
        try:
            with psycopg.connect(self.conninfo("postgres"), connect_timeout=5):
                return True
        except psycopg.OperationalError:
            return False

    def conninfo(self, database: str) -> str:
        """Return how libpq's programs find a database."""
        return f"host={self.folder} user=hypersweep dbname={database}"

    def url(self, database: str) -> str:
        """Return how SQLAlchemy finds a database."""
        return f"postgresql+psycopg://hypersweep@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Return the name of a new, empty database."""
        self._made += 1
        name = f"test_{self._made}"
        self.run(f"CREATE DATABASE {name}")
        return name

    def run(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement as superuser. Returns: its rows."""
        with psycopg.connect(self.conninfo(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def program(self, name: str, *arguments: str) -> None:
        """Run one of PostgreSQL's own programs, such as ``pg_dump``."""
        environment = {**os.environ, "PGHOST": str(self.folder), "PGUSER": "hypersweep"}
        subprocess.run([self._programs / name, *arguments], check=True, env=environment, stdin=subprocess.DEVNULL)


class Redis(Server):
    """Redis, at a port of loopback, without persistence."""

    def __init__(self, folder: Path, program: str) -> None:
        super().__init__(folder)
        self._program = program
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        listens = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder)]
        return [self._program, *listens, "--appendonly", "no", "--save", ""]

    def answers(self) -> bool:
        try:
            return self._say(b"PING\r\n").startswith(b"+PONG")
        except OSError:
            return False

    def clear(self) -> None:
        """Forget everything."""
        assert self._say(b"FLUSHALL\r\n").startswith(b"+OK")

    def _say(self, words: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(words)
            return connection.recv(100)


def _as(user: str | None) -> dict[str, Any]:
    return {} if user is None else {"user": user, "group": user, "extra_groups": []}


def _family(pid: int) -> list[int]:
    """Return a process and all that it has begun."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        parents.setdefault(int(after_name[1]), []).append(int(path.parent.name))
    found = [pid]
    for each in found:
        found += parents.get(each, [])
    return found


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Postgres]:
    """One cluster for the tests of a process; a test asks for ``postgres``."""
    # What a server has begun is found in /proc.
    capabilities.require("linux")
    programs = Path(capabilities.program("postgresql"))
    server = Postgres(Path(tempfile.mkdtemp(prefix="hypersweep-postgres-")), programs)
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def postgres(postgres_cluster: Postgres) -> Postgres:
    """PostgreSQL, running at the start of the test, whatever the test before did to it."""
    postgres_cluster.start()
    return postgres_cluster


@pytest.fixture(scope="session")
def redis_cluster() -> Iterator[Redis]:
    """One Redis for the tests of a process; a test asks for ``redis_server``."""
    capabilities.require("linux")
    server = Redis(Path(tempfile.mkdtemp(prefix="hypersweep-redis-")), capabilities.program("redis"))
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def redis_server(redis_cluster: Redis) -> Redis:
    """Redis, running and empty at the start of the test, whatever the test before did to it."""
    redis_cluster.start()
    redis_cluster.clear()
    return redis_cluster
