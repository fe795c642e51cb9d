"""The page about course systems names a test for each decision, and all these tests exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "courses.md"


def test_every_test_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    places = [*ROOT.glob("tests/courses/**/test_*.py"), ROOT / "tests" / "game" / "test_windowed.py"]
    found = {
        name
        for place in places
        if place.exists()
        for name in re.findall(r"^def (test_\w+)", place.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(named) > 30
    assert sorted(named - found) == []
