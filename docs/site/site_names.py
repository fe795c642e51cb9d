"""The public names of the package and the pages of the site that describe them, read from the sources."""

from __future__ import annotations

import ast
import functools
import itertools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "src"
SETTINGS = Path(__file__).with_name("zensical.toml")


class ApiModule(NamedTuple):
    """A module with a page of its own."""

    module: str
    headline: str
    """The first sentence of its docstring."""
    names: tuple[str, ...]
    """Names in its ``__all__``."""

    @property
    def page(self) -> str:
        """Path of its page in the site."""
        return f"api/{self.module.removeprefix('hypersweep.')}.md"


def pages_in(entry: object) -> Iterator[str]:
    """Yield the pages of a part of the navigation, in its order."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for below in entry.values():
            yield from pages_in(below)
    elif isinstance(entry, list):
        for below in entry:
            yield from pages_in(below)


@functools.cache
def navigation() -> tuple[str, ...]:
    """Return every page that the site's navigation names."""
    return tuple(pages_in(tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["project"]["nav"]))


@functools.cache
def tree_of(module: str) -> ast.Module | None:
    """Return the syntax tree of a module; None if it isn't in the package or isn't Python."""
    path = SOURCES.joinpath(*module.split("."))
    for file in (path / "__init__.py", path.with_suffix(".py")):
        if file.is_file() and module.startswith("hypersweep"):
            return ast.parse(file.read_text(encoding="utf-8"))
    return None


def exported(tree: ast.Module) -> tuple[str, ...]:
    """Return the ``__all__`` of a module, or no names."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return tuple(ast.literal_eval(node.value))
    return ()


def definition(module: str, name: str) -> ast.stmt | None:
    """Return where a name of a module is defined and described, in it or in the module that it comes from.

    A class or function has a docstring, a constant a text on the line after it; names without one aren't shown.
    """
    tree = tree_of(module)
    if tree is None:
        return None
    for node, after in itertools.pairwise([*tree.body, ast.Pass()]):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            return node if ast.get_docstring(node) else None
        if isinstance(node, ast.Assign | ast.AnnAssign):
            left = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(left, ast.Name) and left.id == name:
                is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                return node if is_text else None
    for found in ast.walk(tree):
        if isinstance(found, ast.ImportFrom) and found.module:
            for alias in found.names:
                if (alias.asname or alias.name) == name:
                    return definition(found.module, alias.name)
    return None


def members(node: ast.stmt | None) -> Iterator[str]:
    """Return the public methods and properties of a class that have a docstring: those that its page shows."""
    for below in node.body if isinstance(node, ast.ClassDef) else ():
        if isinstance(below, ast.FunctionDef | ast.AsyncFunctionDef) and not below.name.startswith("_"):
            is_setter = any(ast.unparse(mark).endswith(".setter") for mark in below.decorator_list)
            if ast.get_docstring(below) and not is_setter:
                yield below.name


@functools.cache
def api_modules() -> tuple[ApiModule, ...]:
    """Return the modules that have a page, in the order of the navigation."""
    found = []
    for page in navigation():
        if page.startswith("api/") and page != "api/index.md":
            module = f"hypersweep.{page.removeprefix('api/').removesuffix('.md')}"
            tree = tree_of(module)
            if tree is None:
                raise FileNotFoundError(f"expected a module of the package for {page}, got {module}")
            words = re.split(r"\n\s*\n", ast.get_docstring(tree) or "", maxsplit=1)[0]
            found.append(ApiModule(module, " ".join(words.split()), exported(tree)))
    return tuple(found)


@functools.cache
def targets() -> dict[str, str]:
    """Return the page and anchor of each name in prose: ``Game``, ``Game.open``, ``hypersweep.solve`` and the like.

    A name that several modules export belongs to the first of them.
    """
    found: dict[str, str] = {}
    for module in api_modules():
        found.setdefault(module.module, f"{module.page}#{module.module}")
        for name in module.names:
            node = definition(module.module, name)
            if node is None:
                continue
            anchor = f"{module.page}#{module.module}.{name}"
            for spelled in (name, f"hypersweep.{name}", f"{module.module}.{name}"):
                found.setdefault(spelled, anchor)
            if found[name] == anchor:
                for member in members(node):
                    found.setdefault(f"{name}.{member}", f"{anchor}.{member}")
    found["hypersweep"] = "api/index.md#hypersweep"
    return found


def target(code: str) -> str | None:
    """Return the page and anchor for a piece of code in prose; None if it may mean something else.

    Classes and dotted names always count. A function counts if its name has several words or is called.
    """
    match = re.fullmatch(r"(?:>>> )?([A-Za-z_][\w.]*?)(\(.*\))?", code)
    if match is None:
        return None
    name, call = match.groups()
    is_sure = "." in name or "_" in name or name[:1].isupper() or call
    return targets().get(name) if is_sure else None
