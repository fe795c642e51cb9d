"""Guests and accounts: signing in and out, and exporting or deleting everything saved about a person."""

from __future__ import annotations

import time
from contextlib import asynccontextmanager
from secrets import token_urlsafe
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy.exc import IntegrityError

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http_protocol import Account
from hypersweep.web.multiplayer.name_keys import key_as_written, name_key, second_key
from hypersweep.web.multiplayer.people.bans import Bans, no_person
from hypersweep.web.multiplayer.people.names import clean_name, made_up_name
from hypersweep.web.multiplayer.people.passphrases import CODES, Passphrases, clean_passphrase, code_hash, new_codes
from hypersweep.web.multiplayer.people.sessions import (
    DAYS,
    LONGEST_DAYS,
    MOST_SESSIONS,
    new_token,
    token_hash,
    token_of,
)
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.store import people as rows
from hypersweep.web.multiplayer.store.database import secret
from hypersweep.web.multiplayer.store.tables import new_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection
    from starlette.requests import HTTPConnection

    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.people import PersonRow


IDLE_DAYS = 30
"""Days after the last visit until a guest who never played is deleted."""

_DAY = 86_400_000


class SignedIn(NamedTuple):
    """A signed-in person, the session token for the cookie, and recovery codes if the account is new."""

    me: Me
    token: str
    codes: tuple[str, ...] = ()


class People:
    """Creates, authenticates, changes and deletes guests and accounts.

    Args:
        database: an open database.
        settings: the server's settings.
        on_gone: called with a person's ID and the reason when a person is deleted or banned (``deleted``, ``banned``)
            or ends a session (``signed_out``). It must close all the person's connections; a browser that is still
            signed in may reconnect.
        on_back: called with a person's ID when a guest registers an account or a ban is lifted.
        passphrases: hashes and compares passphrases; None for the default.
        clock: returns the current time in milliseconds since 1970.

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
        self.bans: Bans = Bans(database, clock, on_ban=self._tell, on_lift=self._tell_back)
        self._device_secret: str | None = None

    async def close(self) -> None:
        """Stop the threads that hash passphrases."""
        self.passphrases.close()

    async def authenticate(self, connection: HTTPConnection) -> Me | None:
        """Return the person whose session cookie came with a request or socket, or None without a valid session.

        Raises:
            RefusedError: ``banned``, with ``until`` (milliseconds since 1970) and ``reason``.
            UnavailableError: the database is unavailable.
        """
        return await self.of(token_of(connection, self._settings))

    async def of(self, token: str | None, *, even_banned: bool = False) -> Me | None:
        """Return the person a session token belongs to; see ``authenticate``."""
        if token is None:
            return None
        async with self._database.transaction(writes=False) as connection:
            found = await rows.find_by_session(connection, token_hash(token), self._clock())
        if found is None:
            return None
        if not even_banned:
            self.bans.check(found[0])
        return _me(found[0])

    async def renew(self, token: str) -> bool:
        """Extend a session, at most once a day. Returns: whether it was extended and so needs a new cookie."""
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
        """Create a guest with a random name, and sign them in."""
        now = self._clock()
        person = rows.PersonRow(new_id(), made_up_name(), None, None, now, now)
        async with self._database.transaction() as connection:
            await rows.add(connection, person)
            token = await self._add_session(connection, person.id)
        return SignedIn(_me(person), token)

    async def register(self, me: Me | None, name: str, passphrase: str) -> SignedIn:
        """Create an account for the guest ``me``, who keeps everything, or for a new person. Older sessions end.

        Raises:
            RefusedError: ``name``, ``passphrase``, ``name_taken``, ``has_account``, ``signed_out`` (the guest was
                deleted), ``busy``.
        """
        name = clean_name(name)
        passphrase = clean_passphrase(passphrase)
        if me is not None and not me.is_guest:
            raise RefusedError("has_account", f"only guests can register: you are signed in as {me.name!r}", status=409)
        key = name_key(name)
        keys = {key, key_as_written(name)}
        with self.passphrases.place():
            # The database constraint below decides; checking first avoids a useless hash if the name is in use.
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
                assert found is not None  # this transaction has just changed it
                person = found
                # The guest's old token may have leaked, so it must not grant access to the account.
                await rows.end_sessions(connection, person.id)
            await rows.set_name_keys(connection, person.id, keys)
            codes = await self._add_codes(connection, person.id)
            token = await self._add_session(connection, person.id)
        if me is not None:
            self._tell(person.id, _signed_out())
            self._tell_back(person.id)
        return SignedIn(_me(person), token, codes)

    async def device_secret(self) -> str:
        """Return the server's secret for device cookies."""
        if self._device_secret is None:
            async with self._database.transaction() as connection:
                self._device_secret = await secret(connection, "device")
        return self._device_secret

    async def find(self, text: str) -> PersonRow | None:
        """Return the person with this ID, or else the account with this name; None if there is neither."""
        async with self._database.transaction(writes=False) as connection:
            return await rows.find(connection, text) or await rows.find_by_key(connection, *_sign_in_keys(text))

    async def id_of(self, name: str) -> str | None:
        """Return the ID of the account with this name, or None."""
        async with self._database.transaction(writes=False) as connection:
            person = await rows.find_by_key(connection, *_sign_in_keys(name))
        return None if person is None else person.id

    async def sign_in(
        self, name: str, passphrase: str, *, before: str | None = None, known: str | None = None
    ) -> SignedIn:
        """Sign in to an account, and begin a new session.

        Neither the response time nor the error reveals whether the account exists.

        Args:
            name: the account's name.
            passphrase: the account's passphrase.
            before: the browser's previous token; its session ends.
            known: the account's ID if it has signed in on this device before, else None.

        Raises:
            RefusedError: ``sign_in``: wrong name or passphrase; ``banned``, ``busy``.
        """
        is_possible = True
        try:
            passphrase = clean_passphrase(passphrase)
        except RefusedError:
            # No passphrase is this long; compare a prefix, so that the response takes as long as usual.
            is_possible, passphrase = False, passphrase[:8]
        with self.passphrases.place(known):
            async with self._database.transaction(writes=False) as connection:
                person = await rows.find_by_key(connection, *_sign_in_keys(name))
            kept = None if person is None else person.passphrase
            is_right = await self.passphrases.is_right(kept, passphrase)
            if person is None or kept is None or not (is_right and is_possible):
                raise RefusedError("sign_in", "the name or passphrase is wrong", status=401)
            self.bans.check(person)
            newer = await self.passphrases.hash(passphrase) if self.passphrases.is_old(kept) else kept
        async with self._database.transaction() as connection:
            # The passphrase may have been changed, or the account deleted, since the comparison.
            if not await rows.set_passphrase(connection, person.id, kept, newer):
                raise RefusedError("sign_in", "the name or passphrase is wrong", status=401)
            ended = None if before is None else await rows.end_session(connection, token_hash(before))
            token = await self._add_session(connection, person.id)
        if ended is not None:
            self._tell(ended, _signed_out())
        return SignedIn(_me(person), token)

    async def sign_out(self, token: str | None) -> None:
        """End the session a token belongs to; do nothing if it is None or unknown."""
        if token is None:
            return
        async with self._database.transaction() as connection:
            person = await rows.end_session(connection, token_hash(token))
        if person is not None:
            self._tell(person, _signed_out())

    async def is_passphrase(self, me: Me, passphrase: str) -> bool:
        """Return whether this is the account's passphrase.

        Raises:
            RefusedError: ``busy``: no hashing slot is free.
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
        """Change the passphrase, end all sessions, and begin a new one.

        Raises:
            RefusedError: ``passphrase``: the new one is invalid; ``sign_in``: the old one is wrong; ``has_none``: a
                guest has none; ``busy``.
        """
        new = clean_passphrase(new)
        if me.is_guest:
            raise _is_guest()
        wrong = RefusedError("sign_in", "the passphrase is wrong", status=401)
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
        """Sign in with a recovery code (valid once), and set a new passphrase; all older sessions end.

        Neither the response time nor the error reveals whether the account exists.

        Args:
            name: the account's name.
            code: one of the account's recovery codes.
            passphrase: the new passphrase.
            before: the browser's previous token; its session ends.

        Raises:
            RefusedError: ``passphrase``: it is invalid; ``recovery``: wrong name or code; ``banned``; ``busy``.
        """
        passphrase = clean_passphrase(passphrase)
        wrong = RefusedError("recovery", "the name or recovery code is wrong", status=401)
        with self.passphrases.place():
            async with self._database.transaction(writes=False) as connection:
                person = await rows.find_by_key(connection, *_sign_in_keys(name))
                hash_ = code_hash("" if person is None else person.id, code)
                has_it = await rows.has_recovery_code(connection, "" if person is None else person.id, hash_)
            kept = await self.passphrases.hash(passphrase)
        if person is None or not has_it:
            raise wrong
        self.bans.check(person)
        async with self._database.transaction() as connection:
            # Meanwhile another request may have used the code.
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
        """Create recovery codes for an account; earlier codes become invalid.

        Raises:
            RefusedError: ``sign_in``: the passphrase is wrong; ``has_none``: a guest has none; ``busy``.
        """
        if me.is_guest:
            raise _is_guest()
        if not await self.is_passphrase(me, passphrase):
            raise RefusedError("sign_in", "the passphrase is wrong", status=401)
        async with _one_of_a_name(me.name), self._database.transaction() as connection:
            return await self._add_codes(connection, me.id)

    async def account(self, me: Me) -> Account:
        """Return an account's details for its owner.

        Raises:
            RefusedError: ``has_none``: a guest has no account; ``signed_out``: the account was deleted meanwhile.
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
        """Rename an account; finished games keep the old name.

        Returns:
            The name as saved.

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
                raise no_person(person)
            await rows.set_name_keys(connection, person, keys)
        return name

    async def reset_passphrase(self, person: str) -> str:
        """Return a new recovery code, with which the account's owner can set a new passphrase.

        The old passphrase and all earlier codes become invalid, and all sessions end.

        Raises:
            RefusedError: ``no_person``: there is no such account; ``busy``.
        """
        with self.passphrases.place():
            kept = await self.passphrases.hash(token_urlsafe(32))
        async with _one_of_a_name(person), self._database.transaction() as connection:
            if not await rows.replace_passphrase(connection, person, kept):
                raise no_person(person)
            await rows.end_sessions(connection, person)
            (code,) = await self._add_codes(connection, person, 1)
        self._tell(person, _signed_out())
        return code

    async def export(self, person: str) -> AsyncIterator[bytes]:
        """Yield everything saved about a person except secrets, in pieces of a single JSON text."""
        async for piece in export_pieces(self._database, person):
            yield piece

    async def delete(self, person: str) -> None:
        """Delete a person's data; their games stay, under the name "deleted".

        Raises:
            RefusedError: ``no_person``: there is no such person.
        """
        async with self._database.transaction() as connection:
            found = await rows.find(connection, person)
            if found is None:
                raise no_person(person)
            # Deleting may take a while, so end the sessions first: the person must not change data meanwhile.
            await rows.end_sessions(connection, person)
        self._tell(person, RefusedError("deleted", "the account was deleted", status=410))
        _, names = await rows.forget_in_journals(self._database, person)
        await rows.forget_in_games(self._database, person, {*names, found.name})
        async with self._database.transaction() as connection:
            await rows.remove(connection, person)

    async def set_admin(self, person: str, is_admin: bool) -> None:
        """Make a person with an account an administrator, or withdraw that role.

        Raises:
            RefusedError: ``no_person``: there is no such account.
        """
        async with self._database.transaction() as connection:
            if not await rows.set_admin(connection, person, is_admin):
                raise no_person(person)

    async def search(self, text: str = "", *, after: str = "", limit: int = 50) -> list[tuple[PersonRow, int]]:
        """Search people by name or ID.

        Args:
            text: part of a name, or a whole ID; empty to list everyone.
            after: the last ID on the previous page; empty for the first page.
            limit: maximum number of people.

        Returns:
            People, each with their number of games.
        """
        async with self._database.transaction(writes=False) as connection:
            return await rows.search(connection, text, key=name_key(text), after=after, limit=limit)

    async def who_is_gone(self, people: Iterable[str]) -> dict[str, RefusedError]:
        """Return the people who were deleted or banned and must be disconnected, with the reasons.

        Call this regularly for all connected people, because ``hypersweep web admin`` changes only the database.
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
                        raise RefusedError("deleted", "the account was deleted", status=410)
                    self.bans.check(found[person])
                except RefusedError as error:
                    gone[person] = error
        return gone

    async def which_ended(self, sessions: Iterable[str]) -> set[str]:
        """Return which of these sessions (token hashes) have ended.

        Call this regularly for all connected sessions: a person may sign out on another worker, or while a socket is
        opening here.
        """
        ended = set(sessions)
        hashes = list(ended)
        for first in range(0, len(hashes), 200):
            async with self._database.transaction(writes=False) as connection:
                ended -= await rows.find_sessions(connection, hashes[first : first + 200], self._clock())
        return ended

    async def clean(self) -> int:
        """Delete ended sessions, and guests who never played, haven't been seen for ``IDLE_DAYS`` and aren't banned.

        Call this regularly.

        Returns:
            The number of deleted guests.
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

    def _tell_back(self, person: str) -> None:
        if self.on_back is not None:
            self.on_back(person)

    def _tell(self, person: str, why: RefusedError) -> None:
        if self.on_gone is not None:
            self.on_gone(person, why)


@asynccontextmanager
async def _one_of_a_name(name: str) -> AsyncIterator[None]:
    """Convert the database's integrity error: another person took the name first, or the guest was deleted."""
    try:
        yield
    except IntegrityError as error:
        # The foreign key constraint fails if the guest was deleted meanwhile.
        raise (_signed_out() if "foreign" in str(error.orig).lower() else _name_taken(name)) from None


def _sign_in_keys(name: str) -> tuple[str, str]:
    # No account name is longer than this.
    name = name[:256].strip(" ")
    return second_key(name), name_key(name)


def _me(person: PersonRow) -> Me:
    return Me(person.id, person.name, person.is_guest, person.is_admin)


def _name_taken(name: str) -> RefusedError:
    return RefusedError("name_taken", f"the name {name!r} is in use, or looks like a name in use", status=409)


def _signed_out() -> RefusedError:
    return RefusedError("signed_out", "the session has ended", status=401)


def _is_guest() -> RefusedError:
    return RefusedError("has_none", "this needs an account: guests have none", status=409)


async def export_pieces(database: Database, person: str) -> AsyncIterator[bytes]:
    """Yield everything saved about a person in pieces of JSON text: an object with a list of rows per table.

    Omit hashes of passphrases, sessions and recovery codes, the seeds of rooms, and the layouts and records of games on
    daily boards that are still sealed.

    Args:
        database: an open database.
        person: the person's ID.
    """
    yield b'{"format":"hypersweep-person","version":1'
    kind, is_first = "", True
    async for name, page in rows.pages(database, person):
        if name != kind:
            yield b'%s,"%s":[' % (b"]" if kind else b"", name.encode())
            kind, is_first = name, True
        if page:
            yield (b"" if is_first else b",") + msgspec.json.encode(page)[1:-1]
            is_first = False
    yield b"]}\n"
