"""Texts around a board: its heading, the lines for notes, and how much of a note fits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.content import Content
from textual.pilot import Pilot

from hypersweep.game import Game
from hypersweep.session.hint import Advice
from hypersweep.tui.notes import HEIGHTS, NoteLine, fitted, heading_content, hint_contents, result_contents

STANDING = Content("what stands there")


class Alone(App[None]):
    """A note line."""

    VERTICAL_BREAKPOINTS = HEIGHTS

    def compose(self) -> ComposeResult:
        yield NoteLine()


def show(script: Callable[[NoteLine, Pilot[None]], Awaitable[None]], size: tuple[int, int] = (40, 24)) -> None:
    async def run() -> None:
        app = Alone()
        async with app.run_test(size=size) as pilot:
            await script(app.query_one(NoteLine), pilot)

    asyncio.run(run())


async def gone(note: NoteLine, pilot: Pilot[None], text: str) -> None:
    """Wait until a text has disappeared."""
    for _ in range(500):
        if text not in str(note.content):
            return
        await pilot.pause(0.01)
    raise AssertionError(f"{text} stays")


@pytest.mark.parametrize(("lines", "height"), [(12, 1), (20, 1), (24, 1), (28, 2), (39, 2), (40, 3), (60, 3)])
def test_it_has_as_many_lines_as_the_screen_can_spare(lines: int, height: int) -> None:
    async def script(note: NoteLine, pilot: Pilot[None]) -> None:
        for text in ("", "a few words " * 40):
            note.say(text)
            await pilot.pause()
            assert note.size.height == height
            assert str(note.content).count("\n") < height

    show(script, size=(60, lines))


def test_a_message_comes_in_front_and_what_was_there_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.tui.notes._SAID", 0.1)

    async def script(note: NoteLine, pilot: Pilot[None]) -> None:
        note.set(STANDING)
        assert note.content == STANDING
        note.say("first")
        assert (str(note.content), note.message) == ("first", "first")
        note.say("second")
        assert str(note.content) == "second"
        await gone(note, pilot, "second")
        assert note.content == STANDING
        assert note.message == ""
        note.set(None)
        assert str(note.content) == ""
        assert not note.has_class("shown")

    show(script)


def test_what_is_put_there_later_is_seen_at_once() -> None:
    async def script(note: NoteLine, pilot: Pilot[None]) -> None:
        note.say("a message")
        note.set(STANDING)
        assert note.content == STANDING
        await pilot.pause()
        note.say("another")
        note.set()
        assert str(note.content) == ""

    show(script)


def test_a_warning_stays_behind_messages_and_in_front_of_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.tui.notes._SAID", 0.1)
    monkeypatch.setattr("hypersweep.tui.notes._WARNED", 60.0)

    async def script(note: NoteLine, pilot: Pilot[None]) -> None:
        note.warn("the disk is full")
        note.say("a message")
        assert str(note.content) == "a message"
        await gone(note, pilot, "a message")
        assert str(note.content) == "the disk is full"
        # A request for another text is met a little later.
        note.set(STANDING)
        assert str(note.content) == "the disk is full"
        await gone(note, pilot, "the disk is full")
        assert note.content == STANDING

    show(script)


def test_a_resize_shows_what_fits_then() -> None:
    async def script(note: NoteLine, pilot: Pilot[None]) -> None:
        note.set(Content("a long text for those who have room"), Content("a short one"))
        assert str(note.content).startswith("a long")
        await pilot.resize_terminal(20, 24)
        await pilot.pause()
        assert str(note.content) == "a short one"
        await pilot.resize_terminal(9, 24)
        await pilot.pause()
        assert str(note.content) == "a…"

    show(script)


@given(
    st.lists(st.text("ab ", max_size=60).map(str.strip), min_size=1, max_size=3), st.integers(2, 30), st.integers(1, 3)
)
def test_what_is_shown_fits_and_is_cut_between_words(texts: list[str], width: int, height: int) -> None:
    shown = fitted([Content(text) for text in texts], width, height)
    lines = shown.wrap(width)
    assert len(lines) <= height
    assert all(line.cell_length <= width for line in lines)
    whole = [text for text in texts if len(Content(text).wrap(width)) <= height]
    if whole:
        assert str(shown) == whole[0]
    else:
        assert str(shown).endswith("…")
        words = texts[-1].split()
        kept = str(shown)[:-1].split()
        # Only words longer than a line are broken.
        assert "".join(words).startswith("".join(kept))
        if all(len(word) < width for word in words):
            assert kept == words[: len(kept)]


@pytest.mark.parametrize("width", range(12, 40))
def test_no_line_ends_within_a_cell(width: int) -> None:
    text = Content.assemble(
        ("Hint 3  ", "bold"), "the 2 at (0, 0, 12) touches (0, 0, 13) and (0, 1, 13): both are mines"
    )
    for height in (20, 2):
        shown = fitted([text], width, height)
        lines = str(shown).split("\n")
        assert all(len(line) <= width and line.count("(") == line.count(")") for line in lines), lines
        assert len(lines) <= height
        assert shown.spans[0].style == "bold"
        assert str(text).startswith(" ".join(lines).rstrip("…"))


@pytest.mark.parametrize(
    ("board", "mines", "rules", "text"),
    [
        ("9x9", 10, "classic,first=opening", "Beginner · 9x9"),
        ("9x9", 10, "classic", "Beginner · 9x9 · first click safe"),
        ("3x4", 2, "classic", "3x4, 2 mines"),
        ("3x4", 2, "esp", "3x4, 2 mines · esp"),
    ],
)
def test_it_says_what_cannot_be_known_otherwise(board: str, mines: int, rules: str, text: str) -> None:
    assert str(heading_content(Game(board, mines, rules=rules))) == text


LONG = "The 1 at (0, 1) has its mine, and so much more can be said of it."


def test_a_hint_says_what_can_be_done_next() -> None:
    advice = Advice("safe", [lambda _: "Look.", lambda _: "It is safe.", (lambda _: LONG, lambda _: "Why.")])
    assert str(hint_contents(advice.hint(1))[0]) == "Hint 1  Look.   ? for more"
    assert str(hint_contents(advice.hint(3))[0]) == f"Hint 3  {LONG}"
    marked = Advice("safe", [(lambda _: LONG, lambda _: "Why.")], clues=((0, 1),)).hint(1)
    shown = [str(fitted(hint_contents(marked), width, 1)) for width in (99, 60, 30, 20, 7)]
    assert shown == [
        f"Hint 1  {LONG}   n goes there",
        "Hint 1  Why.   M in full, n goes there",
        "Hint 1  Why.   M in full",
        "Hint 1  Why.",
        "Why.",
    ]


def test_a_result_fits_into_the_lines_there_are() -> None:
    contents = result_contents("You won in 9.0 s", ["your best time on 3x4", "your best"], "3BV 5", is_won=True)
    keys = "r next, c share, v review"
    rooms = [(80, 3), (80, 2), (80, 1), (72, 1), (60, 1), (40, 1), (30, 1), (18, 1)]
    assert [str(fitted(contents, *room)) for room in rooms] == [
        f"You won in 9.0 s   your best time on 3x4\n3BV 5\n{keys}",
        f"You won in 9.0 s   your best time on 3x4\n3BV 5   {keys}",
        f"You won in 9.0 s   your best time on 3x4   3BV 5   {keys}",
        f"You won in 9.0 s   your best time on 3x4   {keys}",
        "You won in 9.0 s   your best time on 3x4   c share",
        "You won in 9.0 s   your best   c share",
        "You won in 9.0 s   your best",
        "You won in 9.0 s",
    ]
