"""Several players on the same mines, each on their own board."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from hypersweep import Game
from hypersweep.codes import MINE
from hypersweep.errors import HypersweepError
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Cursor, Ready, Resign
from hypersweep.web.multiplayer.rooms.board import commitment
from hypersweep.web.multiplayer.rooms.entries import Begun, Counted, decode
from hypersweep.web.multiplayer.rooms.timeouts import Timeouts
from room_world import Page, World, codes_of, world


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
            made = await place.make("versus", "5x6", 8)
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
            made = await place.make("versus", "5x6", 8)
            ann, bob = place.page(), place.page("Bob")
            for page in (ann, bob):
                await page.join(made)
                page.tell(Ready(made.room))
            await place.until(lambda: any(each.get("begins_in") == 50 for each in ann.of("staged")))
            bob.tell(Ready(made.room, False))
            await place.until(lambda: ann.of("staged")[-1].get("ready") == [1])
            host = place.rooms.here(made.room)
            assert host is not None
            assert (host._begin_timer, host._room.begins) == (None, None)  # type: ignore[union-attr]
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
            made = await place.make("versus", "5x6", 8)
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
            made = await place.make("versus", "5x6", 8)
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
            made = await place.make("versus", "5x6", 8)
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
            made = await place.make("versus", "5x6", 8)
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
            made = await place.make("versus", "5x6", 8)
            place.now += 86_500_000
            await place.rooms.port(made.room)
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            assert (await place.page().join(made))["what"] == "no_room"

    asyncio.run(play())
