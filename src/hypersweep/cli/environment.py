"""The environment of hypersweep: kernels in use, abilities of the terminal, and places that can be written."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.cli.extras import error_text

if TYPE_CHECKING:
    from pathlib import Path

    from hypersweep.cli_support.output import Output


class Kernels(NamedTuple):
    """The compiled kernels.

    Attributes:
        instruction_set: of the kernels in use, such as "x86_64_v3"; "baseline" runs on every processor.
        compiler: the compiler that built them; "" if unknown.
        has_page: whether the kernels for the page are here too.
        trouble: why they can't be loaded, or "".
    """

    instruction_set: str
    compiler: str
    has_page: bool
    trouble: str


class Terminal(NamedTuple):
    """The abilities of the output.

    Attributes:
        name: the terminal's name in the environment (TERM), or "".
        size: columns and lines; None if the output isn't a terminal.
        has_colours: whether lines are printed in colours.
        colours: of the full-screen game: 16, 256, or 0 for true colours; None if unknown.
        encoding: of the output.
        has_fine_characters: whether it shows frames, flags and blocks.
        has_mouse: whether the terminal reports the mouse; None if unknown.
        why_not_full_screen: the reason why the game can't use the full screen, as a clause; "" if it can.
    """

    name: str
    size: tuple[int, int] | None
    has_colours: bool
    colours: int | None
    encoding: str
    has_fine_characters: bool
    has_mouse: bool | None
    why_not_full_screen: str


class Place(NamedTuple):
    """A file or a folder that hypersweep writes.

    Attributes:
        name: its purpose.
        path: its path, or "" if unknown.
        trouble: why it can't be written, or "".
    """

    name: str
    path: str
    trouble: str


def find_kernels() -> Kernels:
    """Return the compiled kernels.

    >>> find_kernels().trouble
    ''
    """
    from hypersweep.errors import MissingExtraError
    from hypersweep.web.page_files import kernels_file

    try:
        has_page = bool(kernels_file())
    except MissingExtraError:
        has_page = False
    try:
        from hypersweep import _native
    except Exception as error:
        return Kernels("", "", has_page, _told(error))
    return Kernels(_native.variant(), _native.compiler(), has_page, "")


def find_compiler_command() -> str:
    """Return the command line of the C++ compiler for the courses' libraries; "" if there is none."""
    from hypersweep.compiler import CompilerError, find_compiler

    try:
        return " ".join(find_compiler())
    except CompilerError:
        return ""


def find_terminal(output: Output, *, may_load: bool = True) -> Terminal:
    """Return the abilities of an output.

    Args:
        output: the output of commands.
        may_load: whether to ask Textual for the colours. A broken Textual may end or block this process.
    """
    from hypersweep.tui.terminal import has_fine_characters, why_not_full_screen

    name = os.environ.get("TERM", "")
    columns = output.columns
    size = None if columns is None else (columns, shutil.get_terminal_size().lines)
    return Terminal(
        name,
        size,
        output.is_colourful,
        _colours() if size is not None and may_load else None,
        getattr(sys.stdout, "encoding", None) or "ascii",
        sys.stdout is not None and has_fine_characters(sys.stdout),
        None if size is None else _mouse(name),
        why_not_full_screen() or "",
    )


def _colours() -> int | None:
    from hypersweep.tui.terminal import colour_count

    try:
        return colour_count()
    except Exception:  # Textual isn't here, or it is broken
        return None


def _mouse(name: str) -> bool | None:
    """Whether a terminal reports the mouse, according to terminfo; None if unknown."""
    if os.name != "posix":
        return True if os.environ.get("WT_SESSION") else None
    try:
        import curses

        curses.setupterm(name, 1)
        return bool(curses.tigetstr("kmous"))
    except Exception:  # Python was built without curses, or terminfo lacks the terminal
        return None


def find_places() -> list[Place]:
    """Return the places that hypersweep writes; files written as a test are removed at once.

    >>> [place.name for place in find_places()]
    ['saves', 'records', 'config', 'cache', 'rescue']
    """
    from hypersweep.session.crash_recovery import rescue_folders
    from hypersweep.session.store import data_directory

    try:
        folder = data_directory()
    except Exception as error:
        places = [Place(name, "", _told(error)) for name in ("saves", "records", "config", "cache")]
    else:
        places = [
            Place("saves", str(folder / "running"), _why_unwritable(folder / "running")),
            Place("records", str(folder / "records"), _why_unwritable(folder / "records")),
            Place("config", str(folder / "settings.json"), _why_unwritable(folder)),
            _cache(folder),
        ]
    try:
        rescues = rescue_folders()
    except Exception as error:
        return [*places, Place("rescue", "", _told(error))]
    troubles = [_why_unwritable(rescue) for rescue in rescues]
    # One writable place is enough; games go to the first.
    chosen = troubles.index("") if "" in troubles else 0
    path, trouble = (str(rescues[chosen]), troubles[chosen]) if rescues else ("", "the system has no place for it")
    return [*places, Place("rescue", path, trouble)]


def _cache(folder: Path) -> Place:
    try:
        from hypersweep.session.results_index import index_file
    except ImportError as error:
        return Place("cache", "", f"there are no best times without SQLite: {error}")
    return Place("cache", str(index_file(folder)), _why_unwritable(folder))


def _why_unwritable(folder: Path) -> str:
    """Return why a folder, or its nearest existing parent, can't be written; "" if it can."""
    try:
        while not _is_there(folder) and folder != folder.parent:
            folder = folder.parent
        # On Linux this file never has a name. It gets content, since a full disk often accepts an empty file.
        with tempfile.TemporaryFile(dir=folder, prefix=".hypersweep-", suffix=".part", buffering=0) as file:
            file.write(bytes(4096))
        return ""
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None)
        return f"{reason}: {folder}" if reason else _told(error)


def _is_there(path: Path) -> bool:
    """Whether a path exists, be it a broken link. Raises ``OSError`` for a name that is too long."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _told(error: BaseException) -> str:
    return error_text(type(error).__name__, str(error))
