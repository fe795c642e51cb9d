"""The card at the end of a game: beside the board or below it, with figures, keys and a text to share."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from hypersweep import Layout, Outcome
from hypersweep.picture.cell_appearance import TARGET, number_of
from hypersweep.session import Session
from hypersweep.text import join_or
from hypersweep.tui.board.board_panels import BoardPanel, Lens
from hypersweep.tui.board.end_card import EndCard
from hypersweep.tui.notes import NoteLine
from hypersweep.ui_model.game_texts import UNRANKED_BY
from pilot_play import EASY, LAYOUTS, Play, play, ticking


async def end(it: Play, *, is_won: bool = True) -> EndCard:
    """Play the game to its end, and return the card."""
    layout = it.session.game.layout
    assert layout is not None
    safe = [cell for cell in layout.grid if not layout.is_mine(cell)]
    for cell in safe if is_won else (safe[0], next(layout.mine_cells())):
        if it.session.outcome is Outcome.ONGOING and not it.session.game.is_open(cell):
            await it.go(*cell)
            await it.press("enter")
    await it.settle()
    return it.game.query_one(EndCard)


def test_a_win_has_its_time_and_figures_beside_the_board_which_does_not_move() -> None:
    async def script(it: Play) -> None:
        before = await it.at_rest(lambda: (it.board.region, it.board._origin))
        card = await end(it)
        assert (it.board.region, it.board._origin) == before
        assert card.display
        left, _ = it.board._origin
        assert card.region.x > it.board.region.x + left + it.board.arrangement.width
        for words in ("You won", "your first time", "3BV/s", "r New board", "v Review", " guess"):
            assert words in it.text
        assert not str(it.game.query_one(NoteLine).content), "nothing is said twice"
        assert "0 of 2 mines left" in it.text
        await it.press("c")
        assert it.app.clipboard.startswith("hypersweep 3x4, 2 mines")
        assert "clipboard" in it.said
        # The entries can be clicked.
        keys = card.query_one("#keys").region
        await it.pilot.click(offset=(keys.x + 2, keys.y))
        await it.settle()
        assert it.session.outcome is Outcome.ONGOING
        assert not card.display

    play(script, layout=EASY, clock=ticking())


def test_a_loss_names_the_nearest_safe_cell_and_offers_to_try_again() -> None:
    layout = Layout("2x4", [(0, 0), (0, 2)])

    async def script(it: Play) -> None:
        for cell in ((1, 0), (1, 1), (1, 2), (1, 3), (0, 0)):
            await it.go(*cell)
            await it.press("enter")
        card = it.game.query_one(EndCard)
        assert card.has_class("lost")
        for words in ("You lost", "cell 1 was safe", "u Try again"):
            assert words in it.text
        # The board marks the cell that the card names, and no other.
        targets = [marks for marks in it.board.marks.values() if marks & TARGET == TARGET]
        assert [number_of(marks) for marks in targets] == [1]
        await it.press("u")
        assert not card.display
        assert it.session.outcome is Outcome.ONGOING

    play(script, layout=layout)


def test_the_lens_gives_its_place_to_the_card_and_gets_it_back() -> None:
    async def script(it: Play) -> None:
        lens = it.game.query_one(Lens)
        assert lens.display
        board = it.board.region
        card = await end(it, is_won=False)
        assert card.display
        assert not lens.visible
        assert it.board.region == board
        await it.press("u")
        assert lens.visible

    play(script, layout=LAYOUTS[4], size=(120, 40))


@pytest.mark.parametrize(
    ("board", "size"),
    [
        ("40", (80, 24)),
        ("16x30", (120, 40)),
        ("5x5x5", (120, 40)),
        ("4x4x4x4x4", (120, 40)),
        ("4x4x4x4x4", (80, 24)),
    ],
)
@pytest.mark.slow
def test_without_space_beside_the_board_the_card_is_below_it(board: str, size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        before = await it.at_rest(lambda: it.board.region)
        card = await end(it, is_won=False)
        assert it.board.region == before
        assert card.display
        assert card.region.y >= min(it.board.region.bottom, it.board._origin[1] + it.board.arrangement.height)
        assert card.region.bottom <= it.game.query_one("#body").region.bottom
        assert not any(panel.visible for panel in it.game.query(BoardPanel))
        for words in ("You lost", "% open", "u Try again  r New board  t Restart  v Review  c Share"):
            assert words in it.text
        await it.press("u")
        assert not card.display
        assert all(panel.visible for panel in it.game.query(BoardPanel))

    play(script, layout=Layout(board, [1, 5]), size=size)


@pytest.mark.parametrize("helps", [[], ["u"], ["u", "question_mark"]])
@pytest.mark.parametrize(("board", "size"), [("5x5x5", (80, 24)), ("5x5x5", (120, 40)), ("4x4", (200, 60))])
@pytest.mark.slow
def test_the_card_names_what_made_a_win_unranked(helps: list[str], board: str, size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        await it.press("enter", *helps)
        card = await end(it)
        assert card.display
        assert card.region.bottom <= it.game.query_one("#body").region.bottom
        text = " ".join(str(card.query_one("#figures", Static).content).split())
        reasons = ["known", *({"u": "undo", "question_mark": "hint"}[key] for key in helps)]
        words = join_or([UNRANKED_BY[each] for each in reasons], "and")
        # Below a board on a small screen, only a long list of reasons is left out.
        is_short = size == (80, 24) and len(reasons) > 2
        assert text.partition(" · ")[0] == "not ranked" if is_short else text.startswith(f"not ranked: {words}"), text

    play(script, session=lambda store: Session(layout=Layout(board, [1, 5]), store=store), size=size)


@pytest.mark.parametrize("size", [(60, 20), (61, 24)])
def test_without_space_beside_the_board_the_lines_below_it_have_the_result(size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        card = await end(it, is_won=False)
        assert not card.display
        note = str(it.game.query_one(NoteLine).content)
        assert note.startswith("You lost after")
        assert note.endswith("u try again, c share")

    play(script, session=lambda store: Session(layout=Layout("16x24", [(0, 0), (9, 9)]), store=store), size=size)
