"""The lesson about four dimensions: a line, a square, three layers, a table of layers, then a real board.

Each step shows the neighbours of the cell in the middle of a board, one axis after the other, and asks for one click.
The terminal draws these steps. The page has its own (``play/lesson.ts``), on boards of the same shapes with other
questions; it shares only ``LAST_BOARD``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.picture.cell_appearance import hint_marks
from hypersweep.rules import Rules
from hypersweep.ui_model.choices import BoardChoice

if TYPE_CHECKING:
    from hypersweep.typing import Cell

LESSON_TITLE = "See in four dimensions"
LESSON_SUMMARY = (
    "A line, a square, three layers, a table of layers: four small boards show which cells touch, in one minute. "
    "Then you win a real board in four dimensions."
)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of the lesson.

    Attributes:
        title: what the board is.
        board: the board.
        mines: its mines; those next to the middle cell are flagged at the beginning.
        covered: the safe cells that are covered at the beginning; all others are open.
        shown: what there is to see, in a sentence or two.
        question: what to click, and why.
        done: what the click has shown.

    >>> step = STEPS[1]
    >>> step.middle, step.asked, step.counts
    ((2, 2), ((3, 3),), (2, 8))
    """

    title: str
    board: str
    mines: tuple[Cell, ...]
    covered: tuple[Cell, ...]
    shown: str
    question: str
    done: str

    @property
    def grid(self) -> Grid:
        """The board."""
        return Grid(self.board)

    @property
    def middle(self) -> Cell:
        """The cell whose neighbours are shown."""
        return tuple(side // 2 for side in self.grid.shape)

    def game(self) -> Game:
        """Return the position at the beginning of the step."""
        layout = Layout(self.grid, self.mines)
        game = Game(layout=layout)
        for cell in self.grid:
            if not layout.is_mine(cell) and cell not in self.covered:
                game.open(cell)
        for cell in self.sweep[-1]:
            if layout.is_mine(cell):
                game.flag(cell)
        return game

    @property
    def sweep(self) -> tuple[tuple[Cell, ...], ...]:
        """The middle cell's neighbours: along its row, then with the next axis as well, and so on to all of them."""
        middle = self.middle
        # Along the row first, since that is where people look first.
        axes = sorted(range(len(middle)), key=lambda axis: (axis != 1, axis))
        return tuple(
            tuple(
                cell
                for cell in self.grid.neighbours(middle)
                if all(cell[axis] == middle[axis] for axis in axes[count:])
            )
            for count in range(1, len(axes) + 1)
        )

    @property
    def asked(self) -> tuple[Cell, ...]:
        """The cells to open: the covered ones that the middle cell proves safe, because its mines are flagged."""
        return tuple(cell for cell in self.covered if cell in self.sweep[-1])

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of neighbours lit after each part of the sweep."""
        return tuple(map(len, self.sweep))

    def marks(self, parts: int | None = None) -> dict[int, int]:
        """Return the marks of the middle cell and of the neighbours lit after some parts of the sweep.

        Args:
            parts: number of parts; None for all, 0 for none.
        """
        lit = self.sweep[: len(self.sweep) if parts is None else parts]
        return hint_marks(self.grid, [self.middle], lit[-1] if lit else ())

    def answer(self, game: Game, cell: Cell) -> str:
        """Return what is wrong with a click on a cell, and what to do instead; "" if the cell is one of ``asked``.

        Args:
            game: the step's position.
            cell: the cell.
        """
        if cell in self.asked:
            return ""
        if cell == self.middle:
            return "That is the number itself. Go to a covered cell that touches it."
        if game.is_flagged(cell):
            return "Not that one: the flag says that it is a mine. Look for a covered cell without a flag."
        if game.is_open(cell):
            return "That cell is open already. Look for a covered one that touches the middle."
        return "That one is too far away: the number in the middle says nothing about it. Look for one that it touches."


STEPS: tuple[LessonStep, ...] = (
    LessonStep(
        "a line",
        "7",
        ((2,),),
        ((4,), (5,), (6,)),
        "A number counts the mines in the cells that touch it. In a line, 2 cells touch.",
        "The 1 has found its mine: the flag. So the cell on its other side is safe. Open it.",
        "The 1 touched two cells. One was its mine, so the other was safe.",
    ),
    LessonStep(
        "a square",
        "5x5",
        ((1, 1), (2, 4), (4, 2), (4, 4)),
        ((3, 3),),
        "In a square, cells touch at their corners too: 8.",
        "The 1 in the middle has its flag. Only one other covered cell touches it. Open that one.",
        "It touched the 1 at a corner. The other covered cells are too far away from it.",
    ),
    LessonStep(
        "three layers",
        "3x3x3",
        ((1, 1, 0), (1, 0, 2)),
        ((0, 2, 2), (1, 2, 2), (2, 2, 2)),
        "Three layers in a stack, as tiles side by side. A cell touches the same 3x3 patch of its own layer and of "
        "those next to it: 26.",
        "The 2 in the middle has both flags. So the covered cells, one layer to the right, are safe. Open one.",
        "In each layer next to its own, the middle touches the same 3x3 patch: here, all of it.",
    ),
    LessonStep(
        "a table of layers",
        "3x3x3x3",
        ((1, 1, 1, 0), (1, 1, 0, 2)),
        tuple((row, column, 2, 2) for row in range(3) for column in range(3)),
        "Stacks below one another: four dimensions. A cell touches the same 3x3 patch of its own tile and of each tile "
        "around it: 80.",
        "The 2 in the middle has both flags. So the covered tile, one to the right and one down, is safe. Open it.",
        "You can see in four dimensions.",
    ),
)
"""The steps; ``LAST_BOARD`` follows them."""

LAST_BOARD = BoardChoice(Grid("4x4x3x3"), 6, Rules.parse("classic,first=opening,guess=never,grade=clue"))
"""The real board at the end: it can be solved one clue at a time, without a guess."""

NEXT_BOARD = "4d-easy"
"""The named board to go on with after the lesson."""

GO_ON = f"Go on with 4-D easy, 'hypersweep {NEXT_BOARD}', or with the board of today."
"""What to do after the lesson."""
