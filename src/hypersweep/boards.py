"""Named boards, and a suitable number of mines for any other board.

The density of mines doesn't show how hard a board is. In more dimensions a cell has far more neighbours: with one mine
in eight cells, as on the beginner board, four dimensions would be unplayable. Two statistics measure difficulty, both
over the safe cells in all layouts: the mean clue, and the share of zeros, which open their neighbours. ``clue_figures``
computes them exactly, and the tests compare them with sampled layouts.

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
6d           4x4x4x4x4x4    32      1.90  20 %
============ =========== ===== ========= =====

The hardest presets are close to unwinnable. In an experiment with 80 to 150 games per board, each beginning with an
opening, a simple solver won 96 % of games on 4x4x4x4 with 10 mines, 58 % with 15, 8 % with 20, and none with 30 (3 %
zeros). On the expert board it won 13 %. That solver looked at single clues and pairs of clues, and otherwise guessed
the cell most likely to be safe.

Programs with no-guess boards call the first four easy, medium, hard and evil. These names are accepted too, but output
always uses the names in the table, so that each board has one list of best times.
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
    "board_title",
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
    "6d": ("4x4x4x4x4x4", 32),
}
"""Presets by name: the grid as text, and the number of mines. Easier boards come first; no board has two names."""

OTHER_NAMES: dict[str, str] = {"easy": "beginner", "medium": "intermediate", "hard": "expert"}
"""Aliases, each with the name in ``PRESETS`` used for output."""

BOARD_NAMES: dict[str, tuple[str, int]] = PRESETS | {name: PRESETS[usual] for name, usual in OTHER_NAMES.items()}
"""All accepted names, including aliases, in the form of ``PRESETS``."""

TURNED = ("30x16", 99)
"""The expert board in portrait format, and its mines. Other programs offer it too, so it has as many mines."""

ZEROS = 0.25
"""Minimum share of safe cells without a clue on a board whose mines the player doesn't choose."""


def board_name(grid: Grid, mines: int) -> str:
    """Return a board's preset name as a player types it, or its shape and mines if it has none.

    >>> board_name(Grid("16x30"), 99), board_name(Grid("3x4x5"), 1)
    ('expert', '3x4x5, 1 mine')
    """
    text = grid.format()
    for name, preset in PRESETS.items():
        if preset == (text, mines):
            return name
    return f"{text}, {pluralize(mines, 'mine')}"


def board_title(grid: Grid, mines: int) -> str:
    """Return a board's name as players read it; commands, addresses and files use ``board_name``.

    >>> board_title(Grid("16x30"), 99), board_title(Grid("4x4x4x4"), 10), board_title(Grid("3x4x5"), 6)
    ('Expert', '4-D easy', '3x4x5, 6 mines')
    """
    name = board_name(grid, mines)
    dimensions, _, level = name.partition("-")
    if dimensions == f"{grid.dimensions}d":
        return f"{grid.dimensions}-D {level}".rstrip()
    return name.capitalize() if name in PRESETS else name


def find_board(text: str) -> tuple[Grid, int | None, Layout | None]:
    """Parse a board as typed by a user. Returns: its grid, and its mines and layout (each None if not given).

    Args:
        text: one of ``BOARD_NAMES`` in any case, a grid such as "16x30", or a board ID as written by ``Layout.format``.

    Raises:
        ParseError: the text is none of these.
        ShapeError: the grid is impossible.
        BoardTooLargeError: a board ID is for a board that doesn't fit into memory.

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
    # Users may type "×" or "X" between the sides; a grid's text form contains neither.
    text = text.replace("×", "x").replace("X", "x")
    # A grid begins with digits followed by "x", "~" or the end of the text, unlike a name such as "3d-easy".
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
    """Return how many cells have each number of neighbours."""
    moore = grid.adjacency == "moore"
    counts = {1 if moore else 0: 1}
    for axis, side in enumerate(grid.shape):
        # A cell's reach is the number of coordinates on this axis within distance 1, including its own. At both ends of
        # an axis that doesn't wrap, it is one less.
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
    """Return the mean clue and the share of zeros (0 to 1) over the safe cells in all layouts.

    Source: the number of mines among a safe cell's n neighbours is hypergeometric (n draws from all other cells).

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
    """Return the probability that ``count`` given cells contain none of ``mines`` mines among ``others`` cells."""
    if others > 10**7:
        # On huge boards, the log-gamma terms below would cancel, so approximate by drawing with replacement.
        return float((1 - mines / others) ** count)
    return exp(
        lgamma(others - count + 1)
        - lgamma(others - count - mines + 1)
        - lgamma(others + 1)
        + lgamma(others - mines + 1)
    )


def suitable_mines(grid: Grid, first_open: FirstOpen = "any") -> int:
    """Return a number of mines that makes a board about as hard as the easy presets.

    It is the largest number for which at least a quarter of the safe cells are zeros. It is at least 1, at most 3 per
    20 cells, and no more than the first-open promise allows.

    >>> suitable_mines(Grid("9x9")), suitable_mines(Grid("5x5x5")), suitable_mines(Grid("4x4x4x4"))
    (12, 10, 9)
    """
    low, high = min(1, grid.cells - 1), min(max(1, grid.cells * 3 // 20), grid.cells - 1)
    while low < high:
        middle = (low + high + 1) // 2
        if clue_figures(grid, middle)[1] >= ZEROS:
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
    """Return the default number of mines for a board: the number players expect.

    If a preset has this grid (including the expert board in portrait format), the number is that of the easiest such
    preset; otherwise, it is the result of ``suitable_mines``.

    >>> standard_mines(Grid("16x30")), standard_mines(Grid("30x16")), standard_mines(Grid("4x4x4x4"))
    (99, 99, 10)
    >>> standard_mines(Grid("9x9")), standard_mines(Grid("9x9", wrap=True)), standard_mines(Grid("9x8"))
    (10, 12, 10)
    """
    text = grid.format()
    standard = next((mines for board, mines in (*PRESETS.values(), TURNED) if board == text), None)
    return suitable_mines(grid, first_open) if standard is None else standard


def usual_first_open(grid: Grid, mines: int, guess: Guess = "allowed") -> FirstOpen:
    """Return the default promise for the first click: "opening" or "safe".

    It is "opening" in three or more dimensions, on preset boards (including the expert board in portrait format), and
    for no-guess boards, because a single number hardly ever allows progress without a guess. In 400 games on 4d-easy
    that begin at (1, 1, 1, 1), the solver wins 11 without a guess if the first click is only safe, and all 400 if it is
    an opening.

    >>> usual_first_open(Grid("16x30"), 99), usual_first_open(Grid("16x30"), 50), usual_first_open(Grid("3x4x5"), 6)
    ('opening', 'safe', 'opening')
    >>> usual_first_open(Grid("16x30"), 50, "never")
    'opening'
    """
    if guess == "never":
        return "opening"
    is_standard = (grid.format(), mines) in (*PRESETS.values(), TURNED)
    return "opening" if is_standard or grid.dimensions > 2 else "safe"


def preset_lines() -> list[str]:
    """Return the table of named boards as lines of text.

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
