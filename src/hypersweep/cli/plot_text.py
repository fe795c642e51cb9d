"""Text plots for a player's games on one board type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.boards import OTHER_NAMES, board_name
from hypersweep.errors import MissingExtraError, ParameterError
from hypersweep.session.results import kind_title
from hypersweep.ui_model.plot_series import plot_rates, plot_times
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli.score_tables import BoardScores
    from hypersweep.session.results import PlayFigures

_WIDEST, _LINES = 100, 15
_ASCII = str.maketrans("─│┌┐└┘├┤┬┴┼", "-|+++++++++")


def plotted_board(word: str, boards: Sequence[BoardScores]) -> BoardScores:
    """Return the board type to plot.

    Args:
        word: the board's name or sides; empty for the most played board.
        boards: the board types, most played first.

    Raises:
        ParameterError: there are no finished games on such a board.
    """
    played = [board for board in boards if board.figures.games]
    names = {}
    for board in reversed(played):
        title = kind_title((board.grid, board.mines, board.rules))
        names.update(dict.fromkeys((str(board.grid), board_name(board.grid, board.mines), title, board.name), board))
    if not played:
        raise ParameterError("nothing to plot: no games are saved yet")
    if not word:
        return played[0]
    word = OTHER_NAMES.get(word, word)
    if word not in names:
        known = sorted({board_name(board.grid, board.mines) for board in played})
        raise ParameterError(
            f"expected a board with finished games for --plot, such as {', '.join(known[:5])}, "
            f"got {truncate(word)}{suggest(word[:30], known)}"
        )
    return names[word]


def plot_text(title: str, figures: PlayFigures, *, columns: int | None, is_ascii: bool, is_colourful: bool) -> str:
    """Draw two plots below a title: the times of wins, and the win rate.

    Args:
        title: the board's name.
        figures: statistics on its games.
        columns: maximum width in characters; None for no limit.
        is_ascii: whether to draw with ASCII characters only.
        is_colourful: whether to use colours.

    Raises:
        MissingExtraError: plotext isn't installed.
    """
    try:
        import plotext
    except ImportError:
        raise MissingExtraError(
            "plots need plotext, which isn't installed: pip install 'hypersweep[tui]'", name="plotext"
        ) from None
    width = _WIDEST if columns is None else max(20, min(columns, _WIDEST))
    texts = [title]
    for draw in (plot_times, plot_rates):
        plotext.clear_figure()
        plotext.theme("clear" if not is_colourful else "default")
        plotext.canvas_color("default")
        plotext.axes_color("default")
        plotext.ticks_color("default")
        plotext.plot_size(width, _LINES)
        draw(plotext, figures, (width, _LINES), "*" if is_ascii else "braille")
        text = plotext.build()
        texts.append(text if is_colourful else plotext.uncolorize(text))
    plotext.clear_figure()
    # plotext pads lines with spaces; strip them, except in colour, where a line ends with an escape sequence.
    lines = [line if is_colourful else line.rstrip() for text in texts for line in text.rstrip("\n").split("\n")]
    whole = "\n".join((*lines, ""))
    return whole.translate(_ASCII) if is_ascii else whole
