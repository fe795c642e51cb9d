from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import processes
from hypersweep.courses.check.compile_and_run import (
    can_run_with,
    compile_c,
    end_group,
    find_c_compiler,
    sanitizer_report,
    signal_text,
    start_limited,
)
from hypersweep.errors import UncheckableError


def test_the_compiler_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "sh -c")
    assert find_c_compiler() == ["sh", "-c"]
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    with pytest.raises(UncheckableError, match="no-such-compiler"):
        find_c_compiler()


def test_without_a_compiler_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UncheckableError, match="apt install gcc"):
        find_c_compiler()


def test_a_command_with_a_quote_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "'cc -g")
    with pytest.raises(UncheckableError, match="expected a command in CC"):
        find_c_compiler()


def test_a_sanitizer_that_is_missing_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "false")
    assert not can_run_with(["-fsanitize=address"], tmp_path)


OVERFLOW = """\
hello
=================================================================
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x624000004f54 at pc 0x55ece994bc70 bp 0x7ffc29 sp 0x7ffc
READ of size 4 at 0x624000004f54 thread T0
    #0 0x55ece994bc6f in select_cell /tmp/hypersweep-check-pp3xsr1q/minesweeper.c:42
    #1 0x55ece994992a in play /usr/lib/check/comp2017_driver.c:133
    #2 0x7feaf2045249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
    #3 0x55ece9949260 in _start (/tmp/hypersweep-check-pp3xsr1q/sanitized+0x5260)
"""
STACK = """\
AddressSanitizer:DEADLYSIGNAL
==9==ERROR: AddressSanitizer: stack-overflow on address 0x7ffd0 (pc 0x55 bp 0x7f sp 0x7f T0)
    #0 0x55ece994bc6f in visit /tmp/x/minesweeper.c:30
"""
LEAK = """\
==5==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 40 byte(s) in 1 object(s) allocated from:
    #0 0x7f in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x55 in end /tmp/hypersweep-check-pp3xsr1q/x.c:36
"""
RACE = """\
WARNING: ThreadSanitizer: data race (pid=71)
  Write of size 8 at 0x7b0400000010 by thread T1:
    #0 channel_send /tmp/hypersweep-check-x/channel.c:30 (tsan+0x12a4)
"""
UNDEFINED = "/tmp/x/y/minesweeper.c:3:5: runtime error: load of misaligned address 0x7ffd12 for type 'int'\n"


@pytest.mark.parametrize(
    ("text", "report"),
    [
        (OVERFLOW, "AddressSanitizer: heap-buffer-overflow, READ of size 4, in select_cell at minesweeper.c:42"),
        (STACK, "AddressSanitizer: stack-overflow, in visit at minesweeper.c:30"),
        (
            LEAK,
            "LeakSanitizer: detected memory leaks, Direct leak of 40 byte(s) in 1 object(s), in end at x.c:36",
        ),
        (RACE, "ThreadSanitizer: data race, Write of size 8, in channel_send at channel.c:30"),
        (UNDEFINED, "minesweeper.c:3:5: runtime error: load of misaligned address for type 'int'"),
        ("==7==WARNING: AddressSanitizer failed to allocate\n", ""),
    ],
    ids=["overflow", "stack", "leak", "race", "undefined", "none"],
)
def test_a_report_is_a_line_without_addresses(text: str, report: str) -> None:
    assert sanitizer_report(text) == report


@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_an_error_has_the_compilers_words(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int main(void) { return nothing; }\n", encoding="utf-8")
    with pytest.raises(UncheckableError) as error:
        compile_c(["x.c"], tmp_path / "x", folder=tmp_path)
    assert "x.c" in str(error.value)
    assert "nothing" in str(error.value)
    assert str(tmp_path) not in str(error.value)


def start(program: str, **settings: object) -> subprocess.Popen[bytes]:
    words = {"cpu_seconds": 1, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, **settings}
    return start_limited([sys.executable, "-c", program], **words)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "text"),
    [(0, "exited with status 0"), (-signal.SIGABRT, "crashed (SIGABRT)"), (-250, "crashed (signal 250)")],
)
@pytest.mark.needs("posix")
def test_the_end_of_a_process_in_words(status: int, text: str) -> None:
    assert signal_text(status) == text


@pytest.mark.needs("posix")
def test_a_program_that_is_not_there_can_not_be_checked() -> None:
    with pytest.raises(UncheckableError, match="nowhere"):
        start_limited(["/nowhere/at/all"], cpu_seconds=1)


@pytest.mark.needs("posix")
@pytest.mark.slow
def test_processor_time_is_limited() -> None:
    process = start("while True: pass")
    assert process.wait(30) in (-signal.SIGXCPU, -signal.SIGKILL)
    end_group(process)


@pytest.mark.needs("posix")
@pytest.mark.slow
@pytest.mark.needs("linux")
def test_memory_is_limited() -> None:
    process = start("x = bytearray(300 << 20)", memory=200 << 20)
    assert process.wait(30) == 1
    end_group(process)


@pytest.mark.needs("posix")
@pytest.mark.slow
def test_the_whole_group_ends() -> None:
    process = start("import os, time; os.fork(); os.write(1, b'%d\\n' % os.getpid()); time.sleep(60)")
    assert process.stdout is not None
    pids = {int(process.stdout.readline()), int(process.stdout.readline())}
    end_group(process)
    deadline = time.monotonic() + 30
    while any(map(processes.is_alive, pids)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.needs("posix")
@pytest.mark.slow
def test_a_group_that_has_ended_can_be_ended_again() -> None:
    process = start("pass")
    process.wait(30)
    end_group(process)
    end_group(process)
