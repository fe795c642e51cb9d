"""Lines of input: every message, and no line does harm."""

from __future__ import annotations

import io
import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CellError, Game, Grid, Layout, Outcome, generate
from hypersweep.cli_support.output import Output
from hypersweep.picture.labels import place_text
from hypersweep.text import pluralize
from hypersweep.tui.plain.commands import PlainGame, help_lines
from hypersweep.ui_model.illegal_move import read_cell
from slow_making import SlowMaking
from strategies import grids, layouts, near_misses, rules

#   0 1 2 3
# 0 # # 1 *
# 1 # # 2 1      mines at 0 3 and 2 1
# 2 # * 1 .
MINES = [(0, 3), (2, 1)]
LAYOUT = Layout("3x4", MINES)
NAMES = ["open", "flag", "chord", "undo", "redo", "show", "hint", "board", "help", "quit"]


class Answers:
    """A plain game, and its answer to each line."""

    def __init__(self, game: Game, again: bool = False) -> None:
        self.stream = io.StringIO()
        self.plain = PlainGame(game, Output(self.stream), (lambda: Game("3x4", 2, seed=1)) if again else None)

    def __call__(self, line: str) -> list[str]:
        begin = self.stream.tell()
        self.plain.obey(line)
        return self.stream.getvalue()[begin:].splitlines()


def answers(rules_text: str = "classic", again: bool = False) -> Answers:
    return Answers(Game(layout=LAYOUT, rules=rules_text), again)


@pytest.mark.parametrize(
    "line", ["open 2 3", "o 2 3", "O 2,3", "2 3", " 2 , 3 ", "(2, 3)", "open (2;3)", "OPEN 02 +3", "[2 3]\r\n"]
)
def test_ways_to_open_a_cell(line: str) -> None:
    assert answers()(line) == [
        "   0 1 2 3",
        "0| # # # #",
        "1| # # 2 1",
        "2| # # 1 .",
        "2 mines left, 8 cells covered, 1 move",
    ]


def test_flags_come_and_go() -> None:
    say = answers()
    assert say("f 0,3")[1:] == [
        "0| # # # F",
        "1| # # # #",
        "2| # # # #",
        "1 mine left, 1 flag, 12 cells covered, 1 move",
    ]
    assert say("flag 0 3")[-1] == "2 mines left, 12 cells covered, 2 moves"
    for cell in ("0 0", "0 1", "0 2"):
        last = say(f"f {cell}")[-1]
    assert last == "-1 mines left, 3 flags, 12 cells covered, 5 moves"


def test_undo_takes_back_and_counts() -> None:
    say = answers()
    assert say("undo") == ["there is nothing to undo"]
    before = say("show")
    say("2 3")
    assert say("u") == before
    assert say("undo") == ["there is nothing to undo"]


def test_redo_makes_what_was_undone_again() -> None:
    say = answers()
    first, second = say("2 3"), say("flag 0 3")
    say("undo")
    assert say("undo")[-1] == "2 mines left, 12 cells covered, 0 moves"
    assert say("redo") == first
    assert say("r") == second
    assert say("redo") == ["there is nothing to redo"]
    say("undo")
    say("flag 2 1")
    assert say("redo") == ["there is nothing to redo"]


def test_a_loss_that_is_made_again_is_told_again() -> None:
    say = answers()
    lost = say("open 2 1")
    assert lost[-1] == "You lost: there is a mine at (2, 1)."
    assert say("undo")[-1] == "2 mines left, 12 cells covered, 0 moves"
    assert say("redo") == lost


def test_several_flags_are_put_at_once_or_none() -> None:
    say = answers()
    say("2 3")
    assert say("flag (0, 3) (2, 1)")[-1] == "0 mines left, 2 flags, 8 cells covered, 3 moves"
    assert say("flag") == ["2 flags for 2 mines: (0, 3) and (2, 1)"]
    before = say.plain.game.view
    assert say("flag 0 0 0 1 2 3 0 2") == ["(2, 3) is open: only covered cells take a flag"]
    assert say.plain.game.view == before
    assert say("undo")[-1] == "1 mine left, 1 flag, 8 cells covered, 2 moves"
    assert say("flag") == ["1 flag for 2 mines: (0, 3)"]
    say("flag 0 3")
    assert say("f") == ["0 flags for 2 mines"]


def test_a_clue_says_how_many_mines_are_left_around_it() -> None:
    say = answers()
    say("2 3")
    say("flag 0 3")
    assert say("show 1 2")[-1] == "(1, 2): clue 2, 1 left in 4 covered"
    assert say("show 0 0")[-1] == "(0, 0): covered"


def test_hints_say_more_each_time() -> None:
    say = answers()
    say("2 3")
    first, second, third, again = (say("hint") for _ in range(4))
    assert [len(lines) for lines in (first, second, third)] == [1, 1, 1]
    assert first[0].startswith("hint 1: ")
    assert first[0].endswith(" ('hint' says more)")
    assert second[0].startswith("hint 2: ")
    assert third[0].startswith("hint 3: ")
    assert again == third
    assert "says more" not in third[0]
    # A move that opens the hint's cell leaves another position.
    say("open 0 1")
    assert say("hint")[0].startswith("hint 1: ")


def test_a_hint_before_the_first_open_costs_nothing() -> None:
    say = Answers(Game("3x4", 2, seed=5))
    say.plain = PlainGame(say.plain.game, Output(say.stream), is_asked=True)
    assert say("hint") == ["Nothing is known yet. Your first open is never a mine: open any cell."]
    assert say("hint") == ["Nothing is known yet. Your first open is never a mine: open any cell."]


def test_hints_lead_to_a_win_which_tells_of_them() -> None:
    say = answers()
    say("2 3")
    while not say.plain.is_over:
        told = [say("hint") for _ in range(3)][-1][0]
        cells = re.findall(r"\(\d, \d\)", told.rpartition(":")[2])
        safe = [cell for cell in cells if tuple(map(int, re.findall(r"\d", cell))) not in MINES]
        last = [say(f"open {cell}") for cell in safe][-1]
    assert re.fullmatch(r"You won in \d moves, with \d hints?: all safe cells are open\.", last[-1])
    assert say("hint") == ["the game is over: there is nothing left to find"]


def test_somebody_who_is_there_is_told_what_it_costs_once() -> None:
    game = Game("3x4", 2, seed=5)
    say = Answers(game)
    say.plain = PlainGame(game, Output(say.stream), is_asked=True)
    say("open 0 0")
    view = game.view
    assert say("undo") == ["the result will say that there was an undo: 'undo' again takes the move back"]
    assert game.view == view
    assert say("hint") == ["the result will say that there was a hint: 'hint' again gives it"]
    assert say("hint")[0].startswith("hint 1: ")
    assert say("undo")[-1] == "2 mines left, 12 cells covered, 0 moves"
    say("redo")
    assert say("undo")[-1].endswith("0 moves")


def test_a_loss_is_taken_back_without_a_question() -> None:
    game = Game(layout=LAYOUT)
    say = Answers(game)
    say.plain = PlainGame(game, Output(say.stream), is_asked=True)
    say("open 2 3")
    say("open 2 1")
    assert say("undo")[-1] == "2 mines left, 8 cells covered, 1 move"


def test_a_game_that_goes_on_can_be_taken_over() -> None:
    game = Game(layout=LAYOUT)
    game.open((2, 3))
    game.flag((0, 3))
    say = Answers(game)
    assert say("show")[-1] == "1 mine left, 1 flag, 8 cells covered, 2 moves"
    assert say("u")[-1] == "2 mines left, 8 cells covered, 1 move"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("open 1", "expected 2 coordinates, got 1: try 'open 0 1'"),
        ("flag 1", "expected 2 coordinates for each cell, got 1: try 'flag 0 1'"),
        ("flag 0 1 0 2 0", "expected 2 coordinates for each cell, got 5: try 'flag 0 1'"),
        ("flag 0 1 0 1", "expected cells that differ: a flag put twice is none"),
        ("flag 0 1 0 9", "expected 0 to 3 for axis 1, got 9: the board is 3x4"),
        ("redo", "there is nothing to redo"),
        ("hint 0 1", "expected nothing after 'hint', got '0 1'"),
        ("1 2 3", "expected 2 coordinates, got 3: try 'open 0 1'"),
        ("show 1", "expected 2 coordinates, got 1: try 'show 0 1'"),
        ("chord 1 b", "expected a whole number for axis 1, got 'b': try 'chord 0 1'"),
        ("open 1.5 2", "expected a whole number for axis 0, got '1.5': try 'open 0 1'"),
        ("open 1_0 2", "expected a whole number for axis 0, got '1_0': try 'open 0 1'"),
        ("open 3 0", "expected 0 to 2 for axis 0, got 3: the board is 3x4"),
        ("open 0 -1", "expected 0 to 3 for axis 1, got -1: the board is 3x4"),
        ("-1 0", "expected 0 to 2 for axis 0, got -1: the board is 3x4"),
        ("opne 1 2", f"expected one of {', '.join(NAMES)}, got 'opne', did you mean 'open'?"),
        ("xyzzy", f"expected one of {', '.join(NAMES)}, got 'xyzzy'"),
        ("new", f"expected one of {', '.join(NAMES)}, got 'new'"),
        ("undo 3", "expected nothing after 'undo', got '3'"),
        ("quit now please", "expected nothing after 'quit', got 'now please'"),
        ("undo", "there is nothing to undo"),
        ("chord 2 3", "(2, 3) is covered: a chord starts from an open clue"),
    ],
)
def test_mistakes_get_one_line_and_change_nothing(line: str, answer: str) -> None:
    say = answers()
    before = say("show")
    assert say(line) == [answer]
    assert not say.plain.is_left
    assert say("show") == before


def test_numbers_without_end_are_refused_at_once() -> None:
    (line,) = answers()(f"open 0 {'9' * 100_000}")
    assert line.startswith("expected 0 to 3 for axis 1, got 9999")
    assert len(line) < 150


@pytest.mark.parametrize("line", ["", "\n", "   \n", ",", "()\r\n"])
def test_empty_lines_are_no_commands(line: str) -> None:
    assert answers()(line) == []


def test_moves_that_do_nothing_say_why() -> None:
    say = answers()
    say("open 2 3")
    assert say("open 2 3") == ["(2, 3) is open already"]
    assert say("flag 2 3") == ["(2, 3) is open: only covered cells take a flag"]
    assert say("chord 2 3") == ["(2, 3) has no mines around it: nothing to chord"]
    assert say("chord 2 2") == ["(2, 2) shows 1 and has 0 flags around it: a chord needs as many flags as the clue"]
    say("flag 2 1")
    assert say("open 2 1") == ["(2, 1) carries a flag: 'flag 2 1' takes it away"]
    say("open 1 1")
    assert say("chord 2 2") == ["(2, 2) has nothing left to open around it"]
    assert say("chord 1 2") == ["(1, 2) shows 2 and has 1 flag around it: a chord needs as many flags as the clue"]


def test_rules_without_chords_say_so() -> None:
    say = answers("hypermines")
    say("2 3")
    assert say("chord 2 2") == ["the comp2017 rules have no chord"]


def test_rules_decide_about_flags() -> None:
    say = answers("hypermines")
    say("flag 2 3")
    assert say("open 2 3")[3] == "2| # # 1 ."
    say = answers("esp")
    say("open 2 3")
    assert say("flag 2 3")[-1] == "(2, 3) is open and has a flag"
    assert say("flag 2 3")[-1] == "(2, 3) is open and no longer has a flag"


def test_a_loss_shows_the_mines_and_says_where() -> None:
    say = answers()
    say("flag 0 0")
    assert say("open 2 1") == [
        "   0 1 2 3",
        "0| ! # # *",
        "1| # # # #",
        "2| # X # #",
        "You lost: there is a mine at (2, 1).",
    ]
    assert say.plain.is_over


def test_a_wrong_flag_is_found_by_a_chord() -> None:
    say = answers()
    say("open 2 2")
    say("flag 1 1")
    assert say("chord 2 2")[-1] == "You lost: a flag around (2, 2) is wrong, there is a mine at (2, 1)."
    say = Answers(Game(layout=Layout("3x4", [(0, 0), (2, 1)])))
    say("open 1 1")
    say("flag 0 1")
    say("flag 0 2")
    assert say("chord 1 1")[-1] == "You lost: a flag around (1, 1) is wrong, there is a mine at (0, 0) and at (2, 1)."


def test_a_win_counts_the_moves() -> None:
    say = answers()
    for line in ("2 3", "f 0 3", "f 2 1", "c 1 2", "2 0"):
        last = say(line)
    assert last[-1] == "You won in 5 moves: all safe cells are open."
    assert say.plain.game.outcome is Outcome.WON


def test_when_it_is_over_moves_are_refused() -> None:
    say = answers(again=True)
    say("2 1")
    assert say.plain.prompt == "undo, new, again or quit? "
    assert say("0 0") == ["the game is over: expected undo, new, again or quit, got 'open'"]
    assert say("undo")[-1] == "2 mines left, 12 cells covered, 0 moves"
    assert say.plain.prompt == "> "


def test_another_game_begins() -> None:
    say = answers(again=True)
    say("2 1")
    lines = say("new")
    assert lines[0] == "board 3x4, 2 mines, rules classic"
    assert lines[-1] == "2 mines left, 12 cells covered, 0 moves"
    assert say.plain.prompt == "> "
    assert say("undo") == ["there is nothing to undo"]


def test_the_same_board_begins_once_more() -> None:
    say = Answers(Game("3x4x5", 7, seed=1, rules="classic,first=opening"), again=True)
    assert say("again") == ["no mines lie yet: expected an open before 'again'"]
    say("1 1 1")
    layout = say.plain.game.layout
    lines = say("a")
    assert lines[0] == "board 3x4x5, 7 mines, rules classic, first open unprotected"
    assert lines[-1] == "7 mines left, 60 cells covered, 0 moves"
    assert say.plain.game.layout == layout
    # Without a next game there is none of these either.
    assert "got 'again'" in answers()("again")[0]


def test_the_board_is_told() -> None:
    say = Answers(Game("3x4", 2, seed=77))
    assert say("board") == [
        "board     3x4: 12 cells, 2 mines",
        "rules     classic",
        "seed      77",
        "board ID  shown once the game is over: it says where the mines are",
        "play it   hypersweep play 3x4 --mines 2 --first safe --seed 77",
        "          and open the same cell first",
    ]
    say("1 2")
    assert say("b")[-1] == f"          and open {place_text((1, 2))} first"
    assert answers()("board")[2:4] == ["seed      none: the mines were given", f"board ID  {LAYOUT.format()}"]


def test_the_seed_is_told_when_asked_for_and_at_the_end() -> None:
    say = Answers(Game("3x4", 2, seed=77))
    assert say("show")[-1] == "seed 77: play it again with --seed 77"
    assert not any("seed" in line for line in say("f 0 0"))
    say("o 1 2")
    assert say("show")[-1] == "seed 77: play it again with --seed 77 and 'open 1 2' first"
    layout = say.plain.game.layout
    assert layout is not None
    again = Game("3x4", 2, seed=77)
    again.open((1, 2))
    assert again.layout == layout
    lines = say(f"o {' '.join(map(str, next(layout.mine_cells())))}")
    if "flag" in lines[-1]:
        say("f 0 0")
        lines = say("o 0 0")
    assert lines[-2].startswith("You lost")
    assert lines[-1] == "seed 77: play it again with --seed 77 and 'open 1 2' first"


def test_a_first_open_without_a_promise_has_no_share_in_the_board() -> None:
    say = Answers(Game("3x4", 2, seed=77, rules="classic,first=any"))
    say("o 1 2")
    assert say("show")[-1] == "seed 77: play it again with --seed 77"


def test_a_given_layout_has_no_seed() -> None:
    assert answers()("show")[-1] == "2 mines left, 12 cells covered, 0 moves"


@pytest.mark.parametrize("line", ["quit", "q", "Q\n", "exit"])
def test_quit_leaves_without_a_word(line: str) -> None:
    say = answers()
    assert say(line) == []
    assert say.plain.is_left


@pytest.mark.parametrize("line", ["help", "h", "?"])
def test_help_lists_the_commands(line: str) -> None:
    lines = answers()(line)
    assert [text.split()[0] for text in lines[: len(NAMES)]] == NAMES
    assert not any("new" in text for text in lines)
    assert [text.split()[0] for text in answers(again=True)(line)[len(NAMES) :][:2]] == ["new", "again"]


@pytest.mark.parametrize("dimensions", range(1, 7))
def test_help_fits_a_small_terminal_and_suits_the_board(dimensions: int) -> None:
    symbols = Output(io.StringIO()).symbols
    grid = Grid((3, 4, 5, 6, 7, 8)[:dimensions])
    lines = help_lines(grid, symbols, [*NAMES, "new", "again"])
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 80 + 4 * max(0, dimensions - 4)
    example = lines[0].partition(";")[0].split()[1 : 1 + dimensions]
    assert read_cell(example, grid, "open") in grid


def test_help_explains_the_tables() -> None:
    symbols = Output(io.StringIO()).symbols
    assert help_lines(Grid("3x4x5x6"), symbols, ["open", "quit"])[-4:] == [
        "A cell has 4 coordinates, each starting from 0: (0, 1, 2, 3).",
        "Axis 0 runs down the rows of a table, axis 1 across its columns.",
        "Tables stand side by side along axis 2, below each other along axis 3.",
        "So (0, 1, 2, 3) is in the table axis 2=2, axis 3=3.",
    ]
    assert help_lines(Grid("30"), symbols, ["open", "quit"])[-1] == ("Cells are named by number, starting from 0.")


def test_examples_are_on_the_board() -> None:
    with pytest.raises(CellError, match="try 'open 0 0 0'"):
        read_cell([], Grid("1x1x1"), "open")


def test_counts_are_spelt_right() -> None:
    assert [pluralize(number, "cell") for number in (-1, 0, 1, 2)] == ["-1 cells", "0 cells", "1 cell", "2 cells"]


@pytest.mark.slow
@given(layouts(max_cells=40), rules(), st.data())
def test_any_lines_of_input_do_no_harm(layout: Layout, chosen: object, data: st.DataObject) -> None:
    words = st.sampled_from((*NAMES, "o", "f", "c", "u", "r", "h", "?", "b", "new", "again", ""))
    numbers = st.lists(
        st.integers(-1, max(layout.grid.shape)).map(str), min_size=0, max_size=layout.grid.dimensions + 1
    )
    cells = st.sampled_from([" ".join(map(str, cell)) for cell in layout.grid])
    sensible = st.builds(lambda word, cell: f"{word} {cell}", words, cells)
    senseless = st.builds(lambda word, rest: f"{word} {','.join(rest)}", words, numbers)
    say = Answers(Game(layout=layout, rules=chosen))  # type: ignore[arg-type]
    for line in data.draw(st.lists(st.one_of(sensible, sensible, senseless, st.text(max_size=12)), max_size=15)):
        game = say.plain.game
        before = (game.view, game.moves)
        lines = say(line)
        assert all(text.isprintable() for text in lines)
        if (game.view, game.moves) == before:
            continue
        # After any change the board is shown.
        shown = Output(io.StringIO()).picture(game)
        assert lines[: len(shown)] == shown


@given(grids(), near_misses(["open 0 1", "flag 2,3", "c (0 0 0)", "0 1 2 3", "undo", "show 1", "quit"]))
def test_garbage_gets_an_answer(grid: Grid, line: str) -> None:
    say = Answers(Game(grid, 0, seed=1))
    lines = say(line)
    assert lines or say.plain.is_left or not line.translate(str.maketrans(",;()[]", "      ")).split()


def test_a_first_open_without_a_board_is_told_and_another_cell_may_be_tried() -> None:
    say = Answers(Game("2x3", 1, seed=7, rules="classic,guess=never"))
    say("flag 0 0")
    (line,) = say("open 0 1")
    assert line == "no board without guesses begins there: try another cell"
    assert say("hint") == [
        "Nothing is known yet. Your first open is never a mine, and no guess is needed after it: open any cell."
    ]
    assert say.plain.game.layout is None
    assert say("open 1 2")[-1] == "0 mines left, 1 flag, 5 cells covered, 2 moves"
    assert say("undo")
    # The mines stay, so no board has to be made.
    assert say("open 0 1") != [line]
    assert dict(line.split(None, 1) for line in say("board"))["rules"] == "classic, no guess"


def test_the_same_board_again_promises_nothing() -> None:
    say = Answers(Game("5x6", 4, seed=7, rules="classic,guess=never"), again=True)
    say("open 0 0")
    assert say("again")[0] == "board 5x6, 4 mines, rules classic, first open unprotected"


def no_guess_game() -> Game:
    return Game("5x7", 5, seed=4, rules="classic,first=opening,guess=never")


def test_who_waits_for_a_board_is_told_and_may_call_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    making = SlowMaking(monkeypatch)
    monkeypatch.setattr("hypersweep.tui.plain.commands._SOON", 0.01)
    say = Answers(no_guess_game(), again=True)

    def interrupt(*arguments: Any, **options: Any) -> Layout:
        while "making" not in say.stream.getvalue():
            time.sleep(0.005)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(generate, "no_guess", interrupt)
        say("flag 0 0")
        assert say("open 2 3") == [
            "making a board that needs no guess… Ctrl-C cancels it",
            "",
            "cancelled: the game is as it was",
        ]
        game = say.plain.game
        assert (game.layout, game.flags, game.opened) == (None, 1, 0)
        # No player can cancel in a script: Ctrl-C ends it.
        script = Answers(no_guess_game())
        with pytest.raises(KeyboardInterrupt):
            script("open 2 3")
    making.may_end.set()
    say("open 2 3")
    assert say.plain.game.opened


def test_a_needless_loss_says_what_was_safe() -> None:
    for rules_text, is_told in (("guess=never", True), ("guess=allowed", False)):
        game = Game("5x7", 5, seed=4, rules=f"classic,first=opening,{rules_text}")
        say = Answers(game)
        say("open 2 3")
        assert game.layout is not None
        mine = next(game.layout.mine_cells())
        lines = say(f"open {mine[0]} {mine[1]}")
        assert any(line.startswith("You lost: there is a mine at") for line in lines)
        told = [line for line in lines if line.startswith("No guess was needed: (")]
        assert bool(told) == is_told
        for line in told:
            cell = tuple(map(int, re.findall(r"\d+", line)))
            assert not game.layout.is_mine(cell)
            assert not game.is_open(cell)
