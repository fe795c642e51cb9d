"""What docs/certificates.md shows is true: its checker, and its limits."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hypersweep.errors import CertificateError
from hypersweep.generate import Certificate, Step, certificate_check, certificate_steps, certify, no_guess, verify

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "certificates.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def checker() -> tuple[str, Callable[[str], bool]]:
    """Return the checker of the page: its text, and its definitions."""
    (text,) = re.findall(r"```python\n(from itertools.*?)```", TEXT, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(text, str(DOCUMENT), "exec"), names)
    return text, names["holds"]


@pytest.mark.slow
def test_the_checker_is_short_and_agrees_with_ours() -> None:
    text, holds = checker()
    lines = text.partition("def holds")[2].splitlines()
    assert len(lines) <= 31
    verdicts = set()
    for board, mines in (("4x5", 4), ("2x3x3~orthogonal", 3), ("12", 3)):
        for seed in range(4):
            certificate = certify(no_guess(board, mines, 0, seed=seed), 0)
            steps = certificate.steps
            assert holds(str(certificate))
            for number, step in enumerate(steps):
                turned = Step(step.rule, not step.is_mine, step.cells, step.clues, step.premises)
                lone = Step("clue", step.is_mine, step.cells, step.clues, step.premises)
                for instead in ([], [turned], [lone], [step, step]):
                    changed = Certificate(certificate.layout, 0, [*steps[:number], *instead, *steps[number + 1 :]])
                    try:
                        verify(changed)
                    except CertificateError:
                        assert not holds(str(changed))
                        verdicts.add(False)
                    else:
                        assert holds(str(changed))
                        verdicts.add(True)
    assert verdicts == {True, False}


def test_the_limits_are_those_of_the_code() -> None:
    text = " ".join(TEXT.split())
    assert f"2^{certificate_steps._MOST_LOOKS.bit_length() - 1} units" in text
    assert f"{certificate_steps._LOOKS_PER_NEIGHBOUR} for each cell around a clue" in text
    assert f"{certificate_check._LOOKS_PER_WAY} or more for each" in text
    assert f"{certificate_steps._LOOKS_PER_NAME} for each cell that" in text
    assert f"2^{certificate_steps._MOST_NEIGHBOURS.bit_length() - 1} others" in text
