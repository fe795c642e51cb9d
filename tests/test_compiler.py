"""Calling the compiler, and files that appear atomically."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hypersweep import compiler
from hypersweep.compiler import (
    CompilerError,
    compile_library,
    find_archiver,
    find_compiler,
    finished_files,
    native_folder,
)
from hypersweep.errors import HypersweepError


def program(path: Path) -> None:
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)


def test_what_the_environment_names_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("c++", "my-c++", "ar", "my-ar"):
        program(tmp_path / name)
    for variable, find, usual in (("CXX", find_compiler, "c++"), ("AR", find_archiver, "ar")):
        monkeypatch.delenv(variable, raising=False)
        if sys.platform != "win32":
            monkeypatch.setenv("PATH", str(tmp_path))
            assert find() == [usual]
            monkeypatch.setenv(variable, f"my-{usual} -m64 '-Dtwo words'")
            assert find() == [f"my-{usual}", "-m64", "-Dtwo words"]
        monkeypatch.setenv(variable, "no-such-program")
        with pytest.raises(CompilerError, match="no-such-program"):
            find()
        monkeypatch.setenv(variable, f"{usual} '")
        with pytest.raises(CompilerError, match=f"in {variable}"):
            find()


def test_files_are_there_once_all_are_made(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "er"
    with finished_files(folder, ["a", "b"]) as (scratch, paths):
        for name in ("a", "b", "left over"):
            (scratch / name).write_text(name, encoding="utf-8")
        assert paths == [folder / "a", folder / "b"]
        assert not any(path.exists() for path in paths)
    assert sorted(path.name for path in folder.iterdir()) == ["a", "b"]


def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    def interrupted() -> None:
        with finished_files(tmp_path / "deep" / "er", ["a"]) as (scratch, _):
            (scratch / "a").write_text("a", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(tmp_path.iterdir()) == []

    def half_moved() -> None:
        (tmp_path / "old").write_text("before", encoding="utf-8")
        with finished_files(tmp_path, ["a", "old", "never made"]) as (scratch, _):
            for name in ("a", "old"):
                (scratch / name).write_text("new", encoding="utf-8")

    with pytest.raises(FileNotFoundError):
        half_moved()
    # Earlier files can't be restored, but no new ones remain.
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    (tmp_path / "a").mkdir()
    with pytest.raises(IsADirectoryError, match="got a directory"), finished_files(tmp_path, ["a"]):
        pass


def test_sources_are_found_in_a_wheel_and_in_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "src" / "hypersweep"
    checkout, wheel = tmp_path / "native", package / "native"
    for folder in (checkout, wheel):
        folder.mkdir(parents=True)
    monkeypatch.setattr(compiler, "__file__", str(package / "compiler.py"))
    with pytest.raises(CompilerError, match=r"can't find the kernels' sources in .*native'?"):
        native_folder(["bits.hpp"])
    (checkout / "bits.hpp").touch()
    assert native_folder(["bits.hpp"]) == checkout
    (wheel / "bits.hpp").touch()
    assert native_folder(["bits.hpp"]) == wheel
    (wheel / "bits.hpp").unlink()
    assert native_folder(["bits.hpp"]) == checkout


def test_a_missing_compiler_is_a_hypersweep_error() -> None:
    assert CompilerError.__bases__ == (HypersweepError,)


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("theirs", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "deep" / "er"):
        with pytest.raises(NotADirectoryError, match="expected a folder"), finished_files(folder, ["a"]):
            pass
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.needs("posix")
def test_a_compiler_that_does_not_run_is_an_error_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF")
    broken.chmod(0o755)
    monkeypatch.setenv("CXX", str(broken))
    with pytest.raises(CompilerError, match="can't run "):
        compile_library(tmp_path / "library.so", [], [])
