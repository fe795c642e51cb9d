from __future__ import annotations

from hypersweep.courses.check.difference import Difference


def test_the_smaller_difference_has_less_to_read() -> None:
    small, large = Difference("what", "clause", "one call", ""), Difference("what", "clause", "one call\nanother", "")
    assert small.size < large.size
    assert not small.is_open
