"""The HTTP API."""

from __future__ import annotations
