"""``hypersweep completion``: which shells there are, and where its words can't be used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hypersweep.cli import main
from hypersweep.cli.completion import SHELLS
from hypersweep.cli.scripts import scripts


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert script == scripts()[shell], "expected the script of these commands: 'make man' writes it"
    assert f"from 'hypersweep completion {shell}'" in script
    assert "look-ahead" in script
    assert script.isascii()
    assert script.endswith("\n")
    assert not any(f"@{name}@" in script for name in ("NAMES", "DEEP", "VALUES", "COMMANDS", "CASES", "BOARDS"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a shell of bash, zsh, fish, got none"),
        (["bsh"], "did you mean 'bash'?"),
        (["tcsh"], "got 'tcsh'"),
    ],
)
def test_other_shells_are_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err


def test_the_help_says_where_scripts_go(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "--help"]) == 0
    told = capsys.readouterr().out
    assert all(f"hypersweep completion {shell}" in told for shell in SHELLS)


@pytest.mark.slow
def test_a_script_is_printed_without_loading_other_commands() -> None:
    program = (
        "import sys; from hypersweep.cli import main; main(['completion', 'bash']); "
        "print([name for name in sys.modules if name.startswith('hypersweep.')], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stderr
    assert "hypersweep.cli.completion" in loaded
    for heavy in ("lab", "engine", "solve", "session", "courses", "tui", "web"):
        assert f"'hypersweep.{heavy}" not in loaded
