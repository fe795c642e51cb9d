"""The installed extras, their versions, and whether their packages can be loaded."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

UNLISTED = ("all", "benchmarks", "browser", "docs", "lint", "proofs", "setup", "test", "types", "wasm")
"""Extras that `hypersweep doctor` leaves out: those for work on the package, and `all`, which repeats the others."""

# Packages whose import name isn't their own name.
_IMPORT_NAMES = {"argon2-cffi": "argon2", "mkdocstrings-python": "mkdocstrings_handlers.python", "pillow": "PIL"}

_REQUIREMENT = re.compile(r"([A-Za-z0-9][\w.-]*)\s*(?:\[([^\]]*)\])?\s*\(?([^;)]*)\)?")
_EXTRA = re.compile(r"extra == ['\"]([^'\"]+)['\"]")

# Seconds to load the packages; a library that hangs must not block the doctor.
_PATIENCE = 60

# Load modules one by one in another interpreter, which a broken library may end. Their output is dropped.
_LOADER = """
import importlib, json, os, sys
told = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except BaseException as error:
        trouble = [type(error).__name__, str(error)]
    else:
        trouble = []
    print(json.dumps([name, trouble]), file=told, flush=True)
told.close()
os._exit(0)
"""


class Part(NamedTuple):
    """A package that an extra needs.

    Attributes:
        name: name on PyPI.
        wanted: accepted versions, such as ">=8,<9"; "" for any.
        version: the installed version; None if not installed, "" if unknown.
        trouble: the error, or "".
    """

    name: str
    wanted: str
    version: str | None
    trouble: str


class Extra(NamedTuple):
    """An extra of the package.

    Attributes:
        name: of the extra.
        parts: packages that it needs, those of the extras that it contains included.
    """

    name: str
    parts: tuple[Part, ...]

    @property
    def install_line(self) -> str:
        """The command that installs what it needs.

        >>> Extra("tui", ()).install_line
        "pip install 'hypersweep[tui]'"
        """
        return f"pip install 'hypersweep[{self.name}]'"

    @property
    def is_complete(self) -> bool:
        """Whether all parts are installed and work."""
        return not any(part.trouble for part in self.parts)


def find_extras(package: str = "hypersweep") -> list[Extra]:
    """Return the extras of an installed package by name, without the developers' ones; load nothing.

    Args:
        package: its name.

    >>> [extra.name for extra in find_extras()][:2]
    ['agents', 'arrays']
    """
    try:
        requirements = metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        return []
    needed: dict[str, dict[str, str]] = {}
    contained: dict[str, set[str]] = {}
    for line in requirements:
        extra, found = _EXTRA.search(line), _REQUIREMENT.match(line)
        if extra is None or found is None:
            continue
        name, inner, wanted = found[1], found[2] or "", found[3].strip()
        if name == package:
            contained.setdefault(extra[1], set()).update(word.strip() for word in inner.split(","))
        else:
            needed.setdefault(extra[1], {})[name] = wanted
    names = sorted((needed.keys() | contained.keys()) - {*UNLISTED})
    return [
        Extra(name, tuple(_part(*pair) for pair in sorted(_all(name, needed, contained).items()))) for name in names
    ]


def _all(name: str, needed: Mapping[str, dict[str, str]], contained: Mapping[str, set[str]]) -> dict[str, str]:
    """Return the packages that an extra and the extras in it need. An extra never contains itself."""
    found = dict(needed.get(name, {}))
    for inner in contained.get(name, ()):
        found |= _all(inner, needed, contained)
    return found


def _part(name: str, wanted: str) -> Part:
    try:
        # A half-removed package leaves an empty folder. `metadata.version` then warns from Python 3.12 on.
        versions = metadata.metadata(name).get_all("Version", [])
        version = versions[0] if versions else ""
    except metadata.PackageNotFoundError:
        return Part(name, wanted, None, "missing")
    except Exception as error:
        return Part(name, wanted, "", f"broken: {error_text(type(error).__name__, str(error))}")
    if not version:
        return Part(name, wanted, "", "broken: it doesn't say its version")
    return Part(name, wanted, version, "" if _fits(version, wanted) else f"{version} doesn't fit {wanted}")


def _fits(version: str, wanted: str) -> bool:
    """Whether a version is among those wanted, by the numbers it begins with; what can't be compared fits."""
    own = _numbers(version)
    for clause in wanted.split(","):
        found = re.match(r"\s*(>=|<=|==|<|>)\s*(\d[\d.]*)\s*$", clause)
        if not own or found is None:
            continue
        other = _numbers(found[2])
        length = max(len(own), len(other))
        left, right = (numbers + (0,) * (length - len(numbers)) for numbers in (own, other))
        fits = {">=": left >= right, "<=": left <= right, "==": left == right, "<": left < right, ">": left > right}
        if not fits[found[1]]:
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(number) for number in found[0].split(".")) if found else ()


def error_text(kind: str, message: str) -> str:
    r"""Describe an error in one line.

    Args:
        kind: the name of the error's class.
        message: its message.

    >>> error_text("ValueError", "expected 2\ngot 3"), error_text("SystemExit", "")
    ('ValueError: expected 2 got 3', 'SystemExit')
    """
    return ": ".join(part for part in (kind, " ".join(message.split())) if part)


def import_name(package: str) -> str:
    """Return the import name of a package.

    >>> import_name("argon2-cffi"), import_name("textual-plotext")
    ('argon2', 'textual_plotext')
    """
    return _IMPORT_NAMES.get(package, package.replace("-", "_").lower())


def load_parts(extras: Iterable[Extra]) -> list[Extra]:
    """Return the same extras with the errors that loading their installed packages raises.

    Packages are loaded in another process, so that one that ends the process does no harm here.
    """
    extras = list(extras)
    names = sorted({part.name for extra in extras for part in extra.parts if not part.trouble})
    troubles = _load([import_name(name) for name in names])

    def tried(part: Part) -> Part:
        trouble = troubles.get(import_name(part.name), "")
        return part._replace(trouble=f"broken: {trouble}") if trouble and not part.trouble else part

    return [extra._replace(parts=tuple(map(tried, extra.parts))) for extra in extras]


def _load(names: list[str]) -> dict[str, str]:
    """Load modules in another process. Returns: their errors by name, without those that load."""
    troubles: dict[str, str] = {}
    while names and sys.executable:
        # -P: files in the current folder are not libraries.
        command = [sys.executable, "-P", "-c", _LOADER, *names]
        ended = "ends Python when it is loaded"
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                # Drop the output, and don't wait for processes that a library leaves running.
                stderr=subprocess.DEVNULL,
                timeout=_PATIENCE,
                check=False,
                env=_environment(),
            )
            output = done.stdout
        except subprocess.TimeoutExpired as error:
            output, ended = error.stdout or b"", f"takes more than {_PATIENCE} seconds to load"
        except OSError:
            return troubles
        told = [json.loads(line) for line in output.splitlines() if line.endswith(b"]")]
        troubles |= {name: error_text(*trouble) for name, trouble in told if trouble}
        names = names[len(told) :]
        if names:
            troubles[names.pop(0)] = ended
    return troubles


def _environment() -> dict[str, str]:
    """Return this process's environment, but one in which warnings don't become errors."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
