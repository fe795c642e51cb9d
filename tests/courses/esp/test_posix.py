"""What only POSIX systems have: permissions of ordinary users, devices, pipes, limits, signals, closed streams."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import capabilities
from courses.esp.esp_play import play
from hypersweep import Game, Grid, Layout
from hypersweep.courses.esp import load_game, save_game

capabilities.require("posix")

import resource  # noqa: E402 - not on Windows

ESP = [sys.executable, "-m", "hypersweep.cli", "esp"]
NOBODY = 65534


def game_of(*shape: int) -> Game:
    """A game with one mine, in its last cell."""
    grid = Grid(shape)
    return Game(grid, rules="esp", layout=Layout(grid, [tuple(side - 1 for side in shape)]))


@contextmanager
def as_ordinary_user() -> Iterator[Path]:
    """A directory of an ordinary user, as permissions don't bind root."""
    with tempfile.TemporaryDirectory() as name:
        if os.geteuid() != 0:
            yield Path(name)
            return
        os.chown(name, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield Path(name)
        finally:
            os.seteuid(0)


def test_permissions_bind() -> None:
    with as_ordinary_user() as directory:
        (directory / "game").write_bytes(b"kept")
        (directory / "game").chmod(0o444)
        with pytest.raises(PermissionError):
            save_game(str(directory / "game"), game_of(3, 4))
        (directory / "game").chmod(0o000)
        with pytest.raises(PermissionError):
            load_game(str(directory / "game"))
        (directory / "game").chmod(0o600)
        assert (directory / "game").read_bytes() == b"kept"
        directory.chmod(0o500)
        with pytest.raises(PermissionError):
            save_game(str(directory / "new"), game_of(3, 4))
        directory.chmod(0o700)
        assert os.listdir(directory) == ["game"]


def test_devices_and_pipes_are_written_to_and_stay(tmp_path: Path) -> None:
    save_game(os.devnull, game_of(3, 4))
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        save_game(str(pipe), game_of(3, 4))
        data = os.read(reader, 100)
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    save_game(str(tmp_path / "file"), game_of(3, 4))
    assert data == (tmp_path / "file").read_bytes()


def test_load_reads_a_pipe_to_its_end(tmp_path: Path) -> None:
    save_game(str(tmp_path / "file"), game_of(3, 4))
    for extra, is_good in ((b"", True), (b"\0", False)):
        reading, writing = os.pipe()
        os.write(writing, (tmp_path / "file").read_bytes() + extra)
        os.close(writing)
        try:
            _, output = play([], f"load /dev/fd/{reading}\n".encode())
        finally:
            os.close(reading)
        assert (b"Error: Invalid file content!\n" not in output) is is_good
        assert (" |░░░░|\n".encode() * 3 in output) is is_good


def test_full_disk(tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(b"a good old game")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        _, output = play(["--size", "300", "40"], f"start 3 4\nsave {tmp_path}/game\nsave {tmp_path}/new\n".encode())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert output.count(b" > Error: Failed to open file!\n") == 2
    assert os.listdir(tmp_path) == ["game"]
    assert (tmp_path / "game").read_bytes() == b"a good old game"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_closed_pipe_ends_quietly(unbuffered: str) -> None:
    # Far more than a pipe holds, so that writing goes on after the reader has left.
    program = subprocess.Popen(
        [*ESP, "--size", "1000", "700"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdin.write(b"start 3 4\ndump\ndump\n")
    program.stdin.flush()
    assert program.stdout.readline() == b"Welcome to ESP Minesweeper!\n"
    program.stdout.close()
    program.stdin.close()
    assert (program.stderr.read(), program.wait()) == (b"", 0)
    program.stderr.close()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_pipe_closed_before_the_start_ends_quietly(unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    run = subprocess.run(
        ESP, stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, env=environment, check=False
    )
    os.close(writing)
    assert (run.stderr, run.returncode) == (b"", 0)


@pytest.mark.needs("linux")
def test_output_that_cannot_be_written_is_told_once() -> None:
    with open("/dev/full", "wb") as full:
        run = subprocess.run(ESP, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, check=False)
    assert run.stderr.count(b"\n") == 1
    assert b"can't write to standard output" in run.stderr
    assert run.returncode == 74


def test_missing_streams_are_empty_ones() -> None:
    run = subprocess.run(["sh", "-c", 'exec "$@" <&- >&-', "sh", *ESP], capture_output=True, check=False)
    assert (run.stdout, run.stderr, run.returncode) == (b"", b"", 0)


def test_interrupt_at_the_prompt() -> None:
    program = subprocess.Popen(ESP, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stderr is not None
    output = b""
    while not output.endswith(b"\n > "):
        output += program.stdout.read(1)
    program.send_signal(signal.SIGINT)
    assert (program.stdout.read(), program.stderr.read(), program.wait()) == (b"\n", b"", 130)
    for stream in (program.stdin, program.stdout, program.stderr):
        stream.close()


def test_prompt_comes_before_the_answer_is_typed() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    program = subprocess.Popen(ESP, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert program.stdin is not None
    assert program.stdout is not None
    for line in (b"", b"open\n", b"start 5 5\n", b"dump\n"):
        program.stdin.write(line)
        program.stdin.flush()
        output = b""
        while not output.endswith(b"\n > ") and output != b" > ":
            output += program.stdout.read(1)
    program.stdin.write(b"quit\n")
    program.stdin.close()
    assert program.stdout.read().decode().startswith("\n  \033[31m¶\033[0m: 10\n")
    assert program.wait() == 0
    program.stdout.close()
