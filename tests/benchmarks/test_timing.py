from __future__ import annotations

import math

import pytest

import timing
from timing import Contender, Figure, Row


def test_contenders_take_turns_and_every_other_round_runs_backwards() -> None:
    ran: list[str] = []
    contenders = [
        Contender("a", lambda: ran.append("a"), prepare=lambda: ran.append("(")),
        Contender("b", lambda: ran.append("b"), rounds=2),
    ]
    figures = timing.side_by_side(contenders, 3)
    assert "".join(ran) == "(ab" + "(ab" + "b(a" + "(a"
    assert [len(figures[name].seconds) for name in "ab"] == [3, 2]


def test_a_contender_may_time_itself() -> None:
    read = Contender("child", lambda: "0.25", units=2, elapsed=lambda printed: float(str(printed)))
    figure = timing.side_by_side([read], 2, warm_up=False)["child"]
    assert figure.seconds == (0.25, 0.25)
    assert figure.rate == figure.median_rate == 8


def test_figures_are_best_and_median_rounds() -> None:
    figure = Figure("x", 12, (4.0, 2.0, 3.0))
    assert (figure.best, figure.rate, figure.median_rate, figure.cost) == (2, 6, 4, 2 / 12)


def test_a_ratio_is_the_median_of_rounds_side_by_side() -> None:
    ours = Figure("ours", 10, (1.0, 2.0, 5.0))
    other = Figure("other", 5, (1.0, 1.0, 10.0, 99.0))
    assert timing.ratio(ours, other) == 2  # of 2, 1 and 4
    assert timing.fastest({"ours": ours, "other": other}, ["other", "ours"]) is ours


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (4_812_345, "boards/s", "4.81 M boards/s"),
        (48_123, "boards/s", "48.1 k boards/s"),
        (999.6, "cells", "1000 cells"),
        (0.0021, "s", "2.10 ms"),
        (2.26e-9, "s/field", "2.26 ns/field"),
        (629e6, "B", "629 MB"),
        (0, "s", "0.00 ns"),
    ],
)
def test_short_figures(value: float, unit: str, expected: str) -> None:
    assert timing.short(value, unit) == expected


def test_tables_are_padded_and_say_what_was_reached(capsys: pytest.CaptureFixture[str]) -> None:
    timing.print_rows([Row("a", "1 s", "", "", "2 s", reached=True), Row("bb", "3 s", "", "", "2 s", reached=False)])
    lines = capsys.readouterr().out.strip().splitlines()
    assert len({len(line) for line in lines}) == 1
    assert [line.split("|")[6].strip() for line in lines[2:]] == ["yes", "**no**"]


def test_columns_of_some_rows_stand_in_the_table_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    timing.print_rows(
        [
            Row("a", "1 s", "x", "", "", None, {"scalar C": "2 s", "vectorised C": "3 s"}),
            Row("b", "4 s", "y", "", "", None),
            Row("c", "5 s", "z", "", "", None, {"vectorised C": "6 s"}),
        ]
    )
    table = [[cell.strip() for cell in line.split("|")[1:-1]] for line in capsys.readouterr().out.strip().splitlines()]
    assert table[0] == ["work", "ours", "scalar C", "vectorised C", "yardsticks", "ratio", "aim", "reached"]
    assert [row[1:5] for row in table[2:]] == [
        ["1 s", "2 s", "3 s", "x"],
        ["4 s", "", "", "y"],
        ["5 s", "", "6 s", "z"],
    ]


def test_sections_name_no_ratio_to_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    figures = [Figure("ours", 10, (1.0,)), Figure("other", 5, (1.0,))]
    timing.print_figures("title", figures, "ours", "boards")
    lines = capsys.readouterr().out.splitlines()
    assert [line.rstrip().endswith(" x") for line in lines[3:]] == [False, True]
    assert lines[4].split()[-2:] == ["2.00", "x"]


def test_machine_facts_name_packages_that_are_missing() -> None:
    facts = dict(timing.machine_facts(["numpy", "no-such-package"]))
    assert facts["no-such-package"] == "not installed"
    assert math.isfinite(float(facts["numpy"].split(".")[0]))
