"""Jobs for the processes in a server's pools: functions of a module that the processes can import."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any


def endless(*arguments: Any) -> None:
    """Do nothing, for longer than any test takes."""
    time.sleep(600)


def counted(path: str, value: str) -> str:
    """Return a value, and add it as a line to a file."""
    with Path(path).open("a") as file:
        file.write(f"{value}\n")
    return value
