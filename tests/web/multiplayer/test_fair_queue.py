"""Clients take turns in a queue, within their limits."""

from __future__ import annotations

import asyncio

import pytest

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.fair_queue import Turns


class Taken:
    """The clients in the order of their turns; each ends on request."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.running: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str, **options: bool) -> None:
        for name in names:
            self.tasks[name] = asyncio.create_task(self._take(name, **options))
        await self.settle()

    def refused(self) -> dict[str, str]:
        done = {name: task.exception() for name, task in self.tasks.items() if task.done()}
        return {name: error.what for name, error in done.items() if isinstance(error, RefusedError)}

    async def _take(self, name: str, **options: bool) -> None:
        async with self.turns.turn(name[0], **options):
            self.order.append(name)
            self.running[name] = asyncio.Event()
            await self.running[name].wait()
            del self.running[name]

    async def end(self, name: str) -> None:
        self.running[name].set()
        await self.settle()

    @staticmethod
    async def settle() -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def test_a_client_with_many_requests_lets_others_have_their_turn() -> None:
    async def main() -> None:
        taken = Taken(Turns(1))
        await taken.ask("a1", "a2", "a3", "b1", "b2", "c1")
        assert (taken.turns.running, taken.turns.waiting) == (1, 5)
        while taken.running:
            await taken.end(next(iter(taken.running)))
        assert taken.order == ["a1", "b1", "c1", "a2", "b2", "a3"]
        assert (taken.turns.running, taken.turns.waiting) == (0, 0)

    asyncio.run(main())


def test_a_client_has_one_turn_at_a_time() -> None:
    async def main() -> None:
        taken = Taken(Turns(3))
        await taken.ask("a1", "a2", "b1")
        assert sorted(taken.running) == ["a1", "b1"]
        await taken.end("a1")
        assert sorted(taken.running) == ["a2", "b1"]

    asyncio.run(main())


def test_a_client_has_so_many_requests_and_no_more() -> None:
    async def main() -> None:
        taken = Taken(Turns(1, most_each=2))
        await taken.ask("a1", "a2", "a3", "b1")
        refused = taken.tasks["a3"].exception()
        assert isinstance(refused, RefusedError)
        assert (refused.what, refused.status) == ("too_often", 429)
        await taken.end("a1")
        await taken.ask("a4")
        assert not taken.tasks["a4"].done()

    asyncio.run(main())


def test_requests_of_all_clients_are_bounded_and_the_last_half_is_for_new_clients() -> None:
    async def main() -> None:
        taken = Taken(Turns(1, most_each=3, most=6))
        await taken.ask("a1", "a2", "a3", "a4")
        assert taken.refused() == {"a4": "too_often"}
        await taken.ask("b1", "b2", "c1", "d1", "e1")
        assert taken.refused() == {"a4": "too_often", "b2": "busy", "e1": "busy"}
        await taken.ask("e2", must_be_done=True)
        await taken.end("a1")
        assert (taken.turns.waiting, [*taken.running]) == (5, ["b1"])
        assert "e2" not in taken.refused()

    asyncio.run(main())


def test_guests_leave_half_of_the_turns_and_of_the_queue_to_accounts() -> None:
    async def main() -> None:
        taken = Taken(Turns(4, most=8))
        await taken.ask(*"abcdef", is_guest=True)
        assert [*taken.running] == ["a", "b"]
        assert taken.refused() == {"e": "busy", "f": "busy"}
        await taken.ask(*"ABCDEF")
        assert [*taken.running] == ["a", "b", "A", "B"]
        assert [*taken.refused()] == ["e", "f", "E", "F"]
        for name in "aABC":
            await taken.end(name)
        assert [*taken.running] == ["b", "c", "D"]
        await taken.end("b")
        assert [*taken.running] == ["c", "D", "d"]

    asyncio.run(main())


def test_one_guest_leaves_half_of_the_guests_places_to_others() -> None:
    async def main() -> None:
        taken = Taken(Turns(4, most=16))
        await taken.ask("a1", "a2", "a3", "a4", "a5", "a6", is_guest=True)
        assert taken.refused() == {"a5": "busy", "a6": "busy"}
        await taken.ask("b1", "c1", "d1", "e1", "b2", is_guest=True)
        assert [*taken.refused()] == ["a5", "a6", "b2"]

    asyncio.run(main())


@pytest.mark.parametrize("is_given", [False, True])
def test_a_request_that_is_cancelled_holds_up_no_other(is_given: bool) -> None:
    async def main() -> None:
        taken = Taken(Turns(1))
        await taken.ask("a1", "b1", "c1")
        if is_given:
            # Its turn comes just as it is cancelled.
            taken.running["a1"].set()
            await asyncio.sleep(0)
        taken.tasks["b1"].cancel()
        if not is_given:
            taken.running["a1"].set()
        await taken.settle()
        assert taken.order == ["a1", "c1"]
        await taken.end("c1")
        assert (taken.turns.running, taken.turns.waiting) == (0, 0)

    asyncio.run(main())
