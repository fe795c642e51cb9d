"""Each extra installs everything that its package needs: the package loads with nothing else.

The tests' own requirements bring other libraries, so they would hide that an extra lacks one.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import hypersweep

ROOT = Path(__file__).parent.parent
PACKAGE = "hypersweep"

# Reports every library outside of the extra as missing.
LOADER = """
import sys

refused = set(sys.argv[1].split(","))

class Refuses:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in refused:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refuses())
import importlib

for name in sys.argv[2:]:
    importlib.import_module(name)
"""


def brought_by(extra: str) -> set[str]:
    """The packages that installing the package with this extra installs, by their names on PyPI."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    seen: set[tuple[str, str]] = set()
    left = [(PACKAGE, extra)]
    while left:
        name, asked = left.pop()
        if (name, asked) in seen:
            continue
        seen.add((name, asked))
        if name == PACKAGE:
            lines = project["optional-dependencies"][asked]
        else:
            found.add(name)
            try:
                lines = metadata.requires(name) or []
            except metadata.PackageNotFoundError:  # one that this system or Python has no need of
                continue
        for requirement in map(Requirement, lines):
            if requirement.marker is None or requirement.marker.evaluate({"extra": asked}):
                inner = canonicalize_name(requirement.name)
                left += [(inner, word) for word in ("", *requirement.extras) if word or inner != PACKAGE]
    return found


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("extra", "modules"),
    [
        ("arrays", ["hypersweep.batch"]),
        ("tui", ["hypersweep.tui.app", "hypersweep.tui.screens"]),
        ("web", ["hypersweep.web.multiplayer.app", "hypersweep.web.server", "hypersweep.web.socket_protocol"]),
        ("server", ["hypersweep.web.multiplayer.app", "psycopg", "redis.asyncio"]),
        ("envs", ["hypersweep.envs", "hypersweep.envs.gymnasium_envs"]),
        ("check", ["hypersweep.courses.check.runner", "hypersweep.courses.check.esp_checker"]),
        ("lab", ["hypersweep.lab", "hypersweep.lab.plots", "matplotlib.figure", "pyarrow.parquet"]),
    ],
)
def test_an_extra_is_enough(extra: str, modules: list[str]) -> None:
    brought = brought_by(extra)
    refused = {
        module
        for module, packages in metadata.packages_distributions().items()
        if module != PACKAGE and not brought & {canonicalize_name(name) for name in packages}
    }
    assert "pytest" in refused
    source = str(Path(hypersweep.__file__).resolve().parent.parent)
    program = f"import sys; sys.path.insert(0, {source!r})\n{LOADER}"
    done = subprocess.run(
        [sys.executable, "-c", program, ",".join(refused), *modules], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
