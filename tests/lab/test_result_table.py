"""Results: rows for boards, players and pairs, and files that say what was done."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import fmean, stdev

import pytest
from pyarrow import parquet

from hypersweep import Layout
from hypersweep.errors import MissingExtraError
from hypersweep.formats.positions import read_positions
from hypersweep.lab import Experiment, Pairs, result_table, run_experiment
from hypersweep.lab.folder import RESULTS
from hypersweep.lab.result_table import KEY, pair_rows, player_rows, read_rows, result_rows, share_of
from hypersweep.lab.statistical_tests import BIT, EACH_PLAYER, WIN
from lab_worlds import small


@pytest.mark.parametrize("kind", ["winrate", "sweep", "compare"])
def test_files_hold_the_rows_and_what_was_done(kind: str, tmp_path: Path) -> None:
    rows = run_experiment(small(kind), folder=tmp_path)
    assert read_rows(tmp_path / RESULTS) == rows
    assert [(row["grid"], row["mines"], row["games"]) for row in rows] == [("3x4", 2, 50), ("3x4x5", 4, 50)]
    stated = json.loads(parquet.read_schema(tmp_path / RESULTS).metadata[KEY])
    assert Experiment.parse(stated["experiment"]) == small(kind)
    assert (stated["digest"], stated["program"]) == (small(kind).digest(), "hypersweep 0.1.0")


def test_rows_say_what_was_counted() -> None:
    (row,) = result_rows(small(), {1: (20, 15, 160, 60, 10, 40, 4, 0)})
    assert (row["games"], row["won"], row["win_rate"], row["density"]) == (20, 15, 0.75, 2 / 12)
    assert (row["mean_opened"], row["mean_moves"], row["mean_guesses"], row["estimated"]) == (8, 3, 0.5, 0.1)
    assert 0.5 < float(row["win_rate_low"] or 0) < 0.75 < float(row["win_rate_high"] or 0) < 1
    (own,) = result_rows(small(policies=["a:b"]), {1: (20, 15, 160, 60, 0, 0, 0, 3)})
    assert own["mean_guesses"] is own["estimated"] is None
    assert (row["given_up"], own["given_up"]) == (0, 3)
    assert result_rows(small(), {}) == []


def test_bounds_have_an_error_and_an_interval(tmp_path: Path) -> None:
    half, boards = WIN // 2, [("3x4", 2), ("3x4x5", 4)]
    experiment = small("bound", boards=boards, guesses=2)
    (row,) = result_rows(experiment, {1: (20, 3, 30 * half, 50 * half * half)})
    values = [0.5] * 10 + [1.0] * 10
    error = stdev(values) / 20**0.5
    assert (row["grid"], row["boards"], row["bound"], row["gave_up"], row["guesses"]) == ("3x4", 20, 0.75, 3, 2)
    assert (row["first_cell"], row["first_open"]) == ("0,0", "safe")
    assert row["error"] == pytest.approx(error)
    assert row["bound_low"] == pytest.approx(0.75 - 1.96 * error, abs=1e-5)
    (sure,) = result_rows(experiment, {1: (20, 0, 20 * WIN, 20 * WIN * WIN)})
    assert (sure["bound_low"], sure["bound"], sure["bound_high"], sure["error"]) == (1, 1, 1, 0)
    rows = run_experiment(small("bound", guesses=0), folder=tmp_path)
    assert read_rows(tmp_path / RESULTS) == rows
    assert [type(row["boards"]) for row in read_rows(tmp_path / RESULTS)] == [int, int]


def test_boards_too_hard_to_tell_are_left_out_of_the_share() -> None:
    figures = (200, 2100, 3, 2, 1, 0, 8, *(0, 0, 0, 0, 0))
    (row,) = result_rows(small("sweep"), {0: (20, 15, 160, 60, 10, 40, 4, 0, *figures)})
    assert (row["no_guess"], row["no_guess_rate"], row["undecided"]) == (6, 0.5, 8)
    assert (row["mean_three_bv"], row["grade_pair"]) == (10.0, 2)


def test_ambiguity_is_averaged_over_boards_played_by_deduction() -> None:
    played, figures = (20, 15, 160, 60, 10, 40, 4, 0), (200, 2100, 3, 1, 0, 0, 4)
    (row,) = result_rows(small("sweep"), {0: (*played, *figures, *(4, 8 * BIT, 40 * BIT * BIT, 24, 160))})
    assert (row["stuck"], row["stuck_rate"], row["mean_bits"], row["mean_frontier"]) == (4, 0.5, 1.0, 6.0)
    # Four finished boards have no bits, and the four others 6, 2, 0 and 0.
    assert row["mean_bits_error"] == pytest.approx(stdev([6, 2, 0, 0, 0, 0, 0, 0]) / 8**0.5)
    assert row["mean_frontier_error"] == pytest.approx(((160 - 4 * 36) / 3 / 4) ** 0.5)
    (row,) = result_rows(small("sweep"), {0: (*played, *figures[:2], *(0, 0, 0, 0, 20), *(0, 0, 0, 0, 0))})
    assert row["stuck_rate"] is row["mean_bits"] is row["mean_frontier"] is row["mean_frontier_error"] is None


def test_a_comparison_that_ended_leaves_out_what_was_played_beyond() -> None:
    sure, even = (20, 5, 15, 0, 0, 0, 0), (20, 10, 5, 5, 0, 0, 0)
    rows = result_rows(small("compare", stop=0.05), {0: sure, 1: even, 2: even})
    assert (rows[0]["games"], rows[0]["has_stopped"]) == (20, True)
    assert float(rows[0]["difference_low"] or 0) > 0
    rows = result_rows(small("compare"), {0: sure, 1: even, 2: even})
    assert (rows[0]["games"], rows[0]["has_stopped"]) == (60, False)


def test_the_p_of_a_comparison_that_looks_is_its_bets() -> None:
    counts = {0: (20, 10, 7, 3, 0, 0, 0)}
    pairs = Pairs(10, 7, 3, 0)
    ((looking,), (fixed,)) = (result_rows(small("compare", stop=stop), counts) for stop in (0.05, None))
    assert fixed["p_value"] == pairs.p_value()
    assert looking["p_value"] == min(1.0, 1 / pairs.evidence()) != pairs.p_value()
    assert looking["evidence"] == fixed["evidence"]


def test_a_bank_of_many_boards_is_written_group_by_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_experiment(small("boards"), folder=tmp_path / "one")
    monkeypatch.setattr(result_table, "_GROUP", 3)
    run_experiment(small("boards"), folder=tmp_path / "several")
    assert read_rows(tmp_path / "one" / RESULTS) == read_rows(tmp_path / "several" / RESULTS)
    assert [parquet.ParquetFile(tmp_path / name / RESULTS).num_row_groups for name in ("one", "several")] == [1, 3]


def test_a_bank_has_a_row_for_each_board(tmp_path: Path) -> None:
    (summary,) = run_experiment(small("boards"), folder=tmp_path)
    rows = read_rows(tmp_path / RESULTS)
    assert summary["boards"] == len(rows) == 7
    assert all(Layout.parse(str(row["board"])).mines == row["mines"] == 4 for row in rows)
    assert [row["index"] for row in rows] == list(range(7))


def test_positions_are_one_file(tmp_path: Path) -> None:
    experiment = small("positions", count=5, shard=2)
    rows = run_experiment(experiment, folder=tmp_path)
    file = read_positions(tmp_path / RESULTS)
    assert len(file) == len([*file]) == sum(int(row["positions"] or 0) for row in rows) > 0
    assert Experiment.parse(file.tags["experiment"]) == experiment


def test_without_pyarrow_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"hypersweep\[lab\]"):
        run_experiment(small(), folder=tmp_path / "run")
    assert not (tmp_path / "run").exists()
    assert run_experiment(small())[0]["games"] == 50


PLAYERS = ["safest", "quick=look-ahead@states=64", "a.b:c"]
EACH = [(30, 400, 60, 0, 0, 0, 0), (20, 380, 70, 0, 0, 0, 0), (10, 300, 0, 5, 1, 2, 3)]
# Of 25 layouts with a bound, 10 have 1 and 15 have 1/2. The first player won all of these, the second the former, and
# the third none.
BOUNDS, DISTANCES = (25, 4, 35 * WIN // 2, 55 * WIN * WIN // 4), (25, 35 * WIN // 2, 10, 10 * WIN, 0, 0)
COUNTS = (40, *BOUNDS, *(number for each in EACH for number in each), 18, 9, 8, *DISTANCES)


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
    assert [(row["bound"], row["bound_boards"], row["gave_up"]) for row in rows] == [(0.7, 25, 4)] * 3
    values = [1.0] * 10 + [0.5] * 15
    for row, won in zip(rows, (25, 10, 0), strict=True):
        distances = [value - (place < won) for place, value in enumerate(values)]
        assert row["bound_error"] == pytest.approx(stdev(values) / 5)
        assert row["distance"] == pytest.approx(fmean(distances))
        assert row["distance_error"] == pytest.approx(stdev(distances) / 5)
    (unknown, *_) = player_rows(experiment, (40, 0, 0, 0, 0, *COUNTS[5:-6], *(0,) * 6))
    names = ("bound", "bound_error", "distance", "distance_error")
    assert [unknown[name] for name in names] == [None] * 4


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
