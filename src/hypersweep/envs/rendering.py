"""Pixel images of boards with any number of dimensions.

Tiles, gaps and colours are from ``hypersweep.picture``; symbols are drawn here as bitmaps, without fonts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypersweep.arrays import load_numpy
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.errors import LayoutError, ParameterError
from hypersweep.picture.arrangement import PIXELS, Arrangement, Metrics
from hypersweep.picture.colours import mix
from hypersweep.picture.fitting import folded
from hypersweep.picture.svg import MOST_DRAWN, MOST_WRITTEN, read_theme
from hypersweep.picture.themes import PRINTED
from hypersweep.validation import whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.grid import Grid
    from hypersweep.picture.themes import Theme

RENDER_MODES = ("ansi", "rgb_array", "human")
"""Render modes: text, pixels, or text printed after every reset and step."""

RENDER_FPS = 4
"""Frames per second in a video, slow enough for a person to follow."""

# Limits for automatic scaling: longest side of the picture in pixels, and factor.
_LONGEST, _MOST_SCALE = 480, 4

_MARGIN = 6
_WIDEST = 720
# Metrics for boards too large for symbols, with one pixel per cell.
_TINY = Metrics((1, 1), (0, 2, 4, 6), (0, 2, 4, 6))

# Bitmaps for the digits 0 to 9, with three columns and five rows; each row is an octal digit.
_DIGITS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71122", "75757", "75717")
# Maximum number of digits of a clue on one line; longer clues take two lines.
_LINE = 4


def check_scale(scale: object) -> int | None:
    """Check a picture's scale; None means automatic.

    Args:
        scale: the scale, a factor from 1 to 64, or None.

    Raises:
        ParameterError: the scale is less than 1, or more than 64.
        ParameterTypeError: the scale isn't a whole number.

    >>> check_scale(3)
    3
    """
    return None if scale is None else whole_number(scale, "render_scale", least=1, below=65)


def board_pixels(
    grid: Grid, codes: NDArray[Any], *, theme: str | Theme = "light", scale: int | None = 1
) -> NDArray[np.uint8]:
    """Return a board's picture as an array with shape (height, width, 3).

    Tiles of axes 0 and 1 are side by side along axis 2, one below another along axis 3, and so on, as in ``board_svg``.
    Boards with more than 50,000 cells have one pixel per cell.

    Args:
        grid: the board.
        codes: one code per cell in any shape, as in a ``View``.
        theme: a name in ``hypersweep.picture.THEMES``, or a ``Theme``.
        scale: factor for enlarging the picture; None for the largest factor up to 4 that keeps both sides within 480
            pixels.

    Raises:
        LayoutError: the number of codes is wrong, or a code is impossible.
        ParameterError: the board has more than 4,000,000 cells, or the theme is unknown.
        MissingExtraError: NumPy isn't installed.

    Complexity: O(cells), about 1,000 bytes per cell.

    >>> import numpy
    >>> from hypersweep import Grid
    >>> board_pixels(Grid("2x3"), numpy.array([-1, 1, 0, -1, 1, 0])).shape
    (48, 66, 3)
    >>> board_pixels(Grid("2x3"), numpy.array([-1, 1, 0, -1, 1, 0]), scale=3).shape
    (144, 198, 3)
    """
    numpy = load_numpy()
    colours = read_theme(theme)
    if not colours.is_colourful:
        colours = PRINTED
    if grid.cells > MOST_DRAWN:
        raise ParameterError(f"expected a board of at most {MOST_DRAWN} cells for a picture, got {grid.cells}: {grid}")
    flat = numpy.asarray(codes).reshape(-1)
    if flat.size != grid.cells:
        raise LayoutError(f"expected {grid.cells} codes for {grid}, got {flat.size}")
    different, which = numpy.unique(flat, return_inverse=True)
    if different[0] < WRONG_FLAG or different[-1] > grid.max_neighbours:
        wrong = different[0] if different[0] < WRONG_FLAG else different[-1]
        raise LayoutError(f"expected codes from {WRONG_FLAG} to {grid.max_neighbours} on {grid}, got {wrong}")
    is_tiny = grid.cells > MOST_WRITTEN
    arrangement = folded(Arrangement(grid.shape, metrics=_TINY if is_tiny else PIXELS), _WIDEST)
    largest = max(8, int(different[-1]))
    draw = _speck if is_tiny else _cell
    looks = numpy.stack([draw(int(code), colours, largest) for code in different])
    side = looks.shape[1]
    picture: NDArray[np.uint8] = numpy.empty(
        (arrangement.height + 2 * _MARGIN, arrangement.width + 2 * _MARGIN, 3), numpy.uint8
    )
    picture[:] = _bytes(colours.screen)
    x, y = numpy.zeros(1, numpy.int64), numpy.zeros(1, numpy.int64)
    for table in arrangement.offsets():
        steps = numpy.array(table)
        x, y = ((known[:, None] + steps[:, axis]).reshape(-1) for axis, known in enumerate((x, y)))
    inside = numpy.arange(side)
    rows = (y + _MARGIN)[:, None, None] + inside[:, None]
    columns = (x + _MARGIN)[:, None, None] + inside
    picture[rows, columns] = looks[which.reshape(-1)]
    times = max(1, min(_MOST_SCALE, _LONGEST // max(picture.shape))) if scale is None else scale
    return picture if times == 1 else picture.repeat(times, 0).repeat(times, 1)


def _bytes(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _speck(code: int, theme: Theme, largest: int) -> NDArray[np.uint8]:
    """Return a cell's pixel on a board with one pixel per cell."""
    style = theme.style(code, largest=largest)
    shade = style.ground if code in (COVERED, 0) else mix(style.ground, style.text, 0.62)
    pixel: NDArray[np.uint8] = load_numpy().array([[_bytes(shade)]], "u1")
    return pixel


def _cell(code: int, theme: Theme, largest: int) -> NDArray[np.uint8]:
    """Return a cell's pixels, including the gap to the next cell."""
    numpy = load_numpy()
    style = theme.style(code, largest=largest)
    side = PIXELS.cell[0]
    drawn: NDArray[np.uint8] = numpy.empty((side, side, 3), numpy.uint8)
    drawn[:] = _bytes(mix(theme.screen, theme.label, 0.42))
    box = drawn[:-1, :-1]
    box[:] = _bytes(style.ground)
    ink = _bytes(style.text)
    if code > 0:
        box[_number(code, side - 1)] = ink
    elif code in (MINE, EXPLODED):
        box[_mine(side - 1)] = ink
    elif code in (FLAGGED, WRONG_FLAG):
        box[_flag(side - 1)] = ink
        if code == WRONG_FLAG:
            across, down = _axes(side - 1)
            box[(abs(abs(across) - abs(down)) < 1) & (abs(across) <= 6)] = ink
    return drawn


def _axes(side: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each pixel's distance from the middle of a cell, across and down."""
    numpy = load_numpy()
    distance = numpy.arange(side) - (side - 1) / 2
    return distance[None, :], distance[:, None]


def _mine(side: int) -> NDArray[np.bool_]:
    across, down = _axes(side)
    body = across**2 + down**2 <= 4.3**2
    horns = ((across == 0) | (down == 0)) & (abs(across) + abs(down) <= 6)
    corners = (abs(across) == abs(down)) & (abs(across) <= 4)
    shine = (across + 1.5) ** 2 + (down + 1.5) ** 2 <= 1
    found: NDArray[np.bool_] = (body | horns | corners) & ~shine
    return found


def _flag(side: int) -> NDArray[np.bool_]:
    across, down = _axes(side)
    pole = (across == -2) & (abs(down) <= 6)
    foot = (down == 6) & (abs(across + 2) <= 3)
    cloth = (across >= -2) & (across <= 4) & (abs(down + 3) <= (4 - across) / 2)
    found: NDArray[np.bool_] = pole | foot | cloth
    return found


def _number(number: int, side: int) -> NDArray[np.bool_]:
    """Draw a number in the middle of a cell, as large as possible; five digits take two lines."""
    numpy = load_numpy()
    text = str(number)
    lines = [text] if len(text) <= _LINE else [text[:-2], text[-2:]]
    across, down = (2 if len(text) <= 2 else 1), (2 if len(lines) == 1 else 1)
    drawn = []
    for line in lines:
        wide = numpy.zeros((5, 4 * len(line) - 1), numpy.bool_)
        for place, digit in enumerate(line):
            for row, bits in enumerate(_DIGITS[int(digit)]):
                for column in range(3):
                    wide[row, 4 * place + column] = int(bits) >> (2 - column) & 1
        drawn.append(wide.repeat(down, 0).repeat(across, 1))
    found = numpy.zeros((side, side), numpy.bool_)
    height = sum(line.shape[0] + 1 for line in drawn) - 1
    top = (side - height) // 2
    for line in drawn:
        left = (side - line.shape[1]) // 2
        found[top : top + line.shape[0], left : left + line.shape[1]] = line
        top += line.shape[0] + 1
    checked: NDArray[np.bool_] = found
    return checked
