"""The checker of certificates finds every fault that is planted."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from hypersweep import Grid, Layout
from hypersweep.errors import CertificateError, ParameterTypeError
from hypersweep.generate import Certificate, Step, certify, checking, no_guess, verify


def certificates() -> list[Certificate]:
    found = []
    for board, mines in (("8x9", 11), ("3x4x5", 9), ("5x8~wrap=1", 8), ("8x9", 13)):
        grid = Grid(board)
        first = tuple(side // 2 for side in grid.shape)
        found += [certify(no_guess(grid, mines, first, seed=seed), first) for seed in range(6)]
    return found


def altered(certificate: Certificate, steps: list[Step], layout: Layout | None = None) -> Certificate:
    return Certificate(layout or certificate.layout, certificate.first, tuple(steps))


def test_a_step_that_is_left_out_is_missed() -> None:
    for certificate in certificates():
        steps = certificate.steps
        needed = [number for number, step in enumerate(steps) if not step.is_mine]
        for number in needed:
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


def test_a_conclusion_that_is_turned_round_is_wrong() -> None:
    for certificate in certificates():
        for number, step in enumerate(certificate.steps):
            wrong = Step(step.rule, not step.is_mine, step.cells, step.clues, step.premises)
            steps = [*certificate.steps[:number], wrong, *certificate.steps[number + 1 :]]
            with pytest.raises(CertificateError) as caught:
                verify(altered(certificate, steps))
            assert caught.value.step == number + 1


def test_a_clue_less_is_too_few_for_steps_of_more_than_one() -> None:
    tried = 0
    for certificate in certificates():
        for number, step in enumerate(certificate.steps):
            if len(step.clues) < 2:
                continue
            tried += 1
            for left_out in step.clues:
                clues = tuple(clue for clue in step.clues if clue != left_out)
                wrong = Step("count" if step.rule == "count" else "set", step.is_mine, step.cells, clues, step.premises)
                steps = [*certificate.steps[:number], wrong, *certificate.steps[number + 1 :]]
                with pytest.raises(CertificateError):
                    verify(altered(certificate, steps))
    assert tried > 20


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
    fails("expected cells that nothing is known of", Step("clue", False, ((2, 3),), ((2, 3),)))
    fails("expected cells to conclude something of", Step("clue", False, (), ((2, 3),)))
    fails("each once", Step("clue", False, ((1, 2), (1, 2)), ((2, 3),)))
    fails("expected the clues of rule 'clue'", Step("clue", False, ((1, 2),), ()))
    fails("expected the clues of rule 'pair'", Step("pair", False, ((1, 2),), ((2, 3), (2, 3))))
    fails("expected cells that its clues touch", Step("clue", False, ((0, 0),), ((2, 3),)))
    fails("which could be safe", Step("count", True, ((0, 0),), ()))
    fails("expected a certificate that opens all 10 safe cells, got one that ends with 1")
    with pytest.raises(CertificateError, match="expected a first cell without a mine"):
        verify(Certificate(layout, (0, 0), ()))
    with pytest.raises(ParameterTypeError):
        verify("certificate")  # type: ignore[arg-type]


def test_it_shares_no_code_with_the_solver() -> None:
    tree = ast.parse(Path(checking.__file__).read_text(encoding="utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert named == {
        "__future__",
        "hypersweep.arguments",
        "hypersweep.errors",
        "hypersweep.generate.certificate",
        "hypersweep.lazy",
    }
