"""The databases that tests of what is kept need."""

from __future__ import annotations

from databases import url

__all__ = ["url"]
