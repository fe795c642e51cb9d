"""HyperMines: Mines in two or any number of dimensions, with each game a plain dictionary.

A game is a dictionary with the four keys "dimensions", "board", "visible" and "state"; it may be handwritten and may
have additional keys, which are ignored. There is no other state between calls, so a caller can change, copy or store a
dictionary at will. The kernel in ``hypersweep.game`` decides what a dig does: the lists are converted to a board, and
the opened cells are written back.

Names vary between terms: the argument that shows everything is ``all_visible`` or ``xray``, and the key for visible
cells is "visible", "mask" or "hidden". Every function accepts all these names. ``term`` returns the lab of one term,
with the names that its test.py uses.

All functions may raise these errors, and leave the dictionary unchanged if they do:

* ``ParameterTypeError``: the game isn't a dictionary, or a number or cell has the wrong type.
* ``ParameterError``: one of the four keys is missing.
* ``ShapeError``: the dimensions are invalid, or the nested lists don't match them.

Source: the text of the lab HyperMines.
"""

from __future__ import annotations

from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import LayoutError, ParameterError, ParameterTypeError, ShapeError
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.rules import HYPERMINES
from hypersweep.validation import check_memory, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

__all__ = [
    "TERMS",
    "HyperMinesGame",
    "dig_2d",
    "dig_nd",
    "dump",
    "new_game_2d",
    "new_game_nd",
    "render_2d_board",
    "render_2d_locations",
    "render_nd",
    "term",
]

# Keys for the visible cells, by term; in "hidden", True marks a hidden cell.
_VISIBLE_KEYS = ("visible", "mask", "hidden")
# Maximum number of cells on a board where a dig skips the memory check.
_SMALL = 1 << 24
# Python shares one object for each integer up to the first constant; every larger integer needs its own object, whose
# size in bytes is the second constant.
_MOST_SHARED = 256
_NUMBER_BYTES = 32


def new_game_2d(nrows: int, ncolumns: int, mines: Iterable[Sequence[int]]) -> dict[str, Any]:
    """Return a new two-dimensional game; see ``new_game_nd``.

    >>> dump(new_game_2d(2, 4, [(0, 0), (1, 0), (1, 1)]))
    board:
        ['.', 3, 1, 0]
        ['.', '.', 1, 0]
    dimensions: (2, 4)
    state: ongoing
    visible:
        [False, False, False, False]
        [False, False, False, False]
    """
    return new_game_nd((nrows, ncolumns), mines)


def new_game_nd(dimensions: Sequence[int], mines: Iterable[Sequence[int]]) -> dict[str, Any]:
    """Return a new game: nothing is visible, and the state is ongoing even if every cell is a mine.

    Args:
        dimensions: number of cells along each axis, a list or tuple; the game stores this object itself, not a copy.
        mines: the cells with a mine, as tuples or lists, each once.

    Raises:
        ShapeError: the dimensions are impossible.
        CellError: a mine is off the board, or has the wrong number of coordinates.
        LayoutError: a mine is given twice.
        ParameterTypeError: an argument has the wrong type.
        BoardTooLargeError: the cells don't fit into memory as lists.

    Complexity: O(cells).

    >>> game = new_game_nd([2, 4, 2], [(0, 0, 1), [1, 0, 0], (1, 1, 1)])
    >>> game["board"]
    [[[3, '.'], [3, 3], [1, 1], [0, 0]], [['.', 3], [3, '.'], [1, 1], [0, 0]]]
    >>> game["dimensions"], game["state"]
    ([2, 4, 2], 'ongoing')
    """
    return _new_game(dimensions, mines, "visible")


def _new_game(dimensions: Sequence[int], mines: Iterable[Sequence[int]], key: str) -> dict[str, Any]:
    grid = _grid(dimensions)
    what = f"a game on {grid}"
    # The game's lists are in memory together with the codes and bit planes they are made from.
    needed = 2 * _list_bytes(grid) + grid.cells * 5
    check_memory(needed, what, at_once=True)
    layout = Layout(grid, mines)
    if min(grid.max_neighbours, layout.mines) > _MOST_SHARED:
        check_memory(needed + grid.cells * _NUMBER_BYTES, what, at_once=True)
    codes = Game(layout=layout, rules=HYPERMINES).codes(reveal=True)
    side = grid.shape[-1]
    board: list[list[Any]] = [codes[start : start + side].tolist() for start in range(0, grid.cells, side)]
    for index in layout.mine_indices():
        board[index // side][index % side] = "."
    return {
        "dimensions": dimensions,
        "board": _nested(board, grid.shape),
        key: _nested([[key == "hidden"] * side for _ in board], grid.shape),
        "state": "ongoing",
    }


def dig_2d(game: dict[str, Any], row: int, col: int) -> int:
    """Dig in a two-dimensional game. Returns: the number of newly revealed cells; see ``dig_nd``.

    >>> game = new_game_2d(2, 4, [(0, 0), (1, 0), (1, 1)])
    >>> dig_2d(game, 0, 3), game["visible"], game["state"]
    (4, [[False, False, True, True], [False, False, True, True]], 'ongoing')
    >>> dig_2d(game, 0, 1), game["state"]
    (1, 'victory')
    """
    return dig_nd(game, (row, col))


def dig_nd(game: dict[str, Any], coordinates: Sequence[int]) -> int:
    """Dig at a cell. Returns: the number of newly revealed cells.

    Digging at a mine reveals only that cell and ends the game with "defeat". A cell without adjacent mines also reveals
    its neighbours, and so on. Revealing the last safe cell sets "victory". If the cell is already visible or the game
    is over, the result is 0.

    The lists may have been changed since the last dig. If a mine is visible in an ongoing game, the game is lost: a dig
    sets "defeat", returns 0 and reveals nothing, except that a dig at another mine reveals it and returns 1. Likewise,
    if no safe cell is hidden, a dig that hits no mine sets "victory".

    A handwritten board may contain any numbers, except that a revealed cell must be 0 if and only if no mine is
    adjacent: otherwise it would be unclear whether a dig spreads. Numbers that stay hidden don't matter. In
    ``visible``, 1 counts as True and 0 as False.

    Args:
        game: the game; its ``visible`` and ``state`` are changed in place.
        coordinates: a tuple or list, one number for each dimension.

    Raises:
        CellError: the cell is off the board, or has the wrong number of coordinates.
        LayoutError: the number of a revealed cell contradicts the mines around it.
        ShapeError: the dimensions are impossible, or the nested lists don't fit them.
        ParameterError: a key is missing, or an entry of ``visible`` isn't a truth value.
        ParameterTypeError: a value has the wrong type.

    Complexity: O(cells), because each dig reads every list again: about a nanosecond per cell, in compiled code.

    >>> game = {
    ...     "dimensions": (2, 4, 2),
    ...     "board": [[[3, "."], [3, 3], [1, 1], [0, 0]], [[".", 3], [3, "."], [1, 1], [0, 0]]],
    ...     "visible": [[[False] * 2 for _ in range(4)] for _ in range(2)],
    ...     "state": "ongoing",
    ... }
    >>> dig_nd(game, (0, 3, 0)), dig_nd(game, (0, 3, 0)), game["state"]
    (8, 0, 'ongoing')
    >>> dig_nd(game, (0, 0, 1)), game["state"]
    (1, 'defeat')
    """
    # The fast path handles valid games; for any other game, check everything and raise an error with the reason.
    revealed = _native.dig(game, coordinates, _SMALL)
    if revealed is None or revealed < 0:
        revealed = _dig_unusual(game, coordinates)
    return revealed


def render_2d_locations(game: dict[str, Any], all_visible: bool = False, *, xray: bool = False) -> list[list[str]]:
    """Return the player's view of a two-dimensional game; see ``render_nd``.

    Raises:
        ShapeError: the game doesn't have two dimensions, or its lists don't match them.

    >>> game = new_game_2d(2, 4, [(0, 0), (1, 0), (1, 1)])
    >>> _ = dig_2d(game, 0, 3)
    >>> render_2d_locations(game)
    [['_', '_', '1', ' '], ['_', '_', '1', ' ']]
    >>> render_2d_locations(game, xray=True)
    [['.', '3', '1', ' '], ['.', '.', '1', ' ']]
    """
    grid = _board_grid(game)
    if grid.dimensions != 2:
        raise ShapeError(f"expected a game of 2 dimensions, got {grid.dimensions}: {grid}")
    return _symbols(game, grid, show_all=all_visible or xray)


def render_2d_board(game: dict[str, Any], all_visible: bool = False, *, xray: bool = False) -> str:
    r"""Return the player's view of a two-dimensional game as text: one line per row, no newline at the end.

    Raises:
        ShapeError: the game doesn't have two dimensions, or its lists don't match them.

    >>> render_2d_board(new_game_2d(2, 4, [(0, 0), (1, 0), (1, 1)]), all_visible=True)
    '.31 \n..1 '
    """
    return "\n".join(map("".join, render_2d_locations(game, all_visible or xray)))


def render_nd(game: dict[str, Any], all_visible: bool = False, *, xray: bool = False) -> list[Any]:
    """Return the player's view: "_" for a hidden cell, " " for 0, "." for a mine, otherwise the number as text.

    Args:
        game: the game; it isn't changed.
        all_visible: show every cell.
        xray: the name of ``all_visible`` in earlier years.

    Returns:
        New lists, nested like the board.

    Complexity: O(cells).

    >>> game = new_game_nd((2, 4, 2), [(0, 0, 1), (1, 0, 0), (1, 1, 1)])
    >>> _ = dig_nd(game, (0, 3, 0))
    >>> render_nd(game)
    [[['_', '_'], ['_', '_'], ['1', '1'], [' ', ' ']], [['_', '_'], ['_', '_'], ['1', '1'], [' ', ' ']]]
    """
    grid = _board_grid(game)
    return _nested(_symbols(game, grid, show_all=all_visible or xray), grid.shape)


def dump(game: dict[str, Any]) -> None:
    """Print the four keys with their values, unchanged and unchecked; print nested lists with one item per line.

    Raises:
        ParameterTypeError: the game isn't a dictionary.
        ParameterError: a key is missing; nothing is printed.

    >>> dump({"dimensions": [3], "board": [1, ".", 1], "visible": [False, False, True], "state": "ongoing", "year": 3})
    board: [1, '.', 1]
    dimensions: [3]
    state: ongoing
    visible: [False, False, True]
    """
    lines = []
    for key in sorted(("board", "dimensions", "state", _visible_key(game))):
        value = game[key]
        if isinstance(value, list) and value and isinstance(value[0], list):
            lines.append(f"{key}:")
            lines.extend(f"    {part}" for part in value)
        else:
            lines.append(f"{key}: {value}")
    print("\n".join(lines))


class HyperMinesGame:
    """A game in any number of dimensions, as used in 2017 and 2018: an object instead of a dictionary.

    Its attributes are the four keys, ``dimensions``, ``board``, ``mask`` and ``state``; all can be assigned.

    >>> game = HyperMinesGame([2, 4, 2], [[0, 0, 1], [1, 0, 0], [1, 1, 1]])
    >>> game.dig([0, 3, 0])
    8
    >>> game.render()[0], game.state
    ([['_', '_'], ['_', '_'], ['1', '1'], [' ', ' ']], 'ongoing')
    """

    dimensions: Sequence[int]
    board: list[Any]
    mask: list[Any]
    state: str

    def __init__(self, dimensions: Sequence[int], bombs: Iterable[Sequence[int]]) -> None:
        """Start a game; see ``new_game_nd``."""
        vars(self).update(_new_game(dimensions, bombs, "mask"))

    @classmethod
    def from_dict(cls, d: dict[str, Any]) -> HyperMinesGame:
        """Return a game that takes its lists and state from a dictionary with the four keys.

        >>> HyperMinesGame.from_dict(
        ...     {"dimensions": [3], "board": [0, 1, "."], "mask": [False, True, False], "state": "ongoing"}
        ... ).render()
        ['_', '1', '_']
        """
        _check_keys(d, "mask")
        game = cls.__new__(cls)
        vars(game).update({key: d[key] for key in ("dimensions", "board", "mask", "state")})
        return game

    def dig(self, coords: Sequence[int]) -> int:
        """Dig at a cell and return the number of newly revealed cells; see ``dig_nd``."""
        return dig_nd(vars(self), coords)

    def render(self, xray: bool = False) -> list[Any]:
        """Return what the player sees, or every cell if ``xray``; see ``render_nd``."""
        return render_nd(vars(self), xray)

    def dump(self) -> None:
        """Print the four attributes in the format of 2017 and 2018.

        >>> HyperMinesGame([1, 3], [[0, 2]]).dump()
        dimensions: [1, 3]
        board: [0, 1, '.']
        mask:  [False, False, False]
        state: ongoing
        """
        _dump_2017(vars(self))


def _dump_2017(game: dict[str, Any]) -> None:
    """Print the four keys in the format of 2017 and 2018."""
    _check_keys(game, "mask")
    board, mask = ("\n       ".join(map(str, game[key])) for key in ("board", "mask"))
    print(f"dimensions: {game['dimensions']}\nboard: {board}\nmask:  {mask}\nstate: {game['state']}")


# Known terms, each with its key for the visible cells.
_TERM_KEYS = {
    "2017": "mask",
    "2018": "mask",
    "2020": "mask",
    "2021": "mask",
    "2022": "visible",
    "spring 2023": "hidden",
    "fall 2023": "visible",
}
TERMS = tuple(_TERM_KEYS)


def term(name: str) -> ModuleType:
    """Return the lab of one term as a module, with the names and keys that its test.py uses.

    In a test.py, ``import lab`` becomes ``from hypersweep.courses.hypermines import term; lab = term("2020")``.

    =================  ===========================================================  ===========
    term               functions, besides ``dump``                                  key
    =================  ===========================================================  ===========
    2017, 2018         new_game, dig, render, render_ascii; class HyperMinesGame    "mask"
    2020, 2021         new_game_2d, dig_2d, render_2d, render_ascii, those of N-D   "mask"
    2022, fall 2023    new_game_2d, dig_2d, render_2d_locations, render_2d_board,   "visible"
                       those of N-D
    spring 2023        the same                                                     "hidden"
    =================  ===========================================================  ===========

    "Those of N-D" are new_game_nd, dig_nd and render_nd. The modules for 2020 and later have all names for rendering.
    The rules are the same in every term. The module's ``__all__`` lists the names.

    Args:
        name: a year, such as "2020", or a season and a year, such as "fall 2020" or "spring-2023"; ``TERMS`` lists
            the known terms.

    Raises:
        ParameterError: the term is unknown.

    >>> lab = term("2020")
    >>> game = lab.new_game_2d(2, 4, [(0, 0), (1, 0), (1, 1)])
    >>> lab.dig_2d(game, 0, 3), game["mask"]
    (4, [[False, False, True, True], [False, False, True, True]])
    >>> lab.render_2d(game)
    [['_', '_', '1', ' '], ['_', '_', '1', ' ']]
    >>> term("2017").new_game(1, 3, [[0, 2]])
    {'dimensions': [1, 3], 'board': [[0, 1, '.']], 'mask': [[False, False, False]], 'state': 'ongoing'}
    """
    if not isinstance(name, str):
        raise ParameterTypeError(f"expected a term as text, got {truncate(name)} ({type(name).__name__})")
    words = name.lower().replace("-", " ").split()
    known = " ".join(words)
    if known not in _TERM_KEYS and words and words[:-1] in ([], ["spring"], ["fall"]):
        known = words[-1]
    if known not in _TERM_KEYS:
        raise ParameterError(f"expected one of the terms {', '.join(TERMS)}, got {truncate(name)}")
    old = known in ("2017", "2018")
    functions = _functions_2017() if old else _functions(_TERM_KEYS[known])
    example = "dig(new_game(1, 3, [(0, 2)]), 0, 0)" if old else "dig_2d(new_game_2d(1, 3, [(0, 2)]), 0, 0)"
    # The labs' own tests run the module's doctests, and some fail if there are none.
    lab = ModuleType("lab", f"HyperMines in the words of {known}.\n\n>>> {example}\n2\n")
    vars(lab).update(functions, __all__=sorted(functions))
    return lab


def _functions(key: str) -> dict[str, Any]:
    # Only functions that create a game need the key as an argument; the others find it in the dictionary.
    def new_game_2d(num_rows: int, num_cols: int, bombs: Iterable[Sequence[int]]) -> dict[str, Any]:
        """Start a game of two dimensions."""
        return _new_game((num_rows, num_cols), bombs, key)

    def new_game_nd(dimensions: Sequence[int], bombs: Iterable[Sequence[int]]) -> dict[str, Any]:
        """Start a game of any number of dimensions."""
        return _new_game(dimensions, bombs, key)

    return {
        "new_game_2d": new_game_2d,
        "new_game_nd": new_game_nd,
        "dig_2d": dig_2d,
        "dig_nd": dig_nd,
        "render_2d": render_2d_locations,
        "render_2d_locations": render_2d_locations,
        "render_ascii": render_2d_board,
        "render_2d_board": render_2d_board,
        "render_nd": render_nd,
        "dump": dump,
    }


def _functions_2017() -> dict[str, Any]:
    def new_game(num_rows: int, num_cols: int, bombs: Iterable[Sequence[int]]) -> dict[str, Any]:
        """Start a game of two dimensions; in these terms, "dimensions" is a list."""
        return _new_game([num_rows, num_cols], bombs, "mask")

    return {
        "new_game": new_game,
        "dig": dig_2d,
        "render": render_2d_locations,
        "render_ascii": render_2d_board,
        "dump": _dump_2017,
        "HyperMinesGame": HyperMinesGame,
    }


def _dig_unusual(game: dict[str, Any], coordinates: Sequence[int]) -> int:
    grid = _board_grid(game)
    cell = grid.cell(coordinates)
    if game["state"] != "ongoing":
        return 0
    if grid.cells > _SMALL:
        # A dig needs memory for the bit planes and the list of rows; the game itself is already in memory.
        check_memory(grid.cells + grid.cells // grid.shape[-1] * 32, f"a dig on {grid}", at_once=True)
    key = _visible_key(game)
    hidden = key == "hidden"
    board, rows = _rows(game, "board", grid), _rows(game, key, grid)
    if hidden:
        _check_truth_values(rows, key, grid)
    seen = [[not value for value in row] for row in rows] if hidden else rows
    visible = _nested(seen, grid.shape) if hidden else game[key]
    plain = {"dimensions": grid.shape, "board": game["board"], "visible": visible, "state": "ongoing"}
    revealed = _native.dig(plain, cell, 1 << 62)
    if revealed is None:
        _check_truth_values(rows, key, grid)
        raise ParameterError("the game's lists were changed during the dig")
    if revealed < 0:
        index = -1 - revealed
        mines = sum(board[near // grid.shape[-1]][near % grid.shape[-1]] == "." for near in _near(grid, index))
        value = board[index // grid.shape[-1]][index % grid.shape[-1]]
        where = _path("board", index, grid.shape)
        raise LayoutError(f"expected {mines} at {where}, the number of mines around it, got {truncate(value)}")
    if hidden:
        for row, shown in zip(rows, seen, strict=True):
            for place, value in enumerate(row):
                if value and shown[place]:
                    row[place] = False
    if plain["state"] != "ongoing":
        game["state"] = plain["state"]
    return revealed


def _near(grid: Grid, index: int) -> list[int]:
    return [grid.index(cell) for cell in grid.neighbours(grid.cell(index))]


def _check_truth_values(rows: list[list[Any]], key: str, grid: Grid) -> None:
    for row, part in enumerate(rows):
        for place, value in enumerate(part):
            if not (isinstance(value, int) and value in (0, 1)):
                where = _path(key, row * grid.shape[-1] + place, grid.shape)
                raise ParameterError(f"expected True or False at {where}, got {truncate(value)}")


def _grid(dimensions: object) -> Grid:
    if isinstance(dimensions, str | Grid) or not hasattr(dimensions, "__len__"):
        raise ParameterTypeError(
            f"expected dimensions as a tuple or list, got {truncate(dimensions)} ({type(dimensions).__name__})"
        )
    return Grid(dimensions)  # type: ignore[arg-type]  # Grid says what is wrong with any other value


def _visible_key(game: object) -> str:
    # If the dictionary has several of these keys, use the first; the caller may use the others for anything.
    visible = next((key for key in _VISIBLE_KEYS if isinstance(game, dict) and key in game), "visible")
    _check_keys(game, visible)
    return visible


def _check_keys(game: object, visible: str) -> None:
    if not isinstance(game, dict):
        raise ParameterTypeError(f"expected a game as a dictionary, got {truncate(game)} ({type(game).__name__})")
    for key in ("board", "dimensions", "state", visible):
        if key not in game:
            raise ParameterError(f"expected the key {key!r} in the game, got {truncate(list(game))}")


def _board_grid(game: dict[str, Any]) -> Grid:
    _visible_key(game)
    return _grid(game["dimensions"])


def _list_bytes(grid: Grid) -> int:
    # Estimate the memory needed by nested lists: for each list, its header and its item pointers, rounded up to 16
    # bytes.
    lists, taken = 1, 0
    for side in grid.shape:
        taken += lists * (64 + (8 * side + 15) // 16 * 16)
        lists *= side
    return taken


def _rows(game: dict[str, Any], key: str, grid: Grid) -> list[list[Any]]:
    # Return the innermost lists in order. Don't recurse, since there may be very many dimensions.
    level: list[Any] = [game[key]]
    for axis, side in enumerate(grid.shape):
        # Every dig checks every list, so check valid lists fast; find the faulty one only after an error.
        if {*map(type, level)} != {list} or {*map(len, level)} != {side}:
            for number, part in enumerate(level):
                if not isinstance(part, list) or len(part) != side:
                    where = _path(key, number, grid.shape[:axis])
                    what = f"{len(part)}: {truncate(part)}" if isinstance(part, list) else truncate(part)
                    raise ShapeError(f"expected a list of {side} items at {where} on a {grid} board, got {what}")
        if axis + 1 < grid.dimensions:
            level = list(chain.from_iterable(level))
    return level


def _path(key: str, number: int, sides: tuple[int, ...]) -> str:
    # Return the Python expression for an item, such as game['board'][1][2].
    places: list[int] = []
    for side in reversed(sides):
        number, place = divmod(number, side)
        places.append(place)
    return f"game[{key!r}]" + "".join(f"[{place}]" for place in reversed(places))


def _nested(rows: list[Any], shape: tuple[int, ...]) -> list[Any]:
    for side in shape[-2:0:-1]:
        rows = [rows[start : start + side] for start in range(0, len(rows), side)]
    return rows if len(shape) > 1 else rows[0]


def _symbols(game: dict[str, Any], grid: Grid, *, show_all: bool) -> list[list[str]]:
    key = _visible_key(game)
    rows = zip(_rows(game, "board", grid), _rows(game, key, grid), strict=True)
    shown = key != "hidden"
    return [
        [
            (" " if value == 0 else str(value)) if show_all or bool(seen) is shown else "_"
            for value, seen in zip(*row, strict=True)
        ]
        for row in rows
    ]
