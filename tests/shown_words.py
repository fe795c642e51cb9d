"""Check names in a shell block without running it: options, programs, targets, extras."""

from __future__ import annotations

import re
import shlex
import tomllib

from hypersweep.cli import COMMANDS
from hypersweep.cli.help import parser_of
from hypersweep.cli_support.command_parser import CommandParser
from hypersweep.errors import HypersweepError
from shown_blocks import ROOT, Block

# A command in a line of shell, up to where another begins.
OURS = re.compile(r"(?:^|(?<=[\s(/]))(hypersweep|python3?|pip|make) ((?:'[^']*'|\"[^\"]*\"|(?!\$\()[^'\"|)>\n])*)")


def is_set_up(call: list[str]) -> bool:
    """Tell whether a command sets something up; what it names has to be there, but takes too long to be run here."""
    program = call[0].rpartition("/")[2]
    if program == "make":
        assert re.search(f"^{call[1]}:.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE), call
    elif program == "pip":
        assert call[1] == "install", call
        match = re.fullmatch(r"(?:\.|hypersweep)(?:\[(.+)\])?", call[-1])
        assert match is not None, call
        assert set((match[1] or "test").split(",")) <= extras(), call
    else:
        return call[:3] == ["python3", "-m", "venv"] or call == [".", ".venv/bin/activate"]
    return True


def extras() -> set[str]:
    """Return the extras of hypersweep."""
    return set(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])


def check_words(block: Block, where: str) -> None:
    """Look up what a block that isn't run names: our commands with their options, our programs and targets."""
    if block.language == "python":
        compile(block.text, where, "exec")
    lines = block.text.replace("\\\n", " ").splitlines()
    for program, rest in (found for line in lines for found in OURS.findall(f" {line}".partition(" #")[0])):
        words = shlex.split(rest)
        if program == "hypersweep":
            if words:
                read_words(words, where)
        elif program.startswith("python"):
            known = words[0] == "-m" or not words[0].startswith(("examples/", "benchmarks/", "docs/", "tests/"))
            assert known or (ROOT / words[0]).is_file(), f"{where}: there is no {words[0]}"
        else:
            assert is_set_up([program, *words]), where


def read_words(words: list[str], where: str) -> None:
    """Parse the arguments of a command as it does itself."""
    name, *words = words
    if name not in COMMANDS:
        name, words = "play", [name, *words]
    parser = parser_of(name)
    while isinstance(parser, CommandParser) and words and words[0] in parser.below:
        parser = parser.below[words.pop(0)][1]
    try:
        parser.parse_args(words)
    except (HypersweepError, SystemExit) as error:
        raise AssertionError(f"{where}: hypersweep {name} doesn't take these words: {error}") from None
