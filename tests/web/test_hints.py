"""The page's hints, in node, agree with the terminal's, in the same positions and words."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from hypersweep import Budget, Game, Grid, Outcome, Rules, View
from hypersweep.game import History
from hypersweep.session import Session
from hypersweep.session.hint import Advice, Hint, first_advice
from hypersweep.session.hint_search import find_advice
from hypersweep.ui_model.cursor import HintNumbers
from hypersweep.ui_model.game_texts import missed_move
from node_kernel import NodeKernel
from seeds import seeds

from .test_engine import BOARDS, as_json, positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

NODE = NodeKernel


def as_page(hint: Hint, grid: Grid) -> dict[str, Any]:
    return {
        "kind": hint.kind,
        "level": hint.level,
        "text": hint.text,
        "isLast": hint.is_last,
        "clues": [grid.index(cell) for cell in hint.clues],
        "cells": [grid.index(cell) for cell in hint.cells],
        "chance": hint.probability,
        "shorter": list(hint.shorter),
        "rest": list(hint.rest),
        "last": list(hint.last),
    }


def levels(advice: Advice, grid: Grid) -> list[dict[str, Any]]:
    return [as_page(advice.hint(level), grid) for level in range(1, advice.levels + 1)]


def flagged(game: Game, chance: random.Random, right: float) -> list[int]:
    """Return the codes of a game with additional flags, a share of them right."""
    codes = game.codes().tolist()
    covered = [index for index, code in enumerate(codes) if code == -1]
    for index in chance.sample(covered, min(len(covered), chance.choice([1, 2, 5, 12]))):
        if chance.random() >= right or (game.layout is not None and game.layout.is_mine(index)):
            codes[index] = -2
    return codes


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(30))
@pytest.mark.parametrize("board", [*BOARDS, "8x8", "16x30", "6x6x6"])
def test_hints_are_the_same(node: NodeKernel, board: str, seed: int) -> None:
    chance = random.Random(f"{board} {seed}")
    grid = Grid(board)
    for game, mines in positions(board, seed):
        for codes in (game.codes().tolist(), flagged(game, chance, 1.0), flagged(game, chance, 0.5)):
            budget = Budget(states=1 << chance.choice([4, 8, 12, 16, 18]), memory=1 << 28)
            own = find_advice(View(board, mines, codes), budget=budget)
            ask: dict[str, Any] = {
                "board": board,
                "mines": mines,
                "codes": codes,
                "options": {"budget": as_json(budget)},
            }
            assert node.ask("advise", **ask) == levels(own, grid)
            told = node.ask("advise", **ask, language="de")
            assert len(told) == own.levels
            for text in [each for hint in told for each in (hint["text"], *hint["shorter"])]:
                assert re.fullmatch(r"[0-9A-ZÄÖÜ(].*\.", text)
                assert not re.search(r"undefined|NaN|\b(the|is|are|and|of|mines?)\b", text), text


KNOWN = {
    "flags that are too many for a clue": "2x3 mines=1\nF F F\n1 1 1",
    "more flags than mines": "2x4 mines=1\nF F # #\n# # # #",
    "a flag that is plainly wrong": "2x3 mines=1\n# F #\n1 1 .",
    "flags that two clues refute together": "2x4 mines=2\nF # # #\n1 2 1 1",
    "nothing but mines": "1x3 mines=2\n# 2 F",
    "a guess with a flag": "1x3 mines=1\nF 1 #",
    "nothing known": "3x4 mines=2\n# # # #\n# # # #\n# # # #",
}


@pytest.mark.parametrize("text", KNOWN.values(), ids=KNOWN)
def test_hints_of_known_positions_are_the_same(node: NodeKernel, text: str) -> None:
    view = View.parse(text)
    own = find_advice(view)
    ask = {"board": view.grid.format(), "mines": view.mines, "codes": list(view.codes), "options": {}}
    assert node.ask("advise", **ask) == levels(own, view.grid)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic", "esp", "classic,first=opening", "classic,guess=never", "hypermines"])
@pytest.mark.parametrize(("cells", "mines"), [(12, 2), (480, 99), (32, 1)])
def test_hints_before_the_first_open_are_the_same(node: NodeKernel, rules: str, cells: int, mines: int) -> None:
    own = first_advice(cells, mines, Rules.parse(rules))
    assert node.ask("first", cells=cells, mines=mines, rules=rules) == as_page(own.hint(1), Grid(str(cells)))
    german = node.ask("first", cells=cells, mines=mines, rules=rules, language="de")
    assert german["text"].startswith("Noch ist nichts bekannt.")


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic", "classic,guess=never", "classic,guess=punished"])
@pytest.mark.parametrize("board", ["9x13", "4x5x6"])
def test_a_session_is_told_level_by_level(node: NodeKernel, board: str, rules: str) -> None:
    """Asking again reveals more, a move starts over, and counted hints are counted."""
    chance = random.Random(f"{board} {rules}")
    grid = Grid(board)
    budget = Budget(states=1 << 16)
    session = Session(grid, 14, seed=3, rules=Rules.parse(rules))
    positions_seen: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    noted = 0
    for _ in range(25):
        asks = chance.choice([0, 1, 2, 4])
        codes = session.game.codes().tolist()
        positions_seen.append(
            {
                "codes": codes,
                "asks": asks,
                "outcome": session.outcome.name.lower(),
                "isPaused": session.is_paused,
                "standing": {"isDecided": session.game.layout is not None},
            }
        )
        for _ in range(asks):
            is_counted = session.is_hint_counted
            hint = session.hint(budget=budget)
            assert hint is not None
            told.append({**as_page(hint, grid), "isCounted": is_counted})
        noted = len([event for event in session.record.events if event.kind == "hint"])
        if session.outcome is not Outcome.ONGOING:
            break
        if session.is_paused:
            session.resume()
        elif chance.random() < 0.1 and session.is_started:
            session.pause()
        else:
            layout = session.game.layout
            covered = [index for index, code in enumerate(codes) if code == -1]
            safe = [index for index in covered if layout is None or not layout.is_mine(index)]
            kind = chance.choice(["open", "open", "flag"])
            if kind == "open" and chance.random() < 0.97 and safe:
                session.open(chance.choice(safe))
            elif kind == "open":
                session.open(chance.choice(covered))
            else:
                session.flag(chance.choice(covered))
    found = node.ask("hints", board=board, mines=14, rules=rules, positions=positions_seen, budget=as_json(budget))
    assert found["told"] == told
    assert len(found["noted"]) == noted > 2
    assert found["stopped"] is None
    dropped, again, is_shared = found["dropped"]
    assert is_shared
    assert dropped == again
    assert dropped is None or session.outcome is not Outcome.ONGOING


def test_a_hint_calls_cells_by_the_numbers_on_the_board(node: NodeKernel) -> None:
    view = View.parse("3x4 mines=2\n1 1 1 0\n# # 2 1\n# # # #")
    codes = view.codes.tolist()
    position = {"codes": codes, "asks": 3, "outcome": "ongoing", "isPaused": False, "standing": {"isDecided": True}}
    asked = {"board": "3x4", "mines": 2, "rules": "classic", "positions": [position], "budget": None}
    told = node.ask("hints", isNumbered=True, **asked)["told"]
    assert "①" in told[0]["text"]
    assert not any("(" in each["text"] for each in told)
    for hint in told:
        numbers = {cell: marks >> 11 for cell, marks in hint["marks"]}
        shown = {ord(letter) - ord("①") + 1 for letter in hint["text"] if "①" <= letter <= "⑳"}
        assert shown <= set(numbers.values())
        assert sorted(numbers.values()) == list(range(1, len(numbers) + 1))
    assert len(told[2]["marks"]) >= len(told[0]["marks"]) > 0


def test_a_hint_about_many_cells_names_the_first_and_the_last_number(node: NodeKernel) -> None:
    codes = View.parse("1x14 mines=2\n# 1 0 1 # # # # # # # # # #").codes.tolist()
    position = {"codes": codes, "asks": 2, "outcome": "ongoing", "isPaused": False, "standing": {"isDecided": True}}
    asked = {"board": "1x14", "mines": 2, "rules": "classic", "positions": [position], "budget": None}
    told = node.ask("hints", isNumbered=True, **asked)["told"][1]
    numbers = [marks >> 11 for cell, marks in told["marks"] if cell in told["cells"]]
    assert len(told["cells"]) == 9
    # Not every font has numbers above 10 in circles.
    assert max(numbers) == 11
    assert f"{chr(ord('①') + min(numbers) - 1)} to (11) are safe" in told["text"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic,first=opening", "classic,guess=never", "classic,guess=punished"])
@pytest.mark.parametrize("board", ["9x13", "4x5x6", "9x13~wrap=0"])
def test_a_missed_move_is_the_same(node: NodeKernel, board: str, rules: str) -> None:
    grid = Grid(board)
    missed = 0
    for seed in range(12):
        chance = random.Random(f"{board} {rules} {seed}")
        game = Game(grid, 14, seed=seed, rules=rules)
        history = History(game)
        events: list[dict[str, Any]] = []
        while game.outcome is Outcome.ONGOING and len(events) < 200:
            kind = chance.choice(["open"] * 4 + ["flag", "undo", "redo"])
            covered = [index for index, code in enumerate(game.codes().tolist()) if code == -1]
            cell = None if kind in {"undo", "redo"} or not covered else chance.choice(covered)
            if cell is None and kind in {"open", "flag"}:
                continue
            change = history.act(kind, cell)
            place = None if cell is None else list(grid.cell(cell))
            events.append({"kind": kind, "cell": place, "changed": len(change.indices)})
        if game.outcome is not Outcome.LOST or events[-1]["kind"] != "open":
            continue
        own = missed_move(game)
        assert game.layout is not None
        found = node.ask("missed", board=board, mines=14, rules=rules, layout=game.layout.format(), events=events)
        assert found == (None if own is None else as_page(own, grid))
        missed += own is not None
    assert missed > 2


@pytest.mark.nightly
def test_the_page_tells_what_the_terminal_tells(page: Page, site: str) -> None:
    session = Session("16x30", 99, seed=7, rules=Rules.parse("classic,first=opening"))
    page.goto(f"{site}/#/game?board=16x30&mines=99&seed=7&rules=classic,first=opening")
    page.wait_for_selector("canvas")
    page.keyboard.press("Enter")
    session.open((8, 15))
    page.wait_for_function("document.body.innerText.includes('100 %')")
    numbers = HintNumbers(20)
    for _ in range(3):
        hint = session.hint(name=numbers)
        assert hint is not None
        page.keyboard.press("?")
        # On a narrow page it may be one of the shorter texts. The page circles a cell's number, the terminal writes
        # "cell" before it.
        page.wait_for_function(
            """texts => {
                const note = document.querySelector('.note').innerText.normalize('NFKC').toLowerCase();
                return texts.some((text) => note.includes(text.toLowerCase().replace(/cells? (?=\\d)/g, '')));
            }""",
            arg=[hint.text, *hint.shorter],
        )
