"""Which clues a covered cell on the analysis board can have."""

from __future__ import annotations

from node_calls import NodeCalls

NODE = NodeCalls


def test_the_likeliest_clues_are_told_in_their_order_and_the_others_as_one(node: NodeCalls) -> None:

    def told(chances: list[float], most: int) -> tuple[list[int], float]:
        found = node.call("screens/analysis/findings.js", "toldClues", chances, most)
        assert all(each["chance"] == chances[each["clue"]] for each in found["clues"])
        return [each["clue"] for each in found["clues"]], found["others"]

    assert told([0.25, 0, 0.5, 0.125], 3) == ([0, 2, 3], 0)
    assert told([0.25, 0.0625, 0.5, 0.125], 3) == ([0, 2], 0.1875)
    assert told([0, 0, 0], 3) == ([], 0)
    assert told([0.125] * 4, 4) == ([0, 1, 2, 3], 0)
    assert told([0.125] * 5, 4) == ([0, 1, 2], 0.25)
