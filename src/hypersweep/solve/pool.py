"""Pools of compiled objects that are expensive to make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Kept = TypeVar("Kept")


class Pool(Generic[Kept]):
    """Idle objects: a few for each of the most recent keys.

    There is no lock, because a child forked while it is held could never take it. Each operation below is atomic in
    Python. After a fork the child has the parent's objects, except those in use at that moment.
    """

    __slots__ = ("_kept", "_most_keys", "_most_of_a_key")

    def __init__(self, most_keys: int, most_of_a_key: int) -> None:
        self._kept: dict[Hashable, list[Kept]] = {}
        self._most_keys = most_keys
        self._most_of_a_key = most_of_a_key

    def take(self, key: Hashable, is_wanted: Callable[[Kept], bool] | None = None) -> Kept | None:
        """Remove and return an idle object, preferably a wanted one; None if there is none."""
        idle = self._kept.get(key)
        if not idle:
            return None
        # A copy, because another thread may take the last one meanwhile.
        last = idle[-1:]
        if is_wanted is not None and not (last and is_wanted(last[0])):
            for item in list(idle):
                if is_wanted(item):
                    try:
                        idle.remove(item)
                    except ValueError:
                        break  # another thread has just taken it
                    return item
        try:
            return idle.pop()
        except IndexError:
            return None  # another thread has just taken it

    def keep(self, key: Hashable, item: Kept) -> None:
        """Put an object back for the next call. Don't put back an object whose call failed."""
        idle = self._kept.pop(key, None) or []
        if len(idle) < self._most_of_a_key:
            idle.append(item)
        # Keys are in order of use. Two threads with one key may race; the loser's list is dropped, which is harmless.
        self._kept[key] = idle
        for old in list(self._kept)[: -self._most_keys]:
            self._kept.pop(old, None)
