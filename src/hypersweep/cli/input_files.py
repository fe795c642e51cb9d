"""Read the commands' input: files or standard input in any format, within size limits."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, nullcontext
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.cli_support.command_parser import warn
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.formats.byte_fields import check_encoding
from hypersweep.formats.format_detection import FILE_FORMATS, fitting_formats, format_of_name, named_format
from hypersweep.layout import Layout
from hypersweep.record.game_files import GameText, game_texts
from hypersweep.record.record import cut_text, read_record
from hypersweep.record.text_form import MOST_BYTES, SUFFIX, is_record
from hypersweep.record.text_form import read_bytes as read_record_bytes
from hypersweep.text import as_utf8, utf8_stream
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import IO, BinaryIO

    from hypersweep.formats.files import Thing
    from hypersweep.formats.format_detection import FileFormat
    from hypersweep.record import Record
    from hypersweep.typing import Cell

# Types of content that can be converted to a record.
_GAMES = ("record", "replay", "game")

GAME_FILES = " ".join(
    f"*{extension}" for form in FILE_FORMATS if not {*_GAMES}.isdisjoint(form.kinds) for extension in form.extensions
)
"""Patterns for files that may contain a game."""


class Loaded(NamedTuple):
    """A game, board or position loaded from a file.

    Attributes:
        number: the game's number in the file; 0 if the file contains only one thing.
        form: the file's format.
        thing: the contents.
        first: the cell to open first, if a board's file names one, else None.
    """

    number: int
    form: FileFormat
    thing: Thing
    first: Cell | None = None


def source_name(name: str) -> str:
    r"""Return an input's name for messages, with unprintable characters escaped.

    >>> source_name("-"), source_name("a\nb.sweep")
    ('standard input', 'a\\nb.sweep')
    """
    from hypersweep.record.text_form import escape

    return "standard input" if name == "-" else escape(name)


def names_file(name: str) -> bool:
    """Return whether an argument that may also be a board names an existing file; a pipe counts as one.

    Raises:
        ParseError: the argument names a missing file or a directory.

    >>> names_file("3x4.bAgg")
    False
    """
    # Use os.path, not ``Path``, which raises an error for a board ID too long for a file name.
    if os.path.exists(name) and not os.path.isdir(name):
        return True
    if "/" in name or "\\" in name or name.endswith(SUFFIX) or os.path.isdir(name):
        why = "a directory" if os.path.isdir(name) else "no such file"
        raise ParseError(f"can't read {source_name(name)}: {why}", text=name)
    return False


def refusal(name: str, error: OSError | ValueError) -> ParseError:
    """Return the error to raise for a file that can't be read; a ValueError means an impossible file name."""
    why = getattr(error, "strerror", None) or error
    return ParseError(f"can't read {source_name(name)}: {why}", text=name)


def open_source(name: str) -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input for "-", in binary mode; leaving the context closes only files.

    Raises:
        ParseError: the file can't be opened.
    """
    if name == "-":
        if sys.stdin is None:
            raise ParseError("can't read standard input: it is closed", text=name)
        # A program may have replaced sys.stdin, for example by a StringIO, which has no byte stream.
        buffer = getattr(sys.stdin, "buffer", None)
        return nullcontext(BytesIO(sys.stdin.read().encode()) if buffer is None else buffer)
    try:
        return open(name, "rb")
    except (OSError, ValueError) as error:
        raise refusal(name, error) from None


def read_bytes(name: str, most: int = MOST_BYTES) -> bytes:
    """Read a file, or standard input for "-". Returns: its bytes, with text as UTF-8 without a byte order mark.

    Raises:
        ParseError: the file can't be read, or contains more than ``most`` bytes.
    """
    with open_source(name) as stream:
        try:
            data = stream.read(most + 1)
        except OSError as error:
            raise refusal(name, error) from None
    if len(data) > most:
        raise ParseError(f"{source_name(name)} is too large: more than {most} bytes", text=name)
    return as_utf8(data)


@contextmanager
def open_text(name: str) -> Iterator[IO[bytes]]:
    """Open a file for reading line by line; convert UTF-16 text to UTF-8, and drop a byte order mark.

    Raises:
        ParseError: the file can't be opened or read.
    """
    with open_source(name) as stream:
        try:
            text = utf8_stream(stream)
        except OSError as error:
            raise refusal(name, error) from None
        yield text


def chosen_encoding(text: str | None) -> str | None:
    """Check the text encoding given with ``--encoding``, and return it.

    Raises:
        ParameterError: there is no such encoding.

    >>> chosen_encoding("cp1250"), chosen_encoding(None)
    ('cp1250', None)
    """
    try:
        check_encoding(text)
    except ParameterError as error:
        raise ParameterError(f"--encoding: {error}") from None
    return text


def load_record(command: str, name: str, *, game: int | None = None, encoding: str | None = None) -> Record:
    """Load a game's record from a file, or from standard input for "-"; warn if the record is truncated.

    Mouse replays from other programs are converted to records.

    Args:
        command: the calling command, to prefix warnings, such as "hypersweep review".
        name: the file name.
        game: the game's number in the file, counting from 1; None if the file contains only one.
        encoding: text encoding of names that aren't UTF-8.

    Raises:
        ParseError: the file can't be read, or isn't in a known format.
        ParameterError: the file contains several games and ``game`` is None or too large, or the contents can't be
            converted to a record.
    """
    data = _file_data(name, _GAMES)
    if not is_record(data) and _may_be_game(data, name):
        from hypersweep.formats.files import split_file

        return _made_record(name, *_load_part(name, *split_file(data, path=name), game, encoding=encoding))
    if not is_record(data):
        _check_holds_game(name, data)
    return _picked(command, name, data, game)


def load_records(
    command: str,
    name: str,
    data: bytes | None = None,
    *,
    damaged: Callable[[HypersweepError], object],
    encoding: str | None = None,
) -> Iterator[tuple[int, Record]]:
    """Yield the records of all games in a file, each with its number (0 if it is the only one).

    Args:
        command: the calling command, to prefix warnings.
        name: the file name.
        data: the file's contents, if already read.
        damaged: called with the error for each unreadable game.
        encoding: text encoding of names that aren't UTF-8.

    Raises:
        ParseError: the file can't be read, or isn't in a known format.
    """
    if data is None:
        data = _file_data(name, _GAMES)
    if not is_record(data) and _may_be_game(data, name):
        from hypersweep.formats.files import split_file

        form, parts = split_file(data, path=name)
        for number in range(1, len(parts) + 1):
            try:
                record = _made_record(name, *_load_part(name, form, parts, number, encoding=encoding))
            except HypersweepError as error:
                damaged(error)
            else:
                yield (number if len(parts) > 1 else 0), record
        return
    texts = list(game_texts(BytesIO(data))) or [GameText(1, data, 0)]
    for number, (line, text, _) in enumerate(texts, 1):
        where = source_name(name) + (f", game {number}" if len(texts) > 1 else "")
        try:
            record = _read(command, where, line, text)
        except HypersweepError as error:
            damaged(error)
        else:
            yield (number if len(texts) > 1 else 0), record


def load_things(
    command: str,
    name: str,
    form: str | None = None,
    *,
    game: int | None = None,
    mines: int | None = None,
    encoding: str | None = None,
    damaged: Callable[[HypersweepError], object] | None = None,
) -> Iterator[Loaded]:
    """Yield the contents of a file in any format: one thing, or several games from a file of records or a bundle.

    Args:
        command: the calling command, to prefix warnings.
        name: the file name, or "-" for standard input.
        form: name of the file's format; None to detect it.
        game: the game's number in the file, counting from 1; None if the file contains only one.
        mines: number of mines in a position; None for the number in the file.
        encoding: text encoding of names that aren't UTF-8.
        damaged: called with the error for each unreadable game; if given, all games are loaded.

    Raises:
        ParseError: the file can't be read, or isn't in a known format.
        ParameterError: there is no such format or game.
    """
    own = None if form is None else named_format(form)
    data = _file_data(name, None if own is None else own.kinds, is_forced=own is not None)
    if own is None and is_record(data):
        own = named_format("record")
        if mines is not None:
            raise ParameterError(f"{source_name(name)}: can't set the number of mines, which {own.title} contains")
    if own is None or own.name != "record":
        from hypersweep.formats.files import split_file
        from hypersweep.formats.starting_board import first_cell

        part_form, parts = split_file(data, own, name)
        if damaged is None or len(parts) == 1:
            found, thing = _load_part(name, part_form, parts, game, mines, encoding)
            yield Loaded(0, found, thing, first_cell(found, thing, data) if isinstance(thing, Layout) else None)
            return
        for number in range(1, len(parts) + 1):
            try:
                yield Loaded(number, *_load_part(name, part_form, parts, number, mines, encoding))
            except HypersweepError as error:
                damaged(error)
    elif damaged is None:
        yield Loaded(0, own, _picked(command, name, data, game))
    else:
        for number, record in load_records(command, name, data, damaged=damaged):
            yield Loaded(number, own, record)


def _picked(command: str, name: str, data: bytes, game: int | None) -> Record:
    """Return the record of game number ``game`` in a file of records."""
    texts = list(game_texts(BytesIO(data))) or [GameText(1, data, 0)]
    count = len(texts)
    _check_game(name, game, count)
    where = source_name(name) + (f", game {game}" if game is not None and count > 1 else "")
    picked = texts[(game or 1) - 1]
    return _read(command, where, picked.line, picked.text)


def _check_game(name: str, game: int | None, count: int) -> None:
    if game is None and count > 1:
        raise ParameterError(f"{source_name(name)} has {count} games: choose one with --game 1 to {count}")
    if game is not None and not 1 <= game <= count:
        raise ParameterError(f"expected --game from 1 to {count} for {source_name(name)}, got {truncate(game)}")


def _file_data(name: str, kinds: Sequence[str] | None, *, is_forced: bool = False) -> bytes:
    """Read a file's contents, or only its beginning if that already shows an unwanted type of content."""
    with open_source(name) as stream:
        try:
            data = read_record_bytes(stream)
            if is_record(data):
                return data
            from hypersweep.formats import files

            if is_forced:
                data += stream.read(files.MOST_BYTES + 1)
                if len(data) > files.MOST_BYTES:
                    raise ParseError(f"{source_name(name)} is too large: more than {files.MOST_BYTES} bytes")
                return data
            return files.read_bytes(stream, name, begun=data, **({} if kinds is None else {"kinds": kinds}))
        except OSError as error:
            raise refusal(name, error) from None


def _may_be_game(data: bytes, name: str) -> bool:
    found, named = fitting_formats(data, name), format_of_name(name)
    if named is not None and named.name != "record" and not any(form.is_sure for form in found):
        found.append(named)
    return any(not set(_GAMES).isdisjoint(form.kinds) for form in found)


def _check_holds_game(name: str, data: bytes) -> None:
    """Raise an error if a file contains something without moves, such as a board or position."""
    from hypersweep.formats.files import KINDS, kind_of, load_file

    try:
        form, thing = load_file(data, None, name)
    except HypersweepError:
        return
    raise ParameterError(
        f"{source_name(name)}: expected a game, got {KINDS[kind_of(thing)]} ({form.title}), which has no moves"
    )


def _load_part(
    name: str,
    form: FileFormat | None,
    parts: list[bytes],
    game: int | None,
    mines: int | None = None,
    encoding: str | None = None,
) -> tuple[FileFormat, Thing]:
    """Load a game from the parts of a bundle, or the only part of any other file."""
    from hypersweep.formats.files import load_file

    _check_game(name, game, len(parts))
    number = game or 1
    where = source_name(name) + (f", game {number}" if len(parts) > 1 else "")
    try:
        return load_file(parts[number - 1], form, name, mines=mines, encoding=encoding)
    except ParseError as error:
        raise ParseError(f"{where}: {error}", text=error.text, position=error.position) from None
    except HypersweepError as error:
        raise type(error)(f"{where}: {error}") from None


def _made_record(name: str, form: FileFormat, thing: Thing) -> Record:
    from hypersweep.formats.files import as_record

    try:
        return as_record(thing)
    except HypersweepError as error:
        raise type(error)(f"{source_name(name)} ({form.title}): {error}") from None


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
