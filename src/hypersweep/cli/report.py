"""The analysis of a position as lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli.chances_table import LEGEND, chance_table
from hypersweep.picture.labels import place_text
from hypersweep.solve.explanation import explain_each
from hypersweep.text import pluralize
from hypersweep.ui_model.solver_player import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.solve import Analysis, Reason
    from hypersweep.typing import Policy
    from hypersweep.view import View

    Cell = tuple[int, ...]

# Most cells named in a list of certain cells; --json names all.
_MOST_NAMED = 24


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
        policy: the policy that chose it.
        symbols: characters of a zero and of mines shown, by code.
        columns: width of a line in characters; None for no limit.
        bar: the character after a row's label.
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
    """Describe the board and how much of it is covered."""
    flags = f", {pluralize(view.flagged, 'flag')}" if view.flagged else ""
    return f"board {view.grid}, {pluralize(view.mines, 'mine')}, {pluralize(view.covered, 'cell')} covered{flags}"


def _findings(analysis: Analysis, best: Cell | None, policy: Policy) -> Iterator[tuple[str, str]]:
    """Yield further lines, each with the indentation of its continuation."""
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
    """Number reasons if there are several. Returns: lines, each with the indentation of its continuation."""
    for number, text in enumerate(texts, 1):
        yield ("     ", f"  {number}. {text}") if len(texts) > 1 else ("  ", f"  {text}")


def _layouts_text(analysis: Analysis) -> str:
    if not analysis.is_exact:
        largest = max(map(analysis.standard_error, analysis.view.grid))
        return f"too many layouts to count: chances are estimated, with standard errors of up to {_percent(largest)}"
    layouts = analysis.count_layouts()
    if layouts == 1:
        return "1 layout fits"
    # Longer numbers are hard to read; --json has all digits.
    return f"{layouts:,} layouts fit" if layouts < 10**15 else f"about {_scientific(layouts)} layouts fit"


def _scientific(number: int) -> str:
    digits = len(str(number)) if number < 10**4000 else int(number.bit_length() * 0.30102999566398120) + 1
    leading = number // 10 ** (digits - 3)
    return f"{leading / 100:.2f}e{digits - 1}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.2g} %"


def named_cells(cells: Sequence[Cell]) -> str:
    """Return the first of some cells as text, with the number of further ones."""
    more = f" and {len(cells) - _MOST_NAMED} more" if len(cells) > _MOST_NAMED else ""
    return ", ".join(map(place_text, cells[:_MOST_NAMED])) + more if cells else "none"
