"""The screens around the game: start, custom board, resume, replay, statistics, best times, help, the palette."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest
from rich.style import Style
from textual.binding import Binding
from textual.command import CommandPalette
from textual.widgets import Button, DataTable, Input, OptionList, Select, Static
from textual_plotext import PlotextPlot

from hypersweep import Grid, Layout, Outcome, ParameterError, Rules
from hypersweep.boards import PRESETS
from hypersweep.controls.choices import BoardChoice, read_choices
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.picture.themes import THEMES
from hypersweep.record import Event, Record
from hypersweep.session import Session, Store
from hypersweep.tui.app import HypersweepApp
from hypersweep.tui.board.minimap import MiniMap
from hypersweep.tui.palette import commands
from hypersweep.tui.screens.choice import ChoiceDialog
from hypersweep.tui.screens.custom import CustomDialog
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.help import HelpScreen
from hypersweep.tui.screens.replay import ReplayScreen, TimeBar
from hypersweep.tui.screens.review import ReviewScreen
from hypersweep.tui.screens.scores import ScoresScreen
from hypersweep.tui.screens.start import StartScreen
from hypersweep.tui.screens.statistics import StatisticsScreen
from pilot_play import LAYOUTS, Play, play, standing, ticking

EASY = Layout("3x4", [(0, 3), (2, 1)])


def finish(store: Store, layout: Layout, *, is_won: bool = True, milliseconds: int = 100) -> None:
    """Plays a game of which the store keeps the record."""
    with Session(layout=layout, store=store, clock=ticking(milliseconds), is_known=False) as session:
        for cell in layout.grid:
            if (layout.is_mine(cell) is not is_won and session.outcome is Outcome.ONGOING) or (
                not is_won and not session.is_started
            ):
                session.open(cell)


# The start screen.


def test_the_start_screen_offers_every_preset() -> None:
    async def script(it: Play) -> None:
        assert isinstance(it.app.screen, StartScreen)
        for name, (board, mines) in PRESETS.items():
            assert any(name in line and board in line and f"{mines} mines" in line for line in it.lines)
        assert "81 cells, 10 mines" in it.text
        assert "You have not won on it yet." in it.text
        await it.press("down", "j")
        assert "480 cells, 99 mines" in it.text
        await it.press("k")
        assert "256 cells, 40 mines" in it.text
        await it.press("enter")
        assert it.session.grid == Grid("16x16")
        await it.press("escape")
        assert it.app.screen.query_one("#boards", OptionList).highlighted == 2

    play(script)


@pytest.mark.parametrize("width", [60, 66, 75, 76, 80, 130])
def test_nothing_on_the_start_screen_is_folded(width: int) -> None:
    async def script(it: Play) -> None:
        def is_on_one_line(title: str, key: str) -> bool:
            return any(title in line and f" {key} " in line.partition(title)[2] for line in it.lines)

        for name, (board, mines) in PRESETS.items():
            assert any(name in line and board in line and f" {mines} " in line for line in it.lines), name
        for title, key in (("Custom board…", "C"), ("Replay", "V"), ("Statistics", "T"), ("Help", "F1"), ("Quit", "Q")):
            await it.until(lambda title=title, key=key: is_on_one_line(title, key))  # type: ignore[misc]
        # The same after a change of size.
        await it.pilot.resize_terminal(60 if width > 60 else 100, 40)
        await it.until(lambda: ("beginner      9x9           10 mines" in it.text) is (width == 60))

    play(script, size=(width, 34))


def test_the_menu_goes_where_its_keys_go() -> None:
    async def script(it: Play) -> None:
        for place, screen in (
            (0, CustomDialog),
            (2, ChoiceDialog),
            (3, StatisticsScreen),
            (4, ScoresScreen),
            (5, HelpScreen),
        ):
            await it.press("right")
            menu = it.app.screen.query_one("#menu", OptionList)
            assert menu.has_focus
            menu.highlighted = place
            await it.press("enter")
            assert isinstance(it.app.screen, screen)
            await it.press("escape")
            assert isinstance(it.app.screen, StartScreen)
        await it.press("left")
        assert it.app.screen.query_one("#boards", OptionList).has_focus
        for key, other in (("c", CustomDialog), ("v", ChoiceDialog), ("t", StatisticsScreen), ("b", ScoresScreen)):
            await it.press(key)
            assert isinstance(it.app.screen, other)
            await it.press("escape")
        await it.press("e")
        assert "no game to go on with" in it.said

    play(script)


@pytest.mark.parametrize("width", [60, 80, 130, 200])
def test_descriptions_in_the_help_stay_beside_their_keys(width: int) -> None:
    async def script(it: Play) -> None:
        await it.press("f1")
        tables = list(it.app.screen.query(Static).filter(".keys"))
        assert len(tables) == 5
        for table in tables:
            lines = ["".join(segment.text for segment in table.render_line(y)) for y in range(table.size.height)]
            starts = [re.search(r"(^|\S) {2,}(?=\S)", line) for line in lines]
            assert len({start and start.end() for start in starts}) == 1, lines
        # On 80 columns there is one column of keys, elsewhere something takes two lines.
        assert (tables[-1].size.height > sum(gesture.device == "Mouse" for gesture in KEY_TABLE["game"].gestures)) is (
            width != 80
        )

    play(script, layout=LAYOUTS[4], size=(width, 20))


def test_keys_are_called_the_same_below_and_in_the_help() -> None:
    async def script(it: Play) -> None:
        await it.press("enter")
        await it.until(lambda: it.lines[-1].startswith(" ⏎ open  f flag  Space smart  ? hint"))
        it.app.choose_characters("ascii")
        await it.until(lambda: it.lines[-1].startswith(" Enter open  f flag  Space smart  ? hint"))

    play(script)


@pytest.mark.parametrize("width", [60, 66, 80])
def test_the_help_is_always_named_below(width: int) -> None:
    async def script(it: Play) -> None:
        for keys in ([], ["c"], ["escape", "t"], ["escape", "b"], ["escape", "enter"], ["enter"]):
            await it.press(*keys)
            await it.settle()
            if not it.app.screen.is_modal:
                assert "F1 help" in it.lines[-1], keys
        assert "? hint" in it.lines[-1]
        assert ("r new" in it.lines[-1]) is (width == 80)
        await it.pilot.resize_terminal(130, 40)
        await it.until(lambda: len(it.lines[-1]) == 130 and "r new" in it.lines[-1])
        await it.pilot.click("KeyFooter", offset=(it.lines[-1].index("help"), 0))
        await it.settle()
        assert isinstance(it.app.screen, HelpScreen)

    play(script, size=(width, 24))


# The custom board.


def test_the_form_checks_as_one_types() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        assert "81 cells" in it.text
        await it.type("3x4x5")
        assert "60 cells, 5 mines: 1 in 12" in it.text
        assert "a cell touches 7 to 26 others" in it.text
        assert "mean clue 1.20, zeros 27 %" in it.text
        await it.type("x")
        assert "expected a side in digits" in it.text
        assert it.app.screen.query_one("#play", Button).disabled
        await it.press("enter")
        assert isinstance(it.app.screen, CustomDialog)
        await it.press("backspace", "tab")
        await it.type("99")
        assert "60 cells, 99 mines" not in it.text
        assert it.app.screen.query_one("#play", Button).disabled
        await it.press("backspace", "tab")
        await it.type("0,2")
        assert "a cell touches 11 to 26 others" not in it.text
        assert "60 cells, 9 mines" in it.text
        for name, value in (("adjacency", "orthogonal"), ("rules", "esp"), ("first", "opening")):
            it.app.screen.query_one(f"#{name}", Select).value = value
        it.app.screen.query_one("#seed", Input).value = "12"
        await it.settle()
        await it.press("ctrl+s")
        assert it.session.grid == Grid("3x4x5~orthogonal~wrap=0,2")
        game = it.session.game
        assert (game.mines, game.seed, game.rules.first_open) == (9, 12, "opening")
        assert not game.rules.chord
        assert "not ranked" in it.lines[0]

    play(script)


def test_the_form_takes_names_and_board_ids() -> None:
    async def script(it: Play) -> None:
        await it.press("c")
        await it.type("4d-hard")
        assert "256 cells, 20 mines" in it.text
        board = it.app.screen.query_one("#board", Input)
        board.value = "4d-hrad"
        await it.settle()
        assert "did you mean '4d-hard'" in it.text
        assert "start screen" in it.text
        board.value = EASY.format()
        await it.settle()
        assert "12 cells, 2 mines" in it.text
        await it.press("enter")
        assert it.session.game.layout == EASY

    play(script)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"board": "3x4", "mines": "many"}, "expected a whole number for mines, got 'many'"),
        ({"board": "3x4", "mines": "12"}, "mines"),
        ({"board": "3x4", "wrap": "2"}, "expected wrapped axis of 0 to 1, got 2"),
        ({"board": "3x4", "seed": "-1"}, "seed"),
        ({"board": "x".join("9" * 14)}, "expected a board within"),
        ({"board": "3x4.bAgg", "mines": "2"}, "expected no mines with a board ID"),
    ],
)
def test_the_form_says_what_is_wrong_without_dashes(fields: dict[str, str], message: str) -> None:
    from hypersweep import HypersweepError

    with pytest.raises(HypersweepError) as caught:
        read_choices(**fields)
    assert message in str(caught.value)
    assert "--" not in str(caught.value)


# Games that go on.


def test_one_of_several_games_is_resumed_or_deleted() -> None:
    async def script(it: Play) -> None:
        for board in ("3x4x5", "16x30", "4x5"):
            session = Session(board, 2, store=it.app.store, clock=ticking(), seed=1)
            session.open(next(iter(session.grid)))
            session.close()
        it.app.screen.refresh_menu()  # type: ignore[attr-defined]
        await it.settle()
        going = len(it.app.store.unfinished())
        assert f"Resume a game ({going})" in it.text
        await it.press("e")
        assert isinstance(it.app.screen, ChoiceDialog)
        assert "3x4x5, 2 mines" in it.text
        assert f"{datetime.now():%Y}" in it.text
        # Nothing is lost without being asked for twice.
        await it.press("delete")
        assert "Del again deletes it for good" in it.text
        await it.press("down")
        assert "Del again" not in it.text
        await it.press("up", "delete")
        assert len(it.app.store.unfinished()) == going
        await it.press("delete")
        assert len(it.app.store.unfinished()) == going - 1
        wanted = it.app.store.unfinished()[0]
        await it.press("enter")
        assert it.session.grid == wanted.record.grid
        assert it.session.is_paused

    play(script)


@pytest.mark.parametrize("board", ["x".join("1" * 64), "1x1x1x1x3000", "1x1x1x1x2x3000", "2x2x2x2x2x2x2x2x2x2", "1"])
def test_boards_of_any_kind_can_be_played(board: str) -> None:
    async def script(it: Play) -> None:
        await it.press("enter", "A", "D", "S", "d", "f", "z", "G", "g")
        await it.press("G")
        room = it.app.screen.query_one("#body").size
        for minimap in it.app.screen.query(MiniMap):
            # The map leaves room for the board, and shows the slice of the cursor.
            assert minimap.size.height <= room.height * 2 // 3 or minimap.size.width <= room.width // 2
            place = minimap.arrangement.place(minimap._entry(it.cursor[4:]))
            assert place is not None

            def offset(minimap: MiniMap = minimap, place: tuple[int, int] = place) -> tuple[int, int]:
                scroll_x, scroll_y = minimap.scroll_offset
                return place[0] + minimap._left - scroll_x, place[1] + 1 - scroll_y

            if minimap.display:
                await it.until(lambda at=offset, size=minimap.size: at()[0] < size.width and at()[1] < size.height)  # type: ignore[misc]
                assert minimap.slice_at(*offset()) == it.cursor[4:]
                assert min(offset()) >= 0
        assert it.app.failure is None

    play(script, session=lambda store: Session(board, 0, store=store), size=(60, 24))


# Records.


def record_of(layout: Layout) -> Record:
    """A record of a game won, one cell a second, with a flag, an undo and a pause."""
    session = Session(layout=layout, clock=ticking(1000))
    mine = next(layout.mine_cells())
    cells = [cell for cell in layout.grid if not layout.is_mine(cell)]
    session.open(cells[0])
    session.flag(mine)
    session.undo()
    session.pause()
    session.resume()
    for cell in cells[1:]:
        if session.outcome is Outcome.ONGOING:
            session.open(cell)
    return session.record


@pytest.mark.parametrize("dimensions", LAYOUTS)
def test_a_record_is_watched(dimensions: int) -> None:
    record = record_of(LAYOUTS[dimensions])
    whole = len(record.events)

    async def script(it: Play) -> None:
        it.app.watch_record(record)
        await it.settle()
        screen = it.app.screen
        assert isinstance(screen, ReplayScreen)
        player = screen._player
        assert player.is_playing
        await it.press("space")
        assert not player.is_playing
        assert "‖" in it.text
        await it.press("home")
        assert player.replay.position == 0
        assert "the beginning" in it.text
        for key, step in (("right", 1), ("l", 1), ("full_stop", 1), ("left", -1), ("h", -1), ("comma", -1)):
            before = player.replay.position
            await it.press(key)
            assert player.replay.position == before + step
        await it.press("right")
        assert "open " + " ".join(map(str, record.events[0].cell or ())) in it.text
        assert it.cursor == record.events[0].cell
        await it.press("right", "right", "right")
        assert it.board.is_hidden
        await it.press("right")
        assert not it.board.is_hidden
        for keys, step in ((("pagedown", "right_square_bracket"), 10), (("pageup", "left_square_bracket"), -10)):
            for key in keys:
                before = player.replay.position
                await it.press(key)
                assert player.replay.position == min(max(before + step, 0), whole)
        await it.press("end")
        assert player.replay.position == whole
        assert player.replay.game.outcome is Outcome.WON
        for tenth in range(10):
            await it.press(str(tenth))
            assert player.replay.position == (
                sum(event.milliseconds <= record.milliseconds * tenth / 10 for event in record.events) if tenth else 0
            )
        await it.press("g", "G")
        assert player.replay.position == whole
        speed = player.speed
        await it.press("up", "k", "plus")
        assert player.speed == speed * 8
        assert "speed 8×" in it.text
        await it.press("down", "j", "minus", "minus")
        assert player.speed == speed / 2
        bar = it.app.screen.query_one(TimeBar)
        await it.pilot.click(TimeBar, offset=(bar.size.width // 2, 0))
        await it.settle()
        assert 0 < player.replay.position < whole
        # At the end, playing begins again.
        await it.press("end", "space")
        assert player.is_playing
        assert player.replay.position < whole
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)

    play(script)


def test_every_key_of_the_replay_has_a_test() -> None:
    keys = {binding.key for binding in Binding.make_bindings(ReplayScreen.BINDINGS)}
    tested = {"space", "home", "end", "g", "G", "right", "l", "full_stop", "left", "h", "comma", "pagedown", "pageup"}
    tested |= {"right_square_bracket", "left_square_bracket", "up", "k", "plus", "down", "j", "minus", "escape", "v"}
    assert keys == tested | set("0123456789")


def test_a_record_plays_by_itself() -> None:
    record = record_of(EASY)
    now = [0.0]

    async def script(it: Play) -> None:
        it.app._show(ReplayScreen(record, clock=lambda: now[0]))
        await it.settle()
        screen = it.app.screen
        assert isinstance(screen, ReplayScreen)
        await it.until(lambda: screen._player.replay.position > 0)
        now[0] = record.milliseconds / 2000
        await it.until(lambda: screen._player.replay.position >= 4)
        assert screen._player.is_playing
        now[0] += 3600
        await it.until(lambda: not screen._player.is_playing)
        await it.settle()
        assert screen._player.is_at_end
        assert "won" in it.text

    play(script)


def test_records_are_found_by_path_and_tampered_ones_refused(tmp_path: Path) -> None:
    record = record_of(EASY)
    good, bad, none = tmp_path / "good.sweep", tmp_path / "bad.sweep", tmp_path / "none.sweep"
    record.save(good)
    events = list(record.events)
    third = events[2]
    events[2] = Event(third.milliseconds, "undo", changed=third.changed + 1)
    record.replace(events=events).save(bad)

    async def script(it: Play) -> None:
        await it.press("v")
        field = it.app.screen.query_one(Input)
        for path, words in ((none, "No such file"), (bad, "at event 3")):
            field.value = str(path)
            await it.press("enter")
            assert isinstance(it.app.screen, ChoiceDialog)
            assert words in it.text
        field.value = str(good)
        await it.press("enter")
        assert isinstance(it.app.screen, ReplayScreen)

    play(script)


def test_kept_records_are_offered() -> None:
    async def script(it: Play) -> None:
        finish(it.app.store, EASY)
        await it.press("v")
        assert "won" in it.text
        await it.press("enter")
        assert isinstance(it.app.screen, ReplayScreen)
        assert it.app.screen._player.replay.record.outcome is Outcome.WON

    play(script)


def test_a_record_is_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = record_of(EASY).replace(tags={"start": "2026-11-21T04:00:00Z"})

    async def script(it: Play) -> None:
        it.app.watch_record(record)
        await it.settle()
        await it.press("v")
        assert isinstance(it.app.screen, ReviewScreen)
        assert "skill" in it.text.lower()
        await it.press("s")
        (picture,) = tmp_path.glob("*.svg")
        assert picture.name == "review-2026-11-21T040000Z.svg"
        assert picture.read_text(encoding="utf-8").startswith("<svg")
        await it.press("q")
        assert isinstance(it.app.screen, ReplayScreen)

    play(script)


def test_work_aside_that_fails_is_an_error_of_ours_or_said() -> None:
    def refuse() -> None:
        raise ParameterError("expected something else")

    def fail() -> None:
        raise LookupError("nobody expected this")

    async def say(it: Play) -> None:
        it.app.work_aside(refuse, lambda _: None)
        await it.settle()
        assert "expected something else" in it.said

    async def crash(it: Play) -> None:
        it.app.work_aside(fail, lambda _: None)
        await it.settle()

    assert play(say).failure is None
    with pytest.raises(LookupError):
        play(crash)


# Figures.


def test_best_times_and_statistics() -> None:
    async def script(it: Play) -> None:
        await it.press("b")
        assert "No game is won yet" in it.text
        await it.press("escape", "t")
        assert "No game is finished yet" in it.text
        store = it.app.store
        for number in range(5):
            finish(store, EASY, milliseconds=100 + 70 * number)
        finish(store, EASY, is_won=False)
        finish(store, LAYOUTS[3])
        await it.press("b")
        table = it.app.screen.query_one(DataTable)
        assert table.row_count == 5
        times = [str(table.get_row_at(row)[1]) for row in range(5)]
        assert times == sorted(times, key=float)
        await it.press("right")
        assert table.has_focus
        await it.press("left", "down")
        assert table.row_count == 1
        await it.press("l", "v")
        assert isinstance(it.app.screen, ReplayScreen)
        await it.press("escape", "b", "t")
        assert isinstance(it.app.screen, StatisticsScreen)
        assert "7 games, 6 won: 86 %" in it.text
        await it.press("j")
        assert "6 games, 5 won: 83 %" in it.text
        assert "streak" in it.text
        plots = list(it.app.screen.query(PlotextPlot))
        assert len(plots) == 2
        assert "seconds of the games won" in it.text
        assert "percent won of the latest 20" in it.text
        await it.press("k", "b")
        assert isinstance(it.app.screen, ScoresScreen)

    play(script)


# The palette and settings.


def test_the_palette_offers_keys_boards_and_settings() -> None:
    async def script(it: Play) -> None:
        titles = {command.title for command in commands(it.app, it.app.screen)}
        assert {f"Play {name}" for name in PRESETS} <= titles
        assert {f"Theme: {theme.title.lower()}" for theme in THEMES.values()} <= titles
        assert "A hint; once more for more of it" in titles
        await it.press("slash")
        assert isinstance(it.app.screen, CommandPalette)
        await it.type("4d-easy")
        # The palette searches in its own time.
        await it.until(lambda: "Play 4d-easy" in it.text)
        await it.press("down", "enter")
        await it.until(lambda: isinstance(it.app.screen, GameScreen))
        await it.settle()
        assert it.session.grid == Grid("4x4x4x4")
        await it.press("ctrl+p")
        assert isinstance(it.app.screen, CommandPalette)
        await it.press("escape")
        assert isinstance(it.app.screen, GameScreen)

    play(script, layout=LAYOUTS[2])


def test_commands_can_be_called() -> None:
    async def script(it: Play) -> None:
        game = it.app.screen
        for wanted in (
            *("Theme: light", "Theme: high contrast", "Characters: ASCII only", "Clues: less flags"),
            *("Clues: as they are", "Characters: as the terminal has them", "Put a flag, or take it away", "This help"),
        ):
            (command,) = [found for found in commands(it.app, game) if found.title == wanted]
            done = command.callback()
            if done is not None:
                await done
            await it.settle()
        assert isinstance(it.app.screen, HelpScreen)
        await it.press("escape")
        assert it.session.game.flags == 1
        assert it.board.theme == "contrast"
        assert not it.board.shows_differences

    play(script, layout=LAYOUTS[2])


def test_settings_are_kept(tmp_path: Path) -> None:
    async def choose(it: Play) -> None:
        it.app.choose_theme("contrast")
        it.app.choose_characters("ascii")
        it.app.toggle_delta()
        await it.settle()
        assert it.board.theme == "contrast"
        assert it.text.isascii()

    async def look(it: Play) -> None:
        assert (it.app.board_theme, it.app.is_ascii, it.app.is_delta) == ("contrast", True, True)
        assert (it.board.theme, it.board.is_ascii, it.board.shows_differences) == ("contrast", True, True)
        it.app.store.settings.set("theme", "no such theme")
        it.app.store.settings.set("characters", 7)
        assert it.app.board_theme == next(iter(THEMES))
        assert it.app.characters == "auto"

    play(choose, layout=LAYOUTS[3], folder=tmp_path)
    play(look, layout=LAYOUTS[3], folder=tmp_path)


def everything(it: Play) -> list[tuple[str, Style | None]]:
    """What is shown, with its style."""
    strips = it.app.screen._compositor.render_strips()
    filters = it.app.get_line_filters()
    found = []
    for strip in strips:
        segments = list(strip)
        for one in filters:
            segments = one.apply(segments, it.app.screen.background_colors[1])
        found += [(segment.text, segment.style) for segment in segments]
    return found


@pytest.mark.parametrize("name", ["start", "game", "help", "custom", "statistics", "replay", "palette"])
def test_no_colour_and_ascii_hold_on_every_screen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(it: Play) -> None:
        finish(it.app.store, EASY)
        it.app.choose_characters("ascii")
        keys = {"game": ["enter", "f"], "help": ["f1"], "custom": ["c"], "statistics": ["t"], "palette": ["slash"]}
        if name == "replay":
            it.app.watch_record(record_of(EASY))
        await it.press(*keys.get(name, []))
        if name == "game":
            await it.press("enter", "right", "f", "question_mark")
        await it.pilot.pause(0.1)
        for text, style in everything(it):
            assert text.isascii(), text
            assert style is None or (style.color is None and style.bgcolor is None)
        if name in ("start", "game"):
            assert any(style is not None and style.reverse for _, style in everything(it))

    app = play(script)
    assert app.board_theme == "mono"


def test_colours_come_back_without_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")

    async def script(it: Play) -> None:
        assert it.app.board_theme == "dark"
        it.app.choose_theme("mono")
        await it.settle()
        assert it.app.no_color
        it.app.choose_theme("light")
        await it.settle()
        assert not it.app.no_color

    play(script, layout=LAYOUTS[4])


def test_boards_that_cannot_be_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(it: Play) -> None:
        it.app.play(BoardChoice(Grid("100000000x100000000"), 10, Rules.parse("classic")))
        await it.settle()
        assert isinstance(it.app.screen, StartScreen)
        assert "memory" in it.said

    play(script, clock=standing)


def test_troubles_are_told() -> None:
    async def script(it: Play) -> None:
        it.app.warn("The disk is full.")
        await it.settle()
        assert "The disk is full." in it.said

    assert isinstance(play(script), HypersweepApp)
