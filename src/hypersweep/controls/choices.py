"""What games to play: the choice of a board, its mines and its rules, from words or from the fields of a form."""

from __future__ import annotations

from hypersweep.arguments import shorten
from hypersweep.boards import find_board, standard_mines
from hypersweep.controls.first_open import settle_first_open
from hypersweep.controls.numbers import whole_number
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.held import Value
from hypersweep.layout import check_mines
from hypersweep.rules import CLASSIC, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from hypersweep.layout import Layout

__all__ = ["BoardChoice", "board_choice", "grid_choice", "leaves_first_open", "read_choices"]

_DEFAULT_BOARD = "beginner"


class BoardChoice(Value):
    """What games to play; it never changes.

    Attributes:
        grid: the board.
        mines: how many.
        rules: the rules.
        layout: where the mines are, if the words said so.
        seed: of the first game, or None for one that nobody can predict.
        are_mines_chosen: whether the game chose the number of mines, because nobody else did.
        is_first_chosen: whether the same holds for what the first open finds.
        remark: what the player should be told of that, or "".

    >>> from hypersweep import CLASSIC
    >>> choice = BoardChoice(Grid("3x4"), 2, CLASSIC, seed=7)
    >>> choice == BoardChoice(Grid("3x4"), 2, CLASSIC, seed=7), choice.game().mines
    (True, 2)
    """

    __slots__ = (  # noqa: RUF023 - in the order of __init__
        "grid",
        "mines",
        "rules",
        "layout",
        "seed",
        "are_mines_chosen",
        "is_first_chosen",
        "remark",
    )

    grid: Grid
    mines: int
    rules: Rules
    layout: Layout | None
    seed: int | None
    are_mines_chosen: bool
    is_first_chosen: bool
    remark: str

    def __init__(
        self,
        grid: Grid,
        mines: int,
        rules: Rules,
        layout: Layout | None = None,
        seed: int | None = None,
        are_mines_chosen: bool = False,
        is_first_chosen: bool = False,
        remark: str = "",
    ) -> None:
        self._fill(grid, mines, rules, layout, seed, are_mines_chosen, is_first_chosen, remark)

    def __repr__(self) -> str:
        return f"BoardChoice({', '.join(map(repr, self._parts()))})"

    def game(self) -> Game:
        """The first game.

        Raises:
            ParameterError: impossible mines or seed.
            BoardTooLargeError: this machine can't hold the board.
        """
        # On a board that is given the rules can't say what becomes of guesses.
        rules = self.rules if self.layout is None else self.rules.replace(guess="allowed", grade=None)
        return Game(self.grid, self.mines, seed=self.seed, rules=rules, layout=self.layout)

    def again(self, wish: str = "") -> BoardChoice:
        """What to play next: the same kind of board, with mines in other places.

        Args:
            wish: the player's setting for the first open, which counts where nobody said it for this board.
        """
        rules, remark = self.rules, ""
        if self.is_first_chosen:
            rules, remark = settle_first_open(rules.replace(first_open=CLASSIC.first_open), self.grid, self.mines, wish)
        return BoardChoice(
            self.grid,
            self.mines,
            rules,
            are_mines_chosen=self.are_mines_chosen,
            is_first_chosen=self.is_first_chosen,
            remark=remark,
        )


def read_choices(
    board: str,
    *,
    mines: str = "",
    seed: str = "",
    rules: str = "classic",
    first: str = "",
    wrap: str = "",
    adjacency: str = "",
    wish: str = "",
) -> BoardChoice:
    """What to play, from the fields of a form; an empty field leaves the choice to the game.

    Args:
        board: the fields, as the options of the command line.
        mines: see ``board``.
        seed: see ``board``.
        rules: see ``board``.
        first: see ``board``.
        wrap: see ``board``.
        adjacency: see ``board``.
        wish: the player's setting for the first open, one of ``first_open.WISHES``.

    Raises:
        HypersweepError: fields that can't be used, in the words of the command line, but for its dashes.

    >>> choice = read_choices("4x5x6", wrap="0,2", adjacency="orthogonal")
    >>> choice.grid, choice.mines
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
        choice = board_choice(options, wish)
        check_mines(choice.grid, choice.mines, choice.rules.first_open_promise)
        # The rest that can be wrong, such as a board that this machine can't hold.
        choice.game()
    except HypersweepError as error:
        text = str(error).replace("that 'hypersweep play --list' shows", "of the start screen").replace("--", "")
        raise ParameterError(text) from None
    return choice


def board_choice(options: Namespace, wish: str = "") -> BoardChoice:
    """What the options of ``add_board`` say.

    Args:
        options: the options.
        wish: the player's setting for the first open, which counts where the options don't say it.

    Raises:
        HypersweepError: words that can't be used; its message says which.
    """
    grid, mines, layout = grid_choice(options)
    seed = None if options.seed is None else whole_number(options.seed, "--seed")
    rules = Rules.parse(options.rules)
    if layout is not None:
        for name in ("mines", "seed", "first", "wrap", "adjacency"):
            if getattr(options, name) is not None:
                raise ParameterError(f"expected no --{name} with a board ID, which says where the mines are")
        return BoardChoice(grid, layout.mines, rules, layout=layout, is_first_chosen=leaves_first_open(options))
    if options.first is not None:
        rules = rules.replace(first_open=options.first)
    are_mines_chosen = mines is None
    if mines is None:
        mines = standard_mines(grid, rules.first_open)
    remark, is_first_chosen = "", leaves_first_open(options)
    if is_first_chosen:
        rules, remark = settle_first_open(rules, grid, mines, wish)
    return BoardChoice(grid, mines, rules, None, seed, are_mines_chosen, is_first_chosen, remark)


def grid_choice(options: Namespace) -> tuple[Grid, int | None, Layout | None]:
    """The board that the options of ``add_grid`` say, its mines if anything says how many, and its layout if they do.

    Raises:
        HypersweepError: words that can't be used; its message says which.

    >>> from argparse import Namespace
    >>> grid_choice(Namespace(board="3x4", mines=None, wrap="1", adjacency=None))
    (Grid('3x4~wrap=1'), None, None)
    """
    board, wrap = options.board, options.wrap
    if wrap is not None and board is None and wrap != "all" and wrap.strip("0123456789,"):
        # "--wrap 5x5": the word after the option was meant as the board.
        board, wrap = wrap, "all"
    grid, mines, layout = find_board(_DEFAULT_BOARD if board is None else board)
    if layout is not None:
        return grid, mines, layout
    if wrap is not None or options.adjacency is not None:
        grid = Grid(grid, adjacency=options.adjacency, wrap=None if wrap is None else _axes(wrap))
    return grid, mines if options.mines is None else whole_number(options.mines, "--mines"), None


def leaves_first_open(options: Namespace) -> bool:
    """Whether the options leave it to the game what the first open finds.

    They don't where they say it themselves, or name other rules than the classic ones, which say it.

    >>> from argparse import Namespace
    >>> [leaves_first_open(Namespace(first=None, rules=rules)) for rules in ("classic,chord=off", "esp")]
    [True, False]
    """
    name, *changes = options.rules.split(",")
    return options.first is None and name == "classic" and not any(change.startswith("first=") for change in changes)


def _axes(text: str) -> bool | list[int]:
    if text == "all":
        return True
    try:
        return [whole_number(part, "--wrap") for part in text.split(",")]
    except ParameterError:
        raise ParameterError(f"expected axes such as 0,2 for --wrap, or nothing for all, got {shorten(text)}") from None
