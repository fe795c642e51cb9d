"""Ask the page's scripts for boards, in node: places, neighbours and colours."""

from __future__ import annotations

import json
from typing import Any

import capabilities
from node_kernel import run_script


def ask(questions: list[dict[str, Any]]) -> list[Any]:
    """Return the answers of ``scripts/board.mjs``, one for each question."""
    answers = json.loads(run_script("board.mjs", capabilities.module(""), given=json.dumps(questions)))
    assert isinstance(answers, list)
    return answers
