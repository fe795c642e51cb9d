from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from file_shares import FileShares, OwnShare, shares


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    made = [tmp_path / f"test_{number}.py" for number in range(7)]
    for path, size in zip(made, (900, 500, 400, 300, 0, 50, 450), strict=True):
        path.write_text("#" * size)
    return made


def test_every_file_is_in_one_share_and_shares_are_about_equal(files: list[Path]) -> None:
    first, second, third = shares(files, 3)
    assert sorted(first + second + third) == files
    totals = [sum(path.stat().st_size for path in share) for share in (first, second, third)]
    assert max(totals) - min(totals) <= 100


def test_every_process_finds_the_same_shares(files: list[Path]) -> None:
    assert shares(files, 2) == shares(files[::-1], 2)


def test_a_process_ignores_the_files_of_others_and_nothing_else(files: list[Path], tmp_path: Path) -> None:
    own, others = shares(files, 2)
    plugin = OwnShare(0, 2, files)
    assert [plugin.pytest_ignore_collect(path) for path in own] == [None] * len(own)
    assert [plugin.pytest_ignore_collect(path) for path in others] == [True] * len(others)
    assert plugin.pytest_ignore_collect(tmp_path) is None


def test_a_process_that_replaces_a_crashed_one_gets_its_share() -> None:
    plugin = FileShares()
    specs = [SimpleNamespace(id="gw0"), SimpleNamespace(id="gw1")]

    def started(spec: SimpleNamespace) -> object:
        node = SimpleNamespace(gateway=SimpleNamespace(spec=spec), workerinput={"workercount": 2})
        plugin.pytest_configure_node(node)
        return node.workerinput["share"]

    assert [started(spec) for spec in specs] == [(0, 2), (1, 2)]
    specs[0].id = "gw2"
    assert started(specs[0]) == (0, 2)


def test_progress_counts_the_tests_of_all_shares() -> None:
    plugin = FileShares()
    session = SimpleNamespace(testscollected=0)
    plugin.pytest_sessionstart(session)  # type: ignore[arg-type]
    plugin.pytest_xdist_node_collection_finished(["a", "b"])
    plugin.pytest_xdist_node_collection_finished(["c"])
    plugin.pytest_runtest_logstart()
    assert session.testscollected == 3
