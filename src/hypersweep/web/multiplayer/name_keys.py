"""Keys that look-alike names share, and the scripts of a name.

Source: Unicode Technical Standard 39, `Unicode Security Mechanisms <https://www.unicode.org/reports/tr39/>`_. Its data,
confusables.txt and Scripts.txt, are those of the package confusable-homoglyphs.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data

# Scripts that one name may mix, in addition to Common and Inherited: the restriction level "Highly Restrictive".
_MIXTURES = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
# Canonical combining classes of inconspicuous marks: across a letter, attached below, and below.
_FAINT_MARKS = frozenset({1, 202, 220})
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
# Additions to TR39. Its "I" is like "l", and in a key "i" is that "I"; "!" and "vv" are our own.
_LIKENESSES = (("i", "l"), ("!", "l"), ("vv", "w"))
# Maximum number of rounds until a key is stable; no character needs more than three.
_MOST_ROUNDS = 8


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototype of each character that looks like another one.

    The package lists a character at its prototype as well as the prototype at the character. So a prototype is a
    character that several others look like, or a text of several characters.
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
    # TR39 compares small capitals with other alphabets only; readers take them for the letters in their names.
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
    r"""Return the key of a name, which look-alike names share: only one account can have a name with this key.

    Letters are compared in lower case, by their prototypes in TR39. Joiners, spaces, punctuation, and marks below or
    across a letter are ignored.

    >>> name_key("Paula 10") == name_key("\N{CYRILLIC CAPITAL LETTER ER}AULA_lO")
    True
    """
    return _key(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()))


def key_as_written(name: str) -> str:
    r"""Return the key of a name whose capitals count as they are drawn.

    It differs from ``name_key`` where only the capital looks like another letter: the Greek capital nu like an N.

    >>> key_as_written("\N{GREEK CAPITAL LETTER NU}o"), name_key("\N{GREEK CAPITAL LETTER NU}o")
    ('no', 'vo')
    """
    return _key(unicodedata.normalize("NFKC", name))


def second_key(name: str) -> str:
    """Return the key for an account whose ``name_key`` is an older account's; no ``name_key`` can equal it.

    >>> second_key("Paula")
    'NAME:Paula'
    """
    # A ``name_key`` has no capital letters.
    return f"NAME:{unicodedata.normalize('NFC', name)}"


def is_single_script(name: str) -> bool:
    """Return whether a name has one script, or several that are written together, with digits of one kind.

    Latin is written together with Chinese, Japanese and Korean: "Highly Restrictive" in TR39. Letters of scripts that
    the data doesn't have yet are ignored.
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
    """Return whether a key ignores a character: a space, a joiner, punctuation, or a letter that looks like them."""
    kind = unicodedata.category(sign)
    if kind == "Lm":
        kind = unicodedata.category(_prototypes().get(ord(sign), sign)[0])
    return (kind[0] in "PZ" and sign != "!") or kind == "Cf" or sign in "`~"


def _is_faint(sign: str) -> bool:
    """Return whether a character is an inconspicuous mark of Latin, or of several scripts."""
    return unicodedata.combining(sign) in _FAINT_MARKS and alias(sign) == "INHERITED"
