"""What docs/record.md shows is true: its sample and its tables."""

from __future__ import annotations

import re
from pathlib import Path

from hypersweep import Record
from hypersweep.record.event import KINDS
from hypersweep.record.text_form import MEDIA_TYPE, OWN_TAGS, SUFFIX

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "record.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_the_sample_is_a_record_as_we_write_it() -> None:
    match = re.search(r"```text\n(hypersweep-record.*?)```", TEXT, re.DOTALL)
    assert match is not None
    record = Record.parse(match[1])
    assert record.format() == match[1]
    record.verify()


def test_every_tag_is_in_the_table() -> None:
    names = (*OWN_TAGS, "start", "player", "program")
    assert [name for name in names if f"\n| `{name}` |" not in TEXT] == []


def test_every_event_is_in_the_table() -> None:
    assert [kind for kind in KINDS if not re.search(rf"\n\| .*`{kind}[ :`]", TEXT)] == []


def test_names_are_told() -> None:
    assert SUFFIX in TEXT
    assert MEDIA_TYPE in TEXT
