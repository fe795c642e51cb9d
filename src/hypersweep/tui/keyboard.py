"""What a terminal sends: what makes no sense is passed over, and the mouse is understood in its oldest form too.

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

from hypersweep.tui.command_key import CommandKey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.message import Message

__all__ = ["Parser", "TerminalDriver", "Translator"]

_MOST = 4096
# Seconds between looks at what else there is to do, and after which no more of a paste comes.
_PAUSE = 0.1
_PASTE_PATIENCE = 2.0
_PASTE_BEGIN, _PASTE_END, _INTERRUPT = "\033[200~", "\033[201~", "\3"

_BEGIN = b"\033[M"
_REPORT = re.compile(re.escape(_BEGIN) + b"(.)(.)(.)", re.DOTALL)
_OFFSET = 32
_RELEASED, _MOVED, _WHEEL = 3, 32, 64


# The key and its forms, the modifiers and the text of a key as kitty's protocol reports it.
# Source: sw.kovidgoyal.net/kitty/keyboard-protocol
_KITTY_KEY = re.compile(r"\033\[(\d+)(?::(\d*))?(?::(\d*))?(?:;(\d*)(?:;([\d:]*))?)?u")
# Bits of the modifiers, which are reported with 1 added.
_SHIFT, _CAPS_LOCK = 1, 64
# Has kitty report where a key lies as well: what the layout of a US keyboard has there.
_REPORT_ALTERNATE_KEYS = "\033[=4;2u"


class Translator:
    r"""Makes text of the bytes that a terminal sends, in pieces as they come.

    >>> translator = Translator()
    >>> translator.text("é".encode("latin-1") + b"x"), translator.text("é".encode())
    ('x', 'é')
    >>> translator.text(b"\033[M !"), translator.text(b"\xfe")
    ('', '\x1b[<0;1;222M')
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("ignore").decode
        # The beginning of a report whose end hasn't come, and the button that was pressed last.
        self._rest = b""
        self._button = 0

    def text(self, data: bytes) -> str:
        """The text of some more bytes."""
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
            # This form doesn't say which.
            kind = kind & ~_RELEASED | self._button
        elif not kind & (_MOVED | _WHEEL):
            self._button = kind & _RELEASED
        return b"\033[<%d;%d;%d%c" % (kind, column, row, b"m" if is_release else b"M")


class Parser(XTermParser):
    r"""Makes keys and reports of text; those that can't be are passed over.

    A paste whose end is lost would swallow all keys. It ends with Ctrl-C, which no terminal lets through in one, or
    when nothing has come for a while.

    Args:
        debug: whether to keep a log, as Textual does.
        clock: seconds that pass; for tests.

    >>> parser = Parser()
    >>> [key.key for key in parser.feed("\033[1114112ua\033[97;129:3ub")]
    ['a', 'b']
    """

    def __init__(self, debug: bool = False, *, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(debug)
        self._clock = clock
        self._is_pasting = False
        # The latest characters, in which half a mark may stand, and when they came.
        self._latest, self._came = "", 0.0

    @property
    def mouse_pixels(self) -> bool:
        """Whether the mouse is reported in pixels: never, as ``TerminalDriver`` doesn't ask for them.

        Textual sets it at any report of a size, and then takes the cells that a terminal without pixels reports for
        pixels: a click opens a cell far from the mouse.
        """
        return False

    @mouse_pixels.setter
    def mouse_pixels(self, _: bool) -> None:
        pass

    def feed(self, data: str) -> Iterable[Message]:
        """The keys and reports of some more text; no size without room for anything."""
        self._came = self._clock()
        for number, piece in enumerate(data.split(_INTERRUPT)):
            if number:
                yield from self._end_paste()
                yield from self._feed(_INTERRUPT)
            yield from self._feed(piece)

    def _feed(self, data: str) -> Iterable[Message]:
        # To the parser nothing means the end.
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
        """What follows from nothing having come for a while."""
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
        # Half a character, which nothing can write.
        keys = [key for key in keys if key.character is None or not "\ud800" <= key.character[:1] <= "\udfff"]
        return keys or [events.Key(Keys.Ignore, sequence)]

    def parse_mouse_code(self, code: str) -> Message | None:
        """A report of the mouse; None where it says no place."""
        try:
            return super().parse_mouse_code(code)
        except (ValueError, ArithmeticError):
            return None


class TerminalDriver(LinuxDriver):
    """Textual's driver for a terminal, with a reader of our own."""

    def start_application_mode(self) -> None:
        """Ask for keys by their place as well, where the terminal knows kitty's protocol."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if not DISABLE_KITTY_KEY:
            self.write(_REPORT_ALTERNATE_KEYS)
            self.flush()

    def _enable_mouse_pixels(self) -> None:
        """Leave the mouse reported in cells: see ``Parser.mouse_pixels``."""

    def _sigcont_application(self, *_: object) -> None:
        if self._auto_restart and self._key_thread is not None and self._key_thread.is_alive():
            # It wasn't Ctrl-Z that stopped us, and whoever had the terminal meanwhile may have changed it. As it was
            # before the game it has to be known still, and one thread is enough to read keys.
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application()

    def run_input_thread(self) -> None:
        """Read what the terminal sends until the screens end; an error ends them, and is told."""
        try:
            self._read_input()
        except Exception as error:
            # In the thread of the screens, where the game is saved and the exit status is made.
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
                    # Nothing will come any more; a signal says what has become of the terminal.
                    self.exit_event.wait()
                    return
                for message in parser.feed(translator.text(data)):
                    self.process_message(message)
            for message in parser.tick():
                self.process_message(message)


def _both_keys(sequence: str) -> tuple[str, str]:
    r"""Return a key of kitty's without its other forms, and the one that commands mean; empty where it is the same.

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
    # Latin letters mean themselves, wherever a layout has them.
    place = int(base) if base and int(code) > 127 else int(code)
    is_letter = 97 <= place <= 122
    if place == int(code) and not (bits & _CAPS_LOCK and is_letter):
        return typed, ""
    shown = place - 32 if is_letter and bits & _SHIFT else place
    return typed, f"\033[{place};{(bits & ~_CAPS_LOCK) + 1}{text and f';{shown}'}u"
