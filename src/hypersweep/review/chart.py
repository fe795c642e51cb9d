"""The chart of a review: the chance to survive over time, and the risk of every guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.picture.markup import escaped
from hypersweep.review.chart_markers import sign
from hypersweep.review.report import chance_text
from hypersweep.text import length_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.review.judge import ReviewedMove
    from hypersweep.review.model import Findings

_LEFT, _RIGHT = 44, 58
_TOP, _TALL = 42, 130
_BOTTOM = 30
_MARK = 6.5


def chart(review: Findings, width: float) -> tuple[str, float]:
    """Return the chart's SVG elements and its height.

    The horizontal axis is the game's clock, or the number of the move if all times are 0.
    """
    inner = width - _LEFT - _RIGHT
    by_time = review.record.milliseconds > 0
    span = float(review.record.milliseconds if by_time else max(1, len(review.moves)))

    def across(move: ReviewedMove) -> float:
        return _LEFT + inner * min(1.0, (move.milliseconds if by_time else move.number) / span)

    def down(chance: float) -> float:
        return _TOP + _TALL * (1.0 - chance)

    parts = [_words(0, 14, "chance to survive up to here, and the risk of each guess", "ink", size=12, weight=600)]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = down(share)
        parts.append(
            f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_LEFT + inner:.1f}" y2="{y:.1f}" stroke="#dde3ea" class="hs-rule"/>'
        )
        parts.append(_words(_LEFT - 8, y + 4, f"{share:.0%}", "soft", anchor="end"))
    for place, name in _ticks(span, by_time):
        x = _LEFT + inner * place
        parts.append(
            f'<line x1="{x:.1f}" y1="{_TOP + _TALL}" x2="{x:.1f}" y2="{_TOP + _TALL + 5}" stroke="#9aa7b4" '
            'class="hs-rule"/>'
        )
        parts.append(_words(x, _TOP + _TALL + 18, name, "soft", anchor="middle"))
    parts.append(_survival(review, across, down, _LEFT + inner))
    parts.extend(_stems(review, across, down))
    return "".join(parts), _TOP + _TALL + _BOTTOM


def has_better(move: ReviewedMove) -> bool:
    """Return whether the chart shows the allowed risk, which it does if it is above 0."""
    return move.given_away > 0 and move.allowed_risk > 0


def _words(
    x: float, y: float, words: str, kind: str, *, size: int = 11, weight: int = 400, anchor: str = "start"
) -> str:
    fill = {"ink": "#1d2733", "soft": "#566372", "value": "#1c62a8"}[kind]
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{fill}" '
        f'class="hs-{kind}">{escaped(words)}</text>'
    )


def _ticks(span: float, by_time: bool) -> list[tuple[float, str]]:
    """Return about six round numbers, as positions from 0 to 1 with labels."""
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
    return area + line + _words(right + 7, down(chance) + 4, value, "value", size=12, weight=700)


def _stems(review: Findings, across: Callable[[ReviewedMove], float], down: Callable[[float], float]) -> list[str]:
    parts = []
    for move in review.guesses:
        x, y = across(move), down(move.risk or 0.0)
        parts.append(
            f'<line x1="{x:.1f}" y1="{down(0.0):.1f}" x2="{x:.1f}" y2="{y:.1f}" stroke="#566372" stroke-width="1.5" '
            'class="hs-stem"/>'
        )
        if has_better(move):
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
        # Of close guesses only the first has space for its number.
        if x - last >= 17:
            last = x
            parts.append(_words(x, y - _MARK - 5, str(move.number), "ink", size=10, weight=600, anchor="middle"))
    return parts
