"""The look of plots: colours that differ, and settings that matplotlib knows."""

from __future__ import annotations

import matplotlib as mpl

from hypersweep.lab.plot_look import COLOURS, DASHES, GREY, INK, STYLE


def test_colours_differ_and_settings_are_known() -> None:
    assert len({*COLOURS, GREY, INK}) == len(COLOURS) + 2
    assert len({*DASHES}) == len(DASHES)
    assert {*STYLE} <= {*mpl.rcParams}
    assert STYLE["svg.hashsalt"] == "hypersweep"
