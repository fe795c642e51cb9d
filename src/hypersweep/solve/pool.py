"""Compiled objects that took long to make, kept for whoever needs one next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

__all__ = ["Pool"]

Kept = TypeVar("Kept")


class Pool(Generic[Kept]):
    """Idle objects, a few for each of the few keys used last.

    No lock guards them: a process forked in the middle of a call could find it taken for ever. Python does each of the
    operations below in one piece, whatever other threads do meanwhile; what a fork leaves the child is what the parent
    had, without the objects that were in use at that moment.
    """

    __slots__ = ("_kept", "_most_keys", "_most_of_a_key")

    def __init__(self, most_keys: int, most_of_a_key: int) -> None:
        self._kept: dict[Hashable, list[Kept]] = {}
        self._most_keys = most_keys
        self._most_of_a_key = most_of_a_key

    def take(self, key: Hashable, is_wanted: Callable[[Kept], bool] | None = None) -> Kept | None:
        """An object that nobody else uses, the wanted one if it is here; None where there is none."""
        idle = self._kept.get(key)
        if not idle:
            return None
        # A copy: the last one may have been taken meanwhile.
        last = idle[-1:]
        if is_wanted is not None and not (last and is_wanted(last[0])):
            for item in list(idle):
                if is_wanted(item):
                    try:
                        idle.remove(item)
                    except ValueError:
                        break  # Another thread has just taken it.
                    return item
        try:
            return idle.pop()
        except IndexError:
            return None  # As before.

    def keep(self, key: Hashable, item: Kept) -> None:
        """Keeps an object for the next call. One whose call failed is not to be kept."""
        idle = self._kept.pop(key, None) or []
        if len(idle) < self._most_of_a_key:
            idle.append(item)
        # The key used last stands last. Of two threads here with the same key one may replace the other's list.
        self._kept[key] = idle
        for old in list(self._kept)[: -self._most_keys]:
            self._kept.pop(old, None)
