"""Hints from an external engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.engine.players import ENGINE, find_player
from hypersweep.errors import EngineError
from hypersweep.session.hint import Advice, no_hint
from hypersweep.solve.evidence import list_cells
from hypersweep.text import chance_text, tame

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from hypersweep.engine.answer import Answer, EngineMove
    from hypersweep.session.hint import Name
    from hypersweep.view import View


# Maximum number of reasons shown, and of characters in each; more would fill the screen.
_MOST_REASONS, _MOST_CHARACTERS = 8, 400
# Maximum startup time for an engine before the game, in seconds; some have a lot to load.
_STARTING = 30.0


class EngineAdviser(NotCopyable):
    r"""Asks an engine for hints. As a context manager, stops the engine at the end.

    Engine errors are shown in place of the hint; after an error, the engine is restarted for the next hint.

    Args:
        command: the command that starts the engine; see ``hypersweep.engine.SimpleEngine``.
        timeout: time limit in seconds for each hint.

    Raises:
        ParameterError: the command is empty.

    >>> from hypersweep import View
    >>> with EngineAdviser("hypersweep engine") as adviser:
    ...     advice = adviser(View.parse("2x3 mines=1\n# # #\n1 1 ."))
    >>> print(advice.hint(2))
    The engine hypersweep would open (0, 1), which is safe.
    """

    _why_no_copy = "it represents a running program; open another one"

    def __init__(self, command: str, *, timeout: float = 5.0) -> None:
        self._player = find_player(f"{ENGINE}{command}", timeout=timeout)

    def start(self) -> None:
        """Start the engine now instead of with the first hint.

        Raises:
            EngineError: the engine can't be started.
        """
        self._player.start(_STARTING)

    def __call__(self, view: View) -> Advice:
        """Return the engine's advice, or advice describing its error."""
        try:
            answer = self._player.answer(view, wants=("reasons",))
        except EngineError as error:
            return no_hint(f"There is no hint: {tame(str(error), _MOST_CHARACTERS)}.")
        name = self._player.title
        if answer.best is None:
            return no_hint(f"There is no hint: the engine {name} finds nothing to open.")
        return _advice(answer, answer.best, f"The engine {name}")

    def close(self) -> None:
        """Stop the engine."""
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
        chance = "" if best.chance is None else f", a mine with a chance of {chance_text(best.chance)}"
        return f"{who} would open {name(best.cell)}{chance}."

    levels: list[Callable[[Name], str] | tuple[Callable[[Name], str], ...]] = [where, which]
    if reasons:
        # On a marked board the last reason is enough: the previous level named the move, and the board marks it.
        words = (lambda name: f"{which(name)} {' '.join(reasons)}", lambda _: reasons[-1], which)
        levels.append(words)
    return Advice("safe" if is_safe else "guess", levels, clues, (best.cell,), None if is_safe else best.chance)
