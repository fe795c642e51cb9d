"""Sockets that move to less busy workers: when, how many, and when not."""

from __future__ import annotations

import asyncio

import pytest

from hypersweep.web.multiplayer import load_balancing
from hypersweep.web.multiplayer.load_balancing import Balance
from hypersweep.web.multiplayer.relay import LocalRelay


class Worker:
    """A worker whose sockets are all idle; each is in a separate room, and in a common one."""

    def __init__(self, sockets: int, *others: int) -> None:
        self.worker = "a"
        self.sockets = sockets
        self.others = {f"other-{number}": count for number, count in enumerate(others)}
        self.given_up: list[str] = []
        # What the proxy does with reconnecting clients.
        self.comes_back = False
        self.now = 0.0
        self.balance = Balance(LocalRelay(), self, self, lambda: self.now)

    def __len__(self) -> int:
        return self.sockets

    def move(self, most: int) -> list[list[str]]:
        moved = min(most, self.sockets)
        if not self.comes_back:
            self.sockets -= moved
            self.others[min(self.others, key=lambda worker: self.others[worker])] += moved
        return [["all", f"room-{number}"] for number in range(moved)]

    def give_up(self, name: str) -> None:
        self.given_up.append(name)

    def steps(self, count: int) -> list[int]:
        """Return its number of sockets after each second, while all others report theirs."""
        had = []
        for _ in range(count):
            self.now += 1
            for worker, sockets in self.others.items():
                self.balance._hear(load_balancing._encode(load_balancing._Count(worker, sockets)))
            self.balance.step()
            had.append(self.sockets)
        return had


def test_a_fuller_worker_moves_a_few_sockets_a_second_until_it_has_its_share() -> None:
    fuller = Worker(50, 39, 1)
    assert fuller.steps(12) == [48, 46, 44, 42, 40, 38, 36, 34, 32, 30, 30, 30]
    assert fuller.others == {"other-0": 39, "other-1": 21}
    assert fuller.given_up.count("all") == 10


@pytest.mark.parametrize(
    ("ours", "others"),
    [(500, ()), (21, (1,)), (120, (80,))],
    ids=["alone", "few more", "not many times more"],
)
def test_without_a_clear_imbalance_nothing_moves(ours: int, others: tuple[int, ...]) -> None:
    worker = Worker(ours, *others)
    assert set(worker.steps(20)) == {ours}
    assert not worker.given_up


@pytest.mark.parametrize("others", [(600, 1), (0,), (500, 500)], ids=["emptier", "unknown to the proxy", "balanced"])
def test_nothing_moves_where_no_other_worker_should_have_more(others: tuple[int, ...]) -> None:
    worker = Worker(280, *others)
    assert set(worker.steps(20)) == {280}
    assert not worker.given_up


def test_a_worker_that_is_balanced_again_waits_for_the_next_clear_imbalance() -> None:
    worker = Worker(100, 1)
    assert worker.steps(40)[-1] == 51
    worker.others["other-0"] = 35
    assert set(worker.steps(5)) == {51}
    worker.others["other-0"] = 20
    assert worker.steps(20)[-1] == 36


def test_where_the_proxy_leads_pages_back_it_stops() -> None:
    worker = Worker(100, 2)
    worker.comes_back = True
    worker.steps(100)
    # 49 too many, at two a second.
    assert worker.given_up.count("all") == 25
    worker.others["new"] = 3
    worker.steps(100)
    assert worker.given_up.count("all") == 25 + 33, "another worker is another chance: 65 are too many then"


def test_a_worker_that_says_nothing_any_more_does_not_count() -> None:
    worker = Worker(100, 1)
    assert worker.steps(1) == [98]
    worker.others.clear()
    worker.now += load_balancing._STALE
    worker.balance.step()
    assert worker.sockets == 98


def test_workers_tell_each_other_by_the_relay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_balancing, "_EVERY", 0.001)

    async def run() -> None:
        relay = LocalRelay()
        full, empty = Worker(60, 0), Worker(1)
        full.others, empty.worker = {"b": 1}, "b"
        first, second = Balance(relay, full, full), Balance(relay, empty, empty)
        tasks = [asyncio.create_task(each.run()) for each in (first, second)]
        async with asyncio.timeout(20):
            while full.sockets > 31:
                await asyncio.sleep(0.001)
                empty.sockets = full.others["b"]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (full.sockets, empty.sockets) == (31, 30)
        assert "sockets" not in relay._listeners

    asyncio.run(run())
