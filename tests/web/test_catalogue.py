"""The texts of the page: in all languages, all of them used, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hypersweep.picture import axis_name
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.web import page_folder
from hypersweep.web.page_tables import KEY_SCREENS
from node_calls import NodeCalls

NODE = NodeCalls

LANGUAGES = sorted(path.name for path in (page_folder() / "messages").iterdir() if path.is_dir())
PARTS = sorted(path.stem for path in (page_folder() / "messages" / "en").glob("*.ftl"))
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_parts(language: str) -> None:
    assert {path.stem for path in (page_folder() / "messages" / language).glob("*.ftl")} == set(PARTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_texts_of_the_same_values(node: NodeCalls, language: str) -> None:
    """A value that one language shows is shown by the others too, or decides about their words."""
    for part in PARTS:
        texts, english = (node.call("", "catalogue", each, part) for each in (language, "en"))
        assert set(texts) == set(english), part
        for name, own in texts.items():
            other = english[name]
            assert {*own["shown"]} <= {*other["shown"], *other["chosen"]}, f"{part}.{name}"
            assert {*other["shown"]} <= {*own["shown"], *own["chosen"]}, f"{part}.{name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_a_text_comes_from_a_script(node: NodeCalls, language: str) -> None:
    """Languages may choose words by other values than English, such as by a number that English doesn't need."""
    known = set(re.findall(r"\w+", "".join(path.read_text(encoding="utf-8") for path in scripts())))
    unknown = {
        f"{part}.{name}: {value}"
        for part in PARTS
        for name, text in node.call("", "catalogue", language, part).items()
        for value in (*text["shown"], *text["chosen"])
        if value not in known and value.removeprefix("quoted_") not in known
    }
    assert unknown == set()


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


def test_axes_have_the_names_of_python(node: NodeCalls) -> None:
    names = [axis_name(axis, plural=False) for axis in range(7)]
    assert node.call("", "axisNames", "en", 7) == names
    for language in LANGUAGES:
        assert len({*node.call("", "axisNames", language, 7)}) == 7
    told = [node.call("", "text", "en", "game", "along", {"axis": axis}) for axis in range(7)]
    assert all(text.endswith(axis_name(axis)) for axis, text in enumerate(told)), told


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
def test_the_table_of_keys_is_in_all_languages(node: NodeCalls) -> None:
    wanted = {"Mouse", "Touch"}
    for keys in (KEY_TABLE[name] for name in KEY_SCREENS):
        wanted.add(keys.note)
        for shortcut in keys.shortcuts:
            wanted |= {shortcut.heading, shortcut.what}
        for gesture in keys.gestures:
            wanted |= {gesture.device, gesture.what, *gesture.gestures}
    names = {"Space", "Enter", "Del", "Backspace", "PgUp", "PgDn", "Home", "End"}
    words = sorted((wanted | names) - {""})
    assert node.call("", "tableTexts", "en", words) == words
    for language in LANGUAGES:
        assert None not in node.call("", "tableTexts", language, words)
    # Each has its own text, and no other has one.
    texts = [name for name in node.call("", "catalogue", "en", "help") if name.startswith("table_")]
    assert len(texts) == len(words)


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["start", "game", "replay", "review", "statistics", "study"])
def test_the_help_names_only_what_the_page_has(screen: str) -> None:
    [path] = (page_folder() / "screens").glob(f"{screen}.ts*")
    source = path.read_text(encoding="utf-8")
    keys = (page_folder() / "input" / "keys.ts").read_text(encoding="utf-8")
    app = (page_folder() / "app.ts").read_text(encoding="utf-8")
    if "...cursorCommands(" in source:
        source += (page_folder() / "input" / "cursor.ts").read_text(encoding="utf-8")
    elsewhere = re.findall(r"NOT_HERE = new Set\(\[(.*)\]\)", keys)[0]
    missing = {
        shortcut.command
        for table in (KEY_TABLE[screen], KEY_TABLE["everywhere"])
        for shortcut in table.shortcuts
        if not re.search(rf"^ +{shortcut.command}(?::|\()", source + app, re.MULTILINE)
        and f'"{shortcut.command}"' not in elsewhere
    }
    assert missing == set()
