"""The databases that tests of people need."""

from __future__ import annotations

from databases import url

__all__ = ["url"]
