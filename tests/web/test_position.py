"""Positions in every form that `hypersweep analyse` understands: the page compared with Python."""

from __future__ import annotations

import io
import json
import random
import re
from typing import Any

import pytest

from hypersweep import Game, Grid, HypersweepError, View
from hypersweep.cli_support.output import Output
from hypersweep.errors import UnknownMinesError
from hypersweep.formats import format_json
from hypersweep.formats.json_shapes import parse_object
from hypersweep.formats.position_json import PositionReader
from hypersweep.formats.position_text import read_position, word_codes
from hypersweep.picture.cell_appearance import READINGS
from hypersweep.picture.text_picture import draw
from hypersweep.tui.plain_game import play
from node_calls import NodeCalls, Refusal
from node_kernel import needs_kernels
from seeds import some_of
from solver_views import random_view

NODE = NodeCalls

MOST_CELLS = 1 << 20
PICTURES = [
    "3x4 mines=3\n# 1 . .\n# 2 1 1\n# # F #",
    "3 mines\n#1..\n#211\n##F#\n",
    "3\n#1..\n#211\n##F#",
    "#1..\n#211\n##F#\n\nmines: 3\n",
    "    #1..\n    #211\n    ##F#\n    3 mines",
    "3x4 3\n#1..\n\n#211\n\n##F#",
    "3x4, 3 mines\n_100\n_211\n__f_",
    "3x4\n?100\n?211\n??F?\n3 mines",
    "1\ufe0f\u20e3⬜⬜\n1\ufe0f\u20e3⬜🚩\n1\ufe0f\u20e33\ufe0f\u20e3⬜\n⬛1\ufe0f\u20e3⬜\n3 mines\n",
    "⬛\ufe0f1️⃣⬛\n1 mine",
    "💣 💥 ❌ 🟦\n2 mines",
    "mines = 3\r\n■1··\r\n■211\r\n■■F■\r\n",
    "3 mines\n_1  \n_211\n__F_",
    "3 mines\n+----+\n|#1..|\n|#211|\n|##F#|\n+----+",
    "3 mines\n| # | 1 | . | . |\n| # | 2 | 1 | 1 |\n| # | # | F | # |",
    "\ufeff  ¶: 2\n  ==== \n |░1··|\n |░211|\n |░░\033[31m¶\033[0m░|\n  ==== \n",
    "board 3x4, 3 mines, rules classic\n   0 1 2 3\n0| # 1 . .\n1| # 2 1 1\n2| # # F #\n2 mines left",
    "   0 1 2 3\n0│ ■ 1 · ·\n1│ ■ 2 1 1\n2│ ■ ■ F ■\n2 mines left, 7 cells covered, 3 moves",
    "12 mines=3\n#1..#211##F#",
    "x1\n11\n1 mine",
    "X1\n1#\n1 mine",
    "3x3x3 12\n" + "#" * 9 + "\n####a####\n" + "#" * 9,
    "2 mines\n#1z\n###",
    "2 mines\n  # 1 7\n  # # #",
    "2 mines\n|#1z|\n|###|",
    "2 mines\n###\n##\n###",
    "2 mines\n# # #\n# #\n# # #",
    "2x3 mines=1\n###",
    "2x3 mines=?\n#1.\n#1.",
    "2x3 mines=? density=0.2\n#1.\n#1.",
    "2x3 mines=1 density=0.2\n#1.\n#1.",
    "2x3 mines=? density=0.2 more\n#1.\n#1.",
    "2x3 mines=?\n#1.",
    "2x3 mines=1-2\n#1.\n#1.",
    "2x3 mines=2-2\n#1.\n#1.",
    "2x3 mines=3-2\n#1.\n#1.",
    "2x3 mines=1-9\n#1.\n#1.",
    "2x3 mines=? density=2\n#1.\n#1.",
    "2x3 mines=1\n###\n###\n###",
    "3x4 3\n   0 1 2 3\n0| # # # #",
    "0| 1 1\naxis 2=0\n1| 1 1\n3 mines",
    "\n".join(["1 mine left", *draw((2, 3, 2, 2, 1, 1, 2), lambda index: "#")]),
    "axis 4=0\n  axis 2=0  axis 2=1\naxis 3=0 0| # # 0| # #\n\naxis 3=1 0| # # 0| # #\n1 mine",
    "board 100x100x3, 200 mines\n(rows 0 to 3 of 100, layer 2 of 3)\n0| # #",
    "\0\1",
    "##\n##",
    "  ¶: -2\n  == \n |░░|\n |░░|\n  == \n",
    "0x3 mines=1\n###",
    "board 100x100, 200 mines\n(rows 0 to 3 of 100)\n0| # #",
    "board 4, 1 mine\n 0 1 2 3\n # # 1 .",
    "board 40, 6 mines\n 0 1 2 3\n # # 1 .",
    "2x3x3x3x3x3x3x3x3x3x1\n" + "x" * 21 + "\n75 mines",
    "",
    " \n\t\n",
    "3 mines",
    "1024x1025 mines=1\n###",
    "99999999999x1 9\n# #\n",
    "mines=2\n1 ■\n\n■ 1",
    "2 mines\n#\x1c#\n##",
]
LISTS = [
    "[['_', '_'], ['_']]",
    "[['_', '1', ' '], [-1, 1, 0]]",
    '[["_", "1", " "], [-1, 1, 0]]',
    "[[-1, 1, 0,],\n [-1, 1, 0],]",
    "[-1, 1, 0]",
    "[]",
    "[[]]",
    "[['zz', '_']]",
    "[[9, -1]]",
    "[[+1, -1], [0_1, 1_0]]",
    "[[00, -1], [01, 1]]",
    "['\\x5f', '\\u005f', '\\'']",
    "[1.5]",
    "[None]",
    "[true]",
    "[1] 2",
    "[*, *, 0]\n##\n##",
    "[['_', 'x'], ['_', '#']]",
    "[[[-1], [2]], [[3], [-1]]]",
    "[" * 500 + "]" * 500,
    "[" * 5000,
    "[-6]",
    "['1' '2']",
]
OBJECTS = [
    '{"shape": [2, 3], "mines": 1, "view": ["##1", "111"]}',
    '{"shape": [2, 3], "mines": 1, "view": ["##1", "111"], "note": "passed over"}',
    '{"shape": "2x3~wrap=0", "mines": 1, "view": "##1\\n111"}',
    '{"shape": [2, 3], "mines": 1, "view": [["#", "#", "1"], [1, 1, 1]], "wrap": true}',
    '{"shape": [2, 3], "mines": 1, "view": [-1, -1, 1, 1, 1, 1], "adjacency": "orthogonal"}',
    '{"shape": [2, 3], "mines": 1, "view": ["#", "#", "1", "1", "1", "1"], "wrap": [1]}',
    '{"shape": 3, "mines": 1, "view": ["#", "#", "1"]}',
    '{"shape": [3], "mines": 1, "view": ["##1"]}',
    '{"shape": [3, 3, 3], "mines": 12, "view": ["# # 10", "###", "###", "###", "###", "###", "###", "###", "###"]}',
    '{"shape": [2, 2], "mines": 1, "view": ["x ", " ."]}',
    '{"shape": [2, 2], "mines": 1, "view": ["xX", "11"]}',
    '{"shape": [2, 3], "mines": 1}',
    '{"shape": [2, 3], "view": ["##1", "111"]}',
    '{"shape": [2, 3], "mines": null, "view": ["##1", "111"]}',
    '{"mines": 1, "view": ["##1", "111"]}',
    '{"shape": [2, 3], "mines": 7, "view": ["##1", "111"]}',
    '{"shape": [2, 3], "mines": -1, "view": ["##1", "111"]}',
    '{"shape": [2, 3], "mines": 1.0, "view": ["##1", "111"]}',
    '{"shape": [2, 3], "mines": "1", "view": ["##1", "111"]}',
    '{"shape": [2, 3], "mines": true, "view": ["##1", "111"]}',
    '{"shape": [2, 3], "mines": 1, "view": ["##1"]}',
    '{"shape": [2, 3], "mines": 1, "view": ["##1", "11"]}',
    '{"shape": [2, 3], "mines": 1, "view": ["##1", 11]}',
    '{"shape": [2, 3], "mines": 1, "view": ["##1", "11z"]}',
    '{"shape": [2, 3], "mines": 1, "view": {}}',
    '{"shape": [2, 3], "mines": 1, "view": []}',
    '{"shape": [2, 3], "mines": 1, "mines": 2, "view": ["##1", "111"]}',
    '{"shape": [], "mines": 1, "view": ["##1", "111"]}',
    '{"shape": [2, 0], "mines": 1, "view": ["##1", "111"]}',
    '{"shape": [2, 3], "mines": 1, "view": ["##1", "111"], "wrap": [2]}',
    '{"shape": [2, 3], "mines": 1, "view": ["##1", "111"], "wrap": "all"}',
    '{"shape": [2, 3], "mines": 1, "view": ["##1", "111"], "wrap": false}',
    '{"shape": [2, 3], "mines": 1, "view": ["##1", "111"], "adjacency": "hexagonal"}',
    '{"shape": [2, 3], "mines": NaN, "view": ["##1", "111"]}',
    '{"shape": [2, 3]',
    '{"shape": [2, 3],}',
    "{}",
    "{1: 2}",
    "  {\n}",
    '\ufeff{"shape": [1], "mines": 0, "view": ["\\u0023"]}',
    format_json(View("2x3~wrap=1", 1, [-1, 1, 0, -1, 1, 0])),
    format_json(View("2x3", 1, [-1, 1, 0, -1, 1, 0])).replace('"version": 1', '"version": 2', 1),
    format_json(View("2x3", 1, [-1, 1, 0, -1, 1, 0])).replace('"codes": [-1, 1', '"codes": [9, 1'),
    format_json(View("2x3", 1, [-1, 1, 0, -1, 1, 0])).replace('"codes": [-1, 1', '"codes": [1'),
    format_json(View("2x3", 1, [-1, 1, 0, -1, 1, 0])).replace('"mines": 1', '"mines": 9'),
    format_json(View("2x3", 1, [-1, 1, 0, -1, 1, 0])).replace('"mines": 1', '"mine": 1'),
    format_json(View("2x3", 1, [-1, 1, 0, -1, 1, 0])).replace("moore", "moor"),
]  # fmt: skip


def _python(text: str, grid: Grid | None = None, mines: int | None = None) -> View:
    if text.lstrip("\ufeff \t\r\n")[:1] == "{":
        reader = PositionReader(grid=grid, mines=mines, max_cells=MOST_CELLS)
        return reader.view(parse_object(text.lstrip("\ufeff")))
    return read_position(text, grid=grid, mines=mines, max_cells=MOST_CELLS)


def _outcome(text: str, grid: Grid | None, mines: int | None) -> Any:
    try:
        view = _python(text, grid, mines)
        mines = view.mines
    except UnknownMinesError:
        # The page can't analyse it, so it asks for the number.
        return "ParseError"
    except HypersweepError as error:
        return type(error).__name__.replace("ParameterTypeError", "ParameterError")
    return [str(view.grid), mines, view.codes.tolist()]


def _of_page(node: NodeCalls, text: str, grid: Grid | None, mines: int | None) -> Any:
    try:
        told = node.call("", "position", text, None if grid is None else str(grid), mines)
    except Refusal as refusal:
        assert refusal.detail["what"], refusal
        # Beyond 2**31 cells the page needs no further reason.
        return _outcome(text, grid, mines) if refusal.kind == "BoardTooLargeError" else refusal.kind
    assert View.parse(told.pop("text")).codes.tolist() == told["codes"]
    return [told["shape"], told["mines"], told["codes"]]


def assert_same(node: NodeCalls, text: str, grid: Grid | None, mines: int | None) -> Any:
    """Compare readings; of JSON and lists only those that both take.

    The page parses both as JavaScript does: it takes a repeated key and 1.0, and no list with Python's own literals.

    Returns:
        Python's reading.
    """
    found, expected = _of_page(node, text, grid, mines), _outcome(text, grid, mines)
    if text.lstrip("\ufeff \t\r\n")[:1] not in {"{", "["} or (isinstance(found, list) and isinstance(expected, list)):
        assert found == expected, (text[:200], grid, mines)
    return expected


def test_json_and_lists_are_taken_as_in_python(node: NodeCalls) -> None:
    for text in (*LISTS, *OBJECTS):
        expected = _outcome(text, None, 2)
        if isinstance(expected, list) and not re.search(r"\\x|\+1|0_1", text):
            assert _of_page(node, text, None, 2) == expected, text
        if isinstance(expected, list) and "mines" not in text.replace('"mines": null', ""):
            # Without this number the page asks for it.
            with pytest.raises(Refusal) as refused:
                node.call("", "position", text, None, None)
            assert refused.value.detail["needs"] == "mines", text


@pytest.mark.slow
@pytest.mark.parametrize("mines", [None, 2])
@pytest.mark.parametrize("grid", [None, "2x3", "3x4~wrap=1", "12"])
def test_positions_of_all_forms(node: NodeCalls, grid: str | None, mines: int | None) -> None:
    own = None if grid is None else Grid(grid)
    for text in (*PICTURES, *LISTS, *OBJECTS):
        assert_same(node, text, own, mines)


def test_what_is_wrong_is_the_same_error_at_the_same_place(node: NodeCalls) -> None:
    """Of pictures and lists; grids and JSON are parsed in another order in the page."""
    compared = 0
    for text in (*PICTURES, *LISTS[:8]):
        try:
            _python(text)
        except HypersweepError as caught:
            error = caught
        else:
            continue
        if re.search(r"side|99999|shape|\\x", str(error)):
            continue
        with pytest.raises(Refusal) as refused:
            node.call("", "position", text, None, None)
        assert refused.value.kind == type(error).__name__
        for place in ("line", "column"):
            if (number := refused.value.detail.get(place)) is not None:
                assert f"{place} {number}" in str(error)
        compared += 1
    assert compared > 15


@pytest.mark.slow
def test_positions_at_random_and_back(node: NodeCalls) -> None:
    source = random.Random(1)
    for _ in range(300):
        view = random_view(source)
        for text in (str(view), format_json(view), str(view.array().tolist()), json.dumps(_object(view))):
            grid, mines = (str(view.grid), view.mines) if text[0] == "[" else (None, None)
            told = node.call("", "position", text, grid, mines)
            assert (told["shape"], told["mines"], told["codes"]) == (str(view.grid), view.mines, view.codes.tolist())
        assert told["text"] == str(view)
        assert told["json"] == format_json(view)
        assert View.parse(told["short"]) == read_position(told["short"]) == view
        assert not set(told["short"]) - set("0123456789_F.*X!~=,abcdefghijklmnopqrstuvwxyz \n")


def _object(view: View) -> dict[str, object]:
    return {"shape": str(view.grid), "mines": view.mines, "view": view.codes.tolist()}


def test_what_the_game_prints(node: NodeCalls) -> None:
    for shape in ("3x4", "3x4x5", "2x3x4x2", "2x3x2x2x2", "14", "120", "40x70"):
        for is_ascii in (True, False):
            game = Game(shape, max(3, Grid(shape).cells // 20), seed=5)
            game.open((0,) * game.grid.dimensions)
            stream = io.StringIO()
            play(game, lambda _: "", Output(stream, is_ascii=is_ascii))
            text = stream.getvalue()
            assert (
                _of_page(node, text, None, None)
                == [shape, game.mines, list(game.codes())]
                == _outcome(text, None, None)
            )
    game = Game("3x4x5x2", 6, seed=2, rules="classic,first=opening")
    game.open((0, 0, 0, 0))
    for columns in (20, 35, 60, None):
        lines = draw(
            (3, 4, 5, 2), lambda index: {-1: "#", 0: "."}.get(code := game.codes()[index], str(code)), columns=columns
        )
        assert _of_page(node, "\n".join(lines), None, 6) == ["3x4x5x2", 6, list(game.codes())]


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("count", some_of([1000, 6000], [1000]))
def test_texts_that_were_tampered_with(node: NodeCalls, count: int) -> None:
    source = random.Random(7)
    bases = [*PICTURES, *LISTS[:19], *OBJECTS]
    letters = "#1.xX_F* \n|=[]{},'\"239mines\t\0é■a:~-0\r🚩+"
    accepted = 0
    for _ in range(count):
        base = source.choice(bases) if source.random() < 0.7 else str(random_view(source))
        text = list(base)
        for _ in range(source.randint(1, 3)):
            place = source.randint(0, len(text))
            text[place : place + source.randint(0, 2)] = source.choice(
                ["", source.choice(letters), source.choice(letters) * 2]
            )
        grid = Grid(source.choice(["2x3", "3x4", "2x2x3", "7"])) if source.random() < 0.2 else None
        mines = source.choice([None, None, 0, 3])
        accepted += isinstance(assert_same(node, "".join(text), grid, mines), list)
    assert accepted > count // 20


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("count", some_of([700, 4000], [700]))
def test_texts_of_nothing_but_noise(node: NodeCalls, count: int) -> None:
    source = random.Random(3)
    for _ in range(count):
        text = "".join(source.choices("#1.xX_F* \n|=[],'239mines\t\0é", k=source.randint(0, 60)))
        mines = source.choice([None, 0, 1, 5])
        assert_same(node, text, None, mines)


@pytest.mark.slow
def test_characters_mean_what_they_mean_everywhere(node: NodeCalls) -> None:
    words = [*READINGS, "x", "X", "⬛", " ", ".", "10", "12", "a", "Z", "f", "q", "", "éé", "1234567890"]
    source = random.Random(4)
    for most in (2, 8, 26, 80):
        for is_blank_zero in (True, False):
            for _ in range(30):
                some = source.sample(words, source.randint(1, len(words)))
                told = dict(map(tuple, node.call("play/position.js", "wordCodes", some, most, is_blank_zero)))
                assert told == word_codes(some, most, is_blank_zero=is_blank_zero)


@pytest.mark.slow
def test_large_texts_are_bounded(node: NodeCalls) -> None:
    for text in ("1000000x1000000 mines=1\n#", "5000x5000 mines=1\n" + "#" * 100, "#" * ((1 << 24) + 1)):
        with pytest.raises(Refusal, match=r"BoardTooLargeError|cells|long_text"):
            node.call("", "position", text, None, 1)


@pytest.mark.slow
def test_nothing_that_is_read_crashes_an_analysis(node: NodeCalls) -> None:
    kernels = str(needs_kernels())
    source = random.Random(11)
    analysed = contradictory = 0
    for _ in range(1500):
        text = list(str(random_view(source, impossible=0.3)) if source.random() < 0.8 else source.choice(PICTURES))
        for _ in range(source.randint(0, 3)):
            text.insert(source.randint(0, len(text)), source.choice("#1234F.*X!x_ \n"))
        try:
            chances = node.call("", "analysed", "".join(text), source.choice([None, 1, 4]), kernels)
        except Refusal as refusal:
            contradictory += refusal.kind == "InconsistentViewError"
        else:
            analysed += 1
            assert all(0 <= chance <= 1 for chance in chances)
    assert min(analysed, contradictory) > 100
