"""How the page reads the form's fields, compared with Python."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hypersweep import Grid, HypersweepError, Rules
from hypersweep.boards import BOARD_NAMES, PRESETS, clue_figures, find_board, standard_mines, usual_first_open
from hypersweep.generate.search import check_twins, twins
from hypersweep.ui_model.choices import read_choices
from hypersweep.ui_model.rule_preferences import PREFERENCES, RulePreferences
from hypersweep.validation import suggest
from node_calls import NodeCalls, Refusal

NODE = NodeCalls

BOARDS = [
    "", "beginner", "Expert", "hard", " evil ", "16x30", "30x16", "9x9~wrap=all", "4X4x4×4", "40", "3x4.bAgg",
    "5x5.g", "2x2", "1", "1x1", "5x4x2", "3x3x3~orthogonal", "begginer", "3d", "3d-esy", "4d-hrd", "ex", "", "x", "16x",
    "16x30x", "0x4", "3x-4", "9x9~wrap=2", "9x9~round", "3x4.q", "3x4.b*", "512x600", "5x3x2~wrap=1",
    "2000x2000", "7x7x7x7x7",
]  # fmt: skip
FIELDS: dict[str, list[str]] = {
    "mines": ["", "", "", "1", "6", "10", "11", "98", "99", "0", "-1", "x", "1.5", " 7 ", "1" * 21, "80"],
    "seed": ["", "", "", "7", "18446744073709551615", "18446744073709551616", "-3", "seven"],
    "rules": ["classic", "classic", "classic", "esp", "comp2017", "classic,chord=off", "classic,first=any", "classik",
              "classic,guess=never", "classic,guess=never,grade=pair", "classic,guess=punished", "classic,chord=maybe"],
    "first": ["", "", "", "any", "safe", "opening", "first"],
    "guess": ["", "", "", "allowed", "never", "punished", "often"],
    "grade": ["", "", "", "", "", "clue", "pair", "set", "count", "easy"],
    "exactly": ["", "", "", "on"],
    "wrap": ["", "", "", "all", "0", "0,1", "1,2", "2", "-1", "0,", "none", "5x5"],
    "adjacency": ["", "", "", "moore", "orthogonal", "moor", "hexagonal"],
}  # fmt: skip


def _python(fields: dict[str, str], preferences: RulePreferences) -> Any:
    try:
        choice = read_choices(**{"board": "", **fields}, preferences=preferences)
    except HypersweepError:
        return "refused"
    return {
        "shape": str(choice.grid),
        "mines": choice.mines,
        "rules": choice.rules.format(),
        "layout": None if choice.layout is None else choice.layout.format(),
        "seed": choice.seed,
        "areMinesChosen": choice.are_mines_chosen,
        "left": list(choice.left),
        "remark": choice.remark,
    }


def _rules(told: dict[str, Any]) -> str:
    return Rules(
        first_open=told["firstOpen"],
        flag_protects_click=told["flagProtectsClick"],
        flag_protects_cascade=told["flagProtectsCascade"],
        flags_on_open=told["flagsOnOpen"],
        flag_toggles=told["flagToggles"],
        chord=told["chord"],
        guess=told["guess"],
        grade=told["grade"],
        exactly=told["exactly"],
    ).format()


def _page(node: NodeCalls, fields: dict[str, str], preferences: RulePreferences) -> Any:
    try:
        choice = node.call("play/choices.js", "readChoices", fields, preferences._asdict())
    except Refusal as refusal:
        # Every refusal names the field to show it at.
        assert refusal.detail["field"] in {"board", *FIELDS}, refusal
        return "refused"
    shape = choice["shape"]
    grid = Grid(shape["sides"], adjacency=shape["adjacency"], wrap=shape["wrap"])
    remark = node.call("", "remarkText", "en", choice["remarks"])
    return {
        "shape": str(grid),
        "mines": choice["mines"],
        "rules": _rules(choice["rules"]),
        "layout": choice["layout"] and find_board(choice["layout"])[2].format(),  # type: ignore[union-attr]
        "seed": None if choice["seed"] is None else int(choice["seed"]),
        "areMinesChosen": choice["areMinesChosen"],
        "left": choice["left"],
        "remark": remark,
    }


@pytest.mark.slow
def test_every_board_in_every_kind_of_preferences(node: NodeCalls) -> None:
    for board in [*BOARDS, *BOARD_NAMES]:
        for guess in PREFERENCES["guess"]:
            for first_open in PREFERENCES["first_open"]:
                preferences = RulePreferences(first_open, guess)
                assert _page(node, {"board": board}, preferences) == _python({"board": board}, preferences), (
                    board,
                    preferences,
                )


@pytest.mark.slow
def test_fields_at_random(node: NodeCalls) -> None:
    source = random.Random(13)
    refused = 0
    for _ in range(3000):
        fields = {"board": source.choice(BOARDS)}
        for name, texts in FIELDS.items():
            # Most of them empty, or nearly everything would be refused.
            fields[name] = source.choice(texts) if source.random() < 0.25 else ("classic" if name == "rules" else "")
        preferences = RulePreferences(*(source.choice(list(each)) for each in PREFERENCES.values()))
        expected = _python(fields, preferences)
        refused += expected == "refused"
        assert _page(node, fields, preferences) == expected, fields
    assert 600 < refused < 2400


def test_sides_and_mines_in_one_field(node: NodeCalls) -> None:
    expected = _python({"board": "16x30", "mines": "99"}, RulePreferences())
    for text in ("16x30 99", "16x30, 99 mines", "16x30 mines=99", "16X30 99 mines"):
        assert _page(node, {"board": text}, RulePreferences()) == expected
    assert _page(node, {"board": "16x30 99", "mines": "50"}, RulePreferences())["mines"] == 50


@pytest.mark.slow
def test_the_mines_that_suit_a_board(node: NodeCalls) -> None:
    source = random.Random(5)
    shapes = [
        "30x16",
        "9x8",
        "1",
        "2",
        "1x1",
        "1x2",
        "100x100",
        "1000x1000",
        "3x3x3x3x3x3",
        "2x2x2x2x2x2x2x2",
        "5000x5000",
    ]
    for _ in range(400):
        sides = "x".join(str(source.randint(1, 12)) for _ in range(source.randint(1, 5)))
        option = source.choice(["", "", "~wrap=all", "~wrap=0", "~orthogonal", "~orthogonal~wrap=0"])
        shapes.append(sides + option)
    for text in shapes:
        grid = Grid(text)
        told = {"sides": grid.shape, "adjacency": grid.adjacency, "wrap": grid.wrap}
        for first_open in ("any", "opening"):
            own = node.call("", "suitable", told, first_open)
            assert own["mines"] == standard_mines(grid, first_open), text
        mines = own["mines"]
        mean, zeros = clue_figures(grid, mines)
        assert own["figures"]["mean"] == pytest.approx(mean)
        assert own["figures"]["zeros"] == pytest.approx(zeros, abs=1e-6)
        assert own["twins"] == twins(grid)
        assert own["usual"] == usual_first_open(grid, mines)


@pytest.mark.slow
def test_names_that_are_nearly_right(node: NodeCalls) -> None:
    names = [*PRESETS, "easy", "medium", "hard"]
    source = random.Random(2)
    for _ in range(300):
        word = list(source.choice(names))
        for _ in range(source.randint(0, 3)):
            word[source.randrange(len(word))] = source.choice(["", "a", "e", "3", "-", "dd"])
        text = "".join(word)
        meant = node.call("play/boards.js", "nearest", text, names)
        assert (f", did you mean '{meant}'?" if meant else "") == suggest(text, names), text


@pytest.mark.slow
def test_numbers_of_mines_that_twins_rule_out(node: NodeCalls) -> None:
    grid = Grid("5x4x2")
    for mines in range(20):
        for first_open in ("safe", "opening"):
            own = _page(
                node, {"board": "5x4x2", "mines": str(mines), "first": first_open, "guess": "never"}, RulePreferences()
            )
            try:
                check_twins(grid, mines, first_open)
            except HypersweepError:
                assert own == "refused"
            else:
                assert own == _python(
                    {"board": "5x4x2", "mines": str(mines), "first": first_open, "guess": "never"}, RulePreferences()
                )
