"""``hypersweep web``: how it serves the page, ends, and writes it to a folder."""

from __future__ import annotations

import contextlib
import importlib.abc
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

import hypersweep
from hostile_engines import program
from hypersweep import exit_codes
from hypersweep.cli import main, web
from hypersweep.cli.web import PORTS
from hypersweep.cli.web_settings import DATABASE, REDIS
from hypersweep.web import page_files, server
from hypersweep.web.export import MARK
from node_kernel import needs_kernels
from processes import is_there

SAID = re.compile(r"hypersweep is at (http://\S+:(\d+)/) \(Ctrl-C stops it\)\n")


@pytest.fixture(autouse=True)
def kernels() -> None:
    needs_kernels()


@pytest.fixture(autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of games played together."""
    found = tmp_path_factory.mktemp("data") / "hypersweep"
    monkeypatch.setenv("HYPERSWEEP_DATA", str(found))
    for name in (DATABASE, REDIS):
        monkeypatch.delenv(name, raising=False)
    return found


@contextlib.contextmanager
def served(*words: str, reads: bool = True, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process, and its first line if ``reads``."""
    source = str(Path(hypersweep.__file__).resolve().parent.parent)
    process = subprocess.Popen(
        [sys.executable, "-m", "hypersweep", "web", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": source, **environment},
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline() if reads else ""
    finally:
        process.kill()
        process.communicate(timeout=60)


@pytest.fixture
def no_serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[server.PageServer]]:
    """Let the command end where it would serve. Yields: the servers."""
    servers: list[server.PageServer] = []

    def run(self: server.PageServer, begun: Callable[[], None]) -> None:
        servers.append(self)
        begun()

    monkeypatch.setattr(server.PageServer, "run", run)
    yield servers
    for each in servers:
        each._socket.close()


@pytest.mark.nightly
@pytest.mark.needs("posix")
def test_it_serves_until_ctrl_c_and_ends_quietly() -> None:
    with served("--port", "0") as (process, line):
        said = SAID.fullmatch(line)
        assert said is not None
        with urllib.request.urlopen(said[1], timeout=30) as answer:
            assert b"<title>hypersweep</title>" in answer.read()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
        assert process.returncode == exit_codes.INTERRUPTED


@pytest.mark.nightly
@pytest.mark.needs("posix")
def test_it_ends_though_somebody_is_connected() -> None:
    with served("--port", "0") as (process, line):
        said = SAID.fullmatch(line)
        assert said is not None
        with socket.create_connection(("127.0.0.1", int(said[2])), timeout=30) as idle:
            idle.sendall(b"GET / HTTP/1.1\r\n")
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=60) == ("", "")
            assert process.returncode == exit_codes.INTERRUPTED


# Writes its process number to a file when it begins or thinks; it doesn't stop by itself.
THINKS = """
def note(text):
    with open(os.path.join({folder!r}, text + ".new"), "w") as file:
        file.write(str(os.getpid()))
    os.replace(file.name, os.path.join({folder!r}, text))
note("begins")
{first}
for words in lines():
    if words[0] == "hsp":
        say("id name Thinker\\nready\\n")
    elif words[0] == "go":
        note("thinks")
        time.sleep(3600)
"""


def thinker(folder: Path, first: str = "") -> str:
    """The command of that engine.

    Args:
        folder: where its files are.
        first: what it does before it reads anything.
    """
    return shlex.join(program(THINKS.format(folder=str(folder), first=first)))


def pid_in(file: Path) -> int:
    """Wait for a file with the number of a process."""
    end = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < end, f"expected {file.name} within a minute"
        time.sleep(0.01)
    return int(file.read_text())


@pytest.mark.nightly
@pytest.mark.needs("posix")
def test_a_terminal_that_is_closed_leaves_no_engine_that_thinks(tmp_path: Path) -> None:
    with served("--port", "0", "--engine", thinker(tmp_path)) as (process, line):
        said = SAID.fullmatch(line)
        assert said is not None
        origin = said[1].rstrip("/")
        with httpx.Client(base_url=origin, headers={"x-hypersweep": "1", "origin": origin}, timeout=60) as client:
            assert client.post("/api/session").status_code == 200
            question = {"engine": "Thinker", "view": "2x3 mines=1\n# # #\n1 1 ."}
            asking = threading.Thread(target=client.post, args=("/api/engines/ask",), kwargs={"json": question})
            asking.start()
            pid = pid_in(tmp_path / "thinks")
            process.send_signal(signal.SIGHUP)
            asking.join(60)
        assert process.communicate(timeout=60) == ("", "")
        assert process.returncode == -signal.SIGHUP
        # It was ended before the server was.
        assert not is_there(pid)


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.needs("posix")
@pytest.mark.parametrize(("number", "status"), [("SIGINT", exit_codes.INTERRUPTED), ("SIGTERM", -15), ("SIGHUP", -1)])
def test_nobody_waits_for_an_engine_that_is_starting(tmp_path: Path, number: str, status: int) -> None:
    words = ("--port", "0", "--engine", thinker(tmp_path, "time.sleep(3600)"))
    with served(*words, reads=False) as (process, _):
        pid = pid_in(tmp_path / "begins")
        process.send_signal(getattr(signal, number))
        # It has half a minute.
        assert process.communicate(timeout=20) == ("", "")
        assert process.returncode == status
        assert not is_there(pid)


@pytest.mark.nightly
@pytest.mark.parametrize("words", [(), ("--alone",)])
def test_what_is_played_together_is_served_unless_the_page_is_alone(words: tuple[str, ...], folder: Path) -> None:
    with served("--port", "0", *words) as (process, line):
        said = SAID.fullmatch(line)
        assert said is not None
        with urllib.request.urlopen(said[1], timeout=30) as answer:
            assert (b"hypersweep-server" in answer.read()) is (not words)
        if words:
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{said[1]}healthz", timeout=30)
        else:
            with urllib.request.urlopen(f"{said[1]}healthz", timeout=30) as answer:
                assert answer.read() == b'{"is_ready":true,"lost":[]}'
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
    found = [path.name for path in folder.iterdir()] if folder.exists() else []
    assert found == ([] if words else ["together.sqlite3"])
    assert words or os.name == "nt" or (folder / found[0]).stat().st_mode & 0o077 == 0


# Presses Ctrl-C when a module is about to be loaded.
PRESSES = """
import os, signal, sys

class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presses())
from hypersweep.cli import main
raise SystemExit(main(["web", "--port", "0"]))
"""


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.needs("posix")
@pytest.mark.parametrize(
    "module",
    [
        "hypersweep.web.site",
        "uvicorn",
        "sqlalchemy",
        "hypersweep.web.multiplayer.app",
        "uvicorn.protocols.websockets.websockets_sansio_impl",
        "aiosqlite",
    ],
)
def test_ctrl_c_ends_it_quietly_while_it_begins(module: str) -> None:
    source = str(Path(hypersweep.__file__).resolve().parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", PRESSES, module],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (exit_codes.INTERRUPTED, "", "")


def test_a_library_that_misses_another_one_is_quoted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Misses(importlib.abc.MetaPathFinder):
        """Fails like SQLAlchemy without greenlet: the message names no module, but a remedy."""

        def find_spec(self, name: str, path: object, target: object = None) -> None:
            if name == "hypersweep.web.multiplayer.app":
                raise ImportError("the 'greenlet' library is required.")

    monkeypatch.delitem(sys.modules, "hypersweep.web.multiplayer.app", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Misses(), *sys.meta_path])
    assert main(["web", "--port", "0"]) == exit_codes.UNUSABLE
    assert capsys.readouterr().err == (
        "hypersweep web: multiplayer can't be loaded: the 'greenlet' library is required: "
        "pip install 'hypersweep[web]'; --alone serves the page without it\n"
    )


@pytest.mark.nightly
@pytest.mark.parametrize(("why", "reason"), [("a file in the way", "can't write"), ("damaged", "is damaged")])
def test_where_nothing_can_be_kept_the_page_is_served_alone(why: str, reason: str, folder: Path) -> None:
    if why == "damaged":
        folder.mkdir()
        (folder / "together.sqlite3").write_bytes(b"not a database at all" * 500)
    else:
        folder.write_text("")
    with served("--port", "0") as (process, line):
        said = SAID.fullmatch(line)
        assert said is not None
        with urllib.request.urlopen(said[1], timeout=30) as answer:
            assert b"hypersweep-server" not in answer.read()
        process.kill()
        _, err = process.communicate(timeout=60)
    assert err.startswith("hypersweep web: can't save multiplayer games: ")
    assert reason in err
    assert err.endswith("; serving the page alone\n")
    assert err.count("\n") == 1


@pytest.mark.ci_limit(4)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--database-url", "sqlite+aiosqlite:////dev/null/x"], "can't write the database"),
        (["--database-url", "mysql://x"], "expected sqlite+aiosqlite:///PATH or postgresql+psycopg://..., got mysql"),
        (["--database-url", "nonsense"], "expected a database URL, got 'nonsense'"),
        (["--database-url", "postgresql+psycopg://127.0.0.1:1/x"], "the database is currently unavailable: "),
        (["--redis-url", "http://127.0.0.1"], "expected a Redis URL such as redis://127.0.0.1:6379/0"),
        (["--origin", "sweep.example"], "expected an address such as https://sweep.example, got 'sweep.example'"),
        (["--log-level", "loud"], "expected --log-level as one of debug, info, warning, error, got 'loud'"),
        (["--alone", "--redis-url", "redis://x"], "can't use --redis-url with --alone"),
        (["--export", "x", "--alone"], "can't use --alone with --export, which serves nothing"),
        (["--export", "x", "--trust-proxy"], "can't use --trust-proxy with --export, which serves nothing"),
    ],
)
def test_a_set_up_that_can_not_be_used_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", "--port", "0", *words] if "--export" not in words else ["web", *words]) == exit_codes.UNUSABLE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"hypersweep web: {message}")
    assert err.count("\n") == 1


@pytest.mark.slow
def test_figures_need_an_address_that_is_free(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["web", "--port", "0", "--metrics", str(port)]) == exit_codes.UNUSABLE
    err = capsys.readouterr().err
    assert err.startswith(f"hypersweep web: expected a free address for metrics, got 127.0.0.1:{port}: ")


@pytest.mark.nightly
def test_the_usual_port_and_the_next_free_one(
    no_serving: list[server.PageServer], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as first, socket.socket() as second:
        for each in (first, second):
            each.bind(("127.0.0.1", 0))
            each.listen()
        taken = [each.getsockname()[1] for each in (first, second)]
        monkeypatch.setattr(web, "PORTS", taken)
        assert main(["web"]) == 0
    out, err = capsys.readouterr()
    (found,) = no_serving
    assert SAID.fullmatch(out)
    assert found.host == "127.0.0.1"
    assert found.port not in taken
    warning = f"port {taken[0]} is in use; games that a browser saved there aren't visible at port {found.port}"
    assert err == f"hypersweep web: {warning}\n"
    monkeypatch.setattr(web, "PORTS", [taken[1]])
    assert main(["web"]) == 0
    assert capsys.readouterr().err == ""
    assert no_serving[1].port == taken[1]


def test_usual_ports_are_none_that_browsers_refuse() -> None:
    assert min(PORTS) > 1024
    assert {6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697}.isdisjoint(PORTS)


@pytest.mark.slow
def test_a_port_that_is_in_use_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["web", "--port", str(port)]) == exit_codes.UNUSABLE
    message = f"hypersweep web: port {port} is in use; --port 0 picks a free one\n"
    assert capsys.readouterr() == ("", message)


@pytest.mark.nightly
@pytest.mark.needs("ipv6")
def test_two_servers_share_the_ports_of_an_address(
    no_serving: list[server.PageServer], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as other:
        free = other.getsockname()[1]
    monkeypatch.setattr(web, "PORTS", [free])
    for _ in range(2):
        assert main(["web", "--host", "::1"]) == 0
    first, second = no_serving
    out, err = capsys.readouterr()
    assert first.port == free != second.port
    assert out.splitlines()[0] == f"hypersweep is at http://[::1]:{free}/ (Ctrl-C stops it)"
    warning = f"port {free} is in use; games that a browser saved there aren't visible at port {second.port}"
    assert err == f"hypersweep web: {warning}\n"
    assert main(["web", "--host", "::1", "--port", str(second.port)]) == exit_codes.UNUSABLE
    assert f"port {second.port} is in use" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--port", "many"], "expected a whole number of 0 or more for --port, got 'many'"),
        (["--port", "-1"], "expected"),
        (["--port", "65536"], "expected a port of at most 65535, got '65536'"),
        (["--host", "no.such.name.invalid"], "expected one of this machine's addresses for --host"),
        (["--host", "a" * 300], "expected one of this machine's addresses for --host"),
        (["--host", "8.8.8.8"], "expected one of this machine's addresses for --host"),
        (["--hots", "x"], "expected one of the options"),
        (["4d-easy"], "expected only options, got '4d-easy'"),
        (["--export"], "expected"),
        (["--export", ""], "expected a folder name for --export, got ''; . is the current folder"),
        (["--export", "no/where", "--port", "80"], "can't use --port with --export, which serves nothing"),
        (["--host", "127.0.0.1", "--export", "no/where"], "can't use --host with --export, which serves nothing"),
        (["--export", "no/where", "--no-browser"], "can't use --no-browser with --export, which serves nothing"),
    ],
)
def test_what_can_not_be_used_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["web", *words]) == exit_codes.UNUSABLE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"hypersweep web: {message}") or words == ["--export"]
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_other_machines_are_let_in_only_when_asked_for(
    no_serving: list[server.PageServer], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", "--port", "0", "--host", "0.0.0.0"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("hypersweep is at http://127.0.0.1:")
    assert err.startswith("hypersweep web: with --host 0.0.0.0 ")
    assert err.count("\n") == 1
    assert main(["web", "--port", "0", "--host", "localhost"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "is_terminal", "display", "is_opened"),
    [
        ([], True, ":0", True),
        (["--no-browser"], True, ":0", False),
        ([], False, ":0", False),
        pytest.param([], True, "", False, marks=pytest.mark.needs("posix")),
    ],
)
def test_a_browser_is_opened_where_there_is_one(
    words: list[str],
    is_terminal: bool,
    display: str,
    is_opened: bool,
    no_serving: list[server.PageServer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    done = threading.Event()

    def note(address: str) -> None:
        opened.append(address)
        done.set()

    monkeypatch.setattr("webbrowser.open", note)
    monkeypatch.setattr(sys, "platform", "linux" if os.name != "nt" else sys.platform)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    assert main(["web", "--port", "0", *words]) == 0
    assert done.wait(30 if is_opened else 0) is is_opened
    assert opened == ([no_serving[0].address] if is_opened else [])


@pytest.mark.slow
def test_what_is_missing_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delitem(sys.modules, "hypersweep.web.server")
    monkeypatch.setitem(sys.modules, "starlette.applications", None)
    assert main(["web"]) == exit_codes.UNUSABLE
    assert capsys.readouterr().err.endswith("some are missing: pip install 'hypersweep[web]'\n")
    # Writing the site needs neither.
    assert main(["web", "--export", str(tmp_path / "out")]) == 0
    monkeypatch.setattr(page_files, "_built", lambda: tmp_path)
    for words in ([], ["--export", str(tmp_path / "other")]):
        assert main(["web", *words]) == exit_codes.UNUSABLE
        assert "'make page' in the source folder and install from there again" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


@pytest.mark.slow
def test_the_site_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    for _ in range(2):
        assert main(["web", "--export", str(out)]) == 0
        said, err = capsys.readouterr()
        assert re.fullmatch(r"wrote the page to .*: \d+ files, \d\.\d MB\n", said)
        assert err == ""
    assert {"index.html", "sw.js", "manifest.webmanifest", ".nojekyll", MARK} <= {path.name for path in out.iterdir()}


@pytest.mark.slow
def test_a_site_that_can_not_be_written_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("")
    assert main(["web", "--export", str(tmp_path)]) == exit_codes.UNUSABLE
    assert "expected an empty folder or an earlier export, got a folder that holds 'notes'" in capsys.readouterr().err
    assert main(["web", "--export", str(tmp_path / "no" / "where")]) == exit_codes.WRITING_FAILED
    assert capsys.readouterr().err.startswith("hypersweep web: can't write ")
    assert main(["web", "--export", "a\0b"]) == exit_codes.UNUSABLE
    assert capsys.readouterr().err == "hypersweep web: expected a folder name, got one that contains NUL\n"


@pytest.mark.parametrize(("limits", "wanted"), [((1 << 20, 1 << 20), []), ((64, -1), [1 << 16]), ((64, 512), [512])])
def test_the_limit_on_open_files_is_only_raised(
    limits: tuple[int, int], wanted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed: list[int] = []
    system = SimpleNamespace(
        RLIMIT_NOFILE=7,
        RLIM_INFINITY=-1,
        getrlimit=lambda _: limits,
        setrlimit=lambda _, both: changed.append(both[0]),
    )
    monkeypatch.setitem(sys.modules, "resource", system)
    web._allow_connections()
    assert changed == wanted
