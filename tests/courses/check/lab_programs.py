"""HyperMines labs for tests: files written from their text, or from the reference with some texts replaced."""

from __future__ import annotations

from pathlib import Path

from hypersweep.courses.check.mutants import write_program
from hypersweep.courses.check.mutations import Mutation

# Written differently, and right: recursion, classes of coordinates, numbers counted cell by cell.
OTHER = """
def around(dimensions, cell):
    if not cell:
        return [()]
    rest = around(dimensions[1:], cell[1:])
    return [(at,) + other for at in (cell[0] + 1, cell[0], cell[0] - 1) if 0 <= at < dimensions[0] for other in rest]


def build(dimensions, value, prefix=()):
    if not dimensions:
        return value(prefix)
    return [build(dimensions[1:], value, prefix + (place,)) for place in range(dimensions[0])]


def at(lists, cell):
    return at(lists[cell[0]], cell[1:]) if len(cell) > 1 else lists[cell[0]]


def everywhere(dimensions):
    if not dimensions:
        return [()]
    return [cell + (place,) for cell in everywhere(dimensions[:-1]) for place in range(dimensions[-1])]


def new_game_nd(dimensions, mines):
    mined = [tuple(mine) for mine in mines]
    def value(cell):
        return "." if cell in mined else sum(other in mined for other in around(tuple(dimensions), cell))
    return {
        "state": "ongoing",
        "visible": build(tuple(dimensions), lambda cell: False),
        "board": build(tuple(dimensions), value),
        "dimensions": dimensions,
    }


def new_game_2d(num_rows, num_cols, mines):
    return new_game_nd((num_rows, num_cols), mines)


def reveal(game, cell):
    row = at(game["visible"], cell[:-1]) if len(cell) > 1 else game["visible"]
    if row[cell[-1]]:
        return 0
    row[cell[-1]] = True
    count = 1
    if at(game["board"], cell) == 0:
        for other in around(tuple(game["dimensions"]), cell):
            count += reveal(game, other)
    return count


def dig_nd(game, coordinates):
    if game["state"] != "ongoing":
        return 0
    count = reveal(game, tuple(coordinates))
    cells = everywhere(tuple(game["dimensions"]))
    if count and at(game["board"], coordinates) == ".":
        game["state"] = "defeat"
    elif all(at(game["visible"], cell) != (at(game["board"], cell) == ".") for cell in cells):
        game["state"] = "victory"
    return count


def dig_2d(game, row, col):
    return dig_nd(game, (row, col))


def render_nd(game, all_visible=False):
    def value(cell):
        if not (all_visible or at(game["visible"], cell)):
            return "_"
        return str(at(game["board"], cell) or " ")
    return build(tuple(game["dimensions"]), value)


render_2d_locations = render_nd


def render_2d_board(game, all_visible=False):
    text = ""
    for row in render_nd(game, all_visible):
        for shown in row:
            text += shown
        text += "\\n"
    return text[:-1]


def dump(game):
    for key in sorted(game):
        value = game[key]
        if isinstance(value, list) and isinstance(value[0], list):
            print(key + ":")
            for row in value:
                print("    " + repr(row))
        else:
            print(key + ": " + str(value))
"""


def lab(folder: Path, *edits: tuple[str, str]) -> Path:
    """Write the reference with texts replaced. Returns: its path."""
    return write_program("hypermines", Mutation("test", "", edits), folder)


def other_lab(folder: Path, more: str = "") -> Path:
    """Write a lab that is right, and written differently."""
    path = folder / "lab.py"
    path.write_text(OTHER + more, encoding="utf-8")
    return path
