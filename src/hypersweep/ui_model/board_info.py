"""Information about boards: size and difficulty, a game's own board, and the command that plays it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.boards import PRESETS, board_title, clue_figures
from hypersweep.errors import ParseError
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.rules import CLASSIC
from hypersweep.text import place_text, pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.game import Game
    from hypersweep.record import Record


MOST_ID_CELLS = 100_000
"""Maximum number of cells for which a board's ID is shown.

The ID of a board with a million cells takes 170 kB, which no terminal accepts for its clipboard.
"""


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """Information about a board: lines to read, and texts to copy.

    The seed is always shown: it reveals the mines only when the board is played again, and the game's file contains it
    anyway. The board ID reveals the mines, so it is shown only once the game is over, or if the player entered it.

    Attributes:
        lines: pairs of a heading and a text.
        command: the command that plays the board again, or "".
        seed: the seed in decimal, or "".
        board_id: the board ID, or "" if it isn't shown.
    """

    lines: tuple[tuple[str, str], ...]
    command: str
    seed: str
    board_id: str


def board_sheet(game: Game, first: Sequence[int] | None) -> BoardSheet:
    """Return information about a game's board.

    Args:
        game: the game.
        first: the cell opened first, which affects the layout; None if there is none.

    Complexity: O(cells) if the board ID is shown.

    >>> from hypersweep import Game
    >>> game = Game("3x4", 2, seed=7)
    >>> change = game.open((0, 3))
    >>> sheet = board_sheet(game, (0, 3))
    >>> sheet.command
    'hypersweep play 3x4 --mines 2 --first safe --seed 7'
    >>> dict(sheet.lines)["board ID"]
    'shown once the game is over, since it reveals the mines'
    """
    grid, layout = game.grid, game.layout
    board_id = command = ""
    if layout is not None and (game.outcome is not Outcome.ONGOING or game.seed is None):
        board_id = layout.format() if grid.cells <= MOST_ID_CELLS else ""
        shown = board_id or f"too long to be shown: the board has more than {MOST_ID_CELLS:,} cells"
    else:
        shown = "shown once the game is over, since it reveals the mines"
    if game.seed is not None:
        command = play_command(game)
    elif board_id:
        rules = game.rules.for_layout().replace(first_open=CLASSIC.first_open)
        command = f"hypersweep play {board_id}" + f" --rules {rules.name}" * (rules != CLASSIC)
    seed = "" if game.seed is None else str(game.seed)
    lines = [
        ("board", f"{_name_text(grid, game.mines)}{pluralize(grid.cells, 'cell')}, {pluralize(game.mines, 'mine')}"),
        ("rules", game.rules.words),
        ("seed", seed or "none: the mines were given"),
        ("board ID", shown),
    ]
    if command:
        lines.append(("play it", command))
    if game.seed is not None and game.rules.first_open_promise != "any":
        # The layout depends on the first click, so the seed alone doesn't reproduce the board.
        where = "the same cell" if first is None else place_text(first)
        lines.append(("", f"and open {where} first"))
    return BoardSheet(tuple(lines), command, seed, board_id)


def _name_text(grid: Grid, mines: int) -> str:
    name = board_title(grid, mines)
    return f"{grid}: " if name.startswith(grid.format()) else f"{name}, {grid}: "


def play_command(game: Game) -> str:
    """Return the command that plays a seeded game's board again, whatever the player's settings.

    >>> from hypersweep import Game
    >>> play_command(Game("4x5~wrap=0", 3, seed=7, rules="esp"))
    'hypersweep play 4x5~wrap=0 --mines 3 --rules esp --first safe --seed 7'
    >>> play_command(Game("4x5", 3, seed=7, rules="classic,guess=never,grade=pair"))
    'hypersweep play 4x5 --mines 3 --first safe --guess never --grade pair --seed 7'
    """
    rules = game.rules
    plain = rules.by_chance()
    named = "" if plain.replace(first_open=CLASSIC.first_open) == CLASSIC else f" --rules {plain.name}"
    grade = f" --grade {rules.grade}{' --exactly' * rules.exactly}" if rules.grade else ""
    guess = "" if rules == plain else f" --guess {rules.guess}{grade}"
    return (
        f"hypersweep play {game.grid.format()} --mines {game.mines}{named} --first {rules.first_open}{guess} "
        f"--seed {game.seed}"
    )


def first_opened(record: Record) -> tuple[int, ...] | None:
    """Return the cell whose open determined a recorded game's layout, or None if no cell was opened."""
    return next((event.cell for event in record.events if event.kind == "open" and event.changed), None)


def board_facts(grid: Grid, mines: int) -> list[str]:
    """Return lines about a board's size and number of neighbours and, if it resembles a named one, its difficulty.

    >>> board_facts(Grid("3x4x5"), 6)
    ['60 cells, 6 mines: 1 in 10', 'a cell touches 7 to 26 others', 'about as hard as 4-D easy']
    """
    share = f": 1 in {grid.cells / mines:.3g}" if mines else ""
    corner = grid.neighbour_count((0,) * grid.dimensions)
    most = grid.neighbour_count(tuple(side // 2 for side in grid.shape))
    touches = f"{most}" if corner >= most else f"{corner} to {most}"
    facts = [
        f"{pluralize(grid.cells, 'cell')}, {pluralize(mines, 'mine')}{share}",
        f"a cell touches {touches} {'other' if touches == '1' else 'others'}",
    ]
    # The preset with the most similar share of zeros is about as hard; "1d" and "6d" don't say how hard they are.
    _, zeros = clue_figures(grid, mines)
    nearest = min((name for name in PRESETS if name[1:] != "d"), key=lambda name: abs(_preset_zeros(name) - zeros))
    if (grid.format(), mines) not in PRESETS.values() and abs(_preset_zeros(nearest) - zeros) < 0.03:
        facts.append(f"about as hard as {board_title(Grid(PRESETS[nearest][0]), PRESETS[nearest][1])}")
    return facts


def daily_title(tag: str) -> str:
    """Return the name of a daily board for players; "" if the tag names none.

    Args:
        tag: the tag of a game's record.

    >>> daily_title("2026-01-31-4d"), daily_title("")
    ('4-D board of 2026-01-31', '')
    """
    if not tag:
        return ""
    from hypersweep.daily import parse_daily, today

    try:
        board = parse_daily(tag)
    except ParseError:
        return ""
    kind = f"{board.grid.dimensions}-D board"
    return f"today's {kind}" if board.day == today() else f"{kind} of {board.day}"


def _preset_zeros(name: str) -> float:
    text, mines = PRESETS[name]
    return clue_figures(Grid(text), mines)[1]
