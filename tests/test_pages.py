"""Every block of code on the pages runs with the output shown, or says why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shown_blocks import ROOT, blocks, find_blocks, lines_of, unmarked
from shown_runs import run_page

pytestmark = pytest.mark.slow

README = ROOT / "README.md"
DOCS = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("docs/start/*.md")])
PAGES = [*sorted(page for page in ROOT.glob("*.md") if page != README), *DOCS, ROOT / "benchmarks" / "README.md"]
SHOWING = [page for page in PAGES if blocks(page)]
# These take four seconds or more.
LONG = {"docs/arena", "docs/courses", "docs/engine", "docs/lab", "docs/start/teacher"}
# Most blocks that aren't run; this number may only fall.
MOST_LEFT = 29


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).with_suffix("").as_posix()


def run(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HYPERSWEEP_DATA", str(folder / "data"))
    run_page(page, folder)


@pytest.mark.ci_limit(len(SHOWING))
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.nightly] * (name_of(page) in LONG)) for page in SHOWING],
    ids=name_of,
)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(page, tmp_path, monkeypatch)


def test_every_block_can_be_found() -> None:
    complaints = [
        f"{name_of(page)}, line {line}"
        for page in (README, *PAGES)
        for line in unmarked(page.read_text(encoding="utf-8"))
    ]
    assert complaints == []


def test_what_is_not_run_says_why() -> None:
    left = [(name_of(page), block) for page in (README, *PAGES) for block in blocks(page) if block.left]
    for name, block in left:
        assert len(block.left.split()) >= 3, f"{name}, line {block.line}: {block.left!r} is no reason"
        for test in re.findall(r"tests/\S+\.py", block.left):
            assert (ROOT / test).is_file(), f"{name}, line {block.line}: there is no {test}"
    assert len(left) <= MOST_LEFT


def test_there_is_a_page_to_start_from_for_everybody() -> None:
    starts = [page for page in DOCS if page.parent.name == "start"]
    assert [page.stem for page in starts] == ["player", "researcher", "student", "teacher", "tools"]
    assert all({"python", "console"} & {block.language for block in blocks(page)} for page in starts)


@pytest.mark.parametrize(
    "text",
    [
        "```python\n>>> 3 + 4\n8\n```",
        "```python\nprint(3 + 4)\n```",
        "```python\nprint(3 + 4)\n```\n\n```text\n8\n```",
        "```python\nnames = 3\n```\n\n```python\nname\n```",
        "```python\nif __name__ == '__main__':\n    print(3 + 4)\n```",
        "<!-- file: three.py -->\n```python\nprint(3 + 4)\n```",
        "<!-- file: three.py -->\n```python\nprint(3 + 4)\n```\n\n```console\n$ python three.py\n8\n```",
        "```console\n$ hypersweep --version\nhypersweep 99\n```",
        "```console\nhypersweep --version\n```",
        "```sh\nhypersweep grade 3x4.bAw --frist 2,3\n```",
        "```sh\nhypersweep grade 3x4.bAw --first 2,3 # and more\nhypersweep grade no-board\n```",
        "```sh\npip install 'hypersweep[nonsense]'\n```",
        "```sh\nmake nonsense\n```",
        '```json\n{"type": }\n```',
        "```toml\n[[board]\n```",
        "```nginx\nlocation /;\n```",
        "```text\nhypersweep play 4d-easy\n```",
        "```text\n>>> 3 + 4\n```",
        "<!-- not run: it takes minutes -->\n```python\nprint(3 +\n```",
        "<!-- not run: it takes minutes -->\n```sh\nhypersweep arena safest --gaems 30000\n```",
        "<!-- not run: it takes minutes -->\n```sh\nhypersweep web --exprot public\n```",
        "<!-- not run: it takes minutes -->\n```sh\nhypersweep play $(hypersweep generate 4x5 --mnes 6)\n```",
        "<!-- not run: it takes minutes -->\n```sh\npython examples/nonsense.py\n```",
        "<!-- not run: it takes minutes -->\n```sh\nhypersweep web admin people --jsno\n```",
    ],
)
def test_what_is_wrong_is_found(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n{text}\n", encoding="utf-8")
    with pytest.raises((AssertionError, NameError, SyntaxError, ValueError)):
        run(page, tmp_path, monkeypatch)


@pytest.mark.needs("node")
def test_javascript_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("```js\nconst game = await begin();\n```\n", encoding="utf-8")
    run(page, tmp_path, monkeypatch)
    page.write_text("```js\nconst game = await ;\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        run(page, tmp_path, monkeypatch)


def test_what_a_page_says_is_read() -> None:
    text = (
        "<!-- copy: a/b.txt c.txt -->\n```sh\none \\\n  two   # three\n# four\nfive\n```\n\n"
        "```text\nsix\n```\n\n```text\nseven\n```\n\n<!-- not run: it takes minutes -->\n````python\n```\n````\n"
    )
    first, second, third = find_blocks(text)
    assert (first.line, first.copies) == (3, (("a/b.txt", "c.txt"),))
    assert first.shown == "six\n"
    assert lines_of(first) == ["one \\\n  two   # three", "five"]
    assert (second.language, second.text, second.left) == ("text", "seven\n", "")
    assert (third.text, third.left) == ("```\n", "it takes minutes")


def test_blocks_that_nobody_would_run_are_found() -> None:
    assert unmarked("Words\n\n    code\n\n    code\n\n```\ncode\n```\n\n```sh no\n```\n\n```sh\n    code\n```\n") == [
        3,
        7,
        11,
    ]
    assert unmarked("- an item\n\n    and more of it\n\n  ```sh\n  code\n  ```\nwords\n    and more\n") == [5]
