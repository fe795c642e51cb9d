"""What tests of the builders of C libraries share."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

needs_compiler = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("c++") is None, reason="no C++ compiler called c++"
)


def names(folder: Path) -> list[str]:
    """Lists what is in a folder."""
    return sorted(path.name for path in folder.iterdir())
