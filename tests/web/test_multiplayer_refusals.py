"""The server's errors: every name has a text in both languages, and every text has a name."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import hypersweep.web
from hypersweep.web import page_folder
from node_calls import NodeCalls

if TYPE_CHECKING:
    from collections.abc import Iterator

NODE = NodeCalls

TOGETHER = Path(hypersweep.web.__file__).parent / "multiplayer"
# What the page says by itself; "other" is for names of a newer server.
OWN = {"other"}
WORD = re.compile("[a-z][a-z_]*")
# Values from the server, and a text that lacks one.
VALUES = {
    "why": "length",
    "least": 8,
    "most": 32,
    "status": 502,
    "message": "m",
    "cells": 9,
    "until": 10**12,
    "at": "0",
}
HOLE = re.compile(r"\b(?:undefined|NaN|null|Object)\b|\[object|  |[{}]")


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, list[ast.AST]]]:
    """Calls of RefusedError, under any local name, each with the functions around it."""

    def walk(node: ast.AST, around: list[ast.AST]) -> Iterator[tuple[ast.Call, list[ast.AST]]]:
        inner = [*around, node] if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else around
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "RefusedError":
            yield node, inner
        for child in ast.iter_child_nodes(node):
            yield from walk(child, inner)

    yield from walk(tree, [])


def words_bound(name: str, function: ast.AST) -> set[str]:
    """The words that a name of a function may stand for."""
    found: set[str] = set()
    for node in ast.walk(function):
        targets, value = (
            (node.targets, node.value)
            if isinstance(node, ast.Assign)
            else ([node.target], node.iter)
            if isinstance(node, (ast.For, ast.comprehension))
            else ([], None)
        )
        if value is None or not any(
            isinstance(each, ast.Name) and each.id == name for top in targets for each in ast.walk(top)
        ):
            continue
        texts = (each.value for each in ast.walk(value) if isinstance(each, ast.Constant))
        found |= {each for each in texts if isinstance(each, str) and WORD.fullmatch(each)}
    return found


def raised() -> dict[str, str]:
    """The names that the server's parts raise, each with where."""
    found: dict[str, str] = {}
    for path in TOGETHER.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        where = path.relative_to(TOGETHER).as_posix()
        found |= dict.fromkeys(re.findall(r'name: ClassVar\[str\] = "(\w+)"', source), where)
        # Messages to members when a room ends.
        found |= dict.fromkeys(re.findall(r'_send_away\(.*"(\w+)"\)', source), where)
        for call, around in calls(tree):
            first = call.args[0] if call.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                names = {first.value}
            elif isinstance(first, ast.Name):
                names = set().union(*(words_bound(first.id, function) for function in around[-1:]))
                # A name that is passed on was found where it was made.
                is_handed = any(
                    first.id in {each.arg for each in ast.walk(around[-1]) if isinstance(each, ast.arg)}
                    for _ in around[-1:]
                )
                assert names or is_handed, f"{where}: which names does {ast.unparse(call)} raise?"
            else:
                names = {
                    each.value
                    for each in ast.walk(call.args[0])
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                }
            found |= dict.fromkeys(names, where)
    return found


def asked() -> set[str]:
    """The page's own names for missing answers."""
    source = (page_folder() / "multiplayer" / "http.ts").read_text(encoding="utf-8")
    found = set(re.findall(r'"(\w+)"', "".join(re.findall(r"what = [^;]+;", source))))
    return found | set(re.findall(r'\d{3}: "(\w+)"', source))


@pytest.mark.slow
def test_every_refusal_has_a_text(node: NodeCalls) -> None:
    known = set(node.call("", "catalogue", "en", "together_refusals"))
    assert {name: where for name, where in raised().items() if name not in known} == {}
    assert asked() >= {"slow", "unreachable", "answer"}
    assert asked() <= known


@pytest.mark.slow
def test_every_text_is_of_a_refusal(node: NodeCalls) -> None:
    known = set(node.call("", "catalogue", "en", "together_refusals"))
    assert known - set(raised()) - asked() - OWN == set()


@pytest.mark.parametrize("values", [VALUES, {**VALUES, "why": "sign", "cells": 0, "until": 253_402_300_799_000}])
def test_refusals_are_sentences_without_holes(node: NodeCalls, values: dict[str, object]) -> None:
    for name in node.call("", "catalogue", "en", "together_refusals"):
        detail = {**values, "what": f"together_{name}"}
        english, german = (node.call("", "toldTogether", language, "m", detail) for language in ("en", "de"))
        assert re.match(r"[A-ZÄÖÜ0-9].*[.?]$|.*: m$", english), name
        assert re.match(r"[A-ZÄÖÜ0-9].*[.?]$|.*: m$", german), name
        assert not HOLE.search(english + german), (english, german)
        assert english != german


@pytest.mark.slow
def test_what_a_newer_server_refuses_is_told_in_its_words(node: NodeCalls) -> None:
    detail = {"what": "together_from_the_future", "message": "expected less, got more"}
    told = [node.call("", "toldTogether", language, "", detail) for language in ("en", "de")]
    assert told == ["The server says: expected less, got more", "Der Server sagt: expected less, got more"]
