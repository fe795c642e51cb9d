"""One way in which a program differs from the specification of its course."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Difference"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which a program differs from the specification.

    Attributes:
        what: what came and what was expected, in one line.
        clause: what the specification says, and under which heading; two differences with one clause count as the same.
        calls: what was called, a line each.
        test: a test that can be pasted and run.
        is_open: whether the specification leaves this open; such a difference counts with ``--strict`` only.

    >>> Difference("select_cell({2}) returned 0, expected 2", "Gameplay: ...", "select_cell({2})", "").is_open
    False
    """

    what: str
    clause: str
    calls: str
    test: str
    is_open: bool = False

    @property
    def size(self) -> int:
        """Characters of the calls, by which the smaller of two differences is chosen."""
        return len(self.calls)
