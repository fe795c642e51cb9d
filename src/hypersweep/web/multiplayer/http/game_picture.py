"""Preview pictures of finished games, showing the final board, its type and the time.

Apart from the names of the preset and the program, the pictures contain no words, so they suit every language. They
contain no player names, which might have to be deleted later.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from hypersweep.boards import PRESETS
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.game import Outcome
from hypersweep.picture.arrangement import Arrangement, Metrics
from hypersweep.picture.cell_appearance import ODD, shown_codes
from hypersweep.picture.svg import board_svg
from hypersweep.picture.themes import THEMES
from hypersweep.record import Record
from hypersweep.text import length_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.grid import Grid

WIDTH, HEIGHT = 1200, 630
"""Picture size in pixels, as expected for link previews."""

_THEME = THEMES["light"]
_MARGIN = 30
# Space for the facts in pixels: height above the board, or width beside it; the choice is whichever leaves more space
# for the board.
_ABOVE = 92
_BESIDE = 360
_LARGEST_SIDE = 96
# Minimum cell size in pixels for drawing clues.
_WRITTEN = 9
# Cells and symbols are drawn this many times larger and then shrunk, to smooth their edges.
_SCALE = 4
_TEXT, _LABEL = "#1b1f24", _THEME.label


class _Place(NamedTuple):
    """Position and size of the board in the picture."""

    side: int
    arrangement: Arrangement
    x: int
    y: int
    is_beside: bool


def draw_svg(record: str) -> str:
    """Return a game's final position as SVG; runs in a pool process.

    Raises:
        HypersweepError: the record can't be replayed.
    """
    game = Record.parse(record, is_cut_fine=True)
    return board_svg(game.grid, _codes(game), title=f"{game.grid}, {game.mines}", size=900, has_titles=False)


def draw_png(record: str) -> bytes:
    r"""Return a game's final position as a PNG of ``WIDTH`` by ``HEIGHT`` pixels; runs in a pool process.

    Raises:
        HypersweepError: the record can't be replayed.

    >>> draw_png("hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\nseed: 7\n\n0 open 0 0: 6\n")[1:4]
    b'PNG'
    """
    game = Record.parse(record, is_cut_fine=True)
    codes = _codes(game)
    picture = Image.new("RGB", (WIDTH, HEIGHT), _THEME.screen)
    place = _place(game.grid)
    _draw_cells(picture, game.grid, codes, place)
    _write_facts(picture, game, place.is_beside)
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _codes(record: Record) -> Sequence[int]:
    replay = record.replay()
    replay.seek(len(replay))
    return shown_codes(replay.game)


def _metrics(side: int) -> Metrics:
    gaps = tuple(level * max(1, side // 3) if level else 0 for level in range(4))
    return Metrics((side, side), gaps, gaps)


def _place(grid: Grid) -> _Place:
    """Choose where to put the facts, above the board or to its left, to make the cells as large as possible."""
    shape = grid.shape
    folds: list[int | None] = [None]
    if len(shape) % 2:
        folds += list(range(1, min(shape[-1], 400)))
    best: _Place | None = None
    for is_beside in (False, True):
        left, top = (_BESIDE, _MARGIN) if is_beside else (_MARGIN, _ABOVE)
        wide, high = WIDTH - left - _MARGIN, HEIGHT - top - _MARGIN
        for fold in folds:
            unit = Arrangement(shape, metrics=_metrics(30), fold=fold)
            side = min(_LARGEST_SIDE, 30 * wide // unit.width + 1, 30 * high // unit.height + 1)
            while side > 1 and not _fits(Arrangement(shape, metrics=_metrics(side), fold=fold), wide, high):
                side -= 1
            side = max(1, side)
            if best is None or side > best.side:
                arrangement = Arrangement(shape, metrics=_metrics(side), fold=fold)
                x, y = left + (wide - arrangement.width) // 2, top + (high - arrangement.height) // 2
                best = _Place(side, arrangement, max(left, x), max(top, y), is_beside)
    assert best is not None
    return best


def _fits(arrangement: Arrangement, wide: int, high: int) -> bool:
    return arrangement.width <= wide and arrangement.height <= high


def _draw_cells(picture: Image.Image, grid: Grid, codes: Sequence[int], place: _Place) -> None:
    largest = max(8, min(grid.max_neighbours, max(codes, default=0)))
    stamps: dict[tuple[int, int], Image.Image] = {}
    strides, shape = grid.strides, grid.shape
    for index, (x, y) in enumerate(place.arrangement.places()):
        odd = sum(index // stride % side for stride, side in zip(strides, shape, strict=True)) % 2 * ODD
        key = codes[index], odd
        stamp = stamps.get(key)
        if stamp is None:
            stamp = stamps[key] = _cell(codes[index], odd, place.side, largest)
        picture.paste(stamp, (place.x + x, place.y + y))


def _cell(code: int, odd: int, side: int, largest: int) -> Image.Image:
    """Draw a cell with its symbol and the gap to the next cell."""
    style = _THEME.style(code, odd, largest=largest)
    if side < _WRITTEN:
        # The cell is too small for a symbol, so tint it in the symbol's colour.
        ground = Image.new("RGB", (side, side), style.ground)
        ink = Image.new("RGB", (side, side), style.text)
        return Image.blend(ground, ink, 0.0 if code in (COVERED, 0) else 0.62)
    inner = side - max(1, side // 18)

    def draw(to: ImageDraw.ImageDraw) -> None:
        box = inner * _SCALE
        to.rounded_rectangle((0, 0, box - 1, box - 1), box / 8, fill=style.ground)
        if code > 0:
            font = _font(box * (0.72 if code < 10 else 0.58 if code < 100 else 0.42))
            to.text((box / 2, box / 2), str(code), fill=style.text, font=font, anchor="mm")
        elif code in (MINE, EXPLODED):
            _draw_mine(to, box, style.text)
        elif code in (FLAGGED, WRONG_FLAG):
            _draw_flag(to, box, "#c7241a" if code == FLAGGED else style.text, style.text)
            if code == WRONG_FLAG:
                _draw_cross(to, box, 5.5, style.text)

    return _drawn(draw, side)


def _font(size: float) -> ImageFont.FreeTypeFont:
    # Use Pillow's built-in font, so that the picture is the same on every machine.
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


def _drawn(draw: Callable[[ImageDraw.ImageDraw], None], side: int) -> Image.Image:
    """Return a square image, drawn by ``draw`` at ``_SCALE`` times its size and then shrunk."""
    large = Image.new("RGB", (side * _SCALE, side * _SCALE), _THEME.screen)
    draw(ImageDraw.Draw(large))
    return large.resize((side, side), Image.Resampling.BOX)


def _draw_lines(to: ImageDraw.ImageDraw, box: float, lines: Sequence[Sequence[float]], width: float, ink: str) -> None:
    """Draw lines with round ends; coordinates are in 18ths of the box, from its centre."""
    middle, unit = box / 2, box / 18
    reach = width * unit / 2
    for line in lines:
        places = [middle + unit * part for part in line]
        to.line(places, fill=ink, width=round(2 * reach), joint="curve")
        for x, y in (places[:2], places[-2:]):
            to.ellipse((x - reach, y - reach, x + reach, y + reach), fill=ink)


def _draw_mine(to: ImageDraw.ImageDraw, box: float, ink: str) -> None:
    far, near = 6.0, 4.2
    horns = [(-far, 0, far, 0), (0, -far, 0, far), (-near, -near, near, near), (-near, near, near, -near)]
    _draw_lines(to, box, horns, 1.3, ink)
    to.ellipse([box / 2 + box / 18 * part for part in (-near, -near, near, near)], fill=ink)


def _draw_flag(to: ImageDraw.ImageDraw, box: float, cloth: str, pole: str) -> None:
    _draw_lines(to, box, [(-1.9, -5.6, -1.9, 5.2), (-4.4, 5.4, 1, 5.4)], 1.2, pole)
    to.polygon([box / 2 + box / 18 * part for part in (-1.3, -5.6, 5.3, -2.5, -1.3, 0.6)], fill=cloth)


def _draw_cross(to: ImageDraw.ImageDraw, box: float, reach: float, ink: str, width: float = 1.8) -> None:
    _draw_lines(to, box, [(-reach, -reach, reach, reach), (-reach, reach, reach, -reach)], width, ink)


def _write_facts(picture: Image.Image, record: Record, is_beside: bool) -> None:
    """Write the board type, number of mines, outcome, time and program name."""
    to = ImageDraw.Draw(picture)
    board = record.grid.format()
    preset = next((name for name, kind in PRESETS.items() if kind == (board, record.mines)), "")
    lines = [(preset, _TEXT), (board, _LABEL)] if preset else [(board, _TEXT)]
    time, mines = length_text(record.milliseconds), str(record.mines)

    def width(text: str, size: float) -> float:
        return _font(size).getlength(text)

    def write(text: str, x: float, y: float, size: float, ink: str) -> None:
        """Write text; ``y`` is the vertical centre of its line."""
        to.text((x, y), text, fill=ink, font=_font(size), anchor="lm")

    def draw_mine(x: float, y: float, side: float) -> None:
        picture.paste(
            _drawn(lambda on: _draw_mine(on, round(side) * _SCALE, _LABEL), round(side)), (round(x), round(y))
        )

    def draw_outcome(x: float, y: float, side: float) -> None:
        def draw(on: ImageDraw.ImageDraw) -> None:
            box = round(side) * _SCALE
            if record.outcome is Outcome.WON:
                _draw_lines(on, box, [(-5, 0.3, -1.4, 4.2, 5.4, -4.4)], 2.6, "#1f8a4c")
            else:
                _draw_cross(on, box, 4.2, "#c7241a", 2.6)

        picture.paste(_drawn(draw, round(side)), (round(x), round(y)))

    if is_beside:
        wide = _BESIDE - 2 * _MARGIN
        y = 100.0
        for number, (line, ink) in enumerate(lines):
            most = 44.0 if number else 64.0
            size = min(most, most * wide / width(line, most))
            write(line, _MARGIN, y, size, ink)
            y += size + 36
        y += 20
        draw_mine(_MARGIN - 4, y - 28, 56)
        write(mines, _MARGIN + 66, y, 44, _LABEL)
        y += 90
        draw_outcome(_MARGIN - 4, y - 28, 56)
        write(time, _MARGIN + 66, y, min(56.0, 56.0 * (wide - 66) / width(time, 56)), _TEXT)
        write("hypersweep", _MARGIN, HEIGHT - 55, 30, _LABEL)
        return
    y = _ABOVE / 2 + 4
    name = width("hypersweep", 28)
    write("hypersweep", WIDTH - _MARGIN - name, y, 28, _LABEL)
    needed = sum(width(line, 46) + 36 for line, _ in lines) + width(mines + time, 46) + 190
    size = min(46.0, 46.0 * (WIDTH - 2 * _MARGIN - name - 40) / needed)
    x = float(_MARGIN)
    for line, ink in lines:
        write(line, x, y, size, ink)
        x += width(line, size) + 36 * size / 46
    draw_mine(x, y - 0.7 * size, 1.4 * size)
    x += 1.5 * size
    write(mines, x, y, size, _LABEL)
    x += width(mines, size) + 0.8 * size
    draw_outcome(x, y - 0.7 * size, 1.4 * size)
    write(time, x + 1.5 * size, y, size, _TEXT)
