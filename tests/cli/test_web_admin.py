"""The command for managing people and rooms, with and without a database."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from hypersweep.cli import main
from hypersweep.cli.web_admin import ACTIONS
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.store.finished_games import set_verdict
from hypersweep.web.multiplayer.store.tables import people
from people_calls import PASSPHRASE, House, house
from people_rows import add_game, add_room, count


class Kept:
    """A database with Paula, Quentin, a guest and a room."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.url = f"sqlite+aiosqlite:///{path}"

        async def fill(made: House) -> None:
            self.paula = await made.people.register(None, "Paula", PASSPHRASE)
            self.quentin = await made.people.register(None, "Quentin Q", PASSPHRASE)
            self.guest = await made.people.begin_guest()
            self.room = await add_room(made.database, self.paula.me.id, "Paula")
            await add_room(made.database, self.paula.me.id, "Paula", ended=99)
            self.game = await add_game(made.database, self.paula.me.id, "Paula", self.room)

        self.run(fill)

    def run(self, work: object) -> None:
        async def all_of_it() -> None:
            async with house(self.url) as made:
                await work(made)  # type: ignore[operator]

        asyncio.run(all_of_it())

    def who(self, token: str) -> Me | str | None:
        """Return the owner of a token, or why it is refused."""
        found: list[Me | str | None] = []

        async def look(made: House) -> None:
            try:
                found.append(await made.people.of(token))
            except RefusedError as error:
                found.append(error.what)

        self.run(look)
        return found[0]

    def command(self, *words: str) -> int:
        return main(["web", "admin", *words, "--database-url", self.url])


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    from hypersweep.web.multiplayer.people import accounts
    from people_calls import quick_passphrases

    monkeypatch.setattr(accounts, "Passphrases", quick_passphrases)
    return Kept(tmp_path / "together.sqlite3")


@pytest.mark.slow
def test_people_and_rooms_are_listed_for_readers_and_for_programs(
    kept: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kept.command("people") == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["id", "name", "kind", "made", "seen", "games", "banned"]
    assert {line.split()[0] for line in lines} == {kept.paula.me.id, kept.quentin.me.id, kept.guest.me.id}
    assert kept.command("people", "paul", "--json") == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["id"], found["name"], found["games"]) == (kept.paula.me.id, "Paula", 1)
    assert "passphrase" not in found
    assert kept.command("rooms") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["id", kept.room]
    assert kept.command("rooms", "--json") == 0
    text = capsys.readouterr().out
    assert [each["id"] for each in json.loads(text)] == [kept.room]
    assert "12345" not in text  # the seed


@pytest.mark.slow
def test_an_operator_sees_figures_and_ends_a_room(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    assert kept.command("stats") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines][:4] == ["people", "", "rooms", "games"]
    assert "2 accounts, 1 guest" in lines[0]
    assert "1 not over: 1 coop; 0 in the lobby" in lines[2]
    assert len(lines) == 11
    assert kept.command("stats", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["rooms"], len(found["days"])) == (1, {"coop": 1}, 7)
    assert kept.command("end", kept.room) == 0
    assert capsys.readouterr().out == f"the game of {kept.room} is over\n"
    assert kept.command("end", kept.room) == 2
    assert "no game is in progress" in capsys.readouterr().err
    assert kept.command("rooms") == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.slow
def test_somebody_is_banned_for_days_and_comes_again(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    assert kept.command("ban", "paula", "--reason", "swore") == 0
    assert capsys.readouterr().out == f"Paula ({kept.paula.me.id}) is banned for good\n"
    assert kept.who(kept.paula.token) == "banned"
    assert kept.command("people", "Paula") == 0
    assert "for good: swore" in capsys.readouterr().out
    assert kept.command("unban", kept.paula.me.id) == 0
    assert capsys.readouterr().out == f"Paula ({kept.paula.me.id}) isn't banned\n"
    assert kept.command("ban", "quentin q", "--days", "3") == 0
    assert " is banned until 20" in capsys.readouterr().out


@pytest.mark.slow
def test_every_game_is_verified_again(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    # The stored game was never played.
    assert kept.command("verify") == 0
    assert "1 game verified, 1 of them wrong" in capsys.readouterr().out


@pytest.mark.slow
def test_games_under_review_are_listed_and_decided(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    async def suspect(made: House) -> None:
        async with made.database.transaction() as connection:
            await set_verdict(connection, kept.game, True, "review", suspicion=1.5, signs='{"rate": 1.5}')

    kept.run(suspect)
    assert kept.command("review") == 0
    assert f"{kept.game}  Paula" in (out := capsys.readouterr().out)
    assert "1.5    rate 1.5" in out
    assert kept.command("pass", kept.game) == 0
    assert capsys.readouterr().out == f"{kept.game} is passed; it may count\n"
    assert kept.command("void", kept.game, "--reason", "a program") == 0
    assert capsys.readouterr().out == f"{kept.game} is void: a program\n"
    assert kept.command("review", "--json") == 0
    assert json.loads(capsys.readouterr().out) == []
    assert kept.command("undecide", kept.game) == 0
    assert "has no decision" in capsys.readouterr().out
    assert kept.command("void", "nothing", "--reason", "x") == 2
    assert "id of a finished game" in capsys.readouterr().err


def test_an_administrator_is_made_here(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    assert kept.command("make-admin", "Paula") == 0
    assert kept.command("ban", "Paula") == 2
    assert "administrator" in capsys.readouterr().err
    assert kept.command("unmake-admin", "Paula") == 0
    assert kept.command("ban", "Paula") == 0
    assert kept.command("make-admin", kept.guest.me.id) == 2


@pytest.mark.slow
def test_an_account_is_renamed_and_gets_a_code_for_a_new_passphrase(
    kept: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kept.command("rename", "quentin q", "Quinn") == 0
    words = capsys.readouterr().out
    assert words.startswith(f"Quentin Q ({kept.quentin.me.id}) ")
    assert "Quinn" in words
    assert kept.command("rename", "Quinn", "PAULA") == 2
    assert "name" in capsys.readouterr().err
    assert kept.command("reset-passphrase", "Quinn") == 0
    code = capsys.readouterr().out.split()[-1]
    assert kept.who(kept.quentin.token) is None

    async def recover(made: House) -> None:
        assert (await made.people.recover("Quinn", code, "another one")).me.id == kept.quentin.me.id

    kept.run(recover)
    assert kept.command("reset-passphrase", kept.guest.me.id) == 2


@pytest.mark.slow
def test_somebody_is_exported_and_deleted(kept: Kept, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kept.command("export", "Paula") == 0
    text = capsys.readouterr().out
    assert json.loads(text)["people"][0]["name"] == "Paula"
    file = tmp_path / "paula.json"
    assert kept.command("export", "Paula", "--to", str(file)) == 0
    assert json.loads(file.read_text()) == json.loads(text)
    assert kept.command("export", "Paula", "--to", str(tmp_path / "no" / "paula.json")) == 74
    assert kept.command("delete", "Paula") == 2
    assert kept.command("delete", "Paula", "--yes") == 0
    assert kept.command("delete", "Paula", "--yes") == 2
    left: list[int] = []

    async def look(made: House) -> None:
        left.append(await count(made.database, people))

    kept.run(look)
    assert left == [2]


def test_the_database_is_copied(kept: Kept, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.sqlite3"
    assert kept.command("backup", str(copy)) == 0
    assert "copied the database" in capsys.readouterr().out
    assert main(["web", "admin", "people", "paula", "--json", "--database-url", f"sqlite+aiosqlite:///{copy}"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["name"] == "Paula"
    assert kept.command("backup", str(tmp_path / "no" / "copy.sqlite3")) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected one of the actions"),
        (["bann", "Paula"], "did you mean 'ban'?"),
        (["ban"], "expected a name or an id after ban"),
        (["backup"], "expected a file after backup"),
        (["void"], "expected the id of a game after void"),
        (["void", "x"], "void needs a --reason"),
        (["review", "x"], "expected nothing after review"),
        (["rooms", "x"], "expected nothing after rooms"),
        (["people", "x", "y"], "expected one name or file after people"),
        (["rename", "x"], "expected the new name after rename"),
        (["people", "x", "y", "z"], "expected one what"),
        (["ban", "x", "--yes"], "can't use --yes with ban"),
        (["people", "--reason", "x"], "can't use --reason with people"),
        (["ban", "x", "--json"], "can't use --json with ban"),
        (["delete", "x"], "delete needs --yes"),
        (["people", "--database-url", ""], "expected a URL"),
        (["people", "--database-url", "mysql://x"], "expected sqlite+aiosqlite"),
        (["people", "--database-url", "sqlite+aiosqlite:///no/such/file"], "expected an existing database"),
        (["ban", "x", "--dasy", "3"], "did you mean '--days'?"),
        (["end", "\udcff"], "expected valid UTF-8 after end"),
        (["ban", "x", "--reason", "\udcff"], "expected valid UTF-8 after ban"),
    ],
)
def test_words_that_make_no_sense_change_nothing(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", "admin", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_an_account_is_found_among_guests_whose_names_contain_its_name(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hypersweep.cli.web_admin._PAGE", 2)

    async def fill(made: House) -> None:
        async with made.database.transaction() as connection:
            for number in range(4):
                row = {"id": f"{number}", "name": f"Quick Paula {number}", "made": 1, "seen": 1}
                await connection.execute(people.insert(), row)

    kept.run(fill)
    assert kept.command("ban", "Paula", "--days", "1") == 0
    assert capsys.readouterr().out.startswith(f"Paula ({kept.paula.me.id}) is banned")


def test_who_is_not_there_is_said(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    assert kept.command("ban", "Nobody") == 2
    assert "no person has the name or ID" in capsys.readouterr().err
    assert kept.command("ban", "Paula", "--days", "many") == 2


def test_the_help_tells_every_action_and_the_web_command_tells_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "admin", "--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n  {action}" in text for action in ACTIONS)
    assert main(["web", "--help"]) == 0
    assert "hypersweep web admin" in capsys.readouterr().out
