"""Letters and signs as lines, drawn smooth at any size without a font: enough for boards, numbers and times."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import NamedTuple

__all__ = ["Mask", "glyph", "lines_mask", "text_width"]

Point = tuple[float, float]
Line = list[Point]


class Mask(NamedTuple):
    """How much of each pixel a shape covers, 0 to 255: ``rows`` from the top, and where the first one stands.

    Attributes:
        left: pixels right of the place it is drawn at.
        top: pixels below it.
        rows: a byte a pixel.
    """

    left: int
    top: int
    rows: tuple[bytes, ...]


def _arc(x: float, y: float, across: float, down: float, begin: float, end: float) -> Line:
    """A part of an ellipse; degrees go clockwise from the right."""
    steps = max(3, round(abs(end - begin) / 18))
    angles = [radians(begin + (end - begin) * step / steps) for step in range(steps + 1)]
    return [(x + across * cos(angle), y + down * sin(angle)) for angle in angles]


# The height of a digit is 1, small letters begin at X; y goes down, and the line stands at 1.
X = 0.32
_M = (1 + X) / 2  # the middle of a small letter
_R = (1 - X) / 2
_SHAPES: dict[str, tuple[float, list[Line]]] = {
    "0": (0.6, [_arc(0.3, 0.5, 0.27, 0.5, 0, 360)]),
    "1": (0.42, [[(0.04, 0.2), (0.28, 0), (0.28, 1)]]),
    "2": (0.6, [[*_arc(0.3, 0.28, 0.26, 0.28, 190, 395), (0.04, 1), (0.58, 1)]]),
    "3": (0.58, [_arc(0.27, 0.25, 0.25, 0.25, 200, 450), _arc(0.27, 0.74, 0.28, 0.26, 270, 520)]),
    "4": (0.62, [[(0.44, 1), (0.44, 0), (0.02, 0.7), (0.6, 0.7)]]),
    "5": (0.58, [[(0.52, 0), (0.1, 0), (0.06, 0.44), *_arc(0.27, 0.67, 0.28, 0.33, 222, 505)]]),
    "6": (0.6, [_arc(0.3, 0.68, 0.27, 0.32, 0, 360), [(0.035, 0.66), (0.1, 0.3), (0.42, 0)]]),
    "7": (0.56, [[(0.02, 0), (0.54, 0), (0.2, 1)]]),
    "8": (0.6, [_arc(0.3, 0.24, 0.23, 0.24, 0, 360), _arc(0.3, 0.74, 0.27, 0.26, 0, 360)]),
    "9": (0.6, [_arc(0.3, 0.32, 0.27, 0.32, 0, 360), [(0.565, 0.34), (0.5, 0.7), (0.18, 1)]]),
    ".": (0.12, [[(0.06, 0.97), (0.06, 1)]]),
    ",": (0.14, [[(0.09, 0.96), (0.04, 1.16)]]),
    ":": (0.12, [[(0.06, 0.42), (0.06, 0.45)], [(0.06, 0.97), (0.06, 1)]]),
    "-": (0.4, [[(0.04, 0.62), (0.36, 0.62)]]),
    "=": (0.5, [[(0.03, 0.5), (0.47, 0.5)], [(0.03, 0.76), (0.47, 0.76)]]),
    "~": (0.56, [_arc(0.15, 0.66, 0.13, 0.1, 180, 360) + _arc(0.41, 0.66, 0.13, 0.1, 180, 0)]),
    "×": (0.5, [[(0.04, 0.44), (0.46, 0.9)], [(0.46, 0.44), (0.04, 0.9)]]),
    " ": (0.28, []),
    "a": (0.54, [_arc(0.27, _M, 0.25, _R, 0, 360), [(0.52, X), (0.52, 1)]]),
    "b": (0.54, [_arc(0.28, _M, 0.25, _R, 0, 360), [(0.03, 0), (0.03, 1)]]),
    "c": (0.5, [_arc(0.28, _M, 0.26, _R, -45, -315)]),
    "d": (0.54, [_arc(0.27, _M, 0.25, _R, 0, 360), [(0.52, 0), (0.52, 1)]]),
    "e": (0.54, [[(0.03, _M), (0.51, _M), *_arc(0.27, _M, 0.25, _R, 0, -315)]]),
    "f": (0.36, [[*_arc(0.34, 0.18, 0.18, 0.18, 270, 180), (0.16, 1)], [(0.02, X + 0.03), (0.34, X + 0.03)]]),
    "g": (0.54, [_arc(0.27, _M, 0.25, _R, 0, 360), [(0.52, X), *_arc(0.27, 1.06, 0.25, 0.24, 0, 150)]]),
    "h": (0.52, [[(0.03, 0), (0.03, 1)], [*_arc(0.26, 0.58, 0.23, 0.25, 180, 360), (0.49, 1)]]),
    "i": (0.1, [[(0.05, X), (0.05, 1)], [(0.05, 0.03), (0.05, 0.06)]]),
    "j": (0.2, [[(0.15, X), *_arc(-0.03, 1.1, 0.18, 0.18, 0, 90)], [(0.15, 0.03), (0.15, 0.06)]]),
    "k": (0.48, [[(0.03, 0), (0.03, 1)], [(0.44, X), (0.04, 0.72)], [(0.18, 0.6), (0.46, 1)]]),
    "l": (0.1, [[(0.05, 0), (0.05, 1)]]),
    "m": (
        0.82,
        [
            [(0.03, X), (0.03, 1)],
            [*_arc(0.22, 0.53, 0.19, 0.2, 180, 360), (0.41, 1)],
            [*_arc(0.6, 0.53, 0.19, 0.2, 180, 360), (0.79, 1)],
        ],
    ),
    "n": (0.52, [[(0.03, X), (0.03, 1)], [*_arc(0.26, 0.58, 0.23, 0.25, 180, 360), (0.49, 1)]]),
    "o": (0.56, [_arc(0.28, _M, 0.26, _R, 0, 360)]),
    "p": (0.54, [_arc(0.28, _M, 0.25, _R, 0, 360), [(0.03, X), (0.03, 1.28)]]),
    "q": (0.54, [_arc(0.27, _M, 0.25, _R, 0, 360), [(0.52, X), (0.52, 1.28)]]),
    "r": (0.36, [[(0.03, X), (0.03, 1)], _arc(0.29, 0.6, 0.26, 0.28, 180, 280)]),
    "s": (0.46, [_arc(0.23, 0.49, 0.2, 0.17, -30, -270) + _arc(0.23, 0.83, 0.21, 0.17, 270, 510)]),
    "t": (0.34, [[(0.15, 0.08), (0.15, 0.82), *_arc(0.33, 0.82, 0.18, 0.18, 180, 90)], [(0.01, X), (0.32, X)]]),
    "u": (0.52, [[(0.03, X), *_arc(0.26, 0.75, 0.23, 0.25, 180, 0), (0.49, X)], [(0.49, X), (0.49, 1)]]),
    "v": (0.52, [[(0.02, X), (0.26, 1), (0.5, X)]]),
    "w": (0.76, [[(0.02, X), (0.2, 1), (0.38, X + 0.08), (0.56, 1), (0.74, X)]]),
    "x": (0.5, [[(0.03, X), (0.47, 1)], [(0.47, X), (0.03, 1)]]),
    "y": (0.52, [[(0.02, X), (0.26, 1)], [(0.5, X), (0.18, 1.28)]]),
    "z": (0.5, [[(0.03, X), (0.47, X), (0.03, 1), (0.48, 1)]]),
}
_GAP = 0.18
_WEIGHT = 0.13


def text_width(text: str, size: float, weight: float = _WEIGHT) -> int:
    """Gives the pixels that a text takes; what can't be written takes none.

    Args:
        text: small letters, digits and a few signs.
        size: pixels from the top of a digit to its foot.
        weight: how thick lines are, as a share of the size.

    >>> text_width("16×30", 100) > text_width("9×9", 100)
    True
    """
    widths = [_SHAPES[letter][0] for letter in text if letter in _SHAPES]
    return round(size * (sum(widths) + (_GAP + weight - _WEIGHT) * max(0, len(widths) - 1)))


@lru_cache(maxsize=512)
def glyph(letter: str, size: float, weight: float = _WEIGHT) -> tuple[Mask, float]:
    """Gives a letter, and how far on the next one stands; nothing for what can't be written."""
    if letter not in _SHAPES:
        return Mask(0, 0, ()), 0.0
    width, lines = _SHAPES[letter]
    scaled = [[(x * size, y * size) for x, y in line] for line in lines]
    return lines_mask(scaled, size * weight), size * (width + _GAP + weight - _WEIGHT)


def lines_mask(lines: list[Line], thickness: float) -> Mask:
    """Gives the mask of lines with round ends.

    Args:
        lines: the points of each, in pixels.
        thickness: in pixels.

    >>> [list(row) for row in lines_mask([[(0.5, 0.5), (2.5, 0.5)]], 1.0).rows]
    [[255, 255, 255]]
    """
    points = [point for line in lines for point in line]
    if not points:
        return Mask(0, 0, ())
    half = thickness / 2
    left, top = (int(min(point[axis] for point in points) - half - 0.5 + 1000) - 1000 for axis in (0, 1))
    right, bottom = (int(max(point[axis] for point in points) + half + 0.5 + 1000) - 1000 for axis in (0, 1))
    wide, high = right - left + 1, bottom - top + 1
    cover = [bytearray(wide) for _ in range(high)]
    for line in lines:
        for (x, y), (to_x, to_y) in zip(line, line[1:] or line, strict=False):
            _cover(cover, x - left, y - top, to_x - left, to_y - top, half)
    rows = [bytes(row) for row in cover]
    while rows and not any(rows[-1]):
        rows.pop()
    while rows and not any(rows[0]):
        del rows[0]
        top += 1
    while rows and not any(row[0] for row in rows):
        rows = [row[1:] for row in rows]
        left += 1
    while rows and not any(row[-1] for row in rows):
        rows = [row[:-1] for row in rows]
    return Mask(left, top, tuple(rows))


def _cover(cover: list[bytearray], x: float, y: float, to_x: float, to_y: float, half: float) -> None:
    """Adds a straight line; a pixel is covered by as much as its middle lies within."""
    across, down = to_x - x, to_y - y
    square = across * across + down * down
    reach = half + 0.5
    first, last = max(0, int(min(y, to_y) - reach)), min(len(cover) - 1, int(max(y, to_y) + reach))
    begin, end = max(0, int(min(x, to_x) - reach)), min(len(cover[0]) - 1, int(max(x, to_x) + reach))
    for row in range(first, last + 1):
        pixels = cover[row]
        off_y = row + 0.5 - y
        for column in range(begin, end + 1):
            if pixels[column] == 255:
                continue
            off_x = column + 0.5 - x
            along = 0.0 if not square else min(1.0, max(0.0, (off_x * across + off_y * down) / square))
            share = reach - hypot(off_x - along * across, off_y - along * down)
            if share > 0:
                pixels[column] = max(pixels[column], 255 if share >= 1 else round(share * 255))
