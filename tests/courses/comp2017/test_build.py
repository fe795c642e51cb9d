"""The builder of the C library: its files, and its errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builds import names
from hypersweep.compiler import CompilerError, native_folder
from hypersweep.courses.comp2017 import build
from hypersweep.courses.comp2017.build import build_library
from hypersweep.courses.comp2017.command import main
from hypersweep.errors import ParameterError, ParameterTypeError

pytestmark = pytest.mark.usefixtures("no_named_compiler")
FILES = ["libminesweeper.so", "minesweeper.h", "params.h"]


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_building_again_replaces_the_files_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "params.h").write_text("older\n", encoding="utf-8")
    (tmp_path / "game.c").write_text("mine\n", encoding="utf-8")
    assert sorted(build_library(tmp_path)) == [tmp_path / name for name in FILES]
    assert names(tmp_path) == sorted([*FILES, "game.c"])
    assert "#define MAX_ADJACENT (242)" in (tmp_path / "params.h").read_text(encoding="utf-8")
    assert "#define MAX_DIM (5)" in (tmp_path / "params.h").read_text(encoding="utf-8")


def test_without_a_compiler_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    output = tmp_path / "library"
    with pytest.raises(CompilerError, match=r"C\+\+ compiler .*apt install g\+\+"):
        build_library(output)
    assert main(["build", "--output", str(output)]) == 1
    written = capsys.readouterr()
    assert written.out == ""
    assert "apt install g++" in written.err
    assert "Traceback" not in written.err
    assert not output.exists()


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("static", [False, True])
def test_a_compiler_that_fails_leaves_no_directory(
    static: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", "c++ -include no-such-file.h")
    with pytest.raises(CompilerError, match=r"no-such-file\.h"):
        build_library(tmp_path / "deep" / "er", static=static)
    assert names(tmp_path) == []


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("name", ["minesweeper.h", "params.h", "libminesweeper.so"])
def test_a_directory_where_a_file_should_go_is_an_error_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(IsADirectoryError, match=name):
        build_library(tmp_path)
    assert names(tmp_path) == [name]


@pytest.mark.needs("compiler")
def test_a_compiler_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "params.h").write_text("older\n", encoding="utf-8")
    monkeypatch.setenv("CXX", "c++ -include no-such-file.h")
    with pytest.raises(CompilerError, match=r"no-such-file\.h"):
        build_library(tmp_path)
    assert names(tmp_path) == ["params.h"]
    assert (tmp_path / "params.h").read_text(encoding="utf-8") == "older\n"


@pytest.mark.parametrize("value", [0, -1, 2**31])
def test_constants_out_of_range_are_refused(value: int, tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=f"max_dim of 1 to 2147483647, got {value}"):
        build_library(tmp_path, max_dim=value)
    with pytest.raises(ParameterError, match=f"max_adjacent of 1 to 2147483647, got {value}"):
        build_library(tmp_path, max_adjacent=value)
    with pytest.raises(ParameterTypeError, match="max_dim"):
        build_library(tmp_path, max_dim=True)
    assert names(tmp_path) == []


def test_every_header_the_library_needs_is_listed() -> None:
    folder = native_folder(build._HEADERS)
    waiting = [Path(build.__file__).with_name("library.cpp"), *(folder / name for name in build._SOURCES)]
    found: set[str] = set()
    while waiting:
        included = re.findall(r'^#include "(.+)"$', waiting.pop().read_text(encoding="utf-8"), re.MULTILINE)
        fresh = set(included) - found - {"minesweeper.h"}
        found |= fresh
        waiting += [folder / name for name in fresh]
    assert sorted(found) == sorted(build._HEADERS)
