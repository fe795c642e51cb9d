"""Files of saved games: read, and written all or nothing. ``hypersweep.formats.esp`` describes their content."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from hypersweep.atomic_write import save_whole
from hypersweep.errors import BoardTooLargeError
from hypersweep.formats.esp import read_game, write_game

if TYPE_CHECKING:
    from hypersweep.game import Game

__all__ = ["load_game", "save_game"]


def save_game(name: str, game: Game) -> None:
    """Write a game to a file, all or nothing.

    ``hypersweep.atomic_write`` describes the treatment of links, permissions and devices.

    Args:
        name: the file, relative to the working directory.
        game: a game of two dimensions whose layout is decided.

    Raises:
        OSError: the file can't be written; the old file is unchanged, and nothing else is left behind.
        ValueError: an impossible file name, such as one with a NUL; or the layout isn't decided.

    >>> import os, tempfile
    >>> from hypersweep import Game, Layout
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     name = os.path.join(directory, "game")
    ...     save_game(name, Game("3x4", layout=Layout("3x4", [(0, 1)]), rules="esp"))
    ...     os.path.getsize(name), load_game(name).mines
    (28, 1)
    """
    layout = game.layout
    if layout is None:
        raise ValueError("expected a game whose layout is decided, not one before its first open")
    save_whole(name, lambda file: write_game(file, game, layout))


def load_game(name: str) -> Game:
    """Load the game of a file.

    The size in the file's header is compared with the file's size first, and memory is only allocated for data that was
    read and found correct. Any state is accepted: open mines, flags anywhere, a finished board, a mine in every cell.

    Args:
        name: the file, relative to the working directory.

    Raises:
        ParseError: not a save file, or a damaged one.
        OSError: the file can't be opened or read.
        ValueError: an impossible file name, such as one with a NUL.
        BoardTooLargeError: the file is correct, but this machine can't hold its board.

    >>> load_game("no file of this name")
    Traceback (most recent call last):
        ...
    FileNotFoundError: [Errno 2] No such file or directory: 'no file of this name'
    """
    try:
        with open(name, "rb") as file:
            status = os.fstat(file.fileno())
            return read_game(file, size=status.st_size if stat.S_ISREG(status.st_mode) else None)
    except MemoryError as error:
        raise BoardTooLargeError(f"expected a board that this machine can hold, not the one of {name!r}") from error
