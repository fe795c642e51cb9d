"""Playing on a whole server from the terminal: the list of games, a ranked game, and a room for two."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from hypersweep import Game, Outcome
from hypersweep.online.server_client import ServerClient
from hypersweep.tui.board.end_card import EndCard
from hypersweep.tui.screens.online_screen import OnlineGameScreen, OnlineMenuScreen, OnlineStart, SignInDialog
from hypersweep.tui.screens.review_screen import ReviewScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.ui_model.choices import read_choices
from pilot_play import Play, play
from together_server import fix_seeds, kept_in, together_server


def room_of(it: Play) -> OnlineGameScreen:
    assert isinstance(it.app.screen, OnlineGameScreen)
    return it.app.screen


async def choose(it: Play, key: str) -> OnlineGameScreen:
    """Choose an item of the list, and wait for the room."""
    options = it.app.screen.query_one(OptionList)
    await it.until(lambda: options.option_count > 0)
    options.highlighted = options.get_option_index(key)
    await it.press("enter")
    await it.until(lambda: isinstance(it.app.screen, OnlineGameScreen) and it.app.screen.room.game is not None)
    await it.settle()
    return room_of(it)


def secret_game(folder: Path, room: str) -> Game:
    """The game that the server has dealt."""
    with sqlite3.connect(folder / "together.sqlite3") as connection:
        seed, board, mines, rules = connection.execute(
            "select seed, board, mines, rules from rooms where id = ?", (room,)
        ).fetchone()
    return Game(board, mines, seed=int(seed), rules=rules)


async def win(it: Play, screen: OnlineGameScreen, folder: Path) -> None:
    """Open all safe cells by the keyboard."""
    room = screen.room
    twin = secret_game(folder, room.name)
    assert room.game is not None
    assert room.is_playing
    first = twin.grid.index(it.cursor)
    twin.open(first)
    await it.press("enter")
    await it.until(lambda: room.game is not None and room.game.is_open(first))
    layout = twin.layout
    assert layout is not None
    for place in range(twin.grid.cells):
        if not layout.is_mine(place) and not room.game.is_open(place):
            await it.go(*twin.grid.cell(place))
            await it.press("enter")
            await it.until(lambda place=place: room.game is not None and room.game.is_open(place))  # type: ignore[misc]
    await it.until(lambda: room.ended is not None)
    assert room.game.outcome is Outcome.WON


@pytest.mark.slow
def test_a_ranked_game_from_the_command_line_is_won_and_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_seeds(monkeypatch)

    async def script(it: Play) -> None:
        await it.until(lambda: room_of(it).room.game is not None)
        await it.settle()
        screen = room_of(it)
        assert "ranked" in it.text
        await win(it, screen, tmp_path)
        await it.settle()
        assert screen.query_one(EndCard).display
        for words in ("You won", "ranked, once", "3BV/s", "efficiency", "New board", "Review"):
            assert words in it.text
        for words in ("Try again", "Restart", "Share"):
            assert words not in it.text
        assert "0 of 4 mines left" in it.text
        # Without space for the card, a line says the same.
        await it.pilot.resize_terminal(40, 16)
        await it.until(lambda: "You won: " in it.text)
        assert not screen.query_one(EndCard).display
        await it.pilot.resize_terminal(100, 40)
        await it.until(lambda: screen.query_one(EndCard).display and "You won: " not in it.text)
        await it.press("v")
        assert isinstance(it.app.screen, ReviewScreen)
        await it.press("escape")
        await it.press("r")
        await it.until(lambda: room_of(it).room.name not in ("", screen.room.name))

    with together_server(kept_in(tmp_path)) as address:
        choice = read_choices("5x6", mines="4", rules="classic", first="opening")
        play(script, online=OnlineStart(ServerClient(address), choice))


@pytest.mark.slow
def test_the_list_leads_to_a_daily_board_and_back(tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        screen = await choose(it, "daily beginner")
        assert screen.room.game is not None
        # The server has opened the first cell, so that all players begin alike.
        await it.until(lambda: screen.room.game is not None and screen.room.game.opened > 0)
        await it.press("escape")
        await it.until(lambda: isinstance(it.app.screen, OnlineMenuScreen))
        await it.until(lambda: "begun: continue" in it.text)
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)

    with together_server(kept_in(tmp_path)) as address:
        play(script, online=OnlineStart(ServerClient(address, tmp_path / "session")))


@pytest.mark.slow
def test_two_terminals_play_together_by_an_invitation(tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        screen = await choose(it, "coop beginner")
        await it.press("i")
        link = it.app.clipboard
        assert screen.room.key in link
        assert f"copied: {link}" in it.said

        invited = ServerClient(link)
        room, key = invited.invitation

        async def enter() -> OnlineGameScreen:
            guest = OnlineGameScreen(invited, room, key=key)
            it.app.push_screen(guest)
            await it.until(lambda: guest.room.game is not None)
            await it.settle()
            return guest

        await enter()
        await it.press("f")
        await it.until(lambda: screen.room.game is not None and screen.room.game.flags == 1)
        it.app.pop_screen()
        await it.settle()
        assert len(screen.room.members) == 2
        await it.press("f")
        await it.until(lambda: screen.room.game is not None and screen.room.game.flags == 0)

        guest = await enter()
        twin = secret_game(tmp_path, room)
        twin.open(it.cursor)
        await it.press("enter")
        await it.until(lambda: guest.room.game is not None and guest.room.game.opened > 0)
        assert twin.layout is not None
        await it.go(*next(iter(twin.layout.mine_cells())))
        await it.press("enter")
        await it.until(lambda: guest.room.ended is not None)
        await it.until(lambda: "you hit a mine" in it.text)
        it.app.pop_screen()
        # The card folds the sentence, and a long name too.
        words = f"{screen.room.members[guest.room.you]['name']} hit a mine".split()
        await it.until(lambda: all(word in it.text for word in words))
        assert "you hit" not in it.text
        # Neither names nor messages of a server may control the terminal.
        screen.room.members[guest.room.you]["name"] = "Eve\x1b[2J\n"
        screen._hear("ended", {})
        await it.until(lambda: "[2J" in it.text)
        screen._hear("refused", {"message": "no\x1b[2J\nmove"})
        assert "no [2J move" in it.said
        assert "\x1b" not in it.text + str(it.said)

    with together_server(kept_in(tmp_path)) as address:
        play(script, online=OnlineStart(ServerClient(address)))


@pytest.mark.slow
def test_a_player_signs_in(tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        await it.until(lambda: "(guest)" in it.text)
        await it.press("s")
        assert isinstance(it.app.screen, SignInDialog)
        await it.type("Ann")
        await it.press("enter")
        it.app.screen.query_one("#passphrase", Input).value = "a long enough passphrase"
        await it.press("enter")
        await it.until(lambda: "Ann" in it.text and "(guest)" not in it.text)

    with together_server(kept_in(tmp_path)) as address:
        account = ServerClient(address)
        account.enter()
        account.ask("/api/account/register", {"name": "Ann", "passphrase": "a long enough passphrase"})
        play(script, online=OnlineStart(ServerClient(address)))


def test_a_server_that_does_not_answer_is_named() -> None:
    async def script(it: Play) -> None:
        await it.until(lambda: "can't reach http://127.0.0.1:9" in it.text)

    play(script, online=OnlineStart(ServerClient("http://127.0.0.1:9")))
