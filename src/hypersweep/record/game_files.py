"""Read and write several games in one file or text: records separated by empty lines.

Only the first line of a record begins with "hypersweep-record:", so a damaged game doesn't hide the next one.
"""

from __future__ import annotations

import codecs
import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.atomic_write import save_whole
from hypersweep.errors import BoardTooLargeError, HypersweepError, ParameterTypeError, ParseError, RecordWarning
from hypersweep.record.record import Record, cut_text, read_record
from hypersweep.record.text_form import MAGIC, MOST_BYTES, decode, is_record, read_tags
from hypersweep.text import as_utf8
from hypersweep.validation import check_type, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import IO

    Damaged = Callable[[HypersweepError], object]

_BEGINNING = f"{MAGIC}:".encode()
_BLOCK = 1 << 20
# Number of bytes to read from the end of a file: more than enough for a record's last line and any empty lines after
# it.
_TAIL = 4096


def iterate_games(
    source: str | os.PathLike[str] | IO[bytes],
    *,
    is_cut_fine: bool = False,
    max_cells: int | None = None,
    damaged: Damaged | None = None,
) -> Iterator[Record]:
    r"""Yield the games in a file one at a time, with only one in memory.

    Args:
        source: the file's path, or a binary stream, which is read to its end and left open.
        is_cut_fine: whether to accept truncated games without a warning.
        max_cells: maximum number of cells per board, for untrusted files; None for no limit.
        damaged: called with an error for each unreadable game; the error names the game and the line, and reading
            continues with the next game. None to raise the error instead.

    Raises:
        OSError: the file can't be read.
        ParseError: a game can't be read, or there is other text before the first game (reported as game 1).
        BoardTooLargeError: a game's layout doesn't fit into memory.

    Warns: RecordWarning: a game is truncated.

    Complexity: linear in the length of the file.

    >>> from io import BytesIO
    >>> text = format_games([Record("3x4", 2, seed=7), Record("2x3", 1, seed=8)])
    >>> [record.mines for record in iterate_games(BytesIO(text.encode()))]
    [2, 1]
    """
    with _opened(source) as file:
        yield from _read(file, is_cut_fine, max_cells, damaged)


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game's place in a file, and its tags, from ``scan_games``.

    Attributes:
        number: the game's number in the file, counting from 1.
        line: number of the game's first line, counting from 1.
        offset: where the game begins, in bytes, for ``read_game``; in a UTF-16 file, counted in the text's UTF-8 form.
        tags: a read-only mapping of all tags, as text: "board", "mines", "rules", then the others in order.

    >>> from io import BytesIO
    >>> next(scan_games(BytesIO(Record("3x4", 2, seed=7).format().encode()))).tags["board"]
    '3x4'
    """

    number: int
    line: int
    offset: int
    tags: Mapping[str, str] = field(hash=False)

    def __reduce__(self) -> tuple[object, ...]:
        return _entry, (self.number, self.line, self.offset, dict(self.tags))


def _entry(number: int, line: int, offset: int, tags: dict[str, str]) -> GameEntry:
    return GameEntry(number, line, offset, MappingProxyType(tags))


def scan_games(source: str | os.PathLike[str] | IO[bytes], *, damaged: Damaged | None = None) -> Iterator[GameEntry]:
    r"""Yield the place and the tags of each game in a file, without reading the moves; only one game is in memory.

    Args:
        source: the file's path, or a binary stream, which is read to its end and left open.
        damaged: called with an error for each game without a readable header; None to raise the error instead.

    Raises:
        OSError: the file can't be read.
        ParseError: a game has no readable header, or there is other text before the first game (reported as game 1).

    Complexity: linear in the length of the file.

    >>> import pathlib, tempfile
    >>> games = [Record("3x4", 2, seed=7, tags={"player": name}) for name in ("Ann", "Bob", "Ann")]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "games.sweep")
    ...     save_games(path, games)
    ...     found = [game.offset for game in scan_games(path) if game.tags["player"] == "Ann"]
    ...     found, read_game(path, found[1]) == games[2]
    ([0, 186], True)
    """
    with _opened(source) as file:
        for number, (line, piece, offset) in enumerate(game_texts(file), 1):
            try:
                if isinstance(piece, ParseError):
                    raise piece
                tags = read_tags(decode(piece), line)
            except ParseError as error:
                located = _of_game(error, number, line)
                if damaged is None:
                    raise located from None
                damaged(located)
            else:
                yield _entry(number, line, offset, tags)


def read_game(
    source: str | os.PathLike[str] | IO[bytes],
    offset: int,
    *,
    is_cut_fine: bool = False,
    max_cells: int | None = None,
) -> Record:
    """Read one game in a file, without reading those before it.

    Args:
        source: the file's path, or a binary stream that can seek.
        offset: where the game begins, in bytes, from ``scan_games``.
        is_cut_fine: whether to accept a truncated game without a warning.
        max_cells: maximum number of cells on the board, for untrusted files; None for no limit.

    Raises:
        OSError: the file can't be read.
        ParseError: no game begins there, or it can't be read.
        BoardTooLargeError: the game's layout doesn't fit into memory.

    Warns: RecordWarning: the game is truncated.

    >>> from io import BytesIO
    >>> read_game(BytesIO(format_games([Record("3x4", 2, seed=7), Record("2x3", 1, seed=8)]).encode()), 81).mines
    1
    """
    place = whole_number(offset, "offset", least=0)
    with _opened(source) as file:
        file.seek(0)
        begin = file.read(len(codecs.BOM_UTF8))
        if begin[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            file.seek(0)
            return read_game(
                BytesIO(as_utf8(file.read(MOST_BYTES))), place, is_cut_fine=is_cut_fine, max_cells=max_cells
            )
        is_first = place == 0 or (place == len(begin) and begin == codecs.BOM_UTF8)
        file.seek(0 if is_first else place - 1)
        if not is_first and file.read(1 + len(_BEGINNING)) != b"\n" + _BEGINNING:
            raise ParseError(f"expected the beginning of a game at byte {place}, got something else")
        file.seek(place)
        found = next(game_texts(file), None)
    if found is None:
        raise ParseError("expected a game, got an empty file")
    if isinstance(found.text, ParseError):
        raise found.text
    return Record.parse(found.text, is_cut_fine=is_cut_fine, max_cells=max_cells)


@contextmanager
def _opened(source: str | os.PathLike[str] | IO[bytes]) -> Iterator[IO[bytes]]:
    """Open a path; return a stream as it is, and leave it open."""
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield file
    elif hasattr(source, "read"):
        yield source
    else:
        raise ParameterTypeError(f"expected a path or a stream, got {truncate(source)} ({type(source).__name__})")


def load_games(
    path: str | os.PathLike[str],
    *,
    is_cut_fine: bool = False,
    max_cells: int | None = None,
    damaged: Damaged | None = None,
) -> list[Record]:
    """Return all games in a file; arguments and errors are as for ``iterate_games``."""
    return list(iterate_games(path, is_cut_fine=is_cut_fine, max_cells=max_cells, damaged=damaged))


def parse_games(
    text: str | bytes,
    *,
    is_cut_fine: bool = False,
    max_cells: int | None = None,
    damaged: Damaged | None = None,
) -> list[Record]:
    r"""Return all games in a text; arguments and errors are as for ``iterate_games``.

    >>> errors = []
    >>> text = format_games([Record("3x4", 2, seed=7), Record("2x3", 1, seed=8)]).replace("3x4", "3x")
    >>> [record.mines for record in parse_games(text, damaged=errors.append)]
    [1]
    >>> print(errors[0])
    game 1, line 2: board: expected a side in digits at position 2 of the grid, got ''
    """
    if isinstance(text, str):
        # Don't fail on a lone surrogate here: it should damage only its own game, and be reported for that game.
        text = text.encode("utf-8", "surrogatepass")
    elif not isinstance(text, bytes | bytearray | memoryview):
        raise ParameterTypeError(f"expected records as text, got {truncate(text)} ({type(text).__name__})")
    return list(_read(BytesIO(text), is_cut_fine, max_cells, damaged))


def format_games(records: Iterable[Record]) -> str:
    """Return several games as one text; ``parse_games`` reads it."""
    return "\n".join(_check(record).format() for record in _check_many(records))


def save_games(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write games to a file atomically; its name should end in ".sweep".

    Args:
        path: the file; an existing one is replaced.
        records: the games; may be an iterator, such as ``iterate_games`` on another file.

    Raises:
        OSError: the file can't be written; an existing one is unchanged.
        ParameterTypeError: an argument or a game has the wrong type.
    """
    _check_path(path)
    many = _check_many(records)
    save_whole(path, lambda file: _write(file, many))


def append_games(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Append games to a file atomically; create the file if it is missing.

    There is no lock: if two programs append at the same time, one of them may lose its games.

    Raises:
        OSError: the file can't be read or written; it is unchanged.
        ParseError: the file doesn't begin with a record, or its last game is truncated.
        ParameterTypeError: an item isn't a record.

    Complexity: that of writing the whole file, because a complete new file replaces the old one.
    """
    _check_path(path)
    many = _check_many(records)

    def write(file: IO[bytes]) -> None:
        gap = b""
        try:
            old = open(path, "rb")  # noqa: SIM115
        except FileNotFoundError:
            pass
        else:
            with old:
                gap = _check_end(old, path)
                while block := old.read(_BLOCK):
                    file.write(block)
        _write(file, many, gap)

    save_whole(path, write)


def _check_end(file: IO[bytes], path: str | os.PathLike[str]) -> bytes:
    """Return the separator to write before further games; empty for an empty file."""
    from hypersweep.record.text_form import read_end

    # Read too few bytes to recognise a UTF-16 file, so that it is rejected: UTF-8 games can't be appended to it.
    if not is_record(begin := file.read(len(_BEGINNING) + 3)):
        if not begin:
            return b""
        raise ParseError(f"expected a file of records, got {truncate(os.fspath(path))}, which begins differently")
    file.seek(0, os.SEEK_END)
    file.seek(max(0, file.tell() - _TAIL))
    tail = file.read(_TAIL)
    file.seek(0)
    last = tail.rstrip(b"\r\n").rpartition(b"\n")[2]
    if read_end(last.decode("utf-8", "replace")) is None:
        raise ParseError(f"the last game in {truncate(os.fspath(path))} is cut off")
    return b"\n" if tail.endswith(b"\n") else b"\n\n"


def _check_path(path: object) -> None:
    check_type(path, str | bytes | os.PathLike, "a path")


def _check_many(records: Iterable[Record]) -> Iterable[Record]:
    if isinstance(records, str) or not hasattr(records, "__iter__"):
        raise ParameterTypeError(f"expected records, got {truncate(records)} ({type(records).__name__})")
    return records


def _check(record: Record) -> Record:
    check_type(record, Record, "a Record")
    return record


def _write(file: IO[bytes], records: Iterable[Record], gap: bytes = b"") -> None:
    for record in records:
        file.write(gap)
        file.write(_check(record).format().encode())
        gap = b"\n"


def _read(file: IO[bytes], is_cut_fine: bool, max_cells: int | None, damaged: Damaged | None) -> Iterator[Record]:
    for number, (line, piece, _) in enumerate(game_texts(file), 1):
        try:
            if isinstance(piece, ParseError):
                raise piece
            record, is_whole = read_record(piece, max_cells, line)
        except (ParseError, BoardTooLargeError) as error:
            located = _of_game(error, number, line)
            if damaged is None:
                raise located from None
            damaged(located)
        else:
            if not is_whole and not is_cut_fine:
                import warnings

                warnings.warn(RecordWarning(f"game {number}, line {line}: {cut_text(record)}"), stacklevel=3)
            yield record


def _of_game(error: ParseError | BoardTooLargeError, number: int, line: int) -> ParseError | BoardTooLargeError:
    """Return a game's error, with the game's number and the line in the file added."""
    message = str(error)
    where = f"game {number}, " + ("" if message.startswith("line ") else f"line {line}: ")
    if isinstance(error, BoardTooLargeError):
        return BoardTooLargeError(where + message)
    return ParseError(where + message, text=error.text, position=error.position)


class GameText(NamedTuple):
    """A game's text in a file: the number of its first line, the text or an error, and the text's offset in bytes."""

    line: int
    text: bytes | ParseError
    offset: int


def game_texts(file: IO[bytes]) -> Iterator[GameText]:
    """Yield the text of each game in a file.

    If a game is too long, yield an error instead of its text; if there is other text before the first game, yield its
    beginning. Do so immediately, so that a caller that stops at an error never reads an endless file.

    >>> [found.line for found in game_texts(BytesIO(format_games([Record("3x4", 2, seed=7)] * 3).encode()))]
    [1, 9, 17]
    """
    begin = file.read(2 + 2 * len(_BEGINNING))
    if not begin:
        return
    if is_record(begin) and begin[0] in (0xFE, 0xFF):
        begin += file.read(MOST_BYTES)
    buffer = bytearray(as_utf8(begin))
    line = 1
    offset = len(codecs.BOM_UTF8) if begin.startswith(codecs.BOM_UTF8) else 0
    is_passed_over = not is_record(bytes(buffer))
    if is_passed_over:
        yield GameText(line, bytes(buffer), offset)
    mark = b"\n" + _BEGINNING
    looked = 0
    while True:
        while (place := buffer.find(mark, looked)) >= 0:
            piece = bytes(buffer[: place + 1])
            if not is_passed_over:
                yield GameText(line, piece, offset)
            line += piece.count(b"\n")
            offset += place + 1
            del buffer[: place + 1]
            is_passed_over = False
            looked = 0
        looked = max(len(buffer) - len(mark), 0)
        if len(buffer) > MOST_BYTES and not is_passed_over:
            yield GameText(line, ParseError(f"expected a record of at most {MOST_BYTES} bytes, got more"), offset)
            is_passed_over = True
        if is_passed_over:
            line += buffer.count(b"\n", 0, looked)
            offset += looked
            del buffer[:looked]
            looked = 0
        block = file.read(_BLOCK)
        if not block:
            break
        buffer += block
    if not is_passed_over:
        yield GameText(line, bytes(buffer), offset)
