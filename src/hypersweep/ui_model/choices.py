"""Read which board, mines and rules the player chose, from command-line options or a form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.boards import PRESETS, board_name, find_board, standard_mines
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import check_mines
from hypersweep.record.text_form import DAILY
from hypersweep.rules import GRADES, Rules
from hypersweep.text import parse_whole_number, place_text
from hypersweep.ui_model.rule_preferences import PREFERENCES, RulePreferences, settle
from hypersweep.validation import place_among, truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from hypersweep.formats.starting_board import Start
    from hypersweep.layout import Layout
    from hypersweep.session import Session, Store
    from hypersweep.typing import Cell


_DEFAULT_BOARD = "beginner"
_USUAL = RulePreferences()


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A player's choice of board, mines and rules, from which games can be made; immutable.

    Attributes:
        grid: the board.
        mines: number of mines.
        rules: the rules.
        layout: the mines' cells, if given.
        seed: the first game's seed, or None for a random one.
        are_mines_chosen: whether the number of mines is a default, because the player gave none.
        left: names of the ``PREFERENCES`` that the choice leaves open.
        remark: message to the player about how the open preferences were filled in, or about the first cell; or "".
        first: the first click, if it was given with the board; else None.
        daily: tag of a daily board; "" for other boards.

    >>> from hypersweep import CLASSIC
    >>> choice = BoardChoice(Grid("3x4"), 2, CLASSIC, seed=7)
    >>> choice == BoardChoice(Grid("3x4"), 2, CLASSIC, seed=7), choice.game().mines
    (True, 2)
    """

    grid: Grid
    mines: int
    rules: Rules
    layout: Layout | None = None
    seed: int | None = None
    are_mines_chosen: bool = False
    left: tuple[str, ...] = ()
    remark: str = ""
    first: Cell | None = None
    daily: str = ""

    def game(self) -> Game:
        """Return the first game, with the first click made if it was given with the board.

        Raises:
            ParameterError: the number of mines or the seed is invalid.
            BoardTooLargeError: the board doesn't fit into memory.
        """
        # With given mines, the rules can't change how guesses are handled.
        rules = self.rules if self.layout is None else self.rules.by_chance()
        game = Game(self.grid, self.mines, seed=self.seed, rules=rules, layout=self.layout)
        if self.first is not None:
            game.open(self.first)
        return game

    def session(self, store: Store | None = None) -> Session:
        """Return a session for the game that ``game`` returns.

        Args:
            store: the store for the game; None to save nothing.

        Raises:
            ParameterError: the number of mines or the seed is invalid.
            BoardTooLargeError: the board doesn't fit into memory.
        """
        from hypersweep.session import Session

        tags = {DAILY: self.daily} if self.daily else None
        if self.layout is not None:
            return Session(layout=self.layout, rules=self.rules, store=store, first=self.first)
        return Session(
            self.grid, self.mines, rules=self.rules, seed=self.seed, store=store, tags=tags, first=self.first
        )

    def again(self, preferences: RulePreferences = _USUAL) -> BoardChoice:
        """Return the choice for the next game: the same board size, number of mines and rules, but new mines.

        Args:
            preferences: the player's preferences, for the rules that the choice leaves open.
        """
        rules, remark = settle(self.rules, self.grid, self.mines, preferences, self.left)
        return BoardChoice(
            self.grid, self.mines, rules, are_mines_chosen=self.are_mines_chosen, left=self.left, remark=remark
        )


def read_choices(
    board: str,
    *,
    mines: str = "",
    seed: str = "",
    rules: str = "classic",
    first: str = "",
    guess: str = "",
    grade: str = "",
    exactly: str = "",
    wrap: str = "",
    adjacency: str = "",
    preferences: RulePreferences = _USUAL,
) -> BoardChoice:
    """Return the choice that a form's fields describe; an empty field has the command line's default.

    Args:
        board: the field's text, as for the command-line option of the same name.
        mines: see ``board``.
        seed: see ``board``.
        rules: see ``board``.
        first: see ``board``.
        guess: see ``board``.
        grade: see ``board``.
        exactly: "on" if solving the board must require a deduction of that grade.
        wrap: see ``board``.
        adjacency: see ``board``.
        preferences: the player's preferences.

    Raises:
        HypersweepError: a field can't be used; the message is the command line's, without the dashes before options.

    >>> choice = read_choices("4x5x6", wrap="0,2", adjacency="orthogonal")
    >>> choice.grid, choice.mines
    (Grid('4x5x6~orthogonal~wrap=0,2'), 18)
    """
    from argparse import Namespace

    fields = {"mines": mines, "seed": seed, "first": first, "guess": guess, "grade": grade}
    fields |= {"wrap": wrap, "adjacency": adjacency}
    options = Namespace(
        board=board.strip() or _DEFAULT_BOARD,
        rules=rules,
        exactly=exactly == "on",
        **{name: text.strip() or None for name, text in fields.items()},
    )
    try:
        choice = board_choice(options, preferences)
        check_mines(choice.grid, choice.mines, choice.rules.first_open_promise)
        # Making a game finds the remaining errors, such as a board that doesn't fit into memory.
        choice.game()
    except HypersweepError as error:
        text = str(error).replace("that 'hypersweep play --list' shows", "of the start screen").replace("--", "")
        raise ParameterError(text) from None
    return choice


def remembered_board(choice: BoardChoice) -> str:
    """Return the text that is saved for a board as the one played last.

    >>> remembered_board(read_choices("expert")), remembered_board(read_choices("3x4x5", mines="6"))
    ('expert', '3x4x5 6')
    """
    name = board_name(choice.grid, choice.mines)
    return name if name in PRESETS else f"{choice.grid.format()} {choice.mines}"


def last_choice(board: str, preferences: RulePreferences = _USUAL) -> BoardChoice:
    """Return the choice for a remembered board; the default board if the text, from a file, can't be used.

    Args:
        board: the text, from ``remembered_board``.
        preferences: the player's preferences.

    >>> last_choice("3x4x5 6").mines, last_choice("nothing").grid
    (6, Grid('9x9'))
    """
    name, _, mines = board.partition(" ")
    try:
        return read_choices(name, mines=mines, preferences=preferences)
    except HypersweepError:
        return read_choices(_DEFAULT_BOARD, preferences=preferences)


def board_choice(
    options: Namespace,
    preferences: RulePreferences = _USUAL,
    find: Callable[[str, int | None], Start | None] | None = None,
) -> BoardChoice:
    """Return the choice that the options of ``add_board`` describe.

    Args:
        options: the options.
        preferences: the player's preferences, for the rules that the options leave open.
        find: takes a name that isn't a board ID and, for a position, its number of mines, and returns the board; None
            to read the name in another program's format.

    Raises:
        HypersweepError: an option can't be used; the message says which.
    """
    grid, mines, layout, first = _named_board(options, find)
    seed = None if options.seed is None else parse_whole_number(options.seed, "--seed")
    rules = Rules.parse(options.rules)
    if layout is not None:
        for name in ("seed", "first", "guess", "grade", "wrap", "adjacency"):
            if getattr(options, name) is not None:
                raise ParameterError(f"can't use --{name} with a board ID, which fixes the mines")
        if rules.guess != "allowed":
            raise ParameterError(f"can't use guess={rules.guess} with a board ID, which fixes the mines")
        remark = "" if first is None else f"{place_text(first)} is open: the first cell that this board names"
        left = tuple(open_preferences(options))
        return BoardChoice(grid, layout.mines, rules, layout=layout, left=left, remark=remark, first=first)
    rules = _agreed(options, rules)
    are_mines_chosen = mines is None
    if mines is None:
        mines = standard_mines(grid, rules.first_open)
    left = tuple(open_preferences(options))
    rules, remark = settle(rules, grid, mines, preferences, left)
    return BoardChoice(grid, mines, rules, None, seed, are_mines_chosen, left, remark)


def _agreed(options: Namespace, rules: Rules) -> Rules:
    """Return the rules, changed by the options for the first click and for guesses."""
    first = rules.first_open if options.first is None else options.first
    if options.guess is not None:
        # Drop a grade in the old rules: it means nothing under other rules for guesses.
        rules = rules.by_chance()
    if options.grade is not None:
        # Report an unknown grade before one that doesn't apply to the rules.
        place_among("a grade", options.grade, GRADES)
    if options.grade is not None and (rules.guess if options.guess is None else options.guess) != "never":
        raise ParameterError(f"--grade needs --guess never, got --grade {truncate(options.grade)}")
    if (options.guess or rules.guess) == "never" and first == "any":
        raise ParameterError(f"expected --first opening or --first safe with --guess never, got {first}")
    if options.exactly and options.grade is None and rules.grade is None:
        raise ParameterError(f"--exactly needs --grade, one of {', '.join(GRADES)}")
    changes = {"first_open": options.first, "guess": options.guess, "grade": options.grade}
    changes["exactly"] = options.exactly or None
    return rules.replace(**{name: word for name, word in changes.items() if word is not None})


def grid_choice(options: Namespace) -> tuple[Grid, int | None, Layout | None]:
    """Return the board that the options of ``add_grid`` describe, with its number of mines and layout if given.

    Raises:
        HypersweepError: an option can't be used; the message says which.

    >>> from argparse import Namespace
    >>> grid_choice(Namespace(board="3x4", mines=None, wrap="1", adjacency=None))
    (Grid('3x4~wrap=1'), None, None)
    """
    return _named_board(options)[:3]


def _named_board(
    options: Namespace, find: Callable[[str, int | None], Start | None] | None = None
) -> tuple[Grid, int | None, Layout | None, Cell | None]:
    """Return what ``grid_choice`` returns, and the first click if it was given with the board."""
    board, wrap = options.board, options.wrap
    if wrap is not None and board is None and wrap != "all" and wrap.strip("0123456789,"):
        # "--wrap 5x5": the word after the option was meant as the board.
        board, wrap = wrap, "all"
    board = _DEFAULT_BOARD if board is None else board
    try:
        grid, mines, layout = find_board(board)
    except ParseError:
        from hypersweep.formats.starting_board import text_start

        count = None if options.mines is None else parse_whole_number(options.mines, "--mines")
        start = (find or text_start)(board, count)
        if start is None:
            raise
        return start.layout.grid, start.layout.mines, start.layout, start.opening()
    if layout is not None:
        if options.mines is not None:
            raise ParameterError("can't use --mines with a board ID, which fixes the mines")
        return grid, mines, layout, None
    if wrap is not None or options.adjacency is not None:
        grid = Grid(grid, adjacency=options.adjacency, wrap=None if wrap is None else _axes(wrap))
    return grid, mines if options.mines is None else parse_whole_number(options.mines, "--mines"), None, None


def open_preferences(options: Namespace) -> list[str]:
    """Return the names of the ``PREFERENCES`` that the options leave open.

    An option for a preference settles that preference; rules other than the classic ones settle both.

    >>> from argparse import Namespace
    >>> for rules in ("classic,chord=off", "classic,guess=never", "esp"):
    ...     print(open_preferences(Namespace(first=None, guess=None, grade=None, rules=rules)))
    ['first_open', 'guess']
    ['first_open']
    []
    """
    name, *changes = options.rules.split(",")
    said = {change.partition("=")[0] for change in changes}
    if options.first is not None:
        said.add("first")
    if options.guess is not None or options.grade is not None:
        said.add("guess")
    words = {"first_open": "first", "guess": "guess"}
    return [preference for preference in PREFERENCES if name == "classic" and words[preference] not in said]


def _axes(text: str) -> bool | list[int]:
    if text == "all":
        return True
    try:
        return [parse_whole_number(part, "--wrap") for part in text.split(",")]
    except ParameterError:
        raise ParameterError(
            f"expected axes such as 0,2 for --wrap, or nothing for all, got {truncate(text)}"
        ) from None
