"""The page's reasons, in node, have the same words as Python's, and German words exist for all."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

import pytest

from hypersweep import Budget, Grid, HypersweepError, InconsistentViewError, View, analyse, choose
from hypersweep.cli.analysis_report import report_lines
from hypersweep.solve import Reason, explain
from hypersweep.solve.choice import POLICIES, Choice
from hypersweep.solve.evidence import (
    AllGrounds,
    BoundGrounds,
    ClueGrounds,
    Evidence,
    GuessGrounds,
    LineCase,
    LineGrounds,
    LineStep,
    ShareGrounds,
    Side,
    SumGrounds,
    TriedGrounds,
)
from hypersweep.solve.explanation import explain_each
from node_kernel import NodeKernel, Refusal
from seeds import seeds

from .reasons_json import Writer
from .test_engine import BOARDS, as_json, positions

NODE = NodeKernel

STATES = Budget(states=1 << 16)


def told_or_refused(tell: Any) -> Any:
    """The text, or the kind of error by which it is refused."""
    try:
        return tell()
    except HypersweepError as error:
        return type(error).__name__
    except Refusal as error:
        return error.kind


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(30))
@pytest.mark.parametrize("board", [*BOARDS, "16x30", "6x6x6"])
def test_reasons_are_the_same(node: NodeKernel, board: str, seed: int) -> None:
    chance = random.Random(f"{board} {seed}")
    writer = Writer(Grid(board))
    for game, mines in positions(board, seed):
        view, codes = game.view, game.codes().tolist()
        trust = bool(seed % 2)
        covered = [index for index, code in enumerate(codes) if code == -1 or (code == -2 and not trust)]
        cells: list[int | None] = [None, *chance.sample(covered, min(3, len(covered)))]
        policy = chance.choice(POLICIES)
        budget = Budget(states=1 << chance.choice([4, 16, 16, 16]))

        def own(
            view: View = view, cells: Any = cells, policy: Any = policy, trust: bool = trust, budget: Any = budget
        ) -> Any:
            found = explain_each(view, cells, policy=policy, trust_flags=trust, budget=budget)
            return [
                [
                    {**each, "text": reason.format()}
                    for each, reason in zip(writer.reasons(reasons), reasons, strict=True)
                ]
                for reasons in found
            ]

        options = {"trustFlags": trust, "budget": as_json(budget)}
        ask: dict[str, Any] = {"board": board, "mines": mines, "codes": codes, "options": options, "policy": policy}
        found = told_or_refused(lambda ask=ask, cells=cells: node.ask("explain", **ask, cells=cells))
        assert plain(found) == plain(told_or_refused(own))


def plain(value: Any) -> Any:
    """Shares of layouts in lowest terms: the page has numbers of layouts, Python shares."""
    if isinstance(value, dict):
        return {
            name: None if each is None else Fraction(int(each[0]), int(each[1])) if name == "wins" else plain(each)
            for name, each in value.items()
        }
    return [plain(each) for each in value] if isinstance(value, list) else value


class Drawer:
    """Random evidence: it need not be true, but must have the same words."""

    def __init__(self, grid: Grid, seed: object) -> None:
        self.grid = grid
        self.chance = random.Random(str(seed))

    def cells(self, least: int = 0, most: int = 3) -> tuple[tuple[int, ...], ...]:
        count = self.chance.randint(least, most)
        if count and self.chance.random() < 0.1:
            first = self.chance.randrange(self.grid.cells - 14)
            return tuple(self.grid.cell(index) for index in range(first, first + 14))
        return tuple(self.grid.cell(index) for index in sorted(self.chance.sample(range(self.grid.cells), count)))

    def clue(self) -> tuple[int, tuple[int, ...]]:
        return self.chance.randint(0, 4), self.cells(1, 1)[0]

    def side(self) -> Side:
        rest = self.chance.randint(0, 6)
        return Side(self.clue(), rest, *[self.cells(least) for least in (0, 0, 1, 0, 0)])

    def sum(self) -> SumGrounds:
        more, less = self.chance.choice([(1, 1), (1, 1), (2, 1), (1, 2), (2, 2), (1, 3)])
        able, known = self.cells(), self.cells()
        return SumGrounds(
            tuple(self.side() for _ in range(more)),
            tuple(self.side() for _ in range(less)),
            able,
            tuple(self.chance.choice([1, 1, 1, 2]) for _ in able),
            known,
            tuple(-self.chance.choice([1, 2]) for _ in known),
            self.cells(),
            self.chance.random() < 0.7,
        )

    def case(self, depth: int) -> LineCase:
        is_mine = self.chance.random() < 0.5
        steps = tuple(self.step() for _ in range(self.chance.randint(1, 3)))
        cases = (self.case(depth - 1), self.case(depth - 1)) if depth and self.chance.random() < 0.5 else ()
        return LineCase(self.cells(1, 1)[0], is_mine, steps, cases)

    def step(self) -> LineStep:
        is_mine = self.chance.random() < 0.5
        follows = self.cells(0, 2)
        # A consequence needs an assumption, and so does a contradiction.
        supposed = self.cells(0 if is_mine and not follows else 1)
        return LineStep(self.clue(), is_mine, self.cells(0, 2), supposed, follows)

    def share(self) -> ShareGrounds:
        clues = tuple(self.clue() for _ in range(self.chance.randint(0, 3)))
        mines, found = self.chance.randint(0, 4), self.chance.randint(0, 3)
        needs = tuple(self.chance.randint(1, 3) for _ in clues)
        return ShareGrounds(clues, needs, max(mines, found), found, self.chance.randint(0, 2))

    def guess(self, cell: tuple[int, ...]) -> GuessGrounds:
        chance = self.chance
        risk = chance.choice([0.0, 1e-6, 1 / 32, 49 / 800, 3 / 32, 1 / 6, chance.random(), 0.9999999, 1.0])
        other = chance.choice([cell, self.cells(1, 1)[0]])
        share = Fraction(chance.randint(0, 7), 7) if chance.random() < 0.4 else None
        kind: Any = "end-game" if share is not None else chance.choice(["guess", "safe"])
        choice = Choice(other, kind, 1 - risk, 0.5, share, chance.choice(POLICIES), True)
        error = chance.choice([None, None, 0.0, 0.0123])
        safest = chance.choice([cell, self.cells(1, 1)[0]])
        numbers = chance.randint(0, 2), chance.choice([0.0, 0.005, 0.3125])
        near, elsewhere = chance.randint(0, 2), chance.randint(0, 2)
        is_asked = chance.random() < 0.8
        return GuessGrounds(
            risk,
            choice if is_asked else None,
            safest,
            risk / 2,
            *numbers,
            chance.random() < 0.7,
            near,
            elsewhere,
            error,
        )

    def reason(self, kind: str) -> Reason:
        conclusion: Any = self.chance.choice(["safe", "mine"])
        cells = self.cells(1)
        grounds: Evidence
        if kind == "clue":
            # Other cells than these, so that some are left; mines that are found need names.
            used = self.cells(1)
            grounds = ClueGrounds(self.clue(), used, self.cells(0, 2), len(used) + self.chance.randint(1, 4))
        elif kind == "sum":
            grounds = self.sum()
            if grounds.is_nested and len(grounds.less) == 1 and not any(side.own for side in grounds.more):
                conclusion = "safe"
            if grounds.is_nested and len(grounds.more) == 1 < len(grounds.less):
                conclusion = "mine" if all(len(side.own) <= len(side.known) for side in grounds.less) else conclusion
        elif kind == "line":
            cells = cells[:1]
            grounds = LineGrounds(self.case(2), self.cells())
        elif kind == "tried":
            cells = cells[:1]
            grounds = TriedGrounds(tuple(self.clue() for _ in range(self.chance.randint(1, 4))))
        elif kind == "share":
            grounds = self.share()
        elif kind == "bound":
            mines, bound = self.chance.randint(0, 3), self.chance.randint(0, 4)
            grounds = BoundGrounds(self.cells(), mines, bound, self.chance.random() < 0.5)
        elif kind == "all":
            grounds = AllGrounds()
        else:
            cells = cells[:1]
            grounds = self.guess(cells[0])
            return Reason("guess", "guess", cells, (), (), grounds)
        return Reason("set", conclusion, cells, (), (), grounds)


@pytest.mark.ci_limit(3)
@pytest.mark.parametrize("board", ["40", "9x13", "3x4x5x3"])
@pytest.mark.parametrize("kind", ["clue", "sum", "line", "tried", "share", "bound", "all", "guess"])
def test_sentences_are_the_same(node: NodeKernel, kind: str, board: str) -> None:
    grid = Grid(board)
    drawer = Drawer(grid, (kind, board))
    german = set()
    for _ in range(5 if kind == "all" else 150):
        reason = drawer.reason(kind)
        ask = {"board": board, "reason": Writer(grid).reason(reason)}
        assert node.ask("sentence", **ask) == reason.format()
        text = node.ask("sentence", **ask, language="de")
        german.add(text)
        assert re.fullmatch(r"[0-9A-ZÄÖÜ(].*\.", text)
        assert not re.search(r"undefined|NaN|\[object|  | [,.;:]|\b(the|is|are|and|of|mines?)\b", text), text
    assert len(german) > 3


@pytest.mark.slow
@pytest.mark.parametrize("board", ["9x13", "7x10~orthogonal", "3x4x5", "2x4x3x3"])
def test_a_few_clues_are_to_blame(node: NodeKernel, board: str) -> None:
    refusals = 0
    for seed in range(4):
        for game, mines in positions(board, seed):
            codes = game.codes().tolist()
            for index in [index for index, code in enumerate(codes) if code > 0][::5]:
                wrong = [*codes]
                wrong[index] += 1
                ask: dict[str, Any] = {"board": board, "mines": mines, "codes": wrong, "options": {}}
                try:
                    view = View(board, mines, wrong)
                    analyse(view)
                except InconsistentViewError as error:
                    with pytest.raises(Refusal) as refused:
                        node.ask("conflict", **ask)
                    same_conflict(view.grid, refused.value, error)
                    refusals += 1
                    # A reason may be found before the contradiction is.
                    own = told_or_refused(lambda view=view: [str(reason) for reason in explain(view, budget=STATES)])
                    options = {"budget": as_json(STATES)}
                    found = told_or_refused(
                        lambda ask=ask, options=options: [
                            each["text"] for each in node.ask("explain", **{**ask, "options": options}, cells=[None])[0]
                        ]
                    )
                    assert found == own
                else:
                    assert node.ask("conflict", **ask) is None
    assert refusals > 3


def same_conflict(grid: Grid, refused: Refusal, error: InconsistentViewError) -> None:
    assert refused.kind == "InconsistentViewError"
    assert refused.detail["clues"] == [grid.index(cell) for cell in error.clues]
    assert refused.detail["minesAtFault"] == error.mines_at_fault


def test_too_many_mines_are_nobodys_fault(node: NodeKernel) -> None:
    view = View("2x3", 5, [-1, 1, -1, -1, 1, -1])
    with pytest.raises(InconsistentViewError) as error:
        analyse(view)
    with pytest.raises(Refusal) as refused:
        node.ask("conflict", board="2x3", mines=5, codes=list(view.codes), options={})
    same_conflict(view.grid, refused.value, error.value)


@pytest.mark.slow
@pytest.mark.parametrize("cell", [4, 12, -1])
def test_a_cell_that_cannot_be_explained_is_refused(node: NodeKernel, cell: int) -> None:
    view = View("3x4", 2, [-1, -1, -1, -1, 1, 1, -2, -1, 0, 0, 1, -1])
    with pytest.raises(HypersweepError) as error:
        explain(view, cell)
    with pytest.raises(Refusal) as refused:
        node.ask("explain", board="3x4", mines=2, codes=list(view.codes), options={}, cells=[cell])
    assert refused.value.kind == type(error.value).__name__ == "CellError"


@pytest.mark.slow
def test_who_may_not_ask_often_gets_an_answer_all_the_same(node: NodeKernel) -> None:
    """With hardly any time, reasons come by easier ways, and chances are estimates."""
    for game, mines in positions("6x6x6", 3):
        codes = game.codes().tolist()
        options = {"budget": {"asks": 3}}
        (reasons,) = node.ask("explain", board="6x6x6", mines=mines, codes=codes, options=options, cells=[None])
        assert reasons[-1]["conclusion"] in {"safe", "guess"}
        choice = choose(game.view)
        assert choice is not None
        if reasons[-1]["conclusion"] == "safe":
            assert choice.kind == "safe"


@pytest.mark.slow
def test_no_reason_is_given_where_nothing_is_left_to_open(node: NodeKernel) -> None:
    view = View("1x3", 2, [-1, 2, -2])
    assert (explain(view), len(analyse(view).mine_cells)) == ([], 2)
    assert node.ask("explain", board="1x3", mines=2, codes=list(view.codes), options={}, cells=[None]) == [[]]


@pytest.mark.slow
@pytest.mark.parametrize("board", ["9x13", "7x10~orthogonal", "4x5x6", "2x4x3x3"])
def test_the_best_move_is_told_as_analyse_tells_it(node: NodeKernel, board: str) -> None:
    easier = 0
    for seed in range(4):
        for game, mines in positions(board, seed):
            view, codes = game.view, game.codes().tolist()
            analysis = analyse(view, budget=Budget(states=1 << 20, memory=1 << 28), estimate=True)
            best = choose(view, analysis=analysis)
            lines = list(report_lines(analysis, None if best is None else best.cell, "look-ahead", {0: "."}))
            (first,) = (place for place, line in enumerate(lines) if line.startswith("best move: "))
            own = [line.strip() for line in lines[first:]]
            found = node.ask("best", board=board, mines=mines, codes=codes)
            assert found["lines"] == own
            assert found["text"] == "\n".join(own)
            assert found["cell"] == (None if best is None else view.grid.index(best.cell))
            assert (found["cell"] in found["marks"]) == (best is not None)
            easier += any(line.startswith("easier to see") for line in own)
            german = node.ask("best", board=board, mines=mines, codes=codes, language="de")
            assert german["text"].startswith("Bester Zug: ")
            assert len(german["lines"]) == len(own)
    assert easier or board != "9x13"
