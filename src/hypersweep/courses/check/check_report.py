"""The report on a program and its differences, as text, JSON, JUnit XML, and runnable test files."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Difference:
    """One way a program differs from the specification.

    Attributes:
        what: actual and expected result, in one line.
        clause: the violated clause in the specification: heading and text. Differences with the same clause count as
            one.
        calls: calls that lead to the difference, one per line.
        test: source of a test that reproduces the difference, ready to paste and run.
        is_open: whether the specification leaves this point open; such a difference counts only with ``--strict``.

    >>> Difference("select_cell({2}) returned 0, expected 2", "Gameplay: ...", "select_cell({2})", "").is_open
    False
    """

    what: str
    clause: str
    calls: str
    test: str
    is_open: bool = False

    @property
    def size(self) -> int:
        """Length of the calls in characters; of several differences with the same clause, the smallest is reported."""
        return len(self.calls)


@dataclass(frozen=True, slots=True)
class Report:
    """Result of checking a program.

    Attributes:
        name: the program, as named by the user.
        suffix: file name extension of saved tests.
        games: number of games played; random games stop at the first fault.
        seconds: duration of the check.
        seed: seed for the random games.
        faults: differences that make the program wrong, smallest first.
        open_points: differences on points the specification leaves open.
        is_strict: whether open points make the program wrong too.
        is_out_of_time: whether time ran out before all games were played, or before the failing game was shrunk.
        error: why the program couldn't be checked; empty if it was.

    >>> Report("lab.py", games=500).verdict, Report("lab.py", error="expected ...").verdict
    ('right', 'unchecked')
    """

    name: str
    suffix: str = ".txt"
    games: int = 0
    seconds: float = 0.0
    seed: int = 0
    faults: tuple[Difference, ...] = ()
    open_points: tuple[Difference, ...] = ()
    is_strict: bool = False
    is_out_of_time: bool = False
    error: str = ""

    @property
    def verdict(self) -> str:
        """The verdict: "right", "wrong", or "unchecked" if the program can't be checked."""
        if self.error:
            return "unchecked"
        return "wrong" if self.faults or (self.is_strict and self.open_points) else "right"

    def format(self) -> str:
        """Return the report as text for display, with a final newline."""
        if self.error:
            return f"{self.name}: can't be checked: {self.error}\n"
        facts = [pluralize(self.games, "game"), f"{self.seconds:.1f} s", f"seed {self.seed}"]
        if self.is_out_of_time:
            facts.append("out of time")
        verdict = self.verdict
        if self.is_out_of_time and verdict == "right":
            verdict = f"right as far as {facts.pop(0)} went"
        lines = [f"{self.name}: {verdict} ({', '.join(facts)})"]
        for place, difference in enumerate((*self.faults, *self.open_points)):
            kind = "left open by the specification" if difference.is_open else "wrong"
            # Print the test for the smallest fault only; --keep writes all tests.
            has_test = place == 0 and self.verdict == "wrong"
            lines += ["", f"  {kind}: {difference.what}", *_details(difference, has_test=has_test)]
        return "\n".join(lines) + "\n"

    def facts(self) -> dict[str, object]:
        """Return the report as a dictionary for JSON."""
        if self.error:
            return {"program": self.name, "verdict": self.verdict, "error": self.error}
        return {
            "program": self.name,
            "verdict": self.verdict,
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "seed": self.seed,
            "out_of_time": self.is_out_of_time,
            "faults": [_facts(each) for each in self.faults],
            "open_points": [_facts(each) for each in self.open_points],
        }


def _details(difference: Difference, *, has_test: bool = True) -> list[str]:
    clause = "\n".join(textwrap.wrap(difference.clause, 100, break_long_words=False))
    parts = {"the specification says": clause, "called": difference.calls, "test": difference.test if has_test else ""}
    lines: list[str] = []
    for title, text in parts.items():
        if text:
            lines += [f"  {title}:", *(f"    {line}".rstrip() for line in text.splitlines())]
    return lines


def _facts(difference: Difference) -> dict[str, str]:
    return {
        "what": difference.what,
        "clause": difference.clause,
        "calls": difference.calls,
        "test": difference.test,
    }


def junit_text(course: str, reports: Sequence[Report]) -> str:
    """Return reports as JUnit XML, with a test suite per program.

    A fault is reported as a failed test case, an open point as a skipped one (failed if the check was strict), and a
    program that can't be checked as an error.

    Args:
        course: the course's name.
        reports: one per program.
    """
    suites = ElementTree.Element("testsuites", name=f"hypersweep check {course}")
    for report in reports:
        suite = ElementTree.SubElement(suites, "testsuite", name=_printable(report.name))
        if report.error:
            _add_case(suite, course, "can be checked", "error", report.error.partition("\n")[0], report.error)
        elif not report.faults:
            _add_case(suite, course, f"{pluralize(report.games, 'game')} by the specification, seed {report.seed}")
        for difference in report.faults:
            _add_case(suite, course, difference.what, "failure", difference.what, "\n".join(_details(difference)))
        for difference in report.open_points:
            kind = "failure" if report.is_strict else "skipped"
            name = f"left open: {difference.what}"
            _add_case(suite, course, name, kind, difference.what, "\n".join(_details(difference)))
        suite.set("tests", str(len(suite)))
        for key, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(key, str(len(suite.findall(f"*/{kind}"))))
        suite.set("time", f"{report.seconds:.3f}")
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _add_case(
    suite: ElementTree.Element, course: str, name: str, kind: str = "", message: str = "", text: str = ""
) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=course, name=_printable(name))
    if kind:
        ElementTree.SubElement(case, kind, message=_printable(message)).text = _printable(text)


# Characters that XML 1.0 can't contain, even escaped.
_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _printable(text: str) -> str:
    return _UNPRINTABLE.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def save_tests(folder: Path, report: Report) -> list[Path]:
    """Write the test for each difference to a separate file.

    Args:
        folder: the folder to write to; created if missing.
        report: the report on the program; file names begin with the program's path.

    Returns:
        The paths of the files.

    Raises:
        OSError: a file can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem = "-".join(re.findall(r"[\w.]+", str(Path(report.name).with_suffix("")).lstrip("./"))) or "program"
    paths = []
    for kind, differences in (("wrong", report.faults), ("open", report.open_points)):
        for number, difference in enumerate(differences, 1):
            path = folder / f"{stem}-{kind}-{number}{report.suffix}"
            path.write_text(difference.test, encoding="utf-8", errors="surrogateescape", newline="\n")
            paths.append(path)
    return paths
