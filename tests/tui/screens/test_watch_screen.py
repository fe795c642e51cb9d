"""Watching the solver on the screen."""

from __future__ import annotations

import asyncio
import itertools
import shlex
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import OptionList

from hostile_engines import hostile, program
from hypersweep import Game, Grid, Outcome
from hypersweep.engine import find_player
from hypersweep.errors import BudgetExceededError
from hypersweep.picture.cell_appearance import CLUE, TARGET
from hypersweep.picture.fitting import arrange
from hypersweep.rules import CLASSIC
from hypersweep.session import Session
from hypersweep.solve import explain
from hypersweep.text import place_text
from hypersweep.tui.board.board_panels import Lens
from hypersweep.tui.notes import NoteLine
from hypersweep.tui.screens import background_moves
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.replay_screen import ReplayScreen
from hypersweep.tui.screens.review_screen import ReviewScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.screens.text_dialogs import HelpScreen
from hypersweep.tui.screens.watch_screen import FoldedWords, WatchScreen, plan_words
from hypersweep.ui_model import solver_show
from hypersweep.ui_model.choices import BoardChoice, read_choices
from hypersweep.ui_model.solver_show import DELAYS, EngineTurns, SolverShow, fold
from pilot_play import DIMENSIONS, EASY, LAYOUTS, Play, play
from seeds import some_of
from slow_making import SlowMaking
from watched_shows import WINNABLE, lines_of, picture, watch, watch_engine


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_moves_are_made_and_taken_back_step_by_step(dimensions: int) -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        player = screen.show.player
        seen = []
        while not player.is_over:
            turn = player.next
            assert turn is not None
            assert it.cursor == turn.cell
            marks = it.board.marks
            assert marks[it.board.grid.index(turn.cell)] & TARGET
            assert all(marks[it.board.grid.index(clue)] & CLUE for clue in turn.clues)
            assert f"Move {player.moves + 1}: open" in it.text
            lines = await it.at_rest(lambda: lines_of(it))
            seen.append((turn, picture(screen), lines))
            await it.press(("right", "l", "full_stop")[len(seen) % 3])
            assert player.moves == len(seen)
        assert ("Won after" if player.game.outcome is Outcome.WON else "Lost after") in it.text
        for before in reversed(seen):
            await it.press(("left", "h", "comma")[player.moves % 3])
            assert player.next is not None
            assert it.cursor == player.next.cell
            assert await it.at_rest(lambda: lines_of(it)) == before[2]
            assert (player.next, picture(screen)) == before[:2]
        await it.press("left")
        assert "this is the beginning" in it.text

    watch(script, LAYOUTS[dimensions].grid.format(), mines="3", seed="3", size=(100, 40))


def test_all_keys_have_a_test() -> None:
    keys = {binding.key for binding in Binding.make_bindings(WatchScreen.BINDINGS)}
    tested = {"right", "l", "full_stop", "left", "h", "comma", "space", "plus", "equals_sign", "minus", "home", "g"}
    tested |= {"end", "G", "t", "enter", "n", "r", "v", "y", "z", "b", "question_mark", "escape", "up", "k", "down"}
    assert keys == tested | {"j"}


@pytest.mark.slow
def test_it_plays_by_itself_at_its_speed() -> None:
    now = [100.0]

    async def script(it: Play, screen: WatchScreen) -> None:
        player = screen.show.player
        assert "playing, 0.7 s a move" in it.text
        await it.pilot.pause(0.1)
        assert player.moves == 0
        now[0] += 0.71
        await it.until(lambda: player.moves == 1)
        await it.pilot.pause(0.1)
        assert player.moves == 1
        await it.press("plus")
        assert "playing, 0.4 s a move" in it.text
        now[0] += 0.41
        await it.until(lambda: player.moves == 2)
        await it.press("minus", "minus")
        assert "playing, 1 s a move" in it.text
        await it.press("space")
        assert "paused" in it.text
        now[0] += 100
        await it.pilot.pause(0.1)
        assert player.moves == 2
        await it.press("space")
        assert screen.show.is_playing
        # A step stands still.
        await it.press("right")
        assert not screen.show.is_playing
        assert player.moves == 3
        for _ in DELAYS:
            await it.press("equals_sign")
        assert screen.show.delay == 0
        await it.press("space")
        await it.until(lambda: player.is_over)
        await it.settle()
        assert not screen.show.is_playing
        assert "over" in it.lines[-2]
        await it.press("space")
        assert "the game is over: n begins another" in it.text

    watch(script, clock=lambda: now[0], is_playing=True, **WINNABLE)


@pytest.mark.slow
def test_to_the_beginning_to_the_latest_move_and_to_the_end() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        player = screen.show.player
        for _ in range(3):
            # A step is made once its move is found, and not before.
            await it.until(lambda: not player.needs_search)
            await it.press("right")
        await it.until(lambda: not player.needs_search)
        await it.settle()
        before = picture(screen)
        assert player.moves == 3
        for home, end in (("home", "end"), ("g", "G")):
            await it.press(home)
            assert player.moves == 0
            assert it.board.looks is not None
            assert set(it.board.looks(range(81))) == {it.board.looks([0])[0]}
            await it.press(end)
            assert (player.moves, picture(screen)) == (3, before)
        await it.press("end")
        await it.until(lambda: player.is_over)
        await it.settle()
        assert player.game.outcome is Outcome.WON
        assert "Won after" in it.text
        await it.press("end")
        assert "the game is over" in it.text

    watch(script, **WINNABLE)


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("key", some_of(["space", "escape", "left"], ["escape"]))
def test_the_way_to_the_end_can_be_cancelled(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Semaphore(4)

    def slowly(*words: Any, **settings: Any) -> Any:
        assert gate.acquire(timeout=60)
        return explain(*words, **settings)

    monkeypatch.setattr(solver_show, "explain", slowly)

    async def script(it: Play, screen: WatchScreen) -> None:
        player = screen.show.player
        await it.pilot.press("end")
        await it.until(lambda: gate._value == 0 and player.needs_search)
        await it.until(lambda: "to the end: Space stops, thinking" in it.text)
        moves = player.moves
        await it.pilot.press(key)
        await it.pilot.pause(0.1)
        assert player.moves == moves - (key == "left")
        for _ in range(100):
            gate.release()
        await it.settle()
        await it.pilot.pause(0.1)
        # The result is cached, but not shown.
        assert player.moves == moves - (key == "left")
        assert it.app.screen is screen
        assert "paused" in it.text
        assert not player.is_over

    watch(script, **WINNABLE)


@pytest.mark.slow
def test_nothing_piles_up_while_a_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, calls = threading.Semaphore(1), []

    def slowly(view: Any, **settings: Any) -> Any:
        calls.append(view.format())
        assert gate.acquire(timeout=60)
        return explain(view, **settings)

    async def script(it: Play, screen: WatchScreen) -> None:
        # Only now, as the start screen's picture is a game of the solver too.
        monkeypatch.setattr(solver_show, "explain", slowly)
        show = screen.show
        await it.press("right")
        while not show.player.needs_search:
            await it.pilot.press("right")
            await it.pilot.pause(0.05)
        await it.until(lambda: len(calls) == 2)
        for key in ["right"] * 10 + ["left", "left", "right", "right", "right"] * 3:
            await it.pilot.press(key)
        assert it.app.works_aside == 1
        assert len(calls) == 2
        # Another game begins with a move that needs no search; no second search runs next to the first.
        await it.pilot.press("n")
        await it.pilot.press("n")
        await it.pilot.press("n")
        assert it.app.works_aside == 1
        assert show.number == 4
        for _ in range(100):
            gate.release()
        await it.settle()
        assert show.player.moves == 0
        assert show.player.next is not None
        assert "Move 1: open" in it.text

    watch(script, **WINNABLE)


@pytest.mark.slow
def test_a_position_that_is_too_large_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*words: Any, **settings: Any) -> Any:
        raise BudgetExceededError("expected an analysis within 3 states; a larger Budget may help", states=3)

    async def script(it: Play, screen: WatchScreen) -> None:
        await it.press("right")
        assert "The solver gives up" in it.text
        assert "expected an analysis within 3 states" in it.text
        assert "larger" not in it.text
        assert not screen.show.is_playing
        await it.press("space", "right")
        assert "the game is over" not in it.lines[0]
        await it.press("left")
        assert "Move 1: open" in it.text
        await it.press("n")
        assert "Move 1: open" in it.text
        assert screen.show.number == 2

    monkeypatch.setattr(solver_show, "explain", give_up)
    watch(script, is_playing=True, delay=0, **WINNABLE)


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("key", some_of(["t", "enter"], ["t"]))
def test_the_game_can_be_taken_over(key: str) -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        for _ in range(4):
            await it.press("right")
        await it.press("left")
        before, cell = picture(screen), it.cursor
        await it.press(key)
        session = it.session
        # The solver was about to open it.
        assert it.cursor == cell
        assert (session.game.view.format(), session.outcome) == before
        assert not session.is_ranked
        assert not session.is_paused
        assert session.milliseconds < 60_000
        session.record.verify()
        # The solver's moves can be undone, and the game is saved.
        assert session.can_undo
        assert session.name is not None
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)
        assert len(it.app.store.unfinished()) == 1

    watch(script, **WINNABLE)


@pytest.mark.slow
def test_a_game_that_has_not_begun_can_be_taken_over() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        del screen
        await it.press("t")
        assert not it.session.is_started
        await it.press("enter")
        assert it.session.game.opened

    watch(script, **WINNABLE)


@pytest.mark.slow
def test_a_game_that_is_over_is_not_taken_over_but_reviewed_and_replayed() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        await it.press("v")
        await it.press("y")
        assert it.app.screen is screen
        await it.press("end")
        await it.until(lambda: screen.show.player.is_over)
        await it.settle()
        await it.press("t")
        assert it.app.screen is screen
        assert "t then plays on from there" in it.text
        await it.press("v")
        assert isinstance(it.app.screen, ReviewScreen)
        await it.settle()
        await it.press("escape")
        assert it.app.screen is screen
        await it.press("y")
        assert isinstance(it.app.screen, ReplayScreen)

    watch(script, "5x6", mines="4", seed="2")


@pytest.mark.slow
@pytest.mark.parametrize("key", some_of(["n", "r"], ["n"]))
def test_games_follow_one_another_with_a_tally(key: str) -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        show = screen.show
        assert "game 1 of 2 · 0 won, 0 lost" in it.lines[0]
        await it.press("end")
        await it.until(lambda: show.player.is_over)
        await it.settle()
        assert "game 1 of 2 · 1 won, 0 lost" in it.lines[0]
        assert "n: the next game" in it.text
        await it.press(key)
        assert "game 2 of 2 · 1 won, 0 lost" in it.lines[0]
        assert "Move 1: open" in it.text
        await it.press("end")
        await it.until(lambda: show.player.is_over)
        await it.settle()
        assert "n: another board" in it.text
        await it.press(key)
        assert "game 3 of 3" in it.lines[0]

    watch(script, count=2, **WINNABLE)


@pytest.mark.slow
def test_games_follow_one_another_by_themselves() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        show = screen.show
        await it.until(lambda: show.number == 3 and show.player.is_over)
        await it.settle()
        assert not show.is_playing
        assert "game 3 of 3" in it.lines[0]
        assert len(show.result_lines()) == 4

    watch(script, "5x6", mines="4", seed="2", count=3, delay=0, is_playing=True)


@pytest.mark.nightly
def test_a_step_at_the_end_of_a_game_leads_to_the_next() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        await it.press("end")
        await it.until(lambda: screen.show.player.is_over)
        await it.press("right")
        assert screen.show.number == 2

    watch(script, "5x6", mines="4", seed="2", count=2)


@pytest.mark.slow
def test_nothing_is_played_while_something_else_is_shown() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        await it.press("f1")
        moves = screen.show.player.moves
        await it.pilot.pause(0.2)
        assert screen.show.player.moves == moves
        await it.press("escape")
        await it.until(lambda: screen.show.player.moves > moves)

    watch(script, "30x30", delay=0.03, is_playing=True, seed="3", first="opening")


# Where it begins and where it returns to.


@pytest.mark.slow
def test_from_the_start_screen_and_back() -> None:
    async def script(it: Play) -> None:
        boards = it.app.screen.query_one("#boards", OptionList)
        boards.highlighted = boards.get_option_index("intermediate")
        await it.press("w")
        screen = it.app.screen
        assert isinstance(screen, WatchScreen)
        assert screen.show.is_playing
        assert screen.show.player.game.grid.format() == "16x16"
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)
        # Watching a board is not playing it.
        assert it.app.last_board == "beginner"

    play(script)


@pytest.mark.slow
def test_from_a_game_which_stays_as_it_is_but_for_its_rank() -> None:
    async def script(it: Play) -> None:
        await it.go(0, 0)
        await it.press("enter")
        session = it.session
        before = session.game.view.format()
        assert session.is_ranked
        await it.press("x")
        assert isinstance(it.app.screen, GameScreen)
        assert "makes this game unranked: press x again to watch it play a copy" in it.text
        await it.press("x")
        screen = it.app.screen
        assert isinstance(screen, WatchScreen)
        assert screen.show.player.game.view.format() == before
        await it.press("end")
        await it.until(lambda: screen.show.player.is_over)
        await it.settle()
        assert screen.show.player.game.outcome is Outcome.WON
        screen.show.player.record(1000).verify()
        await it.press("home")
        assert screen.show.player.game.view.format() == before
        await it.press("escape")
        assert it.session is not session
        assert it.session.game.view.format() == before
        assert not it.session.is_ranked
        assert it.session.is_paused

    play(script, layout=EASY)


@pytest.mark.slow
def test_a_game_that_has_not_begun_or_is_over() -> None:
    async def script(it: Play) -> None:
        await it.press("x")
        assert isinstance(it.app.screen, WatchScreen)
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)

    play(script, layout=EASY)

    async def over(it: Play) -> None:
        await it.go(0, 0)
        await it.press("enter")
        await it.go(0, 3)
        await it.press("enter", "x")
        assert isinstance(it.app.screen, GameScreen)

    play(over, layout=EASY)


@pytest.mark.slow
def test_from_the_command_line_and_out() -> None:
    show = SolverShow(BoardChoice(EASY.grid, 2, CLASSIC), game=Game(layout=EASY), is_playing=False)

    async def script(it: Play) -> None:
        it.app.navigation._watched_from = "shell"
        it.app.push_screen(WatchScreen(show))
        await it.settle()
        await it.press("escape")
        assert it.app.status == 0
        assert it.app._exit

    play(script)


def test_help_that_is_noted_counts_as_a_hint() -> None:
    session = Session(layout=EASY, is_known=False)
    session.note_help()
    assert session.record.events == ()
    session.open((0, 0))
    session.note_help()
    assert (session.is_ranked, session.hints_used) == (False, 1)
    session.record.verify()
    session.open((0, 3))
    session.note_help()
    assert session.hints_used == 1
    assert place_text((0, 3))


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowMaking]:
    """Boards are made as slowly as the test wants, and progress is shown at once."""
    monkeypatch.setattr(background_moves, "_PATIENCE", 0.0)
    monkeypatch.setattr(background_moves, "_SOON", 0.0)
    slow = SlowMaking(monkeypatch)
    yield slow
    slow.may_end.set()


NO_GUESS: dict[str, Any] = {"mines": "5", "seed": "4", "guess": "never"}


@pytest.mark.slow
def test_a_board_that_needs_no_guess_is_made_beside_the_screen(making: SlowMaking) -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        await it.pilot.press("right")
        await it.until(lambda: "making a board that needs no guess: tried " in it.text)
        for key in ("right", "space", "n", "t"):
            await it.pilot.press(key)
            await it.until(lambda: "still making the board: Esc cancels it" in it.said)
            it.app.clear_notifications()
        assert screen.show.player.moves == 0
        making.may_end.set()
        await it.settle()
        assert screen.show.player.moves == 1
        assert "tried " not in it.text
        await it.press("G")
        await it.until(lambda: screen.show.player.is_over)
        assert "Won after" in it.text
        assert "no guess" in it.text

    watch(script, "5x7", **NO_GUESS, size=(120, 40))


@pytest.mark.slow
def test_the_making_is_cancelled_and_may_be_asked_for_again(making: SlowMaking) -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        await it.pilot.press("space")
        await it.until(lambda: "tried " in it.text)
        await it.pilot.press("escape")
        await it.settle()
        assert "cancelled: the game is as it was" in it.said
        assert isinstance(it.app.screen, WatchScreen)
        assert not screen.show.is_playing
        assert screen.show.player.game.layout is None
        assert "paused" in it.text
        making.may_end.set()
        await it.press("right")
        assert screen.show.player.moves == 1

    watch(script, "5x7", **NO_GUESS, delay=0.0)


@pytest.mark.slow
def test_where_no_board_is_found_the_show_stands_still(making: SlowMaking) -> None:
    making.is_vain = True
    making.may_end.set()

    async def script(it: Play, screen: WatchScreen) -> None:
        await it.until(lambda: "no board in 100,000 tries: try another cell or fewer mines" in it.said)
        assert not screen.show.is_playing
        assert making.count == 1
        assert screen.show.player.game.opened == 0
        making.is_vain = False
        await it.press("n", "right")
        assert screen.show.player.moves == 1

    watch(script, "5x7", **NO_GUESS, is_playing=True, delay=0.0)


@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.parametrize("way", ["says why and dies", "off the board", "silent"])
def test_an_engine_that_fails_pauses_the_show_and_is_asked_again(way: str) -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        assert "Hostile can't continue" in it.text
        assert "Space asks it again" in it.text
        for key in ("right", "space"):
            await it.press(key)
            assert "Hostile can't continue" in it.text
            assert not screen.show.is_playing
        await it.press("n")
        assert screen.show.number == 2
        assert "Hostile can't continue" in it.text

    watch_engine(script, hostile(way), timeout=0.2 if way == "silent" else 5.0)


@pytest.mark.slow
def test_leaving_does_not_wait_for_an_engine_that_hangs() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        del screen

    hangs = program("""
for words in lines():
    if words[0] == "hsp":
        say("id name Hostile\\nready\\n")
    elif words[0] == "go":
        time.sleep(3600)
""")
    with find_player(f"engine:{shlex.join(hangs)}", timeout=3600) as player:
        player.new_game()
        show = SolverShow(read_choices("2x3", mines="1", seed="2", first="any"), finder=EngineTurns(player))

        async def run(it: Play) -> None:
            it.app.push_screen(WatchScreen(show))
            await it.until(lambda: "Hostile: playing" in it.text and "thinking" in it.text)
            await it.pilot.press("q")
            await it.until(lambda: it.has_ended)
            # The screen doesn't wait for it; the test script does, for lookups in the background.
            player.close()

        play(run, size=(100, 40))
        # The waiting screen didn't start another one.
        assert player.restarts == 0


SEEN = ["9x9", "16x30", "70x80", "100x100", "300", "10x10x10", "4x4x4x4", "4x4x4x4x4"]
SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
SEEN_AT = list(zip(SEEN, itertools.cycle(SIZES), strict=False))


def test_the_rules_are_cut_only_where_there_is_no_room_for_them() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        assert it.lines[0].startswith(" Watch: Beginner · 9x9 · no guess, at most pairs  10 of 10 mines left")
        assert it.lines[0].rstrip().endswith(" 0 moves")

    watch(script, guess="never", grade="pair", size=(80, 24), **WINNABLE)


def is_seen(it: Play, cell: tuple[int, ...]) -> bool:
    x, y = it.place(cell)
    return 0 <= x < it.board.size.width and 0 <= y < it.board.size.height


@pytest.mark.slow
@pytest.mark.parametrize(("board", "size"), some_of(itertools.product(SEEN, SIZES), SEEN_AT))
def test_the_move_is_always_seen_with_its_reason(board: str, size: tuple[int, int]) -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        player = screen.show.player
        for _ in range(5):
            turn = player.next
            if turn is None:
                break
            assert it.board.arrangement.place(turn.cell) is not None
            # Where scroll bars come, the board follows once they are there.
            await it.until(partial(is_seen, it, turn.cell))
            assert f"Move {player.moves + 1}: open" in it.text
            assert len(it.lines) == size[1]
            assert "paused" in it.lines[-2]
            words = " ".join(it.text.split())
            assert fold(turn.reasons[-1], 20)[0][:8] in words or any(
                short in words for short in ("Safe by the lit clues", "A guess", "Safe by the rules")
            )
            await it.press("right")
        assert screen.query_one(NoteLine).region.bottom == size[1] - 2

    watch(script, board, seed="3", size=size)


@pytest.mark.slow
def test_words_are_folded_beside_the_bar_that_scrolls_them() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        player, scroll, words = (
            screen.show.player,
            screen.query_one("#words", VerticalScroll),
            screen.query_one(FoldedWords),
        )
        is_tried = False
        while not player.is_over:
            assert player.next is not None
            # The layout follows the text when the scroll bar comes or goes.
            await it.until(
                lambda: (
                    f"Move {player.moves + 1}: open" in str(words.render())
                    and words.size.width <= scroll.scrollable_content_region.width
                )
            )
            lines = str(words.render()).splitlines()
            # No line is folded again.
            assert max(map(len, lines)) <= words.size.width
            assert words.size.height == len(lines)
            is_tried = is_tried or scroll.show_vertical_scrollbar
            await it.press("right")
        assert is_tried

    watch(script, "4x4x4", mines="10", seed="3", size=(80, 24))


@pytest.mark.slow
def test_reasons_that_do_not_fit_are_read_line_by_line() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        player = screen.show.player
        while player.next is None or len(" ".join(player.next.reasons)) < 200:
            assert not player.is_over
            await it.press("right")
        note = screen.query_one(NoteLine)
        whole = fold(" ".join(player.next.reasons), 78)
        for down, up in (("down", "up"), ("j", "k")):
            await it.press("right", "left")
            await it.press(down)
            for place in range(len(whole) - 1):
                assert str(note.content) == whole[place]
                await it.press(down)
            await it.press(down)
            assert str(note.content) == whole[-1]
            for place in range(len(whole) - 2, -1, -1):
                await it.press(up)
                assert str(note.content) == whole[place]
        await it.press("right", "left")
        assert str(note.content).startswith("Move ")
        await it.press("up")
        assert str(note.content) == whole[-1]

    # A board that leaves one line.
    watch(script, "20x38", mines="140", seed="3", first="opening", size=(80, 24))


@pytest.mark.slow
def test_cells_are_never_torn_apart_below_the_board() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        for _ in range(12):
            turn = screen.show.player.next
            if turn is None:
                break
            shown = it.text
            lines = str(screen.query_one(NoteLine).content).splitlines()
            assert not [line for line in lines if line.count("(") != line.count(")")], shown
            await it.press("right")

    watch(script, "10x10x10", seed="3", size=(80, 24))


@pytest.mark.slow
def test_settings_of_the_board() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        lens = screen.query_one(Lens)
        assert lens.display
        await it.press("b")
        assert not lens.display
        await it.press("b")
        assert lens.display
        await it.press("z")
        assert it.board.shows_differences
        await it.press("z")
        await it.press("question_mark")
        assert isinstance(it.app.screen, HelpScreen)
        assert "take over: play on yourself" in it.text
        await it.press("escape")
        assert it.app.screen is screen

    watch(script, **WINNABLE)


@pytest.mark.slow
def test_the_layout_follows_the_size() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        assert screen.query_one("#words").display
        await it.pilot.resize_terminal(60, 20)
        await it.until(lambda: not screen.query_one("#words").display)
        await it.settle()
        assert "Move 1: open" in it.text
        for width, height in ((20, 6), (5, 3), (300, 4)):
            await it.pilot.resize_terminal(width, height)
            await it.press("right", "left")
        await it.pilot.resize_terminal(120, 40)
        await it.until(lambda: bool(screen.query_one("#words").display))

    watch(script, "12x17", mines="9", seed="3", size=(120, 40))


@pytest.mark.slow
def test_an_engine_is_named_while_it_plays() -> None:
    async def script(it: Play, screen: WatchScreen) -> None:
        assert "Hostile: paused" in it.text
        assert "Move 1: open (0, 0)" in it.text
        assert "A move of unknown chance, according to Hostile, which gives no reason." in " ".join(it.text.split())
        await it.press("right")
        assert screen.show.player.moves == 1

    watch_engine(script, hostile("well"))


WORD_SIZES = [(60, 17), (80, 21), (120, 37), (160, 47), (200, 57)]


@pytest.mark.parametrize(
    "shape", ["12", "3x4", "9x9", "16x30", "10x10x10", "4x4x4x4", "4x4x4x4x4", "2x3x2x3x2x3", "70x90"]
)
@pytest.mark.parametrize("size", WORD_SIZES)
def test_words_take_no_room_that_a_board_needs(shape: str, size: tuple[int, int]) -> None:
    grid = Grid(shape)
    width, height = size
    cell = (0,) * grid.dimensions
    plan = plan_words(grid, width, height, size=(2, 1))
    assert plan.lines >= 1
    assert plan.columns == 0 or plan.lines == 1
    # A board that fits above one line also fits with the text.
    whole, is_sliced = arrange(grid, cell, width=width, height=height - 1, size=(2, 1))
    if not is_sliced and whole.width <= width and whole.height <= height - 1:
        room = width - plan.columns, height - plan.lines
        near, is_sliced = arrange(grid, cell, width=room[0], height=room[1], size=(2, 1))
        assert not is_sliced
        assert near.width <= room[0]
        assert near.height <= room[1]
    else:
        assert plan.lines <= height / 4
        assert plan.columns == 0 or plan.columns <= width / 2


def test_columns_are_neither_narrow_nor_wide() -> None:
    for width in range(40, 200, 7):
        for shape in ("9x9", "16x30", "5x4x3", "4x4x4x4"):
            columns = plan_words(Grid(shape), width, 21, size=(2, 1)).columns
            assert columns == 0 or 34 <= columns <= 64


def test_four_dimensions_have_one_line_where_cells_are_wide() -> None:
    # 80x24, with a line above and two below.
    assert plan_words(Grid("4x4x4x4"), 80, 21, size=(3, 1)) == (0, 1)
    assert plan_words(Grid("16x30"), 80, 21, size=(2, 1)) == (0, 4)


WORDS = [
    ("Move 4: open (0, 3)", "bold"),
    ("1. The 1 at (0, 5) touches only 1 covered cell: (1, 4) is a mine.", ""),
    ("", ""),
    ("1 guess, safe with 89.7 %", "dim"),
]


class Shown(App[None]):
    """Text that scrolls if necessary."""

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield FoldedWords()


@pytest.mark.parametrize("width", [14, 20, 33, 80])
@pytest.mark.parametrize("height", [3, 5, 30])
def test_they_take_the_lines_that_they_need_at_the_width_that_there_is(width: int, height: int) -> None:
    async def main() -> None:
        async with Shown().run_test(size=(width, height)) as pilot:
            await check(pilot, width, height)

    asyncio.run(main())


async def check(pilot: Pilot[None], width: int, height: int) -> None:
    words, scroll = pilot.app.query_one(FoldedWords), pilot.app.query_one(VerticalScroll)
    words.set(WORDS)
    await pilot.pause()
    lines = str(words.render()).splitlines()
    assert words.size.height == len(lines)
    assert scroll.show_vertical_scrollbar is (len(lines) > height)
    assert words.size.width == scroll.scrollable_content_region.width <= width
    assert max(map(len, lines)) <= words.size.width
    told = " ".join(" ".join(lines).split())
    assert told == " ".join(" ".join(text for text, _ in WORDS).split())
    # Lines of a numbered sentence are indented, and no cell is broken.
    begin = next(place for place, line in enumerate(lines) if line.startswith("1. "))
    end = lines.index("", begin)
    assert all(line.startswith("   ") for line in lines[begin + 1 : end])
    assert all(line.count("(") == line.count(")") for line in lines)
