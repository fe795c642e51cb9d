"""Certificates: what they say, and their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Grid, Layout, Outcome
from hypersweep.errors import CellError, CertificateError, ParameterError, ParameterTypeError, ParseError
from hypersweep.generate import Certificate, Step, certify, no_guess, solvable_from, verify

BOARDS = [("9x10", 12), ("3x4x5", 9), ("3x4x3x4", 8), ("6x9~wrap=0,1", 10), ("7x8~orthogonal", 9), ("20", 3)]


@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_a_certificate_plays_a_game_through_its_view_alone(board: str, mines: int) -> None:
    grid = Grid(board)
    first = tuple(side // 2 for side in grid.shape)
    for seed in range(12):
        layout = no_guess(grid, mines, first, seed=seed)
        certificate = certify(layout, first)
        verify(certificate)
        assert certificate.grade == solvable_from(layout, first).grade
        game = Game(layout=layout)
        game.open(first)
        for step in certificate.steps:
            view = game.view
            assert all(view[clue] >= 0 for clue in step.clues)
            for cell in step.cells:
                if step.is_mine:
                    assert layout.is_mine(cell)
                else:
                    game.open(cell)
                    assert game.outcome is not Outcome.LOST
        assert game.outcome is Outcome.WON


@given(seed=st.integers(0, 2**32), board=st.sampled_from(["5x6", "3x4x2", "12"]))
def test_its_text_comes_back(seed: int, board: str) -> None:
    grid = Grid(board)
    first = tuple(side // 2 for side in grid.shape)
    certificate = certify(no_guess(grid, grid.cells // 10, first, seed=seed), first)
    assert Certificate.parse(certificate.format()) == certificate
    assert Certificate.parse(str(certificate)) == certificate


def test_steps_are_of_few_clues() -> None:
    # All cells behind the only mine are safe, as there is no other.
    certificate = certify(Layout("7", [(2,)]), (0,))
    assert [step.format() for step in certificate.steps] == [
        "clue safe 1 by 0",
        "clue mine 2 by 1",
        "count safe 3 4 5 6 given 2",
    ]


def test_a_board_that_needs_a_guess_has_none() -> None:
    with pytest.raises(CertificateError, match=r"deduction opens 4 of 5 safe cells from \(0, 2\)"):
        certify(Layout("2x3", [(0, 0)]), (0, 2))
    with pytest.raises(CellError):
        certify(Layout("2x4", [(0, 0)]), (0, 0))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 'hypersweep certificate 1' on line 1"),
        ("hypersweep certificate 2\n", "expected 'hypersweep certificate 1' on line 1"),
        ("hypersweep certificate 1\n", r"expected 'board \.\.\.' on line 2"),
        ("hypersweep certificate 1\nboard 3x4", "expected a grid and '.b' or '.g'"),
        ("hypersweep certificate 1\nboard 3x4.bAQ\n", r"expected 'first \.\.\.' on line 3"),
        ("hypersweep certificate 1\nboard 3x4.bAQ\nfirst 3,0\n", "expected a cell of 3x4 on line 3 of a certificate"),
        ("hypersweep certificate 1\nboard 3x4.bAQ\nfirst 1,\n", "expected a cell of 3x4 on line 3"),
        ("hypersweep certificate 1\nboard 3x4.bAQ\nfirst 1,1\nclue\n", "expected a step such as .* on line 4"),
        ("hypersweep certificate 1\nboard 3x4.bAQ\nfirst 1,1\nluck safe 0,1\n", "expected a step such as"),
        ("hypersweep certificate 1\nboard 3x4.bAQ\nfirst 1,1\nclue safe 0,1 by 1,1 by 1,2\n", "expected 'by' once"),
        ("hypersweep certificate 1\nboard 3x4.bAQ\nfirst 1,1\nclue safe 0,1 by ²,1\n", "expected a cell of 3x4"),
    ],
)
def test_texts_that_are_none(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        Certificate.parse(text)


@given(st.text(max_size=60), st.integers(0, 300), st.integers(0, 20))
def test_no_text_does_more_than_fail(text: str, at: int, length: int) -> None:
    whole = certify(no_guess("5x6", 4, (0, 0), seed=1), (0, 0)).format()
    try:
        certificate = Certificate.parse(whole[:at] + text + whole[at + length :], max_cells=1000)
    except (ParseError, ParameterError):
        return
    try:
        verify(certificate)
        list(certificate.to_opb())
    except CertificateError:
        pass


def test_parts_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(ParameterTypeError):
        Certificate("3x4", (0, 0), ())  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected steps of a certificate"):
        Certificate(Layout("3x4"), (0, 0), (3,))  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="expected a rule of"):
        Step("luck", True, (), ())  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError):
        Certificate.parse(b"")  # type: ignore[arg-type]
