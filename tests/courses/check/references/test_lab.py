from __future__ import annotations

from hypersweep.courses import hypermines
from hypersweep.courses.check.references import lab


def test_it_plays_as_the_package_does() -> None:
    mines = [(0, 3, 1), (1, 0, 0), (2, 2, 2)]
    one, other = lab.new_game_nd((3, 4, 3), mines), hypermines.new_game_nd((3, 4, 3), mines)
    assert one == other
    for cell in lab.cells((3, 4, 3))[::-2]:
        assert lab.dig_nd(one, cell) == hypermines.dig_nd(other, cell)
        assert one == other
        assert lab.render_nd(one) == hypermines.render_nd(other)
