"""Terminal input: drop invalid sequences, and accept the oldest form of mouse reports too.

Terminals that don't know the newer form (SGR) report a click as three bytes behind ``ESC [ M``: the button, the column
and the row, each 32 more than it is. Beyond column 95 that is no UTF-8 any more.
"""

from __future__ import annotations

import os
import re
import select
from codecs import getincrementaldecoder
from time import monotonic
from typing import TYPE_CHECKING

from textual import events
from textual._xterm_parser import XTermParser
from textual.constants import DISABLE_KITTY_KEY
from textual.drivers.linux_driver import LinuxDriver
from textual.keys import Keys

from hypersweep.tui.terminal_app import CommandKey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.message import Message

_MOST = 4096
# Seconds between checks for other work, and after which an unfinished paste is ended.
_PAUSE = 0.1
_PASTE_PATIENCE = 2.0
_PASTE_BEGIN, _PASTE_END, _INTERRUPT = "\033[200~", "\033[201~", "\3"

_BEGIN = b"\033[M"
_REPORT = re.compile(re.escape(_BEGIN) + b"(.)(.)(.)", re.DOTALL)
_OFFSET = 32
_RELEASED, _MOVED, _WHEEL = 3, 32, 64


# The key and its alternatives, the modifiers and the text of a key in kitty's protocol.
# Source: sw.kovidgoyal.net/kitty/keyboard-protocol
_KITTY_KEY = re.compile(r"\033\[(\d+)(?::(\d*))?(?::(\d*))?(?:;(\d*)(?:;([\d:]*))?)?u")
# Bits of the modifiers, which are reported with 1 added.
_SHIFT, _CAPS_LOCK = 1, 64
# Asks kitty to report the key's position as well, as the key of a US keyboard.
_REPORT_ALTERNATE_KEYS = "\033[=4;2u"


class Translator:
    r"""Decode the bytes that a terminal sends, in pieces as they arrive.

    >>> translator = Translator()
    >>> translator.text("é".encode("latin-1") + b"x"), translator.text("é".encode())
    ('x', 'é')
    >>> translator.text(b"\033[M !"), translator.text(b"\xfe")
    ('', '\x1b[<0;1;222M')
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("ignore").decode
        # Start of an incomplete report, and the last pressed button.
        self._rest = b""
        self._button = 0

    def text(self, data: bytes) -> str:
        """Return the text of further bytes."""
        data = _REPORT.sub(self._report, self._rest + data)
        place = data.rfind(_BEGIN)
        if place < 0:
            place = len(data)
        data, self._rest = data[:place], data[place:]
        return self._decode(data)

    def _report(self, found: re.Match[bytes]) -> bytes:
        kind, column, row = (part[0] - _OFFSET for part in found.groups())
        if column < 1 or row < 1 or kind < 0:
            return b""
        is_release = kind & (_RELEASED | _MOVED | _WHEEL) == _RELEASED
        if is_release:
            # This form doesn't name the released button.
            kind = kind & ~_RELEASED | self._button
        elif not kind & (_MOVED | _WHEEL):
            self._button = kind & _RELEASED
        return b"\033[<%d;%d;%d%c" % (kind, column, row, b"m" if is_release else b"M")


class Parser(XTermParser):
    r"""Parse text into keys and reports; drop invalid ones.

    A paste without an end would swallow all keys. It is ended by Ctrl-C, which no terminal allows inside a paste, or
    after a moment without input.

    Args:
        debug: whether to keep a log, as Textual does.
        clock: returns the time in seconds; for tests.

    >>> parser = Parser()
    >>> [key.key for key in parser.feed("\033[1114112ua\033[97;129:3ub")]
    ['a', 'b']
    """

    def __init__(self, debug: bool = False, *, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(debug)
        self._clock = clock
        self._is_pasting = False
        # The latest characters, which may be half a mark, and their time.
        self._latest, self._came = "", 0.0

    @property
    def mouse_pixels(self) -> bool:
        """Whether the mouse is reported in pixels: never, as ``TerminalDriver`` doesn't request it.

        Textual sets it at any report of a size, and then reads a terminal's cells as pixels: a click would open a cell
        far from the mouse.
        """
        return False

    @mouse_pixels.setter
    def mouse_pixels(self, _: bool) -> None:
        pass

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the keys and reports of further text; drop reports of an empty size."""
        self._came = self._clock()
        for number, piece in enumerate(data.split(_INTERRUPT)):
            if number:
                yield from self._end_paste()
                yield from self._feed(_INTERRUPT)
            yield from self._feed(piece)

    def _feed(self, data: str) -> Iterable[Message]:
        # The parser takes an empty text as the end of input.
        if not data:
            return
        known = self._latest + data
        begin, end = known.rfind(_PASTE_BEGIN), known.rfind(_PASTE_END)
        if begin != end:
            self._is_pasting = begin > end
        self._latest = known[1 - len(_PASTE_END) :]
        for message in super().feed(data):
            if not isinstance(message, events.Resize) or message.size:
                yield message

    def tick(self) -> Iterable[Message]:
        """Yield the events that follow from a pause in the input."""
        yield from super().tick()
        if self._clock() - self._came > _PASTE_PATIENCE:
            yield from self._end_paste()

    def _end_paste(self) -> Iterable[Message]:
        if self._is_pasting:
            yield from self._feed(_PASTE_END)

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        typed, command = _both_keys(sequence)
        try:
            keys = super()._parse_extended_key(typed)
            if keys and command:
                keys = [CommandKey(keys[0], key) for key in super()._parse_extended_key(command) or ()]
        except (ValueError, OverflowError):
            keys = []
        if keys is None:
            return None
        # A lone surrogate, which can't be encoded.
        keys = [key for key in keys if key.character is None or not "\ud800" <= key.character[:1] <= "\udfff"]
        return keys or [events.Key(Keys.Ignore, sequence)]

    def parse_mouse_code(self, code: str) -> Message | None:
        """Return a mouse report; None if it has no position."""
        try:
            return super().parse_mouse_code(code)
        except (ValueError, ArithmeticError):
            return None


class TerminalDriver(LinuxDriver):
    """Textual's driver for a terminal, with our own reader."""

    def start_application_mode(self) -> None:
        """Request key positions as well, if the terminal supports kitty's protocol."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if not DISABLE_KITTY_KEY:
            self.write(_REPORT_ALTERNATE_KEYS)
            self.flush()

    def _enable_mouse_pixels(self) -> None:
        """Keep mouse reports in cells: see ``Parser.mouse_pixels``."""

    def _sigcont_application(self, *_: object) -> None:
        if self._auto_restart and self._key_thread is not None and self._key_thread.is_alive():
            # The stop wasn't by Ctrl-Z, and another program may have changed the terminal since. Keep its original
            # settings, and don't start a second reading thread.
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application()

    def run_input_thread(self) -> None:
        """Read the terminal's input until the application ends; an error ends the application and is reported."""
        try:
            self._read_input()
        except Exception as error:
            # Raise it in the UI thread, where the game is saved and the exit status is set.
            self._app.call_later(self._app._handle_exception, error)

    def _read_input(self) -> None:
        parser = Parser(self._debug)
        translator = Translator()
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], _PAUSE)
            if ready:
                try:
                    data = os.read(self.fileno, _MOST)
                except OSError:
                    data = b""
                if not data:
                    # The terminal is gone; a signal reports why.
                    self.exit_event.wait()
                    return
                for message in parser.feed(translator.text(data)):
                    self.process_message(message)
            for message in parser.tick():
                self.process_message(message)


def _both_keys(sequence: str) -> tuple[str, str]:
    r"""Split a key of kitty's protocol: the key itself, and the key for commands; empty if it is the same.

    >>> _both_keys("\033[1088::104;;1088u") == ("\033[1088;1;1088u", "\033[104;1;104u")
    True
    >>> _both_keys("\033[104;65;72u") == ("\033[104;65;72u", "\033[104;1;104u"), _both_keys("\033[A")
    (True, ('\x1b[A', ''))
    """
    found = _KITTY_KEY.fullmatch(sequence)
    if found is None:
        return sequence, ""
    code, _, base, modifiers, text = found.groups(default="")
    if len(code) > 7 or len(base) > 7 or len(modifiers) > 4:
        return sequence, ""
    bits = int(modifiers or 1) - 1
    typed = sequence if ":" not in sequence else f"\033[{code};{bits + 1}{text and ';' + text}u"
    # Latin letters are used as they are, in any layout.
    place = int(base) if base and int(code) > 127 else int(code)
    is_letter = 97 <= place <= 122
    if place == int(code) and not (bits & _CAPS_LOCK and is_letter):
        return typed, ""
    shown = place - 32 if is_letter and bits & _SHIFT else place
    return typed, f"\033[{place};{(bits & ~_CAPS_LOCK) + 1}{text and f';{shown}'}u"
