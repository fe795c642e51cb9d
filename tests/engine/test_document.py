"""What docs/engine.md shows is true: its session and its numbers."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hypersweep.engine.engine_protocol import MOST_BYTES
from hypersweep.engine.process import MOST_SAID
from hypersweep.engine.server import MOST_WAITING

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_its_session_is_one() -> None:
    block = re.search(r"```console\n\$ hypersweep engine\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    typed = [line for line in block[1].splitlines() if re.match(r"hsp |position |go |quit", line)]
    shown = [line for line in block[1].splitlines() if line not in typed and line != "..."]
    # "quit" would come before the answer.
    told = "\n".join(typed[:-1]) + "\n"
    done = subprocess.run(
        [sys.executable, "-m", "hypersweep", "engine"],
        input=told,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    answered = re.sub(r"seconds=[\d.e-]+", "seconds=0.0005", done.stdout).splitlines()
    for line in shown:
        beginning = line.removesuffix("...").rstrip()
        assert any(each.startswith(beginning) for each in answered), line


def test_its_figures_are_those_of_the_code() -> None:
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"{MOST_BYTES:,} bytes" in text
    assert f"{MOST_WAITING:,} lines" in text
    assert f"{MOST_SAID >> 10} KiB of its standard error" in text
