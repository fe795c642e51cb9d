from __future__ import annotations

import shutil
import subprocess
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hypersweep.courses.check.channels_checker import MODES, ChannelGame, Channels, open_subject
from hypersweep.courses.check.mutants import write_program
from hypersweep.courses.check.mutations import MUTATIONS
from hypersweep.courses.check.runner import check
from hypersweep.errors import UncheckableError

pytestmark = [pytest.mark.slow, pytest.mark.needs("posix"), pytest.mark.needs("compiler"), pytest.mark.needs("asan")]

# Written differently, and right but for its room: a pipe, of which each message is written and read under a lock.
PIPE_H = """\
#include <stddef.h>
struct shared;
struct receiver { int end; struct shared *shared; };
struct sender { int end; struct shared *shared; };
void channel_init(struct receiver *, struct sender *, size_t);
void channel_get(struct receiver *, void *);
void channel_send(struct sender *, void *);
void sender_dup(struct sender *, struct sender *);
void channel_destroy(struct receiver *, struct sender *);
"""
PIPE_C = """\
#define _GNU_SOURCE
#include "channel.h"
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
struct shared { pthread_mutex_t sending, receiving; size_t size; };
static void all(int is_read, int end, char *data, size_t size) {
    while (size > 0) {
        ssize_t done = is_read ? read(end, data, size) : write(end, data, size);
        if (done <= 0) return;
        data += done;
        size -= done;
    }
}
void channel_init(struct receiver *receiver, struct sender *sender, size_t size) {
    int ends[2];
    pthread_mutexattr_t kind;
    struct shared *shared = mmap(NULL, sizeof *shared, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pipe(ends)) return;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->sending, &kind);
    pthread_mutex_init(&shared->receiving, &kind);
    shared->size = size;
    *receiver = (struct receiver){ends[0], shared};
    *sender = (struct sender){ends[1], shared};
}
void channel_get(struct receiver *receiver, void *data) {
    char begin;
    if (!receiver || !data) return;
    pthread_mutex_lock(&receiver->shared->receiving);
    all(1, receiver->end, &begin, 1);
    all(1, receiver->end, data, receiver->shared->size);
    pthread_mutex_unlock(&receiver->shared->receiving);
}
void channel_send(struct sender *sender, void *data) {
    if (!sender || !data) return;
    pthread_mutex_lock(&sender->shared->sending);
    all(0, sender->end, "m", 1);
    all(0, sender->end, data, sender->shared->size);
    pthread_mutex_unlock(&sender->shared->sending);
}
void sender_dup(struct sender *dest, struct sender *src) {
    if (!dest || !src || dest == src) return;
    *dest = (struct sender){dup(src->end), src->shared};
}
void channel_destroy(struct receiver *receiver, struct sender *sender) {
    if (receiver) close(receiver->end);
    if (sender) close(sender->end);
}
"""


def written(folder: Path, source: str, header: str) -> Path:
    (folder / "channel.h").write_text(header, encoding="utf-8")
    (folder / "channel.c").write_text(source, encoding="utf-8")
    return folder / "channel.c"


@pytest.fixture
def reference(tmp_path: Path) -> Iterator[Channels]:
    with closing(Channels(write_program("channels", None, tmp_path))) as subject:
        yield subject


def test_the_reference_is_right(reference: Channels) -> None:
    report = check(reference, games=40)
    assert (report.verdict, report.open_points) == ("right", ())


@pytest.mark.nightly
def test_a_pipe_is_right_and_its_room_an_open_point(tmp_path: Path) -> None:
    with closing(Channels(written(tmp_path, PIPE_C, PIPE_H), seconds=1)) as subject:
        assert all((found := subject.play(edge)) is None or found.is_open for edge in subject.edges)
        found = subject.play(ChannelGame("alone", 70_000, 1, 2))
    assert found is not None
    assert (found.what, found.is_open) == ("channel_send didn't return within 1 s", True)


@pytest.mark.ci_limit(2)
@pytest.mark.parametrize("mode", MODES)
def test_what_is_shown_can_be_run(mode: str, tmp_path: Path) -> None:
    """The test of each mode passes with the reference, and fails where messages are cut."""
    cut = next(each for each in MUTATIONS["channels"] if each.name == "cut")
    for name, mutation in (("right", None), ("wrong", cut)):
        folder = tmp_path / name
        folder.mkdir()
        program = write_program("channels", mutation, folder)
        with closing(Channels(program)) as subject:
            fault = subject.play(ChannelGame(mode, 5000, 2, 3))
        assert (fault is None) is (mutation is None)
        if fault is not None:
            shutil.copy(folder / "channel.c", tmp_path / "wrong.c")
            (tmp_path / "test.c").write_text(fault.test, encoding="utf-8")
    for name, is_right in (("right", True), ("wrong", False)):
        folder = tmp_path / name
        command = ["cc", "-Wall", "-Werror", f"-I{folder}", str(tmp_path / "test.c"), str(folder / "channel.c")]
        subprocess.run([*command, "-pthread", "-o", str(folder / "test")], check=True)
        done = subprocess.run([folder / "test"], capture_output=True, text=True, check=False)
        assert (done.returncode == 0) is is_right, done.stdout


def test_other_faults(tmp_path: Path) -> None:
    source = PIPE_C.replace("    char begin;\n", '    char begin;\n    write(2, "get\\n", 4);\n')
    with closing(Channels(written(tmp_path, source, PIPE_H))) as subject:
        printed = subject.play(ChannelGame("alone", 8))
    assert printed is not None
    assert (printed.what, printed.is_open) == ("the functions printed 'get'", True)
    source = PIPE_C.replace("if (receiver) close(receiver->end);", "")
    with closing(Channels(written(tmp_path, source, PIPE_H))) as subject:
        left = subject.play(ChannelGame("alone", 8))
    assert left is not None
    assert left.what == "channel_destroy left descriptors open"


def test_a_header_is_needed(tmp_path: Path) -> None:
    (tmp_path / "channel.c").write_text(PIPE_C, encoding="utf-8")
    with pytest.raises(UncheckableError, match=r"can't find the header channel\.h"):
        open_subject(str(tmp_path / "channel.c"), Namespace(header=None))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "channel.h").write_text(PIPE_H, encoding="utf-8")
    open_subject(str(tmp_path / "channel.c"), Namespace(header=str(tmp_path / "sub" / "channel.h"))).close()
    (tmp_path / "channel.c").write_text("int main(void) { return 3; }\n", encoding="utf-8")
    with pytest.raises(UncheckableError, match="doesn't compile"):
        open_subject(str(tmp_path / "channel.c"), Namespace(header=str(tmp_path / "sub" / "channel.h")))
