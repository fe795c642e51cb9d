"""Extension of griffe, which reads the docstrings; griffe loads this file by its path."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import griffe

sys.path.insert(0, str(Path(__file__).parent))
import site_markdown


class Docstrings(griffe.Extension):
    """Convert every docstring to Markdown as griffe reads it."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by griffe with each module, class, function and attribute."""
        if obj.docstring:
            parameters = [parameter.name for parameter in getattr(obj, "parameters", ())]
            obj.docstring.value = site_markdown.markdown(obj.docstring.value, obj.path, parameters)
