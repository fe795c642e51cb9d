"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

__all__ = ["LONG_AGO", "PART", "remove_halves", "save_whole"]

PART = ".part"
"""What the name of a half-written file ends with; it begins with a dot."""

_BEGIN = ".hypersweep-"

LONG_AGO = 86_400.0
"""Seconds after which a half-written file is nobody's any more."""


def save_whole(path: str | os.PathLike[str], write: Callable[[IO[bytes]], object]) -> None:
    """Write a file, the whole of it or none: whoever reads it meanwhile finds the old one.

    The file is written beside its place and moved there when it is complete and on the disk, so that no crash, full
    disk or Ctrl-C costs an older one. Where the system has files without a name it has none until then, so that a
    program that is killed leaves nothing behind (in the instant between the name and the move, at worst a second copy);
    elsewhere the next save in the same folder removes what was left a day ago or more.

    A symbolic link stays one, and what it points to is replaced. The permissions are those that opening the file for
    writing would leave: a file that was there keeps its own, and its owner where the system allows it; a new one gets
    what the umask leaves. What opening would refuse is refused: a directory, a file that may not be written. Where
    there is a device, a pipe or the like, it is written to as it stands, for it can't be replaced. The directory has to
    be writable as well; of several hard links to one file, only the named one gets the new contents.

    Args:
        path: the file.
        write: writes everything into the open file it is given; called once.

    Raises:
        OSError: the file can't be written; what was there is untouched, and nothing else is left behind.
        ValueError: no file can have that name, such as one with a NUL.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_whole(os.path.join(folder, "note"), lambda file: file.write(b"3x4"))
    ...     os.listdir(folder)
    ['note']
    """
    name = os.fspath(path)
    try:
        before = os.stat(name)
    except FileNotFoundError:
        before = None
    if before is not None and not stat.S_ISREG(before.st_mode):
        with open(name, "wb") as file:
            write(file)
        return
    if before is not None:
        with open(name, "r+b"):
            pass  # replacing asks for the permission of the directory only; this asks for the file's own
    elif os.path.basename(name) in ("", ".", ".."):
        raise FileNotFoundError(errno.ENOENT, "expected a file, not a missing directory", name)
    # The system resolves directories by itself; a link in the last place would be replaced instead of followed.
    target = os.path.realpath(name) if os.path.islink(name) else name
    folder = os.path.dirname(target)
    part = os.path.join(folder, f"{_BEGIN}{os.urandom(8).hex()}{PART}")
    try:
        # What only some may read isn't shown to others while it is written.
        mode = 0o666 if before is None else 0o600
        if not _write_nameless(folder, part, write, before, mode):
            _write_named(folder, part, write, before, mode)
        os.replace(part, target)
    except BaseException:
        _remove(part)
        raise


def _fill(file: IO[bytes], write: Callable[[IO[bytes]], object]) -> None:
    write(file)
    file.flush()
    os.fsync(file.fileno())


def _write_named(
    folder: str, part: str, write: Callable[[IO[bytes]], object], before: os.stat_result | None, mode: int
) -> None:
    remove_halves(folder)
    with open(part, "xb", opener=lambda path, flags: os.open(path, flags, mode)) as file:
        _fill(file, write)
    if before is not None:
        _take_over(part, before)


def _write_nameless(
    folder: str, part: str, write: Callable[[IO[bytes]], object], before: os.stat_result | None, mode: int
) -> bool:
    """Write a file that gets its name when it is complete; False where that can't be done here."""
    flag = getattr(os, "O_TMPFILE", 0)
    if not flag:
        return False
    try:
        number = os.open(folder or ".", flag | os.O_RDWR, mode)
    except OSError:
        return False  # what is really wrong the usual way will tell
    with os.fdopen(number, "w+b") as file:
        _fill(file, write)
        if before is not None:
            _take_over(number, before)
        try:
            # Only with a descriptor of a folder does Python call the function that follows the link in /proc.
            root = os.open("/", os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.link(f"/proc/self/fd/{number}", os.path.abspath(part), src_dir_fd=root, follow_symlinks=True)
            finally:
                os.close(root)
        except OSError:
            # A system without /proc, or a file system that can't do it. What was written may be gone, as games that
            # somebody dealt one by one: it is copied, not written again.
            file.seek(0)
            _write_named(folder, part, lambda copy: _copy(file, copy), before, mode)
    return True


def _copy(file: IO[bytes], copy: IO[bytes]) -> None:
    while part := file.read(1 << 20):
        copy.write(part)


def _take_over(file: str | int, before: os.stat_result) -> None:
    """Give a file the permissions that another had, and its owner where the system allows it."""
    now = os.stat(file)
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        _give_away(file, before.st_uid, before.st_gid)
    os.chmod(file, stat.S_IMODE(before.st_mode))


def _give_away(file: str | int, user: int, group: int) -> None:
    try:
        os.chown(file, user, group)
    except OSError:
        return  # only some may; then it is the player's file from now on


def remove_halves(folder: str | os.PathLike[str]) -> None:
    """Remove the halves of files that programs left which were killed more than a day ago; the folder may be missing.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     half = os.path.join(folder, ".hypersweep-0123456789abcdef.part")
    ...     open(half, "wb").close()
    ...     os.utime(half, (0, 0))
    ...     remove_halves(folder)
    ...     os.listdir(folder)
    []
    """
    try:
        with os.scandir(os.fspath(folder) or ".") as entries:
            halves = [entry for entry in entries if entry.name.startswith(_BEGIN) and entry.name.endswith(PART)]
        for half in halves:
            if time.time() - half.stat().st_mtime > LONG_AGO:
                os.unlink(half.path)
    except OSError:
        return  # they take a little room, that is all


def _remove(name: str) -> None:
    try:
        os.unlink(name)
    except OSError:
        return  # it was never made, or can't be reached any more: what went wrong first is the error to tell
