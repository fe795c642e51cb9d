"""Format a position's analysis as readable lines, with a table of mine probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.picture.text_picture import draw, place_window, window_text
from hypersweep.solve.explanation import explain_each
from hypersweep.text import place_text, pluralize
from hypersweep.ui_model.solver_show import fold
from hypersweep.view import COVERED, FLAGGED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.solve import Analysis, Reason
    from hypersweep.typing import Policy
    from hypersweep.view import View

    Cell = tuple[int, ...]

# Maximum number of cells named in a list; --json names all.
_MOST_NAMED = 24

LEGEND = "ok: safe for certain   *: a mine for certain   in between: the chance of a mine"

_WIDTH = 3
_SAFE, _MINE = "ok", "*"

# Pairs of background and text colours from the 256-colour palette, from safe to dangerous: dark blue through grey to
# bright yellow. Brightness rises too, so that colour-blind readers can see the order. The first and last pairs mark
# certain cells.
_RAMP = ((17, 231), (18, 231), (60, 231), (66, 231), (102, 16), (144, 16), (185, 16), (227, 16))
# Escape sequence parameter for faint labels.
_LABEL = "2"


def report_lines(
    analysis: Analysis,
    best: Cell | None,
    policy: Policy,
    symbols: dict[int, str],
    *,
    columns: int | None = None,
    bar: str = "|",
    is_colourful: bool = False,
) -> Iterator[str]:
    r"""Yield the lines of the report.

    Args:
        analysis: the analysis.
        best: the cell to open, or None if there is none.
        policy: the policy that chose this cell.
        symbols: characters for zeros and shown mines, by ``View`` code.
        columns: maximum line width in characters; None for no limit.
        bar: the character between a row's label and its cells.
        is_colourful: whether to use colours.

    Raises:
        BudgetExceededError: a reason would take too much work.

    >>> from hypersweep.solve import analyse
    >>> from hypersweep.view import View
    >>> analysis = analyse(View.parse("2x3 mines=1\n# # 1\n# 1 1"))
    >>> for line in report_lines(analysis, (0, 0), "safest", {0: "."}):
    ...     print(line)
    board 2x3, 1 mine, 3 cells covered
         0   1   2
    0|  ok   *   1
    1|  ok   1   1
    ok: safe for certain   *: a mine for certain   in between: the chance of a mine
    <BLANKLINE>
    1 layout fits
    safe for certain: (0, 0), (1, 0)
    certain mines: (0, 1)
    best move: open (0, 0)
      1. The 1 at (0, 2) touches only 1 covered cell: (0, 1) is a mine.
      2. The 1 at (1, 1) already has its mine, (0, 1), so its 2 other covered cells, (0, 0) and (1, 0), are safe.
    """
    yield head_text(analysis.view)
    yield from chance_table(analysis, best, symbols, columns=columns, bar=bar, is_colourful=is_colourful)
    yield LEGEND
    yield ""
    for indent, text in _findings(analysis, best, policy):
        yield from fold(text, columns, indent) if columns else (text,)


def head_text(view: View) -> str:
    """Describe the board on one line: its grid, and the numbers of mines, covered cells and flags."""
    flags = f", {pluralize(view.flagged, 'flag')}" if view.flagged else ""
    return f"board {view.grid}, {pluralize(view.mines, 'mine')}, {pluralize(view.covered, 'cell')} covered{flags}"


def _findings(analysis: Analysis, best: Cell | None, policy: Policy) -> Iterator[tuple[str, str]]:
    """Yield the lines below the table, as pairs of wrapping indent and line."""
    yield "  ", _layouts_text(analysis)
    yield "  ", f"safe for certain: {named_cells(analysis.safe_cells)}"
    yield "  ", f"certain mines: {named_cells(analysis.mine_cells)}"
    if best is None:
        yield "  ", "best move: none, no covered cell can be safe"
        return
    yield "  ", f"best move: open {place_text(best)}"
    reasons, simplest = explain_each(analysis.view, [best, None], policy=policy, analysis=analysis)
    yield from numbered_lines([reason.format() for reason in reasons])
    if len(reasons) > 1 and _effort(simplest) < _effort(reasons):
        yield "  ", f"easier to see: open {place_text(simplest[-1].cells[0])}"
        yield from numbered_lines([reason.format() for reason in simplest])


def _effort(reasons: Sequence[Reason]) -> tuple[int, int]:
    return max(reason.level for reason in reasons), len(reasons)


def numbered_lines(texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Indent texts, numbering them if there are several; yield pairs of wrapping indent and line."""
    for number, text in enumerate(texts, 1):
        yield ("     ", f"  {number}. {text}") if len(texts) > 1 else ("  ", f"  {text}")


def _layouts_text(analysis: Analysis) -> str:
    if not analysis.is_exact:
        largest = max(map(analysis.standard_error, analysis.view.grid))
        return f"too many layouts to count: chances are estimated, with standard errors of up to {_percent(largest)}"
    layouts = analysis.count_layouts()
    if layouts == 1:
        return "1 layout fits"
    # Round long numbers, which are hard to read; --json has all digits.
    return f"{layouts:,} layouts fit" if layouts < 10**15 else f"about {_scientific(layouts)} layouts fit"


def _scientific(number: int) -> str:
    digits = len(str(number)) if number < 10**4000 else int(number.bit_length() * 0.30102999566398120) + 1
    leading = number // 10 ** (digits - 3)
    return f"{leading / 100:.2f}e{digits - 1}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.2g} %"


def named_cells(cells: Sequence[Cell]) -> str:
    """List up to ``_MOST_NAMED`` cells, and then how many more there are; "none" if there are none."""
    more = f" and {len(cells) - _MOST_NAMED} more" if len(cells) > _MOST_NAMED else ""
    return ", ".join(map(place_text, cells[:_MOST_NAMED])) + more if cells else "none"


def chance_text(chance: float) -> str:
    """Format a mine probability in at most three characters; only certain cells are shown as certain.

    >>> [chance_text(chance) for chance in (0.0, 0.001, 0.25, 0.999, 1.0)]
    ['ok', '<1%', '25%', '99%', '*']
    """
    if chance in (0.0, 1.0):
        return _MINE if chance else _SAFE
    return f"{min(round(100 * chance), 99)}%" if chance > 0.005 else "<1%"


class _Cell(str):
    """Text for a cell, with its style as an attribute."""

    __slots__ = ("look",)
    look: str


def _look(chance: float, is_best: bool) -> str:
    last = len(_RAMP) - 1
    place = (0 if chance == 0.0 else last) if chance in (0.0, 1.0) else 1 + min(int(chance * (last - 1)), last - 2)
    background, text = _RAMP[place]
    return f"{'1;4;' if is_best else ''}38;5;{text};48;5;{background}"


def chance_table(
    analysis: Analysis,
    best: Sequence[int] | None,
    symbols: dict[int, str],
    *,
    columns: int | None = None,
    bar: str = "|",
    is_colourful: bool = False,
) -> Iterator[str]:
    r"""Yield the lines of a table of mine probabilities: clues in open cells, chances in covered cells.

    A board wider than a line is split into several tables, each with some of the columns. If the board has more than a
    few thousand cells, only the part around the best move is shown, and the last line says so.

    Args:
        analysis: the analysis with the chances.
        best: the cell to mark, and to centre a large board on; None to mark no cell.
        symbols: characters for zeros and shown mines, by ``View`` code.
        columns: maximum line width in characters; None for no limit.
        bar: the character between a row's label and its cells.
        is_colourful: whether to use colours.

    >>> from hypersweep.solve import analyse
    >>> from hypersweep.view import View
    >>> analysis = analyse(View.parse("2x4 mines=2\n# # # #\n1 1 # #"))
    >>> for line in chance_table(analysis, None, {0: "."}):
    ...     print(line)
         0   1   2   3
    0| 50% 50%  ok 50%
    1|   1   1  ok 50%
    """
    view = analysis.view
    shape = view.grid.shape
    token = _Tokens(analysis, best, symbols)
    paint = (
        (lambda text: f"\033[{text.look}m{text}\033[0m" if isinstance(text, _Cell) else text) if is_colourful else None
    )
    paint_label = (lambda text: f"\033[{_LABEL}m{text}\033[0m" if text else text) if is_colourful else None
    window = place_window(shape, best, width=_WIDTH)
    for number, part in enumerate(_column_parts(window, place_window(shape, best, width=_WIDTH, columns=columns))):
        if number:
            yield ""
        yield from draw(
            shape,
            token,
            width=_WIDTH,
            window=part,
            columns=columns,
            bar=bar,
            paint=paint,
            paint_label=paint_label,
        )
    if note := window_text(shape, window):
        yield f"({note})"


def _column_parts(
    window: Sequence[tuple[int, int]], narrow: Sequence[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Cut a window into parts, each narrow enough for a line."""
    if len(window) == 1:
        yield tuple(window)
        return
    (begin, end), most = window[1], narrow[1][1] - narrow[1][0]
    count = -(-(end - begin) // most)
    size = -(-(end - begin) // count)
    for first in range(begin, end, size):
        yield (window[0], (first, min(first + size, end)), *window[2:])


class _Tokens:
    """Returns the text for a cell in the table, by raveled index."""

    def __init__(self, analysis: Analysis, best: Sequence[int] | None, symbols: dict[int, str]) -> None:
        self._view: View = analysis.view
        self._codes = analysis.view.codes
        self._chances = analysis.probabilities
        self._symbols = symbols
        self._best = -1 if best is None else analysis.view.grid.index(best)

    def __call__(self, index: int) -> str:
        code = self._codes[index]
        if code not in (COVERED, FLAGGED):
            return self._symbols.get(code) or str(code)
        chance = self._chances[index]
        cell = _Cell(chance_text(chance))
        cell.look = _look(chance, index == self._best)
        return cell
