"""Boards of any size: played, or rejected before the welcome; and saved games that are too large."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from courses.esp.esp_play import play
from hypersweep import BoardTooLargeError, Game, Grid, Layout
from hypersweep.courses.esp import main, save_game


class Interrupted:
    """Input that ends with Ctrl-C at the first prompt."""

    def readline(self) -> str:
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    "sides",
    [
        (10**5, 10**5),
        (1, 10**10),
        (10**10, 1),
        (3 * 10**5, 10**5),
        (10**6, 10**5),
        (2**32, 2**10),
        (2**32, 2**30),
        (1, 2**62),
        (2**62 + 1, 1),
        (2**63, 1),
        (2**64 - 1, 1),
        (2**64, 2**64),
    ],
)
def test_large_boards_come_to_the_prompt_or_are_refused_at_once(
    sides: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdin", Interrupted())
    monkeypatch.setattr(sys, "stdout", output)
    height, width = sides
    status = main(["--size", str(height), str(width)])
    welcome = (
        "Welcome to ESP Minesweeper!\n"
        f"Chosen field size: {height} x {width}.\n"
        "After map generation 10 mines will be hidden in the playing field.\n > \n"
    )
    is_played = status == 130
    assert (status, output.getvalue()) == ((130, welcome) if is_played else (1, "Out of memory!\n"))
    # Three bits per cell, and no address space is larger than 2**57 bytes.
    assert not is_played or height * width * 3 // 8 < 2**57


def test_long_board_is_played_from_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for height, width in ((1, 400_000), (400_000, 1)):
        argv = ["--size", str(height), str(width), "--mines", "1"]
        far = f"{height - 1} {width - 1}"
        status, output = play(argv, f"start 0 0\nsave game\nflag {far}\nload game\nopen {far}\n".encode())
        assert status == 0
        boards = output.split(b" > ")[1:]
        assert len(boards) == 5
        assert boards[0] == boards[1] == boards[3]
        closed, empty = "░".encode(), "·".encode()
        # The one mine cuts the board in two, of which each is opened from its end.
        assert boards[0].count(empty) > 1000
        assert boards[0].count(closed) > 1000
        assert boards[4].count(b"@") == 1
        assert b"=== You won! ===" in boards[4]
        assert closed not in boards[4]


def no_memory(*arguments: object, **options: object) -> None:
    raise MemoryError


def test_start_without_memory_ends_as_before_the_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Layout, "esp", no_memory)
    status, output = play(["--size", "3", "4"], b"start 0 4\nstart 0 0\nquit\n")
    assert status == 1
    assert output.endswith(b"\n > Error: Coordinates are invalid for this game board!\n > Out of memory!\n")


@pytest.mark.parametrize("error", [MemoryError, BoardTooLargeError])
def test_load_without_memory_leaves_the_game_alone(
    error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise error("on purpose")

    grid = Grid((2, 5))
    save_game(str(tmp_path / "game"), Game(grid, rules="esp", layout=Layout(grid, [(0, 0)])))
    monkeypatch.setattr(Game, "restore", fail)
    status, output = play(["--size", "3", "4"], f"start 0 0\nload {tmp_path}/game\nquit\n".encode())
    assert status == 0
    _, board, answer, last = output.split(b" > ")
    assert answer == b"Error: Failed to open file!\n"
    assert board == last
