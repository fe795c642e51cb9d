"""Tables of an arena: players, pairs, all against all, and what they mean."""

from __future__ import annotations

from hypersweep.cli.arena_output import arena_lines
from hypersweep.lab.counts import Counts
from hypersweep.lab.results import result_rows
from lab_worlds import small

PLAYERS = ["safest", "quick=look-ahead@states=64", "a.b:c"]
# For each player: won, moves, guesses, given up, illegal, late, crashed; then the boards that both of a pair won.
COUNTS: Counts = (40, *(30, 400, 60, 0, 0, 0, 0), *(29, 380, 70, 0, 0, 0, 0), *(10, 300, 0, 5, 1, 0, 3), 25, 9, 8)
CLOSE: Counts = (
    1000,
    *(600, 900, 9, 0, 0, 0, 0),
    *(600, 900, 9, 0, 0, 0, 0),
    *(600, 900, 0, 0, 0, 0, 0),
    600,
    600,
    600,
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
    assert "intervals that hold at once, with 95 %\n" in legend


def test_two_players_need_no_cross_table_and_nothing_is_hidden() -> None:
    experiment = small("arena", boards=[("3x4", 2)], policies=PLAYERS[:2], count=40, shard=40)
    lines = arena_lines(experiment, result_rows(experiment, {0: (*COUNTS[:15], 25)}))
    assert not any("at once" in line or line.startswith("table") for line in lines)
    assert "faults" not in lines[0]
    assert lines[1].endswith("1.50          -        -")


def test_what_looking_costs_is_told() -> None:
    text = "\n".join(lines_of(CLOSE, stop=0.01, margin=0.02))
    assert text.count("within 2 %") == 3
    assert "with 99 %, however often" in text
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
