from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import capabilities
from hypersweep.envs import BatchEnv

if capabilities.has("torch"):
    import learn_from_chances
    from learning import Judge

pytestmark = [pytest.mark.slow, pytest.mark.needs("torch")]


@pytest.mark.nightly
def test_a_minute_is_enough_to_learn_something(tmp_path: Path) -> None:
    # Random opens win none of 5,000 games.
    assert learn_from_chances.main(["--quick", "--tested", "500", "--out", str(tmp_path)]) > 0.4
    assert {path.name for path in tmp_path.iterdir()} == {"learn_from_chances.svg", "learn_from_chances.png"}


def test_lessons_are_exact_chances_of_games_that_have_begun() -> None:
    env = BatchEnv(learn_from_chances.GRID, learn_from_chances.MINES, 20, seed=7, autoreset="same-step")
    judge = Judge(learn_from_chances.GRID, learn_from_chances.MINES, width=8, blocks=1)
    lessons, won, ended = learn_from_chances.taught(judge, env)
    assert lessons.mines.sum(1) == pytest.approx(np.full(len(lessons.mines), learn_from_chances.MINES), rel=1e-5)
    is_open = lessons.positions.reshape(len(lessons.mines), -1) >= 0
    assert is_open.any(1).all()
    assert (lessons.mines[is_open] == 0).all()
    assert 0 <= won <= ended <= 20 * learn_from_chances.STEPS
