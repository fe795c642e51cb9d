"""What the stub of the compiled module promises is what the module has."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

import pytest

import hypersweep
from hypersweep import _native

STUB = Path(hypersweep.__file__).with_name("_native.pyi")
TREE = ast.parse(STUB.read_text(encoding="utf-8"))
CLASSES = {node.name: node for node in TREE.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = [node for node in TREE.body if isinstance(node, ast.FunctionDef)]
CONSTANTS = [ast.unparse(node.target) for node in TREE.body if isinstance(node, ast.AnnAssign)]
# Those are built only where there is fork.
FORKING = {"ChannelInlet", "ChannelOutlet"}


def arity(text: str) -> int:
    """Gives the number of parameters of a signature as nanobind writes it, without ``self``."""
    depth = 0
    names = [""]
    for character in text.partition("(")[2].rpartition(") ->")[0]:
        depth += (character in "[(") - (character in "])")
        if character == "," and not depth:
            names.append("")
        else:
            names[-1] += character
    return len([name for name in map(str.strip, names) if name not in ("", "self", "/")])


def check(node: ast.FunctionDef, native: object) -> None:
    signatures = getattr(native, "__nb_signature__", None)
    if signatures is None:
        # Written for CPython itself, which tells no signature.
        assert node.name == "send"
        return
    (signature,) = (found[0] for found in signatures)
    named = [name.arg for name in node.args.args if name.arg != "self"]
    assert not named, f"{node.name}: the module takes its arguments by place or by name, not both ways"
    by_place, _, by_name = signature.partition("*, ")
    assert arity(by_place + ") ->" * bool(by_name)) == len(
        [name for name in node.args.posonlyargs if name.arg != "self"]
    ), signature
    assert re.findall(r"(\w+): ", by_name) == [name.arg for name in node.args.kwonlyargs], signature


def test_the_names_are_those_of_the_module() -> None:
    promised = {*CLASSES, *(node.name for node in FUNCTIONS), *CONSTANTS}
    if not hasattr(os, "fork"):
        promised -= FORKING
    assert promised == {name for name in dir(_native) if not name.startswith("_")}


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_a_class_has_what_is_promised(name: str) -> None:
    native = getattr(_native, name, None)
    if native is None:
        assert name in FORKING
        assert not hasattr(os, "fork")
        return
    members = [node for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)]
    promised = {node.name for node in members if not node.name.startswith("_")}
    inherited = {name for parent in native.__mro__[1:] for name in vars(parent)}
    assert promised == {name for name in vars(native) if not name.startswith("_")} - inherited
    for node in members:
        decorators = {decorator.id for decorator in node.decorator_list if isinstance(decorator, ast.Name)}
        found = vars(native)[node.name]
        if "property" in decorators:
            assert isinstance(found, property)
        elif re.fullmatch("__(len|iter|next)__", node.name) is None:
            check(node, getattr(native, node.name))


@pytest.mark.parametrize("node", FUNCTIONS, ids=lambda node: str(node.name))
def test_a_function_takes_what_is_promised(node: ast.FunctionDef) -> None:
    check(node, getattr(_native, node.name))
