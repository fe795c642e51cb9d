"""Rooms, in which people play together: the state of each is a function of its entries.

``entries`` are the actions, ``room`` and the kinds of rooms (``room_kinds``, ``study``) apply them, ``visibility``
decides what each receiver may see, ``room_actor`` handles the messages of a room's members, and ``room_registry`` has
the rooms of this worker.
"""

from __future__ import annotations
