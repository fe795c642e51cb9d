"""Dialogs with text: the help, messages, information about the board, and the notice that a terminal is small."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from hypersweep import Layout
from hypersweep.cli_support.board_options import PlayOptions, read_play
from hypersweep.session import Session
from hypersweep.tui.screens.dialogs import ChoiceDialog, CustomDialog, UnsavedDialog
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.screens.text_dialogs import (
    LEAST_PLAYABLE,
    MessagesScreen,
    SmallScreen,
    ThisBoardDialog,
    is_too_small,
)
from hypersweep.tui.terminal_app import Palette
from hypersweep.ui_model.key_table import KEY_TABLE
from pilot_play import DIMENSIONS, EASY, LAYOUTS, Play, play, standing


@pytest.mark.parametrize("width", [60, 80, 130, 200])
def test_descriptions_in_the_help_stay_beside_their_keys(width: int) -> None:
    async def script(it: Play) -> None:
        await it.press("f1")
        tables = list(it.app.screen.query(Static).filter(".keys"))
        assert len(tables) == 5
        for table in tables:
            lines = ["".join(segment.text for segment in table.render_line(y)) for y in range(table.size.height)]
            starts = [re.search(r"(^|\S) {2,}(?=\S)", line) for line in lines]
            assert len({start and start.end() for start in starts}) == 1, lines
        # On 80 columns there is one column of keys, elsewhere something takes two lines.
        assert (tables[-1].size.height > sum(gesture.device == "Mouse" for gesture in KEY_TABLE["game"].gestures)) is (
            width != 80
        )

    play(script, layout=LAYOUTS[4], size=(width, 20))


@pytest.mark.slow
def test_of_what_was_said_the_latest_is_kept() -> None:
    async def script(it: Play) -> None:
        for number in range(130):
            it.app.say(f"message {number}")
        assert len(it.app.messages) == 100
        await it.press("M")
        assert isinstance(it.app.screen, MessagesScreen)
        assert "message 129" in it.text
        await it.press("j", "k", "q")
        assert not isinstance(it.app.screen, MessagesScreen)

    play(script, size=(60, 20))


def test_before_anything_was_said_it_says_so() -> None:
    async def script(it: Play) -> None:
        await it.press("M")
        assert "no messages yet" in it.text
        await it.press("escape")
        it.app.say("the same")
        it.app.say("another")
        it.app.say("the same")
        await it.press("M")
        # Each message appears once, at its latest time.
        assert it.text.index("the same") < it.text.index("another")
        await it.pilot.resize_terminal(40, 12)
        await it.settle()
        assert "another" in it.text

    play(script, size=(80, 24))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_seed_and_command_can_be_copied_while_a_game_goes_on(size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        await it.go(1, 2, 0, 1)
        await it.press("enter", "i")
        assert isinstance(it.app.screen, ThisBoardDialog)
        assert "4-D easy, 4x4x4x4: 256 cells, 10 mines" in it.text
        assert "classic, first click an opening" in it.text
        assert "shown once the game is over" in it.text
        await it.until(lambda: it.lines[-1].strip() == "Esc back  c copy command  s copy seed")
        await it.press("s")
        assert it.app.clipboard == "7"
        assert "the seed was sent to the clipboard of the terminal" in it.text
        # There is no board ID to copy yet.
        await it.press("i")
        assert it.app.clipboard == "7"
        await it.press("c")
        found = read_play(it.app.clipboard.split()[2:])
        assert isinstance(found, PlayOptions)
        again = found.choice.game()
        again.open((1, 2, 0, 1))
        await it.press("escape")
        assert isinstance(it.app.screen, GameScreen)
        assert it.session.game.layout == again.layout
        assert it.session.is_ranked, "the seed alone gives nothing away"

    play(
        script,
        session=lambda store: Session(
            "4x4x4x4", 10, rules="classic,first=opening", seed=7, is_known=False, store=store, clock=standing
        ),
        size=size,
    )


@pytest.mark.slow
def test_a_board_id_can_be_copied_once_the_game_is_over() -> None:
    async def script(it: Play) -> None:
        await it.go(0, 3)
        await it.press("enter", "i", "i")
        assert it.app.clipboard == EASY.format()
        await it.until(lambda: "i copy board ID" in it.lines[-1])
        assert "none: the mines were given" in it.text
        await it.press("c", "enter")
        assert it.app.clipboard == f"hypersweep play {EASY.format()}"
        assert isinstance(it.app.screen, GameScreen)

    play(script, layout=EASY)


def test_long_board_ids_are_shown_cut_and_copied_whole() -> None:
    layout = Layout.random("60x70", 900, seed=1)

    async def script(it: Play) -> None:
        await it.press("i")
        assert "characters)" in it.text
        await it.press("i")
        assert it.app.clipboard == layout.format()

    play(script, layout=layout, size=(80, 24))


async def resize(it: Play, columns: int, lines: int) -> None:
    """The terminal gets another size. Textual's own resize_terminal waits for a screen that it doesn't expect to go."""
    it.app._driver._size = (columns, lines)  # type: ignore[union-attr]
    it.app.post_message(Resize(Size(columns, lines), Size(columns, lines)))
    for _ in range(3):
        await it.settle()
        await asyncio.sleep(0.02)


def test_the_least_size_is_the_first_that_will_do() -> None:
    columns, lines = LEAST_PLAYABLE
    assert not is_too_small(Size(columns, lines))
    assert is_too_small(Size(columns - 1, lines))
    assert is_too_small(Size(columns, lines - 1))


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_the_game_says_so_and_comes_back(dimensions: int) -> None:
    layout = LAYOUTS[dimensions]

    async def script(it: Play) -> None:
        screen = it.app.screen
        cursor = next(cell for cell in layout.grid if not layout.is_mine(cell))
        it.board.go(cursor)
        await resize(it, 30, 8)
        assert isinstance(it.app.screen, SmallScreen)
        assert "The window is too small" in it.text
        assert "q leaves" in it.text
        await resize(it, 39, 50)
        assert "small: 39x50, needs" in it.text
        for key in ("enter", "f", "space", "up", "u", "question_mark", "slash", "f1", "escape", "p", "r", "tab"):
            await it.press(key)
            assert isinstance(it.app.screen, SmallScreen)
        await resize(it, 40, 12)
        assert it.app.screen is screen
        assert (it.session.game.opened, it.session.game.moves, it.cursor) == (0, (), cursor)
        assert not it.session.is_paused
        await it.press("enter")
        assert it.session.game.opened > 0

    play(script, layout=layout)


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1), (1, 50), (200, 1), (10, 3), (12, 5)])
def test_any_size_does_no_harm(size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        await resize(it, *size)
        assert isinstance(it.app.screen, SmallScreen)
        await resize(it, 80, 24)
        assert isinstance(it.app.screen, GameScreen)
        assert "covered" in it.text

    play(script, layout=LAYOUTS[4])


@pytest.mark.slow
def test_sizes_that_come_and_go_leave_one_game() -> None:
    chance = random.Random(1)

    async def script(it: Play) -> None:
        for _ in range(40):
            size = Size(chance.randrange(1, 90), chance.randrange(1, 30))
            it.app._driver._size = size  # type: ignore[union-attr]
            it.app.post_message(Resize(size, size))
            if chance.random() < 0.5:
                await asyncio.sleep(0.01)
        await resize(it, 80, 24)
        assert [type(screen) for screen in it.app.screen_stack[1:]] == [GameScreen]

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
@pytest.mark.parametrize("key", ["q", "ctrl+q"])
def test_it_can_be_left(key: str) -> None:
    async def script(it: Play) -> None:
        await it.press("enter")
        await resize(it, 20, 5)
        await it.press(key)
        assert it.app.status == 0
        assert not it.app.is_running or it.app._exit

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_other_screens_come_back_as_well() -> None:
    async def script(it: Play) -> None:
        await resize(it, 20, 5)
        assert isinstance(it.app.screen, SmallScreen)
        await resize(it, 80, 24)
        assert isinstance(it.app.screen, StartScreen)
        await it.press("c")
        await it.type("5x6")
        await resize(it, 20, 5)
        await it.type("x7")
        await resize(it, 80, 24)
        assert isinstance(it.app.screen, CustomDialog)
        await it.type("x8")
        assert "5x6x8" in it.text

    play(script)


@pytest.mark.slow
def test_what_leads_to_another_screen_meanwhile_can_be_seen_afterwards() -> None:
    async def script(it: Play) -> None:
        await resize(it, 20, 5)
        it.app.navigation.statistics()
        await it.settle()
        assert isinstance(it.app.screen, SmallScreen)
        await resize(it, 80, 24)
        assert "tatistics" in it.text

    play(script)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "dialog",
    [
        lambda: Palette(id="--command-palette"),
        lambda: ChoiceDialog("title", [("a", "a choice"), ("b", "another")]),
        lambda: UnsavedDialog("why", "path", save=str, again=str, let_go=str),
    ],
)
def test_any_width_does_no_harm_to_lists_in_dialogs(dialog: Callable[[], Screen[Any]]) -> None:
    async def script(it: Play) -> None:
        it.app.push_screen(dialog())
        await it.settle()
        for columns in range(16, 0, -1):
            await resize(it, columns, 20)
        await resize(it, 80, 24)
        assert not isinstance(it.app.screen, SmallScreen)

    play(script, layout=LAYOUTS[2])
