"""Certificates: their content and their text."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Grid, Layout, Outcome, Rules
from hypersweep.errors import (
    BoardTooLargeError,
    BudgetExceededError,
    CellError,
    CertificateError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    ShapeError,
)
from hypersweep.generate import Certificate, Step, certify, no_guess, solvable_from, verify
from hypersweep.solve import Budget
from hypersweep.view import COVERED

BOARDS = [
    ("9x10", 12),
    ("3x4x5", 9),
    ("3x4x3x4", 8),
    ("4x3x4x3x4", 12),
    ("6x9~wrap=0,1", 10),
    ("7x8~orthogonal", 9),
    ("3x4x5~orthogonal~wrap=2", 8),
    ("20", 3),
    ("20~wrap=0", 3),
    ("3x4", 0),
    ("1x2", 0),
]


def play(game: Game, certificate: Certificate) -> None:
    """Play a game by what its view shows and a certificate concludes; the certificate's layout isn't looked at."""
    grid = game.grid
    marked: set[tuple[int, ...]] = set()
    game.open(certificate.first)
    for step in certificate.steps:
        if game.outcome is Outcome.WON:
            # The remaining steps are about cells opened by zeros, or about mines, which the game shows itself.
            return
        view = game.view
        around = {clue: set(grid.neighbours(clue)) for clue in step.clues}
        assert all(view[clue] >= 0 for clue in step.clues)
        assert set(step.premises) <= marked
        # A zero that is opened has opened its neighbours.
        covered = {cell for cell in step.cells if view[cell] == COVERED}
        assert not step.is_mine or covered == set(step.cells)
        if step.rule == "clue":
            (clue,) = step.clues
            unknown = {cell for cell in around[clue] if view[cell] < 0} - set(step.premises)
            rest = view[clue] - len(around[clue] & set(step.premises))
            assert covered <= unknown
            assert rest == (len(unknown) if step.is_mine else 0)
        for cell in step.cells:
            if step.is_mine:
                game.flag(cell)
                marked.add(cell)
            else:
                game.open(cell)
        assert game.outcome is not Outcome.LOST


@pytest.mark.parametrize(("board", "mines"), BOARDS)
@pytest.mark.parametrize("uses_mine_count", [True, False])
def test_a_certificate_plays_a_game_through_its_view_alone(board: str, mines: int, uses_mine_count: bool) -> None:
    grid = Grid(board)
    first = tuple(side // 2 for side in grid.shape)
    for seed in range(8):
        layout = no_guess(grid, mines, first, seed=seed, uses_mine_count=uses_mine_count)
        certificate = certify(layout, first, uses_mine_count=uses_mine_count)
        verify(certificate)
        assert certificate.grade == solvable_from(layout, first).grade
        assert uses_mine_count or all(step.rule != "count" for step in certificate.steps)
        # Nothing is opened but what a step names.
        game = Game(layout=layout, rules=Rules(first_open="any"))
        play(game, certificate)
        assert game.outcome is Outcome.WON


def test_a_board_that_is_done_with_its_first_cell_is_proven() -> None:
    for layout, first in ((Layout("1x2", [(0, 1)]), (0, 0)), (Layout("1"), (0,)), (Layout("2x2", [0, 1, 2]), (1, 1))):
        certificate = certify(layout, first)
        assert all(step.is_mine for step in certificate.steps)
        assert certificate.grade == "clue"
        for other in (certificate, Certificate(layout, first, ())):
            verify(other)
            assert len(list(other.to_opb())) == len(other.steps)
        assert Certificate.parse(certificate.format()) == certificate


def test_it_says_how_much_it_holds() -> None:
    assert repr(certify(Layout("1x2", [(0, 1)]), (0, 0))) == "<Certificate of 1 step for 1x2 with 1 mine>"
    assert repr(certify(Layout("7", [(2,)]), (0,))) == "<Certificate of 3 steps for 7 with 1 mine>"


@pytest.mark.slow
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
        (
            "hypersweep certificate 1\nboard 3x4.bAQ\nfirst 1,1\nclue safe 0,1 by ²,1\n",
            "expected plain ASCII on line 4",
        ),
        ("hypersweep certificate 1\nboard 3x4.bAQ\nfirst 1,1\nclue safe 0,1\u00a0by 1,1", "expected plain ASCII"),
        ("hypersweep certificate 1\nboard 3x4.bAQ\nfirst 1,1\nclue safe -0,1 by 1,1\n", "expected a cell of 3x4"),
        (f"hypersweep certificate 1\nboard 3x4.bAQ\nfirst {'0' * 5000},1", "expected a cell of 3x4 on line 3"),
        ("hypersweep certificate 1\nboard 3x4.bAQ\nfirst 1,1,1\n", "expected a cell of 3x4 on line 3"),
    ],
)
def test_texts_that_are_none(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        Certificate.parse(text)


def test_what_is_wrong_has_its_place() -> None:
    text = "hypersweep certificate 1\r\nboard 3x4.bAQ\r\nfirst 1,1\r\nclue safe 0,1 by 1,4\r\n"
    with pytest.raises(ParseError, match=r"expected a cell of 3x4 on line 4 of a certificate, got '1,4'") as caught:
        Certificate.parse(text)
    assert caught.value.position is not None
    assert text[caught.value.position :] == "clue safe 0,1 by 1,4\r\n"


def test_line_ends_spaces_and_zeros_in_front_don_t_matter() -> None:
    certificate = certify(Layout("3x4", [(0, 0), (0, 1)]), (2, 3))
    text = certificate.format()
    for odd in (
        text.replace("\n", "\r\n"),
        text.replace("\n", " \n\n\t\n").replace(" \n\n\t\n", "\n", 3),
        text.replace(" ", "  ").replace("hypersweep  certificate  1", "hypersweep certificate 1"),
        text.replace("0,", "000,"),
        text.rstrip("\n"),
    ):
        assert Certificate.parse(odd) == certificate


def test_a_board_that_is_too_large_is_refused() -> None:
    text = certify(Layout("3x4", [(0, 0), (0, 1)]), (2, 3)).format()
    assert Certificate.parse(text, max_cells=12).layout.grid.cells == 12
    with pytest.raises(ShapeError):
        Certificate.parse(text, max_cells=11)
    with pytest.raises(BoardTooLargeError):
        Certificate.parse(f"hypersweep certificate 1\nboard {'x'.join(['2'] * 50)}.b\nfirst 0\n")


WHOLE = certify(no_guess("5x6", 4, (0, 0), seed=1), (0, 0)).format()


def tried(text: str) -> None:
    """Certificates that parse can be written, copied, pickled, checked and proven, or raise an error."""
    try:
        certificate = Certificate.parse(text, max_cells=1000)
    except (ParseError, ParameterError):
        return
    assert Certificate.parse(certificate.format()) == certificate
    assert pickle.loads(pickle.dumps(certificate)) == certificate
    assert hash(copy.deepcopy(certificate)) == hash(certificate)
    assert str(certificate.grade) in repr(certificate.steps) or not certificate.steps
    faults = []
    for check in (verify, lambda certificate: list(certificate.to_opb())):
        try:
            check(certificate)
        except CertificateError as error:
            faults.append(str(error))
    # Both refuse the same certificates.
    assert len(faults) != 1, faults


@given(st.text(max_size=60), st.integers(0, 300), st.integers(0, 20))
def test_no_text_does_more_than_fail(text: str, at: int, length: int) -> None:
    tried(WHOLE[:at] + text + WHOLE[at + length :])


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(WHOLE.split()) - 1),
            st.sampled_from(
                ["0,0", "1,2", "4,5", "by", "given", "clue", "pair", "set", "count", "safe", "mine", "\n", ""]
            ),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_words_that_were_changed_do_no_more_than_fail(changes: list[tuple[int, str]]) -> None:
    words = WHOLE.replace("\n", " \n ").split(" ")
    for at, word in changes:
        words[at] = word
    tried(" ".join(words))


@pytest.mark.slow
def test_long_texts_take_no_longer_than_their_length() -> None:
    # Ten thousand names, steps, clues or premises: faults are found quickly.
    head = "hypersweep certificate 1\nboard 100x100.b\nfirst 0,0\n"
    cells = [f"{row},{column}" for row in range(1, 100) for column in range(100)]
    for body in (
        f"count safe {' '.join(cells)}",
        "count safe 0,1\n" * 10_000,
        f"set safe 0,1 by {' '.join(cells)}",
        f"set safe 0,1 by {'0,0 ' * 10_000}",
        f"clue safe 0,1 by 0,0 given {' '.join(cells)}",
        "\n".join(f"count safe {cell}" for cell in cells),
    ):
        with pytest.raises(CertificateError):
            verify(Certificate.parse(head + body))
    # On a board without mines the first of them is true, but for the cells that it leaves out.
    layout = Layout("100x100")
    rest = [cell for cell in layout.grid if cell != (0, 0)]
    verify(Certificate(layout, (0, 0), [Step("count", False, rest, ())]))
    verify(Certificate(layout, (0, 0), [Step("count", False, (cell,), ()) for cell in rest]))


def test_parts_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(ParameterTypeError):
        Certificate("3x4", (0, 0), ())  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected steps of a certificate"):
        Certificate(Layout("3x4"), (0, 0), (3,))  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a tuple of steps, got 3"):
        Certificate(Layout("3x4"), (0, 0), 3)  # type: ignore[arg-type]
    for step in (
        Step("set", True, [(3, 0)], []),
        Step("set", True, [], [(0, 4)]),
        Step("set", True, [(0,)], []),
        Step("set", True, [], [], [(0, 0, 0)]),
    ):
        with pytest.raises(CellError):
            Certificate(Layout("3x4"), (0, 0), [step])
    with pytest.raises(CellError):
        Certificate(Layout("3x4"), (0, 4), ())
    with pytest.raises(ParameterTypeError):
        Certificate.parse(b"")  # type: ignore[arg-type]


def test_a_set_of_clues_past_the_budget_is_told() -> None:
    layout = no_guess("6x6x6", 45, (3, 3, 3), seed=3, method="repair")
    with pytest.raises(BudgetExceededError):
        certify(layout, (3, 3, 3), budget=Budget(states=2))
