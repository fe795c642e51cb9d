"""What the first open finds where nobody says it for the board at hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CLASSIC, Game, Grid, HypersweepError, Rules
from hypersweep.controls.wishes import SETTING, WISHES, first_open_text, saved_wish, settle_first_open
from hypersweep.session import Store
from strategies import grids


@given(grids(max_cells=200), st.integers(0, 200), st.sampled_from(list(WISHES)))
def test_a_default_stops_no_game(grid: Grid, mines: int, wish: str) -> None:
    try:
        Game(grid, mines, rules=CLASSIC)
    except HypersweepError:
        return
    rules, remark = settle_first_open(CLASSIC, grid, mines, wish)
    Game(grid, mines, rules=rules)
    assert not remark or rules == CLASSIC
    if wish and not remark:
        assert rules.first_open == wish


def test_only_the_first_open_changes() -> None:
    rules = Rules(chord=False)
    assert settle_first_open(rules, Grid("3x4x5"), 6)[0] == Rules(chord=False, first_open="opening")


@pytest.mark.parametrize(
    ("value", "wish"), [(None, ""), ("safe", "safe"), ("opening", "opening"), ("any", ""), (7, "")]
)
def test_a_setting_that_nobody_knows_counts_as_none(tmp_path: Path, value: object, wish: str) -> None:
    store = Store(tmp_path)
    store.settings.set(SETTING, value)
    assert saved_wish(store.settings) == wish


def test_the_first_open_in_a_sentence() -> None:
    texts = [first_open_text(Rules(first_open=first)) for first in ("any", "safe", "opening")]
    assert texts == ["first open is unprotected", "first open is safe", "first open is an opening"]
