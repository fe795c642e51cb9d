"""Literals in annotations agree with the values that are checked at run time."""

from __future__ import annotations

import typing

import pytest

import hypersweep
from hypersweep import grid, layout, moves
from hypersweep import typing as hints
from hypersweep.record import event
from hypersweep.review.judge import VERDICTS
from hypersweep.solve import rank
from hypersweep.solve.choice import POLICIES
from hypersweep.solve.explanation import RULES
from hypersweep.stats.board import ZINI_METHODS


@pytest.mark.parametrize(
    ("literal", "listed"),
    [
        (hints.Adjacency, grid.ADJACENCIES),
        (hints.FirstOpen, layout.FIRST_OPENS),
        (hints.MoveKind, moves.KINDS),
        (hints.EventKind, event.KINDS),
        (hints.Policy, POLICIES),
        (hints.ReasonRule, RULES),
        (hints.Verdict, VERDICTS),
        (hints.ZiniMethod, ZINI_METHODS),
    ],
)
def test_literals_hold_the_words_that_are_listed_where_they_are_read(literal: object, listed: tuple[str, ...]) -> None:
    assert typing.get_args(literal) == listed


@pytest.mark.slow
def test_what_is_given_back_has_the_words_of_its_literal() -> None:
    chosen: set[str] = {choice.kind for choice in rank(hypersweep.View.parse("2x3 mines=1\n# # #\n1 1 ."))}
    concluded: set[str] = set()
    for seed in range(12):
        game = hypersweep.Game("5x6", 6, seed=seed)
        game.open(0)
        while game.outcome is hypersweep.Outcome.ONGOING:
            concluded.update(reason.conclusion for reason in hypersweep.deduce(game.view))
            concluded.update(reason.conclusion for reason in hypersweep.explain(game.view))
            choice = hypersweep.choose(game.view)
            assert choice is not None
            chosen.add(choice.kind)
            game.open(choice.cell)
    assert chosen == set(typing.get_args(hints.ChoiceKind))
    assert concluded == set(typing.get_args(hints.Conclusion))
