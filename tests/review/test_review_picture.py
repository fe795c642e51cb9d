"""A review's picture: the board with a sign on every guess, and the chart."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from hypersweep import Game, Layout, Outcome
from hypersweep.picture.colours import contrast, luminance
from hypersweep.picture.notebook import MOST_SHOWN
from hypersweep.record import Record
from hypersweep.review import Review, review
from hypersweep.review.review_picture import STYLE, WORDS, chart, sign, swatches
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


def words(text: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(f"<g>{text}</g>").iter("text")]


@pytest.mark.parametrize(
    ("milliseconds", "names"),
    [(0, {"move 1", "move 2"}), (5_000, {"0 s", "1 s", "5 s"}), (62_300, {"0:00", "0:10", "1:00"})],
)
def test_the_axis_has_round_times_or_moves(milliseconds: int, names: set[str]) -> None:
    steps: list[Step] = [(0, "open", (0, 0)), (milliseconds, "open", (0, 5))]
    text, _ = chart(review(played(HALF, steps)), 600)
    assert names <= set(words(text))


def test_the_line_falls_to_what_is_left_at_the_end() -> None:
    found = review(played(HALF, [(0, "open", (0, 0)), (1000, "open", (0, 5)), (2000, "open", (0, 4))]))
    text, height = chart(found, 600)
    path = re.search(r'<path d="([^"]+)" fill="none"', text)
    assert path is not None
    levels = [float(level) for level in re.findall(r"V([\d.]+)", path[1])]
    assert levels == sorted(levels)
    assert len(levels) == len(found.guesses)
    nothing, certain = (float(y) for y in re.findall(r'y1="([\d.]+)"', text)[0:5:4])
    assert (levels[-1] - certain) / (nothing - certain) == pytest.approx(1 - found.survival, abs=0.01)
    assert height > nothing > certain


def guess(verdict: str, risk: float, *, survived: bool = True, is_taken_back: bool = False) -> Any:
    return SimpleNamespace(verdict=verdict, risk=risk, survived=survived, is_taken_back=is_taken_back)


def shape(text: str) -> ElementTree.Element:
    """Return the element of the shape."""
    return next(element for element in ElementTree.fromstring(text) if element.get("stroke"))


def test_every_verdict_has_a_shape_of_its_own() -> None:
    drawn = {verdict: shape(sign(guess(verdict, 0.2), 0, 0, 8, label="")) for verdict in WORDS}
    outlines = {(element.tag, len(element.get("points", "").split())) for element in drawn.values()}
    assert len(outlines) == len(WORDS)


def test_more_risk_is_darker_and_its_number_can_be_read() -> None:
    grounds = []
    for risk in (0.05, 0.2, 0.35, 0.5, 0.9):
        root = ElementTree.fromstring(sign(guess("forced guess", risk), 9, 9, 8, label="12"))
        grounds.append(root[0].attrib["fill"])
        assert contrast(root[1].attrib["fill"], grounds[-1]) >= 4.5
    assert all(luminance(first) > luminance(second) for first, second in pairwise(grounds))
    assert re.findall(r'rect [^>]*fill="(#\w+)"', swatches()[0]) == grounds


@pytest.mark.parametrize("tip", ["<b>", 'a"b', "\x00"])
def test_tips_and_labels_are_text(tip: str) -> None:
    root = ElementTree.fromstring(sign(guess("blunder", 1.0), 0, 0, 8, label=tip, tip=tip))
    assert [element.tag for element in root] == ["title", "polygon", "text"]


def test_what_came_of_a_guess_is_seen() -> None:
    plain, died, undone = (
        shape(sign(move, 0, 0, 8, label=""))
        for move in (
            guess("forced guess", 0.2),
            guess("forced guess", 0.2, survived=False),
            guess("forced guess", 0.2, is_taken_back=True),
        )
    )
    assert float(died.attrib["stroke-width"]) > 2 * float(plain.attrib["stroke-width"])
    assert "stroke-dasharray" in undone.attrib
    assert "stroke-dasharray" not in plain.attrib


def test_the_style_holds_for_reviews_alone() -> None:
    rules = re.findall(r"([^{}]+)\{[^{}]*\}", STYLE.split("{", 1)[1])
    assert rules
    assert all(name.startswith(".hs-review ") for rule in rules for name in rule.split(","))
