"""Drawn symbols of cells: flags, mines, crosses, ticks; and arrows between cells.

All of it is SVG without any style of its own: the colours are handed in, ready to stand in a tag.
"""

from __future__ import annotations

from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING

from hypersweep.picture.markup import decimal

if TYPE_CHECKING:
    Point = tuple[float, float]


def flag(x: float, y: float, cloth: str, pole: str) -> str:
    """A flag in a cell whose middle is given.

    Args:
        x: of the middle.
        y: of the middle.
        cloth: attributes of the cloth.
        pole: attributes of the pole and its foot.
    """
    return (
        f'<path d="M{decimal(x - 2.6)} {decimal(y - 5.6)}v10.4h-1.9v1.2h6.4v-1.2h-3.2v-10.4z" class="hs-pole"{pole}/>'
        f'<path d="M{decimal(x - 1.3)} {decimal(y - 5.6)}l6.6 3.1l-6.6 3.1z" class="hs-flag"{cloth}/>'
    )


def mine(x: float, y: float, body: str, line: str, shine: str) -> str:
    """A mine in a cell whose middle is given.

    Args:
        x: of the middle.
        y: of the middle.
        body: attributes of the body.
        line: attributes of its horns.
        shine: attributes of the light on it.
    """
    return (
        f'<path d="M{decimal(x - 6)} {decimal(y)}h12m-6 -6v12m-4.2 -10.2l8.4 8.4m0 -8.4l-8.4 8.4" stroke-width="1.3" '
        f'class="hs-horns"{line}/>'
        f'<circle cx="{decimal(x)}" cy="{decimal(y)}" r="4.2" class="hs-mine"{body}/>'
        f'<circle cx="{decimal(x - 1.3)}" cy="{decimal(y - 1.3)}" r="1.1" class="hs-shine"{shine}/>'
    )


def cross(x: float, y: float, line: str) -> str:
    """A cross over a cell whose middle is given.

    Args:
        x: of the middle.
        y: of the middle.
        line: attributes of its lines.
    """
    return (
        f'<path d="M{decimal(x - 5.5)} {decimal(y - 5.5)}l11 11m0 -11l-11 11" stroke-width="1.8" '
        f'stroke-linecap="round" class="hs-cross"{line}/>'
    )


def tick(x: float, y: float, line: str) -> str:
    """A tick in a cell whose middle is given.

    Args:
        x: of the middle.
        y: of the middle.
        line: attributes of its line.
    """
    return (
        f'<path d="M{decimal(x - 3.6)} {decimal(y + 0.2)}l2.6 2.8l4.8 -6" stroke-width="1.8" stroke-linecap="round" '
        f'stroke-linejoin="round" class="hs-tick" fill="none"{line}/>'
    )


def arrow(tail: Point, head: Point, line: str, body: str, halo: str, *, is_bowed: bool = False) -> str:
    """An arrow between the middles of two cells; a ring where they are one.

    Args:
        tail: where it begins.
        head: where its point is.
        line: attributes of its line.
        body: attributes of its point.
        halo: attributes of the light line around it, which keeps it apart from what it crosses.
        is_bowed: whether it is bent, so as to be told from what runs straight.
    """
    (x, y), (to_x, to_y) = tail, head
    length = hypot(to_x - x, to_y - y)
    if length == 0:
        ring = f'cx="{decimal(x)}" cy="{decimal(y)}" r="7.6" fill="none"'
        return f'<circle {ring} stroke-width="4.4"{halo}/><circle {ring} stroke-width="2.4"{line}/>'
    across, down = (to_x - x) / length, (to_y - y) / length
    bow = min(0.1 * length, 24.0) if is_bowed else 0.0
    # Always to the same side of the line, so that two that lead there and back don't lie on each other.
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
