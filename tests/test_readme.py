"""What README.md shows is what happens: its Python blocks and its terminal transcripts are run and compared.

A block of Python with prompts is a doctest. One without prompts is run as it stands; what it prints must be the block
marked ``text`` that follows it, if one does. A ``console`` block holds commands after ``$``; where a command waits for
input, what stands behind its prompt is typed in, or comes from a ``printf`` before it. Left out of the comparison are
colours, which can't be shown in README.md, and the prompt of ``hypersweep play``, which it gives to terminals only.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import hypersweep

README = Path(__file__).parent.parent / "README.md"
PACKAGE = Path(hypersweep.__file__).resolve().parent.parent
COLOUR = re.compile(r"\033\[[0-9;]*m")
PROMPT = re.compile(r"^( ?> )(.*)\n", re.MULTILINE)


class Block(NamedTuple):
    line: int
    language: str
    text: str
    shown: str
    """The ``text`` block right after this one, or an empty string."""


def blocks() -> list[Block]:
    fence = re.compile(r"^```(\w*)\n(.*?)^```$(?:\s*^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
    text = README.read_text(encoding="utf-8")
    return [
        Block(text.count("\n", 0, match.start()) + 2, match[1], match[2], match[3] or "")
        for match in fence.finditer(text)
    ]


def in_language(language: str) -> list[object]:
    return [pytest.param(block, id=f"line {block.line}") for block in blocks() if block.language == language]


def commands(block: Block) -> list[tuple[str, str, str]]:
    """Every command of a transcript, with what is typed into it and what it should print."""
    found = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, transcript = part.partition("\n")
        typed = "".join(match[2] + "\n" for match in PROMPT.finditer(transcript))
        source, _, command = command.rpartition(" | ")
        if source:
            name, text = shlex.split(source)
            assert name == "printf"
            typed = text.replace("\\n", "\n")
        found.append((command, typed, PROMPT.sub("" if "play" in command else r"\1", transcript)))
    return found


def test_readme_shows_python_and_the_terminal() -> None:
    assert {"python", "console"} <= {block.language for block in blocks()}


@pytest.mark.parametrize("block", in_language("python"))
def test_python(block: Block) -> None:
    name = f"README.md, line {block.line}"
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, {}, name, str(README), block.line - 1)
        report: list[str] = []
        doctest.DocTestRunner(verbose=False).run(test, out=report.append)
        assert not report, "".join(report)
        return
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.text, name, "exec"), {})
    assert printed.getvalue() == block.shown


@pytest.mark.parametrize("block", in_language("console"))
def test_transcript(block: Block, tmp_path: Path) -> None:
    assert commands(block), "no line of this transcript begins with $"
    for command, typed, expected in commands(block):
        program, *arguments = shlex.split(command)
        assert program == "hypersweep"
        # The same call as the installed command makes; test_packaging checks that it is the one installed.
        done = subprocess.run(
            [sys.executable, "-c", "import sys; from hypersweep.cli import main; sys.exit(main())", *arguments],
            input=typed.encode(),
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONIOENCODING": "utf-8"},
            check=False,
        )
        assert done.stderr.decode() == ""
        assert COLOUR.sub("", done.stdout.decode()).replace("\r\n", "\n") == expected
        assert done.returncode == 0
