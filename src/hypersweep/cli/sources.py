"""What a command line names: files, or standard input; read within bounds."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from io import BytesIO

from hypersweep.arguments import shorten
from hypersweep.console.program import warn
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.record.file import MOST_BYTES, SUFFIX
from hypersweep.record.file import read_bytes as read_record_bytes
from hypersweep.record.games import game_texts
from hypersweep.record.record import cut_text, read_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import BinaryIO

    from hypersweep.record import Record

__all__ = ["load_record", "load_records", "names_file", "open_source", "read_bytes", "refusal", "source_name"]


def source_name(name: str) -> str:
    r"""How messages call what a name stands for, whatever characters are in it.

    >>> source_name("-"), source_name("a\nb.sweep")
    ('standard input', 'a\\nb.sweep')
    """
    from hypersweep.record.tags import escape

    return "standard input" if name == "-" else escape(name)


def names_file(name: str) -> bool:
    """Whether a word that may be a board as well names a file that can be read: a pipe of the shell's is one too.

    Raises:
        ParseError: it names a file that isn't there, or a directory.

    >>> names_file("3x4.bAgg")
    False
    """
    # Unlike those of a Path these take any text, even what is too long for a name.
    if os.path.exists(name) and not os.path.isdir(name):
        return True
    if "/" in name or "\\" in name or name.endswith(SUFFIX) or os.path.isdir(name):
        why = "a directory" if os.path.isdir(name) else "no such file"
        raise ParseError(f"expected a file that can be read, got {source_name(name)}: {why}", text=name)
    return False


def refusal(name: str, error: OSError | ValueError) -> ParseError:
    """The error for a file that can't be read; one with a name that no file can have is a ValueError."""
    why = getattr(error, "strerror", None) or error
    return ParseError(f"expected a file that can be read, got {source_name(name)}: {why}", text=name)


def open_source(name: str) -> AbstractContextManager[BinaryIO]:
    """The bytes of a file, or of standard input where the name is "-"; that one is left open, as it isn't ours.

    Raises:
        ParseError: the file can't be opened.
    """
    if name == "-":
        if sys.stdin is None:
            raise ParseError("expected something to read on standard input, which is closed", text=name)
        # A stand-in may hold nothing but text.
        buffer = getattr(sys.stdin, "buffer", None)
        return nullcontext(BytesIO(sys.stdin.read().encode()) if buffer is None else buffer)
    try:
        return open(name, "rb")
    except (OSError, ValueError) as error:
        raise refusal(name, error) from None


def read_bytes(name: str, most: int = MOST_BYTES) -> bytes:
    """What a file holds, or standard input where the name is "-".

    Raises:
        ParseError: the file can't be read, or holds more bytes than the most.
    """
    with open_source(name) as stream:
        try:
            data = stream.read(most + 1)
        except OSError as error:
            raise refusal(name, error) from None
    if len(data) > most:
        raise ParseError(f"expected at most {most} bytes, got more from {source_name(name)}", text=name)
    return data


def load_record(command: str, name: str, *, game: int | None = None) -> Record:
    """The record of a game in a file, or on standard input where the name is "-"; a cut is told on standard error.

    Args:
        command: who asks, such as "hypersweep review".
        name: the file.
        game: which of its games, from 1 on; None where it holds only one.

    Raises:
        ParseError: no record, or nothing that can be read.
        ParameterError: the file holds several games and nobody says which, or not so many.
    """
    data = _record_data(name)
    texts = list(game_texts(BytesIO(data))) or [(1, data)]
    count = len(texts)
    if game is None and count > 1:
        raise ParameterError(f"expected --game of 1 to {count}, as {source_name(name)} holds so many games, got none")
    if game is not None and not 1 <= game <= count:
        raise ParameterError(f"expected --game of 1 to {count} for {source_name(name)}, got {shorten(game)}")
    where = source_name(name) + (f", game {game}" if game is not None and count > 1 else "")
    return _read(command, where, *texts[(game or 1) - 1])


def load_records(
    command: str, name: str, data: bytes | None = None, *, damaged: Callable[[HypersweepError], object]
) -> Iterator[tuple[int, Record]]:
    """The records of all games in a file, each with its number; 0 where the file holds no other.

    Args:
        command: who asks.
        name: the file.
        data: what it holds, if that has been read.
        damaged: called with the error of each game that can't be read.

    Raises:
        ParseError: nothing that can be read.
    """
    if data is None:
        data = _record_data(name)
    texts = list(game_texts(BytesIO(data))) or [(1, data)]
    for number, (line, text) in enumerate(texts, 1):
        where = source_name(name) + (f", game {number}" if len(texts) > 1 else "")
        try:
            record = _read(command, where, line, text)
        except HypersweepError as error:
            damaged(error)
        else:
            yield (number if len(texts) > 1 else 0), record


def _record_data(name: str) -> bytes:
    with open_source(name) as stream:
        try:
            return read_record_bytes(stream)
        except OSError as error:
            raise refusal(name, error) from None


def _read(command: str, where: str, line: int, text: bytes | ParseError) -> Record:
    try:
        if isinstance(text, ParseError):
            raise text
        record, is_whole = read_record(text, first_line=line)
    except ParseError as error:
        raise ParseError(f"{where}: {error}", text=error.text, position=error.position) from None
    if not is_whole:
        warn(command, f"{where}: {cut_text(record)}")
    return record
