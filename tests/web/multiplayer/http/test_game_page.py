"""Pages of finished games."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import msgspec
import pytest

from hypersweep.boards import PRESETS
from hypersweep.web.multiplayer.http.game_page import _WORDS, GAME_STYLE, _rules, game_page, language_of
from hypersweep.web.multiplayer.http_protocol import GameLine
from node_calls import NodeCalls

NODE = NodeCalls

GAME = GameLine(
    "AbCdEfGhIjKlMnOp",
    "Ann",
    "16x30",
    99,
    "classic",
    "won",
    61_230,
    1_795_000_000_000,
    is_ranked=True,
    verified=True,
    three_bv=150,
    clicks=190,
    guesses=3,
    unneeded_guesses=1,
    grade="pair",
)


class Page(HTMLParser):
    """The content of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.tags.append((tag, values))
        if tag == "meta" and "content" in values:
            self.meta[values.get("property") or values["name"]] = values["content"]

    def handle_data(self, data: str) -> None:
        self.text += data + "\n"


def page_of(game: GameLine, language: str = "en", **others: bool) -> Page:
    return Page(game_page(game, "https://sweep.example", language, **others))


def test_what_programs_read_that_show_previews() -> None:
    page = page_of(GAME)
    assert page.meta["og:title"] == "Ann won Expert (16×30, 99 mines) in 1:01.23"
    assert page.meta["og:image"] == "https://sweep.example/games/AbCdEfGhIjKlMnOp/picture.png"
    assert (page.meta["og:image:width"], page.meta["og:image:height"]) == ("1200", "630")
    assert page.meta["og:url"] == "https://sweep.example/games/AbCdEfGhIjKlMnOp"
    assert page.meta["twitter:card"] == "summary_large_image"
    assert ("a", {"class": "go", "href": "/#/shared/AbCdEfGhIjKlMnOp"}) in page.tags


def test_german_readers_read_german() -> None:
    page = page_of(GAME, "de")
    assert page.meta["og:title"] == "Ann hat Experte (16×30, 99 Minen) in 1:01,23 gewonnen"
    assert ("html", {"lang": "de"}) in page.tags
    assert "Geraten\n3-mal, davon 1-mal unnötig" in page.text
    assert page_of(GAME, "en").text.count("Guesses\n3, 1 of them unneeded") == 1


@pytest.mark.parametrize(
    ("rules", "english", "german"),
    [
        ("classic", "", ""),
        ("classic,first=opening", "", ""),
        ("classic,first=any", "first click unprotected", "erstes Aufdecken ungeschützt"),
        ("classic,first=opening,guess=never", "no guess", "ohne Raten"),
        ("classic,guess=never,grade=pair", "no guess, at most pairs", "ohne Raten, höchstens Paare"),
        ("esp,guess=punished", "esp, guesses punished", "esp, Raten wird bestraft"),
        ("classic,chord=off", "classic,chord=off", "classic,chord=off"),
    ],
)
def test_rules_are_told_where_they_are_not_the_usual_ones(rules: str, english: str, german: str) -> None:
    for language, words, name in (("en", english, "Rules\n"), ("de", german, "Regeln\n")):
        text = page_of(GameLine("id", "Ann", "3x4", 2, rules, "won", 5, 0), language).text
        assert (name + words + "\n" in text) if words else (name not in text)


def test_words_are_those_of_the_page(node: NodeCalls) -> None:
    for language in ("en", "de"):
        for name in PRESETS:
            game = GameLine("id", "Ann", *PRESETS[name], "classic", "won", 5, 0)
            preset = node.call("", "text", language, "page", f"preset_{name}")
            assert f" {preset} (" in page_of(game, language).meta["og:title"]
        for rules in ("classic,guess=never", "classic,guess=punished", "classic,first=any", "esp"):
            for grade in ("clue", "pair", "set") if rules.endswith("never") else ("",):
                whole = f"{rules},grade={grade}" if grade else rules
                kind = {"board": "3x4", "mines": 2, "rules": whole}
                title = node.call("", "boardTitle", language, kind)
                note = _rules(whole, language)
                assert title.endswith(f", {note}"), (title, note)


def test_both_languages_have_the_same_words() -> None:
    assert _WORDS["en"].keys() == _WORDS["de"].keys()
    for name, text in _WORDS["en"].items():
        assert sorted(re.findall(r"{\w*}", text)) == sorted(re.findall(r"{\w*}", _WORDS["de"][name])), name


def test_nothing_of_a_name_gets_into_the_page() -> None:
    for name in ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{board}", "&amp;", "'"):
        game = GameLine("id", name, "3x4", 1, "classic", "lost", 5, 0)
        page = page_of(game)
        assert [tag for tag, _ in page.tags if tag in ("script", "style")] == []
        assert not any(attribute.startswith("on") for _, values in page.tags for attribute in values)
        assert page.meta["og:title"] == f"{name} lost 3×4, 1 mine after 0.00 s"


def test_a_moderator_s_decision_is_told() -> None:
    waiting = msgspec.structs.replace(GAME, why_not="review")
    assert "under review" in page_of(waiting).text
    assert "wird überprüft" in page_of(waiting, "de").text
    void = msgspec.structs.replace(GAME, why_not="void", decision="void", decided_why="a <program>")
    assert "voided: a <program>" in page_of(void).text
    assert "<program>" not in game_page(void, "https://sweep.example", "de")
    accepted = msgspec.structs.replace(GAME, decision="passed", decided_why="watched")
    assert "verified by replay" in page_of(accepted).text


def test_both_times_are_shown_where_they_differ() -> None:
    changed = msgspec.structs.replace(GAME, lag=120)
    assert "1:01.23; 1:01.35 by the server's clock" in page_of(changed).text
    assert "1:01,23; 1:01,35 nach der Uhr des Servers" in page_of(changed, "de").text
    for lag in (0, 1):
        assert "server's clock" not in page_of(msgspec.structs.replace(GAME, lag=lag)).text


def test_no_script_and_no_style_of_its_own() -> None:
    text = game_page(GAME, "https://sweep.example", "en")
    assert not re.search(r"<script|<style|style=|javascript:| on\w+=", text)
    assert "<" not in GAME_STYLE


def test_who_is_gone_and_what_nobody_may_see() -> None:
    page = page_of(GameLine("id", "deleted", "3x4", 2, "classic", "won", 5, 0), has_picture=False)
    assert page.meta["og:title"].startswith("Somebody won")
    assert "og:image" not in page.meta
    assert "img" not in [tag for tag, _ in page.tags]


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "verified by replay"),
        ({"verified": None}, "to be verified"),
        ({"verified": False, "why_not": "record"}, "doesn't count"),
        ({"why_not": "helped"}, "doesn't count"),
        ({"is_ranked": False}, "not ranked"),
    ],
)
def test_whether_it_counts(changes: dict[str, object], state: str) -> None:
    import msgspec

    assert state in page_of(msgspec.structs.replace(GAME, **changes)).text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH, en;q=0.9", "de"),
        ("en;q=0.1, de;q=0.2", "de"),
        ("de;q=0, en", "en"),
        ("fr,es", "en"),
        ("DE", "de"),
        ("de;q=nonsense, en;q=0.1", "en"),
        (",,;;q=,de" * 1000, "de"),
        ("german", "en"),
    ],
)
def test_the_language_of_a_reader(accepted: str, language: str) -> None:
    assert language_of(accepted) == language
