"""Plots: drawn the same each time, with the names of the boards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from hypersweep.errors import MissingExtraError, ParameterError
from hypersweep.lab import run_experiment
from hypersweep.lab.plots import load_matplotlib, save_plot
from lab_worlds import small

MANY: dict[str, Any] = {"boards": [("3x4", 2), ("3x4", 4), ("2x3x4", 3), ("2x3x4", 6), ("3x3x3", 5)]}


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_plot_is_the_same_each_time(kind: str, tmp_path: Path) -> None:
    rows = run_experiment(small(**MANY))
    for name in ("one", "two"):
        save_plot(rows, tmp_path / f"{name}.{kind}", title="Games won")
    data = (tmp_path / f"one.{kind}").read_bytes()
    assert data == (tmp_path / f"two.{kind}").read_bytes()
    if kind == "svg":
        assert b"<dc:date>" not in data
        # Texts are drawn as shapes, and matplotlib leaves what they say in comments.
        for text in (b"3x4", b"2x3x4", b"3x3x3", b"Games won", b"cells with a mine"):
            assert b"<!-- " + text + b" -->" in data
    else:
        assert data.startswith(b"\x89PNG")


def test_what_can_not_be_drawn_is_refused(tmp_path: Path) -> None:
    rows = run_experiment(small())
    with pytest.raises(ParameterError, match=r"ends in \.png or \.svg"):
        save_plot(rows, tmp_path / "plot.pdf")
    for wrong in ([], run_experiment(small("compare"))):
        with pytest.raises(ParameterError, match="results with win rates"):
            save_plot(wrong, tmp_path / "plot.png")
    assert [*tmp_path.iterdir()] == []


def test_without_matplotlib_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"hypersweep\[lab\]"):
        load_matplotlib()
