"""Experiments' results as tables, lines of JSON and plots."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from pathlib import Path

import pytest

from hypersweep.cli.lab_output import (
    PlotOptions,
    _chance_of,
    _decimal,
    _is_within,
    _number_of,
    _share_text,
    add_plot_options,
    arena_lines,
    check_can_be_drawn,
    plot_options,
    result_lines,
    save_plots,
)
from hypersweep.cli_support.command_parser import CommandParser
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import WRITING_FAILED
from hypersweep.lab import KINDS, run_experiment
from hypersweep.lab.plots import PlotStyle
from hypersweep.lab.result_table import Row, result_rows
from hypersweep.lab.statistical_tests import WIN, Counts, add_up
from lab_worlds import small


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("arena", "bound")])
def test_tables_have_a_line_for_each_board(kind: str, tmp_path: Path) -> None:
    experiment = small(kind, count=9, shard=5)
    rows = run_experiment(experiment, folder=tmp_path)
    table, _, legend = result_lines(experiment, rows, is_json=False).partition("\n\n")
    heads, *lines = table.splitlines()
    assert bool(legend) == (kind in ("sweep", "compare"))
    assert [line.split()[:2] for line in lines] == [[str(board.grid), str(board.mines)] for board in experiment.boards]
    assert heads.split()[:2] == ["board", "mines"]
    assert all(line == line.rstrip() for line in (heads, *lines))
    assert [json.loads(line) for line in result_lines(experiment, rows, is_json=True).splitlines()] == rows


@pytest.mark.parametrize(
    ("first_open", "words"), [("any", "first open at"), ("safe", "first open safe at"), ("opening", "an opening at")]
)
def test_a_bound_is_a_sentence_for_each_board(first_open: str, words: str) -> None:
    half = WIN // 2
    experiment = small("bound", boards=[("7", 1), ("3x4~wrap=1", 1)], first="centre", first_open=first_open, shard=50)
    rows = result_rows(experiment, {0: (50, 0, 99 * half, 197 * half * half), 1: (50, 7, 50 * WIN, 50 * WIN * WIN)})
    one, two = result_lines(experiment, rows, is_json=False).splitlines()
    assert words in one
    assert one.startswith("7, 1 mine, first open")
    assert one.endswith(" at (3): best play wins at most 99.0 % (1.0)")
    assert two.startswith("3x4~wrap=1, 1 mine, first open")
    assert " at (1, 2): best play wins at most 100.0000 % (0); " in two
    assert two.endswith("7 of 50 layouts")
    assert [json.loads(line) for line in result_lines(experiment, rows, is_json=True).splitlines()] == rows


def verdict(pairs: tuple[int, int, int, int], **named: object) -> str:
    experiment = small("compare", boards=[("3x4", 2)], count=1000, shard=1000, **named)
    counts = add_up("compare", ())
    rows = result_rows(experiment, {0: (sum(pairs), *pairs, *counts[5:])})
    line = result_lines(experiment, rows, is_json=False).splitlines()[1]
    return line.split("  ")[-1].strip()


def test_a_comparison_ends_with_a_verdict() -> None:
    assert verdict((500, 300, 100, 100)) == "look-ahead is better"
    assert verdict((500, 100, 300, 100), stop=0.05) == "progress is better"
    assert verdict((500, 12, 10, 478)) == "undecided"
    assert verdict((500, 12, 10, 478), stop=0.05, margin=0.01) == "undecided"
    assert verdict((500, 12, 10, 478), stop=0.05, margin=0.1) == "within 10 %"
    text = result_lines(small("compare"), [], is_json=False)
    assert "McNemar" in text
    assert "its 95 % interval\n" in text
    text = result_lines(small("compare", stop=0.01), [], is_json=False)
    assert "McNemar" not in text
    assert "its 99 % interval, however often" in text


def test_what_is_not_known_is_a_dash() -> None:
    experiment = small(policies=["lab_worlds:first_covered"])
    table = result_lines(experiment, run_experiment(experiment), is_json=False)
    assert all(line.endswith(" -") for line in table.splitlines()[1:])
    assert result_lines(experiment, [], is_json=False).split()[0] == "board"


def plots(*words: str) -> PlotOptions:
    parser = CommandParser("hypersweep lab", "", "")
    add_plot_options(parser)
    return plot_options(parser.read(words))


def test_options_of_plots_are_looked_at_first(tmp_path: Path) -> None:
    assert plots() == PlotOptions((), None, PlotStyle())
    assert plot_options(Namespace()) == plots()
    files = str(tmp_path / "a.png"), "b.svg"
    assert plots("--plot", files[0], "--plot", files[1]).files == files
    style = PlotStyle(panels=("stuck_rate", "mean_bits"), size=(6.5, 3.0), has_log_x=True)
    words = ["--title", "", "--panels", "stuck_rate, mean_bits", "--size", "6.5x3", "--log", "x"]
    assert plots("--plot", "c.pdf", *words) == PlotOptions(("c.pdf",), "", style)
    for wrong, message in (
        (["--plot", "a.eps"], "ends in"),
        (["--plot", str(tmp_path / "nowhere" / "a.png")], "an existing folder"),
        (["--title", "x"], "--title needs --plot"),
        (["--plot", "a.pdf", "--size", "6"], "6.5x3"),
        (["--plot", "a.pdf", "--size", "0x3"], "a width from 1 to 100 inches"),
        (["--plot", "a.pdf", "--log", "z"], "--log"),
    ):
        with pytest.raises(ParameterError, match=message):
            plots(*wrong)


def test_results_without_rates_are_not_drawn() -> None:
    check_can_be_drawn(plots(), "boards")
    check_can_be_drawn(plots("--plot", "a.png", "--panels", "mean_bits"), "sweep")
    with pytest.raises(ParameterError, match=r"can.t plot boards: --plot supports only "):
        check_can_be_drawn(plots("--plot", "a.png"), "boards")
    with pytest.raises(ParameterError, match="got 'mean_bits'"):
        check_can_be_drawn(plots("--plot", "a.png", "--panels", "mean_bits"), "winrate")


@pytest.mark.slow
def test_plots_are_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    experiment = small()
    rows = run_experiment(experiment)
    assert save_plots("hypersweep lab", plots(), experiment, rows) == 0
    for title in ([], ["--title", "Small boards"]):
        words = ["--plot", str(tmp_path / "a.svg"), "--plot", str(tmp_path / "a.pdf"), *title]
        assert save_plots("hypersweep lab", plots(*words), experiment, rows) == 0
        drawn = (tmp_path / "a.svg").read_bytes()
        assert (b"<!-- Small boards -->" in drawn) == (b"<!-- Games of look-ahead -->" not in drawn) == bool(title)
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    bound = small("bound", guesses=0)
    assert save_plots("lab", plots("--plot", str(tmp_path / "a.svg")), bound, run_experiment(bound)) == 0
    assert b"<!-- Upper bound on best play -->" in (tmp_path / "a.svg").read_bytes()
    (tmp_path / "b.png").mkdir()
    assert save_plots("hypersweep lab", plots("--plot", str(tmp_path / "b.png")), experiment, rows) == WRITING_FAILED
    assert "can't write to" in capsys.readouterr().err


PLAYERS = ["safest", "quick=look-ahead@states=64", "a.b:c"]
# No bounds; for each player won, moves, guesses, given up, illegal, late, crashed; then the boards that both of a pair
# won, and no distances.
NONE = (0,) * 4
COUNTS: Counts = (
    40,
    *NONE,
    *(30, 400, 60, 0, 0, 0, 0),
    *(29, 380, 70, 0, 0, 0, 0),
    *(10, 300, 0, 5, 1, 0, 3),
    *(25, 9, 8),
    *(0,) * 6,
)
CLOSE: Counts = (
    1000,
    *NONE,
    *(600, 900, 9, 0, 0, 0, 0),
    *(600, 900, 9, 0, 0, 0, 0),
    *(600, 900, 0, 0, 0, 0, 0),
    600,
    600,
    600,
    *(0,) * 6,
)


def lines_of(counts: Counts = COUNTS, **changed: object) -> list[str]:
    board = [("3x4", 2)]
    experiment = small("arena", boards=board, policies=PLAYERS, count=counts[0], shard=counts[0], **changed)
    return arena_lines(experiment, result_rows(experiment, {0: counts}, {0: (1_000_000, 4_000, 123)}))


def test_three_tables_and_a_legend() -> None:
    text = "\n".join(lines_of())
    players, settings, pairs, cross, legend = text.split("\n\n")
    heads, *rows = players.splitlines()
    assert heads.startswith("board  mines  player  games  won  win rate ")
    assert heads.endswith("  ms a move  games/s  given up  faults")
    assert [row.split()[:5] for row in rows] == [
        ["3x4", "2", "safest", "40", "30"],
        ["3x4", "2", "quick", "40", "29"],
        ["3x4", "2", "c", "40", "10"],
    ]
    assert [row.split(")")[1].split() for row in rows] == [
        ["1.50", "2.5", "40", "0", "-"],
        ["1.75", "0.0105", "10,000", "0", "-"],
        ["-", "0.00041", "325,203", "5", "1", "illegal,", "3", "crashed"],
    ]
    assert settings.splitlines() == ["quick: look-ahead@states=64"]
    assert [line.split("  ")[-1].strip() for line in pairs.splitlines()[1:]] == [
        "undecided",
        "safest is better",
        "quick is better",
    ]
    assert [line.split() for line in cross.splitlines()] == [
        ["3x4,", "2", "mines", "safest", "quick", "c"],
        ["safest", "-", "+2.50", "+50.00*"],
        ["quick", "-2.50", "-", "+47.50*"],
        ["c", "-50.00*", "-47.50*", "-"],
    ]
    assert "by Holm for 3 pairs at once" in legend
    assert "simultaneous 95 % intervals\n" in legend


def test_two_players_need_no_cross_table_and_nothing_is_hidden() -> None:
    experiment = small("arena", boards=[("3x4", 2)], policies=PLAYERS[:2], count=40, shard=40)
    lines = arena_lines(experiment, result_rows(experiment, {0: (*COUNTS[:19], 25, *NONE)}))
    assert not any("at once" in line or line.startswith("table") for line in lines)
    assert "faults" not in lines[0]
    assert lines[1].endswith("1.50          -        -")


def test_players_have_a_distance_to_best_play_where_it_is_quick() -> None:
    boards = [("3x4", 2), ("40x50", 9), ("9x9", 40)]
    experiment = small("arena", boards=boards, policies=PLAYERS, count=40, shard=40, first_open="any")
    # Bounds are 1 on 20 boards and 1/2 on 20; the players win all, the first kind, and none of them.
    half = WIN // 2
    bounds, distances = (40, 3, 60 * half, 100 * half**2), (40, 60 * half, 20, 40 * half, 0, 0)
    rows = result_rows(experiment, {0: (40, *bounds, *COUNTS[5:-6], *distances), 1: COUNTS, 2: COUNTS})
    text = "\n".join(arena_lines(experiment, rows))
    players, _, about, *_, legend = text.split("\n\n")
    assert "win rate                   distance       guesses" in players
    shown = [re.split(" {2,}", line.split(")", 1)[1])[1] for line in players.splitlines()[1:]]
    assert shown == ["-25.0 % (4.0)", "25.0 % (4.0)", "75.0 % (4.0)", *"-" * 6]
    told = "best play wins at most 75.0 % (4.0); a part was too large to solve on 3 of 40 layouts"
    assert about.splitlines() == [
        f"3x4, 2 mines, first open at (0, 0): {told}",
        "40x50, 9 mines: no quick bound on best play; 'hypersweep lab bound' computes one",
        "9x9, 40 mines: no quick bound on best play; 'hypersweep lab bound' computes one",
    ]
    assert legend.startswith(
        "distance: percentage points to a quick upper bound on best play (standard error), on 40 boards"
    )
    narrow = arena_lines(experiment, rows, columns=80)
    assert all(len(line) <= 80 for line in narrow if "best play" in line)
    assert [line.split() for line in narrow[narrow.index("") + 1 :][:2]] == [
        ["player", "distance"],
        ["safest", "-25.0", "%", "(4.0)"],
    ]


def test_what_looking_costs_is_told() -> None:
    text = "\n".join(lines_of(CLOSE, stop=0.01, margin=0.02))
    assert text.count("within 2 %") == 3
    assert "99 % intervals, however often" in text
    assert "a running bet" in text
    assert " 0.00 " in text
    assert "-0.00" not in text


def test_on_a_narrow_terminal_each_board_has_tables_of_its_own() -> None:
    policies = ["look-ahead", "quick=look-ahead@states=64", "players.py:careful"]
    boards = [("9x9", 16), ("4x4x4", 10)]
    experiment = small("arena", boards=boards, policies=policies, count=40, shard=40)
    rows = result_rows(experiment, {0: COUNTS, 1: COUNTS}, {0: (1_000_000, 4_000, 123), 1: (9, 9, 9)})
    wide = arena_lines(experiment, rows)
    assert wide == arena_lines(experiment, rows, columns=max(map(len, wide)))
    narrow = arena_lines(experiment, rows, columns=80)
    blocks = "\n".join(narrow).split("\n\n")
    assert [block.splitlines()[0].split("  ")[0] for block in blocks] == [
        "9x9, 16 mines",
        "4x4x4, 10 mines",
        "quick: look-ahead@states=64",
        "9x9, 16 mines",
        "9x9, 16 mines",
        "4x4x4, 10 mines",
        "4x4x4, 10 mines",
        "alone: boards that only the first of a pair won : boards that only the second",
    ]
    assert [line.split()[0] for line in blocks[0].splitlines()[1:]] == ["player", "look-ahead", "quick", "careful"]
    heads, *pairs = blocks[3].splitlines()[1:]
    assert heads.split() == ["pair", "alone", "difference", "p", "better"]
    assert [line.split("  ")[-1].strip() for line in pairs] == ["undecided", "look-ahead", "quick"]
    assert all(len(line) <= 80 for block in blocks[2:] for line in block.splitlines())


def test_a_cross_table_too_wide_for_names_has_numbers() -> None:
    policies = [f"a.b:function_{letter}" for letter in "xyz"]
    experiment = small("arena", boards=[("3x4", 2)], policies=policies, count=40, shard=40)
    lines = arena_lines(experiment, result_rows(experiment, {0: COUNTS}), columns=40)
    assert [line.split()[:4] for line in lines if line[:1].isdigit() and "function" in line] == [
        ["1", "function_x", "-", "+2.50"],
        ["2", "function_y", "-2.50", "-"],
        ["3", "function_z", "-50.00*", "-47.50*"],
    ]
    assert "3x4, 2 mines        1        2        3" in lines


def test_an_unknown_number_is_a_dash() -> None:
    row: Row = {"rate": None, "rate_low": 0.0, "rate_high": 1.0}
    assert _share_text(row, "rate") == _decimal(None) == "-"
    assert _share_text({"rate": 0.25, "rate_low": 0.0, "rate_high": 1.0}, "rate") == " 25.00 % (0.00 to 100.00)"
    assert (_number_of(None), _number_of("3"), _number_of(3)) == (0.0, 0.0, 3.0)


def test_how_sure_a_verdict_is() -> None:
    row: Row = {"difference_low": -0.01, "difference_high": 0.02}
    assert (_is_within(row, 0.02), _is_within(row, 0.015)) == (True, False)
    assert (_chance_of(small("arena")), _chance_of(small("arena", stop=0.01))) == (0.05, 0.01)
