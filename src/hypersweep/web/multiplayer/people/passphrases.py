"""Passphrases: length rules, and hashing with limited concurrency.

Argon2id hashes with 64 MiB of memory make every guess expensive for anyone who steals the database. Hashing is just as
expensive for the server, so it computes only a few hashes at once, lets a limited number of callers wait, and rejects
the rest immediately. Hashing runs in threads and releases the GIL.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from collections import Counter
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

SHORTEST_PASSPHRASE = 8
"""Minimum length of a passphrase in characters."""

LONGEST_PASSPHRASE = 1024
"""Maximum length of a passphrase in characters."""


def clean_passphrase(text: str) -> str:
    """Normalise a passphrase for hashing, so that accented letters match however a keyboard encodes them.

    Args:
        text: the passphrase as typed; any characters are allowed.

    Raises:
        RefusedError: ``passphrase``: the passphrase is too short or too long.

    >>> len(clean_passphrase("cafe\u0301 au lait"))
    12
    """
    # Check the length first, so that a huge text isn't processed.
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


# Maximum number of slots an account may use from known devices.
_MOST_KNOWN_EACH = 4


class Passphrases:
    """Hashes and compares passphrases.

    Args:
        at_once: number of simultaneous hashes, each using ``memory``.
        waiting: maximum number of waiting callers; on known devices, as many again may wait.
        memory: Argon2's memory cost, in KiB.
        turns: Argon2's time cost: the number of passes over the memory.
    """

    def __init__(self, *, at_once: int = 2, waiting: int = 62, memory: int = 1 << 16, turns: int = 3) -> None:
        # Use a single lane: with more, one sign-in would occupy several cores needed by the games.
        self._hasher = PasswordHasher(time_cost=turns, memory_cost=memory, parallelism=1)
        self._at_once = at_once
        self._most = at_once + waiting
        self._most_known = at_once + 2 * waiting
        self._taken = 0
        # By account ID: number of slots in use from known devices.
        self._known: Counter[str] = Counter()
        self._pool = ThreadPoolExecutor(at_once, "passphrases")
        # This hash matches no passphrase; comparing against it hides whether an account exists.
        salt, rest = token_urlsafe(16), token_urlsafe(32)
        signs = str.maketrans("-_", "+/")
        self._nobody = f"$argon2id$v=19$m={memory},t={turns},p=1${salt.translate(signs)}${rest.translate(signs)}"

    @property
    def running(self) -> int:
        """Number of slots whose callers are currently allowed to hash."""
        return min(self._taken, self._at_once)

    @property
    def waiting(self) -> int:
        """Number of callers waiting to hash."""
        return self._taken - self.running

    @contextmanager
    def place(self, known: str | None = None) -> Iterator[None]:
        """Reserve a slot for hashing, as a context manager.

        Enter it before doing anything else for a request, so that a rejection costs nothing, not even a query.

        Args:
            known: the account's ID if it has signed in on this device before; None for an unknown device. Some slots
                are reserved for known devices, and an account may use at most ``_MOST_KNOWN_EACH`` slots from these.

        Raises:
            RefusedError: ``busy``: no slot is free.
        """
        is_full = self._taken >= (self._most if known is None else self._most_known)
        if is_full or (known is not None and self._known[known] >= _MOST_KNOWN_EACH):
            raise RefusedError("busy", "too many people are signing in at once; try again soon", status=503)
        self._taken += 1
        if known is not None:
            self._known[known] += 1
        try:
            yield
        finally:
            self._taken -= 1
            if known is not None:
                self._known[known] -= 1
                if not self._known[known]:
                    del self._known[known]

    async def hash(self, passphrase: str) -> str:
        """Return a passphrase's hash; call this only within ``place``."""
        return await self._do(lambda: self._hasher.hash(_bytes(passphrase)))

    async def is_right(self, kept: str | None, passphrase: str) -> bool:
        """Return whether a passphrase matches a hash; call this only within ``place``.

        If the account doesn't exist, pass None as the hash: the comparison takes as long, and returns False.
        """

        def compare() -> bool:
            try:
                return self._hasher.verify(self._nobody if kept is None else kept, _bytes(passphrase))
            except (VerificationError, InvalidHashError):
                return False

        return await self._do(compare) and kept is not None

    def is_old(self, kept: str) -> bool:
        """Return whether a hash was made with outdated parameters and should be replaced."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Stop the threads, and cancel pending work."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def _do(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)


def _bytes(passphrase: str) -> bytes:
    # JSON can contain lone surrogates; encode them too, instead of raising UnicodeEncodeError.
    return passphrase.encode("utf-8", "surrogatepass")


CODES = 10
"""Number of recovery codes in a set."""

# Crockford's base 32 omits I, L, O and U; a typed I or L is read as 1, and O as 0.
_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 16
_GROUP = 4
_READ_AS = str.maketrans("OIL", "011", " -")


def new_codes(count: int = CODES) -> tuple[str, ...]:
    """Return new random recovery codes, grouped for easy reading.

    >>> [len(code) for code in new_codes(2)]
    [19, 19]
    """
    return tuple("-".join(_signs(_GROUP) for _ in range(_LENGTH // _GROUP)) for _ in range(count))


def code_hash(person: str, code: str) -> str:
    """Return a recovery code's hash, as saved in the database.

    Args:
        person: the account's ID.
        code: the code as typed, in upper or lower case, with or without spaces and hyphens.

    >>> code_hash("p1", "abcd efgh jkmn o1l1") == code_hash("p1", "ABCD-EFGH-JKMN-0111")
    True
    """
    text = code.upper().translate(_READ_AS)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32, key=person.encode()).hexdigest()


def _signs(count: int) -> str:
    return "".join(secrets.choice(_SIGNS) for _ in range(count))
