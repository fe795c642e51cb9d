"""The display of a game: the board, the lens, and the lines above them."""

from __future__ import annotations

import pytest

from hypersweep import Outcome
from hypersweep.session import Session
from hypersweep.tui.board.lens import Lens
from pilot_play import LAYOUTS, Play, play


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 30), (120, 45)])
def test_nothing_moves_the_board_or_covers_it(size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        before = it.board.region
        await it.press("u")
        assert "nothing to undo" in it.text
        assert it.board.region == before
        await it.go(1, 0, 3, 0)
        await it.press("enter")
        for _ in range(4):
            await it.press("question_mark")
            assert it.board.region == before
        it.app.warn("no room on the disk " * 20)
        await it.settle()
        assert it.board.region == before
        assert "no room on the disk" in it.text
        await it.go(0, 0, 0, 0)
        await it.press("enter")
        assert it.session.outcome is Outcome.LOST
        assert it.board.region == before
        assert len(it.app._notifications) == 0

    play(script, layout=LAYOUTS[4], size=size)


@pytest.mark.slow
def test_clues_less_flags() -> None:
    async def script(it: Play) -> None:
        await it.go(1, 1)
        await it.press("enter")
        await it.go(0, 0)
        await it.press("f", "z")
        assert it.board.shows_differences
        assert it.app.store.settings.get("delta") is True
        assert "less flags" in it.lines[0]
        await it.press("z")
        assert "less flags" not in it.lines[0]
        assert not it.board.shows_differences

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_the_lens_can_be_put_away() -> None:
    async def script(it: Play) -> None:
        panels = it.app.screen.query_one("#panels")
        assert panels.display
        await it.press("b")
        assert not panels.display
        assert it.app.store.settings.get("panels") is False
        await it.press("b")
        assert panels.display
        await it.pilot.resize_terminal(60, 20)
        await it.settle()
        await it.pilot.resize_terminal(160, 50)
        await it.settle()
        assert panels.display

    play(script, layout=LAYOUTS[4])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ("10x10x10", (120, 40)),
        ("10x10x10", (80, 24)),
        ("30x30x30", (120, 40)),
        ("100x100x100", (160, 50)),
        ("4x4x4x4x4", (120, 40)),
        ("4x4x4x4x4x4", (160, 50)),
        ("9x9~wrap=all", (80, 24)),
    ],
)
def test_the_lens_is_there_and_next_to_the_board(shape: str, size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        await it.settle()
        lens, board = it.app.screen.query_one(Lens), it.board
        assert lens.display
        assert (lens.size.width, lens.size.height) == (lens.arrangement.width, lens.arrangement.height)
        body = it.app.screen.query_one("#body").region
        assert body.contains_region(lens.region)
        if lens.region.y >= board.region.bottom:
            assert lens.region.y - board.region.bottom <= 1
        else:
            assert lens.region.x - board.region.right <= 2
            panels = it.app.screen.query_one("#panels").region
            # Board and panels are in the middle together.
            assert abs((board.region.x - body.x) - (body.right - panels.right)) <= 1

    play(script, session=lambda store: Session(shape, 50, store=store), size=size)


def test_four_by_four_by_four_by_four_is_seen_whole_at_eighty_by_twentyfour() -> None:
    async def script(it: Play) -> None:
        await it.settle()
        arrangement = it.board.arrangement
        assert (arrangement.width, arrangement.height, arrangement.cell_width) == (54, 20, 3)
        assert it.board.size.height >= 20
        assert not it.board.show_vertical_scrollbar
        assert not it.app.screen.query_one(Lens).display

    play(script, session=lambda store: Session("4x4x4x4", 20, store=store), size=(80, 24))


@pytest.mark.slow
def test_unusual_rules_are_named_above_the_board() -> None:
    shown = {}
    for rules in ("classic,first=opening", "classic", "esp"):

        async def script(it: Play, rules: str = rules) -> None:
            shown[rules] = it.lines[0]

        play(script, session=lambda store, rules=rules: Session("9x9", 10, rules=rules, store=store))  # type: ignore[misc]
    assert shown["classic,first=opening"].startswith(" beginner · 9x9  ")
    assert shown["classic"].startswith(" beginner · 9x9 · first open safe  ")
    assert shown["esp"].startswith(" beginner · 9x9 · esp  ")


@pytest.mark.slow
def test_the_rules_are_cut_only_where_there_is_no_room_for_them() -> None:
    rules, shown = "classic,first=opening,guess=never,grade=pair", {}
    for columns in (80, 60):

        async def script(it: Play, columns: int = columns) -> None:
            shown[columns] = it.lines[0]

        play(script, session=lambda store: Session("9x9", 10, rules=rules, store=store), size=(columns, 24))
    assert shown[80].startswith(" beginner · 9x9 · no guess, at most pairs 10 of 10 mines left   0:00  ")
    assert shown[60].startswith(" beginner · 9x9 · no gue")
    assert shown[60].rstrip().endswith("… 10 of 10 mines left   0:00")


@pytest.mark.slow
def test_what_is_said_of_a_cell_goes_before_the_picked_axis_on_a_narrow_screen() -> None:
    async def script(it: Play) -> None:
        await it.go(1, 1, 1, 1, 1, 1)
        await it.press("enter")
        assert ", . along axis 5" in it.lines[-2]
        await it.pilot.resize_terminal(60, 20)
        await it.until(lambda: it.lines[-2].strip() == "(1, 1, 1, 1, 1, 1): clue 10, 10 left in 728 covered")
        await it.press("1")
        assert " ".join(it.lines[-2].split()) == "(1, 1, 1, 1, 1, 1): clue 10, 10 left in 728 covered 1"
        # Text that still doesn't fit is visibly cut.
        await it.pilot.resize_terminal(46, 14)
        await it.until(lambda: "…" in it.lines[-2])

    play(script, session=lambda store: Session("3x3x3x3x3x3", 10, seed=7, store=store), size=(80, 24))
