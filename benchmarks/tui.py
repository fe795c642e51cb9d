"""The game on the screen: a full redraw of 6x6x6x6, a key until the screen shows it, and the start to the first frame.

A redraw is measured in this process, from forgetting all lines to the bytes for the terminal. Keys and starts are
measured from outside, in a pseudo terminal of 160 x 50: until the last byte of the frame has come. The yardstick is the
least that Textual can do: an application with as much plain text, one line of which every key changes. The start
screen is measured with no saved games, and with 1,000 of them and 1,000 records.

Run: python benchmarks/tui.py [--rounds N] [--markdown FILE]
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
SIZE = (160, 50)
REDRAW_AIM, KEY_AIM, START_AIM = 0.010, 0.016, 0.6
NONE_SAVED, MANY_SAVED, SAVED, SAVED_AIM = "no games", "1,000 saved games", 1000, 0.7
# Keys come at any time, not in step with Textual's frames.
_PAUSES = random.Random(1)


def _has_game() -> bool:
    return importlib.util.find_spec("hypersweep.tui.app") is not None


def commands() -> dict[str, list[str]]:
    """How to start what is measured from outside."""
    screens = str(Path(__file__).with_name("screens.py"))
    found = {OURS: [sys.executable, screens, "board"], TEXT: [sys.executable, screens, "text"]}
    if _has_game():
        game = [sys.executable, "-m", "hypersweep", "play", SHAPE, "--mines", str(MINES), "--seed", str(SEED)]
        found[GAME] = game
    return found


def redraw(app: App[None]) -> str:
    """All of the screen, as the bytes for the terminal; nothing kept from before."""
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
    """Seconds of a full redraw, side by side."""
    figures: dict[str, Figure] = {}

    def measure(apps: list[App[None]]) -> None:
        contenders = [Contender(name, partial(redraw, app)) for name, app in zip((OURS, TEXT), apps, strict=True)]
        figures.update(side_by_side(contenders, rounds))

    asyncio.run(_running(measure))
    return figures


def keys(rounds: int) -> dict[str, Figure]:
    """Seconds from a cursor key to the last byte of its frame, side by side."""
    terminals = {name: Terminal(command, *SIZE) for name, command in commands().items()}
    try:
        for terminal in terminals.values():
            terminal.settle(b"x2=", quiet=0.5)

        steps = dict.fromkeys(terminals, 0)

        def press(name: str) -> float:
            terminal = terminals[name]
            time.sleep(_PAUSES.uniform(0.0, 0.02))
            steps[name] += 1
            sent = terminal.send(b"\x1b[C" if steps[name] % 2 else b"\x1b[D")
            return terminal.settle() - sent

        contenders = [
            Contender(name, partial(press, name), elapsed=lambda seconds: float(str(seconds))) for name in terminals
        ]
        return side_by_side(contenders, rounds)
    finally:
        for terminal in terminals.values():
            terminal.__exit__(None, None, None)


def starts(rounds: int) -> dict[str, Figure]:
    """Seconds from starting a process to the last byte of its first frame, side by side."""

    def start(command: list[str]) -> float:
        with Terminal(command, *SIZE) as terminal:
            return terminal.settle(b"x2=", quiet=0.3) - terminal.begun

    contenders = [
        Contender(name, partial(start, command), elapsed=lambda seconds: float(str(seconds)))
        for name, command in commands().items()
    ]
    return side_by_side(contenders, rounds)


def _fill(folder: Path) -> None:
    """Puts so many saved games and records into a folder."""
    from hypersweep.session import Session, Store

    store = Store(folder)
    for kind, is_over in (("running", False), ("records", True)):
        session = Session("16x30", 99, seed=SEED, store=store, is_known=False)
        session.open((8, 15))
        layout = session.game.layout
        assert layout is not None
        safe = [cell for cell in session.grid if not layout.is_mine(cell)]
        for cell in safe if is_over else safe[:200]:
            session.open(cell)
        session.close()
        (path,) = (folder / kind).glob("*.sweep")
        for number in range(1, SAVED):
            path.with_name(f"{number}.sweep").write_bytes(path.read_bytes())
    store.results()


def saved_starts(rounds: int) -> dict[str, Figure]:
    """Seconds from starting the game to its start screen, with and without saved games, side by side."""

    def start(folder: str) -> float:
        command = ["env", f"HYPERSWEEP_DATA={folder}", sys.executable, "-m", "hypersweep"]
        with Terminal(command, *SIZE) as terminal:
            return terminal.settle(b"Quit", quiet=0.3) - terminal.begun

    with tempfile.TemporaryDirectory() as empty, tempfile.TemporaryDirectory() as full:
        _fill(Path(full))
        contenders = [
            Contender(name, partial(start, folder), elapsed=lambda seconds: float(str(seconds)))
            for name, folder in ((MANY_SAVED, full), (NONE_SAVED, empty))
        ]
        return side_by_side(contenders, rounds)


def saved_row(figures: dict[str, Figure]) -> Row:
    """The line of the closing table about saved games."""
    middle = median(figures[MANY_SAVED].seconds)
    return Row(
        work=f"start screen, {MANY_SAVED} and as many records",
        ours=short(middle, "s"),
        yardsticks=f"{NONE_SAVED}: {short(median(figures[NONE_SAVED].seconds), 's')}",
        ratio=f"{1 / ratio(figures[MANY_SAVED], figures[NONE_SAVED]):.2f} x",
        aim=f"<= {short(SAVED_AIM, 's')} median",
        reached=middle <= SAVED_AIM,
    )


def rows(measured: dict[str, dict[str, Figure]]) -> list[Row]:
    """The closing table."""
    names = {"redraw": "full redraw of 6^4", "key": "key to screen", "start": "start to first frame"}
    aims = {"redraw": REDRAW_AIM, "key": KEY_AIM, "start": START_AIM}
    table = []
    for section, figures in measured.items():
        for name, figure in figures.items():
            if name == TEXT:
                continue
            middle = median(figure.seconds)
            table.append(
                Row(
                    work=f"{names[section]}, {name}",
                    ours=short(middle, "s"),
                    yardsticks=f"{TEXT}: {short(median(figures[TEXT].seconds), 's')}",
                    ratio=f"{1 / ratio(figure, figures[TEXT]):.2f} x",
                    aim=f"<= {short(aims[section], 's')} median",
                    reached=middle <= aims[section],
                )
            )
    return table


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description="Measures the game on the screen.")
    parser.add_argument("--rounds", type=int, default=40, help="keys and redraws; a tenth as many starts")
    parser.add_argument("--markdown", type=Path, help="keep the closing table")
    arguments = parser.parse_args()
    rounds = arguments.rounds
    for name, fact in machine_facts(["textual", "rich"]):
        print(f"{name}: {fact}")
    measured = {"redraw": redraws(rounds), "key": keys(rounds), "start": starts(max(3, rounds // 10))}
    print_figures("full redraw", measured["redraw"].values(), OURS, "redraw", cost=True)
    print_figures("cursor key to screen", measured["key"].values(), OURS, "key", cost=True)
    print_figures("start to first frame", measured["start"].values(), OURS, "start", cost=True)
    saved = saved_starts(max(3, rounds // 10))
    print_figures("start screen", saved.values(), MANY_SAVED, "start", cost=True)
    print_rows([*rows(measured), saved_row(saved)], arguments.markdown)


if __name__ == "__main__":
    main()
