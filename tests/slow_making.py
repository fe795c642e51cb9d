"""Make boards without guesses as slowly as a test wants, or not at all."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from hypersweep import Layout, generate
from hypersweep.errors import GenerationError
from hypersweep.game import first_open
from hypersweep.generate import Progress


class SlowMaking:
    """Holds every search for a board until it is released.

    Attributes:
        may_end: lets searches end.
        count: how many were begun.
        is_vain: whether they find nothing. What was found or not is forgotten when that changes.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_end = threading.Event()
        self.count = 0
        self._search = generate.no_guess
        monkeypatch.setattr(generate, "no_guess", self._make)
        # What was made for other tests stays theirs.
        monkeypatch.setattr(first_open, "_made", {})
        self.is_vain = False

    @property
    def is_vain(self) -> bool:
        return self._is_vain

    @is_vain.setter
    def is_vain(self, is_vain: bool) -> None:
        self._is_vain = is_vain
        first_open._made.clear()

    def _make(self, *arguments: Any, progress: Callable[[Progress], object] | None = None, **options: Any) -> Layout:
        self.count += 1
        tried = 0
        while not self.may_end.wait(0.005):
            tried += 100
            if progress is not None:
                progress(Progress(tried, 100_000, 30, 60))
        if self.is_vain:
            raise GenerationError("none", tried=100_000, most_opened=30)
        return self._search(*arguments, **options)
