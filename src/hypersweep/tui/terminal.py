"""The terminal's capabilities: whether it can run the full-screen game, and its characters and colours."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.cli_support.output import can_show

if TYPE_CHECKING:
    from typing import TextIO

LEAST_COLUMNS, LEAST_LINES = 60, 20
"""Minimum terminal size for the full-screen game."""

_EXTRAS = ("textual", "platformdirs")
# Major version of Textual required by the extra; another program in the environment may need a different one.
_TEXTUAL = 8
_FINE = "■·│─╭╮╰╯▁▔▌▐█⚑…×"


def why_not_full_screen() -> str | None:
    """Return a clause saying why the game can't use the full screen, or None if it can.

    >>> why_not_full_screen() # doctest: +SKIP
    "standard input isn't a terminal"
    """
    for stream, name in ((sys.stdin, "input"), (sys.stdout, "output"), (sys.stderr, "error")):
        if not _is_terminal(stream):
            return f"standard {name} isn't a terminal"
    # TERM isn't set on Windows.
    term = os.environ.get("TERM", "")
    if term in ("dumb", "unknown"):
        return f"a terminal with TERM={term} can't position the cursor"
    if os.name == "posix" and not term:
        return "TERM isn't set, so the terminal may not be able to position the cursor"
    columns, lines = shutil.get_terminal_size()
    if columns < LEAST_COLUMNS or lines < LEAST_LINES:
        return (
            f"this terminal has {columns} columns and {lines} lines; the full screen needs {LEAST_COLUMNS} "
            f"and {LEAST_LINES}"
        )
    if not _is_installed():
        return "the full screen needs Textual, which isn't installed: pip install 'hypersweep[tui]'"
    version = _textual_version()
    if version.partition(".")[0] != str(_TEXTUAL):
        return (
            f"the full screen needs Textual {_TEXTUAL}, and this environment has {version}: pipx install "
            "'hypersweep[tui]' gives hypersweep its own environment"
        )
    return None


def has_fine_characters(stream: TextIO | None = None) -> bool:
    """Return whether the output can show frames, flags and blocks; otherwise the game uses ASCII.

    Args:
        stream: the output; None for the terminal.

    >>> import io
    >>> has_fine_characters(io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    False
    """
    return can_show(sys.__stdout__ if stream is None else stream, _FINE)


def has_title() -> bool:
    """Return whether the terminal has a title that a program can set; consoles without windows have none."""
    return not os.environ.get("TERM", "").startswith(("linux", "vt", "cons", "ansi", "sun", "dumb", "unknown"))


def colour_count() -> int:
    """Return the number of colours in the terminal's palette: 16 or 256; 0 for true colours."""
    from rich.console import Console
    from textual.constants import COLOR_SYSTEM

    console = Console(color_system=COLOR_SYSTEM, force_terminal=True)  # type: ignore[arg-type]
    return {"standard": 16, "windows": 16, "256": 256}.get(str(console.color_system), 0)


def is_slow_line() -> bool:
    """Return whether the terminal is on a serial line too slow for animations."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import termios

        with suppress(termios.error):
            # These numbers stand for speeds, and are in the same order. A terminal in a window reports 38400.
            speed: int = termios.tcgetattr(sys.__stdout__.fileno())[5]  # type: ignore[union-attr]
            return 0 < speed < termios.B38400
    return False


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False  # closed


def _is_installed() -> bool:
    from importlib.util import find_spec

    return all(find_spec(name) is not None for name in _EXTRAS)


def _textual_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("textual")
    except PackageNotFoundError:
        # In a program packed into one file, Textual has no metadata; such a program contains the right version.
        return str(_TEXTUAL)
