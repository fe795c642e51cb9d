from __future__ import annotations

from pathlib import Path

import pytest

import capabilities

if capabilities.has("torch"):
    import learn_4x4x4

pytestmark = [pytest.mark.slow, pytest.mark.needs("torch")]


@pytest.mark.nightly
def test_a_minute_is_enough_to_learn_something(tmp_path: Path) -> None:
    assert learn_4x4x4.main(["--quick", "--tested", "500", "--out", str(tmp_path)]) > 0.1  # chance wins next to nothing
    assert {path.name for path in tmp_path.iterdir()} == {"learn_4x4x4.svg", "learn_4x4x4.png"}
