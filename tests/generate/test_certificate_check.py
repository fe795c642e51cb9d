"""The certificate checker: it accepts only proofs of the board, and in bounded time."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, Layout
from hypersweep.errors import CertificateError, GenerationError, ParameterTypeError
from hypersweep.generate import (
    GRADES,
    Certificate,
    Step,
    certificate_check,
    certificate_steps,
    certify,
    no_guess,
    verify,
)
from naive import Cell
from naive_certificates import first_fault
from strategies import board_of

Parts = tuple[list[Cell], list[Cell], list[Cell]]

SMALL = [
    ("3x4", 3),
    ("2x2x3~orthogonal", 3),
    ("9", 2),
    ("3x4~wrap=1", 2),
    ("3x4~orthogonal", 3),
    ("2x2x2x2~orthogonal", 3),
]


def certificates() -> list[Certificate]:
    found = []
    for board, mines in (("8x9", 11), ("3x4x5", 9), ("5x8~wrap=1", 8), ("8x9", 13)):
        grid = Grid(board)
        first = tuple(side // 2 for side in grid.shape)
        found += [certify(no_guess(grid, mines, first, seed=seed), first) for seed in range(6)]
    return found


def altered(certificate: Certificate, steps: list[Step], layout: Layout | None = None) -> Certificate:
    return Certificate(layout or certificate.layout, certificate.first, steps)


def with_step(certificate: Certificate, number: int, step: Step) -> Certificate:
    return altered(certificate, [*certificate.steps[:number], step, *certificate.steps[number + 1 :]])


def fault(certificate: Certificate) -> int | None:
    """The number of the step that ``verify`` finds to be wrong; as in ``first_fault``."""
    try:
        verify(certificate)
    except CertificateError as error:
        if error.step is not None:
            return error.step
        return 0 if "expected a first cell" in str(error) else len(certificate.steps) + 1
    return None


def naive_fault(certificate: Certificate) -> int | None:
    board = board_of(certificate.layout.grid)
    return first_fault(board, set(certificate.layout.mine_cells()), certificate.first, certificate.steps)


@st.composite
def small_certificates(draw: st.DrawFn) -> Certificate:
    board, most = draw(st.sampled_from(SMALL))
    grid = Grid(board)
    first = grid.cell(draw(st.integers(0, grid.cells - 1)))
    for mines in range(most, -1, -1):
        try:
            layout = no_guess(grid, mines, first, seed=draw(st.integers(0, 1000)), first_open="safe", tries=50)
        except GenerationError:
            continue
        return certify(layout, first)
    raise AssertionError("a board without mines needs no guess")


def mutate(data: st.DataObject, certificate: Certificate) -> Certificate:
    """Return a certificate with one thing changed."""
    layout, steps = certificate.layout, list(certificate.steps)
    cell = layout.grid.cell(data.draw(st.integers(0, layout.grid.cells - 1)))
    if not steps or data.draw(st.integers(0, 7)) == 0:
        if data.draw(st.booleans()):
            return Certificate(layout, cell, steps)
        return altered(certificate, steps, Layout(layout.grid, set(layout.mine_cells()) ^ {cell}))
    number = data.draw(st.integers(0, len(steps) - 1))
    step = steps[number]
    match data.draw(st.integers(0, 5)):
        case 0:
            del steps[number]
        case 1:
            steps.insert(data.draw(st.integers(0, len(steps))), step)
        case 2:
            other = data.draw(st.integers(0, len(steps) - 1))
            steps[number], steps[other] = steps[other], step
        case 3:
            rule = data.draw(st.sampled_from(GRADES))
            is_mine = data.draw(st.booleans())
            steps[number] = Step(rule, is_mine, step.cells, step.clues, step.premises)
        case _:
            lists: Parts = (list(step.cells), list(step.clues), list(step.premises))
            some = lists[data.draw(st.integers(0, 2))]
            if bool(some) and data.draw(st.booleans()):
                some.pop(data.draw(st.integers(0, len(some) - 1)))
            if data.draw(st.booleans()):
                some.append(cell)
            rule = data.draw(st.sampled_from((step.rule, *GRADES)))
            steps[number] = Step(rule, step.is_mine, *lists)
    return altered(certificate, steps)


@given(st.data())
def test_it_agrees_with_the_plain_checker_on_whatever_was_changed(data: st.DataObject) -> None:
    certificate = data.draw(small_certificates())
    assert fault(certificate) is None
    assert naive_fault(certificate) is None
    for _ in range(data.draw(st.integers(1, 3))):
        certificate = mutate(data, certificate)
    assert fault(certificate) == naive_fault(certificate), certificate.format()


@pytest.mark.slow
def test_a_step_that_is_left_out_is_missed() -> None:
    for certificate in certificates():
        steps = certificate.steps
        for number, step in enumerate(steps):
            if not step.is_mine:
                with pytest.raises(CertificateError):
                    verify(altered(certificate, [*steps[:number], *steps[number + 1 :]]))


def test_a_mine_that_was_moved_is_noticed() -> None:
    dice = random.Random(1)
    for certificate in certificates():
        layout = certificate.layout
        mines = list(layout.mine_cells())
        safe = [cell for cell in layout.grid if not layout.is_mine(cell) and cell != certificate.first]
        for _ in range(5):
            moved = dice.choice(mines)
            other = Layout(layout.grid, [*(cell for cell in mines if cell != moved), dice.choice(safe)])
            with pytest.raises(CertificateError):
                verify(altered(certificate, list(certificate.steps), other))


@pytest.mark.slow
def test_a_conclusion_that_is_turned_round_is_wrong() -> None:
    for certificate in certificates():
        for number, step in enumerate(certificate.steps):
            wrong = Step(step.rule, not step.is_mine, step.cells, step.clues, step.premises)
            assert fault(with_step(certificate, number, wrong)) == number + 1


@pytest.mark.slow
def test_what_is_known_is_concluded_once() -> None:
    for certificate in certificates():
        steps = certificate.steps
        for number, step in enumerate(steps):
            again = altered(certificate, [*steps[: number + 1], step, *steps[number + 1 :]])
            with pytest.raises(CertificateError, match="expected cells that aren't known yet") as caught:
                verify(again)
            assert caught.value.step == number + 2


def test_a_clue_less_is_too_few_for_steps_of_more_than_one() -> None:
    tried = 0
    for certificate in certificates():
        for number, step in enumerate(certificate.steps):
            if len(step.clues) < 2:
                continue
            tried += 1
            for left_out in step.clues:
                clues = [clue for clue in step.clues if clue != left_out]
                wrong = Step("count" if step.rule == "count" else "set", step.is_mine, step.cells, clues, step.premises)
                assert fault(with_step(certificate, number, wrong)) is not None
    assert tried > 20


@pytest.mark.slow
def test_clues_that_were_swapped_and_premises_left_out_are_noticed_where_they_matter() -> None:
    dice = random.Random(2)
    caught = {"clue": 0, "premise": 0}
    for seed in range(12):
        grid = Grid("4x5")
        certificate = certify(no_guess(grid, 4, (0, 0), seed=seed), (0, 0))
        opened = [certificate.first]
        for number, step in enumerate(certificate.steps):
            for what in caught:
                lists: Parts = (list(step.cells), list(step.clues), list(step.premises))
                some = lists[1 if what == "clue" else 2]
                if not some:
                    continue
                some.pop()
                if what == "clue":
                    some.append(dice.choice(opened))
                wrong = with_step(certificate, number, Step(step.rule, step.is_mine, *lists))
                assert fault(wrong) == naive_fault(wrong)
                caught[what] += fault(wrong) == number + 1
            opened += [] if step.is_mine else step.cells
    assert min(caught.values()) > 10, caught


def test_a_harder_rule_than_needed_is_no_lie() -> None:
    # The proof says that no harder rule is needed.
    for certificate in certificates()[:4]:
        harder = [
            Step("count" if step.rule == "count" else "set", step.is_mine, step.cells, step.clues, step.premises)
            for step in certificate.steps
        ]
        verify(altered(certificate, harder))
        assert altered(certificate, harder).grade in ("set", "count")


def test_what_a_step_may_not_use() -> None:
    layout = Layout("3x4", [(0, 0), (0, 1)])

    def fails(message: str, *steps: Step) -> None:
        with pytest.raises(CertificateError, match=message):
            verify(Certificate(layout, (2, 3), steps))

    fails(
        r"expected clues of open cells in step 1 of a certificate, got \(0, 0\)",
        Step("clue", False, ((1, 1),), ((0, 0),)),
    )
    fails("expected premises that earlier steps", Step("clue", False, ((1, 2),), ((2, 3),), ((0, 0),)))
    fails("expected cells that aren't known yet", Step("clue", False, ((2, 3),), ((2, 3),)))
    fails(
        "expected cells to conclude something about in step 1 of a certificate, got none", Step("clue", False, (), ())
    )
    fails("expected cells that are named once each", Step("clue", False, ((1, 2), (1, 2)), ((2, 3),)))
    fails("expected clues that are named once each", Step("pair", False, ((1, 2),), ((2, 3), (2, 3))))
    fails(
        "expected 1 as the number of clues for rule 'clue' in step 1 of a certificate, got 0",
        Step("clue", False, ((1, 2),), ()),
    )
    fails("expected 2 as the number of clues for rule 'pair' .* got 1", Step("pair", False, ((1, 2),), ((2, 3),)))
    fails("expected cells that its clues touch", Step("clue", False, ((0, 0),), ((2, 3),)))
    fails("expected cells that its clues touch", Step("set", False, ((0, 0),), ()))
    fails("which could be safe", Step("count", True, ((0, 0),), ()))
    fails("expected a certificate that opens all 10 safe cells, got one that ends with 1")
    with pytest.raises(CertificateError, match="expected a first cell without a mine"):
        verify(Certificate(layout, (0, 0), ()))
    with pytest.raises(ParameterTypeError, match="expected a Certificate, got 'certificate'"):
        verify("certificate")  # type: ignore[arg-type]


def refusal(certificate: Certificate) -> str:
    with pytest.raises(CertificateError) as caught:
        verify(certificate)
    return str(caught.value)


def test_short_certificates_of_huge_boards_are_refused_at_once() -> None:
    # A clue whose list of neighbours alone would fill the memory.
    many = "x".join(["2"] * 28)
    first, other = ",".join("0" * 28), ",".join("1" * 28)
    text = f"hypersweep certificate 1\nboard {many}.b\nfirst {first}\nclue safe {other} by {first}\n"
    assert "expected a board whose cells touch at most 1048576 others" in refusal(Certificate.parse(text))
    # The number of mines is a sum over all cells, none of which is looked at.
    lines = "count safe 1 by 0\n" + "".join(f"count safe {cell}\n" for cell in range(2, 40))
    text = f"hypersweep certificate 1\nboard 1000000000.b\nfirst 0\n{lines}"
    assert "got one that ends with 40" in refusal(Certificate.parse(text))


@pytest.mark.slow
def test_work_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    # A board whose second step takes a large set of clues.
    layout = Layout.parse("6x6x6.boAAA5EAWEQAqaiiOAhAmggAQASkAAAAwSwEC")
    certificate = certify(layout, (3, 3, 3))
    verify(certificate)
    with monkeypatch.context() as patch:
        patch.setattr(certificate_check, "_MOST_WAYS", 50)
        assert "expected at most 50 partial solutions at once in step 2" in refusal(certificate)
    # What a certificate may take grows with it, and that alone suffices for most.
    monkeypatch.setattr(certificate_steps, "_MOST_LOOKS", 0)
    verify(certify(no_guess("16x30", 99, (8, 15), seed=1), (8, 15)))
    assert "the certificate takes too much work to check: the limit was reached in step" in refusal(certificate)
    with pytest.raises(CertificateError, match="too much work to check"):
        list(certificate.to_opb())


def test_it_shares_no_code_with_the_solver() -> None:
    named = set[str]()
    for module in (certificate_check, certificate_steps):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        named |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert named == {
        "__future__",
        "collections.abc",
        "dataclasses",
        "hypersweep.validation",
        "hypersweep.errors",
        "hypersweep.generate.certificate",
        "hypersweep.generate.certificate_steps",
        "hypersweep.layout",
        "hypersweep.rules",
        "hypersweep.typing",
        "typing",
    }
