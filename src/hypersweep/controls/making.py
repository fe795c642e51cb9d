"""What a player is told while a board that needs no guess is made, and where none could be."""

from __future__ import annotations

from hypersweep.wording import percent_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.errors import GenerationError
    from hypersweep.game import Game
    from hypersweep.generate import Progress

__all__ = ["is_made_first", "making_texts", "none_made_text"]


def is_made_first(game: Game) -> bool:
    """Whether the next open of a game makes its board, which may take a while.

    >>> from hypersweep.game import Game
    >>> game = Game("3x4", 2, seed=7, rules="classic,guess=never")
    >>> is_made_first(game), bool(game.open((0, 0))), is_made_first(game)
    (True, True, False)
    """
    return game.rules.guess == "never" and game.layout is None


def making_texts(progress: Progress | None) -> tuple[str, ...]:
    """What is being done, and how far it has come: the longest form first.

    >>> from hypersweep.generate import Progress
    >>> making_texts(Progress(1200, 100_000, 300, 381))[0]
    'making a board that needs no guess: tried 1,200, the best came to 79 %'
    """
    if progress is None:
        return "making a board that needs no guess…", "making a board…"
    tried, best = f"tried {progress.tried:,}", _share(progress.most_opened, progress.safe_cells)
    return (
        f"making a board that needs no guess: {tried}, the best came to {best}",
        f"making a board: {tried}, best {best}",
        "making a board…",
    )


def none_made_text(error: GenerationError, game: Game) -> str:
    """Why there is no board to play on, and what would help.

    >>> from hypersweep.errors import GenerationError
    >>> from hypersweep.game import Game
    >>> error = GenerationError("", tried=100_000, most_opened=20, too_large=0)
    >>> none_made_text(error, Game("9x9", 41, seed=7, rules="classic,guess=never,grade=clue"))
    'no such board in 100,000 tries (the best came to 50 %): fewer mines or a harder grade than clue may help'
    """
    best = _share(error.most_opened, game.grid.cells - game.mines)
    harder = f" or a harder grade than {game.rules.grade}" if game.rules.grade else ""
    return f"no such board in {error.tried:,} tries (the best came to {best}): fewer mines{harder} may help"


def _share(opened: int, safe_cells: int) -> str:
    # None of them came to the end, whatever rounding makes of it.
    return percent_of(min(0.99, opened / max(1, safe_cells)))
