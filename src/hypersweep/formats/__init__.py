"""Positions as other programs and people write them."""

from __future__ import annotations

from hypersweep.formats.position import read_position
from hypersweep.formats.position_json import PositionReader

__all__ = ["PositionReader", "read_position"]
