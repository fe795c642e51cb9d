"""Read the sentences of reasons and check all their claims, knowing the game's rules but not how they were used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from hypersweep import View
from hypersweep.solve import Reason, deduce
from naive import COVERED, EXPLODED, FLAGGED, MINE, Board, Cell
from solver_views import board_of

CELL = r"\(\d+(?:, \d+)*\)"
CELLS = rf"{CELL}(?:(?:, | and | to ){CELL})*"
CLUE = rf"(?:T|t)he \d+ at {CELL}"
AMONG = rf", so all of them are mines, including ({CELLS})"
SUM = r"\d+(?: [+-] \d+)* = \d+|\d+"


class Sentences:
    """The position that sentences speak of, and what earlier ones have shown."""

    def __init__(
        self, board: Board, codes: Sequence[int], mines: int, facts: Mapping[Cell, bool], *, trust_flags: bool = False
    ) -> None:
        self.board = board
        self.codes = dict(zip(board.cells(), codes, strict=True))
        self.mines = mines
        self.facts = dict(facts)
        shown = (MINE, EXPLODED, FLAGGED) if trust_flags else (MINE, EXPLODED)
        self.shown = {cell for cell, code in self.codes.items() if code in shown}
        self.covered = {cell for cell, code in self.codes.items() if code in (COVERED, FLAGGED)} - self.shown
        self.named: set[Cell] = set()

    def cells(self, text: str) -> list[Cell]:
        """Return the cells of a list, in order, runs written out."""
        found: list[Cell] = []
        for joint, name in re.findall(rf"(, | and | to |^)({CELL})", text):
            cell = tuple(int(number) for number in re.findall(r"\d+", name))
            assert cell in self.codes, text
            if joint == " to ":
                assert cell[:-1] == found[-1][:-1], text
                found.extend((*cell[:-1], last) for last in range(found[-1][-1] + 1, cell[-1]))
            found.append(cell)
        assert len(found) == len(set(found)), text
        return found

    def clue(self, text: str) -> Cell:
        """Return the clue cell of a mention, and check its number."""
        number, name = re.fullmatch(rf"(?:T|t)he (\d+) at ({CELL})", text).groups()  # type: ignore[union-attr]
        (cell,) = self.cells(name)
        assert self.codes[cell] == int(number), text
        self.named.add(cell)
        return cell

    def clues(self, text: str) -> list[Cell]:
        """Return the clue cells of all mentions."""
        return [self.clue(mention) for mention in re.findall(CLUE, text)]

    def around(self, clue: Cell) -> set[Cell]:
        """Return the covered cells around a clue."""
        return self.covered & set(self.board.neighbours(clue))

    def shown_beside(self, clue: Cell) -> set[Cell]:
        """Return the mines around a clue that the board shows."""
        return self.shown & set(self.board.neighbours(clue))

    def rest(self, clue: Cell) -> int:
        """Return the mines that a clue has among covered cells."""
        return self.codes[clue] - len(self.shown_beside(clue))

    def are(self, cells: Iterable[Cell], *, mines: bool) -> bool:
        """Return whether earlier steps have said so of some cells, or the board shows it."""
        return all(self.facts.get(cell) is mines or (mines and cell in self.shown) for cell in cells)

    def extent(self, clue: Cell, inside: Iterable[Cell]) -> tuple[int, int]:
        """Return the fewest and the most mines of some cells, by one clue and earlier conclusions."""
        inside = set(inside)
        outside = self.around(clue) - inside
        sure = [sum(self.facts.get(cell) is True for cell in side) for side in (inside, outside)]
        able = [sum(self.facts.get(cell) is not False for cell in side) for side in (inside, outside)]
        return max(sure[0], self.rest(clue) - able[1]), min(able[0], self.rest(clue) - sure[1])

    def numbers(self, clues: Iterable[Cell], cell: Cell, *, mine: bool) -> set[int]:
        """Return the numbers of mines that some clues and what is known leave the board, if a cell is such."""
        clues = sorted(clues)
        facts = {**self.facts, cell: mine}
        # Cells that touch the same clues are equivalent.
        kinds: dict[tuple[bool, ...], int] = {}
        rest = [self.rest(clue) for clue in clues]
        found = len(self.shown)
        for own in self.covered:
            near = tuple(own in self.around(clue) for clue in clues)
            if own not in facts:
                kinds[near] = kinds.get(near, 0) + 1
            elif facts[own]:
                found += 1
                rest = [left - touches for left, touches in zip(rest, near, strict=True)]
        states = {(found, tuple(rest))}
        order = sorted(kinds, reverse=True)
        for place, near in enumerate(order):
            last = [at and not any(later[clue] for later in order[place + 1 :]) for clue, at in enumerate(near)]
            states = {
                (number + count, after)
                for number, left in states
                for count in range(kinds[near] + 1)
                if min(after := tuple(own - count * at for own, at in zip(left, near, strict=True)), default=0) >= 0
                if not any(own for own, is_last in zip(after, last, strict=True) if is_last)
            }
        return {number for number, left in states if not any(left)}


def total(text: str) -> int:
    """Return the result of a sum, and check it."""
    left, _, right = text.rpartition(" = ")
    if not left:
        return int(text)
    numbers = re.findall(r"([+-]?) ?(\d+)", left)
    assert sum(-int(number) if sign == "-" else int(number) for sign, number in numbers) == int(right), text
    return int(right)


def check_form(text: str) -> None:
    """Look at grammar: number, capitals, stops, and every sum."""
    assert text.endswith("."), text
    for bad in ("  ", " ,", " .", "..", "None", "1 mines", " 1 are ", "1 covered cells", "1 other covered cells"):
        assert not re.search(rf"(?<!\d){re.escape(bad)}", text), (bad, text)
    assert not re.search(r"(?<![\d,] )\b(?:[02-9]|\d\d+) (?:mine|covered cell|other covered cell)\b(?!s)", text), text
    assert not re.search(rf"(?:, | and ){CELL} (?:is|has|holds) ", re.sub(rf"{CELL}, {CELL},", "", text)) or re.search(
        rf"(?:but|Case \d[\d.]*,|than|and|so) {CELL} is", text
    ), text
    assert not re.search(rf"(?:^|: |so |but |[.] ){CELL} (?:are|have) ", text), text
    assert not re.search(rf"{CELL}(?:, | and | to ){CELL} (?:is a mine|is safe)\b", text), text
    for sentence in re.split(r"(?<=[.:]) (?=[A-Z(])", text):
        assert re.match(r"[A-Z(\d]|(?:is|are) ", sentence), text
    for found in re.findall(r"\d+(?: [+-] \d+)+ = \d+", text):
        total(found)


def strip_shown(reader: Sentences, text: str) -> str:
    """Check and remove the first part of a sentence, about mines that the board shows."""
    while found := re.match(rf"The board shows (?:a mine|mines) at ({CELLS}), so ({CLUE}) needs (\d+) more[.] ", text):
        clue = reader.clue(found[2])
        assert set(reader.cells(found[1])) == reader.shown_beside(clue)
        assert int(found[3]) == reader.rest(clue)
        text = text[found.end() :]
        if text.startswith("It "):
            return found[2][0].upper() + found[2][1:] + text[2:]
    return text


def check_clue(reader: Sentences, text: str) -> tuple[list[Cell], bool]:
    """Check a conclusion from one clue."""
    text = strip_shown(reader, text)
    if found := re.fullmatch(rf"({CLUE}) touches no mine: ({CELLS}) (?:is|are) safe[.]", text):
        assert reader.codes[reader.clue(found[1])] == 0
        return reader.cells(found[2]), False
    if found := re.fullmatch(
        rf"({CLUE}) already has its (?:mine|(\d+) mines), ({CELLS})(?:: ({CELLS}) (?:is|are) safe"
        rf"|, so its (?:only|(\d+)) other covered cells?, ({CELLS}), (?:is|are) safe)[.]",
        text,
    ):
        clue, mines = reader.clue(found[1]), reader.cells(found[3])
        assert set(mines) <= set(reader.board.neighbours(clue))
        assert reader.are(mines, mines=True)
        assert len(mines) == int(found[2] or 1) == reader.codes[clue]
        cells = reader.cells(found[4] or found[6])
        if found[6]:
            assert set(cells) == reader.around(clue) - set(mines)
            assert len(cells) == int(found[5] or 1)
        return cells, False
    found = re.fullmatch(
        rf"({CLUE}) touches (?:only (\d+) covered cells?|(\d+) covered cells, but ({CELLS}) (?:is|are) safe[.] "
        rf"Only (\d+) (?:is|are) left)(?:: ({CELLS}) (?:is a mine|are mines)|, so all of them are mines, "
        rf"including ({CELLS}))[.]",
        text,
    )
    assert found, text
    clue = reader.clue(found[1])
    safe = set(reader.cells(found[4])) if found[4] else set()
    assert reader.are(safe, mines=False)
    assert safe <= reader.around(clue)
    left = reader.around(clue) - safe
    assert len(left) == int(found[2] or found[5]) == reader.rest(clue)
    assert len(reader.around(clue)) == int(found[2] or found[3])
    cells = reader.cells(found[6] or found[7])
    assert set(cells) == left if found[6] else set(cells) < left
    return cells, True


def check_pair(reader: Sentences, text: str) -> tuple[list[Cell], bool]:
    """Check a conclusion from two clues."""
    text = strip_shown(reader, text)
    sure: set[Cell] = set()
    if found := re.match(rf"({CELLS}), which only ({CLUE}) touches, (?:is a mine|are mines)[.] ", text):
        sure = set(reader.cells(found[1]))
        assert reader.are(sure, mines=True)
        owner = reader.clue(found[2])
        text = text[found.end() :]
    safe_words = rf"(?:, not counting ({CELLS}), which (?:is|are) safe,?)?"
    if found := re.fullmatch(
        rf"({CLUE}) can have at most ({SUM}) mines? in the cells it shares with ({CLUE})[.] That leaves ({SUM}) "
        rf"for its (?:only|(\d+)) other covered cells?{safe_words}(?:: ({CELLS}) (?:is a mine|are mines)|{AMONG})[.]",
        text,
    ):
        more, less = reader.clue(found[1]), reader.clue(found[3])
        assert not sure or owner == less
        assert sure <= reader.around(less) - reader.around(more)
        assert total(found[2]) == reader.rest(less) - len(sure)
        safe = set(reader.cells(found[6])) if found[6] else set()
        assert reader.are(safe, mines=False)
        own = reader.around(more) - reader.around(less) - safe
        assert len(own) == int(found[5] or 1) == total(found[4])
        assert int(found[4].split()[0]) == reader.rest(more)
        cells = reader.cells(found[7] or found[8])
        assert set(cells) == own if found[7] else set(cells) < own
        return cells, True
    found = re.fullmatch(
        rf"(?:Every covered cell of ({CLUE}){safe_words} also touches ({CLUE}), so its (?:mine counts|\d+ mines "
        rf"count) for "
        rf"both|({CLUE}) has only (\d+) covered cells?{safe_words} that ({CLUE}) doesn't touch, so at least "
        rf"({SUM}) of its "
        rf"mines (?:is|are) among those that both touch)[.] That leaves ({SUM}) mines for the other cells of ({CLUE}): "
        rf"({CELLS}) (?:is|are) safe[.]",
        text,
    )
    assert found, text
    more, less = reader.clue(found[1] or found[4]), reader.clue(found[3] or found[7])
    assert reader.clue(found[10]) == less
    assert not sure or owner == less
    assert sure <= reader.around(less) - reader.around(more)
    names = found[2] or found[6]
    safe = set(reader.cells(names)) if names else set()
    assert reader.are(safe, mines=False)
    own = reader.around(more) - reader.around(less) - safe
    assert len(own) == int(found[5] or 0)
    least = reader.rest(more) - len(own)
    assert found[8] is None or total(found[8]) == least
    assert total(found[9]) == 0 == reader.rest(less) - len(sure) - least
    cells = reader.cells(found[11])
    assert set(cells) <= reader.around(less) - reader.around(more) - sure
    return cells, False


def check_nested(reader: Sentences, text: str) -> tuple[list[Cell], bool] | None:
    """Check the conclusion from one clue and others inside it. Returns: None for sentences of another form."""
    safe_words = rf"(?:, not counting {CELLS}, which (?:is|are) safe,)?"
    part = rf"{CLUE}{safe_words} needs (?:at least )?(?:{SUM}) mines? in {CELLS}"
    if found := re.fullmatch(
        rf"({part}(?:; {part})*)[.] (?:({CELLS}) (?:is a mine|are mines) as well[.] )?Together that is ({SUM}), "
        rf"all that ({CLUE}) can have, so (?:it has none elsewhere: ({CELLS}) (?:is|are) safe"
        rf"|(.+) (?:has its|have their) other mines elsewhere: ({CELLS}) (?:is a mine|are mines))[.]",
        text,
    ):
        whole = reader.clue(found[4])
        sure = set(reader.cells(found[2])) if found[2] else set()
        assert reader.are(sure, mines=True)
        taken, sums = set(sure), len(sure)
        assert sure <= reader.around(whole)
        beyond: set[Cell] = set()
        for own in found[1].split("; "):
            clue = reader.clue(re.match(CLUE, own)[0])  # type: ignore[index]
            few, names = re.search(rf"needs (?:at least )?({SUM}) mines? in ({CELLS})$", own).groups()  # type: ignore[union-attr]
            inside = set(reader.cells(names))
            assert inside <= reader.around(clue) & reader.around(whole)
            assert not taken & inside
            assert reader.extent(clue, inside)[0] >= total(few)
            taken |= inside
            sums += total(few)
            beyond |= reader.around(clue) - reader.around(whole)
        assert total(found[3]) == sums == reader.rest(whole)
        cells = reader.cells(found[5] or found[7])
        assert set(cells) <= (reader.around(whole) - taken if found[5] else beyond)
        return cells, bool(found[7])
    part = rf"(?:(?:S|s)ince {CELLS} (?:is a mine|are mines), )?{CLUE} allows at most (?:{SUM}) mines? in {CELLS}"
    found = re.fullmatch(
        rf"({part}(?:; {part})*): ({SUM}) in all[.] (?:That leaves ({SUM}) of the mines of ({CLUE}){safe_words} "
        rf"for its "
        rf"(?:only|(\d+)) other covered cells?(?:: ({CELLS}) (?:is a mine|are mines)|{AMONG})|({CLUE}){safe_words} has "
        rf"(?:only (\d+)|no) "
        rf"other covered cells?, so it needs ({SUM}) there, and (.+) (?:has|have) none elsewhere: ({CELLS}) "
        rf"(?:is|are) safe)[.]",
        text,
    )
    if not found:
        return None
    whole = reader.clue(found[4] or found[8])
    taken, sums = set(), 0
    beyond = set()
    for own in found[1].split("; "):
        clue = reader.clue(re.search(CLUE, own)[0])  # type: ignore[index]
        most, names = re.search(rf"allows at most ({SUM}) mines? in ({CELLS})$", own).groups()  # type: ignore[union-attr]
        inside = set(reader.cells(names))
        assert inside == reader.around(clue) & reader.around(whole)
        assert not taken & inside
        assert reader.extent(clue, inside)[1] <= total(most)
        taken |= inside
        sums += total(most)
        beyond |= reader.around(clue) - reader.around(whole)
    assert total(found[2]) == sums
    rest = {cell for cell in reader.around(whole) - taken if reader.facts.get(cell) is not False}
    if found[3]:
        assert total(found[3]) == reader.rest(whole) - sums == int(found[5] or 1) == len(rest)
        cells = reader.cells(found[6] or found[7])
        assert set(cells) == rest if found[6] else set(cells) < rest
        return cells, True
    assert int(found[9] or 0) == len(rest)
    assert total(found[10]) == reader.rest(whole) - len(rest) == sums
    cells = reader.cells(found[12])
    assert set(cells) <= beyond
    return cells, False


def check_difference(reader: Sentences, text: str) -> tuple[list[Cell], bool] | None:
    """Check the conclusion from some clues against others. Returns: None for sentences of another form."""
    found = re.fullmatch(
        rf"Compare (.+?) with (.+?): ({SUM}) against ({SUM})[.] (?:({CELLS}) (?:is a mine|are mines) and counts? "
        rf"(\d+) more on the second side, which leaves ({SUM}) there[.] )?The difference is ({SUM})[.] "
        rf"(?:({CELLS}) (?:is|are) safe[.] )?(?:No other covered cell counts more often on the first side|Only "
        rf"({CELLS}) counts? more often on the first side, ({SUM}) in all(?:, which is no more than the difference)?)"
        rf"(, so whatever counts more often on the second side is safe)?: ({CELLS})(?: (?:is a mine|are mines))?[.]",
        text,
    )
    if not found:
        return None
    sides = reader.clues(found[1]), reader.clues(found[2])
    for side, own in zip(sides, (found[3], found[4]), strict=True):
        assert total(own) == sum(map(reader.rest, side))
    weights = {
        cell: sum(cell in reader.around(clue) for clue in sides[0])
        - sum(cell in reader.around(clue) for clue in sides[1])
        for cell in reader.covered
    }
    left = total(found[4])
    if found[5]:
        mines = reader.cells(found[5])
        assert reader.are(mines, mines=True)
        assert int(found[6]) == -sum(weights[cell] for cell in mines)
        assert all(weights[cell] < 0 for cell in mines)
        left -= int(found[6])
        assert total(found[7]) == left
    difference = total(found[8])
    assert difference == total(found[3]) - left
    safe = set(reader.cells(found[9])) if found[9] else set()
    assert reader.are(safe, mines=False)
    able = set(reader.cells(found[10])) if found[10] else set()
    assert able == {cell for cell, weight in weights.items() if weight > 0} - safe
    assert sum(weights[cell] for cell in able) == difference
    assert not able or total(found[11]) == difference
    cells = reader.cells(found[13])
    if found[12]:
        assert all(weights[cell] < 0 for cell in cells)
    else:
        assert set(cells) <= able
    return cells, not found[12]


def check_line(reader: Sentences, text: str) -> tuple[list[Cell], bool]:
    """Check a line of contradiction, sentence by sentence."""
    found = re.match(rf"Suppose ({CELL}) were (a mine|safe)[.] ", text)
    assert found, text
    (target,) = reader.cells(found[1])
    state = dict(reader.facts)
    state[target] = found[2] == "a mine"
    named: set[Cell] = set()

    def conflict(sentence: str, state: dict[Cell, bool]) -> bool:
        """Process one sentence. Returns: whether it ends in a contradiction."""
        mines = {cell for cell, mine in state.items() if mine} | reader.shown
        if own := re.fullmatch(
            rf"({CLUE}) would have its (?:mine|(\d+) mines), ({CELLS}), so ({CELLS}) would be safe[.]", sentence
        ):
            clue, has, rest = reader.clue(own[1]), set(reader.cells(own[3])), reader.cells(own[4])
            assert has <= mines & set(reader.board.neighbours(clue)), sentence
            assert len(has) == int(own[2] or 1) == reader.codes[clue]
            assert set(rest) <= reader.around(clue) - has
            state.update(dict.fromkeys(rest, False))
            named.add(clue)
            return False
        if own := re.fullmatch(rf"({CLUE}) would touch (\d+) mines, ({CELLS}), which is too many[.]", sentence):
            clue, has = reader.clue(own[1]), set(reader.cells(own[3]))
            assert has <= mines & set(reader.board.neighbours(clue))
            assert len(has) == int(own[2]) > reader.codes[clue]
            named.add(clue)
            return True
        own = re.fullmatch(
            rf"(?:Only ({CELLS})|No covered cell) would be left for ({CLUE})(?: besides ({CELLS}))?"
            rf"(?:, so (?:it|({CELLS})) would be (?:a mine|mines)|(, which is not enough))[.]",
            sentence,
        )
        assert own, (sentence, text)
        clue = reader.clue(own[2])
        left = set(reader.cells(own[1])) if own[1] else set()
        assert (set(reader.cells(own[3])) if own[3] else set()) == reader.shown_beside(clue)
        assert left <= reader.around(clue)
        assert all(state.get(cell) is False for cell in reader.around(clue) - left), sentence
        named.add(clue)
        if own[5]:
            assert len(left) < reader.rest(clue)
            return True
        assert len(left) == reader.rest(clue)
        new = reader.cells(own[4]) if own[4] else list(left)
        assert set(new) <= left
        state.update(dict.fromkeys(new, True))
        return False

    def walk(sentences: list[str], state: dict[Cell, bool], label: str) -> list[str]:
        """Follow one case to its contradiction. Returns: the sentences after it."""
        while sentences:
            case = re.fullmatch(rf"Case {re.escape(label)}1, ({CELL}) is (a mine|safe):", sentences[0])
            if not case:
                if conflict(sentences[0], state):
                    return sentences[1:]
                sentences = sentences[1:]
                continue
            kinds = set()
            for place in (1, 2):
                own = re.fullmatch(rf"Case {re.escape(label)}{place}, ({CELL}) is (a mine|safe):", sentences[0])
                assert own, (sentences[0], text)
                assert own[1] == case[1]
                kinds.add(own[2])
                (cell,) = reader.cells(own[1])
                assert cell in reader.covered
                sentences = walk(sentences[1:], {**state, cell: own[2] == "a mine"}, f"{label}{place}.")
            assert kinds == {"a mine", "safe"}
            return sentences
        raise AssertionError(f"no contradiction: {text}")

    sentences = re.split(r"(?<=[.:]) (?=[A-Z])", text[found.end() :])
    (final,) = walk(sentences, state, "")
    end = re.fullmatch(
        rf"So ({CELL}) is (a mine|safe)(?:, and so (?:is|are) ({CELLS}), which touch(?:es)? the same of "
        rf"these clues)?[.]",
        final,
    )
    assert end, text
    assert reader.cells(end[1]) == [target]
    assert end[2] != found[2]
    alike = reader.cells(end[3]) if end[3] else []
    for cell in alike:
        for clue in named:
            assert (cell in reader.around(clue)) == (target in reader.around(clue))
    return [target, *alike], end[2] == "a mine"


def check_count(reader: Sentences, text: str) -> tuple[list[Cell], bool]:
    """Check a conclusion from the number of mines."""
    if found := re.fullmatch(
        rf"If (one of )?({CELLS}) were (a mine|safe), (?:the clues? at ({CELLS})|there) "
        r"(would need at least|would allow at most|would be at least|could be at most) (\d+) mines?(?: on the board)?, "
        rf"but there (?:is|are) (?:only )?(\d+): ({CELLS}) "
        r"(is a mine|are mines|is safe|are safe)[.]",
        text,
    ):
        cells = reader.cells(found[2])
        assert cells == reader.cells(found[8])
        assert bool(found[1]) == (len(cells) > 1)
        given = set(reader.cells(found[4])) if found[4] else set()
        reader.named |= given
        assert all(reader.codes[clue] >= 0 for clue in given)
        assert int(found[7]) == reader.mines
        for cell in cells:
            counts = reader.numbers(given, cell, mine=found[3] == "a mine")
            is_least = found[5].endswith("least")
            extreme = min(counts) if is_least else max(counts)
            assert extreme == int(found[6])
            assert extreme > reader.mines if is_least else extreme < reader.mines
        return cells, found[3] == "safe"
    if found := re.fullmatch(
        rf"(?:There are no mines|The only mine is found|All (\d+) mines are found), so ({CELLS}) (?:is|are) safe[.]",
        text,
    ):
        known = reader.shown | {cell for cell, mine in reader.facts.items() if mine}
        assert len(known) == reader.mines == int(found[1] or text.startswith("The only"))
        return reader.cells(found[2]), False
    known = reader.shown | {cell for cell, mine in reader.facts.items() if mine}
    if found := re.fullmatch(
        rf"(?:There (?:is|are) only (\d+) mines?|(\d+) of the (\d+) mines (?:is|are) found elsewhere, which "
        rf"leaves ({SUM}))[.] "
        rf"(.+?) (?:needs (?:it|both|all (\d+))|share no covered cell and need ({SUM})), so the (?:only|(\d+)) other "
        rf"covered cells? "
        rf"(?:is|are) safe: ({CELLS})[.]",
        text,
    ):
        clues = reader.clues(found[5])
        assert int(found[1] or found[3]) == reader.mines
        near = [reader.around(clue) for clue in clues]
        assert sum(map(len, near)) == len(set().union(*near))
        elsewhere = known - set().union(*near)
        assert int(found[2] or 0) == len(elsewhere)
        left = reader.mines - len(elsewhere)
        assert not found[4] or total(found[4]) == left
        assert sum(map(reader.rest, clues)) == left
        assert not found[7] or total(found[7]) == left
        assert not found[6] or int(found[6]) == left
        cells = reader.cells(found[9])
        assert int(found[8] or 1) == len(cells)
        assert not set(cells) & set().union(*near)
        return cells, False
    found = re.fullmatch(
        rf"(?:There (?:is|are) (\d+) mines?|(\d+) of the (\d+) mines (?:is|are) shown, which leaves ({SUM}))"
        rf"(?:(?:, and only 1 covered cell|, as many as there are covered cells)( not known to be safe)?: ({CELLS}) "
        rf"(?:is a mine|are mines)|(?:, and (\d+) covered cells? (?:is|are) known to be safe)?[.] (.+?) "
        rf"(?:takes|share no covered cell and take) ({SUM})[.] The other ({SUM}) must be in the (?:only|(\d+)) other "
        rf"covered cells? that (?:it doesn't touch|none of them touches): ({CELLS}) (?:is a mine|are mines))[.]",
        text,
    )
    assert found, text
    clues = reader.clues(found[8]) if found[8] else []
    assert int(found[1] or found[3]) == reader.mines
    assert int(found[2] or 0) == len(reader.shown)
    left = reader.mines - len(reader.shown)
    assert not found[4] or total(found[4]) == left
    near = [reader.around(clue) for clue in clues]
    assert sum(map(len, near)) == len(set().union(*near))
    outside = reader.covered - set().union(*near)
    safe = {cell for cell in outside if reader.facts.get(cell) is False}
    room = outside - safe
    cells = reader.cells(found[6] or found[12])
    assert set(cells) <= room
    if clues:
        assert int(found[7] or 0) == len(safe)
        assert total(found[9]) == sum(map(reader.rest, clues))
        assert total(found[10]) == left - total(found[9]) == int(found[11] or 1) == len(room)
    else:
        assert bool(found[5]) == bool(safe)
        assert len(room) == left
        assert (len(cells) == 1) == (", and only 1 " in text)
    return cells, True


def check_sentence(
    reader: Sentences, rule: str, conclusion: str, cells: Sequence[Cell], clues: Sequence[Cell], text: str
) -> None:
    """Check that a sentence is well formed, true, and matches its reason."""
    check_form(text)
    checks: dict[str, Callable[[Sentences, str], tuple[list[Cell], bool] | None]] = {
        "clue": check_clue,
        "pair": check_pair,
        "count": check_count,
    }
    if found := re.fullmatch(
        rf"If ({CELL}) were (a mine|safe), no arrangement of mines would satisfy (.+)[.] There are too many cases to "
        rf"list, but all of them were tried: ({CELL}) is (?:safe|a mine)[.]",
        text,
    ):
        # Another test checks its claim against all layouts.
        assert reader.cells(found[1]) == reader.cells(found[4]) == list(cells)
        assert (found[2] == "safe") == (conclusion == "mine")
        assert set(reader.clues(found[3])) == set(clues)
        return
    everything = "that fits the clues and the number of mines has"
    if found := re.fullmatch(
        rf"({CELLS}) (?:(is|are) safe: no layout {everything} a mine (there|at any of them)"
        rf"|(is a mine|are mines): every layout {everything} (one there|mines at all of them))[.] "
        r"No shorter reason was found[.]",
        text,
    ):
        # Another test checks its claim against all layouts.
        assert reader.cells(found[1]) == list(cells)
        assert bool(found[2]) == (conclusion == "safe")
        assert (found[2] or found[4]).startswith("is") == (
            found[3] in ("there", None) and found[5] in ("one there", None)
        )
        assert ("there" in (found[3] or found[5])) == (len(cells) == 1)
        return
    if rule == "set":
        text = text if text.startswith("Suppose") else strip_shown(reader, text)
        read = (
            check_line(reader, text)
            if text.startswith("Suppose")
            else check_nested(reader, text) or check_difference(reader, text)
        )
    else:
        read = checks[rule](reader, text)
    assert read is not None, text
    assert sorted(read[0]) == sorted(cells), text
    assert read[1] == (conclusion == "mine"), text
    assert reader.named == set(clues), (text, clues)


def check_reason(view: View, reason: Reason, *, trust: bool = False) -> None:
    """Check the sentence of a reason, given what the steps before it have shown."""
    facts = {cell: step.conclusion == "mine" for step in reason.because for cell in step.cells}
    reader = Sentences(board_of(view), view.codes, view.mines, facts, trust_flags=trust)
    check_sentence(reader, reason.rule, reason.conclusion, reason.cells, reason.clues, str(reason))


def check_first(text: str, sentence: str) -> None:
    """Check every step that follows from a view, and that the first one has this text."""
    view = View.parse(text)
    reasons = deduce(view)
    for reason in reasons:
        check_reason(view, reason)
    assert str(reasons[0]) == sentence
