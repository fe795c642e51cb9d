"""``generate``, ``grade`` and ``verify`` in terminals, with pipes and full disks; and the examples in their help."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import capabilities
from hypersweep import Layout
from hypersweep.cli.help import parser_of
from hypersweep.generate import certify, solvable_from
from played import played
from root_override import without_root_override

capabilities.require("posix")

from real_terminal import SOURCE, RealTerminal  # noqa: E402 - not on Windows

PROGRAM = [sys.executable, "-m", "hypersweep.cli"]
# There is no such board: the search runs until it is ended.
HOPELESS = ["generate", "16x30", "--mines", "200", "--tries", "1000000000"]
BOARD = Layout("3x4", [(0, 0), (0, 1)])


def environment(**changes: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": SOURCE, "PYTHONIOENCODING": "utf-8", **changes}


def examples() -> list[tuple[str, str]]:
    found = []
    for name in ("generate", "grade", "verify"):
        lines = (parser_of(name).epilog or "").partition("examples:\n")[2].splitlines()
        found += [(name, line.strip()) for line in lines]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line"), examples(), ids=[line for _, line in examples()])
def test_examples_of_the_help_run(name: str, line: str, tmp_path: Path) -> None:
    played(BOARD, [(0, "open", (2, 3))]).save(tmp_path / "game.sweep")
    (tmp_path / "board.txt").write_text(certify(BOARD, (2, 3)).format(), encoding="utf-8")
    script = f'hypersweep() {{ "{sys.executable}" -m hypersweep.cli "$@"; }}\n{line}\n'
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(HYPERSWEEP_DATA=str(tmp_path / "data")),
        check=False,
        timeout=120,
    )
    # The game says that it is played line by line here.
    assert (done.returncode, "hypersweep play: standard input isn't a terminal" in done.stderr) == (0, "play" in line)
    assert done.stderr.count("\n") == ("play" in line)
    assert done.stdout or ">" in line
    assert all(len(text) < 200 for text in done.stdout.splitlines()) or "--json" in line


def test_examples_are_there() -> None:
    assert {name for name, _ in examples()} == {"generate", "grade", "verify"}
    assert all("hypersweep" in line for _, line in examples())


@pytest.mark.slow
def test_a_bar_tells_how_far_it_is_and_goes_with_ctrl_c(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, HOPELESS, LC_ALL="C.UTF-8")
    text = terminal.wait_for("tries, best ")
    first, bar = (line.rstrip() for line in text.splitlines()[:2])
    assert first == "hypersweep generate: open (8, 15) first"
    assert bar.startswith("─" * 20)
    assert " of 1,000,000,000 tries, best " in bar
    terminal.press("\x03")
    assert terminal.finish() == 130
    assert [line.strip() for line in terminal.screen.display if line.strip()] in ([first], [first, "^C"])
    assert b"Traceback" not in terminal.written


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "begin"), [({"LC_ALL": "C"}, "-" * 20), ({"NO_COLOR": "1"}, "─" * 20), ({"columns": 40}, "board 1")]
)
def test_the_bar_suits_the_terminal(changes: dict[str, object], begin: str, tmp_path: Path) -> None:
    words = [*HOPELESS, "--count", "5", "--first", "8,15"]
    terminal = RealTerminal(tmp_path, words, **changes)  # type: ignore[arg-type]
    text = terminal.wait_for("tries, ")
    assert text.splitlines()[0].startswith(begin)
    assert "board 1 of 5, " in text
    assert not text.splitlines()[1].strip()
    assert b"\033[3" not in terminal.written
    terminal.press("\x03")
    assert terminal.finish() == 130


@pytest.mark.slow
def test_a_dumb_terminal_gets_no_bar(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["generate", "16x30", "--mines", "180", "--tries", "20000"], TERM="dumb")
    assert terminal.finish() == 3
    assert b"\033" not in terminal.written
    assert b"no guess in 20000 tries" in terminal.written


@pytest.mark.slow
def test_boards_on_a_terminal_stand_alone_on_their_lines(tmp_path: Path) -> None:
    terminal = RealTerminal(tmp_path, ["generate", "16x30", "--mines", "120", "--count", "60"], lines=200)
    assert terminal.finish() == 0
    first, *lines = "".join(line for line in terminal.screen.display).replace("16x30.", "\n16x30.").split("\n")
    assert first.strip() == "hypersweep generate: open (8, 15) first"
    boards = [Layout.parse(line.replace(" ", "")) for line in lines]
    assert len(boards) == 60
    assert all(solvable_from(board, (8, 15)) for board in boards)


@pytest.mark.slow
def test_nothing_but_boards_is_written_to_pipes(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "generate", "16x30", "--mines", "120", "--count", "40"],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )
    assert done.stderr == ""
    assert len([Layout.parse(line) for line in done.stdout.splitlines()]) == 40


@pytest.mark.slow
@pytest.mark.parametrize("words", [["generate", "--count", "1000000"], ["grade", "-"]])
def test_ctrl_c_leaves_whole_lines(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "out"
    with path.open("wb") as out:
        process = subprocess.Popen(
            [*PROGRAM, *words], stdin=subprocess.PIPE, stdout=out, stderr=subprocess.PIPE, env=environment()
        )
    assert process.stdin is not None
    if words[0] == "grade":
        process.stdin.write(b"3x4.bAw\n" * 100)
        process.stdin.flush()
    while not path.stat().st_size:
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    data = path.read_text(encoding="utf-8")
    assert data.endswith("\n")
    for line in data.splitlines():
        assert Layout.parse(line).mines == 10 if words[0] == "generate" else line.startswith("line ")


WORDS = {
    "generate": ["generate", "--count", "100000"],
    "grade": ["grade", *[str(BOARD)] * 500, "--first", "2,3"],
    "verify": ["verify", *["board.txt"] * 500],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WORDS)
def test_output_that_nobody_reads_or_that_can_not_be_written(name: str, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(certify(BOARD, (2, 3)).format(), encoding="utf-8")
    command = [*PROGRAM, *WORDS[name]]

    def run(out: object) -> tuple[int, bytes]:
        done = subprocess.run(
            command,
            stdout=out,  # type: ignore[call-overload]
            stderr=subprocess.PIPE,
            env=environment(),
            cwd=tmp_path,
            check=False,
            timeout=60,
        )
        return done.returncode, done.stderr

    reader, writer = os.pipe()
    os.close(reader)
    assert run(writer) == (0, b"")
    os.close(writer)
    if capabilities.has("linux"):
        with open("/dev/full", "wb") as full:
            status, err = run(full)
        assert status == 74
        assert err == f"hypersweep {name}: can't write to standard output: No space left on device\n".encode()
    if name != "generate":
        # With no standard output at all.
        closed = subprocess.run(
            ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command],
            stderr=subprocess.PIPE,
            env=environment(),
            cwd=tmp_path,
            check=False,
            timeout=60,
        )
        assert (closed.returncode, closed.stderr) == (0, b"")


@pytest.mark.slow
def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o555)
    for folder, status in ((locked, 74), (locked / "new", 74)):
        done = subprocess.run(
            without_root_override([*PROGRAM, "grade", str(BOARD), "--first", "2,3", "--opb", str(folder)]),
            capture_output=True,
            text=True,
            env=environment(),
            check=False,
        )
        assert (done.returncode, done.stdout) == (status, "")
        assert f"can't write to {folder}: Permission denied" in done.stderr
    assert os.listdir(locked) == []


def test_a_disk_that_becomes_full_keeps_nothing(tmp_path: Path) -> None:
    # A limit on the size of files acts like a full disk.
    limited = "import resource, os, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))"
    limited += "; os.execv(sys.argv[1], sys.argv[1:])"
    board = Layout("1x400", [(0, 200)])
    words = ["grade", str(board), "--first", "0,0", "--opb", str(tmp_path / "proofs")]
    done = subprocess.run(
        [sys.executable, "-c", limited, *PROGRAM, *words],
        capture_output=True,
        text=True,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        check=False,
    )
    assert (done.returncode, done.stdout) == (74, "")
    assert done.stderr == (f"hypersweep grade: can't write to {tmp_path / 'proofs'}: File too large\n")
    assert os.listdir(tmp_path) == []


@pytest.mark.slow
def test_ctrl_c_ends_a_search_that_nobody_watches() -> None:
    process = subprocess.Popen([*PROGRAM, *HOPELESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=1)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == 130
