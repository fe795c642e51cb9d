from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult

from hypersweep.tui.parts.time_bar import TimeBar


class Alone(App[None]):
    """The time bar and its requests."""

    def __init__(self) -> None:
        super().__init__()
        self.sought: list[float] = []

    def compose(self) -> ComposeResult:
        yield TimeBar()

    def on_time_bar_sought(self, message: TimeBar.Sought) -> None:
        self.sought.append(message.share)


@pytest.mark.parametrize(("share", "filled"), [(-1.0, 0), (0.0, 0), (0.25, 10), (1.0, 40), (7.0, 40)])
def test_it_fills_up(share: float, filled: int) -> None:
    async def run() -> None:
        async with Alone().run_test(size=(40, 3)) as pilot:
            bar = pilot.app.query_one(TimeBar)
            bar.show(share)
            await pilot.pause()
            assert str(bar.render()) == "━" * filled + "─" * (40 - filled)

    asyncio.run(run())


def test_a_click_asks_for_a_moment() -> None:
    async def run() -> None:
        app = Alone()
        async with app.run_test(size=(41, 3)) as pilot:
            for x in (0, 10, 40):
                await pilot.click(TimeBar, offset=(x, 0))
            assert app.sought == [0.0, 0.25, 1.0]

    asyncio.run(run())
