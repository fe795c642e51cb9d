"""Snapshots of the main screens: lines of text, and what colours mean on the board.

The pictures are in ``snapshots/``. After an intended change, this writes them again, and ``git diff`` shows it::

    SNAPSHOTS=write pytest tests/tui/test_snapshots.py

Textual's own parts, which may change with it, are left out: the footer, scroll bars, and colours outside boards. Below
a board's lines are its looks: a letter for each character, and what the letters mean, by the names of the theme's
colours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from dataclasses import fields
from pathlib import Path

import pytest

from hypersweep import Layout
from hypersweep.picture.themes import THEMES, Theme
from hypersweep.record import Record
from hypersweep.session import Session
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.screens.replay_screen import ReplayScreen
from hypersweep.tui.screens.watch_screen import WatchScreen
from hypersweep.ui_model.choices import read_choices
from hypersweep.ui_model.solver_show import SolverShow
from pilot_play import LAYOUTS, Play, play, ticking

FOLDER = Path(__file__).parent / "snapshots"
SCROLL_BARS = str.maketrans(dict.fromkeys("▁▂▃▄▅▆▇▎▍▋▌▊▉▏▕▐", " "))
DATE = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?")


def names_of(theme: Theme) -> dict[str, str]:
    """Return the names of a theme's colours."""
    names: dict[str, str] = {}
    for field in fields(theme):
        value = getattr(theme, field.name)
        colours = value if isinstance(value, tuple) else (value,)
        for place, colour in enumerate(colours):
            if isinstance(colour, str) and colour.startswith("#"):
                names.setdefault(colour, field.name + (f" {place + 1}" if len(colours) > 1 else ""))
    return names


def looks(it: Play, board: BoardView) -> list[str]:
    """Return a letter for the background of each character of a board, and a legend."""
    names = names_of(THEMES[board.theme])
    letters: dict[str, str] = {}
    lines = []
    for y in range(board.size.height):
        line = ""
        for segment in board.render_line(y):
            style = segment.style
            assert style is not None
            is_plain = style.bgcolor is None or style.bgcolor.is_default
            meaning = "screen" if is_plain or style.bgcolor is None else names.get(style.bgcolor.name, "mixed")
            meaning += ", bold" * bool(style.bold) + ", underlined" * bool(style.underline)
            meaning += ", reversed" * bool(style.reverse)
            letter = " " if meaning == "screen" else letters.setdefault(meaning, chr(ord("a") + len(letters)))
            line += letter * len(segment.text)
        lines.append(line.rstrip())
    return [*lines, *(f"{letter} = {meaning}" for meaning, letter in letters.items())]


def picture(it: Play) -> str:
    """The screen as text."""
    lines = [
        DATE.sub(lambda match: "#" * len(match[0]), line.translate(SCROLL_BARS).rstrip()) for line in it.lines[:-1]
    ]
    for board in it.app.screen.query(BoardView):
        lines += ["", "looks:", *looks(it, board)]
    return "\n".join((*lines, ""))


def check(name: str, shown: str) -> None:
    path = FOLDER / f"{name}.txt"
    if os.environ.get("SNAPSHOTS") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == shown


Steps = Callable[[Play], Awaitable[None]]


def keys(*names: str) -> Steps:
    """Steps that press keys."""

    async def steps(it: Play) -> None:
        for name in names:
            await it.press(name)

    return steps


async def replay_half(it: Play) -> None:
    layout = LAYOUTS[3]
    session = Session(layout=layout, clock=ticking(1500))
    for cell in list(layout.grid)[1:9]:
        session.open(cell)
    it.app.navigation._show(ReplayScreen(session.record, clock=lambda: 0.0))
    await it.settle()
    await it.press("space", "5")


async def watch_a_move(it: Play) -> None:
    choice = read_choices("5x7", mines="5", seed="4", first="opening")
    show = SolverShow(choice, is_playing=False)
    it.app.navigation._show(WatchScreen(show))
    await it.settle()
    for _ in range(2):
        # A step is made once its move is found, and not before.
        await it.until(lambda: not show.player.needs_search)
        await it.press("right")
    await it.until(lambda: not show.player.needs_search)
    await it.settle()


def with_games(steps: Steps) -> Steps:
    """Step after a few games were played."""

    async def begin(it: Play) -> None:
        games = [(LAYOUTS[2], True), (LAYOUTS[2], False), (LAYOUTS[2], True), (LAYOUTS[2], True), (LAYOUTS[4], True)]
        for number, (layout, is_won) in enumerate(games):
            record = record_of(layout, is_won=is_won, milliseconds=300 + 170 * number)
            it.app.store.keep(record.replace(tags={"start": f"2026-11-21T04:00:0{number}Z"}), f"game-{number}")
        await steps(it)

    return begin


def record_of(layout: Layout, *, is_won: bool, milliseconds: int) -> Record:
    session = Session(layout=layout, clock=ticking(milliseconds), is_known=False)
    session.open(next(cell for cell in layout.grid if not layout.is_mine(cell)))
    for cell in layout.grid:
        if layout.is_mine(cell) is not is_won:
            session.open(cell)
    return session.record


GAME = ("g", "down", "enter", "up", "f", "G", "up", "enter", "n")
SCREENS: dict[str, tuple[int | None, tuple[int, int], Steps]] = {
    "start": (None, (80, 24), keys("down", "j")),
    "custom": (None, (80, 24), keys("c", "3", "x", "4", "x", "5")),
    "custom_wrong": (None, (80, 24), keys("c", "3", "x", "4", "x", "y")),
    "help": (2, (130, 45), keys("f1")),
    "game_2d": (2, (80, 24), keys(*GAME)),
    "game_3d": (3, (80, 24), keys(*GAME)),
    "game_4d": (4, (80, 24), keys(*GAME)),
    "game_5d": (5, (80, 24), keys(*GAME)),
    "game_5d_large": (5, (160, 50), keys(*GAME)),
    "hint": (2, (80, 24), keys("G", "enter", *["question_mark"] * 4)),
    "hint_4d": (4, (80, 24), keys("g", "down", "enter", *["question_mark"] * 4)),
    "hint_asked": (4, (80, 24), keys("g", "down", "enter", "question_mark")),
    "pause": (3, (80, 24), keys("G", "enter", "p")),
    "lost": (4, (80, 24), keys("G", "up", "enter", "g", "enter")),
    "replay": (None, (80, 24), replay_half),
    "watch": (None, (80, 24), watch_a_move),
    "scores": (None, (80, 24), with_games(keys("b"))),
    "statistics": (None, (80, 24), with_games(keys("t"))),
}


@pytest.mark.ci_limit(6)
@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_the_main_screens_look_as_they_did(name: str) -> None:
    dimensions, size, steps = SCREENS[name]
    shown: list[str] = []

    async def script(it: Play) -> None:
        await steps(it)
        shown.append(await it.at_rest(lambda: picture(it)))

    play(script, layout=None if dimensions is None else LAYOUTS[dimensions], size=size)
    check(name, shown[0])


@pytest.mark.parametrize("theme", THEMES)
def test_themes(theme: str) -> None:
    shown: list[str] = []

    async def script(it: Play) -> None:
        it.app.choose_theme(theme)
        await keys(*GAME, "G", "left")(it)
        shown.append(picture(it))

    play(script, layout=LAYOUTS[2], size=(60, 20))
    check(f"theme_{theme}", shown[0])
