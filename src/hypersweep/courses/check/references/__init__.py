"""A simple, correct program for each course; ``mutants`` makes faulty programs from it.

These are complete programs, like those submitted by students. They duplicate the rules on purpose: ``mutants`` changes
their text, and a change in the shared engine would affect every course. The reference for COMP2017 is the package's own
``minesweeper.c``. The package never imports these programs; the tests check each with ``hypersweep check``.
"""

from __future__ import annotations
