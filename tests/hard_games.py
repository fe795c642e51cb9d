"""Games in unreachable states, which are hard for the solver."""

from __future__ import annotations

from hypersweep import Game, Outcome, Rules
from solver_views import lattice


def hard_game(shape: str, density: float = 0.3) -> Game:
    """Return a punishing game with clues on every second row and column; its past isn't known."""
    view, layout = lattice(shape, density)
    bits = bytearray((view.grid.cells + 7) // 8)
    for index, code in enumerate(view.codes):
        if code >= 0:
            bits[index >> 3] |= 1 << (index & 7)
    rules = Rules(guess="punished")
    game = Game(view.grid, layout.mines, seed=5, rules=rules)
    game._board.decide(layout._mines)
    game._restore(bytes(bits), b"", Outcome.ONGOING)
    return game
