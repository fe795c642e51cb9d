"""No-guess boards: generation, grading by the hardest deduction needed, and certificates.

>>> from hypersweep.generate import no_guess, solvable_from
>>> layout = no_guess("9x9", 10, (4, 4), seed=7)
>>> solvable_from(layout, (4, 4))
Solvability(grade='clue', opened=71, safe_cells=71)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import CertificateError, GenerationError
from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.generate.certificate import Certificate, certify
    from hypersweep.generate.certificate_check import verify
    from hypersweep.generate.certificate_steps import Step
    from hypersweep.generate.grading import Solvability, deduced_view, each_start, solvable_from
    from hypersweep.generate.search import METHODS, Progress, no_guess
    from hypersweep.rules import GRADES

__all__ = [
    "GRADES",
    "METHODS",
    "Certificate",
    "CertificateError",
    "GenerationError",
    "Progress",
    "Solvability",
    "Step",
    "certify",
    "deduced_view",
    "each_start",
    "no_guess",
    "solvable_from",
    "verify",
]

_HOMES = {
    "certificate": ("Certificate", "certify"),
    "certificate_check": ("verify",),
    "certificate_steps": ("Step",),
    "grading": ("GRADES", "Solvability", "deduced_view", "each_start", "solvable_from"),
    "search": ("METHODS", "Progress", "no_guess"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
