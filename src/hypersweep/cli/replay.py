r"""``hypersweep replay FILE``: what a record is, whether it can be, and how the game went, line by line.

Without options the record is played again to its end, each event checked, and what it is and the last picture are
printed. The exit status is 0, or 2 where the file is no record or an event can't be (the message says which), 74 if the
output can't be written (0 if merely nobody reads it any more), and 130 after Ctrl-C. A record that is cut off is
read up to the cut, with a word about it on standard error.
"""

from __future__ import annotations

import os
import sys
import time

from hypersweep.arguments import nearest, shorten
from hypersweep.errors import HypersweepError, ParameterError, RecordWarning
from hypersweep.record import Record, Replay
from hypersweep.record.event import KINDS, outcome_name
from hypersweep.record.file import read_bytes
from hypersweep.record.tags import format_tag
from hypersweep.tui.plain import INTERRUPTED, UNUSABLE, WRITING_FAILED
from hypersweep.tui.screen import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence
    from typing import NoReturn

__all__ = ["main", "play", "summary_lines"]

_EPILOG = """\
examples:
  hypersweep replay game.sweep            the record in short, the last picture
  hypersweep replay game.sweep --verify   only whether every event can be
  hypersweep replay game.sweep --at 12    the picture after 12 events
  hypersweep replay game.sweep --speed 4  the game again, four times as fast
  hypersweep replay - < game.sweep        from standard input
"""
_OPTIONS = ["--verify", "--at", "--moves", "--speed", "--help"]
_PLURALS = {"flag": "flags", "redo": "redos", "undo": "undos"}


def main(argv: Sequence[str]) -> int:
    """Exit status of one run of ``hypersweep replay``.

    Args:
        argv: the words after ``hypersweep replay``.

    >>> main(["nowhere.sweep"])
    2
    """
    screen = Screen(sys.stdout)
    try:
        try:
            return _run(argv, screen)
        except KeyboardInterrupt:
            screen.write("\n")
            screen.flush()
            return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except (HypersweepError, MemoryError) as error:
        _complain(str(error) or "expected a record that fits into memory")
        return UNUSABLE
    except OSError as error:
        screen.abandon()
        if isinstance(error, BrokenPipeError):
            return 0
        _complain(f"can't write to standard output: {error.strerror}")
        return WRITING_FAILED


def summary_lines(record: Record) -> list[str]:
    """What a record is, in a few lines; a character that isn't printable comes as an escape.

    >>> summary_lines(Record("3x4", 2, seed=7, tags={"player": "Ann"}))
    ['board 3x4, 2 mines, rules classic, seed 7', 'player: Ann', '0 events', 'ongoing after 0.000 s']
    """
    mines = f"{record.mines} mine{'s' * (record.mines != 1)}"
    first = f"board {record.grid}, {mines}, rules {record.rules}"
    if record.seed is not None:
        first += f", seed {record.seed}"
    counts = dict.fromkeys(KINDS, 0)
    for event in record.events:
        counts[event.kind] += 1
    parts = [f"{count} {_plural(kind, count)}" for kind, count in counts.items() if count]
    events = f"{len(record.events)} {_plural('event', len(record.events))}"
    return [
        first,
        *(format_tag(name, value) for name, value in record.tags.items()),
        f"{events}: {', '.join(parts)}" if parts else events,
        f"{outcome_name(record.outcome)} after {record.milliseconds / 1000:.3f} s",
    ]


def play(
    replay: Replay,
    screen: Screen,
    speed: float,
    *,
    wait: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Show a game again in time, each picture over the one before where the terminal can do that.

    A picture that is late is left out, but for the last one.

    Args:
        replay: the game, from where it stands.
        screen: where it is shown.
        speed: how many times as fast as it was played.
        wait: waits so many seconds.
        clock: gives the time in seconds.

    Raises:
        RecordError: an event can't be.
        OSError: the output can't be written.
    """
    begin = clock() - replay.milliseconds / 1000 / speed
    drawn = _draw(replay, screen, 0)
    while replay.position < len(replay):
        event = replay.record.events[replay.position]
        early = begin + event.milliseconds / 1000 / speed - clock()
        if early > 0:
            wait(early)
        replay.step()
        following = replay.record.events[replay.position].milliseconds if replay.position < len(replay) else None
        if following is None or begin + following / 1000 / speed > clock():
            drawn = _draw(replay, screen, drawn)


def _draw(replay: Replay, screen: Screen, above: int) -> int:
    """Draw the game over the lines above, and give how many lines that were, or 0 if they can't be drawn over."""
    event = replay.record.events[replay.position - 1] if replay.position else None
    columns = screen.columns
    # A line that wraps would be two to draw over.
    lines = [*screen.picture(replay.game, None if event is None else event.cell), _standing(replay)[:columns]]
    if above:
        screen.write(f"\033[{above}A\033[J")
    screen.write("\n".join((*lines, "")))
    screen.flush()
    if columns is None or os.environ.get("TERM", "dumb") == "dumb" or len(lines) >= _rows():
        return 0
    return len(lines)


def _rows() -> int:
    try:
        return os.get_terminal_size(1).lines or 24
    except (OSError, ValueError):
        return 24


def _standing(replay: Replay) -> str:
    text = f"after event {replay.position} of {len(replay)}, {replay.milliseconds / 1000:.3f} s"
    if replay.position:
        text += f": {replay.record.events[replay.position - 1].format().partition(' ')[2]}"
    return text


def _plural(word: str, count: int) -> str:
    return word if count == 1 else _PLURALS.get(word, word + "s")


def _run(argv: Sequence[str], screen: Screen) -> int:
    parser = _parser()
    options, unknown = parser.parse_known_args(argv)
    if options.help:
        screen.write(parser.format_help())
        screen.flush()
        return 0
    if unknown:
        word = unknown[0].partition("=")[0]
        if not word.startswith("-"):
            raise ParameterError(f"expected one file, got {shorten(options.file)} and {shorten(word)}")
        raise ParameterError(
            f"expected one of the options {', '.join(_OPTIONS)}, got {shorten(word)}{nearest(word[:30], _OPTIONS)}"
        )
    if options.file is None:
        raise ParameterError("expected the file of a record, such as game.sweep, got none")
    speed = None if options.speed is None else _speed(options.speed)
    position = None if options.at is None else _position(options.at)
    record = _load(options.file)
    if record is None:
        return UNUSABLE
    _show(record, options, screen, speed, position)
    screen.flush()
    return 0


def _show(record: Record, options: Namespace, screen: Screen, speed: float | None, position: int | None) -> None:
    replay = record.replay()
    if position is not None:
        if position > len(replay):
            raise ParameterError(f"expected --at of 0 to {len(replay)}, as there are no more events, got {position}")
        replay.seek(position)
        _draw(replay, screen, 0)
        return
    *head, result = summary_lines(record)
    if options.moves:
        width = len(str(len(replay)))
        for event, _ in replay:
            screen.write(f"{replay.position:>{width}}  {event}\n")
        replay.check_end()
        screen.write(f"{result}\n")
        return
    if speed is not None and screen.is_terminal and not options.verify:
        screen.write("\n".join((*head, "")))
        play(replay, screen, speed)
        replay.check_end()
        screen.write(f"{result}\n")
        return
    replay.seek(len(replay))
    replay.check_end()
    if options.verify:
        screen.write(f"every event can be: {head[-1]}; {result}\n")
        return
    screen.write(
        "\n".join((*head, *screen.picture(replay.game, _last_cell(record)), f"{result}, every event checked", ""))
    )


def _last_cell(record: Record) -> tuple[int, ...] | None:
    return next((event.cell for event in reversed(record.events) if event.cell is not None), None)


def _load(name: str) -> Record | None:
    import warnings

    try:
        if name == "-":
            data = read_bytes(sys.stdin.buffer) if sys.stdin is not None else b""
        else:
            with open(name, "rb") as file:
                data = read_bytes(file)
    except (OSError, ValueError) as error:
        _complain(f"can't read {shorten(name)}: {getattr(error, 'strerror', None) or error}")
        return None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        record = Record.parse(data)
    for warning in caught:
        if issubclass(warning.category, RecordWarning):
            _complain(str(warning.message))
    return record


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.001 <= speed <= 1e6:
        raise ParameterError(f"expected --speed of 0.001 to 1000000, got {shorten(text)}")
    return speed


def _position(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 20:
        raise ParameterError(f"expected a number of events for --at, got {shorten(text)}")
    return int(text)


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise ParameterError(message)

    parser = Parser(
        prog="hypersweep replay",
        description="The record of a game: what it is, whether it can be, and how the game went.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="the file of a record (.sweep), or - for standard input")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--verify", action="store_true", help="say only whether every event can be")
    only.add_argument("--at", metavar="N", help="the picture after N events; later ones aren't looked at")
    only.add_argument("--moves", action="store_true", help="list the events with their numbers")
    only.add_argument("--speed", metavar="X", help="play it again, X times as fast as it was played (in a terminal)")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _complain(message: str) -> None:
    from contextlib import suppress

    # What can't be said is left unsaid: the exit status tells.
    with suppress(OSError):
        if sys.stderr is not None:
            print(f"hypersweep replay: {message}", file=sys.stderr, flush=True)
