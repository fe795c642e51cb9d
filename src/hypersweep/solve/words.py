"""The sentences of reasons. Each function gives one that names cells by a function still to come."""

from __future__ import annotations

from hypersweep.wording import count_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.solve.balance import Balance

    Cell = tuple[int, ...]
    Clue = tuple[int, Cell]
    Name = Callable[[Iterable[Cell]], str]
    Words = Callable[[Name], str]

__all__ = [
    "all_words",
    "are",
    "capital",
    "cell_name",
    "clue_words",
    "count_words",
    "ending",
    "extreme_words",
    "list_cells",
    "list_words",
    "pair_words",
    "sum_words",
    "tried_words",
]

# Longer lists of cells are told as runs.
_MOST_SINGLE = 8

_EVERYTHING = "the clues and the number of mines"


def cell_name(cell: Cell) -> str:
    """What a cell is called in sentences.

    >>> cell_name((3, 4)), cell_name((7,))
    ('(3, 4)', '(7)')
    """
    return str(cell) if len(cell) > 1 else f"({cell[0]})"


def list_words(words: Sequence[str]) -> str:
    """Words as an enumeration.

    >>> list_words(["a"]), list_words(["a", "b"]), list_words(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def list_cells(cells: Iterable[Cell], name: Callable[[Cell], str] = cell_name) -> str:
    """All of some cells in a sentence; where they are many, those in a row as one run.

    Args:
        cells: the cells, at least one.
        name: how a cell is named.

    >>> list_cells([(0, 1), (0, 2), (0, 3)])
    '(0, 1), (0, 2) and (0, 3)'
    >>> list_cells([(0, column) for column in range(12)] + [(2, 4)])
    '(0, 0) to (0, 11) and (2, 4)'
    """
    own = list(cells)
    if len(own) <= _MOST_SINGLE:
        return list_words([name(cell) for cell in own])
    runs: list[list[Cell]] = []
    for cell in own:
        last = runs[-1][-1] if runs else None
        if last is not None and cell == (*last[:-1], last[-1] + 1):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    words: list[str] = []
    for run in runs:
        words.extend([f"{name(run[0])} to {name(run[-1])}"] if len(run) > 2 else map(name, run))
    return list_words(words)


def ending(cells: Sequence[Cell], conclusion: str, name: Name) -> str:
    """That some cells are safe, or mines."""
    if conclusion == "safe":
        return f"{name(cells)} {'is' if len(cells) == 1 else 'are'} safe"
    return f"{name(cells)} {'is a mine' if len(cells) == 1 else 'are mines'}"


def _clue(clue: Clue, name: Name) -> str:
    return f"the {clue[0]} at {name([clue[1]])}"


def capital(text: str) -> str:
    """A sentence with its first letter large.

    >>> capital("the 1 at (0, 1)")
    'The 1 at (0, 1)'
    """
    return text[:1].upper() + text[1:]


def _need(rest: int, taken: int) -> str:
    """A number, as a subtraction where something is taken off."""
    return f"{rest} - {taken} = {rest - taken}" if taken else str(rest)


def _total(numbers: Sequence[int]) -> str:
    return f"{' + '.join(map(str, numbers))} = {sum(numbers)}" if len(numbers) > 1 else str(sum(numbers))


def clue_words(
    clue: Clue,
    conclusion: str,
    cells: tuple[Cell, ...],
    used: tuple[Cell, ...],
    shown: tuple[Cell, ...],
    covered: int,
) -> Words:
    """Of one clue: its mines are found, or its cells are no more than its mines.

    Args:
        clue: its number and its place.
        conclusion: "safe" or "mine".
        cells: what follows.
        used: cells known by earlier steps that this one rests on: mines for "safe", safe ones for "mine".
        shown: mines that the board shows.
        covered: the covered cells beside it.
    """
    number, _ = clue

    def safe(name: Name) -> str:
        start = capital(_clue(clue, name))
        if number == 0:
            return f"{start} touches no mine: {ending(cells, 'safe', name)}."
        which = "its mine" if number == 1 else f"its {number} mines"
        found = f"{start} already has {which}, {name(sorted({*used, *shown}))}"
        if len(cells) + len(used) != covered:
            # Other cells are safe as well, and known to be.
            return f"{found}: {ending(cells, 'safe', name)}."
        if len(cells) == 1:
            return f"{found}, so its only other covered cell, {name(cells)}, is safe."
        return f"{found}, so its {len(cells)} other covered cells, {name(cells)}, are safe."

    def mine(name: Name) -> str:
        left = covered - len(used)
        start = capital(_clue(clue, name))
        if shown:
            be = "is a mine" if len(shown) == 1 else "are mines"
            start = f"{name(shown)} {be} already, so {_clue(clue, name)} needs {number - len(shown)} more. It"
        if used:
            start += f" touches {count_of(covered, 'covered cell')}, but {ending(used, 'safe', name)}. Only {left}"
            start += f" {are(left)} left"
        else:
            start += f" touches only {count_of(left, 'covered cell')}"
        # Which of the others are known to be mines, this step doesn't rest on.
        return f"{start}{_all_mines(left, cells, name)}."

    return safe if conclusion == "safe" else mine


def _shown_words(balance: Balance, name: Name) -> str:
    """What the board shows of the clues' mines, as sentences before the sum."""
    texts = []
    for side in (*balance.more, *balance.less):
        if side.shown:
            be = "is a mine" if len(side.shown) == 1 else "are mines"
            texts.append(f"{name(side.shown)} {be} already, so {_clue(side.clue, name)} needs {side.rest} more. ")
    return "".join(texts)


def _safe_words(cells: Sequence[Cell], name: Name) -> str:
    return f", leaving out {name(cells)}, which {'is' if len(cells) == 1 else 'are'} safe," if cells else ""


def _others(count: int) -> str:
    return "only other covered cell" if count == 1 else f"{count} other covered cells"


def _all_mines(count: int, cells: Sequence[Cell], name: Name) -> str:
    """That so many cells are mines, of which some are named: the others may be known already."""
    if len(cells) == count:
        return f": {ending(cells, 'mine', name)}"
    return f", so all of them are mines, {name(cells)} among them"


def pair_words(balance: Balance, conclusion: str, cells: tuple[Cell, ...]) -> Words:
    """Of two clues: the cells that both touch count for both, so the others differ as the clues do."""
    (more,), (less,) = balance.more, balance.less
    own, sure = len(more.own), len(less.known)

    def known(name: Name) -> str:
        if not sure:
            return ""
        be = "is a mine" if sure == 1 else "are mines"
        return f"{name(less.known)}, which only {_clue(less.clue, name)} touches, {be}. "

    def mine(name: Name) -> str:
        first, second = _clue(more.clue, name), _clue(less.clue, name)
        room = less.rest - sure
        return (
            f"{_shown_words(balance, name)}{known(name)}At most {_need(less.rest, sure)} of the mines of "
            f"{first} can be "
            f"in cells that it shares with {second}. That leaves {more.rest} - {room} = {own} for its "
            f"{_others(own)}{_safe_words(more.safe, name).rstrip(',')}{_all_mines(own, cells, name)}."
        )

    def safe(name: Name) -> str:
        first, second = _clue(more.clue, name), _clue(less.clue, name)
        least = more.rest - own
        if not own:
            what = "its mine counts" if more.rest == 1 else f"its {more.rest} mines count"
            start = (
                f"Every covered cell of {first}{_safe_words(more.safe, name)} also touches {second}, so {what} for both"
            )
        else:
            be = "is" if least == 1 else "are"
            start = (
                f"{capital(first)} has only {count_of(own, 'covered cell')}{_safe_words(more.safe, name)} that "
                f"{second} doesn't touch, so at least {_need(more.rest, own)} of its mines {be} among those that both "
                "touch"
            )
        taken = f"{less.rest} - {sure} - {least}" if sure else f"{less.rest} - {least}"
        return (
            f"{_shown_words(balance, name)}{known(name)}{start}. That leaves {taken} = 0 mines for the other cells "
            f"of {second}: {ending(cells, 'safe', name)}."
        )

    return safe if conclusion == "safe" else mine


def sum_words(balance: Balance, conclusion: str, cells: tuple[Cell, ...]) -> Words:
    """Of three clues and more, added and taken off.

    Where one clue stands against several that share no cell beside it, their mines are counted beside that one.
    """
    if balance.is_nested and len(balance.less) == 1:
        return _filled_words(balance, conclusion, cells)
    if balance.is_nested and len(balance.more) == 1:
        return _spared_words(balance, conclusion, cells)

    def words(name: Name) -> str:
        first, second = (
            list_words([_clue(side.clue, name) for side in sides]) for sides in (balance.more, balance.less)
        )
        more = [side.rest for side in balance.more]
        less = [side.rest for side in balance.less]
        left = sum(less) + sum(balance.weights[cell] for cell in balance.known)
        texts = [
            f"{_shown_words(balance, name)}Set {first} against {second}: {_total(more)} against {_total(less)}"
            + (". " if balance.known else ", ")
        ]
        if balance.known:
            count = "counts" if len(balance.known) == 1 else "count"
            texts.append(
                f"{ending(balance.known, 'mine', name)} and {count} {sum(less) - left} more on the second side, "
                f"which leaves "
                f"{sum(less)} - {sum(less) - left} = {left} there, "
            )
        texts.append(f"a difference of {sum(more)} - {left} = {sum(more) - left}. ")
        if balance.safe:
            texts.append(f"{ending(balance.safe, 'safe', name)}. ")
        often = [balance.weights[cell] for cell in balance.able]
        safe = "what counts more often on the second is safe"
        end = name(cells) if conclusion == "safe" else ending(cells, conclusion, name)
        if not often:
            texts.append(f"No other covered cell counts more often on the first side, so {safe}")
        else:
            count = "counts" if len(often) == 1 else "count"
            total = len(often) if set(often) == {1} else _total(often)
            texts.append(
                f"Only {name(balance.able)} {count} more often on the first side, {total} in all, and must make "
                "up the difference"
            )
            texts.append(f", so {safe}" if conclusion == "safe" else "")
        texts.append(f": {end}.")
        return "".join(texts)

    return words


def _filled_words(balance: Balance, conclusion: str, cells: tuple[Cell, ...]) -> Words:
    """Of clues that together need all the mines of another one in the cells that they share with it."""
    whole = balance.less[0]

    def words(name: Name) -> str:
        parts = []
        least = []
        for part in balance.more:
            few = part.rest - len(part.own)
            least.append(few)
            needs = f"at least {_need(part.rest, len(part.own))}" if part.own else str(few)
            parts.append(
                f"{_clue(part.clue, name)}{_safe_words(part.safe, name)} needs {needs} "
                f"{'mine' if few == 1 else 'mines'} "
                f"in {name(part.shared)}"
            )
        start = f"{_shown_words(balance, name)}{capital('; '.join(parts))}. "
        if whole.known:
            start += f"{capital(ending(whole.known, 'mine', name))} as well. "
            least.append(len(whole.known))
        start += f"{_total(least)} is all that {_clue(whole.clue, name)} can have"
        if conclusion == "safe":
            return f"{start}, so it has none elsewhere: {ending(cells, 'safe', name)}."
        others = [_clue(part.clue, name) for part in balance.more if part.own]
        return f"{start}, so {list_words(others)} must have the others elsewhere: {ending(cells, 'mine', name)}."

    return words


def _spared_words(balance: Balance, conclusion: str, cells: tuple[Cell, ...]) -> Words:
    """Of a clue that has more mines than other clues allow in the cells that they share with it."""
    whole = balance.more[0]
    own = len(whole.own)

    def words(name: Name) -> str:
        parts = []
        most = []
        for part in balance.less:
            known = ""
            if part.known:
                known = f"with {name(part.known)} {'a mine' if len(part.known) == 1 else 'mines'}, "
            room = part.rest - len(part.known)
            most.append(room)
            parts.append(
                f"{known}{_clue(part.clue, name)} allows at most {_need(part.rest, len(part.known))} "
                f"{'mine' if room == 1 else 'mines'} in {name(part.shared)}"
            )
        start = f"{_shown_words(balance, name)}{capital('; '.join(parts))}: {_total(most)} in all. "
        whole_name = f"{_clue(whole.clue, name)}{_safe_words(whole.safe, name)}"
        if conclusion == "mine":
            return (
                f"{start}That leaves {whole.rest} - {sum(most)} = {own} of the mines of {whole_name} for its "
                f"{_others(own)}{_all_mines(own, cells, name)}."
            )
        if own:
            start += f"{capital(whole_name)} has only {count_of(own, 'other covered cell')}, "
            start += f"so it needs {whole.rest} - {own} = {sum(most)} there"
        else:
            start += f"{capital(whole_name)} has no other covered cell, so it needs {whole.rest} there"
        others = [_clue(part.clue, name) for part in balance.less if len(part.own) > len(part.known)]
        has = "has" if len(others) == 1 else "have"
        return f"{start}, and {list_words(others)} {has} none elsewhere: {ending(cells, 'safe', name)}."

    return words


def tried_words(clues: Sequence[Clue], conclusion: str, cells: tuple[Cell, ...]) -> Words:
    """Of clues that settle a cell, but neither by a sum nor by a line of contradiction of a length to be told."""

    def words(name: Name) -> str:
        listed = list_words([_clue(clue, name) for clue in clues])
        opposite = "a mine" if conclusion == "safe" else "safe"
        return (
            f"If {name(cells)} were {opposite}, no choice of mines would fit {listed}; there are too many cases "
            f"to list, but "
            f"each was tried: {ending(cells, conclusion, name)}."
        )

    return words


def all_words(conclusion: str, cells: tuple[Cell, ...]) -> Words:
    """Of all clues and the number of mines, where no few clues are enough."""

    def words(name: Name) -> str:
        if conclusion == "safe":
            which = f"no layout that fits {_EVERYTHING} has a mine {'there' if len(cells) == 1 else 'at any of them'}"
        else:
            has = "one there" if len(cells) == 1 else "mines at all of them"
            which = f"every layout that fits {_EVERYTHING} has {has}"
        return f"{ending(cells, conclusion, name)}: {which}. There is no short reason."

    return words


def count_words(
    clues: Sequence[tuple[Clue, int]],
    conclusion: str,
    cells: tuple[Cell, ...],
    mines: int,
    found: int,
    safe: int,
) -> Words:
    """Of the number of mines: clues that share no cell take all of them, or what they can't take fills the rest.

    Args:
        clues: clues that share no covered cell, each with the mines that the board doesn't show.
        conclusion: "safe" or "mine".
        cells: what follows: covered cells beside none of the clues.
        mines: how many the board has.
        found: mines that are shown or known by earlier steps, as far as they count.
        safe: covered cells known to be safe by earlier steps, as far as they count.
    """
    needs = [need for _, need in clues]
    left = mines - found

    def words(name: Name) -> str:
        parts = list_words([f"{_clue(clue, name)}" for clue, _ in clues]) if clues else ""
        be = "is" if len(cells) == 1 else "are"
        if conclusion == "safe":
            if not clues:
                start = "There are no mines" if not mines else f"All {count_of(mines, 'mine')} {are(mines)} found"
                start = start.replace("All 1 mine is", "The only mine is")
                return f"{start}, so {name(cells)} {be} safe."
            if not left:
                start = f"All {count_of(mines, 'mine')} {are(mines)} found"
                start = start.replace("All 1 mine is", "The only mine is")
            elif found:
                start = f"{found} of the {mines} mines {are(found)} found elsewhere, which leaves {_need(mines, found)}"
            else:
                start = f"There {are(mines)} only {count_of(mines, 'mine')}"
            if len(clues) == 1:
                needed = f"{capital(parts)} needs {'it' if left == 1 else f'all {left}'}"
            else:
                needed = f"{capital(parts)} share no covered cell and need {_total(needs)}"
            return f"{start}. {needed}, so the {_others(len(cells))} {be} safe: {name(cells)}."
        shown = f"{found} of the {mines} mines {are(found)} shown, which leaves {_need(mines, found)}"
        start = shown if found else f"There {are(mines)} {count_of(mines, 'mine')}"
        beside = f" and {count_of(safe, 'covered cell')} {are(safe)} known to be safe" if safe else ""
        if not clues:
            only = "the only covered cell" if len(cells) == 1 else "as many as covered cells"
            only += " that isn't known to be safe" if safe and len(cells) == 1 else " left" if safe else ""
            return f"{start}{beside}: {ending(cells, 'mine', name)}, {only}."
        take = "takes" if len(clues) == 1 else "share no covered cell and take"
        room = left - sum(needs)
        which = "it doesn't touch" if len(clues) == 1 else "none of them touches"
        where = "only other covered cell" if room == 1 else f"{room} other covered cells"
        return (
            f"{start}{beside}. {capital(parts)} {take} {_total(needs)}. The other {left} - {sum(needs)} = "
            f"{room} must be "
            f"in the {where} that {which}: {ending(cells, 'mine', name)}."
        )

    return words


def are(number: int) -> str:
    """The verb for a number of things."""
    return "is" if number == 1 else "are"


def extreme_words(
    clues: tuple[Cell, ...], conclusion: str, cells: tuple[Cell, ...], mines: int, bound: int, *, at_least: bool
) -> Words:
    """Of the number of mines with clues whose cells overlap: what the opposite would need.

    Args:
        clues: the clue cells.
        conclusion: "safe" or "mine".
        cells: what follows; of each the same is true.
        mines: how many the board has.
        bound: the fewest mines that would be needed, or the most there would be room for.
        at_least: whether they are the fewest.
    """

    def words(name: Name) -> str:
        opposite = "a mine" if conclusion == "safe" else "safe"
        start = f"If {'one of ' if len(cells) > 1 else ''}{name(cells)} were {opposite}"
        which = ""
        if clues:
            which = f" for the clue{'' if len(clues) == 1 else 's'} at {name(clues)} to be right"
        if at_least:
            what = (
                f"there would have to be at least {count_of(bound, 'mine')}{which}, but there {are(mines)} only {mines}"
            )
        else:
            what = f"there could be at most {count_of(bound, 'mine')}{which}, but there {are(mines)} {mines}"
        return f"{start}, {what}: {ending(cells, conclusion, name)}."

    return words
