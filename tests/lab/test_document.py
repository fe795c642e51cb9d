"""Experiments in TOML: accepted forms, and errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import ParseError
from hypersweep.lab import Experiment
from hypersweep.lab.document import Document
from lab_worlds import experiments, small

HEAD = 'kind = "winrate"\ncount = 10\n'


def test_lists_are_every_combination() -> None:
    board = '[[board]]\ngrid = ["3x4", "2x3x4"]\nadjacency = ["moore", "orthogonal"]\nmines = [1, 2]\n'
    document = Document.parse(HEAD + board + '[[board]]\ngrid = "5x6~wrap=1"\ndensity = 0.1\n')
    assert [(str(grid), mines) for grid, mines in document.boards] == [
        *(("3x4", 1), ("3x4", 2), ("3x4~orthogonal", 1), ("3x4~orthogonal", 2)),
        *(("2x3x4", 1), ("2x3x4", 2), ("2x3x4~orthogonal", 1), ("2x3x4~orthogonal", 2)),
        ("5x6~wrap=1", 3),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "kind to be one of winrate"),
        ("kind = 3\n", "got 3"),
        ('kind = "sweeep"\n', "did you mean 'sweep'"),
        (HEAD, "expected .*board.* tables"),
        ('kind = "winrate"\n[[board]]\ngrid = "3x4"\nmines = 1\n', "expected count"),
        (HEAD + "board = 3\n", "tables"),
        (HEAD + "[board]\n", "tables"),
        (HEAD + "stop = 0.05\n", "only kind, board, count"),
        (HEAD + "sed = 1\n", "did you mean 'seed'"),
        (HEAD + 'seed = "x"\n[[board]]\n', "whole number for seed"),
        (HEAD + "[[board]]\nmines = 1\n", "board 1: expected a grid"),
        (HEAD + "polices = 3\n", "did you mean 'policies'"),
        (HEAD + "shard-siz = 3\n", "did you mean 'shard-size'"),
        (HEAD + 'against = "safest"\n', "expected for winrate only"),
        (HEAD + "games = 3\n", "expected count once, got 'games' as well"),
        (HEAD + 'policies = ["safest"]\npolicy = "safest"\n', "got both"),
        (HEAD + '[[board]]\ngrid = "3x4.bA"\n', "board 1: "),
        ('kind = "\n"', r"an experiment in TOML: Illegal character '\\n' \(at line"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmines = 1\ndensity = 0.1\n', "both"),
        (HEAD + "[[board]]\ngrid = 34\nmines = 1\n", "grid such as"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmines = "1.5"\n', "whole numbers for mines"),
        (HEAD + '[[board]]\ngrid = "3x4"\ndensity = 2\n', "less than 1"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmine = 2\n', "did you mean 'mines'"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmines = 1\nadjacency = "more"\n', "adjacency"),
        (HEAD + '[[board]]\ngrid = "3x4"\nmines = 12\n', "at most 11"),
        (HEAD + f'[[board]]\ngrid = "999x999"\nmines = {list(range(400))}\n' * 300, "at most 100,000 boards"),
        ("kind = [" + "[" * 5000, "TOML"),
        ("count = " + "9" * 6000, "TOML"),
        ("kind = \x00", "TOML"),
    ],
)
def test_mistakes_are_told(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        Experiment.parse(text)


@given(st.text(max_size=80))
def test_no_text_does_harm(text: str) -> None:
    try:
        Experiment.parse(text)
    except ParseError:
        return


@pytest.mark.slow
@given(experiments(), st.data())
def test_a_changed_document_is_another_experiment_or_refused(experiment: Experiment, data: st.DataObject) -> None:
    text = experiment.format()
    place = data.draw(st.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(st.sampled_from('0123456789x"[]=#\n-. ')) + text[place + 1 :]
    try:
        other = Experiment.parse(changed)
    except ParseError:
        return
    assert Experiment.parse(other.format()) == other


@pytest.mark.parametrize(
    ("other", "own"),
    [
        ("games = 10\nshard-size = 3\n", "count = 10\nshard = 3\n"),
        ('count = 10\npolicy = "safest"\n', 'count = 10\npolicies = ["safest"]\n'),
        ('count = 10\nfirst_open = "any"\n', 'count = 10\nfirst-open = "any"\n'),
    ],
)
def test_names_of_the_commands_options_are_known(other: str, own: str) -> None:
    head, board = 'kind = "winrate"\n', '[[board]]\ngrid = "3x4"\nmines = 2\n'
    assert Experiment.parse(head + other + board) == Experiment.parse(head + own + board)


def test_two_policies_are_compared_as_the_command_says_it() -> None:
    head, board = 'kind = "compare"\ncount = 10\n', '[[board]]\ngrid = "3x4"\nmines = 2\n'
    assert Experiment.parse(head + 'against = "safest"\n' + board).policies == ("look-ahead", "safest")
    text = head + 'policy = "progress"\nagainst = "safest"\n' + board
    assert Experiment.parse(text).policies == ("progress", "safest")


def test_boards_are_what_the_command_takes() -> None:
    board = '[[board]]\ngrid = ["expert", "9x9"]\n[[board]]\ngrid = "3x4"\nmines = "1:5:2"\nadjacency = "both"\n'
    found = [(str(setting.grid), setting.mines) for setting in Experiment.parse(HEAD + board).boards]
    assert found == [
        *(("16x30", 99), ("9x9", 10), ("3x4", 1), ("3x4", 3), ("3x4", 5)),
        *(("3x4~orthogonal", 1), ("3x4~orthogonal", 3), ("3x4~orthogonal", 5)),
    ]


def test_seeds_of_64_bits_are_texts() -> None:
    experiment = Experiment(kind="winrate", boards=[("3x4", 2)], count=9, seed=2**64 - 1)
    assert f'seed = "{2**64 - 1}"' in experiment.format()
    assert Experiment.parse(experiment.format()) == experiment


def test_only_text_is_parsed() -> None:
    with pytest.raises(ParseError, match="got bytes"):
        Document.parse(b"")  # type: ignore[arg-type]


def test_a_byte_order_mark_is_no_part_of_it() -> None:
    text = small().format()
    assert Experiment.parse("\ufeff" + text) == Experiment.parse(text)
