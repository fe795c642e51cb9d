"""A person's own data over HTTP: guests, accounts, their cookies, and rejected requests."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack

import httpx
import pytest

from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.name_keys import name_key
from hypersweep.web.multiplayer.server_settings import Settings
from people_calls import DAY, MEMORY, PASSPHRASE, House, account, house, in_house, quick_passphrases

SIGN_IN = {"name": "Paula", "passphrase": PASSPHRASE}


def wrong(name: str = "Paula") -> dict[str, str]:
    return {"name": name, "passphrase": "another one"}


def told(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/json"
    found = answer.json()
    assert found["t"] == "refused"
    assert found["message"]
    return answer.status_code, found["what"]


def test_a_guest_begins_once_and_is_known_from_then_on() -> None:
    async def work(made: House) -> None:
        async with made.browser() as browser:
            assert (await browser.get("/api/me")).json() is None
            me = (await browser.post("/api/session")).json()
            assert me.keys() == {"id", "name"}
            assert (await browser.post("/api/session")).json() == me
            answer = await browser.get("/api/me")
            assert answer.json() == me
            assert "set-cookie" not in answer.headers
            made.clock.moment += DAY
            assert "max-age=7776000" in (await browser.get("/api/me")).headers["set-cookie"].lower()
            assert "set-cookie" not in (await browser.get("/api/me")).headers

    in_house(work)


def test_an_account_from_its_beginning_to_its_end() -> None:
    async def work(made: House) -> None:
        async with made.browser() as browser, made.browser() as other:
            guest = (await browser.post("/api/session")).json()
            before = dict(browser.cookies)
            me = (await browser.post("/api/account/register", json=SIGN_IN)).json()
            assert len(set(me.pop("codes"))) == 10
            assert me == {"id": guest["id"], "name": "Paula", "is_guest": False}
            assert dict(browser.cookies) != before
            other.cookies.update(before)
            assert (await other.get("/api/me")).json() is None
            other.cookies.clear()
            assert told(await other.post("/api/account/register", json=SIGN_IN)) == (409, "name_taken")
            wrong = {"name": "Paula", "passphrase": "another one"}
            assert told(await other.post("/api/account/sign-in", json=wrong)) == (401, "sign_in")
            assert (await other.post("/api/account/sign-in", json=SIGN_IN)).json() == me
            changed = {"old": PASSPHRASE, "new": "another one"}
            assert (await other.post("/api/account/passphrase", json=changed)).json() == me
            assert (await other.get("/api/me")).json() == me
            assert (await browser.get("/api/me")).json() is None
            assert told(await browser.post("/api/account/passphrase", json=changed)) == (401, "signed_out")
            assert told(await browser.post("/api/account/delete", json={})) == (401, "signed_out")
            export = await other.get("/api/account/export")
            assert export.headers["content-disposition"] == 'attachment; filename="hypersweep-account.json"'
            assert export.json()["people"][0]["name"] == "Paula"
            assert told(await other.post("/api/account/delete", json={})) == (401, "sign_in")
            assert told(await other.post("/api/account/delete", json={"passphrase": PASSPHRASE})) == (401, "sign_in")
            assert (await other.post("/api/account/delete", json={"passphrase": "another one"})).json() is None
            assert not other.cookies
            assert told(await other.post("/api/account/sign-in", json=wrong)) == (401, "sign_in")

    in_house(work)


def test_an_account_whose_passphrase_is_lost_comes_back_by_a_code() -> None:
    async def work(made: House) -> None:
        async with made.browser() as browser, made.browser() as other:
            me = (await browser.post("/api/account/register", json=SIGN_IN)).json()
            first, *_ = me.pop("codes")
            facts = {"id": me["id"], "name": "Paula", "made": made.clock.moment, "codes_left": 10}
            assert (await browser.get("/api/account")).json() == facts
            recovery = {"name": "Paula", "code": first, "passphrase": "another one"}
            assert (await other.post("/api/account/recover", json=recovery)).json() == me
            assert (await other.get("/api/account")).json() == facts | {"codes_left": 9}
            assert (await browser.get("/api/me")).json() is None
            assert told(await browser.get("/api/account")) == (401, "signed_out")
            assert told(await browser.post("/api/account/recover", json=recovery)) == (401, "recovery")
            assert told(await other.post("/api/account/codes", json={"passphrase": PASSPHRASE})) == (401, "sign_in")
            codes = (await other.post("/api/account/codes", json={"passphrase": "another one"})).json()["codes"]
            assert len({first, *codes}) == 11
            assert first not in (await other.get("/api/account/export")).text
            await browser.post("/api/session")
            assert told(await browser.get("/api/account")) == (409, "has_none")

    in_house(work)


@pytest.mark.slow
def test_strangers_who_try_codes_and_passphrases_do_not_keep_the_owner_out() -> None:
    async def work(made: House) -> None:
        async with account(made) as own:
            new = (await own.post("/api/account/codes", json={"passphrase": PASSPHRASE})).json()["codes"]
            wrong = {"name": "PAULA", "code": "0000-0000-0000-0000", "passphrase": "another one"}
            async with made.browser("203.0.113.1") as browser:
                statuses = [(await browser.post("/api/account/recover", json=wrong)).status_code for _ in range(34)]
            assert statuses == [401] * 30 + [429] * 4
            for n in range(34):
                async with made.browser(f"203.0.114.{n}") as browser:
                    await browser.post("/api/account/sign-in", json={"name": "Paula", "passphrase": "wrong, wrong"})
            async with made.browser("203.0.115.1") as browser:
                right = {"name": "Paula", "code": new[0], "passphrase": "another long one"}
                assert (await browser.post("/api/account/recover", json=right)).status_code == 200

    in_house(work)


def test_who_signs_out_is_nobody_even_with_the_old_cookie() -> None:
    async def work(made: House) -> None:
        async with account(made) as browser:
            cookies = dict(browser.cookies)
            assert (await browser.post("/api/account/sign-out")).json() is None
            assert {*browser.cookies} == {"hypersweep-6174-device"}
            browser.cookies.update(cookies)
            assert (await browser.get("/api/me")).json() is None
            assert (await browser.post("/api/account/sign-out")).json() is None

    in_house(work)


def test_a_cookie_that_somebody_else_has_set_is_not_taken_over() -> None:
    async def work(made: House) -> None:
        async with made.browser(cookie="hypersweep-6174=" + "A" * 43) as browser:
            assert (await browser.get("/api/me")).json() is None
            answer = await browser.post("/api/session")
            assert "A" * 43 not in answer.headers["set-cookie"]

    in_house(work)


def test_who_is_banned_hears_until_when_and_may_still_take_what_is_theirs_and_go() -> None:
    async def work(made: House) -> None:
        async with account(made) as browser:
            me = (await browser.get("/api/me")).json()
            until = made.clock.moment + DAY
            await made.people.bans.ban(me["id"], 1, "swore at everybody")
            for method, path in (("GET", "/api/me"), ("POST", "/api/session")):
                answer = await browser.request(method, path)
                assert told(answer) == (403, "banned")
                why = {"until": until, "reason": "swore at everybody"}
                assert answer.json()["values"] == why | ({"me": me} if method == "GET" else {})
            assert (await browser.get("/api/account/export")).json()["people"][0]["ban_reason"] == "swore at everybody"
            assert (await browser.post("/api/account/delete", json={"passphrase": PASSPHRASE})).status_code == 200
            assert (await browser.get("/api/me")).json() is None

    in_house(work)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'{"name": "Paula"}', 422),
        (b'{"name": 1, "passphrase": "eight signs"}', 422),
        (b'{"name": "Paula", "passphrase": "eight signs", "is_admin": true}', 422),
        (b'{"name": "Pa\\u0000ula", "passphrase": "eight signs"}', 422),
        (b'{"name": "Pa\\ud800ula", "passphrase": "eight signs"}', 400),
        (b'{"name": "Pa\xffula", "passphrase": "eight signs"}', 400),
        (b"[" * 60_000, 422),
        (json.dumps({"name": "Paula", "passphrase": "x" * 5000}).encode(), 422),
    ],
)
def test_bodies_that_are_none_are_refused_and_say_why(body: bytes, status: int) -> None:
    async def work(made: House) -> None:
        async with made.browser(**{"content-type": "application/json"}) as browser:
            assert told(await browser.post("/api/account/register", content=body)) == (status, "malformed")

    in_house(work)


def test_names_and_passphrases_are_refused_by_their_rules() -> None:
    async def work(made: House) -> None:
        async with made.browser() as browser:
            answer = await browser.post("/api/account/register", json={"name": "a\tb", "passphrase": PASSPHRASE})
            assert told(answer) == (422, "name")
            assert answer.json()["values"] == {"why": "sign", "most": 32}
            answer = await browser.post("/api/account/register", json={"name": "Paula", "passphrase": "short"})
            assert told(answer) == (422, "passphrase")

    in_house(work)


def test_an_address_that_guesses_a_passphrase_is_refused_and_others_still_sign_in() -> None:
    async def work(made: House) -> None:
        async with account(made):
            statuses: Counter[tuple[str, int]] = Counter()
            for _ in range(12):
                for name in ("PAULA", "Nobody"):
                    async with made.browser("203.0.113.1") as browser:
                        answer = await browser.post("/api/account/sign-in", json=wrong(name))
                        statuses[name, answer.status_code] += 1
                        if answer.status_code == 429:
                            assert answer.headers["retry-after"] == "2"
            # The same for a name that no account has.
            assert statuses == {
                (name, status): n for name in ("PAULA", "Nobody") for status, n in ((401, 10), (429, 2))
            }
            async with made.browser("203.0.113.2") as browser:
                assert (await browser.post("/api/account/sign-in", json=SIGN_IN)).status_code == 200
        assert name_key("PAULA") == name_key("Paula")

    in_house(work)


@pytest.mark.slow
def test_three_addresses_that_guess_for_ever_do_not_keep_the_owner_from_signing_in() -> None:
    async def work(made: House) -> None:
        async with account(made):
            for _ in range(120):
                made.clock.moment += 10_000
                for n in range(3):
                    async with made.browser(f"203.0.113.{n}") as browser:
                        await browser.post("/api/account/sign-in", json=wrong())
            async with made.browser("203.0.114.1") as browser:
                assert (await browser.post("/api/account/sign-in", json=SIGN_IN)).status_code == 200

    in_house(work)


@pytest.mark.slow
def test_addresses_without_number_are_bounded_for_an_account_and_its_devices_are_counted_apart() -> None:
    async def work(made: House) -> None:
        async with account(made) as owner, account(made, "Quentin") as other, made.browser() as stranger:
            other_id = (await other.get("/api/me")).json()["id"]
            for each in (owner, other):
                assert (await each.post("/api/account/sign-out")).status_code == 200
            stranger.cookies.set("hypersweep-6174-device", f"{other_id}.{'A' * 22}.{'a' * 64}")
            statuses: Counter[int] = Counter()
            for n in range(40):
                async with made.browser(f"203.0.113.{n}") as browser:
                    for _ in range(9):
                        statuses[(await browser.post("/api/account/sign-in", json=wrong())).status_code] += 1
            assert statuses == {401: 300, 429: 60}
            # A device of another account, and a made-up one, count as unknown.
            for each in (other, stranger):
                assert told(await each.post("/api/account/sign-in", json=SIGN_IN)) == (429, "too_often")
            assert (await other.post("/api/account/sign-in", json=SIGN_IN | {"name": "Quentin"})).status_code == 200
            assert (await owner.post("/api/account/sign-in", json=SIGN_IN)).status_code == 200
            # A stolen device guesses no faster than a stranger's address.
            found = [(await owner.post("/api/account/sign-in", json=wrong())).status_code for _ in range(11)]
            assert found == [401] * 10 + [429]

    in_house(work)


@pytest.mark.slow
def test_all_marked_devices_of_an_account_share_one_limit() -> None:
    async def work(made: House) -> None:
        async with account(made), AsyncExitStack() as stack:
            devices = []
            for n in range(34):
                browser = await stack.enter_async_context(made.browser(f"203.0.113.{n}"))
                assert (await browser.post("/api/account/sign-in", json=SIGN_IN)).status_code == 200
                devices.append(browser)
            statuses: Counter[int] = Counter()
            for _ in range(10):
                for each in devices:
                    statuses[(await each.post("/api/account/sign-in", json=wrong())).status_code] += 1
            assert statuses == {401: 300, 429: 40}

    in_house(work)


@pytest.mark.slow
def test_a_thousand_sign_ins_at_once_are_answered_and_others_play_on() -> None:
    async def main() -> None:
        settings = Settings(MEMORY)
        async with house(MEMORY, settings, quick_passphrases(memory=1 << 10)) as made, account(made) as owner:

            async def sign_in(n: int) -> int:
                async with made.browser(f"10.0.{n // 200}.{n % 200}") as browser:
                    request = {"name": f"Person {n}", "passphrase": "another one"}
                    return (await browser.post("/api/account/sign-in", json=request)).status_code

            attack = asyncio.gather(*(sign_in(n) for n in range(1000)))
            await asyncio.sleep(0)
            assert (await owner.get("/api/me")).json()["name"] == "Paula"
            statuses = await attack
            assert set(statuses) == {401, 503}
            assert 64 <= statuses.count(401) < 500

    asyncio.run(main())


def test_nobody_is_refused_and_a_guest_is_given_what_there_is() -> None:
    async def work(made: House) -> None:
        async with made.browser() as browser:
            answer = await browser.get("/api/account/export")
            assert (answer.status_code, answer.json()["what"]) == (401, "signed_out")
            me = (await browser.post("/api/session")).json()
            answer = await browser.get("/api/account/export")
            assert answer.headers["content-type"] == "application/json"
            assert answer.json()["people"][0]["id"] == me["id"]

    in_house(work)


def test_without_a_database_it_says_so_and_gives_no_part_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(made: House) -> None:
        async with account(made) as browser:

            async def fail(*_: object) -> object:
                raise UnavailableError("no database")
                yield

            monkeypatch.setattr(made.people, "export", fail)
            answer = await browser.get("/api/account/export")
            assert (answer.status_code, answer.json()["what"]) == (503, "unavailable")
            assert "content-disposition" not in answer.headers

    in_house(work)
