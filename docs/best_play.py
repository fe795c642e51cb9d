"""Draw the charts of best play: ``python docs/best_play.py``, with matplotlib installed.

The first reads ``docs/data/best-play.csv`` and has a line for each board: the chance to win against the share of cells
with a mine. A bar across the end of a line means that the table has no row for the next number of mines. The second
reads ``docs/data/gaps.csv``, written by ``benchmarks/gap.py``: for each board, how often the player wins, and the upper
bound on best play.
"""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import matplotlib

from hypersweep.lab import BestPlayRow, read_table

matplotlib.use("agg")
import matplotlib.pyplot as plt

FOLDER = Path(__file__).parent
# Colour, line style and marker of each board. The colours are the Okabe-Ito palette, safe for colour-blind readers.
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
    """Return the rows of each board in ``BOARDS``, sorted by the number of mines."""
    rows = [row for row in read_table(FOLDER / "data" / "best-play.csv") if row.first_open == first_open]
    return {
        board: sorted((row for row in rows if str(row.grid) == board), key=lambda row: row.mines) for board in BOARDS
    }


def draw_gaps() -> None:
    """Draw the player's wins and the bound on best play, with errors, as SVG."""
    with (FOLDER / "data" / "gaps.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)][::-1]
    figure, axis = plt.subplots(figsize=(8, 0.36 * len(rows) + 1.2))
    for place, row in enumerate(rows):
        player, bound = float(row["player"]), float(row["bound"])
        axis.plot([player, bound], [place, place], color="#999999", linewidth=2, zorder=1)
        for share, error, colour, marker, name in (
            (player, float(row["player_error"]), "#0072b2", "o", "player wins"),
            (bound, float(row["bound_error"]), "#d55e00", "v", "best play wins at most"),
        ):
            label = name if place == 0 else None
            axis.errorbar(share, place, xerr=2 * error, color=colour, marker=marker, capsize=3, label=label, zorder=2)
    names = [f"{row['grid']}, {row['mines']} mines, {row['first_open']} at ({row['first']})" for row in rows]
    axis.set_yticks(range(len(rows)), names)
    axis.xaxis.set_major_formatter(matplotlib.ticker.PercentFormatter(1.0))
    axis.grid(axis="x", color="#dddddd", linewidth=0.6)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)
    axis.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=2)
    figure.tight_layout()
    figure.savefig(FOLDER / "pictures" / "gaps.svg", metadata={"Date": None})


def draw() -> None:
    """Draw how often best play wins on small boards, as SVG and as PNG."""
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
                # The most mines for which the promise can be kept. A line that ends there gets no bar.
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
    plt.rcParams.update({"svg.hashsalt": "best play", "svg.fonttype": "none", "font.size": 10})
    draw()
    draw_gaps()
