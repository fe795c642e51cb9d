"""No member learns more about a board than allowed: the tests rebuild all messages from views alone."""

from __future__ import annotations

import ast
import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hypersweep.web.multiplayer.rooms.visibility as cut_module
from hypersweep import Game
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.game import Outcome
from hypersweep.web.multiplayer.protocol import Cursor, Lock, Ready, Resign
from hypersweep.web.multiplayer.rooms.entries import KINDS, Begun, Counted, Entry, GivenUp, Moved, Renewed, decode
from hypersweep.web.multiplayer.rooms.room import watching_key
from room_world import Page, World, codes_of, world

OUTCOMES = {Outcome.ONGOING: "ongoing", Outcome.WON: "won", Outcome.LOST: "lost"}
KINDS_AND_BOARDS = [
    ("solo", "3x4", 2, "classic"),
    ("solo", "9", 2, "comp2017"),
    ("solo", "4x5", 5, "classic,guess=punished"),
    ("solo", "5x6", 5, "classic,guess=never"),
    ("coop", "3x4x3", 6, "esp"),
    ("coop", "2x3x4x2", 5, "classic"),
    ("coop", "4x5~wrap=0", 4, "classic,first=opening"),
    ("versus", "4x5", 5, "classic"),
    ("versus", "3x4x3", 7, "comp2017"),
    ("versus", "5x6", 6, "classic,guess=never"),
]


class Views:
    """What each board of a room looks like after each entry, by the kernels alone; nothing of ``rooms`` is used."""

    def __init__(self, kind: str, board: str, mines: int, rules: str, seed: str) -> None:
        self.kind, self.board, self.mines, self.rules, self.seed = kind, board, mines, rules, seed
        self.games: dict[int, Game] = {}
        self.members = 0
        self.ready: list[int] = []
        self.given_up: set[int] = set()
        if kind != "versus":
            self.games[0] = self.new_game()

    def new_game(self) -> Game:
        return Game(self.board, self.mines, rules=self.rules, seed=int(self.seed))

    def outcome(self, number: int) -> str:
        return "lost" if number in self.given_up else OUTCOMES[self.games[number].outcome]

    @property
    def is_over(self) -> bool:
        return bool(self.games) and all(self.outcome(number) != "ongoing" for number in self.games)

    def known(self, number: int) -> list[int]:
        """Return the public part of a board before the end of all: open cells, flags, and the explosion."""
        hidden = {MINE: COVERED, WRONG_FLAG: FLAGGED}
        return [hidden.get(code, code) for code in self.games[number].view.codes]

    def figures(self, number: int) -> dict[str, Any]:
        """Return what follows from that alone."""
        codes = self.known(number)
        return {
            "opened": sum(code >= 0 for code in codes),
            "flags": self.games[number].flags,
            "outcome": self.outcome(number),
        }

    def do(self, entry: Entry) -> dict[int, tuple[Entry, list[int], list[int]]]:
        """Apply an entry. Returns: the knowledge of each board that it touched, before and after."""
        before = {number: self.known(number) for number in self.games}
        touched: list[int] = []
        if isinstance(entry, Moved):
            number = entry.by if self.kind == "versus" else 0
            getattr(self.games[number], KINDS[entry.kind])(entry.cell)
            touched = [number]
        elif isinstance(entry, Counted | Renewed):
            self.seed = entry.seed or self.seed
            self.games = {} if self.kind == "versus" else {0: self.new_game()}
            self.given_up = set()
        elif isinstance(entry, Begun):
            self.games = {number: self.new_game() for number in self.ready}
            before = {number: self.known(number) for number in self.games}
            for game in self.games.values():
                game.open(entry.cell)
            touched = list(self.games)
            self.ready = []
        elif isinstance(entry, GivenUp):
            self.given_up.add(entry.by)
            touched = [entry.by]
        else:
            by = getattr(entry, "by", 0)
            if by and getattr(entry, "is_ready", False):
                self.ready = sorted({*self.ready, by})
            elif by:
                self.ready = [number for number in self.ready if number != by]
        return {number: (entry, before[number], self.known(number)) for number in touched}


def expected_of(room: str, version: int, views: Views, receiver: int, done: dict[int, Any]) -> list[dict[str, Any]]:
    """The messages about boards that a member gets for an entry, before the end."""
    messages = []
    for number, (entry, before, after) in done.items():
        figures = views.figures(number)
        head = {"room": room, "version": version, "number": number}
        if isinstance(entry, GivenUp) or (number and receiver and receiver != number):
            messages.append({"t": "progress", **head, **figures, "milliseconds": getattr(entry, "milliseconds", 0)})
            continue
        cells = [cell for cell, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        if views.games[number].rules.flags_on_open and getattr(entry, "kind", 0) == 1 and before[entry.cell] >= 0:
            # A flag on an open cell is no code.
            cells = [entry.cell]
        moved = {
            "t": "moved",
            **head,
            "by": getattr(entry, "by", number),
            "n": getattr(entry, "n", 0),
            "kind": "open" if isinstance(entry, Begun) else KINDS[entry.kind],
            "cell": entry.cell,
            "milliseconds": getattr(entry, "milliseconds", 0),
            "cells": cells,
            "codes": [after[cell] for cell in cells],
            **figures,
        }
        # Default values are omitted.
        usual: dict[str, Any] = {"cells": [], "codes": [], "opened": 0, "flags": 0, "outcome": "ongoing"}
        messages.append({key: value for key, value in moved.items() if key not in usual or value != usual[key]})
    return messages


def check_page(place: World, page: Page, room: str, kind: tuple[str, str, int, str], number: int) -> None:
    """Every message about boards, until the end, follows from what its page may know."""
    row = place.rows.rows[room]
    views = Views(*kind, row.seed)
    expected: dict[int, list[dict[str, Any]]] = {0: []}
    over = {0: False}
    states: dict[int, dict[int, tuple[list[int], dict[str, Any]]]] = {}
    secrets = {row.seed}

    def note(version: int) -> None:
        states[version] = {each: (views.known(each), views.figures(each)) for each in views.games}

    note(0)
    for version, kept in enumerate(place.journal.kept[room], 1):
        done = views.do(decode(kept))
        expected[version] = expected_of(room, version, views, number, done)
        over[version] = views.is_over
        secrets.add(views.seed)
        note(version)
    seen: dict[int, int] = {}
    layouts = {each["layout"] for each in page.of("ended") if each["layout"]}
    for raw, frame in zip(page.raw, page.frames, strict=True):
        version = frame.get("version", 0)
        if frame["t"] == "ended":
            assert over[version], "a game is told to be over when all its boards are"
            continue
        if frame["t"] in ("moved", "progress"):
            place_of = seen.get(version, 0)
            seen[version] = place_of + 1
            assert frame == expected[version][place_of]
        elif frame["t"] == "state":
            for board in frame["boards"]:
                known, figures = states[version][board["number"]]
                assert {key: board.get(key, 0 if key != "outcome" else "ongoing") for key in figures} == figures
                if number and number != board["number"] != 0 and not over[version]:
                    assert board["codes"] is None
                elif not over[version]:
                    assert codes_of(board["codes"]) == known
                    assert not {MINE, WRONG_FLAG} & set(known)
            assert frame.get("record") is None
        text = raw.decode()
        # Boards that were never played may not be revealed at all; an old round's is known.
        if version and not over.get(version, True) and not any(over[each] for each in range(version)):
            assert not any(f'"{secret}"' in text or secret in text.split() for secret in secrets if len(secret) > 6)
            assert not any(layout in text for layout in layouts)


@pytest.mark.parametrize("end", ["won", "mine", "resigned"])
def test_a_daily_board_stays_secret_after_its_end(end: str) -> None:
    """The board is lost with a mine, and still no message says where another one is, until it is unsealed."""

    async def play() -> None:
        async with world() as place:
            day = datetime.fromtimestamp(place.wall / 1000, UTC).date()
            made = await place.make("solo", "4x5", 5, "classic", seed=7, settings={"daily": f"{day} beginner"})
            game = Game("4x5", 5, seed=7)
            page = place.page()
            # An invitation to watch would be refused.
            assert "watch_key" not in (await page.join(made))["access"]
            page.tell(Lock(made.room))
            admitted = await page.until("admitted")
            assert "watch_key" not in admitted["access"]
            await page.moved("open", 0)
            game.open(0)
            layout = game.layout
            assert layout is not None
            if end == "mine":
                await page.moved("open", next(cell for cell in range(20) if layout.is_mine(cell)))
            if end == "resigned":
                page.tell(Resign(made.room))
            for cell in range(20):
                if end == "won" and not layout.is_mine(cell) and game.codes()[cell] == COVERED:
                    game.open(cell)
                    await page.moved("open", cell)
            ended = await page.until("ended")
            assert (ended["outcome"], ended["layout"], ended["record"]) == ("won" if end == "won" else "lost", "", "")
            assert ended["sealed_until"] - place.wall <= 25 * 3_600_000
            watcher = place.page("Ben")
            assert (await watcher.join(made, "watcher"))["what"] == "daily_sealed"
            again = place.page()
            (board,) = (await again.join(made))["boards"]
            assert MINE not in codes_of(board["codes"])
            assert all(layout.format().encode() not in raw for each in (page, again, watcher) for raw in each.raw)
            # The server has it all.
            await place.until(lambda: bool(place.games))
            assert place.games[0].layout == layout.format()
            place.now += 25 * 3_600_000
            later = place.page()
            state = await later.join(made)
            assert state["access"]["watch_key"] == watching_key(made.key)
            (board,) = state["boards"]
            assert (MINE in codes_of(board["codes"])) or end != "mine"

    asyncio.run(play())


actions = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from(["open", "open", "open", "flag", "chord", "ready", "come"]),
        st.integers(0, 60),
    ),
    max_size=40,
)


@pytest.mark.slow
@given(kind=st.sampled_from(KINDS_AND_BOARDS), steps=actions)
def test_what_is_sent_follows_from_what_its_receiver_may_know(
    kind: tuple[str, str, int, str], steps: list[tuple[int, str, int]]
) -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make(kind[0], kind[1], kind[2], kind[3])
            players = [place.page("Ann")]
            if kind[0] != "solo":
                players += [place.page("Bob"), place.page("Cat")]
            watcher = place.page("Wat")
            for player in players:
                await player.join(made)
            watcher.room = await place.rooms.port(made.room)
            await watcher.join(made, "watcher") if kind[0] != "versus" else watcher.room
            if kind[0] == "versus":
                for player in players:
                    player.tell(Ready(made.room))
                await players[0].until("moved")
            again: list[Page] = []
            for who, what, cell in steps:
                place.now += cell
                player = players[who % len(players)]
                if what == "ready":
                    player.tell(Ready(made.room))
                    await place.settle()
                elif what == "come":
                    other = place.page(player.person.name)
                    await other.join(made, since=cell if who % 2 else None)
                    again.append(other)
                    player.tell(Cursor(made.room, cell % 9))
                else:
                    begin = len(player.frames)
                    cells = len(codes_of(players[0].frames[0]["boards"][0]["codes"])) if kind[0] != "versus" else 20
                    player.move(what, cell % cells)
                    answer = await player.answer(player.n, begin)
                    if answer["t"] == "refused":
                        player.n -= 1
            await place.settle()
            for page in [*players, *again]:
                check_page(place, page, made.room, kind, page.number)
            if kind[0] != "versus":
                check_page(place, watcher, made.room, kind, 0)

    asyncio.run(play())


def test_only_one_file_writes_messages() -> None:
    """Code that sends parts of a board past ``visibility`` would have to write a message, and no other module does."""
    for path in Path(cut_module.__file__).parent.glob("*.py"):
        if path.name == "visibility.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("encode", "Encoder"):
                text = ast.unparse(node)
                # Entries go to the journal, letters to other workers with frames that were cut; texts become bytes.
                allowed = {
                    "entries.py": ("msgspec.msgpack.Encoder", "msgspec.msgpack.Encoder().encode"),
                    "remote.py": (text,),
                    "room_actor.py": ("msgspec.json.encode",),
                }.get(path.name, ())
                is_text = not text.startswith("msgspec")
                assert is_text or text in allowed, f"{path.name}: {text}"


def test_the_cell_that_went_off_is_all_that_the_loser_sees() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "4x5", 5, seed=5)
            ann, bob = place.page("Ann"), place.page("Bob")
            for page in (ann, bob):
                await page.join(made)
                page.tell(Ready(made.room))
            await ann.until("moved")
            layout = Game("4x5", 5, seed=int(place.rows.rows[made.room].seed))
            layout.open(ann.of("moved")[0]["cell"])
            mines = [cell for cell, code in enumerate(layout.codes(reveal=True)) if code == MINE]
            lost = await ann.moved("open", mines[0])
            assert (lost["cells"], lost["codes"], lost["outcome"]) == ([mines[0]], [EXPLODED], "lost")
            again = place.page("Ann")
            state = await again.join(made)
            own, other = sorted(state["boards"], key=lambda board: board["codes"] is None)
            assert codes_of(own["codes"]).count(EXPLODED) == 1
            assert MINE not in codes_of(own["codes"])
            assert other["codes"] is None
            assert not again.of("ended")
            await bob.moved("open", mines[1])
            assert len(await asyncio.gather(ann.until("ended", 2), again.until("ended", 2))) == 2
            assert ann.of("ended")[0]["winner"] == 0

    asyncio.run(play())
