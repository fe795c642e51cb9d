"""The compiled module: its imports, its exports, and that its bytes depend only on its sources."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from node_kernel import needs_kernels, run_script

ROOT = Path(__file__).parents[2]


def declared(*without: str) -> list[str]:
    """The functions that the sources export to a page.

    Args:
        without: names of sources to leave out.
    """
    without = ("games.cpp", *without)
    sources = [path for path in (ROOT / "native" / "web").glob("*.cpp") if path.name not in without]
    found: list[str] = []
    for path in sources:
        found += re.findall(r"HS_EXPORT\((\w+)\)", path.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
def test_the_module_imports_nothing_and_offers_what_it_declares() -> None:
    found = json.loads(run_script("module.mjs", str(needs_kernels())))
    assert found["imports"] == []
    assert sorted(found["exports"]) == sorted(["_initialize", "memory", *declared()])


@pytest.mark.slow
def test_the_module_for_games_has_all_but_the_solver() -> None:
    found = json.loads(run_script("module.mjs", str(needs_kernels().with_name("game.wasm"))))
    assert found["imports"] == []
    games = declared("solver.cpp", "reasons.cpp", "generator.cpp")
    assert sorted(found["exports"]) == sorted(["_initialize", "memory", *games])


def test_every_function_says_what_it_does() -> None:
    for path in (ROOT / "native" / "web").glob("*.cpp"):
        lines = path.read_text(encoding="utf-8").splitlines()
        bare = [
            line for before, line in pairwise(lines) if line.startswith("HS_EXPORT(") and not before.startswith("//")
        ]
        assert bare == [], path.name


@pytest.mark.nightly
def test_nothing_that_is_passed_does_harm() -> None:
    assert "calls" in run_script("fuzz.mjs", str(needs_kernels()), "7", "60000")


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_that_is_passed_does_harm_however_it_is_drawn(seed: int) -> None:
    assert "calls" in run_script("fuzz.mjs", str(needs_kernels()), str(seed), "60000")


@pytest.mark.slow
def test_memory_that_is_short_is_a_status() -> None:
    assert "refused" in run_script("shortage.mjs", str(needs_kernels()))


@pytest.mark.nightly
def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    wanted = re.search(r"ziglang==([\w.]+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert wanted is not None
    assert importlib.metadata.version("ziglang") == wanted[1]
    # Another folder, and a cache of its own: nothing is taken from the build that `make page` made.
    folder = tmp_path / "another place"
    shutil.copytree(ROOT / "native", folder / "native", ignore=shutil.ignore_patterns("__pycache__"))
    caches = {"ZIG_GLOBAL_CACHE_DIR": str(folder / "global"), "ZIG_LOCAL_CACHE_DIR": str(folder / "local")}
    for name, options in {"kernels.wasm": [], "game.wasm": ["--game"]}.items():
        target = folder / name
        subprocess.run(
            [sys.executable, str(folder / "native/web/build.py"), *options, str(target)],
            env={**os.environ, **caches},
            check=True,
            capture_output=True,
        )
        built = needs_kernels().with_name(name).read_bytes()
        assert target.read_bytes() == built, "'make page' hasn't been run since the sources changed"
