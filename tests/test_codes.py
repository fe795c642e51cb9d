"""The codes of cells are those of the compiled module."""

from __future__ import annotations

from hypersweep import _native, codes


def test_the_codes_are_those_of_the_compiled_module() -> None:
    own = {name: getattr(codes, name) for name in codes.__all__ if name.isupper()}
    assert own == {name: code for name, code in _native.CODES.items() if name != "SILENT"}
    assert _native.CODES["SILENT"] == min(own.values()) - 1
