from __future__ import annotations

import pytest

from hypersweep import Budget, Game, InconsistentViewError, ParameterError, Rules, View, analyse, choose
from hypersweep.engine.answer import EngineBudget
from hypersweep.engine.engine_protocol import NO_PROMISE, WANTS, Go, Position
from hypersweep.engine.searching import Search, SolverSearcher, is_untouched, parse_check
from hypersweep.errors import HypersweepError
from hypersweep.formats import position_line
from solver_views import lattice


def search(view: View, *wants: str, budget: EngineBudget | None = None) -> Search:
    return Search(Go(None, budget or EngineBudget(), tuple(wants)), Position(view, NO_PROMISE))


def test_options_are_what_they_are_set_to() -> None:
    searcher = SolverSearcher("safest", trust_flags=True, budget=Budget(states=7, memory=8, seconds=2.5))
    assert [(option.name, option.default) for option in searcher.options()] == [
        ("policy", "safest"),
        ("trust_flags", "true"),
        ("states", "7"),
        ("memory", "8"),
        ("seconds", "2.5"),
    ]
    go = Go(None, EngineBudget(), ())
    assert searcher.seconds_of(go) == 2.5
    searcher.set_option("seconds", "0")
    assert searcher.seconds_of(go) is None
    assert searcher.seconds_of(Go(None, EngineBudget(seconds=1), ())) == 1
    for name, value in (
        ("policy", "best"),
        ("trust_flags", "yes"),
        ("states", "0"),
        ("memory", "1.5"),
        ("seconds", "-1"),
        ("seconds", "nan"),
        ("colour", "red"),
    ):
        with pytest.raises(HypersweepError):
            searcher.set_option(name, value)
    assert parse_check("true", "x")
    with pytest.raises(ParameterError):
        parse_check("True", "x")


def test_past_its_budget_it_estimates_and_says_so() -> None:
    view = lattice("12x12", 0.2)[0]
    asked = search(view, *WANTS, budget=EngineBudget(states=16))
    answer = SolverSearcher().answer(asked)
    analysis = analyse(view, budget=Budget(states=16), estimate=True)
    assert not analysis.is_exact
    assert answer.chances == tuple(analysis.probabilities)
    assert answer.errors is not None
    assert len(answer.errors) == 144
    assert answer.best is not None
    if not answer.is_exact:
        assert answer.error == analysis.standard_error(answer.best.cell)
    assert asked.best == answer


@pytest.mark.slow
def test_what_its_time_has_cut_short_is_stopped_and_what_it_has_finished_is_not() -> None:
    wide = lattice("9x9x9", 0.3)[0]
    for wants in ((), ("chances",), WANTS):
        answer = SolverSearcher().answer(search(wide, *wants, budget=EngineBudget(seconds=0.1)))
        assert (answer.is_stopped, answer.is_exact) == (True, False)
        assert answer.error is not None
        assert answer.error > 0
        narrow = SolverSearcher().answer(search(View("2x3", 1, [-1, 1, -1, -1, 1, -1]), *wants))
        assert (narrow.is_stopped, narrow.is_exact, narrow.error) == (False, True, None)
    # By its states it is cut short alike on every machine, and an estimate is all that was wanted.
    small = SolverSearcher().answer(search(lattice("12x12", 0.2)[0], "chances", budget=EngineBudget(states=16)))
    assert not small.is_stopped


@pytest.mark.slow
def test_what_is_exact_has_no_error() -> None:
    # Most is an estimate here, and one cell is certain.
    text = "5x5x5-25-2A1E2A2B2I1F4Q2E2E4A44M6D7A5B8744A6A44D35G3O"
    for wants in ((), ("chances",), WANTS):
        answer = SolverSearcher().answer(search(position_line.parse(text), *wants, budget=EngineBudget(states=1)))
        assert (answer.cell, answer.is_exact, answer.error) == ((2, 2, 1), True, None)


def test_the_best_so_far_is_what_was_found_or_an_estimate() -> None:
    view = View.parse("2x4 mines=2\n# # # #\n1 1 # #")
    searcher = SolverSearcher()
    asked = search(view, "chances")
    quick = searcher.hurry(asked)
    assert quick.is_stopped
    assert quick.chances is not None
    assert quick.cell == (0, 2)
    done = searcher.answer(asked)
    assert searcher.hurry(asked) == done.replace(is_stopped=True)
    plain = searcher.hurry(search(view))
    found = choose(view, "safest")
    assert found is not None
    assert (plain.cell, plain.is_stopped) == (found.cell, True)
    searcher.new_game()


def test_a_view_that_cannot_be_is_told() -> None:
    for work in (SolverSearcher().answer, SolverSearcher().hurry):
        for wants in ((), WANTS):
            with pytest.raises(InconsistentViewError):
                work(search(View.parse("1x3 mines=1\n# 2 #"), *wants))


def test_nothing_but_mines_leaves_no_move() -> None:
    full = View("1x3", 2, [-1, 2, -1])
    for wants in ((), WANTS):
        assert SolverSearcher().answer(search(full, *wants)).cell is None
        assert SolverSearcher().hurry(search(full, *wants)).cell is None


def test_what_is_untouched() -> None:
    assert is_untouched(View("2x2", 1, [-1, -2, -1, -1]))
    assert not is_untouched(View("2x2", 1, [-1, -3, -1, -1]))


@pytest.mark.parametrize("board", ["7", "4x5", "4x3x5"])
@pytest.mark.parametrize("rules", ["classic", "classic,first=opening", "classic,first=any"])
def test_what_is_promised_of_the_first_open_is_all_of_one_piece(board: str, rules: str) -> None:
    own = Rules.parse(rules)
    view = Game(board, 1, rules=own).view
    asked = Search(Go(None, EngineBudget(), WANTS), Position(view, own))
    answer = SolverSearcher().answer(asked)
    assert answer.best is not None
    assert answer.ranked[0] == answer.best
    assert answer.chances == (1 / len(view),) * len(view)
    asked = Search(Go(None, EngineBudget(), WANTS), Position(view, own))
    hasty = SolverSearcher().hurry(asked)
    if rules.endswith("any"):
        assert len(answer.ranked) > 1
        assert answer.best.kind != "safe"
        return
    (reason,) = answer.reasons
    assert (answer.best.cell, answer.best.kind, answer.best.chance) == (own.first_cell(view.grid), "safe", 0.0)
    assert answer.ranked == (answer.best,)
    assert (reason.conclusion, reason.cells, reason.text) == ("safe", (answer.best.cell,), own.promise_words)
    assert (hasty.best, hasty.ranked, hasty.reasons) == (answer.best, answer.ranked, answer.reasons)
    assert hasty.is_stopped
    assert SolverSearcher().answer(Search(Go(None, EngineBudget(), ()), Position(view, own))).best == answer.best
