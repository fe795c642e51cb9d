"""The page's saved games: damaged rows, and exporting and importing all games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from hypersweep.record import load_games
from node_kernel import NodeKernel
from random_games import careless_game
from seeds import seeds

if TYPE_CHECKING:
    from pathlib import Path

NODE = partial(NodeKernel, "kept.mjs")

RECORDS = [careless_game("5x6", 4, "classic", seed).format() for seed in range(4)]


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(20))
def test_a_damaged_row_breaks_nothing(node: NodeKernel, seed: int) -> None:
    assert node.ask("damage", records=RECORDS, count=150, seed=seed) == []


def test_damaged_settings_are_as_usual(node: NodeKernel) -> None:
    assert node.ask("settings") == []


@pytest.mark.slow
@pytest.mark.parametrize("reviewed", [None, 3])
def test_games_travel_to_another_browser(node: NodeKernel, tmp_path: Path, reviewed: int | None) -> None:
    told = node.ask("travel", records=RECORDS, reviewed=reviewed)
    assert told["after"] == told["before"]
    assert len(told["before"]["rows"]) == len(RECORDS)
    assert len(told["before"]["running"]) == 1
    count = len(RECORDS) + 1
    assert counts(told["imported"]) == (count, 0, 0)
    assert counts(told["again"]) == counts(told["older"]) == (0, count, 0)
    file = tmp_path / "games.sweep"
    file.write_text(told["text"], encoding="utf-8")
    assert len(list(load_games(file))) == count


def counts(told: dict[str, Any]) -> tuple[int, int, int]:
    return told["kept"], told["known"], told["refused"]


@pytest.mark.slow
def test_an_import_counts_what_it_refuses(node: NodeKernel) -> None:
    broken = RECORDS[1].replace(": 1", ": 2", 1).replace(" open ", " opne ", 1)
    text = "\n".join([RECORDS[0], broken, RECORDS[0], RECORDS[2], "hypersweep-record: 1\n"])
    told = node.ask("part", text=text)
    assert counts(told) == (2, 1, 2)
    first = RECORDS[0].count("\n") + 1
    assert told["first"]["game"] == 2
    assert told["first"]["line"] == first + broken[: broken.index(" opne ")].count("\n") + 1
    assert told["first"]["detail"]["what"] == "record_event"
    assert (told["rows"], told["records"], told["damage"]) == (2, 2, 0)


@pytest.mark.slow
def test_an_import_that_ends_early_keeps_whole_games(node: NodeKernel) -> None:
    text = "\n".join(careless_game("5x6", 4, "classic", seed).format() for seed in range(250))
    stopped = node.ask("part", text=text, stopAfter=120)
    assert stopped["isStopped"] is True
    assert 120 <= stopped["kept"] == stopped["rows"] == stopped["records"] <= 121
    full = node.ask("part", text=text, roomFor=300)
    assert full["failure"] == "QuotaExceededError"
    assert full["kept"] == full["rows"] == full["records"] == 100
    assert stopped["damage"] == full["damage"] == 0
