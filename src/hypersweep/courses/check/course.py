"""The interface of a course, for checking programs against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import SearchStrategy

    from hypersweep.courses.check.difference import Difference

__all__ = ["Game", "Subject"]

Game = TypeVar("Game")
"""A game as a course describes it: the board, and what is called."""


class Subject(Protocol[Game]):
    """One program under test.

    Attributes:
        name: the program, as the user named it.
        suffix: ending of the names of files that hold a test, such as ".c".
        edges: edge cases, played before random games.
    """

    name: str
    suffix: str
    edges: Sequence[Game]

    def games(self) -> SearchStrategy[Game]:
        """Return random games; they should shrink to small boards and few calls."""

    def play(self, game: Game) -> Difference | None:
        """Play one game with the program and compare each answer with the reference.

        Returns:
            The first difference, or None. A difference that the specification leaves open is returned only where there
            is no other in the game.
        """

    def close(self) -> None:
        """End the program, and remove what was written for it."""
