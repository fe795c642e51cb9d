"""HyperMines in plain Python: nested lists, neighbours by steps of -1, 0 and 1, and a stack instead of recursion.

The yardstick for ``hypermines.py``: what a student writes after hitting the recursion limit once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

Cell = tuple[int, ...]
Board = dict[str, Any]


def nested(dimensions: Sequence[int], value: object) -> Any:
    """Return nested lists filled with a value."""
    if len(dimensions) == 1:
        return [value] * dimensions[0]
    return [nested(dimensions[1:], value) for _ in range(dimensions[0])]


def innermost(array: Any, cell: Cell) -> Any:
    """Return the list that contains a cell; the cell's last coordinate is the index in it."""
    for place in cell[:-1]:
        array = array[place]
    return array


def neighbours(dimensions: Sequence[int], cell: Cell) -> Iterator[Cell]:
    """Yield the cells at most one step away along each axis, including the cell itself."""
    return product(
        *(range(max(place - 1, 0), min(place + 2, side)) for place, side in zip(cell, dimensions, strict=True))
    )


def new_game_nd(dimensions: Sequence[int], mines: Sequence[Cell]) -> Board:
    """Return a new game: each mine adds one to the numbers around it."""
    board = nested(dimensions, 0)
    for mine in mines:
        innermost(board, mine)[mine[-1]] = "."
    for mine in mines:
        for cell in neighbours(dimensions, mine):
            row = innermost(board, cell)
            if row[cell[-1]] != ".":
                row[cell[-1]] += 1
    return {"dimensions": dimensions, "board": board, "visible": nested(dimensions, False), "state": "ongoing"}


def dig_nd(game: Board, coordinates: Cell) -> int:
    """Dig. Returns: the number of newly revealed cells. A dig that hits no mine reads the board to test for victory."""
    board, visible, dimensions = game["board"], game["visible"], game["dimensions"]
    if game["state"] != "ongoing" or innermost(visible, coordinates)[coordinates[-1]]:
        return 0
    innermost(visible, coordinates)[coordinates[-1]] = True
    if innermost(board, coordinates)[coordinates[-1]] == ".":
        game["state"] = "defeat"
        return 1
    count = 1
    stack = [coordinates]
    while stack:
        here = stack.pop()
        if innermost(board, here)[here[-1]] != 0:
            continue
        for cell in neighbours(dimensions, here):
            row = innermost(visible, cell)
            if not row[cell[-1]]:
                row[cell[-1]] = True
                count += 1
                stack.append(cell)
    if is_won(game):
        game["state"] = "victory"
    return count


def dig_watchful(game: Board, coordinates: Cell) -> int:
    """Dig in a game that may have been edited by hand: a visible mine anywhere is a defeat."""
    if game["state"] == "ongoing" and not innermost(game["visible"], coordinates)[coordinates[-1]]:
        hits = innermost(game["board"], coordinates)[coordinates[-1]] == "."
        if not hits and shows_mine(game):
            game["state"] = "defeat"
            return 0
    return dig_nd(game, coordinates)


def shows_mine(game: Board) -> bool:
    """Return whether a mine is visible."""
    level = [(game["board"], game["visible"])]
    for _ in game["dimensions"][1:]:
        level = [pair for board, visible in level for pair in zip(board, visible, strict=True)]
    return any(seen and value == "." for board, visible in level for value, seen in zip(board, visible, strict=True))


def is_won(game: Board) -> bool:
    """Return whether every safe cell is visible."""
    level = [(game["board"], game["visible"])]
    for _ in game["dimensions"][1:]:
        level = [pair for board, visible in level for pair in zip(board, visible, strict=True)]
    return all(seen or value == "." for board, visible in level for value, seen in zip(board, visible, strict=True))
