"""The engine protocol's text format: lines, commands to an engine, and its replies.

A line has a word, fields and optionally text; see ``docs/engine.md`` for the grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.engine.answer import (
    OPTION_TYPES,
    Answer,
    EngineBudget,
    EngineInfo,
    EngineMove,
    EngineOption,
    EngineReason,
)
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.formats import position_line
from hypersweep.rules import CLASSIC, Rules
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction

    from hypersweep.grid import Grid
    from hypersweep.typing import Cell, Thing
    from hypersweep.view import View

MOST_BYTES = 1 << 24
"""Maximum size of a line in bytes, including the line ending: 16 MiB."""

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_NUMBER = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[0-9]{1,18}")
_CELL = re.compile(r"[0-9]{1,18}(?:,[0-9]{1,18})*")
_PART = re.compile(r"[^ ]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")
# Characters replaced by spaces in text shown to users: control characters, and marks that change the text direction.
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# Characters not allowed in a line, apart from its line ending, "\n" or "\r\n".
_FORBIDDEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_LONGEST_TEXT = 2000

NO_PROMISE = CLASSIC.for_layout()
"""Rules for a position that states none: no promise for the first open."""

WANTS = ("chances", "ranked", "reasons")
"""Optional parts of an answer, besides the best move."""

PROTOCOL_VERSION = 1
"""The latest protocol version supported by this module."""

MOST_SECONDS = 1e9
"""Maximum number of seconds a line may state; in practice, no limit."""

_LEAST_SECONDS = 1e-6

MOST_EXTRAS = 1 << 21
"""Maximum number per answer of ranked moves, of reasons, and of cells named in reasons; our engine never exceeds it."""

_RATIO = re.compile(r"([0-9]{1,40})/([1-9][0-9]{0,39})")
# Maximum number of cells named in a reason; a longer list wouldn't help readers.
_MOST_CELLS = 1 << 16


@dataclass(frozen=True, slots=True, init=False)
class Line:
    """A line: a word, then fields with or without values, then optionally text.

    Args:
        word: the command or reply, such as "go".
        fields: field values by name; None for a field without a value.
        text: value of the "text" field, which extends to the end of the line; None for no text.

    Raises:
        ParameterError: a part isn't allowed in a line.

    >>> line = Line("go", {"id": "7", "seconds": "2.5", "chances": None})
    >>> line.format()
    'go id=7 seconds=2.5 chances'
    >>> Line.parse("go id=7 seconds=2.5 chances") == line
    True
    """

    word: str
    fields: dict[str, str | None]
    text: str | None

    def __init__(self, word: str, fields: dict[str, str | None] | None = None, text: str | None = None) -> None:
        own = dict(fields or {})
        if not is_name(word):
            raise ParameterError(f"expected a word of letters and digits at the start of a line, got {word!r:.80}")
        for name, value in own.items():
            if not is_name(name) or name == "text":
                raise ParameterError(f"expected a field name, got {name!r:.80}")
            if value is not None and (not value or " " in value or _CONTROL.search(value)):
                raise ParameterError(f"expected a value without spaces for {name}, got {value!r:.80}")
        if text is not None and clean_text(text) != text:
            raise ParameterError(f"expected text on one line, got {text!r:.80}")
        self._put(word, own, text)

    def _put(self, word: str, fields: dict[str, str | None], text: str | None) -> None:
        put = object.__setattr__
        put(self, "word", word)
        put(self, "fields", fields)
        put(self, "text", text)

    def __hash__(self) -> int:
        return hash((self.word, tuple(self.fields.items()), self.text))

    def format(self) -> str:
        """Return the line without its line ending."""
        parts = [self.word]
        parts.extend([name if value is None else f"{name}={value}" for name, value in self.fields.items()])
        if self.text is not None:
            parts.append(f"text={self.text}")
        return " ".join(parts)

    @classmethod
    def parse(cls, text: str) -> Line:
        """Parse a line. Words that can't be fields are ignored.

        Args:
            text: a line without its line ending.

        Raises:
            ParseError: the line doesn't begin with a word, or repeats a field.
        """
        word = text.partition(" ")[0]
        if not is_name(word):
            raise ParseError(f"expected a word of letters and digits, got {truncate(word)}", text=text, position=0)
        fields: dict[str, str | None] = {}
        comment: str | None = None
        # Match the parts in place: slicing would copy the rest of a long line once per space.
        for found in _PART.finditer(text, len(word)):
            part = found[0]
            if part.startswith("text="):
                comment = clean_text(text[found.start() + 5 : found.start() + 6 + _LONGEST_TEXT])
                break
            name, sign, value = part.partition("=")
            if not is_name(name) or name == "text" or (sign and not value) or _CONTROL.search(value):
                continue
            if name in fields:
                raise ParseError(f"expected each field once, got {name} twice", text=text)
            fields[name] = value if sign else None
        line = cls.__new__(cls)
        line._put(word, fields, comment)
        return line


def decode_line(data: bytes) -> str:
    r"""Decode a line's bytes, without the line ending; tabs become spaces.

    Raises:
        ParseError: the line isn't UTF-8, is too long, or contains control characters.

    >>> decode_line(b"go id=7\r\n")
    'go id=7'
    """
    if len(data) > MOST_BYTES:
        raise ParseError(f"expected a line of at most {MOST_BYTES} bytes, got {len(data)}")
    data = data.removesuffix(b"\n").removesuffix(b"\r")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ParseError(f"expected UTF-8, got the byte {data[error.start]:#04x} at {error.start}") from None
    wrong = _FORBIDDEN.search(text)
    if wrong:
        raise ParseError(f"expected no control characters, got {wrong[0]!r} at {wrong.start()}", text=text)
    return text.replace("\t", " ").strip(" ")


def clean_text(text: str) -> str:
    r"""Return text that fits into a line, with spaces for line ends and control characters, and truncated if too long.

    >>> clean_text("one\ntwo")
    'one two'
    """
    text = _UNSEEN.sub(" ", text[: _LONGEST_TEXT + 1]).strip(" ")
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1].rstrip(" ") + "…"


def is_name(word: str) -> bool:
    """Return whether a word is a valid name, ID or token: 1 to 64 letters, digits, dots, dashes and underscores.

    >>> is_name("trust_flags"), is_name("two words")
    (True, False)
    """
    return _NAME.fullmatch(word) is not None


def format_number(number: float) -> str:
    """Return the shortest decimal form that parses to exactly this number.

    >>> format_number(0.25), format_number(1.0), format_number(1e-7)
    ('0.25', '1', '1e-07')
    """
    text = repr(float(number))
    return text.removesuffix(".0")


def parse_number(word: str | None, what: str, least: float = float("-inf"), most: float = float("inf")) -> float:
    """Parse a number.

    Args:
        word: the word; None if the field has no value.
        what: description of the number, for the message.
        least: minimum allowed.
        most: maximum allowed.

    Raises:
        ParseError: the word isn't a number, or is out of range.
    """
    if word is not None and _NUMBER.fullmatch(word):
        number = float(word)
        if least <= number <= most and abs(number) != float("inf"):
            return number
    bounds = "" if (least, most) == (float("-inf"), float("inf")) else f" from {least:g} to {most:g}"
    raise ParseError(f"expected a number{bounds} for {what}, got {_given(word)}")


def parse_whole(word: str | None, what: str, least: int = 0) -> int:
    """Parse a whole number.

    Raises:
        ParseError: the word isn't a whole number, is less than ``least``, or has more than 18 digits.
    """
    if word is not None and _WHOLE.fullmatch(word) and int(word) >= least:
        return int(word)
    raise ParseError(f"expected a whole number of {least} or more for {what}, got {_given(word)}")


def _given(word: str | None) -> str:
    """Return a field's value, formatted for a message."""
    return "no value" if word is None else truncate(word)


def format_cells(cells: Iterable[Sequence[int]]) -> str:
    """Format cells as one word.

    >>> format_cells([(0, 3), (2, 1)]), format_cells([])
    ('0,3;2,1', 'none')
    """
    return ";".join([",".join(map(str, cell)) for cell in cells]) or "none"


def parse_cells(word: str | None, grid: Grid, what: str) -> tuple[Cell, ...]:
    """Parse a list of cells, which may be empty.

    Raises:
        ParseError: the word isn't a list of cells, lists more cells than the board has, or names a cell outside it.
    """
    if word == "none":
        return ()
    # Count the cells before parsing: a line may list far more cells than the board has, and parsed cells take more
    # memory.
    if word is not None and (many := word.count(";") + 1) > grid.cells:
        raise ParseError(f"expected at most {grid.cells} cells for {what}, got {many}")
    found = []
    shape = grid.shape
    for part in (word or "").split(";"):
        cell = tuple([int(each) for each in part.split(",")]) if _CELL.fullmatch(part) else ()
        if len(cell) != len(shape) or any(map(int.__ge__, cell, shape)):
            raise ParseError(f"expected a cell on {grid} for {what}, got {truncate(part)}")
        found.append(cell)
    return tuple(found)


def chance_runs(chances: Iterable[float], most: int = 1 << 20) -> Iterator[tuple[int, str]]:
    """Yield chances as words, each with the index of its first chance; a run of equal chances is one entry (``0.5*3``).

    Args:
        chances: the chances.
        most: maximum number of characters before a new word begins.

    >>> list(chance_runs([0.5, 0.5, 0.5, 1.0]))
    [(0, '0.5*3,1')]
    """
    begin = place = size = 0
    parts: list[str] = []
    for chance, run in groupby(chances):
        count = sum(1 for _ in run)
        part = format_number(chance) + (f"*{count}" if count > 1 else "")
        if parts and size + len(part) >= most:
            yield begin, ",".join(parts)
            begin, size, parts = place, 0, []
        parts.append(part)
        size += len(part) + 1
        place += count
    if parts or not place:
        yield begin, ",".join(parts) or "none"


def parse_chances(word: str | None, room: int) -> list[float]:
    """Parse chances.

    Args:
        word: the word.
        room: maximum number of chances.

    Raises:
        ParseError: the word isn't a list of chances, or contains too many.
    """
    found: list[float] = []
    if word == "none":
        return found
    for part in (word or "").split(","):
        number, sign, times = part.partition("*")
        count = parse_whole(times, "the length of a run", 1) if sign else 1
        if count > room - len(found):
            raise ParseError(f"expected at most {room} chances, got more")
        found.extend([parse_number(number, "a chance", 0.0, 1.0)] * count)
    return found


@dataclass(frozen=True, slots=True)
class Hello:
    """The first line: asks the engine to identify itself, and states the latest version the client supports.

    >>> Hello(1).format()
    'hsp version=1'
    """

    version: int

    def format(self) -> str:
        """Return the line."""
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
        if clean_text(self.value) != self.value:
            raise ParameterError(f"expected a short value on one line for {self.name}, got {truncate(self.value)}")

    def format(self) -> str:
        """Return the line."""
        return f"option {self.name} {self.value}".rstrip(" ")


@dataclass(frozen=True, slots=True)
class NewGame:
    """Announce that the next position is from a new game, so that the engine can forget the previous one.

    >>> NewGame().format()
    'new game'
    """

    def format(self) -> str:
        """Return the line."""
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
        """Return the line."""
        return f"position view={position_line.format(self.view)} rules={self.rules.format()}"


@dataclass(frozen=True, slots=True)
class Go:
    """Ask for a move in the current position.

    Args:
        id: ID to repeat in the answer; None for no ID.
        budget: limits for the search.
        wants: what to return besides the best move: "chances", "ranked", "reasons".

    >>> Go("7", EngineBudget(seconds=2.5), ("chances",)).format()
    'go id=7 seconds=2.5 chances'
    """

    id: str | None
    budget: EngineBudget
    wants: tuple[str, ...]

    def format(self) -> str:
        """Return the line."""
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
    """Make all pending searches answer at once; with an ID, only that search.

    >>> Stop(None).format()
    'stop'
    """

    id: str | None

    def format(self) -> str:
        """Return the line."""
        return "stop" if self.id is None else f"stop id={self.id}"


@dataclass(frozen=True, slots=True)
class Ping:
    """Ask the engine for a ``pong`` with the same token.

    >>> Ping("a1").format()
    'ping a1'
    """

    token: str

    def format(self) -> str:
        """Return the line."""
        return f"ping {self.token}"


@dataclass(frozen=True, slots=True)
class Quit:
    """Tell the engine to quit.

    >>> Quit().format()
    'quit'
    """

    def format(self) -> str:
        """Return the line."""
        return "quit"


Command: TypeAlias = Go | Hello | NewGame | Ping | Position | Quit | SetOption | Stop
"""Any command to an engine."""


def parse_command(text: str, *, max_cells: int | None = None) -> Command | None:
    """Parse a command; return None for a blank line or an unknown first word.

    Args:
        text: the line without its line ending, from ``decode_line``.
        max_cells: maximum number of cells on a board; None for as many as fit into memory.

    Raises:
        HypersweepError: the first word is known, but the rest is invalid; usually a ParseError.

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
            raise ParseError(f"expected an option name, got {truncate(name)}", text=text)
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
    """Return the ID in a line, even if the rest of the line is invalid, or None if there is none."""
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
        raise ParseError("the board doesn't fit into memory") from None


def option_line(option: EngineOption) -> str:
    """Return the line describing an option.

    >>> option_line(EngineOption("policy", "choice", "safest", ("safest", "look-ahead")))
    'option name=policy type=choice choices=safest,look-ahead text=safest'
    """
    fields: dict[str, str | None] = {"name": option.name, "type": option.type}
    if option.choices:
        fields["choices"] = ",".join(option.choices)
    return Line("option", fields, option.default).format()


def parse_option(line: Line) -> EngineOption:
    """Parse a line describing an option.

    Raises:
        ParseError: the line doesn't describe an option.
    """
    name, kind = line.fields.get("name"), line.fields.get("type")
    if name is None or not is_name(name):
        raise ParseError(f"expected an option name, got {truncate(name)}")
    choices = tuple([each for each in (line.fields.get("choices") or "").split(",") if each])
    return EngineOption(name, kind if kind in OPTION_TYPES else "text", line.text or "", choices)


def error_line(kind: str, message: str, own: str | None = None) -> str:
    """Return the line reporting an error.

    >>> error_line("line", "expected a word", "7")
    'error id=7 kind=line text=expected a word'
    """
    fields: dict[str, str | None] = {} if own is None else {"id": own}
    return Line("error", {**fields, "kind": kind}, clean_text(message)).format()


def info_line(info: EngineInfo, own: str | None = None) -> str:
    """Return the line reporting a search's progress."""
    fields: dict[str, str | None] = {} if own is None else {"id": own}
    if info.stage is not None:
        fields["stage"] = info.stage
    if info.states is not None:
        fields["states"] = str(info.states)
    if info.seconds is not None:
        fields["seconds"] = format_number(info.seconds)
    return Line("info", fields, info.text).format()


def parse_info(line: Line) -> EngineInfo:
    """Parse a progress report; ignore invalid parts, since nothing depends on them."""
    stage, states, seconds = (line.fields.get(name) for name in ("stage", "states", "seconds"))
    return EngineInfo(
        stage if stage and is_name(stage) else None,
        _or_none(lambda: parse_whole(states, "states")),
        _or_none(lambda: parse_number(seconds, "seconds", 0.0)),
        line.text,
    )


def _or_none(read: Callable[[], Thing]) -> Thing | None:
    try:
        return read()
    except ParseError:
        return None


def answer_lines(answer: Answer, view: View | None, own: str | None = None) -> Iterator[str]:
    """Yield an answer's lines; the last one is the best move.

    Args:
        answer: the answer.
        view: the position; may be None if the answer has no chances.
        own: the search's ID, or None.
    """
    head: dict[str, str | None] = {} if own is None else {"id": own}
    if answer.chances is not None or answer.errors is not None:
        assert view is not None
        places = [index for index, code in enumerate(view.codes) if code in (COVERED, FLAGGED)]
        for word, numbers in (("chances", answer.chances), ("errors", answer.errors)):
            if numbers is not None:
                for begin, values in chance_runs([numbers[place] for place in places]):
                    yield Line(word, {**head, "begin": str(begin), "values": values}).format()
    for place, move in enumerate(answer.ranked[:MOST_EXTRAS], 1):
        yield Line("move", {**head, "rank": str(place), **_move_fields(move)}).format()
    named = 0
    for reason in answer.reasons[:MOST_EXTRAS]:
        fields = dict(head)
        if reason.conclusion is not None:
            fields["conclusion"] = reason.conclusion
        for what, cells in (("cells", reason.cells), ("clues", reason.clues)):
            said = cells[: min(_MOST_CELLS, MOST_EXTRAS - named)]
            fields[what] = format_cells(said)
            named += len(said)
        yield Line("reason", fields, clean_text(reason.text)).format()
    fields = dict(head)
    fields |= {"cell": "none"} if answer.best is None else _move_fields(answer.best)
    if answer.error is not None:
        fields["error"] = format_number(answer.error)
    if answer.states is not None:
        fields["states"] = str(answer.states)
    if answer.seconds is not None:
        fields["seconds"] = format_number(answer.seconds)
    if answer.is_stopped:
        fields["stopped"] = None
    yield Line("best", fields).format()


def _move_fields(move: EngineMove) -> dict[str, str | None]:
    fields: dict[str, str | None] = {"cell": format_cells([move.cell])}
    if move.kind is not None:
        fields["kind"] = move.kind
    if move.chance is not None:
        fields["chance"] = format_number(move.chance)
    if move.score is not None:
        fields["score"] = format_number(move.score)
    if move.win_probability is not None:
        fields["wins"] = f"{move.win_probability.numerator}/{move.win_probability.denominator}"
    if move.is_exact is not None:
        fields["exact"] = "yes" if move.is_exact else "no"
    return fields


class AnswerReader:
    """Assembles an answer from its lines.

    Args:
        view: the position searched; every line is checked against it.

    >>> from hypersweep.view import View
    >>> reader = AnswerReader(View("1x3", 1, [-1, 1, -1]))
    >>> reader.read(Line.parse("chances begin=0 values=0.5*2"))
    >>> reader.read(Line.parse("best cell=0,2 chance=0.5 exact=yes"))
    <Answer (0, 2), a mine with 0.5>
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._grid: Grid = view.grid
        self._numbers: dict[str, list[float]] = {}
        self._ranked: list[EngineMove] = []
        self._reasons: list[EngineReason] = []
        # Number of cells and clues named in reasons so far.
        self._named = 0

    def read(self, line: Line) -> Answer | None:
        """Process a line; ignore it if it isn't part of an answer. Returns: the answer after its last line, else None.

        Raises:
            ParseError: the line is invalid for this view.
        """
        if line.word in ("chances", "errors"):
            self._read_numbers(line)
        elif line.word == "move":
            self._room(self._ranked)
            self._ranked.append(self._read_move(line, "a ranked move"))
        elif line.word == "reason":
            self._room(self._reasons)
            self._reasons.append(self._read_reason(line))
        elif line.word == "best":
            return self._read_best(line)
        return None

    def _room(self, kept: list[EngineMove] | list[EngineReason]) -> None:
        most = min(MOST_EXTRAS, 2 * len(self._view) + 64)
        if len(kept) >= most:
            raise ParseError(f"expected at most {most} lines of a kind for {self._grid}, got more")

    def _read_numbers(self, line: Line) -> None:
        own = self._numbers.setdefault(line.word, [])
        begin = parse_whole(line.fields.get("begin", "0"), "begin")
        if begin != len(own):
            raise ParseError(f"expected {line.word} starting at cell {len(own)}, got {begin}")
        own.extend(parse_chances(line.fields.get("values"), self._view.covered - len(own)))

    def _whole_board(self, word: str) -> tuple[float, ...] | None:
        found = self._numbers.get(word)
        if found is None:
            return None
        codes = self._view.codes
        # Shown mines and wrong flags count as covered too, but their contents are known.
        covered = sum([code in (COVERED, FLAGGED) for code in codes])
        if len(found) != covered:
            raise ParseError(f"expected {word} for {covered} covered cells, got {len(found)}")
        is_mine = 1.0 if word == "chances" else 0.0
        numbers = iter(found)
        return tuple(
            [
                next(numbers) if code in (COVERED, FLAGGED) else is_mine if code in (MINE, EXPLODED) else 0.0
                for code in codes
            ]
        )

    def _read_move(self, line: Line, what: str) -> EngineMove:
        fields = line.fields
        cells = parse_cells(fields.get("cell"), self._grid, what)
        if len(cells) != 1:
            raise ParseError(f"expected one cell for {what}, got {len(cells)}")
        code = self._view[cells[0]]
        if code not in (COVERED, FLAGGED):
            shown = "is open" if code >= 0 else "is shown" if code != WRONG_FLAG else "has a wrong flag"
            raise ParseError(f"expected a covered cell for {what}, got {cells[0]}, which {shown}")
        chance, score, kind = fields.get("chance"), fields.get("score"), fields.get("kind")
        return EngineMove(
            cells[0],
            None if chance is None else parse_number(chance, f"the chance of {what}", 0.0, 1.0),
            kind if kind is not None and is_name(kind) else None,
            None if score is None else parse_number(score, f"the score of {what}"),
            _ratio(fields.get("wins")),
            {"yes": True, "no": False}.get(fields.get("exact") or ""),
        )

    def _read_reason(self, line: Line) -> EngineReason:
        conclusion = line.fields.get("conclusion")
        cells = parse_cells(line.fields.get("cells", "none"), self._grid, "a reason")
        clues = parse_cells(line.fields.get("clues", "none"), self._grid, "a reason")
        self._named += len(cells) + len(clues)
        if self._named > MOST_EXTRAS:
            raise ParseError(f"expected reasons that name at most {MOST_EXTRAS} cells in all, got more")
        return EngineReason(
            line.text or "",
            conclusion if conclusion is not None and is_name(conclusion) else None,
            cells,
            clues,
        )

    def _read_best(self, line: Line) -> Answer:
        fields = line.fields
        error, states, seconds = (fields.get(name) for name in ("error", "states", "seconds"))
        return Answer(
            None if fields.get("cell") == "none" else self._read_move(line, "the best move"),
            self._whole_board("chances"),
            self._whole_board("errors"),
            tuple(self._ranked),
            tuple(self._reasons),
            None if error is None else parse_number(error, "an error", 0.0, 1.0),
            None if states is None else parse_whole(states, "states"),
            None if seconds is None else parse_number(seconds, "seconds", 0.0),
            "stopped" in fields,
        )


def _ratio(word: str | None) -> Fraction | None:
    if word is None:
        return None
    found = _RATIO.fullmatch(word)
    if not found or int(found[1]) > int(found[2]):
        raise ParseError(f"expected a fraction from 0 to 1 such as 2/3, got {truncate(word)}")
    from fractions import Fraction

    return Fraction(int(found[1]), int(found[2]))
