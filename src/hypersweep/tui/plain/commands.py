"""The commands of the plain game: parsing of an input line, and its answer."""

from __future__ import annotations

from threading import Timer
from typing import TYPE_CHECKING

from hypersweep.errors import CellError, GenerationError, HypersweepError, ParameterError
from hypersweep.game import Game, History, Outcome
from hypersweep.moves import KINDS
from hypersweep.picture.labels import axis_text, place_text
from hypersweep.solve.evidence import list_cells
from hypersweep.text import pluralize
from hypersweep.tui.plain.saved import SavedMoves
from hypersweep.ui_model.board_info import board_sheet
from hypersweep.ui_model.generation_status import is_made_first, making_texts
from hypersweep.ui_model.illegal_move import (
    cell_words,
    code_of,
    example_cell,
    move_text,
    read_cell,
    why_no_board,
    why_nothing,
)
from hypersweep.ui_model.status import cell_status
from hypersweep.validation import suggest, truncate
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.cli_support.output import Output
    from hypersweep.game import MoveResult
    from hypersweep.grid import Grid
    from hypersweep.session import Session
    from hypersweep.session.hint import Advice
    from hypersweep.session.hints import HintDesk
    from hypersweep.view import View

    Cell = tuple[int, ...]

_COMMANDS = ["open", "flag", "chord", "undo", "redo", "show", "hint", "board", "help", "quit"]
# Seconds before a message says what the player is waiting for.
_SOON = 1.0
# Commands for the next game.
_MORE = ["new", "again"]
# "h" is help: a letter typed by mistake must not cost the rank.
_SHORT = {name[0]: name for name in [*_COMMANDS, *_MORE]} | {"?": "help", "exit": "quit"}
# Consequence of a help for a win, announced once in each game before the first one.
_COSTS = {
    "hint": "the result will say that there was a hint: 'hint' again gives it",
    "undo": "the result will say that there was an undo: 'undo' again takes the move back",
}
# The same if best times are saved.
_RANKED_COSTS = {
    "hint": "a hint makes this game unranked: 'hint' again gives it",
    "undo": "taking a move back makes this game unranked: 'undo' again does it",
}
_MOST_FLAGS = 20
# Characters allowed between coordinates, so that cells such as "(3, 4)" can be pasted.
_SEPARATORS = str.maketrans(",;()[]", "      ")


class PlainGame:
    """A game played with lines of text.

    Args:
        game: the game.
        output: output of the answers.
        again: returns the next game; None to end the program with the game.
        is_asked: whether to ask the player before a game loses its rank.
        session: session of the game, which makes its moves; None if nothing is saved.

    Attributes:
        game: the current game, which changes after "new" or "again".
        is_left: whether the player has asked to quit.

    >>> import sys
    >>> from hypersweep import Layout
    >>> from hypersweep.cli_support.output import Output
    >>> plain = PlainGame(Game(layout=Layout("2x3", [(0, 0)])), Output(sys.stdout, is_ascii=True))
    >>> plain.obey("open 0 2")
       0 1 2
    0| # 1 .
    1| # 1 .
    1 mine left, 2 cells covered, 1 move
    >>> plain.obey("open 5 2")
    expected 0 to 1 for axis 0, got 5: the board is 2x3
    """

    def __init__(
        self,
        game: Game,
        output: Output,
        again: Callable[[], Game] | None = None,
        *,
        is_asked: bool = False,
        session: Session | None = None,
        adviser: Callable[[View], Advice] | None = None,
    ) -> None:
        self._adviser = adviser
        self._output = output
        self._again = again
        self._is_asked = is_asked
        self._session = session
        self.is_left: bool = False
        self._take(game)

    def _take(self, game: Game) -> None:
        self.game = game
        self._history: History | SavedMoves = History(game) if self._session is None else SavedMoves(self._session)
        # Moves that undo can take back, the latest one being the centre of the picture; and undone moves.
        self._moves: list[tuple[str, Cell]] = [(move.kind, move.cell) for move in game.moves]
        self._undone: list[tuple[str, Cell]] = []
        self._around = self._moves[-1][1] if self._moves else None
        # Numbers of hints and undos, and the costs already announced.
        self._desk: HintDesk | None = None
        self._helps = {"hint": 0, "undo": 0}
        self._costs_told: set[str] = set()
        # The open that decided the layout.
        self._first: Cell | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.game.outcome is not Outcome.ONGOING

    @property
    def prompt(self) -> str:
        """The source of hints."""
        if not self.is_over:
            return "> "
        return "undo, new, again or quit? " if self.game.outcome is Outcome.LOST else "new, again or quit? "

    def welcome(self, remark: str = "") -> None:
        """Print the game's name and the board.

        Args:
            remark: text after the number of mines.
        """
        game = self.game
        self._say(f"board {game.grid}, {pluralize(game.mines, 'mine')}{remark}, rules {game.rules.words}")
        if self._again is not None:
            self._say(f"'{move_text('open', example_cell(game.grid))}' opens a cell, 'help' lists the commands")
        self._show()

    def obey(self, line: str) -> None:
        """Execute a line of input and print the answer.

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
                raise ParameterError(f"the game is over: expected {self.prompt.rstrip('? ')}, got {truncate(name)}")
            if name == "flag":
                self._flag(arguments)
            else:
                self._move(name, [read_cell(arguments, self.game.grid, name)])
            return
        if name == "show":
            if arguments:
                self._around = read_cell(arguments, self.game.grid, name)
            self._show()
            if arguments and self._around is not None:
                self._say(cell_status(self.game, self._around))
            self._tell_seed()
            return
        known = _COMMANDS if self._again is None else [*_COMMANDS, *_MORE]
        if name not in known:
            raise ParameterError(f"expected one of {', '.join(known)}, got {truncate(name)}{suggest(name, known)}")
        if arguments:
            raise ParameterError(f"expected nothing after {name!r}, got {truncate(' '.join(arguments))}")
        if name == "undo":
            self._undo()
        elif name == "redo":
            self._redo()
        elif name == "hint":
            self._hint()
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
        """Restart the same board, with the same mines."""
        game = self.game
        if game.layout is None:
            raise ParameterError("no mines lie yet: expected an open before 'again'")
        # With the mines placed, a promise to another first open is impossible.
        self._take(Game(layout=game.layout, rules=game.rules.for_layout()))
        # A win on a known board counts as one with help.
        self._costs_told.update(_COSTS)
        self.welcome()

    def _flag(self, words: list[str]) -> None:
        """Flag or unflag cells, all or none; without a cell, list the flags."""
        game = self.game
        size = game.grid.dimensions
        if not words:
            flagged = sorted({cell for kind, cell in self._moves if kind == "flag" and game.is_flagged(cell)})
            where = f": {list_cells(flagged)}" if 0 < len(flagged) <= _MOST_FLAGS else ""
            self._say(f"{pluralize(len(flagged), 'flag')} for {pluralize(game.mines, 'mine')}{where}")
            return
        if len(words) % size:
            raise CellError(
                f"expected {pluralize(size, 'coordinate')} for each cell, got {len(words)}: "
                f"try '{move_text('flag', example_cell(game.grid))}'"
            )
        cells = [read_cell(words[at : at + size], game.grid, "flag") for at in range(0, len(words), size)]
        if len(set(cells)) < len(cells):
            raise CellError("expected cells that differ: a flag put twice is none")
        self._move("flag", cells)

    def _move(self, name: str, cells: list[Cell]) -> None:
        game = self.game
        was_decided = game.layout is not None
        if name == "flag":
            # All or none: check every cell before changing any.
            for cell in cells:
                is_open, rules = game.is_open(cell), game.rules
                if (is_open and not rules.flags_on_open) or (game.is_flagged(cell) and not rules.flag_toggles):
                    raise ParameterError(why_nothing(game, name, cell))
        for cell in cells:
            change = self._act(name, cell)
            if change is None:
                return
            if not change:
                raise ParameterError(why_nothing(game, name, cell))
        if not was_decided and game.layout is not None:
            self._first = cells[0]
        self._moves += [(name, cell) for cell in cells]
        self._undone.clear()
        self._changed(*self._moves[-1])
        for cell in cells:
            if name == "flag" and game.is_open(cell):
                # Only some rules allow flags on open cells, and pictures show the clue there.
                self._say(
                    f"{place_text(cell)} is open and {'has' if game.is_flagged(cell) else 'no longer has'} a flag"
                )

    def _act(self, name: str, cell: Cell) -> MoveResult | None:
        """Make a move; None if the player cancelled the search for the board."""
        game = self.game
        if name != "open" or not is_made_first(game):
            return self._history.act(name, cell)
        is_attended = self._again is not None
        notice = Timer(_SOON, self._tell_making)
        notice.daemon = True
        if is_attended:
            notice.start()
        try:
            return self._history.act(name, cell)
        except GenerationError as error:
            raise ParameterError(why_no_board(game, error)) from None
        except KeyboardInterrupt:
            if not is_attended:
                raise
            self._say("\ncancelled: the game is as it was")
            return None
        finally:
            notice.cancel()

    def _tell_making(self) -> None:
        self._say(f"{making_texts(None)[0]} Ctrl-C cancels it")
        self._output.flush()

    def _changed(self, name: str, cell: Cell) -> None:
        """Show the board after a move."""
        self._around = cell
        if self._desk is not None:
            self._desk.forget()
        self._show()
        if self.is_over:
            self._say(self._result(name, cell))
            if self.game.outcome is Outcome.LOST and self.game.rules.guess != "allowed":
                self._tell_missed()
            self._tell_seed()

    def _tell_missed(self) -> None:
        """Tell which cells were safe, if the rules make guesses unnecessary."""
        from hypersweep.ui_model.game_over import missed_move, missed_texts

        for text in missed_texts(self.game, missed_move(self.game))[:1]:
            self._say(f"{text[:1].upper()}{text[1:]}.")

    def _undo(self) -> None:
        if not self._history.can_undo:
            raise ParameterError("there is nothing to undo")
        # After a loss, help has no cost.
        if not self.is_over and self._asks("undo"):
            return
        self._history.act("undo")
        self._helps["undo"] += 1
        name, cell = self._moves.pop()
        self._undone.append((name, cell))
        self._changed(name, cell)

    def _redo(self) -> None:
        if not self._history.can_redo:
            raise ParameterError("there is nothing to redo")
        self._history.act("redo")
        self._moves.append(self._undone.pop())
        self._changed(*self._moves[-1])

    def _hint(self) -> None:
        if self.is_over:
            raise ParameterError("the game is over: there is nothing left to find")
        game = self.game
        if game.layout is not None and self._asks("hint"):
            return
        from hypersweep.session.hints import HintDesk

        if self._desk is None:
            self._desk = HintDesk()
        advice = self._desk.known(game)
        if advice is None and self._adviser is not None:
            advice = self._adviser(game.view)
        elif advice is None:
            # Imported late, since many games never need the solver.
            from hypersweep.session.advice import find_advice

            advice = find_advice(game.view)
        is_new = not self._desk.is_told(advice)
        hint = self._desk.tell(advice, self._desk.position)
        if hint is None:
            return
        if hint.kind not in ("none", "start"):
            if is_new and hint.level == 1:
                self._helps["hint"] += 1
                if self._session is not None:
                    self._session.note_help()
            more = "" if hint.is_last else " ('hint' says more)"
            self._say(f"hint {hint.level}: {hint.text}{more}")
        else:
            self._say(hint.text)

    def _asks(self, what: str) -> bool:
        """Announce the cost of a help, once in each game with a player. Returns: whether to do only that."""
        if not self._is_asked or what in self._costs_told:
            return False
        self._costs_told.add(what)
        self._say((_COSTS if self._session is None else _RANKED_COSTS)[what])
        return True

    def _say(self, line: str) -> None:
        self._output.write(line + "\n")

    def _show(self) -> None:
        game = self.game
        self._output.write("\n".join((*self._output.picture(game, self._around), "")))
        if not self.is_over:
            flags = game.mines - game.remaining
            self._say(
                f"{pluralize(game.remaining, 'mine')} left, "
                + (f"{pluralize(flags, 'flag')}, " if flags else "")
                + f"{pluralize(game.grid.cells - game.opened, 'cell')} covered, {pluralize(len(self._moves), 'move')}"
            )

    def _result(self, name: str, cell: Cell) -> str:
        game = self.game
        if game.outcome is Outcome.WON:
            helps = [pluralize(count, name) for name, count in self._helps.items() if count]
            with_helps = f", with {' and '.join(helps)}" if helps else ""
            return f"You won in {pluralize(len(self._moves), 'move')}{with_helps}: all safe cells are open."
        if name == "open":
            return f"You lost: there is a mine at {place_text(cell)}."
        mines = [place_text(other) for other in game.grid.neighbours(cell) if code_of(game, other) == EXPLODED]
        return f"You lost: a flag around {place_text(cell)} is wrong, there is a mine at {' and at '.join(mines)}."

    def _tell_seed(self) -> None:
        """Print the command that plays the same board again; the layout depends on the first open too."""
        game = self.game
        if game.seed is None:
            return
        begin = ""
        if self._first is not None and game.rules.first_open != "any":
            begin = f" and '{move_text('open', self._first)}' first"
        self._say(f"seed {game.seed}: play it again with --seed {game.seed}{begin}")


def help_lines(grid: Grid, symbols: dict[int, str], commands: Sequence[str]) -> list[str]:
    """Return the text of ``help``: the commands, and how to read the board, with cells as on this board.

    Args:
        grid: the board.
        symbols: as for an ``Output``.
        commands: names of the available commands.
    """
    cell = example_cell(grid)
    words = cell_words(cell)
    commas = words.replace(" ", ",")
    texts = {
        "open": (f"open {words}", f"open a cell; '{words}' alone does the same"),
        "flag": (f"flag {words}", "put or take away flags on one or more cells; alone, list them"),
        "chord": (f"chord {words}", "open all around a clue that has that many flags around it"),
        "undo": ("undo", "take the latest move back"),
        "redo": ("redo", "make an undone move again"),
        "hint": ("hint", "where to look; again: which cells; again: why"),
        "show": ("show", f"board and seed; 'show {words}' for a cell and its part of it"),
        "help": ("help", "this text"),
        "quit": ("quit", "leave, as the end of the input does"),
        "board": ("board", "its rules, seed and board ID, how to play it again"),
        "new": ("new", "a new board of the same kind"),
        "again": ("again", "the same board once more, with the mines where they are"),
    }
    width = max(len(texts[name][0]) for name in commands)
    lines = [f"  {texts[name][0]:{width}}  {texts[name][1]}" for name in commands]
    lines.append(f"The first letter will do (h is help), and commas for spaces: 'o {commas}'.")
    lines.append(
        f"{symbols[COVERED]} covered   {symbols[FLAGGED]} flag   {symbols[0]} no mine around   1 2 3 mines around"
    )
    lines.append(
        f"At the end: {symbols[MINE]} mine   {symbols[EXPLODED]} mine that went off   {symbols[WRONG_FLAG]} wrong flag"
    )
    if grid.dimensions == 1:
        lines.append("Cells are named by number, starting from 0.")
        return lines
    lines.append(f"A cell has {pluralize(grid.dimensions, 'coordinate')}, each starting from 0: {place_text(cell)}.")
    lines.append("Axis 0 runs down the rows of a table, axis 1 across its columns.")
    if grid.dimensions > 2:
        below = f", below each other along {axis_text(3)}" * (grid.dimensions > 3)
        lines.append(f"Tables stand side by side along {axis_text(2)}{below}.")
        if grid.dimensions > 4:
            lines.append("Along the axes beyond they stand in groups, each under its heading.")
        table = ", ".join(f"{axis_text(axis)}={place}" for axis, place in enumerate(cell[2:], 2))
        lines.append(f"So {place_text(cell)} is in the table {table}.")
    return lines
