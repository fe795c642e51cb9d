"""Markers of guesses in the picture: a shape for each verdict, a darker colour for a higher risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.picture.colours import STEPS, chance_ink
from hypersweep.picture.markup import escaped

if TYPE_CHECKING:
    from hypersweep.review.judge import ReviewedMove
    from hypersweep.typing import Verdict

# Upper limit of the risk, colour, and colour of the text on it, for five of the colours of chances.
_STEPS = [(below, colour, chance_ink(colour)) for below, colour in (*STEPS[1:-1], (1.01, STEPS[-1][1]))]

_DEATH = "#d81b3c"

WORDS = {
    "forced guess": "forced guess",
    "risky guess": "risky guess: there was a safer one",
    "unneeded guess": "unneeded guess: a cell was certain",
    "blunder": "blunder: certain mine",
}
"""Words of the legend for each verdict."""

# Class names begin with "hs-", because the style of an inline picture applies to the whole page. Viewers without CSS
# use the colours for a light background, which are attributes of the elements.
STYLE = (
    "<style>"
    "@media (prefers-color-scheme: dark){"
    ".hs-review .hs-page{fill:#161b22}.hs-review .hs-ink{fill:#e8edf2}.hs-review .hs-soft,.hs-review .hs-label,"
    ".hs-review .hs-ruler{fill:#a3b0bd}.hs-review .hs-rule{stroke:#333d49}.hs-review .hs-line{stroke:#6cb0f2}"
    ".hs-review .hs-area{fill:#6cb0f2}.hs-review .hs-value{fill:#8cc4f8}.hs-review .hs-best{stroke:#e8edf2}"
    ".hs-review .hs-stem{stroke:#8391a0}"
    "}</style>"
)


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
        # An octagon, as a stop sign.
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
    """Return the marker of a guess.

    Args:
        move: the guess.
        x: horizontal centre.
        y: vertical centre.
        radius: radius of the marker.
        label: text inside.
        tip: tooltip.
        plain: whether to omit the result and use grey, for the legend.
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
    """Return the colour scale with its numbers, and its width."""
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
