"""The manual page: it is generated from the tables, current in the repository, and readable by man programs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hypersweep.cli import main
from hypersweep.cli.help import find_usages
from hypersweep.cli.manual import page

KEPT = Path(__file__).parents[2] / "docs" / "hypersweep.1"


def test_the_page_in_the_tree_is_the_one_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["man"]) == 0
    assert capsys.readouterr().out == page()
    assert KEPT.read_text(encoding="ascii") == page(), "expected the page of these commands: 'make man' writes it"


def test_every_command_and_option_is_on_it() -> None:
    text = page()
    for usage in find_usages():
        assert f".SS hypersweep {' '.join(usage.words)}\n" in text
        for option in usage.options:
            assert all(f"\\fB{name.replace('-', chr(92) + '-')}\\fR" in text for name in option.names)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "words"),
    [
        pytest.param("mandoc", ["-Tlint"], marks=pytest.mark.needs("mandoc")),
        pytest.param("groff", ["-ww", "-man", "-Tascii"], marks=pytest.mark.needs("groff")),
        pytest.param("man", ["-l"], marks=pytest.mark.needs("man")),
    ],
)
def test_the_page_reads_without_a_warning(program: str, words: list[str]) -> None:
    done = subprocess.run([program, *words, str(KEPT)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    if program == "mandoc":
        assert done.stdout == ""
    else:
        shown = done.stdout.replace("\b", "")
        assert "EXIT STATUS" in shown or "E\x1b" in shown or "EEXXIITT" in shown


def test_words_too_many_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["man", "esp"]) == 2
    assert capsys.readouterr().err == "hypersweep man: expected only options, got 'esp'\n"
