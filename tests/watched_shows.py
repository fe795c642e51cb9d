"""Watch the solver on the screen, for tests of the display and of its commands."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

from hypersweep import Outcome
from hypersweep.engine import find_player
from hypersweep.tui.screens.watch_screen import WatchScreen
from hypersweep.ui_model.choices import read_choices
from hypersweep.ui_model.solver_show import EngineTurns, SolverShow
from pilot_play import Play, play

Script = Callable[[Play, WatchScreen], Any]
SCROLL_BARS = str.maketrans(dict.fromkeys("▁▂▃▄▅▆▇", " "))
WINNABLE: dict[str, Any] = {"mines": "10", "seed": "8", "first": "opening"}


def watch(
    script: Script,
    board: str = "9x9",
    *,
    size: tuple[int, int] = (100, 40),
    clock: Callable[[], float] | None = None,
    count: int = 1,
    delay: float = 0.7,
    is_playing: bool = False,
    **fields: Any,
) -> None:
    """Run a script on a show."""
    show = SolverShow(read_choices(board, **fields), count=count, delay=delay, is_playing=is_playing)

    async def run(it: Play) -> None:
        it.app.push_screen(WatchScreen(show) if clock is None else WatchScreen(show, clock=clock))
        await it.settle()
        screen = it.app.screen
        assert isinstance(screen, WatchScreen)
        await script(it, screen)

    play(run, size=size)


def picture(screen: WatchScreen) -> tuple[str, Outcome]:
    game = screen.show.player.game
    return game.view.format(), game.outcome


def lines_of(it: Play) -> list[str]:
    """The screen without keys and scroll bars."""
    return [line.translate(SCROLL_BARS).rstrip() for line in it.lines[:-1]]


def watch_engine(script: Script, words: list[str], *, timeout: float = 5.0) -> None:
    """Run a script on a show of an engine."""
    with find_player(f"engine:{shlex.join(words)}", timeout=timeout) as player:
        player.start(60.0)
        choice = read_choices("2x3", mines="1", seed="2", first="any")
        show = SolverShow(choice, finder=EngineTurns(player), delay=0, is_playing=False)

        async def run(it: Play) -> None:
            it.app.push_screen(WatchScreen(show))
            await it.settle()
            assert isinstance(it.app.screen, WatchScreen)
            await script(it, it.app.screen)

        play(run, size=(100, 40))
