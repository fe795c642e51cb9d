"""The page's cursor, pointer and next cells, compared with the terminal's for random keys and buttons."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import capabilities
from button_sequences import SEQUENCES
from hypersweep import Game, Grid, Rules
from hypersweep.errors import ParameterError
from hypersweep.session import Hint
from hypersweep.ui_model.cursor import (
    LEFT,
    MIDDLE,
    RIGHT,
    HintTrail,
    Navigator,
    Pointer,
    left_chords,
    next_cell,
    ripeness,
)
from node_kernel import run_script

BOARDS = [
    "7",
    "9~wrap=0",
    "3x4",
    "16x30~wrap=1",
    "3x4x5",
    "2x3x4x5~wrap=0,3",
    "3x1x4~orthogonal",
    "2x3x2x3x2",
    "2x2x3x2x2x3",
]


def ask(*questions: dict[str, Any]) -> list[Any]:
    """Return the answers of the page's scripts to some questions."""
    found = json.loads(run_script("input.mjs", capabilities.module(""), given=json.dumps(questions)))
    assert isinstance(found, list)
    return found


def random_key(chance: random.Random) -> list[Any]:
    """A move of the cursor with its arguments."""
    step = chance.choice((-1, 1))
    return chance.choice(
        [
            ["digit", chance.randrange(10)],
            ["digit", 0],
            ["across", step],
            ["down", step],
            ["move", chance.randrange(-1, 7), step],
            ["along", step],
            ["edge", chance.choice(["row", "column", "axis", "board"]), step],
            ["forget"],
        ]
    )


@pytest.mark.slow
def test_the_cursor_goes_where_that_of_the_terminal_goes() -> None:
    chance = random.Random(13)
    questions, wanted = [], []
    for text in BOARDS:
        grid = Grid(text)
        keys = [random_key(chance) for _ in range(600)]
        # A count of more digits than can be exact in a script.
        keys += [*([["digit", 9]] * 20), ["across", 1], *([["digit", 7]] * 17), ["move", 0, -1]]
        navigator = Navigator(grid)
        told: list[list[Any]] = []
        for name, *values in keys:
            try:
                answer = getattr(navigator, name)(*values)
            except ParameterError:
                answer = "ParameterError"
            told.append([answer, list(navigator.cell), navigator.axis, navigator.typed])
        questions.append({"question": "navigate", "board": text, "keys": keys})
        wanted.append(told)
    for text, found, told in zip(BOARDS, ask(*questions), wanted, strict=True):
        assert found == told, text


@pytest.mark.slow
def test_the_pointer_does_what_that_of_the_terminal_does() -> None:
    chance = random.Random(14)
    games, moves = [], set()
    for _ in range(20):
        events: list[tuple[str, int, int, bool, bool]] = [
            (
                chance.choice(
                    ["press", "release", "release", "clear"] if chance.random() < 0.1 else ["press", "release"]
                ),
                chance.choice([LEFT, MIDDLE, RIGHT, RIGHT, 7]),
                chance.choice([3, 4]),
                chance.random() < 0.5,
                chance.random() < 0.5,
            )
            for _ in range(400)
        ]
        pointer = Pointer()
        wanted = []
        for name, button, cell, is_open, chords in events:
            done = None
            if name == "press":
                pointer.press(button, (cell,), is_open=is_open, left_chords=chords)
            elif name == "release":
                done = pointer.release(button, (cell,))
            else:
                pointer.clear()
            moves.add(done and done[1])
            wanted.append(
                [
                    done and {"kind": done[1], "index": done[0][0]},
                    sorted(pointer.held),
                    -1 if pointer.pressed is None else pointer.pressed[0],
                    pointer.action,
                ]
            )
        games.append((events, wanted))
    assert moves == {None, "open", "flag", "chord"}
    told = ask(*({"question": "point", "events": events} for events, _ in games))
    for (_, wanted), found in zip(games, told, strict=True):
        assert found == wanted


def test_the_pointer_makes_the_moves_of_the_table() -> None:
    buttons, cells = {"left": LEFT, "middle": MIDDLE, "right": RIGHT}, {"here": 3, "there": 4, "": -1}
    questions, wanted = [], []
    for _, steps, covered, number, quiet in SEQUENCES:
        for is_open, chords, move in ((False, True, covered), (True, True, number), (True, False, quiet)):
            events = [
                ["press" if is_down else "release", buttons[button], cells[place], is_open, chords]
                for button, is_down, place in steps
            ]
            questions.append({"question": "point", "events": events})
            wanted.append([move] * bool(move))
    found = [[step[0]["kind"] for step in told if step[0]] for told in ask(*questions)]
    assert found == wanted
    names = ["classic", "windowed", "windowed,first=safe", "esp"]
    (chords_left,) = ask({"question": "leftChords", "rules": names})
    assert chords_left == [
        [left_chords(Rules.parse(name), is_wanted=is_wanted) for is_wanted in (False, True)] for name in names
    ]


@pytest.mark.slow
def test_what_is_worth_a_look_is_that_of_the_terminal() -> None:
    chance = random.Random(15)
    questions, wanted = [], []
    for text in [*BOARDS, "9x9", "5x5x5"]:
        grid = Grid(text)
        for seed in range(6):
            game = Game(grid, max(1, grid.cells // 8), seed=seed, rules="classic,first=any")
            for _ in range(4):
                index = chance.randrange(grid.cells)
                chance.choice([game.open, game.open, game.flag])(index)
            codes = list(game.codes())
            cells = [chance.randrange(grid.cells) for _ in range(12)]
            for is_back in (False, True):
                questions.append(
                    {"question": "attend", "board": text, "codes": codes, "cells": cells, "isBack": is_back}
                )
                found = [next_cell(game, grid.cell(cell), is_back=is_back) for cell in cells]
                wanted.append([-1 if cell is None else grid.index(cell) for cell in found])
    assert ask(*questions) == wanted
    cases: list[tuple[int, list[int]]] = [
        (chance.randrange(-5, 4), [chance.randrange(-5, 4) for _ in range(chance.randrange(9))]) for _ in range(3000)
    ]
    (found,) = ask({"question": "ripe", "cases": cases})
    assert found == [ripeness(code, around) for code, around in cases]


def test_a_hint_is_gone_through_as_in_the_terminal() -> None:
    chance = random.Random(16)
    questions, wanted = [], []
    for _ in range(60):
        cells = chance.sample(range(20), chance.randrange(4))
        clues = chance.sample(range(20, 30), chance.randrange(4))
        hint = Hint("safe", 2, "", False, tuple((clue,) for clue in clues), tuple((cell,) for cell in cells))
        trail = HintTrail(hint)
        steps, places, cursor = [], [], 0
        for _ in range(30):
            if chance.random() < 0.3:
                cursor = chance.randrange(30)
            step = chance.choice((-1, 1))
            steps.append([cursor, step])
            place = trail.go((cursor,), step)
            places.append(-1 if place is None else place[0])
            cursor = cursor if place is None else place[0]
        questions.append({"question": "follow", "cells": cells, "clues": clues, "steps": steps})
        wanted.append(places)
    assert ask(*questions) == wanted
