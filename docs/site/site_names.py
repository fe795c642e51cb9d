"""Find the package's public names, and the site's pages that describe them, in the sources."""

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
    """Module that has its own page in the site's API part."""

    module: str
    headline: str
    """The first sentence of its docstring."""
    names: tuple[str, ...]
    """Names in its ``__all__``."""

    @property
    def page(self) -> str:
        """Path of the module's page in the site."""
        return f"api/{self.module.removeprefix('hypersweep.')}.md"


def pages_in(entry: object) -> Iterator[str]:
    """Yield the pages listed in a part of the navigation, in order."""
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
    """Return all pages in the site's navigation."""
    return tuple(pages_in(tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["project"]["nav"]))


@functools.cache
def tree_of(module: str) -> ast.Module | None:
    """Return a module's syntax tree; None if it is outside the package or has no Python source, such as ``_native``."""
    path = SOURCES.joinpath(*module.split("."))
    for file in (path / "__init__.py", path.with_suffix(".py")):
        if file.is_file() and module.startswith("hypersweep"):
            return ast.parse(file.read_text(encoding="utf-8"))
    return None


def exported(tree: ast.Module) -> tuple[str, ...]:
    """Return the names in a module's ``__all__``; an empty tuple if it has none."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return tuple(ast.literal_eval(node.value))
    return ()


def definition(module: str, name: str) -> ast.stmt | None:
    """Return the statement that defines a module's public name, in this module or the one it is imported from.

    Returns: None if the name isn't documented: it has no docstring or, for a constant, no string on the next line.
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
    """Yield the names of a class's public methods and properties with docstrings, which its page shows."""
    for below in node.body if isinstance(node, ast.ClassDef) else ():
        if isinstance(below, ast.FunctionDef | ast.AsyncFunctionDef) and not below.name.startswith("_"):
            is_setter = any(ast.unparse(mark).endswith(".setter") for mark in below.decorator_list)
            if ast.get_docstring(below) and not is_setter:
                yield below.name


@functools.cache
def api_modules() -> tuple[ApiModule, ...]:
    """Return the modules with API pages, in the order of the navigation."""
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
    """Return the page and anchor for each spelling of a name in prose, such as ``Game.open`` or ``hypersweep.solve``.

    If several modules export a name, it leads to the first of them.
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
    """Return the page and anchor for a piece of code in prose; None if it might not mean a public name.

    Capitalised and dotted names always count. Others count only with an underscore or parentheses: ``open`` may be a
    plain word.
    """
    match = re.fullmatch(r"(?:>>> )?([A-Za-z_][\w.]*?)(\(.*\))?", code)
    if match is None:
        return None
    name, call = match.groups()
    is_sure = "." in name or "_" in name or name[:1].isupper() or call
    return targets().get(name) if is_sure else None
