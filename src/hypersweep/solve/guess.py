"""The sentences of a guess: its risk, what it compares with, and why this one."""

from __future__ import annotations

from hypersweep.solve.words import are, list_words
from hypersweep.wording import count_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.solve.choice import Choice
    from hypersweep.solve.words import Name, Words

    Cell = tuple[int, ...]

__all__ = ["guess_words"]


# What is rarer isn't told in figures, and what is that rare is no reason for a guess.
_LEAST_CHANCE = 1e-5
_LEAST_OPENING = 0.01


def _risk(chance: float, about: str) -> str:
    return "less than 0.001 %" if 0 < chance < _LEAST_CHANCE else about + _percent(chance)


def _percent(chance: float) -> str:
    text = f"{100 * chance:.3g}"
    return ("almost 100" if text == "100" and chance < 1 else text) + " %"


def guess_words(
    cell: Cell,
    chance: float,
    choice: Choice | None,
    safest: list[Cell],
    least: float,
    opening: float,
    *,
    seen: bool,
    doubtful: tuple[int, int],
    error: float | None = None,
) -> Words:
    """Of a guess: its risk, what it compares with, and why this one.

    Args:
        cell: where.
        chance: that it is a mine.
        choice: what ``choose`` says, or None where there was no time for it.
        safest: the cells with the lowest chance.
        least: that chance.
        opening: the chance that the cell touches no mine at all.
        seen: whether a clue touches it.
        doubtful: how many covered cells may be either, beside clues and elsewhere.
        error: the standard error where chances are estimates.
    """

    def words(name: Name) -> str:
        about = "" if error is None else "about "
        here = name([cell])
        beside, elsewhere = doubtful
        where = [f"{count_of(beside, 'covered cell')} beside clues"] if beside else []
        if elsewhere:
            where.append(f"{elsewhere} elsewhere" if beside else f"{count_of(elsewhere, 'covered cell')}")
        total = beside + elsewhere
        start = "Nothing is certain to be safe"
        if error is not None:
            start = "The layouts are too many to count, and no easy rule finds a safe cell"
        parts = [f"{start}: {list_words(where)} {are(total)} open to doubt. " if where else f"{start}. "]
        place = "" if seen else ", which no clue touches,"
        parts.append(f"{here}{place} is a mine with a chance of {_risk(chance, about)}")
        if chance <= least + 1e-11:
            alike = len(safest) - 1
            few = f" ({'1 other is' if alike == 1 else f'{alike} others are'} as good)" if alike else ""
            parts.append(f", the lowest there is{few}")
        else:
            parts.append(f"; the lowest there is, {_risk(least, about)}, is at {name(safest[:1])}")
        if error:
            parts.append(f". The chances are estimates, with a standard error of {_percent(error)} here")
        if choice is None:
            return "".join(parts) + "."
        if cell != choice.cell:
            parts.append(f". The better guess is {name([choice.cell])}")
            return "".join(parts) + "."
        if choice.win_probability is not None:
            share = _percent(choice.score)
            parts.append(f". Played on without a mistake it wins {share} of the time, as often as any other cell")
        elif opening >= _LEAST_OPENING:
            parts.append(f". With a chance of {_percent(opening)} it touches no mine at all and opens more")
        if choice.kind == "guess" and choice.policy != "safest":
            parts.append(
                ". Of the cells about as safe it promises the most for later moves"
                if choice.policy == "look-ahead"
                else ". Of the safest cells it is the likeliest to settle others"
            )
        return "".join(parts) + "."

    return words
