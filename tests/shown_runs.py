"""Run the blocks of code on a page from first to last, as a reader would.

A block of Python with prompts is a doctest. One without prompts is run as it stands; what it prints must be the block
marked ``text`` that follows it, if one does. A page's blocks of Python share their names. A ``console`` block holds
commands after ``$`` with all that they print; where a command waits for input, what stands behind its prompt is typed
in, or comes from a ``printf`` before it. A block marked ``sh`` holds commands that have to succeed, whatever they
print. JSON and TOML are read, and so is JavaScript by node. What has another language has to be a file, or says why it
isn't run. Left out of the comparison are colours, which can't be shown on a page, and the prompt of ``hypersweep
play``, which it shows only on terminals.
"""

from __future__ import annotations

import contextlib
import difflib
import doctest
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import capabilities
import hypersweep
from shown_blocks import ROOT, Block, blocks, commands, lines_of
from shown_words import check_words, is_set_up

PACKAGE = Path(hypersweep.__file__).resolve().parent.parent
COLOUR = re.compile(r"\033\[[0-9;]*m")
HAS_SHELL = sys.platform != "win32"
OUR_COMMAND = "import sys; from hypersweep.cli import main; sys.exit(main())"
HARD = re.compile(r"[|<>$*;&~]|\\\n")
LOOKS_LIKE_CODE = re.compile(
    r"^(?:\$ |>>> |hypersweep [a-z\d]|pip |python3? |make |from \w+ import |import \w)", re.MULTILINE
)


def run_page(page: Path, folder: Path) -> None:
    """Run every block of a page in a folder, with one namespace for its Python.

    Args:
        page: the page.
        folder: an empty folder, in which the process is.
    """
    names: dict[str, object] = {"__name__": "page"}
    shown = blocks(page)
    lacking = [name for name in command_needs(shown) if not capabilities.has(name)]
    for number, block in enumerate(shown):
        where = f"{page.name}, line {block.line}"
        for source, name in block.copies:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, folder / name)
        is_command = block.language in ("console", "sh")
        if block.left or (is_command and lacking):
            check_words(block, where)
        elif block.file:
            later = [each for each in shown[number + 1 :] if each.language in ("console", "sh")]
            assert any(block.file in each.text for each in later), f"{where}: nothing runs {block.file}"
            (folder / block.file).write_text(block.text, encoding="utf-8")
        else:
            run_block(block, page, names, folder)
    capabilities.require(*lacking)  # the blocks without commands were run


def command_needs(shown: list[Block]) -> list[str]:
    """Return the capabilities that a page's commands need. All of them are run or none, since one may need another."""
    run = [block for block in shown if not block.left and block.language in ("console", "sh")]
    calls = [line for block in run for line in ([call for call, _, _ in commands(block)] or lines_of(block))]
    needs = {
        "posix": any(needs_shell(call) for call in calls),
        "compiler": any(call.startswith("cc ") for call in calls),
        "asan": any("-fsanitize=address" in call for call in calls),
        "linux": any(".so\n" in block.text for block in run),  # libraries have other names elsewhere
    }
    return [name for name, is_needed in needs.items() if is_needed]


def needs_shell(command: str) -> bool:
    """Tell whether there is more in a command than words, quotes and a comment."""
    unquoted = re.sub(r"'[^']*'", "''", command)
    return bool(HARD.search(unquoted.partition(" #")[0]))


def run_block(block: Block, page: Path, names: dict[str, object], folder: Path) -> None:
    """Run a block, or read it where there is nothing to be run."""
    where = f"{page.name}, line {block.line}"
    if block.language == "python":
        run_python(block, page, names)
    elif block.language == "console":
        run_transcript(block, folder)
    elif block.language == "sh":
        for line in lines_of(block):
            run_command(line, "", None, folder)
    elif block.language == "json":
        json.loads(block.text)
    elif block.language == "toml":
        tomllib.loads(block.text)
    elif block.language == "js":
        (folder / "block.mjs").write_text(block.text, encoding="utf-8")
        run_call([capabilities.program("node"), "--check", "block.mjs"], "", "", folder)
    elif block.language in ("ts", "tsx"):
        (folder / f"block.{block.language}").write_text(f"{block.text}\nexport {{}};\n", encoding="utf-8")
        options = ["--noEmit", "--noCheck", "--jsx", "preserve", "--target", "es2022", "--module", "esnext"]
        capabilities.require("modules")
        compiler = str(capabilities.ROOT / "node_modules" / "typescript" / "bin" / "tsc")
        run_call([capabilities.program("node"), compiler, *options, f"block.{block.language}"], "", "", folder)
    else:
        assert block.language == "text", f"{where}: nothing runs {block.language}"
        assert not LOOKS_LIKE_CODE.search(block.text), f"{where}: this is code, and more than text"


def run_python(block: Block, page: Path, names: dict[str, object]) -> None:
    """Run a block of Python, with the names that are known before it, and compare what it prints."""
    name = f"{page.name}, line {block.line}"
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, names, name, str(page), block.line - 1)
        # What one block defines the next ones may use: a doctest would work on a copy.
        test.globs = names
        report: list[str] = []
        doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
        assert not report, "".join(report)
        return
    assert "__main__" not in block.text, f"{name}: a program has to be a file that a command runs"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.text, name, "exec"), names)
    compare(printed.getvalue(), block.shown, name)


def run_transcript(block: Block, folder: Path) -> None:
    """Run the commands of a transcript in a folder, and compare what each of them prints."""
    assert commands(block), "no line of this transcript begins with $"
    for command, typed, expected in commands(block):
        run_command(command, typed, expected or block.shown, folder)


def run_command(command: str, typed: str, expected: str | None, folder: Path) -> None:
    """Run a command in a folder, and compare what it prints, unless that is None; it has to succeed."""
    call = shlex.split(command, comments=True)
    if is_set_up(call):
        assert not expected, command
    elif needs_shell(command):
        run_call(["/bin/sh", "-c", command], typed, expected, folder)
    elif call[0] == "hypersweep":
        # The same call as the installed command makes; test_packaging checks that it is the one installed.
        run_call([sys.executable, "-c", OUR_COMMAND, *call[1:]], typed, expected, folder)
    elif call[0] == "python":
        run_call([sys.executable, *call[1:]], typed, expected, folder)
    else:
        run_call(call, typed, expected, folder)


def run_call(call: list[str], typed: str, expected: str | None, folder: Path) -> None:
    """Run a program in a folder, and compare what it prints, unless that is None."""
    path = os.pathsep.join([str(programs(folder)), os.environ["PATH"]]) if HAS_SHELL else os.environ["PATH"]
    done = subprocess.run(
        call,
        input=typed.encode(),
        capture_output=True,
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(PACKAGE), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    told = done.stderr.decode()
    if expected is not None:
        assert told == "", (call, told)
        compare(COLOUR.sub("", done.stdout.decode()).replace("\r\n", "\n"), expected, " ".join(call))
    assert done.returncode == 0, (call, told)


def compare(printed: str, expected: str, what: str) -> None:
    """Raise an AssertionError that shows both where they differ."""
    difference = difflib.unified_diff(expected.splitlines(), printed.splitlines(), "shown", "printed", lineterm="")
    assert printed == expected, "\n".join([what, *difference])


def programs(folder: Path) -> Path:
    """A folder for PATH, in which ``hypersweep`` and ``python`` are those that run this."""
    there = folder / ".programs"
    if not there.exists():
        there.mkdir()
        for name, words in (("hypersweep", f"-c {shlex.quote(OUR_COMMAND)}"), ("python", ""), ("python3", "")):
            (there / name).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {words} "$@"\n', encoding="utf-8")
            (there / name).chmod(0o755)
    return there
