"""Errors on the page: each has a text in both languages, and German players read no English."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hypersweep import Game
from hypersweep.errors import GenerationError
from hypersweep.ui_model.game_texts import why_no_board
from hypersweep.web import page_folder
from node_calls import NodeCalls, Refusal

NODE = NodeCalls
SCRIPTS = {
    path: path.read_text(encoding="utf-8")
    for path in sorted(page_folder().rglob("*.ts*"))
    if not {"messages", "data"} & set(path.parts)
}
NAME = re.compile(r'\bwhat: (?:[^,{}]*?\? )?(?:"(\w+)"(?! \|)|`(\w+)\$\{kind\}`)(?: : "(\w+)")?')
# Texts that no error names: where it is, how values are shown, and variants of one that is named.
OTHER = {"at", *(f"at_{where}" for where in ("game", "side_line", "event", "line", "row")), "quoted", "either"}
OTHER |= {"mines_missing", "mines_small"}
# Texts of the page without further values.
TOLD = re.compile(r"(?:this\.)?(?:app\.|messages\.|#)*text\b")

HEAD = "hypersweep-record: 2\nboard: 3x3\nmines: 1\nrules: classic\nseed: 5\n"
EVENTS = "\n0 open 0 0: 1\n9 end: ongoing\n"
POSITION = '{"shape": [2, 2], "mines": 1, "view": ["##", "##"]}'
TYPED = (
    '{"type": "view", "version": 1, "grid": {"type": "grid", "version": 1, "shape": [2], "adjacency": "moore",'
    ' "wrap": []}, "mines": 1, "codes": [-1, 1]}'
)


def record(board: str = "3x3", mines: str = "1", rules: str = "classic", seed: str = "5", more: str = "") -> str:
    """The text of a record of one event."""
    head = f"hypersweep-record: 2\nboard: {board}\nmines: {mines}\nrules: {rules}\nseed: {seed}\n"
    return f"{head}{more}{EVENTS}"


PARSED = ("play/record.js", "parseRecord")
PLACED = ("play/position.js", "parsePosition")
CHOSEN = ("play/choices.js", "readChoices")
NAMED = ("engine/board_id.js", "parseBoardId")
REFUSED: list[tuple[tuple[str, str], Any]] = [
    *(
        (CHOSEN, {"board": board})
        for board in ("nonsense", "begginer", "0x4", "4x", "9x9~wrap=q", "9x9~odd", "9x9~wrap=7")
    ),
    *(
        (CHOSEN, {"board": board})
        for board in ("99999x99999", "3x3.q", "3x3.bA", "3x3.b____", "3x3.g_", "3x3.gKw", "x.b")
    ),
    *((CHOSEN, {"board": "9x9", "mines": mines}) for mines in ("500", "-1", "ten")),
    *((CHOSEN, {"board": "9x9", "wrap": wrap}) for wrap in ("x", "9", "0,-1")),
    *((CHOSEN, {"board": "9x9", "seed": seed}) for seed in ("x", "-1", "99999999999999999999")),
    *((CHOSEN, {"board": "9x9", "rules": rules}) for rules in ("odd", "classic,x=1", "classic,chord=1")),
    (CHOSEN, {"board": "9x9", "rules": "classic,chord=off,chord=on"}),
    (CHOSEN, {"board": "9x9", "rules": "classic,grade=pair"}),
    (CHOSEN, {"board": "9x9", "rules": "classic,first=any,guess=never"}),
    (CHOSEN, {"board": "9x9", "adjacency": "odd"}),
    (CHOSEN, {"board": "9x9", "grade": "odd"}),
    (CHOSEN, {"board": "9x9", "grade": "pair"}),
    (CHOSEN, {"board": "9x9", "first": "odd"}),
    (CHOSEN, {"board": "9x9", "guess": "never", "first": "any"}),
    (CHOSEN, {"board": "2x2x2", "mines": "3", "guess": "never", "first": "safe"}),
    *((CHOSEN, {"board": "3x3.bAQ", name: "1"}) for name in ("mines", "seed", "first", "wrap", "adjacency")),
    (CHOSEN, {"board": "3x3.bAQ", "rules": "classic,guess=never"}),
    (NAMED, "3x3.b?"),
    (NAMED, "nonsense"),
    *(
        (PLACED, text)
        for text in ("", "nonsense", "##\n###", "#?z\n###\n10 mines", "####\n####", "[[0, 0], [0]]", "[[1, 0]]")
    ),
    *((PLACED, text) for text in ("hello world", "Was hier steht,\nist kein Brett.")),
    *((PLACED, text) for text in ("3x3 mines=99\n###\n###\n###", "3x3 mines=1\n###", "3x3 mines=1\n##\n###\n###")),
    *((PLACED, text) for text in ("3x3 mines=1\n##9\n###\n###", "999x999 mines=1\n###", "2x2 mines=1\n##\n##\n##")),
    *((PLACED, text) for text in ("{", "{} x", '{"shape": [2]}')),
    *((PLACED, POSITION.replace("2, 2", sides)) for sides in ("2, 2.5", "")),
    *((PLACED, POSITION.replace(old, new)) for old, new in (('"##"]', "1]"), ('"##"]', '"#"]'), ('"##"]', '"#q"]'))),
    *(
        (PLACED, POSITION.replace(old, new))
        for old, new in (('"##"]', '"##", "##"]'), (": 1", ": 9"), (": 1", ': "1"'))
    ),
    (PLACED, POSITION.replace('"mines"', '"adjacency": "odd", "mines"')),
    (PLACED, POSITION.replace('"mines"', '"wrap": 3, "mines"')),
    *((PLACED, TYPED.replace(old, new)) for old, new in (('"version": 1', '"version": 2'), ('"mines": 1,', ""))),
    *((PLACED, TYPED.replace(old, new)) for old, new in (("[2]", "[]"), ("moore", "odd"), ('"version": 1, ', ""))),
    *((PLACED, TYPED.replace("[-1, 1]", codes)) for codes in ("[-1, 9]", "[-9]", "[-1]")),
    (PLACED, TYPED.replace('"grid": {', '"grid": 1, "odd": {')),
    *((PARSED, text) for text in ("", "nonsense", "hypersweep-rec", "hypersweep-record: 9\n\n", HEAD[:60], HEAD)),
    *((PARSED, record(**values)) for values in ({"board": "0"}, {"board": "x"}, {"mines": "x"}, {"mines": "9" * 30})),
    *((PARSED, record(**values)) for values in ({"mines": "99"}, {"rules": "odd"}, {"seed": "-"}, {"seed": "9" * 20})),
    *((PARSED, record(more=more)) for more in ("odd\n", "seed: 5\n", "name: \\q\n", "layout: 3x3.bAQAAAAAAAAAAAAA\n")),
    *((PARSED, record(more=more)) for more in ("layout: 4x4.bAQ\n", "layout: 3x3.bBw\n", "layout: 3x3.q\n")),
    *((PARSED, record() + more) for more in ("odd\n", "\nhypersweep-record: 2\n")),
    *(
        (PARSED, HEAD + f"\n{line}\n9 end: ongoing\n")
        for line in ("odd", "#odd", "(x", ")", "(", "(\n)\n# late", "0 open 0 0: 1 x")
    ),
]
PLAYED = ("play/resuming.js", "playRecord")


def events(*given: str, outcome: str = "ongoing", milliseconds: int = 9) -> dict[str, Any]:
    """Return the form that playRecord checks first: "time kind changed ended" of each event."""
    rows = []
    for each in given:
        time, kind, changed, *ended = each.split()
        ending = ended[0] if ended else None
        rows.append({"milliseconds": int(time), "kind": kind, "changed": int(changed), "ended": ending, "cell": None})
    return {"events": rows, "outcome": outcome, "milliseconds": milliseconds}


REFUSED += [
    (PLAYED, events("3 open 1")),
    (PLAYED, events("0 open 1", "5 open 1", "4 open 1")),
    (PLAYED, events("0 open 1", "5 pause 0", "5 open 1")),
    (PLAYED, events("0 open 1 won", "0 open 1")),
    (PLAYED, events("0 open 1", "0 resume 0")),
    (PLAYED, events("0 undo 0")),
    (PLAYED, events("0 redo 0")),
    (PLAYED, events("0 open 1 won", outcome="lost")),
    (PLAYED, events("0 open 1", "12 open 1")),
]


def arguments(source: str, start: int) -> list[str]:
    """The arguments of a call whose bracket opens just before start, as they are written."""
    depth, begin, found, quote, place = 0, start, [], "", start
    while True:
        letter = source[place]
        if quote:
            if letter == "\\":
                place += 1
            elif letter == quote:
                quote = ""
        elif letter in "\"'`":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif (letter in ")]}" and not depth) or (letter == "," and not depth):
            if source[begin:place].strip():
                found.append(source[begin:place].strip())
            begin = place + 1
            if letter != ",":
                return found
        elif letter in ")]}":
            depth -= 1
        place += 1


def named() -> set[str]:
    """The texts that errors name."""
    names = set()
    for path, source in SCRIPTS.items():
        if "HypersweepError" not in source or path.name == "hints.ts":
            continue
        for own, kind, other in NAME.findall(source):
            names |= {own, other} if own else {f"{kind}undo", f"{kind}redo"}
    return names - {""}


def test_every_error_names_its_text_or_is_one() -> None:
    unnamed = []
    count = 0
    for path, source in SCRIPTS.items():
        for call in re.finditer(r"new (?:HypersweepError|LineError)\(", source):
            count += 1
            about = arguments(source, call.end())[1]
            if not TOLD.match(about) and not re.search(r"what:|detail|DAMAGED", about, re.IGNORECASE):
                unnamed.append(f"{path.name}: {call[0]}{about}")
    assert unnamed == []
    assert count > 100


def test_every_name_has_a_text_and_every_text_a_name(node: NodeCalls) -> None:
    for language in ("en", "de"):
        assert set(node.call("", "catalogue", language, "refusals")) == named() | OTHER


def test_what_a_player_gets_wrong_is_told_in_both_languages(node: NodeCalls) -> None:
    wrong: list[tuple[Any, Any]] = []
    for script, value in REFUSED:
        try:
            node.call(*script, value)
        except Refusal as refusal:
            error = refusal
        else:
            wrong.append((value, "isn't refused"))
            continue
        texts = [node.call("", "told", language, error.message, error.detail) for language in ("en", "de")]
        english, german = texts
        has_hole = re.search(r"\b(?:expected|got|undefined|NaN|null|Object)\b|\[\[|\{\$|  ", f"{english} {german}")
        is_english = re.search(r"\b(?:the|isn't|not|line|of|board|cells?)\b", re.sub("„.*?“", "", german))
        is_sentence = all(re.match(r"[A-ZÄÖÜ0-9“„].*[.?]$", text) for text in texts)
        if error.detail["what"] == "own_fault" or has_hole or is_english or not is_sentence or english == german:
            wrong.append((value, texts))
    assert wrong == []


@pytest.mark.slow
def test_who_pastes_words_is_told_that_they_are_no_position(node: NodeCalls) -> None:
    told = []
    for text in ("hello world", "two lines of words\nof another length", "#?z\n###\n10 mines"):
        try:
            node.call(*PLACED, text)
        except Refusal as refusal:
            told.append(node.call("", "told", "en", refusal.message, refusal.detail))
    assert [("isn't a position" in each, "clue up to" in each) for each in told] == [
        (True, False),
        (True, False),
        (False, True),
    ]


@pytest.mark.slow
def test_what_turns_the_direction_of_a_sentence_is_seen(node: NodeCalls) -> None:
    for turn in map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))):
        board = f"safe{turn}gnp"
        try:
            node.call(*CHOSEN, {"board": board})
        except Refusal as refusal:
            error = refusal
        for language in ("en", "de"):
            for where in ({}, {"name": board, "file": board, "game": board}):
                text = node.call("", "told", language, error.message, error.detail, where)
                assert turn not in text
                assert f"\\u{ord(turn):x}" in text


@pytest.mark.slow
@pytest.mark.parametrize("grade", [None, "pair"])
@pytest.mark.parametrize("mines", [1, 2])
@pytest.mark.parametrize("is_exhausted", [False, True])
def test_that_no_board_begins_at_a_cell_is_told_as_in_the_terminal(
    node: NodeCalls, grade: str | None, mines: int, is_exhausted: bool
) -> None:
    rules = "classic,guess=never" + (f",grade={grade}" if grade else "")
    error = GenerationError("none", tried=9000, is_exhausted=is_exhausted)
    detail = {"tried": 9000, "mines": mines, "isExhausted": is_exhausted}
    told = node.call("play/refusals.js", "whyNoBoard", {"grade": grade}, detail)
    name = told["refused"].removeprefix("session.")
    english, german = (node.call("", "text", language, "session", name, told["values"]) for language in ("en", "de"))
    assert english == why_no_board(Game("3x4", mines, rules=rules), error)
    assert ("9.000 Versuchen" in german) is not is_exhausted
    assert ("weniger Minen" in german, "eine schwerere Stufe" in german) == (mines > 1, grade is not None)
