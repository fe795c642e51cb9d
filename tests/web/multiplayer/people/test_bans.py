"""Bans: a banned person is disconnected, can't sign in, and is told until when and why."""

from __future__ import annotations

import pytest

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.people.bans import FOR_GOOD
from people_calls import DAY, PASSPHRASE, House, in_house


async def refused(work: object) -> str:
    with pytest.raises(RefusedError) as error:
        await work  # type: ignore[misc]
    return error.value.what


def test_who_is_banned_is_told_until_when_and_why_and_then_comes_again() -> None:
    async def work(made: House) -> None:
        account = await made.people.register(None, "Paula", PASSPHRASE)
        until = made.clock.moment + 3 * DAY
        await made.people.bans.ban(account.me.id, 3, "swore at everybody")
        assert made.gone == [(account.me.id, "banned")]
        for work in (made.people.of(account.token), made.people.sign_in("Paula", PASSPHRASE)):
            with pytest.raises(RefusedError, match=r"2025-10-12 .* UTC: swore at everybody") as error:
                await work
            assert error.value.status == 403
            assert error.value.values == {"until": until, "reason": "swore at everybody"}
        # Whether somebody is banned is told to who knows the passphrase.
        assert await refused(made.people.sign_in("Paula", "another one")) == "sign_in"
        assert await made.people.of(account.token, even_banned=True) == account.me
        gone = await made.people.who_is_gone([account.me.id, "nobody"])
        assert {person: error.what for person, error in gone.items()} == {account.me.id: "banned", "nobody": "deleted"}
        made.clock.moment = until
        assert await made.people.of(account.token) == account.me
        await made.people.bans.ban(account.me.id, 1, "")
        assert (
            await made.people.bans.ban(account.me.id, None, "")
            == FOR_GOOD
            == await made.people.bans.ban(account.me.id, 10_000_000, "")
        )
        await made.people.bans.lift(account.me.id)
        assert await made.people.of(account.token) == account.me
        assert await made.people.who_is_gone([account.me.id]) == {}
        bans = made.people.bans
        for call in (bans.ban("nobody", 1, ""), bans.lift("nobody"), made.people.delete("nobody")):
            assert await refused(call) == "no_person"

    in_house(work)


def test_an_administrator_cannot_be_banned_and_a_guest_is_none() -> None:
    async def work(made: House) -> None:
        account = await made.people.register(None, "Paula", PASSPHRASE)
        await made.people.set_admin(account.me.id, True)
        assert (await made.people.of(account.token)) is not None
        assert await refused(made.people.bans.ban(account.me.id, 1, "")) == "is_admin"
        await made.people.set_admin(account.me.id, False)
        guest = await made.people.begin_guest()
        assert await refused(made.people.set_admin(guest.me.id, True)) == "no_person"

    in_house(work)
