"""Keys that are equal for look-alike names, and a check for names that mix scripts.

Source: Unicode Technical Standard 39, `Unicode Security Mechanisms <https://www.unicode.org/reports/tr39/>`_. Its data
files, confusables.txt and Scripts.txt, come from the package confusable-homoglyphs.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data

# Scripts that may be mixed in a name, in addition to Common and Inherited: TR39's "Highly Restrictive" level.
_MIXTURES = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
# Canonical combining classes of inconspicuous marks: overlays (1), attached below (202) and below (220).
_FAINT_MARKS = frozenset({1, 202, 220})
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
# Look-alikes beyond TR39. It maps "I" to "l", and keys are in lower case, so "i" must map to "l" too. "!" and "vv" are
# our own additions.
_LIKENESSES = (("i", "l"), ("!", "l"), ("vv", "w"))
# Maximum number of passes until a key is stable; no character needs more than three.
_MOST_ROUNDS = 8


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototype of each character that looks like another.

    The package lists look-alikes in both directions, so a prototype is recognised by having several look-alikes or
    several characters.
    """
    likes = {text: sorted(each["c"] for each in found) for text, found in confusables_data.items()}
    found: dict[int, str] = {}
    for text, others in likes.items():
        if len(text) > 1 or len(others) > 1:
            continue
        other = others[0]
        # If two characters look like each other and nothing else, the earlier one is the prototype.
        if len(other) > 1 or len(likes[other]) > 1 or other < text:
            found[ord(text)] = other
    # TR39 compares small capitals only with other alphabets, but readers take them for ordinary Latin letters.
    for code in range(0x10000):
        name = unicodedata.name(chr(code), "")
        letter = name.removeprefix(_SMALL_CAPITAL).lower()
        if name.startswith(_SMALL_CAPITAL) and len(letter) == 1:
            prototype = found.get(code, chr(code))
            if not prototype.isascii():
                found[code] = letter
                found[ord(prototype)] = letter
    return found


def name_key(name: str) -> str:
    r"""Return a name's key. All look-alikes share it, so only one of them can be registered.

    Letters are compared in lower case, using their TR39 prototypes. Joiners, spaces, punctuation, and marks below or
    across a letter are ignored.

    >>> name_key("Paula 10") == name_key("\N{CYRILLIC CAPITAL LETTER ER}AULA_lO")
    True
    """
    return _key(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()))


def key_as_written(name: str) -> str:
    r"""Return a name's key with capitals compared by their own shape, not in lower case.

    This differs from ``name_key`` where only the capital looks like another letter: Greek capital nu looks like N.

    >>> key_as_written("\N{GREEK CAPITAL LETTER NU}o"), name_key("\N{GREEK CAPITAL LETTER NU}o")
    ('no', 'vo')
    """
    return _key(unicodedata.normalize("NFKC", name))


def second_key(name: str) -> str:
    """Return a key for an account whose ``name_key`` already belongs to an older account.

    >>> second_key("Paula")
    'NAME:Paula'
    """
    # Unlike this key, a ``name_key`` has no capital letters, so the two can't be equal.
    return f"NAME:{unicodedata.normalize('NFC', name)}"


def is_single_script(name: str) -> bool:
    """Return whether a name uses a single script, or a permitted mixture, and a single set of digits.

    Latin may be mixed with Chinese, Japanese or Korean ("Highly Restrictive" in TR39). Letters from unknown scripts are
    rejected.
    """
    scripts, zeros = set(), set()
    for sign in name:
        kind = unicodedata.category(sign)
        if kind == "Nd":
            zeros.add(ord(sign) - unicodedata.decimal(sign))
        script = alias(sign)
        if script == "Unknown" and kind[0] not in "LMN":
            continue
        if script not in ("COMMON", "INHERITED"):
            scripts.add(script)
    if "Unknown" in scripts or len(zeros) > 1:
        return False
    return len(scripts) <= 1 or any(scripts <= mixture for mixture in _MIXTURES)


def _key(text: str) -> str:
    text = "".join(sign for sign in unicodedata.normalize("NFD", text) if not _is_between_words(sign))
    before = ""
    for _ in range(_MOST_ROUNDS):
        if text == before:
            break
        before = text
        text = unicodedata.normalize("NFD", text).translate(_prototypes())
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
        text = "".join(sign for sign in text if not _is_faint(sign))
        for likeness, prototype in _LIKENESSES:
            text = text.replace(likeness, prototype)
    return unicodedata.normalize("NFC", text)


def _is_between_words(sign: str) -> bool:
    """Return whether keys ignore a character: a space, joiner or punctuation mark, or a letter that looks like one."""
    kind = unicodedata.category(sign)
    if kind == "Lm":
        kind = unicodedata.category(_prototypes().get(ord(sign), sign)[0])
    return (kind[0] in "PZ" and sign != "!") or kind == "Cf" or sign in "`~"


def _is_faint(sign: str) -> bool:
    """Return whether a character is an inconspicuous combining mark that isn't specific to one script."""
    return unicodedata.combining(sign) in _FAINT_MARKS and alias(sign) == "INHERITED"
