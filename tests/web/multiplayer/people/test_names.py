"""Names: which are allowed, and which are free."""

# ruff: noqa: RUF001 - what looks like something else is what this is about

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.name_keys import name_key
from hypersweep.web.multiplayer.people.names import LONGEST_NAME, clean_name, is_reserved, made_up_name


def why_refused(name: str) -> object:
    with pytest.raises(RefusedError) as error:
        clean_name(name)
    assert error.value.what == "name"
    return error.value.values["why"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Paula  ", "Paula"),
        ("Zoe\N{COMBINING DIAERESIS}", "Zoë"),
        ("李雷", "李雷"),
        ("Ольга", "Ольга"),
        ("محمد", "محمد"),
        ("O'Neill-Smith 3", "O'Neill-Smith 3"),
        ("I \N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16} mines", "I \N{HEAVY BLACK HEART} mines"),
        ("a" * LONGEST_NAME, "a" * LONGEST_NAME),
        ("ก็", "ก็"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("ශ්\u200dරී", "ශ්\u200dරී"),
        ("क्\u200dष", "क्\u200dष"),
        ("👩🏽\u200d💻", "👩🏽\u200d💻"),
        ("🏳\ufe0f\u200d🌈", "🏳\u200d🌈"),
        ("🙂\u200d↔\ufe0f", "🙂\u200d↔"),
    ],
)
def test_names_of_every_script_are_kept_in_one_form(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "length"),
        ("   ", "length"),
        ("a" * (LONGEST_NAME + 1), "length"),
        ("a" * 1_000_000, "length"),
        ("a\nb", "sign"),
        ("a\0b", "sign"),
        ("a\tb", "sign"),
        ("ab\N{RIGHT-TO-LEFT OVERRIDE}cd", "sign"),
        ("a\N{ZERO WIDTH SPACE}b", "sign"),
        ("a\N{ZERO WIDTH JOINER}b", "sign"),
        ("a\N{ZERO WIDTH NON-JOINER}b", "sign"),
        ("علی\u200c", "sign"),
        ("\u200cعلی", "sign"),
        ("علی\u200dرضا", "sign"),
        ("ا\u200cب", "sign"),
        ("👩\u200d", "sign"),
        ("\u200d💻", "sign"),
        ("👩\u200d\u200d💻", "sign"),
        ("👩\u200da", "sign"),
        ("👩\u200c💻", "sign"),
        ("🏽\u200d💻", "sign"),
        ("क" + "्\u200d" * 3, "sign"),
        ("a\N{NO-BREAK SPACE}b", "sign"),
        ("a\N{HANGUL FILLER}b", "sign"),
        ("a\N{BRAILLE PATTERN BLANK}b", "sign"),
        ("a\N{SOFT HYPHEN}b", "sign"),
        ("a\N{LANGUAGE TAG}b", "sign"),
        ("a\ue000b", "sign"),
        ("a\ud800b", "sign"),
        ("a\U0003fffeb", "sign"),
        ("\N{COMBINING ACUTE ACCENT}a", "sign"),
        ("a" + "\N{COMBINING DOT BELOW}" * 4, "sign"),
        ("a  b", "sign"),
        ("...", "letter"),
        ("-", "letter"),
        ("Admin", "reserved"),
        ("deIeted", "reserved"),
    ],
)
def test_names_that_hide_something_or_are_the_servers_are_refused(typed: str, why: str) -> None:
    with pytest.raises(RefusedError) as error:
        clean_name(typed)
    assert (error.value.what, error.value.values["why"], error.value.status) == ("name", why, 422)


@pytest.mark.parametrize(
    "name",
    [
        "Ꭺdmin",
        "Ꮲaula",
        "ᑭaula",
        "ꓢam",
        "Տam",
        "T೦m",
        "Tဝm",
        "Ꭲim",
        "Ꮃim",
        "Ԍina",
        "Paulа",
        "Ольга & Tom",
        "Ольга Μ",
        "a\N{ARABIC-INDIC DIGIT FIVE}1",
    ],
)
def test_names_of_several_scripts_are_refused(name: str) -> None:
    assert why_refused(name) == "script"


def test_names_of_scripts_that_are_written_together_are_accepted() -> None:
    for name in ("Ken 健", "ポケモン Master", "山田さん", "김 Kim", "ㄅ李 Li", "3 ножа", "😀 Ольга 😀"):
        assert clean_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "root",
        "support",
        "Staff",
        "official",
        "moderator",
        "Moderator1",
        "Admin 10",
        "hypersweep team",
        "Team hypersweep",
        "official Hypersweep support 2",
        "SUPP0RT",
        "ꓣꓳꓳꓔ",
        "tearn",
        "Aḍmin",
        "ꓢꓔꓮꓝꓝ",
    ],
)
def test_names_of_the_servers_own_words_are_refused(name: str) -> None:
    assert why_refused(name) == "reserved"
    assert is_reserved(name)


def test_names_that_only_begin_or_end_with_a_reserved_word_are_accepted() -> None:
    for name in ("Teamwork", "Rooty", "Gaston", "Staffan", "Steam", "Systematic", "Fan of hypersweep"):
        assert clean_name(name) == name


@given(st.text(max_size=3 * LONGEST_NAME))
def test_whatever_is_accepted_can_be_seen_kept_and_found_again(typed: str) -> None:
    try:
        name = clean_name(typed)
    except RefusedError as error:
        assert error.what == "name"
        return
    assert 1 <= len(name) <= LONGEST_NAME
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    hidden = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    assert not any(unicodedata.category(sign) in hidden for sign in name if sign not in "\u200c\u200d")
    assert clean_name(name) == name
    assert 1 <= len(name_key(name)) <= 256
    assert name_key(name) == name_key(unicodedata.normalize("NFD", name))
    assert name_key(name) == name_key(f" {name} ")
    name.encode()


def test_guests_are_given_names_that_they_could_have_chosen() -> None:
    names = {made_up_name() for _ in range(200)}
    assert len(names) > 150
    assert all(clean_name(name) == name for name in names)
