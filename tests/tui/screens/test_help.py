"""The help: descriptions next to their keys, on every width."""

from __future__ import annotations

import re

import pytest
from textual.widgets import Static

from hypersweep.ui_model.key_table import KEY_TABLE
from pilot_play import LAYOUTS, Play, play


@pytest.mark.parametrize("width", [60, 80, 130, 200])
def test_descriptions_in_the_help_stay_beside_their_keys(width: int) -> None:
    async def script(it: Play) -> None:
        await it.press("f1")
        tables = list(it.app.screen.query(Static).filter(".keys"))
        assert len(tables) == 5
        for table in tables:
            lines = ["".join(segment.text for segment in table.render_line(y)) for y in range(table.size.height)]
            starts = [re.search(r"(^|\S) {2,}(?=\S)", line) for line in lines]
            assert len({start and start.end() for start in starts}) == 1, lines
        # On 80 columns there is one column of keys, elsewhere something takes two lines.
        assert (tables[-1].size.height > sum(gesture.device == "Mouse" for gesture in KEY_TABLE["game"].gestures)) is (
            width != 80
        )

    play(script, layout=LAYOUTS[4], size=(width, 20))
