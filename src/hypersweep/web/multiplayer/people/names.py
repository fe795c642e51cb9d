"""Names: rules for names people choose, names reserved for the server, and random names for guests."""

from __future__ import annotations

import re
import secrets
import unicodedata

import idna

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.name_keys import is_single_script, key_as_written, name_key

LONGEST_NAME = 32
"""Maximum length of a name in characters."""

# Maximum number of combining marks on a letter: taller stacks would overlap the lines above and below.
_MOST_MARKS = 2

# Invisible characters outside Unicode's control and format categories: fillers, selectors, the blank Braille pattern.
_INVISIBLE = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
# Variation selectors, added to emoji by phone keyboards: drop them instead of rejecting the name.
_DROPPED = dict.fromkeys((0xFE0E, 0xFE0F))

# Invisible characters allowed where they join or separate letters (as in Persian and Sinhala) or combine emoji.
_JOINERS = "\u200c\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)

_RESERVED = (
    "deleted",
    "gelöscht",
    "guest",
    "gast",
    "admin",
    "administrator",
    "moderator",
    "root",
    "support",
    "staff",
    "official",
    "team",
    "system",
    "server",
    "hypersweep",
)

_MANNERS = (
    "Brave",
    "Calm",
    "Careful",
    "Cheerful",
    "Clever",
    "Curious",
    "Daring",
    "Eager",
    "Gentle",
    "Happy",
    "Honest",
    "Jolly",
    "Keen",
    "Kind",
    "Lively",
    "Lucky",
    "Merry",
    "Mighty",
    "Nimble",
    "Patient",
    "Polite",
    "Proud",
    "Quick",
    "Quiet",
    "Sharp",
    "Shy",
    "Sly",
    "Steady",
    "Sunny",
    "Swift",
    "Tidy",
    "Wise",
)
_ANIMALS = (
    "Badger",
    "Beaver",
    "Bison",
    "Crane",
    "Dolphin",
    "Falcon",
    "Ferret",
    "Finch",
    "Fox",
    "Gecko",
    "Hare",
    "Hedgehog",
    "Heron",
    "Ibex",
    "Jackdaw",
    "Koala",
    "Lemur",
    "Lynx",
    "Magpie",
    "Marten",
    "Mole",
    "Moose",
    "Otter",
    "Owl",
    "Panda",
    "Puffin",
    "Raven",
    "Robin",
    "Seal",
    "Squirrel",
    "Stork",
    "Walrus",
)


def clean_name(text: str) -> str:
    """Validate a name, and return it normalised, as it is saved and displayed.

    Args:
        text: the name as typed.

    Raises:
        RefusedError: ``name``: the name is invalid; the value ``why`` gives the reason.

    >>> clean_name("  Zoë ")
    'Zoë'
    """
    # Check the length first, so that a huge text isn't processed.
    if len(text) > 8 * LONGEST_NAME:
        raise _refused("length", f"expected a name of at most {LONGEST_NAME} characters, got {len(text)}")
    name = unicodedata.normalize("NFC", text.translate(_DROPPED)).strip(" ")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise _refused("length", f"expected a name of 1 to {LONGEST_NAME} characters, got {len(name)}")
    marks = 0
    for place, sign in enumerate(name):
        kind = unicodedata.category(sign)
        if sign in _JOINERS and _is_harmless(name, place):
            # Don't reset the count at a joiner: marks after it still belong to the letter before it.
            continue
        is_hidden = kind[0] == "C" or (kind[0] == "Z" and sign != " ") or sign in _INVISIBLE
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if is_hidden or marks > _MOST_MARKS or (marks and not place):
            raise _refused(
                "sign", f"expected letters, digits or visible symbols, got U+{ord(sign):04X} at index {place}"
            )
    if "  " in name:
        raise _refused("sign", f"expected single spaces, got two at index {name.index('  ')}")
    if not any(unicodedata.category(sign)[0] in "LN" or unicodedata.category(sign) == "So" for sign in name):
        raise _refused("letter", "expected a letter or a digit in the name, got none")
    if not is_single_script(name):
        raise _refused("script", "expected letters and digits of one script, got several")
    if not 1 <= len(name_key(name)) <= 4 * LONGEST_NAME:
        raise _refused("letter", "expected a name that can be distinguished from other names")
    if is_reserved(name):
        raise _refused("reserved", "this name is reserved for the server")
    return name


def _is_harmless(name: str, place: int) -> bool:
    """Return whether a script or an emoji needs the joiner at index ``place``, so that the joiner has a visible effect.

    Source: RFC 5892, appendix A (CONTEXTJ), as in the package idna; Unicode Technical Standard 51 for emoji.
    """
    if idna.valid_contextj(name, place):
        return True
    before = name[:place].rstrip("".join(map(chr, _SKIN_TONES)))
    near = (before[-1:], name[place + 1 : place + 2])
    return name[place] == "\u200d" and all(sign and unicodedata.category(sign) in ("So", "Sm") for sign in near)


def is_reserved(name: str) -> bool:
    r"""Return whether a name looks official.

    It does if it consists of reserved words and digits, or starts with "hypersweep"; look-alikes count too.

    >>> is_reserved("Hypersweep team 1"), is_reserved("\N{BLACK STAR} Admins"), is_reserved("Teamwork")
    (True, True, False)
    """
    # Drop stars, shields and other symbols, which would make a name look more official; read @ as a.
    plain = "".join(" " if unicodedata.category(sign)[0] == "S" else sign for sign in name.replace("@", "a"))
    keys = {key(each) for key in (name_key, key_as_written) for each in (name, plain)}
    return any(_RESERVED_KEYS.fullmatch(key) for key in keys)


def made_up_name() -> str:
    """Return a random friendly name for a guest.

    >>> len(made_up_name().split())
    3
    """
    return f"{secrets.choice(_MANNERS)} {secrets.choice(_ANIMALS)} {secrets.randbelow(900) + 100}"


def _refused(why: str, message: str) -> RefusedError:
    return RefusedError("name", message, status=422, why=why, most=LONGEST_NAME)


# Keys replace 0 with o and 1 with l, hence [lo0-9] for digits.
_WORDS = "|".join(re.escape(name_key(word)) for word in _RESERVED)
_RESERVED_KEYS = re.compile(f"[lo0-9]*(?:(?:{_WORDS})s?[lo0-9]*)+|{re.escape(name_key('hypersweep'))}.*")
