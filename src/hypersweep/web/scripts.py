"""What the page's scripts and styles load at once, read from their text: nothing of them is run."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["loaded_scripts", "loaded_styles", "script_imports"]

# Statements that begin a line, as all of ours do: import "x", import { a, b } from "x", export * from "x".
_IMPORT = re.compile(r"""^(?:import|export)\b(?:[^"';()]*?\bfrom)?\s*["']([^"']+)["']""", re.MULTILINE)
_STYLE = re.compile(r"""@import\s+(?:url\()?\s*["']([^"']+)["']""")
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


def script_imports(text: str) -> Iterator[str]:
    r"""What an ES module imports by statements, as it stands there; not what it may import later on.

    >>> list(script_imports('import { App } from "./app.js";\nconst later = () => import("./later.js");'))
    ['./app.js']
    """
    return (match.group(1) for match in _IMPORT.finditer(_COMMENT.sub("", text)))


def loaded_scripts(files: Mapping[str, bytes], begin: Iterable[str]) -> list[str]:
    """The scripts that some scripts need, themselves first, each before those that only it needs.

    Args:
        files: all of the page, by their paths in its folder.
        begin: paths of scripts; those that there aren't are left out.
    """
    return _closure(files, begin, script_imports)


def loaded_styles(files: Mapping[str, bytes], begin: Iterable[str]) -> list[str]:
    """The style sheets that some style sheets need, themselves first.

    Args:
        files: all of the page, by their paths in its folder.
        begin: paths of style sheets; those that there aren't are left out.
    """
    return _closure(files, begin, lambda text: _STYLE.findall(_COMMENT.sub("", text)))


def _closure(files: Mapping[str, bytes], begin: Iterable[str], imports: Callable[[str], Iterable[str]]) -> list[str]:
    found: dict[str, None] = {}
    waiting = list(begin)
    while waiting:
        name = waiting.pop(0)
        if name in found or name not in files:
            continue
        found[name] = None
        folder = posixpath.dirname(name)
        waiting += (posixpath.normpath(posixpath.join(folder, each)) for each in imports(files[name].decode("utf-8")))
    return list(found)
