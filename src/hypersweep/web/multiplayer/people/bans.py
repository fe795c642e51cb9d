"""Bans: a banned person is disconnected, and can't sign in or play until the ban ends."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.store import people as rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.people import PersonRow

FOR_GOOD = 253_402_214_400_000
"""End of a permanent ban: 9999-12-31, in milliseconds since 1970."""

_DAY = 86_400_000


class Bans:
    """Sets, lifts and checks bans on accounts and guests.

    Args:
        database: the database containing the people.
        clock: returns the current time in milliseconds since 1970.
        on_ban: called with a banned person's ID and the reason.
        on_lift: called with a person's ID after their ban is lifted.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], int],
        *,
        on_ban: Callable[[str, RefusedError], None],
        on_lift: Callable[[str], None],
    ) -> None:
        self._database = database
        self._clock = clock
        self._on_ban = on_ban
        self._on_lift = on_lift

    async def ban(self, person: str, days: int | None, reason: str) -> int:
        """Ban a person; administrators can't be banned.

        Args:
            person: the person's ID.
            days: length of the ban; None for a permanent one.
            reason: the reason shown to the person.

        Returns:
            The end of the ban, in milliseconds since 1970.

        Raises:
            RefusedError: ``no_person``: there is no such person; ``is_admin``: the person is an administrator.
        """
        until = FOR_GOOD if days is None else min(self._clock() + days * _DAY, FOR_GOOD)
        async with self._database.transaction() as connection:
            found = await rows.find(connection, person)
            if found is None:
                raise no_person(person)
            if found.is_admin:
                raise RefusedError("is_admin", "an administrator can't be banned", status=409)
            await rows.set_ban(connection, person, until, reason)
        self._on_ban(person, _banned(until, reason))
        return until

    async def lift(self, person: str) -> None:
        """Lift a person's ban.

        Raises:
            RefusedError: ``no_person``: there is no such person.
        """
        async with self._database.transaction() as connection:
            if not await rows.set_ban(connection, person, None, None):
                raise no_person(person)
        self._on_lift(person)

    def current(self, person: PersonRow) -> tuple[int | None, str | None]:
        """Return a ban's end (milliseconds since 1970) and reason, or (None, None) if the person isn't banned."""
        if person.banned_until is None or person.banned_until <= self._clock():
            return None, None
        return person.banned_until, person.ban_reason

    def check(self, person: PersonRow) -> None:
        """Raise an error if a person is currently banned.

        Raises:
            RefusedError: ``banned``, with ``until`` (milliseconds since 1970) and ``reason``.
        """
        until, reason = self.current(person)
        if until is not None:
            raise _banned(until, reason or "")


def no_person(person: str) -> RefusedError:
    """Return the error for an unknown person ID."""
    return RefusedError("no_person", f"expected an existing person, got {person[:40]!r}", status=404)


def _banned(until: int, reason: str) -> RefusedError:
    day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(min(until // 1000, 253_402_300_799)))
    message = f"you are banned until {day} UTC{reason and ': '}{reason}"
    return RefusedError("banned", message, status=403, until=until, reason=reason)
