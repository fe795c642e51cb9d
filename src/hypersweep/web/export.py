"""Export the page's site to a folder, for any static host to serve."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.atomic_write import PART, save_whole
from hypersweep.errors import ParameterError
from hypersweep.session.store_files import FileLock
from hypersweep.validation import truncate
from hypersweep.web.site import DOCUMENT, SERVICE_WORKER

if TYPE_CHECKING:
    from pathlib import Path

    from hypersweep.web.site import Site

MARK = "hypersweep-site.json"
"""Marks a folder as an exported site, and lists the versions in it, newest first."""

# Without this file, GitHub Pages runs Jekyll, which skips files whose names start with an underscore.
_PLAIN = ".nojekyll"
_VERSION = re.compile(r"v-[0-9a-f]{16}")
# Matches the temporary folder for an unfinished version, and the lock file its export holds until the final rename.
_LOCK = ".lock"
_UNFINISHED = re.compile(rf"(\.hypersweep-[0-9a-f]{{16}})(?:{re.escape(PART)}|{re.escape(_LOCK)})")
# Seconds to wait for our own lock: another export may hold it briefly while checking whether we are still running.
_WAIT = 10.0


def export_site(site: Site, folder: Path) -> None:
    """Write a site into a folder, replacing any site exported there before.

    Visitors always find either the old site or the new one, even if the program is killed: each version has its own
    folder, and the document referring to that folder is written last. The previous version stays for visitors still
    using it; older versions and leftovers from killed exports are removed. Nothing else in the folder is touched.

    Args:
        site: the site to write.
        folder: the target folder. It may not exist yet (but its parent must), be empty except for hidden files, or
            contain an exported site.

    Raises:
        ParameterError: the folder contains something else, or isn't a folder; nothing has changed.
        OSError: writing failed; an existing site stays complete, and no partial files are left behind.
    """
    if "\0" in os.fspath(folder):
        raise ParameterError("expected a folder name, got one that contains NUL")
    is_new = not os.path.lexists(folder)
    earlier = [version for version in _versions(folder) if version != site.version]
    place = folder / site.version
    if os.path.lexists(place) and (place.is_symlink() or not place.is_dir()):
        kind = "a symbolic link" if place.is_symlink() else "not a folder"
        raise ParameterError(f"can't export to {truncate(os.fspath(folder))}: {site.version} is {kind} there")
    # Keep the version the document refers to: a killed export may have listed a newer one without publishing it.
    shown = _shown(folder)
    earlier.sort(key=lambda version: version != shown)
    if is_new:
        folder.mkdir()
    is_first = not (folder / MARK).exists()
    try:
        # Write the mark first, so that a later export recognises the folder even if this export is killed.
        _mark(folder, [site.version, *earlier])
        _write_version(site, folder)
        steady = [each for each in site.files.values() if not each.is_lasting]
        order = {SERVICE_WORKER: 1, DOCUMENT: 2}
        save_whole(folder / _PLAIN, lambda file: None)
        for each in sorted(steady, key=lambda each: order.get(each.name, 0)):
            place = folder / each.name
            place.parent.mkdir(exist_ok=True)
            data = each.data
            save_whole(place, lambda file, data=data: file.write(data))  # type: ignore[misc]
    except BaseException:
        if is_new:
            shutil.rmtree(folder, ignore_errors=True)
        elif is_first:
            _remove_all(folder, site)
        raise
    for version in earlier[1:]:
        shutil.rmtree(folder / version, ignore_errors=True)
    # The new site is already complete, so an error here is harmless: the mark merely lists versions that no longer
    # exist.
    with suppress(OSError):
        _mark(folder, [site.version, *earlier[:1]])


def _versions(folder: Path) -> list[str]:
    """Return the versions exported to a folder, newest first; an empty list if there are none.

    Raises:
        ParameterError: the folder contains something else.
    """
    expected = "expected an empty folder or an earlier export"
    if os.path.lexists(folder) and not folder.is_dir():
        raise ParameterError(f"{expected}, got something that isn't a folder: {truncate(os.fspath(folder))}")
    try:
        known = json.loads((folder / MARK).read_text(encoding="utf-8"))["versions"]
        return [name for name in known if isinstance(name, str) and _VERSION.fullmatch(name)]
    except FileNotFoundError:
        pass
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ParameterError(f"{expected}, got a folder whose {MARK} can't be read") from None
    found = [] if not folder.exists() else sorted(name for name in os.listdir(folder) if not name.startswith("."))
    if found:
        raise ParameterError(f"{expected}, got a folder that holds {truncate(found[0])}: {truncate(os.fspath(folder))}")
    return []


def _shown(folder: Path) -> str:
    """Return the version visitors see, i.e. the one the folder's document refers to, or "" if there is none."""
    try:
        found = _VERSION.search((folder / DOCUMENT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return found[0] if found else ""


def _mark(folder: Path, versions: list[str]) -> None:
    text = json.dumps({"what": "the page of hypersweep, written by 'hypersweep web --export'", "versions": versions})
    save_whole(folder / MARK, lambda file: file.write(f"{text}\n".encode()))


def _write_version(site: Site, folder: Path) -> None:
    """Write a version's files to a temporary folder, and rename it once complete."""
    lasting = [each for each in site.files.values() if each.is_lasting]
    place = folder / site.version
    name = f".hypersweep-{os.urandom(8).hex()}"
    part, lock = folder / f"{name}{PART}", FileLock(folder / f"{name}{_LOCK}")
    try:
        # Create the temporary folder only while holding its lock: a folder whose lock is free belongs to a killed
        # export.
        if not lock.acquire(wait=_WAIT):
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), os.fspath(lock.path))
        _remove_unfinished(folder, lock)
        if all(_holds(folder / each.name, each.data) for each in lasting):
            return
        for each in lasting:
            path = part / each.name.partition("/")[2]
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(each.data)
                file.flush()
                os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            shutil.rmtree(place)  # incomplete: another program changed it
        part.rename(place)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    finally:
        lock.release(remove=True)


def _remove_unfinished(folder: Path, own: FileLock) -> None:
    """Remove leftovers from killed exports, but leave the files of running ones alone.

    Args:
        folder: the site's folder.
        own: the lock held by this export.
    """
    if not FileLock(own.path).is_taken():
        return  # without locks, running exports look like killed ones
    found = {match[1] for name in os.listdir(folder) if (match := _UNFINISHED.fullmatch(name)) is not None}
    for name in found - {own.path.stem}:
        lock = FileLock(folder / f"{name}{_LOCK}")
        with suppress(OSError):
            if lock.acquire():
                part = folder / f"{name}{PART}"
                if part.is_dir() and not part.is_symlink():
                    shutil.rmtree(part, ignore_errors=True)
                lock.release(remove=True)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def _remove_all(folder: Path, site: Site) -> None:
    """Remove everything a failed export left in a folder that had no site before."""
    shutil.rmtree(folder / site.version, ignore_errors=True)
    for name in (DOCUMENT, *site.files, _PLAIN, MARK):
        with suppress(OSError):
            (folder / name).unlink()
            if "/" in name:
                (folder / name).parent.rmdir()  # only if it is empty
