"""One run of the full-screen game: what is kept of it and what becomes of the terminal, however it ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from contextlib import suppress

from hypersweep.errors import HypersweepError
from hypersweep.session import Store
from hypersweep.tui.app import HypersweepApp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

    from hypersweep.tui.arguments import Settings

__all__ = ["run"]

FAILED = 1
UNUSABLE = 2
SIGNALLED = 128
# A terminal that takes no more characters must not keep a program alive that was told to leave.
_PATIENCE = 5.0
# Off with mouse reports, focus reports, bracketed paste and the keys of kitty; on with lines that wrap, the cursor and
# the screen that was there before.
_RESET = "\033[?1000l\033[?1003l\033[?1015l\033[?1006l\033[?1016l\033[?2048l\033[?2004l\033[?1004l\033[<u\033[?7h\033[?1049l\033[?25h\033[0m"


def run(settings: Settings | None) -> int:
    """Play on the full screen; gives the exit status.

    Args:
        settings: what to play; None to begin with the start screen.
    """
