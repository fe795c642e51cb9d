"""Settings for marks: question marks, a draft of flags, and flags set by a click on a number."""

from __future__ import annotations

from hypersweep.codes import COVERED

ASSISTS = ("question_marks", "draft_flags", "smart_flags")
"""Names of the ``TOGGLES`` that change what flags and chords do."""


def move_for(kind: str, code: int, assists: frozenset[str], *, is_drafting: bool) -> str:
    """Return what a player's flag or chord does under the settings.

    Args:
        kind: "open", "flag" or "chord".
        code: the cell's code.
        assists: names of the settings in ``ASSISTS`` that are on.
        is_drafting: whether a draft of flags was started.

    Returns:
        The kind; or "draft", "cycle_flag" (flag, question mark, nothing) or "flag_around" (to be tried before a chord).

    >>> everything = frozenset(ASSISTS)
    >>> [move_for(kind, -1, everything, is_drafting=False) for kind in ("open", "flag")]
    ['open', 'cycle_flag']
    >>> move_for("flag", -1, everything, is_drafting=True), move_for("chord", 3, everything, is_drafting=False)
    ('draft', 'flag_around')
    """
    if kind == "flag" and is_drafting and code == COVERED:
        return "draft"
    if kind == "flag" and "question_marks" in assists and not is_drafting:
        return "cycle_flag"
    return "flag_around" if kind == "chord" and "smart_flags" in assists else kind
