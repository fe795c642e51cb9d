"""Search for hints: what a player should do next, and why, from what the player sees.

``find_advice`` sees only a view, so hints can't reveal what the player couldn't know. The player's errors come first,
then certain moves, then the best guess and its risk. The module loads the solver; ``Session`` loads the module at the
first hint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError, BudgetExceededError, InconsistentViewError
from hypersweep.session.hint import Advice, no_hint
from hypersweep.solve import analyse, explain
from hypersweep.solve.evidence import (
    ClueGrounds,
    GuessGrounds,
    LineGrounds,
    SumGrounds,
    TriedGrounds,
    are,
    capital,
    clue_name,
    ending,
    list_cells,
)
from hypersweep.solve.explanation import EASY, Deduction, explain_each
from hypersweep.solve.kernel import Budget
from hypersweep.text import chance_text, pluralize
from hypersweep.view import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.solve import Analysis, Reason
    from hypersweep.typing import Cell
    from hypersweep.view import View

    Name = Callable[[Cell], str]

HINT_BUDGET = Budget(states=1 << 20, memory=1 << 28, seconds=1.0)
"""Default limits for each step of the search for a hint."""

# Maximum number of wrong flags compared to find the one that is easiest to refute.
MOST_WRONG = 4

# Maximum number of steps shown from a long chain of reasoning.
MOST_STEPS = 8

# Maximum number of clues listed by name; a player can't look at more.
MOST_CLUES = 12

# Budget for the search for wrong flags, which runs even before an easy move is suggested.
QUICK = Budget(states=1 << 12, memory=1 << 24)

# Maximum number of marked cells listed by name; more are called "the marked cells".
MOST_NAMED = 2


def find_advice(view: View, *, budget: Budget = HINT_BUDGET) -> Advice:
    r"""Return advice for a view.

    Args:
        view: the view of an ongoing game. Its flags are the player's opinions, which may be wrong.
        budget: limits for each step of the search.

    Raises:
        InconsistentViewError: no layout is consistent with the view, so it isn't from a game.

    Complexity: if easy rules find a move, at most one small analysis, to look for wrong flags. Otherwise one full
    analysis and a few more for proofs; if the budget runs out, chances are estimated.

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
        # Holds at most one analysis of the view, which all later steps share.
        analyses: list[Analysis] = []
        return (_wrong_flags(view, budget, analyses) if view.flagged else None) or _move(view, budget, analyses)
    except (BudgetExceededError, BoardTooLargeError, MemoryError):
        return no_hint("There is no hint here: the position is too large to work out.")


def _wrong_flags(view: View, budget: Budget, analyses: list[Analysis]) -> Advice | None:
    """Return advice about wrong flags; None if the clues don't prove that any flag is wrong."""
    flags = {view.grid.cell(index) for index, code in enumerate(view.codes) if code == FLAGGED}
    # Single clues and pairs need no analysis.
    easy = Deduction(view, False, budget)
    easy.go_on(EASY)
    safe = [reason for reason in easy.reasons() if reason.conclusion == "safe"]
    easy.end()
    wrong = [reason.steps for reason in safe if not flags.isdisjoint(reason.cells)]
    if wrong:
        return _wrong_flag(view, min(wrong, key=_effort), flags)
    small = Budget(min(budget.states, QUICK.states), min(budget.memory, QUICK.memory), budget.seconds)
    try:
        return _refuted_flags(view, flags, small, analyses)
    except BudgetExceededError:
        crowded = _crowded(view)
        # If there is an obvious safe cell, don't make the player wait for an analysis of the flags.
        if crowded is not None or safe:
            return crowded
    try:
        return _refuted_flags(view, flags, budget, analyses)
    except BudgetExceededError:
        return None


def _refuted_flags(view: View, flags: set[Cell], budget: Budget, analyses: list[Analysis]) -> Advice | None:
    """Return advice about flags that the clues together refute; append the analysis to ``analyses`` for later use."""
    if not analyses:
        analyses.append(analyse(view, budget=budget))
    (analysis,) = analyses
    wrong = [cell for cell in analysis.safe_cells if cell in flags]
    if wrong:
        found = explain_each(view, wrong[:MOST_WRONG], budget=budget, analysis=analysis)
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
    needed = _needed(view, steps)
    clues = _clues(needed)
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
            (lambda name: f"{second(name)} {_chain(needed, name)}", *_briefly(needed, clues)),
        ],
        clues=clues,
        cells=tuple(wrong),
    )


def _where(start: str, clues: Sequence[Cell]) -> tuple[Callable[[Name], str], Callable[[Name], str]]:
    """Return two texts on where to look, after a leading text: one names the clues, the other refers to their marks."""

    def look(where: str) -> str:
        return f"{start}: look at {where}." if start else f"Look at {where}."

    def named(name: Name) -> str:
        if len(clues) > MOST_CLUES:
            return f"{start}." if start else "Something is certain, but not easy to see."
        count = "count the mines that are left."
        return look(list_cells(clues, name)) if clues else f"{start}: {count}" if start else capital(count)

    def by_marks(name: Name) -> str:
        return look(few_or_marked(clues, "clue", name)) if 0 < len(clues) <= MOST_CLUES else named(name)

    return named, by_marks


def _crowded(view: View) -> Advice | None:
    """Return advice about a clue with too many flags, or about more flags than mines."""
    codes = view.codes
    neighbours = view.grid.geometry().neighbours
    # Start from the flags to find clues with too many of them: there are fewer flags than clues.
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
        verb = "is" if len(flags) == 1 else "are"
        text = f"There {verb} {pluralize(len(flags), 'flag')} for {pluralize(view.mines, 'mine')}: some are wrong."
        return Advice("flags", [lambda _: text])
    return None


def _contradiction(view: View, error: InconsistentViewError) -> Advice:
    """Return advice about flags that only several clues together refute, possibly with the number of mines."""
    # At least one clue is involved: without any, only the number of flags could be wrong.
    clues = error.clues
    grid = view.grid
    flags = [grid.cell(index) for index, code in enumerate(view.codes) if code == FLAGGED]
    # If the number of mines is part of the contradiction, so is every flag.
    around = {cell for clue in clues for cell in grid.neighbours(clue)}
    wrong = tuple(cell for cell in flags if error.mines_at_fault or cell in around)
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
        return no_hint("There is no hint here: every covered cell is a mine.")
    last = steps[-1]
    if last.conclusion == "guess" and last.probability > 0.0:
        return _estimate(view, last) if last.is_estimate else _guess(view, last)
    if last.conclusion == "guess":
        return _unproved("safe", "{} is safe", last.cells[0])
    wrong = {cell for cell in last.cells if view[cell] == FLAGGED}
    if wrong:
        # The earlier search for wrong flags ran out of its budget, but this one has found some.
        return _wrong_flag(view, steps, wrong)
    needed = _needed(view, steps)
    clues = _clues(needed)

    def why(safe: Callable[[Name], str]) -> tuple[Callable[[Name], str], ...]:
        return (
            lambda name: _chain(needed, name),
            lambda name: f"{brief_reason(needed, clues, name)}: {safe(name)}.",
            # Without space for both, drop the earlier steps, not the conclusion.
            lambda name: f"{capital(safe(name))}: {_why(last, clues, name, is_least=True)}.",
            *_briefly(needed, clues),
        )

    return Advice(
        "safe",
        [
            _where("", clues),
            (
                lambda name: f"{capital(ending(last.cells, 'safe', lambda some: list_cells(some, name)))}.",
                lambda name: f"{capital(safe_words(last.cells, name))}.",
            ),
            why(lambda name: safe_words(last.cells, name)),
        ],
        clues=clues,
        cells=last.cells,
        rest=why(lambda _: "the marked cells are safe") if len(last.cells) > 2 else (),
        last=why(lambda _: "the marked cell is safe") if len(last.cells) > 1 else (),
    )


def _unproved(kind: str, claim: str, cell: Cell) -> Advice:
    """Return advice based on the analysis alone, for when a readable proof would be too large."""

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
    """Return texts about a guess's risk, longest first."""
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
    """Return the steps that the last one depends on, without those about mines the player has already flagged."""
    needed = {id(steps[-1])}
    # Go backwards, since later steps depend on earlier ones.
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
    sentences = [step.format(name) for step in steps[-MOST_STEPS:]]
    if len(steps) > MOST_STEPS:
        sentences[0] = f"After {pluralize(len(steps) - MOST_STEPS, 'easier step')}: {sentences[0]}"
    return " ".join(sentences)


def _briefly(steps: Sequence[Reason], clues: Sequence[Cell]) -> tuple[Callable[[Name], str], Callable[[Name], str]]:
    return (
        lambda name: f"{brief_reason(steps, clues, name)}.",
        lambda name: f"{brief_reason(steps, clues, name, is_least=True)}.",
    )


def _of_clues(clues: Sequence[Cell], name: Name) -> str:
    return f"the clue at {name(clues[0])}" if len(clues) == 1 else f"the clues at {list_cells(clues, name)}"


# Reasons as one short sentence, for boards on which clues and cells are marked.


def marked(number: int, noun: str) -> str:
    """Return the words for marked cells, clues or flags.

    >>> marked(1, "clue"), marked(3, "cell")
    ('the marked clue', 'the 3 marked cells')
    """
    return f"the marked {noun}" if number == 1 else f"the {number} marked {noun}s"


def few_or_marked(cells: Sequence[Cell], noun: str, name: Name) -> str:
    """Return the names of a few cells; refer to more of them by their marks.

    >>> few_or_marked([(0, 1)], "cell", str), few_or_marked([(0, 1), (0, 2), (1, 2)], "cell", str)
    ('(0, 1)', 'the 3 marked cells')
    """
    return list_cells(cells, name) if len(cells) <= MOST_NAMED else marked(len(cells), noun)


def safe_words(cells: Sequence[Cell], name: Name) -> str:
    """Return the statement that some cells are safe, without a full stop.

    >>> safe_words([(0, 1), (0, 2), (1, 2)], str)
    'the 3 marked cells are safe'
    """
    return f"{few_or_marked(cells, 'cell', name)} {are(len(cells))} safe"


def brief_reason(steps: Sequence[Reason], clues: Sequence[Cell], name: Name, *, is_least: bool = False) -> str:
    """Return the last step's reason, without a full stop; if there are several steps, begin with their number.

    Args:
        steps: at least one step.
        clues: the marked clues.
        name: returns the name of a cell.
        is_least: whether to use the shortest form: name two clues without their numbers of mines, leave out how many
            clues are marked and where a clue has its mine, and don't say that a chance is the lowest.
    """
    last = steps[-1]
    sentence = _why(last, clues, name, is_least=is_least)
    return f"In {pluralize(len(steps), 'step')}: {sentence}" if len(steps) > 1 else capital(sentence)


def _why(reason: Reason, clues: Sequence[Cell], name: Name, *, is_least: bool) -> str:
    grounds = reason.grounds
    if isinstance(grounds, GuessGrounds):
        about = "" if grounds.error is None else "about "
        chance = f"{list_cells(reason.cells, name)} is a mine with a chance of {about}{chance_text(grounds.chance)}"
        return chance + (", the lowest there is" if grounds.chance == grounds.least and not is_least else "")
    if isinstance(grounds, ClueGrounds):
        return _of_clue(grounds, name, is_least=is_least)
    if isinstance(grounds, SumGrounds) and len(grounds.more) == len(grounds.less) == 1:
        return _of_pair(grounds, name, is_least=is_least)
    which = "the marked clues" if is_least and len(clues) > 1 else marked(len(clues), "clue")
    if isinstance(grounds, LineGrounds | TriedGrounds):
        one = list_cells(reason.cells[:1], name)
        return f"if {one} were a mine, {which} couldn't be {'right' if len(clues) == 1 else 'all right'}"
    if reason.rule == "count":
        return f"the number of mines left{f' and {which} leave' if clues else ' leaves'} none there"
    return f"{which} together leave no mine there" if len(clues) > 1 else f"{which} leaves no mine there"


def _of_clue(grounds: ClueGrounds, name: Name, *, is_least: bool) -> str:
    number, _ = grounds.clue
    clue = clue_name(grounds.clue, lambda cells: list_cells(cells, name))
    if number == 0:
        return f"{clue} touches no mine"
    if number == 1:
        where = "" if is_least else f", {list_cells([*grounds.used, *grounds.shown], name)}"
        return f"{clue} already has its mine{where}"
    return f"{clue} already has its {number} mines"


def _of_pair(grounds: SumGrounds, name: Name, *, is_least: bool) -> str:
    (more,), (less,) = grounds.more, grounds.less
    if is_least:
        return f"compare {list_cells([more.clue[1], less.clue[1]], name)}"
    least = more.rest - len(more.own)
    own = "its mine" if more.rest == 1 else f"its {more.rest} mines"
    shared = f"at least {pluralize(least, 'mine')}" if more.own else own
    first, second = (clue_name(side.clue, lambda cells: list_cells(cells, name)) for side in (more, less))
    return f"{first} shares {shared} with {second}"
