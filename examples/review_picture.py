"""A review as a picture: how good every guess of a game was, and what it cost.

    python examples/review_picture.py                              # of the game next to this file
    python examples/review_picture.py game.sweep review.svg dark   # of any record or mouse replay

It needs only hypersweep. `hypersweep review --svg` draws a whole game; this draws one moment of it: the board before
the worst guess, with chances by colour and arrows to better cells.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hypersweep import COVERED, Record, analyse
from hypersweep.formats.files import as_record, read_file
from hypersweep.picture import board_svg
from hypersweep.review import Review, review

SAMPLE = Path(__file__).with_name("game-4d.sweep")


def worst_guess(found: Review) -> int | None:
    """Return the number of the move that gave most away, or of the riskiest one; None if no move was risky."""
    worst = max(found.guesses, key=lambda move: (move.given_away, move.risk or 0.0), default=None)
    return None if worst is None else worst.number


def picture(record: Record, number: int, theme: str) -> str:
    """Draw the board before a move: chances by colour and in percent, the move, and arrows to the safest cells."""
    move = review(record).moves[number - 1]
    replay = record.replay()
    replay.seek(move.position - 1)
    view = replay.game.view
    analysis = analyse(view)
    words = {cell: f"{100 * analysis.probability(cell):.0f}" for cell, code in view.items() if code == COVERED}
    return board_svg(
        view,
        fill=analysis.probabilities,
        words=words,
        last=move.cell,
        arrows=[(move.cell, cell) for cell in analysis.safest_cells[:3] if cell != move.cell],
        theme=theme,
        title=f"before move {number} at {move.cell}: {move.verdict}, risk {move.risk:.0%}",
    )


def main(source: str = str(SAMPLE), target: str = "review.svg", theme: str = "light") -> None:
    """Review a game, print the findings and draw its worst guess."""
    record = as_record(read_file(source))
    found = review(record)
    print(found.format())
    number = worst_guess(found)
    drawn = found.svg() if number is None else picture(record, number, theme)
    Path(target).write_text(drawn, encoding="utf-8")
    print(
        f"{target}: "
        + ("the review, since nothing was risked" if number is None else f"the board before move {number}")
    )


if __name__ == "__main__":
    main(*sys.argv[1:4])
