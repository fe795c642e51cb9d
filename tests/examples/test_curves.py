from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import capabilities

if capabilities.has("torch"):
    import curves
    from curves import Result
    from learning import Point

    POINTS = [Point(512 * number, number, 100, number, number) for number in range(100)]

pytestmark = [pytest.mark.slow, pytest.mark.needs("torch")]


def test_its_examples_run_as_printed() -> None:
    assert doctest.testmod(curves).failed == 0


def test_a_long_curve_is_drawn_with_few_points_and_all_games() -> None:
    curve = curves.joined(POINTS)
    assert len(curve) == 20  # of five rounds each
    games, share, low, high = curve[0]
    assert (games, share) == (1024, 0.02)
    assert low < share < high


def test_pictures_are_the_same_each_time_and_tell_what_came_out(tmp_path: Path) -> None:
    result = Result(won=90, solver=95, random=1, tested=100)
    for name in ("first", "second"):
        curves.draw_curve(tmp_path / name / "curve", "3x4", POINTS, result, {"best published": 0.93})
    first, second = ((tmp_path / name / "curve.svg").read_text(encoding="utf-8") for name in ("first", "second"))
    assert first == second
    for text in ("3x4", "100 fresh games afterwards: 90.0%", "best published: 93.0%", "any covered cell: 1.0%"):
        assert text in first
    assert (tmp_path / "first" / "curve.png").read_bytes().startswith(b"\x89PNG")
