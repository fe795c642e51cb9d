from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import position_dataset
from hypersweep.formats.positions import read_positions


@pytest.mark.slow
def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "few.parquet"
    count = position_dataset.write(path, 12)
    positions = list(read_positions(path))
    data = position_dataset.read(path)
    assert count == len(positions) == len(data.planes) > 12
    assert data.planes.shape == (count, 10, 8, 10)
    assert (data.planes.sum(axis=1) == 1).all(), "every cell is one thing"
    for number, position in enumerate(positions):
        assert position.chances is not None
        for cell, code in position.view.items():
            assert data.planes[number][(slice(None), *cell)].argmax() == code + 1
            assert data.is_wanted[number][cell] == (code == -1)
            assert data.chances[number][cell] == position.chances[position.view.grid.index(cell)]
    seeds = np.array([position.seed for position in positions])
    assert ((data.game[:, None] == data.game) == (seeds[:, None] == seeds)).all()
    assert len(np.unique(data.game)) <= 12


def test_it_tells_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "positions.parquet")
    position_dataset.main(path, 20)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{path}: ")
    assert " positions of 20 games, " in lines[0]
    assert "mean chance 0." in lines[2]
