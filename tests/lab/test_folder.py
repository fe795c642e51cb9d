"""Experiments' folders: journals, taking over, locks, errors, and what a killed program leaves behind."""

from __future__ import annotations

import copy
import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import BusyError, ExperimentError, ParameterError, ParameterTypeError, ParseError
from hypersweep.lab import Experiment, merge_folders
from hypersweep.lab.folder import (
    Entry,
    ExperimentFolder,
    Head,
    RunFolder,
    append_entries,
    head_of,
    read_journal,
    write_journal,
)
from hypersweep.lab.result_table import RunMemory, ShardResult
from hypersweep.lab.runner import do_shard
from lab_worlds import small

HEAD = Head("0.1.0", "5d1de94a39c4c8f1", {"a.py:f": "0123456789abcdef"})
ENTRIES = [Entry(number, (20, number), 5 * (number % 2), "ab" * (number % 2)) for number in (3, 0, 7)]


def written(path: Path) -> bytes:
    write_journal(path, HEAD)
    for entry in ENTRIES:
        append_entries(path, [entry])
    return path.read_bytes()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    written(path)
    assert read_journal(path) == (HEAD, {entry.number: entry for entry in ENTRIES}, True)
    write_journal(path, HEAD, ENTRIES[:1])
    assert read_journal(path) == (HEAD, {3: ENTRIES[0]}, True)


def test_cut_off_anywhere_it_holds_the_lines_before(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    data = written(path)
    first = data.index(b"\n") + 1
    for length in range(len(data)):
        path.write_bytes(data[:length])
        if length < first:
            with pytest.raises(ParseError, match="isn't an experiment's journal"):
                read_journal(path)
            continue
        _, entries, is_whole = read_journal(path)
        whole = data[:length].count(b"\n") - 1
        assert [*entries.values()] == ENTRIES[:whole]
        assert is_whole == data[:length].endswith(b"\n")


def test_of_several_lines_on_a_shard_the_first_counts(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    written(path)
    append_entries(path, [Entry(3, (20, 19), 0, "")])
    assert read_journal(path)[1][3] == ENTRIES[0]


@given(st.data())
def test_a_changed_byte_costs_its_line_alone(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal"
    content = bytearray(written(path))
    first = content.index(b"\n") + 1
    place = data.draw(st.integers(first, len(content) - 1))
    line = content[first:place].count(b"\n")
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(bytes(content))
    _, entries, is_whole = read_journal(path)
    assert not is_whole
    # If the end of a line was changed, the next line is lost too.
    kept = [entry for number, entry in enumerate(ENTRIES) if number not in (line, line + 1)]
    assert set(kept) <= set(entries.values()) <= {entry for n, entry in enumerate(ENTRIES) if n != line}


@pytest.mark.slow
@given(st.binary(max_size=200))
def test_no_bytes_do_harm(tmp_path_factory: pytest.TempPathFactory, garbage: bytes) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal"
    path.write_bytes(garbage)
    with pytest.raises(ParseError):
        read_journal(path)
    data = written(path)
    path.write_bytes(data + garbage)
    assert [*read_journal(path)[1].values()] == ENTRIES
    path.write_bytes(data + b"x" * 200_000 + b"\n" + garbage)
    assert [*read_journal(path)[1].values()] == ENTRIES


def test_a_later_version_is_told(tmp_path: Path) -> None:
    from hypersweep.lab.folder import _line

    path = tmp_path / "journal"
    path.write_bytes(_line(["hypersweep lab journal", 2, "1.0.0"]))
    with pytest.raises(ExperimentError, match="version 1, got 2"):
        read_journal(path)
    path.write_bytes(_line(["hypersweep lab journal", 1, "1.0.0", 3, {}]))
    with pytest.raises(ParseError, match="first line is wrong"):
        read_journal(path)


def test_what_can_not_be_written_leaves_the_journal_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    before = written(path)
    write = os.write

    def full(number: int, data: bytes) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(number, data[: len(data) // 2])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        append_entries(path, [Entry(9, (1,) * 40, 0, "")])
    monkeypatch.undo()
    assert path.read_bytes() == before


def test_shards_are_there_the_next_time(tmp_path: Path) -> None:
    experiment = small()
    with RunFolder(tmp_path / "a" / "b", experiment) as folder:
        results = [do_shard(experiment, number) for number in (4, 0)]
        assert [folder.add(result) for result in (*results, results[0])] == [True, True, False]
    with RunFolder(tmp_path / "a" / "b", experiment) as folder:
        assert folder.counts == {4: results[0].counts, 0: results[1].counts}
        assert not folder.add(results[1])
    found = ExperimentFolder(tmp_path / "a" / "b")
    assert (found.experiment, found.head, found.counts) == (experiment, head_of(experiment), folder.counts)


def test_what_shards_made_is_there_too(tmp_path: Path) -> None:
    experiment = small("boards")
    result = do_shard(experiment, 1)
    with RunFolder(tmp_path, experiment) as folder:
        folder.add(result)
        assert folder.data(1) == result.data != b""
        part = folder.part(1)
    part.write_bytes(result.data[:-1] + b"x")
    with RunFolder(tmp_path, experiment) as folder:
        assert folder.counts == {1: result.counts}
        with pytest.raises(ExperimentError, match="run the experiment again") as caught:
            folder.data(1)
        assert caught.value.shard == 1
    # One that is shorter, or gone, is seen at once: the shard isn't done.
    part.write_bytes(result.data[:-1])
    with RunFolder(tmp_path, experiment) as folder:
        assert folder.counts == {}
        folder.add(result)
    part.unlink()
    with RunFolder(tmp_path, experiment) as folder:
        assert folder.counts == {}
    assert ExperimentFolder(tmp_path).counts == {}


def test_one_program_at_a_time(tmp_path: Path) -> None:
    with RunFolder(tmp_path, small()), pytest.raises(BusyError, match="in use"):
        RunFolder(tmp_path, small())
    with RunFolder(tmp_path, small()):
        pass


def test_other_folders_are_refused(tmp_path: Path) -> None:
    RunFolder(tmp_path / "own", small()).close()
    with pytest.raises(
        ExperimentError, match=r"belongs to another experiment; use a new folder: seed is 7 there and 8 here$"
    ):
        RunFolder(tmp_path / "own", small(seed=8))
    (tmp_path / "own" / "journal").unlink()
    with pytest.raises(ExperimentError, match="belongs to another experiment"):
        RunFolder(tmp_path / "own", small(seed=8))
    RunFolder(tmp_path / "own", small()).close()  # it was killed before it had a journal
    (tmp_path / "own" / "experiment.toml").unlink()
    RunFolder(tmp_path / "own", small()).close()
    assert ExperimentFolder(tmp_path / "own").experiment == small()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").touch()
    with pytest.raises(ParameterError, match=r"which contains 'thesis\.txt'"):
        RunFolder(tmp_path / "full", small())
    with pytest.raises(ParameterError, match="which is a file"):
        RunFolder(tmp_path / "full" / "thesis.txt", small())
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["thesis.txt"]
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "experiment.toml").write_text(small().format())
    (tmp_path / "odd" / "journal").mkdir()
    for name in ("full", "nowhere", "odd"):
        with pytest.raises(ParameterError, match="expected an experiment's folder"):
            ExperimentFolder(tmp_path / name)
    for text in ("kind = ", "kind = 'winners'\n"):
        (tmp_path / "odd" / "experiment.toml").write_text(text)
        with pytest.raises((ParameterError, ParseError), match=r"experiment\.toml': .*(expected |isn't valid TOML)"):
            ExperimentFolder(tmp_path / "odd")


def test_it_is_told_in_what_experiments_differ(tmp_path: Path) -> None:
    experiment = small("arena")
    RunFolder(tmp_path, experiment).close()
    others = {
        "records is 100 there and 50 here": small("arena", records=50),
        "stop is nothing there and 0.05 here": small("arena", stop=0.05),
        "policies is 'progress' there and 'safest' here": small("arena", policies=["look-ahead", "safest"]),
        r"boards is Setting\('3x4x5', 4\) there and nothing here": small("arena", boards=[("3x4", 2)]),
        "count is 50 .* 9 here; seed is 7 .* 3 here; first-open is 'safe' there and 'any' here; and 2 more": small(
            "arena", count=9, seed=3, shard=4, first_open="any", timeout=3
        ),
    }
    for words, other in others.items():
        with pytest.raises(ExperimentError, match=f"a new folder: {words}$"):
            RunFolder(tmp_path, other)
    with pytest.raises(ExperimentError, match=r"parts of different experiments: records is 0 there and 100 here"):
        merge_folders(tmp_path / "whole", [tmp_path, _kept(tmp_path / "other", small("arena", records=0))])


def _kept(path: Path, experiment: Experiment) -> Path:
    RunFolder(path, experiment).close()
    return path


def test_other_versions_and_changed_policies_are_refused(tmp_path: Path) -> None:
    player = tmp_path / "player.py"
    player.write_text("def careful(view): return None\n")
    experiment = small(policies=[f"{player}:careful"])
    RunFolder(tmp_path / "run", experiment).close()
    player.write_text("def careful(view): return 0\n")
    with pytest.raises(ExperimentError, match="changed since"):
        RunFolder(tmp_path / "run", experiment)
    write_journal(tmp_path / "run" / "journal", Head("0.0.9", experiment.digest(), {}))
    with pytest.raises(ExperimentError, match=r"started with hypersweep 0.0.9, not 0.1.0"):
        RunFolder(tmp_path / "run", experiment)


def test_damage_costs_no_more_than_what_is_damaged(tmp_path: Path) -> None:
    experiment = small()
    results = [do_shard(experiment, number) for number in range(3)]
    with RunFolder(tmp_path, experiment) as folder:
        for result in results:
            folder.add(result)
    journal = tmp_path / "journal"
    whole = journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:2], lines[2][:9] + b"#" + lines[2][10:], lines[3], lines[3][:20]]))
    with RunFolder(tmp_path, experiment) as folder:
        assert folder.counts == {0: results[0].counts, 2: results[2].counts}
        folder.add(results[1])
    with RunFolder(tmp_path, experiment) as folder:
        assert folder.counts == {result.number: result.counts for result in results}
    journal.write_bytes(b"\x00" * 50)
    with pytest.raises(ParseError, match="isn't an experiment's journal"):
        RunFolder(tmp_path, experiment)
    # The lock was released: the same error again, not BusyError.
    with pytest.raises(ParseError, match="isn't an experiment's journal"):
        RunFolder(tmp_path, experiment)


def test_shards_that_are_not_the_experiments_do_not_count(tmp_path: Path) -> None:
    experiment = small()
    with RunFolder(tmp_path, experiment) as folder:
        folder.add(ShardResult(99, (1,) * 8, b""))
        folder.add(ShardResult(1, (1,) * 3, b""))
    with RunFolder(tmp_path, experiment) as folder:
        assert folder.counts == {}
    assert ExperimentFolder(tmp_path).counts == {}


def test_a_document_of_another_experiment_is_noticed(tmp_path: Path) -> None:
    RunFolder(tmp_path, small()).close()
    (tmp_path / "experiment.toml").write_text(small(seed=9).format())
    with pytest.raises(ExperimentError, match="belongs to another experiment"):
        ExperimentFolder(tmp_path)
    (tmp_path / "experiment.toml").write_bytes(b"\xff")
    for look in (ExperimentFolder, lambda path: RunFolder(path, small())):
        with pytest.raises(ParseError, match="UTF-8"):
            look(tmp_path)


def test_it_can_not_be_copied(tmp_path: Path) -> None:
    with (
        RunFolder(tmp_path, small()) as folder,
        pytest.raises(ParameterTypeError, match="it holds the lock of its folder"),
    ):
        copy.copy(folder)


def test_memory_keeps_what_shards_made() -> None:
    memory, result = RunMemory(), do_shard(small("boards"), 0)
    assert memory.add(result)
    assert (memory.data(0), memory.data(1)) == (result.data, b"")


def test_a_policy_that_goes_elsewhere_takes_no_folder_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere" / "run").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    experiment = small("boards")
    with RunFolder("run", experiment) as folder:
        monkeypatch.chdir(tmp_path / "elsewhere")
        assert folder.add(do_shard(experiment, 1))
        assert folder.data(1)
    assert [*(tmp_path / "elsewhere" / "run").iterdir()] == []
    assert ExperimentFolder(tmp_path / "run").counts.keys() == {1}


@pytest.mark.needs("posix")
def test_a_process_that_was_forked_keeps_nothing(tmp_path: Path) -> None:
    experiment = small()
    with RunFolder(tmp_path, experiment) as folder:
        child = os.fork()
        if not child:
            try:
                folder.add(do_shard(experiment, 0))
            except BusyError:
                os._exit(7)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert folder.add(do_shard(experiment, 1))
    assert ExperimentFolder(tmp_path).counts.keys() == {1}


@pytest.mark.parametrize("kind", ["winrate", "sweep", "compare", "bound", "boards", "positions"])
def test_a_shard_can_not_have_counted_what_it_says(kind: str, tmp_path: Path) -> None:
    experiment = small(kind)
    honest = do_shard(experiment, 0)
    games = honest.counts[0]
    other = {"boards": honest._replace(data=b""), "positions": None}.get(
        kind, honest._replace(counts=(games, games + 1, *honest.counts[2:]))
    )
    for place, wrong in enumerate([honest._replace(counts=(games + 1, *honest.counts[1:])), other]):
        if wrong is None:
            continue
        with RunFolder(tmp_path / str(place), experiment) as folder:
            folder.add(wrong)
        assert ExperimentFolder(tmp_path / str(place)).counts == {}
        with RunFolder(tmp_path / str(place), experiment) as folder:
            assert folder.add(honest)
        assert ExperimentFolder(tmp_path / str(place)).counts == {0: honest.counts}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_document_is_read_by_its_byte_order_mark(encoding: str, tmp_path: Path) -> None:
    experiment = small()
    path = tmp_path / "experiment"
    with RunFolder(path, experiment):
        pass
    document = next(path.glob("*.toml"))
    document.write_text(document.read_text(encoding="utf-8"), encoding=encoding)
    assert ExperimentFolder(path).experiment == experiment
