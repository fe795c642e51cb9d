"""A board showing the mine probability of each covered cell, as a colour and a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypersweep.codes import COVERED, FLAGGED, MINE
from hypersweep.picture.arrangement import indent
from hypersweep.picture.cell_appearance import CURSOR, HOVER, ODD, TARGET
from hypersweep.picture.colours import chance_colour, chance_ink, chance_number, mix, readable
from hypersweep.picture.themes import CellStyle
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.board.line_painter import LinePainter

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from textual.events import MouseDown, MouseUp

    from hypersweep.picture.themes import Theme

# First of the looks for covered cells with a known mine probability; they are numbers below all cell codes.
_FIRST = -100_000
_FLAGGED, _PLAIN = 1000, 2000
# Steps for certainly safe cells and certain mines, kept apart from chances close to 0 and 1.
_SAFE, _MINE = 0, 102


class _Chance(NamedTuple):
    """A decoded look: its step from ``_SAFE`` to ``_MINE``, whether it has a flag, and whether it is only a colour."""

    step: int
    is_flagged: bool
    is_plain: bool

    @property
    def chance(self) -> float:
        if self.step in (_SAFE, _MINE):
            return float(self.step == _MINE)
        return min(max((self.step - 1) / 100, 0.004), 0.996)


def chance_look(chance: float, *, is_flagged: bool = False, is_plain: bool = False) -> int:
    """Return the look for a covered cell with a known mine probability.

    Args:
        chance: 0 to 1.
        is_flagged: whether the player has flagged the cell; the flag replaces the number.
        is_plain: whether to show only the colour.

    >>> chance_look(0.0) - chance_look(1.0)
    102
    """
    step = _SAFE if chance <= 0 else _MINE if chance >= 1 else 1 + round(100 * chance)
    return _FIRST - step - _FLAGGED * is_flagged - _PLAIN * is_plain


def _read(look: int) -> _Chance | None:
    if look > _FIRST:
        return None
    rest = _FIRST - look
    return _Chance(rest % 1000, rest // 1000 % 2 == 1, rest // 2000 == 1)


class ChancePainter(LinePainter):
    """Painter for cells with chances; the move's cell and the best cell have colours not used for chances.

    >>> from hypersweep.picture.themes import THEMES
    >>> painter = ChancePainter(THEMES["dark"])
    >>> [painter.text(chance_look(chance)) for chance in (0.0, 0.004, 0.07, 0.25, 0.999)]
    [' 0', '<1', ' 7', '25', '99']
    """

    def text(self, look: int) -> str:
        """Return a cell's characters."""
        found = _read(look)
        if found is None:
            return super().text(look)
        if found.is_flagged:
            return super().text(FLAGGED)
        if found.is_plain:
            return super().text(COVERED)
        if found.step == _MINE:
            return super().text(MINE)
        number = chance_number(found.chance)
        if self.theme.is_colourful:
            # Without "%", a chance of 0 would look like a clue of 0.
            percent = number + "%" * (found.step == _SAFE and self.width > 2)
            text = next(text for text in (percent, number, "99") if len(text) <= self.width)
            return (" " * indent(len(text), self.width) + text).ljust(self.width)
        # Without colours, a chance must look different from a clue: with "%", or in narrow cells in tenths, which also
        # keeps neighbouring numbers apart.
        texts = (f"{number}%", "99%") if self.width > 2 or found.step == _SAFE else (f".{int(10 * found.chance)}",)
        return next(text for text in texts if len(text) <= self.width).rjust(self.width)

    def style(self, look: int, marks: int) -> CellStyle:
        """Return a cell's style, given its look and its marks."""
        found = _read(look)
        if found is None and not (marks & CURSOR and self.theme.is_colourful):
            return super().style(look, marks)
        return chance_style(self.theme, None if found is None else found.chance, marks)


def chance_style(theme: Theme, chance: float | None, marks: int = 0) -> CellStyle:
    """Return the style for a cell with a chance.

    Args:
        theme: the board's theme.
        chance: mine probability; None for an open cell.
        marks: ``CURSOR`` for the move's cell, ``TARGET`` for the best one.
    """
    is_underlined = bool(marks & HOVER)
    if not theme.is_colourful:
        return CellStyle(
            is_bold=bool(marks & TARGET),
            is_underlined=is_underlined or bool(marks & TARGET),
            is_reversed=bool(marks & CURSOR),
        )
    if marks & CURSOR:
        ground = theme.wrong
    elif marks & TARGET:
        ground = theme.target
    else:
        ground = chance_colour(chance or 0.0)
        ink = chance_ink(ground)
        if marks & ODD:
            # Alternating shades keep the numbers in neighbouring cells apart.
            ground = mix(ground, "#000000" if theme.is_dark else "#ffffff", 0.06)
        return CellStyle(ink, ground, is_bold=True, is_underlined=is_underlined)
    text = readable("#ffffff" if marks & CURSOR else "#000000", ground, theme.least)
    return CellStyle(text, ground, is_bold=True, is_underlined=is_underlined)


class ChanceBoard(BoardView):
    """A read-only board whose covered cells show their mine probabilities once known."""

    PAINTER = ChancePainter
    # The list next to the board needs the space more than the cells do.
    cell_lines = 1

    _chances: Sequence[float] | None = None
    _frontier: Container[int] = ()

    def show_chances(self, chances: Sequence[float] | None, frontier: Container[int] = ()) -> None:
        """Show or hide the mine probabilities in the current position.

        Args:
            chances: mine probability by cell index; None to hide them.
            frontier: indices of cells that also show their chance as a number, not only as a colour.
        """
        self._chances, self._frontier = chances, frontier
        self.show()

    @property
    def looks(self) -> Callable[[Sequence[int]], list[int]] | None:
        """A function from cell indices to looks with chances, or None while the board is hidden."""
        own = super().looks
        chances, frontier = self._chances, self._frontier
        if own is None or chances is None:
            return own

        def looks(indices: Sequence[int]) -> list[int]:
            found = own(indices)
            return [
                chance_look(chances[index], is_flagged=look == FLAGGED, is_plain=index not in frontier)
                if look in (COVERED, FLAGGED)
                else look
                for index, look in zip(indices, found, strict=True)
            ]

        return looks

    def on_mouse_down(self, event: MouseDown) -> None:
        """Ignore the mouse: the cursor stays at the move."""
        event.prevent_default()

    def on_mouse_up(self, event: MouseUp) -> None:
        """Ignore mouse releases too: the cursor stays at the move."""
        event.prevent_default()
