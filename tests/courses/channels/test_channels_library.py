"""The builder of the course's C library: the files it writes, and its errors."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from builds import names
from hypersweep import cli
from hypersweep.compiler import CompilerError, native_folder
from hypersweep.courses.channels import channels_library
from hypersweep.courses.channels.channels_library import build_library, main
from root_override import without_root_override

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
    assert written.err.startswith("hypersweep channels: can't find a C++ compiler")
    assert "Traceback" not in written.err
    assert not output.exists()


@pytest.mark.needs("compiler")
def test_without_an_archiver_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AR", "no-such-ar")
    with pytest.raises(CompilerError, match=r"no-such-ar, .*apt install binutils"):
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
    here, native = Path(channels_library.__file__).parent, native_folder(channels_library._HEADERS)
    waiting = [here / "library.cpp"]
    found: set[str] = set()
    while waiting:
        included = re.findall(r'^#include "(.+)"$', waiting.pop().read_text(encoding="utf-8"), re.MULTILINE)
        fresh = set(included) - found
        found |= fresh
        waiting += [here / name if (here / name).is_file() else native / name for name in fresh]
    assert sorted(found - {"channel.h", "endpoint.hpp", "registry.hpp"}) == sorted(channels_library._HEADERS)


@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_command_writes_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "deep" / "er"
    assert cli.main(["channels", "build", "--output", str(output)]) == 0
    assert names(output) == FILES
    written = capsys.readouterr()
    assert written.out.split() == [str(output / name) for name in FILES]
    assert written.err == ""
    header = (output / "channel.h").read_text(encoding="utf-8")
    for function in ("channel_init", "channel_get", "channel_send", "sender_dup", "channel_destroy"):
        assert f"void {function}(struct " in header


@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_archive_instead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--static", "--output", str(tmp_path)]) == 0
    assert names(tmp_path) == ["channel.h", "libchannel.a"]
    assert capsys.readouterr().out.split() == [str(tmp_path / name) for name in names(tmp_path)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "expected one of the commands build, got none"),
        (["make"], "'make'"),
        (["build"], "expected --output, got none"),
        (["build", "--output"], "expected one argument"),
        (["build", "--output", "there", "--max-dim", "5"], "--max-dim"),
    ],
)
def test_bad_command_lines(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert said in capsys.readouterr().err
    assert names(tmp_path) == []


@pytest.mark.needs("compiler")
@pytest.mark.parametrize("place", ["file", "taken", "file/below"])
def test_an_output_that_can_not_be_is_an_error_in_words(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "taken" / "libchannel.so").mkdir(parents=True)
    assert main(["build", "--output", str(tmp_path / place)]) == 1
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.startswith("hypersweep channels: ")
    assert "Traceback" not in written.err
    assert names(tmp_path / "taken") == ["libchannel.so"]


@pytest.mark.needs("compiler")
def test_an_output_that_can_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    command = [sys.executable, "-m", "hypersweep.cli", "channels", "build", "--output", str(tmp_path)]
    done = subprocess.run(without_root_override(command), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Permission denied" in done.stderr


@pytest.mark.needs("linux")
@pytest.mark.needs("compiler")
def test_an_output_that_nobody_can_write(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--output", "/proc/self/fd/new"]) == 1
    assert capsys.readouterr().err.startswith("hypersweep channels: ")


@pytest.mark.needs("compiler")
def test_a_full_disk_leaves_what_was_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import resource
    import signal

    (tmp_path / "channel.h").write_text("older\n", encoding="utf-8")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        # A limit of a few bytes for files acts like a full disk.
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, before[1]))
        status = main(["build", "--output", str(tmp_path)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert status == 1
    assert capsys.readouterr().err.startswith("hypersweep channels: ")
    assert names(tmp_path) == ["channel.h"]
    assert (tmp_path / "channel.h").read_text(encoding="utf-8") == "older\n"
