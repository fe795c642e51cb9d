"""What is kept of what people do together: one database, SQLite or PostgreSQL, and a journal of each room."""

from __future__ import annotations
