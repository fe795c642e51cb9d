"""Output of commands: what a terminal, pipe or file can show, pictures of games, tables, and a line of progress."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.exit_codes import abandon
from hypersweep.picture.cell_appearance import ASCII, NICER, shown_codes
from hypersweep.picture.text_picture import draw, place_window, window_text
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Self, TextIO

    from hypersweep.game import Game

_BAR, _NICER_BAR = "|", "│"

# Parameters of escape sequences for colours, from the 16 that terminals match to their background.
_LABEL = "2"
_COLOURS = {FLAGGED: "1;31", MINE: "33", EXPLODED: "1;37;41", WRONG_FLAG: "1;35", 0: "2"}
_CLUE_COLOURS = ("94", "32", "91", "35", "33", "36", "95", "92")

# Combining marks, and characters without a width.
_JOINING = ("Mn", "Me", "Cf")

# Seconds before a line of progress appears, so that short work shows none; and between two drawings of it.
_FIRST, _BETWEEN = 0.3, 0.1
# Seconds between plain lines of progress, so that log files of a scheduler show progress but stay short.
_BETWEEN_PLAIN = 60.0
# Characters of the bar, and columns of a terminal that leave space for it next to the text.
_BAR_WIDTH, _LEAST_COLUMNS = 20, 60


class Output:
    r"""A text stream to draw games on.

    All text can be encoded: boards use ASCII if the stream lacks the nicer characters, and any other missing
    character is escaped, such as ``\u2603``.

    Args:
        stream: such as ``sys.stdout``, which is None in a program without one; None drops all output.
        is_ascii: whether to draw in ASCII; None to ask the stream.
        is_colourful: whether to use colours; None for colours on a terminal, unless NO_COLOR or TERM=dumb is set.

    Attributes:
        is_terminal: whether the stream ends at a terminal.
        is_colourful: whether to use colours.
        bar: character between the label of a row and its cells.
        symbols: characters of covered cells, flags, mines and zeros, by the code of a ``View``.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x3", [(0, 0)]))
    >>> change = game.open((0, 2))
    >>> for line in Output(sys.stdout, is_ascii=True).picture(game):
    ...     print(line)
       0 1 2
    0| # 1 .
    1| # 1 .
    """

    def __init__(
        self, stream: TextIO | None, *, is_ascii: bool | None = None, is_colourful: bool | None = None
    ) -> None:
        self._stream = stream
        self.is_terminal: bool = stream is not None and stream.isatty()
        if is_ascii is None:
            is_ascii = not can_show(stream, "".join((NICER[COVERED], NICER[0], _NICER_BAR)))
        self.symbols: dict[int, str] = ASCII if is_ascii else NICER
        self.bar = _BAR if is_ascii else _NICER_BAR
        self.is_colourful: bool = self.is_terminal and _colours_welcome() if is_colourful is None else is_colourful
        self._colours = {self.symbols[code]: colour for code, colour in _COLOURS.items()}
        self._colours |= {str(clue): colour for clue, colour in enumerate(_CLUE_COLOURS, 1)}

    def write(self, text: str) -> None:
        """Write text as it is.

        Raises:
            OSError: it can't be written.
        """
        if self._stream is None:
            return
        try:
            self._stream.write(text)
        except UnicodeEncodeError as error:
            self._stream.write(text.encode(error.encoding, "backslashreplace").decode(error.encoding))

    def flush(self) -> None:
        """Flush the stream.

        Raises:
            OSError: the reader closed the pipe, or it can't be written.
        """
        if self._stream is not None:
            self._stream.flush()

    def tell(self, text: str) -> int:
        """Write a text and flush it. Returns: the exit status 0, for a command that ends with this text.

        Raises:
            OSError: it can't be written.
        """
        self.write(text)
        self.flush()
        return 0

    def abandon(self) -> None:
        """Abandon a stream that can't be written to: its unsent text would fail again when the interpreter ends."""
        stream, self._stream = self._stream, None
        abandon(stream)

    @property
    def columns(self) -> int | None:
        """Current width of the terminal; None without a terminal, for no limit."""
        if not self.is_terminal or self._stream is None:
            return None
        asked = os.environ.get("COLUMNS", "")
        if asked.isascii() and asked.isdigit() and int(asked[:6]) > 0:
            return int(asked[:6])
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or 80
        except (OSError, ValueError):
            return 80

    def picture(self, game: Game, around: Sequence[int] | None = None, *, reveal: bool = False) -> list[str]:
        """Return the lines of a picture of a game; one more line says so if they don't show the whole board.

        Args:
            game: the game.
            around: the cell to show if the board is too large; None for the first one.
            reveal: whether to show every clue and mine, as if all cells were open.

        Complexity: O(cells shown).
        """
        shape = game.grid.shape
        # No clue exceeds the most neighbours or the mines.
        width = len(str(min(game.grid.max_neighbours, game.mines)))
        columns = self.columns
        window = place_window(shape, around, width=width, columns=columns)
        lines = draw(
            shape,
            _Tokens(game, self.symbols, _is_whole(shape, window), reveal),
            width=width,
            window=window,
            columns=columns,
            bar=self.bar,
            paint=self._paint if self.is_colourful else None,
            paint_label=self._paint_label if self.is_colourful else None,
        )
        note = window_text(shape, window)
        return [*lines, f"({note})"] if note else lines

    def _paint(self, token: str) -> str:
        colour = self._colours.get(token)
        return token if colour is None else f"\033[{colour}m{token}\033[0m"

    def _paint_label(self, label: str) -> str:
        return f"\033[{_LABEL}m{label}\033[0m" if label else label


class _Tokens:
    """Texts of the cells of a game, by raveled index."""

    def __init__(self, game: Game, symbols: dict[int, str], is_whole: bool, reveal: bool) -> None:
        self._game = game
        self._symbols = symbols
        self._reveal = reveal
        self._codes = self._read(0, game.grid.cells) if is_whole else None

    def __call__(self, index: int) -> str:
        codes = self._codes
        code = self._read(index, index + 1)[0] if codes is None else codes[index]
        return self._symbols.get(code) or str(code)

    def _read(self, begin: int, end: int) -> memoryview:
        return self._game.codes(begin, end, reveal=True) if self._reveal else shown_codes(self._game, begin, end)


def _is_whole(shape: Sequence[int], window: Sequence[tuple[int, int]]) -> bool:
    return all(end - begin == side for side, (begin, end) in zip(shape, window, strict=True))


def can_show(stream: TextIO | None, characters: str) -> bool:
    """Whether a stream can encode some characters and its terminal, if any, can show them.

    Python writes UTF-8 if the locale is "C" or "POSIX" or none is set; but a terminal with such a locale may support
    only ASCII.

    >>> import io
    >>> can_show(io.TextIOWrapper(io.BytesIO(), encoding="latin-1"), "■")
    False
    """
    if stream is not None and _is_terminal(stream) and not _names_characters():
        return characters.isascii()
    try:
        characters.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False  # closed


def _names_characters() -> bool:
    """Whether the environment names a locale with a character set, or sets Python's encoding."""
    # Other systems don't announce the terminal's encoding in the environment.
    if os.name != "posix" or sys.platform == "darwin" or os.environ.get("PYTHONIOENCODING"):
        return True
    environment = _first_environment()
    named = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "C")
    return named not in ("C", "POSIX")


def _first_environment() -> Mapping[str, str]:
    """Return the environment at the start of the program. Python itself sets LC_CTYPE if no locale is named."""
    try:
        with open("/proc/self/environ", "rb") as stream:
            data = stream.read()
    except OSError:
        data = b""
    given = dict(entry.partition("=")[::2] for entry in os.fsdecode(data).split("\0") if entry)
    coerced = os.environ.get("LC_CTYPE")
    if given.get("LC_CTYPE", "") == coerced or coerced not in ("C.UTF-8", "C.utf8", "UTF-8"):
        return os.environ
    return {name: value for name, value in os.environ.items() if name != "LC_CTYPE"}


def _colours_welcome() -> bool:
    """Whether the environment allows colours. Source: no-color.org; terminfo's "dumb" has no escape sequences."""
    environment = os.environ
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    # The classic Windows console prints escape sequences literally, unless a newer terminal runs it.
    return sys.platform != "win32" or bool({"WT_SESSION", "ANSICON", "TERM"} & environment.keys())


def text_width(text: str) -> int:
    """Return the width of a text in columns of a terminal: two for a wide character, none for a combining one.

    >>> text_width("safest"), text_width("漢字"), text_width("e\u0301")
    (6, 4, 1)
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(0 if category(each) in _JOINING else 2 if east_asian_width(each) in "WF" else 1 for each in text)


def columns_of(table: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table, its heads first.

    >>> for line in columns_of([["board", "won"], ["3x4", "7"], ["4x4x4", "12"]]):
    ...     print(line)
    board  won
    3x4      7
    4x4x4   12
    """
    heads, *lines = table
    is_left = [not lines or not all(_is_number(line[place]) for line in lines) for place in range(len(heads))]
    sizes = [[text_width(word) for word in line] for line in table]
    widths = [max(column) for column in zip(*sizes, strict=True)]
    text = []
    for line, own in zip(table, sizes, strict=True):
        words = []
        for word, size, width, left in zip(line, own, widths, is_left, strict=True):
            space = " " * (width - size)
            words.append(word + space if left else space + word)
        text.append("  ".join(words).rstrip())
    return text


def _is_number(word: str) -> bool:
    digits = word.removesuffix("*").replace(".", "", 1).replace(",", "").replace("-", "", 1).replace("+", "", 1)
    return digits.isdigit() or word == "-"


class ProgressLine:
    """A progress bar followed by text, redrawn at most ten times a second, and removed before other output.

    Without a terminal it shows nothing, or, for a command with long work, a plain line once a minute.

    Args:
        output: the terminal, such as one on standard error.
        command: prefix of plain lines, such as "hypersweep lab winrate"; empty for no plain lines.

    Attributes:
        is_wanted: whether the bar can be shown.

    >>> with ProgressLine(Output(None)) as line:
    ...     line.show(0.5, "board 2 of 3")
    ...     line.is_wanted
    False
    """

    def __init__(self, output: Output, command: str = "") -> None:
        self._output, self._command = output, command
        self._full, self._empty = ("#", "-") if output.bar == "|" else ("━", "─")
        self._shown = ""
        self.is_wanted: bool = output.is_terminal and os.environ.get("TERM") != "dumb"
        self._next = monotonic() + (_FIRST if self.is_wanted else _BETWEEN_PLAIN)

    def show(self, share: float, text: str) -> None:
        """Show the progress, unless it was shown just before.

        Args:
            share: share of the work, from 0 to 1.
            text: the same as text.
        """
        now = monotonic()
        if now < self._next:
            return
        if not self.is_wanted:
            self._next = now + _BETWEEN_PLAIN
            if self._command:
                self._write(f"{self._command}: {text}\n")
            return
        self._next = now + _BETWEEN
        columns = self._output.columns or 80
        if columns >= _LEAST_COLUMNS:
            full = int(_BAR_WIDTH * min(max(share, 0.0), 1.0))
            text = f"{self._full * full}{self._empty * (_BAR_WIDTH - full)}  {text}"
        # A character in the last column would move the cursor to the next line.
        self._shown = f"\r{text[: columns - 1]}\033[K"
        self._write(self._shown)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the line while the caller writes something else."""
        shown = self._shown
        self.clear()
        yield
        if shown:
            self._shown = shown
            self._write(shown)

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            self._shown = ""
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        try:
            self._output.tell(text)
        except (OSError, ValueError):
            self.is_wanted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()
