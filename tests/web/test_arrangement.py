"""Where cells are on the page: the same as in Python, on boards of one to seven dimensions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from board_scripts import ask
from hypersweep import Grid, Layout
from hypersweep.game import Game
from hypersweep.picture.arrangement import (
    PIXELS,
    Arrangement,
    Metrics,
    characters,
    neighbour_tracks,
    scrolled,
)
from hypersweep.picture.fitting import folded, slice_tracks
from hypersweep.ui_model.cursor import SliceCounts
from node_calls import NodeCalls

_SIDES = {1: (1, 40), 2: (1, 12), 3: (1, 6), 4: (1, 4), 5: (1, 4), 6: (1, 3), 7: (1, 3)}


def _sides(random: Random, dimensions: int) -> tuple[int, ...]:
    sides = [random.randint(*_SIDES[dimensions]) for _ in range(dimensions)]
    if random.random() < 0.2:
        sides[random.randrange(dimensions)] = random.randint(10, 13)
    return tuple(sides)


def _plain(metrics: Metrics) -> dict[str, Any]:
    """The metrics as the page has them."""
    gaps = {"gapsAcross": metrics.gaps_across, "gapsDown": metrics.gaps_down}
    return {"cell": metrics.cell, **gaps, "label": metrics.label}


def _question(random: Random) -> tuple[dict[str, Any], Arrangement]:
    dimensions = random.randint(1, 7)
    sides = _sides(random, dimensions)
    width, labels, pixels = random.randint(1, 4), random.random() < 0.7, random.random() < 0.3
    metrics = PIXELS if pixels else characters(width, has_labels=labels)
    kind = random.choice(["whole", "fold", "room", "tracks"])
    fold = random.randint(1, sides[-1]) if kind == "fold" else None
    tracks = None
    if kind == "tracks":
        cell = [random.randrange(side) for side in sides]
        wrap = [axis for axis in range(dimensions) if random.random() < 0.5]
        tracks = neighbour_tracks(sides, wrap, cell)
    own = Arrangement(sides, tracks, metrics=metrics, fold=fold)
    room = None
    if kind == "room":
        room = random.randint(1, own.width + 3)
        own = folded(own, room)
    window = [random.randint(-3, own.width), random.randint(-3, own.height)]
    window += [random.randint(window[0], own.width + 3), random.randint(window[1], own.height + 3)]
    question = {
        "question": "arrangement",
        "sides": sides,
        "metrics": _plain(metrics),
        "fold": fold,
        "tracks": tracks,
        "room": room,
        "points": [(random.randint(-2, own.width + 2), random.randint(-2, own.height + 2)) for _ in range(60)],
        "cells": [[random.randrange(side) for side in sides] for _ in range(20)],
        "window": window,
    }
    return question, own


def _shown(own: Arrangement, window: list[int]) -> list[tuple[int, int, int]]:
    """The cells that reach into a rectangle, found one by one."""
    left, top, right, bottom = window
    width, height = own.metrics.cell
    found = []
    for y in range(own.height):
        row = own.row(y)
        if row is None or (own.row(y - 1) or (None,))[0] == row[0]:
            continue
        for x, offset, _ in own.columns(0, row[2]):
            if x < right and x + width > left and y < bottom and y + height > top:
                found.append((x, y, row[0] + offset))
    return found


@pytest.mark.slow
def test_places_are_those_of_python() -> None:
    random = Random(1)
    pairs = [_question(random) for _ in range(400)]
    answers = ask([question for question, _ in pairs])
    kinds = set()
    for (question, own), answer in zip(pairs, answers, strict=True):
        kinds.add((len(own.shape), own.fold is None, question["tracks"] is None))
        where = f"{own!r} {question}"
        assert answer["size"] == [own.width, own.height, own.cells, own.fold], where
        places = [own.place(cell) for cell in question["cells"]]
        assert answer["places"] == [place and list(place) for place in places], where
        found = [own.cell_at(*point) for point in question["points"]]
        assert answer["found"] == [cell and list(cell) for cell in found], where
        around = [own.surroundings(cell) for cell in question["cells"]]
        listed = [None if each is None else [[list(span) for span in way] for way in each] for each in around]
        assert answer["surroundings"] == listed, where
        assert [tuple(each) for each in answer["shown"]] == _shown(own, question["window"]), where
    assert len(kinds) >= 15


@pytest.mark.slow
def test_labels_are_those_of_python() -> None:
    random = Random(2)
    pairs = [_question(random) for _ in range(200)]
    for question, own in pairs:
        question["window"] = [0, 0, own.width, own.height]
    answers = ask([question for question, _ in pairs])
    count = 0
    for (question, own), answer in zip(pairs, answers, strict=True):
        if question["tracks"] is not None:
            continue
        expected = [[label.x, y, label.text, label.level] for y, label in own.label_places()] if own.has_labels else []
        assert answer["labels"] == expected, f"{own!r} {question}"
        count += len(expected)
    assert count > 1000


@pytest.mark.slow
def test_slices_are_those_of_python() -> None:
    random = Random(3)
    questions, expected = [], []
    for _ in range(150):
        sides = tuple(random.randint(1, 6) for _ in range(random.randint(5, 7)))
        wrap = [axis for axis in range(len(sides)) if random.random() < 0.4]
        focus = [random.randrange(side) for side in sides]
        width, height, cell = random.randint(20, 300), random.randint(10, 80), random.randint(2, 4)
        questions.append(
            {"question": "slices", "sides": sides, "wrap": wrap, "focus": focus}
            | {"width": width, "height": height, "metrics": _plain(characters(cell))}
        )
        expected.append(
            [list(track) for track in slice_tracks(sides, wrap, focus, width=width, height=height, size=(cell, 1))]
        )
        questions.append({"question": "around", "sides": sides, "wrap": wrap, "cell": focus})
        expected.append([list(track) for track in neighbour_tracks(sides, wrap, focus)])
    assert ask(questions) == expected


def test_the_page_scrolls_as_the_terminal_does() -> None:
    random = Random(4)
    questions, expected = [], []
    for _ in range(300):
        tile, group = random.randint(0, 50), random.randint(0, 20)
        spans = [(tile + random.randint(0, 20), 2), (tile, 24), (max(0, tile - group), 24 + 2 * group)]
        margin, room, scroll = random.randint(0, 6), random.randint(3, 80), random.randint(0, 90)
        questions.append({"question": "scrolled", "values": [spans, margin, room, scroll]})
        expected.append(scrolled(spans, margin, room, scroll))
    assert ask(questions) == expected


@pytest.mark.slow
def test_neighbours_are_those_of_python() -> None:
    boards = ["7", "1", "2~wrap=0", "5x6", "3x3~wrap=all", "4x5~orthogonal", "2x4~orthogonal~wrap=all", "4x3x5~wrap=1"]
    boards += ["3x3x3x3", "4x3x3x3~orthogonal", "3x2x3x2x3", "3x1x3~wrap=0,2", "3x3x3x3x3x3"]
    answers = ask([{"question": "neighbours", "board": board} for board in boards])
    for board, answer in zip(boards, answers, strict=True):
        geometry = Grid(board).geometry()
        assert answer == [list(geometry.neighbours(index)) for index in range(Grid(board).cells)], board


@pytest.mark.slow
def test_slices_are_counted_as_in_python() -> None:
    for board, mines in (("3x3x2x2x3", 12), ("2x3x2x2x2x3", 15), ("4x4", 3)):
        game = Game(board, mines, seed=5)
        cells = game.grid.cells
        before = list(game.codes(0, cells))
        changed: set[int] = set()
        for index in (0, cells // 2, cells - 1):
            move = game.flag if index == 0 else game.open
            changed.update(move(game.grid.cell(index)).indices)
        question = {"question": "counts", "board": board, "before": before, "changed": sorted(changed)}
        answer = ask([question | {"codes": list(game.codes(0, cells))}])[0]
        assert [tuple(each) for each in answer] == SliceCounts(game).counts
    game = Game(layout=Layout("3x3x2x2x3", [(0, 0, 0, 0, 0), (2, 2, 1, 1, 2)]))
    for index in range(game.grid.cells):
        if not game.is_open(index) and index not in (0, game.grid.cells - 1):
            game.open(game.grid.cell(index))
    codes = list(game.codes())
    won: dict[str, Any] = {"question": "counts", "board": "3x3x2x2x3", "before": codes, "codes": codes}
    assert [tuple(each) for each in ask([won | {"changed": None, "outcome": "won"}])[0]] == SliceCounts(game).counts


@pytest.mark.parametrize(
    ("sides", "is_whole", "expected"),
    [
        ([2, 3, 3], True, [("axis2 0 →", ""), ("axis2 1", ""), ("axis2 2", "")]),
        (
            [2, 3, 2, 2],
            True,
            [("axis2 0 →", "← axis3 0"), ("axis2 1", ""), ("", "axis3 1"), ("", "")],
        ),
        # Where its rulers may be out of sight, every tile says where it is.
        ([2, 3, 1, 2], False, [("axis2 0 · axis3 0", ""), ("axis2 0 · axis3 1", "")]),
        ([2, 3, 1, 1, 2], True, [("axis4 0 →", ""), ("axis4 1", ""), *[("axis2 0 →", "← axis3 0")] * 2]),
    ],
)
def test_rulers_name_layers_and_table_rows(sides: list[int], is_whole: bool, expected: list[tuple[str, str]]) -> None:
    calls = NodeCalls()
    try:
        found = calls.call("", "rulers", sides, is_whole)
    finally:
        calls.close()
    assert [tuple(each) for each in found] == expected
