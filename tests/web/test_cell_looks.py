"""How the cells of a board look on the page, beside their codes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE
from node_calls import NodeCalls


@pytest.fixture(scope="module")
def node() -> Iterator[NodeCalls]:
    calls = NodeCalls()
    yield calls
    calls.close()


def test_finished_clues_are_dimmed_as_long_as_something_is_to_be_done(node: NodeCalls) -> None:
    codes = [FLAGGED, 1, 0]
    playing = node.call("", "looks", "3", 1, codes, {"dimFinished": True, "outcome": "ongoing"})
    assert playing[0::2] == codes[0::2]
    assert playing[1] != 1
    for outcome in ("won", "lost"):
        assert node.call("", "looks", "3", 1, codes, {"dimFinished": True, "outcome": outcome}) == codes


@pytest.mark.slow
def test_mines_of_a_board_that_was_won_look_otherwise_than_those_that_were_a_danger(node: NodeCalls) -> None:
    codes = [MINE, 2, FLAGGED, 1]
    won = node.call("", "looks", "4", 2, codes, {"outcome": "won"})
    assert won[0] not in (MINE, FLAGGED, COVERED)
    assert won[1:] == codes[1:]
    for outcome, known in (("lost", [EXPLODED, 1, MINE]), ("ongoing", [COVERED, 1, MINE])):
        assert node.call("", "looks", "3", 2, known, {"outcome": outcome}) == known
