r"""``hypersweep play``: a game on any board, played line by line, for every terminal and for scripts.

Each line of input is a command, answered with text. The board is printed at the start and after each move that changes
something; output is never overwritten. There is a prompt only if standard input is a terminal, so that ::

    printf 'open 0 0\nquit\n' | hypersweep play

prints two boards, each with a line about its state. The program exits at the end of the game, except in a terminal,
where the player can undo a loss or begin another game. The exit status is 0 whether the game is won, lost or left; 2
for an invalid command line, 130 after Ctrl-C, and 74 if the output can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from threading import Timer
from typing import TYPE_CHECKING

from hypersweep.cli_support.board_options import player_preferences, read_play
from hypersweep.cli_support.command_parser import run_command, warn
from hypersweep.errors import CellError, GenerationError, HypersweepError, ParameterError
from hypersweep.game import Game, History, Outcome
from hypersweep.game.first_open import is_searched
from hypersweep.moves import KINDS
from hypersweep.picture.arrangement import place_name
from hypersweep.solve.evidence import list_cells
from hypersweep.text import place_text, pluralize, utf8_stream, without_separators
from hypersweep.ui_model.board_info import board_sheet
from hypersweep.ui_model.cursor import cell_status
from hypersweep.ui_model.game_texts import (
    cell_words,
    code_of,
    example_cell,
    making_texts,
    move_text,
    read_cell,
    rescue_text,
    why_no_board,
    why_nothing,
)
from hypersweep.validation import suggest, truncate
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

    from hypersweep.cli_support.output import Output
    from hypersweep.game import MoveResult
    from hypersweep.grid import Grid
    from hypersweep.session import Session
    from hypersweep.session.engine_hints import EngineAdviser
    from hypersweep.session.hint import Advice, HintDesk
    from hypersweep.typing import CellLike
    from hypersweep.view import View

    Cell = tuple[int, ...]


_COMMANDS = ["open", "flag", "chord", "undo", "redo", "show", "hint", "board", "help", "quit"]
# Seconds before a message says what the player is waiting for.
_SOON = 1.0
# Commands that begin another game; only in a terminal.
_MORE = ["new", "again"]
# Abbreviations. "h" is "help", not "hint": a letter typed by mistake must not make the game unranked.
_SHORT = {name[0]: name for name in [*_COMMANDS, *_MORE]} | {"?": "help", "exit": "quit"}
# What each kind of help means for a win; announced once per game, before the first help of that kind.
_COSTS = {
    "hint": "the result will mention the hint: 'hint' again shows it",
    "undo": "the result will mention the undo: 'undo' again takes the move back",
}
# What help means for a win in a game that is saved and may be ranked.
_RANKED_COSTS = {
    "hint": "a hint makes this game unranked: 'hint' again shows it",
    "undo": "taking a move back makes this game unranked: 'undo' again does it",
}
_MOST_FLAGS = 20


def main(argv: list[str]) -> int:
    """Run the plain game, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep play``.

    >>> main(["--list"]) # doctest: +ELLIPSIS
    name          board     mines   mean clue  zeros  also
    beginner      9x9          10        0.84    40 %  easy
    ...
    0
    """
    return run_command("hypersweep play", argv, _run)


def play(
    game: Game,
    read: Callable[[str], str],
    output: Output,
    *,
    again: Callable[[], Game] | None = None,
    remark: str = "",
    is_asked: bool = False,
    session: Session | None = None,
    adviser: Callable[[View], Advice] | None = None,
) -> None:
    """Play a game from lines of input, until the game or the input ends.

    Args:
        game: the game.
        read: takes a prompt, returns the next line, or an empty string at the end of the input.
        output: where to write the answers.
        again: returns another game; None to exit when the game ends.
        remark: text to print after the number of mines.
        is_asked: whether to warn the player once before a command that makes the game unranked.
        session: the session that saves the game; None if nothing is saved.
        adviser: finds hints; None for the solver.

    Raises:
        OSError: the output can't be written.

    >>> from hypersweep import Game
    >>> from hypersweep.cli_support.output import Output
    >>> lines = iter(["flag 0 1", "quit"])
    >>> play(Game("2x3", 1, seed=1), lambda prompt: next(lines), Output(sys.stdout, is_ascii=True))
    board 2x3, 1 mine, rules classic
       0 1 2
    0| # # #
    1| # # #
    1 mine left, 6 cells covered, 0 moves
       0 1 2
    0| # F #
    1| # # #
    0 mines left, 1 flag, 6 cells covered, 1 move
    """
    plain = PlainGame(game, output, again, is_asked=is_asked, session=session, adviser=adviser)
    plain.welcome(remark)
    while not (plain.is_left or (plain.is_over and again is None)):
        output.flush()
        line = read(plain.prompt)
        if not line:
            break
        plain.obey(line)
    output.flush()


def _run(argv: Sequence[str], output: Output) -> int:
    found = read_play(argv)
    if isinstance(found, str):
        return output.print(found)
    choice = found.choice
    game = choice.game()
    if choice.remark:
        warn("hypersweep play", choice.remark)
    with nullcontext() if found.engine is None else engine_adviser(found.engine) as adviser:
        play_lines(
            game,
            output,
            again=lambda: choice.again(player_preferences()).game(),
            remark=" (--mines sets another number)" if choice.are_mines_chosen else "",
            # With a given seed or layout, the game is unranked from the start, so there is nothing to warn about.
            is_asked=choice.seed is None and choice.layout is None,
            adviser=adviser,
        )
    return 0


def engine_adviser(command: str) -> EngineAdviser:
    """Start an engine to give hints.

    Args:
        command: the command that starts the engine.

    Raises:
        HypersweepError: the engine can't be started.
    """
    from hypersweep.session.engine_hints import EngineAdviser

    adviser = EngineAdviser(command)
    adviser.start()
    return adviser


def play_session(name: str, session: Session, output: Output, *, is_asked: bool = False) -> int:
    """Play a session line by line, saving each move. Returns: the exit status.

    Args:
        name: the command's name, for a warning if the game can't be saved.
        session: the session; it is closed at the end.
        output: where to write the answers.
        is_asked: as for ``play_lines``.
    """
    from hypersweep.session.store_files import rescue

    try:
        session.resume()
        play_lines(session.game, output, session=session, is_asked=is_asked)
    finally:
        session.close()
        if session.failure is not None:
            warn(name, rescue_text(rescue(session.record)))
    return 0


def play_lines(
    game: Game,
    output: Output,
    *,
    again: Callable[[], Game] | None = None,
    remark: str = "",
    is_asked: bool = False,
    session: Session | None = None,
    adviser: Callable[[View], Advice] | None = None,
) -> None:
    """Play a game with lines from standard input, which may be a terminal.

    Args:
        game: the game.
        output: where to write the answers.
        again: returns another game for a player in a terminal; None to exit when the game ends.
        remark: text to print after the number of mines.
        is_asked: whether to warn a player in a terminal once before a command that makes the game unranked.
        session: the session that saves the game; None if nothing is saved.
        adviser: finds hints; None for the solver.

    Raises:
        OSError: the output can't be written.
    """
    is_watched, read = line_reader(output)
    try:
        play(
            game,
            read,
            output,
            again=again if is_watched else None,
            remark=remark,
            is_asked=is_watched and is_asked,
            session=session,
            adviser=adviser,
        )
    except KeyboardInterrupt:
        # Ctrl-C left the cursor after the prompt: end that line.
        output.write("\n")
        output.flush()
        raise


def line_reader(output: Output) -> tuple[bool, Callable[[str], str]]:
    """Return whether the input is a terminal, and a function that takes a prompt and returns the next line.

    At the end of the input the function returns an empty string. It shows the prompt only in a terminal.

    Args:
        output: where the game is printed.
    """
    is_watched = sys.stdin is not None and sys.stdin.isatty()
    return is_watched, _terminal_reader(output) if is_watched else _pipe_reader()


def _terminal_reader(output: Output) -> Callable[[str], str]:
    """Return a function that reads lines typed in a terminal, with ``readline`` for editing if available."""
    if output.is_terminal and os.environ.get("TERM") != "dumb":
        from contextlib import suppress

        # Importing readline gives input() a history; Windows lacks it, but its consoles have their own.
        with suppress(ImportError):
            import readline  # noqa: F401

    def read(prompt: str) -> str:
        try:
            return input(prompt) + "\n"
        except EOFError:
            output.write("\n")
            return ""
        except UnicodeDecodeError:
            # Treat a line that can't be decoded as empty, so that the player is prompted again.
            return "\n"
        except BrokenPipeError:
            raise
        except OSError:
            # The terminal is gone: end the input. If output has failed too, the next flush reports it.
            return ""

    return read


def _pipe_reader() -> Callable[[str], str]:
    """Return a function that reads lines, even undecodable ones, from standard input; without one, it returns ""."""
    stream = sys.stdin
    text: IO[bytes] | None = None

    def read(prompt: str) -> str:
        nonlocal text
        del prompt
        try:
            if stream is None:
                return ""
            buffer = getattr(stream, "buffer", None)
            if buffer is None:
                return stream.readline()
            # Don't call this before the first read: it waits for input, and the board must be printed first.
            text = utf8_stream(buffer) if text is None else text
            return text.readline().decode("utf-8", "replace")
        except (OSError, ValueError):
            return ""

    return read


class SavedMoves:
    """Makes a session's moves through the ``History`` methods used by ``PlainGame``.

    Args:
        session: the session.

    >>> from hypersweep.session import Session
    >>> moves = SavedMoves(Session("3x4", 2, seed=7))
    >>> moves.act("flag", (0, 1)).flagged, moves.can_undo, moves.act("undo").flagged, moves.can_redo
    (1, True, -1, True)
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return self._session.can_redo

    def act(self, kind: str, cell: CellLike | None = None) -> MoveResult:
        """Make a move, undo the latest one, or redo it.

        Args:
            kind: "open", "flag", "chord", "undo" or "redo".
            cell: the move's cell; None for "undo" and "redo".
        """
        session = self._session
        if cell is None:
            return session.undo() if kind == "undo" else session.redo()
        return {"open": session.open, "flag": session.flag, "chord": session.chord}[kind](cell)


class PlainGame:
    """A game played with typed commands.

    Args:
        game: the game.
        output: where to write the answers.
        again: returns another game; None to exit when the game ends.
        is_asked: whether to warn the player once before a command that makes the game unranked.
        session: the session that makes and saves the moves; None if nothing is saved.

    Attributes:
        game: the current game; it changes after "new" or "again".
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
        # Whether the player has typed anything.
        self._is_obeyed = False
        self._take(game)

    def _take(self, game: Game) -> None:
        self.game = game
        self._history: History | SavedMoves = History(game) if self._session is None else SavedMoves(self._session)
        # Moves that can be undone, and undone moves that can be redone.
        self._moves: list[tuple[str, Cell]] = [(move.kind, move.cell) for move in game.moves]
        self._undone: list[tuple[str, Cell]] = []
        # The cell that the picture is centred on: the one last played, undone, redone or passed to 'show'.
        self._around = self._moves[-1][1] if self._moves else None
        # Hints and undos in this game, and the costs already announced.
        self._desk: HintDesk | None = None
        self._helps = {"hint": 0, "undo": 0}
        self._warned_of: set[str] = set()
        # The cell whose opening decided the layout.
        self._first: Cell | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.game.outcome is not Outcome.ONGOING

    @property
    def prompt(self) -> str:
        """The prompt for the next line of input."""
        if not self.is_over:
            return "> "
        return "undo, new, again or quit? " if self.game.outcome is Outcome.LOST else "new, again or quit? "

    def welcome(self, remark: str = "") -> None:
        """Print the board's name, mines and rules, then the board itself.

        Args:
            remark: text to print after the number of mines.
        """
        game = self.game
        self._say(f"board {game.grid}, {pluralize(game.mines, 'mine')}{remark}, rules {game.rules.words}")
        if self._again is not None:
            self._tell_how()
        self._show()

    def _tell_how(self) -> None:
        self._say(f"'{move_text('open', example_cell(self.game.grid))}' opens a cell, 'help' lists the commands")

    def obey(self, line: str) -> None:
        """Execute a line of input, and print the answer.

        Raises:
            OSError: the output can't be written.
        """
        words = without_separators(line).split()
        if not words:
            if not self._is_obeyed:
                self._tell_how()
            return
        self._is_obeyed = True
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
        """Play the same board again, with the same mines."""
        game = self.game
        if game.layout is None:
            raise ParameterError("no mines are placed yet: open a cell before 'again'")
        # The mines are already placed, so the rules can't promise anything for the first click.
        self._take(Game(layout=game.layout, rules=game.rules.for_layout()))
        # The player knows this board, so the game is unranked: don't announce costs.
        self._warned_of.update(_COSTS)
        self.welcome()

    def _flag(self, words: list[str]) -> None:
        """Toggle the flags on some cells, or on none if one of them is invalid; without cells, list the flags."""
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
            raise CellError("expected different cells: a flag set twice is removed")
        self._move("flag", cells)

    def _move(self, name: str, cells: list[Cell]) -> None:
        game = self.game
        was_decided = game.layout is not None
        if name == "flag":
            # Check every cell before changing any.
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
                # Where the rules allow flags on open cells, the picture shows the clue, so report the flag in words.
                self._say(
                    f"{place_text(cell)} is open and {'has' if game.is_flagged(cell) else 'no longer has'} a flag"
                )

    def _act(self, name: str, cell: Cell) -> MoveResult | None:
        """Make a move. Returns: its result, or None if the player cancelled the search for the board."""
        game = self.game
        if name != "open" or not is_searched(game.rules, game.layout):
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
        """Print that the loss was avoidable, if the rules make guesses unnecessary."""
        from hypersweep.ui_model.game_texts import missed_move, missed_texts

        for text in missed_texts(self.game, missed_move(self.game))[:1]:
            self._say(f"{text[:1].upper()}{text[1:]}.")

    def _undo(self) -> None:
        if not self._history.can_undo:
            raise ParameterError("there is nothing to undo")
        # After a loss an undo costs nothing, so it needs no warning.
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
        from hypersweep.session.hint import HintDesk

        if self._desk is None:
            self._desk = HintDesk()
        advice = self._desk.known(game)
        if advice is None and self._adviser is not None:
            advice = self._adviser(game.view)
        elif advice is None:
            # Imported late, since many games end without needing the solver.
            from hypersweep.session.hint_search import find_advice

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
        """Announce the cost of a kind of help, once per game. Returns: whether to wait for a second request."""
        if not self._is_asked or what in self._warned_of:
            return False
        self._warned_of.add(what)
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
        """Print the seed and, if the layout depends on it, the first click, for playing the same board again."""
        game = self.game
        if game.seed is None:
            return
        begin = ""
        if self._first is not None and game.rules.first_open != "any":
            begin = f" and '{move_text('open', self._first)}' first"
        self._say(f"seed {game.seed}: play it again with --seed {game.seed}{begin}")


def help_lines(grid: Grid, symbols: dict[int, str], commands: Sequence[str]) -> list[str]:
    """Return the lines of ``help``: the commands, and how to read the board, with examples of this board's cells.

    Args:
        grid: the board.
        symbols: characters by cell code, as in an ``Output``.
        commands: names of the available commands.
    """
    cell = example_cell(grid)
    words = cell_words(cell)
    commas = words.replace(" ", ",")
    texts = {
        "open": (f"open {words}", f"open a cell; '{words}' alone does the same"),
        "flag": (f"flag {words}", "flag or unflag one or more cells; alone, list the flags"),
        "chord": (f"chord {words}", "open the cells around a clue that has as many flags"),
        "undo": ("undo", "undo the latest move"),
        "redo": ("redo", "redo the last undone move"),
        "hint": ("hint", "where to look; again: which cells; again: why"),
        "show": ("show", f"board and seed; 'show {words}' for a cell and its area"),
        "help": ("help", "this text"),
        "quit": ("quit", "quit; so does the end of the input"),
        "board": ("board", "its rules, seed and board ID, and how to play it again"),
        "new": ("new", "a new board of the same kind"),
        "again": ("again", "restart the same board, with the same mines"),
    }
    width = max(len(texts[name][0]) for name in commands)
    lines = [f"  {texts[name][0]:{width}}  {texts[name][1]}" for name in commands]
    lines.append(f"The first letter is enough (except hint), commas replace spaces: 'o {commas}'.")
    lines.append(
        f"{symbols[COVERED]} covered   {symbols[FLAGGED]} flag   {symbols[0]} no mine around   1 2 3 mines around"
    )
    lines.append(
        f"At the end: {symbols[MINE]} mine   {symbols[EXPLODED]} mine that went off   {symbols[WRONG_FLAG]} wrong flag"
    )
    if grid.dimensions == 1:
        lines.append("Cells are named by number, starting from 0.")
        return lines
    places = ", ".join(place_name(axis, place) for axis, place in enumerate(cell))
    lines.append(f"A cell has {pluralize(grid.dimensions, 'coordinate')}, each starting from 0.")
    if grid.dimensions > 2:
        below = ", table rows below each other" * (grid.dimensions > 3)
        lines.append(f"Layers stand side by side{below}.")
        if grid.dimensions > 4:
            lines.append("Along further axes they form groups, each under its heading.")
    lines.append(f"So {place_text(cell)} is {places}.")
    return lines
