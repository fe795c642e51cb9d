"""Pictures of finished games, for previews: the board as it stood at the end, what it is, and the time.

They hold no words, so that they suit every language, and no name, which might be taken back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypersweep.boards import PRESETS
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.game import Outcome
from hypersweep.picture.looks import ODD
from hypersweep.picture.nesting import Arrangement, Metrics
from hypersweep.picture.source import shown_codes
from hypersweep.picture.svg import board_svg
from hypersweep.picture.themes import THEMES
from hypersweep.record import Record
from hypersweep.record.times import length_text
from hypersweep.web.together.http.raster import Raster, colour_of, disk_mask, polygon_mask, rounded_mask
from hypersweep.web.together.http.strokes import lines_mask, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.grid import Grid

__all__ = ["HEIGHT", "WIDTH", "draw_png", "draw_svg"]

WIDTH, HEIGHT = 1200, 630
"""What programs that show previews ask for."""

_THEME = THEMES["light"]
_MARGIN = 30
# The facts stand above the board, or beside it where it is rather square.
_ABOVE = 92
_BESIDE = 360
_LARGEST_SIDE = 96
# On smaller cells nothing is written.
_WRITTEN = 9


class _Place(NamedTuple):
    """Where a board is drawn, and how large."""

    side: int
    arrangement: Arrangement
    x: int
    y: int
    is_beside: bool


def draw_svg(record: str) -> str:
    """Gives the SVG text of the end of a game; in a process of the pool.

    Raises:
        HypersweepError: the record can't be played again.
    """
    game = Record.parse(record, is_cut_fine=True)
    return board_svg(game.grid, _codes(game), title=f"{game.grid}, {game.mines}", size=900, has_titles=False)


def draw_png(record: str) -> bytes:
    r"""Gives the PNG of the end of a game, ``WIDTH`` by ``HEIGHT`` pixels; in a process of the pool.

    Raises:
        HypersweepError: the record can't be played again.

    >>> draw_png("hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\nseed: 7\n\n0 open 0 0: 6\n")[1:4]
    b'PNG'
    """
    game = Record.parse(record, is_cut_fine=True)
    codes = _codes(game)
    raster = Raster(WIDTH, HEIGHT, colour_of(_THEME.screen))
    place = _place(game.grid)
    _draw_cells(raster, game.grid, codes, place)
    _write_facts(raster, game, place.is_beside)
    return raster.png()


def _codes(record: Record) -> Sequence[int]:
    replay = record.replay()
    replay.seek(len(replay))
    return shown_codes(replay.game)


def _metrics(side: int) -> Metrics:
    gaps = tuple(level * max(1, side // 3) if level else 0 for level in range(4))
    return Metrics((side, side), gaps, gaps)


def _place(grid: Grid) -> _Place:
    """The largest cells with which a board fits, above or beside the facts."""
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


def _draw_cells(raster: Raster, grid: Grid, codes: Sequence[int], place: _Place) -> None:
    largest = max(8, min(grid.max_neighbours, max(codes, default=0)))
    stamps: dict[tuple[int, int], Raster] = {}
    odd = 0
    strides, shape = grid.strides, grid.shape
    for index, (x, y) in enumerate(place.arrangement.places()):
        odd = sum(index // stride % side for stride, side in zip(strides, shape, strict=True)) % 2 * ODD
        key = codes[index], odd
        stamp = stamps.get(key)
        if stamp is None:
            stamp = stamps[key] = _cell(codes[index], odd, place.side, largest)
        raster.stamp(stamp, place.x + x, place.y + y)


def _cell(code: int, odd: int, side: int, largest: int) -> Raster:
    """A cell with what stands in it, and the gap to the next."""
    style = _THEME.style(code, odd, largest=largest)
    ground, ink = colour_of(style.ground), colour_of(style.text)
    if side < _WRITTEN:
        # A clue is told by how far its ground is from an open cell's.
        share = 0.0 if code in (COVERED, 0) else 0.62
        red, green, blue = (round(of + (to - of) * share) for of, to in zip(ground, ink, strict=True))
        return Raster(side, side, (red, green, blue))
    cell = Raster(side, side, colour_of(_THEME.screen))
    inner = side - max(1, side // 18)
    cell.shade(rounded_mask(inner, inner, inner / 8), 0, 0, ground)
    middle, unit = inner / 2, inner / 18
    if code > 0:
        text = str(code)
        size = inner * (0.56 if code < 10 else 0.44 if code < 100 else 0.32)
        cell.write(text, (inner - text_width(text, size, 0.15)) / 2, round((inner - size) / 2), size, ink, 0.15)
    elif code in (MINE, EXPLODED):
        _draw_mine(cell, middle, middle, unit, ink)
    elif code in (FLAGGED, WRONG_FLAG):
        _draw_flag(cell, middle, middle, unit, colour_of("#c7241a") if code == FLAGGED else ink, ink)
        if code == WRONG_FLAG:
            reach = 5.5 * unit
            ends = [
                [(middle - reach, middle - reach), (middle + reach, middle + reach)],
                [(middle - reach, middle + reach), (middle + reach, middle - reach)],
            ]
            cell.shade(lines_mask(ends, 1.8 * unit), 0, 0, ink)
    return cell


def _draw_mine(raster: Raster, x: float, y: float, unit: float, ink: tuple[int, int, int]) -> None:
    far, near = 6 * unit, 4.2 * unit
    horns = [
        [(x - far, y), (x + far, y)],
        [(x, y - far), (x, y + far)],
        [(x - near, y - near), (x + near, y + near)],
        [(x - near, y + near), (x + near, y - near)],
    ]
    raster.shade(lines_mask(horns, 1.3 * unit), 0, 0, ink)
    raster.shade(disk_mask(x, y, near), 0, 0, ink)


def _draw_flag(
    raster: Raster, x: float, y: float, unit: float, cloth: tuple[int, int, int], pole: tuple[int, int, int]
) -> None:
    top = y - 5.6 * unit
    lines = [
        [(x - 1.9 * unit, top), (x - 1.9 * unit, y + 5.2 * unit)],
        [(x - 4.4 * unit, y + 5.4 * unit), (x + unit, y + 5.4 * unit)],
    ]
    raster.shade(lines_mask(lines, 1.2 * unit), 0, 0, pole)
    raster.shade(
        polygon_mask([(x - 1.3 * unit, top), (x + 5.3 * unit, top + 3.1 * unit), (x - 1.3 * unit, top + 6.2 * unit)]),
        0,
        0,
        cloth,
    )


def _write_facts(raster: Raster, record: Record, is_beside: bool) -> None:
    """What the board is, its mines, how it ended and the time; and whose picture it is."""
    text, label = colour_of("#1b1f24"), colour_of(_THEME.label)
    board = record.grid.format()
    preset = next((name for name, kind in PRESETS.items() if kind == (board, record.mines)), "")
    lines = [preset or board.replace("x", "×"), board.replace("x", "×") if preset else ""]
    time, mines = length_text(record.milliseconds), str(record.mines)
    if is_beside:
        wide = _BESIDE - 2 * _MARGIN
        y = 70
        for line, most in zip(lines, (64, 44), strict=True):
            if line:
                size = min(float(most), most * wide / max(1, text_width(line, most)))
                raster.write(line, _MARGIN, y, size, text if most == 64 else label)
                y += round(size) + 40
        _draw_mine(raster, _MARGIN + 24, y + 26, 3.6, label)
        raster.write(mines, _MARGIN + 66, y + 6, 40, label)
        y += 96
        size = min(56.0, 56.0 * wide / (text_width(time, 56) + 66))
        _draw_outcome(raster, _MARGIN + 24, y + size / 2, 3.6, record.outcome)
        raster.write(time, _MARGIN + 66, y, size, text)
        raster.write("hypersweep", _MARGIN, HEIGHT - 70, 30, label)
        return
    raster.write("hypersweep", WIDTH - _MARGIN - text_width("hypersweep", 26), 34, 26, label)
    x = float(_MARGIN)
    room = WIDTH - 2 * _MARGIN - text_width("hypersweep", 26) - 40
    needed = sum(text_width(line, 44) + 36 for line in lines if line) + text_width(mines + time, 44) + 170
    size = min(44.0, 44.0 * room / needed)
    y = round(26 + (44 - size) / 2)
    for line, colour in zip(lines, (text, label), strict=True):
        if line:
            raster.write(line, x, y, size, colour)
            x += text_width(line, size) + 36 * size / 44
    _draw_mine(raster, x + size / 2, y + size / 2, size / 13, label)
    raster.write(mines, x + 1.3 * size, y, size, label)
    x += text_width(mines, size) + 2.2 * size
    _draw_outcome(raster, x + size / 2, y + size / 2, size / 13, record.outcome)
    raster.write(time, x + 1.4 * size, y, size, text)


def _draw_outcome(raster: Raster, x: float, y: float, unit: float, outcome: Outcome) -> None:
    if outcome is Outcome.WON:
        tick = [[(x - 5 * unit, y + 0.3 * unit), (x - 1.4 * unit, y + 4.2 * unit), (x + 5.4 * unit, y - 4.4 * unit)]]
        raster.shade(lines_mask(tick, 2.6 * unit), 0, 0, colour_of("#1f8a4c"))
    else:
        reach = 4.2 * unit
        cross = [[(x - reach, y - reach), (x + reach, y + reach)], [(x - reach, y + reach), (x + reach, y - reach)]]
        raster.shade(lines_mask(cross, 2.6 * unit), 0, 0, colour_of("#c7241a"))
