"""Settings that are on or off."""

from __future__ import annotations

from hypersweep.ui_model.command_search import fit, setting_words
from hypersweep.ui_model.toggles import TOGGLES


def test_each_is_found_by_its_title_before_all_others() -> None:
    titles = [toggle.title for toggle in TOGGLES.values()]
    for title in titles:
        fits = {other: fit(title, f"{other}: on", setting_words(f"{other}: on")) for other in titles}
        assert max(fits, key=lambda other: fits[other]) == title
        assert sorted(fits.values())[-2] < fits[title]
