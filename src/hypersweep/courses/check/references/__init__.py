"""One plain correct program for each course, from which ``mutants`` makes wrong ones.

They are complete programs, as students hand them in, and repeat the rules on purpose: ``mutants`` changes their text,
which the shared engine doesn't allow, as a change there would affect every course. The reference of COMP2017 is the
package's own ``minesweeper.c``. The package imports none of them; the tests check each with ``hypersweep check``.
"""

from __future__ import annotations
