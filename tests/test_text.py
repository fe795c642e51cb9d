from __future__ import annotations

import pytest

from hypersweep.review import VERDICTS
from hypersweep.text import pluralize, tame


@pytest.mark.parametrize("number", [-2, 0, 2, 11, 101])
def test_only_one_is_singular(number: int) -> None:
    assert pluralize(number, "cell") == f"{number} cells"
    assert pluralize(1, "cell") == "1 cell"


def test_every_verdict_has_its_plural() -> None:
    for verdict in VERDICTS:
        text = pluralize(2, verdict)
        assert text.startswith(f"2 {verdict}")
        assert not text.endswith(("sss", "certains", "unknowns", "guesss"))


def test_what_others_say_cannot_steer_a_terminal() -> None:
    said = "a\u009b2J\x1b]0;b\a\u202ec\n\td"
    assert tame(said, 40) == "a 2J ]0;b c d"
    for most in (2, 5, 9):
        assert len(tame(said, most)) == most
