"""Storage for the multiplayer server: one database (SQLite or PostgreSQL), which includes a journal for each room."""

from __future__ import annotations
