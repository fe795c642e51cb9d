"""Input that arrives faster than screens change affects none of them, and output contains only changed cells."""

from __future__ import annotations

import asyncio
import io
import random
import signal
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pyte
import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App, ComposeResult
from textual.command import CommandPalette
from textual.geometry import Region, Size
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widgets import Input, OptionList, Static

from hypersweep import Game, Layout, Outcome
from hypersweep.picture.themes import THEMES
from hypersweep.session import Session, Store
from hypersweep.tui.board.board_panels import Lens, MiniMap
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.screens.dialogs import ChoiceDialog
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.replay_screen import ReplayScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.screens.text_dialogs import SmallScreen
from hypersweep.tui.styles import text_style
from hypersweep.tui.terminal_app import CommandKey, Dialog, NewOnly, Palette, Pen, SentScreen, TerminalApp
from pilot_play import Play, play
from seeds import seeds

LAYOUT = Layout("5x7", [(0, 0), (2, 6), (4, 3)])


def at_once(app: App[None], *keys: str) -> None:
    """Deliver keys like one read of the terminal, without a pause between them."""
    names = {"enter": "\r", "escape": "\x1b"}
    for key in keys:
        app.post_message(events.Key(key, names.get(key, key if len(key) == 1 else None)))


def clicks_at_once(app: App[None], x: int, y: int, count: int, *, time: float | None = None) -> None:
    """Deliver clicks like one read of the terminal, made now or at a given time in seconds."""
    for _ in range(count):
        for kind in (events.MouseDown, events.MouseUp):
            event = kind(None, x, y, 0, 0, 1, False, False, False, x, y)
            if time is not None:
                event.time = time
            app.post_message(event)


async def wait(it: Play) -> None:
    for _ in range(4):
        await it.settle()
        await asyncio.sleep(0.02)


@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 7])
def test_enters_on_the_start_list_begin_one_game(count: int) -> None:
    async def script(it: Play) -> None:
        at_once(it.app, *["enter"] * count)
        await wait(it)
        assert isinstance(it.app.screen, GameScreen)
        # None of them was meant for a cell of the game.
        assert it.session.game.opened == 0
        assert len(it.app.screen_stack) == 2
        await it.press("enter")
        assert it.session.game.opened > 0

    play(script)


@pytest.mark.slow
def test_a_double_click_on_the_start_list_opens_no_cell() -> None:
    async def script(it: Play) -> None:
        boards = it.app.screen.query_one("#boards", OptionList)
        region = boards.content_region
        clicks_at_once(it.app, region.x + 6, region.y, 2)
        await wait(it)
        assert isinstance(it.app.screen, GameScreen)
        assert it.session.game.opened == 0
        assert it.session.outcome is Outcome.ONGOING

    play(script)


@pytest.mark.slow
def test_a_slow_double_click_on_the_start_list_opens_no_cell_either() -> None:
    async def script(it: Play) -> None:
        boards = it.app.screen.query_one("#boards", OptionList)
        row = next(row for row, option in enumerate(boards.options) if option.id == "expert")
        # Above the boards is a line between two groups.
        place = boards.content_region.x + 34, boards.content_region.y + row + 1
        # A slow screen must not make a click late, so the test gives the time of each.
        first, longest = monotonic(), it.app.CLICK_CHAIN_TIME_THRESHOLD
        clicks_at_once(it.app, *place, 1, time=first)
        await wait(it)
        assert isinstance(it.app.screen, GameScreen)
        clicks_at_once(it.app, *place, 1, time=first + 0.9 * longest)
        await wait(it)
        assert it.session.game.opened == 0
        # There was a cell to open.
        clicks_at_once(it.app, *place, 1, time=first + 2 * longest)
        await wait(it)
        assert it.session.game.opened > 0

    play(script)


@pytest.mark.slow
@pytest.mark.parametrize("second", ["enter", "escape", "c", "q"])
def test_no_second_key_acts_on_a_start_screen_that_is_left(second: str) -> None:
    async def script(it: Play) -> None:
        at_once(it.app, "enter", second)
        await wait(it)
        assert isinstance(it.app.screen, GameScreen)
        assert it.app.is_running

    play(script)


def games(folder: Path, count: int, *, is_over: bool) -> None:
    store = Store(folder)
    for number in range(count):
        session = Session(layout=LAYOUT, store=store)
        session.open((4, 6) if not is_over else (0, 0))
        if not is_over:
            session.flag((0, number))
        session.close()


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("keys", [("enter", "enter"), ("enter", "escape"), ("escape", "enter"), ("enter",) * 5])
def test_keys_on_the_resume_list_act_once(keys: tuple[str, ...], tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        await it.press("e")
        assert isinstance(it.app.screen, ChoiceDialog)
        at_once(it.app, *keys)
        await wait(it)
        if keys[0] == "escape":
            assert isinstance(it.app.screen, StartScreen)
        else:
            assert isinstance(it.app.screen, GameScreen)
            assert it.session.game.opened > 0

    games(tmp_path, 2, is_over=False)
    play(script, folder=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("keys", [("enter", "enter"), ("enter", "escape"), ("enter",) * 4])
def test_keys_on_the_replay_list_act_once(keys: tuple[str, ...], tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        await it.press("v")
        assert isinstance(it.app.screen, ChoiceDialog)
        at_once(it.app, *keys)
        await wait(it)
        assert isinstance(it.app.screen, ReplayScreen)

    games(tmp_path, 2, is_over=True)
    play(script, folder=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3])
def test_enters_in_the_palette_act_once(count: int) -> None:
    async def script(it: Play) -> None:
        await it.press("ctrl+p")
        await it.type("play inter")
        await it.until(lambda: "Play Intermediate" in it.text)
        await it.press("down")
        at_once(it.app, *["enter"] * count)
        await wait(it)
        await it.until(lambda: isinstance(it.app.screen, GameScreen))
        assert it.session.game.opened == 0

    play(script)


@pytest.mark.nightly
def test_many_keys_of_every_kind_at_once_stop_nothing(tmp_path: Path) -> None:
    async def script(it: Play) -> None:
        keys = ["enter", "escape", *"evctbnruhp", "f1", "question_mark", "down", "tab"]
        for seed in range(12):
            order = [keys[(seed * 7 + place * (seed + 3)) % len(keys)] for place in range(24)]
            at_once(it.app, *order)
            await wait(it)
            assert it.app.is_running

    games(tmp_path, 2, is_over=False)
    play(script, folder=tmp_path)


@pytest.mark.slow
def test_what_has_waited_too_long_still_comes_before_what_comes_now() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        # As if something had exceeded every time-out.
        it.app._waiting.extend(events.Key(key, key) for key in "345")
        await it.app.on_event(events.Key("6", "6"))
        await wait(it)
        assert it.app.screen.query_one("#board", Input).value == "3456"

    play(script)


@pytest.mark.slow
def test_what_is_pasted_waits_for_what_was_typed() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        at_once(it.app, "4", "x")
        it.app.post_message(events.Paste("5x6"))
        at_once(it.app, "x", "7", "tab")
        it.app.post_message(events.Paste("3"))
        at_once(it.app, "1")
        await wait(it)
        assert it.app.screen.query_one("#board", Input).value == "4x5x6x7"
        assert it.app.screen.query_one("#mines", Input).value == "31"

    play(script)


@pytest.mark.slow
def test_two_sizes_that_come_in_one_go_do_not_follow_each_other_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Size] = []
    tell = Screen._on_resize

    async def count(screen: Screen[object], event: events.Resize) -> None:
        told.append(event.size)
        await tell(screen, event)

    monkeypatch.setattr(Screen, "_on_resize", count)

    async def script(it: Play) -> None:
        screen = it.app.screen
        told.clear()
        it.app._size = Size(70, 20)
        # Both are waiting before the screen takes the first one.
        for size in (Size(90, 30), Size(70, 20)):
            screen.post_message(events.Resize(size, size))
        for _ in range(20):
            await it.pilot.pause()
        assert len(told) < 10
        assert screen.size == (70, 20)

    play(script, layout=LAYOUT)


def test_dialogs_and_the_palette_look_as_such_screens_do() -> None:
    # Styles come from the first base alone.
    assert ModalScreen in Dialog._css_bases(Dialog)
    assert CommandPalette in Palette._css_bases(Palette)
    assert Palette._get_component_classes() >= CommandPalette.COMPONENT_CLASSES


@pytest.mark.slow
@pytest.mark.parametrize("screen", [SmallScreen, StartScreen, lambda: ChoiceDialog("title", [("a", "b")])])
def test_a_screen_that_comes_when_the_game_is_left_fails_nothing(screen: Callable[[], Screen[None]]) -> None:
    async def script(it: Play) -> None:
        it.app.exit()
        it.app.push_screen(screen())
        # The app never becomes idle.
        await asyncio.sleep(0.05)

    play(script)


SIZE = (90, 34)
CONSOLE = Console(file=io.StringIO(), color_system="truecolor", force_terminal=True)


class Shown:
    """A terminal that displays the bytes sent to it."""

    def __init__(self, columns: int, lines: int) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.Stream(self.screen)
        self.sent = 0

    def feed(self, text: str) -> None:
        self.sent += len(text.encode())
        # As Textual writes it, a line feed after the last column is followed by a place.
        self._stream.feed(text)

    def cells(self) -> list[list[tuple[object, ...]]]:
        found: list[list[tuple[object, ...]]] = []
        for y in range(self.screen.lines):
            line = [self.screen.buffer[y][x] for x in range(self.screen.columns)]
            # A blank has no colour of text that could be seen.
            found.append(
                [cell._replace(fg="default") if cell.data == " " and not cell.reverse else cell for cell in line]
            )
        return found


class TwiceApp(TerminalApp):
    """Shows each update on two terminals: Textual's full output on one, only changes on the other."""

    def __init__(self, source: Game) -> None:
        super().__init__()
        self.board = BoardView(source)
        self.whole, self.spare = Shown(*SIZE), Shown(*SIZE)
        self.updates = 0

    def compose(self) -> ComposeResult:
        yield Static("a line above")
        yield self.board
        yield Lens(self.board)
        yield MiniMap(self.board)

    def _display(self, screen: object, renderable: object) -> None:
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            self.updates += 1
            self.whole.feed(renderable.render_segments(CONSOLE))
            self.spare.feed(NewOnly(renderable, self.sent).render_segments(CONSOLE))
        super()._display(screen, renderable)  # type: ignore[arg-type]


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(12))
def test_the_terminal_shows_what_it_would_if_all_were_sent(seed: int) -> None:
    # A style remembers the codes of the first console that it was written to, which may have had fewer colours.
    text_style.cache_clear()
    chance = random.Random(seed)
    game = Game("3x4x2x3x3", 9, seed=seed)

    async def run() -> None:
        app = TwiceApp(game)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            for _ in range(40):
                action = chance.randrange(10)
                cell = chance.choice(list(game.grid))
                if action < 5:
                    app.board.go(cell)
                elif action < 7:
                    app.board.show(game.open(cell) if action == 5 else game.flag(cell))
                elif action == 7:
                    app.board.theme = chance.choice(list(THEMES))
                elif action == 8:
                    app.board.is_ascii = not app.board.is_ascii
                else:
                    app.query_one(Static).update(
                        chance.choice(["short", "日本語, two columns each", "é́ é", "a [b]bold[/b] word"])
                    )
                await pilot.pause()
                assert app.spare.cells() == app.whole.cells()
            assert app.updates > 30
            assert app.spare.sent < app.whole.sent

    asyncio.run(run())


@pytest.mark.slow
def test_a_cursor_move_in_six_dimensions_sends_8_kb_at_most() -> None:
    game = Game("3x3x3x3x3x3", 30, seed=1)

    async def run() -> None:
        app = TwiceApp(game)
        async with app.run_test(size=SIZE) as pilot:
            for _ in range(3):
                # Scrollbars and panels find their places.
                app.board.go((0,) * 6)
                await pilot.pause()
            for axis in [*range(6), *range(6)]:
                cell = list(app.board.cursor)
                cell[axis] += 1
                before, updates = app.spare.sent, app.updates
                app.board.go(tuple(cell))
                await pilot.pause()
                assert app.updates > updates
                assert 0 < app.spare.sent - before <= 8192
                assert app.spare.cells() == app.whole.cells()

    asyncio.run(run())


def whole(*lines: str | Strip) -> LayoutUpdate:
    strips = [line if isinstance(line, Strip) else Strip([Segment(line)]) for line in lines]
    return LayoutUpdate([[strip] for strip in strips], Region(0, 0, strips[0].cell_length, len(strips)))


def part(y: int, x: int, strip: Strip, width: int, height: int) -> ChopsUpdate:
    chops: list[dict[int, Strip | None]] = [{} for _ in range(height)]
    chops[y] = {0: None, x: strip} if x else {0: strip}
    ends = [[x, x + strip.cell_length] if x else [strip.cell_length] for _ in range(height)]
    return ChopsUpdate(chops, [(y, x, x + strip.cell_length)], ends)


def test_only_the_cells_that_differ_are_sent() -> None:
    sent = SentScreen()
    sent.all_of(whole("abcdef", "ghijkl"), CONSOLE)
    assert sent.new_of(part(1, 0, Strip([Segment("ghxjkl")]), 6, 2), CONSOLE) == "\033[2;3Hx\033[0m"
    assert sent.new_of(part(1, 0, Strip([Segment("ghxjkl")]), 6, 2), CONSOLE) == ""
    red = Style(color="#ff0000", bold=True)
    strip = Strip([Segment("g"), Segment("hx", red), Segment("jk"), Segment("l", red)])
    assert sent.new_of(part(1, 0, strip, 6, 2), CONSOLE) == "\033[2;2H\033[1;38;2;255;0;0mhx\033[2Cl\033[0m"


def test_what_is_not_known_is_sent() -> None:
    sent = SentScreen()
    update = part(1, 2, Strip([Segment("xyz")]), 6, 2)
    # Nothing was sent yet, so the update is Textual's.
    assert sent.new_of(update, CONSOLE) == update.render_segments(CONSOLE)
    sent.all_of(whole("abcdef", "ghxyzl"), CONSOLE)
    assert sent.new_of(update, CONSOLE) == ""
    sent.forget()
    assert sent.new_of(update, CONSOLE) == update.render_segments(CONSOLE)
    # A terminal that is smaller than what comes.
    sent.all_of(whole("abc"), CONSOLE)
    assert sent.new_of(update, CONSOLE) == update.render_segments(CONSOLE)


def test_a_full_update_is_sent_whole() -> None:
    sent = SentScreen()
    update = whole("abcdef", "ghijkl")
    for _ in range(2):
        assert sent.all_of(update, CONSOLE) == update.render_segments(CONSOLE)


def test_characters_of_other_widths_and_links_are_sent_as_they_are() -> None:
    sent = SentScreen()
    sent.all_of(whole("abcdef", "ghijkl"), CONSOLE)
    for strip in (
        Strip([Segment("日本"), Segment("kl")]),
        Strip([Segment("ghijkl", Style(link="https://example.org"))]),
        Strip([Segment("é́́g h", None), Segment("k")]),
    ):
        for _ in range(2):
            assert strip.render(CONSOLE) in sent.new_of(part(1, 0, strip, 6, 2), CONSOLE)
        # Earlier content counts as unknown afterwards.
        plain = Strip([Segment("kl" * (strip.cell_length // 2))])
        assert plain.text in sent.new_of(part(1, 0, plain, 6, 2), CONSOLE)


def test_styles_change_by_the_codes_that_differ() -> None:
    red, green = Pen("", "31", "44"), Pen("", "32", "44")
    assert green.after(red) == "32"
    assert red.after(Pen()) == "31;44"
    assert Pen("1", "31").after(Pen("", "31")) == "1"
    # Default attributes come from a reset, which every terminal supports.
    assert Pen("", "31").after(red) == "0;31"
    assert Pen("4", "31", "44").after(Pen("1", "31", "44")) == "0;4;31;44"


@pytest.mark.parametrize(("name", "codes"), [("standard", "31"), ("256", "38;5;196"), ("truecolor", "38;2;255;0;0")])
def test_colours_are_those_that_the_terminal_has(name: str, codes: str) -> None:
    console = Console(file=io.StringIO(), color_system=name, force_terminal=True)  # type: ignore[arg-type]
    strip = Strip([Segment("abcdeX", Style(color="#ff0000"))])
    sent = SentScreen()
    sent.all_of(whole("abcdef"), console)
    text = sent.new_of(part(0, 0, strip, 6, 1), console)
    assert text.count("\033[") == 3
    expected = Strip.render_ansi(Style(color="#ff0000"), ColorSystem[{"256": "EIGHT_BIT"}.get(name, name.upper())])
    assert f"\033[{expected}m" in text
    assert codes in text or name == "standard"


@pytest.mark.nightly
@pytest.mark.needs("posix")
def test_the_screen_comes_back_after_a_stop_and_after_another_size(tmp_path: Path) -> None:
    from real_terminal import RealTerminal

    terminal = RealTerminal(tmp_path, ["4x5x3", "--mines", "5", "--seed", "1"], columns=90, lines=30)
    terminal.wait_for_rest(lambda text: "covered" in text)
    terminal.press("right", "left")
    before = terminal.wait_for_rest(lambda text: "covered" in text).splitlines()[2:-3]
    terminal.kill(signal.SIGTSTP)
    terminal.wait_for_rest(lambda _: b"\033[?1049l" in terminal.written)
    # The shell, or another program, leaves a different screen.
    terminal.screen.erase_in_display(2)
    terminal.kill(signal.SIGCONT)
    text = terminal.wait_for_rest(lambda text: "covered" in text or "paused" in text)
    assert next(line for line in before if line.strip()) in text
    terminal.screen.resize(34, 100)
    terminal.child.setwinsize(34, 100)
    terminal.screen.erase_in_display(2)
    text = terminal.wait_for_rest(lambda text: "covered" in text or "paused" in text)
    assert any(line.split()[:3] == ["0", "layers", "→"] for line in text.splitlines())
    terminal.press("q")
    assert terminal.finish() == 0


def test_a_copy_types_and_commands_the_same() -> None:
    key = CommandKey(events.Key("д", "д"), events.Key("l", "l"))
    copy = key.copy()
    assert copy is not key
    assert (copy.key, copy.character, copy.command.key) == ("д", "д", "l")
