"""The page's texts in its languages: plural forms, numbers, missing values and dates."""

from __future__ import annotations

from typing import get_args

import pytest

from hypersweep.web.multiplayer.ranking.verification import WhyNot
from node_calls import NodeCalls

NODE = NodeCalls


@pytest.mark.parametrize(
    ("known", "english", "german"),
    [
        (1, "2 games imported, 1 was here already.", "2 Spiele importiert, 1 war schon da."),
        (3, "2 games imported, 3 were here already.", "2 Spiele importiert, 3 waren schon da."),
    ],
)
def test_what_an_import_found_here_is_told_in_the_form_of_its_number(
    node: NodeCalls, known: int, english: str, german: str
) -> None:
    values = {"kept": 2, "known": known, "refused": 0}
    assert node.call("", "text", "en", "kept", "imported", values) == english
    assert node.call("", "text", "de", "kept", "imported", values) == german


def test_a_place_is_told_as_the_language_counts(node: NodeCalls) -> None:
    for place, english in [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (22, "22nd"), (113, "113th")]:
        values = {"place": place, "total": 1234, "time": "5 s"}
        assert node.call("", "text", "en", "best", "my_place", values) == f"You are {english} of 1,234 with 5 s."
        german = f"Du bist auf Platz {place} von 1.234 mit 5 s."
        assert node.call("", "text", "de", "best", "my_place", values) == german


@pytest.mark.parametrize("reason", [None, "", 0])
def test_a_value_that_is_missing_or_empty_is_not_told(node: NodeCalls, reason: object) -> None:
    for values in ({"until": "Monday"}, {"until": "Monday", "reason": reason}):
        assert node.call("", "text", "en", "admin", "banned", values) == "until Monday"
    values = {"until": "Monday", "reason": "spam"}
    assert node.call("", "text", "en", "admin", "banned", values) == "until Monday: spam"


def test_each_reason_why_a_game_does_not_count_has_a_text() -> None:
    node = NodeCalls()
    try:
        for language in ("en", "de"):
            texts = [node.call("", "text", language, "shared", f"why_{name}", {}) for name in get_args(WhyNot)]
            assert len(set(texts)) == len(get_args(WhyNot))
    finally:
        node.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "wanted", "locale"),
    [
        ("en", ["de-AT", "en-GB", "en-US"], "en-GB"),
        ("de", ["de-AT", "en-GB"], "de-AT"),
        ("de", ["en-GB", "den"], "de"),
        ("en", [], "en"),
    ],
)
def test_dates_are_written_as_the_browser_writes_the_language(
    node: NodeCalls, language: str, wanted: list[str], locale: str
) -> None:
    assert node.call("messages.js", "localeOf", language, wanted) == locale
