"""The pages of docs/start show what happens: all that each of them shows is run, from its beginning to its end."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from shown_blocks import Block, blocks, commands, run_call, run_command, run_python

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "start").glob("*.md"))
HAS_COMPILER = sys.platform != "win32" and shutil.which("cc") is not None


def extras() -> set[str]:
    return set(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])


def check_set_up(call: list[str]) -> bool:
    """Tells whether a command sets something up; what it names has to be there, but takes too long to be run here."""
    if call[0] == "make":
        assert re.search(f"^{call[1]}:.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    elif call[:2] == ["pip", "install"]:
        match = re.fullmatch(r"\.(?:\[(.+)\])?", call[2])
        assert match is not None
        assert set((match[1] or "test").split(",")) <= extras()
    elif call not in (["python3", "-m", "venv", ".venv"], [".", ".venv/bin/activate"]):
        return False
    return True


def run_transcript(block: Block, folder: Path) -> None:
    assert commands(block), "no line of this transcript begins with $"
    for command, typed, expected in commands(block):
        call = shlex.split(command)
        if check_set_up(call):
            assert expected == ""
        elif call[0] == "hypersweep":
            run_command(command, typed, expected, folder)
        elif call[0] == "python":
            run_call([sys.executable, *call[1:]], typed, expected, folder)
        else:
            assert call[0] in {"cc", "./game"}
            run_call(call, typed, expected, folder)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.stem == "student" and not HAS_COMPILER:
        pytest.skip("no C compiler called cc")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path / "data"))
    names: dict[str, object] = {}
    shown = blocks(page)
    assert {"python", "console"} & {block.language for block in shown}
    for block in shown:
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            run_python(block, page, names)
        elif block.language == "console":
            run_transcript(block, tmp_path)
        else:
            raise AssertionError(f"{page.name}, line {block.line}: expected python, console or a file")


def test_there_is_a_page_for_everybody() -> None:
    assert [page.stem for page in PAGES] == ["player", "researcher", "student", "tools"]
