"""The codes of cells are those of the compiled module."""

from __future__ import annotations

import pytest

from hypersweep import Grid, _native, codes


def test_the_codes_are_those_of_the_compiled_module() -> None:
    own = {name: getattr(codes, name) for name in codes.__all__ if name.isupper()}
    assert own == {name: code for name, code in _native.CODES.items() if name != "SILENT"}
    assert _native.CODES["SILENT"] == min(own.values()) - 1


@pytest.mark.parametrize(("shape", "kind"), [((3, 4), "h"), ((3,) * 9, "h"), ((3,) * 10, "i")])
def test_a_code_has_room_for_every_clue(shape: tuple[int, ...], kind: str) -> None:
    assert codes.code_format(Grid(shape)) == kind
