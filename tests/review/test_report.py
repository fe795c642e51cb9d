from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from hypersweep import Game, Layout, Outcome
from hypersweep.picture.notebook import MOST_SHOWN
from hypersweep.record import Record
from hypersweep.review import Review, review
from played import Step, played

HALF = Layout("2x6", [(1, 4)])
GUESS: list[Step] = [(0, "open", (0, 0)), (1000, "open", (0, 5)), (62_300, "open", (0, 4))]

REPORT = """\
Review of 2x6, 1 mine: not finished after 1:02.3, played by Ann

  moves             3  1 certain, 1 forced guess, 1 unneeded guess
  survival     45.8 %  the chance to come through all moves that stand; 91.7 %
                       without needless risks
  luck          +0.58  0.58 deaths to be expected, none came
  skill        50.0 %  of the chance to survive was kept; 50.0 points were
                       given away in all
  accuracy     66.7 %  2 of 3 moves gave nothing away

  move    time               verdict           risk  best was
     1   0.0 s  open (0, 0)  forced guess     8.3 %  as good as any      wins 50.0 %
     3  1:02.3  open (0, 4)  unneeded guess  50.0 %  (1, 5) for certain

  The move that gave away most

  Move 3 at 1:02.3, open (0, 4): unneeded guess, risk 50.0 %. It gave away
    50.0 points.
    What was certain:
"""


def guessed(player: str = "Ann") -> Review:
    return review(played(HALF, GUESS).replace(tags={"player": player}))


def test_the_report_reads_like_that() -> None:
    text = guessed().format()
    assert text.startswith(REPORT)
    assert "(1, 5)" in text.removeprefix(REPORT)
    assert str(guessed()) == text
    assert max(map(len, text.splitlines())) <= 86


def test_the_report_of_a_perfect_game_finds_nothing() -> None:
    text = review(played(Layout("3x4"), [(0, "open", (0, 0))])).format()
    assert "There was nothing to guess." in text
    assert "no move took any risk" in text


def test_cells_of_one_dimension_are_no_tuples() -> None:
    text = review(played(Layout("8", [(3,)]), [(0, "open", (0,)), (10, "open", (4,)), (20, "open", (3,))])).format()
    assert re.search(r"open \(3\) +blunder +100 % +\(5\) for certain +mine!", text)
    assert ",)" not in text


def test_the_report_tells_deaths_and_moves_taken_back() -> None:
    text = review(played(HALF, [*GUESS[:2], (2000, "open", (1, 4)), (2000, "undo")])).format()
    assert "mine!, taken back" in text
    assert "1 move taken back: judged and counted for luck" in text
    assert "one came" in text


@pytest.mark.parametrize("player", ["\x1b[2J\x07Eve", "<script>&amp;'\"", "a" * 500, "\u202eevE"])
def test_a_player_s_name_cannot_do_harm(player: str) -> None:
    found = guessed(player)
    heading = found.format().splitlines()[0]
    assert heading.isprintable()
    assert len(heading) < 130
    ElementTree.fromstring(found.svg())
    assert "<script" not in found.svg()


def elements(found: Review) -> list[ElementTree.Element]:
    """Gives every element of the picture, which must be well-formed and stand alone."""
    text = found.svg()
    assert not re.search(r"\b(?:href|src|url|import|onload)\b", text)
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return list(root.iter())


@pytest.mark.parametrize("shape", ["2x6", "12", "2x6x1", "1x2x6x1", "2x1x3x2~wrap=all", "2x3x2x1x1x1"])
def test_every_guess_is_marked_on_boards_of_any_dimension(shape: str) -> None:
    layout = Layout(shape, [tuple(side // 2 for side in Layout(shape).grid.shape)])
    game = Game(layout=layout, rules="classic,first=any")
    steps: list[Step] = []
    for cell in layout.grid:
        if game.outcome is Outcome.ONGOING:
            steps.append((100 * len(steps), "open", cell))
            game.open(cell)
    found = review(played(layout, steps))
    assert found.guesses
    tips = [element.text or "" for element in elements(found) if element.tag.endswith("title")]
    for move in found.guesses:
        assert sum(tip.startswith(f"move {move.number} at") for tip in tips) == 2, move.number
    assert tips[0].startswith("Review of ")


def test_a_picture_shows_the_board_as_it_stood() -> None:
    found = guessed()
    rects = [element for element in elements(found) if element.tag.endswith("rect") and element.get("width") == "17"]
    assert len(rects) == 12
    assert any("prefers-color-scheme: dark" in (element.text or "") for element in elements(found))


def test_boards_too_large_for_a_picture_still_have_the_chart() -> None:
    layout = Layout((3, MOST_SHOWN), [(0, 0)])
    found = review(played(layout, [(0, "open", (2, MOST_SHOWN - 1))]))
    text = found.svg()
    assert "too many cells for a picture" in text
    assert "chance to survive" in text
    assert len(text) < 20_000


def test_a_picture_of_nothing() -> None:
    assert len(elements(review(Record("3x4x5", 7, seed=3)))) > 60


def test_a_game_in_no_time_is_drawn_move_by_move() -> None:
    found = review(played(HALF, [(0, kind, cell) for _, kind, cell in GUESS]))  # type: ignore[misc]
    assert "move 1" in found.svg()
