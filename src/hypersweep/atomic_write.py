"""Atomic file writes: a file appears complete or not at all."""

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
"""Suffix of a temporary file with incomplete contents; its name begins with a dot."""

_BEGIN = ".hypersweep-"

LONG_AGO = 86_400.0
"""Age in seconds after which a temporary file is considered abandoned."""


def save_whole(path: str | os.PathLike[str], write: Callable[[IO[bytes]], object]) -> None:
    """Write a file atomically: readers see the old file until the new one is complete.

    The contents are written to a temporary file in the same folder, which replaces the target once it is complete and
    on disk. So a crash, a full disk or Ctrl-C can't damage the old file. Where the system supports unnamed files, the
    temporary file has no name until it is complete, so a killed program leaves nothing behind (or, if killed between
    naming and moving, a second copy). On other systems, the next save in the folder removes leftovers that are at least
    a day old.

    A symbolic link stays a link, and its target is replaced. The permissions are the same as if the file had been
    opened for writing: an existing file keeps its mode, and its owner where the system allows that; a new file follows
    the umask. Directories and read-only files are rejected, as by ``open``. Special files such as devices and pipes
    can't be replaced, so they are written to directly. The directory must also be writable. If the file has several
    hard links, only the one named gets the new contents.

    Args:
        path: the file's path.
        write: called once with the open file, to write all of its contents.

    Raises:
        OSError: the file can't be written; the old file is untouched, and no temporary file is left behind.
        ValueError: the path is impossible, for example because it contains a NUL.

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
            pass  # raises an error if the file is read-only; replacing it would check only the directory's permissions
    elif os.path.basename(name) in ("", ".", ".."):
        raise FileNotFoundError(errno.ENOENT, "expected a file path, got the path of a missing directory", name)
    # os.replace would replace a symbolic link, not its target; links to directories in the path don't matter.
    target = os.path.realpath(name) if os.path.islink(name) else name
    folder = os.path.dirname(target)
    part = os.path.join(folder, f"{_BEGIN}{os.urandom(8).hex()}{PART}")
    try:
        # The old file may have restricted permissions, so don't let other users read the new one while it is being
        # written.
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
    """Write an unnamed file, and name it once it is complete. Return False if the system doesn't support that."""
    flag = getattr(os, "O_TMPFILE", 0)
    if not flag:
        return False
    try:
        number = os.open(folder or ".", flag | os.O_RDWR, mode)
    except OSError:
        return False  # if support isn't the problem, the fallback raises the error
    with os.fdopen(number, "w+b") as file:
        _fill(file, write)
        if before is not None:
            _take_over(number, before)
        try:
            # With a directory descriptor, Python calls linkat, which follows the link in /proc; without one, it calls
            # link, which doesn't.
            root = os.open("/", os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.link(f"/proc/self/fd/{number}", os.path.abspath(part), src_dir_fd=root, follow_symlinks=True)
            finally:
                os.close(root)
        except OSError:
            # There is no /proc, or no support in the file system. Copy the contents: ``write`` can't be called twice,
            # since it may consume a generator.
            file.seek(0)
            _write_named(folder, part, lambda copy: _copy(file, copy), before, mode)
    return True


def _copy(file: IO[bytes], copy: IO[bytes]) -> None:
    while part := file.read(1 << 20):
        copy.write(part)


def _take_over(file: str | int, before: os.stat_result) -> None:
    """Copy an old file's permissions to a new file, and its owner where the system allows that."""
    now = os.stat(file)
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        _give_away(file, before.st_uid, before.st_gid)
    os.chmod(file, stat.S_IMODE(before.st_mode))


def _give_away(file: str | int, user: int, group: int) -> None:
    try:
        os.chown(file, user, group)
    except OSError:
        return  # not permitted, so the file belongs to the current user


def remove_halves(folder: str | os.PathLike[str]) -> None:
    """Remove incomplete files left by killed programs at least a day ago; do nothing if the folder is missing.

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
        return  # ignore files that can't be removed: they only cost disk space


def _remove(name: str) -> None:
    try:
        os.unlink(name)
    except OSError:
        return  # if the folder is missing or inaccessible, the caller's next access raises an error
