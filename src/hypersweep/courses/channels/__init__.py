"""Channels from COMP2017: the course's five functions, for Python and, compiled on demand, for C.

``functions`` has the five functions for Python objects. ``channels_library`` is ``hypersweep channels``, which builds
them as a C library with the published signatures. Both implementations split and reassemble messages with the same
code, but the two ends of a channel must be in the same language.

Source: ND-Minesweeper of COMP2017, the paragraph "Given a reference to receiver and sender objects".
"""

from __future__ import annotations

from hypersweep.courses.channels.functions import (
    Receiver,
    Sender,
    channel_destroy,
    channel_get,
    channel_init,
    channel_send,
    sender_dup,
)

__all__ = ["Receiver", "Sender", "channel_destroy", "channel_get", "channel_init", "channel_send", "sender_dup"]
