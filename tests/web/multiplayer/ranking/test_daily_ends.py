"""Where tries at a daily board ended."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hypersweep import Game, Layout
from hypersweep.record import Record
from hypersweep.session import Session
from hypersweep.web.multiplayer.ranking.daily_ends import daily_ends


def lost(layout: Layout, *cells: tuple[int, ...], chord: tuple[int, ...] | None = None) -> str:
    """The record of a game that opens some cells, or flags all but the last and chords."""
    session = Session(layout=layout, clock=iter(range(0, 10**15, 10**8)).__next__)
    for cell in cells:
        session.flag(cell) if chord and cell != cells[0] else session.open(cell)
    if chord:
        session.chord(chord)
    return session.record.format()


def test_mines_that_went_off_are_counted() -> None:
    layout = Layout("3x4", [(0, 3), (2, 0), (2, 3)])
    records = [lost(layout, (0, 0), (0, 3)), lost(layout, (0, 0), (0, 3)), lost(layout, (2, 0))]
    # A wrong flag and a chord: the exploded cell isn't the clicked one.
    records.append(lost(layout, (1, 2), (0, 2), (2, 2), chord=(1, 2)))
    found = daily_ends(layout.format(), records)
    assert found.cells == {3: 3, 8: 1, 11: 1}
    text = ElementTree.fromstring(found.picture)
    words = [element.text for element in text.iter() if element.tag.endswith("text")]
    assert {"3", "1"} <= set(words)


@pytest.mark.parametrize("board", ["40", "5x5x5", "4x4x4x4x4"])
def test_a_board_of_any_dimensions_is_drawn(board: str) -> None:
    game = Game(board, 5, seed=7)
    game.open(0)
    assert game.layout is not None
    found = daily_ends(game.layout.format(), [])
    assert found.cells == {}
    assert found.picture.startswith("<svg")


def test_a_game_that_was_given_up_ended_nowhere() -> None:
    layout = Layout("3x4", [(0, 3)])
    record = Record.begin(Game(layout=layout)).format()
    assert daily_ends(layout.format(), [record]).cells == {}
