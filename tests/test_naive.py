"""The naive reference compared with examples worked out by hand, most of which are in the specifications."""

from __future__ import annotations

import itertools

import pytest

from naive import (
    COVERED,
    EXPLODED,
    FLAGGED,
    MINE,
    WRONG_FLAG,
    Board,
    Game,
    Rules,
    clues,
    esp_mines,
    gnu_random,
    gnu_random_64,
)

# The ND-Minesweeper page: sizes 6 and 4, mines on (1, 3) and (2, 2).
COURSE = Board((6, 4))
COURSE_MINES = frozenset({(1, 3), (2, 2)})

# The board of the ESP page, as its `dump` command shows it.
ESP_PICTURE = """
111··111·
2@1··1@1·
@2111211·
11·1@211·
···112@1·
11111211·
1@22@211·
23@212@1·
@211·111·
"""
ESP_ROWS = ESP_PICTURE.split()
ESP_BOARD = Board((9, 9))
ESP_MINES = frozenset((row, column) for row, column in ESP_BOARD.cells() if ESP_ROWS[row][column] == "@")


def opened_picture(game: Game) -> list[str]:
    """Return the rows of an open or covered 9 x 9 board in the letters of the ESP page."""
    signs = {COVERED: "░", FLAGGED: "¶", 0: "·"}
    letters = [signs.get(code, str(code)) for code in game.codes()]
    return ["".join(letters[begin : begin + 9]) for begin in range(0, 81, 9)]


def test_neighbours_of_the_course_example() -> None:
    expected = {(0, 3), (1, 3), (2, 3), (0, 2), (2, 2), (0, 1), (1, 1), (2, 1)}
    assert set(COURSE.neighbours((1, 2))) == expected
    assert COURSE.clue(COURSE_MINES, (1, 2)) == 2
    assert COURSE.neighbours((0, 0)) == [(0, 1), (1, 0), (1, 1)]


def test_course_example_is_won_as_its_page_says() -> None:
    game = Game(COURSE, COURSE_MINES)
    assert game.open((1, 2)) == {(1, 2)}
    left_over = {(0, 3), (2, 3), *COURSE_MINES}
    assert game.open((4, 1)) == set(COURSE.cells()) - left_over - {(1, 2)}
    assert game.open((0, 3)) == {(0, 3)}
    assert game.covered_flags() == 0
    assert game.safe_opened() == 21
    assert game.open((2, 3)) == {(2, 3)}
    assert game.outcome == "won"
    assert game.open((1, 3)) == set()


def test_hypermines_two_dimensional_example() -> None:
    board = Board((6, 6))
    mines = frozenset({(3, 0), (0, 5), (1, 3), (2, 3)})
    game = Game(board, mines)
    assert game.revealed() == [
        *(0, 0, 1, 1, 2, MINE),
        *(0, 0, 2, MINE, 3, 1),
        *(1, 1, 2, MINE, 2, 0),
        *(MINE, 1, 1, 1, 1, 0),
        *(1, 1, 0, 0, 0, 0),
        *(0, 0, 0, 0, 0, 0),
    ]
    assert len(game.open((1, 0))) == 9
    assert len(game.open((5, 4))) == 21
    assert game.open((0, 5)) == {(0, 5)}
    assert game.outcome == "lost"
    assert game.codes() == [
        *(0, 0, 1, COVERED, COVERED, EXPLODED),
        *(0, 0, 2, MINE, 3, 1),
        *(1, 1, 2, MINE, 2, 0),
        *(MINE, 1, 1, 1, 1, 0),
        *(1, 1, 0, 0, 0, 0),
        *(0, 0, 0, 0, 0, 0),
    ]


def test_hypermines_three_dimensional_example() -> None:
    board = Board((3, 3, 2))
    game = Game(board, frozenset({(1, 2, 0)}))
    assert game.revealed() == [0, 0, 1, 1, 1, 1, 0, 0, 1, 1, MINE, 1, 0, 0, 1, 1, 1, 1]
    assert game.open((2, 1, 0)) == {(2, 1, 0)}
    assert len(game.open((0, 0, 0))) == 11
    assert {cell for cell in board.cells() if cell not in game.opened} == {
        (i, 2, j) for i in range(3) for j in range(2)
    }
    assert game.open((1, 2, 0)) == {(1, 2, 0)}
    assert game.outcome == "lost"


def test_hypermines_page_shows_a_four_by_three_by_two_board() -> None:
    board = Board((4, 3, 2))
    mines = {(0, 1, 0), (1, 2, 0), (3, 0, 1)}
    expected = [1, 1, 0, 2, 2, 2, 1, 1, 2, 2, 0, 2, 1, 1, 2, 2, 1, 1, 1, 0, 1, 1, 0, 0]
    found = [0 if cell in mines else clue for cell, clue in zip(board.cells(), clues(board, mines), strict=True)]
    assert found == expected


def test_esp_page_clues() -> None:
    assert len(ESP_MINES) == 10
    for cell, clue in zip(ESP_BOARD.cells(), clues(ESP_BOARD, ESP_MINES), strict=True):
        sign = ESP_ROWS[cell[0]][cell[1]]
        if sign != "@":
            assert clue == (0 if sign == "·" else int(sign))


def test_esp_page_moves() -> None:
    rules = Rules(flag_protects_click=False, flag_protects_cascade=False, flags_on_open=True, chord=False)
    game = Game(ESP_BOARD, ESP_MINES, rules)
    game.open((5, 5))
    game.open((4, 0))
    assert opened_picture(game) == [
        "░░░░░░░░░",
        "░░░░░░░░░",
        "░211░░░░░",
        "11·1░░░░░",
        "···1░░░░░",
        "1111░2░░░",
        "░░░░░░░░░",
        "░░░░░░░░░",
        "░░░░░░░░░",
    ]
    assert game.flag((1, 3)) == {(1, 3)}
    assert game.covered_flags() == 1
    game.open((0, 4))
    assert opened_picture(game)[:3] == ["░░1··1░░░", "░░1··1░░░", "░21112░░░"]
    # The flag under the open field no longer counts, but stays until `flag` removes it.
    assert game.covered_flags() == 0
    assert (1, 3) in game.flagged
    assert game.flag((1, 3)) == {(1, 3)}
    assert game.flagged == set()
    game.open((8, 8))
    assert opened_picture(game)[:3] == ["░░1··1░1·", "░░1··1░1·", "░21112░1·"]


def test_cascade_stops_at_flags_only_where_the_rules_say_so() -> None:
    board = Board((3, 4))
    mines = frozenset({(0, 3)})
    # . . 1 *
    # . . 1 1
    # . . . .
    guarded = Game(board, mines)
    guarded.flag((1, 1))
    assert guarded.open((2, 0)) == set(board.cells()) - {(0, 3), (1, 1)}
    assert guarded.safe_opened() == 10
    assert guarded.open((1, 1)) == set()
    guarded.flag((1, 1))
    assert guarded.open((1, 1)) == {(1, 1)}
    assert guarded.outcome == "won"

    loose = Game(board, mines, Rules(flag_protects_cascade=False))
    loose.flag((1, 1))
    assert loose.open((2, 0)) == set(board.cells()) - {(0, 3)}
    assert loose.outcome == "won"
    assert loose.flagged == set()


def test_a_wall_of_flags_holds_a_cascade_back() -> None:
    board = Board((2, 5))
    game = Game(board, frozenset({(0, 4)}))
    game.flag((0, 1))
    game.flag((1, 1))
    assert game.open((0, 0)) == {(0, 0), (1, 0)}


def test_chord_opens_explodes_or_does_nothing() -> None:
    # 1 1 1 0
    # 1 * 1 0
    # 1 1 1 0
    board = Board((3, 4))
    mines = frozenset({(1, 1)})
    game = Game(board, mines)
    assert game.chord((0, 2)) == set()
    game.open((0, 2))
    assert game.chord((0, 2)) == set()
    game.flag((1, 1))
    assert game.chord((0, 2)) == {(0, 1), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3)}
    assert game.outcome == "ongoing"

    wrong = Game(board, mines)
    wrong.open((0, 2))
    wrong.flag((0, 1))
    assert wrong.chord((0, 2)) == {(1, 1)}
    assert wrong.outcome == "lost"
    assert wrong.code((0, 1)) == WRONG_FLAG
    assert wrong.code((1, 1)) == EXPLODED
    assert wrong.code((0, 0)) == COVERED

    without = Game(board, mines, Rules(chord=False))
    without.open((0, 2))
    without.flag((1, 1))
    assert without.chord((0, 2)) == set()


def test_a_wrong_chord_explodes_every_unflagged_mine_and_opens_nothing_else() -> None:
    board = Board((3, 3))
    mines = frozenset({(0, 0), (0, 2), (2, 2)})
    game = Game(board, mines)
    game.open((1, 1))
    for cell in ((0, 0), (0, 1), (1, 0)):
        game.flag(cell)
    assert game.chord((1, 1)) == {(0, 2), (2, 2)}
    assert game.codes() == [FLAGGED, WRONG_FLAG, EXPLODED, WRONG_FLAG, 3, COVERED, COVERED, COVERED, EXPLODED]


def test_undo_goes_back_through_every_effective_move() -> None:
    board = Board((3, 4))
    game = Game(board, frozenset({(0, 3)}))
    states = [game.state()]
    for cell in ((0, 2), (1, 3)):
        game.open(cell)
        states.append(game.state())
    game.open((0, 2))
    game.flag((0, 3))
    states.append(game.state())
    game.open((2, 0))
    assert game.outcome == "won"
    while states:
        changed = game.undo()
        assert game.state() == states.pop()
        assert changed
    assert game.undo() == set()


def test_wrapped_short_axes_count_no_neighbour_twice() -> None:
    assert Board((1, 4), wrap=(0,)).neighbours((0, 1)) == [(0, 0), (0, 2)]
    assert Board((2, 4), wrap=(0,)).neighbours((0, 0)) == [(0, 1), (1, 0), (1, 1)]
    assert Board((3, 4), wrap=(0, 1)).neighbours((0, 0)) == [
        *((0, 1), (0, 3), (1, 0), (1, 1)),
        *((1, 3), (2, 0), (2, 1), (2, 3)),
    ]
    assert Board((3, 4), "orthogonal", (1,)).neighbours((0, 0)) == [(0, 1), (0, 3), (1, 0)]
    assert Board((1, 1), wrap=(0, 1)).neighbours((0, 0)) == []
    assert len(Board((3, 4, 5)).neighbours((1, 1, 1))) == 26
    assert len(Board((3, 4, 5), "orthogonal").neighbours((1, 1, 1))) == 6


def test_bits_are_little_endian() -> None:
    board = Board((3, 4))
    assert board.bits({(0, 0), (0, 1), (1, 3), (2, 0)}) == bytes([0b10000011, 0b00000001])
    assert board.from_bits(bytes([0b10000011, 0b00000001])) == {(0, 0), (0, 1), (1, 3), (2, 0)}


@pytest.mark.parametrize("seed", [0, 1])
def test_gnu_random_starts_as_published(seed: int) -> None:
    found = list(itertools.islice(gnu_random(seed), 4))
    assert found == [1804289383, 846930886, 1681692777, 1714636915]


def test_gnu_random_64_puts_the_first_number_on_top() -> None:
    assert gnu_random_64(gnu_random(0)) == (1804289383 << 32) + 846930886


def test_esp_map_worked_by_hand() -> None:
    # 5 fields are left; remainders of the numbers by 5, 4, 3, 2, 1 are 4, 3, 0, 0, 0 and two mines are to be laid.
    assert esp_mines((2, 3), 2, (0, 1), gnu_random(0)) == {(1, 0), (1, 1)}
    assert esp_mines((1, 3), 2, (0, 1), gnu_random(0)) == {(0, 0), (0, 2)}
    assert esp_mines((1, 3), 0, (0, 1), gnu_random(0)) == set()
