from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
pytest.importorskip("torch", reason="the examples learn with PyTorch, which isn't installed")
pytest.importorskip("matplotlib", reason="the examples draw with Matplotlib, which isn't installed")

import learn_4x4x4  # noqa: E402 - not before it is known that PyTorch is there


@pytest.mark.long
def test_a_minute_is_enough_to_learn_something(tmp_path: Path) -> None:
    assert learn_4x4x4.main(["--quick", "--tested", "500", "--out", str(tmp_path)]) > 0.1  # chance wins next to nothing
    assert {path.name for path in tmp_path.iterdir()} == {"learn_4x4x4.svg", "learn_4x4x4.png"}
