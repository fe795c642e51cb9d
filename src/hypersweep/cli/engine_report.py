"""Format an engine's answer for a position, as readable lines or as JSON."""

from __future__ import annotations

import json
from array import array
from typing import TYPE_CHECKING

from hypersweep.cli.analysis_report import LEGEND, chance_table, head_text, named_cells, numbered_lines
from hypersweep.solve import Analysis, Budget
from hypersweep.text import place_text
from hypersweep.ui_model.solver_show import fold

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hypersweep.engine import Answer
    from hypersweep.view import View


def engine_report_lines(
    answer: Answer,
    view: View,
    name: str,
    symbols: dict[int, str],
    *,
    columns: int | None = None,
    bar: str = "|",
    is_colourful: bool = False,
) -> Iterator[str]:
    """Yield the lines of a report on an engine's answer: the board with chances, the best move and the reasons.

    Args:
        answer: the answer.
        view: the position.
        name: the engine's name.
        symbols: characters for zeros and shown mines, by ``View`` code.
        columns: maximum line width in characters; None for no limit.
        bar: the character between a row's label and its cells.
        is_colourful: whether to use colours.

    >>> from hypersweep.engine import Answer, EngineMove
    >>> from hypersweep.view import View
    >>> answer = Answer(EngineMove((0, 2), 0.5, "guess", None, None, True))
    >>> for line in engine_report_lines(answer, View("1x3", 1, [-1, 1, -1]), "Tiny", {0: "."}):
    ...     print(line)
    board 1x3, 1 mine, 2 cells covered
    engine: Tiny
    best move: open (0, 2), a mine with 50 %
    """
    yield head_text(view)
    if answer.chances is not None:
        chances = array("d", answer.chances).tobytes()
        errors = None if answer.errors is None else array("d", answer.errors).tobytes()
        analysis = Analysis(view, chances, False, Budget(), errors)
        yield from chance_table(analysis, answer.cell, symbols, columns=columns, bar=bar, is_colourful=is_colourful)
        yield LEGEND
        yield ""
    for indent, text in _findings(answer, name):
        yield from fold(text, columns, indent) if columns else (text,)


def _findings(answer: Answer, name: str) -> Iterator[tuple[str, str]]:
    yield "  ", f"engine: {name}"
    best = answer.best
    if best is None:
        yield "  ", "best move: none"
        return
    chance = (
        "" if best.chance is None else f", a mine with {'about ' * (best.is_exact is False)}{100 * best.chance:.4g} %"
    )
    yield "  ", f"best move: open {place_text(best.cell)}{chance}"
    others = [move.cell for move in answer.ranked if move.cell != best.cell]
    if others:
        yield "  ", f"after that: {named_cells(others)}"
    yield from numbered_lines([reason.text for reason in answer.reasons])


def engine_line(answer: Answer, view: View, name: str) -> str:
    """Return an engine's answer as a line of JSON.

    Args:
        answer: the answer.
        view: the position.
        name: the engine's name.

    >>> from hypersweep.engine import Answer
    >>> from hypersweep.view import View
    >>> print(engine_line(Answer.of_cell((0, 2)), View("1x3", 1, [-1, 1, -1]), "Tiny")[:66])
    {"shape": [1, 3], "mines": 1, "engine": "Tiny", "probability": nul
    """
    chances = answer.chances
    if chances is not None:
        shown: list[float | None] | None = [
            chance if code < 0 else None for chance, code in zip(chances, view.codes, strict=True)
        ]
    else:
        shown = None
    found: dict[str, Any] = {
        "shape": list(view.grid.shape),
        "mines": view.mines,
        "engine": name,
        "probability": shown,
        "best": None if answer.cell is None else list(answer.cell),
        "chance": None if answer.best is None else answer.best.chance,
        "exact": answer.is_exact,
        "reasons": [reason.text for reason in answer.reasons],
    }
    return json.dumps(found, ensure_ascii=False)
