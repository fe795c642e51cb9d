"""What games are worth: records verified by replay, best times, daily boards, and guesses that weren't needed.

Nothing of it happens in the server's loop: ``pool`` has processes of its own for whatever takes time.
"""

from __future__ import annotations
