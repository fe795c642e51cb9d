"""The lens: only the neighbourhood of one cell, arranged as on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region, Size

from hypersweep.picture.arrangement import Arrangement, lens_metrics, neighbour_tracks
from hypersweep.tui.board.panel import BoardPanel

if TYPE_CHECKING:
    from textual.strip import Strip

    from hypersweep.tui.board.view import BoardView


class Lens(BoardPanel):
    """A panel with the 3**N cells around the cell that a board's player looks at.

    Positions beyond the board's edge are empty; on wrapped axes the other edge follows. Cells that aren't neighbours,
    on boards of orthogonal adjacency, are empty too. The lens follows the board by itself.

    Args:
        board: the board.

    Attributes:
        board: the board.
        arrangement: positions of the cells.
    """

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._focus: tuple[int, ...] = ()
        # Current lines on the screen.
        self._lines: dict[int, Strip] = {}
        self._arrange()

    def on_mount(self) -> None:
        """Follow the board."""
        for name in ("cursor", "hover", "drawn"):
            self.watch(self.board, name, self.follow, init=False)
        self.watch(self.board, "theme", self.dress)
        self.follow()

    def follow(self) -> None:
        """Show the cells around the focus cell."""
        before = self.virtual_size
        self._arrange()
        if self.virtual_size != before:
            self.refresh(layout=True)
            return
        # Redraw changes only: in many dimensions the lens is as large as a screen.
        regions = []
        for y in range(self.size.height):
            begin, end = _difference(self._lines.get(y), self._line(y))
            if begin < end:
                regions.append(Region(begin, y, end - begin, 1))
        if regions:
            self.refresh(*regions)

    def _arrange(self) -> None:
        board = self.board
        cell = board.focus_cell
        tracks = neighbour_tracks(board.grid.shape, board.grid.wrap, cell)
        self._focus = cell
        index = board.grid.index(cell)
        self._shown = {index, *board.grid.geometry().neighbours(index)}
        metrics = lens_metrics(board.grid, board.cell_width)
        self.arrangement: Arrangement = Arrangement(board.grid.shape, tracks, metrics=metrics)
        self.virtual_size = Size(self.arrangement.width, self.arrangement.height)

    def render_line(self, y: int) -> Strip:
        """Return one line of the widget.

        Args:
            y: line, counted from the widget's first line.
        """
        strip = self._lines[y] = self._line(y)
        return strip

    def _line(self, y: int) -> Strip:
        scroll_x, scroll_y = self.scroll_offset
        left = max(0, self.size.width - self.arrangement.width) // 2 - scroll_x
        top = max(0, self.size.height - self.arrangement.height) // 2 - scroll_y
        return self.board.painter.line(
            self.arrangement,
            y - top,
            self.board.looks,
            self.board.marks,
            begin=-left,
            end=self.size.width - left,
            focus=self._focus,
            shown=self._shown.__contains__,
        )


def _difference(before: Strip | None, after: Strip) -> tuple[int, int]:
    """Return the first and last column in which two lines differ; an empty range if they are equal."""
    if before is None or before.cell_length != after.cell_length:
        return 0, after.cell_length
    old, new = list(before), list(after)
    begin, end = 0, after.cell_length
    while old and new and old[0] == new[0]:
        begin += new[0].cell_length
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        end -= new[-1].cell_length
        del old[-1], new[-1]
    return (begin, end) if old or new else (0, 0)
