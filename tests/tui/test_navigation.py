"""The ways from screen to screen, and saving a game before another takes its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from hypersweep import CLASSIC, Grid, Layout, Outcome, Rules
from hypersweep.record import Event
from hypersweep.session import Session, Store
from hypersweep.tui.board.board_panels import MiniMap
from hypersweep.tui.screens.dialogs import ChoiceDialog, UnsavedDialog
from hypersweep.tui.screens.replay_screen import ReplayScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.screens.statistics_screen import ScoresScreen
from hypersweep.ui_model.choices import BoardChoice, read_choices
from pilot_play import EASY, Play, finish, play, record_of, standing


@pytest.mark.slow
@pytest.mark.parametrize("board", ["x".join("1" * 64), "1x1x1x1x3000", "1x1x1x1x2x3000", "2x2x2x2x2x2x2x2x2x2", "1"])
def test_boards_of_any_kind_can_be_played(board: str) -> None:
    async def script(it: Play) -> None:
        await it.press("A", "D", "S", "d", "f", "f", "z", "G", "g")
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
        # Without a mine the first click wins, and the card may cover the map.
        await it.press("enter")
        assert it.session.outcome is Outcome.WON
        assert it.app.failure is None

    play(script, session=lambda store: Session(board, 0, store=store), size=(60, 24))


@pytest.mark.slow
def test_boards_that_cannot_be_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(it: Play) -> None:
        it.app.navigation.play(BoardChoice(Grid("100000000x100000000"), 10, Rules.parse("classic")))
        await it.settle()
        assert isinstance(it.app.screen, StartScreen)
        assert "memory" in it.said

    play(script, clock=standing)


def test_no_memory_left_for_another_board_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Session:
        raise MemoryError

    async def script(it: Play) -> None:
        monkeypatch.setattr(BoardChoice, "session", fail)
        await it.press("r")
        assert "memory" in it.said
        it.app.navigation.leave(0)

    play(script, layout=EASY)


def test_a_daily_board_is_begun_once_and_resumed() -> None:
    async def script(it: Play) -> None:
        for number in range(2):
            await it.press("d", "down", "down", "enter")
            assert it.session.record.tags["daily"].endswith("-4d")
            assert it.session.is_started
            assert len(it.app.store.saved()) == number, "saved before the player's first move"
            await it.go(0, 0, 0, 0)
            await it.press("f", "escape")
        assert len(it.app.store.saved()) == 1

    play(script)


@pytest.mark.slow
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
        # Where there is no list, there is nothing for an "or" to go on from.
        assert any(line.strip(" │") == "the path of a record:" for line in it.lines)
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


@pytest.mark.slow
def test_kept_records_are_offered() -> None:
    async def script(it: Play) -> None:
        finish(it.app.store, EASY)
        await it.press("v")
        assert "won" in it.text
        assert "or the path of a record:" in it.text
        await it.press("enter")
        assert isinstance(it.app.screen, ReplayScreen)
        assert it.app.screen._player.replay.record.outcome is Outcome.WON

    play(script)


@pytest.mark.slow
def test_the_same_board_and_a_new_one_are_two_commands() -> None:
    async def script(it: Play) -> None:
        await it.press("t")
        assert "no mines are placed yet" in it.said
        await it.go(2, 3, 4)
        await it.press("enter")
        before, layout = it.session, it.session.game.layout
        await it.press("t")
        assert it.session is before
        assert "t again gives this game up" in it.said
        await it.press("r")
        assert it.session is before, "something else was asked for"
        await it.go(0, 0, 0)
        await it.press("t", "t")
        again = it.session
        assert again.game.layout == layout
        assert (again.game.opened, again.is_ranked) == (0, False)
        assert it.cursor == (2, 3, 4)
        assert "the same board, not ranked" in it.said
        assert "not ranked" in it.lines[0]
        # Once more, from a game that hasn't begun; and then a new board, which promises what the first one did.
        await it.press("t")
        assert (it.session is again, it.session.game.layout) == (False, layout)
        await it.press("r")
        game = it.session.game
        assert (game.layout, game.mines, game.rules.first_open, it.session.is_ranked) == (None, 20, "opening", True)

    play(script, choice=read_choices("6x7x8", mines="20"))


@pytest.mark.slow
def test_a_board_that_names_its_first_cell_begins_with_it() -> None:
    async def script(it: Play) -> None:
        assert [str(move) for move in it.session.game.moves] == ["open 2 0"]
        assert it.session.record.events[0].milliseconds == 0

    play(script, choice=read_choices("4x3:0,2,u401"))


@pytest.mark.slow
def test_after_the_end_the_same_board_can_be_had_too() -> None:
    async def script(it: Play) -> None:
        await it.go(0, 3)
        await it.press("enter")
        assert it.session.outcome is Outcome.LOST
        await it.press("t")
        assert (it.session.outcome, it.session.game.layout) == (Outcome.ONGOING, EASY)
        await it.press("r")
        assert (it.session.game.layout, it.session.game.rules) == (None, CLASSIC)

    play(script, layout=EASY)


@pytest.mark.slow
def test_a_first_open_that_gave_way_is_told() -> None:
    async def script(it: Play) -> None:
        await it.until(lambda: "36 mines leave no room for an opening" in it.said)
        assert it.session.game.rules == CLASSIC
        it.app.clear_notifications()
        await it.press("r")
        await it.until(lambda: "36 mines leave no room for an opening" in it.said)

    play(script, choice=read_choices("3x4x5", mines="36"))


@pytest.mark.slow
def test_a_setting_changed_in_a_game_counts_from_the_next_board_on() -> None:
    async def script(it: Play) -> None:
        before = it.session
        it.app.choose_preference("first_open", "safe")
        assert it.session is before
        await it.until(lambda: "the first click is safe, and no more than that" in it.said)
        await it.press("r")
        assert it.session.game.rules == CLASSIC
        it.app.choose_preference("first_open", "")
        await it.press("r")
        assert it.session.game.rules.first_open == "opening"

    play(script, choice=read_choices("expert"))


# No first click wins it, and the last cell is a mine.
CORNERED = Layout("3x4", [(0, 3), (2, 3)])


@pytest.mark.slow
@pytest.mark.parametrize("way", ["scores", "statistics", "start"])
def test_a_game_that_cannot_be_saved_is_left_only_when_the_player_was_asked(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("hypersweep.session.saved_games.write_file", full)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    told: list[str] = []
    store = Store(tmp_path / "data", warn=told.append)

    async def script(it: Play) -> None:
        await it.press("enter")
        getattr(it.app.navigation, way)()
        await it.settle()
        assert isinstance(it.app.screen, UnsavedDialog)
        assert it.app.navigation.is_asking
        assert it.app.navigation.is_unsaved

    play(script, session=lambda _: Session(layout=EASY, store=store, clock=standing), folder=tmp_path / "data")
    assert "No space left" in told[0]


def test_the_game_that_was_left_can_be_resumed_until_it_is_deleted() -> None:
    async def script(it: Play) -> None:
        assert not it.app.navigation.has_saved
        await it.press("enter")
        it.app.navigation.scores()
        await it.settle()
        assert isinstance(it.app.screen, ScoresScreen)
        assert it.app.navigation.has_saved
        (saved,) = it.app.store.saved()
        it.app.store.discard(saved)
        assert not it.app.navigation.has_saved
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)

    play(script, layout=EASY)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "printed"),
    [
        # In the last cell there is a mine.
        (("enter", "G", "enter", "y"), "lost 3x4, 2 mines"),
        (("enter", "G", "enter", "escape"), "lost 3x4, 2 mines"),
        # It asks first.
        (("enter", "x", "x"), "'hypersweep resume' continues"),
        # A game without a move says nothing, and what was played before still holds.
        (("enter", "escape", "enter"), "'hypersweep resume' continues"),
        (("escape",), ""),
    ],
)
def test_leaving_prints_how_the_last_game_ended_or_that_it_is_saved(keys: tuple[str, ...], printed: str) -> None:
    async def script(it: Play) -> None:
        for key in keys:
            await it.press(key)
        it.app.navigation.leave(0)

    app = play(script, layout=CORNERED)
    assert printed in app.navigation.parting
    assert bool(app.navigation.parting) is bool(printed)


def test_leaving_says_nothing_of_a_saved_game_that_has_been_deleted() -> None:
    async def script(it: Play) -> None:
        await it.press("enter", "escape")
        (saved,) = it.app.store.saved()
        it.app.store.discard(saved)
        it.app.navigation.leave(0)

    assert play(script, layout=CORNERED).navigation.parting == ""
