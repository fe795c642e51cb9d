"""An engine as a watched player: its answers as turns with reasons in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.text import chance_text, tame
from hypersweep.ui_model.solver_player import Turn

if TYPE_CHECKING:
    from hypersweep.engine import Player
    from hypersweep.engine.answer import Answer, EngineMove
    from hypersweep.view import View

# Most reasons of an engine to show, and most characters of each.
_MOST_REASONS, _MOST_CHARACTERS = 12, 400


class EngineTurns:
    r"""Ask a player, usually an engine, for the moves of a watched game. The solver isn't involved.

    Args:
        player: the player, see ``hypersweep.engine.find_player``; its owner closes it.

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
        """Name of the player."""
        return self._player.title

    def begin(self) -> None:
        """Tell the player, before the next question, that the position belongs to another game."""
        self._is_new = True

    def __call__(self, view: View) -> list[Turn]:
        """Return the next turns; none if the engine gives up.

        Raises:
            EngineError: it failed twice, the second time after a restart, or it refuses.
        """
        if self._is_new:
            self._player.new_game()
            self._is_new = False
        answer = self._player.answer(view, wants=("reasons",))
        return [] if answer.best is None else [_turn(answer, answer.best, self.name)]


def _turn(answer: Answer, best: EngineMove, name: str) -> Turn:
    claim = _claim(best)
    texts = [tame(reason.text, _MOST_CHARACTERS) for reason in answer.reasons[-_MOST_REASONS:]]
    reasons = tuple(filter(None, texts)) or (f"{claim[:1].upper()}{claim[1:]}, says {name}, and gives no reason.",)
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
