"""Divide the test files among the processes of a quick run, so that each process imports only its own.

Importing every test file takes longer than running the tests in a folder, and with pytest-xdist every process imports
them all. Here each process takes a share of the files, about the same number of bytes, and runs all of its tests: that
is ``--dist=each``, which needs no list of tests on which the processes agree.

Runs of single files or with other markers are left to pytest-xdist as it is, in which idle processes help others.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


class FileShares:
    """Plugin of the process that starts the others: deal out the shares, and add up the tests in them."""

    def __init__(self) -> None:
        self._specs: list[object] = []
        self._tests = 0
        self._session: pytest.Session | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Remember whose tests are counted."""
        self._session = session

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a process its share: a new one, or that of the crashed process that it replaces."""
        spec = node.gateway.spec
        if not any(each is spec for each in self._specs):
            self._specs.append(spec)
        index = next(index for index, each in enumerate(self._specs) if each is spec)
        node.workerinput["share"] = (index, node.workerinput["workercount"])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Add up the tests of all shares."""
        self._tests += len(ids)

    def pytest_runtest_logstart(self) -> None:
        """Give the progress in percent of all tests; pytest-xdist counts those of one share."""
        if self._session is not None:
            self._session.testscollected = self._tests


class OwnShare:
    """Plugin of a process that has one of `count` shares."""

    def __init__(self, index: int, count: int, files: list[Path]) -> None:
        self._others = {file for number, share in enumerate(shares(files, count)) if number != index for file in share}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Ignore the files of other shares."""
        return True if collection_path in self._others else None


def shares(files: list[Path], count: int) -> list[list[Path]]:
    """Split files into shares of about as many bytes: the largest file goes first, always into the smallest share."""
    sizes = {file: file.stat().st_size for file in files}
    found: list[list[Path]] = [[] for _ in range(count)]
    totals = [0] * count
    for file in sorted(files, key=lambda file: (-sizes[file], file)):
        smallest = totals.index(min(totals))
        found[smallest].append(file)
        totals[smallest] += sizes[file]
    return found


def share_files(config: pytest.Config, quick: str) -> None:
    """Register the plugin that fits this process, if it belongs to a quick run of whole folders in several processes.

    Args:
        config: the run.
        quick: the markers of a quick run.
    """
    folders = [Path(config.invocation_params.dir, name) for name in config.args]
    share = getattr(config, "workerinput", {}).get("share")
    if share is not None:
        files = sorted(file for folder in folders for file in folder.rglob("test_*.py"))
        config.pluginmanager.register(OwnShare(share[0], share[1], files))
    elif (
        config.option.markexpr.strip() == quick
        and getattr(config.option, "numprocesses", 0)
        and all(folder.is_dir() for folder in folders)
    ):
        config.option.dist = "each"
        config.pluginmanager.register(FileShares())
