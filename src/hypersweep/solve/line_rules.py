"""Conclusions from a few clues: by a line of contradiction, or by a sum of them where there is one."""

from __future__ import annotations

from hypersweep.lazy import defer
from hypersweep.solve.balance import signings
from hypersweep.solve.clue_rules import by_comparison
from hypersweep.solve.conflict import smallest
from hypersweep.solve.grounds.line import LineGrounds, TriedGrounds
from hypersweep.solve.supposition import Clues, line_case, probe, suppose, trim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.knowledge import Knowledge
    from hypersweep.solve.reason import Reason
    from hypersweep.typing import Conclusion
else:
    defer(
        globals(),
        "from collections.abc import Sequence",
        "from hypersweep.solve.knowledge import Knowledge",
        "from hypersweep.solve.reason import Reason",
        "from hypersweep.typing import Conclusion",
    )

__all__ = ["MOST_ASKED", "by_line", "by_set"]

# A line that comes to more contradictions than that isn't told.
_MOST_ENDS = 6

MOST_ASKED = 60
"""So many clues are asked while a line is looked for."""


def _asked(own: Knowledge) -> Clues:
    return Clues(own.covered, own.rest, own.known, own.touching)


def by_line(own: Knowledge, most: int) -> list[Reason]:
    """The shortest line of contradiction in which each clue speaks on its own, or none.

    Args:
        own: what is known.
        most: the clues that it may go through.
    """
    asked = _asked(own)
    unknown, _ = own.unknown()
    seen: set[tuple[int, ...]] = set()
    best: tuple[int, bool, int, set[int]] | None = None
    for cell in sorted(frozenset().union(*unknown.values())) if unknown else []:
        # Cells that the same clues touch are alike.
        beside = tuple(own.touching(cell))
        if beside in seen:
            continue
        seen.add(beside)
        for mine in (True, False):
            clues = probe(asked, cell, mine=mine, most=MOST_ASKED)
            # To suppose a mine shows a safe cell, which is what a player looks for.
            if clues is not None and len(clues) <= most:
                rank = len(clues), not mine, cell, clues
                best = rank if best is None or rank[:3] < best[:3] else best
    if best is None:
        return []
    _, is_safe, cell, clues = best
    mine = not is_safe
    needed = smallest(
        [clue for clue in own.prover.order([cell]) if clue in clues],
        lambda some: suppose(asked, frozenset(some), cell, mine=mine) is not None,
    )
    return by_set(own, sorted(clues) if needed is None else needed, cell, mine=not mine)


def by_set(own: Knowledge, clues: Sequence[int], target: int, *, mine: bool) -> list[Reason]:
    """Why a few clues settle a cell: by a sum of them if there is one, else by a line of contradiction."""
    for more, less in signings(sorted(clues)):
        found = by_comparison(own, "set", more, less, target)
        if found:
            return found
    only = frozenset(clues)
    line = suppose(_asked(own), only, target, mine=not mine)
    conclusion: Conclusion = "mine" if mine else "safe"
    if line is None or line.ends > _MOST_ENDS:
        tried = TriedGrounds(tuple([own.clue(clue) for clue in sorted(clues)]))
        return [own.conclude("set", conclusion, [target], clues, tuple(own.reasons), tried)]
    line = trim(line)
    touching = {clue for clue in own.touching(target) if clue in only}
    alike = []
    if touching:
        alike = [
            cell
            for cell in own.covered(min(touching))
            if cell != target
            and cell not in own.known
            and {clue for clue in own.touching(cell) if clue in only} == touching
        ]
    grounds = LineGrounds(line_case(line, own), own.names(alike))
    return [own.conclude("set", conclusion, [target, *alike], clues, own.because(line.used), grounds)]
