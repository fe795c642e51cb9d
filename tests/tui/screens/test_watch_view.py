"""The display while watching the solver."""

from __future__ import annotations

import itertools
from functools import partial

import pytest
from textual.containers import VerticalScroll

from hostile_engines import hostile
from hypersweep.tui.board.lens import Lens
from hypersweep.tui.parts.folded_words import FoldedWords
from hypersweep.tui.parts.note import NoteLine
from hypersweep.tui.screens.help import HelpScreen
from hypersweep.tui.screens.watch import WatchScreen
from hypersweep.ui_model.solver_player import fold
from pilot_play import Play
from seeds import some_of
from watched_shows import WINNABLE, watch, watch_engine

SEEN = ["9x9", "16x30", "70x80", "100x100", "300", "10x10x10", "4x4x4x4", "4x4x4x4x4"]
SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
SEEN_AT = list(zip(SEEN, itertools.cycle(SIZES), strict=False))


def test_the_rules_are_cut_only_where_there_is_no_room_for_them() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        assert it.lines[0].startswith(" Watch: beginner · 9x9 · no guess, at most pairs  10 of 10 mines left")
        assert it.lines[0].rstrip().endswith(" 0 moves")

    watch(script, guess="never", grade="pair", size=(80, 24), **WINNABLE)


def is_seen(it: Play, cell: tuple[int, ...]) -> bool:
    x, y = it.place(cell)
    return 0 <= x < it.board.size.width and 0 <= y < it.board.size.height


@pytest.mark.nightly
@pytest.mark.parametrize(("board", "size"), some_of(itertools.product(SEEN, SIZES), SEEN_AT))
def test_the_move_is_always_seen_with_its_reason(board: str, size: tuple[int, int]) -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        player = screen.show.player
        for _ in range(5):
            turn = player.next
            if turn is None:
                break
            assert it.board.arrangement.place(turn.cell) is not None
            # Where scroll bars come, the board follows once they are there.
            await it.until(partial(is_seen, it, turn.cell))
            assert f"Move {player.moves + 1}: open" in it.text
            assert len(it.lines) == size[1]
            assert "paused" in it.lines[-2]
            words = " ".join(it.text.split())
            assert fold(turn.reasons[-1], 20)[0][:8] in words or any(
                short in words for short in ("Safe by the lit clues", "A guess", "Safe by the rules")
            )
            await it.press("right")
        assert screen.query_one(NoteLine).region.bottom == size[1] - 2

    watch(script, board, seed="3", size=size)


@pytest.mark.slow
def test_words_are_folded_beside_the_bar_that_scrolls_them() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        player, scroll, words = (
            screen.show.player,
            screen.query_one("#words", VerticalScroll),
            screen.query_one(FoldedWords),
        )
        is_tried = False
        while not player.is_over:
            assert player.next is not None
            # The layout follows the text when the scroll bar comes or goes.
            await it.until(
                lambda: (
                    f"Move {player.moves + 1}: open" in str(words.render())
                    and words.size.width <= scroll.scrollable_content_region.width
                )
            )
            lines = str(words.render()).splitlines()
            # No line is folded again.
            assert max(map(len, lines)) <= words.size.width
            assert words.size.height == len(lines)
            is_tried = is_tried or scroll.show_vertical_scrollbar
            await it.press("right")
        assert is_tried

    watch(script, "4x4x4", mines="10", seed="3", size=(80, 24))


@pytest.mark.slow
def test_reasons_that_do_not_fit_are_read_line_by_line() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        player = screen.show.player
        while player.next is None or len(" ".join(player.next.reasons)) < 200:
            assert not player.is_over
            await it.press("right")
        note = screen.query_one(NoteLine)
        whole = fold(" ".join(player.next.reasons), 78)
        for down, up in (("down", "up"), ("j", "k")):
            await it.press("right", "left")
            await it.press(down)
            for place in range(len(whole) - 1):
                assert str(note.content) == whole[place]
                await it.press(down)
            await it.press(down)
            assert str(note.content) == whole[-1]
            for place in range(len(whole) - 2, -1, -1):
                await it.press(up)
                assert str(note.content) == whole[place]
        await it.press("right", "left")
        assert str(note.content).startswith("Move ")
        await it.press("up")
        assert str(note.content) == whole[-1]

    # A board that leaves one line.
    watch(script, "20x38", mines="140", seed="3", first="opening", size=(80, 24))


@pytest.mark.slow
def test_cells_are_never_torn_apart_below_the_board() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        for _ in range(12):
            turn = screen.show.player.next
            if turn is None:
                break
            shown = it.text
            lines = str(screen.query_one(NoteLine).content).splitlines()
            assert not [line for line in lines if line.count("(") != line.count(")")], shown
            await it.press("right")

    watch(script, "10x10x10", seed="3", size=(80, 24))


@pytest.mark.slow
def test_settings_of_the_board() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        lens = screen.query_one(Lens)
        assert lens.display
        await it.press("b")
        assert not lens.display
        await it.press("b")
        assert lens.display
        await it.press("z")
        assert it.board.shows_differences
        await it.press("z")
        await it.press("question_mark")
        assert isinstance(it.app.screen, HelpScreen)
        assert "take over: play on yourself" in it.text
        await it.press("escape")
        assert it.app.screen is screen

    watch(script, **WINNABLE)


@pytest.mark.slow
def test_the_layout_follows_the_size() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        assert screen.query_one("#words").display
        await it.pilot.resize_terminal(60, 20)
        await it.until(lambda: not screen.query_one("#words").display)
        await it.settle()
        assert "Move 1: open" in it.text
        for width, height in ((20, 6), (5, 3), (300, 4)):
            await it.pilot.resize_terminal(width, height)
            await it.press("right", "left")
        await it.pilot.resize_terminal(120, 40)
        await it.until(lambda: bool(screen.query_one("#words").display))

    watch(script, "12x17", mines="9", seed="3", size=(120, 40))


@pytest.mark.slow
def test_an_engine_is_named_while_it_plays() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        assert "Hostile: paused" in it.text
        assert "Move 1: open (0, 0)" in it.text
        assert "A move of unknown chance, says Hostile, and gives no reason." in " ".join(it.text.split())
        await it.press("right")
        assert screen.show.player.moves == 1

    watch_engine(script, hostile("well"))
