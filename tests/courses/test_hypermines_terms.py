"""The lab in each term's words: names, keys and values as that term's own tests expect them, with the same rules."""

from __future__ import annotations

import copy
import doctest
import importlib
import itertools
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hypersweep.courses import hypermines
from hypersweep.courses.hypermines import TERMS, HyperMinesGame, dig_nd, dump, new_game_nd, render_2d_board, term
from hypersweep.errors import CellError, ParameterError, ParameterTypeError, ShapeError

MINES = [(0, 1), (2, 3), (2, 2)]
BOARD = [[1, ".", 1, 0], [1, 2, 3, 2], [0, 1, ".", "."]]
OPENED = [[False, False, False, False], [True, True, False, False], [True, True, False, False]]
RENDERED = [["_", "_", "_", "_"], ["1", "2", "_", "_"], [" ", "1", "_", "_"]]


def nothing(value: bool) -> list[list[bool]]:
    return [[value] * 4 for _ in range(3)]


@pytest.mark.parametrize("name", ["2017", "2018"])
def test_2017_and_2018_in_two_dimensions(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    lab = term(name)
    # JSON has lists only, and those tests compare whole dictionaries.
    game = lab.new_game(3, 4, [list(mine) for mine in MINES])
    assert game == {"dimensions": [3, 4], "board": BOARD, "mask": nothing(False), "state": "ongoing"}
    assert lab.dig(game, 2, 0) == 4
    assert game == {"dimensions": [3, 4], "board": BOARD, "mask": OPENED, "state": "ongoing"}
    assert lab.render(game) == RENDERED
    assert lab.render(game, True)[1] == ["1", "2", "3", "2"]
    assert lab.render_ascii(game) == "____\n12__\n 1__"
    assert lab.render_ascii(game, xray=True) == "1.1 \n1232\n 1.."
    assert (lab.dig(game, 2, 0), lab.dig(game, 0, 1), lab.dig(game, 0, 3), game["state"]) == (0, 1, 0, "defeat")
    lab.dump(game)
    assert capsys.readouterr().out == (
        "dimensions: [3, 4]\n"
        "board: [1, '.', 1, 0]\n       [1, 2, 3, 2]\n       [0, 1, '.', '.']\n"
        "mask:  [False, True, False, False]\n       [True, True, False, False]\n       [True, True, False, False]\n"
        "state: defeat\n"
    )


def test_2017_in_any_number_of_dimensions(capsys: pytest.CaptureFixture[str]) -> None:
    dimensions = [2, 4, 2]
    game = term("2017").HyperMinesGame(dimensions, [[0, 0, 1], [1, 0, 0], [1, 1, 1]])
    assert game.dimensions is dimensions
    assert game.board == [[[3, "."], [3, 3], [1, 1], [0, 0]], [[".", 3], [3, "."], [1, 1], [0, 0]]]
    assert (game.dig([0, 3, 0]), game.dig([0, 3, 0]), game.state) == (8, 0, "ongoing")
    assert game.mask == [[[False, False]] * 2 + [[True, True]] * 2] * 2
    assert game.render() == [[["_", "_"]] * 2 + [["1", "1"], [" ", " "]]] * 2
    assert game.render(True)[0] == [["3", "."], ["3", "3"], ["1", "1"], [" ", " "]]
    game.dump()
    assert capsys.readouterr().out.splitlines()[:3] == [
        "dimensions: [2, 4, 2]",
        "board: [[3, '.'], [3, 3], [1, 1], [0, 0]]",
        "       [['.', 3], [3, '.'], [1, 1], [0, 0]]",
    ]
    assert (game.dig([1, 1, 1]), game.state) == (1, "defeat")
    # As a test of the lab fills an object from a file.
    again = HyperMinesGame(dimensions, [])
    for name in ("board", "state", "mask"):
        setattr(again, name, getattr(game, name))
    assert again.render() == game.render()
    assert HyperMinesGame.from_dict(vars(game)).render() == game.render()
    with pytest.raises(CellError):
        game.dig([2, 0, 0])
    with pytest.raises(ParameterError, match="'mask'"):
        HyperMinesGame.from_dict(new_game_nd([2], []))


@pytest.mark.parametrize(
    ("name", "key"),
    [("2020", "mask"), ("2021", "mask"), ("2022", "visible"), ("spring 2023", "hidden"), ("fall 2023", "visible")],
)
def test_later_terms(name: str, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    lab = term(name)
    hidden = key == "hidden"
    game = lab.new_game_2d(3, 4, MINES)
    assert game == {"dimensions": (3, 4), "board": BOARD, key: nothing(hidden), "state": "ongoing"}
    assert lab.new_game_nd((3, 4), MINES) == game
    rows = list(game[key])
    assert lab.dig_2d(game, 2, 0) == 4
    assert game[key] == [[seen is not hidden for seen in row] for row in OPENED]
    assert all(old is new for old, new in zip(rows, game[key], strict=True)), "the lists stay the same objects"
    for render in (lab.render_2d, lab.render_2d_locations, lab.render_nd):
        assert (render(game), render(game, True)[0]) == (RENDERED, ["1", ".", "1", " "])
    for render in (lab.render_ascii, lab.render_2d_board):
        assert (render(game), render(game, xray=True)) == ("____\n12__\n 1__", "1.1 \n1232\n 1..")
    assert (lab.dig_nd(game, (0, 1)), game["state"], game[key][0][1]) == (1, "defeat", not hidden)
    lab.dump(game)
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if not line.startswith(" ")] == sorted(
        ["board:", "dimensions: (3, 4)", f"{key}:", "state: defeat"]
    )


def test_a_game_is_won_in_every_word() -> None:
    for key in ("visible", "mask", "hidden"):
        game = {"dimensions": [3], "board": [0, 1, "."], key: [key == "hidden"] * 3, "state": "ongoing"}
        assert (dig_nd(game, [0]), game["state"]) == (2, "victory")
        assert game[key] == ([False, False, True] if key == "hidden" else [True, True, False])


def test_the_words_change_no_rule() -> None:
    draw = random.Random(33)
    for _ in range(60):
        shape = draw.choice([(7,), (3, 4), (3, 4, 5), (2, 3, 4, 2)])
        every = list(itertools.product(*map(range, shape)))
        mines = draw.sample(every, draw.randint(0, len(every) // 4))
        plain, masked, hidden = (
            lab.new_game_nd(shape, mines) for lab in (hypermines, term("2020"), term("spring 2023"))
        )
        for cell in draw.choices(every, k=6):
            assert dig_nd(plain, cell) == dig_nd(masked, cell) == dig_nd(hidden, cell)
            shown = hypermines.render_nd(plain)
            assert shown == hypermines.render_nd(masked) == hypermines.render_nd(hidden)
            assert plain["state"] == masked["state"] == hidden["state"]


def test_several_keys_and_none(capsys: pytest.CaptureFixture[str]) -> None:
    game: dict[str, Any] = {"dimensions": (2,), "board": [0, 0], "visible": [False, False], "state": "ongoing"}
    # "visible" decides; another word's key is then one of the caller's own.
    game["mask"] = before = ["mine", "mine"]
    assert dig_nd(game, (0,)) == 2
    dump(game)
    assert "mask" not in capsys.readouterr().out
    assert game["mask"] is before
    del game["visible"], game["mask"]
    with pytest.raises(ParameterError, match="'visible'"):
        dig_nd(game, (0,))


@pytest.mark.parametrize("key", ["mask", "hidden"])
def test_errors_name_the_key_and_change_nothing(key: str) -> None:
    game = hypermines._new_game((2, 3), [(0, 0)], key)
    for wrong, error, said in (
        ([[False] * 3, [False] * 2], ShapeError, rf"game\['{key}'\]\[1\]"),
        ([[False] * 3, [False, "yes", False]], ParameterError, rf"game\['{key}'\]\[1\]\[1\]"),
    ):
        broken = {**game, key: wrong}
        before = copy.deepcopy(broken)
        with pytest.raises(error, match=said):
            dig_nd(broken, (1, 2))
        assert broken == before


@pytest.mark.parametrize("name", TERMS)
def test_the_labs_own_checks_of_docstrings(name: str) -> None:
    lab = term(name)
    assert doctest.testmod(lab) == (0, 1)
    assert [test.name for test in doctest.DocTestFinder(exclude_empty=False).find(lab)] == ["lab"]
    assert all(getattr(lab, function).__doc__ for function in lab.__all__)


def test_a_file_of_one_line_is_the_lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = 'from hypersweep.courses.hypermines import term; globals().update(vars(term("2020")))\n'
    (tmp_path / "lab.py").write_text(line, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "lab", ModuleType("lab"))  # what stands there comes back after the test
    del sys.modules["lab"]
    lab = importlib.import_module("lab")
    assert doctest.testmod(lab) == (0, 1)
    # The lab's own server does so before every game.
    assert importlib.reload(lab).new_game_2d(1, 2, [])["mask"] == [[False, False]]


def test_names_of_terms() -> None:
    for name in ("Fall 2020", "spring-2020", " 2020 "):
        assert term(name).__doc__ == term("2020").__doc__
    assert term("Spring-2023").new_game_nd((1,), [])["hidden"] == [True]
    for wrong in ("", "fall", "winter 2020", "2023", "2025", "2020 fall"):
        with pytest.raises(ParameterError, match="2017, 2018, 2020"):
            term(wrong)
    with pytest.raises(ParameterTypeError, match="text"):
        term(2020)  # type: ignore[arg-type]
    assert render_2d_board(term("2020").new_game_2d(1, 2, [])) == "__"
