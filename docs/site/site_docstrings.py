"""Griffe extension that converts docstrings to Markdown; griffe, which reads them, loads this file by its path."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import griffe

sys.path.insert(0, str(Path(__file__).parent))
import site_markdown


class Docstrings(griffe.Extension):
    """Convert each docstring to Markdown when griffe reads it."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Replace an object's docstring; griffe calls this for each module, class, function and attribute."""
        if obj.docstring:
            parameters = [parameter.name for parameter in getattr(obj, "parameters", ())]
            obj.docstring.value = site_markdown.markdown(obj.docstring.value, obj.path, parameters)
