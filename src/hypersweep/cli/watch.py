r"""``hypersweep watch``: the solver plays, and its reasons stand beside the board.

On a terminal each move is drawn over the one before, on the alternate screen, which is left again however the program
ends; anywhere else each move is a line. The exit status is 0 whether games are won or lost, 2 for a command line that
can't be used, 130 after Ctrl-C, and 74 if the output can't be written (0 if merely nobody reads it any more).
"""

from __future__ import annotations

import os
import re
import sys
import time

from hypersweep.boards import preset_lines
from hypersweep.console.board_options import add_board, chosen_board
from hypersweep.console.program import CommandParser, chosen_name, run_command, warn
from hypersweep.console.stage import Stage
from hypersweep.controls.numbers import seconds_number, whole_number
from hypersweep.controls.solver_player import SolverPlayer, Turn, fold
from hypersweep.errors import ParameterError
from hypersweep.game import Outcome
from hypersweep.review.report import outcome_text
from hypersweep.solve import POLICIES
from hypersweep.wording import count_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.console.output import Output
    from hypersweep.controls.choices import BoardChoice
    from hypersweep.game import Game
    from hypersweep.typing import Policy

__all__ = ["command_parser", "main"]

_DELAY = 0.7

_EPILOG = """\
Without BOARD you watch the beginner's; 'hypersweep play --help' says what a
board can be and what its first open finds. The solver sees what a player would
see. It explains a certain move by the clues it follows from and a guess by its
risk; the mines that a reason rests on get flags. At the end the chances of all
guesses are multiplied: that is how much luck the game took.

examples:
  hypersweep watch                          a beginner's board
  hypersweep watch expert --step            Enter for the next move
  hypersweep watch 4x4x4x4 --mines 12 --delay 2
  hypersweep watch 9x9 --seed 7 --games 20 --delay 0 | grep game
"""


def main(argv: Sequence[str]) -> int:
    """Exit status of one show.

    Args:
        argv: the words after ``hypersweep watch``.

    >>> main(["1x5", "--mines", "1", "--seed", "3"]) # doctest: +ELLIPSIS
    game 1: board 1x5, 1 mine, rules classic, seed 3
    1. open 0 0: ...
    0
    """
    return run_command("hypersweep watch", argv, _run)


def command_parser() -> CommandParser:
    """The parser of the command's words."""
    parser = CommandParser("hypersweep watch", "Watch the solver play and explain its moves.", _EPILOG)
    add_board(parser)
    add = parser.add_argument
    names = ", ".join(POLICIES)
    add(
        "--policy",
        metavar="NAME",
        default=POLICIES[-1],
        words=POLICIES,
        help=f"how it guesses: {names} (the default is the last)",
    )
    add("--delay", metavar="SECONDS", help=f"time between moves (default: {_DELAY} on a terminal, 0 elsewhere)")
    add("--step", action="store_true", help="wait for Enter before each move")
    add("--games", metavar="N", default="1", help="number of games; with --seed S the seeds are S, S + 1, ...")
    add("--list", action="store_true", help="list the boards with names")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "board")
    if options.help:
        return output.tell(parser.format_help())
    if options.list:
        return output.tell("\n".join((*preset_lines(), "")))
    choice = chosen_board(options)
    chosen_name(options.policy, "--policy", POLICIES)
    games = whole_number(options.games, "--games", least=1)
    if choice.layout is not None and games > 1:
        raise ParameterError("expected one game with a board ID, which says where the mines are")
    # A first game that can't be is refused before anything is drawn.
    first = choice.game()
    if choice.remark:
        warn("hypersweep watch", choice.remark)
    is_drawn = output.is_terminal and os.environ.get("TERM", "dumb") != "dumb"
    delay = (
        (_DELAY if output.is_terminal else 0.0) if options.delay is None else seconds_number(options.delay, "--delay")
    )
    shows = _games(first, choice, games)
    if is_drawn:
        _draw(output, shows, options.policy, delay, is_stepped=options.step, count=games)
    else:
        _tell(output, shows, options.policy, delay, is_stepped=options.step)
    return 0


def _games(first: Game, choice: BoardChoice, count: int) -> Iterator[Game]:
    from hypersweep.game import Game

    yield first
    for number in range(1, count):
        seed = None if choice.seed is None else (choice.seed + number) % (1 << 64)
        yield Game(choice.grid, choice.mines, seed=seed, rules=choice.rules)


def _tell(output: Output, games: Iterator[Game], policy: Policy, delay: float, *, is_stepped: bool) -> None:
    """Each move as a line, and each game's end as a picture."""
    results = []
    for number, game in enumerate(games, 1):
        output.write(f"game {number}: {_board_text(game)}\n")
        player = SolverPlayer(game, policy)
        last = None
        for turn in player.turns():
            last = turn.cell
            output.flush()
            if is_stepped and not _next_line():
                return
            time.sleep(delay)
            output.write(f"{player.moves + 1}. {_move_text(turn)}: {' '.join(turn.reasons)}\n")
            player.play(turn)
        results.append(game.outcome is Outcome.WON)
        output.write("\n".join((*output.picture(game, last), f"game {number}: {_result_text(player)}", "")))
    if len(results) > 1:
        output.write(f"{sum(results)} of {len(results)} games won\n")
    output.flush()


def _next_line() -> bool:
    try:
        return sys.stdin is not None and bool(sys.stdin.readline())
    except (OSError, ValueError):
        return False


def _draw(output: Output, games: Iterator[Game], policy: Policy, delay: float, *, is_stepped: bool, count: int) -> None:
    """Each move in place of the one before; what became of the games stays on the screen when that is over."""
    results: list[str] = []
    outcomes = []
    lines: list[str] = []
    with Stage(output) as stage:
        for number, game in enumerate(games, 1):
            head = f"game {number} of {count}: {_board_text(game)}" if count > 1 else _board_text(game)
            player = SolverPlayer(game, policy)
            foot = "Enter: the next move, q: leave" if is_stepped else "Ctrl-C: leave"
            is_left = False
            cell = None
            for turn in player.turns():
                cell = turn.cell
                texts = [
                    f"move {player.moves + 1}: {_move_text(turn)}",
                    *_numbered(turn.reasons),
                    "",
                    _luck_text(player),
                ]
                stage.show(_Frame(output, game, cell, head, texts, foot))
                if is_stepped:
                    is_left = not stage.ask()
                else:
                    stage.wait(delay)
                if is_left:
                    break
                player.play(turn)
            outcomes.append(game.outcome is Outcome.WON)
            results.append(f"game {number}: {_result_text(player)}" if count > 1 else _result_text(player))
            stage.show(_Frame(output, game, cell, head, [_result_text(player)], foot))
            if is_left:
                break
            if is_stepped:
                is_left = not stage.ask()
            elif number < count:
                stage.wait(2 * delay)
            if is_left:
                break
        lines = [head, *output.picture(game, cell)]
    output.write("\n".join((*lines, *results, "")))
    if len(results) > 1:
        output.write(f"{sum(outcomes)} of {len(results)} games won\n")
    output.flush()


class _Frame:
    """A board with words beside it where they fit, and below it elsewhere."""

    # Narrower columns of words are hard to read.
    LEAST, MOST = 34, 72
    GAP = 3

    def __init__(
        self, output: Output, game: Game, cell: tuple[int, ...] | None, head: str, texts: list[str], foot: str
    ) -> None:
        self.output, self.game, self.cell = output, game, cell
        self.head, self.texts, self.foot = head, texts, foot

    def __call__(self, columns: int, rows: int) -> list[str]:
        room = rows - 3
        beside = self._picture(columns - self.GAP - self.LEAST, room) if columns > self.LEAST + 20 else None
        if beside is not None and not beside[-1].startswith("("):
            width = max(map(_width, beside))
            words = self._words(min(self.MOST, columns - width - self.GAP))[:room]
            height = max(len(beside), len(words))
            beside += [""] * (height - len(beside))
            words += [""] * (height - len(words))
            body = [
                line + " " * (width - _width(line) + self.GAP) + word if word else line
                for line, word in zip(beside, words, strict=True)
            ]
        else:
            words = self._words(columns)
            # The board keeps at least half of the room.
            picture = self._picture(columns, room - 1 - min(len(words), room // 2))
            if picture[-1].startswith("("):
                picture[-1] = picture[-1][:columns]
            body = [*picture, "", *words][:room]
        return [self.head[:columns], "", *body, self.foot[:columns]]

    def _picture(self, columns: int, rows: int) -> list[str]:
        return self.output.picture(self.game, self.cell, columns=columns, rows=max(4, rows), is_marked=True)

    def _words(self, width: int) -> list[str]:
        return [line for text in self.texts for line in fold(text, width, "   " if text[:1].isdigit() else "")]


def _width(line: str) -> int:
    return len(re.sub("\033\\[[0-9;]*m", "", line))


def _numbered(reasons: Sequence[str]) -> list[str]:
    return [f"{number}. {text}" for number, text in enumerate(reasons, 1)] if len(reasons) > 1 else list(reasons)


def _board_text(game: Game) -> str:
    seed = f", seed {game.seed}" if game.seed is not None else ""
    return f"board {game.grid}, {count_of(game.mines, 'mine')}, rules {game.rules.words}{seed}"


def _move_text(turn: Turn) -> str:
    return f"open {' '.join(map(str, turn.cell))}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.3g} %"


def _luck_text(player: SolverPlayer) -> str:
    """The guesses so far, and the chance that all of them go well."""
    if not player.risks:
        return "no guess"
    product = 1.0
    for risk in player.risks:
        product *= 1 - risk
    if len(player.risks) == 1:
        return f"1 guess, safe with {_percent(product)}"
    shown = [_percent(1 - risk) for risk in player.risks[-8:]]
    before = "... × " if len(player.risks) > 8 else ""
    return f"{len(player.risks)} guesses, all safe with {before}{' × '.join(shown)} = {_percent(product)}"


def _result_text(player: SolverPlayer) -> str:
    moves = count_of(player.moves, "move")
    return f"{outcome_text(player.game.outcome)} after {moves}, {_luck_text(player)}"
