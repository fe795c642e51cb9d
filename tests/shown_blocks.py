"""The blocks of code that a page shows, and what runs them.

A block of Python with prompts is a doctest. One without prompts is run as it stands; what it prints must be the block
marked ``text`` that follows it, if one does. A ``console`` block holds commands after ``$``; where a command waits for
input, what stands behind its prompt is typed in, or comes from a ``printf`` before it. Left out of the comparison are
colours, which can't be shown on a page, and the prompt of ``hypersweep play``, which it gives to terminals only.
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

import hypersweep

PACKAGE = Path(hypersweep.__file__).resolve().parent.parent
COLOUR = re.compile(r"\033\[[0-9;]*m")
PROMPT = re.compile(r"^( ?> )(.*)\n", re.MULTILINE)
FENCE = re.compile(
    r"(?:^<!-- file: (\S+) -->\n)?^```(\w*)\n(.*?)^```$(?:\s*^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    line: int
    language: str
    text: str
    shown: str
    """The ``text`` block right after this one, or an empty string."""
    file: str
    """What a comment before it says that it is saved as, or an empty string."""


def blocks(page: Path) -> list[Block]:
    """Every block of a page, in its order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(text.count("\n", 0, match.start(2)) + 2, match[2], match[3], match[4] or "", match[1] or "")
        for match in FENCE.finditer(text)
    ]


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


def run_python(block: Block, page: Path, names: dict[str, object]) -> None:
    """Runs a block of Python, with the names that are known before it, and compares what it prints."""
    name = f"{page.name}, line {block.line}"
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, names, name, str(page), block.line - 1)
        # What one block defines the next ones may use: a doctest would work on a copy.
        test.globs = names
        report: list[str] = []
        doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
        assert not report, "".join(report)
        return
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.text, name, "exec"), names)
    assert printed.getvalue() == block.shown


def run_command(command: str, typed: str, expected: str, folder: Path) -> None:
    """Runs a command of ours in a folder, and compares what it prints."""
    program, *arguments = shlex.split(command)
    assert program == "hypersweep"
    # The same call as the installed command makes; test_packaging checks that it is the one installed.
    call = [sys.executable, "-c", "import sys; from hypersweep.cli import main; sys.exit(main())", *arguments]
    run_call(call, typed, expected, folder)


def run_call(call: list[str], typed: str, expected: str, folder: Path) -> None:
    """Runs a program in a folder, and compares what it prints."""
    done = subprocess.run(
        call,
        input=typed.encode(),
        capture_output=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert done.stderr.decode() == ""
    assert COLOUR.sub("", done.stdout.decode()).replace("\r\n", "\n") == expected
    assert done.returncode == 0
