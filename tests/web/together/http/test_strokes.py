"""Letters that are drawn as lines."""

from __future__ import annotations

from hypersweep.boards import PRESETS
from hypersweep.web.together.http.strokes import glyph, lines_mask, text_width


def test_everything_that_pictures_write_can_be_written() -> None:
    words = [*PRESETS, "hypersweep", "0123456789", "1:02:03.45", "7.04 s", "16×30", "4×4~neumann~wrap=0,3"]
    for word in words:
        for letter in word:
            mask, step = glyph(letter, 40.0)
            assert step > 0, letter
            assert letter == " " or any(any(row) for row in mask.rows), letter


def test_no_two_letters_look_alike() -> None:
    masks = {letter: glyph(letter, 40.0)[0] for letter in "abcdefghijklmnopqrstuvwxyz0123456789.,:-=~×"}
    assert len(set(masks.values())) == len(masks)


def test_a_text_is_as_wide_as_its_letters() -> None:
    text = "16×30"
    end = sum(glyph(letter, 40.0)[1] for letter in text)
    assert 0 <= end - text_width(text, 40.0) <= 10
    assert text_width("", 40.0) == text_width("☃", 40.0) == 0
    assert glyph("☃", 40.0)[1] == 0


def test_lines_cover_what_is_near_them() -> None:
    # Every pixel against its distance, reckoned with the other formula for that.
    (x, y), (to_x, to_y), thickness = (3.2, 4.1), (15.7, 9.3), 3.0
    mask = lines_mask([[(x, y), (to_x, to_y)]], thickness)
    square = (to_x - x) ** 2 + (to_y - y) ** 2
    for row, line in enumerate(mask.rows):
        for column, share in enumerate(line):
            at_x, at_y = column + mask.left + 0.5, row + mask.top + 0.5
            along = ((at_x - x) * (to_x - x) + (at_y - y) * (to_y - y)) / square
            near_x, near_y = x + min(1, max(0, along)) * (to_x - x), y + min(1, max(0, along)) * (to_y - y)
            distance = ((at_x - near_x) ** 2 + (at_y - near_y) ** 2) ** 0.5
            expected = min(1.0, max(0.0, thickness / 2 + 0.5 - distance))
            assert abs(share / 255 - expected) < 0.01


def test_nothing_is_no_mask() -> None:
    assert lines_mask([], 3.0).rows == ()
    assert lines_mask([[(2.0, 2.0)]], 3.0).rows != ()
