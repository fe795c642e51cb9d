"""Keys of names: which names look alike."""

# ruff: noqa: RUF001 - what looks like something else is what this is about

from __future__ import annotations

import hashlib
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.web.multiplayer.name_keys import is_single_script, key_as_written, name_key, second_key

# Letters that Unicode had when Python 3.11 was made; for later ones keys of other Pythons differ.
LETTERS = [chr(code) for code in range(0x3000) if unicodedata.ucd_3_2_0.category(chr(code))[0] in "LN"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paula", "paula"),
        ("Paula", "РАULA"),
        ("Paula 10", "paula_lO"),
        ("Ian", "lan"),
        ("STRASSE", "straße"),
        ("Arnold", "Amold"),
        ("Paula", "Ｐａｕｌａ"),
        ("Zoë", "ZOE\N{COMBINING DIAERESIS}"),
        ("Kevin", "Κevin"),
        ("fi", "\N{LATIN SMALL LIGATURE FI}"),
        ("علی\u200cرضا", "علیرضا"),
        ("ශ්\u200dරී", "ශ්රී"),
        ("👩\u200d💻", "👩💻"),
        ("Kim", "ĸim"),
        ("Yo", "Ỵo"),
        ("Paula", "Ꮲaula"),
        ("Paula", "ᑭaula"),
        ("Sam", "ꓢam"),
        ("Tom", "T೦m"),
        ("Tom", "Tဝm"),
        ("Wim", "Ꮃim"),
        ("Gina", "Ԍina"),
        ("SAM", "ꓢꓮꓟ"),
        ("Сара", "Capa"),
        ("Сова", "COBA"),
        ("Søren Łuk", "Soren Luk"),
        ("Pau!a", "Paula"),
        ("Wanda", "Vvanda"),
        ("OʼNeill", "O'Neill"),
    ],
)
def test_names_that_look_alike_share_a_key(one: str, other: str) -> None:
    assert one != other
    assert name_key(one) == name_key(other)


def test_names_that_look_different_have_different_keys() -> None:
    names = ["Paula", "Paulo", "Zoe", "Zoë", "Müller", "Muller", "李雷", "Ольга", "C+", "C", "Kim 2", "Kim 3"]
    names += ["Nina", "Vina", "Yo", "Uo", "Dan", "Ban", "ビール", "ビル", "くま", "ま", "ノリ", "リ", "علي", "على رضا"]
    assert len({name_key(name) for name in names}) == len(names)


def test_capitals_that_look_like_other_letters_count_as_written() -> None:
    # A capital nu looks like an N, a small one like a v.
    assert key_as_written("ΝΟΝΑ") == name_key("Nona") != name_key("ΝΟΝΑ")
    assert key_as_written("ՏՕՏ") == name_key("sos") != name_key("ՏՕՏ")
    assert key_as_written("Ian") == name_key("Ian")


@pytest.mark.parametrize("letter", ["А", "ω", "ß", "İ", "ǅ", "Ꭺ", "ꭰ"])
def test_small_and_capital_letters_are_one(letter: str) -> None:
    assert len({name_key(each) for each in (letter, letter.upper(), letter.casefold())}) == 1


@pytest.mark.nightly
@pytest.mark.slow
def test_no_letter_is_another_one_in_another_case_or_form() -> None:
    for letter in map(chr, range(sys.maxunicode)):
        if unicodedata.category(letter) not in ("Cn", "Co", "Cs"):
            key = name_key(letter)
            same = (letter.upper(), letter.casefold(), unicodedata.normalize("NFD", letter))
            assert {name_key(each) for each in same} == {key}


@given(st.text(max_size=40))
def test_a_name_has_one_key_in_every_form(name: str) -> None:
    key = name_key(name)
    for same in (f" {name}", unicodedata.normalize("NFD", name), unicodedata.normalize("NFKC", name)):
        assert name_key(same) == key
    assert second_key(name) != key


@pytest.mark.parametrize("name", ["", "Paula 1", "😀", "山田 Ken さん", "김 Kim", "ㄅ李", "Ольга 3", "٣ محمد"])
def test_one_script_or_some_that_are_written_together(name: str) -> None:
    assert is_single_script(name)


@pytest.mark.parametrize("name", ["Pаula", "Ольга Tom", "ก a", "かㄅ", "김ㄅ", "1٣"])
def test_other_mixtures_are_none(name: str) -> None:
    assert not is_single_script(name)


def test_a_letter_newer_than_the_data_is_of_no_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.web.multiplayer.name_keys.alias", lambda sign: "Unknown")
    assert not is_single_script("a")
    assert is_single_script("😀")


def test_keys_are_those_that_databases_have() -> None:
    # If this changes, a new migration must do the same as r0002_name_keys before the new keys are used.
    keys = "\n".join(map(name_key, LETTERS))
    assert hashlib.sha256(keys.encode()).hexdigest()[:16] == "920dabea1e13032b"
