"""The review: guesses, cells' mine probabilities, and the report."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.binding import Binding
from textual.containers import VerticalScroll

from hypersweep import Game, Grid, Layout, Outcome, analyse
from hypersweep.codes import COVERED
from hypersweep.game import History
from hypersweep.picture.cell_appearance import CURSOR, TARGET
from hypersweep.record import Event, Record
from hypersweep.review import review
from hypersweep.review.findings import best_text
from hypersweep.review.judge import ReviewedMove, insight
from hypersweep.text import place_text
from hypersweep.tui.board.chance_board import ChanceBoard, chance_look
from hypersweep.tui.screens import review_screen as module
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.replay_screen import AttemptScreen, ReplayScreen
from hypersweep.tui.screens.review_screen import MoveList, ReportScreen, ReviewScreen, move_lines, slow_lines, slowest
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.ui_model.choices import BoardChoice, read_choices
from pilot_play import EASY, Play, play, record_of
from quick_pilot import quick_pilot
from seeds import some_of


def careless(grid: str, mines: int, seed: int, most: int = 60) -> Record:
    """A record with guesses that were not needed: every other move opens a cell next to what is open."""
    history = History(Game(grid, mines, seed=seed))
    game = history.game
    events: list[Event] = []

    def act(kind: str, cell: tuple[int, ...] | None = None) -> None:
        events.append(Event.of(0, kind, cell, history.act(kind, cell)))

    act("open", tuple(side // 2 for side in game.grid.shape))
    while game.outcome is not Outcome.WON and len(events) < most:
        if game.outcome is Outcome.LOST:
            act("undo")
        is_guess = len(events) % 2 == 1
        near = [
            cell
            for cell in game.grid
            if is_guess and not game.is_open(cell) and any(game.is_open(other) for other in game.grid.neighbours(cell))
        ]
        if near:
            act("open", near[len(events) % len(near)])
        else:
            act("open", analyse(game.view).safest_cells[0])
    return Record(game.grid, mines, seed=seed, events=events)


FLAT = careless("8x9", 12, 4)
DEEP = careless("3x4x2x3", 9, 1)


async def open_review(it: Play, record: Record) -> ReviewScreen:
    it.app.navigation.replay(record)
    await it.settle()
    await it.press("space", "v")
    screen = it.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


@pytest.mark.slow
def test_a_record_is_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = record_of(EASY).replace(tags={"start": "2026-11-21T04:00:00Z"})

    async def script(it: Play) -> None:
        await open_review(it, record)
        assert "skill" in it.text.lower()
        await it.press("s")
        (picture,) = tmp_path.glob("*.svg")
        assert picture.name == "review-2026-11-21T040000Z.svg"
        assert picture.read_text(encoding="utf-8").startswith("<svg")
        await it.press("r")
        assert isinstance(it.app.screen, ReportScreen)
        assert "Review of 3x4" in it.text
        await it.press("r")
        assert isinstance(it.app.screen, ReviewScreen)
        await it.press("q")
        assert isinstance(it.app.screen, ReplayScreen)

    play(script)


@pytest.mark.slow
def test_a_game_without_guesses_lists_its_slowest_moves() -> None:
    game = Game("9x9", 10, rules="classic,first=opening,guess=never", seed=3)
    events = [Event.of(0, "open", (4, 4), game.open((4, 4)))]
    while game.outcome is Outcome.ONGOING:
        cell = analyse(game.view).safe_cells[0]
        when = events[-1].milliseconds + 1000 * len(events)
        events.append(Event.of(when, "open", cell, game.open(cell)))
    record = Record(game.grid, 10, rules=game.rules, seed=3, events=events)

    async def script(it: Play) -> None:
        screen = await open_review(it, record)
        await it.until(lambda: "slowest moves" in it.text)
        moves = screen.query_one(MoveList)
        assert f"move {len(events)}" in str(moves.get_option_at_index(0).prompt)
        await it.press("up")
        assert moves.highlighted is not None

    play(script)


@pytest.mark.slow
def test_where_guesses_are_punished_the_first_line_tells_of_no_luck() -> None:
    game = Game("9x9", 14, seed=4, rules="classic,guess=punished,first=opening")
    game.open((4, 4))

    async def script(it: Play) -> None:
        await open_review(it, Record.of(game))
        await it.until(lambda: "skill" in it.text)
        assert "luck none · skill" in it.text

    play(script)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_scale_of_chances_is_seen_to_its_end(size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        await open_review(it, FLAT)
        # The list below may be placed a moment later.
        await it.until(lambda: any("the best" in line and line.rstrip().endswith("100%") for line in it.lines))
        scale = next(line for line in it.lines if "the best" in line)
        assert ("80%" in scale) == (size[0] > 80)

    play(script, size=size)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "name"),
    [
        ("x/../../elsewhere", "review-xelsewhere.svg"),
        ("../.." * 99, "review-game.svg"),
        ("1" * 999, f"review-{'1' * 40}.svg"),
    ],
)
def test_no_record_leads_its_picture_to_another_folder(
    start: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    record = record_of(EASY).replace(tags={"start": start})

    async def script(it: Play) -> None:
        await open_review(it, record)
        await it.press("s")
        assert [path.relative_to(here).as_posix() for path in tmp_path.rglob("*.svg")] == [name]

    play(script)


def dimensions(record: Record) -> str:
    """Return the name of a test of a record."""
    return f"{len(record.grid.shape)}-D"


@pytest.mark.nightly
@pytest.mark.parametrize("record", some_of([FLAT, DEEP], [FLAT]), ids=dimensions)
def test_the_position_before_each_move_is_shown_with_its_chances(record: Record) -> None:
    found = review(record)

    async def script(it: Play) -> None:
        screen = await open_review(it, record)
        # The move that lost most comes first.
        assert screen._player.number == found.lessons[0].move.number
        await it.press("home")
        replay = record.replay()
        for move in found.moves:
            board = screen.query_one(ChanceBoard)
            assert screen._player.number == move.number
            assert f"Move {move.number} of {len(found.moves)}" in it.text
            assert move.verdict in it.text
            assert board.cursor == move.cell
            replay.seek(move.position)
            assert board.source.codes(0, record.grid.cells) == replay.game.codes(0, record.grid.cells)
            if move.verdict != "first click":
                chances = analyse(replay.game.view).probabilities
                looks = board.looks
                assert looks is not None
                covered = [index for index, code in enumerate(replay.game.view.codes) if code == -1]
                for index, look in zip(covered, looks(covered), strict=True):
                    assert look in (chance_look(chances[index]), chance_look(chances[index], is_plain=True))
            marked = {index: mark for index, mark in board.marks.items() if mark & (CURSOR | TARGET)}
            assert marked[record.grid.index(move.cell)] & CURSOR
            if move.given_away:
                # The marked, the named and the explained best move are the same.
                assert move.best_cell is not None
                assert marked[record.grid.index(move.best_cell)] & TARGET
                assert best_text(move) in it.text
                insight = screen._insights.get(move.number)
                assert insight is not None
                assert move.best_cell in insight.overlooked[-1].cells
                assert f"Why {place_text(move.best_cell)} was" in it.text
            await it.press("right")

    play(script, size=(140, 50))


class ReviewHost(App[None]):
    """A host with only what a review needs: it starts in a third of the time."""

    board_theme, is_ascii, has_panels = "mono", True, True

    def dress(self, board: ChanceBoard) -> None:
        board.theme = self.board_theme

    def work_aside(self, work: Callable[[], Any], done: Callable[[Any], object]) -> None:
        done(work())


@pytest.mark.slow
def test_covered_cells_show_their_chances() -> None:
    async def run() -> None:
        app = ReviewHost()
        async with app.run_test(size=(80, 24)) as pilot:
            app.push_screen(ReviewScreen(record_of(EASY)))
            await pilot.pause()
            board = app.screen.query_one(ChanceBoard)
            looks, game = board.looks, board.source
            assert looks is not None
            assert isinstance(game, Game)
            view = game.view
            covered = [index for index, code in enumerate(view.codes) if code == COVERED]
            chances = [analyse(view).probabilities[index] for index in covered]
            assert set(chances) == {0, 0.5, 1}
            shown = looks(covered)
            for look, chance in zip(shown, chances, strict=True):
                assert look in (chance_look(chance), chance_look(chance, is_plain=True))

    with quick_pilot():
        asyncio.run(run())


@pytest.mark.nightly
def test_keys_lead_from_move_to_move() -> None:
    found = review(FLAT)
    guesses = [move.number for move in found.guesses]
    mistakes = [move.number for move in found.moves if move.given_away > 0]
    last = len(found.moves)

    async def script(it: Play) -> None:
        screen = await open_review(it, FLAT)

        async def leads(key: str, number: int) -> None:
            await it.press(key)
            assert screen._player.number == number, key

        for key, number in (("home", 1), ("l", 2), ("right", 3), ("h", 2), ("left", 1), ("left", 1)):
            await leads(key, number)
        for key, number in (("pagedown", 11), ("pageup", 1), ("G", last), ("g", 1), ("end", last)):
            await leads(key, number)
        await it.press("home")
        for key in ("down", "j") * (len(guesses) // 2):
            after = [number for number in guesses if number > screen._player.number]
            if after:
                await leads(key, after[0])
                assert screen.query_one(MoveList).highlighted == guesses.index(after[0])
        for key in ("up", "k"):
            before = [number for number in guesses if number < screen._player.number]
            await leads(key, before[-1])
        await it.press("home")
        for number in mistakes:
            await leads("n", number)
        await leads("n", mistakes[-1])
        assert "no mistake after this move" in it.text
        await leads("N", mistakes[-2])

    play(script, size=(120, 40))


def test_every_key_of_the_review_has_a_test() -> None:
    keys = {binding.key for binding in Binding.make_bindings(ReviewScreen.BINDINGS)}
    tested = {"home", "end", "g", "G", "right", "l", "left", "h", "pagedown", "pageup", "up", "k", "down", "j", "n"}
    assert keys == tested | {"N", "enter", "t", "tab", "r", "s", "escape", "q"}


@pytest.mark.slow
def test_a_click_on_the_list_goes_there_and_one_on_the_board_does_nothing() -> None:
    async def script(it: Play) -> None:
        screen = await open_review(it, FLAT)
        await it.pilot.click(MoveList, offset=(8, 1))
        await it.settle()
        assert screen._player.number == review(FLAT).guesses[0].number
        cursor = it.cursor
        await it.click((0, 0))
        assert it.cursor == cursor

    play(script, size=(120, 40))


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("record", "size", "shows"),
    [
        (FLAT, (80, 24), "both"),
        (FLAT, (60, 20), "both"),
        (careless("16x30", 60, 2, 20), (80, 24), "one"),
        (careless("16x30", 60, 2, 20), (120, 40), "both"),
        (careless("4x4x4x4", 20, 2, 10), (80, 24), "one"),
        (careless("4x4x4x4", 20, 2, 10), (200, 60), "both"),
        (careless("3x3x3x3x3", 12, 2, 10), (80, 24), "one"),
    ],
)
def test_board_and_list_share_the_screen_or_take_turns(record: Record, size: tuple[int, int], shows: str) -> None:
    async def script(it: Play) -> None:
        screen = await open_review(it, record)
        side = screen.query_one("#side")
        await it.until(lambda: (it.board.display, side.display) == (True, shows == "both"))
        if record.grid.dimensions <= 4:
            assert it.board.max_scroll_y == it.board.max_scroll_x == 0
        await it.press("tab")
        assert (it.board.display, side.display) == ((True, True) if shows == "both" else (False, True))
        assert "Guesses" in it.text
        await it.press("tab")
        assert it.board.display
        await it.pilot.resize_terminal(200, 60)
        await it.until(lambda: it.board.display and side.display)

    play(script, size=size)


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("record", some_of([FLAT, DEEP], [FLAT]), ids=dimensions)
def test_any_position_can_be_tried_again(record: Record) -> None:
    async def script(it: Play) -> None:
        screen = await open_review(it, record)
        number = screen._player.number
        codes = it.board.source.codes(0, record.grid.cells)
        cell = screen._player.event.cell
        for key in ("enter", "t"):
            await it.press(key)
            attempt = it.app.screen
            assert isinstance(attempt, AttemptScreen)
            session = attempt.session
            assert session.game.codes(0, record.grid.cells) == codes
            assert it.cursor == cell
            assert not session.is_ranked
            assert not session.is_paused
            assert not it.board.is_hidden
            assert "Trying again" in it.text
            # Moves before the position can be undone as well, and redone.
            before = session.game.opened
            await it.press("u")
            assert session.game.opened < before or session.outcome is not Outcome.ONGOING
            await it.press("U")
            assert session.game.opened == before
            safest = analyse(session.game.view).safest_cells[0]
            attempt.board.go(safest)
            await it.press("enter")
            # After a restart it is as before.
            await it.press("r")
            if session is attempt.session:
                await it.press("r")
            assert attempt.session.game.codes(0, record.grid.cells) == codes
            await it.press("escape")
            assert it.app.screen is screen
            assert screen._player.number == number
        # Nothing of it is saved.
        assert not it.app.store.unfinished()
        assert not it.app.store.results()
        # A game from the palette replaces all of these screens.
        await it.press("t")
        it.app.navigation.play(small_board())
        await it.settle()
        assert type(it.app.screen) is GameScreen
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)

    play(script, size=(120, 40))


def small_board() -> BoardChoice:
    return read_choices("5x6", mines="4")


@pytest.mark.slow
def test_leaving_stops_the_work_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # The review waits at its third move until the screen has gone.
    reached, left, judged = threading.Event(), threading.Event(), []

    def slow(record: Record, *, seconds: float, on_move: object) -> object:
        def told(number: int) -> None:
            if number == 3:
                reached.set()
                assert left.wait(30)
            on_move(number)  # type: ignore[operator]
            judged.append(number)

        return review(record, seconds=seconds, on_move=told)

    monkeypatch.setattr(module, "review", slow)

    async def script(it: Play) -> None:
        it.app.navigation.replay(FLAT)
        await it.settle()
        await it.pilot.press("space", "v")
        await it.until(reached.is_set)
        screen = it.app.screen
        assert isinstance(screen, ReviewScreen)
        await it.until(lambda: f"move 3 of {len(screen._player)}" in it.text)
        # The screen lives meanwhile.
        await it.pilot.press("home")
        await it.until(lambda: "Move 1 of" in it.text)
        await it.pilot.press("n")
        assert "isn't ready yet" in it.text
        await it.pilot.press("escape")
        await it.until(lambda: isinstance(it.app.screen, ReplayScreen))
        left.set()
        await it.settle()
        assert judged == [1, 2]

    play(script)


@pytest.mark.slow
def test_stepping_fast_asks_only_about_where_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    first, go = threading.Event(), threading.Event()

    def slow(view: object, event: Event, **options: object) -> object:
        asked.append(event.changed)
        first.set()
        assert go.wait(30)
        return insight(view, event, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "insight", slow)

    async def script(it: Play) -> None:
        it.app.navigation.replay(FLAT)
        await it.settle()
        await it.pilot.press("space", "v")
        await it.until(first.is_set)
        await it.pilot.press("home", *["right"] * 9)
        screen = it.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen._player.number == 10
        assert len(asked) == 1
        go.set()
        await it.settle()
        assert len(asked) == 2
        assert screen._insights.get(10) is not None
        assert screen._insights.get(5) is None

    play(script)


@pytest.mark.slow
def test_a_game_in_which_nothing_was_opened() -> None:
    async def script(it: Play) -> None:
        await open_review(it, Record("3x4", layout=Layout(Grid("3x4"), [(0, 3)]), rules="classic,first=any"))
        assert "No cell was opened" in it.text
        await it.press("right", "down", "n", "t", "r", "escape", "escape")

    play(script)


def guess(number: int, verdict: str, risk: float, **changes: Any) -> ReviewedMove:
    parts: dict[str, Any] = dict.fromkeys(ReviewedMove.__slots__)
    parts |= {"number": number, "kind": "open", "cell": (1, 2, 0), "verdict": verdict, "risk": risk, "survived": True}
    return ReviewedMove(**{**parts, "is_estimate": False, "is_taken_back": False, **changes})


def test_a_line_says_what_the_report_says() -> None:
    lines = move_lines(
        [
            guess(
                3, "forced guess", 0.25, best_cell=(0, 0, 0), best_risk=0.25, safest_cell=(0, 0, 0), safest_risk=0.25
            ),
            guess(12, "blunder", 1.0, best_cell=(0, 3, 1), best_risk=0.0, survived=False, is_taken_back=True),
        ]
    )
    assert [str(line) for line in lines] == [
        " 3  25.0 %  forced guess  open (1, 2, 0)  as good as any",
        "12   100 %  blunder       open (1, 2, 0)  (0, 3, 1) for certain  mine!, taken back",
    ]
    assert move_lines([]) == []


def test_the_slowest_moves_come_first_and_the_one_that_starts_the_clock_never() -> None:
    times = [0, 300, 12_300, 12_300, 14_000]
    moves = [guess(number, "safe", 0.0, milliseconds=time) for number, time in enumerate(times, 1)]
    assert [(wait, move.number) for wait, move in slowest(moves)] == [(12_000, 3), (1700, 5), (300, 2)]
    assert [str(line) for line in slow_lines(slowest(moves, 2))] == [
        "12.00 s  move 3  open (1, 2, 0)",
        " 1.70 s  move 5  open (1, 2, 0)",
    ]
    assert slow_lines(slowest(moves[:1])) == []


@pytest.mark.slow
def test_a_long_report_scrolls_and_is_left() -> None:
    async def script(it: Play) -> None:
        for key in ("escape", "q", "r"):
            it.app.push_screen(ReportScreen("\n".join(f"line {number}" for number in range(200))))
            await it.settle()
            scroll = it.app.screen.query_one(VerticalScroll)
            assert "line 0" in it.text
            for step, line in (("j", 1), ("down", 2), ("k", 1), ("up", 0), ("down", 1)):
                await it.press(step)
                await it.until(lambda line=line, scroll=scroll: scroll.scroll_y == line)  # type: ignore[misc]
            await it.press(key)
            assert isinstance(it.app.screen, StartScreen)

    play(script)
