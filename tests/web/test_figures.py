"""The page's statistics of games compared with hypersweep.stats."""

from __future__ import annotations

import random
from functools import partial

import pytest

from hypersweep.stats import play_stats
from node_kernel import NodeKernel
from records import random_record
from seeds import seeds

NODE = partial(NodeKernel, "play_driver.mjs")

# Figures with another name in Python.
NAMES = {"three_bv_done": "done", "three_bv_per_second": "threeBVPerSecond"}

# Figures that the page doesn't show.
NOT_SHOWN = ("zini_efficiency", "stnb", "misflags", "unflags", "slowest_seconds", "median_seconds")


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


@pytest.mark.parametrize("seed", seeds(400))
def test_figures_are_those_of_python(node: NodeKernel, seed: int) -> None:
    record = random_record(seed + 500, random.Random(seed).randrange(60))
    stats = play_stats(record)
    told = node.ask("figures", text=record.format())
    expected = stats.as_dict()
    board = expected.pop("board")
    for name in NOT_SHOWN:
        del expected[name]
    for name, value in expected.items():
        own = told[NAMES.get(name, camel(name))]
        # A power may differ in its last bit.
        assert own == (pytest.approx(value, rel=1e-12) if isinstance(value, float) else value), (name, record.format())
    # Before the first click a game of the page needn't know what its seed will give.
    if told["threeBV"] is not None:
        assert isinstance(board, dict)
        assert told["threeBV"] == board["three_bv"]
    else:
        assert board is None or stats.left == 0 or not stats.effective_left
