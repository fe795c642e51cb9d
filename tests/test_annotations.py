"""Annotations: each can be read at runtime, and none costs anything before."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.binding import Binding

import hypersweep
from hypersweep import grid, layout, moves
from hypersweep import typing as hints
from hypersweep.lazy import _Deferred, defer
from hypersweep.record import event
from hypersweep.review.judge import VERDICTS
from hypersweep.solve import rank
from hypersweep.solve.choice import POLICIES
from hypersweep.solve.reason import RULES
from hypersweep.stats.board import ZINI_METHODS

PACKAGE = Path(hypersweep.__file__).parent
# Commands and screens, and what they are made of: no program calls them.
DOORS = ("cli", "console", "controls", "tui", "web")
MODULES = [
    found.name
    for found in pkgutil.walk_packages(hypersweep.__path__, "hypersweep.")
    if not found.name.endswith("__main__")
    and not found.name.rpartition(".")[2].startswith("_native")
    and found.name.split(".")[1] not in DOORS
]

FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] not in DOORS]

# Parsing the block alone takes a tenth of the time that the whole module takes.
BLOCK = re.compile(r"^if TYPE_CHECKING:\n(?:(?: .*|else:|)\n)+", re.MULTILINE)


def functions(owner: object) -> Iterator[tuple[str, Callable[..., object]]]:
    """Gives every function that a class or a module defines, by its name."""
    for name, value in vars(owner).items():
        if isinstance(value, property):
            parts = {"": value.fget, " setter": value.fset, " deleter": value.fdel}
            yield from ((name + part, function) for part, function in parts.items() if function is not None)
        elif isinstance(value, classmethod | staticmethod):
            yield name, value.__func__
        elif isinstance(value, types.FunctionType):
            yield name, value


def deferred_in(hint: object) -> bool:
    """Whether a name that stands for something is left in an annotation."""
    if isinstance(hint, list | tuple):
        return any(map(deferred_in, hint))
    return isinstance(hint, _Deferred | typing.ForwardRef) or deferred_in(typing.get_args(hint))


def unreadable(thing: typing.Any, where: str) -> list[str]:
    """Return what is wrong with the annotations of a function or a class; nothing if they can be read."""
    try:
        # Textual's BindingType is a text that names another class of Textual.
        found = typing.get_type_hints(thing, localns={"Binding": Binding} if inspect.isclass(thing) else None)
    except Exception as error:
        return [f"{where}: {type(error).__name__}: {error}"]
    return [f"{where}: {name} is {hint}" for name, hint in found.items() if deferred_in(hint)]


@pytest.mark.slow
def test_every_annotation_can_be_read() -> None:
    complaints = []
    for name in ("hypersweep", *MODULES):
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", ()):
            thing = getattr(module, public)
            where = f"{name}.{public}"
            if isinstance(thing, types.FunctionType):
                complaints += unreadable(thing, where)
            if inspect.isclass(thing) and thing.__module__ == name:
                # Of the class alone: what Textual's classes are annotated with is out of our hands.
                own = {"__module__": name, "__annotations__": vars(thing).get("__annotations__", {})}
                complaints += unreadable(type(public, (), own), where)
                for member, function in functions(thing):
                    # A dataclass writes some methods itself.
                    if function.__module__.startswith("hypersweep"):
                        complaints += unreadable(function, f"{where}.{member}")
    assert complaints == []


def wrongly_deferred(path: Path) -> Iterator[str]:
    """Yield what a module names for type checkers alone, or at runtime alone."""
    where = path.relative_to(PACKAGE).as_posix()
    for block in BLOCK.findall(path.read_text(encoding="utf-8")):
        (node,) = ast.parse(block).body
        assert isinstance(node, ast.If)
        if not node.orelse:
            if path.name not in ("__init__.py", "lazy.py"):
                yield f"{where} says no names at runtime"
            continue
        if path.name == "typing.py":
            # typing.py makes the same names in another way.
            continue
        calls = [line.value for line in node.orelse if isinstance(line, ast.Expr)]
        texts = [text for call in calls if isinstance(call, ast.Call) for text in call.args[1:]]
        said = [text.value for text in texts if isinstance(text, ast.Constant)]
        deferred = {name for text in said for name in bound(ast.parse(str(text)).body[0])}
        checked = {name for line in node.body for name in bound(line)}
        if len(calls) != 1 or deferred != checked:
            yield f"{where}: {len(calls)} calls, {sorted(deferred ^ checked)}"


def test_what_is_deferred_is_what_type_checkers_read() -> None:
    assert [complaint for path in FILES for complaint in wrongly_deferred(path)] == []


def bound(node: ast.stmt) -> set[str]:
    """Gives each name that a statement binds, with the statement."""
    if isinstance(node, ast.ImportFrom):
        return {f"from {node.module} import {ast.unparse(alias)}" for alias in node.names}
    if isinstance(node, ast.AnnAssign):
        assert node.value is not None
        return {f"{ast.unparse(node.target)} = {ast.unparse(node.value)}"}
    return {ast.unparse(node)}


def test_a_deferred_name_loads_nothing_before_it_is_asked_for() -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
        "from hypersweep.lazy import defer\n"
        "defer(globals(), 'import fractions as f', 'from decimal import Decimal', 'Pair = tuple[Decimal, Decimal]')\n"
        "def show(a: 'Decimal', b: 'Decimal | None', c: 'dict[str, Decimal]', d: 'f.Fraction', e: 'list[Pair]'): pass\n"
        "assert not {'decimal', 'fractions'} & set(sys.modules)\n"
        "import typing\n"
        "found = typing.get_type_hints(show)\n"
        "import decimal, fractions\n"
        "one = decimal.Decimal\n"
        "assert found == {'a': one, 'b': one | None, 'c': dict[str, one], 'd': fractions.Fraction,\n"
        "                 'e': list[tuple[one, one]]}, found\n"
    )
    subprocess.run([sys.executable, "-S", "-c", program], check=True)


def test_deferred_names_stand_in_every_kind_of_annotation() -> None:
    namespace: dict[str, typing.Any] = {"__name__": __name__}
    defer(namespace, "from collections.abc import Callable, Sequence", "from fractions import Fraction")
    for text in ("Callable[[Fraction], Sequence[Fraction]]", "Sequence[Sequence[Fraction]]", "None | Fraction"):
        evaluated = eval(text, namespace)
        assert not deferred_in(evaluated)
    assert eval("int | Fraction", namespace) == int | __import__("fractions").Fraction
    with pytest.raises(AttributeError):
        namespace["Fraction"].no_such_thing  # noqa: B018


@pytest.mark.parametrize(
    ("literal", "listed"),
    [
        (hints.Adjacency, grid.ADJACENCIES),
        (hints.FirstOpen, layout.FIRST_OPENS),
        (hints.MoveKind, moves.KINDS),
        (hints.MoveKind, event.MOVES),
        (hints.EventKind, event.KINDS),
        (hints.Policy, POLICIES),
        (hints.ReasonRule, RULES),
        (hints.Verdict, VERDICTS),
        (hints.ZiniMethod, ZINI_METHODS),
    ],
)
def test_literals_hold_the_words_that_are_listed_where_they_are_read(literal: object, listed: tuple[str, ...]) -> None:
    assert typing.get_args(literal) == listed


@pytest.mark.slow
def test_what_is_given_back_has_the_words_of_its_literal() -> None:
    chosen: set[str] = {choice.kind for choice in rank(hypersweep.View.parse("2x3 mines=1\n# # #\n1 1 ."))}
    concluded: set[str] = set()
    for seed in range(12):
        game = hypersweep.Game("5x6", 6, seed=seed)
        game.open(0)
        while game.outcome is hypersweep.Outcome.ONGOING:
            concluded.update(reason.conclusion for reason in hypersweep.deduce(game.view))
            concluded.update(reason.conclusion for reason in hypersweep.explain(game.view))
            choice = hypersweep.choose(game.view)
            assert choice is not None
            chosen.add(choice.kind)
            game.open(choice.cell)
    assert chosen == set(typing.get_args(hints.ChoiceKind))
    assert concluded == set(typing.get_args(hints.Conclusion))
