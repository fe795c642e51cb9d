"""Start programs under test in a process group of their own, with limits of time and memory, and end the whole group.

This is no sandbox: the programs read and write what their user may read and write.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress

from hypersweep.errors import UncheckableError
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import Any
else:
    defer(
        globals(),
        "from collections.abc import Callable, Mapping, Sequence",
        "from pathlib import Path",
        "from typing import Any",
    )

__all__ = ["MEMORY", "end_group", "signal_text", "start_limited"]

MEMORY = 1 << 30
"""Bytes of data that a program under test may have."""

_FILE_SIZE = 64 << 20
"""Bytes of a file that a program under test may write."""


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
        command: the program and its words.
        cpu_seconds: the processor time after which the system ends it.
        memory: bytes of data that it may have; None for a program with the address sanitizer, which reserves terabytes.
        cwd: the folder that it runs in.
        variables: added to the environment.
        settings: for ``subprocess.Popen``: the three streams, and descriptors to pass.

    Raises:
        UncheckableError: the program can't be started.
    """
    if sys.platform == "win32":
        raise UncheckableError("expected a system with process groups and limits, such as Linux or macOS, got Windows")
    try:
        return subprocess.Popen(
            command,
            cwd=cwd,
            env={**os.environ, **(variables or {})},
            start_new_session=True,
            preexec_fn=_limiter(cpu_seconds, memory),  # noqa: PLW1509 (the command has one thread)
            **settings,
        )
    except (OSError, subprocess.SubprocessError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UncheckableError(f"can't start {str(command[0])!r}: {reason}") from None


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


def _limiter(cpu_seconds: int, memory: int | None) -> Callable[[], None]:
    import resource

    def limit(kind: int, value: int) -> None:
        _, hard = resource.getrlimit(kind)
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        # macOS refuses some limits; the deadline of the caller remains.
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))

    def apply() -> None:
        limit(resource.RLIMIT_CPU, cpu_seconds)
        limit(resource.RLIMIT_CORE, 0)
        limit(resource.RLIMIT_FSIZE, _FILE_SIZE)
        if memory is not None:
            limit(resource.RLIMIT_DATA, memory)

    return apply
