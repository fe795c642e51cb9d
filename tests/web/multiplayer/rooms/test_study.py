"""Studies as rooms: several edit, others read; returning members get what they missed, and a new worker has it all."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hypersweep import Layout, Record
from hypersweep.record import Event
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http_protocol import RoomRequest
from hypersweep.web.multiplayer.protocol import Cursor, Edit, Join
from hypersweep.web.multiplayer.rooms import study, study_state
from hypersweep.web.multiplayer.rooms.room import watching_key
from hypersweep.web.multiplayer.rooms.study import first_record, prepared
from records import random_record
from room_world import Page, World, world

RECORD = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])


def in_world(act: Callable[[World], Awaitable[None]]) -> None:
    """Do something in a world of its own."""

    async def run() -> None:
        async with world() as place:
            await act(place)

    asyncio.run(run())


async def edit(page: Page, seen: int | None = None, n: int | None = None, **request: Any) -> dict[str, Any]:
    """Edit a study. Returns: the answer."""
    if n is None:
        page.n += 1
        n = page.n
    begin = len(page.frames)
    if seen is None:
        seen = max(each.get("version", 0) for each in page.frames)
    assert page.room is not None
    page.tell(Edit(page.room.name, n, {**request, "seen": seen}))
    answer = await page.answer(n, begin)
    if answer["t"] == "refused" and answer["what"] != "gap":
        page.n -= 1
    return answer


def test_two_editors_edit_one_study() -> None:
    async def act(place: World) -> None:
        made = await place.make("study", "", 0, record=RECORD.format())
        ann, bob = place.page("Ann"), place.page("Bob")
        state = await ann.join(made)
        assert (state["board"], state["mines"], state["record"]) == ("3x4", 2, RECORD.format())
        assert state["study"] == {"owner": 1}
        assert state["access"] == {"key": made.key, "watch_key": watching_key(made.key)}
        await bob.join(made)
        told = await edit(ann, do="play", at="2", kind="open", cell=11)
        assert told["edit"] == {"do": "play", "at": "2", "event": "1900 open 2 3: 1"}
        seen = await bob.until("edited")
        assert (seen["by"], seen["edit"], seen["version"]) == (1, told["edit"], told["version"])
        assert (await edit(bob, do="comment", at="3", text="good"))["edit"]["text"] == "good"
        refused = await edit(ann, do="play", at="3", kind="open", cell=0)
        assert (refused["t"], refused["what"]) == ("refused", "study_nothing")
        late = place.page("Cem")
        text = (await late.join(made))["record"]
        assert Record.parse(text).comments == {3: "good"}

    in_world(act)


def test_an_edit_that_comes_again_is_answered_again() -> None:
    async def act(place: World) -> None:
        made = await place.make("study", "", 0, record=RECORD.format())
        ann = place.page("Ann")
        await ann.join(made)
        first = await edit(ann, do="play", at="2", kind="open", cell=11)
        again = await edit(ann, n=1, do="play", at="2", kind="flag", cell=11)
        assert again == first
        assert (await edit(ann, n=5, do="undo"))["what"] == "gap"

    in_world(act)


def test_who_comes_back_gets_what_he_missed() -> None:
    async def act(place: World) -> None:
        made = await place.make("study", "", 0, record=RECORD.format())
        ann, bob = place.page("Ann"), place.page("Bob")
        await ann.join(made)
        version = (await bob.join(made))["version"]
        bob.leave()
        for number in range(5):
            await edit(ann, do="comment", at="1", text=str(number))
        back = place.page("Bob")
        await back.join(made, since=version)
        await back.until("edited", 5)
        assert [each["edit"]["text"] for each in back.of("edited")] == ["0", "1", "2", "3", "4"]
        assert not back.of("state")

    in_world(act)


def test_readers_read() -> None:
    async def act(place: World) -> None:
        made = await place.make("study", "", 0, record=RECORD.format())
        ann = place.page("Ann")
        await ann.join(made)
        dora = place.page("Dora")
        dora.room = await place.rooms.port(made.room)
        dora.tell(Join(made.room, None, "watcher", made.room))
        assert (await dora.until("refused"))["what"] == "key"
        # The key for reading doesn't allow edits.
        dora.tell(Join(made.room, None, "player", watching_key(made.key)))
        state = await dora.until("state")
        assert (state["you"], state["record"]) == (0, RECORD.format())
        assert state["study"] == {"owner": 1}
        assert state["access"] == {"watch_key": watching_key(made.key)}
        dora.tell(Edit(made.room, 1, {"do": "undo", "seen": 0}))
        assert (await dora.until("refused", 2))["what"] == "watcher"
        await edit(ann, do="comment", at="1", text="look")
        assert (await dora.until("edited"))["edit"]["text"] == "look"

    in_world(act)


def test_the_owner_says_who_may_edit() -> None:
    async def act(place: World) -> None:
        made = await place.make("study", "", 0, record=RECORD.format())
        ann, bob = place.page("Ann"), place.page("Bob")
        await ann.join(made)
        await bob.join(made)
        assert (await edit(bob, do="role", member=1, can_edit=False))["what"] == "study_not_owner"
        assert (await edit(ann, do="role", member=3, can_edit=False))["what"] == "study_no_member"
        await edit(ann, do="role", member=2, can_edit=False)
        assert (await edit(bob, do="comment", at="1", text="x"))["what"] == "study_reader"
        again = place.page("Bob")
        assert (await again.join(made))["study"] == {"owner": 1, "readers": [2]}
        await edit(ann, do="role", member=2, can_edit=True)
        assert (await edit(bob, do="comment", at="1", text="x"))["t"] == "edited"

    in_world(act)


def test_who_leads_is_followed_from_anywhere() -> None:
    async def act(place: World) -> None:
        made = await place.make("study", "", 0, record=RECORD.format())
        ann, bob = place.page("Ann"), place.page("Bob")
        await ann.join(made)
        await bob.join(made)
        await edit(ann, do="lead", at="2")
        ann.tell(Cursor(made.room, None, "1"))
        assert (await bob.until("pointed"))["at"] == "1"
        state = await place.page("Cem").join(made)
        assert (state["study"]["leader"], state["study"]["leads_at"]) == (1, "2")
        # Removing a line removes its positions.
        await edit(bob, do="delete", at="1")
        assert (await place.page("Dora").join(made))["study"]["leads_at"] == "0"

    in_world(act)


def test_what_is_no_edit_is_refused() -> None:
    async def act(place: World) -> None:
        made = await place.make("study", "", 0, record=RECORD.format())
        ann = place.page("Ann")
        await ann.join(made)
        requests: list[dict[str, Any]] = [
            {},
            {"do": "all", "edits": []},
            {"do": "graft", "at": "0", "branch": "("},
            {"do": "there", "at": "1"},
            {"do": "play", "at": "1"},
            {"do": "play", "at": "1", "kind": "undo", "cell": 1},
            {"do": "play", "at": "1", "kind": "open", "cell": -1},
            {"do": "play", "at": "1", "kind": "open", "cell": 1 << 60},
            {"do": "play", "at": ["1"], "kind": "open", "cell": 1},
            {"do": "play", "at": "1" * 300, "kind": "open", "cell": 1},
            {"do": "play", "at": "1", "kind": "open", "cell": 1, "event": "0 open 0 0: 9 won"},
            {"do": "comment", "at": "1", "text": "x" * 4001},
            {"do": "comment", "at": "1", "text": None},
            {"do": "tag", "name": "Board", "value": "x"},
            {"do": "tag", "name": "board", "value": "x"},
            {"do": "tag", "name": "title", "value": "x" * 501},
            {"do": "replace", "record": "no record"},
            {"do": "replace", "record": RECORD.replace(milliseconds=5).format()},
            {"do": "delete", "at": "0"},
            {"do": "promote", "at": "1"},
            {"do": "lead", "at": "9"},
            {"do": "undo"},
        ]
        for request in requests:
            answer = await edit(ann, **request)
            assert answer["t"] == "refused", request
        assert (await place.page("Bob").join(made))["record"] == RECORD.format()

    in_world(act)


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_another_home_has_the_same(seed: int) -> None:
    async def act(place: World) -> None:
        chance = random.Random(seed)
        made = await place.make("study", "3x4", 2)
        pages = [place.page("Ann"), place.page("Bob")]
        for page in pages:
            await page.join(made)
        for _ in range(25):
            request: dict[str, Any] = chance.choice(
                (
                    {"do": "play", "kind": chance.choice(("open", "flag")), "cell": chance.randrange(12)},
                    {"do": "comment", "text": chance.choice(("", "a\nb"))},
                    {"do": "delete"},
                    {"do": "promote"},
                    {"do": "undo"},
                )
            )
            if request["do"] != "undo":
                request["at"] = chance.choice(("0", "1", "2", "3", "0.1.1", "1.1.1", "1.2.1"))
            await edit(chance.choice(pages), **request)
        mine = (await place.page("Cem").join(made))["record"]
        place.rooms.forget(await place.rooms.host(made.room))
        state = await place.page("Dora").join(made)
        assert state["record"] == mine
        assert Record.parse(mine).format() == mine
        Record.parse(mine).verify()

    in_world(act)


def begun(**request: object) -> Record:
    """Gives what a study begins with."""
    return first_record(RoomRequest("study", **request), largest_board=1000)  # type: ignore[arg-type]


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
    ("asked", "what"),
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
def test_what_can_t_be_studied_is_refused(asked: dict[str, object], what: str) -> None:
    with pytest.raises(RefusedError) as caught:
        begun(**asked)
    assert caught.value.what == what


def test_a_record_of_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]).format()
    monkeypatch.setattr(study, "MOST_CHANGED", 5)
    with pytest.raises(RefusedError, match="at most 5, got 6"):
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
