"""The full-screen game: redraws, latency of keys, bytes sent, idle processor time, and time to the first frame.

A redraw of 6x6x6x6 is measured in this process, from dropping all cached lines to having the bytes for the terminal.
Everything else is timed from outside, in pseudo terminals, where a frame ends with its last byte. The yardstick for
time is the minimum for Textual: an application with as much plain text, in which every key changes one line. The
yardstick for bytes is one byte for each changed cell on the screen; the one for idle time is a Textual program with a
clock and the same text. The first frame is that of the start screen, with no saved games and with many, half of which
are finished.

Run: python benchmarks/tui.py [--rounds N] [--saves N] [--markdown FILE]
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from math import prod
from pathlib import Path
from statistics import median

from textual.app import App

from screens import MINES, SEED, SHAPE, BoardApp, TextApp
from terminal import Terminal
from timing import (
    Contender,
    Figure,
    Row,
    machine_facts,
    print_figures,
    print_rows,
    ratio,
    short,
    side_by_side,
)

OURS, TEXT, GAME = "board", "plain text", "hypersweep play"
SIZE, LARGE = (160, 50), (200, 60)
REDRAW_AIM, KEY_AIM, START_AIM, BYTES_AIM, IDLE_AIM = 0.010, 0.010, 0.7, 8192, 0.005
# Text that shows that a first frame is complete; for a bare board, its last line.
SHOWN = {OURS: b"\x1b[50;1H", TEXT: b"2,2", GAME: b"left"}
WELCOME = b"any number of dimensions"
# Boards and terminal sizes for timing keys, and for counting bytes.
TIMED = [("6x6x6x6", SIZE), ("6x6x6x6", LARGE), ("4x4x4x4x4x4", SIZE), ("4x4x4x4x4x4", LARGE)]
SENT = [("16x30", SIZE), ("4x4x4x4", SIZE), ("6x6x6x6", SIZE), ("3x3x3x3x3x3", SIZE), *TIMED[2:]]
# For each axis, the keys that move back and forth.
RIGHT, LEFT, DOWN, UP = b"\x1b[C", b"\x1b[D", b"\x1b[B", b"\x1b[A"
MOVES = [(LEFT, RIGHT), (UP, DOWN), (b"a", b"d"), (b"w", b"s"), (b"A", b"D"), (b"W", b"S")]
NAMES = {RIGHT: "right", LEFT: "left", DOWN: "down", UP: "up"}
# Random delays, so that keys aren't in step with Textual's frames.
_PAUSES = random.Random(1)


def _has_game() -> bool:
    return importlib.util.find_spec("hypersweep.tui.app") is not None


def playing(shape: str) -> list[str]:
    """Return the command that starts a game."""
    mines = max(10, prod(map(int, shape.split("x"))) // 20) if shape != SHAPE else MINES
    return [sys.executable, "-m", "hypersweep", "play", shape, "--mines", str(mines), "--seed", str(SEED)]


def programs() -> dict[str, list[str]]:
    """Return the commands of the yardsticks."""
    screens = str(Path(__file__).with_name("screens.py"))
    return {OURS: [sys.executable, screens, "board"], TEXT: [sys.executable, screens, "text"]}


def redraw(app: App[None]) -> str:
    """Return the whole screen as bytes for the terminal, without using anything cached."""
    screen = app.screen
    for widget in screen.walk_children():
        widget.refresh()
    if isinstance(app, BoardApp):
        app.board.show()
    update = screen._compositor.render_full_update()
    return update.render_segments(app.console)


async def _running(work: Callable[[list[App[None]]], None]) -> None:
    board, text = BoardApp(), TextApp()
    async with board.run_test(size=SIZE) as first:
        await first.pause()
        async with text.run_test(size=SIZE) as second:
            await second.pause()
            work([board, text])


def redraws(rounds: int) -> dict[str, Figure]:
    """Measure the seconds for a full redraw, side by side."""
    figures: dict[str, Figure] = {}

    def measure(apps: list[App[None]]) -> None:
        contenders = [Contender(name, partial(redraw, app)) for name, app in zip((OURS, TEXT), apps, strict=True)]
        figures.update(side_by_side(contenders, rounds))

    asyncio.run(_running(measure))
    return figures


def name_of(shape: str, size: tuple[int, int]) -> str:
    """Return the name of a game in a terminal, for the tables."""
    return f"{GAME} {shape}, {size[0]} x {size[1]}"


def keys(rounds: int) -> tuple[dict[str, Figure], dict[str, float]]:
    """Measure the seconds from a cursor key to the last byte of its frame, side by side, and the processor seconds."""
    terminals = {name: Terminal(command, *SIZE) for name, command in programs().items()}
    if _has_game():
        terminals |= {name_of(shape, size): Terminal(playing(shape), *size) for shape, size in TIMED}
    try:
        for name, terminal in terminals.items():
            terminal.settle(SHOWN.get(name, SHOWN[GAME]), quiet=0.5)

        steps = dict.fromkeys(terminals, 0)
        spent = {name: -terminal.cpu for name, terminal in terminals.items()}

        def press(name: str) -> float:
            terminal = terminals[name]
            time.sleep(_PAUSES.uniform(0.0, 0.02))
            steps[name] += 1
            sent = terminal.send(RIGHT if steps[name] % 2 else LEFT)
            return terminal.settle() - sent

        contenders = [
            Contender(name, partial(press, name), elapsed=lambda seconds: float(str(seconds))) for name in terminals
        ]
        figures = side_by_side(contenders, rounds)
        # This includes updates of the game's clock.
        return figures, {name: (terminals[name].cpu + spent[name]) / steps[name] for name in terminals}
    finally:
        for terminal in terminals.values():
            terminal.__exit__(None, None, None)


def moves(shape: str) -> list[bytes]:
    """Return moves along each axis from the middle of a board: one cell back, two forward, one back."""
    return [key for back, on in MOVES[: shape.count("x") + 1] for key in (back, on, on, back)]


def sent(shape: str, size: tuple[int, int]) -> list[int]:
    """Return the number of bytes sent by each cursor move."""
    found = []
    with Terminal(playing(shape), *size) as terminal:
        terminal.settle(SHOWN[GAME], quiet=1.0)
        for key in moves(shape):
            before = len(terminal.output)
            terminal.send(key)
            terminal.settle(quiet=0.1)
            found.append(len(terminal.output) - before)
    return found


def changed(shape: str, size: tuple[int, int]) -> list[int]:
    """Return the number of screen cells that each of these moves changes."""
    from hypersweep.session import Session, Store
    from hypersweep.tui.app import HypersweepApp

    found = []

    def screen(app: App[None]) -> list[list[tuple[str, object]]]:
        return [
            [(character, segment.style) for segment in strip for character in segment.text]
            for strip in app.screen._compositor.render_strips()
        ]

    async def run(folder: str) -> None:
        mines = int(playing(shape)[playing(shape).index("--mines") + 1])
        app = HypersweepApp(Store(folder), session=Session(shape, mines, seed=SEED))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for key in moves(shape):
                before = screen(app)
                await pilot.press(NAMES.get(key, key.decode()))
                await pilot.pause()
                lines = zip(before, screen(app), strict=True)
                found.append(sum(old != new for line in lines for old, new in zip(*line, strict=True)))

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(folder))
    return found


def fill(folder: Path, saves: int) -> None:
    """Save a number of games, every other one finished."""
    from hypersweep import Layout
    from hypersweep.session import Session, Store

    store = Store(folder)
    for number in range(saves):
        if number % 2:
            session = Session("16x30", 99, seed=number, store=store, is_known=False)
            session.open((8, 15))
        else:
            session = Session(layout=Layout("9x9", [(0, number % 9)]), store=store, is_known=False)
            session.open((8, 8))
        session.close()


def starts(rounds: int, saves: int) -> dict[str, Figure]:
    """Measure the seconds from starting a process to the last byte of its first frame, side by side."""
    with tempfile.TemporaryDirectory() as name:
        folders = {count: Path(name, str(count)) for count in dict.fromkeys((0, saves))}

        def start(command: list[str], wanted: bytes, folder: Path | None = None) -> float:
            with Terminal(command, *SIZE, folder=folder) as terminal:
                return terminal.settle(wanted, quiet=0.3) - terminal.begun

        works = {name: partial(start, command, SHOWN[name]) for name, command in programs().items()}
        if _has_game():
            works[GAME] = partial(start, playing(SHAPE), SHOWN[GAME])
            for count, folder in folders.items():
                folder.mkdir()
                fill(folder, count)
                command = [sys.executable, "-m", "hypersweep"]
                works[f"start screen, {count:,} saved games"] = partial(start, command, WELCOME, folder)
        contenders = [
            Contender(name, work, elapsed=lambda seconds: float(str(seconds))) for name, work in works.items()
        ]
        return side_by_side(contenders, rounds)


def rows(measured: dict[str, dict[str, Figure]], worked: dict[str, float]) -> list[Row]:
    """Return the final table's rows about time."""
    names = {"redraw": "full redraw of 6^4", "key": "key to screen", "start": "start to first frame"}
    aims = {"redraw": REDRAW_AIM, "key": KEY_AIM, "start": START_AIM}
    table = []
    for section, figures in measured.items():
        for name, figure in figures.items():
            if name == TEXT:
                continue
            middle = median(figure.seconds)
            cost = f" (works {short(worked[name], 's')})" if section == "key" else ""
            table.append(
                Row(
                    work=f"{names[section]}, {name}",
                    ours=short(middle, "s") + cost,
                    yardsticks=f"{TEXT}: {short(median(figures[TEXT].seconds), 's')}",
                    ratio=f"{1 / ratio(figure, figures[TEXT]):.2f} x",
                    aim=f"<= {short(aims[section], 's')} median",
                    reached=middle <= aims[section],
                )
            )
    return table


def byte_rows() -> list[Row]:
    """Measure the bytes sent by cursor moves, and return the final table's rows about them."""
    table = []
    for shape, size in SENT if _has_game() else []:
        found, least = sent(shape, size), changed(shape, size)
        table.append(
            Row(
                work=f"bytes of a cursor move, {name_of(shape, size)}",
                ours=f"median {median(found):.0f}, at most {max(found)}",
                yardsticks=f"changed cells: median {median(least):.0f}, at most {max(least)}",
                ratio=f"{sum(found) / max(1, sum(least)):.2f} x",
                aim=f"at most {BYTES_AIM}",
                reached=max(found) <= BYTES_AIM,
            )
        )
    return table


def idle_row(seconds: int) -> Row:
    """Measure the share of a core that a game takes while its clock runs, and what a bare clock takes meanwhile."""
    commands = {GAME: playing("16x30"), "clock": [sys.executable, str(Path(__file__).with_name("screens.py")), "clock"]}
    terminals = {name: Terminal(command, *SIZE) for name, command in commands.items()}
    try:
        for name, terminal in terminals.items():
            terminal.settle(SHOWN.get(name, SHOWN[TEXT]), quiet=0.5)
        terminals[GAME].send(b"\r")
        time.sleep(2)
        begun = time.perf_counter()
        before = {name: terminal.cpu for name, terminal in terminals.items()}
        while (passed := time.perf_counter() - begun) < seconds:
            # Read the output, so that no program waits for the terminal.
            for terminal in terminals.values():
                terminal.settle(quiet=0.5)
        ours, least = ((terminals[name].cpu - before[name]) / passed for name in commands)
    finally:
        for terminal in terminals.values():
            terminal.__exit__(None, None, None)
    return Row(
        work="share of a core while the clock runs",
        ours=f"{ours:.2%}",
        yardsticks=f"a bare clock: {least:.2%}",
        ratio=f"{ours / least:.2f} x",
        aim=f"<= {IDLE_AIM:.1%}",
        reached=ours <= IDLE_AIM,
    )


def main() -> None:
    """Measure everything, and print the results."""
    parser = argparse.ArgumentParser(description="Measure the game on the screen.")
    parser.add_argument("--rounds", type=int, default=40, help="keys and redraws; a tenth as many starts")
    parser.add_argument("--saves", type=int, default=1000, help="saved games for the start screen")
    parser.add_argument("--markdown", type=Path, help="save the closing table to a file")
    arguments = parser.parse_args()
    rounds = arguments.rounds
    for name, fact in machine_facts(["textual", "rich"]):
        print(f"{name}: {fact}")
    pressed, worked = keys(rounds)
    measured = {"redraw": redraws(rounds), "key": pressed, "start": starts(max(3, rounds // 10), arguments.saves)}
    print_figures("full redraw", measured["redraw"].values(), OURS, "redraw", cost=True)
    print_figures("cursor key to screen", measured["key"].values(), OURS, "key", cost=True)
    print_figures("start to first frame", measured["start"].values(), OURS, "start", cost=True)
    print_rows([*rows(measured, worked), *byte_rows(), idle_row(30)], arguments.markdown)


if __name__ == "__main__":
    main()
