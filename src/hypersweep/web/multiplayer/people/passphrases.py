"""Passphrases: what one may be, and how it is kept and compared, a few at a time.

What is kept is made by Argon2id with 64 MiB of memory: who steals the database has to spend as much on every guess. So
does the server, and therefore few are worked on at once, some wait, and the next one is told so at once. It is done in
threads, without the GIL.
"""

from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import TYPE_CHECKING, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from hypersweep.web.multiplayer.failures import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Result = TypeVar("Result")

__all__ = ["LONGEST_PASSPHRASE", "SHORTEST_PASSPHRASE", "Passphrases", "clean_passphrase"]

SHORTEST_PASSPHRASE = 8
"""Characters of a passphrase, at least."""

LONGEST_PASSPHRASE = 1024
"""Characters of a passphrase, at most."""


def clean_passphrase(text: str) -> str:
    """A passphrase as it is compared: letters with accents are the same however a keyboard makes them.

    Args:
        text: any characters.

    Raises:
        RefusedError: ``passphrase``: it is too short or too long.

    >>> len(clean_passphrase("cafe\u0301 au lait"))
    12
    """
    # First of all, so that nothing long is looked at.
    if len(text) <= 4 * LONGEST_PASSPHRASE:
        passphrase = unicodedata.normalize("NFC", text)
        if SHORTEST_PASSPHRASE <= len(passphrase) <= LONGEST_PASSPHRASE:
            return passphrase
    raise RefusedError(
        "passphrase",
        f"expected a passphrase of {SHORTEST_PASSPHRASE} to {LONGEST_PASSPHRASE} characters, got {len(text)}",
        status=422,
        least=SHORTEST_PASSPHRASE,
        most=LONGEST_PASSPHRASE,
    )


class Passphrases:
    """Makes and compares what is kept of passphrases.

    Args:
        at_once: how many are worked on at the same time; each takes ``memory``.
        waiting: how many strangers may wait for that, and as many known devices beside them.
        memory: KiB.
        turns: how often the memory is gone through.
    """

    def __init__(self, *, at_once: int = 2, waiting: int = 62, memory: int = 1 << 16, turns: int = 3) -> None:
        # One lane: with more, one sign-in would take all cores from the games.
        self._hasher = PasswordHasher(time_cost=turns, memory_cost=memory, parallelism=1)
        self._at_once = at_once
        self._most = at_once + waiting
        self._most_known = at_once + 2 * waiting
        self._taken = 0
        self._pool = ThreadPoolExecutor(at_once, "passphrases")
        # Of a passphrase that nobody has: to compare with it takes as long as with any other.
        salt, rest = token_urlsafe(16), token_urlsafe(32)
        signs = str.maketrans("-_", "+/")
        self._nobody = f"$argon2id$v=19$m={memory},t={turns},p=1${salt.translate(signs)}${rest.translate(signs)}"

    @property
    def running(self) -> int:
        """Number of people for whom a passphrase is worked on."""
        return min(self._taken, self._at_once)

    @property
    def waiting(self) -> int:
        """Number of people who wait for that."""
        return self._taken - self.running

    @contextmanager
    def place(self, *, is_known: bool = False) -> Iterator[None]:
        """A place among those who are worked on or wait; to be taken before anything else is done for somebody.

        So not even the database is asked for those who would have to wait too long.

        Args:
            is_known: whether the account has signed in on this device before; strangers leave places to it.

        Raises:
            RefusedError: ``busy``: there is none.
        """
        if self._taken >= (self._most_known if is_known else self._most):
            raise RefusedError("busy", "expected fewer who sign in at once; try again soon", status=503)
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1

    async def hash(self, passphrase: str) -> str:
        """What is kept of a passphrase; who asks has a ``place``."""
        return await self._do(lambda: self._hasher.hash(_bytes(passphrase)))

    async def is_right(self, kept: str | None, passphrase: str) -> bool:
        """Whether a passphrase is the one that is kept; None for an account that there isn't, which takes as long.

        Who asks has a ``place``.
        """

        def compare() -> bool:
            try:
                return self._hasher.verify(self._nobody if kept is None else kept, _bytes(passphrase))
            except (VerificationError, InvalidHashError):
                return False

        return await self._do(compare) and kept is not None

    def is_old(self, kept: str) -> bool:
        """Whether it was made when less work was usual, and should be made anew."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """End the threads; what waits is given up."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def _do(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)


def _bytes(passphrase: str) -> bytes:
    # JSON can name halves of characters; they are a part of a passphrase as any other.
    return passphrase.encode("utf-8", "surrogatepass")
