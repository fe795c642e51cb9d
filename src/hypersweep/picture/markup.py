"""Fragments of SVG and HTML: escaped text, short numbers, and symbols for cells (flags, mines, arrows and so on).

Symbols have no built-in colours: the caller passes them as attributes.
"""

from __future__ import annotations

from html import escape
from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Point = tuple[float, float]

# Characters that XML 1.0 can't contain, even escaped: control characters, surrogates and noncharacters.
_FORBIDDEN = dict.fromkeys(
    [*(code for code in range(32) if code not in (9, 10, 13)), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], "\ufffd"
)


def escaped(text: object) -> str:
    """Return a text escaped for SVG and HTML, between tags or in a quoted attribute.

    Args:
        text: any text, trusted or not; characters not allowed in XML become "\ufffd".

    >>> escaped('<b title="x">&')
    '&lt;b title=&quot;x&quot;&gt;&amp;'
    """
    return escape(str(text).translate(_FORBIDDEN), quote=True)


def decimal(value: float) -> str:
    """Return a number as text, with at most two decimals and as short as possible.

    >>> decimal(3.0), decimal(2.4), decimal(-0.001), decimal(0.126)
    ('3', '2.4', '0', '0.13')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def sentence_svg(text: str) -> str:
    """Return an SVG picture of one line of text, to show instead of a board.

    >>> sentence_svg("too large").count("too large")
    2
    """
    words = escaped(text)
    # Estimate the text's width; the real one depends on the viewer's font.
    width = 16 + 8 * len(text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 26" width="{width}" height="26" role="img" '
        f'class="hs-sentence" font-family="sans-serif" font-size="13"><title>{words}</title>'
        f'<rect width="{width}" height="26" rx="4" fill="#ffffff" class="hs-page"/>'
        f'<text x="8" y="17" fill="#57606a" class="hs-label">{words}</text></svg>'
    )


def flag(x: float, y: float, cloth: str, pole: str) -> str:
    """Return SVG for a flag centred in a cell.

    Args:
        x: horizontal centre of the cell.
        y: vertical centre of the cell.
        cloth: attributes for the cloth.
        pole: attributes for the pole and its foot.
    """
    return (
        f'<path d="M{decimal(x - 2.6)} {decimal(y - 5.6)}v10.4h-1.9v1.2h6.4v-1.2h-3.2v-10.4z" class="hs-pole"{pole}/>'
        f'<path d="M{decimal(x - 1.3)} {decimal(y - 5.6)}l6.6 3.1l-6.6 3.1z" class="hs-flag"{cloth}/>'
    )


def mine(x: float, y: float, body: str, line: str, shine: str) -> str:
    """Return SVG for a mine centred in a cell.

    Args:
        x: horizontal centre of the cell.
        y: vertical centre of the cell.
        body: attributes for the body.
        line: attributes for the horns.
        shine: attributes for the highlight.
    """
    return (
        f'<path d="M{decimal(x - 6)} {decimal(y)}h12m-6 -6v12m-4.2 -10.2l8.4 8.4m0 -8.4l-8.4 8.4" stroke-width="1.3" '
        f'class="hs-horns"{line}/>'
        f'<circle cx="{decimal(x)}" cy="{decimal(y)}" r="4.2" class="hs-mine"{body}/>'
        f'<circle cx="{decimal(x - 1.3)}" cy="{decimal(y - 1.3)}" r="1.1" class="hs-shine"{shine}/>'
    )


def cross(x: float, y: float, line: str) -> str:
    """Return SVG for a cross over a cell.

    Args:
        x: horizontal centre of the cell.
        y: vertical centre of the cell.
        line: attributes for the lines.
    """
    return (
        f'<path d="M{decimal(x - 5.5)} {decimal(y - 5.5)}l11 11m0 -11l-11 11" stroke-width="1.8" '
        f'stroke-linecap="round" class="hs-cross"{line}/>'
    )


def tick(x: float, y: float, line: str) -> str:
    """Return SVG for a tick centred in a cell.

    Args:
        x: horizontal centre of the cell.
        y: vertical centre of the cell.
        line: attributes for the line.
    """
    return (
        f'<path d="M{decimal(x - 3.6)} {decimal(y + 0.2)}l2.6 2.8l4.8 -6" stroke-width="1.8" stroke-linecap="round" '
        f'stroke-linejoin="round" class="hs-tick" fill="none"{line}/>'
    )


def arrow(tail: Point, head: Point, line: str, body: str, halo: str, *, is_bowed: bool = False) -> str:
    """Return SVG for an arrow between the centres of two cells, or a ring if they are the same cell.

    Args:
        tail: start of the arrow.
        head: end of the arrow, where its point is.
        line: attributes for the line.
        body: attributes for the point.
        halo: attributes for the outline, which sets the arrow off from its background.
        is_bowed: whether the arrow is curved, to distinguish it from straight lines.
    """
    (x, y), (to_x, to_y) = tail, head
    length = hypot(to_x - x, to_y - y)
    if length == 0:
        ring = f'cx="{decimal(x)}" cy="{decimal(y)}" r="7.6" fill="none"'
        return f'<circle {ring} stroke-width="4.4"{halo}/><circle {ring} stroke-width="2.4"{line}/>'
    across, down = (to_x - x) / length, (to_y - y) / length
    bow = min(0.1 * length, 24.0) if is_bowed else 0.0
    # Always bend to the same side, so that arrows in opposite directions between two cells don't overlap.
    bend_x, bend_y = (x + to_x) / 2 + down * 2 * bow, (y + to_y) / 2 - across * 2 * bow
    turn = atan2(to_y - bend_y, to_x - bend_x)
    point_x, point_y = to_x - 4 * cos(turn), to_y - 4 * sin(turn)
    neck_x, neck_y = point_x - 8 * cos(turn), point_y - 8 * sin(turn)
    start_turn = atan2(bend_y - y, bend_x - x)
    path = (
        f"M{decimal(x + 4 * cos(start_turn))} {decimal(y + 4 * sin(start_turn))}"
        f"Q{decimal(bend_x)} {decimal(bend_y)} {decimal(neck_x)} {decimal(neck_y)}"
    )
    barb_x, barb_y = 4.6 * sin(turn), -4.6 * cos(turn)
    tip = (
        f"M{decimal(point_x)} {decimal(point_y)}L{decimal(neck_x + barb_x)} {decimal(neck_y + barb_y)}"
        f"L{decimal(neck_x - barb_x)} {decimal(neck_y - barb_y)}Z"
    )
    shaft = f'd="{path}" fill="none" stroke-linecap="round"'
    return (
        f'<path {shaft} stroke-width="5"{halo}/><path d="{tip}" fill="none" stroke-linejoin="round" '
        f'stroke-width="2.2"{halo}/><path {shaft} stroke-width="2.8"{line}/><path d="{tip}"{body}/>'
    )
