"""The migrations, oldest first. Never change a released migration."""

from __future__ import annotations
