"""The HTTP API and the pages of finished games, with the checks that every request has to pass."""

from __future__ import annotations
