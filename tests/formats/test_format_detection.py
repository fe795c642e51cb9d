from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import ParameterError
from hypersweep.formats.files import KINDS
from hypersweep.formats.format_detection import FILE_FORMATS, fitting_formats, format_of_name, named_format


def test_every_format_is_whole() -> None:
    complaints = []
    for form in FILE_FORMATS:
        module = importlib.import_module(f"hypersweep.formats.{form.module}")
        checks = {
            "name": named_format(form.name) is form,
            "kinds": bool(form.kinds) and set(form.kinds) <= KINDS.keys(),
            "reader": callable(getattr(module, form.reader, None)),
            "writer": callable(getattr(module, form.writer, None)),
            "extensions": all(format_of_name(f"Game{extension.upper()}") is form for extension in form.extensions),
        }
        complaints += [f"{form.name}: {what}" for what, holds in checks.items() if not holds]
    assert complaints == []


def test_names_and_extensions_are_used_once() -> None:
    names = [form.name for form in FILE_FORMATS]
    extensions = [extension for form in FILE_FORMATS for extension in form.extensions]
    assert len(set(names)) == len(names)
    assert len(set(extensions)) == len(extensions)
    with pytest.raises(ParameterError, match="did you mean 'json'"):
        named_format("jsonn")


@given(st.binary(max_size=80))
def test_any_bytes_may_be_looked_at(data: bytes) -> None:
    fitting = fitting_formats(data)
    assert len(set(fitting)) == len(fitting)


@pytest.mark.parametrize("level", ["08080a", "10100028", "1e100063"])
def test_the_beginning_of_an_old_mvf_file_may_be_looked_at(level: str) -> None:
    data = bytes.fromhex(level)
    for end in range(len(data) + 1):
        assert "mvf" not in [form.name for form in fitting_formats(data[:end])]


def test_a_name_decides_where_several_fit() -> None:
    data = b"2x3 mines=1\n##1\n111\n"
    assert fitting_formats(data, "x.txt")[0].name == "position"
    assert format_of_name("somewhere/avf") is None


def test_every_format_is_in_the_documents() -> None:
    text = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip(): line for line in text.splitlines() if line.startswith("| `")}
    assert rows.keys() == {f"`{form.name}`" for form in FILE_FORMATS}
    for form in FILE_FORMATS:
        row = rows[f"`{form.name}`"]
        assert all(f"`{extension}`" in row for extension in form.extensions)
        assert all(kind in row.split("|")[3] for kind in form.kinds)
