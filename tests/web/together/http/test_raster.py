"""Pictures of pixels, and PNG."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hypersweep.web.together.http.raster import Raster, colour_of, disk_mask, polygon_mask, rounded_mask
from hypersweep.web.together.http.strokes import Mask
from png_reading import read_png

BLACK, WHITE, RED = (0, 0, 0), (255, 255, 255), (255, 0, 0)


BOXES = st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 12), st.integers(0, 12))
COLOURS = st.tuples(*[st.integers(0, 255)] * 3)


@given(st.integers(1, 8), st.integers(1, 8), st.lists(st.tuples(BOXES, COLOURS), max_size=4))
def test_boxes_wherever_they_lie(
    width: int, height: int, boxes: list[tuple[tuple[int, ...], tuple[int, int, int]]]
) -> None:
    raster = Raster(width, height, WHITE)
    expected = [[WHITE] * width for _ in range(height)]
    for (x, y, wide, high), colour in boxes:
        raster.fill(x, y, wide, high, colour)
        for row in range(height):
            for column in range(width):
                if x <= column < x + wide and y <= row < y + high:
                    expected[row][column] = colour
    assert read_png(raster.png()) == (width, height, expected)


@given(st.integers(-5, 8), st.integers(-5, 8))
def test_masks_and_stamps_wherever_they_lie(x: int, y: int) -> None:
    raster = Raster(6, 5, WHITE)
    raster.shade(Mask(1, 0, (b"\xff\x00", b"\x80\xff")), x, y, BLACK)
    shares = {(x + 1, y): 0, (x + 1, y + 1): 127, (x + 2, y + 1): 0}
    for row, line in enumerate(read_png(raster.png())[2]):
        for column, pixel in enumerate(line):
            assert pixel == (shares.get((column, row), 255),) * 3
    stamp = Raster(2, 2, RED)
    raster.stamp(stamp, x, y)
    for row, line in enumerate(read_png(raster.png())[2]):
        for column, pixel in enumerate(line):
            assert (pixel == RED) == (x <= column < x + 2 and y <= row < y + 2)


def test_shapes() -> None:
    disk = disk_mask(5.0, 5.0, 4.0)
    assert abs(sum(map(sum, disk.rows)) / 255 - 3.14159 * 16) < 0.6
    triangle = polygon_mask([(0.0, 0.0), (8.0, 4.0), (0.0, 8.0)])
    assert abs(sum(map(sum, triangle.rows)) / 255 - 32) < 0.6
    box = rounded_mask(20, 10, 3.0)
    assert (len(box.rows), len(box.rows[0])) == (10, 20)
    assert box.rows[0][0] < 60
    assert box.rows[5][0] == box.rows[0][10] == 255
    assert all(line == line[::-1] for line in box.rows)


def test_writing_goes_from_left_to_right() -> None:
    raster = Raster(120, 40, WHITE)
    raster.write("1☃23", 5.0, 5, 24.0, BLACK)
    pixels = read_png(raster.png())[2]
    columns = [at for at in range(120) if any(line[at] != WHITE for line in pixels)]
    assert columns[0] >= 3
    assert sum(after - before > 1 for before, after in pairwise(columns)) == 2


def test_colours() -> None:
    assert colour_of("#0a4fb0") == (10, 79, 176)
