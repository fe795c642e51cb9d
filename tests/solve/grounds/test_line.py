"""Lines of contradiction in words, clue by clue."""

from __future__ import annotations

from hypersweep import View
from hypersweep.solve import deduce

LINE = (
    "Suppose (2, 3) were a mine. The 1 at (1, 3) would have its mine, (2, 3), so (0, 3), (1, 2) and (2, 2) "
    "would be safe. The 1 at (3, 2) would have its mine, (2, 3), so (3, 1) would be safe. Only (0, 1) and (1, "
    "1) would be left for the 2 at (0, 2), so (0, 1) and (1, 1) would be mines. Only (1, 0), (1, 1), (2, 0) "
    "and (3, 0) would be left for the 4 at (2, 1), so (1, 0) would be a mine. The 2 at (0, 0) would touch 3 "
    "mines, (0, 1), (1, 0) and (1, 1), which is too many. So (2, 3) is safe."
)


def test_a_line_of_contradiction_is_told_clue_by_clue() -> None:
    reasons = deduce(View.parse("4x4 mines=5\n2 # 2 #\n# # # 1\n# 4 # #\n# # 1 #"))
    assert str(next(reason for reason in reasons if reason.rule == "set")) == LINE
