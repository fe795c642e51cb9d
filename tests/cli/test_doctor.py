from __future__ import annotations

import builtins
import io
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hypersweep
from agreement import kernels, variants
from hypersweep import _native
from hypersweep.cli import main
from hypersweep.cli.doctor import (
    UNLISTED,
    Extra,
    Findings,
    Kernels,
    Part,
    Place,
    Terminal,
    find_compiler_command,
    find_extras,
    find_kernels,
    find_places,
    find_terminal,
    findings_lines,
    import_name,
    load_parts,
)
from hypersweep.cli_support.output import Output

FINE = Findings(
    python="CPython 3.13.1",
    executable="/usr/bin/python3",
    system="Linux-6.1, aarch64",
    package="/lib/hypersweep",
    compiler="c++",
    kernels=Kernels("baseline", "GCC 14.2.0", True, ""),
    terminal=Terminal("xterm", (80, 24), True, 256, "utf-8", True, True, ""),
    extras=(
        Extra("arrays", (Part("numpy", ">=1.26", "2.1", ""),)),
        Extra("data", (Part("pyarrow", "", None, "missing"),)),
    ),
    places=(Place("saves", "/home/ann/games", ""),),
)


def test_what_works_and_what_is_missing() -> None:
    assert findings_lines(FINE) == [
        "hypersweep",
        f"  version  {hypersweep.__version__}, /lib/hypersweep",
        "  Python   CPython 3.13.1, /usr/bin/python3",
        "  system   Linux-6.1, aarch64",
        "  kernels  baseline, made by GCC 14.2.0",
        "  page     its kernels are installed",
        "  C++      c++",
        "",
        "terminal",
        "  output       80 columns, 24 lines, TERM=xterm",
        "  characters   utf-8: frames, flags and blocks",
        "  colours      yes; on the full screen: 256 colours",
        "  mouse        yes",
        "  full screen  yes",
        "",
        "extras",
        "  arrays      numpy 2.1",
        "  data        missing: pyarrow",
        "              pip install 'hypersweep[data]'",
        "",
        "places",
        "  saves  /home/ann/games  can be written",
        "",
        "Everything installed works.",
    ]
    assert FINE.troubles == []


def test_narrow_terminals_get_short_lines() -> None:
    lines = findings_lines(FINE, columns=45)
    assert max(map(len, lines)) <= 45
    place = lines.index("terminal") + 1
    assert lines[place : place + 2] == ["  output       80 columns, 24 lines,", "              TERM=xterm"]
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(findings_lines(FINE)).split())


def test_a_page_without_kernels_says_how_to_make_them() -> None:
    line = "  page     built without its kernels: run 'make page', then install again"
    assert line in findings_lines(FINE._replace(kernels=FINE.kernels._replace(has_page=False)))


def test_what_is_broken_is_told_at_the_end() -> None:
    findings = FINE._replace(
        kernels=Kernels("", "", False, "ImportError: no"),
        terminal=Terminal("", None, False, None, "ascii", False, None, "standard output isn't a terminal"),
        extras=(
            Extra("tui", (Part("textual", ">=8", "7.0", "7.0 doesn't fit >=8"), Part("rich", "", None, "missing"))),
        ),
        places=(Place("saves", "/home", "Read-only file system: /home"),),
        compiler="",
    )
    lines = findings_lines(findings)
    assert lines[lines.index("3 problems:") + 1 :] == [
        "  the kernels can't be loaded: ImportError: no",
        "  textual: 7.0 doesn't fit >=8",
        "  saves: Read-only file system: /home",
    ]
    assert "  kernels  broken: ImportError: no" in lines
    assert "  output       not a terminal" in lines
    assert "  full screen  no: standard output isn't a terminal" in lines
    assert "  colours      no; on the full screen: none" in lines


def test_it_examines_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--quick"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.endswith("\nEverything installed works.\n")
    assert f"  kernels  {_native.variant()}, made by {_native.compiler()}\n" in out
    assert sys.executable in out


@pytest.mark.slow
def test_json_and_loaded_extras(capsys: pytest.CaptureFixture[str]) -> None:
    # The full check once, with every extra loaded: packages for tests aren't broken.
    assert main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hypersweep"] == hypersweep.__version__
    assert found["kernels"]["instruction_set"] == _native.variant()
    assert found["terminal"]["size"] is None
    assert found["extras"]["arrays"]["complete"] is True
    assert found["extras"]["arrays"]["parts"]["numpy"]["version"]
    assert found["extras"]["tui"]["install"] == "pip install 'hypersweep[tui]'"
    assert list(found["places"]) == ["saves", "records", "config", "cache", "rescue"]
    assert found["troubles"] == []


@pytest.mark.slow
def test_a_bare_python_with_a_broken_home_is_examined(tmp_path: Path) -> None:
    # -S: no package but this one is found, nor is it known to be installed.
    source = str(Path(hypersweep.__file__).parents[1])
    program = f"import sys; sys.path.insert(0, {source!r}); from hypersweep.cli import main; sys.exit(main(['doctor']))"
    (tmp_path / "home").write_text("not a folder")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PYTHON"))}
    environment |= {"HYPERSWEEP_DATA": str(tmp_path / "home" / "games"), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "4 problems:\n  saves: " in done.stdout


@pytest.mark.parametrize("words", [["--quick"], []])
def test_a_broken_textual_is_not_loaded_in_the_doctor(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # It may end Python, or never finish.
    def find(output: Output, *, may_load: bool) -> Terminal:
        assert not may_load
        return FINE.terminal

    def load(extras: list[Extra]) -> list[Extra]:
        return [Extra("tui", (Part("textual", "", "8.1", "broken: crashes Python when loaded"),))]

    monkeypatch.setattr("hypersweep.cli.doctor.find_terminal", find)
    monkeypatch.setattr("hypersweep.cli.doctor.load_parts", load)
    assert main(["doctor", *words]) == (0 if words else 1)
    assert ("textual: broken: crashes Python" in capsys.readouterr().out) is not bool(words)


def test_help_and_words_that_cannot_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--help"]) == 0
    assert "--quick" in capsys.readouterr().out
    assert main(["doctor", "--jsn"]) == 2
    assert "did you mean '--json'" in capsys.readouterr().err


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


ROOT = Path(__file__).parents[2]
Make = Callable[..., None]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Install a package of one module in a folder that this process and its children look in."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def install(name: str, text: str = "", *, version: str = "1.0", head: str | None = None) -> None:
        module = import_name(name)
        (tmp_path / f"{module}.py").write_text(text)
        folder = tmp_path / f"{module}-1.0.dist-info"
        folder.mkdir()
        if head is None:
            head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        (folder / "METADATA").write_text(head)

    return install


def owner(make: Make, *lines: str) -> None:
    head = "Metadata-Version: 2.1\nName: owner\nVersion: 1.0\n"
    make("owner", head=head + "".join(f"Requires-Dist: {line}\n" for line in lines))


def test_extras_are_those_of_the_project_but_the_developers() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert [extra.name for extra in find_extras()] == sorted(set(declared) - set(UNLISTED))
    assert set(UNLISTED) < set(declared)


def test_what_is_here_is_told_with_its_version() -> None:
    arrays, zoo = (extra for extra in find_extras() if extra.name in ("arrays", "zoo"))
    (numpy,) = arrays.parts
    assert (numpy.name, numpy.wanted, numpy.trouble) == ("numpy", ">=1.26", "")
    assert numpy.version
    # With what the extra in it needs.
    assert [part.name for part in zoo.parts] == ["gymnasium", "numpy", "pettingzoo"]


def test_parts_of_all_kinds(make: Make) -> None:
    make("fine-thing")
    make("old", version="0.9.2")
    make("new", version="3.0")
    make("silent", head="Metadata-Version: 2.1\nName: silent\n")
    owner(
        make,
        'fine-thing[speed]>=1; extra == "some"',
        "old>=1; extra == 'some'",
        'new<3,>=1; extra == "some"',
        'silent; extra == "some"',
        'nowhere-at-all>=2; python_version > "3" and extra == "some"',
        'owner[some]; extra == "more"',
        "always-needed",
    )
    more, some = find_extras("owner")
    assert (more.name, some.name, more.parts) == ("more", "some", some.parts)
    told = {part.name: (part.version, part.trouble) for part in some.parts}
    assert told == {
        "fine-thing": ("1.0", ""),
        "old": ("0.9.2", "0.9.2 doesn't fit >=1"),
        "new": ("3.0", "3.0 doesn't fit <3,>=1"),
        "silent": ("", "broken: its version is unknown"),
        "nowhere-at-all": (None, "missing"),
    }
    assert not some.is_complete
    assert some.install_line == "pip install 'hypersweep[some]'"


@pytest.mark.parametrize(
    ("version", "fits"),
    [("1.0", True), ("1", True), ("1.0.post1", True), ("0.99", False), ("1.9.9", True), ("2", False), ("odd", True)],
)
def test_versions_are_compared_as_numbers(version: str, fits: bool, make: Make) -> None:
    make("thing", version=version)
    owner(make, 'thing<2,>=1.0; extra == "some"')
    (extra,) = find_extras("owner")
    assert extra.is_complete is fits


def test_nothing_is_known_of_what_is_not_installed() -> None:
    assert find_extras("nothing-of-this-name") == []


def test_broken_parts_are_found_and_the_rest_is_loaded(make: Make) -> None:
    make("a-fine", "print('I am here')")
    make("b-broken", "raise RuntimeError('no such\\nlibrary')")
    make("c-deadly", "import os; os._exit(3)")
    make("d-leaving", "raise SystemExit")
    make("e-fine")
    parts = [Part(name, "", "1.0", "") for name in ("a-fine", "b-broken", "c-deadly", "d-leaving", "e-fine", "f-none")]
    (extra,) = load_parts([Extra("some", (*parts, Part("gone", "", None, "missing")))])
    assert [part.trouble for part in extra.parts] == [
        "",
        "broken: RuntimeError: no such library",
        "broken: crashes Python when loaded",
        "broken: SystemExit",
        "",
        "broken: ModuleNotFoundError: No module named 'f_none'",
        "missing",
    ]


def test_packages_are_imported_under_the_names_of_their_modules() -> None:
    # Modules in a folder of several packages, and others that aren't called as their package is.
    assert import_name("mkdocstrings-python") == "mkdocstrings_handlers.python"
    assert import_name("argon2-cffi") == "argon2"


@pytest.mark.timeout(45)
@pytest.mark.needs("posix")
def test_what_a_library_leaves_running_is_not_waited_for(make: Make, tmp_path: Path) -> None:
    # It holds standard error open until its own timeout, which is the doctor's.
    leave = """
import os, subprocess, sys
running = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
with open(os.path.join(os.path.dirname(__file__), "pid"), "w") as file:
    file.write(str(running.pid))
"""
    make("leaves-something", leave)
    try:
        (extra,) = load_parts([Extra("some", (Part("leaves-something", "", "1.0", ""),))])
        assert extra.is_complete
    finally:
        os.kill(int((tmp_path / "pid").read_text()), 9)


def test_nothing_is_loaded_without_an_interpreter(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    make("thing", "raise RuntimeError")
    extras = [Extra("some", (Part("thing", "", "1.0", ""),))]
    for executable in ("", os.devnull):
        monkeypatch.setattr("sys.executable", executable)
        assert load_parts(extras) == extras
