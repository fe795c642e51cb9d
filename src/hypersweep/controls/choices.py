"""What games to play: the choice of a board, its mines and its rules, from words or from the fields of a form."""

from __future__ import annotations

from hypersweep.arguments import shorten
from hypersweep.boards import find_board, suitable_mines
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import check_mines
from hypersweep.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from hypersweep.layout import Layout

__all__ = ["BoardChoice", "board_settings", "read_choices"]

_DEFAULT_BOARD = "beginner"


class BoardChoice:
    """What games to play.

    Attributes:
        grid: the board.
        mines: how many.
        layout: where they are, if the command line says so.
        rules: the rules.
        seed: of the first game, or None for one that nobody can foresee.
        are_mines_chosen: whether the number of mines was chosen for want of one.
        is_plain: whether to play line by line, even in a terminal.
    """

    __slots__ = ("are_mines_chosen", "grid", "is_plain", "layout", "mines", "rules", "seed")

    def __init__(
        self,
        grid: Grid,
        mines: int,
        rules: Rules,
        *,
        layout: Layout | None = None,
        seed: int | None = None,
        are_mines_chosen: bool = False,
    ) -> None:
        self.grid, self.mines, self.rules = grid, mines, rules
        self.layout, self.seed, self.are_mines_chosen = layout, seed, are_mines_chosen
        self.is_plain = False

    def game(self) -> Game:
        """The first game.

        Raises:
            ParameterError: mines or seed that can't be.
            BoardTooLargeError: this machine can't hold the board.
        """
        return Game(self.grid, self.mines, seed=self.seed, rules=self.rules, layout=self.layout)

    def next_game(self) -> Game:
        """Another game, with mines in other places.

        Raises:
            BoardTooLargeError: this machine can't hold the board.
        """
        return Game(self.grid, self.mines, rules=self.rules)


def read_choices(
    board: str,
    *,
    mines: str = "",
    seed: str = "",
    rules: str = "classic",
    first: str = "",
    wrap: str = "",
    adjacency: str = "",
) -> BoardChoice:
    """What to play, from the fields of a form; an empty field leaves the choice to the game.

    Raises:
        HypersweepError: fields that can't be used, in the words of the command line, but for its dashes.

    >>> settings = read_choices("4x5x6", wrap="0,2", adjacency="orthogonal")
    >>> settings.grid, settings.mines
    (Grid('4x5x6~orthogonal~wrap=0,2'), 18)
    """
    from argparse import Namespace

    fields = {"mines": mines, "seed": seed, "first": first, "wrap": wrap, "adjacency": adjacency}
    options = Namespace(
        board=board.strip() or _DEFAULT_BOARD,
        rules=rules,
        **{name: text.strip() or None for name, text in fields.items()},
    )
    try:
        settings = board_settings(options)
        check_mines(settings.grid, settings.mines, settings.rules.first_open)
        # The rest that can be wrong, such as a board that this machine can't hold.
        settings.game()
    except HypersweepError as error:
        text = str(error).replace("that 'hypersweep play --list' tells", "of the start screen").replace("--", "")
        raise ParameterError(text) from None
    return settings


def board_settings(options: Namespace) -> BoardChoice:
    """What the options of ``add_board`` say.

    Raises:
        HypersweepError: words that can't be used; its message says which.
    """
    board, wrap = options.board, options.wrap
    if wrap is not None and board is None and wrap != "all" and wrap.strip("0123456789,"):
        # "--wrap 5x5": the word after the option was meant as the board.
        board, wrap = wrap, "all"
    grid, mines, layout = find_board(_DEFAULT_BOARD if board is None else board)
    seed = None if options.seed is None else _number(options.seed, "--seed")
    rules = Rules.parse(options.rules)
    if layout is not None:
        for name in ("mines", "seed", "first", "wrap", "adjacency"):
            if getattr(options, name) is not None:
                raise ParameterError(f"expected no --{name} with a board ID, which says where the mines are")
        return BoardChoice(grid, layout.mines, rules, layout=layout)
    if wrap is not None or options.adjacency is not None:
        grid = Grid(grid, adjacency=options.adjacency, wrap=None if wrap is None else _axes(wrap))
    if options.first is not None:
        rules = rules.replace(first_open=options.first)
    if options.mines is not None:
        mines = _number(options.mines, "--mines")
    if mines is not None:
        return BoardChoice(grid, mines, rules, seed=seed)
    return BoardChoice(grid, suitable_mines(grid, rules.first_open), rules, seed=seed, are_mines_chosen=True)


def _number(text: str, name: str) -> int:
    digits = text.removeprefix("-")
    # Numbers of thousands of digits take long to read, and are of no use to anybody.
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 40:
        raise ParameterError(f"expected a whole number for {name}, got {shorten(text)}")
    return int(text)


def _axes(text: str) -> bool | list[int]:
    if text == "all":
        return True
    try:
        return [_number(part, "--wrap") for part in text.split(",")]
    except ParameterError:
        raise ParameterError(f"expected axes such as 0,2 for --wrap, or nothing for all, got {shorten(text)}") from None
