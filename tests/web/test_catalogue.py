"""The page's texts: all exist in both languages, all are used, and there are no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.web import page_folder
from hypersweep.web.page_tables import KEY_SCREENS
from node_calls import NodeCalls

NODE = NodeCalls

LANGUAGES = ["en", "de"]
PARTS = sorted(path.stem for path in (page_folder() / "messages" / "en").glob("*.ts"))
# Places where a script could show a literal text.
GIVEN = re.compile(
    r"""(?:\.(?:textContent|innerText|title|placeholder|ariaLabel|label|alt)\s*=\s*
    |setAttribute\("(?:aria-label|aria-valuetext|aria-roledescription|title|placeholder|alt)",\s*
    |\b(?:say|warn|stand|announce|confirm|prompt|alert)\(\s*
    |\bbutton\(\s*
    |new\ Option\(\s*)
    (["'`])(?P<text>(?:(?!\1).)*)""",
    re.VERBOSE,
)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
HOLE = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")


def scripts() -> list[Path]:
    """Return the scripts that show something: all but texts and tables."""
    folder = page_folder()
    return [path for path in folder.rglob("*.ts*") if path.relative_to(folder).parts[0] not in ("messages", "data")]


def test_both_languages_have_the_same_parts() -> None:
    german = {path.stem for path in (page_folder() / "messages" / "de").glob("*.ts")}
    assert german == set(PARTS)


def test_both_languages_have_the_same_texts_of_the_same_values(node: NodeCalls) -> None:
    english, german = ({part: node.call("", "catalogue", language, part) for part in PARTS} for language in LANGUAGES)
    assert german == english


@pytest.mark.slow
def test_every_text_is_used(node: NodeCalls) -> None:
    patterns = set()
    for path in scripts():
        for plain, template in LITERAL.findall(path.read_text(encoding="utf-8")):
            literal = plain or template
            if "${" not in literal:
                patterns.add(re.escape(literal))
                continue
            fixed = HOLE.split(literal)
            if any(re.search("[a-z]", each) for each in fixed):
                patterns.add("[^ ]*".join(map(re.escape, fixed)))
    used = re.compile("|".join(f"(?:{pattern})" for pattern in patterns if pattern))
    unused = [
        f"{part}.{name}"
        for part in PARTS
        for name in node.call("", "catalogue", "en", part)
        if not used.fullmatch(f"{part}.{name}") and not used.fullmatch(name)
    ]
    assert unused == []


def test_no_text_stands_elsewhere() -> None:
    found = []
    for path in scripts():
        for match in GIVEN.finditer(path.read_text(encoding="utf-8")):
            text = HOLE.sub("", match["text"])
            # Names of texts have no blanks and no capitals.
            if re.search("[A-Za-zÄÖÜäöüß]{2} |^[A-ZÄÖÜ]", text):
                found.append(f"{path.name}: {match[0]}")
    assert found == []


@pytest.mark.slow
def test_the_table_of_keys_is_german_too(node: NodeCalls) -> None:
    wanted = {"Mouse", "Touch"}
    for keys in (KEY_TABLE[name] for name in KEY_SCREENS):
        wanted.add(keys.note)
        for shortcut in keys.shortcuts:
            wanted |= {shortcut.heading, shortcut.what}
        for gesture in keys.gestures:
            wanted |= {gesture.device, gesture.what, *gesture.gestures}
    table = node.call("", "tableOfKeys")
    names = {"Space", "Enter", "Del", "Backspace", "PgUp", "PgDn", "Home", "End"}
    assert set(table) == (wanted | names) - {""}


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["start", "game", "replay", "review", "statistics", "study"])
def test_the_help_names_only_what_the_page_has(screen: str) -> None:
    [path] = (page_folder() / "screens").glob(f"{screen}.ts*")
    source = path.read_text(encoding="utf-8")
    keys = (page_folder() / "input" / "keys.ts").read_text(encoding="utf-8")
    app = (page_folder() / "app.ts").read_text(encoding="utf-8")
    elsewhere = re.findall(r"NOT_HERE = new Set\(\[(.*)\]\)", keys)[0]
    missing = {
        shortcut.command
        for table in (KEY_TABLE[screen], KEY_TABLE["everywhere"])
        for shortcut in table.shortcuts
        if not re.search(rf"^ +{shortcut.command}(?::|\()", source + app, re.MULTILINE)
        and f'"{shortcut.command}"' not in elsewhere
    }
    assert missing == set()
