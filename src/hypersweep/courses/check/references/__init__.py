"""One plain correct program for each course, from which ``mutants`` makes wrong ones.

They are complete programs, like those that students submit. They repeat the rules on purpose: ``mutants`` changes
their text, and a change in the shared engine would affect every course. The reference for COMP2017 is the package's own
``minesweeper.c``. The package imports none of them; the tests check each with ``hypersweep check``.
"""

from __future__ import annotations
