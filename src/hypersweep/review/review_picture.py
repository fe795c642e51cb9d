"""Draw a game's review as a single SVG picture.

At the top is the board with a marker on every guess; its shape shows the verdict, and darker colours mean higher risk.
Below is a chart of the survival chance over time, with the risk of every guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.picture.colours import STEPS, chance_ink
from hypersweep.picture.markup import decimal, escaped
from hypersweep.picture.notebook import MOST_SHOWN
from hypersweep.picture.svg import draw_board, read_theme
from hypersweep.review.findings import chance_text, luck_text, summary
from hypersweep.text import length_text, place_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.review.findings import Findings
    from hypersweep.review.judge import ReviewedMove
    from hypersweep.typing import Verdict

_EDGE = 24
_NARROWEST, _WIDEST = 640, 1180
_LARGEST_SCALE = 1.6
_HEAD = 66

# Chart sizes, in pixels: margins around the plot, height of the plot, and radius of a marker.
_LEFT, _RIGHT = 44, 58
_TOP, _TALL = 42, 130
_BOTTOM = 30
_MARK = 6.5

# Five steps on the colour scale for chances: upper limit of the risk, colour, and text colour.
_STEPS = [(below, colour, chance_ink(colour)) for below, colour in (*STEPS[1:-1], (1.01, STEPS[-1][1]))]

_DEATH = "#d81b3c"

WORDS = {
    "forced guess": "forced guess",
    "risky guess": "risky guess: there was a safer one",
    "unneeded guess": "unneeded guess: a cell was certain",
    "blunder": "blunder: certain mine",
}
"""Legend text for each verdict."""

# Class names begin with "hs-", because the style sheet in an inline picture applies to the whole page. Viewers without
# CSS use the colours for a light background, which are set as attributes on the elements.
STYLE = (
    "<style>"
    "@media (prefers-color-scheme: dark){"
    ".hs-review .hs-page{fill:#161b22}.hs-review .hs-ink{fill:#e8edf2}.hs-review .hs-soft,.hs-review .hs-label,"
    ".hs-review .hs-ruler{fill:#a3b0bd}.hs-review .hs-rule{stroke:#333d49}.hs-review .hs-line{stroke:#6cb0f2}"
    ".hs-review .hs-area{fill:#6cb0f2}.hs-review .hs-value{fill:#8cc4f8}.hs-review .hs-best{stroke:#e8edf2}"
    ".hs-review .hs-stem{stroke:#8391a0}"
    "}</style>"
)


def review_svg(review: Findings) -> str:
    """Return a review's picture as SVG text.

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
    """Return the final board with a marker on every guess, as SVG elements, and its width and height in pixels."""
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
    # If several guesses are at one cell, draw undone guesses first, and later guesses on top.
    order = sorted(review.guesses, key=lambda move: (not move.is_taken_back, move.number))
    signs = "".join(
        sign(move, *drawing.middle(move.cell), 7.8, label=str(move.number), tip=_tip(move)) for move in order
    )
    inner = f'<g transform="scale({scale:.4g})">{drawing.elements}{signs}</g>'
    return inner, drawing.width * scale, drawing.height * scale


def _tip(move: ReviewedMove) -> str:
    words = (
        f"move {move.number} at {length_text(move.milliseconds)}, {move.kind} {place_text(move.cell)}: {move.verdict}, "
        f"risk {chance_text(move.risk, move.is_estimate)}"
    )
    if move.given_away and move.best_cell is not None:
        words += f", {place_text(move.best_cell)} had {chance_text(move.best_risk, move.is_estimate)}"
    return words + ("" if move.survived else "; a mine went off")


def _legend(review: Findings, width: float) -> tuple[str, float]:
    """Return the legend for the picture's shapes and colours, and its height in pixels."""
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
        # Estimate the text's width; the real one depends on the viewer's font.
        needed = 40 + 6.7 * len(words)
        room(needed)
        parts.append(sign(example, x + 8, y, 8, label="", plain=True, ring=ring, dashed=dashed))
        parts.append(_text(x + 22, y + 4, words, "soft", size=12))
        x += needed
    if any(map(_has_better, guesses)):
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


def chart(review: Findings, width: float) -> tuple[str, float]:
    """Return the chart's SVG elements and its height in pixels.

    The horizontal axis is the game's clock, or the move number if all times are 0.
    """
    inner = width - _LEFT - _RIGHT
    by_time = review.record.milliseconds > 0
    span = float(review.record.milliseconds if by_time else max(1, len(review.moves)))

    def across(move: ReviewedMove) -> float:
        return _LEFT + inner * min(1.0, (move.milliseconds if by_time else move.number) / span)

    def down(chance: float) -> float:
        return _TOP + _TALL * (1.0 - chance)

    parts = [_chart_text(0, 14, "chance to survive up to here, and the risk of each guess", "ink", size=12, weight=600)]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = down(share)
        parts.append(
            f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_LEFT + inner:.1f}" y2="{y:.1f}" stroke="#dde3ea" class="hs-rule"/>'
        )
        parts.append(_chart_text(_LEFT - 8, y + 4, f"{share:.0%}", "soft", anchor="end"))
    for place, name in _ticks(span, by_time):
        x = _LEFT + inner * place
        parts.append(
            f'<line x1="{x:.1f}" y1="{_TOP + _TALL}" x2="{x:.1f}" y2="{_TOP + _TALL + 5}" stroke="#9aa7b4" '
            'class="hs-rule"/>'
        )
        parts.append(_chart_text(x, _TOP + _TALL + 18, name, "soft", anchor="middle"))
    parts.append(_survival(review, across, down, _LEFT + inner))
    parts.extend(_stems(review, across, down))
    return "".join(parts), _TOP + _TALL + _BOTTOM


def _has_better(move: ReviewedMove) -> bool:
    """Return whether the chart should show a move's allowed risk: it is above 0, and the move exceeded it."""
    return move.given_away > 0 and move.allowed_risk > 0


def _chart_text(
    x: float, y: float, words: str, kind: str, *, size: int = 11, weight: int = 400, anchor: str = "start"
) -> str:
    fill = {"ink": "#1d2733", "soft": "#566372", "value": "#1c62a8"}[kind]
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{fill}" '
        f'class="hs-{kind}">{escaped(words)}</text>'
    )


def _ticks(span: float, by_time: bool) -> list[tuple[float, str]]:
    """Return ticks at about six round numbers on an axis: positions from 0 to 1, and labels."""
    unit = 1000.0 if by_time else 1.0
    steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200] if by_time else [1, 2, 5, 10, 20, 50, 100]
    step = float(next((step for step in steps if span / (step * unit) <= 7), steps[-1]))
    while span / (step * unit) > 7:
        step *= 2
    ticks = []
    for number in range(int(span / (step * unit)) + 1):
        value = number * step
        if by_time:
            minutes, seconds = divmod(int(value), 60)
            name = f"{minutes}:{seconds:02}" if span >= 60_000 else f"{seconds} s"
        else:
            name = f"move {value:.0f}" if number else "0"
        ticks.append((value * unit / span, name))
    return ticks


def _survival(
    review: Findings, across: Callable[[ReviewedMove], float], down: Callable[[float], float], right: float
) -> str:
    path = f"M{_LEFT} {down(1.0):.1f}"
    chance = 1.0
    for move in review.guesses:
        if not move.is_taken_back:
            chance *= 1.0 - (move.risk or 0.0)
            path += f"H{across(move):.1f}V{down(chance):.1f}"
    path += f"H{right:.1f}"
    area = f'<path d="{path}V{down(0.0):.1f}H{_LEFT}Z" fill="#2f7ac2" fill-opacity="0.13" class="hs-area"/>'
    line = f'<path d="{path}" fill="none" stroke="#2f7ac2" stroke-width="2" stroke-linejoin="round" class="hs-line"/>'
    value = chance_text(chance, review.is_estimate)
    return area + line + _chart_text(right + 7, down(chance) + 4, value, "value", size=12, weight=700)


def _stems(review: Findings, across: Callable[[ReviewedMove], float], down: Callable[[float], float]) -> list[str]:
    parts = []
    for move in review.guesses:
        x, y = across(move), down(move.risk or 0.0)
        parts.append(
            f'<line x1="{x:.1f}" y1="{down(0.0):.1f}" x2="{x:.1f}" y2="{y:.1f}" stroke="#566372" stroke-width="1.5" '
            'class="hs-stem"/>'
        )
        if _has_better(move):
            best = down(move.allowed_risk)
            parts.append(
                f'<line x1="{x - 6:.1f}" y1="{best:.1f}" x2="{x + 6:.1f}" y2="{best:.1f}" stroke="#1d2733" '
                'stroke-width="2" class="hs-best"/>'
            )
    last = -100.0
    for move in review.guesses:
        x, y = across(move), down(move.risk or 0.0)
        tip = f"move {move.number} at {length_text(move.milliseconds)}: risk {chance_text(move.risk, move.is_estimate)}"
        parts.append(sign(move, x, y, _MARK, label="", tip=tip))
        # If guesses are close together, only the first has space for its move number.
        if x - last >= 17:
            last = x
            parts.append(_chart_text(x, y - _MARK - 5, str(move.number), "ink", size=10, weight=600, anchor="middle"))
    return parts


def _colours(risk: float) -> tuple[str, str]:
    return next((fill, ink) for below, fill, ink in _STEPS if risk < below)


def _shape(verdict: Verdict, x: float, y: float, radius: float) -> str:
    if verdict == "forced guess":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
    if verdict == "unneeded guess":
        side = 1.76 * radius
        return (
            f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}" '
            f'rx="{radius / 5:.1f}"'
        )
    if verdict == "risky guess":
        r = 1.2 * radius
        corners: tuple[tuple[float, float], ...] = ((0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0))
    else:
        # An octagon, like a stop sign.
        a, b = 1.02 * radius, 0.42 * radius
        corners = ((-b, -a), (b, -a), (a, -b), (a, b), (b, a), (-b, a), (-a, b), (-a, -b))
    points = " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in corners)
    return f'<polygon points="{points}"'


def sign(
    move: ReviewedMove,
    x: float,
    y: float,
    radius: float,
    *,
    label: str,
    tip: str = "",
    plain: bool = False,
    ring: bool = False,
    dashed: bool = False,
) -> str:
    """Return the SVG marker for a guess.

    Args:
        move: the guess.
        x: horizontal centre.
        y: vertical centre.
        radius: radius of the marker.
        label: text inside the marker.
        tip: tooltip text; empty for none.
        plain: whether to draw a grey marker that doesn't show a result, for the legend.
        ring: with ``plain``, whether to show an explosion.
        dashed: with ``plain``, whether to show an undone move.
    """
    fill, ink = ("#c8d0d9", "#222b36") if plain else _colours(move.risk or 0.0)
    died = ring or (not plain and not move.survived)
    stroke, thick = (_DEATH, radius / 3.2) if died else ("#222b36", radius / 9)
    dashes = ' stroke-dasharray="2.5 2"' if dashed or (move.is_taken_back and not plain) else ""
    parts = [
        f'{_shape(move.verdict, x, y, radius)} fill="{fill}" stroke="{stroke}" stroke-width="{thick:.2f}"{dashes}/>'
    ]
    if label:
        size = radius * (1.2, 1.15, 0.95, 0.75, 0.6)[min(len(label), 5) - 1]
        parts.append(
            f'<text x="{x:.1f}" y="{y + 0.36 * size:.1f}" font-size="{size:.1f}" font-weight="700" '
            f'text-anchor="middle" fill="{ink}">{escaped(label)}</text>'
        )
    title = f"<title>{escaped(tip)}</title>" if tip else ""
    return f"<g>{title}{''.join(parts)}</g>"


def swatches() -> tuple[str, float]:
    """Return the colour scale with its numbers as SVG elements, and its width in pixels."""
    parts = ['<text x="0" y="12" font-size="12" fill="#566372" class="hs-soft">risk</text>']
    x = 30.0
    for below, fill, ink in _STEPS:
        words = f"< {below:.0%}" if below <= 0.6 else "more"
        parts.append(f'<rect x="{x}" y="0" width="46" height="17" rx="2" fill="{fill}"/>')
        parts.append(
            f'<text x="{x + 23}" y="12.5" font-size="11" text-anchor="middle" fill="{ink}">{escaped(words)}</text>'
        )
        x += 48
    return "".join(parts), x
