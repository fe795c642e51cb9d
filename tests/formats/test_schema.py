"""The JSON Schema and docs/json.md: both are true."""

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


@pytest.mark.parametrize("definition", json_schema()["$defs"].items(), ids=lambda item: item[0])
def test_every_type_and_every_key_is_told(definition: tuple[str, Any]) -> None:
    name, schema = definition
    if name in ("line_case", "board_stats", "play_stats"):
        return  # told of as a whole
    row = re.search(rf"\n\| `{name}` \|(.*)\n", TEXT)
    assert row is not None
    for key in schema["properties"]:
        assert key in ("type", "version") or f"`{key}`" in row[1], key
