r"""``hypersweep replay FILE``: describe a record, check it, and show the game.

Without options, check each event, then replay the game on the full screen. With ``--plain``, or if the terminal can't
show the full screen, print a summary and the final position. A truncated record is read as far as possible, with a
warning on standard error. The exit status is 0; 2 if the file isn't a record or an event is impossible (the message
says which); 74 if the output can't be written (0 if the pipe was closed); and 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from hypersweep.cli.input_files import GAME_FILES, chosen_encoding, load_record, load_records
from hypersweep.cli_support.command_parser import CommandParser, run_command, warn
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.exit_codes import UNUSABLE
from hypersweep.record.event import KINDS, outcome_name
from hypersweep.record.text_form import comment_lines, format_tag
from hypersweep.text import parse_decimal, parse_whole_number, pluralize
from hypersweep.tui.terminal import why_not_full_screen

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from hypersweep.cli_support.output import Output
    from hypersweep.record import Record, Replay

_EPILOG = """\
examples:
  hypersweep replay game.sweep            watch the game on the full screen
  hypersweep replay game.sweep --plain    a summary and the last position
  hypersweep replay game.sweep --verify   only whether the record is valid
  hypersweep replay game.sweep --at 12    the position after 12 events
  hypersweep replay game.sweep --speed 4  watch it four times as fast
  hypersweep replay games.sweep --game 3  the third game in the file
  hypersweep replay game.avf              a mouse replay from another program
  hypersweep replay - < game.sweep        from standard input
"""
_NAME = "hypersweep replay"
_TRACK = "mouse"


def main(argv: Sequence[str]) -> int:
    """Run ``hypersweep replay``, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep replay``.

    >>> main(["nowhere.sweep"])
    2
    """
    return run_command(_NAME, argv, _run)


def summary_lines(record: Record) -> list[str]:
    """Summarise a record in a few lines; unprintable characters are escaped.

    >>> from hypersweep import Record
    >>> summary_lines(Record("3x4", 2, seed=7, tags={"player": "Ann"}))
    ['board 3x4, 2 mines, rules classic, seed 7', 'player: Ann', '0 events', 'ongoing after 0.000 s']
    """
    mines = pluralize(record.mines, "mine")
    first = f"board {record.grid}, {mines}, rules {record.rules.words}"
    if record.seed is not None:
        first += f", seed {record.seed}"
    counts = dict.fromkeys(KINDS, 0)
    for event in record.events:
        counts[event.kind] += 1
    parts = [f"{pluralize(count, kind)}" for kind, count in counts.items() if count]
    events = pluralize(len(record.events), "event")
    comments = len(record.comments) + sum(len(variation.comments) for variation in record.variations)
    details = [
        pluralize(count, what)
        for count, what in ((len(record.variations), "side line"), (comments, "comment"))
        if count
    ]
    happened = f"{events}: {', '.join(parts)}" if parts else events
    return [
        first,
        *(_tag_line(name, value) for name, value in record.tags.items()),
        f"{happened}; {', '.join(details)}" if details else happened,
        f"{outcome_name(record.outcome)} after {record.milliseconds / 1000:.3f} s",
    ]


def _tag_line(name: str, value: str) -> str:
    # Don't print the mouse path itself: it is a long list of numbers.
    return f"{name}: the mouse path" if name == _TRACK else format_tag(name, value)


def play(
    replay: Replay,
    output: Output,
    speed: float,
    *,
    wait: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Replay a game in real time from its current position; if the terminal allows it, redraw the board in place.

    Positions that are already late aren't drawn, except the last one.

    Args:
        replay: the game.
        output: the output to draw on.
        speed: speed relative to the original; 2 is twice as fast.
        wait: sleeps for a number of seconds.
        clock: returns a monotonic time in seconds.

    Raises:
        RecordError: an event is impossible.
        OSError: writing fails.
    """
    begin = clock() - replay.milliseconds / 1000 / speed
    drawn = _draw(replay, output, 0)
    while replay.position < len(replay):
        event = replay.record.events[replay.position]
        early = begin + event.milliseconds / 1000 / speed - clock()
        if early > 0:
            wait(early)
        replay.step()
        following = replay.record.events[replay.position].milliseconds if replay.position < len(replay) else None
        if following is None or begin + following / 1000 / speed > clock():
            drawn = _draw(replay, output, drawn)


def _draw(replay: Replay, output: Output, above: int) -> int:
    """Draw the game over the ``above`` lines above the cursor. Returns: lines drawn, or 0 if they can't be redrawn."""
    event = replay.record.events[replay.position - 1] if replay.position else None
    columns = output.columns
    # Truncate lines to the terminal's width: a wrapped line would take two rows.
    lines = [*output.picture(replay.game, None if event is None else event.cell), _standing(replay)[:columns]]
    if above:
        output.write(f"\033[{above}A\033[J")
    output.write("\n".join((*lines, "")))
    output.flush()
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


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "file")
    if options.help:
        return output.print(parser.format_help())
    if options.file is None:
        raise ParameterError("no game to replay: name a record, such as game.sweep, or - for standard input")
    chosen = [name for name in ("verify", "at", "moves", "speed") if getattr(options, name) not in (None, False)]
    if len(chosen) > 1:
        raise ParameterError(f"choose one of these options, not several: --{' and --'.join(chosen)}")
    speed = (
        None
        if options.speed is None
        else parse_decimal(options.speed, "--speed", "a number from 0.001 to 1000000", least=0.001, most=1e6)
    )
    position = None if options.at is None else parse_whole_number(options.at, "--at", least=0)
    game = None if options.game is None else parse_whole_number(options.game, "--game", least=0)
    encoding = chosen_encoding(options.encoding)
    if options.verify and game is None:
        return _verify(options.file, output)
    record = load_record(_NAME, options.file, game=game, encoding=encoding)
    if not (chosen or options.plain) and output.is_terminal:
        reason = why_not_full_screen()
        if reason is None:
            return _show_full_screen(record)
        if not reason.startswith("standard "):
            warn(_NAME, f"{reason}: showing what --plain shows")
    _show(record, options, output, speed, position)
    output.flush()
    return 0


def _show_full_screen(record: Record) -> int:
    """Show the record on the full screen, and return the exit status."""
    record.verify()
    # Import Textual only here: the other options don't need it, and it is slow to load.
    from hypersweep.tui.full_screen import run

    return run(record=record)


def _verify(name: str, output: Output) -> int:
    """Check every event in all games in a file, print the results, and return the exit status."""
    errors = []

    def tell(error: HypersweepError) -> None:
        errors.append(error)
        output.flush()
        warn(_NAME, str(error))

    for number, record in load_records(_NAME, name, damaged=tell):
        try:
            record.verify()
        except HypersweepError as error:
            tell(type(error)(f"game {number}: {error}") if number else error)
        else:
            output.write((f"game {number}: " if number else "") + _verdict(record))
    output.flush()
    return UNUSABLE if errors else 0


def _verdict(record: Record) -> str:
    *head, result = summary_lines(record)
    return f"the record is valid: {head[-1]}; {result}\n"


def _show(record: Record, options: Namespace, output: Output, speed: float | None, position: int | None) -> None:
    replay = record.replay()
    if position is not None:
        if position > len(replay):
            raise ParameterError(f"expected --at from 0 to {len(replay)}, the last event, got {position}")
        replay.seek(position)
        _draw(replay, output, 0)
        return
    *head, result = summary_lines(record)
    if options.moves:
        width = len(str(len(replay)))
        notes = _notes(record)
        for line in notes.get(0, ()):
            output.write(f"{'':{width}}  {line}\n")
        for event, _ in replay:
            output.write(f"{replay.position:>{width}}  {event}\n")
            for line in notes.get(replay.position, ()):
                output.write(f"{'':{width}}  {line}\n")
        replay.check_end()
        output.write(f"{result}\n")
        return
    if speed is not None and output.is_terminal:
        output.write("\n".join((*head, "")))
        play(replay, output, speed)
        replay.check_end()
        output.write(f"{result}\n")
        return
    if record.variations:
        record.verify()
    replay.seek(len(replay))
    replay.check_end()
    if options.verify:
        output.write(_verdict(record))
        return
    output.write(
        "\n".join((*head, *output.picture(replay.game, _last_cell(record)), f"{result}, every event checked", ""))
    )


def _notes(record: Record) -> dict[int, list[str]]:
    """Return notes on the main line by position: comments, and side lines that begin there."""
    notes = {place: comment_lines(text) for place, text in record.comments.items()}
    for number, variation in enumerate(record.variations, 1):
        if variation.parent == 0:
            line = f"( side line {number}: {pluralize(len(variation.events), 'event')} )"
            notes.setdefault(variation.position, []).append(line)
    return notes


def _last_cell(record: Record) -> tuple[int, ...] | None:
    return next((event.cell for event in reversed(record.events) if event.cell is not None), None)


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Show a recorded game, and check whether the record is valid.", _EPILOG)
    add = parser.add_argument
    add(
        "file",
        nargs="?",
        metavar="FILE",
        files=GAME_FILES,
        help="a record (.sweep) or a mouse replay (.avf, .evf, ...), or - for standard input",
    )
    add("--game", metavar="N", help="number of the game, if the file has several; --verify checks all of them")
    add("--encoding", metavar="NAME", help="text encoding of names that aren't UTF-8, such as cp1250 or gbk")
    add("--plain", action="store_true", help="print a summary and the last position, even in a terminal")
    add("--verify", action="store_true", help="only check whether the record is valid")
    add("--at", metavar="N", help="print the position after N events; later events aren't checked")
    add("--moves", action="store_true", help="list the events with their numbers and comments")
    add("--speed", metavar="X", help="replay X times as fast as the game was played (in a terminal)")
    add("-h", "--help", action="store_true", help="show this text")
    return parser
