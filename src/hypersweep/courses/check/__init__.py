"""Check programs that students wrote against the specification of their course.

``runner`` plays random games with a program and shrinks one that goes wrong to the smallest; ``report`` says what was
found; ``command`` is ``hypersweep check``. Each course has a module of its own, which runs the program and compares it
with the course's reference in ``hypersweep.courses``. ``limits`` limits the time and the memory of programs: it is no
sandbox, and a program under test may do whatever its user may do.
"""

from __future__ import annotations

from hypersweep.courses.check.difference import Difference
from hypersweep.errors import UncheckableError

__all__ = ["Difference", "UncheckableError"]
