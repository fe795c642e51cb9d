from __future__ import annotations

import sys

import pytest

from hypersweep import Game, InconsistentViewError, MissingExtraError, ParameterError, ShapeError, View, analyse
from hypersweep.engine import SimpleEngine
from hypersweep.engine.adapters import ADAPTERS
from hypersweep.engine.adapters.ms_toollib import safest_cell, searcher
from hypersweep.errors import EngineRefusalError


@pytest.mark.slow
def test_its_chances_are_ours() -> None:
    for seed in range(12):
        game = Game("7x9", 10, seed=seed)
        game.open(0)
        if game.outcome.name != "ONGOING":
            continue
        answer = safest_cell(game.view)
        analysis = analyse(game.view)
        assert answer.chances == pytest.approx(tuple(analysis.probabilities), abs=1e-9)
        assert answer.cell is not None
        assert analysis.probability(answer.cell) == pytest.approx(analysis.probability(analysis.safest_cells[0]))


def test_other_boards_are_refused_in_a_typed_error() -> None:
    for board in ("12", "3x4x5", "5x6~wrap=0", "5x6~orthogonal"):
        view = Game(board, 2, seed=1).view
        with pytest.raises(ShapeError, match="two-dimensional boards, neither wrapped nor orthogonal"):
            safest_cell(view)
    with pytest.raises(ParameterError, match="shows mines"):
        safest_cell(View.parse("1x3 mines=1\n* 1 ."))
    with pytest.raises(InconsistentViewError, match=r"^no layout fits the view"):
        safest_cell(View.parse("2x3 mines=1\n# # #\n# 5 #"))


def test_the_ends_of_its_range() -> None:
    assert safest_cell(View("2x3", 0, [-1] * 6)).chances == (0.0,) * 6
    assert safest_cell(View("2x3", 6, [-1] * 6)).cell is None
    assert safest_cell(View.parse("1x3 mines=1\nF 1 .")).cell is None


@pytest.mark.slow
def test_it_is_served_as_an_engine() -> None:
    assert list(ADAPTERS) == ["ms_toollib"]
    with SimpleEngine(["hypersweep", "engine", "--adapter", "ms_toollib"]) as engine:
        assert (engine.name, engine.version) == ("ms_toollib", searcher().version)
        answer = engine.go(View.parse("2x4 mines=2\n# # # #\n1 2 1 1"), wants=["chances"])
        assert (answer.cell, answer.chances) == ((0, 1), (1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
        with pytest.raises(EngineRefusalError, match="two-dimensional") as caught:
            engine.go(View("3x4x5", 2, [-1] * 60))
        assert caught.value.kind == "value"


def test_where_it_is_missing_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ms_toollib", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'hypersweep\[ms-toollib\]'"):
        searcher()
