"""What a flag or a chord does under the settings for marks."""

from __future__ import annotations

import pytest

from hypersweep.ui_model.marking import ASSISTS, move_for

ALL = frozenset(ASSISTS)


@pytest.mark.parametrize(
    ("kind", "code", "assists", "is_drafting", "own"),
    [
        ("flag", -1, frozenset(), False, "flag"),
        ("chord", 2, frozenset(), True, "chord"),
        ("flag", -1, ALL, False, "cycle_flag"),
        ("flag", -1, ALL, True, "draft"),
        ("flag", -1, frozenset(), True, "draft"),
        ("flag", -2, ALL, True, "flag"),
        ("chord", 2, ALL, False, "flag_around"),
        ("open", -1, ALL, True, "open"),
    ],
)
def test_settings_and_drafts_change_what_a_key_does(
    kind: str,
    code: int,
    assists: frozenset[str],
    is_drafting: bool,
    own: str,
) -> None:
    assert move_for(kind, code, assists, is_drafting=is_drafting) == own
