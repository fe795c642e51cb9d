"""The player's preferences for all boards: followed or replaced as in Python, in the same words."""

from __future__ import annotations

import random

import pytest

from hypersweep import Grid, Rules
from hypersweep.ui_model.rule_preferences import PREFERENCES, RulePreferences, next_preference, settle
from node_calls import NodeCalls

NODE = NodeCalls


def test_settings_come_round(node: NodeCalls) -> None:
    for name, preferences in PREFERENCES.items():
        for preference in preferences:
            assert node.call("play/rule_preferences.js", "nextPreference", name, preference) == next_preference(
                name, preference
            )


def test_their_values_are_called_as_in_the_terminal(node: NodeCalls) -> None:
    for name, preferences in PREFERENCES.items():
        for preference, words in preferences.items():
            text = node.call("play/rule_preferences.js", "preferenceText", preference)
            assert node.call("", "text", "en", "start", f"{name}_{text}") == words


@pytest.mark.slow
def test_what_becomes_of_them_on_boards_of_all_kinds(node: NodeCalls) -> None:
    source = random.Random(8)
    remarks = set()
    texts = [
        "classic",
        "classic,first=any",
        "classic,chord=off",
        "classic,guess=punished",
        "classic,guess=never,grade=set",
        "classic,guess=never,grade=set,exactly=on",
        "esp",
    ]
    boards = ["9x9", "30x16", "5x4x2", "2x2x2x2", "3x3~wrap=0", "4x5x6", "1", "3x4~orthogonal", "600x600", "12"]
    for _ in range(1500):
        grid = Grid(source.choice(boards))
        mines = source.choice([0, 1, 2, 10, 99, max(0, grid.cells - 1), grid.cells // 2])
        rules = Rules.parse(source.choice(texts))
        preferences = RulePreferences(*(source.choice(list(each)) for each in PREFERENCES.values()))
        left = [name for name in PREFERENCES if source.random() < 0.7]
        if rules.guess == "never" and "guess" not in left and mines > grid.cells - 1:
            continue
        own, remark = settle(rules, grid, mines, preferences, left)
        told = node.call("", "settled", rules.format(), str(grid), mines, preferences._asdict(), left)
        assert (told["rules"], told["remark"]) == (own.format(), remark), (rules, grid, mines, preferences, left)
        remarks.add(remark)
    assert len(remarks) > 5
