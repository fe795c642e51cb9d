"""The example sessions in the lab's text, with their output.

They are as published, except for the order of keys, since the page is older than the code.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from hypersweep.courses.hypermines import (
    dig_2d,
    dig_nd,
    dump,
    new_game_2d,
    new_game_nd,
    render_2d_board,
    render_2d_locations,
    render_nd,
)
from hypersweep.errors import ParameterError, ParameterTypeError, ShapeError

PLANE = """\
board:
    [0, 0, 1, 1, 2, '.']
    [0, 0, 2, '.', 3, 1]
    [1, 1, 2, '.', 2, 0]
    ['.', 1, 1, 1, 1, 0]
    [1, 1, 0, 0, 0, 0]
    [0, 0, 0, 0, 0, 0]
dimensions: (6, 6)
state: {state}
visible:
"""
SPACE = """\
board:
    [[0, 0], [1, 1], [1, 1]]
    [[0, 0], [1, 1], ['.', 1]]
    [[0, 0], [1, 1], [1, 1]]
dimensions: (3, 3, 2)
state: {state}
visible:
"""


def rows(text: str) -> str:
    """Rows of `visible` as dump prints them, from a letter each: T or F."""
    words = re.sub("[TF]", lambda letter: {"T": "True", "F": "False"}[letter[0]], text)
    return "".join(f"    {row}\n" for row in words.splitlines())


def letters(text: str) -> str:
    """A row of letters per row, in brackets and with commas."""
    return rows("\n".join(f"[{', '.join(line)}]" for line in text.split()))


def printed(game: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> str:
    assert dump(game) is None  # type: ignore[func-returns-value]
    return capsys.readouterr().out


def test_session_in_two_dimensions(capsys: pytest.CaptureFixture[str]) -> None:
    game = new_game_2d(6, 6, [(3, 0), (0, 5), (1, 3), (2, 3)])
    assert printed(game, capsys) == PLANE.format(state="ongoing") + letters("FFFFFF " * 6)
    assert render_2d_locations(game) == [["_"] * 6] * 6

    assert dig_2d(game, 1, 0) == 9
    assert printed(game, capsys) == PLANE.format(state="ongoing") + letters("TTTFFF " * 3 + "FFFFFF " * 3)
    assert render_2d_locations(game) == [
        [" ", " ", "1", "_", "_", "_"],
        [" ", " ", "2", "_", "_", "_"],
        ["1", "1", "2", "_", "_", "_"],
        ["_", "_", "_", "_", "_", "_"],
        ["_", "_", "_", "_", "_", "_"],
        ["_", "_", "_", "_", "_", "_"],
    ]

    assert dig_2d(game, 5, 4) == 21
    seen = "TTTFFF TTTFTT TTTFTT FTTTTT TTTTTT TTTTTT"
    assert printed(game, capsys) == PLANE.format(state="ongoing") + letters(seen)
    shown = [
        [" ", " ", "1", "_", "_", "_"],
        [" ", " ", "2", "_", "3", "1"],
        ["1", "1", "2", "_", "2", " "],
        ["_", "1", "1", "1", "1", " "],
        ["1", "1", " ", " ", " ", " "],
        [" ", " ", " ", " ", " ", " "],
    ]
    assert render_2d_locations(game) == shown

    assert dig_2d(game, 0, 5) == 1
    seen = "TTTFFT TTTFTT TTTFTT FTTTTT TTTTTT TTTTTT"
    assert printed(game, capsys) == PLANE.format(state="defeat") + letters(seen)
    shown[0][5] = "."
    assert render_2d_locations(game) == shown
    assert render_2d_board(game) == "\n".join(map("".join, shown))


def test_session_in_three_dimensions(capsys: pytest.CaptureFixture[str]) -> None:
    game = new_game_nd((3, 3, 2), [(1, 2, 0)])
    covered = "[[F, F], [F, F], [F, F]]\n"
    assert printed(game, capsys) == SPACE.format(state="ongoing") + rows(covered * 3)
    assert dig_nd(game, (2, 1, 0)) == 1
    seen = covered * 2 + "[[F, F], [T, F], [F, F]]\n"
    assert printed(game, capsys) == SPACE.format(state="ongoing") + rows(seen)
    assert dig_nd(game, (0, 0, 0)) == 11
    seen = "[[T, T], [T, T], [F, F]]\n"
    assert printed(game, capsys) == SPACE.format(state="ongoing") + rows(seen * 3)
    assert dig_nd(game, (1, 2, 0)) == 1
    assert printed(game, capsys) == SPACE.format(state="defeat") + rows(seen + seen.replace("F, F", "T, F") + seen)


def test_states_printed_on_the_page_are_games() -> None:
    plane = {
        "dimensions": (4, 3),
        "board": [[1, ".", 2], [1, 2, "."], [1, 2, 1], [".", 1, 0]],
        "visible": [[True, False, False], [False, True, False], [False, True, True], [False, True, True]],
        "state": "ongoing",
    }
    assert render_2d_board(plane) == "1__\n_2_\n_21\n_1 "
    assert [dig_2d(plane, *cell) for cell in ((0, 0), (1, 0), (0, 2), (2, 0))] == [0, 1, 1, 1]
    assert plane["state"] == "victory"
    space: dict[str, Any] = {
        "dimensions": (4, 3, 2),
        "board": [
            *([[1, 1], [".", 2], [2, 2]], [[1, 1], [2, 2], [".", 2]]),
            *([[1, 1], [2, 2], [1, 1]], [[1, "."], [1, 1], [0, 0]]),
        ],
        "visible": [
            *([[True, False], [False, False], [False, False]], [[False, False], [True, False], [False, False]]),
            *([[False, False], [True, True], [True, True]], [[False, False], [True, True], [True, True]]),
        ],
        "state": "ongoing",
    }
    assert render_nd(space)[3] == [["_", "_"], ["1", "1"], [" ", " "]]
    assert dig_nd(space, [3, 0, 1]) == 1
    assert space["state"] == "defeat"


@pytest.mark.parametrize("show", [{"all_visible": True}, {"xray": True}, {"all_visible": True, "xray": True}])
def test_everything_is_shown_by_either_word(show: dict[str, bool]) -> None:
    game = new_game_2d(2, 4, [(0, 3), (1, 0), (1, 1)])
    assert render_2d_locations(game, **show) == [["2", "2", "2", "."], [".", ".", "2", "1"]]
    assert render_2d_board(game, **show) == "222.\n..21"
    game = new_game_nd((2, 1, 4), [(0, 0, 3)])
    assert render_nd(game, **show) == [[[" ", " ", "1", "."]], [[" ", " ", "1", "1"]]]
    assert render_nd(game) == render_nd(game, False) == [[["_"] * 4]] * 2
    assert render_nd(game, True) == render_nd(game, **show)


def test_rendering_changes_nothing_and_gives_new_lists() -> None:
    game = new_game_nd((3, 4, 5), [(1, 2, 3)])
    dig_nd(game, (0, 0, 0))
    before = repr(game)
    render_nd(game)[0][0][0] = "changed"
    assert repr(game) == before
    row = new_game_nd([4], [[0]])
    assert render_nd(row) == ["_"] * 4
    render_nd(row)[0] = "changed"
    assert row["visible"] == [False] * 4
    assert render_nd(new_game_nd((1, 26, 1), [(0, 12, 0)]), True)[0][11] == ["1"]


@pytest.mark.parametrize("shape", [(5,), (2, 3, 4), (1, 1, 1)])
def test_plane_functions_want_two_dimensions(shape: tuple[int, ...]) -> None:
    game = new_game_nd(shape, [])
    for render in (render_2d_locations, render_2d_board):
        with pytest.raises(ShapeError, match=f"expected a game of 2 dimensions, got {len(shape)}"):
            render(game)
    with pytest.raises(ParameterError, match=f"expected a cell with {len(shape)} coordinates"):
        dig_2d(game, 0, 0)


def test_dump_takes_one_line_for_what_is_no_list_of_lists(capsys: pytest.CaptureFixture[str]) -> None:
    row = new_game_nd([5], [[1], [3]])
    dig_nd(row, [4])
    row["further"] = [[1], [2]]
    assert printed(row, capsys) == (
        "board: [1, '.', 2, '.', 1]\ndimensions: [5]\nstate: ongoing\nvisible: [False, False, False, False, True]\n"
    )
    empty: dict[str, Any] = {"state": None, "visible": [], "dimensions": [[2], 3], "board": [[], 1]}
    assert printed(empty, capsys) == "board:\n    []\n    1\ndimensions:\n    [2]\n    3\nstate: None\nvisible: []\n"


def test_dump_of_what_is_no_game_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    game = new_game_2d(2, 3, [])
    del game["state"]
    with pytest.raises(ParameterError, match="expected the key 'state' in the game"):
        dump(game)
    with pytest.raises(ParameterTypeError, match="expected a game as a dictionary, got"):
        dump([])  # type: ignore[arg-type]
    assert capsys.readouterr().out == ""
