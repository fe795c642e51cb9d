"""Boards and positions made by shards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hypersweep import Layout
from hypersweep.errors import GenerationError
from hypersweep.formats.positions import read_positions
from hypersweep.formats.positions_played import positions_of_games
from hypersweep.generate import Certificate, no_guess, solvable_from, verify
from hypersweep.lab import dataset_jobs
from hypersweep.lab.dataset_jobs import make_boards, make_positions
from hypersweep.stats import three_bv
from lab_worlds import small


def test_boards_need_no_guess_and_can_be_made_again() -> None:
    experiment = small("boards")
    texts = []
    for number in range(experiment.shards):
        counts, data = make_boards(experiment, experiment.shard_at(number))
        boards = [json.loads(line) for line in data.splitlines()]
        assert counts[:2] == (len(boards), len(boards))
        assert counts[2] == sum(board["three_bv"] for board in boards)
        for board in boards:
            layout = Layout.parse(board["board"])
            assert layout == no_guess("5x6", 4, (2, 3), seed=int(board["seed"]))
            assert (board["grade"], board["three_bv"]) == (solvable_from(layout, (2, 3)).grade, three_bv(layout))
            verify(Certificate.parse(board["certificate"]))
            texts.append((board["index"], board["board"]))
    assert [index for index, _ in texts] == list(range(7))
    assert len(set(texts)) == 7
    whole, all_of_it = make_boards(small("boards", shard=7), small("boards", shard=7).shard_at(0))
    assert [json.loads(line)["board"] for line in all_of_it.splitlines()] == [text for _, text in texts]
    assert whole[0] == 7


def test_boards_that_are_not_found_are_counted_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def seldom(*arguments: Any, **named: Any) -> Layout:
        if named["seed"] % 3 == 0:
            raise GenerationError("none was found")
        return no_guess(*arguments, **named)

    experiment = small("boards", shard=7)
    _, everything = make_boards(experiment, experiment.shard_at(0))
    monkeypatch.setattr(dataset_jobs, "no_guess", seldom)
    counts, data = make_boards(experiment, experiment.shard_at(0))
    kept = [line for line in everything.splitlines() if int(json.loads(line)["seed"]) % 3]
    assert data.splitlines() == kept
    assert counts[:2] == (7, len(kept))
    assert 0 < len(kept) < 7


def test_where_no_seed_has_a_board_none_is_tried_but_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def counted(*arguments: Any, **named: Any) -> Layout:
        tried.append(named["seed"])
        return no_guess(*arguments, **named)

    monkeypatch.setattr(dataset_jobs, "no_guess", counted)
    experiment = small("boards", boards=[("2x3", 1)], first=(0, 1), first_open="safe", shard=7)
    counts, data = make_boards(experiment, experiment.shard_at(0))
    assert (counts[:2], data) == ((7, 0), b"")
    assert len(tried) == 1


def test_positions_are_those_of_the_games(tmp_path: Path) -> None:
    experiment = small("positions", boards=[("4x5", 4)], count=5, shard=3)
    found = []
    for number in range(2):
        counts, data = make_positions(experiment, experiment.shard_at(number))
        path = tmp_path / f"{number}.parquet"
        path.write_bytes(data)
        positions = [*read_positions(path)]
        assert counts == ((3, 2)[number], len(positions), 0)
        found += positions
    whole = [*positions_of_games("4x5", 4, seed=7, games=5)]
    assert sorted(map(repr, found)) == sorted(map(repr, whole))
    assert {position.source for position in found} <= {f"game {index} of seed 7" for index in range(5)}
