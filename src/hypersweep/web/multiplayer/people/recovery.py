"""Recovery codes, each of which signs in once to an account whose passphrase was lost.

A code has 80 random bits, so even its fast hash can't be reversed. The account's id is the key of the hash, so a code
works for one account alone.
"""

from __future__ import annotations

import hashlib
import secrets

CODES = 10
"""Number of recovery codes that an account gets at once."""

# Crockford's base 32 has no I, L, O and U; codes with these letters are accepted as the digits they look like.
_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 16
_GROUP = 4
_READ_AS = str.maketrans("OIL", "011", " -")


def new_codes(count: int = CODES) -> tuple[str, ...]:
    """Return new codes.

    >>> [len(code) for code in new_codes(2)]
    [19, 19]
    """
    return tuple("-".join(_signs(_GROUP) for _ in range(_LENGTH // _GROUP)) for _ in range(count))


def code_hash(person: str, code: str) -> str:
    """Return the hash that is saved for a code.

    Args:
        person: the id of the account.
        code: as a person types it, in letters of either case, with or without spaces and hyphens.

    >>> code_hash("p1", "abcd efgh jkmn o1l1") == code_hash("p1", "ABCD-EFGH-JKMN-0111")
    True
    """
    text = code.upper().translate(_READ_AS)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32, key=person.encode()).hexdigest()


def _signs(count: int) -> str:
    return "".join(secrets.choice(_SIGNS) for _ in range(count))
