"""The solver as a player: one move after the other, each with its reasons in words, and back again."""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.moves import Move
from hypersweep.record import Event, Record
from hypersweep.review.report import outcome_text
from hypersweep.session.hint import percent
from hypersweep.solve import Budget, explain
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypersweep.game import CancelToken, Change, Game
    from hypersweep.typing import Policy
    from hypersweep.view import View


__all__ = ["Finder", "SolverPlayer", "Turn", "fold", "luck_text", "play_text"]

# What one position may take while somebody waits; past that, chances are estimated.
_BUDGET = Budget(states=1 << 18)


def fold(text: str, width: int, indent: str = "") -> list[str]:
    """A sentence on lines of at most a width; cells and percentages stay in one piece.

    Args:
        text: the sentence.
        width: characters of a line.
        indent: what every line but the first begins with.

    >>> fold("The 1 at (0, 2) is safe with 50 %.", 15)
    ['The 1 at (0, 2)', 'is safe with', '50 %.']
    """
    from textwrap import wrap

    # Where no line may break stands something that is no blank for now.
    held = re.sub(r"\([0-9, ]+\)|\d %", lambda found: found[0].replace(" ", "\0"), text)
    lines = wrap(held, max(width, 8), subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines] or [""]


class Turn(NamedTuple):
    """A cell to open, and why.

    Attributes:
        cell: the cell.
        reasons: sentences, each resting on those before it.
        mines: cells that the reasons find to be mines.
        risk: the chance that the cell is a mine; None where the rules promise that it is none, or nobody tells it.
        clues: the clues that the reasons rest on.
        targets: the cells that the last reason is about: this one, and others that are as safe.
        claim: how sure somebody else says that it is, in a few words; empty for what the solver finds.
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
        """How sure it is, in a few words."""
        if self.claim:
            return self.claim
        if self.risk:
            return f"A guess: a mine with {percent(self.risk)}"
        if self.risk is None:
            return "Safe by the rules"
        return "Safe by the lit clues" if self.clues else "Safe by the number of mines"


class Finder(Protocol):
    """Who finds moves in the solver's place, such as ``EngineTurns``.

    Attributes:
        name: what to call it.
    """

    @property
    def name(self) -> str:
        """What to call it."""

    def begin(self) -> None:
        """Be told that the next position is of another game. It doesn't wait for anything."""

    def __call__(self, view: View) -> list[Turn]:
        """The turns that come next; none where it gives up.

        Raises:
            HypersweepError: it can't say.
        """


class SolverPlayer:
    """Plays a game by what a player sees of it, forth and back.

    What follows from a position is searched for once: going back and on again finds the same turns, with their reasons.

    Args:
        game: the game, which the player moves from now on; nobody else may. Moves made before aren't taken back.
        policy: how to guess, see ``hypersweep.solve.choose``.
        finder: who finds the moves instead of the solver; None for the solver.

    Attributes:
        game: the game.
        policy: how it guesses.
        finder: who finds the moves; None for the solver.
        risks: the chance of a mine of every guess so far.

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
        # Turns that were made, then those that come next as far as they are known.
        self._turns: list[Turn] = []
        self.risks: list[float] = []
        # How many moves of the game each turn took that stands.
        self._steps: list[int] = []
        # The most turns that ever stood.
        self._most = 0
        # Whether there was nothing to be found in the latest position.
        self._is_stuck = False

    @property
    def name(self) -> str:
        """Who plays."""
        return f"the solver, {self.policy}" if self.finder is None else self.finder.name

    @property
    def untold(self) -> int:
        """How many of the turns that stand have a chance of a mine that nobody has told."""
        return sum(turn.risk is None and bool(turn.claim) for turn in self._turns[: self.moves])

    @property
    def has_given_up(self) -> bool:
        """Whether somebody else than the solver finds nothing to open, though the game isn't over."""
        return self.finder is not None and self.is_over and self.game.outcome is Outcome.ONGOING

    @property
    def moves(self) -> int:
        """How many turns stand: cells that were opened."""
        return len(self._steps)

    @property
    def next(self) -> Turn | None:
        """The turn that comes next; None where the game is over, or it has to be searched for."""
        if self.game.outcome is not Outcome.ONGOING:
            return None
        place = self.moves
        while place < len(self._turns) and self.game.is_open(self._turns[place].cell):
            # Something else has opened it.
            del self._turns[place]
        return self._turns[place] if place < len(self._turns) else None

    @property
    def latest_cell(self) -> tuple[int, ...] | None:
        """The cell that was opened last; None before the first turn."""
        return self._turns[self.moves - 1].cell if self.moves else None

    @property
    def needs_search(self) -> bool:
        """Whether the game goes on and nobody knows how."""
        return self.next is None and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether no turn comes any more: the game has ended, or nothing but mines is left to open."""
        return self.game.outcome is not Outcome.ONGOING or (self._is_stuck and self.moves == len(self._turns))

    @property
    def can_go_back(self) -> bool:
        """Whether a turn stands that can be taken back."""
        return bool(self._steps)

    @property
    def is_furthest(self) -> bool:
        """Whether no turn was taken back that stood once."""
        return self.moves == self._most

    def search(self) -> Callable[[], list[Turn]]:
        """What finds the turns that come next when it is called: another thread may do so.

        The position is that of now, in which ``needs_search``. ``take`` is then given what was found.
        """
        game, policy = self.game, self.policy
        cell = game.rules.first_cell(game.grid)
        if game.layout is None and cell is not None:
            first = Turn(cell, (game.rules.promise_words,), None, targets=(cell,))
            return lambda: [first]
        view, finder = game.view, self.finder
        return (lambda: _reasoned(view, policy)) if finder is None else (lambda: finder(view))

    def take(self, turns: list[Turn]) -> None:
        """Go on with the turns that a search found, even if others were taken back meanwhile."""
        self._turns += turns
        # Nothing but mines: nothing can be won.
        self._is_stuck = not turns

    def turns(self) -> Iterator[Turn]:
        """The turn to make next, until the game is over. After each has to come a ``step``.

        Raises:
            BudgetExceededError: a position is too large even to be estimated.
            EngineError: an engine that finds the moves has failed.
        """
        while not self.is_over:
            if self.needs_search:
                self.take(self.search()())
            if (turn := self.next) is not None:
                yield turn

    def step(self, watch: CancelToken | None = None) -> list[Change]:
        """Make the next turn: flag the mines that its reasons found, and open its cell. Nothing, if none is known.

        Args:
            watch: where that may take long, for other threads: one that cancels it leaves all as it was.

        Raises:
            GenerationError: by its rules no guess may be needed, and no such board was found.
        """
        turn, game = self.next, self.game
        if turn is None:
            return []
        changes = [game.flag(cell) for cell in turn.mines if not game.is_flagged(cell)]
        if game.is_flagged(turn.cell):
            # Somebody has put a flag where none belongs.
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

    def _undo(self, count: int) -> list[Change]:
        return [self.game.undo() for _ in range(count)]

    def back(self) -> list[Change]:
        """Take the latest turn back. Nothing, if none stands."""
        if not self._steps:
            return []
        changes = self._undo(self._steps.pop())
        if self._turns[self.moves].risk:
            self.risks.pop()
        return changes

    def record(self, pace: int = 0) -> Record:
        """The game so far, with all that happened in it before.

        Args:
            pace: milliseconds from one open to the next.

        Raises:
            RecordError: it isn't known what happened before.
        """
        record = Record.of(self.game, {"player": self.name})
        events, now = [], 0
        for event in record.events:
            events.append(Event(now, event.kind, event.cell, event.changed, event.ended))
            now += 0 if event.kind == "flag" else pace
        return record.replace(events=events, milliseconds=None)


def _reasoned(view: View, policy: Policy) -> list[Turn]:
    """The turns that follow from the simplest reason there is."""
    reasons = explain(view, policy=policy, budget=_BUDGET)
    if not reasons:
        return []
    last = reasons[-1]
    texts = tuple(reason.format() for reason in reasons)
    mines = tuple(cell for reason in reasons if reason.conclusion == "mine" for cell in reason.cells)
    return [Turn(cell, texts, last.probability, mines, last.all_clues, last.cells) for cell in last.cells]


def luck_text(player: SolverPlayer, most: int = 8) -> str:
    """The guesses so far, and the chance that all of them go well.

    Args:
        player: the solver.
        most: so many of them are told one by one, the latest ones.
    """
    risks = player.risks
    if player.untold:
        return f"{pluralize(player.untold, 'move')} of unknown chance"
    if not risks:
        return "no guess"
    if player.game.rules.guess == "punished":
        # The solver guesses only where it has to, and such a guess never hits.
        return "1 guess, needed and so safe" if len(risks) == 1 else f"{len(risks)} guesses, all needed and so safe"
    chance = percent(prod(1 - risk for risk in risks))
    if len(risks) == 1:
        return f"1 guess, safe with {chance}"
    shown = [percent(1 - risk) for risk in risks[len(risks) - min(most, len(risks)) :]]
    before = "... × " if len(risks) > most else ""
    product = f"{before}{' × '.join(shown)} = " if shown else ""
    return f"{len(risks)} guesses, all safe with {product}{chance}"


def play_text(player: SolverPlayer) -> str:
    """How the game stands, after how many moves and with how much luck.

    >>> from hypersweep.game import Game
    >>> play_text(SolverPlayer(Game("3x5", 3, seed=1), "safest"))
    'not finished after 0 moves, no guess'
    """
    if player.has_given_up:
        return f"given up after {pluralize(player.moves, 'move')}, {luck_text(player)}"
    return f"{outcome_text(player.game.outcome)} after {pluralize(player.moves, 'move')}, {luck_text(player)}"
