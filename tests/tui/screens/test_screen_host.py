"""What screens need from their host: each runs on a fake one, and uses no private names of others."""

from __future__ import annotations

import ast
import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

import hypersweep
from hypersweep.grid import Grid
from hypersweep.online.server_client import ServerClient
from hypersweep.record import Record
from hypersweep.session import Result, SavedSummary, Session, Store
from hypersweep.session.hint import Advice
from hypersweep.tui.app import HypersweepApp
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.key_dispatch import action_of
from hypersweep.tui.screens.dialogs import ChoiceDialog, CustomDialog, UnsavedDialog
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.learn_screen import LearnScreen, LessonGameScreen
from hypersweep.tui.screens.online_screen import OnlineGameScreen, OnlineMenuScreen, SignInDialog
from hypersweep.tui.screens.replay_screen import AttemptScreen, ReplayScreen
from hypersweep.tui.screens.review_screen import ReportScreen, ReviewScreen
from hypersweep.tui.screens.screen_host import Host, Navigation
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.screens.statistics_screen import ScoresScreen, StatisticsScreen
from hypersweep.tui.screens.text_dialogs import HelpScreen, MessagesScreen, ThisBoardDialog
from hypersweep.tui.screens.watch_screen import WatchScreen
from hypersweep.ui_model.choices import BoardChoice, read_choices
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.rule_preferences import RulePreferences
from hypersweep.ui_model.solver_show import SolverShow
from hypersweep.view import View
from pilot_play import EASY, finish, record_of, standing

SCREENS: dict[str, type[Screen[Any]]] = {
    "terminal_start": StartScreen,
    "lesson": LearnScreen,
    "lesson_game": LessonGameScreen,
    "custom": CustomDialog,
    "choice": ChoiceDialog,
    "this_board": ThisBoardDialog,
    "game": GameScreen,
    "online": OnlineMenuScreen,
    "room": OnlineGameScreen,
    "sign_in": SignInDialog,
    "replay": ReplayScreen,
    "review": ReviewScreen,
    "watch": WatchScreen,
    "report": ReportScreen,
    "attempt": AttemptScreen,
    "statistics": StatisticsScreen,
    "scores": ScoresScreen,
    "help": HelpScreen,
    "messages": MessagesScreen,
    "unsaved": UnsavedDialog,
}


class FakeNavigation:
    """Records the requested screens."""

    def __init__(self) -> None:
        self.went: list[tuple[str, object]] = []

    def start(self, lit: str = "play") -> None:
        self.went.append(("start", None))

    def play(self, choice: BoardChoice) -> None:
        self.went.append(("play", choice.grid.format()))

    def play_again(self) -> None:
        self.went.append(("play again", None))

    def play_same(self) -> None:
        self.went.append(("play same", None))

    def this_board(self) -> None:
        self.went.append(("this board", None))

    def daily(self) -> None:
        self.went.append(("daily", None))

    def custom(self) -> None:
        self.went.append(("custom", None))

    def resume(self) -> None:
        self.went.append(("resume", None))

    def resume_saved(self, saved: SavedSummary) -> None:
        self.went.append(("resume saved", saved.name))

    def learn(self) -> None:
        self.went.append(("learn", None))

    def records(self) -> None:
        self.went.append(("records", None))

    def online(self, server: ServerClient) -> None:
        self.went.append(("online", server.address))

    def online_room(
        self, server: ServerClient, room: str, *, key: str = "", make: Callable[[], str] | None = None
    ) -> None:
        self.went.append(("online room", room))

    def replay(self, record: Record) -> None:
        self.went.append(("replay", record.outcome.name))

    def watch_solver(self, choice: BoardChoice) -> None:
        self.went.append(("watch", choice.grid.format()))

    def watch_game(self, session: Session) -> None:
        self.went.append(("watch game", session.outcome.name))

    def leave_watch(self) -> None:
        self.went.append(("leave watch", None))

    def take_over(self, record: Record, cell: tuple[int, ...]) -> None:
        self.went.append(("take over", record.outcome.name))

    def replay_result(self, result: Result) -> None:
        self.went.append(("replay result", result.outcome.name))

    def review(self, record: Record) -> None:
        self.went.append(("review", record.outcome.name))

    def attempt(self, record: Record, cell: tuple[int, ...] | None = None) -> None:
        self.went.append(("attempt", len(record.events)))

    def statistics(self) -> None:
        self.went.append(("statistics", None))

    def scores(self) -> None:
        self.went.append(("scores", None))

    def help(self) -> None:
        self.went.append(("help", None))

    def leave(self, status: int) -> None:
        self.went.append(("leave", status))


class FakeHost(App[None]):
    """A minimal host of a screen."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.last_board = "intermediate"
        self.navigation = FakeNavigation()
        self.board_theme = "mono"
        self.is_ascii = True
        self.has_panels = True
        self.has_motion = False
        self.colour_count = 0
        self.is_delta = False
        self.preferences = RulePreferences()
        self.adviser: Callable[[View], Advice] | None = None
        self.said: list[str] = []
        self.kept: list[str] = []
        self.lines: dict[str, int | None] = {}
        self.titles: list[str] = []

    def choose_preference(self, name: str, preference: str) -> None:
        self.preferences = self.preferences._replace(**{name: preference})

    def toggle_panels(self) -> None:
        self.has_panels = not self.has_panels

    def toggle_delta(self) -> None:
        self.is_delta = not self.is_delta

    def wants(self, name: str) -> bool:
        del name
        return False

    def entitle(self, text: str) -> None:
        self.titles.append(text)

    def cell_lines(self, grid: Grid) -> int | None:
        return self.lines.get(grid.format())

    def keep_cell_lines(self, grid: Grid, lines: int | None) -> None:
        self.lines[grid.format()] = lines

    def dress(self, board: BoardView) -> None:
        board.theme, board.is_ascii = self.board_theme, self.is_ascii

    def keep(self, message: str) -> None:
        self.kept.append(message)

    def say(self, message: str) -> None:
        self.said.append(message)

    def work_aside(self, work: Callable[[], Any], done: Callable[[Any], object]) -> None:
        done(work())


def show(make: Callable[[Store], Screen[Any]], script: Callable[[FakeHost, Pilot[None]], Awaitable[None]]) -> FakeHost:
    """Run a script on one screen and a fake host."""

    async def run(store: Store) -> FakeHost:
        host = FakeHost(store)
        async with host.run_test(size=(100, 40)) as pilot:
            host.push_screen(make(store))
            await pilot.pause()
            await script(host, pilot)
        return host

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Store(folder, warn=pytest.fail)))


def test_the_app_and_the_fake_are_hosts_for_the_type_checker(tmp_path: Path) -> None:
    app = HypersweepApp(Store(tmp_path))
    fake = FakeHost(Store(tmp_path))
    hosts: list[Host] = [app, fake]
    ways: list[Navigation] = [app.navigation, fake.navigation]
    assert [host.navigation for host in hosts] == ways


@pytest.mark.slow
def test_the_start_screen_runs_on_a_fake_host() -> None:
    async def script(host: FakeHost, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "c", "e", "v", "w", "n", "t", "b", "question_mark", "5", "enter")
        await pilot.press("end", "enter", "up", "enter")
        await pilot.press("g")
        assert host.preferences == RulePreferences(guess="never")
        await pilot.press("o")
        assert host.preferences == RulePreferences("opening", "never")
        await pilot.press("o", "o", "g")
        assert host.preferences == RulePreferences()
        assert host.said == []
        await pilot.press("9")
        assert "9 does nothing here" in host.said[-1]

    host = show(lambda store: StartScreen(), script)
    assert host.navigation.went == [
        ("play", "16x16"),
        *((name, None) for name in ("custom", "resume", "records")),
        ("watch", "16x16"),
        *((name, None) for name in ("learn", "statistics", "scores", "help")),
        ("play", "4x4x4x4x4"),
        ("leave", 0),
        ("help", None),
    ]


@pytest.mark.slow
def test_the_game_runs_on_a_fake_host() -> None:
    async def script(host: FakeHost, pilot: Pilot[None]) -> None:
        assert isinstance(host.screen, GameScreen)
        await pilot.press("b", "z", "r", "v", "question_mark")
        assert (host.has_panels, host.is_delta) == (False, True)
        session = host.screen.session
        for cell in EASY.grid:
            if not EASY.is_mine(cell):
                host.screen.board.go(cell)
                await pilot.press("enter")
        assert session.outcome.name == "WON"
        await pilot.press("v", "y", "t", "i", "enter", "escape", "escape")

    host = show(lambda store: GameScreen(Session(layout=EASY, store=store, clock=standing)), script)
    assert host.navigation.went == [
        ("play again", None),
        ("review", "WON"),
        ("replay", "WON"),
        ("play same", None),
        ("this board", None),
        ("start", None),
        ("start", None),
    ]
    assert host.kept[0].startswith("Hint 1: ")
    assert host.said[0] == "this 1 has no flag beside it yet: with 1 flag, Enter opens the cells around it"


@pytest.mark.slow
def test_a_replay_runs_on_a_fake_host() -> None:
    async def script(host: FakeHost, pilot: Pilot[None]) -> None:
        await pilot.press("space", "end", "left", "v", "escape")

    host = show(lambda store: ReplayScreen(record_of(EASY)), script)
    assert host.navigation.went == [("review", "WON"), ("start", None)]


@pytest.mark.slow
def test_a_review_runs_on_a_fake_host() -> None:
    async def script(host: FakeHost, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert isinstance(host.screen, ReviewScreen)
        await pilot.press("escape")
        assert not isinstance(host.screen, ReviewScreen)

    show(lambda store: ReviewScreen(record_of(EASY)), script)


@pytest.mark.slow
def test_the_solver_runs_on_a_fake_host() -> None:
    game = SolverShow(read_choices(EASY.format()), is_playing=False)

    async def script(host: FakeHost, pilot: Pilot[None]) -> None:
        await pilot.press("right", "b", "z", "t", "escape", "end")
        while not game.player.is_over:
            await pilot.pause(0.01)
        await pilot.press("t", "v", "y")
        assert (host.has_panels, host.is_delta) == (False, True)

    host = show(lambda store: WatchScreen(game), script)
    outcome = game.player.game.outcome.name
    assert host.navigation.went == [
        ("take over", "ONGOING"),
        ("leave watch", None),
        ("review", outcome),
        ("replay", outcome),
    ]
    assert host.said == ["the game is over: ← takes moves back, and t then plays on from there"]


@pytest.mark.slow
def test_figures_run_on_a_fake_host() -> None:
    def scores(store: Store) -> Screen[Any]:
        finish(store, EASY)
        return ScoresScreen()

    async def script(host: FakeHost, pilot: Pilot[None]) -> None:
        await pilot.press("t", "right", "v", "escape")
        host.push_screen(StatisticsScreen())
        await pilot.pause()
        await pilot.press("b", "escape")

    assert show(scores, script).navigation.went == [
        ("statistics", None),
        ("replay result", "WON"),
        ("start", None),
        ("scores", None),
        ("start", None),
    ]


def test_every_command_of_the_table_is_one_of_its_screen() -> None:
    complaints = [
        (name, shortcut.command)
        for name, screen in SCREENS.items()
        for shortcut in KEY_TABLE[name].shortcuts
        if not hasattr(screen, "action_" + action_of(shortcut).partition("(")[0])
    ]
    assert complaints == []


def test_every_command_everywhere_is_one_of_the_app() -> None:
    for shortcut in KEY_TABLE["everywhere"].shortcuts:
        assert hasattr(HypersweepApp, "action_" + action_of(shortcut).partition("(")[0]), shortcut
    # Studies are shared with others, in the page alone, whose start screen has keys of its own.
    assert SCREENS.keys() | {"everywhere", "study", "start"} == KEY_TABLE.keys()


def test_no_screen_reaches_into_anybodys_privates() -> None:
    folder = Path(hypersweep.__file__).parent / "tui" / "screens"
    files = sorted(folder.glob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
                assert isinstance(node.value, ast.Name), f"{path.name}:{node.lineno}"
                assert node.value.id in ("self", "plan"), f"{path.name}:{node.lineno}"
