"""The number of layouts consistent with a position: the page agrees with Python."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from hypersweep import Game, InconsistentViewError
from hypersweep.solve import analyse
from node_calls import NodeCalls, Refusal
from node_kernel import needs_kernels
from solver_views import random_view

if TYPE_CHECKING:
    from hypersweep import View

NODE = NodeCalls


def _same(node: NodeCalls, view: View) -> None:
    layouts = analyse(view).count_layouts()
    told = node.call("", "layouts", str(view), str(needs_kernels()))
    if layouts < 10**15:
        assert int(told["exactly"]) == layouts
    else:
        digits = str(layouts)
        assert told == {"leading": float(f"{digits[0]}.{digits[1:15]}"), "digits": len(digits) - 1}


def test_small_positions(node: NodeCalls) -> None:
    source = random.Random(3)
    for _ in range(300):
        view = random_view(source)
        try:
            _same(node, view)
        except InconsistentViewError:
            with pytest.raises(Refusal, match="InconsistentViewError"):
                node.call("", "layouts", str(view), str(needs_kernels()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "mines"), [("9x9", 10), ("16x30", 99), ("4x4x4x4", 15), ("5x5x5", 10), ("60x60", 400)]
)
def test_games_that_have_begun(node: NodeCalls, board: str, mines: int) -> None:
    for seed in range(4):
        game = Game(board, mines, seed=seed, rules="classic,first=opening")
        _same(node, game.view)
        game.open(tuple(side // 2 for side in game.grid.shape))
        _same(node, game.view)
