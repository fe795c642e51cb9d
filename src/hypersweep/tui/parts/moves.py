"""The list of guesses in a reviewed game, with the current one highlighted."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from textual import on
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from hypersweep.picture.chances import chance_colour, chance_ink
from hypersweep.picture.labels import place_text
from hypersweep.record.times import length_text
from hypersweep.review.findings import best_text, chance_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.review import ReviewedMove


def move_lines(moves: Sequence[ReviewedMove], *, is_colourful: bool = True) -> list[Content]:
    """Return a line for each move: its number, risk, verdict, cell, the best cell, and the outcome.

    Args:
        moves: guesses.
        is_colourful: whether risks have their colours.

    >>> from hypersweep.review.judge import ReviewedMove
    >>> parts = dict.fromkeys(ReviewedMove.__slots__) | {"number": 7, "kind": "open"}
    >>> parts |= {"cell": (1, 2), "verdict": "unneeded guess", "risk": 0.25, "best_cell": (0, 3), "best_risk": 0.0}
    >>> print(move_lines([ReviewedMove(**parts | {"survived": False})])[0])
    7  25.0 %  unneeded guess  open (1, 2)  (0, 3) for certain  mine!
    """
    rows = []
    for move in moves:
        ends = ["mine!"] * (not move.survived) + ["taken back"] * bool(move.is_taken_back)
        rows.append(
            (
                str(move.number),
                chance_text(move.risk, bool(move.is_estimate)),
                move.verdict,
                f"{move.kind} {place_text(move.cell)}",
                best_text(move),
                ", ".join(ends),
            )
        )
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(6)]
    lines = []
    for move, row in zip(moves, rows, strict=True):
        colour = chance_colour(move.risk or 0.0)
        number, risk, verdict, *rest = (
            text.rjust(width) if column < 2 else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        tail = "  ".join(text for text in rest if text.strip()).rstrip()
        lines.append(
            Content.assemble(
                f"{number}  ",
                (risk, f"{chance_ink(colour)} on {colour}" if is_colourful else ""),
                "  ",
                (verdict, "bold" if move.given_away else ""),
                f"  {tail}",
            )
        )
    return lines


def slowest(moves: Sequence[ReviewedMove], most: int = 10) -> list[tuple[int, ReviewedMove]]:
    """Return the moves before which the player thought longest, with the milliseconds, the longest first.

    The first move isn't among them: the clock starts with it.

    Args:
        moves: all moves of a game, in their order.
        most: how many to return at most.
    """
    waits = [(after.milliseconds - before.milliseconds, after) for before, after in pairwise(moves)]
    return sorted((wait for wait in waits if wait[0] > 0), key=lambda wait: -wait[0])[:most]


def slow_lines(found: Sequence[tuple[int, ReviewedMove]]) -> list[Content]:
    """Return a line for each of the ``slowest`` moves: its time, number, and cell."""
    times = [length_text(milliseconds) for milliseconds, _ in found]
    numbers = [str(move.number) for _, move in found]
    widths = [max(map(len, column), default=0) for column in (times, numbers)]
    return [
        Content(f"{time:>{widths[0]}}  move {number:>{widths[1]}}  {move.kind} {place_text(move.cell)}")
        for time, number, (_, move) in zip(times, numbers, found, strict=True)
    ]


class MoveList(OptionList, can_focus=False):
    """List of guesses, or of the slowest moves of a game without guesses; a click posts ``Picked``."""

    DEFAULT_CSS = """
    MoveList { text-wrap: nowrap; text-overflow: ellipsis; border: round $border-blurred; height: 1fr; }
    """

    class Picked(Message):
        """The player clicked a move.

        Attributes:
            number: number of the move.
        """

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- as every widget calls it
        super().__init__(id=id)
        self._numbers: list[int] = []

    def show(self, moves: Sequence[ReviewedMove], lines: Sequence[Content]) -> None:
        """List moves, each with its line."""
        self._numbers = [move.number for move in moves]
        self.set_options([Option(line) for line in lines])

    def light(self, number: int) -> None:
        """Highlight a move, or none if it isn't listed."""
        place = self._numbers.index(number) if number in self._numbers else None
        if self.highlighted != place:
            self.highlighted = place

    def on_resize(self) -> None:
        """Scroll to the highlighted line."""
        self.call_after_refresh(self.scroll_to_highlight)

    @on(OptionList.OptionSelected)
    def _pick(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Picked(self._numbers[event.option_index]))
