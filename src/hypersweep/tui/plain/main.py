r"""``hypersweep play``: a game on any board, line by line, for every terminal and for scripts.

Each line of input is a command, each answer is text. The board is printed at the start and after each move that changed
something; output is never overwritten. There is a prompt only if standard input is a terminal, so that ::

    printf 'open 0 0\nquit\n' | hypersweep play

prints two boards, each with a line about it. The end of the game ends the program; only on a terminal can a lost game
be undone, and another one begun. The exit status is 0 whether the game is won, lost or left; 2 for a command line that
can't be used, 130 after Ctrl-C, and 74 if the output can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from hypersweep.cli_support.board_options import player_wishes, read_play
from hypersweep.cli_support.command_parser import run_command, warn
from hypersweep.text import utf8_stream
from hypersweep.tui.plain.commands import PlainGame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

    from hypersweep.cli_support.output import Output
    from hypersweep.game import Game
    from hypersweep.session import Session
    from hypersweep.session.engine_hints import EngineAdviser
    from hypersweep.session.hint import Advice
    from hypersweep.view import View


def main(argv: list[str]) -> int:
    """Run the plain game and return its exit status.

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
    """Play a game with lines of input, until the game or the input ends.

    Args:
        game: the game.
        read: returns the next line for a prompt, or an empty text at the end of the input.
        output: output of the answers.
        again: returns the next game; None to end the program with the game.
        remark: text after the number of mines.
        is_asked: whether to ask the player before a game loses its rank.
        session: session that saves the game; None if nothing is saved.
        adviser: source of hints; None for the solver.

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
        return output.tell(found)
    choice = found.choice
    game = choice.game()
    if choice.remark:
        warn("hypersweep play", choice.remark)
    with nullcontext() if found.engine is None else engine_adviser(found.engine) as adviser:
        play_lines(
            game,
            output,
            again=lambda: choice.again(player_wishes()).game(),
            remark=" (--mines sets another number)" if choice.are_mines_chosen else "",
            # On a board that the player may know, there is no rank to lose.
            is_asked=choice.seed is None and choice.layout is None,
            adviser=adviser,
        )
    return 0


def engine_adviser(command: str) -> EngineAdviser:
    """Start an engine as the source of hints.

    Raises:
        HypersweepError: it can't be started.
    """
    from hypersweep.session.engine_hints import EngineAdviser

    adviser = EngineAdviser(command)
    adviser.start()
    return adviser


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
    """Play a game with lines of standard input, which may be a terminal.

    Args:
        game: the game.
        output: output of the answers.
        again: returns the next game, for a player at a terminal; None to end the program with the game.
        remark: text after the number of mines.
        is_asked: whether to ask a player at a terminal before a game loses its rank.
        session: session that saves the game; None if nothing is saved.
        adviser: source of hints; None for the solver.

    Raises:
        OSError: the output can't be written.
    """
    is_watched = sys.stdin is not None and sys.stdin.isatty()
    read = _terminal_reader(output) if is_watched else _pipe_reader()
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
        # End the line with the prompt.
        output.write("\n")
        output.flush()
        raise


def _terminal_reader(output: Output) -> Callable[[str], str]:
    """Yield lines typed at a terminal, with line editing by the terminal and ``readline``."""
    if output.is_terminal and os.environ.get("TERM") != "dumb":
        from contextlib import suppress

        # Importing readline gives input() a history. Windows consoles have their own.
        with suppress(ImportError):
            import readline  # noqa: F401

    def read(prompt: str) -> str:
        try:
            return input(prompt) + "\n"
        except EOFError:
            output.write("\n")
            return ""
        except UnicodeDecodeError:
            # Ask again after a line that can't be decoded.
            return "\n"
        except BrokenPipeError:
            raise
        except OSError:
            # The terminal is gone. If the output has failed, the next flush reports it.
            return ""

    return read


def _pipe_reader() -> Callable[[str], str]:
    """Yield lines of standard input, even undecodable ones; nothing if there is no standard input."""
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
            # Flush before each read, so that the prompt is visible.
            text = utf8_stream(buffer) if text is None else text
            return text.readline().decode("utf-8", "replace")
        except (OSError, ValueError):
            return ""

    return read
