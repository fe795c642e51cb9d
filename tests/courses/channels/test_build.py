"""The builder of the C library: its files, and its errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builds import names
from hypersweep.compiler import CompilerError, native_folder
from hypersweep.courses.channels import build
from hypersweep.courses.channels.build import build_library
from hypersweep.courses.channels.command import main

pytestmark = pytest.mark.usefixtures("no_named_compiler")
FILES = ["channel.h", "libchannel.so"]


@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_building_again_replaces_the_files_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "channel.h").write_text("older\n", encoding="utf-8")
    (tmp_path / "program.c").write_text("mine\n", encoding="utf-8")
    # A process with the older file open still has all of it.
    with (tmp_path / "channel.h").open(encoding="utf-8") as older:
        assert build_library(tmp_path) == [tmp_path / name for name in FILES]
        assert older.read() == "older\n"
    assert names(tmp_path) == [*FILES, "program.c"]
    assert "CHANNEL_H" in (tmp_path / "channel.h").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_headers_are_named_by_the_library_alone(tmp_path: Path) -> None:
    # A header of the same name in the working directory isn't used.
    (tmp_path / "channel.hpp").write_text("#error not this one\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        build_library("out")
    assert names(tmp_path / "out") == FILES


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
    assert written.err.startswith("hypersweep channels: expected a C++ compiler")
    assert "Traceback" not in written.err
    assert not output.exists()


@pytest.mark.needs("compiler")
def test_without_an_archiver_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AR", "no-such-ar")
    with pytest.raises(CompilerError, match=r"no-such-ar .*apt install binutils"):
        build_library(tmp_path / "library", static=True)
    assert names(tmp_path) == []


@pytest.mark.needs("compiler")
def test_a_compiler_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "channel.h").write_text("older\n", encoding="utf-8")
    monkeypatch.setenv("CXX", "c++ -include no-such-file.h")
    with pytest.raises(CompilerError, match=r"no-such-file\.h"):
        build_library(tmp_path)
    assert names(tmp_path) == ["channel.h"]
    assert (tmp_path / "channel.h").read_text(encoding="utf-8") == "older\n"


def test_every_header_the_library_needs_is_listed() -> None:
    here, native = Path(build.__file__).parent, native_folder(build._HEADERS)
    waiting = [here / "library.cpp"]
    found: set[str] = set()
    while waiting:
        included = re.findall(r'^#include "(.+)"$', waiting.pop().read_text(encoding="utf-8"), re.MULTILINE)
        fresh = set(included) - found
        found |= fresh
        waiting += [here / name if (here / name).is_file() else native / name for name in fresh]
    assert sorted(found - {"channel.h", "endpoint.hpp", "registry.hpp"}) == sorted(build._HEADERS)
