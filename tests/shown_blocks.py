"""The blocks of code on a page, as text; ``shown_runs`` runs them.

Every block names a language after its fence. Information not meant for readers is in comments on the lines before:

- ``<!-- file: NAME -->``: save the block under that name, for a later command;
- ``<!-- copy: PATH NAME -->``: copy a file of the repository to that name;
- ``<!-- not run: REASON -->``: don't run the block. Its names of ours are still checked.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
COMMENT = re.compile(r"<!-- (file|copy|not run): (.+?) -->")
FENCE = re.compile(r"^( *)(`{3,}|~{3,})(.*)$")
PROMPT = re.compile(r"^( ?> )(.*)\n", re.MULTILINE)
ITEM = re.compile(r"^ *(?:[-*+]|\d+\.) ")
OUTPUT_OF = {"python", "console", "sh"}


class Block(NamedTuple):
    line: int
    language: str
    text: str
    shown: str
    """The ``text`` block right after this one, or an empty string."""
    file: str
    """What a comment before it says that it is saved as, or an empty string."""
    copies: tuple[tuple[str, str], ...] = ()
    """Files of the repository that are copied before it runs, each with its new name."""
    left: str = ""
    """Why it isn't run, or an empty string."""


def blocks(page: Path) -> list[Block]:
    """Every block of a page, in its order; the output of another block is a part of that."""
    return find_blocks(page.read_text(encoding="utf-8"))


def find_blocks(text: str) -> list[Block]:
    """Every block of a text in Markdown, in its order."""
    found: list[Block] = []
    comments: list[tuple[str, str]] = []
    lines = text.splitlines(keepends=True)
    is_near, number = False, 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if comment := COMMENT.fullmatch(line.strip()):
            comments.append((comment[1], comment[2]))
        elif fence := FENCE.match(line):
            begin = number
            while not re.match(rf" *{fence[2]}\s*$", lines[number]):
                number += 1
            inside = "".join(lines[begin:number])
            number += 1
            language = fence[3].strip()
            if language == "text" and is_near and not comments and found[-1].language in OUTPUT_OF:
                found[-1] = found[-1]._replace(shown=inside)
                is_near = False
            else:
                found.append(made(begin + 1, language, inside, comments))
                is_near = True
            comments = []
        elif line.strip():
            comments, is_near = [], False
    return found


def made(line: int, language: str, text: str, comments: list[tuple[str, str]]) -> Block:
    """Return the block that begins at a line, with the options in the comments before it."""
    told = dict(comments)
    copies = [tuple(value.split()) for what, value in comments if what == "copy"]
    return Block(
        line,
        language,
        text,
        "",
        told.get("file", ""),
        tuple((source, name) for source, name in copies),
        told.get("not run", ""),
    )


def unmarked(text: str) -> list[int]:
    """Return the lines of blocks that the other functions miss: indented ones, and those without a language."""
    found = []
    fence, before = "", ""
    is_item = is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if fence:
            if match and match[2].startswith(fence) and not match[3].strip():
                fence = ""
        elif match:
            fence = match[2]
            if match[1] or not re.fullmatch(r"[a-z]+", match[3]):
                found.append(number)
        elif line.strip():
            is_item = bool(ITEM.match(line)) or (is_item and line.startswith(" "))
            is_deep = line.startswith("    ") and not is_item
            if is_deep and not is_code and not before.strip():
                found.append(number)
            is_code = is_deep and (is_code or not before.strip())
        before = line
    return found


def commands(block: Block) -> list[tuple[str, str, str]]:
    """Every command of a transcript, with what is typed into it and what it should print."""
    found = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        # A backslash continues a command.
        command, transcript = split_command(part)
        typed = "".join(match[2] + "\n" for match in PROMPT.finditer(transcript))
        source, _, rest = command.rpartition(" | ")
        if source.startswith("printf "):
            _, words = shlex.split(source)
            typed, command = words.replace("\\n", "\n"), rest
        found.append((command, typed, PROMPT.sub("" if "play" in command else r"\1", transcript)))
    return found


def lines_of(block: Block) -> list[str]:
    """Every command of a block of shell, without those that are nothing but a comment."""
    found, rest = [], block.text
    while rest:
        command, rest = split_command(rest)
        if command.strip() and not command.lstrip().startswith("#"):
            found.append(command)
    return found


def split_command(text: str) -> tuple[str, str]:
    """The first command of a text, which goes on where a line ends with a backslash, and the rest."""
    match = re.match(r"((?:.*\\\n)*.*)\n?", text)
    assert match is not None
    return match[1], text[match.end() :]
