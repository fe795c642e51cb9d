"""What hypersweep finds around it: the kernels in use, what the terminal can do, and where it may write."""

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

__all__ = [
    "Kernels",
    "Place",
    "Terminal",
    "find_compiler_command",
    "find_kernels",
    "find_places",
    "find_terminal",
]


class Kernels(NamedTuple):
    """The compiled kernels.

    Attributes:
        instruction_set: whose kernels are in use, such as "x86_64_v3"; "baseline" is what every processor can do.
        compiler: what made them; "" where it didn't say.
        has_page: whether the kernels for the page are here too.
        trouble: why they can't be loaded, or "".
    """

    instruction_set: str
    compiler: str
    has_page: bool
    trouble: str


class Terminal(NamedTuple):
    """What the output can show.

    Attributes:
        name: what the environment calls the terminal (TERM), or "".
        size: columns and lines; None where the output isn't a terminal.
        has_colours: whether lines are printed in colours.
        colours: of the full-screen game: 16, 256, or 0 for true colours; None where that can't be told.
        encoding: of the output.
        has_fine_characters: whether it takes frames, flags and blocks.
        has_mouse: whether the terminal says that it reports the mouse; None where it doesn't say.
        why_not_full_screen: what keeps the game from the full screen, as a clause; "" for nothing.
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
        name: what it is for.
        path: where it is, or "" where that can't be told.
        trouble: why it can't be written, or "".
    """

    name: str
    path: str
    trouble: str


def find_kernels() -> Kernels:
    """The compiled kernels.

    >>> find_kernels().trouble
    ''
    """
    from hypersweep.errors import MissingExtraError
    from hypersweep.web.page import kernels_file

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
    """The compiler that builds the courses' libraries here, as a command line; "" for none."""
    from hypersweep.compiler import CompilerError, find_compiler

    try:
        return " ".join(find_compiler())
    except CompilerError:
        return ""


def find_terminal(output: Output, *, may_load: bool = True) -> Terminal:
    """What an output can show.

    Args:
        output: where commands write.
        may_load: whether to ask Textual for the colours. It is loaded in this process, which it may end or keep waiting
            where it is broken.
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
    """Whether a terminal reports the mouse, as far as the database of terminals knows."""
    if os.name != "posix":
        return True if os.environ.get("WT_SESSION") else None
    try:
        import curses

        curses.setupterm(name, 1)
        return bool(curses.tigetstr("kmous"))
    except Exception:  # Python was built without it, or nobody knows the terminal
        return None


def find_places() -> list[Place]:
    """Where hypersweep keeps something, and whether it can; what is written to find out is gone at once.

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
    # One that works is enough; games go to the first that does.
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
    """Why nothing can be written into a folder, or into the nearest one above it that there is; "" where it can."""
    try:
        while not _is_there(folder) and folder != folder.parent:
            folder = folder.parent
        # On Linux this file never has a name. A full disk often takes a file, but nothing in it.
        with tempfile.TemporaryFile(dir=folder, prefix=".hypersweep-", suffix=".part", buffering=0) as file:
            file.write(bytes(4096))
        return ""
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None)
        return f"{reason}: {folder}" if reason else _told(error)


def _is_there(path: Path) -> bool:
    """Whether a path has something, if only a link that leads nowhere. A name that is too long raises ``OSError``."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _told(error: BaseException) -> str:
    return error_text(type(error).__name__, str(error))
