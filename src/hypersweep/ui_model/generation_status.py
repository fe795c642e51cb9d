"""Messages while a board that needs no guess is searched for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.text import percent_done

if TYPE_CHECKING:
    from hypersweep.game import Game
    from hypersweep.generate import Progress


def is_made_first(game: Game) -> bool:
    """Whether the next open of a game searches for its board, which may take a while.

    >>> from hypersweep.game import Game
    >>> game = Game("3x4", 2, seed=7, rules="classic,guess=never")
    >>> is_made_first(game), bool(game.open((0, 0))), is_made_first(game)
    (True, True, False)
    """
    return game.rules.guess == "never" and game.layout is None


def making_texts(progress: Progress | None) -> tuple[str, ...]:
    """Return texts about the search and its progress, longest first.

    >>> from hypersweep.generate import Progress
    >>> making_texts(Progress(1200, 100_000, 300, 381))[0]
    'making a board that needs no guess: tried 1,200, the best came to 78 %'
    """
    if progress is None:
        return "making a board that needs no guess…", "making a board…"
    # A board may be solved after changes; then it is checked once more from the start.
    best = percent_done(min(progress.most_opened, progress.safe_cells - 1), progress.safe_cells)
    tried = f"tried {progress.tried:,}"
    return (
        f"making a board that needs no guess: {tried}, the best came to {best}",
        f"making a board: {tried}, best {best}",
        "making a board…",
    )
