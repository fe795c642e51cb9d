"""Advice from a view for a player who is stuck.

It sees only a view, so hints can't reveal what the player couldn't know. Errors on the board come first, then certain
moves, then the best guess and its risk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError, BudgetExceededError, InconsistentViewError
from hypersweep.session.hint import HINT_BUDGET, Advice
from hypersweep.session.short_reason import brief_reason, few_or_marked, marked, safe_words
from hypersweep.solve import Budget, analyse, explain
from hypersweep.solve.evidence import are, capital, ending, list_cells
from hypersweep.solve.explanation import EASY, Deduction, explain_each
from hypersweep.text import pluralize
from hypersweep.view import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.session.hint import Name
    from hypersweep.solve import Analysis, Reason
    from hypersweep.typing import Cell
    from hypersweep.view import View

# Number of wrong flags examined to find the one that is easiest to refute.
_MOST_WRONG = 4

# Maximum number of steps shown of a long chain.
_MOST_STEPS = 8

# Maximum number of clues that are named; a player can't look at more.
_MOST_CLUES = 12

# Limits of the search for wrong flags that precedes easy moves.
_QUICK = Budget(states=1 << 12, memory=1 << 24)


def find_advice(view: View, *, budget: Budget = HINT_BUDGET) -> Advice:
    r"""Return advice for a view.

    Args:
        view: the view of an ongoing game. Its flags are taken as the player's opinions.
        budget: limits of each step of the search.

    Raises:
        InconsistentViewError: no layout is consistent with the view, so it isn't from a game.

    Complexity: easy rules need no analysis, except a small one for wrong flags if there are flags. If easy rules fail,
    it takes one analysis and a few more for proofs; past the budget, estimates.

    >>> from hypersweep.view import View
    >>> advice = find_advice(View.parse("2x3 mines=1\n# # #\n1 1 ."))
    >>> for level in (1, 2, 3):
    ...     print(advice.hint(level))
    Look at (1, 2).
    (0, 1) and (0, 2) are safe.
    The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.
    >>> print(find_advice(View.parse("2x3 mines=1\n# F #\n1 1 .")).hint(3))
    The flag at (0, 1) is wrong. The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.
    """
    try:
        # Cache: one analysis of the view is enough for everything.
        analyses: list[Analysis] = []
        return (_wrong_flags(view, budget, analyses) if view.flagged else None) or _move(view, budget, analyses)
    except (BudgetExceededError, BoardTooLargeError, MemoryError):
        return Advice("none", [lambda _: "There is no hint here: the position is too large to work out."])


def _wrong_flags(view: View, budget: Budget, analyses: list[Analysis]) -> Advice | None:
    """Return advice about wrong flags, if the clues prove any wrong."""
    flags = {view.grid.cell(index) for index, code in enumerate(view.codes) if code == FLAGGED}
    # Single clues and pairs need no analysis.
    easy = Deduction(view, False, budget)
    easy.go_on(EASY)
    safe = [reason for reason in easy.reasons() if reason.conclusion == "safe"]
    easy.end()
    wrong = [reason.steps for reason in safe if not flags.isdisjoint(reason.cells)]
    if wrong:
        return _wrong_flag(view, min(wrong, key=_effort), flags)
    small = Budget(min(budget.states, _QUICK.states), min(budget.memory, _QUICK.memory), budget.seconds)
    try:
        return _refuted_flags(view, flags, small, analyses)
    except BudgetExceededError:
        crowded = _crowded(view)
        # If there is an obvious safe cell, don't make the player wait.
        if crowded is not None or safe:
            return crowded
    try:
        return _refuted_flags(view, flags, budget, analyses)
    except BudgetExceededError:
        return None


def _refuted_flags(view: View, flags: set[Cell], budget: Budget, analyses: list[Analysis]) -> Advice | None:
    """Return advice about flags refuted by all clues; append the analysis to ``analyses`` for later use."""
    if not analyses:
        analyses.append(analyse(view, budget=budget))
    (analysis,) = analyses
    wrong = [cell for cell in analysis.safe_cells if cell in flags]
    if wrong:
        found = explain_each(view, wrong[:_MOST_WRONG], budget=budget, analysis=analysis)
        found = [steps for steps in found if steps[-1].conclusion == "safe"]
        if not found:
            return _unproved("flags", "The flag at {} is wrong", wrong[0])
        return _wrong_flag(view, min(found, key=_effort), set(wrong))
    try:
        analyse(view, trust_flags=True, budget=budget)
    except InconsistentViewError as error:
        return _crowded(view) or _contradiction(view, error)
    return None


def _effort(steps: Sequence[Reason]) -> tuple[int, int]:
    return max(step.level for step in steps), len(steps)


def _wrong_flag(view: View, steps: Sequence[Reason], flags: set[Cell]) -> Advice:
    wrong = [cell for cell in steps[-1].cells if cell in flags]
    told = _needed(view, steps)
    clues = _clues(told)
    which = "A flag is wrong" if len(wrong) == 1 else "Some flags are wrong"
    flag = "flag" if len(wrong) == 1 else "flags"

    def second(name: Name) -> str:
        return f"The {flag} at {list_cells(wrong, name)} {are(len(wrong))} wrong."

    def second_marked(name: Name) -> str:
        if len(wrong) > 2:
            return f"{capital(marked(len(wrong), 'flag'))} are wrong."
        return second(name)

    return Advice(
        "flags",
        [
            _where(which, clues),
            (second, second_marked),
            (lambda name: f"{second(name)} {_chain(told, name)}", *_briefly(told, clues)),
        ],
        clues=clues,
        cells=tuple(wrong),
    )


def _where(start: str, clues: Sequence[Cell]) -> tuple[Callable[[Name], str], Callable[[Name], str]]:
    """Return texts that say where to look, by the names of clues and by their marks, after a leading text."""

    def look(where: str) -> str:
        return f"{start}: look at {where}." if start else f"Look at {where}."

    def named(name: Name) -> str:
        if len(clues) > _MOST_CLUES:
            return f"{start}." if start else "Something is certain, but not easy to see."
        count = "count the mines that are left."
        return look(list_cells(clues, name)) if clues else f"{start}: {count}" if start else capital(count)

    def by_marks(name: Name) -> str:
        return look(few_or_marked(clues, "clue", name)) if 0 < len(clues) <= _MOST_CLUES else named(name)

    return named, by_marks


def _crowded(view: View) -> Advice | None:
    """Return advice about a clue with too many flags, or about more flags than mines."""
    codes = view.codes
    neighbours = view.grid.geometry().neighbours
    # Start from the flags to find clues with too many of them: flags are fewer than clues.
    seen: dict[int, list[int]] = {}
    flags = [index for index, code in enumerate(codes) if code == FLAGGED]
    for flag in flags:
        for clue in neighbours(flag):
            if codes[clue] >= 0:
                seen.setdefault(clue, []).append(flag)
    crowded = [clue for clue, around in seen.items() if len(around) > codes[clue]]
    if crowded:
        clue = min(crowded, key=lambda clue: (len(seen[clue]), clue))
        place = view.grid.cell(clue)
        wrong = tuple(view.grid.cell(flag) for flag in sorted(seen[clue]))

        def second(name: Name) -> str:
            return f"The clue at {name(place)} has too many flags around it."

        def start(name: Name) -> str:
            return f"The {codes[clue]} at {name(place)} has {pluralize(len(wrong), 'flag')} around it"

        def full(name: Name) -> str:
            return f"{start(name)}, {list_cells(wrong, name)}: they can't all be right."

        return Advice(
            "flags",
            [_where("The flags can't all be right", (place,)), second, (full, lambda name: f"{start(name)}.")],
            clues=(place,),
            cells=wrong,
        )
    if len(flags) > view.mines:
        text = f"There are {pluralize(len(flags), 'flag')} for {pluralize(view.mines, 'mine')}: some are wrong."
        return Advice("flags", [lambda _: text])
    return None


def _contradiction(view: View, error: InconsistentViewError) -> Advice:
    """Return advice about flags that only several clues, or these and the number of mines, refute."""
    # There is at least one clue; otherwise only the number of flags could be wrong.
    clues = error.clues
    grid = view.grid
    flags = [grid.cell(index) for index, code in enumerate(view.codes) if code == FLAGGED]
    # If the number of mines is part of the contradiction, so is every flag.
    beside = {cell for clue in clues for cell in grid.neighbours(clue)}
    wrong = tuple(cell for cell in flags if error.mines_at_fault or cell in beside)
    count = " and the number of mines" if error.mines_at_fault else ""

    which = marked(len(wrong), "flag")

    def second(name: Name) -> str:
        return f"The flags at {list_cells(wrong, name)} can't all be right."

    def third(name: Name) -> str:
        return f"No layout with all of the flags at {list_cells(wrong, name)} fits {_of_clues(clues, name)}{count}."

    return Advice(
        "flags",
        [
            _where("The flags can't all be right", clues),
            (second, lambda _: f"{capital(which)} can't all be right."),
            (third, lambda _: f"No layout with {which} fits {marked(len(clues), 'clue')}{count}."),
        ],
        clues=clues,
        cells=wrong,
    )


def _move(view: View, budget: Budget, analyses: list[Analysis]) -> Advice:
    steps = explain(view, budget=budget, analysis=analyses[0] if analyses else None)
    if not steps:
        return Advice("none", [lambda _: "There is no hint here: every covered cell is a mine."])
    last = steps[-1]
    if last.conclusion == "guess" and last.probability > 0.0:
        return _estimate(view, last) if last.is_estimate else _guess(view, last)
    if last.conclusion == "guess":
        return _unproved("safe", "{} is safe", last.cells[0])
    wrong = {cell for cell in last.cells if view[cell] == FLAGGED}
    if wrong:
        # Past the budget of the search for flags, but not of this one.
        return _wrong_flag(view, steps, wrong)
    told = _needed(view, steps)
    clues = _clues(told)

    return Advice(
        "safe",
        [
            _where("", clues),
            (
                lambda name: f"{capital(ending(last.cells, 'safe', lambda some: list_cells(some, name)))}.",
                lambda name: f"{capital(safe_words(last.cells, name))}.",
            ),
            (
                lambda name: _chain(told, name),
                lambda name: f"{brief_reason(told, clues, name)}: {safe_words(last.cells, name)}.",
                *_briefly(told, clues),
            ),
        ],
        clues=clues,
        cells=last.cells,
    )


def _unproved(kind: str, claim: str, cell: Cell) -> Advice:
    """Return advice from the analysis alone, if a readable proof would be too large."""

    def first(_: Name) -> str:
        return "A flag is wrong." if kind == "flags" else "Something is certain, but not easy to see."

    def second(name: Name) -> str:
        return f"{claim.format(name(cell))}: all layouts that fit the clues agree on it, but no short reason was found."

    def second_marked(name: Name) -> str:
        return f"{claim.format(name(cell))}: all layouts that fit agree."

    return Advice(kind, [first, (second, second_marked)], cells=(cell,))


def _guess(view: View, reason: Reason) -> Advice:
    return Advice(
        "guess",
        [
            lambda name: reason.hint(1, name),
            lambda name: reason.hint(2, name),
            _guess_texts(view, reason),
        ],
        clues=reason.clues,
        cells=reason.cells,
        probability=reason.probability,
    )


def _guess_texts(view: View, reason: Reason) -> tuple[Callable[[Name], str], ...]:
    """Return texts about a guess's risk, from full to short."""
    cell = reason.cells[0]

    def full(name: Name) -> str:
        tail = f" You have a flag at {name(cell)}; it may be wrong." if view[cell] == FLAGGED else ""
        return reason.format(name) + tail

    return full, *_briefly([reason], reason.clues)


def _estimate(view: View, reason: Reason) -> Advice:
    def first(_: Name) -> str:
        return "This position is too hard to work out in the time allowed, and no easy rule settles anything."

    return Advice(
        "estimate",
        [
            (first, lambda _: "This position is too hard to work out in time, and no easy rule helps."),
            _guess_texts(view, reason),
        ],
        cells=reason.cells,
        probability=reason.probability,
    )


def _needed(view: View, steps: Sequence[Reason]) -> list[Reason]:
    """Return the steps to the last one, without steps about mines that the player has already flagged."""
    needed = {id(steps[-1])}
    # Later steps depend on earlier ones.
    for step in reversed(steps):
        if id(step) in needed:
            needed.update(
                id(other)
                for other in step.because
                if other.conclusion != "mine" or any(view[cell] != FLAGGED for cell in other.cells)
            )
    return [step for step in steps if id(step) in needed]


def _clues(steps: Iterable[Reason]) -> tuple[Cell, ...]:
    return tuple(sorted({clue for step in steps for clue in step.clues}))


def _chain(steps: Sequence[Reason], name: Name) -> str:
    sentences = [step.format(name) for step in steps[-_MOST_STEPS:]]
    if len(steps) > _MOST_STEPS:
        sentences[0] = f"After {pluralize(len(steps) - _MOST_STEPS, 'easier step')}: {sentences[0]}"
    return " ".join(sentences)


def _briefly(steps: Sequence[Reason], clues: Sequence[Cell]) -> tuple[Callable[[Name], str], Callable[[Name], str]]:
    return (
        lambda name: f"{brief_reason(steps, clues, name)}.",
        lambda name: f"{brief_reason(steps, clues, name, is_least=True)}.",
    )


def _of_clues(clues: Sequence[Cell], name: Name) -> str:
    return f"the clue at {name(clues[0])}" if len(clues) == 1 else f"the clues at {list_cells(clues, name)}"
