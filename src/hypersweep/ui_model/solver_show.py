"""Watch the solver or an engine play, one move after another with reasons in words, game after game."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hypersweep.errors import HypersweepError
from hypersweep.game import Game, Outcome
from hypersweep.moves import Move
from hypersweep.record import Event, Record
from hypersweep.review.findings import outcome_text
from hypersweep.solve import POLICIES, Budget, explain
from hypersweep.text import chance_text, pluralize, tame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypersweep.engine import Player
    from hypersweep.engine.answer import Answer, EngineMove
    from hypersweep.game import CancelToken, MoveResult
    from hypersweep.typing import Policy
    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.view import View

DELAY = 0.7
"""Default delay between moves, in seconds."""

DELAYS = (0.0, 0.03, 0.1, 0.2, 0.4, DELAY, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""The delays between moves to choose from, in seconds."""

USUAL_POLICY = POLICIES[-1]
"""The solver's default policy for guesses."""

# Budget for each position of a watched game; if it runs out, probabilities are estimated.
_BUDGET = Budget(states=1 << 18)
# Maximum number of an engine's reasons that are shown, and of characters in each.
_MOST_REASONS, _MOST_CHARACTERS = 12, 400


def fold(text: str, width: int, indent: str = "") -> list[str]:
    """Wrap a sentence without splitting cells and percentages.

    Args:
        text: the sentence.
        width: width of a line in characters.
        indent: prefix of all lines except the first.

    >>> fold("The 1 at (0, 2) is safe with 50 %.", 15)
    ['The 1 at (0, 2)', 'is safe with', '50 %.']
    """
    from textwrap import wrap

    # While wrapping, replace the spaces at which no line may break by another character.
    held = re.sub(r"\([0-9, ]+\)|\d %", lambda found: found[0].replace(" ", "\0"), text)
    lines = wrap(held, max(width, 8), subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines] or [""]


class Turn(NamedTuple):
    """A cell for the player to open next, with reasons.

    Attributes:
        cell: the cell.
        reasons: sentences, each of which may build on earlier ones.
        mines: cells that the reasons prove to be mines.
        risk: probability that the cell is a mine; None if the rules promise that it is safe, or if it is unknown.
        clues: the clues on which the reasons are based.
        targets: the cells that the last reason is about: this cell, and others that are as safe.
        claim: how safe the engine says the move is, in a few words; "" for the solver.
    """

    cell: tuple[int, ...]
    reasons: tuple[str, ...]
    risk: float | None
    mines: tuple[tuple[int, ...], ...] = ()
    clues: tuple[tuple[int, ...], ...] = ()
    targets: tuple[tuple[int, ...], ...] = ()
    claim: str = ""

    @property
    def short(self) -> str:
        """Say in a few words how safe the move is."""
        if self.claim:
            return self.claim
        if self.risk:
            return f"A guess: a mine with {chance_text(self.risk)}"
        if self.risk is None:
            return "Safe by the rules"
        return "Safe by the lit clues" if self.clues else "Safe by the number of mines"


class Finder(Protocol):
    """A source of moves other than the solver, such as ``EngineTurns``.

    Attributes:
        name: the name that the viewer sees.
    """

    @property
    def name(self) -> str:
        """The name that the viewer sees."""

    def begin(self) -> None:
        """Record that the next position belongs to another game; return without waiting for an answer."""

    def __call__(self, view: View) -> list[Turn]:
        """Return the next turns; an empty list means that the source gives up.

        Raises:
            HypersweepError: no turn can be found.
        """


class SolverPlayer:
    """Plays a game from what its view shows; turns can be taken back and redone.

    Each position is analysed once: after going back, the same turns follow with the same reasons.

    Args:
        game: the game, which only this player may change from now on. Earlier moves can't be taken back.
        policy: how to guess, see ``hypersweep.solve.choose``.
        finder: source of moves other than the solver; None for the solver.

    Attributes:
        game: the game.
        policy: how the solver guesses.
        finder: source of moves; None for the solver.
        risks: mine probability of each guess so far.

    >>> from hypersweep.game import Game
    >>> player = SolverPlayer(Game("3x5", 3, seed=1, rules="classic,first=opening"), "safest")
    >>> for turn in player.turns():
    ...     changes = player.step()
    >>> player.game.outcome.name, player.moves, player.risks
    ('WON', 4, [])
    >>> changes = player.back()
    >>> player.next.cell, player.moves, player.needs_search
    ((0, 4), 3, False)
    """

    game: Game
    policy: Policy
    finder: Finder | None

    def __init__(self, game: Game, policy: Policy, finder: Finder | None = None) -> None:
        self.game, self.policy, self.finder = game, policy, finder
        # All turns made, then the next turns if they are known.
        self._turns: list[Turn] = []
        self.risks: list[float] = []
        # For each turn made, the number of its moves in the game: flags and one open.
        self._steps: list[int] = []
        # The highest number of turns made so far, to tell whether turns have been taken back.
        self._most = 0
        # Whether the latest search found no turn.
        self._is_stuck = False

    @property
    def name(self) -> str:
        """The name that the viewer sees."""
        return f"the solver, {self.policy}" if self.finder is None else self.finder.name

    @property
    def untold(self) -> int:
        """Number of turns made for which the engine gave no mine probability."""
        return sum(turn.risk is None and bool(turn.claim) for turn in self._turns[: self.moves])

    @property
    def has_given_up(self) -> bool:
        """Whether a source other than the solver found nothing to open although the game is still running."""
        return self.finder is not None and self.is_over and self.game.outcome is Outcome.ONGOING

    @property
    def moves(self) -> int:
        """Number of turns made, each of which opened a cell."""
        return len(self._steps)

    @property
    def next(self) -> Turn | None:
        """The next turn, or None if the game is over or the turn must be searched for first."""
        if self.game.outcome is not Outcome.ONGOING:
            return None
        place = self.moves
        while place < len(self._turns) and self.game.is_open(self._turns[place].cell):
            # An earlier turn has already opened the cell, for example in a cascade.
            del self._turns[place]
        return self._turns[place] if place < len(self._turns) else None

    @property
    def latest_cell(self) -> tuple[int, ...] | None:
        """The cell that the latest turn opened, or None before the first turn."""
        return self._turns[self.moves - 1].cell if self.moves else None

    @property
    def needs_search(self) -> bool:
        """Whether the next turn must be searched for: the game is running and the turn is unknown."""
        return self.next is None and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether there are no more turns: the game has ended, only mines are left, or the engine gives up."""
        return self.game.outcome is not Outcome.ONGOING or (self._is_stuck and self.moves == len(self._turns))

    @property
    def can_go_back(self) -> bool:
        """Whether a turn can be taken back."""
        return bool(self._steps)

    @property
    def is_furthest(self) -> bool:
        """Whether the game is at its furthest point, with no turn taken back."""
        return self.moves == self._most

    def search(self) -> Callable[[], list[Turn]]:
        """Return a function that finds the next turns; another thread may call it.

        The function searches the current position. Call this only if ``needs_search`` is true, and pass the function's
        result to ``take``.
        """
        game, policy = self.game, self.policy
        cell = game.rules.first_cell(game.grid)
        if game.layout is None and cell is not None:
            first = Turn(cell, (game.rules.promise_words,), None, targets=(cell,))
            return lambda: [first]
        view, finder = game.view, self.finder
        return (lambda: _reasoned(view, policy)) if finder is None else (lambda: finder(view))

    def take(self, turns: list[Turn]) -> None:
        """Accept the turns that a search has found, even if the viewer has taken turns back meanwhile."""
        self._turns += turns
        # Nothing was found: only mines are left, or an engine gives up.
        self._is_stuck = not turns

    def turns(self) -> Iterator[Turn]:
        """Yield the next turn until the game is over; the caller must call ``step`` after each.

        Raises:
            BudgetExceededError: a position is too large even for an estimate.
            EngineError: the engine that finds the moves has failed.
        """
        while not self.is_over:
            if self.needs_search:
                self.take(self.search()())
            if (turn := self.next) is not None:
                yield turn

    def step(self, watch: CancelToken | None = None) -> list[MoveResult]:
        """Make the next turn, if it is known: flag the mines that its reasons prove, and open its cell.

        Args:
            watch: a token with which other threads can follow and cancel a long move; a cancelled move changes nothing.

        Raises:
            GenerationError: the rules require a board without guesses, and none was found.
        """
        turn, game = self.next, self.game
        if turn is None:
            return []
        changes = [game.flag(cell) for cell in turn.mines if not game.is_flagged(cell)]
        if game.is_flagged(turn.cell):
            # A wrong flag from before this player took over would protect the cell, so remove it.
            changes.append(game.flag(turn.cell))
        changes = [change for change in changes if change]
        try:
            opened = game.open(turn.cell) if watch is None else game.play(Move("open", turn.cell), watch=watch)
        except HypersweepError:
            self._undo(len(changes))
            raise
        if watch is not None and watch.is_cancelled and not opened:
            self._undo(len(changes))
            return []
        changes += [opened] if opened else []
        self._steps.append(len(changes))
        if turn.risk:
            self.risks.append(turn.risk)
        self._most = max(self._most, self.moves)
        return changes

    def _undo(self, count: int) -> list[MoveResult]:
        return [self.game.undo() for _ in range(count)]

    def back(self) -> list[MoveResult]:
        """Take back the latest turn, if there is one."""
        if not self._steps:
            return []
        changes = self._undo(self._steps.pop())
        if self._turns[self.moves].risk:
            self.risks.pop()
        return changes

    def record(self, pace: int = 0) -> Record:
        """Return the record of the game so far, including moves from before this player took over.

        Args:
            pace: milliseconds between two opens in the record.

        Raises:
            RecordError: the earlier moves are unknown.
        """
        record = Record.of(self.game, {"player": self.name})
        events, now = [], 0
        for event in record.events:
            events.append(Event(now, event.kind, event.cell, event.changed, event.ended))
            now += 0 if event.kind == "flag" else pace
        return record.replace(events=events, milliseconds=None)


def begun_player(choice: BoardChoice, seed: int, share: float) -> SolverPlayer:
    """Return a solver partway through a game, for a small picture; guesses are allowed, to avoid a search for a board.

    Args:
        choice: the board.
        seed: the game's seed.
        share: share of the safe cells to open first, from 0 to 1.

    >>> from hypersweep.ui_model.choices import read_choices
    >>> begun_player(read_choices("3x4x5"), 1, 0.5).game.opened > 20
    True
    """
    game = replace(choice, rules=choice.rules.by_chance(), layout=None, seed=seed, first=None).game()
    player = SolverPlayer(game, USUAL_POLICY)
    for _ in player.turns():
        if game.opened >= share * (game.grid.cells - game.mines):
            break
        player.step()
    return player


def _reasoned(view: View, policy: Policy) -> list[Turn]:
    """Return a turn for each cell that the simplest reason proves safe or, if it proves none, recommends."""
    reasons = explain(view, policy=policy, budget=_BUDGET)
    if not reasons:
        return []
    last = reasons[-1]
    texts = tuple(reason.format() for reason in reasons)
    mines = tuple(cell for reason in reasons if reason.conclusion == "mine" for cell in reason.cells)
    return [Turn(cell, texts, last.probability, mines, last.all_clues, last.cells) for cell in last.cells]


def luck_text(player: SolverPlayer, most: int = 8) -> str:
    """Describe the guesses so far, and the probability that all of them succeed.

    Args:
        player: the player.
        most: maximum number of guesses to list one by one; if there are more, only the latest are listed.
    """
    risks = player.risks
    if player.untold:
        return f"{pluralize(player.untold, 'move')} of unknown chance"
    if not risks:
        return "no guess"
    if player.game.rules.guess == "punished":
        # If guesses are punished, the solver guesses only if it has to, and such a guess never hits a mine.
        return "1 guess, needed and so safe" if len(risks) == 1 else f"{len(risks)} guesses, all needed and so safe"
    chance = chance_text(prod(1 - risk for risk in risks))
    if len(risks) == 1:
        return f"1 guess, safe with {chance}"
    shown = [chance_text(1 - risk) for risk in risks[len(risks) - min(most, len(risks)) :]]
    before = "... × " if len(risks) > most else ""
    product = f"{before}{' × '.join(shown)} = " if shown else ""
    return f"{len(risks)} guesses, all safe with {product}{chance}"


def play_text(player: SolverPlayer) -> str:
    """Describe the game's outcome so far, the number of moves, and the luck with guesses.

    >>> from hypersweep.game import Game
    >>> play_text(SolverPlayer(Game("3x5", 3, seed=1), "safest"))
    'not finished after 0 moves, no guess'
    """
    if player.has_given_up:
        return f"given up after {pluralize(player.moves, 'move')}, {luck_text(player)}"
    return f"{outcome_text(player.game.outcome)} after {pluralize(player.moves, 'move')}, {luck_text(player)}"


class EngineTurns:
    r"""A source of moves that asks a player, usually an engine, and doesn't use the solver.

    Args:
        player: the player, see ``hypersweep.engine.find_player``; the caller has to close it.

    >>> from hypersweep import View
    >>> from hypersweep.engine import find_player
    >>> with find_player("engine:hypersweep engine") as player:
    ...     turns = EngineTurns(player)(View.parse("2x3 mines=1\n# # #\n1 1 ."))
    >>> turns[0].cell, turns[0].reasons
    ((0, 1), ('The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.',))
    """

    def __init__(self, player: Player) -> None:
        self._player = player
        self._is_new = False

    @property
    def name(self) -> str:
        """The name that the viewer sees."""
        return self._player.title

    def begin(self) -> None:
        """Tell the player, with the next question, that the position belongs to another game."""
        self._is_new = True

    def __call__(self, view: View) -> list[Turn]:
        """Return the next turns, or none if the engine gives up.

        Raises:
            EngineError: the engine failed twice, the second time after a restart, or it refused the position.
        """
        if self._is_new:
            self._player.new_game()
            self._is_new = False
        answer = self._player.answer(view, wants=("reasons",))
        return [] if answer.best is None else [_turn(answer, answer.best, self.name)]


def _turn(answer: Answer, best: EngineMove, name: str) -> Turn:
    claim = _claim(best)
    texts = [tame(reason.text, _MOST_CHARACTERS) for reason in answer.reasons[-_MOST_REASONS:]]
    reasons = tuple(filter(None, texts)) or (
        f"{claim[:1].upper()}{claim[1:]}, according to {name}, which gives no reason.",
    )
    mines = tuple(cell for reason in answer.reasons if reason.conclusion == "mine" for cell in reason.cells)
    clues = tuple(clue for reason in answer.reasons for clue in reason.clues)
    return Turn(
        best.cell,
        reasons,
        best.chance,
        tuple(dict.fromkeys(cell for cell in mines if cell != best.cell)),
        tuple(dict.fromkeys(clues)),
        (best.cell,),
        claim,
    )


def _claim(best: EngineMove) -> str:
    if best.chance is None:
        return "A move of unknown chance"
    if best.chance == 0:
        return "Safe" if best.is_exact is not False else "Likely safe"
    return f"A guess: a mine with {'about ' * (best.is_exact is False)}{chance_text(best.chance)}"


class SolverShow:
    r"""A series of games to watch, which the solver or an engine plays.

    Args:
        choice: board and rules of the games; if it has a seed S, the games have the seeds S, S + 1, ...
        game: the first game, which may have begun already; None for a new game from ``choice``.
        policy: how to guess, see ``hypersweep.solve.choose``.
        finder: source of moves other than the solver, such as an engine; None for the solver.
        count: number of games to play automatically; the viewer can ask for more.
        delay: seconds between moves.
        is_playing: whether moves are made automatically from the start.

    Raises:
        ParameterError: the number of mines or the seed is invalid.
        BoardTooLargeError: the board doesn't fit into memory.

    Attributes:
        count: number of games.
        delay: seconds between moves.
        is_playing: whether moves are made automatically.
        number: number of the current game, counting from 1.
        player: the current game's player.

    >>> from hypersweep.ui_model.choices import read_choices
    >>> show = SolverShow(read_choices("3x5", mines="3", seed="1", first="opening"), count=2)
    >>> for turn in show.player.turns():
    ...     changes = show.step()
    >>> show.go_on()
    >>> for turn in show.player.turns():
    ...     changes = show.step()
    >>> print("\n".join(show.result_lines()))
    game 1: won after 4 moves, no guess
    game 2: won after 2 moves, no guess
    2 of 2 games won
    """

    def __init__(
        self,
        choice: BoardChoice,
        *,
        game: Game | None = None,
        policy: Policy = USUAL_POLICY,
        finder: Finder | None = None,
        count: int = 1,
        delay: float = DELAY,
        is_playing: bool = True,
    ) -> None:
        self._choice = choice
        self._policy = policy
        self._finder = finder
        self.count: int = count
        self.delay: float = delay
        self.is_playing: bool = is_playing
        self.number: int = 1
        self.player: SolverPlayer = self._begin(choice.game() if game is None else game)
        # Results of earlier games, and of the current game at its furthest point.
        self._results: list[tuple[Outcome, str]] = []
        self._latest = self._now()

    def _begin(self, game: Game) -> SolverPlayer:
        if self._finder is not None:
            self._finder.begin()
        return SolverPlayer(game, self._policy, self._finder)

    @property
    def has_next(self) -> bool:
        """Whether another game follows automatically."""
        return self.number < self.count

    def go_on(self) -> None:
        """Begin the next game or, after the last one, another with the same board size, mines and rules.

        Raises:
            BoardTooLargeError: another board doesn't fit into memory.
        """
        choice = self._choice
        if self.has_next and choice.seed is not None:
            seed = (choice.seed + self.number) % (1 << 64)
            game = Game(choice.grid, choice.mines, seed=seed, rules=choice.rules)
        else:
            game = choice.again().game()
        self._results.append(self._latest)
        self.player = self._begin(game)
        self.number += 1
        self.count = max(self.count, self.number)
        self._latest = self._now()

    def faster(self, steps: int) -> None:
        """Change the speed by a number of steps in ``DELAYS``; negative steps make moves slower."""
        place = bisect_left(DELAYS, self.delay)
        if steps < 0 and (place == len(DELAYS) or DELAYS[place] != self.delay):
            place -= 1
        self.delay = DELAYS[min(max(place - steps, 0), len(DELAYS) - 1)]

    def step(self, watch: CancelToken | None = None) -> list[MoveResult]:
        """Make the current game's next turn; ``watch`` and the result are as for ``SolverPlayer.step``."""
        changes = self.player.step(watch)
        if self.player.is_furthest:
            self._latest = self._now()
        return changes

    def _now(self) -> tuple[Outcome, str]:
        return self.player.game.outcome, play_text(self.player)

    @property
    def _all(self) -> list[tuple[Outcome, str]]:
        """Results of all games; the current one counts at its furthest point, even if moves were taken back later."""
        return [*self._results, self._latest]

    def tally_text(self) -> str:
        """Return how many games were won and lost so far."""
        outcomes = [outcome for outcome, _ in self._all]
        return f"{outcomes.count(Outcome.WON)} won, {outcomes.count(Outcome.LOST)} lost"

    def result_lines(self) -> list[str]:
        """Return the results of the games, one line each, with a total if there are several games."""
        results = self._all
        if self.count == 1:
            return [results[0][1]]
        lines = [f"game {number}: {text}" for number, (_, text) in enumerate(results, 1)]
        return [*lines, self.wins_text()] if len(results) > 1 else lines

    def wins_text(self) -> str:
        """Return how many games were won so far, as a sentence without a full stop."""
        return f"{sum(outcome is Outcome.WON for outcome, _ in self._all)} of {len(self._all)} games won"


def about_text(game: Game, engine: str = "") -> str:
    """Return the title line for a watched game.

    Args:
        game: the game.
        engine: name of the engine that plays; "" for the solver.
    """
    seed = f", seed {game.seed}" if game.seed is not None else ""
    by = f", engine {engine}" if engine else ""
    return f"board {game.grid}, {pluralize(game.mines, 'mine')}, rules {game.rules.words}{seed}{by}"
