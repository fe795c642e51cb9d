r"""``hypersweep watch``: show the solver or an engine playing, with its reasons next to the board.

The game takes the full screen; with ``--plain``, or if the terminal can't show the full screen, each move is printed as
a line. The exit status is 0 whether games are won or lost; 1 if an engine fails while lines are printed; 2 for invalid
arguments or an engine that can't be used; 3 for a position that is too large even for an estimate; 130 after Ctrl-C;
and 74 if the output can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING

from hypersweep.boards import preset_lines
from hypersweep.cli_support.board_options import add_board, chosen_board
from hypersweep.cli_support.command_parser import CommandParser, chosen_name, run_command, warn
from hypersweep.errors import EngineError, ParameterError
from hypersweep.exit_codes import FAILED
from hypersweep.solve import POLICIES
from hypersweep.text import parse_seconds, parse_whole_number, place_text, tame
from hypersweep.tui.terminal import why_not_full_screen
from hypersweep.ui_model.solver_show import DELAY, USUAL_POLICY, SolverShow, about_text, play_text

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from hypersweep.cli_support.output import Output
    from hypersweep.engine import Player
    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.ui_model.solver_show import EngineTurns

_NAME = "hypersweep watch"

# Seconds an engine may take for a move; after that, it is asked to answer at once and gets as long again.
_PATIENCE = 10.0

_EPILOG = """\
The default BOARD is the beginner's; 'hypersweep play --help' explains boards
and first clicks. The solver sees what a player would
see. It explains a certain move by the clues it follows from and a guess by its
risk; mines used in a reason get flags. At the end it shows how lucky the game
was: the product of the chances of all its guesses.

With --engine another program plays, and explains its moves if it can: a name
such as ms_toollib, a function of yours, or an engine's command. If it fails,
the full screen pauses; with --plain the command exits with status 1.

Space pauses and continues, the arrow keys step a move on or back, + and -
change the speed, t lets you take over the game, and F1 shows all keys.

examples:
  hypersweep watch                          a beginner's board
  hypersweep watch expert --step            wait for you before each move
  hypersweep watch 4x4x4x4 --mines 12 --delay 2
  hypersweep watch 9x9 --seed 7 --games 20 --delay 0 | grep game
  hypersweep watch expert --engine players.py:careful
"""


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep watch``.

    >>> main(["1x5", "--mines", "1", "--seed", "3"]) # doctest: +ELLIPSIS
    game 1: board 1x5, 1 mine, rules classic, seed 3
    1. open (0, 0): ...
    0
    """
    return run_command(_NAME, argv, _run)


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Watch the solver or an engine play and explain its moves.", _EPILOG)
    add_board(parser)
    add = parser.add_argument
    names = ", ".join(POLICIES)
    add(
        "--policy",
        metavar="NAME",
        words=POLICIES,
        help=f"how the solver guesses: {names} (the default is the last)",
    )
    add(
        "--engine",
        metavar="NAME",
        words=POLICIES,
        help="the player to watch instead: module:function, file.py:function, ms_toollib, or an engine's command",
    )
    add("--delay", metavar="SECONDS", help=f"time between moves (default: {DELAY} on a terminal, 0 elsewhere)")
    add("--step", action="store_true", help="start paused; line by line, wait for Enter before each move")
    add("--games", metavar="N", default="1", help="number of games; with --seed S the seeds are S, S + 1, ...")
    add("--plain", action="store_true", help="print each move as a line, even in a terminal")
    add("--list", action="store_true", help="list the named boards")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "board")
    if options.help:
        return output.print(parser.format_help())
    if options.list:
        return output.print("\n".join((*preset_lines(), "")))
    choice = chosen_board(options)
    policy = USUAL_POLICY if options.policy is None else chosen_name(options.policy, "--policy", POLICIES)
    games = parse_whole_number(options.games, "--games", least=1)
    if choice.layout is not None and games > 1:
        raise ParameterError("can't play several games on a board ID, which fixes the mines")
    with _engine(options) as engine:
        finder = None if engine is None else _turns(engine)
        # Create the show first: an impossible first game raises an error before anything is drawn.
        show = SolverShow(choice, policy=policy, finder=finder, count=games, is_playing=not options.step)
        return _watch(show, choice, options, output)


def _engine(options: Namespace) -> AbstractContextManager[Player | None]:
    """Return the player for --engine, or None for the solver; leaving the context stops the engine's process."""
    if options.engine is None:
        return nullcontext()
    if options.policy is not None:
        raise ParameterError("can't use --policy with --engine, which has its own policy")
    from hypersweep.engine.players import find_player, written_player

    return find_player(written_player(options.engine), timeout=_PATIENCE)


def _turns(engine: Player) -> EngineTurns:
    from hypersweep.ui_model.solver_show import EngineTurns

    # Start the engine before drawing anything, so that a failure is reported and the engine's name is known.
    engine.new_game()
    return EngineTurns(engine)


def _watch(show: SolverShow, choice: BoardChoice, options: Namespace, output: Output) -> int:
    if choice.remark:
        warn(_NAME, choice.remark)
    if options.delay is not None:
        show.delay = parse_seconds(options.delay, "--delay")
    elif not output.is_terminal:
        show.delay = 0.0
    if output.is_terminal and not options.plain:
        reason = why_not_full_screen()
        if reason is None:
            return _show(output, show)
        if not reason.startswith("standard "):
            warn(_NAME, f"{reason}: printing each move as a line, as with --plain")
    try:
        _tell(output, show)
    except EngineError as error:
        output.flush()
        warn(_NAME, f"{show.player.name} can't continue: {tame(str(error), 1000)}")
        return FAILED
    return 0


def _show(output: Output, show: SolverShow) -> int:
    """Show the games on the full screen, then print their results. Returns: the exit status."""
    # Import Textual only here: plain output doesn't need it, and it is slow to load.
    from hypersweep.tui.full_screen import run

    status = run(show=show)
    if status == 0:
        game, cell = show.player.game, show.player.latest_cell
        output.write("\n".join((_about(show), *output.picture(game, cell), *show.result_lines(), "")))
        output.flush()
    return status


def _tell(output: Output, show: SolverShow) -> None:
    """Print each move on a line, and a picture at the end of each game."""
    while True:
        player = show.player
        output.write(f"game {show.number}: {_about(show)}\n")
        for turn in player.turns():
            output.flush()
            if not show.is_playing and not _next_line():
                return
            time.sleep(show.delay)
            output.write(f"{player.moves + 1}. open {place_text(turn.cell)}: {' '.join(turn.reasons)}\n")
            show.step()
        picture = output.picture(player.game, player.latest_cell)
        output.write("\n".join((*picture, f"game {show.number}: {play_text(player)}", "")))
        if not show.has_next:
            break
        show.go_on()
    if show.count > 1:
        output.write(f"{show.wins_text()}\n")
    output.flush()


def _about(show: SolverShow) -> str:
    player = show.player
    return about_text(player.game, "" if player.finder is None else player.name)


def _next_line() -> bool:
    try:
        return sys.stdin is not None and bool(sys.stdin.readline())
    except (OSError, ValueError):
        return False
