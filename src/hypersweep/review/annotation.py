"""Verdicts of a review as comments in a record, like the marks and numbers in an annotated chess game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParseError
from hypersweep.text import place_text
from hypersweep.validation import place_among, truncate

if TYPE_CHECKING:
    from hypersweep.record import Record
    from hypersweep.review.findings import Findings
    from hypersweep.review.judge import ReviewedMove
    from hypersweep.typing import Cell, Verdict

MARKS: dict[Verdict, str] = {"forced guess": "□", "risky guess": "?!", "unneeded guess": "?", "blunder": "??"}
"""The mark of each verdict with a risk, as in chess: "□" for a forced move, "?!", "?" and "??" for mistakes."""

# A chance in percent has this many significant digits, so that a text stays short.
_DIGITS = 4
_PERCENT = r"(\d+(?:\.\d+)?(?:e-\d+)?) %"
_LINE = re.compile(
    rf"({'|'.join(map(re.escape, MARKS.values()))}) ({'|'.join(MARKS)}): risk (~?){_PERCENT}"
    rf"(?:; best \((\d{{1,19}}(?:, \d{{1,19}})*)\) at {_PERCENT})?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Annotation:
    """A verdict on a move as a line of a comment. Chances are rounded to four significant digits of the percentage.

    Args:
        verdict: a verdict with a risk: "forced guess", "risky guess", "unneeded guess" or "blunder".
        risk: the chance of an explosion, above 0.
        best_cell: a better cell; None if there was none, or it is unknown.
        best_risk: the chance that ``best_cell`` is a mine.
        is_estimate: whether the chances are estimates.

    Raises:
        ParameterError: a verdict or a chance is impossible, or only one of ``best_cell`` and ``best_risk`` is None.

    >>> annotation = Annotation("risky guess", 1 / 3, (1, 2), 0.2)
    >>> print(annotation.format())
    ?! risky guess: risk 33.33 %; best (1, 2) at 20 %
    >>> Annotation.parse(annotation.format()) == annotation
    True
    """

    verdict: Verdict
    risk: float
    best_cell: Cell | None = None
    best_risk: float | None = None
    is_estimate: bool = False

    def __post_init__(self) -> None:
        place_among("a verdict with a risk", self.verdict, tuple(MARKS))
        object.__setattr__(self, "risk", _rounded(self.risk))
        if not self.risk:
            raise ParameterError("expected a risk above 0, got 0")
        if (self.best_cell is None) != (self.best_risk is None):
            raise ParameterError("expected both the best cell and its risk, or neither")
        if self.best_risk is not None:
            object.__setattr__(self, "best_risk", _rounded(self.best_risk))

    @classmethod
    def of(cls, move: ReviewedMove) -> Annotation | None:
        """Return the annotation for a judged move; None if it has no known risk, or its risk rounds to 0."""
        if move.verdict not in MARKS or move.risk is None or not _rounded(move.risk):
            return None
        is_known = move.verdict != "forced guess" and move.best_risk is not None
        best = (move.best_cell, move.best_risk) if is_known else (None, None)
        return cls(move.verdict, move.risk, *best, is_estimate=move.is_estimate)

    @classmethod
    def parse(cls, text: str) -> Annotation:
        """Parse a line of a comment.

        Raises:
            ParseError: the line isn't an annotation.

        >>> Annotation.parse("□ forced guess: risk ~12.5 %").risk
        0.125
        """
        found = _LINE.fullmatch(text)
        if found is None or MARKS[found[2]] != found[1]:  # type: ignore[index]
            raise ParseError(f"expected an annotation such as '? unneeded guess: risk 25 %', got {truncate(text)}")
        _, verdict, mark, risk, cell, best = found.groups()
        try:
            if cell is None:
                return cls(verdict, float(risk) / 100, is_estimate=bool(mark))  # type: ignore[arg-type]
            place = tuple(int(number) for number in cell.split(", "))
            own = cls(verdict, float(risk) / 100, place, float(best) / 100, bool(mark))  # type: ignore[arg-type]
        except ParameterError as error:
            raise ParseError(str(error), text=text) from None
        return own

    def format(self) -> str:
        """Return the annotation as a line of a comment."""
        text = f"{MARKS[self.verdict]} {self.verdict}: risk {'~' * self.is_estimate}{_percent(self.risk)} %"
        if self.best_cell is None or self.best_risk is None:
            return text
        return f"{text}; best {place_text(self.best_cell)} at {_percent(self.best_risk)} %"

    def __str__(self) -> str:
        return self.format()


def _percent(chance: float) -> str:
    return f"{100 * chance:.{_DIGITS}g}"


def _rounded(chance: float) -> float:
    if not 0 <= chance <= 1:
        raise ParameterError(f"expected a chance from 0 to 1, got {truncate(chance)}")
    return float(_percent(chance)) / 100


def _read(line: str) -> Annotation | None:
    try:
        return Annotation.parse(line)
    except ParseError:
        return None


def read_annotations(record: Record) -> dict[int, Annotation]:
    r"""Return the annotations in a record's comments, by the number of the event on the main line, counting from 1.

    >>> from hypersweep.record import Event, Record
    >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)])
    >>> read_annotations(record.with_comment(1, "Hm.\n□ forced guess: risk 12.5 %"))[1].verdict
    'forced guess'
    """
    found = {}
    for position, text in record.comments.items():
        for line in text.split("\n"):
            if (annotation := _read(line)) is not None:
                found[position] = annotation
    return found


def annotated(review: Findings) -> Record:
    """Return the reviewed record with each verdict that has a risk as the last line of the move's comment.

    Other comments stay; the annotations of an earlier review are removed.
    """
    comments = {}
    for position, text in review.record.comments.items():
        lines = [line for line in text.split("\n") if _read(line) is None]
        if lines:
            comments[position] = "\n".join(lines)
    for move in review.moves:
        if (annotation := Annotation.of(move)) is not None:
            position = move.position + 1
            before = f"{comments[position]}\n" if position in comments else ""
            comments[position] = before + annotation.format()
    return review.record.replace(comments=comments)
