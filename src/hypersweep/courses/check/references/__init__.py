"""One plain correct program for each course, from which ``mutants`` makes wrong ones.

They are whole programs, as students hand them in, and so have the rules once more: a change to the package's engine
would be a change to all its courses. The reference of COMP2017 is the package's own ``minesweeper.c``. Nothing imports
these files; the tests check each with ``hypersweep check``.
"""

from __future__ import annotations
