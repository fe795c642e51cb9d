"""The databases that tests of rooms in tables need."""

from __future__ import annotations

from databases import url

__all__ = ["url"]
