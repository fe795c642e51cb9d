"""Review a finished or ongoing game: the risk of every guess, luck and skill.

``docs/review.md`` defines the terms and statistics.

>>> from hypersweep.record import Event, Record
>>> from hypersweep.review import review
>>> review(Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)])).moves[0].verdict
'first click'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.review.annotation import Annotation, read_annotations
    from hypersweep.review.findings import Lesson
    from hypersweep.review.game_review import Review, review
    from hypersweep.review.judge import VERDICTS, ReviewedMove

__all__ = ["VERDICTS", "Annotation", "Lesson", "Review", "ReviewedMove", "read_annotations", "review"]

_HOMES = {
    "annotation": ("Annotation", "read_annotations"),
    "findings": ("Lesson",),
    "game_review": ("Review", "review"),
    "judge": ("VERDICTS", "ReviewedMove"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
