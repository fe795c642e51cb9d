"""People: guests and accounts, how they sign in and out, are banned, and go."""

from __future__ import annotations

import time
from contextlib import asynccontextmanager
from secrets import token_urlsafe
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy.exc import IntegrityError

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.name_keys import key_as_written, name_key, second_key
from hypersweep.web.multiplayer.people.export import export_pieces
from hypersweep.web.multiplayer.people.names import clean_name, made_up_name
from hypersweep.web.multiplayer.people.passphrases import Passphrases, clean_passphrase
from hypersweep.web.multiplayer.people.recovery import CODES, code_hash, new_codes
from hypersweep.web.multiplayer.people.sessions import (
    DAYS,
    LONGEST_DAYS,
    MOST_SESSIONS,
    new_token,
    token_hash,
    token_of,
)
from hypersweep.web.multiplayer.protocol import Account, Me
from hypersweep.web.multiplayer.store import people as rows
from hypersweep.web.multiplayer.store.secrets import secret
from hypersweep.web.multiplayer.store.tables import new_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection
    from starlette.requests import HTTPConnection

    from hypersweep.web.multiplayer.settings import Settings
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.people import PersonRow

__all__ = ["FOR_GOOD", "IDLE_DAYS", "People", "SignedIn"]

FOR_GOOD = 253_402_214_400_000
"""The end of a ban for good: 9999-12-31, in milliseconds since 1970."""

IDLE_DAYS = 30
"""A guest who never played is forgotten after so many days."""

_DAY = 86_400_000


class SignedIn(NamedTuple):
    """Who somebody is now, the token of the session for the cookie, and the recovery codes of a new account."""

    me: Me
    token: str
    codes: tuple[str, ...] = ()


class People:
    """Everybody who plays here.

    Args:
        database: where they are kept; it is open.
        settings: of the server.
        on_gone: is called with a person's id and with why, when somebody was deleted or banned (``deleted``,
            ``banned``), or has ended a session (``signed_out``): connections of this person have to end then. Who is
            still signed in elsewhere may connect again.
        on_back: is called with the person's id when a guest has an account by now, or a ban was lifted.
        passphrases: what makes and compares hashes; None for the usual.
        clock: gives the moment in milliseconds since 1970.

    Attributes:
        passphrases: see above.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        *,
        on_gone: Callable[[str, RefusedError], None] | None = None,
        on_back: Callable[[str], None] | None = None,
        passphrases: Passphrases | None = None,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.on_gone = on_gone
        self.on_back = on_back
        self._database = database
        self._settings = settings
        self.passphrases: Passphrases = Passphrases() if passphrases is None else passphrases
        self._clock = clock
        self._device_secret: str | None = None

    async def close(self) -> None:
        """End the threads in which passphrases are compared."""
        self.passphrases.close()

    async def authenticate(self, connection: HTTPConnection) -> Me | None:
        """Who asks, by the cookie, for HTTP and for a socket alike; None for nobody who is known.

        Raises:
            RefusedError: ``banned``, with ``until`` (milliseconds since 1970) and ``reason``.
            UnavailableError: it can't be looked up now.
        """
        return await self.of(token_of(connection, self._settings))

    async def of(self, token: str | None, *, even_banned: bool = False) -> Me | None:
        """Whose token this is; see ``authenticate``."""
        if token is None:
            return None
        async with self._database.transaction(writes=False) as connection:
            found = await rows.find_by_session(connection, token_hash(token), self._clock())
        if found is None:
            return None
        if not even_banned:
            self._check_ban(found[0])
        return _me(found[0])

    async def renew(self, token: str) -> bool:
        """Let a session that is in use last longer, where it is time for that; True: the browser has to hear of it."""
        now = self._clock()
        async with self._database.transaction(writes=False) as connection:
            found = await rows.find_by_session(connection, token_hash(token), now)
        if found is None or now - found[1].seen < _DAY:
            return False
        person, session = found
        ends = min(now + DAYS * _DAY, session.made + LONGEST_DAYS * _DAY)
        async with self._database.transaction() as connection:
            await rows.renew(connection, token_hash(token), person.id, now, ends)
        return True

    async def begin_guest(self) -> SignedIn:
        """A new guest, with a name that is made up."""
        now = self._clock()
        person = rows.PersonRow(new_id(), made_up_name(), None, None, now, now)
        async with self._database.transaction() as connection:
            await rows.add(connection, person)
            token = await self._add_session(connection, person.id)
        return SignedIn(_me(person), token)

    async def register(self, me: Me | None, name: str, passphrase: str) -> SignedIn:
        """An account: of the guest ``me``, who keeps everything, or of somebody new. Older sessions end.

        Raises:
            RefusedError: ``name``, ``passphrase``, ``name_taken``, ``has_account``, ``signed_out`` (the guest is gone),
                ``busy``.
        """
        name = clean_name(name)
        passphrase = clean_passphrase(passphrase)
        if me is not None and not me.is_guest:
            raise RefusedError("has_account", f"expected a guest, got the account {me.name!r}", status=409)
        key = name_key(name)
        keys = {key, key_as_written(name)}
        with self.passphrases.place():
            # What the database says below counts; this saves the work in most cases.
            async with self._database.transaction(writes=False) as connection:
                if await rows.who_has_name(connection, *keys, second_key(name)):
                    raise _name_taken(name)
            kept = await self.passphrases.hash(passphrase)
        now = self._clock()
        async with _one_of_a_name(name), self._database.transaction() as connection:
            if await rows.who_has_name(connection, *keys, second_key(name)):
                raise _name_taken(name)
            if me is None:
                person = rows.PersonRow(new_id(), name, key, kept, now, now)
                await rows.add(connection, person)
            else:
                if not await rows.become_account(connection, me.id, name, key, kept):
                    raise _signed_out()
                found = await rows.find(connection, me.id)
                assert found is not None  # changed in this transaction
                person = found
                # Whoever knew the guest's token isn't the account.
                await rows.end_sessions(connection, person.id)
            await rows.set_name_keys(connection, person.id, keys)
            codes = await self._add_codes(connection, person.id)
            token = await self._add_session(connection, person.id)
        if me is not None:
            self._tell(person.id, _signed_out())
            self._tell_back(person.id)
        return SignedIn(_me(person), token, codes)

    async def device_secret(self) -> str:
        """Return the secret that marks devices on which an account has signed in."""
        if self._device_secret is None:
            async with self._database.transaction() as connection:
                self._device_secret = await secret(connection, "device")
        return self._device_secret

    async def id_of(self, name: str) -> str | None:
        """Return the id of the account that signs in with a name."""
        async with self._database.transaction(writes=False) as connection:
            person = await rows.find_by_key(connection, *_sign_in_keys(name))
        return None if person is None else person.id

    async def sign_in(
        self, name: str, passphrase: str, *, before: str | None = None, is_known: bool = False
    ) -> SignedIn:
        """A session of an account.

        How long it takes, and what is refused, doesn't tell whether there is such an account.

        Args:
            name: of the account.
            passphrase: its passphrase.
            before: the token that the browser had, which ends.
            is_known: whether the account has signed in on this device before.

        Raises:
            RefusedError: ``sign_in``: no such name and passphrase; ``banned``, ``busy``.
        """
        try:
            passphrase = clean_passphrase(passphrase)
        except RefusedError:
            # Nobody has it; it is looked up all the same.
            passphrase = passphrase[:8]
        with self.passphrases.place(is_known=is_known):
            async with self._database.transaction(writes=False) as connection:
                person = await rows.find_by_key(connection, *_sign_in_keys(name))
            kept = None if person is None else person.passphrase
            is_right = await self.passphrases.is_right(kept, passphrase)
            if person is None or kept is None or not is_right:
                raise RefusedError("sign_in", "expected a name and its passphrase", status=401)
            self._check_ban(person)
            newer = await self.passphrases.hash(passphrase) if self.passphrases.is_old(kept) else kept
        async with self._database.transaction() as connection:
            # It may have been changed, or the account deleted, while this one was compared.
            if not await rows.set_passphrase(connection, person.id, kept, newer):
                raise RefusedError("sign_in", "expected a name and its passphrase", status=401)
            ended = None if before is None else await rows.end_session(connection, token_hash(before))
            token = await self._add_session(connection, person.id)
        if ended is not None:
            self._tell(ended, _signed_out())
        return SignedIn(_me(person), token)

    async def sign_out(self, token: str | None) -> None:
        """End a session, if it is one."""
        if token is None:
            return
        async with self._database.transaction() as connection:
            person = await rows.end_session(connection, token_hash(token))
        if person is not None:
            self._tell(person, _signed_out())

    async def is_passphrase(self, me: Me, passphrase: str) -> bool:
        """Whether it is the account's.

        Raises:
            RefusedError: ``busy``.
        """
        try:
            passphrase = clean_passphrase(passphrase)
        except RefusedError:
            return False
        with self.passphrases.place():
            async with self._database.transaction(writes=False) as connection:
                person = await rows.find(connection, me.id)
            return person is not None and await self.passphrases.is_right(person.passphrase, passphrase)

    async def change_passphrase(self, me: Me, old: str, new: str) -> SignedIn:
        """Another passphrase; all sessions end, and a new one begins.

        Raises:
            RefusedError: ``passphrase``: it can't be one; ``sign_in``: the old one is wrong; ``has_none``: of a guest;
                ``busy``.
        """
        new = clean_passphrase(new)
        if me.is_guest:
            raise _is_guest()
        wrong = RefusedError("sign_in", "expected the passphrase that the account has", status=401)
        try:
            old = clean_passphrase(old)
        except RefusedError:
            raise wrong from None
        with self.passphrases.place():
            async with self._database.transaction(writes=False) as connection:
                person = await rows.find(connection, me.id)
            was = None if person is None else person.passphrase
            if person is None or was is None or not await self.passphrases.is_right(was, old):
                raise wrong
            kept = await self.passphrases.hash(new)
        async with self._database.transaction() as connection:
            if not await rows.set_passphrase(connection, me.id, was, kept):
                raise wrong
            await rows.end_sessions(connection, me.id)
            token = await self._add_session(connection, me.id)
        self._tell(me.id, _signed_out())
        return SignedIn(_me(person), token)

    async def recover(self, name: str, code: str, passphrase: str, *, before: str | None = None) -> SignedIn:
        """Sign in with a recovery code, which is used up, and set a new passphrase; all older sessions end.

        Neither the time that it takes nor the refusal says whether there is such an account.

        Args:
            name: of the account.
            code: one of its recovery codes.
            passphrase: the new one.
            before: the token that the browser had, which ends.

        Raises:
            RefusedError: ``passphrase``: it can't be one; ``recovery``: no such name and code; ``banned``, ``busy``.
        """
        passphrase = clean_passphrase(passphrase)
        wrong = RefusedError("recovery", "expected a name and one of its recovery codes", status=401)
        with self.passphrases.place():
            async with self._database.transaction(writes=False) as connection:
                person = await rows.find_by_key(connection, *_sign_in_keys(name))
                hash_ = code_hash("" if person is None else person.id, code)
                has_it = await rows.has_recovery_code(connection, "" if person is None else person.id, hash_)
            kept = await self.passphrases.hash(passphrase)
        if person is None or not has_it:
            raise wrong
        self._check_ban(person)
        async with self._database.transaction() as connection:
            # Another one may have used it meanwhile.
            if not await rows.use_recovery_code(connection, person.id, hash_):
                raise wrong
            await rows.replace_passphrase(connection, person.id, kept)
            await rows.end_sessions(connection, person.id)
            ended = None if before is None else await rows.end_session(connection, token_hash(before))
            token = await self._add_session(connection, person.id)
        self._tell(person.id, _signed_out())
        if ended is not None:
            self._tell(ended, _signed_out())
        return SignedIn(_me(person), token)

    async def make_codes(self, me: Me, passphrase: str) -> tuple[str, ...]:
        """Return new recovery codes of an account; all earlier ones are void.

        Raises:
            RefusedError: ``sign_in``: the passphrase is wrong; ``has_none``: of a guest; ``busy``.
        """
        if me.is_guest:
            raise _is_guest()
        if not await self.is_passphrase(me, passphrase):
            raise RefusedError("sign_in", "expected the passphrase that the account has", status=401)
        async with _one_of_a_name(me.name), self._database.transaction() as connection:
            return await self._add_codes(connection, me.id)

    async def account(self, me: Me) -> Account:
        """Return what an account can see of itself.

        Raises:
            RefusedError: ``has_none``: of a guest; ``signed_out``: it was deleted meanwhile.
        """
        if me.is_guest:
            raise _is_guest()
        async with self._database.transaction(writes=False) as connection:
            person = await rows.find(connection, me.id)
            left = await rows.count_recovery_codes(connection, me.id)
        if person is None:
            raise _signed_out()
        return Account(person.id, person.name, person.made, left)

    async def rename(self, person: str, name: str) -> str:
        """Give an account another name; games that were played keep the old one.

        Returns:
            The name as it is saved.

        Raises:
            RefusedError: ``name``; ``name_taken``; ``no_person``: there is no such account.
        """
        name = clean_name(name)
        key = name_key(name)
        keys = {key, key_as_written(name)}
        async with _one_of_a_name(name), self._database.transaction() as connection:
            if await rows.who_has_name(connection, *keys, second_key(name)) - {person}:
                raise _name_taken(name)
            if not await rows.rename(connection, person, name, key):
                raise _no_person(person)
            await rows.set_name_keys(connection, person, keys)
        return name

    async def reset_passphrase(self, person: str) -> str:
        """Return a recovery code with which an account sets its next passphrase.

        Its passphrase and all earlier codes are void, and its sessions end.

        Raises:
            RefusedError: ``no_person``: there is no such account; ``busy``.
        """
        with self.passphrases.place():
            kept = await self.passphrases.hash(token_urlsafe(32))
        async with _one_of_a_name(person), self._database.transaction() as connection:
            if not await rows.replace_passphrase(connection, person, kept):
                raise _no_person(person)
            await rows.end_sessions(connection, person)
            (code,) = await self._add_codes(connection, person, 1)
        self._tell(person, _signed_out())
        return code

    async def export(self, person: str) -> AsyncIterator[bytes]:
        """Everything of a person: the pieces of one JSON text."""
        async for piece in export_pieces(self._database, person):
            yield piece

    async def delete(self, person: str) -> None:
        """Remove everything of a person; games stay, as those of "deleted".

        Raises:
            RefusedError: ``no_person``: there is no such.
        """
        async with self._database.transaction() as connection:
            found = await rows.find(connection, person)
            if found is None:
                raise _no_person(person)
            # Nothing is done by the person from here on; it may take a while.
            await rows.end_sessions(connection, person)
        self._tell(person, RefusedError("deleted", "expected somebody who is still here", status=410))
        _, names = await rows.forget_in_journals(self._database, person)
        await rows.forget_in_games(self._database, person, {*names, found.name})
        async with self._database.transaction() as connection:
            await rows.remove(connection, person)

    async def ban(self, person: str, days: int | None, reason: str) -> int:
        """Keep a person away who is no administrator.

        Args:
            person: the id.
            days: that it lasts from now on; None for good.
            reason: which the person is told.

        Returns:
            The moment when it ends, by this clock.

        Raises:
            RefusedError: ``no_person``; ``is_admin``.
        """
        until = FOR_GOOD if days is None else min(self._clock() + days * _DAY, FOR_GOOD)
        async with self._database.transaction() as connection:
            found = await rows.find(connection, person)
            if found is None:
                raise _no_person(person)
            if found.is_admin:
                raise RefusedError("is_admin", "expected somebody who isn't an administrator", status=409)
            await rows.set_ban(connection, person, until, reason)
        self._tell(person, _banned(until, reason))
        return until

    def current_ban(self, person: PersonRow) -> tuple[int | None, str | None]:
        """Return the end and the reason of a person's ban, None and None unless one lasts."""
        if person.banned_until is None or person.banned_until <= self._clock():
            return None, None
        return person.banned_until, person.ban_reason

    async def unban(self, person: str) -> None:
        """Let somebody come again.

        Raises:
            RefusedError: ``no_person``: there is no such.
        """
        async with self._database.transaction() as connection:
            if not await rows.set_ban(connection, person, None, None):
                raise _no_person(person)
        self._tell_back(person)

    async def set_admin(self, person: str, is_admin: bool) -> None:
        """Let an account see to the others, or no longer.

        Raises:
            RefusedError: ``no_person``: there is no such account.
        """
        async with self._database.transaction() as connection:
            if not await rows.set_admin(connection, person, is_admin):
                raise _no_person(person)

    async def search(self, text: str = "", *, after: str = "", limit: int = 50) -> list[tuple[PersonRow, int]]:
        """People whose names have a text in them, and the number of their games."""
        async with self._database.transaction(writes=False) as connection:
            return await rows.search(connection, text, key=name_key(text), after=after, limit=limit)

    async def who_is_gone(self, people: Iterable[str]) -> dict[str, RefusedError]:
        """Which of these people may not be connected any more, and why: to be asked now and then for all who are.

        An administrator's command works on the database alone, and tells no server.
        """
        ids = list(people)
        gone: dict[str, RefusedError] = {}
        for first in range(0, len(ids), 200):
            part = ids[first : first + 200]
            async with self._database.transaction(writes=False) as connection:
                found = {row.id: row for row in await rows.find_all(connection, part)}
            for person in part:
                try:
                    if person not in found:
                        raise RefusedError("deleted", "expected somebody who is still here", status=410)
                    self._check_ban(found[person])
                except RefusedError as error:
                    gone[person] = error
        return gone

    async def which_ended(self, sessions: Iterable[str]) -> set[str]:
        """Which of these sessions, by the hashes of their tokens, go on no longer: to be asked now and then.

        Somebody may sign out by another worker, or in the moment in which a socket begins here.
        """
        ended = set(sessions)
        hashes = list(ended)
        for first in range(0, len(hashes), 200):
            async with self._database.transaction(writes=False) as connection:
                ended -= await rows.find_sessions(connection, hashes[first : first + 200], self._clock())
        return ended

    async def clean(self) -> int:
        """Remove sessions that have ended, and guests who never played and weren't here for 30 days.

        To be called once a day.

        Returns:
            How many guests were removed.
        """
        now = self._clock()
        async with self._database.transaction() as connection:
            await rows.remove_ended_sessions(connection, now)
        count = 0
        while True:
            async with self._database.transaction() as connection:
                idle = await rows.remove_idle_guests(connection, now - IDLE_DAYS * _DAY)
            if not idle:
                return count
            count += len(idle)
            for person in idle:
                self._tell(person, _signed_out())

    async def _add_session(self, connection: AsyncConnection, person: str) -> str:
        token, now = new_token(), self._clock()
        await rows.add_session(connection, token_hash(token), person, now, now + DAYS * _DAY, most=MOST_SESSIONS)
        return token

    async def _add_codes(self, connection: AsyncConnection, person: str, count: int = CODES) -> tuple[str, ...]:
        codes = new_codes(count)
        hashes = [code_hash(person, code) for code in codes]
        await rows.set_recovery_codes(connection, person, hashes, self._clock())
        return codes

    def _check_ban(self, person: PersonRow) -> None:
        until = person.banned_until
        if until is not None and until > self._clock():
            raise _banned(until, person.ban_reason or "")

    def _tell_back(self, person: str) -> None:
        if self.on_back is not None:
            self.on_back(person)

    def _tell(self, person: str, why: RefusedError) -> None:
        if self.on_gone is not None:
            self.on_gone(person, why)


@asynccontextmanager
async def _one_of_a_name(name: str) -> AsyncIterator[None]:
    """Says so where somebody else got the name first."""
    try:
        yield
    except IntegrityError as error:
        # A guest who is deleted at the same time has no row that a session could be of.
        raise (_signed_out() if "foreign" in str(error.orig).lower() else _name_taken(name)) from None


def _sign_in_keys(name: str) -> tuple[str, str]:
    # No account has a longer name.
    name = name[:256].strip(" ")
    return second_key(name), name_key(name)


def _me(person: PersonRow) -> Me:
    return Me(person.id, person.name, person.is_guest, person.is_admin)


def _name_taken(name: str) -> RefusedError:
    return RefusedError("name_taken", f"expected a name that nobody has, nor one like it, got {name!r}", status=409)


def _signed_out() -> RefusedError:
    return RefusedError("signed_out", "expected a session that goes on", status=401)


def _is_guest() -> RefusedError:
    return RefusedError("has_none", "expected an account, got a guest", status=409)


def _no_person(person: str) -> RefusedError:
    return RefusedError("no_person", f"expected somebody who is here, got {person[:40]!r}", status=404)


def _banned(until: int, reason: str) -> RefusedError:
    day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(min(until // 1000, 253_402_300_799)))
    message = f"expected somebody who isn't banned; this ban ends {day} UTC{reason and ': '}{reason}"
    return RefusedError("banned", message, status=403, until=until, reason=reason)
