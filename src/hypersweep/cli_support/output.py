"""What a terminal, a pipe or a file can show: characters, colours, width; and the picture of a game on it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from hypersweep.exit_codes import abandon
from hypersweep.picture.cell_appearance import ASCII, NICER
from hypersweep.picture.drawn_game import shown_codes
from hypersweep.picture.text import draw, place_window, window_text
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TextIO

    from hypersweep.game import Game

__all__ = ["Output", "can_show"]

_BAR, _NICER_BAR = "|", "│"

# Parameters of escape sequences for colours: the sixteen that terminals fit to their background.
_LABEL = "2"
_COLOURS = {FLAGGED: "1;31", MINE: "33", EXPLODED: "1;37;41", WRONG_FLAG: "1;35", 0: "2"}
_CLUE_COLOURS = ("94", "32", "91", "35", "33", "36", "95", "92")


class Output:
    r"""A text stream as a place to draw games on.

    Whatever is written to it can be encoded: boards are drawn in ASCII where the stream lacks the nicer characters, and
    any other character that it lacks comes as an escape such as ``\u2603``.

    Args:
        stream: such as ``sys.stdout``; None, which a program without one has there, takes everything and keeps nothing.
        is_ascii: whether to draw in ASCII; None to ask the stream.
        is_colourful: whether to use colours; None for a terminal's, unless the environment has NO_COLOR or TERM=dumb.

    Attributes:
        is_terminal: whether the stream ends at a terminal.
        is_colourful: whether colours are welcome.
        bar: what stands between the label of a row and its cells.
        symbols: what stands on the board for covered cells, flags, mines and zeros, by the code of a ``View``.

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
        """Send what was written on its way.

        Raises:
            OSError: nobody reads it any more, or it can't be written.
        """
        if self._stream is not None:
            self._stream.flush()

    def tell(self, text: str) -> int:
        """Write a text and send it on its way; gives the exit status of a command that has no more to do.

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
        """The width of the terminal, now; None where there is none, for lines without end."""
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
        """The lines of a picture of a game, with one more that says so where they don't show the whole board.

        Args:
            game: the game.
            around: the cell to show where a board is too large to be shown whole; None for the first one.
            reveal: show every clue and every mine, as if all cells were open.

        Complexity: O(cells shown).
        """
        shape = game.grid.shape
        # No clue is larger than either.
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
    """What stands in the cells of a game, by raveled index."""

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
    """Whether a stream takes some characters, and the terminal that it may lead to shows them.

    Python writes UTF-8 where the locale is the plain one, "C" or "POSIX", or none is named; but such a terminal may
    know nothing but ASCII.

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
    """Whether the environment names a locale that has characters of its own, or says how Python is to write."""
    # Elsewhere terminals don't ask the environment.
    if os.name != "posix" or sys.platform == "darwin" or os.environ.get("PYTHONIOENCODING"):
        return True
    environment = _first_environment()
    named = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "C")
    return named not in ("C", "POSIX")


def _first_environment() -> Mapping[str, str]:
    """The environment that the program was given. Python itself sets LC_CTYPE where no locale is named."""
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
    """What the environment says of colours. Source: no-color.org; terminfo's "dumb" has no escape sequences."""
    environment = os.environ
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    # Consoles of Windows show escape sequences as they are, unless something newer runs in front.
    return sys.platform != "win32" or bool({"WT_SESSION", "ANSICON", "TERM"} & environment.keys())
