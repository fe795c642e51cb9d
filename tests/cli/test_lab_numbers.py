"""Numbers of results in words."""

from __future__ import annotations

from hypersweep.cli.lab_numbers import chance_of, decimal, is_within, number_of, share_text
from hypersweep.lab.result_table import Row
from lab_worlds import small


def test_what_is_not_known_is_a_dash() -> None:
    row: Row = {"rate": None, "rate_low": 0.0, "rate_high": 1.0}
    assert share_text(row, "rate") == decimal(None) == "-"
    assert share_text({"rate": 0.25, "rate_low": 0.0, "rate_high": 1.0}, "rate") == " 25.00 % (0.00 to 100.00)"
    assert (number_of(None), number_of("3"), number_of(3)) == (0.0, 0.0, 3.0)


def test_how_sure_a_verdict_is() -> None:
    row: Row = {"difference_low": -0.01, "difference_high": 0.02}
    assert (is_within(row, 0.02), is_within(row, 0.015)) == (True, False)
    assert (chance_of(small("arena")), chance_of(small("arena", stop=0.01))) == (0.05, 0.01)
