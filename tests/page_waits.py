"""Wait in a page that runs under its real content policy, which forbids the driver's own way of waiting."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

__all__ = ["PATIENCE", "assert_before_long", "wait_for", "waiting_page"]

PATIENCE = 60_000.0
"""Milliseconds after which something doesn't come any more, on a machine that is busy with other things."""

_BETWEEN = 20.0


def wait_for(page: Page, expression: str, *, arg: Any = None, timeout: float | None = None, polling: Any = None) -> Any:
    """Wait until an expression, or a function of ``arg``, returns a true value. Returns: that value.

    The test polls the page: a page whose policy forbids ``eval`` can't poll itself.

    Args:
        page: the page.
        expression: the text of an expression or a function; a promise is waited for.
        arg: given to the function.
        timeout: milliseconds; None for the usual patience.
        polling: how often to ask; it is taken, as Playwright takes it, and not heeded.
    """
    # Without it, tests that need it skip themselves.
    from playwright.sync_api import Error
    from playwright.sync_api import TimeoutError as TakesTooLongError

    end = time.monotonic() + (PATIENCE if timeout is None else timeout) / 1000
    while True:
        try:
            if found := page.evaluate(expression, arg):
                return found
        except Error as error:
            # Another document comes.
            if "context was destroyed" not in error.message and "navigat" not in error.message:
                raise
        if time.monotonic() > end:
            raise TakesTooLongError(f"expected in {timeout or PATIENCE:.0f} ms: {expression}")
        page.wait_for_timeout(_BETWEEN)


def assert_before_long(page: Page, is_true: Callable[[], bool]) -> None:
    """Wait for a condition that only the driver can check, such as one of a picture."""
    end = time.monotonic() + PATIENCE / 1000
    while not (found := is_true()) and time.monotonic() < end:
        page.wait_for_timeout(_BETWEEN)
    assert found


def waiting_page(page: Page) -> Page:
    """The same page, whose ``wait_for_function`` works under a policy that forbids ``eval``."""
    setattr(page, "wait_for_function", partial(wait_for, page))  # noqa: B010 - type checkers would ask for the whole type
    return page
