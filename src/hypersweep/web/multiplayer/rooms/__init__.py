"""Rooms, in which people play together: the state of each is a function of its entries.

``entries`` are the actions, ``room`` and the kinds of rooms (``solo``, ``coop``, ``versus``, ``study``) apply them,
``visibility`` decides what each receiver may see, and ``room_registry`` has the rooms of this worker.
"""

from __future__ import annotations
