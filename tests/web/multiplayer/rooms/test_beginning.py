"""Starts of studies: games, files, board IDs and empty boards; others are refused."""

from __future__ import annotations

import pytest

from hypersweep import Layout, Record
from hypersweep.record import Event
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import RoomWish
from hypersweep.web.multiplayer.rooms import beginning, study_state
from hypersweep.web.multiplayer.rooms.beginning import first_record, prepared
from records import random_record


def begun(**wish: object) -> Record:
    """Return the start of a study."""
    return first_record(RoomWish("study", **wish), largest_board=1000)  # type: ignore[arg-type]


def test_a_board_id_is_a_board() -> None:
    layout = Layout.random("3x4", 2, seed=1)
    record = begun(board=str(layout), rules="esp")
    assert (record.layout, record.events, record.rules.first_open) == (layout, (), "any")
    record.verify()


def test_an_empty_board_keeps_what_the_first_open_is_promised() -> None:
    record = begun(board="5x6", mines=4, rules="classic,first=opening")
    assert (record.stated_layout, record.rules.first_open) == (None, "opening")
    assert record.seed is not None
    assert begun(board="5x6", mines=4).seed != record.seed


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_a_game_that_was_played_is_studied(seed: int) -> None:
    record = random_record(seed)
    if record.rules.guess != "allowed" and record.layout is None:
        return
    studied = begun(record=record.format())
    assert studied.events == record.events
    assert studied.rules.guess == "allowed"
    studied.verify()


@pytest.mark.parametrize("guess", ["never", "punished"])
def test_a_board_that_takes_a_search_is_told(guess: str) -> None:
    from hypersweep import Game, Rules

    game = Game("4x5", 3, seed=3, rules=Rules(first_open="opening", guess=guess))  # type: ignore[arg-type]
    game.open((0, 0))
    record = Record.of(game)
    text = record.format()
    studied = begun(record=text)
    assert studied.layout == record.layout
    assert (studied.seed, studied.rules.guess) == (None, "allowed")
    with pytest.raises(RefusedError) as caught:
        prepared(text, largest_board=1000, is_quick=True)
    assert caught.value.what == "study_search"


@pytest.mark.parametrize(
    ("wish", "what"),
    [
        ({"board": "3xx"}, "study_board"),
        ({"board": "3x4", "mines": 13}, "study_board"),
        ({"board": "3x4", "mines": 2, "rules": "nobody's"}, "study_board"),
        ({"board": "3x4.zzz"}, "study_board"),
        ({"board": "100x100", "mines": 9}, "study_board"),
        ({"record": ""}, "study_record"),
        (
            {"record": "hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\n\n0 open 0 0: 6\n"},
            "study_no_layout",
        ),
        ({"record": Record("100x100", 9, seed=1).format()}, "study_record"),
        ({"record": Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 5)]).format()}, "study_record"),
        ({"record": Record("3x4", 2, seed=7, rules="classic,guess=never").format()}, "study_no_layout"),
        ({"record": "x" * (1 << 20) + "y"}, "study_text"),
    ],
)
def test_what_can_t_be_studied_is_refused(wish: dict[str, object], what: str) -> None:
    with pytest.raises(RefusedError) as caught:
        begun(**wish)
    assert caught.value.what == what


def test_a_record_of_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]).format()
    monkeypatch.setattr(beginning, "MOST_CHANGED", 5)
    with pytest.raises(RefusedError, match="at most 5 cells, got 6"):
        begun(record=text)
    monkeypatch.setattr(study_state, "MOST_EVENTS", 0)
    with pytest.raises(RefusedError, match="at most 0, got 1"):
        begun(record=text)


def test_words_that_no_message_can_have_are_made_ones_that_it_can() -> None:
    record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(9, "flag", (1, 2), 1)])
    record = record.replace(tags={"title": "a\udc80b"}, comments={1: "c\ud800"})
    text = record.with_variation(1, [Event(8, "flag", (1, 2), 1)], comments={0: "\udfffd"}).format()
    # In the text of a record they are escapes of common letters.
    assert text.isascii()
    found = begun(record=text)
    assert (found.tags["title"], found.comments[1], found.variations[0].comments[0]) == ("a?b", "c?", "?d")
    assert begun(record=text.replace("\\udc80", "\U0001f600")).tags["title"] == "a\U0001f600b"


def test_flags_alone_can_be_gone_on_with() -> None:
    record = begun(record=Record("3x4", 2, events=[Event(0, "flag", (0, 0), 1)]).format())
    assert record.seed is not None
