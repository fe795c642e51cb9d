"""The migrations, oldest first. Never change one that was released."""

from __future__ import annotations
