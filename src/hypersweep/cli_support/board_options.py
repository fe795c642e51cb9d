"""Arguments for ``hypersweep play``, and the board options it shares with other commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.boards import BOARD_NAMES, preset_lines
from hypersweep.errors import CellError, ParameterError
from hypersweep.grid import ADJACENCIES
from hypersweep.layout import FIRST_OPENS
from hypersweep.rules import GRADES, GUESSES, RULES_BY_NAME
from hypersweep.text import without_separators
from hypersweep.ui_model.choices import board_choice, open_preferences
from hypersweep.ui_model.game_texts import read_cell
from hypersweep.ui_model.rule_preferences import RulePreferences, saved_preferences

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from hypersweep.cli_support.command_parser import CommandParser
    from hypersweep.formats.starting_board import Start
    from hypersweep.grid import Grid
    from hypersweep.ui_model.choices import BoardChoice


_EPILOG = """\
The default BOARD is the beginner's. Without --mines, a board of the same size
as one in --list has the same number of mines (if several match, that of the
easiest). On other boards, mines are chosen so that about a quarter of the safe
cells are zeros and at most 3 in 20 cells are mines.

Without --first, the first click is an opening on the boards in --list and in
three or more dimensions, if the mines leave room for one, and safe elsewhere.
The full-screen game has a setting that changes this for all boards.
Rules other than the classic ones decide this themselves.

With --guess never, no board needs a guess after its first click. --grade limits
the hardest step that it may need: from one clue, a pair, a set of clues, or the
number of mines (count, the default). With --exactly it does need such a step:
'--grade set --exactly' makes hard boards. With --guess punished, an unneeded
guess always hits a mine, and a needed one never does. The setting for guesses
does the same for all boards, where possible.

examples:
  hypersweep play                          9x9 with 10 mines
  hypersweep play 16x30 --mines 99         as 'hypersweep play expert'
  hypersweep play 4d-easy --first safe     four dimensions, a hard start
  hypersweep play 6x7x8                    three dimensions, default mines
  hypersweep play hard --guess never       16x30, no guess is needed
  hypersweep play 12x12 --wrap             no edges; '--wrap 0' joins two
  hypersweep play 9x9 --seed 7             same first click, same board
  hypersweep play 9x9:4,4,m750a781f936c7f3d39ec8    Simon Tatham's game ID
  hypersweep play --online https://example.org     today's boards, ranked games
  printf 'open 0 0\\nquit\\n' | hypersweep play --plain

In a terminal the game takes the full screen, and F1 lists its keys. With
--plain, or where there is no terminal, it is played line by line, and 'help'
lists its commands.
"""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Parsed arguments for ``hypersweep play``.

    Attributes:
        choice: the board and rules to play.
        is_plain: whether to play line by line, even in a terminal.
        engine: command that starts the engine for hints; None for the solver.
        has_motion: whether to animate the board.
        online: URL of the server to play on; None to play on this computer.
        has_board: whether a board was named.
        theme: name or file of the theme for the full screen; None for the saved one.
    """

    choice: BoardChoice
    is_plain: bool
    engine: str | None = None
    has_motion: bool = True
    online: str | None = None
    has_board: bool = True
    theme: str | None = None


def read_play(argv: Sequence[str]) -> PlayOptions | str:
    """Parse the arguments for ``hypersweep play``.

    Args:
        argv: the arguments after ``hypersweep play``.

    Returns:
        The parsed arguments; for ``--help`` and ``--list``, the text to print instead of playing.

    Raises:
        HypersweepError: an argument is invalid; the message says which.

    >>> choice = read_play(["4x5x6", "--wrap", "0,2", "--mines", "10", "--rules", "esp"]).choice
    >>> choice.grid, choice.mines, choice.rules
    (Grid('4x5x6~wrap=0,2'), 10, Rules.parse('esp'))
    """
    parser = play_parser()
    options = parser.read(argv, "board")
    if options.help:
        return str(parser.format_help())
    if options.list:
        return "\n".join((*preset_lines(), ""))
    if options.theme is not None:
        from hypersweep.picture.theme_files import find_theme

        find_theme(options.theme)
    choice = chosen_board(options)
    if options.online is not None and (options.plain or options.engine or choice.seed is not None or choice.layout):
        raise ParameterError("expected only a board and its rules with --online: the server deals the mines")
    return PlayOptions(
        choice,
        options.plain,
        options.engine,
        not options.no_motion,
        options.online,
        options.board is not None,
        options.theme,
    )


def play_parser() -> CommandParser:
    """Return the parser for the arguments after ``hypersweep play``."""
    from hypersweep.cli_support.command_parser import CommandParser

    description = "Minesweeper on a board of any number of dimensions."
    parser = CommandParser("hypersweep play", description, _EPILOG)
    add_board(parser)
    parser.add_argument("--plain", action="store_true", help="play line by line, as always without a terminal")
    parser.add_argument("--engine", metavar="COMMAND", help="command that starts an engine for hints")
    parser.add_argument("--online", metavar="URL", help="play on a server: ranked games, daily boards, or with others")
    parser.add_argument("--no-motion", action="store_true", help="don't animate the board")
    theme_help = "colours: a theme's name, or a file (JSON or base16); saved for later games"
    parser.add_argument("--theme", metavar="NAME|FILE", files="*.json *.yaml *.yml", help=theme_help)
    parser.add_argument("--list", action="store_true", help="list the named boards")
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def chosen_board(options: Namespace) -> BoardChoice:
    """Return the board described by the ``add_board`` options and the player's settings.

    Raises:
        HypersweepError: an argument is invalid; the message says which.
    """
    preferences = player_preferences() if open_preferences(options) else RulePreferences()
    return board_choice(options, preferences, _find_start)


def _find_start(word: str, mines: int | None) -> Start | None:
    """Return the board from a file, or from text in another program's format; None if the word is neither."""
    # Import the formats only here: sizes and names, the usual arguments, don't need them.
    from hypersweep.errors import ParseError
    from hypersweep.formats.starting_board import file_start, text_start

    try:
        return file_start(word, mines) or text_start(word, mines)
    except ParseError as error:
        from hypersweep.formats.position_text import name_option

        raise name_option(error, "--mines N") from None


def player_preferences() -> RulePreferences:
    """Return the player's saved preferences for boards; the defaults if platformdirs, which finds them, is missing."""
    from hypersweep.cli_support.command_parser import warn
    from hypersweep.errors import MissingExtraError
    from hypersweep.session import Store

    try:
        store = Store(warn=lambda message: warn("hypersweep", message))
    except MissingExtraError:
        return RulePreferences()
    return saved_preferences(store.settings)


def add_board(parser: CommandParser) -> None:
    """Add the board argument and the options for playing on it."""
    add_grid(parser, "sides (16x30, 4x4x4x4), a name from --list, a board ID, or a file with a board")
    add = parser.add_argument
    add("--seed", metavar="S", help="seed for a reproducible game, 0 to 2**64 - 1")
    add(
        "--rules",
        metavar="RULES",
        default="classic",
        words=RULES_BY_NAME,
        help="classic (the default), windowed, esp, comp2017 or hypermines; changes may follow (classic,chord=off)",
    )
    add(
        "--first",
        metavar="PROMISE",
        words=FIRST_OPENS,
        help="what the first click finds: opening (a zero), safe (no mine) or any",
    )
    add(
        "--guess",
        metavar="WHAT",
        words=GUESSES,
        help="guesses: allowed (may be needed), never (none is needed) or punished",
    )
    add(
        "--grade",
        metavar="GRADE",
        words=GRADES,
        help="the hardest step of a board with --guess never: clue, pair, set or count",
    )
    add("--exactly", action="store_true", help="only boards that do need a step of that grade")


def add_grid(parser: CommandParser, about: str) -> None:
    """Add the board argument, and the options for its mines, wrapping and adjacency.

    Args:
        parser: the parser.
        about: help text for the board argument.
    """
    add = parser.add_argument
    add("board", nargs="?", metavar="BOARD", words=BOARD_NAMES, help=about)
    add("--mines", metavar="N", help="number of mines")
    add(
        "--wrap",
        metavar="AXES",
        nargs="?",
        const="all",
        help="axes that wrap around, such as 0,2 (without AXES: all)",
    )
    add("--adjacency", metavar="KIND", words=ADJACENCIES, help="moore (including diagonals, the default) or orthogonal")


def centre(grid: Grid) -> tuple[int, ...]:
    """Return the middle cell; if several are equally central, the last.

    >>> from hypersweep import Grid
    >>> centre(Grid("3x4x5"))
    (1, 2, 2)
    """
    return tuple(side // 2 for side in grid.shape)


def cell_word(cell: tuple[int, ...]) -> str:
    """Format a cell as one word for the command line.

    >>> cell_word((8, 15))
    '8,15'
    """
    return ",".join(map(str, cell))


def chosen_first(text: str | None, grid: Grid) -> tuple[int, ...]:
    """Return the cell given by ``--first``; by default the centre.

    Args:
        text: the cell, such as "8,15"; spaces and brackets are allowed, so that users can paste a cell.
        grid: the board's grid.

    Raises:
        ParameterError: the text is a promise such as "opening", which other commands accept for ``--first``.
        CellError: the text isn't a cell on the board.

    >>> from hypersweep import Grid
    >>> chosen_first("(2, 0)", Grid("3x4")), chosen_first(None, Grid("3x4"))
    ((2, 0), (1, 2))
    """
    if text is None:
        return centre(grid)
    example = f"try '--first {cell_word(centre(grid))}'"
    if text in FIRST_OPENS:
        raise ParameterError(f"expected a cell for --first, got {text!r}: {example}")
    try:
        return read_cell(without_separators(text).split(), grid, "--first", hint=example)
    except CellError as error:
        raise CellError(f"--first: {error}") from None
