"""The scripts and styles that the page loads at once, found by parsing their text without running them."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

# Import statements, all of which start a line in our scripts: import "x", import { a, b } from "x", export * from "x".
_IMPORT = re.compile(r"""^(?:import|export)\b(?:[^"';()]*?\bfrom)?\s*["']([^"']+)["']""", re.MULTILINE)
_STYLE = re.compile(r"""@import\s+(?:url\()?\s*["']([^"']+)["']""")
_LATER = re.compile(r"""\bimport\(\s*["']([^"']+)["']\s*\)""")
# Scripts request texts and styles by bare names.
_NAMED = re.compile(r"(?:messages/[a-z]+|styles)/(\w+)\.(?:js|css)")
_ASKED = re.compile(r"(?:\b(?:parts|styles): \[|\.add\(|\baddStyle\()([^\])]*)")
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


def script_imports(text: str) -> Iterator[str]:
    r"""Yield the static imports of an ES module as written, without dynamic ones.

    >>> list(script_imports('import { App } from "./app.js";\nconst later = () => import("./later.js");'))
    ['./app.js']
    """
    return (match.group(1) for match in _IMPORT.finditer(_COMMENT.sub("", text)))


def loaded_scripts(files: Mapping[str, bytes], begin: Iterable[str]) -> list[str]:
    """Return scripts together with everything that they import, each before its own imports.

    Args:
        files: all files of the page, by path.
        begin: paths of scripts; missing ones are skipped.
    """
    return _closure(files, begin, script_imports)


def loaded_styles(files: Mapping[str, bytes], begin: Iterable[str]) -> list[str]:
    """Return style sheets together with everything that they import, themselves first.

    Args:
        files: all files of the page, by path.
        begin: paths of style sheets; missing ones are skipped.
    """
    return _closure(files, begin, lambda text: _STYLE.findall(_COMMENT.sub("", text)))


def without_scripts(files: Mapping[str, bytes], begin: Iterable[str], left: str) -> set[str]:
    """Return the files that are useless if a script is never loaded: it, the imports, texts and styles only it needs.

    Args:
        files: all files of the page, by path.
        begin: paths of the scripts that the page loads first.
        left: path of the script that is never loaded.
    """
    scripts = {name: data.decode("utf-8") for name, data in files.items() if name.endswith(".js")}

    def imports(text: str) -> Iterator[str]:
        return (each for each in (*script_imports(text), *_LATER.findall(text)) if posixpath.basename(each) != left)

    used = set(_closure(files, begin, imports))
    unused = {name for name in scripts if name not in used and not _NAMED.fullmatch(name)}
    kept = " ".join(asked for name in used if name in scripts for asked in _ASKED.findall(scripts[name]))
    gone = " ".join(scripts[name] for name in unused)
    linked = " ".join(data.decode("utf-8") for name, data in files.items() if name.endswith(".html"))
    for name in files:
        match = _NAMED.fullmatch(name)
        if (
            match
            and name not in used
            and f'"{name}"' not in linked
            and f'"{match[1]}"' in gone
            and f'"{match[1]}"' not in kept
        ):
            unused.add(name)
    return unused


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
