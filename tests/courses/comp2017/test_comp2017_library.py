"""The builder of the course's C library: the files it writes, and its errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builds import names
from hypersweep.compiler import CompilerError, native_folder
from hypersweep.courses.comp2017 import comp2017_library
from hypersweep.courses.comp2017.comp2017_library import build_library, main, write_source
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
    with pytest.raises(ParameterError, match=f"max_dim from 1 to 2147483647, got {value}"):
        build_library(tmp_path, max_dim=value)
    with pytest.raises(ParameterError, match=f"max_adjacent from 1 to 2147483647, got {value}"):
        build_library(tmp_path, max_adjacent=value)
    with pytest.raises(ParameterTypeError, match="max_dim"):
        build_library(tmp_path, max_dim=True)
    assert names(tmp_path) == []


def test_every_header_the_library_needs_is_listed() -> None:
    folder = native_folder(comp2017_library._HEADERS)
    waiting = [
        Path(comp2017_library.__file__).with_name("library.cpp"),
        *(folder / name for name in comp2017_library._SOURCES),
    ]
    found: set[str] = set()
    while waiting:
        included = re.findall(r'^#include "(.+)"$', waiting.pop().read_text(encoding="utf-8"), re.MULTILINE)
        fresh = set(included) - found - {"minesweeper.h"}
        found |= fresh
        waiting += [folder / name for name in fresh]
    assert sorted(found) == sorted(comp2017_library._HEADERS)


@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_command_writes_three_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "deep" / "er"
    assert main(["build", "--max-adjacent", "26", "--max-dim", "3", "--output", str(output)]) == 0
    assert names(output) == FILES
    written = capsys.readouterr()
    assert sorted(written.out.split()) == sorted(str(output / name) for name in FILES)
    assert written.err == ""
    constants = (output / "params.h").read_text(encoding="utf-8")
    assert "#define MAX_ADJACENT (26)" in constants
    assert "#define MAX_DIM (3)" in constants


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_command_writes_an_archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "with a space, and a comma"
    assert main(["build", "--static", "--no-plain-names", "--output", str(output)]) == 0
    assert names(output) == ["libminesweeper.a", "minesweeper.h", "params.h"]
    assert (output / "libminesweeper.a").read_bytes().startswith(b"!<arch>\n")
    assert capsys.readouterr().out.splitlines()[-1] == str(output / "libminesweeper.a")


def test_command_writes_the_source_without_any_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    output = tmp_path / "deep" / "er"
    assert main(["build", "--source", "--output", str(output)]) == 0
    assert capsys.readouterr() == (f"{output / 'minesweeper.c'}\n", "")
    assert names(output) == ["minesweeper.c"]
    packaged = Path(comp2017_library.__file__).with_name("minesweeper.c")
    assert (output / "minesweeper.c").read_bytes() == packaged.read_bytes()
    (output / "params.h").write_text("theirs\n", encoding="utf-8")
    assert write_source(output) == [output / "minesweeper.c"]
    assert (output / "params.h").read_text(encoding="utf-8") == "theirs\n"


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ([], 2, "expected one of the commands build, got none"),
        (["make"], 2, "'make'"),
        (["build"], 2, "expected --output, got none"),
        (["build", "--output"], 2, "expected one argument"),
        (["build", "--output", "there", "--max-dim", "five"], 2, "'five'"),
        (["build", "--output", "there", "--static", "--source"], 2, "not allowed with argument"),
        (
            ["build", "--output", "there", "--source", "--max-dim", "3"],
            2,
            "--max-dim: not allowed with argument --source",
        ),
        (["build", "--output", "there", "--max-adjacent", "8", "--source"], 2, "--max-adjacent: not allowed"),
        (["build", "--output", "there", "--source", "--no-plain-names"], 2, "--no-plain-names: not allowed"),
        (["build", "--output", "there", "--source", "--plain-names"], 2, "--plain-names: not allowed"),
        (["build", "--output", "there", "--max-dim", "0"], 1, "max_dim from 1 to 2147483647, got 0"),
    ],
)
def test_bad_command_lines(
    words: list[str],
    status: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == status
    assert said in capsys.readouterr().err
    assert names(tmp_path) == []


def test_an_output_that_is_a_file_is_an_error_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("theirs\n", encoding="utf-8")
    for words in (["file"], ["file/deeper"], ["file", "--source"], ["file/deeper", "--source"]):
        assert main(["build", "--output", *words]) == 1
        assert capsys.readouterr() == ("", "hypersweep comp2017: expected a folder, got 'file', which is a file\n")
    assert Path("file").read_text(encoding="utf-8") == "theirs\n"


@pytest.mark.needs("posix")
def test_an_output_that_cannot_be_made_is_an_error_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to(Path("nowhere") / "deeper")
    assert main(["build", "--source", "--output", "link"]) == 1
    written = capsys.readouterr()
    assert (written.out, written.err[:45]) == ("", "hypersweep comp2017: can't write to 'link': F")
    assert "Errno" not in written.err


def test_the_help_says_which_names_a_library_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--help"]) == 0
    text = capsys.readouterr().out
    wanted = "for other constants: those that carry them, such as init_game_MAX_ADJACENT_26_MAX_DIM_3"
    assert wanted in " ".join(text.split())
    for advice in ("Use --plain-names for", "Use --source where"):
        assert advice in text
