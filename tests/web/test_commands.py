"""The page's command line: cells and errors as in the terminal's plain game, with words in both languages."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Grid, Layout
from hypersweep.errors import CellError
from hypersweep.ui_model.game_texts import read_cell
from node_calls import NodeCalls, Refusal

NODE = NodeCalls

WORDS = st.one_of(
    st.integers(-2, 12).map(str),
    st.sampled_from(["", "+3", "--1", "x", "1.0", "007", "9" * 30, "0" * 25, "٣", "-0", "a b"]),
)


@given(words=st.lists(WORDS, max_size=4), board=st.sampled_from(["7", "3x4", "3x4x5", "2x12~wrap=0"]))
def test_cells_are_read_as_in_the_terminal(node: NodeCalls, words: list[str], board: str) -> None:
    grid = Grid.parse(board)
    try:
        wanted = grid.index(read_cell(words, grid, "open"))
    except CellError as error:
        with pytest.raises(Refusal) as refused:
            node.call("", "cellOfWords", "en", board, words, "open")
        assert refused.value.kind == "CellError"
        # In the page's words, with the same numbers.
        assert sorted(re.findall(r"\d+", refused.value.message)) == sorted(re.findall(r"\d+", str(error)))
    else:
        assert node.call("", "cellOfWords", "en", board, words, "open") == wanted


def played() -> Game:
    """A game on 3x4x2 with open cells and a flag."""
    game = Game(layout=Layout("3x4x2", [(0, 0, 0), (2, 3, 1)]))
    game.open((0, 3, 0))
    game.flag((0, 0, 0))
    return game


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["open 2 1 0", "flag 2,1,1", "o (2, 0, 1)", "1 2 1", "chord 1 2 0", "flag 2 1 0 2 1 1", "open here"]),
        (
            "de",
            [
                "aufdecken 2 1 0",
                "FAHNE 2,1,1",
                "öffne (2, 0, 1)",
                "1 2 1",
                "ringsum 1 2 0",
                "fahne 2 1 0 2 1 1",
                "auf hier",
            ],
        ),
        ("de", ["open 2 1 0", "flag 2,1,1", "o (2, 0, 1)", "1 2 1", "chord 1 2 0", "flag 2 1 0 2 1 1", "open here"]),
    ],
)
def test_moves_are_asked_for_in_words(node: NodeCalls, language: str, lines: list[str]) -> None:
    game = played()
    found = node.call("", "commands", language, "3x4x2", list(game.codes()), 2, lines)
    index = game.grid.index
    first = ["open", index((2, 1, 0))], ["flag", index((2, 1, 1))], ["open", index((2, 0, 1))]
    then = (
        ["open", index((1, 2, 1))],
        ["chord", index((1, 2, 0))],
        ["flag", index((2, 1, 0))],
        ["flag", index((2, 1, 1))],
    )
    assert found["asked"] == [f"{kind} {cell}" for kind, cell in (*first, *then, ["open", index((2, 1, 1))])]


def test_the_axes_may_be_named(node: NodeCalls) -> None:
    lines = [
        "open row 2 column 1, layer 0 of 2",
        "flag layer 1",
        "where row 0 column 3",
        "list layer 0",
        "list column 3",
        "list",
    ]
    found = node.call("", "commands", "en", "3x4x2", list(played().codes()), 2, lines)
    index = played().grid.index
    assert found["asked"] == [f"open {index((2, 1, 0))}", f"flag {index((2, 1, 1))}"]
    where, layer, column, row = found["answers"][2:]
    assert where == ["no mine around, row 0 column 3, layer 1 of 2; around it 0 flags and 0 covered"]
    assert layer == ["layer 0 of 2", "row 0: 1 flag, 1, 2 empty", "row 1: covered, 1, 1, 1", "row 2: 4 covered"]
    assert column[0] == "layer 1 of 2"
    assert column[1].startswith("column 3: empty, ")
    assert row[1].startswith("row 2: ")


def test_an_axis_may_have_a_name_of_two_words(node: NodeCalls) -> None:
    grid = Grid("2x3x2x3x2x2")
    codes = [-1] * grid.cells
    lines = ["open row 1 layer 0 of 2 table row 2 group 1 of 2 group row 0", "open x3 1"]
    found = node.call("", "commands", "en", "2x3x2x3x2x2", codes, 2, lines)
    here = grid.cell(2)
    cells = [(1, here[1], 0, 2, 1, 0), (1, here[1], 0, 1, 1, 0)]
    assert found["asked"] == [f"open {grid.index(cell)}" for cell in cells]


@pytest.mark.parametrize(
    ("language", "line", "answer"),
    [
        ("en", "open 1 2", "A cell has 3 coordinates here, not 2: try “open 0 1 1”."),
        ("en", "open 1 2 7", "Axis 2 goes from 0 to 1, so there is no 7: the board is 3x4x2."),
        ("en", "flag 0 0 0 0 0 0", "Name each cell only once: flagging a cell twice removes its flag."),
        ("en", "undo now", "“undo” takes no further words, so “now” can't follow it."),
        ("en", "list row", "Axis 0 goes from 0 to 2, and its number is missing here: the board is 3x4x2."),
        ("en", "time", "the clock shows 1:23"),
        ("en", "flag", "1 flag for 2 mines: (0, 0, 0)"),
        ("de", "zeit", "die Uhr zeigt 1:23"),
        ("de", "fahne", "1 Fahne für 2 Minen: (0, 0, 0)"),
        ("de", "aufdecken 1 2 7", "Achse 2 geht von 0 bis 1, 7 gibt es nicht: Das Brett ist 3x4x2."),
        ("de", "wo bin ich", "Fahne, Zeile 0 Spalte 0, Ebene 0 von 2"),
    ],
)
def test_answers_are_in_words(node: NodeCalls, language: str, line: str, answer: str) -> None:
    found = node.call("", "commands", language, "3x4x2", list(played().codes()), 2, [line])
    assert found["answers"] == [[answer]]
    assert found["asked"] == []


@given(line=st.text(max_size=40))
def test_any_line_is_answered_or_does_something(node: NodeCalls, line: str) -> None:
    found = node.call("", "commands", "en", "3x4x2", list(played().codes()), 2, [line])
    assert found["answers"][0] or found["asked"] or not line.translate(str.maketrans(",;()[]", "      ")).split()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_word_of_help_is_a_command(node: NodeCalls, language: str) -> None:
    codes = list(played().codes())
    [lines] = node.call("", "commands", language, "3x4x2", codes, 2, ["help"])["answers"]
    assert len(lines) == 17
    for line in lines[:-1]:
        name = line.split(":")[0].split(",")[0]
        told = node.call("", "commands", language, "3x4x2", codes, 2, [name])
        assert told["asked"] or told["answers"][0], line


@pytest.mark.slow
def test_labels_say_what_python_shows(node: NodeCalls) -> None:
    game = played()
    labels = node.call("", "labels", "en", "3x4x2", game.codes().tolist())
    for index, label in enumerate(labels):
        cell, code = game.grid.cell(index), game.codes()[index]
        row, column, layer = cell
        assert f"row {row} column {column}, layer {layer} of 2" in label
        flags = sum(game.is_flagged(other) for other in game.grid.neighbours(cell))
        covered = sum(not game.is_open(other) and not game.is_flagged(other) for other in game.grid.neighbours(cell))
        if code > 0:
            assert label.startswith(f"{code}, ")
            assert label.endswith(", done") == (covered == 0 and flags <= code)
            assert label.endswith(f", {code - flags} remaining") == (covered > 0 and 0 < flags <= code)
        else:
            assert label.startswith({0: "no mine around, ", -1: "covered, ", -2: "flag, "}[int(code)])
