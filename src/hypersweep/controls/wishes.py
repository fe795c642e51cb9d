"""What the first open finds where nobody says it for the board at hand: the player's setting, or what is usual there.

A wish for one board (an option of the command line, a field of a form, rules that say it) is kept or refused. A setting
is for all boards, so where it can't be kept it gives way, and a remark says so.
"""

from __future__ import annotations

from hypersweep.boards import usual_first_open
from hypersweep.errors import MineCountError
from hypersweep.layout import check_mines
from hypersweep.wording import count_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.session.settings import Settings

__all__ = ["SETTING", "WISHES", "first_open_text", "saved_wish", "settle_first_open", "wish_text"]

SETTING = "first_open"
"""The name of the setting."""

WISHES = {"": "as usual", "opening": "an opening", "safe": "safe"}
"""The values of the setting, the usual one first, and their words."""

_SENTENCES = {
    "": "the first open is an opening on boards with names and in three or more dimensions, else it is safe",
    "opening": "the first open is an opening wherever the mines leave room for one",
    "safe": "the first open is safe, and no more than that",
}


def saved_wish(settings: Settings) -> str:
    """The player's setting: one of ``WISHES``. What another version of this program knows counts as not set."""
    wish = settings.get(SETTING, "")
    return wish if isinstance(wish, str) and wish in WISHES else ""


def settle_first_open(rules: Rules, grid: Grid, mines: int, wish: str = "") -> tuple[Rules, str]:
    """The rules with what the first open finds on a board, and what there is to remark about it, or "".

    Args:
        rules: the rules, which promise what is left where there is no room for more.
        grid: the board.
        mines: how many.
        wish: the player's setting.

    Raises:
        ParameterTypeError: mines that are no whole number.

    >>> from hypersweep import CLASSIC, Grid
    >>> settle_first_open(CLASSIC, Grid("3x4x5"), 6)
    (Rules.parse('classic,first=opening'), '')
    >>> settle_first_open(CLASSIC, Grid("3x4x5"), 36)
    (Rules.parse('classic'), '36 mines leave no room for an opening: the first open is safe')
    """
    wished = rules.replace(first_open=wish or usual_first_open(grid, mines))
    if wished == rules:
        return rules, ""
    try:
        check_mines(grid, mines, wished.first_open)
    except MineCountError:
        leaves = "leaves" if mines == 1 else "leave"
        return rules, f"{count_of(mines, 'mine')} {leaves} no room for an opening: the {first_open_text(rules)}"
    return wished, ""


def wish_text(wish: str) -> str:
    """What a value of the setting means, as a sentence.

    >>> wish_text("opening")
    'the first open is an opening wherever the mines leave room for one'
    """
    return _SENTENCES[wish]


def first_open_text(rules: Rules) -> str:
    """What the first open finds, as a sentence without its article.

    >>> from hypersweep import CLASSIC
    >>> first_open_text(CLASSIC)
    'first open is safe'
    """
    return rules.first_open_words.replace("open ", "open is ", 1)
