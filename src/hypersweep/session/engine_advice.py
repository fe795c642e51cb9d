"""Hints that another program gives: an engine that somebody brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.engine.players import ENGINE, find_player
from hypersweep.errors import EngineError
from hypersweep.session.hint import Advice, percent
from hypersweep.solve.reason_text import list_cells
from hypersweep.text import tame

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from hypersweep.engine.answer import Answer, EngineMove
    from hypersweep.session.hint import Name
    from hypersweep.view import View

__all__ = ["EngineAdviser"]

# So many reasons are told, and of each so many characters; more would fill the screen.
_MOST_REASONS, _MOST_CHARACTERS = 8, 400
# Seconds that it may take to start, before the game begins: some load a lot.
_STARTING = 30.0


class EngineAdviser(NotCopyable):
    r"""Asks an engine what to tell a player who is stuck. ``with`` ends the engine at the end of the block.

    What goes wrong with the engine is told in the hint's place; one that has failed is started anew for the next one.

    Args:
        command: what starts it, see ``hypersweep.engine.SimpleEngine``.
        timeout: seconds that it may take for a hint.

    Raises:
        ParameterError: no command.

    >>> from hypersweep import View
    >>> with EngineAdviser("hypersweep engine") as adviser:
    ...     advice = adviser(View.parse("2x3 mines=1\n# # #\n1 1 ."))
    >>> print(advice.hint(2))
    The engine hypersweep would open (0, 1), which is safe.
    """

    _why_no_copy = "it stands for a program that runs; open another one"

    def __init__(self, command: str, *, timeout: float = 5.0) -> None:
        self._player = find_player(f"{ENGINE}{command}", timeout=timeout)

    def start(self) -> None:
        """Starts the engine now, and not when it is first asked.

        Raises:
            EngineError: it can't be started.
        """
        self._player.start(_STARTING)

    def __call__(self, view: View) -> Advice:
        """What the engine has to say; what is wrong with it, where it has nothing."""
        try:
            answer = self._player.answer(view, wants=("reasons",))
        except EngineError as error:
            told = f"There is no hint: {tame(str(error), _MOST_CHARACTERS)}."
            return Advice("none", [lambda _: told])
        name = self._player.title
        if answer.best is None:
            return Advice("none", [lambda _: f"There is no hint: the engine {name} finds nothing to open."])
        return _advice(answer, answer.best, f"The engine {name}")

    def close(self) -> None:
        """Ends the engine."""
        self._player.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _advice(answer: Answer, best: EngineMove, who: str) -> Advice:
    is_safe = best.chance == 0.0 and best.is_exact is not False
    clues = tuple(dict.fromkeys([clue for reason in answer.reasons for clue in reason.clues]))[:12]
    texts = [tame(reason.text, _MOST_CHARACTERS) for reason in answer.reasons[-_MOST_REASONS:]]
    reasons = list(filter(None, texts))

    def where(name: Name) -> str:
        return f"Look at {list_cells(clues, name)}." if clues and is_safe else f"{who} has a move."

    def which(name: Name) -> str:
        if is_safe:
            return f"{who} would open {name(best.cell)}, which is safe."
        chance = "" if best.chance is None else f", a mine with a chance of {percent(best.chance)}"
        return f"{who} would open {name(best.cell)}{chance}."

    levels: list[Callable[[Name], str] | tuple[Callable[[Name], str], ...]] = [where, which]
    if reasons:
        # The move was told at the level before, and is marked; the last reason is what it rests on.
        words = (lambda name: f"{which(name)} {' '.join(reasons)}", lambda _: reasons[-1], which)
        levels.append(words)
    return Advice("safe" if is_safe else "guess", levels, clues, (best.cell,), None if is_safe else best.chance)
