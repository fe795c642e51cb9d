"""``check channels``: send messages between threads and processes through a student's ``channel.c``, and check them.

Each game runs in its own process: ``channels_driver.c`` linked with the student's two files. There are up to three
builds: plain, with ASan and UBSan, and with TSan (if the system has it, and only for games without a fork). A call that
doesn't return counts as a difference like any other.

The task leaves these points open, so they count only with ``--strict``: empty messages, a thread that sends more than
``SAFE_MESSAGES`` messages or ``SAFE_BYTES`` bytes before it receives any, and functions that print.
"""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.courses.check.check_report import Difference
from hypersweep.courses.check.compile_and_run import (
    MEMORY,
    SANITIZED,
    can_run_with,
    compile_c,
    end_group,
    sanitizer_report,
    signal_text,
    start_limited,
)
from hypersweep.errors import UncheckableError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from hypersweep.cli_support.command_parser import CommandParser


EXAMPLES = """\
The program needs a header, channel.h, with struct receiver, struct sender and
the five functions of the task: the one in its folder, or the one of --header.
Threads and forked processes send messages of many sizes, and each is checked.

examples:
  hypersweep check channels channel.c
  hypersweep check channels --header scaffold/channel.h submissions/*/channel.c
"""

DRIVER = Path(__file__).with_name("channels_driver.c")
# Time limits in seconds: for a game, for a game on an open point or after a first hang, extra time before a driver that
# doesn't exit is killed, and processor time.
SECONDS, SECONDS_AFTER_HANG, SECONDS_MORE, CPU_SECONDS = 8, 2, 10, 30
# The task's own compiler options aren't published, so turn warnings off and accept any C11 program.
OPTIONS = ("-std=gnu11", "-g", "-w", "-pthread")
BUILDS: dict[str, tuple[str, ...]] = {"plain": (), "asan": SANITIZED, "tsan": ("-fsanitize=thread",)}
BUILD_NAMES = {"plain": "", "asan": " (under -fsanitize=address,undefined)", "tsan": " (under -fsanitize=thread)"}
# Number of bytes and of messages every implementation must hold before channel_send may block.
SAFE_BYTES, SAFE_MESSAGES = 4096, 16
MOST_BYTES = 1 << 21
SIZES = (8, 1, 3, 64, 1000, 4096, 5000, 65536, 65537, 300000)

TASK = 'ND-Minesweeper, "Introduction": '
CLAUSES = {
    "torn": "channel_get: copies the oldest message; messages are never torn or mixed, whatever their size and however "
    "many senders there are",
    "order": "channel_send adds a message, channel_get takes the oldest: each sender's messages arrive in its order, "
    "each of them once",
    "outside": "channel_get copies as many bytes as channel_init agreed on",
    "hang": TASK + '"The communication channel must be able to work within the same process, different threads or '
    'processes": channel_get waits only where there is no message',
    "crash": TASK + "the functions work within the same process, different threads or processes; missing arguments are "
    "ignored",
    "sanitizer": "C11: no access outside an object, no undefined operation, no two threads that race for one object",
    "leak": "channel_destroy releases what the channel holds",
    "printed": "the task doesn't say whether the functions may print",
    "empty messages": TASK + "a size of messages is agreed on. It doesn't say whether it may be 0",
    "capacity": "the task doesn't say how many messages a channel holds before channel_send waits",
}
KINDS = {
    "torn": ("torn", "returned a message that was never sent"),
    "empty": ("torn", "left the data unchanged"),
    "outside": ("outside", "wrote outside the data"),
    "order": ("order", "returned a message before an earlier one of the same sender"),
    "twice": ("order", "returned a message twice"),
    "oldest": ("order", "returned a message other than the oldest"),
    "child": ("crash", ""),
    "descriptors": ("leak", "left descriptors open"),
}
MODES = ("alone", "odd", "threads", "processes", "child")


@dataclass(frozen=True, slots=True)
class ChannelGame:
    """A game on a channel: the number and size of its messages, and the threads or processes exchanging them.

    Attributes:
        mode: "alone" for one thread, "odd" for one thread with additional calls that should do nothing, "threads",
            "processes" for forked senders, "child" for a forked receiver.
        size: message size in bytes.
        senders: number of senders, created by ``channel_init`` and ``sender_dup``.
        count: number of messages from each sender.
        build: how the program is compiled, a key of ``BUILDS``.
    """

    mode: str
    size: int
    senders: int = 1
    count: int = 1
    build: str = "plain"

    @property
    def open_point(self) -> str:
        """Key of the clause this game depends on, if the task leaves that clause open; otherwise empty."""
        if self.size == 0:
            return "empty messages"
        messages = self.senders * self.count
        is_much = messages > SAFE_MESSAGES or messages * self.size > SAFE_BYTES
        return "capacity" if self.mode in ("alone", "odd") and is_much else ""


def add_arguments(parser: CommandParser) -> None:
    """Add this course's option to the parser."""
    parser.add_argument("--header", metavar="FILE", files="*.h", help="the header (default: channel.h next to PROGRAM)")


def open_subject(program: str, options: Namespace) -> Channels:
    """Compile a program, and return it ready for testing.

    Raises:
        UncheckableError: the program doesn't compile, or has no header.
    """
    return Channels(program, options.header)


class Channels:
    """A student's ``channel.c`` under test.

    Args:
        program: the C file.
        header: its header; None for the ``channel.h`` in its folder.
        seconds: time limit for a game.

    Attributes:
        name: the file, as named by the user.
        suffix: file name extension of saved tests.
        edges: edge cases, played first.

    Raises:
        UncheckableError: the program doesn't compile, or has no header.
    """

    def __init__(self, program: str | Path, header: str | Path | None = None, *, seconds: int = SECONDS) -> None:
        source = Path(program).resolve()
        self._header = source.with_name("channel.h") if header is None else Path(header).resolve()
        if source.is_dir():
            raise UncheckableError("expected a C file, such as channel.c, got a folder")
        if not source.is_file():
            raise UncheckableError(f"can't read {source.name!r}: no such file")
        if not self._header.is_file():
            raise UncheckableError(f"can't find the header {self._header.name}: name one with --header")
        self.name: str = str(program)
        self.suffix = ".c"
        self._seconds = seconds
        self._folder = tempfile.TemporaryDirectory(prefix="hypersweep-check-")
        self._programs: dict[str, Path] = {}
        try:
            self._compile(source)
        except BaseException:
            self.close()
            raise
        self.edges: Sequence[ChannelGame] = [
            *(ChannelGame(mode, 8, 1, 1, build) for build in self._programs for mode in self._modes(build)),
            *(ChannelGame(mode, 8, 3, 5, build) for build in self._programs for mode in self._modes(build)),
            *(ChannelGame(mode, 100_000, 2, 3) for mode in ("threads", "processes", "child")),
            ChannelGame("alone", 0, 2, 3),
            ChannelGame("threads", 0, 2, 3),
            ChannelGame("alone", 8, 4, 40),
            ChannelGame("alone", 70_000, 1, 2),
        ]

    def close(self) -> None:
        """Delete the compiled files."""
        self._folder.cleanup()

    def games(self) -> SearchStrategy[ChannelGame]:
        """Return a strategy for random games that don't depend on an open point."""
        from hypothesis import strategies

        builds = list(self._programs)

        @strategies.composite
        def games(draw: DrawFn) -> ChannelGame:
            build = draw(strategies.sampled_from(builds))
            mode = draw(strategies.sampled_from(self._modes(build)))
            senders = draw(strategies.integers(1, 4))
            is_alone = mode in ("alone", "odd")
            space, messages = (SAFE_BYTES, SAFE_MESSAGES) if is_alone else (MOST_BYTES, 40 * senders)
            size = draw(strategies.sampled_from([size for size in SIZES if size * senders <= space]))
            most = min(messages // senders, space // (size * senders))
            return ChannelGame(mode, size, senders, draw(strategies.integers(1, most)), build)

        return games()

    def play(self, game: ChannelGame) -> Difference | None:
        """Play a game once if it has a single thread, otherwise three times, since scheduling varies."""
        for _ in range(1 if game.mode in ("alone", "odd") else 3):
            found = self._play(game)
            if found is not None:
                return found
        return None

    def _modes(self, build: str) -> tuple[str, ...]:
        # ThreadSanitizer doesn't support forks in programs with threads, so leave out the modes that fork.
        return MODES[:3] if build == "tsan" else MODES

    def _compile(self, source: Path) -> None:
        folder = Path(self._folder.name)
        for build, options in BUILDS.items():
            # The plain build must work; skip a sanitizer not supported by this system.
            if options and not can_run_with(options, folder):
                continue
            program = folder / build
            words: list[str | Path] = [
                DRIVER,
                source,
                f'-DHEADER="{self._header}"',
                f"-I{self._header.parent}",
                *OPTIONS,
                *options,
                "-lm",
            ]
            compile_c(words, program, folder=source.parent)
            self._programs[build] = program

    def _play(self, game: ChannelGame) -> Difference | None:
        seconds = min(self._seconds, SECONDS_AFTER_HANG) if game.open_point else self._seconds
        numbers = (game.size, game.senders, game.count, seconds)
        words: list[str | Path] = [self._programs[game.build], game.mode, *map(str, numbers)]
        process = start_limited(
            words,
            cpu_seconds=CPU_SECONDS,
            memory=MEMORY if game.build == "plain" else None,
            variables={"ASAN_OPTIONS": "detect_leaks=1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            out, err = process.communicate(timeout=seconds + SECONDS_MORE)
        except subprocess.TimeoutExpired:
            return self._hang(game, "the game", seconds)
        finally:
            end_group(process)
        report = sanitizer_report(err.decode(errors="replace"))
        # Ignore failures in the sanitizers themselves: LeakSanitizer under ptrace, or ThreadSanitizer if the addresses
        # it needs are in use.
        if "LeakSanitizer has encountered a fatal error" in report or "FATAL: ThreadSanitizer" in report:
            return None
        if report:
            kind = "leak" if "LeakSanitizer" in report else "sanitizer"
            return _difference(game, kind, report)
        lines = out.decode(errors="replace").splitlines()
        fault = next((line for line in lines if line.startswith("fault ")), "")
        if fault:
            _, name, where = fault.split(" ", 2)
            if name == "hang":
                return self._hang(game, where, seconds)
            kind, what = KINDS[name]
            return _difference(game, kind, f"{where} {what}".strip())
        if process.returncode:
            return _difference(game, "crash", f"the program {signal_text(process.returncode)}")
        printed = [line for line in lines if line != "done"] or err.decode(errors="replace").splitlines()
        if printed:
            return _difference(game, "printed", f"the functions printed {printed[0][:80]!r}")
        return None

    def _hang(self, game: ChannelGame, where: str, seconds: int) -> Difference:
        found = _difference(game, "hang", f"{where} didn't return within {seconds} s")
        if not found.is_open:
            # The program is wrong already; a shorter time limit for further games leaves time to shrink this one.
            self._seconds = min(self._seconds, SECONDS_AFTER_HANG)
        return found


def _difference(game: ChannelGame, kind: str, what: str) -> Difference:
    plural = "" if game.senders == 1 else "s"
    setting = {
        "alone": "in one thread",
        "odd": "in one thread, with calls that have to do nothing in between",
        "threads": "each in its own thread",
        "processes": "each in its own forked process",
        "child": "to a receiver in a forked process",
    }[game.mode]
    calls = [f"channel_init(&receiver, &ends[0], {game.size})"]
    calls += [f"sender_dup(&ends[{number}], &ends[0])" for number in range(1, game.senders)]
    calls.append(f"{game.senders} sender{plural}, {setting}: channel_send {game.count} times each")
    if game.mode == "odd":
        calls.append("channel_send(&ends[0], NULL), sender_dup(NULL, &ends[0]), channel_get(&receiver, NULL)")
    calls.append(f"channel_get {game.senders * game.count} times, then channel_destroy")
    is_open = bool(game.open_point) or kind == "printed"
    return Difference(
        what=f"{what}{BUILD_NAMES[game.build]}",
        clause=CLAUSES[game.open_point or kind],
        calls="\n".join(calls),
        test=_test(game),
        is_open=is_open,
    )


_TEST = """\
/* cc test.c channel.c -pthread{options} -o test && ./test: prints what is wrong, or nothing. */
#include "channel.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {{ SIZE = {size}, SENDERS = {senders}, COUNT = {count} }};
static struct receiver receiver;
static struct sender ends[SENDERS];
static unsigned char sent[SENDERS][SIZE + 1], got[SIZE + 32];

/* All bytes of a message are the same: the number of its sender times 64, and its own number. */
static void send_one(int who, int number) {{
    memset(sent[who], who * 64 + number, SIZE);
    channel_send(&ends[who], sent[who]);
}}

{sending}static void get_all(void) {{
    int next[4] = {{0}};
    for (int i = 0; i < SENDERS * COUNT; ++i) {{
        memset(got, 0xEE, sizeof got);
        channel_get(&receiver, got);
        for (size_t place = SIZE; place < sizeof got; ++place) {{
            if (got[place] != 0xEE) printf("message %d: channel_get wrote outside the data\\n", i), exit(1);
        }}
        if (SIZE == 0) continue;
        const int who = got[0] / 64, number = got[0] % 64;
        for (size_t place = 0; place < SIZE; ++place) {{
            if (got[place] != got[0]) printf("byte %zu of message %d is torn\\n", place, i), exit(1);
        }}
        if (number != next[who]++) printf("message %d: got %d of sender %d\\n", i, number, who), exit(1);
    }}
}}

int main(void) {{
    int numbers[SENDERS];
    alarm(10); /* for a call that doesn't return */
    channel_init(&receiver, &ends[0], SIZE);
    for (int who = 1; who < SENDERS; ++who) sender_dup(&ends[who], &ends[0]);
    for (int who = 0; who < SENDERS; ++who) numbers[who] = who;
{body}    for (int who = 1; who < SENDERS; ++who) channel_destroy(NULL, &ends[who]);
    channel_destroy(&receiver, &ends[0]);
    return 0;
}}
"""
_SENDING = """\
static void *send_all(void *who) {
    for (int number = 0; number < COUNT; ++number) send_one(*(int *)who, number);
    return NULL;
}

"""
_BODIES = {
    "alone": """\
    for (int number = 0; number < COUNT; ++number) {
        for (int who = 0; who < SENDERS; ++who) send_one(numbers[who], number);
    }
    get_all();
""",
    "odd": """\
    for (int number = 0; number < COUNT; ++number) {
        for (int who = 0; who < SENDERS; ++who) {
            send_one(numbers[who], number);
            channel_send(&ends[who], NULL);
            sender_dup(NULL, &ends[0]);
            sender_dup(&ends[0], NULL);
            channel_get(&receiver, NULL);
            channel_destroy(NULL, NULL);
        }
    }
    get_all();
""",
    "threads": """\
    pthread_t threads[SENDERS];
    for (int who = 0; who < SENDERS; ++who) pthread_create(&threads[who], NULL, send_all, &numbers[who]);
    get_all();
    for (int who = 0; who < SENDERS; ++who) pthread_join(threads[who], NULL);
""",
    "processes": """\
    for (int who = 0; who < SENDERS; ++who) {
        if (fork() == 0) return send_all(&numbers[who]) != NULL;
    }
    get_all();
    while (wait(NULL) > 0) continue;
""",
    "child": """\
    if (fork() == 0) return get_all(), 0;
    for (int who = 0; who < SENDERS; ++who) send_all(&numbers[who]);
    int status = 0;
    wait(&status);
    if (status != 0) return 1;
""",
}


def _test(game: ChannelGame) -> str:
    """Return a self-contained C program that plays a game."""
    return _TEST.format(
        options="".join(f" {option}" for option in BUILDS[game.build][:1]),
        size=game.size,
        senders=game.senders,
        count=game.count,
        sending="" if game.mode in ("alone", "odd") else _SENDING,
        body=_BODIES[game.mode],
    )
