"""Rooms: what people play together, each a function of what was done in it.

``entries`` are what was done, ``room`` and the kinds of rooms (``solo``, ``coop``, ``versus``, ``study``) say what
follows from that, ``cut`` what of it somebody may be told, and ``home`` holds the rooms of this worker.
"""

from __future__ import annotations
