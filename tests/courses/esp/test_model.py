"""Whole random sessions compared with the slow model, and the random stream compared with the C library."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import random
from pathlib import Path

import pytest

import naive
from courses.esp.esp_model import Program
from courses.esp.esp_play import play
from hypersweep.rng import GnuRandom
from seeds import seeds

NAMES = (b"a", b"b", b"none")


def random_line(source: random.Random, height: int, width: int) -> bytes:
    """A line of play: mostly moves on the board, some moves next to it, some nonsense."""
    cell = f"{source.randrange(height)} {source.randrange(width)}"
    choice = source.random()
    if choice < 0.4:
        line = f"open {cell}"
    elif choice < 0.65:
        line = f"flag {cell}"
    elif choice < 0.72:
        line = f"start {cell}"
    elif choice < 0.80:
        line = "dump"
    elif choice < 0.95:
        return source.choice((b"save ", b"load ")) + source.choice(NAMES[: source.choice((2, 3))])
    elif choice < 0.97:
        line = f"{source.choice(('open', 'flag', 'start'))} {source.randint(-2, 9)} {source.randint(-2, 9)}"
    else:
        line = source.choice(
            ("", "quit 1", "open", "open x y", "flag 1", "dump 2", "save", "load a b", "mine 1 1", "quit")
        )
    return line.encode()


def random_file(source: random.Random) -> bytes:
    """A save file of any state, sometimes damaged."""
    model = Program(source.randint(1, 6), source.randint(1, 6), 0, 0, {})
    chances = source.choice((0.0, 0.1, 0.2, 1.0)), source.choice((0.0, 0.3)), source.random() / 2
    for cell in model.cells():
        mine, opened, flag = (source.random() < chance for chance in chances)
        if mine:
            model.mines.add(cell)
        if opened and not (mine and source.random() < 0.95):
            model.open.add(cell)
        if flag:
            model.flags.add(cell)
    data = bytearray(model.encode())
    if source.random() < 0.2:
        data[source.randrange(len(data))] ^= 1 << source.randrange(8)
    return bytes(data)


@pytest.mark.slow
@pytest.mark.parametrize("part", seeds(8))
def test_random_sessions(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    endings = {"won": 0, "lost": 0, "left": 0}
    for number in range(400):
        source = random.Random(1000 * part + number)
        height, width = source.choice(((1, 1), (3, 4), (5, 2), (1, 9), (8, 1), (6, 7), (4, 13)))
        mines = source.choice((0, height * width - 1, min(height * width - 1, source.randrange(9))))
        seed = source.choice((0, 1, 2**31, 2**32 - 1, source.randrange(2**32)))
        lines = [f"start {source.randrange(height)} {source.randrange(width)}".encode()] * (source.random() < 0.9)
        lines += [random_line(source, height, width) for _ in range(source.randrange(14))]
        files = {name: random_file(source) for name in NAMES[:2] if source.random() < 0.6}
        for name in NAMES:
            path = Path(os.fsdecode(name))
            path.unlink(missing_ok=True)
            if name in files:
                path.write_bytes(files[name])
        argv = ["--size", str(height), str(width), "--mines", str(mines), "--seed", str(seed)]
        status, output = play(argv, b"\n".join(lines) + b"\n" * bool(lines))
        expected = Program(height, width, mines, seed, files).run(lines)
        assert output.decode() == expected, (argv, lines)
        assert status == 0
        assert {os.fsencode(name): Path(name).read_bytes() for name in os.listdir()} == files
        endings["won" if "You won" in expected else "lost" if "You lost" in expected else "left"] += 1
    assert min(endings.values()) > 20


@pytest.mark.needs("glibc")
def test_random_stream_of_the_c_library() -> None:
    library = ctypes.CDLL(None)
    for seed in (0, 1, 2, 7, 123456789, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 2, 2**32 - 1):
        library.srand(ctypes.c_uint(seed))
        stream, slow = GnuRandom(seed), naive.gnu_random(seed)
        for _ in range(1000):
            number = library.rand()
            assert stream.next() == number
            assert next(slow) == number


def test_first_numbers_of_seed_0() -> None:
    stream = GnuRandom(0)
    assert [stream.next() for _ in range(4)] == [1804289383, 846930886, 1681692777, 1714636915]
    assert GnuRandom(0).next64() == 1804289383 << 32 | 846930886
    assert GnuRandom(1).next() == 1804289383
