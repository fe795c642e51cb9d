"""The server on loopback: processor time for a move from the socket to its answer, compared with two bare echoes.

    python benchmarks/web.py [--quick] [--table FILE]

Each server is a process, and so are the players (``web_load.py``). Only the processor time of the server's processes
counts, so the results are valid on a busy machine too. The contenders take turns in one run:

- *Starlette*: an echo on Starlette and uvicorn;
- *own*: an echo on hypersweep's ``SocketProtocol``; the ratio to it is the cost of rooms and their journal;
- *SQLite*: ``hypersweep web`` with its defaults;
- *PostgreSQL*: a worker with PostgreSQL and Redis, whose processor time counts too;
- *elsewhere*: the same, for players connected to a worker that doesn't have their rooms.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import urlopen

import web_games
from timing import Row, machine_facts, markdown_table, print_rows, short

HERE = Path(__file__).resolve().parent
MESSAGE = '{"t":"move","room":"AAAAAAAAAAAAAAAA","n":%d,"kind":"open","cell":123}'
PLAYERS = (1, 20, 50, 150)
PACES = (50, 200, 1000)
# Number of players at a steady pace, and maximum number of moves per player in lock-step (the server allows bursts of
# 200).
PACED_PLAYERS = 50
MOST_MOVES = 180


def echoing(players: int, messages: int) -> list[dict[str, Any]]:
    """Return the plans of a crowd that sends messages to an echo."""
    return [{"messages": [MESSAGE % n for n in range(1, messages + 1)]} for _ in range(players)]


@dataclass(frozen=True)
class Served:
    """A running server.

    Attributes:
        port: the port to which players connect.
        pids: its processes by name; a process's children count with it.
        path: path of the WebSocket.
        say: returns the plans of a number of players' connections, each with a given number of messages.
    """

    port: int
    pids: dict[str, int]
    path: str = "/socket"
    say: Callable[[int, int], list[dict[str, Any]]] = echoing

    def cpu(self) -> dict[str, float]:
        """Return the CPU seconds of each of its processes so far, in all threads."""
        return {name: sum(map(_cpu, _family(pid))) for name, pid in self.pids.items()}


def _cpu(pid: int) -> float:
    # The clock that clock_getcpuclockid(3) names; /proc/PID/stat counts in steps of 10 ms.
    return time.clock_gettime(~pid << 3 | 2)


def _family(pid: int) -> list[int]:
    """Return a process and its children."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split())]


@dataclass(frozen=True)
class Played:
    """The results of one measured pace."""

    messages: int
    cpu: dict[str, float]
    seconds: float
    latencies: list[float]

    @property
    def each(self) -> float:
        """CPU seconds per message."""
        return sum(self.cpu.values()) / self.messages

    def percentile(self, part: float) -> float:
        """Return a quantile of the latency, in seconds."""
        return self.latencies[min(len(self.latencies) - 1, int(part * len(self.latencies)))]


@contextmanager
def echo(name: str) -> Iterator[Served]:
    """Start a bare echo. Yields: the server."""
    command = [sys.executable, str(HERE / "web_echo.py"), name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        if not line:
            raise SystemExit(f"the echo on {name} doesn't start")
        try:
            yield Served(int(line), {name: running.pid})
        finally:
            running.kill()


def play(served: Served, connections: list[dict[str, Any]], **plan: Any) -> list[Played]:
    """Let a crowd play on a server (``web_load.py``). Returns: the results for each pace."""
    with subprocess.Popen(
        [sys.executable, HERE / "web_load.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as load:
        stdin, stdout = load.stdin, load.stdout
        assert stdin is not None
        assert stdout is not None

        def go(line: str) -> str:
            stdin.write(f"{line}\n")
            stdin.flush()
            return stdout.readline()

        line = go(json.dumps({"port": served.port, "path": served.path, "connections": connections, **plan}))
        spent: list[dict[str, float]] = []
        while line == "ready\n":
            before = served.cpu()
            line = go("go")
            if line == "played\n":
                # Work after the answers counts too.
                time.sleep(0.2)
                spent.append({name: seconds - before[name] for name, seconds in served.cpu().items()})
                line = go("on")
        result = json.loads(line or '{"failure": "the crowd is gone"}')
    if result["failure"]:
        raise SystemExit(f"the server at {served.port}{served.path} failed {len(connections)}: {result['failure']}")
    return [Played(cpu=cpu, **each) for cpu, each in zip(spent, result["played"], strict=True)]


@contextmanager
def hypersweep(url: str, redis: str | None = None) -> Iterator[tuple[int, int]]:
    """Start a worker with the command. Yields: its port and process ID."""
    command = [sys.executable, "-m", "hypersweep", "web", "--no-browser", "--port", "0", "--database-url", url]
    command += [] if redis is None else ["--redis-url", redis]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8") as running:
        assert running.stdout is not None
        said = re.search(r"http://127\.0\.0\.1:(\d+)/", running.stdout.readline())
        if said is None:
            raise SystemExit("hypersweep prints no port")
        try:
            yield int(said[1]), running.pid
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(60)


def sqlite(folder: Path) -> str:
    """Return the URL of an SQLite database in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'together.sqlite3'}"


@contextmanager
def program(command: Sequence[str], answers: Callable[[], bool], **options: Any) -> Iterator[int]:
    """Start a server program. Yields: its process ID, once it answers."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, **options) as running:
        try:
            deadline = time.monotonic() + 30
            while not answers():
                if running.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit(f"{command[0]} doesn't start")
                time.sleep(0.05)
            yield running.pid
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(60)


def servers_of_workers() -> tuple[Path, str] | None:
    """Return the folder of PostgreSQL's programs and the path of Redis, or None if either isn't installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    redis = shutil.which("redis-server")
    return (found[-1].parent, redis) if found and redis is not None else None


@contextmanager
def two_workers(programs: Path, redis: str) -> Iterator[tuple[Served, Served]]:
    """Start two workers with PostgreSQL and Redis; the first is the home of the rooms of the second one's players."""
    import psycopg

    # PostgreSQL refuses to run as root, and needs a folder in which it may create files.
    user: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="hypersweep-")))
        if user:
            shutil.chown(folder, "postgres", "postgres")
        make = [str(programs / "initdb"), "-D", "data", "-U", "hypersweep", "-A", "trust", "-E", "UTF8", "--locale=C"]
        subprocess.run(make, cwd=folder, check=True, stdout=subprocess.DEVNULL, **user)

        def has_postgres() -> bool:
            try:
                psycopg.connect(f"host={folder} user=hypersweep dbname=postgres").close()
            except psycopg.OperationalError:
                return False
            return True

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]

        def has_redis() -> bool:
            with socket.socket() as asked:
                return asked.connect_ex(("127.0.0.1", port)) == 0

        serve = [str(programs / "postgres"), "-D", "data", "-k", str(folder), "-c", "listen_addresses="]
        postgres_pid = running.enter_context(program(serve, has_postgres, cwd=folder, **user))
        keep = [redis, "--bind", "127.0.0.1", "--port", str(port), "--save", ""]
        redis_pid = running.enter_context(program(keep, has_redis))
        url, relay = f"postgresql+psycopg://hypersweep@/postgres?host={folder}", f"redis://127.0.0.1:{port}/0"
        home_port, home = running.enter_context(hypersweep(url, relay))
        other_port, other = running.enter_context(hypersweep(url, relay))
        guests = web_games.Guests(url, home_port, other_port)
        shared = {"PostgreSQL": postgres_pid, "Redis": redis_pid}
        near = Served(home_port, {"worker": home, **shared}, say=guests.games)

        def settled(players: int, messages: int) -> list[dict[str, Any]]:
            """Return games whose home is the first worker, because their players have been connected to it."""
            said = guests.games(players, messages)
            play(near, [{**each, "messages": []} for each in said])
            return said

        yield near, Served(other_port, {"worker": other, "home": home, **shared}, say=settled)


def start_up(folder: Path) -> float:
    """Return the seconds from starting the command to its first answer to a request."""
    begin = time.perf_counter()
    with hypersweep(sqlite(folder)) as (port, _):
        with urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            answer.read()
        return time.perf_counter() - begin


def main() -> None:
    """Measure everything, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one short round of each, in less than two minutes")
    parser.add_argument("--table", type=Path, help="also write the closing table to a file")
    options = parser.parse_args()
    if not Path("/proc/self/smaps_rollup").exists():
        raise SystemExit("the processes of a server are found in /proc, which this system doesn't have")
    for name, value in machine_facts(("uvicorn", "starlette", "websockets", "msgspec", "sqlalchemy", "psycopg")):
        print(f"{name:12} {value}")
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        print_rows(rows(folder, running, is_quick=options.quick), options.table)


def rows(folder: Path, running: ExitStack, *, is_quick: bool) -> list[Row]:
    """Measure everything, print each result, and return the final table."""
    servers = {name: running.enter_context(echo(name)) for name in ("starlette", "own")}
    port, pid = running.enter_context(hypersweep(sqlite(folder)))
    guests = web_games.Guests(sqlite(folder), port)
    servers["SQLite"] = Served(port, {"worker": pid}, say=guests.games)
    if (programs := servers_of_workers()) is None:
        print("without PostgreSQL and Redis, one of which isn't installed")
    else:
        servers["PostgreSQL"], servers["elsewhere"] = running.enter_context(two_workers(*programs))
    rounds = 1 if is_quick else 5
    for served in servers.values():
        play(served, served.say(20, 20))  # to warm up
    # Each round goes through all of them, every other round in the opposite order.
    steps: Steps = {players: {name: [] for name in servers} for players in PLAYERS}
    paced: Steps = {pace: {name: [] for name in servers} for pace in PACES}
    seconds = 1.5 if is_quick else 5.0
    counts = [(pace, round(pace * seconds)) for pace in PACES]
    most = -(-sum(count for _, count in counts) // PACED_PLAYERS)
    for number in range(rounds):
        turns = list(servers.items())[:: 1 if number % 2 == 0 else -1]
        for players, played in steps.items():
            for name, served in turns:
                played[name] += play(served, served.say(players, _messages(players, is_quick)))
        for name, served in turns:
            for pace, result in zip(PACES, play(served, served.say(PACED_PLAYERS, most), paces=counts), strict=True):
                paced[pace][name].append(result)
    show("players in lock-step", steps)
    show("moves a second", paced)
    alone, few, many, steady = steps[1], steps[20], steps[150], paced[200]
    move, capacity = _each(alone["SQLite"]), 1 / _each(many["SQLite"])
    return [
        aim("processor time of a lone player's move", short(move, "s"), alone, "≤ 200 µs", move <= 200e-6),
        aim("of a move of 20 players in lock-step", short(_each(few["SQLite"]), "s"), few, "≤ 5 x own", 5.0),
        aim("at 200 moves a second", short(_each(steady["SQLite"]), "s"), steady, "≤ 2 x own", 2.0),
        aim("moves of a CPU second, 150 players", short(capacity), many, "≥ 10,000", capacity >= 10_000),
        *other_rows(folder, servers, guests, is_quick=is_quick),
    ]


# Results of each round, by number of players or pace, and by server.
Steps = dict[int, dict[str, list[Played]]]


def _messages(players: int, is_quick: bool) -> int:
    return min(MOST_MOVES, (1500 if is_quick else 6000) // players)


def _each(results: list[Played]) -> float:
    return median(result.each for result in results)


def _ratio(played: dict[str, list[Played]], name: str, to: str) -> float:
    return median(a.each / b.each for a, b in zip(played[name], played[to], strict=True))


def show(what: str, played: Steps) -> None:
    """Print the processor time per message with its ratios to both echoes, the time of each process, and latencies."""
    table = []
    for count, servers in played.items():
        for name, results in servers.items():
            cpu = {part: median(each.cpu[part] / each.messages for each in results) for part in results[0].cpu}
            parts = ", ".join(f"{part} {short(seconds, 's')}" for part, seconds in cpu.items()) if len(cpu) > 1 else ""
            ratios = [f"{_ratio(servers, name, to):.2f} x" for to in ("own", "starlette")]
            waits = [short(median(each.percentile(part) for each in results), "s") for part in (0.5, 0.99)]
            table.append([f"{count:,}", name, short(_each(results), "s"), *ratios, *waits, parts])
    print(f"\n{markdown_table([what, 'server', 'CPU', 'to own', 'to Starlette', 'median', '99 %', 'of which'], table)}")
    sys.stdout.flush()


def aim(what: str, ours: str, played: dict[str, list[Played]], text: str, reached: bool | float) -> Row:
    """Return a row for SQLite and the others; if ``reached`` is a number, it is the highest allowed ratio to "own"."""
    others = "; ".join(f"{name} {short(_each(results), 's')}" for name, results in played.items() if name != "SQLite")
    ratio = _ratio(played, "SQLite", "own")
    return Row(what, ours, others, f"{ratio:.2f} x", text, reached if isinstance(reached, bool) else ratio <= reached)


def other_rows(folder: Path, servers: dict[str, Served], guests: web_games.Guests, *, is_quick: bool) -> list[Row]:
    """Return the final table's rows about watchers, memory and the start."""
    watching, moves, rounds = (100, 40, 1) if is_quick else (500, 100, 3)
    everyone = replace(servers["starlette"], path="/all")
    crowd = [play(servers["SQLite"], guests.watched(watching, moves), together=True)[0] for _ in range(rounds)]
    bare = [play(everyone, echoing(1, moves) + echoing(watching, 0), together=True)[0] for _ in range(rounds)]
    told, told_bare = _each(crowd), _each(bare)
    begins = [start_up(folder / f"start-{number}") for number in range(rounds)]
    again = [start_up(folder / "start-0") for _ in range(rounds)]
    memory = web_games.memory(300 if is_quick else 2000)
    return [
        Row(
            f"processor time of telling one move to {watching} watchers",
            short(told, "s"),
            f"starlette {short(told_bare, 's')}; the last one has it after "
            f"{short(median(each.percentile(0.5) for each in crowd), 's')}",
            f"{told / told_bare:.2f} x",
            "",
            None,
        ),
        Row(
            "memory of a 16x30 game without a move for a while",
            short(memory.resting, "B"),
            f"while it is played {short(memory.playing, 'B')}",
            "",
            "≤ 10 kB",
            memory.resting <= 10_000,
        ),
        Row(
            "start-up, to the first answer",
            short(median(again), "s"),
            f"with a new database {short(median(begins), 's')}",
            "",
            "≤ 1.5 s",
            max(median(again), median(begins)) <= 1.5,
        ),
    ]


if __name__ == "__main__":
    main()
