"""What is kept for the next call: each thing for one user at a time, and only so many of them."""

from __future__ import annotations

import threading

from hypersweep.solve.store import Store


def test_what_is_kept_is_taken_once() -> None:
    store: Store[str] = Store(2, 3)
    assert store.take("a") is None
    store.keep("a", "one")
    store.keep("a", "two")
    store.keep("b", "other")
    assert store.take("a", lambda each: each == "one") == "one"
    # What isn't there leaves any.
    assert store.take("a", lambda each: each == "one") == "two"
    assert store.take("a") is None
    assert store.take("b") == "other"


def test_it_keeps_a_few_of_the_keys_used_last() -> None:
    store: Store[int] = Store(2, 3)
    for number in range(5):
        store.keep("a", number)
    store.keep("b", 7)
    store.keep("a", 8)
    store.keep("c", 9)
    assert store.take("b") is None
    assert store.take("c") == 9
    taken = [store.take("a") for _ in range(4)]
    assert taken == [2, 1, 0, None]


def test_no_two_threads_get_the_same() -> None:
    store: Store[list[int]] = Store(1, 4)
    clashes: list[int] = []

    def use() -> None:
        for _ in range(2000):
            mine = store.take("a") or [0]
            mine[0] += 1
            if mine[0] != 1:
                clashes.append(mine[0])
            mine[0] -= 1
            store.keep("a", mine)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not clashes
