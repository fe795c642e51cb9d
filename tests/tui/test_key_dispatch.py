"""The key table's keys as bindings, and the footer, which shows as many as fit."""

from __future__ import annotations

import pytest
from textual.binding import Binding
from textual.keys import _character_to_key

from hypersweep import Layout
from hypersweep.tui.key_dispatch import action_of, bindings, terminal_key
from hypersweep.tui.screens.text_dialogs import HelpScreen
from hypersweep.ui_model.key_table import GAME_FOOTERS, KEY_TABLE, LESSON_FOOTERS
from pilot_play import EASY, LAYOUTS, Play, play
from seeds import some_of

ALL = [shortcut for keys in KEY_TABLE.values() for shortcut in keys.shortcuts]


def test_characters_have_the_names_that_textual_gives_them() -> None:
    characters = sorted({key for shortcut in ALL for key in shortcut.keys if len(key) == 1})
    # Letters come as they are, whatever their case.
    expected = {key: key if key.isalnum() else _character_to_key(key) for key in characters}
    assert {key: terminal_key(key) for key in characters} == expected


def test_named_keys_and_those_with_ctrl_are_translated() -> None:
    assert [terminal_key(key) for key in ("PageUp", "Escape", "Delete", "F1", "Control+p", "Control+ArrowUp")] == [
        *("pageup", "escape", "delete", "f1", "ctrl+p", "ctrl+up")
    ]


def test_each_key_becomes_a_binding_of_its_own() -> None:
    for name, keys in KEY_TABLE.items():
        made = list(Binding.make_bindings(bindings(keys.shortcuts)))
        assert len(made) == len({binding.key for binding in made}), name
        assert [(each.key, each.action, each.show, each.tooltip, each.priority) for each in made] == [
            (terminal_key(key), action_of(shortcut), bool(shortcut.footer), shortcut.what, shortcut.is_in_text)
            for shortcut in keys.shortcuts
            for key in shortcut.keys
        ], name


@pytest.mark.slow
def test_keys_are_called_the_same_below_and_in_the_help() -> None:
    async def script(it: Play) -> None:
        await it.press("enter", "enter")
        await it.until(lambda: it.lines[-1].startswith(" ⏎ open  f flag  ? hint  Space flag/chord  u undo"))
        it.app.choose_characters("ascii")
        await it.until(lambda: it.lines[-1].startswith(" Enter open  f flag  ? hint  Space flag/chord  u undo"))

    play(script)


@pytest.mark.nightly
@pytest.mark.parametrize("width", some_of([60, 66, 80], [60]))
def test_the_help_is_always_named_below(width: int) -> None:
    async def script(it: Play) -> None:
        for keys in ([], ["c"], ["escape", "t"], ["escape", "b"], ["escape", "enter"], ["enter"]):
            await it.press(*keys)
            await it.settle()
            if not it.app.screen.is_modal:
                assert "F1 help" in it.lines[-1], keys
        await it.press("enter")
        await it.until(lambda: "? hint" in it.lines[-1])
        assert ("q leave" in it.lines[-1]) is (width == 80)
        await it.pilot.resize_terminal(130, 40)
        await it.until(lambda: len(it.lines[-1]) == 130 and "t restart" in it.lines[-1])
        await it.pilot.click("KeyFooter", offset=(it.lines[-1].index("help"), 0))
        await it.settle()
        assert isinstance(it.app.screen, HelpScreen)

    play(script, size=(width, 24))


FOOTERS = {
    2: " ⏎ first click  f flag  +- size  Esc start screen  q leave  / more  F1 help",
    3: " ⏎ first click  f flag  ad tiles  +- size  Esc start screen  / more  F1 help",
    4: " ⏎ first click  f flag  wasd tiles  +- size  Esc start screen  / more  F1 help",
    5: " ⏎ first click  f flag  wasd tiles  AD groups  +- size  / more  F1 help",
    6: " ⏎ first click  f flag  wasd tiles  WASD groups  +- size  / more  F1 help",
}


@pytest.mark.slow
@pytest.mark.parametrize("dimensions", FOOTERS)
def test_the_keys_between_tiles_stand_in_eighty_columns(dimensions: int) -> None:
    layout = LAYOUTS.get(dimensions) or Layout("2x3x2x3x2x3", [(0, 0, 0, 0, 0, 0)])

    async def script(it: Play) -> None:
        await it.until(lambda: it.lines[-1].strip() != "")
        assert it.lines[-1].rstrip() == FOOTERS[dimensions]
        # At the end the keys that still work stay.
        await it.go(*next(layout.mine_cells()))
        await it.press("enter")
        await it.until(lambda: "v review" in it.lines[-1])
        assert "f flag" not in it.lines[-1]
        await it.pilot.resize_terminal(150, 24)
        await it.until(lambda: len(it.lines[-1]) == 150 and ("tiles" in it.lines[-1]) is (dimensions > 2))

    play(script, layout=layout, size=(80, 24))


def test_a_click_presses_the_key_under_it() -> None:
    async def script(it: Play) -> None:
        await it.go(0, 1, 1, 2)
        await it.until(lambda: "wasd" in it.lines[-1])
        place = it.lines[-1].index("wasd")
        for offset, cell in enumerate([(0, 1, 1, 1), (0, 1, 0, 1), (0, 1, 0, 2), (0, 1, 1, 2)]):
            await it.pilot.click("KeyFooter", offset=(place + offset, 0))
            await it.settle()
            assert it.cursor == cell
        await it.pilot.click("KeyFooter", offset=(it.lines[-1].index("tiles"), 0))
        await it.settle()
        assert it.cursor == (0, 1, 1, 2)

    play(script, layout=LAYOUTS[4])


def test_the_footer_of_the_game_has_other_words_in_each_phase() -> None:
    async def script(it: Play) -> None:
        await it.until(lambda: "first click" in it.lines[-1])
        assert "hint" not in it.lines[-1]
        await it.press("enter")
        # The clock updates the footer, since no key waits for it.
        it.game._tick()
        await it.settle()
        for words in ("open", "Space flag/chord", "t restart", "+- size", "Esc start screen", "q leave"):
            assert words in it.lines[-1]
        await it.go(0, 3)
        await it.press("enter")
        await it.until(lambda: it.lines[-1].split()[:3] == ["u", "try", "again"])
        assert "r new" in it.lines[-1]

    play(script, layout=EASY, size=(160, 40))


@pytest.mark.parametrize(("screen", "footers"), [("game", GAME_FOOTERS), ("lesson", LESSON_FOOTERS)])
def test_each_command_of_a_footer_is_one_of_its_screen(screen: str, footers: dict[str, dict[str, str]]) -> None:
    commands = {shortcut.command.partition("_")[0] for shortcut in KEY_TABLE[screen].shortcuts} | {"quit"}
    for labels in footers.values():
        assert labels.keys() <= commands
