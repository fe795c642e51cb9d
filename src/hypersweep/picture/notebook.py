"""Display of values in notebooks: pictures of boards (a sentence if a board is too large) and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.codes import COVERED, FLAGGED
from hypersweep.picture.colours import STEPS, chance_colour, chance_ink, chance_number
from hypersweep.picture.markup import escaped, sentence_svg
from hypersweep.picture.svg import TICK, board_svg, size_title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.grid import Grid

MOST_SHOWN = 20_000
"""Maximum number of cells on a board shown automatically in notebooks; ``board_svg`` can draw larger ones."""

ROWS = 200
"""Maximum number of rows shown in a table; further rows are only counted."""


def board_picture(
    grid: Grid,
    mines: int | str,
    codes: Callable[[], Sequence[int]],
    *,
    last: Callable[[], Sequence[int] | None] | None = None,
) -> str:
    """Return a board as SVG; for more than ``MOST_SHOWN`` cells, an SVG with a sentence instead.

    Args:
        grid: the board.
        mines: number of mines, or a description of it.
        codes: returns a code per cell, in index order; called only if needed.
        last: returns the latest move's cell, or None; called only if needed.

    >>> from hypersweep.grid import Grid
    >>> board_picture(Grid("2x3"), 1, lambda: [-1, 1, 0, -1, 1, 0]).startswith("<svg")
    True
    """
    title = size_title(grid, mines)
    if grid.cells > MOST_SHOWN:
        return sentence_svg(f"{title}: too many cells for a picture ({grid.cells})")
    return board_svg(grid, codes(), title=title, last=None if last is None else last())


def chance_picture(grid: Grid, mines: int | str, codes: Sequence[int], chances: Sequence[float]) -> str:
    """Return a board as SVG, with each covered cell's mine probability as a colour and in percent.

    A tick marks a certainly safe cell, a mine symbol a certain mine. A flag is drawn only on a certain mine; other
    flagged cells show their chance.

    Args:
        grid: the board.
        mines: number of mines, or a description of it.
        codes: a code per cell, in index order.
        chances: each cell's mine probability, in the same order.

    >>> from hypersweep.grid import Grid
    >>> "clue 1" in chance_picture(Grid("2x3"), 1, [-1, 1, 0, -1, 1, 0], [0.5, 0, 0, 0.5, 0, 0])
    True
    """
    if grid.cells > MOST_SHOWN:
        return board_picture(grid, mines, list)
    covered = [code == COVERED or (code == FLAGGED and chance < 1) for code, chance in zip(codes, chances, strict=True)]
    pairs = list(zip(covered, chances, strict=True))
    return board_svg(
        grid,
        codes,
        title=f"{size_title(grid, mines)}: chances of a mine in percent",
        fill=[min(1.0, max(0.0, chance)) if own else None for own, chance in pairs],
        words=[_chance_words(chance) if own else None for own, chance in pairs],
    )


def _chance_words(chance: float) -> str:
    return TICK if chance <= 0 else "✱" if chance >= 1 else chance_number(chance)


def key_html() -> str:
    """Return the legend for the colours of chances, as HTML.

    >>> key_html().count("<span")
    6
    """
    steps = [("✓ safe", 0.0), *((f"{chance_number(chance)} %", chance) for chance, _ in STEPS[1:-1]), ("✱ mine", 1.0)]
    parts = [
        f'<span style="background:{colour};color:{chance_ink(colour)};padding:1px 7px">{words}</span>'
        for words, colour in ((words, chance_colour(chance)) for words, chance in steps)
    ]
    return f'<div class="hs-key" style="font-size:85%;margin:4px 0">chance of a mine: {"".join(parts)}</div>'


def table_html(head: Sequence[str], rows: Iterable[Sequence[object]], *, total: int | None = None) -> str:
    """Return an HTML table; only the first ``ROWS`` rows are shown, then the number of further rows.

    Args:
        head: column headings.
        rows: the rows, as plain text.
        total: total number of rows, if ``rows`` doesn't contain all of them.

    >>> table_html(["move"], [["<b>"]])
    '<table class="hs-table"><thead><tr><th>move</th></tr></thead><tbody><tr><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    own = list(rows)
    lines = ["".join(f"<td>{escaped(value)}</td>" for value in row) for row in own[:ROWS]]
    left = (len(own) if total is None else total) - len(lines)
    if left:
        lines.append(f'<td colspan="{len(head)}">and {left} more</td>')
    names = "".join(f"<th>{escaped(name)}</th>" for name in head)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<table class="hs-table"><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>'


def shown_html(title: str, *parts: str, folded: str = "", summary: str = "") -> str:
    """Return HTML for a value in a notebook: a title, pictures and tables, and a collapsed part to open with a click.

    Args:
        title: the title; empty for none.
        parts: pieces of HTML, shown one below the other.
        folded: HTML that is collapsed at first.
        summary: the text to click to expand that part.

    >>> shown_html("a < b", "<p>")
    '<div class="hs-shown"><div class="hs-title"><b>a &lt; b</b></div><p></div>'
    """
    more = f"<details><summary>{escaped(summary)}</summary>{folded}</details>" if folded else ""
    head = f'<div class="hs-title"><b>{escaped(title)}</b></div>' if title else ""
    return f'<div class="hs-shown">{head}{"".join(parts)}{more}</div>'
