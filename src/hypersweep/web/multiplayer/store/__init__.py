"""Storage of the multiplayer server: one database (SQLite or PostgreSQL), and a journal of each room."""

from __future__ import annotations
