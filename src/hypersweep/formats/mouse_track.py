"""A mouse replay as one line of text, stored in a tag of a record.

It is JSON, packed by zlib and written in base64 of the kind that URLs take. Times and places are differences from the
event before, so a path takes two or three bytes an event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.formats.video import ACTIONS, FARTHEST, Video, read_event
from hypersweep.layout import Layout

if TYPE_CHECKING:
    from typing import Any

LONGEST = 1 << 26
"""Bytes of JSON that are unpacked at most: some six million events."""

# Limits of unpacking: bytes, and multiple of the text's length; mouse paths unpack to five to ten times.
_SLACK, _TIMES = 1 << 20, 64

_VERSION = 1
_LETTERS = "mlLrRiIsp"  # of ACTIONS, in their order


def pack(video: Video) -> str:
    """The text of a mouse replay.

    Raises:
        ParameterError: it has more events than ``unpack`` would take.

    >>> from hypersweep.formats.video import MouseEvent
    >>> video = Video("rawvf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 8, 8)])
    >>> unpack(pack(video)) == video
    True
    """
    import json
    import zlib
    from base64 import urlsafe_b64encode
    from itertools import pairwise

    fields = tuple(zip(*video.events, strict=True)) or ((), (), (), ())
    columns = [[new - old for old, new in pairwise((0, *fields[field]))] for field in (0, 2, 3)]
    letters = dict(zip(ACTIONS, _LETTERS, strict=True))
    held = [
        _VERSION,
        video.form,
        str(video.layout),
        video.cell_pixels,
        int(video.has_marks),
        dict(video.tags),
        dict(video.extra),
        "".join(map(letters.__getitem__, fields[1])),
        *columns,
    ]
    text = json.dumps(held, separators=(",", ":")).encode()
    packed = urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")
    if len(text) > _most(len(packed)):
        raise ParameterError(
            f"expected a mouse replay of at most {_most(len(packed))} bytes of text that don't repeat, got {len(text)}"
        )
    return packed


def _most(length: int) -> int:
    """To how many bytes a text of a length is unpacked."""
    return min(LONGEST, _SLACK + _TIMES * length)


def unpack(text: str) -> Video:
    """The mouse replay of a text.

    Raises:
        ParameterError: none that ``pack`` wrote; its message says what is wrong.
    """
    try:
        return _read(_unpacked(text))
    except HypersweepError as error:
        raise ParameterError(f"expected the path of a mouse: {error}") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ParameterError("expected the path of a mouse, got a text that is none, or is damaged") from None


def _unpacked(text: str) -> Any:
    import json
    import zlib
    from base64 import b64decode

    try:
        data = b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)
        reader = zlib.decompressobj()
        plain = reader.decompress(data, _most(len(text)))
    except zlib.error as error:
        raise ValueError from error
    if not reader.eof or reader.unused_data:
        raise ValueError
    return json.loads(plain)


def _read(held: Any) -> Video:
    from itertools import accumulate

    if not isinstance(held, list) or not held or held[0] != _VERSION:
        raise ParameterError(
            f"expected version {_VERSION}, got {held[0] if isinstance(held, list) and held else held!r}"
        )
    _, form, board, pixels, has_marks, tags, extra, letters, *columns = held
    if len(columns) != 3 or not all(isinstance(column, list) for column in columns):
        raise ValueError
    actions = dict(zip(_LETTERS, ACTIONS, strict=True))
    if not isinstance(letters, str) or any(len(column) != len(letters) for column in columns):
        raise ValueError
    if not all(type(step) is int for column in columns for step in column):
        raise ValueError
    times, right, down = (list(accumulate(column)) for column in columns)
    if letters and (min(map(min, times, right, down)) < -FARTHEST or max(map(max, times, right, down)) >= FARTHEST):
        raise ValueError
    happened = map(actions.__getitem__, letters)
    events = [read_event(*fields) for fields in zip(times, happened, right, down, strict=True)]
    layout = Layout.parse(board, max_cells=LONGEST)
    if has_marks not in (0, 1):
        raise ValueError
    return Video(form, layout, events, pixels, bool(has_marks), tags, extra)
