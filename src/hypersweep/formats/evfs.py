"""EVFS, Metasweeper's sets of mouse replays: the games of one session, read and written back byte for byte.

A set has one entry per game: a file name, a whole EVF file, and a checksum whose meaning only the program that wrote
the set knows. All checksums of a set have the same length.

Source: version 0 as described at https://github.com/eee555/ms_toollib, with results compared with ms_toollib 1.5.20.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParseError
from hypersweep.formats import evf
from hypersweep.formats.byte_fields import ByteReader
from hypersweep.formats.video import Video, check_video
from hypersweep.validation import check_type, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

_WHAT = "an EVFS file"
_VERSION = 0


@dataclass(frozen=True, slots=True)
class SetEntry:
    """A game in a set of mouse replays.

    Args:
        name: the file name of the replay, without an extension. Bytes that aren't UTF-8 become lone surrogates, as in
            Python's file names.
        video: the replay, in EVF form.
        checksum: bytes computed by the program that wrote the set.

    >>> from hypersweep import Layout
    >>> entry = SetEntry("first", Video("evf", Layout("3x4", [(0, 3)])))
    >>> entry.name, entry.checksum
    ('first', b'')
    """

    name: str
    video: Video
    checksum: bytes = b""


def load_set(data: bytes, *, encoding: str | None = None) -> tuple[SetEntry, ...]:
    """Read all games in an EVFS file.

    Args:
        data: the whole file.
        encoding: text encoding of names that aren't UTF-8; None for the one stated in the replay, if any.

    Raises:
        ParameterError: there is no such text encoding.
        ParseError: the data isn't an EVFS file in version 0, or is truncated or inconsistent.

    >>> from hypersweep import Layout
    >>> video = evf.adapt(Video("rawvf", Layout("3x4", [(0, 3)])))
    >>> [entry.name for entry in load_set(dump_set([SetEntry("a", video), SetEntry("b", video)]))]
    ['a', 'b']
    """
    entries = []
    for number, (name, part, checksum) in enumerate(_parts(data), 1):
        try:
            video = evf.load(part, encoding=encoding)
        except ParseError as error:
            raise ParseError(f"game {number} of {_WHAT}: {error}", position=error.position) from None
        entries.append(SetEntry(name.decode("utf-8", "surrogateescape"), video, checksum))
    return tuple(entries)


def _parts(data: bytes) -> list[tuple[bytes, bytes, bytes]]:
    """Return the name, the EVF file, and the checksum of each game."""
    source = ByteReader(data, _WHAT)
    version = source.whole(1, "a version")
    if version != _VERSION:
        source.refuse(f"version {_VERSION}", f"version {version}", 0)
    size = source.whole(2, "the length of a checksum")
    found: list[tuple[bytes, bytes, bytes]] = []
    while source.left or not found:
        name = source.until(b"\0", "a file name")
        part = source.take(source.whole(4, "the length of a replay"), "a replay")
        found.append((name, part, source.take(size, "a checksum")))
    return found


def split(data: bytes) -> list[bytes]:
    """Return the EVF files in an EVFS file, without reading them.

    Raises:
        ParseError: the data isn't an EVFS file in version 0, or is truncated.

    >>> from hypersweep import Layout
    >>> [part[0] for part in split(dump(evf.adapt(Video("rawvf", Layout("3x4", [(0, 3)])))))]
    [4]
    """
    return [part for _, part, _ in _parts(data)]


def load(data: bytes, *, encoding: str | None = None) -> Video:
    """Read the replay in an EVFS file with only one game; ``encoding`` as for ``load_set``.

    Raises:
        ParameterError: there is no such text encoding.
        ParseError: the data isn't an EVFS file in version 0, or has several games; ``load_set`` reads them all.
    """
    entries = load_set(data, encoding=encoding)
    if len(entries) != 1:
        raise ParseError(f"expected {_WHAT} with one game, got one with {len(entries)}")
    return entries[0].video


def dump_set(entries: Iterable[SetEntry]) -> bytes:
    """Return games as an EVFS file.

    Args:
        entries: at least one game; all checksums must have the same length.

    Raises:
        ParameterError: there are no games, or part of one can't be stored in an EVFS file.
        ParameterTypeError: an entry isn't a ``SetEntry``.
    """
    games = list(entries)
    for entry in games:
        check_type(entry, SetEntry, "a SetEntry")
    sizes = sorted({len(entry.checksum) for entry in games})
    if len(sizes) != 1 or sizes[0] >= 1 << 16:
        got = ", ".join(map(str, sizes)) or "no games"
        raise ParameterError(f"expected games with checksums of one length below 65536 for {_WHAT}, got {got}")
    out = bytearray([_VERSION]) + sizes[0].to_bytes(2, "big")
    for entry in games:
        try:
            name = entry.name.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            name = b"\0"
        if 0 in name:
            raise ParameterError(f"expected a file name for {_WHAT}, got {truncate(entry.name)}")
        part = evf.dump(entry.video)
        out += name + b"\0" + len(part).to_bytes(4, "big") + part + entry.checksum
    return bytes(out)


def dump(video: Video) -> bytes:
    """Return an EVF replay as an EVFS file with one game, named after the player.

    Raises:
        ParameterError: the replay is in another format, or can't be stored in an EVF file.
        ParameterTypeError: the argument isn't a ``Video``.
    """
    check_video(video, "evf")
    name = "".join(letter for letter in video.tags.get("player", "") if letter.isalnum()) or "replay"
    return dump_set([SetEntry(name, video)])
