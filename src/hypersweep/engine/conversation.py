"""The client's side of the protocol, without I/O: turns questions into bytes, and received bytes into answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.engine.engine_protocol import (
    MOST_BYTES,
    MOST_SECONDS,
    PROTOCOL_VERSION,
    WANTS,
    AnswerReader,
    Go,
    Hello,
    Line,
    NewGame,
    Ping,
    Position,
    Quit,
    SetOption,
    Stop,
    clean_text,
    decode_line,
    is_name,
    parse_info,
    parse_option,
)
from hypersweep.errors import (
    EngineError,
    EngineProtocolError,
    EngineRefusalError,
    EngineTimeoutError,
    ParameterError,
    ParameterTypeError,
    ParseError,
)
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hypersweep.engine.answer import Answer, EngineBudget, EngineInfo, EngineOption
    from hypersweep.rules import Rules
    from hypersweep.view import View

_KNOWN = ("best", "chances", "error", "errors", "id", "info", "move", "option", "pong", "ready", "reason")
_MOST_OPTIONS = 1000
_MOST_OPTION_CHARACTERS = 1 << 20
_MOST_ABANDONED = 1000


class Conversation:
    r"""The state of a conversation with an engine, with one question open at a time.

    ``hello``, ``arrange`` and ``go`` return the bytes to send. Pass the engine's output to ``receive`` until
    ``is_done``; then ``result`` returns the answer or raises the error.

    Attributes:
        name: the engine's name; empty until known.
        version: the version reported by the engine; empty if it reports none.
        options: the engine's options, by name.
        is_done: whether the answer is complete.
        report: called with every ``EngineInfo`` from the current search; None to ignore them.

    >>> talk = Conversation()
    >>> talk.hello()
    b'hsp version=1\n'
    >>> talk.receive(b"id name Deep Sweep\nready\n")
    >>> talk.is_done, talk.name
    (True, 'Deep Sweep')
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.name: str = ""
        self.version: str = ""
        self.options: dict[str, EngineOption] = {}
        self.is_done: bool = True
        self.report: Callable[[EngineInfo], object] | None = None
        self._most_bytes = most_bytes
        # Start of a line whose end hasn't been received yet.
        self._begun = bytearray()
        # How many of these bytes were already searched for a line end.
        self._searched = 0
        self._count = 0
        # Expected last line of the answer: its word, and its ID or token.
        self._waits: tuple[str, str] = ("", "")
        self._reader: AnswerReader | None = None
        self._answer: Answer | None = None
        self._refusal: EngineRefusalError | None = None
        # The last unknown line. If no answer arrives, the error shows it: the program may not be an engine.
        self._passed_over = ""
        self._option_characters = 0
        # IDs of abandoned searches that may still be answered; and tokens of other abandoned questions.
        self._abandoned: dict[str, None] = {}
        self._passed: dict[str, None] = {}
        # Whether "pong" arrived before the answers to abandoned searches, so that the ping must be repeated after them.
        self._is_early = False
        self._due = b""

    def _begin(self, word: str, token: str) -> None:
        if not self.is_done:
            raise EngineError("can't ask the engine before it has answered the previous question")
        self.is_done, self._waits = False, (word, token)
        self._answer = self._reader = self._refusal = None
        self._is_early, self._due = False, b""

    def _next(self, letter: str) -> str:
        self._count += 1
        return f"{letter}{self._count}"

    def hello(self) -> bytes:
        """Return the first line, which asks the engine to identify itself."""
        self._begin("ready", "")
        return _bytes([Hello(PROTOCOL_VERSION).format()])

    def arrange(self, options: Mapping[str, object] | None = None, *, new_game: bool = False) -> bytes:
        """Return lines that set options or announce a new game, then ping the engine for confirmation.

        Raises:
            ParameterTypeError: the options aren't a mapping.
            ParameterError: the engine lacks an option, or a value can't be sent.
        """
        if options is not None and not hasattr(options, "items"):
            raise ParameterTypeError(
                f"expected a mapping of options to values, got {truncate(options)} ({type(options).__name__})"
            )
        lines = [NewGame().format()] if new_game else []
        for name, value in (options or {}).items():
            if name not in self.options:
                known = list(self.options)
                wanted = f"one of the options {', '.join(known)}" if known else f"no option, as {self._who()} has none"
                raise ParameterError(f"expected {wanted}, got {truncate(name)}{suggest(str(name), known)}")
            text = {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
            lines.append(SetOption(name, text).format())
        token = self._next("p")
        self._begin("pong", token)
        return _bytes([*lines, Ping(token).format()])

    def go(self, view: View, rules: Rules, budget: EngineBudget, wants: Sequence[str] = ()) -> bytes:
        """Return lines that ask for a move.

        Raises:
            ParameterError: ``wants`` names an unknown part of an answer.
        """
        own = self._next("g")
        position = Position(view, rules).format()
        ordered = tuple([each for each in WANTS if each in wants])
        if len(ordered) < len(set(wants)):
            wrong = next(each for each in wants if each not in WANTS)
            hint = suggest(str(wrong), list(WANTS))
            raise ParameterError(f"expected any of {', '.join(WANTS)}, got {truncate(wrong)}{hint}")
        if len(position) >= MOST_BYTES:
            raise ParameterError(f"expected a position that fits into {MOST_BYTES} bytes, got one on {view.grid}")
        asked = Go(own, budget, ordered).format()
        self._begin("best", own)
        self._reader = AnswerReader(view)
        return _bytes([position, asked])

    def stop(self) -> bytes:
        """Return the line that makes the engine answer at once; empty if no search is pending."""
        return _bytes([Stop(self._waits[1]).format()]) if self.is_searching else b""

    def abandon(self) -> bytes:
        """Ignore the pending answer. Returns: the bytes that tell the engine to stop."""
        stop, (word, token) = self.stop(), self._waits
        if token and not self.is_done:
            left = self._abandoned if word == "best" else self._passed
            left[token] = None
            while len(left) > _MOST_ABANDONED:
                del left[next(iter(left))]
        self.is_done, self._waits, self._due = True, ("", ""), b""
        return stop

    def due(self) -> bytes:
        """Return the bytes to send in response to the engine's output, if any."""
        due, self._due = self._due, b""
        return due

    def quit(self) -> bytes:
        """Return the line that tells the engine to quit."""
        return _bytes([Quit().format()])

    @property
    def is_searching(self) -> bool:
        """Whether a search is pending."""
        return not self.is_done and self._waits[0] == "best"

    def result(self) -> Answer | None:
        """Return the answer, or None if the question wasn't a search.

        Raises:
            EngineRefusalError: the engine refused.
        """
        if self._refusal is not None:
            raise self._refusal
        return self._answer

    def missed(self, seconds: float) -> str:
        r"""Return the error message for an answer that didn't arrive within the given time.

        >>> talk = Conversation()
        >>> data = talk.hello()
        >>> talk.receive(b"Welcome to chess!\n")
        >>> talk.missed(10)
        "expected 'ready' from the engine within 10 seconds, got other lines, the last one 'Welcome to chess!'"
        """
        if self._waits[0] == "pong":
            return f"{self._who()} didn't send 'pong {self._waits[1]}' within {seconds:g} seconds"
        if self._waits[0] != "ready":
            return f"{self._who()} didn't answer within {seconds:g} seconds"
        heard = f"other lines, the last one {truncate(self._passed_over)}" if self._passed_over else "nothing"
        if not (self._passed_over or self.name or self._begun):
            heard += "; it may take longer to start, or doesn't flush its lines"
        return f"expected 'ready' from {self._who()} within {seconds:g} seconds, got {heard}"

    def receive(self, data: bytes) -> None:
        """Process output from the engine. Bytes after the answer are kept for the next question.

        Raises:
            EngineProtocolError: the output violates the protocol.
        """
        self._begun += data
        begin = 0
        try:
            while not self.is_done:
                end = self._begun.find(b"\n", max(begin, self._searched))
                if end < 0:
                    self._searched = len(self._begun)
                    break
                self._searched = 0
                text = bytes(self._begun[begin : end + 1])
                begin = end + 1
                self._read(text)
        except ParseError as error:
            raise EngineProtocolError(f"{self._who()} sent an invalid line: {error}") from None
        finally:
            del self._begun[:begin]
            self._searched = max(self._searched - begin, 0)
        if len(self._begun) > self._most_bytes:
            raise EngineProtocolError(f"{self._who()} sent a line of more than {self._most_bytes} bytes")

    def _who(self) -> str:
        return f"the engine {truncate(self.name)}" if self.name else "the engine"

    def _read(self, data: bytes) -> None:
        text = decode_line(data)
        word, _, rest = text.partition(" ")
        if word not in _KNOWN:
            self._passed_over = text.strip(" ") or self._passed_over
            return
        waited, token = self._waits
        if word == "id":
            key, _, value = rest.strip(" ").partition(" ")
            if waited == "ready" and key in ("name", "version"):
                setattr(self, key, clean_text(value)[:200])
        elif word == "ready":
            self.is_done = self.is_done or waited == "ready"
        elif word == "pong":
            said = rest.strip(" ").split(" ")[0]
            self._passed.pop(said, None)
            if waited == "pong" and said == token:
                # Engines answer pings even during a search, so an abandoned search may still send lines: ping again
                # after them.
                self._is_early = bool(self._abandoned)
                self.is_done = not self._is_early
        else:
            self._read_line(Line.parse(text))

    def _read_line(self, line: Line) -> None:
        waited, token = self._waits
        if line.word == "option":
            if waited == "ready":
                option = parse_option(line)
                if len(self.options) >= _MOST_OPTIONS:
                    raise ParseError(f"expected at most {_MOST_OPTIONS} options, got more")
                self._option_characters += len(option.name) + len(option.default) + sum(map(len, option.choices))
                if self._option_characters > _MOST_OPTION_CHARACTERS:
                    raise ParseError(f"expected options of at most {_MOST_OPTION_CHARACTERS} characters, got more")
                self.options[option.name] = option
            return
        own = line.fields.get("id")
        if own in self._abandoned:
            if line.word in ("best", "error"):
                del self._abandoned[str(own)]
                if self._is_early and not self._abandoned:
                    self._is_early, self._waits = False, ("pong", self._next("p"))
                    self._due = _bytes([Ping(self._waits[1]).format()])
            return
        if line.word == "error":
            self._read_error(line, own)
        elif waited == "best" and own == token:
            if line.word == "info":
                if self.report is not None:
                    self.report(parse_info(line))
                return
            assert self._reader is not None
            answer = self._reader.read(line)
            if answer is not None:
                self._answer, self.is_done = answer, True
        elif own is None and waited == "best" and line.word == "best":
            raise ParseError(f"expected the answer to {token}, got one without an id")

    def _read_error(self, line: Line, own: str | None) -> None:
        waited, token = self._waits
        # An error without an ID belongs to the oldest unanswered question, possibly an abandoned one.
        if own not in (None, token) or (own is None and (self._abandoned or self._passed)):
            return
        kind = line.fields.get("kind") or ""
        reason = clean_text(line.text or "an error that it doesn't describe")
        if self._refusal is None:
            own_kind = kind if is_name(kind) else ""
            self._refusal = EngineRefusalError(f"{self._who()} says: {reason}", kind=own_kind, reason=reason)
        # After an error, no "ready" follows.
        if waited == "ready" or (waited == "best" and own == token):
            self.is_done = True


class Patience:
    """Deadlines for an answer: the budget plus the timeout and, for a search, another timeout after the stop command.

    Args:
        talk: the conversation with the open question.
        seconds: time budget for the answer.
        timeout: seconds allowed beyond the budget; None for no limit.
        now: current time, from ``time.monotonic``.

    Attributes:
        deadline: the next deadline, when ``look`` must be called.
    """

    def __init__(self, talk: Conversation, seconds: float, timeout: float | None, now: float) -> None:
        self._talk = talk
        self._timeout = MOST_SECONDS if timeout is None else timeout
        self._whole = seconds + self._timeout
        self._is_last = not talk.is_searching
        self.deadline: float = now + self._whole

    def look(self, now: float) -> bytes:
        """Check the deadline. Returns: the stop command if the deadline has passed; no bytes otherwise.

        Raises:
            EngineTimeoutError: the last deadline has passed without an answer.
        """
        if now < self.deadline or self._talk.is_done:
            return b""
        if self._is_last:
            raise EngineTimeoutError(self._talk.missed(self._whole))
        self._is_last, self.deadline = True, now + self._timeout
        return self._talk.stop()


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join([line + "\n" for line in lines]).encode()
