"""Accounts: guests make them, sign in and out, are banned and deleted; each step is atomic."""

from __future__ import annotations

import asyncio
import json

import pytest

from hypersweep.record import Record
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.people.accounts import SignedIn
from hypersweep.web.multiplayer.people.passphrases import CODES, LONGEST_PASSPHRASE
from hypersweep.web.multiplayer.people.sessions import MOST_SESSIONS, token_hash
from hypersweep.web.multiplayer.store import people as rows
from hypersweep.web.multiplayer.store.tables import entries, games, new_id, people, recovery_codes, sessions
from people_calls import DAY, PASSPHRASE, House, in_house
from people_rows import add_game, add_room, count


async def refused(work: object) -> str:
    with pytest.raises(RefusedError) as error:
        await work  # type: ignore[misc]
    return error.value.what


def test_a_guest_becomes_an_account_keeps_all_and_gets_another_token() -> None:
    async def work(made: House) -> None:
        guest = await made.people.begin_guest()
        assert guest.me.is_guest
        assert await made.people.of(guest.token) == guest.me
        account = await made.people.register(guest.me, "Paula", PASSPHRASE)
        assert (account.me.id, account.me.name, account.me.is_guest) == (guest.me.id, "Paula", False)
        assert await made.people.of(account.token) == account.me
        # The person who put the guest's cookie into this browser isn't Paula.
        assert await made.people.of(guest.token) is None
        assert made.gone == [(guest.me.id, "signed_out")]
        assert await refused(made.people.register(account.me, "Petra", PASSPHRASE)) == "has_account"

    in_house(work)


def test_names_that_look_alike_are_taken() -> None:
    async def work(made: House) -> None:
        await made.people.register(None, "Paula", PASSPHRASE)
        for name in (
            "paula",
            "PAULA",
            "\N{FULLWIDTH LATIN CAPITAL LETTER P}aula",
            "P.aula",
        ):
            assert await refused(made.people.register(None, name, PASSPHRASE)) == "name_taken"
        await made.people.register(None, "Capa", PASSPHRASE)
        await made.people.register(None, "Nona", PASSPHRASE)
        # All in Cyrillic and, with a capital nu that looks like an N, in Greek.
        for name in ("Сара", "ΝΟΝΑ"):  # noqa: RUF001
            assert await refused(made.people.register(None, name, PASSPHRASE)) == "name_taken"
        assert await refused(made.people.register(None, "P\N{CYRILLIC SMALL LETTER A}ula", PASSPHRASE)) == "name"
        assert await count(made.database, people) == 3

    in_house(work)


@pytest.mark.parametrize(("first", "second"), [("ΝΙΝΑ", "NINA"), ("Nina", "ΝΙΝΑ"), ("ΝΙΝΑ", "νινα")])  # noqa: RUF001
def test_names_that_look_alike_as_written_are_taken_in_both_orders(first: str, second: str) -> None:
    async def work(made: House) -> None:
        account = await made.people.register(None, first, PASSPHRASE)
        assert await refused(made.people.register(None, second, PASSPHRASE)) == "name_taken"
        other = await made.people.register(None, "Petra", PASSPHRASE)
        assert await refused(made.people.rename(other.me.id, second)) == "name_taken"
        # A name that an account drops, or that is deleted with it, is free.
        await made.people.rename(account.me.id, second)
        await made.people.rename(account.me.id, "Paula")
        await made.people.rename(other.me.id, second)
        await made.people.delete(other.me.id)
        assert (await made.people.register(None, first, PASSPHRASE)).me.name == first

    in_house(work)


@pytest.mark.slow
def test_of_many_who_want_a_name_at_once_one_gets_it(url: str) -> None:
    async def work(made: House) -> None:
        async def register(me: SignedIn) -> str:
            try:
                await made.people.register(me.me, "Paula", PASSPHRASE)
            except RefusedError as error:
                return error.what
            return "registered"

        guests = [await made.people.begin_guest() for _ in range(6)]
        told = await asyncio.gather(*(register(each) for each in guests))
        assert sorted(told) == ["name_taken"] * 5 + ["registered"]

    in_house(work, url)


@pytest.mark.slow
def test_one_guest_who_registers_twice_at_once_has_one_account(url: str) -> None:
    async def work(made: House) -> None:
        guest = await made.people.begin_guest()
        told = await asyncio.gather(
            *(made.people.register(guest.me, name, PASSPHRASE) for name in ("Paula", "Petra", "Pia")),
            return_exceptions=True,
        )
        assert sum(isinstance(each, SignedIn) for each in told) == 1
        assert {each.what for each in told if isinstance(each, RefusedError)} == {"signed_out"}
        assert await count(made.database, sessions) == 1

    in_house(work, url)


@pytest.mark.slow
def test_who_is_deleted_while_registering_is_gone_or_there_but_not_half(url: str) -> None:
    async def work(made: House) -> None:
        for turn in range(4):
            guest = await made.people.begin_guest()
            told = await asyncio.gather(
                made.people.register(guest.me, f"Paula {turn}a", PASSPHRASE),
                made.people.delete(guest.me.id),
                return_exceptions=True,
            )
            assert told[1] is None
            assert isinstance(told[0], SignedIn) or (isinstance(told[0], RefusedError) and told[0].what == "signed_out")
        assert await count(made.database, people) == 0
        assert await count(made.database, sessions) == 0

    in_house(work, url)


def test_signing_in_takes_the_passphrase_and_the_name_as_anybody_types_it() -> None:
    async def work(made: House) -> None:
        account = await made.people.register(None, "Zoë 10", "cafe\N{COMBINING ACUTE ACCENT} au lait")
        for name in ("Zoë 10", "zoë 10", "  ZOE\N{COMBINING DIAERESIS} 10 "):
            found = await made.people.sign_in(name, "café au lait")
            assert found.me == account.me
            assert await made.people.of(found.token) == account.me
        told = {
            str(await asyncio.gather(made.people.sign_in(name, text), return_exceptions=True))
            for name, text in (
                ("Zoë 10", "café au lai"),
                ("Zoë 10", "x"),
                ("Zoë 10", "x" * 5000),
                ("Nobody", "café au lait"),
                ("", "café au lait"),
                ("a\0b", "café au lait"),
                ("x" * 5000, "café au lait"),
            )
        }
        assert told == {"[RefusedError('the name or passphrase is wrong')]"}

    in_house(work)


def test_only_the_whole_passphrase_signs_in() -> None:
    async def work(made: House) -> None:
        await made.people.register(None, "Paula", "8 signs.")
        for text in ("8 signs", "8 signs." + "x" * LONGEST_PASSPHRASE, "8 signs." * LONGEST_PASSPHRASE):
            assert await refused(made.people.sign_in("Paula", text)) == "sign_in"
        await made.people.sign_in("Paula", "8 signs.")

    in_house(work)


def test_signing_in_ends_the_session_that_the_browser_had() -> None:
    async def work(made: House) -> None:
        await made.people.register(None, "Paula", PASSPHRASE)
        guest = await made.people.begin_guest()
        found = await made.people.sign_in("Paula", PASSPHRASE, before=guest.token)
        assert await made.people.of(guest.token) is None
        assert made.gone == [(guest.me.id, "signed_out")]
        await made.people.sign_out(found.token)
        assert await made.people.of(found.token) is None
        assert made.gone[1:] == [(found.me.id, "signed_out")]
        await made.people.sign_out(found.token)
        await made.people.sign_out(None)
        assert len(made.gone) == 2

    in_house(work)


@pytest.mark.slow
def test_another_passphrase_ends_all_other_sessions() -> None:
    async def work(made: House) -> None:
        first = await made.people.register(None, "Paula", PASSPHRASE)
        other = await made.people.sign_in("Paula", PASSPHRASE)
        assert await refused(made.people.change_passphrase(first.me, "wrong one!", "another one")) == "sign_in"
        assert await refused(made.people.change_passphrase(first.me, PASSPHRASE, "short")) == "passphrase"
        now = await made.people.change_passphrase(first.me, PASSPHRASE, "another one")
        assert await made.people.of(first.token) is await made.people.of(other.token) is None
        assert await made.people.of(now.token) == first.me
        assert await refused(made.people.sign_in("Paula", PASSPHRASE)) == "sign_in"
        assert (await made.people.sign_in("Paula", "another one")).me == first.me
        guest = await made.people.begin_guest()
        assert await refused(made.people.change_passphrase(guest.me, PASSPHRASE, "another one")) == "has_none"

    in_house(work)


@pytest.mark.slow
def test_of_two_changes_at_once_one_counts(url: str) -> None:
    async def work(made: House) -> None:
        me = (await made.people.register(None, "Paula", PASSPHRASE)).me
        requests = [f"another one {n}" for n in range(3)]
        told = await asyncio.gather(
            *(made.people.change_passphrase(me, PASSPHRASE, request) for request in requests), return_exceptions=True
        )
        kept = [request for request, each in zip(requests, told, strict=True) if isinstance(each, SignedIn)]
        assert len(kept) == 1
        assert (await made.people.sign_in("Paula", kept[0])).me == me

    in_house(work, url)


def test_a_session_lasts_while_it_is_used_and_has_an_end() -> None:
    async def work(made: House) -> None:
        account = await made.people.register(None, "Paula", PASSPHRASE)
        began = made.clock.moment
        assert not await made.people.renew(account.token)
        for _ in range(6):
            made.clock.moment += 60 * DAY
            assert await made.people.of(account.token) is not None
            assert await made.people.renew(account.token)
            assert not await made.people.renew(account.token)
        made.clock.moment = began + 390 * DAY
        assert await made.people.of(account.token) is None
        assert not await made.people.renew(account.token)
        other = await made.people.sign_in("Paula", PASSPHRASE)
        made.clock.moment += 90 * DAY - 1
        assert await made.people.of(other.token) is not None
        made.clock.moment += 1
        assert await made.people.of(other.token) is None
        await made.people.clean()
        assert await count(made.database, sessions) == 0

    in_house(work)


@pytest.mark.slow
def test_a_person_has_so_many_sessions_and_the_oldest_end() -> None:
    async def work(made: House) -> None:
        tokens = [(await made.people.register(None, "Paula", PASSPHRASE)).token]
        for _ in range(MOST_SESSIONS + 3):
            made.clock.moment += 1
            tokens.append((await made.people.sign_in("Paula", PASSPHRASE)).token)
        alive = [token for token in tokens if await made.people.of(token) is not None]
        assert alive == tokens[-MOST_SESSIONS:]

    in_house(work)


def test_sessions_that_have_ended_are_told_from_those_that_go_on() -> None:
    async def work(made: House) -> None:
        account = await made.people.register(None, "Paula", PASSPHRASE)
        other = await made.people.sign_in("Paula", PASSPHRASE)
        both = {token_hash(account.token), token_hash(other.token)}
        assert await made.people.which_ended(both) == set()
        await made.people.sign_out(account.token)
        many = {f"{number:064}" for number in range(450)}
        assert await made.people.which_ended(both | many) == many | {token_hash(account.token)}
        made.clock.moment += 91 * DAY
        assert await made.people.which_ended(both) == both
        assert await made.people.which_ended([]) == set()

    in_house(work)


@pytest.mark.slow
def test_of_who_is_deleted_nothing_is_left_but_games_without_a_name(url: str) -> None:
    async def work(made: House) -> None:
        account = await made.people.register(None, "Paula Person", PASSPHRASE)
        other = await made.people.register(None, "Quentin", PASSPHRASE)
        room = await add_room(made.database, account.me.id, account.me.name)
        await add_room(made.database, other.me.id, other.me.name)
        game = await add_game(made.database, account.me.id, account.me.name, room)
        await made.people.delete(account.me.id)
        assert made.gone[-1] == (account.me.id, "deleted")
        assert await made.people.of(account.token) is None
        assert await refused(made.people.sign_in("Paula Person", PASSPHRASE)) == "sign_in"
        async with made.database.transaction(writes=False) as connection:
            for table in people.metadata.sorted_tables:
                for row in await connection.execute(table.select()):
                    assert account.me.id not in str(tuple(row)), table.name
                    assert "Paula" not in str(tuple(row)), table.name
            kept = (await connection.execute(games.select())).mappings().one()
        assert (kept["id"], kept["person"], kept["name"], kept["outcome"]) == (game, None, "deleted", "won")
        assert Record.parse(kept["record"]).tags["player"] == "deleted"
        assert await count(made.database, entries) == 6
        assert (await made.people.register(None, "Paula Person", PASSPHRASE)).me.id != account.me.id
        assert await made.people.of(other.token) == other.me

    in_house(work, url)


def test_guests_who_never_played_are_forgotten_after_a_month() -> None:
    async def work(made: House) -> None:
        idle, player, banned = [await made.people.begin_guest() for _ in range(3)]
        account = await made.people.register(None, "Paula", PASSPHRASE)
        await add_game(made.database, player.me.id, player.me.name, new_id())
        await made.people.bans.ban(banned.me.id, 1000, "")
        made.clock.moment += 20 * DAY
        later = await made.people.begin_guest()
        assert await made.people.clean() == 0
        made.clock.moment += 10 * DAY + 1
        assert await made.people.clean() == 1
        assert made.gone[-1] == (idle.me.id, "signed_out")
        assert await made.people.of(idle.token) is None
        for each in (player, account, later):
            assert await made.people.of(each.token) == each.me
        async with made.database.transaction(writes=False) as connection:
            assert await rows.find(connection, banned.me.id) is not None

    in_house(work)


async def forgetful(made: House, name: str = "Paula") -> SignedIn:
    """Make an account with recovery codes."""
    account = await made.people.register(None, name, PASSPHRASE)
    assert len(set(account.codes)) == CODES
    return account


def test_a_recovery_code_signs_in_once_and_sets_a_passphrase() -> None:
    async def work(made: House) -> None:
        paula = await forgetful(made)
        made.gone.clear()
        recover = made.people.recover
        back = await recover("PAULA", paula.codes[3].lower(), "another one")
        assert back.me == paula.me
        assert back.codes == ()
        assert await made.people.of(back.token) == paula.me
        # The browser that was signed in has to sign in again.
        assert await made.people.of(paula.token) is None
        assert made.gone == [(paula.me.id, "signed_out")]
        assert await refused(made.people.sign_in("Paula", PASSPHRASE)) == "sign_in"
        assert (await made.people.sign_in("Paula", "another one")).me == paula.me
        assert await refused(recover("Paula", paula.codes[3], "a third one")) == "recovery"
        assert (await made.people.account(paula.me)).codes_left == CODES - 1
        await recover("Paula", paula.codes[4], "a third one")

    in_house(work)


def test_what_is_wrong_with_a_recovery_uses_no_code() -> None:
    async def work(made: House) -> None:
        paula, petra = await forgetful(made), await forgetful(made, "Petra")
        recover = made.people.recover
        code = paula.codes[0]
        assert await refused(recover("Paula", code, "short")) == "passphrase"
        for name, wrong in (("Paula", petra.codes[0]), ("Petra", code), ("Nobody", code), ("Paula", code[:-1])):
            assert await refused(recover(name, wrong, "another one")) == "recovery"
        await made.people.bans.ban(paula.me.id, 1, "swore")
        assert await refused(recover("Paula", code, "another one")) == "banned"
        await made.people.bans.lift(paula.me.id)
        assert (await made.people.account(paula.me)).codes_left == CODES
        assert (await made.people.sign_in("Paula", PASSPHRASE)).me == paula.me

    in_house(work)


@pytest.mark.slow
def test_a_code_that_two_use_at_once_counts_for_one(url: str) -> None:
    async def work(made: House) -> None:
        paula = await forgetful(made)
        told = await asyncio.gather(
            *(made.people.recover("Paula", paula.codes[0], f"passphrase {n}") for n in range(4)), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in told) == ["RefusedError"] * 3 + ["SignedIn"]
        assert (await made.people.account(paula.me)).codes_left == CODES - 1

    in_house(work, url)


def test_new_codes_replace_the_old_ones_and_need_the_passphrase() -> None:
    async def work(made: House) -> None:
        paula = await forgetful(made)
        assert await refused(made.people.make_codes(paula.me, "another one")) == "sign_in"
        codes = await made.people.make_codes(paula.me, PASSPHRASE)
        assert len(set(codes) | set(paula.codes)) == 2 * CODES
        assert await refused(made.people.recover("Paula", paula.codes[0], "another one")) == "recovery"
        assert (await made.people.recover("Paula", codes[0], "another one")).me == paula.me
        guest = (await made.people.begin_guest()).me
        assert await refused(made.people.make_codes(guest, PASSPHRASE)) == "has_none"
        assert await refused(made.people.account(guest)) == "has_none"
        await made.people.delete(paula.me.id)
        assert await count(made.database, recovery_codes) == 0
        assert await refused(made.people.account(paula.me)) == "signed_out"

    in_house(work)


def test_an_account_is_renamed_by_the_rules_of_names() -> None:
    async def work(made: House) -> None:
        paula, petra = await forgetful(made), await forgetful(made, "Petra")
        assert await made.people.rename(paula.me.id, " PAULA ") == "PAULA"
        assert await made.people.rename(paula.me.id, "Pia") == "Pia"
        assert (await made.people.sign_in("pia", PASSPHRASE)).me.name == "Pia"
        assert await refused(made.people.sign_in("Paula", PASSPHRASE)) == "sign_in"
        assert await refused(made.people.rename(petra.me.id, "pia")) == "name_taken"
        assert await refused(made.people.rename(petra.me.id, "Admin")) == "name"
        guest = (await made.people.begin_guest()).me
        assert await refused(made.people.rename(guest.id, "Paula")) == "no_person"
        assert await refused(made.people.rename("nobody", "Paula")) == "no_person"
        assert await made.people.rename(petra.me.id, "Paula") == "Paula"

    in_house(work)


def test_a_passphrase_that_is_reset_is_void_until_the_code_is_used() -> None:
    async def work(made: House) -> None:
        paula = await forgetful(made)
        code = await made.people.reset_passphrase(paula.me.id)
        assert await made.people.of(paula.token) is None
        assert await refused(made.people.sign_in("Paula", PASSPHRASE)) == "sign_in"
        assert await refused(made.people.recover("Paula", paula.codes[0], "another one")) == "recovery"
        back = await made.people.recover("Paula", code, "another one")
        assert (back.me, (await made.people.account(back.me)).codes_left) == (paula.me, 0)
        guest = (await made.people.begin_guest()).me
        assert await refused(made.people.reset_passphrase(guest.id)) == "no_person"

    in_house(work)


def test_everything_of_a_person_is_in_one_text(url: str) -> None:
    async def work(made: House) -> None:
        account = await made.people.register(None, "Paula", PASSPHRASE)
        other = await made.people.register(None, "Quentin", PASSPHRASE)
        going_on = await add_room(made.database, account.me.id, "Paula")
        over = await add_room(made.database, account.me.id, "Paula", ended=99)
        await add_room(made.database, other.me.id, "Quentin")
        games = [await add_game(made.database, account.me.id, "Paula", over)]
        text = b"".join([piece async for piece in made.people.export(account.me.id)])
        assert b"Quentin" not in text
        assert b"argon2" not in text
        found = json.loads(text)
        assert found["format"] == "hypersweep-person"
        assert [each["name"] for each in found["people"]] == ["Paula"]
        assert [sorted(each) for each in found["sessions"]] == [["ends", "made", "seen"]]
        # Not even those of rooms that are over: rounds may follow in them.
        assert {each["id"]: each.get("seed") for each in found["rooms"]} == {going_on: None, over: None}
        assert [each["id"] for each in found["games"]] == games
        assert Record.parse(found["games"][0]["record"]).tags["player"] == "Paula"
        assert [each["game"] for each in found["bests"]] == games
        assert [each["preset"] for each in found["daily_tries"]] == ["expert"]
        assert set(found) == {
            "format", "version", "people", "sessions", "recovery_codes", "rooms", "games", "bests", "daily_tries"
        }  # fmt: skip

    in_house(work, url)


@pytest.mark.slow
def test_hundreds_of_rooms_come_page_by_page_each_once() -> None:
    async def work(made: House) -> None:
        account = await made.people.begin_guest()
        rooms = [await add_room(made.database, account.me.id, "Paula") for _ in range(405)]
        pieces = [piece async for piece in made.people.export(account.me.id)]
        assert len(pieces) >= 6
        found = json.loads(b"".join(pieces))
        assert sorted(each["id"] for each in found["rooms"]) == sorted(rooms)
        assert "games" not in found

    in_house(work)
