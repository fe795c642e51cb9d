"""The HTTP API and the pages for finished games, with the checks every request must pass."""

from __future__ import annotations
