"""Draw the chart of best play: ``python docs/best_play.py``, with matplotlib installed.

It reads ``docs/data/best-play.csv`` and draws a line for each board: the chance to win against the share of cells with
a mine. A bar across the end of a line means that the table has no row for the next number of mines.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import matplotlib

from hypersweep.lab import BestPlayRow, read_table

matplotlib.use("agg")
import matplotlib.pyplot as plt

FOLDER = Path(__file__).parent
# Colours of Okabe and Ito, safe for colour-blind readers, each with a line style and a marker.
BOARDS = {
    "4x4": ("#0072b2", "-", "o"),
    "5x5": ("#56b4e9", "-", "s"),
    "6x6": ("#009e73", "-", "^"),
    "2x3x3": ("#e69f00", "--", "o"),
    "3x3x3": ("#d55e00", "--", "s"),
    "2x2x3x3": ("#cc79a7", ":", "o"),
    "2x3x3x3": ("#000000", ":", "s"),
}


def lines(first_open: str) -> dict[str, list[BestPlayRow]]:
    """Return the rows of each drawn board, by the number of mines; a gap in the table starts another line."""
    rows = [row for row in read_table(FOLDER / "data" / "best-play.csv") if row.first_open == first_open]
    return {
        board: sorted((row for row in rows if str(row.grid) == board), key=lambda row: row.mines) for board in BOARDS
    }


def draw() -> None:
    """Draw the picture, as SVG and as PNG."""
    plt.rcParams.update({"svg.hashsalt": "best play", "svg.fonttype": "none", "font.size": 10})
    figure, axes = plt.subplots(1, 3, figsize=(13, 4.6), sharey=True)
    for axis, first_open, title in zip(
        axes,
        ("any", "safe", "opening"),
        ("the first open may hit", "the first open is safe", "the first open finds a zero"),
        strict=True,
    ):
        for board, rows in lines(first_open).items():
            colour, style, marker = BOARDS[board]
            density = [row.mines / row.grid.cells for row in rows]
            chance = [row.wins / row.layouts for row in rows]
            gaps = [0, *(i for i in range(1, len(rows)) if rows[i].mines > rows[i - 1].mines + 1), len(rows)]
            for begin, end in pairwise(gaps) if rows else ():
                axis.plot(
                    density[begin:end],
                    chance[begin:end],
                    color=colour,
                    linestyle=style,
                    marker=marker,
                    markersize=4,
                    linewidth=1.5,
                    label=board if begin == 0 else None,
                )
                # The most mines that the promise leaves room for: the regular end of the line.
                most = (
                    rows[0].grid.cells - {"any": 0, "safe": 1, "opening": rows[0].grid.max_neighbours + 1}[first_open]
                )
                open_ends = [begin] * (begin > 0) + [end - 1] * (rows[end - 1].mines < most)
                axis.plot(
                    [density[i] for i in open_ends], [chance[i] for i in open_ends], "|", color=colour, markersize=14
                )
        axis.set_title(title, loc="left", fontsize=11)
        axis.set_xlabel("mines per cell")
        axis.set_xlim(0, 1.01)
        axis.set_ylim(0, 1.02)
        axis.grid(color="#dddddd", linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("layouts that the best play wins")
    axes[0].yaxis.set_major_formatter(matplotlib.ticker.PercentFormatter(1.0))
    axes[0].legend(title="board", frameon=False, loc="upper right")
    figure.tight_layout()
    figure.savefig(FOLDER / "pictures" / "best-play.svg", metadata={"Date": None})
    figure.savefig(FOLDER / "pictures" / "best-play.png", dpi=150, metadata={"Software": None})


if __name__ == "__main__":
    draw()
