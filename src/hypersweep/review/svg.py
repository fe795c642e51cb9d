"""The review of a game as one SVG picture: the board with its guesses, and below it the chance to survive over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.picture.markup import decimal, escaped
from hypersweep.picture.notebook import MOST_SHOWN
from hypersweep.picture.svg import Drawing, draw_board, read_theme
from hypersweep.review.chart import chart, has_better
from hypersweep.review.chart_markers import STYLE, WORDS, sign, swatches
from hypersweep.review.report import chance_text, luck_text, summary
from hypersweep.text import length_text, place_text

if TYPE_CHECKING:
    from hypersweep.review.judge import ReviewedMove
    from hypersweep.review.model import Findings

_EDGE = 24
_NARROWEST, _WIDEST = 640, 1180
_LARGEST_SCALE = 1.6
_HEAD = 66


def review_svg(review: Findings) -> str:
    """Return the SVG text.

    >>> from hypersweep.record import Record
    >>> from hypersweep.review import review
    >>> review_svg(review(Record("3x4", 2, seed=7))).startswith("<svg")
    True
    """
    board, board_width, board_height = _board(review)
    width = max(_NARROWEST, board_width)
    guesses, legend_height = _legend(review, width)
    parts = [
        _text(_EDGE, 26, summary(review), "ink", size=17, weight=700),
        _text(_EDGE, 47, _figures(review), "soft", size=13),
        _moved(_EDGE + (width - board_width) / 2, _HEAD, board),
    ]
    top = _HEAD + board_height + 16
    parts.append(_moved(_EDGE, top, guesses))
    top += legend_height
    drawn, chart_height = chart(review, width)
    parts.append(_moved(_EDGE, top, drawn))
    total_width, total_height = width + 2 * _EDGE, top + chart_height + 16
    words = f"Review of {summary(review)}. {_figures(review)}."
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {decimal(total_width)} {decimal(total_height)}" '
        f'width="{decimal(total_width)}" height="{decimal(total_height)}" role="img" '
        "font-family=\"system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif\" class=\"hs-review\">"
        f"<title>{escaped(words)}</title>{STYLE}"
        f'<rect width="{decimal(total_width)}" height="{decimal(total_height)}" rx="10" fill="#ffffff" '
        f'class="hs-page"/>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, kind: str, *, size: int = 12, weight: int = 400) -> str:
    fill = "#1d2733" if kind == "ink" else "#566372"
    return (
        f'<text x="{decimal(x)}" y="{decimal(y)}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'class="hs-{kind}">{escaped(words)}</text>'
    )


def _moved(x: float, y: float, inner: str) -> str:
    return f'<g transform="translate({decimal(x)} {decimal(y)})">{inner}</g>'


def _figures(review: Findings) -> str:
    about = review.is_estimate
    count = len(review.guesses)
    return (
        f"{count} guess{'es' * (count != 1)}  ·  survival {chance_text(review.survival, about)}  ·  "
        f"luck {luck_text(review)}  ·  "
        f"skill {chance_text(review.skill, about)}  ·  "
        f"accuracy {chance_text(review.accuracy, about)}"
    )


def _board(review: Findings) -> tuple[str, float, float]:
    """Return the final board with a marker on every guess, its width and its height."""
    record = review.record
    grid = record.grid
    if grid.cells > MOST_SHOWN:
        return _text(0, 14, f"{grid}: too many cells for a picture ({grid.cells})", "soft"), _NARROWEST, 24
    standing = [move for move in review.moves if not move.is_taken_back]
    drawing = draw_board(
        grid,
        review.view.codes,
        theme=read_theme("light"),
        last=grid.index(standing[-1].cell) if standing else None,
        is_titled=False,
    )
    scale = min(_LARGEST_SCALE, _WIDEST / drawing.width)
    # Of two guesses at one cell, draw undone ones first, and later ones on top.
    order = sorted(review.guesses, key=lambda move: (not move.is_taken_back, move.number))
    signs = "".join(_board_sign(drawing, move) for move in order)
    inner = f'<g transform="scale({scale:.4g})">{drawing.elements}{signs}</g>'
    return inner, drawing.width * scale, drawing.height * scale


def _board_sign(drawing: Drawing, move: ReviewedMove) -> str:
    return sign(move, *drawing.middle(move.cell), 7.8, label=str(move.number), tip=_tip(move))


def _tip(move: ReviewedMove) -> str:
    words = (
        f"move {move.number} at {length_text(move.milliseconds)}, {move.kind} {place_text(move.cell)}: {move.verdict}, "
        f"risk {chance_text(move.risk, move.is_estimate)}"
    )
    if move.given_away and move.best_cell is not None:
        words += f", {place_text(move.best_cell)} had {chance_text(move.best_risk, move.is_estimate)}"
    return words + ("" if move.survived else "; a mine went off")


def _legend(review: Findings, width: float) -> tuple[str, float]:
    """Return the legend of the shapes and colours in the picture."""
    guesses = review.guesses
    if not guesses:
        return "", 8
    parts = []
    x, y = 0.0, 8.0

    def room(needed: float) -> None:
        nonlocal x, y
        if x and x + needed > width:
            x, y = 0.0, y + 24

    signs = [
        (next((move for move in guesses if move.verdict == verdict), None), words, False, False)
        for verdict, words in WORDS.items()
    ]
    signs.append((next((move for move in guesses if not move.survived), None), "a mine went off", True, False))
    signs.append((next((move for move in guesses if move.is_taken_back), None), "taken back", False, True))
    for example, words, ring, dashed in signs:
        if example is None:
            continue
        # Approximate text width, as SVG viewers don't report it.
        needed = 40 + 6.7 * len(words)
        room(needed)
        parts.append(sign(example, x + 8, y, 8, label="", plain=True, ring=ring, dashed=dashed))
        parts.append(_text(x + 22, y + 4, words, "soft", size=12))
        x += needed
    if any(map(has_better, guesses)):
        words = "the best there was"
        room(40 + 6.7 * len(words))
        line = f"M{decimal(x + 2)} {decimal(y)}h12"
        parts.append(f'<path d="{line}" stroke="#1d2733" stroke-width="2" class="hs-best"/>')
        parts.append(_text(x + 22, y + 4, words, "soft", size=12))
        x += 40 + 6.7 * len(words)
    boxes, needed = swatches()
    room(needed)
    parts.append(_moved(x, y - 8, boxes))
    return "".join(parts), y + 26
