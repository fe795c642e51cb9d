"""The screen on limited terminals."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from hypersweep.tui.parts.filters import AsciiFilter, ColourlessFilter, to_ascii

BLACK = Color(0, 0, 0)


def test_frames_and_signs_keep_their_looks() -> None:
    assert to_ascii("╭─╮│ │╰─╯ █░ ▶◀▲▼ ⚑ × …") == "+-+| |+-+ #: ><^v F x ."
    assert to_ascii("Zoë’s naïve café") == "Zoe's naive cafe"
    assert to_ascii("🔎 x") == ">  x"
    assert to_ascii("日本") == "????"
    assert to_ascii("⠁⠀") == ". "


@given(st.text())
def test_everything_becomes_ascii_of_the_same_width(text: str) -> None:
    found = to_ascii(text)
    assert found.isascii()
    # A control character has no width; others have the width that Python knows.
    plain = "".join(
        character
        for character in text
        if unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Cn", "Co", "Mn", "Me", "Mc", "Zl", "Zp")
        and (character.isascii() or cell_len(character) == 1)
        and unicodedata.east_asian_width(character) not in "WF"
    )
    assert len(to_ascii(plain)) == len(plain)


def test_segments_keep_their_styles() -> None:
    bold = Style(bold=True)
    before = [Segment("─x─", bold), Segment("plain")]
    assert AsciiFilter().apply(before, BLACK) == [Segment("-x-", bold), Segment("plain")]


def test_colours_go_and_bright_grounds_are_reversed() -> None:
    before = [
        Segment("a", Style(color="#ff0000", bgcolor="#101010", bold=True)),
        Segment("b", Style(color="#000000", bgcolor="#ffffff")),
        Segment("c", Style(underline=True)),
        Segment("d"),
    ]
    after = ColourlessFilter().apply(before, BLACK)
    assert [segment.text for segment in after] == ["a", "b", "c", "d"]
    for segment in after:
        assert segment.style is None or (segment.style.color is None and segment.style.bgcolor is None)
    assert after[0].style == Style(bold=True)
    assert after[1].style == Style(reverse=True)
    assert after[2].style == Style(underline=True)
    assert after[3].style is None
