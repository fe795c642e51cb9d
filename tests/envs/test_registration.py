from __future__ import annotations

import subprocess
import sys

import gymnasium
import pytest

from hypersweep.envs.registration import ID, register
from hypersweep.errors import MissingExtraError


def test_it_is_registered_once() -> None:
    register()
    spec = gymnasium.spec(ID)
    register()
    assert gymnasium.spec(ID) is spec


def test_a_missing_gymnasium_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'hypersweep\[envs\]'"):
        register()


@pytest.mark.ci_limit(6)
@pytest.mark.slow
@pytest.mark.parametrize(
    "before",
    [
        "import gymnasium, hypersweep.envs",
        "import hypersweep.envs, gymnasium",
        "from hypersweep.envs import *; import gymnasium",
        "from hypersweep.envs import BatchEnv; import gymnasium.spaces; import gymnasium",
        "import importlib.util, hypersweep.envs; importlib.util.find_spec('gymnasium'); import gymnasium",
        "import hypersweep.envs, importlib; gymnasium = importlib.reload(importlib.import_module('gymnasium'))",
        "import hypersweep.envs; hypersweep.envs.register(); import gymnasium",
        "import gymnasium; gymnasium.make('hypersweep.envs:hypersweep/Minesweeper-v0')",
    ],
)
def test_it_is_known_whatever_was_imported_first(before: str) -> None:
    after = f"gymnasium.make_vec('{ID}', 3); gymnasium.make('{ID}')"
    # Nothing waits for a result that has arrived.
    after += "; import sys; assert not [one for one in sys.meta_path if type(one).__module__.startswith('hypersweep')]"
    subprocess.run([sys.executable, "-W", "error", "-c", f"{before}; {after}"], check=True)


@pytest.mark.slow
def test_a_star_import_does_without_pettingzoo() -> None:
    script = (
        "import sys\n"
        "sys.modules['pettingzoo'] = None\n"
        "from hypersweep.envs import *\n"
        "MinesweeperEnv, MinesweeperVectorEnv, BatchEnv\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_to_wait_for_gymnasium_loads_nothing_and_hides_nothing() -> None:
    script = (
        "import sys, hypersweep.envs, importlib.util\n"
        "assert 'gymnasium' not in sys.modules\n"
        "assert importlib.util.find_spec('gymnasium').origin.endswith('__init__.py')\n"
        "assert importlib.util.find_spec('no_such_module') is None\n"
        "sys.modules['gymnasium'] = None\n"
        "try: hypersweep.envs.register()\n"
        "except hypersweep.MissingExtraError: pass\n"
        "else: raise SystemExit(1)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
