"""The tables that the page and the terminal share: the files in the page's folder are current."""

from __future__ import annotations

import json
import re

import pytest

from hypersweep.boards import PRESETS
from hypersweep.grid import Grid
from hypersweep.picture.colours import contrast
from hypersweep.picture.themes import THEMES, Theme
from hypersweep.solve import analyse
from hypersweep.view import COVERED, FLAGGED, View
from hypersweep.web.page_files import page_folder
from hypersweep.web.page_tables import (
    KEY_SCREENS,
    TABLES,
    page_colours,
    picture_text,
    picture_texts,
    table_texts,
    theme_styles,
)
from node_calls import NodeCalls

FOLDER = page_folder() / "data"
NODE = NodeCalls


@pytest.mark.slow
def test_the_tables_in_the_folder_are_those_that_would_be_written() -> None:
    texts = table_texts()
    assert texts.keys() == TABLES.keys() == {path.name for path in FOLDER.iterdir()}
    for name, text in texts.items():
        found = (FOLDER / name).read_text(encoding="utf-8")
        assert found == text, f"{name} is out of date: 'python -m hypersweep.web.page_tables' writes it"


@pytest.mark.slow
def test_the_scripts_have_what_the_tables_have(node: NodeCalls) -> None:
    for name, constants in TABLES.items():
        for constant, value in constants().items():
            assert node.call("", "constant", f"data/{name}", constant) == json.loads(json.dumps(value)), (
                name,
                constant,
            )


def test_the_keys_of_every_screen_of_the_page_are_in_them() -> None:
    asked = set()
    for script in page_folder().rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        asked |= {*re.findall(r'^  keys = "(\w+)"', text, re.MULTILINE), *re.findall(r"\bSHORTCUTS\.(\w+)", text)}
        for getter in re.findall(r"^  get keys\(\) \{\n(.*?)^  \}", text, re.MULTILINE | re.DOTALL):
            asked |= set(re.findall(r'"(\w+)"', getter))
    assert {"game", "start", "scores", "this_board"} <= asked
    # These have only buttons.
    plain = {"settings", "resume", "lobby", "account", "best", "daily", "shared", "person", "admin"}
    assert asked - plain | {"everywhere"} == set(KEY_SCREENS)


@pytest.mark.slow
def test_a_row_is_a_line_and_the_rest_what_fits() -> None:
    texts = table_texts()
    assert '\n    { keys: ["F1", "H"], command: "help", arguments: [] },\n' in texts["keys.js"]
    assert all(len(line) <= 140 for line in texts["keys.js"].split("\n"))
    assert (
        '\nexport const OTHER_NAMES = { easy: "beginner", medium: "intermediate", hard: "expert" };\n'
        in texts["boards.js"]
    )


def _view(name: str, text: str) -> View:
    board, mines = PRESETS[name]
    codes = [{"#": COVERED, "F": FLAGGED}.get(letter) for letter in text]
    return View(
        board, mines, [int(letter, 36) if code is None else code for letter, code in zip(text, codes, strict=True)]
    )


@pytest.mark.slow
def test_every_picture_is_a_position_that_some_layout_fits() -> None:
    texts = picture_texts()
    assert texts.keys() == PRESETS.keys()
    for name in ("beginner", "intermediate", "3d-easy", "4d-easy", "1d"):
        view = _view(name, texts[name])
        # Flags that are taken for mines would contradict a clue if one were wrong.
        analysis = analyse(view, trust_flags=True)
        assert analysis.view.flagged <= view.mines
        assert 0.2 < 1 - view.covered / view.grid.cells < 0.9


def test_a_picture_is_the_same_each_time() -> None:
    assert picture_text("3x4x5", 6) == picture_text("3x4x5", 6)
    assert len(picture_text("3x4x5", 6)) == Grid("3x4x5").cells


THEMES_WITH_COLOURS = [theme for theme in THEMES.values() if theme.is_colourful]


def test_the_styles_in_the_folder_are_those_that_would_be_written() -> None:
    found = (page_folder() / "styles" / "themes.css").read_text(encoding="utf-8")
    assert found == theme_styles(), "'python -m hypersweep.web.page_tables' writes styles/themes.css"


@pytest.mark.parametrize("theme", THEMES_WITH_COLOURS, ids=lambda theme: theme.name)
def test_texts_can_be_read_on_page_and_panels(theme: Theme) -> None:
    colours = page_colours(theme)
    for ground in ("--page", "--panel", "--raised"):
        for text in ("--text", "--muted", "--accent", "--danger", "--good"):
            assert contrast(colours[text], colours[ground]) >= theme.least, (text, ground)
        assert contrast(colours["--focus"], colours[ground]) >= 3.0
    assert contrast(colours["--on-accent"], colours["--accent"]) >= 4.5
    assert contrast(colours["--line-strong"], colours["--page"]) >= 3.0


def test_every_theme_can_be_chosen_and_the_browser_asked() -> None:
    text = theme_styles()
    for theme in THEMES_WITH_COLOURS:
        assert f':root[data-theme="{theme.name}"] {{' in text
    for query in ("prefers-color-scheme: dark", "prefers-contrast: more", "forced-colors: active"):
        assert f"@media ({query})" in text
