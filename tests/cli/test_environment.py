from __future__ import annotations

import builtins
import io
import sys
from pathlib import Path
from typing import Any

import pytest

from agreement import kernels, variants
from hypersweep.cli.environment import find_compiler_command, find_kernels, find_places, find_terminal
from hypersweep.cli_support.output import Output

POSIX = sys.platform != "win32"


class Screen(io.TextIOWrapper):
    """A stream that passes for a terminal."""

    def isatty(self) -> bool:
        return True


def screen(encoding: str = "utf-8") -> Screen:
    return Screen(io.BytesIO(), encoding=encoding)


@pytest.mark.parametrize("variant", variants())
def test_the_kernels_in_use_are_told(variant: str) -> None:
    with kernels(variant):
        found = find_kernels()
    assert (found.instruction_set, found.trouble) == (variant, "")
    assert found.compiler.split()[0] in ("GCC", "Clang", "MSVC")


def test_kernels_that_cannot_be_loaded_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    load = builtins.__import__

    def broken(name: str, *arguments: Any, **more: Any) -> Any:
        if name == "hypersweep" and "_native" in (arguments[2] or ()):
            raise ImportError("no such symbol:\n_zeros")
        return load(name, *arguments, **more)

    monkeypatch.setattr(builtins, "__import__", broken)
    found = find_kernels()
    assert (found.instruction_set, found.trouble) == ("", "ImportError: no such symbol: _zeros")


def test_the_compiler_is_the_one_the_courses_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", f"'{sys.executable}' -O2")
    assert find_compiler_command() == f"{sys.executable} -O2"
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert find_compiler_command() == ""


def test_a_file_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr("sys.stdout", stream)
    found = find_terminal(Output(stream))
    assert (found.size, found.has_colours, found.colours, found.has_mouse) == (None, False, None, None)
    assert (found.encoding, found.has_fine_characters) == ("latin-1", False)
    assert "isn't a terminal" in found.why_not_full_screen


def test_no_output_at_all_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    found = find_terminal(Output(None))
    assert (found.size, found.encoding, found.has_fine_characters) == (None, "ascii", False)


@pytest.mark.needs("posix")
def test_what_a_terminal_can_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORTERM", raising=False)
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, screen())
    found = find_terminal(Output(sys.stdout))
    assert found[:6] == ("xterm-256color", (100, 40), True, 256, "utf-8", True)
    assert found.has_mouse in (True, None)  # None without a database of terminals
    assert found.why_not_full_screen == ""
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "30")
    found = find_terminal(Output(sys.stdout))
    assert (found.size, found.has_colours) == ((30, 40), False)
    assert "30 columns" in found.why_not_full_screen


@pytest.mark.needs("posix")
def test_a_terminal_that_nobody_knows_and_a_broken_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "no-such-terminal")
    monkeypatch.setitem(sys.modules, "textual.constants", None)
    monkeypatch.setattr(sys, "stdout", screen())
    found = find_terminal(Output(sys.stdout))
    # curses remembers an earlier terminal, so this doesn't ask for a mouse.
    assert (found.name, found.colours) == ("no-such-terminal", None)


def test_textual_is_not_loaded_where_it_may_not_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave() -> int:
        raise SystemExit("it ends Python")

    monkeypatch.setattr("hypersweep.tui.terminal.colour_count", leave)
    monkeypatch.setattr(sys, "stdout", screen())
    assert find_terminal(Output(sys.stdout), may_load=False).colours is None


def test_places_that_are_not_there_yet_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path / "deep" / "games"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    saves, records, config, cache, rescue = find_places()
    assert saves == ("saves", str(tmp_path / "deep" / "games" / "running"), "")
    assert records == ("records", str(tmp_path / "deep" / "games" / "records"), "")
    assert config == ("config", str(tmp_path / "deep" / "games" / "settings.json"), "")
    assert cache == ("cache", str(tmp_path / "deep" / "games" / "results-3.sqlite3"), "")
    assert rescue == ("rescue", str(tmp_path / "state" / "hypersweep"), "")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path / "file"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    saves, _, config, cache, rescue = find_places()
    assert saves.trouble
    assert config.trouble == cache.trouble == saves.trouble
    assert str(tmp_path / "file") in saves.trouble
    # The next folder can.
    assert (rescue.trouble, str(tmp_path) in rescue.path) == ("", False)


def test_a_home_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**more: Any) -> Any:
        raise PermissionError(13, "Permission denied", more["dir"])

    # Root may write to any folder, so the system can't refuse.
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path))
    assert [place.trouble for place in find_places()[:4]] == [f"Permission denied: {tmp_path}"] * 4
    assert find_places()[4].trouble.startswith("Permission denied")


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class FullFile(io.FileIO):
        def write(self, data: Any) -> int:
            raise OSError(28, "No space left on device")

    # A full disk takes a new file, but nothing in it.
    monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: FullFile(tmp_path / "file", "w"))
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path))
    assert [place.trouble for place in find_places()[:4]] == [f"No space left on device: {tmp_path}"] * 4


@pytest.mark.needs("posix")
def test_a_name_that_is_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path / ("x" * 300)))
    assert all("name too long" in place.trouble for place in find_places()[:4])


def test_no_home_at_all_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERSWEEP_DATA", "~nobody-of-this-name/games")
    saves, *_ = find_places()
    assert saves.path == ""
    assert saves.trouble.startswith("RuntimeError: ")
