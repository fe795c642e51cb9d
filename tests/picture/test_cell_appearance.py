"""Looks: every character means one thing, whether it is written or read."""

from __future__ import annotations

import pytest

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.cell_appearance import (
    ASCII,
    DONE,
    HIDDEN,
    READINGS,
    SYMBOLS,
    UNCOLOURED,
    excess_flags,
    too_many_flags,
)
from hypersweep.view import View

CODES = (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, 0)


@pytest.mark.parametrize("symbols", [ASCII, SYMBOLS, SYMBOLS | UNCOLOURED], ids=["ascii", "usual", "uncoloured"])
def test_what_is_written_is_read_as_what_it_was(symbols: dict[int, str]) -> None:
    ambiguous = {" ", "X"}
    assert all(READINGS[symbols[code]] == code for code in CODES if symbols[code] not in ambiguous)
    assert not ambiguous & READINGS.keys()


def test_every_set_has_a_character_of_its_own_for_what_must_be_told_apart() -> None:
    for symbols in (ASCII, SYMBOLS | UNCOLOURED):
        assert len({symbols[code] for code in CODES}) == len(CODES)
        assert all(len(symbol) == 1 for symbol in symbols.values())


def test_a_view_reads_nothing_otherwise() -> None:
    for symbol, code in READINGS.items():
        try:
            view = View.parse(f"1x2 mines=2\n{symbol} {symbol}")
        except ValueError:
            continue
        assert view.codes.tolist() == [code, code]


def test_looks_of_clues_with_too_many_flags_are_no_others() -> None:
    others = {*CODES, DONE, HIDDEN, *range(100)}
    assert not others & {too_many_flags(excess) for excess in range(1, 200)}
    assert [excess_flags(too_many_flags(excess)) for excess in (1, 26)] == [1, 26]
    assert {excess_flags(look) for look in others} == {0}
