"""A stand-in for a program under test, with lists of numbers as games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from hypersweep.courses.check.check_report import Difference

Numbers = list[int]


def fault(what: str, clause: str = "clause", *, calls: str = "", is_open: bool = False) -> Difference:
    return Difference(what, clause, calls or what, f"test of {what}\n", is_open)


class FakeSubject:
    """Plays a game by calling a function."""

    name = "folder/fake.c"
    suffix = ".c"

    def __init__(self, play: Callable[[Numbers], Difference | None], edges: Sequence[Numbers] = ()) -> None:
        self.play = play
        self.edges = edges
        self.is_closed = False

    def games(self) -> st.SearchStrategy[Numbers]:
        return st.lists(st.integers(0, 1000), max_size=20)

    def close(self) -> None:
        self.is_closed = True
