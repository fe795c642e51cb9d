"""Players of an arena: policies under short names, each with limits for a move.

As text: ``[NAME=]POLICY[@states=N][@seconds=S]``, such as "look-ahead", "quick=look-ahead@states=256" or
"engine:java Careful@seconds=0.5". The part before the first equals sign is a name. A path with an equals sign needs a
name before it, or begins with "./": names contain no slash, colon or @.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.engine.players import ENGINE, check_player_name
from hypersweep.engine.process import command_words
from hypersweep.errors import HypersweepError, ParameterError, ParameterTypeError
from hypersweep.solve.choice import POLICIES
from hypersweep.solve.kernel import Budget
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_ENTRANTS = 16
"""Most players of an arena: a larger cross table is unreadable, and its many pairs settle nothing."""

_LONGEST = 30
# Most characters of a number: enough for any float and any sensible integer.
_LONGEST_NUMBER = 25
_NOT_IN_A_NAME = frozenset("=@:/\\,\"'")
# Those of them that occur in policies, such as paths and commands.
_IN_PLAYERS = frozenset("@:/\\")
_RUNS_OTHERS = re.compile(r"java|node|nodejs|python[\d.]*|sh|bash|dotnet|mono|wine|nice|env")
# Options of java whose value is a path to search for the program.
_TAKE_PLACES = ("-cp", "-classpath", "--class-path")
_BUDGET = re.compile(r"(.*)@(seconds|states)=([^@]*)", re.DOTALL)


@dataclass(frozen=True, slots=True, init=False)
class Entrant:
    """A player of an arena.

    Args:
        policy: the policy, named as in an experiment.
        name: what it is called in tables, up to 30 characters; None for the last part of the policy's name.
        states: limit for a move, as in ``hypersweep.solve.Budget``; None for the default.
        seconds: time limit for a move; None for none.

    Raises:
        ParameterError: no such policy, an invalid name, a limit that isn't above 0, or a limit for a player that
            doesn't accept limits.

    >>> Entrant("engine:java Careful", seconds=0.5).format()
    'engine:java Careful@seconds=0.5'
    """

    policy: str
    name: str
    states: int | None
    seconds: float | None

    def __init__(
        self, policy: str, name: str | None = None, states: int | None = None, seconds: float | None = None
    ) -> None:
        own = check_player_name(policy)
        put = object.__setattr__
        put(self, "policy", own)
        put(self, "name", _usual_name(own) if name is None else _checked_name(name))
        put(self, "states", states)
        put(self, "seconds", seconds)
        if self.budget() is not None and not takes_budget(own):
            raise ParameterError(
                f"expected a budget for a policy of the solver or an engine, got one for {truncate(own)}, which can't "
                "be told of it"
            )

    def budget(self) -> Budget | None:
        """The limits for a move; None if there are none."""
        if self.states is None and self.seconds is None:
            return None
        return Budget(seconds=self.seconds) if self.states is None else Budget(self.states, seconds=self.seconds)

    def format(self) -> str:
        """Return the text that ``parse`` reads.

        >>> Entrant("look-ahead", "quick", states=256).format()
        'quick=look-ahead@states=256'
        """
        is_usual = self.name == _usual_name(self.policy) and _divided(self.policy)[0] is None
        text = self.policy if is_usual else f"{self.name}={self.policy}"
        text += f"@states={self.states}" if self.states is not None else ""
        return text + (f"@seconds={self.seconds!r}" if self.seconds is not None else "")

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """Parse the text of a player.

        Raises:
            ParameterError: not such a text.

        >>> Entrant.parse("quick=look-ahead@states=256")
        Entrant(policy='look-ahead', name='quick', states=256, seconds=None)
        """
        return _parsed(text)[0]


def takes_budget(policy: str) -> bool:
    """Whether a player accepts limits for a move: a policy of the solver, or an engine.

    Functions and adapters are called with a view only.

    >>> takes_budget("safest"), takes_budget("engine:java Careful"), takes_budget("players.py:careful")
    (True, True, False)
    """
    return policy in POLICIES or policy.startswith(ENGINE)


def entrants_of(texts: Iterable[str]) -> tuple[Entrant, ...]:
    """Parse players and give each a name of its own; of two with the same default name, the later one gets a number.

    Raises:
        ParameterError: fewer than two or more than 16, a text that can't be read, or a name given twice.

    >>> [entrant.name for entrant in entrants_of(["safest", "safest@states=64", "a.b:careful", "careful=progress"])]
    ['safest', 'safest-2', 'careful-2', 'careful']
    """
    if isinstance(texts, str) or not hasattr(texts, "__iter__"):
        raise ParameterTypeError(f"expected the names of players, got {truncate(texts)}")
    found = [_parsed(text) for text in texts]
    if not 2 <= len(found) <= MOST_ENTRANTS:
        raise ParameterError(f"expected 2 to {MOST_ENTRANTS} players, got {len(found)}")
    taken: set[str] = set()
    for entrant, is_named in found:
        if is_named and entrant.name in taken:
            raise ParameterError(f"expected a name for each player, got {truncate(entrant.name)} twice")
        taken |= {entrant.name} if is_named else set()
    every = []
    for entrant, is_named in found:
        own = entrant
        if not is_named and own.name in taken:
            number = next(n for n in range(2, len(found) + 2) if _numbered(own.name, n) not in taken)
            own = Entrant(own.policy, _numbered(own.name, number), own.states, own.seconds)
        taken.add(own.name)
        every.append(own)
    return tuple(every)


def with_budgets(texts: Iterable[str], states: int | None, seconds: float | None) -> list[str]:
    """Return the players; those that accept limits and have none get this budget.

    >>> with_budgets(["safest", "look-ahead@states=64", "players.py:careful"], None, 0.5)
    ['safest@seconds=0.5', 'look-ahead@states=64', 'players.py:careful']
    """
    budget = (f"@states={states}" if states is not None else "") + (f"@seconds={seconds!r}" if seconds else "")
    return [text + budget if _is_without(Entrant.parse(text)) else text for text in texts]


def _is_without(entrant: Entrant) -> bool:
    """Whether an entrant has no limits, but accepts them."""
    return entrant.budget() is None and takes_budget(entrant.policy)


def _numbered(name: str, number: int) -> str:
    tail = f"-{number}"
    return name[: _LONGEST - len(tail)] + tail


def _parsed(text: object) -> tuple[Entrant, bool]:
    """Parse an entrant. Returns: the entrant, and whether the text names it."""
    if not isinstance(text, str):
        raise ParameterTypeError(f"expected the name of a player, got {truncate(text)} ({type(text).__name__})")
    rest, numbers = text, dict[str, str]()
    while match := _BUDGET.fullmatch(rest):
        rest, name, number = match.groups()
        if name in numbers:
            raise ParameterError(f"expected {name} once for a player, got {truncate(text)}")
        numbers[name] = number
    name, policy = _divided(rest)
    try:
        states = _number(numbers["states"], int) if "states" in numbers else None
        seconds = _number(numbers["seconds"], float) if "seconds" in numbers else None
        return Entrant(policy, name, states, seconds), name is not None  # type: ignore[arg-type]
    except HypersweepError as error:
        raise type(error)(f"player {truncate(text)}: {error}") from None


def _divided(text: str) -> tuple[str | None, str]:
    """Split a text into its name, if any, and the rest, without checking either.

    A command or a path may have an equals sign too, recognised by a character before the sign that names don't contain,
    unless only the part after the sign is a player.
    """
    name, equals, rest = text.partition("=")
    if not equals:
        return None, text
    is_long = not _IN_PLAYERS.isdisjoint(name)
    return (None, text) if is_long and (_is_player(text) or not _is_player(rest)) else (name, rest)


def _is_player(policy: str) -> bool:
    try:
        check_player_name(policy)
    except ParameterError:
        return False
    return True


def _number(text: str, kind: type[int | float]) -> float:
    try:
        if not text.isascii() or len(text) > _LONGEST_NUMBER:
            raise ValueError(text)
        return kind(text)
    except ValueError:
        raise ParameterError(f"expected a number, got {truncate(text)}") from None


def _is_name(name: str) -> bool:
    return (
        0 < len(name) <= _LONGEST
        and name.isprintable()
        and not _NOT_IN_A_NAME & set(name)
        and not any(map(str.isspace, name))
        and name[0] != "-"
    )


def _checked_name(name: object) -> str:
    if not isinstance(name, str):
        raise ParameterTypeError(f"expected the name of a player, got {truncate(name)} ({type(name).__name__})")
    if not _is_name(name):
        raise ParameterError(
            f"expected a name of 1 to {_LONGEST} characters without spaces, commas, quotes and any of = @ : / \\ and "
            f"without - before it, got {truncate(name)}"
        )
    return name


def _usual_name(policy: str) -> str:
    if not policy.startswith(ENGINE):
        return policy.rpartition(":")[2][:_LONGEST]
    words = command_words(policy.removeprefix(ENGINE))
    # Short name of a program that another one runs, such as the solver.jar of "java -jar solver.jar". The value of an
    # option is skipped only if the option takes a path; a word of dots is always skipped.
    before = ["", *words]
    names = [
        _stem(word)
        for option, word in zip(before, words, strict=False)
        if word[:1] != "-" and option not in _TAKE_PLACES and word.strip("./\\")
    ]
    while len(names) > 1 and _RUNS_OTHERS.fullmatch(names[0]):
        del names[0]
    if not names:
        return "engine"
    name = "".join("-" if each in _NOT_IN_A_NAME or each.isspace() else each for each in names[0]).strip("-")
    return name[:_LONGEST] if _is_name(name[:_LONGEST]) else "engine"


def _stem(word: str) -> str:
    return word.replace("\\", "/").rstrip("/").rpartition("/")[2].rpartition(".")[0] or word.rpartition("/")[2]
