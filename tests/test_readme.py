"""README.md shows real output: its Python blocks and transcripts are run and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from shown_blocks import Block, blocks, commands, lines_of
from shown_runs import run_command, run_python
from shown_words import check_words, is_set_up

pytestmark = pytest.mark.slow

README = Path(__file__).parent.parent / "README.md"


def in_language(language: str) -> list[object]:
    return [pytest.param(block, id=f"line {block.line}") for block in blocks(README) if block.language == language]


def test_readme_shows_python_and_the_terminal() -> None:
    assert {"python", "console"} <= {block.language for block in blocks(README)}


@pytest.mark.parametrize("block", in_language("python"))
def test_python(block: Block) -> None:
    run_python(block, README, {})


@pytest.mark.parametrize("block", in_language("console"))
def test_transcript(block: Block, tmp_path: Path) -> None:
    assert commands(block), "no line of this transcript begins with $"
    for command, typed, expected in commands(block):
        run_command(command, typed, expected, tmp_path)


@pytest.mark.parametrize("block", in_language("sh"))
def test_set_up(block: Block) -> None:
    check_words(block, f"README.md, line {block.line}")
    assert block.left or all(is_set_up(line.split()) for line in lines_of(block))
