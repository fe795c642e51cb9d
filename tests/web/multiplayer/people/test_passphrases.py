"""Passphrases: which are allowed, the limit on hashes at the same time, and that they don't reveal accounts."""

from __future__ import annotations

import asyncio
import re
import threading
import unicodedata
from contextlib import ExitStack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.people.passphrases import CODES, Passphrases, clean_passphrase, code_hash, new_codes
from people_calls import quick_passphrases


async def placed(passphrases: Passphrases) -> str:
    with passphrases.place():
        return await passphrases.hash("eight signs")


@pytest.mark.parametrize("text", ["1234567", "", "é" * 7, "a" * 1025, "a" * 1_000_000])
def test_too_short_and_too_long_ones_are_refused(text: str) -> None:
    with pytest.raises(RefusedError) as error:
        clean_passphrase(text)
    assert (error.value.what, error.value.status) == ("passphrase", 422)
    assert error.value.values == {"least": 8, "most": 1024}


@pytest.mark.slow
@given(st.text(min_size=8, max_size=40))
@settings(deadline=None, max_examples=25)
def test_any_signs_will_do_in_whichever_form_they_are_typed(text: str) -> None:
    try:
        own = clean_passphrase(text)
    except RefusedError:
        assert len(unicodedata.normalize("NFC", text)) < 8
        return

    async def main() -> None:
        passphrases = quick_passphrases()
        try:
            kept = await passphrases.hash(own)
            assert text not in kept
            assert await passphrases.is_right(kept, clean_passphrase(unicodedata.normalize("NFD", text)))
            assert not await passphrases.is_right(kept, own + "x")
            assert not await passphrases.is_right(kept, own.swapcase() + " ")
        finally:
            passphrases.close()

    asyncio.run(main())


def test_the_longest_one_counts_to_its_last_sign() -> None:
    async def main() -> None:
        passphrases = quick_passphrases()
        kept = await passphrases.hash("ä" * 1024)
        assert await passphrases.is_right(kept, "ä" * 1024)
        assert not await passphrases.is_right(kept, "ä" * 1023 + "a")
        passphrases.close()

    asyncio.run(main())


@pytest.mark.slow
def test_what_is_kept_is_argon2id_with_64_mebibytes() -> None:
    async def main() -> None:
        passphrases = Passphrases()
        kept = await passphrases.hash("eight signs")
        assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=1$")
        assert not passphrases.is_old(kept)
        passphrases.close()
        older = quick_passphrases()
        assert passphrases.is_old(await older.hash("eight signs"))
        older.close()

    asyncio.run(main())


def test_for_an_account_that_is_not_there_the_same_work_is_done() -> None:
    class Counting:
        """The library's hasher, which records comparisons."""

        def __init__(self, hasher: object) -> None:
            self.hasher = hasher
            self.asked: list[str] = []

        def verify(self, kept: str, passphrase: bytes) -> object:
            self.asked.append(kept)
            return self.hasher.verify(kept, passphrase)  # type: ignore[attr-defined]

    async def main() -> None:
        passphrases = quick_passphrases()
        kept = await passphrases.hash("eight signs")
        counting = passphrases._hasher = Counting(passphrases._hasher)  # type: ignore[assignment]
        assert not await passphrases.is_right(None, "eight signs")
        assert not await passphrases.is_right(kept, "other signs")
        nobody, somebody = counting.asked
        # The same way, memory, turns and lanes; salt and hash as long.
        assert nobody.split("$")[:4] == somebody.split("$")[:4]
        assert [len(part) for part in nobody.split("$")] == [len(part) for part in somebody.split("$")]
        passphrases.close()

    asyncio.run(main())


def test_of_a_thousand_at_once_few_are_worked_on_some_wait_and_the_rest_is_told_so() -> None:
    class Slow:
        """A hasher that counts simultaneous uses."""

        def __init__(self) -> None:
            self.lock = threading.Lock()
            self.now = self.most = self.count = 0
            self.go_on = threading.Event()

        def hash(self, passphrase: bytes) -> str:
            with self.lock:
                self.now += 1
                self.count += 1
                self.most = max(self.most, self.now)
            assert self.go_on.wait(60)
            with self.lock:
                self.now -= 1
            return "hash"

    async def main() -> None:
        passphrases = quick_passphrases(at_once=2, waiting=10)
        slow = passphrases._hasher = Slow()  # type: ignore[assignment]
        tasks = [asyncio.ensure_future(placed(passphrases)) for _ in range(1000)]
        done, _ = await asyncio.wait(tasks, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        # The loop isn't blocked: a client without a place is refused while the first two are still hashed.
        refused = [task.exception() for task in tasks if task.done()]
        assert len(refused) == 988
        assert (passphrases.running, passphrases.waiting) == (2, 10)
        assert {getattr(error, "what", None) for error in refused} == {"busy"}
        assert {getattr(error, "status", None) for error in refused} == {503}
        slow.go_on.set()
        assert await asyncio.gather(*(task for task in tasks if task not in done and not task.done())) == ["hash"] * 12
        assert (slow.most, slow.count) == (2, 12)
        assert await placed(passphrases) == "hash"
        passphrases.close()

    asyncio.run(main())


def test_strangers_who_wait_leave_places_to_known_devices() -> None:
    passphrases = quick_passphrases(at_once=1, waiting=2)
    with ExitStack() as taken:
        for _ in range(3):
            taken.enter_context(passphrases.place())
        for _ in range(2):
            with pytest.raises(RefusedError, match="too many"):
                taken.enter_context(passphrases.place())
            taken.enter_context(passphrases.place("Ann"))
        with pytest.raises(RefusedError, match="too many"):
            taken.enter_context(passphrases.place("Ann"))
    passphrases.close()


def test_known_devices_of_one_account_leave_places_to_those_of_others() -> None:
    passphrases = quick_passphrases(at_once=1, waiting=20)
    with ExitStack() as taken:
        for _ in range(4):
            taken.enter_context(passphrases.place("Ann"))
        with pytest.raises(RefusedError, match="too many"):
            taken.enter_context(passphrases.place("Ann"))
        taken.enter_context(passphrases.place("Paula"))
    with passphrases.place("Ann"):
        assert passphrases.waiting == 0
    passphrases.close()


def test_who_does_not_wait_any_more_leaves_the_place_to_others() -> None:
    async def main() -> None:
        passphrases = quick_passphrases(at_once=1, waiting=1)
        held = threading.Event()
        passphrases._pool.submit(held.wait, 60)
        waiting = [asyncio.ensure_future(placed(passphrases)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(RefusedError, match="too many"):
            await placed(passphrases)
        waiting[0].cancel()
        await asyncio.wait([waiting[0]])
        third = asyncio.ensure_future(placed(passphrases))
        held.set()
        assert all(each.startswith("$argon2id") for each in await asyncio.gather(waiting[1], third))
        passphrases.close()

    asyncio.run(main())


def test_codes_hold_80_bits_and_differ() -> None:
    codes = {code for _ in range(20) for code in new_codes()}
    assert len(codes) == 20 * CODES
    # 32 signs make 5 bits each.
    assert all(re.fullmatch("(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", code) for code in codes)
    assert len({sign for code in codes for sign in code}) == 33


@pytest.mark.parametrize(
    "typed", ["ab01-cdef-0123-wxyz", " AB01 CDEF 0123 WXYZ ", "abolcdef0123wxyz", "ABOI-CDEF-OL23-WXYZ"]
)
def test_a_code_counts_however_it_is_typed(typed: str) -> None:
    assert code_hash("p1", typed) == code_hash("p1", "AB01-CDEF-0123-WXYZ")


def test_a_hash_is_of_one_code_and_one_person() -> None:
    (code,) = new_codes(1)
    typed = (code, code[:-1], code + "2", "\ud800")
    hashes = {code_hash(person, each) for person in ("p1", "p2", "") for each in typed}
    assert len(hashes) == 12
    assert all(re.fullmatch("[0-9a-f]{64}", each) and code not in each for each in hashes)
