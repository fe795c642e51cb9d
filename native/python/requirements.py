"""Print what extras of pyproject.toml require, one requirement per line, with references to other extras resolved.

    python native/python/requirements.py test browser
    python native/python/requirements.py build            # what the package is built with

``pip install ".[test]"`` would compile the package as well, which lint, for example, doesn't need.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
REFERENCE = re.compile(r"hypersweep\[([\w,-]+)\]")
OWN = re.compile(r"hypersweep\b")


def requirements(extras: dict[str, list[str]], names: list[str]) -> list[str]:
    """Return the requirements of extras, each once.

    Args:
        extras: the requirements of each extra, which may refer to others.
        names: the wanted extras.

    Raises:
        KeyError: there is no extra with that name.
        ValueError: a reference to this package isn't just "hypersweep[NAME,...]".
    """
    found: dict[str, None] = {}
    for name in names:
        for line in extras[name]:
            if reference := REFERENCE.fullmatch(line):
                found |= dict.fromkeys(requirements(extras, reference[1].split(",")))
            elif OWN.match(line):
                raise ValueError(f"expected a reference such as hypersweep[tui,web], got {line!r}")
            else:
                found[line] = None
    return list(found)


def main() -> None:
    """Print the requirements of the extras in the command line."""
    parser = argparse.ArgumentParser(description="Print what extras of pyproject.toml require.")
    parser.add_argument("extras", nargs="*", help="their names, or build; all of these if none is given")
    arguments = parser.parse_args()
    project: dict[str, Any] = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    extras = {"build": project["build-system"]["requires"], **project["project"]["optional-dependencies"]}
    print(*requirements(extras, arguments.extras or list(extras)), sep="\n")


if __name__ == "__main__":
    main()
