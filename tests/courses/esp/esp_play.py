"""Run `hypersweep esp` in this process, with bytes as input and output."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from hypersweep.courses.esp import main

RED, YELLOW, HIT, RESET = "\033[31m", "\033[33m", "\033[33m\033[41m", "\033[0m"


def play(argv: Sequence[str], lines: bytes) -> tuple[int, bytes]:
    """Exit status and output of one run.

    The streams say they are ASCII, so that every board printed shows that the answer doesn't depend on it.
    """
    stdin, stdout = sys.stdin, sys.stdout
    written = io.BytesIO()
    try:
        sys.stdin = io.TextIOWrapper(io.BytesIO(lines), encoding="ascii")
        sys.stdout = io.TextIOWrapper(written, encoding="ascii", newline="\r\n")
        status = main(list(argv))
        return status, written.getvalue()
    finally:
        sys.stdin, sys.stdout = stdin, stdout


def screen(text: str) -> bytes:
    """Output as it is printed, from a transcript as the specification shows one.

    `¶`, `@` and `X` stand for a flag, a mine and the mine that was hit, `~` for a space at the end of a line. The line
    break after the opening quotes isn't part of it.
    """
    text = text.removeprefix("\n")
    for letter, field in (("¶", f"{RED}¶{RESET}"), ("@", f"{YELLOW}@{RESET}"), ("X", f"{HIT}@{RESET}"), ("~", " ")):
        text = text.replace(letter, field)
    return text.encode()
