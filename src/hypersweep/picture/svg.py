"""Pictures of boards as SVG, for notebooks and documents."""

from __future__ import annotations

from html import escape

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.nesting import PIXELS, Arrangement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.grid import Grid

__all__ = ["MOST_CELLS", "SIDE", "board_svg", "cell_picture", "cell_pictures"]

SIDE = PIXELS.cell[0]
"""Pixels from one cell to the next."""

MOST_CELLS = 20_000

# One hue, darker with the number, so that neither colour vision nor a grey printer matters.
_CLUES = ("#9aa7b8", "#6d86a8", "#4a6c97", "#2f5585", "#1b4173", "#0d3060", "#06234d", "#02183b")


def cell_picture(code: int, left: int, top: int) -> str:
    """The SVG elements of one cell; letters in it take the font of what is around it.

    >>> cell_picture(-1, 0, 18)
    '<rect x="0" y="18" width="17" height="17" rx="2" fill="#b9c4d0"/>'
    """
    covered = code in (COVERED, FLAGGED, WRONG_FLAG)
    fill = "#e25b4a" if code == EXPLODED else "#b9c4d0" if covered else "#f3f5f8"
    box = f'<rect x="{left}" y="{top}" width="{SIDE - 1}" height="{SIDE - 1}" rx="2" fill="{fill}"/>'
    middle, base = left + SIDE / 2 - 0.5, top + SIDE - 5.5
    if code in (MINE, EXPLODED):
        return box + f'<circle cx="{middle}" cy="{top + SIDE / 2 - 0.5}" r="{SIDE / 4}" fill="#222b36"/>'
    if code in (FLAGGED, WRONG_FLAG):
        pole = f'<path d="M{middle - 2} {top + 3}v11M{middle - 2} {top + 3}l7 3l-7 3" stroke="#222b36" fill="#d9480f"/>'
        cross = f'<path d="M{left + 2} {top + 2}l13 13m0-13l-13 13" stroke="#222b36"/>' if code == WRONG_FLAG else ""
        return box + pole + cross
    if code > 0:
        colour = _CLUES[min(code, len(_CLUES)) - 1]
        size = 12 if code < 10 else 10 if code < 100 else 8
        return box + f'<text x="{middle}" y="{base}" font-size="{size}" fill="{colour}">{code}</text>'
    return box


def cell_pictures(codes: Sequence[int], arrangement: Arrangement) -> str:
    """The SVG elements of all cells of a board.

    Args:
        codes: one per cell, in the order of the indices.
        arrangement: where they stand, in pixels; it shows the whole board.
    """
    return "".join(cell_picture(code, *place) for code, place in zip(codes, arrangement.places(), strict=True))


def _picture(grid: Grid, codes: Sequence[int], title: str) -> str:
    arrangement = Arrangement(grid.shape, metrics=PIXELS)
    width, height = arrangement.width + 7, arrangement.height + 7
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-weight="600" text-anchor="middle">'
        f"<title>{escape(title)}</title>"
        f'<rect x="-4" y="-4" width="{width}" height="{height}" rx="4" fill="#8794a4"/>'
    )
    return head + cell_pictures(codes, arrangement) + "</svg>"


def _too_large(grid: Grid, title: str) -> str:
    text = f"{title}: too many cells for a picture ({grid.cells})"
    width = 8 * len(text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="24" font-family="sans-serif" font-size="13">'
        f'<text x="4" y="16">{escape(text)}</text></svg>'
    )


def board_svg(grid: Grid, codes: Sequence[int], title: str) -> str:
    """The SVG text of a board, or of a line that says why there is none: more than ``MOST_CELLS`` cells.

    Args:
        grid: the board.
        codes: one per cell, in the order of the indices.
        title: what the picture shows, for people who can't see it.

    >>> from hypersweep.grid import Grid
    >>> board_svg(Grid("2x3"), [-1, 1, 0, -1, 1, 0], "2x3, 1 mines").count("<text")
    2
    """
    return _picture(grid, codes, title) if grid.cells <= MOST_CELLS else _too_large(grid, title)
