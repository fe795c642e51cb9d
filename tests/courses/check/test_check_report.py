from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from courses.check.fake_subject import fault
from hypersweep.courses.check.check_report import Difference, Report, junit_text, save_tests


def test_the_smaller_difference_has_less_to_read() -> None:
    small, large = Difference("what", "clause", "one call", ""), Difference("what", "clause", "one call\nanother", "")
    assert small.size < large.size
    assert not small.is_open


FAULT = fault("select_cell({2}) returned 0, expected 2", "Gameplay: the game is won", calls="select_cell({2})")
OPEN = fault("hint is 7, expected 1", "Gameplay and Submission disagree", is_open=True)
WRONG = Report("a/x.c", suffix=".c", games=61, seconds=2.34, seed=5, faults=(FAULT,), open_points=(OPEN,))
RIGHT = Report("b/x.c", games=544, seconds=1.0)
UNCHECKED = Report("c/x.c", error="it doesn't compile:\nx.c:1: error: expected ';'")


def test_the_verdicts() -> None:
    assert [each.verdict for each in (WRONG, RIGHT, UNCHECKED)] == ["wrong", "right", "unchecked"]
    only_open = replace(WRONG, faults=())
    assert (only_open.verdict, replace(only_open, is_strict=True).verdict) == ("right", "wrong")


def test_the_text_shows_a_fault_with_its_test_and_open_points_without() -> None:
    assert WRONG.format() == (
        "a/x.c: wrong (61 games, 2.3 s, seed 5)\n"
        "\n"
        "  wrong: select_cell({2}) returned 0, expected 2\n"
        "  the specification says:\n"
        "    Gameplay: the game is won\n"
        "  called:\n"
        "    select_cell({2})\n"
        "  test:\n"
        "    test of select_cell({2}) returned 0, expected 2\n"
        "\n"
        "  left open by the specification: hint is 7, expected 1\n"
        "  the specification says:\n"
        "    Gameplay and Submission disagree\n"
        "  called:\n"
        "    hint is 7, expected 1\n"
    )
    assert "test:" not in replace(WRONG, faults=()).format()
    assert "test:" in replace(WRONG, faults=(), is_strict=True).format()
    assert RIGHT.format() == "b/x.c: right (544 games, 1.0 s, seed 0)\n"
    late = replace(RIGHT, is_out_of_time=True).format()
    assert late == "b/x.c: right as far as 544 games went (1.0 s, seed 0, out of time)\n"
    assert UNCHECKED.format() == "c/x.c: can't be checked: it doesn't compile:\nx.c:1: error: expected ';'\n"


def test_the_facts_are_json() -> None:
    facts = json.loads(json.dumps(WRONG.facts()))
    assert (facts["program"], facts["verdict"], facts["games"], facts["seed"]) == ("a/x.c", "wrong", 61, 5)
    assert facts["faults"] == [
        {"what": FAULT.what, "clause": FAULT.clause, "calls": FAULT.calls, "test": FAULT.test},
    ]
    assert [each["what"] for each in facts["open_points"]] == [OPEN.what]
    assert UNCHECKED.facts() == {"program": "c/x.c", "verdict": "unchecked", "error": UNCHECKED.error}


def counts(suite: ElementTree.Element) -> tuple[int, ...]:
    """Return the totals of a suite, and check them against its cases."""
    said = tuple(int(suite.get(name, "-1")) for name in ("tests", "failures", "errors", "skipped"))
    there = tuple(len(suite.findall(path)) for path in ("testcase", ".//failure", ".//error", ".//skipped"))
    assert said == there
    return said


def test_junit_has_a_suite_for_each_program() -> None:
    suites = ElementTree.fromstring(junit_text("comp2017", [WRONG, RIGHT, UNCHECKED]).encode())
    assert [suite.get("name") for suite in suites] == ["a/x.c", "b/x.c", "c/x.c"]
    assert [counts(suite) for suite in suites] == [(2, 1, 0, 1), (1, 0, 0, 0), (1, 0, 1, 0)]
    failure = suites.find(".//failure")
    assert failure is not None
    assert failure.get("message") == FAULT.what
    assert "select_cell({2})" in (failure.text or "")


def test_junit_of_a_strict_check_counts_open_points() -> None:
    (suite,) = ElementTree.fromstring(junit_text("comp2017", [replace(WRONG, is_strict=True)]).encode())
    assert counts(suite) == (2, 2, 0, 0)


@pytest.mark.parametrize("text", ["\033[31m¶\0", "\ufffe\udc80", "<&>\"'"])
def test_junit_can_be_read_whatever_a_program_wrote(text: str) -> None:
    report = Report(f"x{text}", faults=(fault(text, text, calls=text),))
    (suite,) = ElementTree.fromstring(junit_text("esp", [report]).encode())
    assert counts(suite) == (1, 1, 0, 0)


def test_tests_are_saved_under_the_path_of_their_program(tmp_path: Path) -> None:
    paths = save_tests(tmp_path / "kept", WRONG)
    assert [path.name for path in paths] == ["a-x-wrong-1.c", "a-x-open-1.c"]
    assert paths[0].read_text(encoding="utf-8") == FAULT.test
    (other,) = save_tests(tmp_path / "kept", Report("../../bob's/lab.py", suffix=".py", faults=(FAULT,)))
    assert other.name == "bob-s-lab-wrong-1.py"
    assert save_tests(tmp_path / "kept", RIGHT) == []
