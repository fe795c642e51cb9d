"""The channels of COMP2017: the course's five functions for Python and, compiled on demand, for C.

``functions`` is the course's functions over Python's objects; ``build`` makes a C library of the same functions with
the published signatures; ``command`` is ``hypersweep channels``. The two cut messages and put them together by the same
code, but share no ends: a channel is Python's or C's.

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
