"""A game's rules, which are set before it starts.

The text form lists only differences from the classic rules, never names. So if a set of rules gets a name later, data
saved under the rules' text can still be found. Names are for users: ``Rules.parse`` reads them, and ``Rules.name``
returns them.
"""

from __future__ import annotations

# The compiled part of operator, which Python has already loaded.
from _operator import attrgetter
from typing import TYPE_CHECKING

from hypersweep.copying import Immutable
from hypersweep.errors import ParameterError, ParameterTypeError, ParseError, RulesError
from hypersweep.layout import FIRST_OPENS, check_first_open
from hypersweep.validation import check_type, place_among, suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hypersweep.grid import Grid
    from hypersweep.typing import FirstOpen, Grade, Guess

__all__ = [
    "CLASSIC",
    "COMP2017",
    "ESP",
    "GRADES",
    "GUESSES",
    "HYPERMINES",
    "RULES_BY_NAME",
    "RULE_WORDS",
    "WINDOWED",
    "Rules",
    "read_rules",
]

GRADES: tuple[Grade, ...] = ("clue", "pair", "set", "count")
"""The hardest deduction a board requires: from one clue, two clues, several clues, or the number of mines."""

GUESSES: tuple[Guess, ...] = ("allowed", "never", "punished")
"""Rules for guesses: guesses may be needed, are never needed, or are punished if they aren't needed."""

_SWITCH: dict[str, object] = {"on": True, "off": False}

RULE_WORDS: dict[str, tuple[str, dict[str, object]]] = {
    "first": ("first_open", {word: word for word in FIRST_OPENS}),
    "protect-click": ("flag_protects_click", _SWITCH),
    "protect-cascade": ("flag_protects_cascade", _SWITCH),
    "flags-on-open": ("flags_on_open", _SWITCH),
    "toggle": ("flag_toggles", _SWITCH),
    "chord": ("chord", _SWITCH),
    "guess": ("guess", {word: word for word in GUESSES}),
    "grade": ("grade", {"any": None, **{word: word for word in GRADES}}),
    "exactly": ("exactly", _SWITCH),
}
"""Keys of the text form, each with the attribute of ``Rules`` that it sets and the value of each word."""

_NAMES = tuple(name for name, _ in RULE_WORDS.values())
_parts: Callable[[Rules], tuple[Any, ...]] = attrgetter(*_NAMES)
_FIRST_OPENS = {"any": "unprotected", "safe": "safe", "opening": "an opening"}
_GUESSES = {"allowed": "", "never": "no guess", "punished": "guesses punished"}
_GRADES = {"clue": "single clues", "pair": "at most pairs", "set": "at most sets"}
_NEEDED = {"pair": "needs pairs", "set": "needs sets", "count": "needs the number of mines"}


class Rules(Immutable):
    """A game's rules. Immutable.

    Args:
        first_open: promise for the first click: "any" promises nothing, "safe" no mine in the first cell, "opening" no
            mine in or next to it.
        flag_protects_click: whether opening a flagged cell does nothing.
        flag_protects_cascade: whether a cascade leaves flagged cells covered.
        flags_on_open: whether open cells may have a flag; if so, a flag stays when its cell is opened.
        flag_toggles: whether flagging a flagged cell removes the flag. If not, the flag stays, and a left click on an
            open cell doesn't chord; this requires ``flag_protects_click=False``.
        chord: whether clicking an open number with exactly that many flags around it opens its other neighbours.
        guess: "allowed" places mines at random. "never" places them so that no guess is needed after the first click.
            "punished" decides as late as possible where the mines are: an unneeded guess hits a mine wherever possible,
            and a needed guess never does.
        grade: with "never", the hardest deduction a board may require, one of ``GRADES``; None or "count" for any.
        exactly: whether a board must require a deduction of that grade.

    Raises:
        RulesError: an unknown first click, guess or grade; a grade without ``guess="never"``; ``exactly`` without a
            grade; ``guess="never"`` with a first click that may hit a mine; or flags that stay and protect from clicks.
        ParameterTypeError: an argument that should be a boolean isn't.

    >>> Rules(first_open="opening")
    Rules.parse('classic,first=opening')
    """

    __slots__ = _NAMES

    first_open: FirstOpen
    flag_protects_click: bool
    flag_protects_cascade: bool
    flags_on_open: bool
    flag_toggles: bool
    chord: bool
    guess: Guess
    grade: Grade | None
    exactly: bool

    def __init__(
        self,
        *,
        first_open: FirstOpen = "safe",
        flag_protects_click: bool = True,
        flag_protects_cascade: bool = True,
        flags_on_open: bool = False,
        flag_toggles: bool = True,
        chord: bool = True,
        guess: Guess = "allowed",
        grade: Grade | None = None,
        exactly: bool = False,
    ) -> None:
        switches = (flag_protects_click, flag_protects_cascade, flags_on_open, flag_toggles, chord)
        for name, switch in (*zip(_NAMES[1:], switches, strict=False), ("exactly", exactly)):
            check_type(switch, bool, f"True or False for {name}")
        if flag_protects_click and not flag_toggles:
            raise RulesError(
                "expected flag_protects_click=False with flag_toggles=False, got True: "
                "a flagged cell could never be opened"
            )
        is_known = type(first_open) is str and first_open in FIRST_OPENS
        promise = first_open if is_known else check_first_open(first_open)
        agreed = _one_of("guess to be one", guess, GUESSES)
        if grade is not None and agreed != "never":
            raise RulesError(f"expected a grade only with guess='never', got {truncate(grade)} with guess={agreed!r}")
        if agreed == "never" and promise == "any":
            raise RulesError("expected guess='never' with a first click that is 'safe' or an 'opening', got 'any'")
        if exactly and grade is None:
            raise RulesError("expected exactly=True only with a grade, got no grade")
        hardest = None if grade is None else _one_of("a grade", grade, GRADES)
        # Normalise, so that equal rules have the same text: ``exactly`` has no effect with the easiest grade, which
        # every board requires, and the hardest grade excludes no board.
        exactly = exactly and hardest != GRADES[0]
        grade = None if hardest == GRADES[-1] and not exactly else hardest
        put = object.__setattr__
        for name, value in zip(_NAMES, (promise, *switches, agreed, grade, exactly), strict=True):
            put(self, name, value)

    def replace(self, **changes: object) -> Rules:
        """Return a copy of the rules with some of them changed.

        Raises:
            RulesError: there is no such rule.

        >>> ESP.replace(chord=True).format()
        'classic,protect-click=off,protect-cascade=off,flags-on-open=on'
        """
        values: dict[str, object] = dict(zip(_NAMES, _parts(self), strict=True))
        for name, value in changes.items():
            if name not in values:
                raise RulesError(f"expected a rule name, got {truncate(name)}{suggest(name, list(_NAMES))}")
            values[name] = value
        return Rules(**values)  # type: ignore[arg-type]

    @property
    def first_open_promise(self) -> FirstOpen:
        """The effective promise for the first click: with ``guess="punished"`` it is always at least "safe".

        >>> Rules(first_open="any").first_open_promise, Rules(first_open="any", guess="punished").first_open_promise
        ('any', 'safe')
        """
        return "safe" if self.guess == "punished" and self.first_open == "any" else self.first_open

    def first_cell(self, grid: Grid) -> tuple[int, ...] | None:
        """Return a good first cell on an untouched board, or None if nothing is promised and so all cells are equal.

        If the first cell is only safe, a corner wins the most games. If it is an opening, a cell in the middle opens
        the most cells.

        >>> from hypersweep import Grid
        >>> CLASSIC.first_cell(Grid("4x6")), Rules(first_open="opening").first_cell(Grid("4x6"))
        ((0, 0), (2, 3))
        """
        promise = self.first_open_promise
        if promise == "any":
            return None
        return tuple([side // 2 if promise == "opening" else 0 for side in grid.shape])

    @property
    def promise_words(self) -> str:
        """The promise for the first click as a sentence; empty if nothing is promised.

        >>> CLASSIC.promise_words, CLASSIC.for_layout().promise_words
        ('The rules promise that the first cell is no mine, wherever it is.', '')
        """
        promise = self.first_open_promise
        if promise == "any":
            return ""
        what = "touches no mine" if promise == "opening" else "is no mine"
        return f"The rules promise that the first cell {what}, wherever it is."

    def for_layout(self) -> Rules:
        """Return these rules as they apply to a fixed layout: no promise for the first click, and guesses allowed.

        >>> Rules(first_open="opening", guess="never", chord=False).for_layout()
        Rules.parse('classic,first=any,chord=off')
        """
        return self.by_chance().replace(first_open="any")

    def by_chance(self) -> Rules:
        """Return these rules for randomly placed mines, with guesses allowed.

        >>> Rules(guess="never", grade="pair", chord=False).by_chance()
        Rules.parse('classic,chord=off')
        """
        return self if self.guess == "allowed" else self.replace(guess="allowed", grade=None, exactly=False)

    def format(self) -> str:
        """Return the differences from the classic rules as text; ``Rules.parse`` reads it.

        >>> Rules().format(), Rules(chord=False).format()
        ('classic', 'classic,chord=off')
        """
        parts = ["classic"]
        for word, (name, texts) in RULE_WORDS.items():
            value = getattr(self, name)
            if value != getattr(CLASSIC, name):
                parts.append(f"{word}={next(text for text, own in texts.items() if own == value)}")
        return ",".join(parts)

    @property
    def name(self) -> str:
        """The first name for the rules in ``RULES_BY_NAME``, or their text form if they have none.

        >>> ESP.name, Rules(chord=False).name
        ('esp', 'classic,chord=off')
        """
        return next((name for name, rules in RULES_BY_NAME.items() if rules == self), "") or self.format()

    @property
    def first_open_words(self) -> str:
        """The promise for the first click, in words.

        >>> Rules(first_open="opening").first_open_words
        'first click an opening'
        """
        return f"first click {_FIRST_OPENS[self.first_open]}"

    @property
    def guess_words(self) -> str:
        """The rule for guesses, in words; empty if guesses are allowed.

        >>> Rules(guess="never", grade="pair").guess_words, Rules(guess="punished").guess_words, CLASSIC.guess_words
        ('no guess, at most pairs', 'guesses punished', '')
        >>> Rules(guess="never", grade="pair", exactly=True).guess_words
        'no guess, needs pairs'
        """
        words = _GUESSES[self.guess]
        return f"{words}, {(_NEEDED if self.exactly else _GRADES)[self.grade]}" if self.grade else words

    @property
    def words(self) -> str:
        """The rules in words: a name, with first click and guesses if only these differ; otherwise the text form.

        >>> CLASSIC.words, Rules(first_open="opening").words, ESP.replace(first_open="any").words
        ('classic', 'classic, first click an opening', 'esp, first click unprotected')
        >>> Rules(guess="never").words
        'classic, no guess'
        """
        plain = self.by_chance()
        text = ""
        for name, rules in RULES_BY_NAME.items():
            if _parts(rules)[1:] == _parts(plain)[1:]:
                exact = next((name for name, rules in RULES_BY_NAME.items() if rules == plain), "")
                text = exact or f"{name}, {self.first_open_words}"
                break
        else:
            return self.format()
        return f"{text}, {self.guess_words}" if self.guess_words else text

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Parse rules: a name, then changes such as "first=any" or "chord=off".

        Raises:
            ParseError: a name, key or value is unknown, or a key is repeated.

        >>> Rules.parse("comp2017,first=safe").first_open
        'safe'
        """
        check_type(text, str, "rules as text")
        name, *changes = text.split(",")
        if name not in RULES_BY_NAME:
            raise ParseError(
                f"expected one of the rules {', '.join(RULES_BY_NAME)}, "
                f"got {truncate(name)}{suggest(name, list(RULES_BY_NAME))}",
                text=text,
                position=0,
            )
        values: dict[str, object] = {}
        position = len(name) + 1
        for change in changes:
            word, _, value = change.partition("=")
            field, allowed = RULE_WORDS.get(word, ("", {}))
            if not field or field in values:
                raise ParseError(
                    f"expected one of {', '.join(RULE_WORDS)}, each once, at position {position} of the rules, "
                    f"got {truncate(word)}{suggest(word, list(RULE_WORDS))}",
                    text=text,
                    position=position,
                )
            if value not in allowed:
                raise ParseError(
                    f"expected {' or '.join(allowed)} for {word}, got {truncate(value)}{suggest(value, list(allowed))}",
                    text=text,
                    position=position + len(word) + 1,
                )
            values[field] = allowed[value]
            position += len(change) + 1
        try:
            return RULES_BY_NAME[name].replace(**values)
        except RulesError as error:
            raise ParseError(str(error), text=text, position=0) from None

    def __eq__(self, other: object) -> bool:
        return _parts(self) == _parts(other) if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(_parts(self))

    def __repr__(self) -> str:
        return f"Rules.parse({self.name!r})"

    def __str__(self) -> str:
        return self.format()

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Rules.parse, (self.format(),)


def _one_of(what: str, value: object, words: tuple[Any, ...]) -> Any:
    if isinstance(value, str) and value in words:
        return words[words.index(value)]
    try:
        return words[place_among(what, value, words)]
    except ParameterTypeError:
        raise
    except ParameterError as error:
        raise RulesError(str(error)) from None


def read_rules(rules: Rules | str) -> Rules:
    """Return rules given as ``Rules`` or as text.

    Raises:
        ParseError: the text can't be parsed.
        ParameterTypeError: the argument is neither ``Rules`` nor text.

    >>> read_rules("esp") == ESP
    True
    """
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        # Names are the most common case, and looking them up is faster than parsing.
        return RULES_BY_NAME.get(rules) or Rules.parse(rules)
    raise ParameterTypeError(f"expected Rules or their text, got {truncate(rules)} ({type(rules).__name__})")


def _course(first_open: FirstOpen, *, flags_on_open: bool = False) -> Rules:
    return Rules(
        first_open=first_open,
        flag_protects_click=False,
        flag_protects_cascade=False,
        flags_on_open=flags_on_open,
        chord=False,
    )


CLASSIC = Rules()
"""The usual rules: the first click is safe, flags protect cells, and chords are allowed."""

WINDOWED = Rules(first_open="any", flag_protects_click=False, flag_toggles=False)
"""The windowed game: nothing protects the first click, a left click opens flagged cells too, and flags stay.

Source: "Algorithms Explained: Minesweeper Game", "Game Rules" and "Algorithms".
"""

ESP = _course("safe", flags_on_open=True)
"""ESP Minesweeper: flags protect nothing and may be on open fields. Source: ESP Minesweeper, "flag"."""

COMP2017 = _course("any")
"""ND-Minesweeper: no flags and no safe first move. Source: COMP2017 assignment 1, "Notes and Hints"."""

HYPERMINES = _course("any")
"""HyperMines: digging only. Source: HyperMines, "Game Logic"."""

RULES_BY_NAME: dict[str, Rules] = {
    "classic": CLASSIC,
    "windowed": WINDOWED,
    "esp": ESP,
    "comp2017": COMP2017,
    "hypermines": HYPERMINES,
}
"""Rules by name; several names may refer to the same rules."""
