"""Proofs for independent checkers, of which each line is checked here by separate arithmetic."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import capabilities
from hypersweep import Grid, Layout
from hypersweep.errors import CertificateError
from hypersweep.generate import Certificate, Step, certify, no_guess, verify
from hypersweep.generate.opb import StepProof, farkas_weights

if capabilities.has("exact"):
    import exact

Inequality = tuple[dict[str, int], int]


def inequality(text: str) -> Inequality:
    """Read "1 x1 -2 ~x2 >= 1", as variables with factors and a bound."""
    left, bound = text.replace(";", "").split(">=")
    words = left.split()
    terms: dict[str, int] = {}
    least = int(bound)
    for factor, literal in zip(map(int, words[::2]), words[1::2], strict=True):
        name = literal.lstrip("~")
        is_negated = literal.startswith("~")
        least -= factor * is_negated
        terms[name] = terms.get(name, 0) + (-factor if is_negated else factor)
    return terms, least


def conflicts(known: list[Inequality]) -> bool:
    """Whether propagation alone shows that inequalities can't all hold."""
    values: dict[str, bool] = {}
    while True:
        before = len(values)
        for terms, bound in known:
            slack = sum(factor for name, factor in terms.items() if values.get(name, factor > 0)) - bound
            if slack < 0:
                return True
            for name, factor in terms.items():
                if name not in values and abs(factor) > slack:
                    values[name] = factor > 0
        if len(values) == before:
            return False


def added(words: list[str], known: list[Inequality]) -> Inequality:
    """Do what a line of sums says, in reverse Polish notation: a number before "*" is a factor."""
    stack: list[Inequality] = []
    for place, word in enumerate(words):
        if word == "+":
            (terms, bound), (others, least) = stack.pop(), stack.pop()
            both = {name: terms.get(name, 0) + others.get(name, 0) for name in terms | others}
            stack.append((both, bound + least))
        elif word == "*":
            times = int(words[place - 1])
            assert times > 0
            terms, bound = stack.pop()
            stack.append(({name: factor * times for name, factor in terms.items()}, bound * times))
        elif words[place + 1 : place + 2] != ["*"]:
            stack.append(known[int(word) - 1])
    (result,) = stack
    return result


def check(proof: StepProof) -> int:
    """Follow a proof line by line. Returns: how many it has."""
    head, *rows = proof.problem.splitlines()
    assert all(row.endswith(" ;") for row in rows if not row.startswith("*"))
    known = [inequality(row) for row in rows if not row.startswith("*")]
    assert all(terms for terms, _ in known)
    names = {name for terms, _ in known for name in terms}
    assert head == f"* #variable= {len(names)} #constraint= {len(known)}"
    first, formula, *lines, output, conclusion, end = proof.proof.splitlines()
    assert first == "pseudo-Boolean proof version 3.0"
    assert formula == f"f {len(known)};"
    for line in lines:
        rule, rest = line.rstrip(";").split(" ", 1)
        if rule == "pol":
            known.append(added(rest.split(), known))
        else:
            assert rule == "rup"
            terms, bound = inequality(rest)
            assert set(terms) <= names
            denied = {name: -factor for name, factor in terms.items()}, 1 - bound
            assert conflicts([*known, denied])
            known.append((terms, bound))
    assert known[-1] == ({}, 1)
    assert (output, conclusion, end) == (
        "output NONE;",
        f"conclusion UNSAT : {len(known)};",
        "end pseudo-Boolean proof;",
    )
    return len(lines)


BOARDS = [
    ("9x9", 10),
    ("16x16", 45),
    ("5x5x5", 10),
    ("3x4x3x4", 9),
    ("6x9~wrap=0,1", 11),
    ("8x9~orthogonal", 14),
    ("20", 3),
]


@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_every_line_follows(board: str, mines: int) -> None:
    grid = Grid(board)
    first = tuple(side // 2 for side in grid.shape)
    for seed in range(5):
        certificate = certify(no_guess(grid, mines, first, seed=seed), first)
        proofs = list(certificate.to_opb())
        assert len(proofs) == len(certificate.steps)
        for proof in proofs:
            check(proof)


@pytest.mark.parametrize("grade", ["set", "count"])
def test_steps_of_many_clues_have_short_proofs(grade: str) -> None:
    for seed in range(4):
        layout = no_guess("9x9", 14, (4, 4), seed=seed, grade=grade, exactly=True)  # type: ignore[arg-type]
        certificate = certify(layout, (4, 4))
        steps = list(zip(certificate.steps, certificate.to_opb(), strict=True))
        assert any(step.rule == grade for step, _ in steps)
        assert all(check(proof) < 200 for _, proof in steps)


def test_a_problem_is_what_the_step_says() -> None:
    certificate = certify(Layout("3x4", [(0, 0), (0, 1)]), (2, 3))
    problem = next(iter(certificate.to_opb())).problem
    # The clue 0 at (2, 3) touches three covered cells, and one of them is said to be a mine.
    assert problem.splitlines() == [
        "* #variable= 3 #constraint= 3",
        "* clue safe 1,2 1,3 2,2 by 2,3",
        "* x1 is 1,2",
        "* x2 is 1,3",
        "* x3 is 2,2",
        "1 x1 1 x2 1 x3 >= 0 ;",
        "-1 x1 -1 x2 -1 x3 >= 0 ;",
        "1 x1 1 x2 1 x3 >= 1 ;",
    ]


def test_clues_that_say_nothing_make_no_empty_sums() -> None:
    # Around the first cell of the second step everything is open by then.
    layout = Layout("1x5", [(0, 4)])
    steps = [
        Step("clue", False, [(0, 1)], [(0, 0)]),
        Step("clue", False, [(0, 2)], [(0, 1)]),
        Step("set", False, [(0, 3)], [(0, 0), (0, 1), (0, 2)]),
    ]
    certificate = Certificate(layout, (0, 0), steps)
    verify(certificate)
    proofs = list(certificate.to_opb())
    assert [check(proof) for proof in proofs] == [2, 2, 2]
    assert proofs[-1].problem.startswith("* #variable= 1 #constraint= 3\n")


def test_a_step_that_doesn_t_follow_has_no_proof() -> None:
    layout = Layout("3x4", [(0, 0), (0, 1)])

    def fails(message: str, *steps: Step) -> None:
        with pytest.raises(CertificateError, match=message) as caught:
            list(Certificate(layout, (1, 1), steps).to_opb())
        assert caught.value.step in (1, None)

    fails(
        "expected a conclusion that follows from its clues in step 1 of a certificate, got one that doesn't",
        Step("clue", True, ((0, 0),), ((1, 1),)),
    )
    fails("expected clues of open cells", Step("clue", True, ((0, 0),), ((1, 0),)))
    fails("expected premises that earlier", Step("clue", True, ((0, 0),), ((1, 1),), ((0, 1),)))
    fails("expected a certificate that opens all 10 safe cells")


def opinion(problem: str) -> str:
    """Return the result of an independent pseudo-Boolean solver."""
    solver = exact.Exact([("verbosity", "0")])
    rows = [inequality(row) for row in problem.splitlines() if not row.startswith("*")]
    for name in sorted({name for terms, _ in rows for name in terms}):
        solver.addVariable(name)
    for terms, bound in rows:
        solver.addConstraint([(factor, name) for name, factor in terms.items()], True, bound)
    return str(solver.runFull(False))


@pytest.mark.needs("exact")
@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_a_solver_made_by_others_agrees(board: str, mines: int) -> None:
    grid = Grid(board)
    first = tuple(side // 2 for side in grid.shape)
    for seed in range(2):
        certificate = certify(no_guess(grid, mines, first, seed=seed), first)
        for proof in certificate.to_opb():
            assert opinion(proof.problem) == "UNSAT", proof.problem
            # Without the denial at the end there is a solution: the clues themselves are right.
            *clues, _ = proof.problem.splitlines()
            assert opinion("\n".join(clues)) == "SAT", proof.problem


Equations = list[tuple[list[int], int]]


@st.composite
def systems(draw: st.DrawFn) -> Equations:
    cells = st.lists(st.integers(0, 6), unique=True, max_size=6)
    return draw(st.lists(st.tuples(cells, st.integers(-1, 6)), max_size=5))


@given(systems())
def test_weights_prove_what_they_say(equations: Equations) -> None:
    found = farkas_weights(equations)
    if found is None:
        return
    wanted = sum(weight * count for weight, (_, count) in zip(found, equations, strict=True))
    factors = [
        sum(weight for weight, (cells, _) in zip(found, equations, strict=True) if cell in cells) for cell in range(7)
    ]
    assert wanted > sum(max(factor, 0) for factor in factors)


@given(systems())
def test_what_mines_can_meet_has_no_weights(equations: Equations) -> None:
    for mines in product((0, 1), repeat=7):
        if all(sum(mines[cell] for cell in cells) == count for cells, count in equations):
            assert farkas_weights(equations) is None
            return


def test_one_equation_is_enough_where_it_can_t_hold() -> None:
    assert farkas_weights([([1, 2], 3)]) == [1]
    assert farkas_weights([([1, 2], -1)]) == [-1]
    assert farkas_weights([]) is None


def test_its_work_is_counted() -> None:
    looks: list[int] = []
    assert farkas_weights([((1, 2, 3), 2), ((1, 2), 1), ((3, 4), 0)], looks.append) == [1, -1, -1]
    assert len(looks) > 2

    def refuse(looks: int) -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        farkas_weights([((1, 2), 3)], refuse)
