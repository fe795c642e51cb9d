"""The picture of a review: the board with a sign on every guess, and the chart."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from hypersweep import Game, Layout, Outcome
from hypersweep.picture.notebook import MOST_SHOWN
from hypersweep.record import Record
from hypersweep.review import Review, review
from played import Step, played

HALF = Layout("2x6", [(1, 4)])
GUESS: list[Step] = [(0, "open", (0, 0)), (1000, "open", (0, 5)), (62_300, "open", (0, 4))]


def guessed(player: str = "Ann") -> Review:
    return review(played(HALF, GUESS).replace(tags={"player": player}))


@pytest.mark.parametrize("player", ["\x1b[2J\x07Eve", "<script>&amp;'\"", "a" * 500, "\u202eevE"])
def test_a_player_s_name_cannot_do_harm(player: str) -> None:
    found = guessed(player)
    ElementTree.fromstring(found.svg())
    assert "<script" not in found.svg()
    assert "<script" not in found._repr_html_()


def test_a_notebook_shows_the_picture_and_the_report() -> None:
    words: list[str] = []
    parser = HTMLParser()
    parser.handle_data = words.append  # type: ignore[assignment,method-assign]
    found = guessed()
    parser.feed(found._repr_html_())
    assert found.format() in "".join(words)
    assert found._repr_svg_() in found._repr_html_()


def elements(found: Review) -> list[ElementTree.Element]:
    """Return every element of the picture, which must be well-formed and stand alone."""
    text = found.svg()
    assert not re.search(r"\b(?:href|src|url|import|onload)\b", text)
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return list(root.iter())


@pytest.mark.parametrize("shape", ["2x6", "12", "2x6x1", "1x2x6x1", "2x1x3x2~wrap=all", "2x3x2x1x1x1"])
def test_every_guess_has_its_sign_on_boards_of_any_dimension(shape: str) -> None:
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
    assert sum("hs-cell" in element.get("class", "") for element in elements(found)) == 12
    assert sum(element.get("class") == "hs-last" for element in elements(found)) == 1
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
