"""The JSON Schema and docs/json.md are correct."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hypersweep.formats import decode, encode, json_schema
from hypersweep.formats.schema import SCHEMA_FILE, write_schema

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "json.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
EXAMPLES: list[Any] = [json.loads(found) for found in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]


@pytest.mark.slow
def test_the_schema_that_is_shipped_is_that_of_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = SCHEMA_FILE.read_text(encoding="utf-8")
    monkeypatch.setattr("hypersweep.formats.schema.SCHEMA_FILE", tmp_path / "schema.json")
    write_schema()
    assert text == (tmp_path / "schema.json").read_text(encoding="utf-8"), (
        "write it anew: python -m hypersweep.formats.schema"
    )
    jsonschema.Draft202012Validator.check_schema(json.loads(text))


def test_there_are_examples_of_most_things() -> None:
    told = {example["type"] for example in EXAMPLES}
    assert told >= {"view", "change", "record", "analysis", "choice", "reason", "certificate"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["type"])
def test_examples_are_as_we_write_them(example: Any) -> None:
    jsonschema.Draft202012Validator(json_schema()).validate(example)
    assert encode(decode(example)) == example


def test_every_type_and_every_key_is_told() -> None:
    complaints = []
    for name, schema in json_schema()["$defs"].items():
        if name in ("line_case", "board_stats", "play_stats"):
            continue  # told of as a whole
        row = re.search(rf"\n\| `{name}` \|(.*)\n", TEXT)
        if row is None:
            complaints.append(name)
            continue
        keys = [key for key in schema["properties"] if key not in ("type", "version")]
        complaints += [f"{name}.{key}" for key in keys if f"`{key}`" not in row[1]]
    assert complaints == []
