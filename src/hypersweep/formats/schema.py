"""JSON Schema for all JSON documents; ``python -m hypersweep.formats.schema`` updates ``schema.json``."""

from __future__ import annotations

import json
from pathlib import Path

from hypersweep.formats.json_document import json_schema

__all__ = ["SCHEMA_FILE", "write_schema"]

SCHEMA_FILE = Path(__file__).with_name("schema.json")
"""Path of the schema file, next to this module."""


def write_schema() -> None:
    """Write the schema to ``schema.json``."""
    SCHEMA_FILE.write_text(json.dumps(json_schema(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_schema()
