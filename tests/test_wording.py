from __future__ import annotations

import pytest

from hypersweep.review import VERDICTS
from hypersweep.wording import count_of


@pytest.mark.parametrize("number", [-2, 0, 2, 11, 101])
def test_only_one_is_singular(number: int) -> None:
    assert count_of(number, "cell") == f"{number} cells"
    assert count_of(1, "cell") == "1 cell"


def test_every_verdict_has_its_plural() -> None:
    for verdict in VERDICTS:
        text = count_of(2, verdict)
        assert text.startswith(f"2 {verdict}")
        assert not text.endswith(("sss", "certains", "unknowns", "guesss"))
