"""The player's preferences for all boards: what the first click promises, and how guesses are handled.

A choice for one board (a command-line option, a form field, or rules that include it) is met or rejected with an error.
A saved preference applies to all boards, so on a board that can't meet it, it is ignored, and a remark says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypersweep.boards import usual_first_open
from hypersweep.errors import MineCountError
from hypersweep.layout import FIRST_OPENS, check_mines
from hypersweep.rules import CLASSIC, Rules
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Collection

    from hypersweep.grid import Grid
    from hypersweep.session.settings import Settings


class RulePreferences(NamedTuple):
    """The player's preferences, one for each of the ``PREFERENCES``; "" for the default.

    Attributes:
        first_open: what the first click promises.
        guess: how guesses are handled, as in the text form of rules: "never,grade=pair".

    >>> RulePreferences(guess="never").first_open
    ''
    """

    first_open: str = ""
    guess: str = ""


PREFERENCES: dict[str, dict[str, str]] = {
    "first_open": {"": "as usual", "opening": "an opening", "safe": "safe"},
    "guess": {
        "": "allowed",
        "never": "none needed",
        "never,grade=set,exactly=on": "none, needs sets",
        "never,grade=set": "none, up to sets",
        "never,grade=pair,exactly=on": "none, needs pairs",
        "never,grade=pair": "none, up to pairs",
        "never,grade=clue": "none, single clues",
        "punished": "punished",
    },
}
"""Each setting's values with their texts, the default first."""

_SENTENCES = {
    "first_open": {
        "": "the first click opens an area on named boards and in three or more dimensions, and is safe elsewhere",
        "opening": "the first click opens an area wherever the mines leave room for one",
        "safe": "the first click is safe, and no more than that",
    },
    "guess": {
        "": "guesses may be needed, and are left to chance",
        "never": "every board can be finished without a guess",
        "never,grade=set,exactly=on": "every board can be finished without a guess, but takes more than pairs of clues",
        "never,grade=set": "every board can be finished without a guess or a count of the mines",
        "never,grade=pair,exactly=on": "every board can be finished by pairs of clues, but takes more than single ones",
        "never,grade=pair": "every board can be finished by looking at clues singly and in pairs",
        "never,grade=clue": "every board can be finished by looking at one clue at a time",
        "punished": "a guess that isn't needed hits a mine, and one that is needed never does",
    },
}
# What the first click promises, in words that need no explanation.
_FIRST_CLICKS = {
    "any": "first click may hit a mine",
    "safe": "first click is safe",
    "opening": "first click opens an area",
}
# For each grade, what is enough to solve a board without guesses, in words.
_ENOUGH = {"clue": "single clues", "pair": "pairs of clues", "set": "sets of clues", "count": "the number of mines"}

MOST_CELLS = 1 << 18
"""Maximum number of cells on a board to which a preference for no guesses applies.

On larger boards, the search takes over a second and usually fails.
"""


def saved_preferences(settings: Settings) -> RulePreferences:
    """Return the player's saved preferences; unknown values, such as those of another version, count as not set."""
    found = {name: settings.get(name, "") for name in PREFERENCES}
    return RulePreferences(
        **{
            name: preference
            for name, preference in found.items()
            if isinstance(preference, str) and preference in PREFERENCES[name]
        }
    )


def next_preference(name: str, preference: str) -> str:
    """Return a preference's next value; after the last one comes the first.

    >>> next_preference("first_open", "opening"), next_preference("first_open", "safe")
    ('safe', '')
    """
    preferences = list(PREFERENCES[name])
    return preferences[(preferences.index(preference) + 1) % len(preferences)]


def menu_texts(name: str, preference: str) -> tuple[str, ...]:
    """Return menu texts for a preference and its value, longest first.

    >>> menu_texts("guess", "never,grade=pair")
    ('Guesses: none, up to pairs', 'No guess: pairs')
    >>> menu_texts("guess", "never,grade=pair,exactly=on")
    ('Guesses: none, needs pairs', 'No guess: needs pairs')
    """
    words = PREFERENCES[name][preference]
    if name == "first_open":
        return f"First click: {words}", f"First: {words}"
    rules = guess_rules(preference)
    if rules.grade is None:
        return f"Guesses: {words}", f"Guess: {preference or words}"
    return f"Guesses: {words}", f"No guess: {'needs ' * rules.exactly}{rules.grade}s"


def settle(
    rules: Rules, grid: Grid, mines: int, preferences: RulePreferences, left: Collection[str]
) -> tuple[Rules, str]:
    """Return the rules with the player's preferences applied, and a remark about one that was ignored, or "".

    Args:
        rules: the rules chosen for the board.
        grid: the board.
        mines: number of mines.
        preferences: the player's preferences.
        left: names of the preferences that the choice leaves open.

    Raises:
        ParameterTypeError: ``mines`` isn't a whole number.

    >>> from hypersweep import CLASSIC, Grid
    >>> settle(CLASSIC, Grid("3x4x5"), 6, RulePreferences(guess="never"), PREFERENCES)
    (Rules.parse('classic,first=opening,guess=never'), '')
    >>> settle(CLASSIC, Grid("3x4x5"), 36, RulePreferences(), ["first_open"])
    (Rules.parse('classic'), '36 mines leave no room for an opening: the first click is safe')
    """
    # Fall back to a weaker promise if the board has no space for the preferred one.
    if "first_open" in left:
        rules = rules.replace(first_open=CLASSIC.first_open)
    if "guess" in left:
        rules = rules.by_chance()
    remarks = []
    if "guess" in left:
        rules, remark = _settle_guess(rules, grid, mines, preferences.guess)
        remarks.append(remark)
    if "first_open" in left:
        rules, remark = _settle_first_open(rules, grid, mines, preferences.first_open)
        remarks.append(remark)
    return rules, "; ".join(filter(None, remarks))


def _settle_first_open(rules: Rules, grid: Grid, mines: int, preference: str) -> tuple[Rules, str]:
    wanted = rules.replace(first_open=preference or usual_first_open(grid, mines, rules.guess))
    if wanted == rules:
        return rules, ""
    try:
        check_mines(grid, mines, wanted.first_open)
    except MineCountError:
        leaves = "leaves" if mines == 1 else "leave"
        return rules, f"{pluralize(mines, 'mine')} {leaves} no room for an opening: the {first_open_text(rules)}"
    return wanted, ""


def _settle_guess(rules: Rules, grid: Grid, mines: int, preference: str) -> tuple[Rules, str]:
    wanted = guess_rules(preference)
    if wanted.guess == "never" and rules.first_open == "any":
        return rules, "the first click may hit a mine here, so guesses are allowed"
    if preference and grid.cells > MOST_CELLS:
        return rules, f"guesses are allowed here: the setting is for boards of up to {MOST_CELLS:,} cells"
    if wanted.guess == "never":
        # Imported here, since few players set this preference.
        from hypersweep.generate.search import check_twins, twins

        try:
            # The first click on a board without guesses is an opening, unless the player chose otherwise.
            check_twins(grid, mines, "opening")
        except MineCountError:
            return rules, f"guesses are allowed here: no guess takes a multiple of {pluralize(twins(grid), 'mine')}"
    return rules.replace(guess=wanted.guess, grade=wanted.grade, exactly=wanted.exactly), ""


def guess_rules(preference: str) -> Rules:
    """Return the classic rules, changed by a value of the preference for guesses.

    >>> guess_rules("never,grade=pair"), guess_rules("")
    (Rules.parse('classic,guess=never,grade=pair'), Rules.parse('classic'))
    """
    return Rules.parse(f"classic,guess={preference}") if preference else CLASSIC


def preference_text(name: str, preference: str) -> str:
    """Describe a preference's value in a sentence.

    >>> preference_text("first_open", "opening")
    'the first click opens an area wherever the mines leave room for one'
    """
    return _SENTENCES[name][preference]


def first_open_text(rules: Rules) -> str:
    """Describe what the first click promises, in a sentence without the leading "the".

    >>> first_open_text(CLASSIC)
    'first click is safe'
    """
    return _FIRST_CLICKS[rules.first_open]


def other_first_opens(rules: Rules) -> list[Rules]:
    """Return a copy of the rules for each other promise for the first click; each has its own best times.

    >>> [other.first_open for other in other_first_opens(Rules(guess="never"))]
    ['opening']
    """
    firsts = [first for first in FIRST_OPENS if first != rules.first_open]
    return [rules.replace(first_open=first) for first in firsts if rules.guess != "never" or first != "any"]


def guess_text(rules: Rules) -> str:
    """Describe how guesses are handled in a few words; "" if they are allowed, the default.

    >>> guess_text(Rules(guess="never", grade="pair")), guess_text(Rules(guess="punished")), guess_text(CLASSIC)
    ('no guess: pairs of clues will do', 'an unneeded guess hits a mine', '')
    """
    if rules.guess == "punished":
        return "an unneeded guess hits a mine"
    if rules.guess == "allowed":
        return ""
    if rules.grade is None:
        return "no guess is needed"
    return f"no guess: needs {_ENOUGH[rules.grade]}" if rules.exactly else f"no guess: {_ENOUGH[rules.grade]} will do"
