"""Formatting of times on a game's clock."""

from __future__ import annotations


def time_text(milliseconds: int) -> str:
    """Return a time as shown in results.

    >>> time_text(7_049), time_text(83_412), time_text(3_723_000)
    ('7.04', '1:23.41', '1:02:03.00')
    """
    seconds = milliseconds // 1000
    text = f"{seconds % 60}.{milliseconds // 10 % 100:02}"
    if seconds >= 60:
        text = f"{seconds // 60 % 60}:{text:0>5}"
    return f"{seconds // 3600}:{text:0>8}" if seconds >= 3600 else text


def length_text(milliseconds: int) -> str:
    """Return a time for a sentence.

    >>> length_text(7_049), length_text(83_412)
    ('7.04 s', '1:23.41')
    """
    return time_text(milliseconds) + (" s" if milliseconds < 60_000 else "")


def clock_text(milliseconds: int) -> str:
    """Return a time as shown on a running clock.

    >>> clock_text(7_049), clock_text(83_412), clock_text(3_723_000)
    ('0:07', '1:23', '1:02:03')
    """
    seconds = milliseconds // 1000
    minutes = f"{seconds // 60 % 60}:{seconds % 60:02}"
    return f"{seconds // 3600}:{minutes:0>5}" if seconds >= 3600 else minutes
