"""Replies of an engine: conversion to lines and from lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.engine.answer import OPTION_TYPES, Answer, EngineInfo, EngineMove, EngineOption, EngineReason
from hypersweep.engine.lines import (
    Line,
    chance_runs,
    clean_text,
    format_cells,
    format_number,
    is_name,
    parse_cells,
    parse_chances,
    parse_number,
    parse_whole,
)
from hypersweep.errors import ParseError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction

    from hypersweep.grid import Grid
    from hypersweep.typing import Thing
    from hypersweep.view import View

MOST_EXTRAS = 1 << 21
"""Limit of ranked moves, of reasons, and of cells named in reasons, for each answer; our engine keeps to it."""

_RATIO = re.compile(r"([0-9]{1,40})/([1-9][0-9]{0,39})")
# Most cells to name in a reason; longer lists are of no use to a reader.
_MOST_CELLS = 1 << 16


def option_line(option: EngineOption) -> str:
    """Return the line that describes an option.

    >>> option_line(EngineOption("policy", "choice", "safest", ("safest", "look-ahead")))
    'option name=policy type=choice choices=safest,look-ahead text=safest'
    """
    fields: dict[str, str | None] = {"name": option.name, "type": option.type}
    if option.choices:
        fields["choices"] = ",".join(option.choices)
    return Line("option", fields, option.default).format()


def parse_option(line: Line) -> EngineOption:
    """Parse the option of a line.

    Raises:
        ParseError: the line describes no option.
    """
    name, kind = line.fields.get("name"), line.fields.get("type")
    if name is None or not is_name(name):
        raise ParseError(f"expected the name of an option, got {truncate(name)}")
    choices = tuple([each for each in (line.fields.get("choices") or "").split(",") if each])
    return EngineOption(name, kind if kind in OPTION_TYPES else "text", line.text or "", choices)


def error_line(kind: str, message: str, own: str | None = None) -> str:
    """Return the line that reports an error.

    >>> error_line("line", "expected a word", "7")
    'error id=7 kind=line text=expected a word'
    """
    fields: dict[str, str | None] = {} if own is None else {"id": own}
    return Line("error", {**fields, "kind": kind}, clean_text(message)).format()


def info_line(info: EngineInfo, own: str | None = None) -> str:
    """Return the line that reports the progress of a search."""
    fields: dict[str, str | None] = {} if own is None else {"id": own}
    if info.stage is not None:
        fields["stage"] = info.stage
    if info.states is not None:
        fields["states"] = str(info.states)
    if info.seconds is not None:
        fields["seconds"] = format_number(info.seconds)
    return Line("info", fields, info.text).format()


def parse_info(line: Line) -> EngineInfo:
    """Parse the progress of a search; drop unreadable parts, since nothing depends on them."""
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
    """Yield the lines of an answer; the line of the best move is the last.

    Args:
        answer: the answer.
        view: the position; None is allowed for an answer without chances.
        own: the id of the search, or None.
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
    """Build an answer from its lines.

    Args:
        view: the position that was asked about; the engine's lines have to fit it.

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
        # Number of cells and clues named so far.
        self._named = 0

    def read(self, line: Line) -> Answer | None:
        """Process a line; return the answer after its last line. Lines with other words are ignored.

        Raises:
            ParseError: a line that is invalid for this view.
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
            raise ParseError(f"expected {line.word} from cell {len(own)} on, got them from {begin} on")
        own.extend(parse_chances(line.fields.get("values"), self._view.covered - len(own)))

    def _whole_board(self, word: str) -> tuple[float, ...] | None:
        found = self._numbers.get(word)
        if found is None:
            return None
        codes = self._view.codes
        # Shown mines and wrong flags count as covered, with known contents.
        covered = sum([code in (COVERED, FLAGGED) for code in codes])
        if len(found) != covered:
            raise ParseError(f"expected {word} of {covered} covered cells, got {len(found)}")
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
        raise ParseError(f"expected a fraction of 0 to 1 such as 2/3, got {truncate(word)}")
    from fractions import Fraction

    return Fraction(int(found[1]), int(found[2]))
