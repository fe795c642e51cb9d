"""What the player wishes for all boards: what the first open finds, and what becomes of guesses.

A wish for one board (an option of the command line, a field of a form, rules that say it) is kept or refused. A setting
is for all boards, so where it can't be kept it gives way, and a remark says so.
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

__all__ = [
    "WISHES",
    "Wishes",
    "first_open_text",
    "guess_rules",
    "guess_text",
    "menu_texts",
    "next_wish",
    "other_first_opens",
    "saved_wishes",
    "settle",
    "wish_text",
]


class Wishes(NamedTuple):
    """The player's settings, each one of the ``WISHES`` of its name; "" for what is usual.

    Attributes:
        first_open: what the first open finds.
        guess: what becomes of guesses, as the text of rules says it: "never,grade=pair".

    >>> Wishes(guess="never").first_open
    ''
    """

    first_open: str = ""
    guess: str = ""


WISHES: dict[str, dict[str, str]] = {
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
"""The values of each setting, the usual one first, and their words."""

_SENTENCES = {
    "first_open": {
        "": "the first open is an opening on boards with names and in three or more dimensions, else it is safe",
        "opening": "the first open is an opening wherever the mines leave room for one",
        "safe": "the first open is safe, and no more than that",
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
# Beside a board there is room for so few words.
_ENOUGH = {"clue": "single clues", "pair": "pairs of clues", "set": "sets of clues", "count": "the number of mines"}

# On larger boards a search for one that needs no guess takes a second and more, mostly in vain: that is nothing to have
# for all boards.
_MOST_CELLS = 1 << 18


def saved_wishes(settings: Settings) -> Wishes:
    """The player's settings. What another version of this program knows counts as not set."""
    found = {name: settings.get(name, "") for name in WISHES}
    return Wishes(**{name: wish for name, wish in found.items() if isinstance(wish, str) and wish in WISHES[name]})


def next_wish(name: str, wish: str) -> str:
    """The value of a setting that comes after another, round and round.

    >>> next_wish("first_open", "opening"), next_wish("first_open", "safe")
    ('safe', '')
    """
    wishes = list(WISHES[name])
    return wishes[(wishes.index(wish) + 1) % len(wishes)]


def menu_texts(name: str, wish: str) -> tuple[str, ...]:
    """A setting and its value, as a menu shows them: the longest form first.

    >>> menu_texts("guess", "never,grade=pair")
    ('Guesses: none, up to pairs', 'No guess: pairs')
    >>> menu_texts("guess", "never,grade=pair,exactly=on")
    ('Guesses: none, needs pairs', 'No guess: needs pairs')
    """
    words = WISHES[name][wish]
    if name == "first_open":
        return f"First open: {words}", f"First: {words}"
    rules = guess_rules(wish)
    if rules.grade is None:
        return f"Guesses: {words}", f"Guess: {wish or words}"
    return f"Guesses: {words}", f"No guess: {'needs ' * rules.exactly}{rules.grade}s"


def settle(rules: Rules, grid: Grid, mines: int, wishes: Wishes, left: Collection[str]) -> tuple[Rules, str]:
    """The rules with what was left to the game, and what there is to remark about that, or "".

    Args:
        rules: what was said for the board at hand.
        grid: the board.
        mines: how many.
        wishes: the player's settings.
        left: the names of the wishes that weren't said for it.

    Raises:
        ParameterTypeError: mines that are no whole number.

    >>> from hypersweep import CLASSIC, Grid
    >>> settle(CLASSIC, Grid("3x4x5"), 6, Wishes(guess="never"), WISHES)
    (Rules.parse('classic,first=opening,guess=never'), '')
    >>> settle(CLASSIC, Grid("3x4x5"), 36, Wishes(), ["first_open"])
    (Rules.parse('classic'), '36 mines leave no room for an opening: the first open is safe')
    """
    # What is promised where there is no room for more.
    if "first_open" in left:
        rules = rules.replace(first_open=CLASSIC.first_open)
    if "guess" in left:
        rules = rules.by_chance()
    remarks = []
    if "guess" in left:
        rules, remark = _settle_guess(rules, grid, mines, wishes.guess)
        remarks.append(remark)
    if "first_open" in left:
        rules, remark = _settle_first_open(rules, grid, mines, wishes.first_open)
        remarks.append(remark)
    return rules, "; ".join(filter(None, remarks))


def _settle_first_open(rules: Rules, grid: Grid, mines: int, wish: str) -> tuple[Rules, str]:
    wished = rules.replace(first_open=wish or usual_first_open(grid, mines, rules.guess))
    if wished == rules:
        return rules, ""
    try:
        check_mines(grid, mines, wished.first_open)
    except MineCountError:
        leaves = "leaves" if mines == 1 else "leave"
        return rules, f"{pluralize(mines, 'mine')} {leaves} no room for an opening: the {first_open_text(rules)}"
    return wished, ""


def _settle_guess(rules: Rules, grid: Grid, mines: int, wish: str) -> tuple[Rules, str]:
    wished = guess_rules(wish)
    if wished.guess == "never" and rules.first_open == "any":
        return rules, "the first open may hit a mine here, so guesses are allowed"
    if wish and grid.cells > _MOST_CELLS:
        return rules, f"guesses are allowed here: the setting is for boards of up to {_MOST_CELLS:,} cells"
    if wished.guess == "never":
        # Lazily: only few players wish for it.
        from hypersweep.generate.equivalent_cells import check_twins, twins

        try:
            # The first open is an opening as well, where nobody says otherwise.
            check_twins(grid, mines, "opening")
        except MineCountError:
            return rules, f"guesses are allowed here: no guess takes a multiple of {pluralize(twins(grid), 'mine')}"
    return rules.replace(guess=wished.guess, grade=wished.grade, exactly=wished.exactly), ""


def guess_rules(wish: str) -> Rules:
    """The classic rules, with what a value of the setting for guesses means.

    >>> guess_rules("never,grade=pair"), guess_rules("")
    (Rules.parse('classic,guess=never,grade=pair'), Rules.parse('classic'))
    """
    return Rules.parse(f"classic,guess={wish}") if wish else CLASSIC


def wish_text(name: str, wish: str) -> str:
    """What a value of a setting means, as a sentence.

    >>> wish_text("first_open", "opening")
    'the first open is an opening wherever the mines leave room for one'
    """
    return _SENTENCES[name][wish]


def first_open_text(rules: Rules) -> str:
    """What the first open finds, as a sentence without its article.

    >>> first_open_text(CLASSIC)
    'first open is safe'
    """
    return rules.first_open_words.replace("open ", "open is ", 1)


def other_first_opens(rules: Rules) -> list[Rules]:
    """The same rules with each other first open that they allow: their best times are lists of their own.

    >>> [other.first_open for other in other_first_opens(Rules(guess="never"))]
    ['opening']
    """
    firsts = [first for first in FIRST_OPENS if first != rules.first_open]
    return [rules.replace(first_open=first) for first in firsts if rules.guess != "never" or first != "any"]


def guess_text(rules: Rules) -> str:
    """What becomes of guesses, in a few words; "" where they are allowed, as ever.

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
