"""Storage for the multiplayer server: a single database (SQLite or PostgreSQL), including a journal for each room."""

from __future__ import annotations
