"""Mouse replays per second: reading and playing files, compared with ms_toollib; reading and writing every format.

Run: ``python benchmarks/formats.py``; ``--quick`` uses fewer files and rounds. Each file is a whole game on 16x30/99: a
mouse visits and opens all cells, in a different order on each board. Both sides get the same files in memory.
ms_toollib takes the bytes as a list of numbers, which is made beforehand. Its ``parse`` reads a file without making
Python values for the events; ``read and look`` accesses the events and so makes them, as hypersweep always does. Its
``parse`` and ``analyse`` together correspond to ``record_of``: the moves and their effects.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import ms_toollib

from hypersweep import Game, Layout
from hypersweep.formats import dump_file, read_file
from hypersweep.formats.files import as_record, as_replay
from hypersweep.formats.format_detection import FILE_FORMATS, FileFormat, named_format
from hypersweep.formats.video import MouseEvent, Video, record_of
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, side_by_side

OURS = "hypersweep"
THEIRS = "ms_toollib"
READERS = {
    "avf": ms_toollib.AvfVideo,
    "rmv": ms_toollib.RmvVideo,
    "mvf": ms_toollib.MvfVideo,
    "evf": ms_toollib.EvfVideo,
}
PIXELS = 16
STEPS = 8  # mouse moves on the way to a cell


def replay(number: int) -> Video:
    """Return a won game, in which the player clicks each safe cell that isn't open yet."""
    chance = random.Random(number)
    layout = Layout.random("16x30", 99, seed=1, index=number)
    game = Game(layout=layout)
    cells = [cell for cell in layout.grid if not layout.is_mine(cell)]
    chance.shuffle(cells)
    events: list[MouseEvent] = []
    now, x, y = 0, 8, 8
    for cell in cells:
        if game.is_open(cell):
            continue
        game.open(cell)
        aim = cell[1] * PIXELS + chance.randrange(PIXELS), cell[0] * PIXELS + chance.randrange(PIXELS)
        for step in range(1, STEPS + 1):
            at = x + (aim[0] - x) * step // STEPS, y + (aim[1] - y) * step // STEPS
            events.append(MouseEvent(now, "move", *at))
            now += 10 * chance.randrange(1, 4)
        x, y = aim
        for action in ("left press", "left release"):
            events.append(MouseEvent(now, action, x, y))
            now += 10 * chance.randrange(3, 9)
    return Video("evf", layout, events, PIXELS, False, {"player": "Ann"})


def compared(videos: Sequence[Video], rounds: int) -> list[Row]:
    """Measure reading, accessing the events, and playing, for the four formats that both can read."""
    rows = []
    for name, theirs in READERS.items():
        form = named_format(name)
        files = [form.dump(as_replay(video, name)) for video in videos]
        for title, ours, other in (
            ("read", form.load, partial(_parse, theirs)),
            ("read and look", lambda data, form=form: _look(form.load(data)), partial(_see, theirs)),
            ("read and play", lambda data, form=form: record_of(form.load(data)), partial(_analyse, theirs)),
        ):
            rows.append(_side(f"{name}: {title}", ours, other, files, rounds))
    return rows


def _parse(kind: Any, data: list[int]) -> Any:
    video = kind("a", data)
    video.parse()
    return video


def _look(video: Video) -> int:
    """Access every event's time, and return the last."""
    last = 0
    for event in video.events:
        last = event.milliseconds
    return last


def _see(kind: Any, data: list[int]) -> float:
    last = 0.0
    for event in _parse(kind, data).events:
        last = event.time
    return last


def _analyse(kind: Any, data: list[int]) -> None:
    _parse(kind, data).analyse()


def _side(
    title: str, ours: Callable[[bytes], object], theirs: Callable[[list[int]], object], files: list[bytes], rounds: int
) -> Row:
    contenders = [
        Contender(OURS, partial(_each, ours, files), len(files)),
        Contender(THEIRS, partial(_each, theirs, [list(data) for data in files]), len(files)),
    ]
    figures = side_by_side(contenders, rounds)
    print_figures(title, figures.values(), OURS, "files")
    own, other = figures[OURS], figures[THEIRS]
    return Row(
        title, f"{own.rate:.0f} files/s", f"{THEIRS} {other.rate:.0f} files/s", f"{ratio(own, other):.2f} x", "", None
    )


def _each(act: Callable[[Any], object], things: Sequence[Any]) -> None:
    for thing in things:
        act(thing)


def alone(videos: Sequence[Video], rounds: int) -> list[Row]:
    """Measure reading and writing of every format, with as much of the same games as it can store."""
    rows = []
    for form in FILE_FORMATS:
        things = [_thing(form, video) for video in videos]
        files = [dump_file(thing, form.name) for thing in things]
        size = sum(map(len, files)) / len(files)
        contenders = [
            Contender("read", partial(_each, partial(_read, form), files), len(files)),
            Contender("write", partial(_each, form.dump, things), len(files)),
        ]
        figures = side_by_side(contenders, rounds)
        print_figures(f"{form.name}, {size:.0f} bytes a file", figures.values(), None, "files")
        written = f"{figures['write'].rate:.0f} files/s written"
        rows.append(
            Row(f"{form.name}: {size:.0f} bytes", f"{figures['read'].rate:.0f} files/s read", written, "", "", None)
        )
    return rows


def _thing(form: FileFormat, video: Video) -> Any:
    """Return what a format can store of a replay, by writing and reading it."""
    thing = as_replay(video, form.parts or form.name) if "replay" in form.kinds else as_record(video)
    return form.load(dump_file(thing, form.name))


def _read(form: FileFormat, data: bytes) -> object:
    return read_file(data, form.name)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer files and rounds")
    parser.add_argument("--markdown", type=Path, help="write the closing table to this file")
    options = parser.parse_args()
    print(pin())
    for name, value in machine_facts(["ms_toollib"]):
        print(f"{name}: {value}")
    videos = [replay(number) for number in range(10 if options.quick else 60)]
    rounds = 3 if options.quick else 9
    print(f"{len(videos)} games of {sum(len(video.events) for video in videos) / len(videos):.0f} events each")
    rows = compared(videos, rounds)
    rows += alone(videos, rounds)
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
