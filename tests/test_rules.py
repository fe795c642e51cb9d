"""Rules: presets, text, and errors."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given

import strategies
from hypersweep import HypersweepError, ParameterTypeError, ParseError, Rules, RulesError
from hypersweep.rules import (
    CLASSIC,
    COMP2017,
    ESP,
    GRADES,
    GUESSES,
    HYPERMINES,
    RULES_BY_NAME,
    WINDOWED,
    read_rules,
)

SWITCHES = ("flag_protects_click", "flag_protects_cascade", "flags_on_open", "flag_toggles", "chord")
FIELDS = ("first_open", *SWITCHES, "guess", "grade", "exactly")
SETS = strategies.rules(GUESSES)


def parts(rules: Rules) -> tuple[Any, ...]:
    """Return the rules in order."""
    return tuple(getattr(rules, name) for name in FIELDS)


def test_presets_are_the_published_ones() -> None:
    assert list(RULES_BY_NAME) == ["classic", "windowed", "esp", "comp2017", "hypermines"]
    assert list(RULES_BY_NAME.values()) == [CLASSIC, WINDOWED, ESP, COMP2017, HYPERMINES]
    assert Rules() == CLASSIC
    assert parts(CLASSIC) == ("safe", True, True, False, True, True, "allowed", None, False)
    assert parts(WINDOWED) == ("any", False, True, False, False, True, "allowed", None, False)
    assert parts(ESP) == ("safe", False, False, True, True, False, "allowed", None, False)
    assert (COMP2017.first_open, COMP2017.chord) == ("any", False)
    assert (HYPERMINES.first_open, HYPERMINES.chord) == ("any", False)


@given(SETS)
def test_text_form_round_trips(rules: Rules) -> None:
    text = rules.format()
    assert str(rules) == text
    again = Rules.parse(text)
    assert again == rules
    assert parts(again) == parts(rules)
    assert hash(again) == hash(rules)
    assert again.format() == text


@pytest.mark.parametrize("name", sorted(RULES_BY_NAME))
def test_presets_are_called_by_their_names(name: str) -> None:
    assert Rules.parse(name) == RULES_BY_NAME[name]


def test_text_forms_of_the_documentation() -> None:
    assert Rules.parse("classic,first=opening") == Rules(first_open="opening")
    assert CLASSIC.format() == "classic"
    assert ESP.format() == "classic,protect-click=off,protect-cascade=off,flags-on-open=on,chord=off"
    assert WINDOWED.format() == "classic,first=any,protect-click=off,toggle=off"
    assert HYPERMINES.format() == "classic,first=any,protect-click=off,protect-cascade=off,chord=off"
    assert Rules(first_open="opening").format() == "classic,first=opening"


OLD_TEXTS = {
    "classic": CLASSIC,
    "esp": ESP,
    "comp2017": COMP2017,
    "hypermines": HYPERMINES,
    "esp,chord=on": ESP.replace(chord=True),
    "comp2017,first=safe": COMP2017.replace(first_open="safe"),
    "classic,first=any": CLASSIC.replace(first_open="any"),
}


@pytest.mark.parametrize("text", OLD_TEXTS)
def test_texts_of_earlier_versions_are_read_and_written_in_one_form(text: str) -> None:
    rules = Rules.parse(text)
    assert rules == OLD_TEXTS[text]
    assert rules.format().split(",")[0] == "classic"
    assert Rules.parse(rules.format()) == rules


@given(SETS, SETS)
def test_the_text_does_not_depend_on_which_rules_have_names(rules: Rules, named: Rules) -> None:
    before = rules.format()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULES_BY_NAME, "house", named)
        assert rules.format() == before
        assert Rules.parse("house") == named
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(RULES_BY_NAME, "esp")
        assert rules.format() == before


def test_people_see_names() -> None:
    assert [rules.name for rules in (CLASSIC, ESP, COMP2017)] == ["classic", "esp", "comp2017"]
    assert HYPERMINES.name == "comp2017"  # the same rules
    assert ESP.replace(chord=True).name == "classic,protect-click=off,protect-cascade=off,flags-on-open=on"


def test_an_argument_may_be_rules_or_their_text() -> None:
    assert read_rules(ESP) is ESP
    assert read_rules("esp,first=any") == ESP.replace(first_open="any")
    wrong: Any = 3
    with pytest.raises(ParameterTypeError, match="expected Rules or their text, got 3"):
        read_rules(wrong)


@given(SETS, SETS)
def test_replace_changes_what_it_is_told(first: Rules, second: Rules) -> None:
    assert first.replace() == first
    everything: dict[str, Any] = dict(zip(FIELDS, parts(second), strict=True))
    assert first.replace(**everything) == second
    changed = first.replace(chord=second.chord)
    assert parts(changed) == (*parts(first)[:5], second.chord, *parts(first)[6:])


@given(SETS, SETS)
def test_equality_is_that_of_the_parts(first: Rules, second: Rules) -> None:
    assert (first == second) == (parts(first) == parts(second))
    if first == second:
        assert hash(first) == hash(second)
    assert first != first.format()


@given(SETS)
def test_rules_are_copied_shown_and_kept(rules: Rules) -> None:
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert eval(repr(rules), {"Rules": Rules}) == rules


def test_rules_do_not_change() -> None:
    rules: Any = Rules()
    with pytest.raises(AttributeError):
        rules.chord = False
    assert CLASSIC.chord


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("value", [None, 0, 1, "yes", 1.0])
def test_switches_are_booleans(name: str, value: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Rules(**{name: value})
    with pytest.raises(ParameterTypeError):
        CLASSIC.replace(**{name: value})


def test_flags_that_stay_do_not_protect_from_clicks() -> None:
    with pytest.raises(RulesError, match="flag_toggles=False"):
        Rules(flag_toggles=False)
    with pytest.raises(ParseError, match="flag_toggles=False"):
        Rules.parse("windowed,protect-click=on")


def test_unknown_policies_are_refused_with_the_nearest_name() -> None:
    wrong: Any = "openin"
    with pytest.raises(RulesError, match="opening"):
        Rules(first_open=wrong)
    wrong = 3
    with pytest.raises(HypersweepError):
        Rules(first_open=wrong)


def test_unknown_rules_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(RulesError, match="chord"):
        CLASSIC.replace(chrod=False)
    assert CLASSIC.chord


def test_unknown_presets_are_refused_with_the_nearest_name() -> None:
    with pytest.raises((ParseError, RulesError), match="classic"):
        Rules.parse("clasic")


FORMS = ["classic", "windowed", "esp", "comp2017", "hypermines", "classic,first=opening", Rules(chord=False).format()]
FORMS += [
    "classic,guess=never,grade=pair",
    "classic,guess=never,grade=set,exactly=on",
    "esp,guess=punished",
    "classic,guess=never,grade=any",
]
FORMS += [Rules(first_open="any", flag_protects_click=False, flag_protects_cascade=False, flags_on_open=True).format()]


@given(strategies.near_misses(FORMS))
def test_garbage_is_refused_as_such(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except HypersweepError as error:
        assert isinstance(error, ParseError | RulesError)
        assert str(error)
    else:
        assert Rules.parse(rules.format()) == rules


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("classic", "classic"),
        ("hypermines", "comp2017"),
        ("classic,first=any", "classic, first click unprotected"),
        ("esp,first=opening", "esp, first click an opening"),
        ("windowed,first=safe", "windowed, first click safe"),
        ("comp2017,first=safe", "comp2017, first click safe"),
        ("classic,chord=off,first=any", "classic,first=any,chord=off"),
        ("classic,guess=never", "classic, no guess"),
        ("classic,guess=never,grade=clue", "classic, no guess, single clues"),
        ("esp,first=opening,guess=never,grade=pair", "esp, first click an opening, no guess, at most pairs"),
        ("classic,guess=never,grade=set", "classic, no guess, at most sets"),
        ("classic,guess=never,grade=count,exactly=on", "classic, no guess, needs the number of mines"),
        ("comp2017,guess=punished", "comp2017, guesses punished"),
        ("classic,chord=off,guess=never", "classic,chord=off,guess=never"),
    ],
)
def test_rules_in_words(text: str, words: str) -> None:
    assert Rules.parse(text).words == words


def test_texts_of_guesses() -> None:
    assert Rules(guess="never", grade="pair").format() == "classic,guess=never,grade=pair"
    assert Rules.parse("classic,guess=never,grade=pair") == Rules(guess="never", grade="pair")
    assert Rules.parse("classic,guess=never,grade=any") == Rules(guess="never")
    assert Rules.parse("classic,guess=allowed") == CLASSIC
    assert Rules.parse("comp2017,first=opening,guess=never").guess == "never"
    assert Rules(guess="punished").format() == "classic,guess=punished"


def test_the_hardest_grade_is_the_same_as_none() -> None:
    plain = Rules(guess="never")
    every = [
        Rules(guess="never", grade="count"),
        Rules.parse("classic,guess=never,grade=count"),
        plain.replace(grade="count"),
        CLASSIC.replace(guess="never", grade="count"),
        pickle.loads(pickle.dumps(Rules(guess="never", grade="count"))),
    ]
    assert [(rules.grade, rules.format(), rules == plain, hash(rules)) for rules in every] == [
        (None, "classic,guess=never", True, hash(plain))
    ] * len(every)


def test_a_board_may_have_to_need_a_grade() -> None:
    rules = Rules(guess="never", grade="set", exactly=True)
    assert rules.format() == "classic,guess=never,grade=set,exactly=on"
    assert rules != Rules(guess="never", grade="set")
    assert Rules(guess="never", grade="count", exactly=True).grade == "count"
    # Every board needs at least a step of the easiest grade.
    assert Rules(guess="never", grade="clue", exactly=True) == Rules(guess="never", grade="clue")
    assert rules.by_chance() == CLASSIC
    with pytest.raises(RulesError, match="expected exactly=True only with a grade"):
        Rules(guess="never", exactly=True)
    with pytest.raises(ParameterTypeError, match="for exactly, got 1"):
        Rules(guess="never", grade="set", exactly=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("guess", ["allowed", "punished"])
def test_a_grade_is_for_boards_without_guesses(guess: Any, grade: Any) -> None:
    expected = f"expected a grade only with guess='never', got '{grade}' with guess='{guess}'"
    with pytest.raises(RulesError, match=expected):
        Rules(guess=guess, grade=grade)
    with pytest.raises(RulesError, match=expected):
        Rules(guess="never", grade="clue").replace(guess=guess, grade=grade)
    with pytest.raises(ParseError, match=expected):
        Rules.parse(f"classic,guess={guess},grade={grade}")


@pytest.mark.parametrize("text", ["classic,first=any,guess=never", "comp2017,guess=never", "hypermines,guess=never"])
def test_a_first_open_that_may_hit_a_mine_is_a_guess(text: str) -> None:
    with pytest.raises(ParseError, match="expected guess='never' with a first click that is 'safe' or an 'opening'"):
        Rules.parse(text)
    with pytest.raises(RulesError, match="got 'any'"):
        Rules(guess="never").replace(first_open="any")


@pytest.mark.parametrize(("name", "near", "known"), [("guess", "nevr", "never"), ("grade", "pare", "pair")])
def test_unknown_guesses_and_grades_are_refused_with_the_nearest(name: str, near: str, known: str) -> None:
    own: dict[str, Any] = {"guess": "never", name: near}
    with pytest.raises(RulesError, match=known):
        Rules(**own)
    with pytest.raises(ParseError, match=known):
        Rules.parse(f"classic,{name}={near}")
    wrong: Any
    for wrong in (3, True, [], b"never"):
        with pytest.raises(ParameterTypeError):
            Rules(**{**own, name: wrong})


@given(SETS)
def test_a_board_that_is_given_or_left_to_chance_says_nothing_of_guesses(rules: Rules) -> None:
    for other in (rules.by_chance(), rules.for_layout()):
        assert (other.guess, other.grade, other.guess_words) == ("allowed", None, "")
        assert parts(other)[1:5] == parts(rules)[1:5]
    assert rules.by_chance().first_open == rules.first_open
    assert rules.for_layout().first_open == "any"
