from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hypersweep
from hypersweep import _native
from hypersweep.cli import main
from hypersweep.cli.doctor import Findings, findings_lines
from hypersweep.cli.environment import Kernels, Place, Terminal
from hypersweep.cli.extras import Extra, Part
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
        "  page     its kernels are here",
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
        "All that is installed works.",
    ]
    assert FINE.troubles == []


def test_narrow_terminals_get_short_lines() -> None:
    lines = findings_lines(FINE, columns=45)
    assert max(map(len, lines)) <= 45
    place = lines.index("terminal") + 1
    assert lines[place : place + 2] == ["  output       80 columns, 24 lines,", "              TERM=xterm"]
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(findings_lines(FINE)).split())


def test_a_page_without_kernels_says_how_to_make_them() -> None:
    line = "  page     built without its kernels: 'make page' makes them; install again afterwards"
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
    assert lines[lines.index("3 troubles:") + 1 :] == [
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
    assert out.endswith("\nAll that is installed works.\n")
    assert f"  kernels  {_native.variant()}, made by {_native.compiler()}\n" in out
    assert sys.executable in out


@pytest.mark.slow
def test_json_and_loaded_extras(capsys: pytest.CaptureFixture[str]) -> None:
    # The whole examination once, with every extra loaded: what tests need is not broken.
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
    assert "4 troubles:\n  saves: " in done.stdout


@pytest.mark.parametrize("words", [["--quick"], []])
def test_a_broken_textual_is_not_loaded_in_the_doctor(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # It may end Python, or never come to an end.
    def find(output: Output, *, may_load: bool) -> Terminal:
        assert not may_load
        return FINE.terminal

    def load(extras: list[Extra]) -> list[Extra]:
        return [Extra("tui", (Part("textual", "", "8.1", "broken: ends Python when it is loaded"),))]

    monkeypatch.setattr("hypersweep.cli.doctor.find_terminal", find)
    monkeypatch.setattr("hypersweep.cli.doctor.load_parts", load)
    assert main(["doctor", *words]) == (0 if words else 1)
    assert ("textual: broken: ends Python" in capsys.readouterr().out) is not bool(words)


def test_help_and_words_that_cannot_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--help"]) == 0
    assert "--quick" in capsys.readouterr().out
    assert main(["doctor", "--jsn"]) == 2
    assert "did you mean '--json'" in capsys.readouterr().err
