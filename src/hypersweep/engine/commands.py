"""Commands to an engine as lines: ``docs/engine.md`` has the grammar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from hypersweep.engine.answer import EngineBudget
from hypersweep.engine.lines import Line, clean_text, format_number, is_name, parse_number, parse_whole
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.formats import position_line
from hypersweep.rules import CLASSIC, Rules
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from hypersweep.view import View

NO_PROMISE = CLASSIC.for_layout()
"""Rules of a position that names none: the first open is promised nothing."""

WANTS = ("chances", "ranked", "reasons")
"""Optional parts of an answer, besides the best move."""

PROTOCOL_VERSION = 1
"""The latest version of the protocol, which both sides speak."""

MOST_SECONDS = 1e9
"""Highest number of seconds in a line, as good as no limit."""

_LEAST_SECONDS = 1e-6


@dataclass(frozen=True, slots=True)
class Hello:
    """The first line: ask the engine to identify itself, and name the client's latest version of the protocol.

    >>> Hello(1).format()
    'hsp version=1'
    """

    version: int

    def format(self) -> str:
        """The line."""
        return f"hsp version={self.version}"


@dataclass(frozen=True, slots=True)
class SetOption:
    """Set an option.

    >>> SetOption("policy", "safest").format()
    'option policy safest'
    """

    name: str
    value: str

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise ParameterError(f"expected the name of an option, got {truncate(self.name)}")
        if clean_text(self.value) != self.value:
            raise ParameterError(f"expected a value of one short line for {self.name}, got {truncate(self.value)}")

    def format(self) -> str:
        """The line."""
        return f"option {self.name} {self.value}".rstrip(" ")


@dataclass(frozen=True, slots=True)
class NewGame:
    """The next position belongs to another game; knowledge of the last game no longer holds.

    >>> NewGame().format()
    'new game'
    """

    def format(self) -> str:
        """The line."""
        return "new game"


@dataclass(frozen=True, slots=True)
class Position:
    """A player's view and the rules of the game.

    >>> from hypersweep import View
    >>> Position(View("2x3", 1, [-1, 1, 0, -1, 1, 0]), Rules()).format()
    'position view=2x3-1-A1aA1a rules=classic'
    """

    view: View
    rules: Rules

    def format(self) -> str:
        """The line."""
        return f"position view={position_line.format(self.view)} rules={self.rules.format()}"


@dataclass(frozen=True, slots=True)
class Go:
    """Search for a move in the position.

    Args:
        id: id to repeat in the answer; None for none.
        budget: limits of the search.
        wants: parts to include besides the best move: "chances", "ranked", "reasons".

    >>> Go("7", EngineBudget(seconds=2.5), ("chances",)).format()
    'go id=7 seconds=2.5 chances'
    """

    id: str | None
    budget: EngineBudget
    wants: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.id is not None and not is_name(self.id):
            raise ParameterError(f"expected an id of letters and digits, got {truncate(self.id)}")
        if any(each not in WANTS for each in self.wants) or len(set(self.wants)) < len(self.wants):
            raise ParameterError(f"expected some of {', '.join(WANTS)}, got {truncate(self.wants)}")

    def format(self) -> str:
        """The line."""
        budget = self.budget
        fields: dict[str, str | None] = {}
        if self.id is not None:
            fields["id"] = self.id
        for name, value in (("states", budget.states), ("memory", budget.memory)):
            if value is not None:
                fields[name] = str(value)
        if budget.seconds is not None:
            fields["seconds"] = format_number(min(max(budget.seconds, _LEAST_SECONDS), MOST_SECONDS))
        return Line("go", {**fields, **dict.fromkeys(self.wants)}).format()


@dataclass(frozen=True, slots=True)
class Stop:
    """Answer all pending searches at once; with an id, only that search.

    >>> Stop(None).format()
    'stop'
    """

    id: str | None

    def format(self) -> str:
        """The line."""
        return "stop" if self.id is None else f"stop id={self.id}"


@dataclass(frozen=True, slots=True)
class Ping:
    """Ask the engine for a ``pong``.

    >>> Ping("a1").format()
    'ping a1'
    """

    token: str

    def __post_init__(self) -> None:
        if not is_name(self.token):
            raise ParameterError(f"expected a token of letters and digits, got {truncate(self.token)}")

    def format(self) -> str:
        """The line."""
        return f"ping {self.token}"


@dataclass(frozen=True, slots=True)
class Quit:
    """End the engine.

    >>> Quit().format()
    'quit'
    """

    def format(self) -> str:
        """The line."""
        return "quit"


Command: TypeAlias = Go | Hello | NewGame | Ping | Position | Quit | SetOption | Stop
"""Any command to an engine."""


def parse_command(text: str, *, max_cells: int | None = None) -> Command | None:
    """Parse a command; return None for a blank line or an unknown first word.

    Args:
        text: the line without its end, as returned by ``decode_line``.
        max_cells: most cells of a board; None for what fits into memory.

    Raises:
        HypersweepError: a line with a known first word that can't be used; mostly a ParseError.

    >>> parse_command("go id=7 states=1000 fast reasons")
    Go(id='7', budget=EngineBudget(states=1000, memory=None, seconds=None), wants=('reasons',))
    >>> parse_command("castle kingside")
    """
    word, _, rest = text.strip(" ").partition(" ")
    rest = rest.strip(" ")
    if word == "go":
        return _go(Line.parse(text.strip(" ")))
    if word == "position":
        return _position(Line.parse(text.strip(" ")), max_cells)
    if word == "stop":
        return Stop(_id(Line.parse(text.strip(" "))))
    if word == "new" and rest.split(" ")[0] == "game":
        return NewGame()
    if word == "option":
        name, _, value = rest.partition(" ")
        if not is_name(name):
            raise ParseError(f"expected the name of an option, got {truncate(name)}", text=text)
        return SetOption(name, clean_text(value))
    if word == "ping":
        token = rest.split(" ")[0]
        if not is_name(token):
            raise ParseError(f"expected a token of 1 to 64 letters and digits, got {truncate(token)}", text=text)
        return Ping(token)
    if word == "hsp":
        version = Line.parse(text.strip(" ")).fields.get("version") or "1"
        return Hello(parse_whole(version, "the version", 1))
    return Quit() if word == "quit" else None


def id_of(text: str) -> str | None:
    """Return the id that a line names, even if the rest is unusable."""
    for part in text[:400].split(" "):
        if part.startswith("id=") and is_name(part[3:]):
            return part[3:]
    return None


def _id(line: Line) -> str | None:
    if "id" not in line.fields:
        return None
    own = line.fields["id"]
    if own is None or not is_name(own):
        got = "no value" if own is None else truncate(own)
        raise ParseError(f"expected an id of 1 to 64 letters and digits, got {got}")
    return own


def _go(line: Line) -> Go:
    fields = line.fields
    limits: dict[str, int] = {
        name: parse_whole(fields[name], name, 1) for name in ("states", "memory") if name in fields
    }
    seconds = None
    if "seconds" in fields:
        seconds = parse_number(fields["seconds"], "seconds", _LEAST_SECONDS, MOST_SECONDS)
    return Go(_id(line), EngineBudget(**limits, seconds=seconds), tuple([each for each in WANTS if each in fields]))


def _position(line: Line, max_cells: int | None) -> Position:
    view = line.fields.get("view")
    if view is None:
        raise ParseError("expected a position such as 'position view=2x3-1-A1aA1a', got none", text=line.format())
    try:
        rules = line.fields.get("rules")
        own = NO_PROMISE if rules is None else Rules.parse(rules)
        return Position(position_line.parse(view, max_cells=max_cells), own)
    except MemoryError as error:
        if isinstance(error, HypersweepError):
            raise
        raise ParseError("expected a board that fits into memory") from None
