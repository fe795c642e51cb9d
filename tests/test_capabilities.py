"""The list of capabilities: every skip uses it, tests use every name in it, and a missing capability skips a test."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from _pytest.outcomes import Skipped

import capabilities
from capabilities import ALL, BY_NAME, Capability

HERE = Path(__file__).parent
# Parsing all files takes seconds; only these can contain the names.
WORTH_PARSING = re.compile(r"skip|mark\.needs|capabilities", re.IGNORECASE)
SKIPS = re.compile(
    r"(pytest|mark|pytest\.mark)\.(skip|skipif|importorskip|exit)|unittest\.skip\w*|.+\.(SkipTest|skipTest)"
)
NEEDS = re.compile(r"(pytest\.)?mark\.needs|capabilities\.(require|program)")
ASKS = re.compile(r"capabilities\.has")


def parsed(text: str) -> list[ast.AST]:
    return [*ast.walk(ast.parse(text))]


def dotted(node: ast.AST) -> str:
    """Return a name with its dots, such as ``pytest.mark.needs``, and an empty text for another expression."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def skips(nodes: list[ast.AST]) -> Iterator[int]:
    """Yield the numbers of lines that skip tests without a capability."""
    for node in nodes:
        if isinstance(node, ast.Attribute):
            names = [dotted(node)]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{each.name}" for each in node.names]
        else:
            continue
        if any(map(SKIPS.fullmatch, names)):
            yield node.lineno


def names(nodes: list[ast.AST], functions: re.Pattern[str]) -> Iterator[str]:
    """Yield the texts that are arguments in calls of some functions."""
    for node in nodes:
        if isinstance(node, ast.Call) and functions.fullmatch(dotted(node.func)):
            yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))


@pytest.mark.slow
def test_every_skip_goes_through_the_list_and_every_name_in_it_is_used() -> None:
    skipping, needed, asked = [], set(), set()
    for path in HERE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path in (HERE / "capabilities.py", Path(__file__)) or not WORTH_PARSING.search(text):
            continue
        nodes = parsed(text)
        skipping += [f"{path.relative_to(HERE)}:{line}" for line in skips(nodes)]
        needed |= {*names(nodes, NEEDS)}
        asked |= {*names(nodes, ASKS)}
    assert skipping == [], "use a name of tests/capabilities.py in pytest.mark.needs or capabilities.require"
    assert needed == {*BY_NAME}
    assert asked <= {*BY_NAME}
    assert len(BY_NAME) == len(ALL)


@pytest.mark.parametrize(
    "line",
    [
        "pytest.skip('not here')",
        "@pytest.mark.skip\ndef test(): pass",
        "@pytest.mark.skipif(True, reason='not here')\ndef test(): pass",
        "mark = pytest.mark.skipif(True, reason='not here')",
        "from pytest import mark\nposix = mark.skipif(True, reason='not here')",
        "from pytest import skip",
        "torch = pytest.importorskip('torch')",
        "raise pytest.skip.Exception('not here')",
        "raise unittest.SkipTest",
        "from unittest import SkipTest",
        "path = find() or pytest.skip('not here')",
    ],
)
def test_a_skip_of_its_own_is_found(line: str) -> None:
    assert [*skips(parsed(line))] != []


def test_names_are_found_wherever_they_are_asked_for() -> None:
    nodes = parsed(
        "pytestmark = [pytest.mark.slow, pytest.mark.needs('a')]\n"
        "@pytest.mark.parametrize('b', [pytest.param(1, marks=[pytest.mark.needs('c', 'd')])])\n"
        "def test(b):\n    capabilities.require('e'); run([capabilities.program('f')]); g = capabilities.has('h')\n"
    )
    assert {*names(nodes, NEEDS)} == {*"acdef"}
    assert [*names(nodes, ASKS)] == ["h"]
    assert [*skips(nodes)] == []


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str | bool | None], list[str]]:
    """Return a function that makes a list of a capability; its result names the lookups."""
    listed: dict[str, Capability] = {}
    looked_for: list[str] = []
    monkeypatch.setattr(capabilities, "BY_NAME", listed)
    monkeypatch.setattr(capabilities, "_found", functools.cache(capabilities._found.__wrapped__))

    def put(name: str, found: str | bool | None) -> list[str]:
        def find() -> str | bool | None:
            looked_for.append(name)
            return found

        listed[name] = Capability(name, find, f"get {name}")
        return looked_for

    return put


Put = Callable[[str, str | bool | None], list[str]]


def test_what_is_missing_skips_with_its_name_and_how_to_get_it(listed: Put) -> None:
    listed("here", True)
    looked_for = listed("gone", None)
    assert capabilities.has("here")
    assert not capabilities.has("gone")
    capabilities.require()
    capabilities.require("here", "here")
    for _ in range(2):
        with pytest.raises(Skipped, match=r"^needs gone: get gone$") as skipped:
            capabilities.require("here", "gone")
        assert skipped.value.allow_module_level
    assert looked_for == ["here", "gone"]  # once each
    with pytest.raises(KeyError):
        capabilities.require("unheard-of")


def test_a_program_is_its_path_or_a_skip(listed: Put) -> None:
    listed("node", "/usr/bin/node")
    listed("deno", None)
    assert capabilities.program("node") == "/usr/bin/node"
    with pytest.raises(Skipped, match="needs deno"):
        capabilities.program("deno")


@pytest.mark.parametrize(
    ("text", "names"),
    [(None, []), ("", []), ("one", ["one"]), ("two,one", ["two", "one"]), (" one,, two ", ["one", "two"])],
)
def test_the_environment_says_what_is_required(
    text: str | None, names: list[str], listed: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed("one", True)
    listed("two", True)
    monkeypatch.delenv("HYPERSWEEP_REQUIRE", raising=False)
    if text is not None:
        monkeypatch.setenv("HYPERSWEEP_REQUIRE", text)
    assert [each.name for each in capabilities.required()] == names
    capabilities.refuse_missing()


def test_a_level_requires_what_it_and_those_before_it_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERSWEEP_REQUIRE", "bare")
    assert [each.name for each in capabilities.required()] == ["compiler", "wasm", "page", "modules", "node", "axe"]
    monkeypatch.setenv("HYPERSWEEP_REQUIRE", "ci")
    names = {each.name for each in capabilities.required()}
    assert {"compiler", "wasm", "browser", "linux"} < names
    assert not {"torch", "clang", "ipv6"} & names


def test_an_unknown_name_is_not_required(listed: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    listed("one", True)
    listed("two", True)
    monkeypatch.setenv("HYPERSWEEP_REQUIRE", "one,tow")
    with pytest.raises(pytest.UsageError, match="one, two, got 'tow'"):
        capabilities.refuse_missing()


def test_all_that_is_required_and_missing_ends_the_run(listed: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, found in (("here", True), ("gone", False), ("unused", None), ("lost", None)):
        looked_for = listed(name, found)
    monkeypatch.setenv("HYPERSWEEP_REQUIRE", "here,gone,lost")
    with pytest.raises(pytest.UsageError) as refused:
        capabilities.refuse_missing()
    assert [line.partition(": ")[2] for line in str(refused.value).splitlines()] == [
        "needs gone: get gone",
        "needs lost: get lost",
    ]
    assert "unused" not in looked_for


def test_skipped_tests_are_counted_by_capability(listed: Put) -> None:
    listed("node", None)
    reasons = []
    for _ in range(2):
        with pytest.raises(Skipped) as skipped:
            capabilities.require("node")
        reasons.append(str(skipped.value))
    counts = capabilities.skipped_tests(["Skipped: needs deno: get it", f"Skipped: {reasons[0]}", *reasons])
    assert counts == {"needs deno: get it": 1, "node": 3}
