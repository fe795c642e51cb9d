r"""HyperMines as a student might submit it.

>>> game = new_game_2d(2, 4, [(0, 0), (1, 0), (1, 1)])
>>> dig_2d(game, 0, 3), render_2d_board(game)
(4, '__1 \n__1 ')
"""

from __future__ import annotations

from itertools import product
from typing import Any

Cell = tuple[int, ...]


def neighbours(dimensions: list[int] | Cell, cell: Cell) -> list[Cell]:
    """Return the neighbours of a cell.

    >>> neighbours((2, 3), (0, 0))
    [(0, 1), (1, 0), (1, 1)]
    """
    spans = [range(max(at - 1, 0), min(at + 2, side)) for at, side in zip(cell, dimensions, strict=True)]
    return [other for other in product(*spans) if other != cell]


def fill(dimensions: list[int] | Cell, value: object) -> Any:
    """Return nested lists with the same value in every cell.

    >>> fill((2, 3), 0)
    [[0, 0, 0], [0, 0, 0]]
    """
    if len(dimensions) == 1:
        return [value] * dimensions[0]
    return [fill(dimensions[1:], value) for _ in range(dimensions[0])]


def get(nested: Any, cell: Cell) -> Any:
    """Return the value of one cell in nested lists.

    >>> get([[1, 2], [3, 4]], (1, 0))
    3
    """
    for place in cell:
        nested = nested[place]
    return nested


def put(nested: Any, cell: Cell, value: object) -> None:
    """Set the value of one cell in nested lists.

    >>> row = [1, 2]
    >>> put(row, (1,), 5)
    >>> row
    [1, 5]
    """
    get(nested, cell[:-1])[cell[-1]] = value


def cells(dimensions: list[int] | Cell) -> list[Cell]:
    """Return the coordinates of all cells.

    >>> cells((1, 2))
    [(0, 0), (0, 1)]
    """
    return list(product(*(range(side) for side in dimensions)))


def new_game_2d(nrows: int, ncolumns: int, mines: list[Any]) -> dict[str, Any]:
    """Return a new two-dimensional game.

    >>> new_game_2d(1, 2, [(0, 1)])["board"]
    [[1, '.']]
    """
    return new_game_nd((nrows, ncolumns), mines)


def new_game_nd(dimensions: list[int] | Cell, mines: list[Any]) -> dict[str, Any]:
    """Return a new game.

    >>> new_game_nd((3,), [(1,)])
    {'dimensions': (3,), 'board': [1, '.', 1], 'visible': [False, False, False], 'state': 'ongoing'}
    """
    board = fill(dimensions, 0)
    mined = {tuple(mine) for mine in mines}
    for mine in mined:
        for cell in neighbours(dimensions, mine):
            put(board, cell, get(board, cell) + 1)
    for mine in mined:
        put(board, mine, ".")
    return {"dimensions": dimensions, "board": board, "visible": fill(dimensions, False), "state": "ongoing"}


def dig_2d(game: dict[str, Any], row: int, col: int) -> int:
    """Dig in a two-dimensional game; see ``dig_nd``.

    >>> dig_2d(new_game_2d(1, 2, [(0, 1)]), 0, 0)
    1
    """
    return dig_nd(game, (row, col))


def dig_nd(game: dict[str, Any], coordinates: Cell) -> int:
    """Dig, and return the number of newly revealed cells.

    >>> dig_nd(new_game_nd((3,), [(2,)]), (0,))
    2
    """
    board, visible, dimensions = game["board"], game["visible"], game["dimensions"]
    if game["state"] != "ongoing" or get(visible, coordinates):
        return 0
    put(visible, coordinates, True)
    if get(board, coordinates) == ".":
        game["state"] = "defeat"
        return 1
    revealed = 1
    waiting = [coordinates]
    while waiting:
        cell = waiting.pop()
        if get(board, cell) != 0:
            continue
        for other in neighbours(dimensions, cell):
            if not get(visible, other):
                put(visible, other, True)
                revealed += 1
                waiting.append(other)
    if all(get(visible, cell) or get(board, cell) == "." for cell in cells(dimensions)):
        game["state"] = "victory"
    return revealed


def render_2d_locations(game: dict[str, Any], all_visible: bool = False) -> list[list[str]]:
    """Return what the player sees in a two-dimensional game, as nested lists.

    >>> render_2d_locations(new_game_2d(1, 2, [(0, 1)]), True)
    [['1', '.']]
    """
    nrows, ncolumns = game["dimensions"]
    return [[symbol(game, (row, col), all_visible) for col in range(ncolumns)] for row in range(nrows)]


def render_2d_board(game: dict[str, Any], all_visible: bool = False) -> str:
    """Return what the player sees in a two-dimensional game, as text.

    >>> render_2d_board(new_game_2d(1, 2, [(0, 1)]))
    '__'
    """
    return "\n".join("".join(row) for row in render_2d_locations(game, all_visible))


def render_nd(game: dict[str, Any], all_visible: bool = False) -> Any:
    """Return what the player sees, as nested lists.

    >>> render_nd(new_game_nd((2,), []), True)
    [' ', ' ']
    """
    shown = fill(game["dimensions"], "_")
    for cell in cells(game["dimensions"]):
        put(shown, cell, symbol(game, cell, all_visible))
    return shown


def symbol(game: dict[str, Any], cell: Cell, all_visible: bool) -> str:
    """Return the character the player sees in a cell.

    >>> symbol(new_game_2d(1, 2, [(0, 1)]), (0, 1), True)
    '.'
    """
    if not all_visible and not get(game["visible"], cell):
        return "_"
    value = get(game["board"], cell)
    return " " if value == 0 else str(value)


def dump(game: dict[str, Any]) -> None:
    """Print the four keys of a game, with their values.

    >>> dump(new_game_nd((2,), []))
    board: [0, 0]
    dimensions: (2,)
    state: ongoing
    visible: [False, False]
    """
    for key in ("board", "dimensions", "state", "visible"):
        value = game[key]
        if isinstance(value, list) and value and isinstance(value[0], list):
            print(f"{key}:")
            for item in value:
                print(f"    {item}")
        else:
            print(f"{key}: {value}")
