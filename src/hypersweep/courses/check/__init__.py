"""Check students' programs against their course's specification.

``runner`` plays edge cases and random games with a program, and shrinks any game that reveals a difference.
``check_report`` formats the result; ``command`` is ``hypersweep check``. Each course has a module that runs the program
and compares it with the course's reference in ``hypersweep.courses``. ``compile_and_run`` limits time and memory, but
isn't a sandbox: a program under test has all of the user's permissions.
"""

from __future__ import annotations

from hypersweep.courses.check.check_report import Difference
from hypersweep.errors import UncheckableError

__all__ = ["Difference", "UncheckableError"]
