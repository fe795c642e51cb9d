"""Themes of the player's own: JSON and base16 files, and the same colours on the page."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest

from board_scripts import ask
from hypersweep.errors import ParameterError
from hypersweep.picture import THEMES, board_svg, load_theme, parse_theme
from hypersweep.picture.colours import contrast
from hypersweep.picture.theme_files import faint_colours, find_theme
from hypersweep.picture.themes import PALETTES, theme_in
from hypersweep.view import View

if TYPE_CHECKING:
    from pathlib import Path

NUMBERS = ["#1d4ed8", "#166534", "#b91c1c", "#6d28d9", "#b45309", "#0f766e", "#a21caf", "#374151"]
BRIGHT = ["#7cafc2", "#a1b56c", "#ff6f6f", "#ba8baf", "#dc9656", "#86c1b9", "#f7ca88", "#e8e8e8"]
SCHEME = """# a comment
system: "base16"
name: "Ocean night"
palette:
  base00: "181818"
  base01: 282828
  base02: "#484848"   # selection
  base08: "ab4642"
  base09: 'dc9656'
  base0A: "f7ca88"
  base0B: "a1b56c"
  base0C: "86c1b9"
  base0D: "7cafc2"
  base0E: "ba8baf"
  base0F: "a16946"
"""


def test_a_theme_file_has_nine_colours_and_the_rest_is_found() -> None:
    theme = parse_theme(json.dumps({"name": "Sea", "cover": "#2B6777", "numbers": NUMBERS}))
    assert (theme.title, theme.covered[0], list(theme.ramp)) == ("Sea", "#2b6777", NUMBERS)
    assert theme.opened[0] == THEMES["light"].opened[0]
    assert parse_theme(json.dumps({"cover": "#2b6777", "numbers": BRIGHT})).is_dark
    assert parse_theme(json.dumps({"cover": "#2b6777", "numbers": NUMBERS, "open": "#101010"})).opened[0] == "#101010"
    assert "Sea" not in board_svg(View.parse("2x3 mines=1\n# 1 .\n# 1 ."), theme=theme)


def test_base16_schemes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "ocean.yaml"
    path.write_text(SCHEME, encoding="utf-8")
    theme = load_theme(path)
    assert find_theme(str(path)) == theme
    assert (theme.title, theme.is_dark, theme.opened[0], theme.covered[0]) == (
        "Ocean night",
        True,
        "#181818",
        "#484848",
    )
    assert theme.ramp[:3] == ("#7cafc2", "#a1b56c", "#ab4642")
    # Too faint colours are reported, and drawn in a shade that can be read.
    assert [each.split()[0] for each in faint_colours(theme)] == ["3", "8"]
    style = theme.style(3)
    assert contrast(style.text, style.ground) >= 4.5


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "base00"),
        (SCHEME.replace("base0D", "base1D"), "base0d"),
        (SCHEME.replace("7cafc2", "7cafc"), "#7cafc"),
        (SCHEME.replace('"181818"', '"zz"'), "'base00'"),
        ("[1, 2]", "JSON"),
        ("junk", "JSON object with 'cover'"),
        ('{"cover": "#000000",', "line 1"),
        ('{"number1": "#zz"}', "eight colours and 'cover', got 'number1'"),
        ('{"numbers": ["#000000"], "cover": "#000000"}', "eight"),
        (json.dumps({"numbers": [*NUMBERS[:7], "red"], "cover": "#000000"}), "numbers[7]"),
        (json.dumps({"numbers": NUMBERS}), "cover"),
        (json.dumps({"numbers": NUMBERS, "cover": "#000000", "open": 3}), "open"),
        (json.dumps({"numbers": NUMBERS, "cover": "#000000", "name": 3}), "name"),
    ],
)
def test_what_is_no_theme_is_named(text: str, named: str) -> None:
    with pytest.raises(ParameterError) as refused:
        parse_theme(text)
    assert named in str(refused.value)


def test_an_unknown_theme_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ParameterError, match="dark"):
        find_theme("drak")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(ParameterError) as refused:
        find_theme("folder")
    assert str(refused.value).count("folder") == 1
    (tmp_path / "bad.json").write_text("junk", encoding="utf-8")
    with pytest.raises(ParameterError, match=r"bad\.json"):
        find_theme("bad.json")


@pytest.mark.parametrize("colours", [256, 16])
def test_terminals_with_few_colours_show_it_in_theirs(colours: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(THEMES, "own", parse_theme(json.dumps({"cover": "#2b6777", "numbers": BRIGHT})))
    theme_in.cache_clear()
    theme = theme_in("own", colours)
    for look in range(-1, 9):
        style = theme.style(look)
        assert {style.text, style.ground} <= PALETTES[colours].keys()
        assert contrast(style.text, style.ground) >= (3 if look < 0 else 4.5)
    theme_in.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("given", [{}, {"open": "#fff7e0"}, {"open": "#20242b"}], ids=str)
def test_the_page_finds_the_same_colours(given: dict[str, str]) -> None:
    text = json.dumps({"cover": "#2b6777", "numbers": NUMBERS, **given})
    theme = parse_theme(text)
    found: dict[str, Any] = ask([{"question": "own", "text": text}])[0]
    for each in fields(theme):
        first, *rest = each.name.split("_")
        if (name := first + "".join(map(str.capitalize, rest))) in found["colours"] and name != "name":
            own = getattr(theme, each.name)
            assert found["colours"][name] == (list(own) if isinstance(own, tuple) else own), each.name
    assert [each["place"].replace("cover", "covered") for each in found["faint"]] == [
        name.split()[0] for name in faint_colours(theme)
    ]
    wrong = [ask([{"question": "own", "text": each}])[0] for each in ("[1]", "{}", text.replace("#2b6777", "teal"))]
    assert [each["wrong"] for each in wrong] == ["json", "numbers", "colour"]
