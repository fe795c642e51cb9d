"""Ranked games for one player."""

from __future__ import annotations

import asyncio
import hashlib
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from databases import a_room
from hypersweep import Game
from hypersweep.codes import MINE
from hypersweep.errors import HypersweepError
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http_protocol import RoomMade
from hypersweep.web.multiplayer.protocol import Chat, Cursor, Move, Ready, Resign
from hypersweep.web.multiplayer.rooms.entries import Begun, Counted, Entered, decode
from hypersweep.web.multiplayer.rooms.ports import Timeouts
from hypersweep.web.multiplayer.rooms.room import commitment
from hypersweep.web.multiplayer.rooms.room_kinds import SoloRoom
from room_world import Page, World, codes_of, world


def test_a_game_of_one_is_played_to_its_end() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            state = await ann.join(made)
            assert (state["t"], state["you"], state["next"], state["stage"]) == ("state", 1, 1, "playing")
            assert state["is_ranked"] is True
            assert codes_of(state["boards"][0]["codes"]) == [-1] * 12
            moved = await ann.moved("open", 0)
            assert (moved["cells"], moved["codes"], moved["opened"]) == ([0, 1, 4, 5], [0, 1, 1, 2], 4)
            place.now += 950
            moved = await ann.moved("flag", 2)
            assert (moved["milliseconds"], moved["codes"], moved["flags"]) == (950, [-2], 1)
            place.now += 50
            lost = await ann.moved("open", 7)
            assert (lost["outcome"], lost["cells"], lost["codes"]) == ("lost", [7], [-4])
            ended = await ann.until("ended")
            assert (ended["outcome"], ended["milliseconds"], ended["layout"]) == ("lost", 1000, "3x4.bhAE")
            assert "1000 open 1 3: 1 lost" in ended["record"]
            assert (await ann.until("staged"))["stage"] == "over"
            await place.until(lambda: bool(place.games))
            assert (place.games[0].id, place.games[0].record) == (ended["game"], ended["record"])
            await place.until(lambda: place.rows.rows[made.room].ended is not None)

    asyncio.run(play())


def test_a_board_of_many_neighbours_and_a_large_opening_are_told_whole() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "60x60", 1, seed=5)
            ann = place.page()
            await ann.join(made)
            moved = await ann.moved("open", 0)
            assert "cells" not in moved
            assert sum(code >= 0 for code in codes_of(moved["all"])) == moved["opened"]
            # A walkover: there was nothing to decide.
            assert (await ann.until("ended")).get("is_ranked", False) is False
            made = await place.make("solo", "2x2x2x2x2", 3, seed=5)
            await ann.join(made)
            assert (await ann.moved("open", 0))["opened"] >= 1

    asyncio.run(play())


def test_a_further_try_is_not_ranked_and_what_can_t_be_done_is_refused() -> None:
    usual = SoloRoom(a_room(owner="Ann"))
    assert usual.is_ranked
    assert not SoloRoom(a_room(owner="Ann", settings='{"is_ranked":false}')).is_ranked
    assert (usual.may_play("Ann"), usual.may_play("Bob")) == (True, False)
    usual.apply(Entered(1, "Ann", "Ann"))
    assert not usual.may_play("Ann"), "he is a member already"
    ann = usual.members[0]
    refusals = [usual.move_refusal(ann, Move("a", 1, "open", cell)) for cell in (0, 11, 12)]
    assert [each and each.what for each in refusals] == [None, None, "cell"]
    usual.board.give_up(0, 0)
    over = usual.move_refusal(ann, Move("a", 1, "open", 0))
    assert over is not None
    assert over.what == "over"


def test_a_game_is_resigned_and_counts_as_lost() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            place.now += 950
            ann.tell(Resign(made.room))
            ended = await ann.until("ended")
            assert (ended["outcome"], ended["milliseconds"], ended["layout"]) == ("lost", 950, "3x4.bhAE")
            assert "hit_by" not in ended
            (progress,) = ann.of("progress")
            assert (progress["outcome"], progress["opened"]) == ("lost", 4)
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            assert (place.games[0].outcome, place.games[0].milliseconds) == ("lost", 950)
            ann.tell(Resign(made.room))
            assert (await ann.until("refused"))["what"] == "over"
            # It is rebuilt as it was.
            again = place.page()
            place.rooms = place.new_rooms()
            assert (await again.join(made))["boards"][0]["outcome"] == "lost"

    asyncio.run(play())


def test_a_game_that_was_not_begun_is_removed_with_its_room() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            ann.tell(Resign(made.room))
            assert (await ann.until("gone"))["what"] == "ended"
            assert place.rows.rows[made.room].ended is not None
            assert place.games == []
            assert (await place.page().join(made))["what"] == "no_room"

    asyncio.run(play())


@pytest.mark.parametrize("is_begun", [True, False])
@pytest.mark.parametrize("is_here", [True, False])
def test_a_game_without_a_move_for_an_hour_is_lost(is_begun: bool, is_here: bool) -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            if is_begun:
                await ann.moved("open", 0)
                place.now += 700
                await ann.moved("flag", 2)
            if not is_here:
                ann.leave()
            place.now += 3_500_000
            await asyncio.sleep(0.05)
            assert place.rows.rows[made.room].ended is None
            place.now += 101_000
            if not is_here:
                # It has left memory; the task for abandoned games opens it.
                await place.until(lambda: place.rooms.here(made.room) is None)
                await place.rooms.port(made.room)
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            assert [(game.outcome, game.milliseconds) for game in place.games] == [("lost", 700)] * is_begun

    asyncio.run(play())


def test_a_room_commits_itself_to_its_board_before_the_first_open() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            state = await ann.join(made)
            # Everything in it; the seed is revealed at the end.
            text = f"hypersweep board 1\n{made.room}\n1\n3x4\n3\nclassic\n5"
            assert state["commitment"] == hashlib.sha256(text.encode()).hexdigest()
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            assert "\nseed: 5\n" in (await ann.until("ended"))["record"]

    asyncio.run(play())


def test_moves_behind_a_resignation_begin_no_game_that_is_never_counted() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            ann.tell(Resign(made.room))
            for cell in range(12):
                ann.move("open", cell)
            await ann.until("gone")
            assert {each["what"] for each in ann.of("refused")} == {"ended"}
            assert not ann.of("moved")
            assert len(place.journal.kept[made.room]) == 1

    asyncio.run(play())


def test_the_try_at_a_daily_board_waits_for_its_player() -> None:
    async def play() -> None:
        async with world() as place:
            day = datetime.fromtimestamp(place.wall / 1000, UTC).date()
            made = await place.make("solo", "3x4", 3, seed=5, settings={"daily": f"{day} beginner"})
            ann = place.page()
            await ann.join(made)
            ann.leave()
            place.now += 3_700_000
            await asyncio.sleep(0.05)
            assert place.rows.rows[made.room].ended is None

    asyncio.run(play())


def test_each_flag_is_somebody_s() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            await ann.moved("open", 0)
            assert (await ann.moved("flag", 2))["by"] == 1
            assert (await bob.moved("flag", 3))["by"] == 2
            assert (await bob.moved("flag", 8))["flags"] == 3
            # Any player may remove it, and put another one there.
            assert (await ann.moved("flag", 8))["flags"] == 2
            await bob.moved("flag", 2)
            await bob.moved("flag", 2)
            state = await place.page("Cat").join(made)
            assert state["flagged"] == [[2, 2], [3, 2]]
            assert [(each["number"], each["name"]) for each in state["members"]] == [(1, "Ann"), (2, "Bob"), (3, "Cat")]

    asyncio.run(play())


def test_flags_that_a_cascade_takes_along_are_nobody_s() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "9x9", 1, "classic,protect-cascade=off", seed=5)
            ann = place.page()
            await ann.join(made)
            for cell in (70, 71, 72):
                await ann.moved("flag", cell)
            opened = await ann.moved("open", 0)
            assert opened["opened"] > 60
            again = await place.page().join(made)
            flags = [cell for cell, code in enumerate(codes_of(again["boards"][0]["codes"])) if code == -2]
            assert [cell for cell, _ in again.get("flagged", [])] == flags

    asyncio.run(play())


def test_once_it_is_over_and_all_are_ready_there_is_another_board() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            ann.tell(Ready(made.room))
            assert ann.frames[-1]["what"] == "playing"
            await ann.moved("open", 0)
            await bob.moved("open", 7)
            over = await ann.until("ended")
            assert over.get("is_ranked", False) is False
            assert over["hit_by"] == 2
            assert "player: Ann, Bob" in over["record"]
            ann.tell(Ready(made.room))
            await place.until(lambda: ann.of("staged")[-1].get("ready") == [1])
            bob.tell(Ready(made.room))
            await place.until(lambda: ann.of("staged")[-1].get("round") == 2)
            assert ann.of("staged")[-1]["stage"] == "playing"
            # Before any open: the second board is random, and one open may win it.
            state = await place.page("Cat").join(made)
            assert (state["round"], state["stage"]) == (2, "playing")
            await place.until(lambda: len(place.games) == 1)
            assert (await bob.moved("open", 7))["opened"] >= 1
            assert (place.games[0].person, place.games[0].name) == (None, "Ann, Bob")

    asyncio.run(play())


def test_who_is_here_and_points_where_and_says_what() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, has_chat=True)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            assert (await ann.until("entered"))["member"] == {
                "number": 2,
                "name": "Bob",
                "role": "player",
                "is_here": True,
            }
            bob.tell(Cursor(made.room, 7))
            bob.tell(Cursor(made.room, 12))
            bob.tell(Chat(made.room, "  mind\x00 the\u202e\ngap "))
            bob.tell(Chat(made.room, " \t"))
            assert [(each["number"], each["cell"]) for each in ann.of("pointed")] == [(2, 7)]
            assert [each["text"] for each in ann.of("said")] == ["mind the gap"]
            assert (bob.of("pointed"), len(bob.of("said"))) == ([], 1)
            bob.leave()
            assert ann.of("present")[-1] == {"t": "present", "room": made.room, "number": 2, "is_here": False}
            again = place.page("Bob")
            await again.join(made)
            assert ann.of("present")[-1]["is_here"] is True
            # The same person on two pages is there as long as one of them is.
            more = place.page("Bob")
            await more.join(made)
            count = len(ann.of("present"))
            again.leave()
            assert len(ann.of("present")) == count

    asyncio.run(play())


def test_an_open_room_leaves_the_lobby_when_no_one_is_there_and_comes_back() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5, is_open=True)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            ann.leave()
            place.now += 31_000
            await place.until(lambda: not place.rows.rows[made.room].is_open)
            await place.until(lambda: place.rooms.here(made.room) is None)
            # A link that someone still has leads there, without a key.
            bob = place.page("Bob")
            assert (await bob.join(RoomMade(made.room, "")))["boards"][0]["opened"] > 0
            await place.until(lambda: place.rows.rows[made.room].is_open)
            bob.tell(Resign(made.room))
            assert (await bob.until("refused"))["what"] == "no_resign"

    asyncio.run(play())


def test_a_room_in_which_no_one_has_been_for_a_day_is_over() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            ann.leave()
            place.now += 86_000_000
            await place.until(lambda: place.rooms.here(made.room) is None)
            await place.rooms.port(made.room)
            place.now += 500_000
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            assert place.games == []

    asyncio.run(play())


def test_each_round_has_a_commitment_of_its_own() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann = place.page()
            first = (await ann.join(made))["commitment"]
            assert first == commitment(made.room, 1, "3x4", 3, "classic", "5")
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            ended = await ann.until("ended")
            assert "\nseed: 5\n" in ended["record"]
            ann.tell(Ready(made.room))
            await place.until(lambda: any(staged.get("round") == 2 for staged in ann.of("staged")))
            (second,) = {staged["commitment"] for staged in ann.of("staged") if staged.get("round") == 2}
            assert second != first
            await ann.moved("open", 0)
            await ann.moved("open", 3)
            for cell in range(12):
                if len(ann.of("ended")) < 2:
                    await ann.moved("open", cell)
            seed = re.search(r"\nseed: (\d+)\n", (await ann.until("ended", 2))["record"])
            assert seed is not None
            assert second == commitment(made.room, 2, "3x4", 3, "classic", seed[1])

    asyncio.run(play())


def test_a_room_that_was_over_runs_again_with_another_round() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            ann.leave()
            place.now += 31_000
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            again = place.page()
            await again.join(made)
            again.tell(Ready(made.room))
            await place.until(lambda: any(staged.get("round") == 2 for staged in again.of("staged")))
            await place.until(lambda: place.rows.rows[made.room].ended is None)

    asyncio.run(play())


def test_a_cursor_carries_no_text_but_in_a_study() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            bob.tell(Cursor(made.room, 3, "VISIT evil.example"))
            assert "VISIT" not in str(await ann.until("pointed"))

    asyncio.run(play())


async def begun(place: World, made: Any, *names: str) -> list[Page]:
    """Players who have begun a round."""
    pages = [place.page(name) for name in names]
    for page in pages:
        await page.join(made)
    for page in pages:
        page.tell(Ready(made.room))
    for page in pages:
        await page.until("moved")
    return pages


def cells_of(place: World, made: Any) -> tuple[list[int], list[int]]:
    """Return the mines of the round and its safe cells, from the journal."""
    row = place.rows.rows[made.room]
    seed, first = row.seed, 0
    for kept in place.journal.kept[made.room]:
        entry = decode(kept)
        if isinstance(entry, Counted):
            seed = entry.seed or seed
        elif isinstance(entry, Begun):
            first = entry.cell
    game = Game(row.board, row.mines, rules=row.rules, seed=int(seed))
    game.open(first)
    codes = list(game.codes(reveal=True))
    return (
        [cell for cell, code in enumerate(codes) if code == MINE],
        [cell for cell, code in enumerate(codes) if code != MINE],
    )


async def win(place: World, page: Page, made: Any) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    for cell in cells_of(place, made)[1]:
        answer = await page.moved("open", cell)
        if answer.get("outcome") == "won":
            break
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic", "classic,first=opening", "comp2017", "classic,guess=never"])
@pytest.mark.parametrize("board", ["30", "5x6", "3x4x3", "2x3x2x3"])
def test_all_begin_with_the_same_cell_of_the_same_board(board: str, rules: str) -> None:
    async def play() -> None:
        async with world() as place:
            try:
                made = await place.make("versus", board, 4, rules)
            except HypersweepError:
                # Some boards can't be had without guesses.
                return
            ann, bob = place.page(), place.page("Bob")
            for page in (ann, bob):
                await page.join(made)
            assert (ann.frames[0]["stage"], ann.frames[0]["boards"]) == ("waiting", [])
            ann.tell(Ready(made.room))
            ann.move("open", 0, 1)
            assert (await ann.until("refused"))["what"] == "waiting"
            bob.tell(Ready(made.room))
            await place.until(lambda: bool(ann.of("moved") or len(ann.of("refused")) > 1))
            if not ann.of("moved"):
                return
            stages = [(each["stage"], each.get("ready", [])) for each in ann.of("staged")]
            assert stages[:4] == [("waiting", [1]), ("waiting", [1, 2]), ("waiting", [1, 2]), ("playing", [])]
            first, other = ann.of("moved")[0], bob.of("moved")[0]
            assert (first["number"], other["number"], first["n"]) == (1, 2, 0)
            assert {**first, "number": 0, "by": 0} == {**other, "number": 0, "by": 0}
            assert first["outcome" if "outcome" in first else "t"] in ("moved", "won")
            assert [(each["number"], each["opened"]) for each in ann.of("progress")] == [(2, first["opened"])]

    asyncio.run(play())


def test_who_opens_all_first_wins_and_the_others_play_on() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8, seed=5)
            ann, bob, cat = await begun(place, made, "Ann", "Bob", "Cat")
            mines, safe = cells_of(place, made)
            place.now += 1000
            assert (await cat.moved("open", mines[0]))["outcome"] == "lost"
            assert (await win(place, bob, made))["outcome"] == "won"
            assert not [each for page in (ann, bob, cat) for each in page.of("ended")]
            cat.move("flag", safe[-1])
            await place.settle()
            assert cat.frames[-1]["what"] == "over"
            late = place.page("Dan")
            state = await late.join(made)
            assert [(each["codes"], each.get("outcome")) for each in state["boards"]] == [
                (None, None),
                (None, "won"),
                (None, "lost"),
            ]
            late.move("open", 0)
            await place.settle()
            assert late.frames[-1]["what"] == "waiting"
            place.now += 1000
            assert (await win(place, ann, made))["outcome"] == "won"
            for page in (ann, bob, cat, late):
                await page.until("ended", 3)
                assert [(each["number"], each["outcome"], each["winner"]) for each in page.of("ended")] == [
                    (1, "won", 2),
                    (2, "won", 2),
                    (3, "lost", 2),
                ]
                assert len({each["layout"] for each in page.of("ended")}) == 1
                assert page.frames[-1]["stage"] == "over"
            await place.until(lambda: len(place.games) == 3)
            assert [(each.name, each.number, each.is_ranked) for each in place.games] == [
                ("Ann", 1, False),
                ("Bob", 2, False),
                ("Cat", 3, False),
            ]
            state = await place.page("Eve").join(made)
            assert all(MINE in codes_of(each["codes"]) for each in state["boards"] if each["outcome"] == "lost")

    asyncio.run(play())


def test_another_round_has_another_board() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8)
            ann, bob = await begun(place, made, "Ann", "Bob")
            seeds = {place.rows.rows[made.room].seed}
            for number in (1, 2, 3):
                mines, _ = cells_of(place, made)
                for page in (ann, bob):
                    await page.moved("open", mines[0])
                await ann.until("ended", 2 * number)
                for page in (bob, ann):
                    page.tell(Ready(made.room))
                await place.until(lambda number=number: len(bob.of("moved")) >= 2 * number + 1)  # type: ignore[misc]
                assert bob.of("staged")[-1]["round"] == number + 1
            seeds |= {
                entry.seed for each in place.journal.kept[made.room] if isinstance(entry := decode(each), Counted)
            }
            assert len(seeds - {""}) == 4
            await place.until(lambda: len(place.games) == 6)
            assert len({game.id for game in place.games}) == 6

    asyncio.run(play())


def test_a_countdown_ends_when_somebody_isn_t_ready_any_more() -> None:
    async def play() -> None:
        async with world(Timeouts(countdown=0.05, sweep=0.005)) as place:
            made = await place.make("versus", "5x6", 8, seed=5)
            ann, bob = place.page(), place.page("Bob")
            for page in (ann, bob):
                await page.join(made)
                page.tell(Ready(made.room))
            await place.until(lambda: any(each.get("begins_in") == 50 for each in ann.of("staged")))
            bob.tell(Ready(made.room, False))
            await place.until(lambda: ann.of("staged")[-1].get("ready") == [1])
            host = place.rooms.here(made.room)
            assert host is not None
            assert (host._begin_timer, host.saved_room.room.begins) == (None, None)  # type: ignore[union-attr]
            bob.tell(Ready(made.room))
            await place.until(lambda: bool(host._begin_timer))
            # A member who leaves isn't ready either.
            bob.leave()
            await place.until(lambda: ann.of("staged")[-1].get("ready") == [1])
            assert host._begin_timer is None
            again = place.page("Bob")
            await again.join(made)
            again.tell(Ready(made.room))
            await ann.until("moved")

    asyncio.run(play())


def test_who_leaves_or_does_nothing_is_not_waited_for_for_ever() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8, seed=5)
            ann, bob, cat = await begun(place, made, "Ann", "Bob", "Cat")
            bob.leave()
            place.now += 59_000
            await place.settle()
            await asyncio.sleep(0.02)
            assert all(each["outcome" if "outcome" in each else "t"] != "lost" for each in ann.of("progress"))
            await ann.moved("flag", 0)
            place.now += 2_000
            await place.until(lambda: any(each["outcome"] == "lost" for each in ann.of("progress")))
            gave_up = [each["number"] for each in ann.of("progress") if each["outcome"] == "lost"]
            assert gave_up == [2]
            again = place.page("Bob")
            state = await again.join(made)
            own = next(each for each in state["boards"] if each["number"] == 2)
            assert own["outcome"] == "lost"
            assert MINE not in codes_of(own["codes"])
            # Cat is there and does nothing; at the end all have left.
            place.now += 290_000
            await ann.moved("flag", 0)
            place.now += 20_000
            await place.until(
                lambda: [each["number"] for each in ann.of("progress") if each["outcome"] == "lost"] == [2, 3]
            )
            for page in (ann, cat, again):
                page.leave()
            place.now += 100_000
            await place.until(lambda: len(place.games) == 3)
            assert {game.outcome for game in place.games} == {"lost"}
            place.now += 40_000
            await place.until(lambda: len(place.rooms) == 0)
            await place.until(lambda: place.rows.rows[made.room].ended is not None)

    asyncio.run(play())


def test_players_don_t_see_where_the_others_are() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8, seed=5)
            ann, bob = await begun(place, made, "Ann", "Bob")
            bob.tell(Cursor(made.room, 3))
            await place.settle()
            assert not ann.of("pointed")

    asyncio.run(play())


def test_rules_that_make_other_mines_for_each_are_refused() -> None:
    async def play() -> None:
        async with world() as place:
            with pytest.raises(RefusedError) as refused:
                await place.make("versus", "5x6", 8, "classic,guess=punished")
            assert refused.value.what == "versus_punished"

    asyncio.run(play())


def test_a_player_resigns_and_the_others_play_on() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8, seed=5)
            ann, bob = await begun(place, made, "Ann", "Bob")
            place.now += 700
            bob.tell(Resign(made.room))
            await place.until(lambda: any(each.get("outcome") == "lost" for each in ann.of("progress")))
            assert not ann.of("ended")
            bob.tell(Resign(made.room))
            assert (await bob.until("refused"))["what"] == "over"
            assert (await win(place, ann, made))["outcome"] == "won"
            assert (await ann.until("ended"))["winner"] == 1
            await place.until(lambda: len(place.games) == 2)
            assert {(game.name, game.outcome) for game in place.games} == {("Ann", "won"), ("Bob", "lost")}

    asyncio.run(play())


def test_the_board_of_a_round_is_committed_to_before_it_begins() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8, seed=5)
            (ann, bob) = await begun(place, made, "Ann", "Bob")
            counted = next(
                staged for staged in ann.of("staged") if staged["stage"] == "waiting" and "begins_in" in staged
            )
            await win(place, ann, made)
            bob.tell(Resign(made.room))
            record = (await ann.until("ended"))["record"]
            seed = next(line for line in record.splitlines() if line.startswith("seed: ")).removeprefix("seed: ")
            assert counted["commitment"] == commitment(made.room, 1, "5x6", 8, "classic", seed)

    asyncio.run(play())


def test_a_room_that_was_removed_before_its_round_cannot_be_entered() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8, seed=5)
            place.now += 86_500_000
            await place.rooms.port(made.room)
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            assert (await place.page().join(made))["what"] == "no_room"

    asyncio.run(play())
