"""``hypersweep play``: a game on any board, line by line, for every terminal and for scripts.

Each line of input is a command, each answer is text. The board is printed at the start and after each move that changed
something; nothing is ever drawn over. Where standard input is no terminal there is no prompt, so that

    printf 'open 0 0\\nquit\\n' | hypersweep play

prints two boards. The exit status is 0 whether the game is won, lost or left; 2 for a command line that can't be used,
130 after Ctrl-C, and 74 if the output can't be written (0 if merely nobody reads it any more).
"""

from __future__ import annotations

import sys

from hypersweep.arguments import nearest, shorten
from hypersweep.drawing import axis_names
from hypersweep.errors import CellError, HypersweepError, ParameterError
from hypersweep.game import Game, Outcome
from hypersweep.tui.screen import Screen
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from hypersweep.grid import Grid

    Cell = tuple[int, ...]

__all__ = ["PlainGame", "main", "play"]

INTERRUPTED = 130
WRITING_FAILED = 74

_COMMANDS = ("open", "flag", "chord", "undo", "show", "help", "quit")
_SHORT = {"o": "open", "f": "flag", "c": "chord", "u": "undo", "s": "show", "h": "help", "?": "help", "q": "quit"}
_SHORT |= {"n": "new", "exit": "quit"}
# What may stand between coordinates, for cells that are pasted from elsewhere: "(3, 4)".
_SEPARATORS = str.maketrans(",;()[]", "      ")


class PlainGame:
    """A game and what is printed about it.

    Args:
        game: the game.
        screen: where to print.
        again: gives the next game; None where the end of a game ends everything.

    >>> from hypersweep import Layout
    >>> plain = PlainGame(Game(layout=Layout("2x3", [(0, 0)])), Screen(sys.stdout, is_ascii=True))
    >>> plain.obey("open 0 2")
       0 1 2
    0| # 1 .
    1| # 1 .
    1 mine left, 2 cells covered, 1 move
    >>> plain.obey("open 5 2")
    expected a row from 0 to 1, got 5: the board is 2x3
    """

    def __init__(self, game: Game, screen: Screen, again: Callable[[], Game] | None = None) -> None:
        self.game = game
        self.is_left = False
        self._screen = screen
        self._again = again
        # Where the latest move was, and the open that decided where the mines are.
        self._around: Cell | None = None
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
        return "undo, new or quit? " if self.game.outcome is Outcome.LOST else "new or quit? "

    def say(self, line: str) -> None:
        """Print a line."""
        self._screen.write(line + "\n")

    def welcome(self, remark: str = "") -> None:
        """Print what is played, and the board."""
        game = self.game
        self.say(f"{game.grid}, {_count(game.mines, 'mine')}{remark}, {game.rules} rules")
        if self._again is not None:
            self.say(f"'{_example(game.grid, 'open')}' opens a cell, 'help' tells the rest")
        self._board()

    def obey(self, line: str) -> None:
        """Do what a line of input says, and print what comes of it; any line can be given.

        Raises:
            OSError: the output can't be written.
        """
        words = line.translate(_SEPARATORS).split()
        if not words:
            return
        name = words[0].lower()
        name = _SHORT.get(name, name)
        arguments = words[1:]
        if words[0][0] in "+-0123456789":
            name, arguments = "open", words
        try:
            self._command(name, arguments)
        except HypersweepError as error:
            self.say(str(error))

    def _command(self, name: str, arguments: list[str]) -> None:
        if name in ("open", "flag", "chord"):
            if self.is_over:
                raise ParameterError(f"the game is over: {self.prompt.rstrip('? ')}")
            self._move(name, read_cell(arguments, self.game.grid, name))
        elif name == "show":
            if arguments:
                self._around = read_cell(arguments, self.game.grid, name)
            self._board()
            self._tell_seed()
        elif name not in ("undo", "help", "quit") and (name != "new" or self._again is None):
            known = list(_COMMANDS)
            raise ParameterError(
                f"expected a command ({', '.join(known)}), got {shorten(name)}{nearest(name[:30], known)}"
            )
        elif arguments:
            raise ParameterError(f"expected nothing after {name!r}, got {shorten(' '.join(arguments))}")
        elif name == "undo":
            moves = self.game.moves
            if not self.game.undo():
                raise ParameterError("there is nothing to undo")
            self._around = moves[-1].cell
            self._board()
        elif name == "help":
            self._screen.write(_help(self.game, self._screen, self._again is not None))
        elif name == "quit":
            self.is_left = True
        elif self._again is not None:
            self.game = self._again()
            self._around = self._first = None
            self.welcome()

    def _move(self, name: str, cell: Cell) -> None:
        game = self.game
        was_decided = game.layout is not None
        change = {"open": game.open, "flag": game.flag, "chord": game.chord}[name](cell)
        if not change:
            raise ParameterError(why_nothing(game, name, cell))
        if not was_decided and game.layout is not None:
            self._first = cell
        self._around = cell
        self._board()
        if self.is_over:
            self.say(self._result(name, cell))
            self._tell_seed()

    def _board(self) -> None:
        game = self.game
        self._screen.write("\n".join((*self._screen.picture(game, self._around), "")))
        if not self.is_over:
            covered = game.grid.cells - game.opened
            moves = len(game.moves)
            self.say(
                f"{_count(game.remaining, 'mine')} left, {_count(covered, 'cell')} covered, {_count(moves, 'move')}"
            )

    def _result(self, name: str, cell: Cell) -> str:
        game = self.game
        if game.outcome is Outcome.WON:
            return f"You won: every safe cell is open, after {_count(len(game.moves), 'move')}."
        if name == "open":
            return f"You lost: there is a mine at {_words(cell)}."
        hit = [other for other in game.grid.neighbours(cell) if code_of(game, other) == EXPLODED]
        return f"You lost: a flag was wrong, and there is a mine at {' and at '.join(map(_words, hit))}."

    def _tell_seed(self) -> None:
        """Say how to play the same board again. Which mines a first open is promised not to meet depends on it as well."""
        game = self.game
        if game.seed is None:
            return
        same = ""
        if self._first is not None and game.rules.first_open != "any":
            same = f" and begin with 'open {_words(self._first)}'"
        self.say(f"seed {game.seed}: play it again with --seed {game.seed}{same}")
