"""Start programs under test in a process group of their own, with limits of time and memory, and end the whole group.

This is no sandbox: the programs read and write what their user may read and write.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.errors import UncheckableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

__all__ = ["MEMORY", "end_group", "signal_text", "start_limited"]

MEMORY = 1 << 30
"""Memory limit of a program under test, in bytes."""

_FILE_SIZE = 64 << 20
"""Maximum size of a file that a program under test writes, in bytes."""


def start_limited(
    command: Sequence[str | Path],
    *,
    cpu_seconds: int,
    memory: int | None = MEMORY,
    cwd: Path | None = None,
    variables: Mapping[str, str] | None = None,
    **settings: Any,
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own.

    Args:
        command: the program and its arguments.
        cpu_seconds: limit of its processor time.
        memory: limit in bytes; None for a program with a sanitizer, which reserves terabytes of addresses.
        cwd: the folder that it runs in.
        variables: added to the environment.
        settings: for ``subprocess.Popen``: the three streams, and descriptors to pass.

    Raises:
        UncheckableError: the program can't be started.
    """
    if sys.platform == "win32":
        raise UncheckableError("expected a system with process groups and limits, such as Linux or macOS, got Windows")
    program = shutil.which(command[0])
    if program is None:
        raise UncheckableError(f"can't start {str(command[0])!r}: it isn't there, or isn't executable")
    limits = {"c": 0, "t": cpu_seconds, "f": _FILE_SIZE // 512, **({} if memory is None else {"d": memory // 1024})}
    # The shell sets the limits. With preexec_fn, Python would copy its own process for each game, which takes longer.
    script = "".join(f"ulimit -{letter} {value} 2>/dev/null; " for letter, value in limits.items())
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", f'{script}exec "$0" "$@"', program, *command[1:]],
            cwd=cwd,
            env={**os.environ, **(variables or {})},
            start_new_session=True,
            **settings,
        )
    except OSError as error:
        raise UncheckableError(f"can't start {str(command[0])!r}: {error.strerror}") from None


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that ``start_limited`` started and all of its group, and wait for it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def signal_text(status: int) -> str:
    """Return in words how a process ended.

    Args:
        status: its return code, negative for a signal, as ``subprocess`` has it.

    >>> signal_text(-11), signal_text(3)
    ('crashed (SIGSEGV)', 'exited with status 3')
    """
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"crashed ({signal.Signals(-status).name})"
    except ValueError:
        return f"crashed (signal {-status})"
