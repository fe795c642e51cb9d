"""Records on the page: the same texts and errors as in Python, and the same verdicts on whether a game is possible."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest

from hypersweep import BoardTooLargeError, HypersweepError, Record
from hypersweep.errors import GenerationError, RecordWarning
from hypersweep.record import Event, format_games
from node_kernel import NodeKernel, Refusal
from record_edits import edits
from records import annotated, marked_record, random_record
from seeds import seeds

NODE = partial(NodeKernel, "play_driver.mjs")

HEAD = "hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\n"
ALPHABET = "0123456789 \n:\\()#-~x=abcdefghijklmnopqrstuvwxyzU☃\r\t\x85"


def python_reading(text: str) -> tuple[str, bool] | None:
    """Return what Python writes for a text, and whether the text was complete; None if refused."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            record = Record.parse(text)
        except HypersweepError:
            return None
    return record.format(), not any(issubclass(warning.category, RecordWarning) for warning in caught)


def mutants(text: str, chance: random.Random, count: int) -> Iterator[str]:
    """Yield texts that differ from one here and there."""
    for _ in range(count):
        parts = list(text)
        for _ in range(chance.choice((1, 1, 2, 5))):
            place = chance.randrange(len(parts) + 1)
            kind = chance.choice(("cut", "drop", "put", "swap", "line"))
            if kind == "cut" and chance.random() < 0.3:
                del parts[place:]
            elif kind == "drop":
                del parts[place : place + chance.choice((1, 1, 3, 20))]
            elif kind == "put":
                parts.insert(place, chance.choice(ALPHABET))
            elif kind == "swap" and parts:
                parts[place % len(parts)] = chance.choice(ALPHABET)
            else:
                lines = "".join(parts).split("\n")
                other = lines.pop(chance.randrange(len(lines)))
                lines.insert(chance.randrange(len(lines) + 1), other)
                parts = list("\n".join(lines))
            if not parts:
                break
        yield "".join(parts)


def same_reading(answers: list[dict[str, Any]], texts: list[str]) -> int:
    """Compare answers with Python. Returns: how many texts were read."""
    taken = 0
    for text, told in zip(texts, answers, strict=True):
        expected = python_reading(text)
        if expected is None:
            assert told.get("error") in ("ParseError", "BoardTooLargeError"), (text, told)
        else:
            assert (told.get("text"), told.get("isWhole")) == expected, (text, told)
            taken += 1
    return taken


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(60))
def test_a_record_is_the_same_text(node: NodeKernel, seed: int) -> None:
    chance = random.Random(seed)
    texts = []
    for number in range(20):
        make = marked_record if number % 4 == 0 else random_record
        record = make(chance.randrange(2**32), chance.randrange(40))
        if number % 2:
            record = annotated(record, chance, 6)
        texts.append(record.format())
    assert node.ask("formatMany", texts=texts) == texts


@pytest.mark.parametrize("seed", seeds(60))
def test_what_is_refused_is_refused_in_python_too(node: NodeKernel, seed: int) -> None:
    chance = random.Random(seed)
    record = (marked_record if seed % 3 == 0 else random_record)(seed, 12)
    text = (annotated(record, chance, 4 * (seed % 3 > 0)) if seed % 2 else record).format()
    texts = [mutant for mutant in mutants(text, chance, 150) if not mutant.isspace()]
    taken = same_reading(node.ask("accepts", texts=texts), texts)
    assert 0 < taken < len(texts)


def test_every_cut_is_read_as_far_as_it_goes(node: NodeKernel) -> None:
    text = annotated(random_record(3, 10), random.Random(3), 3).format().replace("\n", "\r\n")
    texts = [text[:cut] for cut in range(len(text) + 1)]
    assert same_reading(node.ask("accepts", texts=texts), texts) > 100


CRAFTED = (
    "",
    "\ufeff" + HEAD + "\n0 end: won\n",
    HEAD.replace("1", "4", 1) + "\n0 end: won\n",
    HEAD.replace("1", "01", 1) + "\n0 end: won\n",
    HEAD.replace("1", "999999999999", 1) + "\n0 end: won\n",
    HEAD + "seed: 18446744073709551615\n\n0 end: ongoing\n",
    HEAD + "seed: 18446744073709551616\n\n0 end: ongoing\n",
    HEAD + "seed: 007\n\n0 end: ongoing\n",
    HEAD + "layout: 3x4.bBAQ\n\n0 end: ongoing\n",
    HEAD + "layout: 4x3.bBAQ\n\n0 end: ongoing\n",
    HEAD + "layout: 3x4.bBAQ" + "A" * 40 + "\n\n0 end: ongoing\n",
    HEAD + "mines: 2\n\n0 end: ongoing\n",
    HEAD + "constructor: toString\n\n0 end: ongoing\n",
    HEAD + "__proto__: x\n\n0 end: ongoing\n",
    HEAD + "player: \\ud800\\U0001f600\\x\n\n0 end: ongoing\n",
    HEAD + "player: \\ud800\\U0001f600\n\n0 end: ongoing\n",
    HEAD + "player: \\U00110000\n\n0 end: ongoing\n",
    HEAD + "\n0 open 9999999999999999999 0: 9999999999999999999\n0 end: ongoing\n",
    HEAD + "\n0 open 99999999999999999999 0: 1\n0 end: ongoing\n",
    HEAD + "\n0 open 01 0: 1\n0 end: ongoing\n",
    HEAD + "\n0 open  1 0: 1\n0 end: ongoing\n",
    HEAD + "\n0 open: 1\n0 end: ongoing\n",
    HEAD + "\n0 undo 0 1: 1\n0 end: ongoing\n",
    HEAD + "\n0 undo: 1 lost\n0 end: ongoing\n",
    HEAD + "\n0 open 0 0: 0 won\n0 end: won\n",
    HEAD + "\n999999999999999 hint\n000999 end: lost\n",
    HEAD + "\n1000000000000000 hint\n0 end: lost\n",
    HEAD + "\n0 hint 0\n0 end: lost\n",
    HEAD + "\n0 end: lost\n\n\n",
    HEAD + "\n0 end: lost\n" + HEAD + "\n0 end: won\n",
    HEAD + "\n0 open" + " 1" * 100_000 + "\n0 end: ongoing\n",
    HEAD + "\n0 open" + " 1" * 100_000 + ": 1\n0 end: ongoing\n",
    HEAD.replace("mines: 2", "mines: 12") + "\n0 end: ongoing\n",
    HEAD.replace("mines: 2", "mines: 12").replace("classic", "classic,first=any") + "\n0 end: ongoing\n",
    HEAD.replace("mines: 2", "mines: 99999999999999999999") + "\n0 end: ongoing\n",
    HEAD.replace("3x4", "2x4").replace("mines: 2", "mines: 3").replace("classic", "classic,guess=never,first=opening")
    + "\n0 end: ongoing\n",
    HEAD.replace("classic", "classic,guess=punished") + "layout: 3x4.bBAQ\n\n0 end: ongoing\n",
    HEAD.replace("1", "2", 1) + "\n" + "(\n" * 5000 + ")\n" * 5000 + "0 end: ongoing\n",
    HEAD.replace("1", "2", 1) + "\n" + "(\n" * 5000,
    HEAD.replace("1", "2", 1) + "\n(\n0 end: ongoing\n",
    HEAD.replace("1", "2", 1) + "\n)\n0 end: ongoing\n",
    HEAD.replace("1", "2", 1) + "\n(\n)\n# late\n0 end: ongoing\n",
    HEAD.replace("1", "2", 1) + "\n#\n#\n# \\\\\n#x\n0 end: ongoing\n",
    HEAD.replace("1", "2", 1) + "\n#\n#\n# \\\\\n0 end: ongoing\n",
)


@pytest.mark.slow
def test_texts_made_to_confuse_a_reader(node: NodeKernel) -> None:
    texts = list(CRAFTED)
    assert same_reading(node.ask("accepts", texts=texts), texts) == 14


def test_a_refusal_names_the_line(node: NodeKernel) -> None:
    with pytest.raises(Refusal) as caught:
        node.ask("parse", text=HEAD + "\n0 flag 0 0: 1\n0 opne 0 0: 6\n0 end: ongoing\n")
    assert caught.value.kind == "ParseError"
    assert caught.value.detail == {"line": 7, "what": "record_event", "got": "0 opne 0 0: 6"}
    with pytest.raises(Refusal, match="cells most=11"):
        node.ask("parse", text=HEAD + "\n0 end: ongoing\n", options={"maxCells": 11})


def python_verdict(text: str) -> bool:
    """Return whether Python accepts a record as possible."""
    try:
        Record.parse(text, is_cut_fine=True).verify()
    except (HypersweepError, GenerationError, BoardTooLargeError):
        return False
    return True


@pytest.mark.parametrize("seed", seeds(60))
def test_records_are_as_possible_as_in_python(node: NodeKernel, seed: int) -> None:
    chance = random.Random(seed)
    record = (marked_record if seed % 2 else random_record)(chance.randrange(2**32), 10)
    texts = [record.format(), *(changed.format() for _, _, changed in islice(edits(record, chance), 60))]
    told = node.ask("verify", texts=texts)
    for text, why in zip(texts, told, strict=True):
        assert (why is None) == python_verdict(text), (text, why)
        assert why is None or why.startswith("RecordError"), (text, why)


@pytest.mark.slow
def test_several_games_in_one_text(node: NodeKernel) -> None:
    records = [random_record(seed, 5) for seed in range(4)]
    pieces = node.ask("split", text=format_games(records))
    assert [Record.parse(piece["text"].removesuffix("\n") + "\n") for piece in pieces] == records
    lines = format_games(records).split("\n")
    assert [lines[piece["firstLine"] - 1] for piece in pieces] == ["hypersweep-record: 1"] * 4


@pytest.mark.slow
def test_side_lines_lead_from_the_start(node: NodeKernel) -> None:
    record = annotated(random_record(11, 12), random.Random(5), 8)
    lengths = [node.ask("line", text=record.format(), line=line) for line in range(len(record.variations) + 1)]
    assert lengths == [len(record.line(line)) for line in range(len(record.variations) + 1)]


@pytest.mark.slow
def test_events_of_every_kind_are_objects(node: NodeKernel) -> None:
    event = Event(1204, "open", (2, 3), 1)
    record = Record("3x4", 2, seed=7, events=[event, Event(1500, "hint", level=2)])
    told = node.ask("parse", text=record.format())["record"]
    assert told["events"] == [
        {"milliseconds": 1204, "kind": "open", "cell": [2, 3], "changed": 1, "ended": None, "level": None},
        {"milliseconds": 1500, "kind": "hint", "cell": None, "changed": 0, "ended": None, "level": 2},
    ]
    assert (told["seed"], told["outcome"], told["milliseconds"]) == ("7n", "ongoing", 1500)
