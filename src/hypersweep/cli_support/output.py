"""Output from commands: text suited to a terminal, pipe or file; boards and tables as text; and a progress line."""

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

# Escape sequence parameters, using only the 16 basic colours, which terminals adapt to their background.
_LABEL = "2"
_COLOURS = {FLAGGED: "1;31", MINE: "33", EXPLODED: "1;37;41", WRONG_FLAG: "1;35", 0: "2"}
_CLUE_COLOURS = ("94", "32", "91", "35", "33", "36", "95", "92")

# Unicode categories of characters without a width: combining marks and format characters.
_JOINING = ("Mn", "Me", "Cf")

# Seconds before a progress line first appears, so that short work shows none; and minimum seconds between redraws.
_FIRST, _BETWEEN = 0.3, 0.1
# Seconds between plain progress lines, so that a job scheduler's log files show progress but stay short.
_BETWEEN_PLAIN = 60.0
# Width of the bar in characters, and minimum terminal width in columns for showing the bar next to the text.
_BAR_WIDTH, _LEAST_COLUMNS = 20, 60


class Output:
    r"""A text stream for a command's output; it can draw games.

    Writing never raises UnicodeEncodeError: boards use ASCII if the stream can't encode the nicer characters, and any
    other character it can't encode is escaped, as in ``\u2603``.

    Args:
        stream: a text stream such as ``sys.stdout``; None (``sys.stdout`` without a console) drops all output.
        is_ascii: whether to draw in ASCII; None to do so only if the stream requires it.
        is_colourful: whether to use colours; None for colours in a terminal, unless NO_COLOR or TERM=dumb is set.

    Attributes:
        is_terminal: whether the stream is a terminal.
        is_colourful: whether to use colours.
        bar: the character between a row's label and its cells.
        symbols: characters for covered cells, flags, mines and zeros, by ``View`` code.

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
        """Write text, without adding a newline or flushing.

        Raises:
            OSError: writing fails.
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
            OSError: writing fails, or the reader closed the pipe.
        """
        if self._stream is not None:
            self._stream.flush()

    def print(self, text: str) -> int:
        """Write text and flush it. Returns: 0, for commands that exit with status 0 after printing it.

        Raises:
            OSError: writing fails.
        """
        self.write(text)
        self.flush()
        return 0

    def abandon(self) -> None:
        """Discard an unwritable stream's buffer; otherwise Python would try to flush it again on exit."""
        stream, self._stream = self._stream, None
        abandon(stream)

    @property
    def columns(self) -> int | None:
        """The terminal's current width in characters; None (no limit) if the stream isn't a terminal."""
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
        """Draw a game's board as lines of text; if it is too large to draw in full, the last line says so.

        Args:
            game: the game.
            around: the cell around which to draw a board that is too large; None for the first cell.
            reveal: whether to show every clue and mine, as if all cells were open.

        Complexity: O(cells shown).
        """
        shape = game.grid.shape
        # A clue exceeds neither the maximum number of neighbours nor the number of mines.
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
    """Returns the text for a cell on a game's board, by raveled index."""

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
    """Return whether a stream can encode the given characters, and its terminal, if any, can show them.

    If the locale is "C", "POSIX" or unset, Python writes UTF-8, but the terminal may support only ASCII.

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
        return False  # the stream is closed


def _names_characters() -> bool:
    """Return whether the environment names the terminal's character set, through a locale or PYTHONIOENCODING."""
    # Windows and macOS don't use these variables for the terminal's encoding, so trust Python's choice there.
    if os.name != "posix" or sys.platform == "darwin" or os.environ.get("PYTHONIOENCODING"):
        return True
    environment = _first_environment()
    named = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "C")
    return named not in ("C", "POSIX")


def _first_environment() -> Mapping[str, str]:
    """Return the environment as it was when the program started: Python itself sets LC_CTYPE if no locale is named."""
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
    """Return whether the environment allows colours: not with NO_COLOR (see no-color.org) or TERM=dumb."""
    environment = os.environ
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    # The classic Windows console prints escape sequences literally, unless a newer terminal runs it.
    return sys.platform != "win32" or bool({"WT_SESSION", "ANSICON", "TERM"} & environment.keys())


def text_width(text: str) -> int:
    """Return a text's width in terminal columns: wide characters take two, combining ones none.

    >>> text_width("safest"), text_width("漢字"), text_width("e\u0301")
    (6, 4, 1)
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(0 if category(each) in _JOINING else 2 if east_asian_width(each) in "WF" else 1 for each in text)


def columns_of(table: Sequence[Sequence[str]]) -> list[str]:
    """Align a table's cells in columns. Returns: its lines, headings first.

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
    """A progress bar with text, redrawn at most ten times a second. As a context manager, it is erased at the end.

    Without a terminal it shows nothing or, if ``command`` is given, a plain line once a minute.

    Args:
        output: the output to draw on, usually standard error.
        command: prefix for plain lines, such as "hypersweep lab winrate"; empty for no plain lines.

    Attributes:
        is_wanted: whether the bar is shown; False without a terminal that can redraw a line.

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
        """Show the progress, unless the last redraw was too recent.

        Args:
            share: share of the work done, from 0 to 1.
            text: a description of the progress, shown after the bar.
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
        # Leave the last column empty: a character there could move the cursor to the next line.
        self._shown = f"\r{text[: columns - 1]}\033[K"
        self._write(self._shown)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Return a context manager that hides the line while the caller writes something else."""
        shown = self._shown
        self.clear()
        yield
        if shown:
            self._shown = shown
            self._write(shown)

    def clear(self) -> None:
        """Erase the line from the terminal."""
        if self._shown:
            self._shown = ""
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        try:
            self._output.print(text)
        except (OSError, ValueError):
            self.is_wanted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()
