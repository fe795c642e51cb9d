"""Objects saved for the next call: each for one user at a time, and a limited number of them."""

from __future__ import annotations

import threading

from hypersweep.solve.pool import Pool


def test_what_is_kept_is_taken_once() -> None:
    pool: Pool[str] = Pool(2, 3)
    assert pool.take("a") is None
    pool.keep("a", "one")
    pool.keep("a", "two")
    pool.keep("b", "other")
    assert pool.take("a", lambda each: each == "one") == "one"
    # What isn't there leaves any.
    assert pool.take("a", lambda each: each == "one") == "two"
    assert pool.take("a") is None
    assert pool.take("b") == "other"


def test_it_keeps_a_few_of_the_keys_used_last() -> None:
    pool: Pool[int] = Pool(2, 3)
    for number in range(5):
        pool.keep("a", number)
    pool.keep("b", 7)
    pool.keep("a", 8)
    pool.keep("c", 9)
    assert pool.take("b") is None
    assert pool.take("c") == 9
    taken = [pool.take("a") for _ in range(4)]
    assert taken == [2, 1, 0, None]


def test_no_two_threads_get_the_same() -> None:
    pool: Pool[list[int]] = Pool(1, 4)
    clashes: list[int] = []

    def use() -> None:
        for _ in range(2000):
            mine = pool.take("a") or [0]
            mine[0] += 1
            if mine[0] != 1:
                clashes.append(mine[0])
            mine[0] -= 1
            pool.keep("a", mine)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not clashes
