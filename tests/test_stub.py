"""The compiled module's stub agrees with the module."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import hypersweep
from hypersweep import _native

STUB = Path(hypersweep.__file__).with_name("_native.pyi")
TREE = ast.parse(STUB.read_text(encoding="utf-8"))
CLASSES = {node.name: node for node in TREE.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = [node for node in TREE.body if isinstance(node, ast.FunctionDef)]
CONSTANTS = [ast.unparse(node.target) for node in TREE.body if isinstance(node, ast.AnnAssign)]
# These are built only on systems with fork.
FORKING = {"ChannelInlet", "ChannelOutlet"}


def arity(text: str) -> int:
    """Return the number of parameters of a signature as nanobind writes it, without ``self``."""
    depth = 0
    names = [""]
    for character in text.partition("(")[2].rpartition(") ->")[0]:
        depth += (character in "[(") - (character in "])")
        if character == "," and not depth:
            names.append("")
        else:
            names[-1] += character
    return len([name for name in map(str.strip, names) if name not in ("", "self", "/")])


def mismatches(node: ast.FunctionDef, native: object) -> Iterator[str]:
    """Yield how a function of the module differs from the stub."""
    signatures = getattr(native, "__nb_signature__", None)
    if signatures is None:
        # Made with CPython's own API, without a signature.
        if node.name != "send":
            yield f"{node.name} has no signature"
        return
    (signature,) = (found[0] for found in signatures)
    if any(name.arg != "self" for name in node.args.args):
        yield f"{node.name}: the module takes its arguments by place or by name, not both ways"
    by_place, _, by_name = signature.partition("*, ")
    places = [name for name in node.args.posonlyargs if name.arg != "self"]
    if arity(by_place + ") ->" * bool(by_name)) != len(places):
        yield f"{node.name} takes {len(places)} arguments by place: {signature}"
    if re.findall(r"(\w+): ", by_name) != [name.arg for name in node.args.kwonlyargs]:
        yield f"{node.name} has other arguments by name: {signature}"


def test_the_names_are_those_of_the_module() -> None:
    promised = {*CLASSES, *(node.name for node in FUNCTIONS), *CONSTANTS}
    if not hasattr(os, "fork"):
        promised -= FORKING
    assert promised == {name for name in dir(_native) if not name.startswith("_")}


def test_classes_have_what_is_promised() -> None:
    complaints = []
    for name, promise in CLASSES.items():
        native = getattr(_native, name, None)
        if native is None:
            # test_the_names_are_those_of_the_module lists those that may be missing.
            continue
        members = [node for node in promise.body if isinstance(node, ast.FunctionDef)]
        promised = {node.name for node in members if not node.name.startswith("_")}
        inherited = {member for parent in native.__mro__[1:] for member in vars(parent)}
        there = {member for member in vars(native) if not member.startswith("_")} - inherited
        complaints += [f"{name}.{member}" for member in sorted(promised ^ there)]
        for node in members:
            decorators = {decorator.id for decorator in node.decorator_list if isinstance(decorator, ast.Name)}
            if node.name not in vars(native):
                complaints.append(f"{name}.{node.name} isn't there")
            elif "property" in decorators:
                if not isinstance(vars(native)[node.name], property):
                    complaints.append(f"{name}.{node.name} is no property")
            elif re.fullmatch("__(len|iter|next)__", node.name) is None:
                complaints += [f"{name}.{each}" for each in mismatches(node, getattr(native, node.name))]
    assert complaints == []


def test_functions_take_what_is_promised() -> None:
    promised = [node for node in FUNCTIONS if hasattr(_native, node.name)]
    assert [each for node in promised for each in mismatches(node, getattr(_native, node.name))] == []
