"""Print what an extra of pyproject.toml requires, one requirement a line, with references to other extras resolved.

    python native/python/requirements.py test browser
    python native/python/requirements.py --build

``pip install ".[test]"`` would compile the package as well, which lint, for one, has no need of.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
REFERENCE = re.compile(r"hypersweep\[([\w,-]+)\]")


def requirements(extras: dict[str, list[str]], names: list[str]) -> list[str]:
    """Return the requirements of extras, each once.

    Args:
        extras: the requirements of each extra, which may refer to others.
        names: the extras that are asked for.

    Raises:
        KeyError: there is no extra of that name.
    """
    found: dict[str, None] = {}
    for name in names:
        for line in extras[name]:
            reference = REFERENCE.fullmatch(line)
            found |= dict.fromkeys(requirements(extras, reference[1].split(",")) if reference else [line])
    return list(found)


def main() -> None:
    """Print what the command line asks for."""
    parser = argparse.ArgumentParser(description="Print what extras of pyproject.toml require.")
    parser.add_argument("extras", nargs="*", help="their names; all if none is given")
    parser.add_argument("--build", action="store_true", help="also what the package is built with")
    arguments = parser.parse_args()
    project: dict[str, Any] = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    lines = project["build-system"]["requires"] if arguments.build else []
    names = arguments.extras or ([] if arguments.build else list(extras))
    print(*lines, *requirements(extras, names), sep="\n")


if __name__ == "__main__":
    main()
