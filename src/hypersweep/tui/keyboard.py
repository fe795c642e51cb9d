"""Terminal input: drop invalid sequences, and accept mouse reports in the oldest format too.

Terminals without the newer format (SGR) report a click as three bytes after ``ESC [ M``: the button, the column and the
row, each with 32 added. Beyond column 95, such a report isn't valid UTF-8.
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

from hypersweep.tui.terminal import has_title
from hypersweep.tui.terminal_app import CommandKey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.message import Message

_MOST = 4096
# Seconds to wait for input before checking for other work, and seconds without input after which an unfinished paste is
# ended.
_PAUSE = 0.1
_PASTE_PATIENCE = 2.0
_PASTE_BEGIN, _PASTE_END, _INTERRUPT = "\033[200~", "\033[201~", "\3"

_BEGIN = b"\033[M"
_REPORT = re.compile(re.escape(_BEGIN) + b"(.)(.)(.)", re.DOTALL)
_OFFSET = 32
_RELEASED, _MOVED, _WHEEL = 3, 32, 64


# A key in kitty's protocol: the key and its alternatives, the modifiers, and the text. Source:
# sw.kovidgoyal.net/kitty/keyboard-protocol
_KITTY_KEY = re.compile(r"\033\[(\d+)(?::(\d*))?(?::(\d*))?(?:;(\d*)(?:;([\d:]*))?)?u")
# Bits of the modifiers' number, which is reported with 1 added.
_SHIFT, _CAPS_LOCK = 1, 64
# Asks a terminal with kitty's protocol to also report which key on a US keyboard is at the same position.
_REPORT_ALTERNATE_KEYS = "\033[=4;2u"

SAVE_TITLE, RESTORE_TITLE = "\033[22;2t", "\033[23;2t"
"""Push and pop the window's title. Source: invisible-island.net, XTerm Control Sequences."""


class Translator:
    r"""Decodes bytes from a terminal, piece by piece as they arrive.

    >>> translator = Translator()
    >>> translator.text("é".encode("latin-1") + b"x"), translator.text("é".encode())
    ('x', 'é')
    >>> translator.text(b"\033[M !"), translator.text(b"\xfe")
    ('', '\x1b[<0;1;222M')
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("ignore").decode
        # Start of an incomplete report, and the button pressed last.
        self._rest = b""
        self._button = 0

    def text(self, data: bytes) -> str:
        """Return the text for the next bytes; keep an incomplete character or report for the next call."""
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
            # This format doesn't say which button was released, so assume the one pressed last.
            kind = kind & ~_RELEASED | self._button
        elif not kind & (_MOVED | _WHEEL):
            self._button = kind & _RELEASED
        return b"\033[<%d;%d;%d%c" % (kind, column, row, b"m" if is_release else b"M")


class Parser(XTermParser):
    r"""Parses text into keys and reports; drops invalid ones.

    A paste without an end mark would swallow all keys. It is ended by Ctrl-C, which terminals don't allow inside a
    paste, or after two seconds without input.

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
        # The latest characters, which may be half of a paste's end mark, and the time of the latest input.
        self._latest, self._came = "", 0.0

    @property
    def mouse_pixels(self) -> bool:
        """Whether the terminal reports the mouse in pixels: never, because ``TerminalDriver`` doesn't request it.

        Textual would set this after any size report, and then take character positions for pixels: a click would open a
        cell far from the mouse.
        """
        return False

    @mouse_pixels.setter
    def mouse_pixels(self, _: bool) -> None:
        pass

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the keys and reports in the next piece of text; drop reports of a zero-sized terminal."""
        self._came = self._clock()
        for number, piece in enumerate(data.split(_INTERRUPT)):
            if number:
                yield from self._end_paste()
                yield from self._feed(_INTERRUPT)
            yield from self._feed(piece)

    def _feed(self, data: str) -> Iterable[Message]:
        # Don't pass on an empty text: the parser would take it for the end of input.
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
        """Yield the events due during a pause in the input; end a paste whose end is overdue."""
        yield from super().tick()
        if self._clock() - self._came > _PASTE_PATIENCE:
            yield from self._end_paste()

    @property
    def is_pending(self) -> bool:
        """Whether a key or a paste may be incomplete, so that ``tick`` must be called in time."""
        return self._timeout_time is not None or self._is_pasting

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
        # Drop a key whose text is a lone surrogate, since it can't be encoded.
        keys = [key for key in keys if key.character is None or not "\ud800" <= key.character[:1] <= "\udfff"]
        return keys or [events.Key(Keys.Ignore, sequence)]

    def parse_mouse_code(self, code: str) -> Message | None:
        """Return the event for a mouse report, or None if its position is invalid."""
        try:
            return super().parse_mouse_code(code)
        except (ValueError, ArithmeticError):
            return None


class TerminalDriver(LinuxDriver):
    """Textual's driver for Linux, macOS and other Unix systems, with our own input reader."""

    # Ends of a pipe that wakes up the thread that reads the input.
    _wake: tuple[int, int] | None = None

    def start_application_mode(self) -> None:
        """Start as Textual does, and also ask terminals with kitty's protocol for key positions."""
        self._wake = self._wake or os.pipe()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if has_title():
            self.write(SAVE_TITLE)
        if not DISABLE_KITTY_KEY:
            self.write(_REPORT_ALTERNATE_KEYS)
            self.flush()

    def stop_application_mode(self) -> None:
        """Restore the terminal's title, and stop as Textual does."""
        if has_title():
            self.write(RESTORE_TITLE)
        super().stop_application_mode()

    def disable_input(self) -> None:
        """Stop reading the terminal's input: wake up the thread that waits for it, and stop as Textual does."""
        if self._wake is not None:
            os.write(self._wake[1], b"\0")
        super().disable_input()
        if self._wake is not None and not (self._key_thread is not None and self._key_thread.is_alive()):
            for end in self._wake:
                os.close(end)
            self._wake = None

    def entitle(self, title: str) -> None:
        """Set the terminal's title."""
        if has_title():
            self.write(f"\033]2;{title}\a")
            self.flush()

    def _enable_mouse_pixels(self) -> None:
        """Do nothing, so that mouse reports stay in characters; see ``Parser.mouse_pixels``."""

    def _sigcont_application(self, *_: object) -> None:
        if self._auto_restart and self._key_thread is not None and self._key_thread.is_alive():
            # The program was stopped by a signal, not by Ctrl-Z: the reading thread still runs, and another program may
            # have changed the terminal. Suspend first, to keep the original settings and avoid a second reading thread.
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application()

    def run_input_thread(self) -> None:
        """Read the terminal's input until the application exits; pass on any error, so that the application exits."""
        try:
            self._read_input()
        except Exception as error:
            # Handle the error in the UI thread, which saves the game and sets the exit status.
            self._app.call_later(self._app._handle_exception, error)

    def _read_input(self) -> None:
        parser = Parser(self._debug)
        translator = Translator()
        while not self.exit_event.is_set():
            # Sleep until the next input: polling ten times a second would use the CPU while the player thinks.
            wake = [] if self._wake is None else [self._wake[0]]
            ready, _, _ = select.select([self.fileno, *wake], [], [], _PAUSE if parser.is_pending or not wake else None)
            if self.fileno not in ready:
                # If this thread was woken up, the application is about to set the event.
                self.exit_event.wait(_PAUSE if ready else 0)
            else:
                try:
                    data = os.read(self.fileno, _MOST)
                except OSError:
                    data = b""
                if not data:
                    # The terminal is gone; a signal will end the program.
                    self.exit_event.wait()
                    return
                for message in parser.feed(translator.text(data)):
                    self.process_message(message)
            for message in parser.tick():
                self.process_message(message)


def _both_keys(sequence: str) -> tuple[str, str]:
    r"""Split a kitty key report into the key as typed, and the key for commands ("" if it is the same).

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
    # An ASCII character counts as typed in any layout; for any other, use the key's position on a US keyboard.
    place = int(base) if base and int(code) > 127 else int(code)
    is_letter = 97 <= place <= 122
    if place == int(code) and not (bits & _CAPS_LOCK and is_letter):
        return typed, ""
    shown = place - 32 if is_letter and bits & _SHIFT else place
    return typed, f"\033[{place};{(bits & ~_CAPS_LOCK) + 1}{text and f';{shown}'}u"
