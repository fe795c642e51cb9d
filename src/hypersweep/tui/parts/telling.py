"""Texts of the note line for hints and for the end of a game, in several lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.session import Hint

_GAP = "   "


def hint_contents(hint: Hint) -> list[Content]:
    """Return the texts of a hint with the next possible action, longest first.

    >>> from hypersweep.session import Session
    >>> session = Session("3x4", 2, seed=7)
    >>> change, hint = session.open((0, 0)), session.hint()
    >>> for content in hint_contents(hint)[:3]:
    ...     print(content)
    Hint 1  Look at (0, 1), (1, 1) and (2, 1).   ? for more, n goes there
    Hint 1  Look at the 3 marked clues.   ? for more, n goes there
    Hint 1  Look at (0, 1), (1, 1) and (2, 1).   ? for more
    """
    texts = [hint.text, *hint.shorter]
    head = (f"Hint {hint.level}  ", "bold $text-success")
    there = ["n goes there"] if hint.cells or hint.clues else []

    def tails(text: str) -> list[str]:
        more = ["? for more"] if not hint.is_last else ["M in full"] if text != hint.text else []
        words = [*more, *there]
        return [_GAP + ", ".join(words[:count]) if count else "" for count in range(len(words), -1, -1)]

    told = [[Content.assemble(head, text, (tail, "$text-muted")) for tail in tails(text)] for text in texts]
    if hint.is_last:
        # A reason is shown in full; otherwise the next action counts more, since the marks show the rest.
        return [*(each for forms in told for each in forms), *map(Content, texts)]
    longest = max(map(len, told))
    by_tails = [forms[min(place, len(forms) - 1)] for place in range(longest) for forms in told]
    return [*by_tails, *map(Content, texts)]


def result_contents(ending: str, standings: Sequence[str], figures: str, *, is_won: bool) -> list[Content]:
    """Return the texts for the end of a game with the keys that lead on, longest first.

    Args:
        ending: the outcome and the time.
        standings: the rank among other games, longest text first; may be empty.
        figures: statistics of the game.
        is_won: whether it was won.
    """
    head = (ending, f"bold {'$text-success' if is_won else '$text-error'}")
    keys = ("v review, y replay, r new", "$text-muted")
    lines = [Content.assemble(head, _GAP * bool(text), text) for text in standings]
    return [
        *(Content("\n").join([line, Content(figures), Content.assemble(keys)]) for line in lines),
        *(Content("\n").join([line, Content.assemble(figures, _GAP, keys)]) for line in lines),
        *(Content.assemble(line, _GAP, more, keys) for line in lines for more in (figures + _GAP, "")),
        *lines,
        Content.assemble(head),
    ]
