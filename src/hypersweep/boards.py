"""Boards with names, and how many mines suit a board that comes with none.

What makes a board easy or hard is not the share of mines: in more dimensions a cell has far more neighbours, and with
the beginner's one mine in eight cells nobody could play in four. Two figures serve as measures, both over the safe
cells of all layouts: the mean clue, and the share of zeros, the cells that open what is around them. They are exact, by
``clue_figures``; the tests compare them with the clues of sampled layouts.

============ =========== ===== ========= =====
name         board       mines mean clue zeros
============ =========== ===== ========= =====
beginner     9x9            10      0.84  40 %
intermediate 16x16          40      1.14  29 %
expert       16x30          99      1.54  19 %
evil         20x30         130      1.63  17 %
1d           40              6      0.30  72 %
3d-easy      5x5x5          10      1.34  26 %
3d-medium    7x7x7          33      1.83  17 %
3d-hard      10x10x10      120      2.52   9 %
4d-easy      4x4x4x4        10      1.49  24 %
4d-medium    4x4x4x4        15      2.24  13 %
4d-hard      4x4x4x4        20      2.99   7 %
5d-easy      4x4x4x4x4      20      1.89  19 %
5d-medium    4x4x4x4x4      25      2.36  13 %
5d-hard      4x4x4x4x4      30      2.83  10 %
============ =========== ===== ========= =====

The harder ones stop where play does. In an experiment of 80 to 150 games a board, each begun with an opening, a solver
that looked at clues singly and in pairs, and guessed the likeliest cell where that didn't help, won 96 % on 4x4x4x4
with 10 mines, 58 % with 15, 8 % with 20 and none with 30 (zeros 3 %); 13 % on the expert board.

Programs for boards that need no guess call the first four easy, medium, hard and evil. Those are accepted wherever a
board is named; what is shown is always the name in the table, so that a board has one list of best times.
"""

from __future__ import annotations

from math import exp, lgamma
from typing import TYPE_CHECKING

from hypersweep.errors import MineCountError, ParseError
from hypersweep.grid import Grid
from hypersweep.layout import Layout, check_mines
from hypersweep.text import percent_of, pluralize
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from hypersweep.typing import FirstOpen, Guess

__all__ = [
    "BOARD_NAMES",
    "OTHER_NAMES",
    "PRESETS",
    "board_name",
    "clue_figures",
    "find_board",
    "standard_mines",
    "suitable_mines",
    "usual_first_open",
]

PRESETS: dict[str, tuple[str, int]] = {
    "beginner": ("9x9", 10),
    "intermediate": ("16x16", 40),
    "expert": ("16x30", 99),
    "evil": ("20x30", 130),
    "1d": ("40", 6),
    "3d-easy": ("5x5x5", 10),
    "3d-medium": ("7x7x7", 33),
    "3d-hard": ("10x10x10", 120),
    "4d-easy": ("4x4x4x4", 10),
    "4d-medium": ("4x4x4x4", 15),
    "4d-hard": ("4x4x4x4", 20),
    "5d-easy": ("4x4x4x4x4", 20),
    "5d-medium": ("4x4x4x4x4", 25),
    "5d-hard": ("4x4x4x4x4", 30),
}
"""Name: (text of the grid, number of mines), the easier ones first; each board once."""

OTHER_NAMES: dict[str, str] = {"easy": "beginner", "medium": "intermediate", "hard": "expert"}
"""What else people call some of these boards, and the name that is shown."""

BOARD_NAMES: dict[str, tuple[str, int]] = PRESETS | {name: PRESETS[usual] for name, usual in OTHER_NAMES.items()}
"""Every name that is accepted, in the form of ``PRESETS``."""

# The expert's board, turned: it has no name, but it is what many programs deal.
_TURNED = ("30x16", 99)

_ZEROS = 0.25


def board_name(grid: Grid, mines: int) -> str:
    """What a kind of board is called: the name of its preset, or its shape and mines.

    >>> board_name(Grid("16x30"), 99), board_name(Grid("3x4x5"), 1)
    ('expert', '3x4x5, 1 mine')
    """
    text = grid.format()
    for name, preset in PRESETS.items():
        if preset == (text, mines):
            return name
    return f"{text}, {pluralize(mines, 'mine')}"


def find_board(text: str) -> tuple[Grid, int | None, Layout | None]:
    """The grid that a player means, the mines that come with it if any do, and the layout if that is given.

    Args:
        text: one of ``BOARD_NAMES`` in any case, a grid such as "16x30", or a board ID as ``Layout.format`` writes it.

    Raises:
        ParseError: none of them.
        ShapeError: an impossible grid.
        BoardTooLargeError: a board ID of a board that this machine can't hold.

    >>> find_board("Expert"), find_board("3x4~wrap=1")[0]
    ((Grid('16x30'), 99, None), Grid('3x4~wrap=1'))
    >>> find_board("hard") == find_board("expert")
    True
    """
    preset = BOARD_NAMES.get(text.lower())
    if preset is not None:
        return Grid(preset[0]), preset[1], None
    if "." in text:
        layout = Layout.parse(text)
        return layout.grid, layout.mines, layout
    # As people write it; a grid's own text form has none of these.
    text = text.replace("×", "x").replace("X", "x")
    # A side begins with digits that end at an "x", at options, or with the text; names such as "3d-easy" go on.
    rest = text.lstrip("0123456789")
    if rest == text or rest[:1] not in ("", "x", "~"):
        raise ParseError(
            "expected a board such as 16x30, or a name that 'hypersweep play --list' shows, "
            f"got {truncate(text)}{suggest(text.lower(), list(BOARD_NAMES))}",
            text=text,
            position=0,
        )
    return Grid.parse(text), None, None


def _neighbour_counts(grid: Grid) -> dict[int, int]:
    """How many cells have how many neighbours."""
    moore = grid.adjacency == "moore"
    counts = {1 if moore else 0: 1}
    for axis, side in enumerate(grid.shape):
        # Reach of a coordinate: itself and what is next to it on its axis; two coordinates lie at the ends.
        reach = min(side, 3)
        reaches = {reach: side} if side < 3 or axis in grid.wrap else {2: 2, 3: side - 2}
        combined: dict[int, int] = {}
        for count, cells in counts.items():
            for own, places in reaches.items():
                key = count * own if moore else count + own - 1
                combined[key] = combined.get(key, 0) + cells * places
        counts = combined
    return {count - moore: cells for count, cells in counts.items()}


def clue_figures(grid: Grid, mines: int) -> tuple[float, float]:
    """The mean clue and the share of zeros, from 0 to 1, over the safe cells of all layouts.

    Source: the mines among the n neighbours of a safe cell are hypergeometric, n cells drawn from all others.

    >>> mean, zeros = clue_figures(Grid("16x30"), 99)
    >>> round(mean, 2), round(zeros, 2)
    (1.54, 0.19)
    """
    others = grid.cells - 1
    counts = _neighbour_counts(grid)
    if not mines or not others:
        return 0.0, 1.0
    mean = sum(count * cells for count, cells in counts.items()) / grid.cells * (mines / others)
    zeros = 0.0
    for count, cells in counts.items():
        if count <= others - mines:
            zeros += cells * _none_among(count, mines, others)
    return mean, zeros / grid.cells


def _none_among(count: int, mines: int, others: int) -> float:
    """The probability that none of ``mines`` among ``others`` cells lies on ``count`` given ones."""
    if others > 10**7:
        # The logarithms below lose their digits here, and drawing with or without putting back is the same.
        return float((1 - mines / others) ** count)
    return exp(
        lgamma(others - count + 1)
        - lgamma(others - count - mines + 1)
        - lgamma(others + 1)
        + lgamma(others - mines + 1)
    )


def suitable_mines(grid: Grid, first_open: FirstOpen = "any") -> int:
    """How many mines to put on a board when nobody says: about as hard as the easy presets.

    As many as leave a quarter of the safe cells zero, but no more than 3 in 20 cells, and at least one; fewer where the
    first open needs the room.

    >>> suitable_mines(Grid("9x9")), suitable_mines(Grid("5x5x5")), suitable_mines(Grid("4x4x4x4"))
    (12, 10, 9)
    """
    low, high = min(1, grid.cells - 1), min(max(1, grid.cells * 3 // 20), grid.cells - 1)
    while low < high:
        middle = (low + high + 1) // 2
        if clue_figures(grid, middle)[1] >= _ZEROS:
            low = middle
        else:
            high = middle - 1
    while low:
        try:
            return check_mines(grid, low, first_open)
        except MineCountError:
            low //= 2
    return 0


def standard_mines(grid: Grid, first_open: FirstOpen = "any") -> int:
    """How many mines a front door puts on a board when nobody says: those that players expect on it.

    A board of the size of a named one gets the mines of that one, and of several of one size those of the easiest. So
    does the expert's, turned. Any other gets as many as suit it.

    >>> standard_mines(Grid("16x30")), standard_mines(Grid("30x16")), standard_mines(Grid("4x4x4x4"))
    (99, 99, 10)
    >>> standard_mines(Grid("9x9")), standard_mines(Grid("9x9", wrap=True)), standard_mines(Grid("9x8"))
    (10, 12, 10)
    """
    text = grid.format()
    standard = next((mines for board, mines in (*PRESETS.values(), _TURNED) if board == text), None)
    return suitable_mines(grid, first_open) if standard is None else standard


def usual_first_open(grid: Grid, mines: int, guess: Guess = "allowed") -> FirstOpen:
    """What a front door promises the first open when nobody says: an opening, or that it is safe.

    An opening in three dimensions and more, and on the boards that have names or standard sizes with their mines. Of
    400 games of 4d-easy begun at (1, 1, 1, 1) the solver wins 11 without a guess where the first open is safe, and all
    400 where it is an opening. So it is wherever no guess may be needed: a lone number mostly leads nowhere without.

    >>> usual_first_open(Grid("16x30"), 99), usual_first_open(Grid("16x30"), 50), usual_first_open(Grid("3x4x5"), 6)
    ('opening', 'safe', 'opening')
    >>> usual_first_open(Grid("16x30"), 50, "never")
    'opening'
    """
    if guess == "never":
        return "opening"
    is_standard = (grid.format(), mines) in (*PRESETS.values(), _TURNED)
    return "opening" if is_standard or grid.dimensions > 2 else "safe"


def preset_lines() -> list[str]:
    """A table of the boards with names.

    >>> preset_lines()[3]
    'expert        16x30        99        1.54    19 %  hard'
    """
    lines = ["name          board     mines   mean clue  zeros  also"]
    others = {usual: name for name, usual in OTHER_NAMES.items()}
    for name, (text, mines) in PRESETS.items():
        mean, zeros = clue_figures(Grid(text), mines)
        also = f"  {others[name]}" if name in others else ""
        lines.append(f"{name:14}{text:10}{mines:>5}{mean:12.2f}{percent_of(zeros):>8}{also}")
    return lines
