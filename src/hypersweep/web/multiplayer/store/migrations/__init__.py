"""Migrations for upgrading a database's tables to this version."""

from __future__ import annotations

from hypersweep.web.multiplayer.store.migrations.upgrade import NEWEST, upgrade

__all__ = ["NEWEST", "upgrade"]
