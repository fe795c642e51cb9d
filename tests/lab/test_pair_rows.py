"""Rows of players and of pairs say what was counted."""

from __future__ import annotations

import pytest

from hypersweep.lab import Pairs
from hypersweep.lab.pair_rows import pair_rows, player_rows, share_of
from hypersweep.lab.statistical_tests import EACH_PLAYER
from lab_worlds import small

PLAYERS = ["safest", "quick=look-ahead@states=64", "a.b:c"]
EACH = [(30, 400, 60, 0, 0, 0, 0), (20, 380, 70, 0, 0, 0, 0), (10, 300, 0, 5, 1, 2, 3)]
COUNTS = (40, *(number for each in EACH for number in each), 18, 9, 8)


def test_each_player_has_a_row() -> None:
    experiment = small("arena", policies=PLAYERS)
    rows = player_rows(experiment, COUNTS, (2_000_000, 0, 3_000_000))
    assert [row["player"] for row in rows] == ["safest", "quick", "c"]
    assert [row["states"] for row in rows] == [None, 64, None]
    assert [row["mean_guesses"] for row in rows] == [1.5, 1.75, None]
    assert [row["faults"] for row in rows] == [0, 0, 6]
    assert [rows[2][name] for name in EACH_PLAYER[-4:]] == [5, 1, 2, 3]
    assert [row["games_a_second"] for row in rows] == [20.0, None, pytest.approx(40 / 3)]
    assert [row["ms_a_move"] for row in rows] == [5.0, None, 10.0]
    assert player_rows(experiment, COUNTS)[0]["ms_a_move"] is None


def test_each_pair_has_a_row() -> None:
    rows = pair_rows(small("arena", policies=PLAYERS), COUNTS)
    assert [(row["first"], row["second"]) for row in rows] == [("safest", "quick"), ("safest", "c"), ("quick", "c")]
    pairs = [Pairs(18, 12, 2, 8), Pairs(9, 21, 1, 9), Pairs(8, 12, 2, 18)]
    for row, each in zip(rows, pairs, strict=True):
        counted = (row["both"], row["first_alone"], row["second_alone"], row["neither"])
        assert counted == (each.both, each.first_alone, each.second_alone, each.neither)
        assert row["p_value"] == each.p_value()
        assert row["p_holm"] >= each.p_value()  # type: ignore[operator]
        assert row["difference_low"] < each.interval()[0]  # type: ignore[operator]
    assert [row["better"] for row in rows] == ["safest", "safest", "quick"]
    assert [(row["first_given_up"], row["second_given_up"]) for row in rows] == [(0, 0), (0, 5), (0, 5)]


def test_shares_have_intervals() -> None:
    found = share_of("share", 7, 12)
    assert [round(float(found[name] or 0), 3) for name in ("share", "share_low", "share_high")] == [0.583, 0.32, 0.807]
