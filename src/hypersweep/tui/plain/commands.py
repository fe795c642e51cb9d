"""The commands of the plain game: what a line of input means, and what is answered."""

from __future__ import annotations

from hypersweep.arguments import nearest, shorten
from hypersweep.controls.refusals import cell_words, code_of, example_cell, move_text, read_cell, why_nothing
from hypersweep.controls.this_board import board_sheet
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.game import Game, Outcome
from hypersweep.moves import KINDS
from hypersweep.picture.names import axis_names
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.wording import count_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.console.output import Output
    from hypersweep.grid import Grid

    Cell = tuple[int, ...]

__all__ = ["PlainGame", "help_lines"]

_COMMANDS = ["open", "flag", "chord", "undo", "show", "board", "help", "quit"]
# Where one game may follow another.
_MORE = ["new", "again"]
_SHORT = {name[0]: name for name in [*_COMMANDS, *_MORE]} | {"?": "help", "exit": "quit"}
# What may stand between coordinates, so that cells can be pasted: "(3, 4)".
_SEPARATORS = str.maketrans(",;()[]", "      ")


class PlainGame:
    """A game that is played by lines of text.

    Args:
        game: the game.
        output: where the answers go.
        again: gives the next game; None where the end of a game ends everything.

    Attributes:
        game: the game, another one after "new" or "again".
        is_left: whether the player has asked to quit.

    >>> import sys
    >>> from hypersweep import Layout
    >>> from hypersweep.console.output import Output
    >>> plain = PlainGame(Game(layout=Layout("2x3", [(0, 0)])), Output(sys.stdout, is_ascii=True))
    >>> plain.obey("open 0 2")
       0 1 2
    0| # 1 .
    1| # 1 .
    1 mine left, 2 cells covered, 1 move
    >>> plain.obey("open 5 2")
    expected a row from 0 to 1, got 5: the board is 2x3
    """

    def __init__(self, game: Game, output: Output, again: Callable[[], Game] | None = None) -> None:
        self._output = output
        self._again = again
        self.is_left: bool = False
        self._take(game)

    def _take(self, game: Game) -> None:
        self.game = game
        # Where the moves were that undo can take back: the board is shown around the latest one.
        self._cells = [move.cell for move in game.moves]
        self._around = self._cells[-1] if self._cells else None
        # The open that decided where the mines are.
        self._first: Cell | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.game.outcome is not Outcome.ONGOING

    @property
    def prompt(self) -> str:
        """What to ask a player with."""
        if not self.is_over:
            return "> "
        return "undo, new, again or quit? " if self.game.outcome is Outcome.LOST else "new, again or quit? "

    def welcome(self, remark: str = "") -> None:
        """Print what is played, and the board.

        Args:
            remark: stands behind the number of mines.
        """
        game = self.game
        self._say(f"board {game.grid}, {count_of(game.mines, 'mine')}{remark}, rules {game.rules.words}")
        if self._again is not None:
            self._say(f"'{move_text('open', example_cell(game.grid))}' opens a cell, 'help' lists the commands")
        self._show()

    def obey(self, line: str) -> None:
        """Do what a line says, whatever it is, and print what came of it.

        Raises:
            OSError: the output can't be written.
        """
        words = line.translate(_SEPARATORS).split()
        if not words:
            return
        name, arguments = words[0].lower(), words[1:]
        if name[0] in "+-0123456789":
            name, arguments = "open", words
        try:
            self._command(_SHORT.get(name, name), arguments)
        except HypersweepError as error:
            self._say(str(error))

    def _command(self, name: str, arguments: list[str]) -> None:
        if name in KINDS:
            if self.is_over:
                raise ParameterError(f"the game is over: expected {self.prompt.rstrip('? ')}, got {shorten(name)}")
            self._move(name, read_cell(arguments, self.game.grid, name))
            return
        if name == "show":
            if arguments:
                self._around = read_cell(arguments, self.game.grid, name)
            self._show()
            self._tell_seed()
            return
        known = _COMMANDS if self._again is None else [*_COMMANDS, *_MORE]
        if name not in known:
            raise ParameterError(f"expected one of {', '.join(known)}, got {shorten(name)}{nearest(name[:30], known)}")
        if arguments:
            raise ParameterError(f"expected nothing after {name!r}, got {shorten(' '.join(arguments))}")
        if name == "undo":
            if not self.game.undo():
                raise ParameterError("there is nothing to undo")
            self._around = self._cells.pop()
            self._show()
        elif name == "help":
            for line in help_lines(self.game.grid, self._output.symbols, known):
                self._say(line)
        elif name == "board":
            for heading, text in board_sheet(self.game, self._first).lines:
                self._say(f"{heading:10}{text}")
        elif name == "quit":
            self.is_left = True
        elif name == "again":
            self._begin_again()
        elif self._again is not None:
            self._take(self._again())
            self.welcome()

    def _begin_again(self) -> None:
        """Play the same board once more, with the mines where they are."""
        game = self.game
        if game.layout is None:
            raise ParameterError("no mines lie yet: expected an open before 'again'")
        # What lies already can't keep a promise to another first open.
        self._take(Game(layout=game.layout, rules=game.rules.replace(first_open="any")))
        self.welcome()

    def _move(self, name: str, cell: Cell) -> None:
        game = self.game
        was_decided = game.layout is not None
        change = {"open": game.open, "flag": game.flag, "chord": game.chord}[name](cell)
        if not change:
            raise ParameterError(why_nothing(game, name, cell))
        if not was_decided and game.layout is not None:
            self._first = cell
        self._cells.append(cell)
        self._around = cell
        self._show()
        if name == "flag" and game.is_open(cell):
            # Only some rules allow it, and no picture shows it: an open cell shows its clue.
            self._say(f"{cell_words(cell)} is open and {'has' if game.is_flagged(cell) else 'no longer has'} a flag")
        if self.is_over:
            self._say(self._result(name, cell))
            self._tell_seed()

    def _say(self, line: str) -> None:
        self._output.write(line + "\n")

    def _show(self) -> None:
        game = self.game
        self._output.write("\n".join((*self._output.picture(game, self._around), "")))
        if not self.is_over:
            covered = count_of(game.grid.cells - game.opened, "cell")
            self._say(
                f"{count_of(game.remaining, 'mine')} left, {covered} covered, {count_of(len(self._cells), 'move')}"
            )

    def _result(self, name: str, cell: Cell) -> str:
        game = self.game
        if game.outcome is Outcome.WON:
            return f"You won in {count_of(len(self._cells), 'move')}: all safe cells are open."
        if name == "open":
            return f"You lost: there is a mine at {cell_words(cell)}."
        mines = [cell_words(other) for other in game.grid.neighbours(cell) if code_of(game, other) == EXPLODED]
        return f"You lost: a flag around {cell_words(cell)} is wrong, there is a mine at {' and at '.join(mines)}."

    def _tell_seed(self) -> None:
        """Say how to play the same board again: the first open has its share in where the mines are."""
        game = self.game
        if game.seed is None:
            return
        begin = ""
        if self._first is not None and game.rules.first_open != "any":
            begin = f" and '{move_text('open', self._first)}' first"
        self._say(f"seed {game.seed}: play it again with --seed {game.seed}{begin}")


def help_lines(grid: Grid, symbols: dict[int, str], commands: Sequence[str]) -> list[str]:
    """What ``help`` prints: the commands, and how to read the board, with cells as this board has them.

    Args:
        grid: the board.
        symbols: as of an ``Output``.
        commands: the names of those that can be given.
    """
    cell = example_cell(grid)
    words = cell_words(cell)
    commas = words.replace(" ", ",")
    texts = {
        "open": (f"open {words}", f"open a cell; '{words}' alone does the same"),
        "flag": (f"flag {words}", "put a flag on a covered cell, or take it away"),
        "chord": (f"chord {words}", "open all around a clue that has that many flags around it"),
        "undo": ("undo", "take the latest move back"),
        "show": ("show", f"board and seed; 'show {words}' for that part of a large board"),
        "help": ("help", "this text"),
        "quit": ("quit", "leave, as the end of the input does"),
        "board": ("board", "its rules, seed and board ID, how to play it again"),
        "new": ("new", "a new board of the same kind"),
        "again": ("again", "the same board once more, with the mines where they are"),
    }
    width = max(len(texts[name][0]) for name in commands)
    lines = [f"  {texts[name][0]:{width}}  {texts[name][1]}" for name in commands]
    lines.append(f"The first letter of a command will do, and commas for spaces: 'o {commas}'.")
    lines.append(
        f"{symbols[COVERED]} covered   {symbols[FLAGGED]} flag   {symbols[0]} no mine around   1 2 3 mines around"
    )
    lines.append(
        f"At the end: {symbols[MINE]} mine   {symbols[EXPLODED]} mine that went off   {symbols[WRONG_FLAG]} wrong flag"
    )
    names = axis_names(grid.dimensions)
    if len(names) == 1:
        lines.append("Cells are named by number, starting from 0.")
        return lines
    lines.append(f"Cells are named by {', '.join(names[:-1])} and {names[-1]}, starting from 0.")
    if len(names) > 2:
        lines.append("In a table, rows run down and columns across. Tables stand side by")
        below = ", below each other for x3" * (len(names) > 3) + ", in groups for the axes beyond" * (len(names) > 4)
        lines.append(f"side for x2{below}.")
        table = " ".join(f"{name}={place}" for name, place in zip(names[2:], cell[2:], strict=True))
        lines.append(f"So 'open {words}' opens row {cell[0]}, column {cell[1]} of the table {table}.")
    return lines
