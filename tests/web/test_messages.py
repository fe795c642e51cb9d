"""The page's texts in its languages: plural forms and dates."""

from __future__ import annotations

import pytest

from node_calls import NodeCalls


@pytest.mark.parametrize(
    ("known", "english", "german"),
    [
        (1, "2 games imported, 1 was here already.", "2 Spiele importiert, 1 war schon da."),
        (3, "2 games imported, 3 were here already.", "2 Spiele importiert, 3 waren schon da."),
    ],
)
def test_what_an_import_found_here_is_told_in_the_form_of_its_number(known: int, english: str, german: str) -> None:
    node = NodeCalls()
    try:
        values = {"kept": 2, "known": known, "refused": 0}
        assert node.call("", "text", "en", "kept", "imported", values) == english
        assert node.call("", "text", "de", "kept", "imported", values) == german
    finally:
        node.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "wished", "locale"),
    [
        ("en", ["de-AT", "en-GB", "en-US"], "en-GB"),
        ("de", ["de-AT", "en-GB"], "de-AT"),
        ("de", ["en-GB", "den"], "de"),
        ("en", [], "en"),
    ],
)
def test_dates_are_written_as_the_browser_writes_the_language(language: str, wished: list[str], locale: str) -> None:
    node = NodeCalls()
    try:
        assert node.call("messages.js", "localeOf", language, wished) == locale
    finally:
        node.close()
