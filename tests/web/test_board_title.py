"""Titles of boards on the page."""

from __future__ import annotations

import pytest

from node_calls import NodeCalls

NODE = NodeCalls


@pytest.mark.ci_limit(4)
@pytest.mark.parametrize(
    ("board", "mines", "rules", "english", "german"),
    [
        ("16x30", 99, "classic,first=opening", "Expert", "Experte"),
        ("3x3x3x3x3x3", 40, "classic", "3x3x3x3x3x3, 40 mines", "3x3x3x3x3x3, 40 Minen"),
        ("1x2", 1, "classic", "1x2, 1 mine", "1x2, 1 Mine"),
        ("1000x1000", 100_000, "classic", "1000x1000, 100,000 mines", "1000x1000, 100.000 Minen"),
        ("9x9", 10, "classic,guess=never", "Beginner, no guess", "Anfänger, ohne Raten"),
        (
            "9x9~wrap=0,1",
            10,
            "classic,guess=punished",
            "9x9 (wraps around), 10 mines, guesses punished",
            "9x9 (rundherum), 10 Minen, Raten wird bestraft",
        ),
        (
            "5x6x7~orthogonal~wrap=2",
            9,
            "classic,guess=never,grade=pair",
            "5x6x7 (orthogonal, wraps along axis 2), 9 mines, no guess, at most pairs",
            "5x6x7 (orthogonal, rundherum entlang Achse 2), 9 Minen, ohne Raten, höchstens Paare",
        ),
        (
            "4x4x4~wrap=0,2",
            6,
            "classic,first=any",
            "4x4x4 (wraps along axes 0, 2), 6 mines, first click unprotected",
            "4x4x4 (rundherum entlang der Achsen 0, 2), 6 Minen, erstes Aufdecken ungeschützt",
        ),
        ("16x30", 99, "esp", "Expert, esp", "Experte, esp"),
        ("4x4x4x4", 15, "classic", "4-D medium", "4D mittel"),
    ],
)
def test_a_board_is_named_by_its_mines_and_the_rules_that_matter(
    node: NodeCalls, board: str, mines: int, rules: str, english: str, german: str
) -> None:
    kind = {"board": board, "mines": mines, "rules": rules}
    assert node.call("", "boardTitle", "en", kind) == english
    assert node.call("", "boardTitle", "de", kind) == german
