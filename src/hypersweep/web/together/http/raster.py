"""A picture of pixels, and how it is written as PNG: nothing is needed for it that Python doesn't bring along.

Source of the format: https://www.w3.org/TR/png-3/
"""

from __future__ import annotations

import struct
import zlib
from math import hypot
from typing import TYPE_CHECKING

from hypersweep.web.together.http.strokes import Mask, glyph

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Raster", "colour_of", "disk_mask", "polygon_mask", "rounded_mask"]

Colour = tuple[int, int, int]


def colour_of(text: str) -> Colour:
    """Gives red, green and blue of a colour.

    >>> colour_of("#1f6feb")
    (31, 111, 235)
    """
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


class Raster:
    """A picture that is drawn on; what lies outside is left out.

    Args:
        width: in pixels.
        height: in pixels.
        ground: the colour of all of it.
    """

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width: int = width
        self.height: int = height
        self._rows = [bytearray(bytes(ground) * width) for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Fills a box."""
        left, right = max(0, x), min(self.width, x + width)
        if left < right:
            line = bytes(colour) * (right - left)
            for row in self._rows[max(0, y) : max(0, y + height)]:
                row[3 * left : 3 * right] = line

    def shade(self, mask: Mask, x: int, y: int, colour: Colour) -> None:
        """Draws a mask in a colour, at a place."""
        red, green, blue = colour
        left = x + mask.left
        for number, line in enumerate(mask.rows, y + mask.top):
            if not 0 <= number < self.height:
                continue
            row = self._rows[number]
            for place, share in enumerate(line, left):
                if share and 0 <= place < self.width:
                    at = 3 * place
                    rest = 255 - share
                    row[at] = (row[at] * rest + red * share) // 255
                    row[at + 1] = (row[at + 1] * rest + green * share) // 255
                    row[at + 2] = (row[at + 2] * rest + blue * share) // 255

    def write(self, text: str, x: float, y: int, size: float, colour: Colour, weight: float = 0.13) -> None:
        """Writes a text with its upper left corner at a place; see ``strokes``."""
        for letter in text:
            mask, step = glyph(letter, size, weight)
            self.shade(mask, round(x), y, colour)
            x += step

    def stamp(self, other: Raster, x: int, y: int) -> None:
        """Puts a whole picture on this one."""
        left, right = max(0, x), min(self.width, x + other.width)
        if left < right:
            for number, line in enumerate(other._rows, y):
                if 0 <= number < self.height:
                    self._rows[number][3 * left : 3 * right] = line[3 * (left - x) : 3 * (right - x)]

    def png(self) -> bytes:
        """Gives the picture as PNG."""
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        # No filter: flat colours are packed best as they are.
        data = zlib.compress(b"".join(b"\0" + row for row in self._rows), 9)
        return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def disk_mask(x: float, y: float, radius: float) -> Mask:
    """Gives the mask of a disk."""
    left, top, side = int(x - radius - 1), int(y - radius - 1), int(2 * radius + 4)
    return Mask(
        left,
        top,
        tuple(
            bytes(_share(radius + 0.5 - hypot(left + column + 0.5 - x, top + row + 0.5 - y)) for column in range(side))
            for row in range(side)
        ),
    )


def rounded_mask(width: int, height: int, radius: float) -> Mask:
    """Gives the mask of a box with round corners."""
    rows = []
    for row in range(height):
        down = max(radius - row - 0.5, row + 0.5 - (height - radius), 0.0)
        rows.append(
            bytes(
                _share(radius + 0.5 - hypot(max(radius - column - 0.5, column + 0.5 - (width - radius), 0.0), down))
                for column in range(width)
            )
        )
    return Mask(0, 0, tuple(rows))


def polygon_mask(points: Sequence[tuple[float, float]], fine: int = 4) -> Mask:
    """Gives the mask of a polygon; each pixel is looked at in ``fine`` x ``fine`` places."""
    left, top = (int(min(point[axis] for point in points)) for axis in (0, 1))
    wide = int(max(point[0] for point in points)) - left + 1
    high = int(max(point[1] for point in points)) - top + 1
    edges = list(zip(points, [*points[1:], points[0]], strict=True))

    def is_in(x: float, y: float) -> bool:
        is_inside = False
        for (from_x, from_y), (to_x, to_y) in edges:
            if (from_y > y) != (to_y > y) and x < from_x + (y - from_y) * (to_x - from_x) / (to_y - from_y):
                is_inside = not is_inside
        return is_inside

    steps = [(step + 0.5) / fine for step in range(fine)]
    return Mask(
        left,
        top,
        tuple(
            bytes(
                255 * sum(is_in(left + column + dx, top + row + dy) for dx in steps for dy in steps) // fine**2
                for column in range(wide)
            )
            for row in range(high)
        ),
    )


def _share(part: float) -> int:
    return 0 if part <= 0 else 255 if part >= 1 else round(255 * part)
