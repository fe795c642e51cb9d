"""The report of a review: its text, and escaped names."""

from __future__ import annotations

import re

import pytest

from hypersweep import Layout
from hypersweep.review import Review, review
from played import Step, played

HALF = Layout("2x6", [(1, 4)])
GUESS: list[Step] = [(0, "open", (0, 0)), (1000, "open", (0, 5)), (62_300, "open", (0, 4))]

PLAYERS = ["\x1b[2J\x07Eve", "<script>&amp;'\"", "a" * 500, "\u202eevE"]

REPORT = """\
Review of 2x6, 1 mine: not finished after 1:02.30, played by Ann

  moves             3  1 certain, 1 forced guess, 1 unneeded guess
  survival     45.8 %  the chance of surviving all moves that stand; 91.7 %
                       without needless risks
  luck          +0.58  0.58 deaths expected, none came
  skill        50.0 %  of the chance to survive was kept; 50.0 points were
                       given away in all
  accuracy     66.7 %  2 of 3 moves gave nothing away

  move     time               verdict           risk  best was
     1   0.00 s  open (0, 0)  forced guess     8.3 %  as good as any      wins 50.0 %
     3  1:02.30  open (0, 4)  unneeded guess  50.0 %  (1, 5) for certain

  The move that gave away most

  Move 3 at 1:02.30, open (0, 4): unneeded guess, risk 50.0 %. It gave away
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


@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_s_name_cannot_do_harm(player: str) -> None:
    heading = guessed(player).format().splitlines()[0]
    assert heading.isprintable()
    assert len(heading) < 130
