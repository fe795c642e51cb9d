"""What a finished game, or one that goes on, says of its player: every guess with its risk, luck and skill.

``docs/review.md`` defines the words and the figures.

>>> from hypersweep.record import Event, Record
>>> from hypersweep.review import review
>>> review(Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)])).moves[0].verdict
'first open'
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.review.game import Lesson, Review, review
    from hypersweep.review.judge import VERDICTS, ReviewedMove

__all__ = ["VERDICTS", "Lesson", "Review", "ReviewedMove", "review"]

_ROOMS = {"judge": ("VERDICTS", "ReviewedMove"), "game": ("Lesson", "Review", "review")}


def __getattr__(name: str) -> object:
    for room, names in _ROOMS.items():
        if name in names:
            value = getattr(__import__(f"hypersweep.review.{room}", fromlist=[name]), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'hypersweep.review' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
