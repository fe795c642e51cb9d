"""The form for a custom board."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Button, Input, Select

from hypersweep import Grid, Rules
from hypersweep.tui.screens.custom import CustomDialog
from hypersweep.ui_model.choices import read_choices
from pilot_play import EASY, Play, play


@pytest.mark.slow
def test_the_form_checks_as_one_types() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        assert "81 cells" in it.text
        await it.type("3x4x5")
        assert "60 cells, 5 mines: 1 in 12" in it.text
        assert "a cell touches 7 to 26 others" in it.text
        assert "mean clue 1.20, zeros 27 %" in it.text
        await it.type("x")
        assert "expected a side in digits" in it.text
        assert it.app.screen.query_one("#play", Button).disabled
        await it.press("enter")
        assert isinstance(it.app.screen, CustomDialog)
        await it.press("backspace", "tab")
        await it.type("99")
        assert "60 cells, 99 mines" not in it.text
        assert it.app.screen.query_one("#play", Button).disabled
        await it.press("backspace", "tab")
        await it.type("0,2")
        assert "a cell touches 11 to 26 others" not in it.text
        assert "60 cells, 9 mines" in it.text
        for name, value in (("adjacency", "orthogonal"), ("rules", "esp"), ("first", "opening")):
            it.app.screen.query_one(f"#{name}", Select).value = value
        it.app.screen.query_one("#seed", Input).value = "12"
        await it.settle()
        await it.press("ctrl+s")
        assert it.session.grid == Grid("3x4x5~orthogonal~wrap=0,2")
        game = it.session.game
        assert (game.mines, game.seed, game.rules.first_open) == (9, 12, "opening")
        assert not game.rules.chord
        assert "not ranked" in it.lines[0]

    play(script)


@pytest.mark.slow
def test_the_form_takes_names_and_board_ids() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        await it.type("4d-hard")
        assert "256 cells, 20 mines" in it.text
        board = it.app.screen.query_one("#board", Input)
        board.value = "4d-hrad"
        await it.settle()
        assert "did you mean '4d-hard'" in it.text
        assert "start screen" in it.text
        board.value = EASY.format()
        await it.settle()
        assert "12 cells, 2 mines" in it.text
        await it.press("enter")
        assert it.session.game.layout == EASY

    play(script)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"board": "3x4", "mines": "many"}, "expected a whole number for mines, got 'many'"),
        ({"board": "3x4", "mines": "12"}, "mines"),
        ({"board": "3x4", "wrap": "2"}, "expected wrapped axis of 0 to 1, got 2"),
        ({"board": "3x4", "seed": "-1"}, "seed"),
        ({"board": "x".join("9" * 14)}, "expected a board within"),
        ({"board": "3x4.bAgg", "mines": "2"}, "expected no mines with a board ID"),
    ],
)
def test_the_form_says_what_is_wrong_without_dashes(fields: dict[str, Any], message: str) -> None:
    from hypersweep import HypersweepError

    with pytest.raises(HypersweepError) as caught:
        read_choices(**fields)
    assert message in str(caught.value)
    assert "--" not in str(caught.value)


@pytest.mark.slow
def test_what_becomes_of_guesses_is_a_field_of_the_form() -> None:
    async def script(it: Play) -> None:
        it.app.choose_wish("guess", "never,grade=set")
        await it.press("c")
        assert "none, up to sets, as you have set it" in it.text
        assert "no guess: sets of clues will do" in it.text
        select = it.app.screen.query_one("#guess", Select)
        for value, fact in (
            ("never,grade=clue", "no guess: single clues will do"),
            ("never,grade=set,exactly=on", "no guess: needs sets of clues"),
            ("punished", "an unneeded guess"),
        ):
            select.value = value
            await it.settle()
            assert fact in it.text
        it.app.screen.query_one("#first", Select).value = "any"
        select.value = "never"
        await it.settle()
        assert "expected first opening or first safe with guess never" in it.text
        select.value = "allowed"
        await it.settle()
        assert "no guess" not in it.text
        await it.press("ctrl+s")
        assert it.session.game.rules == Rules(first_open="any")

    play(script)
