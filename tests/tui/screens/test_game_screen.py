"""Every key and mouse button in a game, in two to five dimensions."""

from __future__ import annotations

import re
import shlex
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.events import MouseDown
from textual.widgets import Static

from hostile_engines import hostile, program
from hypersweep import Grid, Layout, Outcome
from hypersweep.picture.arrangement import axis_name
from hypersweep.picture.cell_appearance import TARGET, number_of, number_symbol
from hypersweep.picture.fitting import CELL_SIZES
from hypersweep.session import Hint, Session, Store
from hypersweep.session.engine_hints import EngineAdviser
from hypersweep.tui.board.board_panels import Lens
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.board.end_card import EndCard
from hypersweep.tui.notes import NoteLine
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.review_screen import ReviewScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.screens.text_dialogs import HelpScreen, MessagesScreen
from pilot_play import DIMENSIONS, EASY, LAYOUTS, Play, play, ticking

Cell = tuple[int, ...]

# Keys that move along an axis, and which way.
MOVES = {
    "left": (1, -1),
    "h": (1, -1),
    "right": (1, 1),
    "l": (1, 1),
    "up": (0, -1),
    "k": (0, -1),
    "down": (0, 1),
    "j": (0, 1),
    "a": (2, -1),
    "d": (2, 1),
    "w": (3, -1),
    "s": (3, 1),
    "A": (4, -1),
    "D": (4, 1),
    "W": (5, -1),
    "S": (5, 1),
}
# Keys that go to an edge of an axis; None is the picked axis, at first the last.
EDGES: dict[str, tuple[int | None, int]] = {
    "home": (1, -1),
    "circumflex_accent": (1, -1),
    "0": (1, -1),
    "end": (1, 1),
    "dollar_sign": (1, 1),
    "pageup": (0, -1),
    "pagedown": (0, 1),
    "less_than_sign": (None, -1),
    "greater_than_sign": (None, 1),
}
CORNERS = {"g": -1, "G": 1}
TESTED_ELSEWHERE = {
    *(
        "enter",
        "f",
        "space",
        "u",
        "U",
        "ctrl+r",
        "question_mark",
        "n",
        "N",
        "p",
        "r",
        "v",
        "y",
        "z",
        "b",
        "x",
        "escape",
    ),
    *("t", "i"),  # test_app, test_this_board
    *("plus", "equals_sign", "minus"),
    "c",  # test_end_card
    *("e", "E"),  # test_game_marks
    *("comma", "full_stop", *"123456789"),
}


def moved(grid: Grid, cell: Cell, axis: int, step: int) -> Cell:
    if axis >= grid.dimensions:
        return cell
    place = min(max(cell[axis] + step, 0), grid.shape[axis] - 1)
    return (*cell[:axis], place, *cell[axis + 1 :])


def noted(it: Play) -> str:
    """Return the note as one line."""
    note = it.app.screen.query_one(NoteLine)
    return " ".join(str(note.content).split())


def test_every_key_has_a_test() -> None:
    keys = {binding.key for binding in Binding.make_bindings(GameScreen.BINDINGS)}
    assert keys == MOVES.keys() | EDGES.keys() | CORNERS.keys() | TESTED_ELSEWHERE


@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_keys_that_move(dimensions: int) -> None:
    layout = LAYOUTS[dimensions]
    grid = layout.grid
    middle = tuple(side // 2 for side in grid.shape)

    async def script(it: Play) -> None:
        for key, (axis, step) in MOVES.items():
            await it.go(*middle)
            for _ in range(2):
                expected = moved(grid, it.cursor, axis, step)
                await it.pilot.press(key)
                assert it.cursor == expected, key
        for key, (axis_or_none, step) in EDGES.items():
            await it.go(*middle)
            await it.pilot.press(key)
            axis = grid.dimensions - 1 if axis_or_none is None else axis_or_none
            assert it.cursor == moved(grid, middle, axis, step * 99), key
        for key, step in CORNERS.items():
            await it.go(*middle)
            await it.pilot.press(key)
            assert it.cursor == tuple(0 if step < 0 else side - 1 for side in grid.shape), key

    play(script, layout=layout)


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_counts_and_picked_axes(dimensions: int) -> None:
    grid = LAYOUTS[dimensions].grid
    origin = (0,) * dimensions

    async def script(it: Play) -> None:
        for digit in range(1, 10):
            await it.go(*origin)
            await it.press(str(digit))
            assert f"{digit}  " in it.lines[-2]
            await it.press("right")
            assert it.cursor == moved(grid, origin, 1, digit)
        for axis in range(dimensions):
            await it.go(*origin)
            await it.press(str(axis), "full_stop", "full_stop", "full_stop", "comma")
            assert it.cursor == moved(grid, moved(grid, origin, axis, 3), axis, -1)
            if dimensions > 2:
                assert f", . {axis_name(axis)}" in it.lines[-2]
        await it.go(*origin)
        await it.press("9", "comma")
        assert f"expected an axis from 0 to {dimensions - 1}, got 9" in it.said
        assert it.cursor == origin
        await it.press("9", "less_than_sign")
        assert it.cursor == origin

    play(script, layout=LAYOUTS[dimensions])


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_open_flag_chord_undo_and_redo(dimensions: int) -> None:
    layout = LAYOUTS[dimensions]
    mine = next(layout.mine_cells())
    near = next(cell for cell in layout.grid.neighbours(mine) if not layout.is_mine(cell) and layout.clue(cell) == 1)

    async def script(it: Play) -> None:
        await it.go(*near)
        await it.press("enter")
        assert it.session.game.is_open(near)
        assert f"clue 1, 1 left in {layout.grid.neighbour_count(near)} covered" in it.lines[-2]
        # A chord with fewer flags than the clue does nothing, and says why.
        await it.press("enter")
        assert it.session.game.opened == 1
        assert "has no flag beside it yet" in it.said
        await it.go(*mine)
        await it.press("f")
        assert it.session.game.is_flagged(mine)
        assert f"{layout.mines - 1} of {layout.mines} mines left" in it.lines[0]
        await it.press("enter")
        assert it.session.outcome is Outcome.ONGOING
        assert "has a flag" in it.said
        await it.press("f")
        assert not it.session.game.is_flagged(mine)
        await it.press("space")
        assert it.session.game.is_flagged(mine)
        await it.go(*near)
        await it.press("space")
        after = it.session.game.opened
        assert after > 1
        await it.press("u")
        assert it.session.game.opened == after
        assert "unranked: press u again" in it.said
        await it.press("u")
        assert it.session.game.opened == 1
        assert "not ranked" in it.lines[0]
        await it.press("U")
        assert it.session.game.opened == after
        await it.press("u", "enter")
        assert it.session.game.opened == after
        await it.press("u", "ctrl+r")
        assert it.session.game.opened == after
        await it.press("U")
        assert "nothing to redo" in it.said
        for _ in range(9):
            await it.press("u")
        assert it.session.game.opened == 0
        assert "nothing to undo" in it.said
        # An open cell takes no flag.
        await it.press("enter", "f")
        assert "only covered cells can have a flag" in it.said
        # The player looks at the cell: no message needs its coordinates.
        assert "this cell" in it.said
        assert not COORDINATES.search(it.said)

    play(script, layout=layout)


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_the_mouse(dimensions: int) -> None:
    layout = LAYOUTS[dimensions]
    mine = next(layout.mine_cells())
    near = next(cell for cell in layout.grid.neighbours(mine) if not layout.is_mine(cell) and layout.clue(cell) == 1)

    async def script(it: Play) -> None:
        # Left opens on release, and only over the same cell.
        await it.pilot.mouse_down(BoardView, offset=it.place(near))
        await it.settle()
        assert it.session.game.opened == 0
        await it.lift(mine)
        assert it.session.game.opened == 0
        await it.click(near)
        assert it.session.game.is_open(near)
        assert it.cursor == near
        # Left on a number chords, and does nothing while the flags aren't those of the clue.
        await it.click(near)
        assert it.session.game.opened == 1
        assert it.said == ""
        await it.click(mine, button=3)
        assert it.session.game.is_flagged(mine)
        await it.click(mine, button=3)
        assert not it.session.game.is_flagged(mine)
        await it.click(mine, button=3)
        await it.click(mine)
        assert it.session.outcome is Outcome.ONGOING
        for buttons in ((1,), (2,), (1, 3), (3, 1)):
            for button in buttons:
                await it.pilot._post_mouse_events([MouseDown], BoardView, it.place(near), button=button)
            for button in buttons:
                await it.lift(near, button)
            assert it.session.game.opened > 1, buttons
            assert it.session.game.is_flagged(mine)
            # The first press warns of the cost.
            await it.press(*["u"] * (1 + it.session.is_ranked))
            assert it.session.game.opened == 1
        # The cell under the mouse is the current one.
        await it.pilot.hover(BoardView, offset=it.place(near))
        await it.pilot.hover(BoardView, offset=it.place(mine))
        await it.settle()
        assert it.board.hover == mine
        assert it.lines[-2].strip().startswith(f"flag   ({mine[0]}, {mine[1]}")

    play(script, layout=layout)


COORDINATES = re.compile(r"\(\d+(?:, \d+)*\)")
# Numbers of cells in a hint's text.
NAMES = re.compile(r"[Cc]ells? (\d+(?:(?:, | and )\d+)*)")


def shown_hint(it: Play) -> Hint:
    """Return the hint on the screen, at its last level, with the names that the screen gives to cells."""
    assert it.game._numbers is not None
    hint = it.session.hint(name=it.game._numbers)
    assert hint is not None
    return hint


@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_hints_tell_more_each_time(dimensions: int) -> None:
    layout = LAYOUTS[dimensions]
    mine = next(layout.mine_cells())
    near = next(cell for cell in layout.grid.neighbours(mine) if not layout.is_mine(cell))

    async def script(it: Play) -> None:
        await it.go(*(side - 1 for side in layout.grid.shape[:-1]), 0)
        await it.press("enter")
        await it.go(*mine)
        await it.press("f")
        await it.go(*near)
        before = it.session.hints_used
        await it.press("question_mark")
        assert "a hint makes this game unranked: press ? again for it" in it.said
        assert it.session.hints_used == before
        # After any time and other keys, there is no second question.
        await it.press("left", "question_mark")
        assert "Hint 1" in it.text
        assert not it.session.is_ranked
        await it.press("question_mark")
        assert "Hint 2" in it.text
        await it.press("question_mark")
        assert it.session.hints_used == before + 1
        # The last level says the same again, and doesn't count.
        hint = shown_hint(it)
        assert hint.is_last
        # The note names cells by numbers, and the board shows these numbers.
        assert not COORDINATES.search(noted(it))
        numbers = {int(number) for names in NAMES.findall(noted(it)) for number in re.findall(r"\d+", names)}
        shown = {number_of(marks) for marks in it.board.marks.values()}
        assert numbers <= shown - {0} == {*range(1, max(shown) + 1)}
        assert all(number_symbol(number) in it.text for number in shown - {0})
        lit = [*hint.cells, *hint.clues]
        await it.press("n")
        assert it.cursor == lit[0]
        await it.press("n")
        assert it.cursor == lit[1 % len(lit)]
        await it.press("N")
        assert it.cursor == lit[0]
        # Esc hides the hint before it leaves the game.
        await it.press("escape")
        assert noted(it) == ""
        assert isinstance(it.app.screen, GameScreen)
        assert not any(map(number_of, it.board.marks.values()))
        await it.press("question_mark")
        hint = shown_hint(it)
        assert any(text in noted(it) for text in (hint.text, *hint.shorter))
        cell = hint.cells[0]
        await it.go(*cell)
        await it.press("f")
        # A flag doesn't end the hint: what is safe stays safe.
        assert (noted(it) == "") is (hint.kind != "safe")

    play(script, layout=layout)


def with_safe_cells(store: Store) -> Session:
    """Return a game in which two clues share their mine, so that the larger one's five other neighbours are safe."""
    mines = [(0, 1), (3, 1), (4, 4), (1, 5)]
    session = Session(layout=Layout("5x6", mines), store=store, clock=ticking(), is_known=False)
    for cell in ((0, 0), (1, 1)):
        session.open(cell)
    return session


def numbers_on(it: Play) -> dict[int, int]:
    """Return the numbers of cells in a hint's text as the board shows them, by the cells' indices."""
    return {index: number_of(marks) for index, marks in it.board.marks.items() if number_of(marks)}


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, 3])
def test_a_hint_stays_until_its_safe_cells_are_open(level: int) -> None:
    async def script(it: Play) -> None:
        session = it.session
        for _ in range(level + 1):
            await it.press("question_mark")
        hint = shown_hint(it)
        assert hint.kind == "safe"
        assert len(hint.cells) > 2
        before, note = numbers_on(it), noted(it).partition(" safe.")[0]
        assert {session.grid.index(cell) for cell in hint.cells} <= before.keys()
        others = [cell for cell in session.grid if not session.game.is_open(cell) and cell not in hint.cells]
        # A flag elsewhere changes nothing.
        await it.go(*others[0])
        await it.press("f")
        assert noted(it).startswith(note)
        left = list(hint.cells)
        while left:
            await it.press("n")
            assert it.cursor == left[0]
            targets = {index for index, marks in it.board.marks.items() if marks & TARGET == TARGET}
            assert targets == {session.grid.index(cell) for cell in left}
            assert {session.grid.index(cell) for cell in left} <= numbers_on(it).keys()
            assert numbers_on(it).items() <= before.items()
            if level == 2 and len(left) < len(hint.cells):
                note = "Hint 2 The marked cell is" if len(left) == 1 else "Hint 2 The marked cells are"
            assert noted(it).startswith(note)
            await it.press("enter")
            left = [cell for cell in left if not session.game.is_open(cell)]
        assert noted(it) == ""
        assert not numbers_on(it)

    play(script, session=with_safe_cells)


@pytest.mark.parametrize("kind", ["paused", "lost"])
def test_a_clock_that_stands_is_rarely_looked_at(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0
    ticks = 0

    def started(store: Store) -> Session:
        session = Session(layout=Layout("5x6", [(0, 1), (4, 4)]), store=store, clock=lambda: now, is_known=False)
        session.open((0, 0))
        return session

    async def script(it: Play) -> None:
        nonlocal now, ticks
        # Just before the next second.
        now = 999
        if kind == "paused":
            it.session.pause()
        else:
            it.session.open((0, 1))
        await it.pilot.pause(1.1)
        ticks = 0
        await it.pilot.pause(0.5)
        assert ticks < 5

    tick = GameScreen._tick

    def counted(screen: GameScreen) -> None:
        nonlocal ticks
        ticks += 1
        tick(screen)

    monkeypatch.setattr(GameScreen, "_tick", counted)
    play(script, session=started)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["escape", "u", "question_mark"])
def test_a_begun_hint_ends_with_escape_an_undo_or_another_hint(key: str) -> None:
    async def script(it: Play) -> None:
        for _ in range(3):
            await it.press("question_mark")
        hint = shown_hint(it)
        await it.press("n", "enter")
        note = noted(it)
        assert note
        await it.press(key)
        assert isinstance(it.app.screen, GameScreen)
        assert (noted(it) == "") is (key != "question_mark")
        assert noted(it) != note
        # Another hint counts its cells from 1 again.
        assert (1 in numbers_on(it).values()) is (key == "question_mark")
        assert len(hint.cells) > 2

    play(script, session=with_safe_cells)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["n", "N"])
def test_after_a_hint_either_key_goes_to_its_cells_first(key: str) -> None:
    async def script(it: Play) -> None:
        await it.go(1, 0, 3, 0)
        for each in ("enter", *["question_mark"] * 3):
            await it.press(each)
        hint = it.session.hint()
        assert hint is not None
        assert len(hint.cells) > 1
        await it.go(*hint.clues[0])
        await it.press(key)
        assert it.cursor == (hint.cells[0] if key == "n" else hint.cells[-1])
        await it.press("n")
        assert it.cursor == (hint.cells[1] if key == "n" else hint.clues[0])

    play(script, layout=LAYOUTS[4])


@pytest.mark.slow
def test_a_game_that_is_not_ranked_asks_nothing() -> None:
    async def script(it: Play) -> None:
        await it.go(4, 0)
        await it.press("enter", "question_mark")
        assert "Hint 1" in it.text
        await it.press("u")
        assert it.session.game.opened == 0

    play(script, session=lambda store: Session(layout=LAYOUTS[2], store=store))


@pytest.mark.slow
def test_what_is_free_asks_nothing_and_a_new_game_asks_again() -> None:
    async def script(it: Play) -> None:
        await it.press("question_mark")
        assert "never a mine" in it.text
        await it.press("u")
        assert "nothing to undo" in it.said
        assert it.session.is_ranked
        for _ in range(2):
            await it.press("enter", "question_mark")
            assert "? again" in it.said
            assert it.session.is_ranked
            await it.press("r", "r")

    play(script, session=lambda store: Session("9x9", 10, store=store, rules="classic,first=opening"))


@pytest.mark.slow
def test_the_position_of_a_hint_is_taken_before_anything_goes_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    later = Session.hint_later

    def hint_later(session: Session, **arguments: Any) -> Callable[[], Hint | None]:
        asked.append(threading.current_thread())
        return later(session, **arguments)

    async def script(it: Play) -> None:
        await it.go(4, 0)
        await it.press("enter")
        monkeypatch.setattr(Session, "hint_later", hint_later)
        monkeypatch.setattr(Session, "hint", None)
        await it.press("question_mark", "question_mark")
        assert "Hint 1" in it.text
        assert asked == [threading.current_thread()]

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_a_message_stands_in_front_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.tui.notes._SAID", 0.2)

    async def script(it: Play) -> None:
        await it.go(4, 0)
        await it.press("enter", "question_mark", "question_mark")
        assert "Hint 1" in it.text
        await it.press("z")
        assert "Hint 1" not in it.text
        assert "clues are shown minus the flags" in it.text
        await it.until(lambda: "Hint 1" in it.text)
        assert "clues are shown" not in it.text

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
@pytest.mark.parametrize(("size", "is_told_in_full"), [((80, 24), False), ((120, 40), True)])
def test_what_is_too_long_for_the_note_can_be_read_in_full(size: tuple[int, int], is_told_in_full: bool) -> None:
    async def script(it: Play) -> None:
        for each in ("enter", *["question_mark"] * 3):
            await it.press(each)
        hint = shown_hint(it)
        assert hint.level == 3
        assert (hint.text in noted(it)) is is_told_in_full
        assert any(text in noted(it) for text in (hint.text, *hint.shorter))
        await it.press("M")
        assert isinstance(it.app.screen, MessagesScreen)
        shown = " ".join(str(line.content) for line in it.app.screen.query("VerticalScroll Static").results(Static))
        assert f"Hint 3: {hint.text}" in shown
        await it.press("M")
        assert isinstance(it.app.screen, GameScreen)

    rules = "classic,first=opening"
    play(script, session=lambda store: Session("4x4x4x4", 20, seed=3, rules=rules, store=store), size=size)


def test_after_the_end_the_result_stays() -> None:
    async def script(it: Play) -> None:
        for cell in ((0, 0), (0, 3)):
            await it.go(*cell)
            await it.press("enter")
        await it.press("n", "N")
        assert "You lost" in it.text
        assert "left to do" not in it.text

    play(script, layout=EASY, size=(40, 12))


@pytest.mark.slow
def test_the_next_cell_worth_looking_at() -> None:
    async def script(it: Play) -> None:
        await it.press("n")
        assert "no clue" in it.said
        await it.go(0, 3)
        await it.press("enter")
        await it.press("n")
        first = it.cursor
        assert it.session.game.is_open(first)
        await it.press("n")
        assert it.cursor != first
        await it.press("N")
        assert it.cursor == first

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_a_pause_hides_the_board_and_stops_the_clock() -> None:
    async def script(it: Play) -> None:
        await it.press("p")
        assert "the clock starts with the first click" in it.said
        await it.go(0, 3)
        await it.press("enter", "p")
        assert it.session.is_paused
        assert "paused" in it.lines[0]
        left, top = it.board._origin
        top += it.board.region.y
        size = it.board.arrangement
        hidden = [line[left : left + size.width] for line in it.lines[top : top + size.height]]
        assert "░" in hidden[0]
        assert {*"".join(hidden)} <= {"░", "▄", " "}
        stood = it.session.milliseconds
        await it.go(4, 0)
        await it.press("enter", "f", "space", "u")
        assert it.session.is_paused
        assert it.session.milliseconds == stood
        assert "paused: p continues" in it.said
        await it.click((4, 0))
        assert it.session.game.moves == it.session.game.moves[:1]
        await it.press("p")
        assert not it.session.is_paused
        assert "░" not in it.text

    play(script, layout=LAYOUTS[2], clock=ticking())


def win(layout: Layout) -> list[Cell]:
    """Cells that win when they are opened in turn."""
    return [cell for cell in layout.grid if not layout.is_mine(cell)]


@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_a_game_won(dimensions: int) -> None:
    layout = LAYOUTS[dimensions]

    async def script(it: Play) -> None:
        for cell in win(layout):
            if not it.session.game.is_open(cell):
                await it.go(*cell)
                await it.press("enter")
        assert it.session.outcome is Outcome.WON
        assert "won" in it.lines[0]
        assert f"0 of {layout.mines} mines left" in it.lines[0]
        assert "You won" in it.text
        # Beside the board if there is space for the card, else in the note.
        assert ("your first time" if it.game.query_one(EndCard).display else "your best time on") in it.text
        assert "3BV" in it.text
        assert "efficiency" in it.text
        # The result can be watched, restarted or taken back.
        await it.until(lambda: "replay" in it.lines[-1] and "open" not in it.lines[-1])
        before = it.session
        await it.press("enter")
        assert it.session.outcome is Outcome.WON
        await it.press("r")
        assert it.session is not before
        assert it.session.game.opened == 0
        assert "You won" not in it.text

    app = play(script, layout=layout, clock=ticking())
    assert app.failure is None


@pytest.mark.slow
def test_a_game_lost_can_be_taken_back() -> None:
    async def script(it: Play) -> None:
        await it.go(0, 0)
        await it.press("enter")
        assert it.session.outcome is Outcome.LOST
        assert "You lost" in it.text
        await it.click((4, 0))
        assert "over: r starts another, t restarts it, u takes the last move back" in it.said
        # Nothing is lost by it, so that one press is enough.
        await it.press("u")
        assert it.session.game.outcome.name == "ONGOING"
        assert "You lost" not in it.text
        await it.go(0, 0)
        await it.press("enter", "v")
        assert isinstance(it.app.screen, ReviewScreen)
        assert "luck" in it.text.lower()
        await it.press("j", "k", "escape", "y")
        assert "Replay: 5x7, 3 mines" in it.text

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_a_new_game_is_asked_for_twice_while_one_goes_on() -> None:
    async def script(it: Play) -> None:
        before = it.session
        await it.press("r")
        assert it.session is not before
        await it.press("enter")
        assert it.session.is_started
        if it.session.outcome is not Outcome.ONGOING:
            return
        running = it.session
        await it.press("r")
        assert it.session is running
        assert "r again" in it.said
        # After any other key, the question comes again.
        for key in ("f", "left"):
            await it.press(key, "r")
            assert it.session is running
        await it.press("r")
        assert it.session is not running
        assert running.is_closed
        # The game was given up, and there is nothing to resume.
        assert it.app.store.unfinished() == []
        assert [result.outcome for result in it.app.store.results()] == [Outcome.ONGOING]

    play(script, session=lambda store: Session("6x7", 8, store=store, rules="classic,first=safe"))


@pytest.mark.slow
@pytest.mark.parametrize("key", ["f1", "H"])
def test_help_tells_every_key_and_button(key: str) -> None:
    async def script(it: Play) -> None:
        await it.press(key)
        assert isinstance(it.app.screen, HelpScreen)
        text = it.text
        for words in (
            "row or column (axes 0 and 1)",
            "1-9",
            "a hint",
            "Mouse",
            "both, middle",
            "Ctrl-Z",
            "g G",
        ):
            assert words in text, words
        await it.press("j", "k", key)
        assert isinstance(it.app.screen, GameScreen)

    play(script, layout=LAYOUTS[2], size=(130, 50))


@pytest.mark.slow
def test_leaving_saves_the_game() -> None:
    async def script(it: Play) -> None:
        await it.go(1, 1)
        await it.press("enter")
        await it.press("escape")
        assert isinstance(it.app.screen, StartScreen)
        assert any("Continue" in line for line in it.lines)
        await it.press("e")
        assert it.session.is_paused
        assert it.session.game.is_open((1, 1))
        await it.press("p", "q")
        assert it.app.navigation.has_saved

    app = play(script, layout=LAYOUTS[2], clock=ticking())
    assert app.status == 0


def ask(script: Callable[[Play], Awaitable[None]], words: list[str], *, timeout: float = 5.0) -> None:
    """Run a script on a game of 2x3 cells, whose hints are an engine's."""
    with EngineAdviser(shlex.join(words), timeout=timeout) as adviser:
        adviser.start()

        async def run(it: Play) -> None:
            it.app.adviser = adviser
            await it.go(1, 1)
            # The first of these asks whether the game may become unranked.
            await it.press("enter", "question_mark")
            await script(it)

        play(run, layout=Layout("2x3", [(0, 2)]))


@pytest.mark.slow
def test_hints_of_an_engine_tell_its_move_and_its_name() -> None:
    async def script(it: Play) -> None:
        await it.press("question_mark")
        assert noted(it).startswith("Hint 1 The engine Hostile has a move.")
        await it.press("question_mark")
        assert "The engine Hostile would open cell 1." in noted(it)
        assert number_of(it.board.marks[0]) == 1
        assert not it.session.is_ranked
        assert it.session.hints_used == 1
        await it.press("n")
        assert it.cursor == (0, 0)

    ask(script, hostile("well"))


@pytest.mark.slow
@pytest.mark.parametrize("way", ["says why and dies", "open cell", "off the board", "no UTF-8", "refuses", "silent"])
def test_what_is_wrong_with_an_engine_stands_where_its_hint_would(way: str) -> None:
    async def script(it: Play) -> None:
        for _ in range(2):
            await it.press("question_mark")
            assert "There is no hint: " in noted(it)
            assert ("within 0.05 seconds" if way == "silent" else "the engine ") in noted(it)
        # The game goes on.
        await it.go(0, 0)
        await it.press("enter")
        assert it.session.game.is_open((0, 0))
        assert it.session.hints_used == 0

    ask(script, hostile(way), timeout=0.05 if way == "silent" else 5.0)


@pytest.mark.slow
def test_keys_go_on_while_an_engine_thinks_and_its_hint_is_dropped_then(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    words = program(f"""
for words in lines():
    if words[0] == "hsp":
        say("id name Slow\\nready\\n")
    elif words[0] == "go":
        while not os.path.exists({str(gate)!r}):
            time.sleep(0.01)
        say(f"best {{own(words)}} cell=0,0\\n")
""")

    async def script(it: Play) -> None:
        # All at once, as if typed ahead.
        await it.pilot.press("question_mark", "left", "up", "enter", "question_mark")
        await it.until(lambda: it.session.game.is_open((0, 0)))
        gate.touch()
        await it.settle()
        assert "Slow" not in noted(it)
        await it.press("question_mark")
        assert noted(it).startswith("Hint 1 The engine Slow has a move.") or "There is no hint" in noted(it)

    ask(script, words, timeout=60.0)


@pytest.mark.slow
def test_leaving_a_game_does_not_wait_for_an_engine_that_hangs() -> None:
    async def script(it: Play) -> None:
        await it.pilot.press("question_mark")
        await it.until(lambda: "looking for a hint" in noted(it))
        await it.pilot.press("ctrl+q")
        await it.until(lambda: it.has_ended)
        # The screen doesn't wait for it; the test script does, for lookups in the background.
        assert isinstance(it.app.adviser, EngineAdviser)
        it.app.adviser.close()

    words = program("""
for words in lines():
    if words[0] == "hsp":
        say("id name Hanging\\nready\\n")
    elif words[0] == "go":
        time.sleep(3600)
""")
    ask(script, words, timeout=3600)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 30), (120, 45)])
def test_nothing_moves_the_board_or_covers_it(size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        before = await it.at_rest(lambda: it.board.region)
        await it.press("u")
        assert "nothing to undo" in it.text
        assert it.board.region == before
        await it.go(1, 0, 3, 0)
        await it.press("enter")
        for _ in range(4):
            await it.press("question_mark")
            assert it.board.region == before
        it.app.warn("no room on the disk " * 20)
        await it.settle()
        assert it.board.region == before
        assert "no room on the disk" in it.text
        await it.go(0, 0, 0, 0)
        await it.press("enter")
        assert it.session.outcome is Outcome.LOST
        assert it.board.region == before
        assert len(it.app._notifications) == 0

    play(script, layout=LAYOUTS[4], size=size)


@pytest.mark.slow
def test_clues_less_flags() -> None:
    async def script(it: Play) -> None:
        await it.go(1, 1)
        await it.press("enter")
        await it.go(0, 0)
        await it.press("f", "z")
        assert it.board.shows_differences
        assert it.app.store.settings.get("delta") is True
        assert "minus flags" in it.lines[0]
        await it.press("z")
        assert "minus flags" not in it.lines[0]
        assert not it.board.shows_differences

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
@pytest.mark.parametrize("is_won", [True, False])
def test_at_the_end_clues_are_no_longer_minus_the_flags(is_won: bool) -> None:
    async def script(it: Play) -> None:
        game = it.session.game
        await it.press("z")
        for cell in ((0, 3), (0, 2), (0, 0), (1, 0), *game.grid) if is_won else ((1, 2), (0, 3)):
            if game.outcome is Outcome.ONGOING and (not is_won or not EASY.is_mine(cell)):
                await it.go(*cell)
                await it.press("enter")
        assert (game.outcome is Outcome.WON) is is_won
        assert "minus flags" not in it.lines[0]
        looks = it.board.looks
        assert looks is not None
        is_open = [index for index in range(game.grid.cells) if game.is_open(index)]
        assert looks(is_open) == [game[index] for index in is_open]
        # The setting is for the next game.
        await it.press("z")
        assert "minus flags" not in it.lines[0]
        await it.press("r")
        assert "minus flags" in it.lines[0]

    play(script, layout=EASY)


@pytest.mark.slow
def test_the_lens_can_be_put_away() -> None:
    async def script(it: Play) -> None:
        panels = it.app.screen.query_one("#panels")
        assert panels.display
        await it.press("b")
        assert not panels.display
        assert it.app.store.settings.get("panels") is False
        await it.press("b")
        assert panels.display
        await it.pilot.resize_terminal(60, 20)
        await it.settle()
        await it.pilot.resize_terminal(160, 50)
        await it.settle()
        assert panels.display

    play(script, layout=LAYOUTS[4])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ("10x10x10", (120, 40)),
        ("10x10x10", (80, 24)),
        ("30x30x30", (120, 40)),
        ("100x100x100", (160, 50)),
        ("4x4x4x4x4", (120, 40)),
        ("4x4x4x4x4x4", (160, 50)),
        ("9x9~wrap=all", (80, 24)),
    ],
)
def test_the_lens_is_there_and_next_to_the_board(shape: str, size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        await it.settle()
        lens, board = it.app.screen.query_one(Lens), it.board
        assert lens.display
        assert (lens.size.width, lens.size.height) == (lens.arrangement.width, lens.arrangement.height)
        body = it.app.screen.query_one("#body").region
        assert body.contains_region(lens.region)
        if lens.region.y >= board.region.bottom:
            assert lens.region.y - board.region.bottom <= 1
        else:
            assert lens.region.x - board.region.right <= 2
            panels = it.app.screen.query_one("#panels").region
            # Board and panels are in the middle together.
            assert abs((board.region.x - body.x) - (body.right - panels.right)) <= 1

    play(script, session=lambda store: Session(shape, 50, store=store), size=size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("board", ["9x9", "16x30", "5x5x5", "4x4x4x4", "40x90"])
def test_larger_cells_leave_no_part_of_a_whole_board_out_of_view(board: str, size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        def is_whole() -> bool:
            arrangement, room = it.board.arrangement, it.board.content_size
            return not it.board.is_sliced and arrangement.width <= room.width and arrangement.height <= room.height

        before, was_whole = 0, is_whole()
        while "no larger size fits" not in it.said:
            lines = it.board.cell_size[1]
            assert lines > before
            assert is_whole() is was_whole
            await it.press("plus")
            before = lines
        assert before == it.board.cell_size[1]
        assert was_whole or before == CELL_SIZES[-1][1]

    play(script, session=lambda store: Session(board, 5, store=store, seed=1), size=size)


def test_plus_and_minus_change_the_size_of_cells_for_boards_of_a_shape() -> None:
    async def script(it: Play) -> None:
        settings = it.app.store.settings
        assert it.board.cell_size == (10, 5)
        await it.press("plus")
        assert "no larger size fits" in it.said
        await it.press("minus", "minus")
        assert (it.board.cell_size, settings.get("cell_lines")) == ((6, 3), {"3x4": 3})
        # A click finds its cell wherever in it the mouse is.
        left, top = it.place((1, 2))
        await it.pilot.mouse_down(BoardView, offset=(left + 5, top + 2))
        assert it.cursor == (1, 2)
        await it.lift((1, 2))
        await it.press("r", "r")
        assert it.board.cell_size == (6, 3)
        await it.press(*["minus"] * 3)
        assert it.board.cell_size == (3, 1)
        assert "can't be smaller" in it.said
        # The size that the screen would choose isn't the player's choice, which would last on other screens.
        await it.press(*["equals_sign"] * 4)
        assert (it.board.cell_size, settings.get("cell_lines")) == ((10, 5), None)

    play(script, layout=EASY)


def test_four_by_four_by_four_by_four_is_seen_whole_at_eighty_by_twentyfour() -> None:
    async def script(it: Play) -> None:
        await it.settle()
        arrangement = it.board.arrangement
        assert (arrangement.width, arrangement.height, arrangement.cell_width) == (54, 20, 3)
        assert it.board.size.height >= 20
        assert not it.board.show_vertical_scrollbar
        assert not it.app.screen.query_one(Lens).display

    play(script, session=lambda store: Session("4x4x4x4", 20, store=store), size=(80, 24))


@pytest.mark.slow
def test_unusual_rules_are_named_above_the_board() -> None:
    shown = {}
    for rules in ("classic,first=opening", "classic", "esp"):

        async def script(it: Play, rules: str = rules) -> None:
            shown[rules] = it.lines[0]

        play(script, session=lambda store, rules=rules: Session("9x9", 10, rules=rules, store=store))  # type: ignore[misc]
    assert shown["classic,first=opening"].startswith(" Beginner · 9x9  ")
    assert shown["classic"].startswith(" Beginner · 9x9 · first click safe  ")
    assert shown["esp"].startswith(" Beginner · 9x9 · esp  ")


@pytest.mark.slow
def test_the_rules_are_cut_only_where_there_is_no_room_for_them() -> None:
    rules, shown = "classic,first=opening,guess=never,grade=pair", {}
    for columns in (80, 60):

        async def script(it: Play, columns: int = columns) -> None:
            shown[columns] = it.lines[0]

        play(script, session=lambda store: Session("9x9", 10, rules=rules, store=store), size=(columns, 24))
    assert shown[80].startswith(" Beginner · 9x9 · no guess, at most pairs   10 of 10 mines left   0:00  ")
    assert shown[60].startswith(" Beginner · 9x9 · no gue")
    assert shown[60].rstrip().endswith("… 10 of 10 mines left   0:00")


@pytest.mark.slow
def test_what_is_said_of_a_cell_goes_before_the_picked_axis_on_a_narrow_screen() -> None:
    async def script(it: Play) -> None:
        await it.go(1, 1, 1, 1, 1, 1)
        await it.press("enter")
        assert ", . group rows" in it.lines[-2]
        await it.pilot.resize_terminal(60, 20)
        await it.until(lambda: it.lines[-2].strip() == "clue 10, 10 left in 728 covered   (1, 1, 1, 1, 1, 1)")
        await it.press("1")
        assert " ".join(it.lines[-2].split()) == "clue 10, 10 left in 728 covered (1, 1, 1, 1, 1, 1) 1"
        # Text that still doesn't fit is visibly cut.
        await it.pilot.resize_terminal(46, 14)
        await it.until(lambda: "…" in it.lines[-2])

    play(script, session=lambda store: Session("3x3x3x3x3x3", 10, seed=7, store=store), size=(80, 24))
