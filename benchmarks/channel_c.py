"""The channel's C library compared with hand-written code: a pair of sockets, and a pipe.

Senders are forked processes, then threads; the clock runs from their release until the receiver has received the last
message. Everything is C (``channel_c.c``); the program runs once for each round. ``--quick`` gives a first impression.
"""

from __future__ import annotations

import argparse
import subprocess
from functools import partial
from pathlib import Path

from hypersweep.courses.channels.channels_library import build_library
from timing import (
    Contender,
    Figure,
    Row,
    cache_folder,
    machine_facts,
    print_figures,
    print_rows,
    ratio,
    short,
    side_by_side,
)

OURS, SOCKET, PIPE = "channel", "socket", "pipe"
SIZES = {64: "64 B", 1 << 12: "4 KiB", 1 << 20: "1 MiB"}
SENDERS = (1, 4)


def compile_program(folder: Path) -> Path:
    """Build the library and the program that uses it. Returns: the program's path."""
    build_library(folder)
    program = folder / "channel_c"
    source = Path(__file__).with_name("channel_c.c")
    places = [f"-I{folder}", f"-L{folder}", "-lchannel", f"-Wl,-rpath,{folder}"]
    subprocess.run(["cc", "-std=c11", "-O2", "-pthread", str(source), *places, "-o", str(program)], check=True)
    return program


def measure(program: Path, size: int, senders: int, count: int, rounds: int, *, threads: bool) -> Row:
    """Measure each way of sending in turn, for one message size and one number of senders."""

    def once(way: str) -> str:
        words = [str(program), way, str(size), str(senders), str(count), *(["threads"] if threads else [])]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    contenders = [
        Contender(way, partial(once, way), count, elapsed=lambda printed: float(str(printed)))
        for way in (OURS, SOCKET, PIPE)
    ]
    figures = side_by_side(contenders, rounds)
    whom = ("thread", "threads") if threads else ("process", "processes")
    title = f"{SIZES[size]}, {senders} {whom[senders > 1]}"
    print_figures(title, figures.values(), OURS, "messages")
    return _row(title, size, figures)


def _row(title: str, size: int, figures: dict[str, Figure]) -> Row:
    ours = figures[OURS]
    to_socket, to_pipe = ratio(ours, figures[SOCKET]), ratio(ours, figures[PIPE])
    others = "; ".join(f"{name} {short(figures[name].median_rate, '/s')}" for name in (SOCKET, PIPE))
    rate = ours.median_rate
    return Row(
        title,
        f"{short(rate, 'messages/s')}, {short(rate * size, 'B/s')}",
        others,
        f"{to_socket:.2f} x socket, {to_pipe:.2f} x pipe",
        "",
        None,
    )


def main() -> None:
    """Measure every message size and number of senders, and print the results and a table of medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer messages and rounds")
    parser.add_argument("--markdown", type=Path, help="write the closing table to this file")
    options = parser.parse_args()
    for name, fact in machine_facts():
        print(f"{name}: {fact}")
    program = compile_program(cache_folder() / "channel_c")
    counts = dict(zip(SIZES, (100_000, 50_000, 800) if options.quick else (400_000, 200_000, 4_000), strict=True))
    rows = [
        measure(program, size, senders, counts[size], 3 if options.quick else 7, threads=threads)
        for threads in (False, True)
        for size in SIZES
        for senders in SENDERS
    ]
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
