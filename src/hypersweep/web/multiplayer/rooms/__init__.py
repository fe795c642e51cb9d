"""Rooms where people play together; a room's state is a pure function of its saved entries.

``entries`` defines the saved actions; ``room`` and the room types (``room_kinds``, ``study``) apply them.
``visibility`` decides what each receiver may see, ``room_actor`` handles messages from a room's members, and
``room_registry`` holds the rooms whose home is this worker.
"""

from __future__ import annotations
