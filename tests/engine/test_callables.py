from __future__ import annotations

import pytest

from hypersweep import CellError, ParameterError, ParameterTypeError, View, choose
from hypersweep.engine.answer import Answer, EngineBudget, EngineMove, EngineReason
from hypersweep.engine.callables import FunctionSearcher, answer_of
from hypersweep.engine.engine_protocol import NO_PROMISE, WANTS, Go, Position
from hypersweep.engine.searching import Search
from hypersweep.errors import EngineRefusalError

VIEW = View.parse("2x3 mines=1\n# # F\n1 1 .")
MOVE = EngineMove((0, 1), 0.0, None, None, None, None)


def search(*wants: str) -> Search:
    return Search(Go(None, EngineBudget(), tuple(wants)), Position(VIEW, NO_PROMISE))


def test_whatever_a_policy_may_answer_is_an_answer() -> None:
    assert answer_of(VIEW, None) == Answer(None)
    assert answer_of(VIEW, 1).cell == answer_of(VIEW, (0, 1)).cell == answer_of(VIEW, [(0, 1), (0, 0)]).cell == (0, 1)
    assert [move.cell for move in answer_of(VIEW, [(0, 1), (0, 0)]).ranked] == [(0, 1), (0, 0)]
    chosen = answer_of(VIEW, choose(VIEW)).best
    assert chosen is not None
    assert (chosen.cell, chosen.kind, chosen.chance) == ((0, 1), "safe", 0.0)
    assert answer_of(VIEW, (0, 2)).cell == (0, 2)
    assert answer_of(VIEW, Answer(MOVE)) == Answer(MOVE)
    wrongs: list[object] = [(1, 1), 4, (5, 5), [], Answer.of_cell((1, 0))]
    for wrong in wrongs:
        with pytest.raises(CellError):
            answer_of(VIEW, wrong)
    for kind in ("0", 1.5, object()):
        with pytest.raises(ParameterTypeError):
            answer_of(VIEW, kind)


def test_no_more_is_told_than_was_asked_for() -> None:
    whole = Answer(MOVE, (0.0,) * 6, (0.0,) * 6, (MOVE,), (EngineReason("so", None, (), ()),))
    searcher = FunctionSearcher(lambda view: whole, "all", "7")
    assert (searcher.name, searcher.version) == ("all", "7")
    assert searcher.answer(search()) == Answer(MOVE)
    assert searcher.answer(search(*WANTS)) == whole
    assert searcher.hurry(search()) == Answer(None, is_stopped=True)
    with pytest.raises(ParameterError, match="a function has no options, got 'x'"):
        searcher.set_option("x", "1")


@pytest.mark.parametrize(
    "wrong",
    [
        Answer(EngineMove((0, 1), float("nan"), None, None, None, None)),
        Answer(EngineMove((0, 1), 1.5, None, None, None, None)),
        Answer(MOVE, chances=(0.5,)),
        Answer(MOVE, chances=(float("nan"),) * 6),
        Answer(MOVE, error=-1.0),
        Answer(MOVE, ranked=(EngineMove((1, 0), None, None, None, None, None),)),
        Answer(MOVE, ranked=(0,)),  # type: ignore[arg-type]
        Answer(MOVE, reasons=(EngineReason("so", None, ((9, 9),), ()),)),
    ],
)
def test_an_answer_that_no_client_would_take_is_refused(wrong: Answer) -> None:
    with pytest.raises(EngineRefusalError, match="expected") as refused:
        FunctionSearcher(lambda view: wrong, "wrong").answer(search())
    assert refused.value.kind == "move"


def test_a_function_is_told_of_a_new_game_if_it_wants() -> None:
    class Counting:
        games = 0

        def __call__(self, view: View) -> int:
            return 0

        def new_game(self) -> None:
            self.games += 1

    function = Counting()
    FunctionSearcher(function, "counting").new_game()
    FunctionSearcher(lambda view: 0, "none").new_game()
    assert function.games == 1
