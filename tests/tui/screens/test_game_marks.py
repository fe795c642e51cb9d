"""Question marks, drafts of flags and smart flags on the screen of a game, and in its replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep import Layout, Outcome
from hypersweep.record import Event, Record
from hypersweep.session import Store
from hypersweep.tui.palette import commands
from hypersweep.tui.screens.replay_screen import ReplayScreen
from pilot_play import Play, play

LAYOUT = Layout("3x4", [(0, 3), (2, 3)])


def cell(it: Play, place: tuple[int, ...]) -> str:
    """The characters of a cell."""
    board = it.board
    looks = board.looks
    assert looks is not None
    return board.painter.text(looks([board.grid.index(place)])[0]).strip()


def test_question_marks_are_a_setting(tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        await it.go(0, 0)
        await it.press("enter")
        await it.go(0, 3)
        await it.press("f", "f")
        assert cell(it, (0, 3)) == ""
        it.app.toggle("question_marks")
        seen = []
        for _ in range(3):
            await it.press("f")
            seen.append(cell(it, (0, 3)))
        assert seen == ["⚑", "?", ""]
        await it.press("u")
        assert "makes this game unranked" not in it.said
        assert cell(it, (0, 3)) == "?"
        assert "covered, with a question mark   (0, 3)" in it.text
        assert "2 of 2 mines left" in it.text
        await it.click((0, 3), 3)
        assert cell(it, (0, 3)) == ""
        assert it.session.is_ranked

    play(script, layout=LAYOUT, folder=tmp_path)
    assert Store(tmp_path).settings.get("question_marks") is True


def test_a_draft_is_kept_or_dropped() -> None:
    async def script(it: Play) -> None:
        await it.go(0, 0)
        await it.press("enter", "e")
        assert "draft" not in it.text.splitlines()[0], "the setting is off"
        it.app.toggle("draft_flags")
        await it.press("e")
        assert "e keeps them, E drops them" in it.said
        assert "draft" in it.text.splitlines()[0]
        await it.go(0, 3)
        await it.press("f")
        await it.click((2, 3), 3)
        assert (cell(it, (0, 3)), cell(it, (2, 3)), it.session.game.flags) == ("⚐", "⚐", 0)
        await it.press("E")
        assert (cell(it, (0, 3)), "draft" in it.text.splitlines()[0]) == ("", False)
        await it.press("u")
        assert (cell(it, (0, 3)), "draft" in it.text.splitlines()[0]) == ("⚐", True)
        await it.press("e")
        assert (cell(it, (0, 3)), cell(it, (2, 3)), it.session.game.flags) == ("⚑", "⚑", 2)
        await it.press("u", "u")
        assert (cell(it, (0, 3)), it.session.game.flags) == ("⚐", 0)
        await it.press("p")
        await it.press("e")
        assert it.session.game.flags == 0

    play(script, layout=LAYOUT)


def test_a_number_flags_what_is_left_around_it() -> None:
    async def script(it: Play) -> None:
        await it.go(0, 0)
        await it.press("enter")
        await it.click((0, 1))
        assert it.session.game.flags == 0
        it.app.toggle("smart_flags")
        await it.click((0, 1))
        assert [it.session.game.is_flagged(mine) for mine in ((0, 2), (1, 2))] == [True, True]
        await it.press("u", "u")
        assert it.session.game.flags == 0
        it.app.toggle("draft_flags")
        await it.press("e")
        await it.go(0, 1)
        await it.press("enter")
        assert (cell(it, (0, 2)), cell(it, (1, 2)), it.session.game.flags) == ("⚐", "⚐", 0)
        await it.press("enter")
        assert "this 2 has no flag beside it yet: with 2 flags, Enter opens the cells around it" in it.said

    play(script, layout=Layout("2x4", [(0, 2), (1, 2)]))


@pytest.mark.slow
def test_a_won_game_has_flags_in_place_of_marks() -> None:
    async def script(it: Play) -> None:
        for name in ("draft_flags", "question_marks"):
            it.app.toggle(name)
        await it.go(0, 0)
        await it.press("enter", "e")
        await it.go(0, 3)
        await it.press("f")
        await it.go(1, 3)
        await it.press("enter")
        assert it.session.outcome is Outcome.WON
        assert cell(it, (0, 3)) == "⚑"
        await it.press("e")
        assert it.session.game.flags == 0

    play(script, layout=LAYOUT)


def test_the_palette_has_the_settings() -> None:
    async def script(it: Play) -> None:
        titles = [command.title for command in commands(it.app, it.app.screen)]
        assert {"Turn question marks on", "Turn draft flags on", "Turn smart flags on", "Turn bell on"} <= {*titles}
        assert not any("start a draft" in title.casefold() for title in titles)
        it.app.toggle("draft_flags")
        titles = [command.title for command in commands(it.app, it.app.screen)]
        assert "Turn draft flags off" in titles
        assert any("start a draft" in title.casefold() for title in titles)

    play(script, layout=LAYOUT)


def test_a_replay_shows_marks_and_steps_over_whole_actions() -> None:
    lines = ("0 open 0 0: 9", "5 draft 0 3", "6 question 2 3", "9 draft 0 3", "9 and", "9 flag 0 3: 1")
    record = Record(layout=LAYOUT, grid="3x4", rules="classic,first=any", events=[*map(Event.parse, lines)])

    async def script(it: Play) -> None:
        await it.app.push_screen(ReplayScreen(record, clock=lambda: 0))
        await it.settle()
        # The replay plays by itself at first, and opens (0, 0) when its timer runs out.
        await it.until(lambda: cell(it, (0, 2)) == "1")
        await it.press("right")
        assert "draft flag (0, 3)" in it.text
        assert cell(it, (0, 3)) == "⚐"
        await it.press("right")
        assert cell(it, (2, 3)) == "?"
        await it.press("right")
        assert (cell(it, (0, 3)), cell(it, (2, 3))) == ("⚑", "?")
        await it.press("left")
        assert (cell(it, (0, 3)), cell(it, (2, 3))) == ("⚐", "?")

    play(script, layout=LAYOUT)
