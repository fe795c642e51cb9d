"""The numbers next to a board: right, apart from each other, and highlighted for the current cell."""

from __future__ import annotations

import pytest

from hypersweep import Layout
from hypersweep.picture.nesting import Arrangement, characters, indent
from hypersweep.picture.ruler import column_numbers, number_line, row_number
from hypersweep.session import Session
from pilot_play import LAYOUTS, Play, play


@pytest.mark.parametrize("columns", [1, 4, 10, 11, 40, 101, 1200])
@pytest.mark.parametrize("width", [2, 3])
def test_numbers_of_columns_stand_below_their_cells(columns: int, width: int) -> None:
    arrangement = Arrangement((3, columns), metrics=characters(width))
    numbers = column_numbers(arrangement)
    for focus in {0, columns // 2, columns - 1}:
        place = arrangement.place((0, focus))
        assert place is not None
        line, (begin, end) = number_line(numbers, place[0] + width)
        assert line[begin:end] == str(focus)
        assert f" {line} "[begin] == f" {line} "[end + 1] == " "
        words = line.split()
        # Each is in the column of its cell's clue, and no two run together.
        assert len(set(words)) == len(words)
        for word in words:
            at = f" {line} ".index(f" {word} ")
            cell = arrangement.place((0, int(word)))
            assert cell is not None
            assert at == max(0, cell[0] + min(indent(len(word), width), width - len(word)))
        assert len(words) >= min(columns, 3) - 1
    line, lit = number_line(numbers, None)
    assert line.split()[0] == "0"
    assert lit == (0, 0)


def test_rows_have_numbers_in_every_tile() -> None:
    arrangement = Arrangement((2, 3, 4, 2))
    assert [row_number(arrangement, y) for y in range(-1, arrangement.height + 1)] == [
        "",
        "",
        "0",
        "1",
        "",
        "0",
        "1",
        "",
    ]


def test_a_folded_row_has_the_number_of_its_first_cell() -> None:
    arrangement = Arrangement((50,), fold=20)
    assert [text for y in range(arrangement.height) if (text := row_number(arrangement, y))] == ["0", "20", "40"]
    assert column_numbers(arrangement) == []


@pytest.mark.slow
def test_the_cell_looked_at_is_lit_on_both_rulers() -> None:
    async def script(it: Play) -> None:
        for cell in ((1, 2), (4, 6), (4, 5)):
            await it.go(*cell)
            left, top = it.board._origin
            for y, expected in ((top + cell[0], cell[0]), (top + 5, cell[1])):
                # As it is on the screen, not only as it would be drawn.
                strip = it.app.screen._compositor.render_strips()[y + it.board.region.y]
                lit = [
                    segment.text.strip()
                    for segment in strip
                    if segment.style
                    and segment.style.bold
                    and segment.style.bgcolor == it.board.painter.gap(1).style.bgcolor  # type: ignore[union-attr]
                ]
                assert lit == [str(expected)]
        rows = [line[left - 2 : left].strip() for line in it.lines[top + it.board.region.y :][:5]]
        assert rows == ["0", "1", "2", "3", "4"]
        assert "0  1  2  3  4  5  6" in it.lines[top + 5 + it.board.region.y]

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "sign"),
    [("5x7", ""), ("5x7~wrap=0", "↕ "), ("5x7~wrap=1", "↔ "), ("5x7~wrap=0,1", "↕↔ "), ("9~wrap=0", "↔ ")],
)
def test_a_sign_says_where_the_board_goes_on_at_the_other_edge(board: str, sign: str) -> None:
    async def script(it: Play) -> None:
        left, top = it.board._origin
        line = it.lines[top + it.board.arrangement.height + it.board.region.y]
        assert line[: it.board.region.x + left].lstrip() == sign

    play(script, session=lambda store: Session(board, 2, store=store))


@pytest.mark.slow
def test_no_ruler_where_there_is_no_room() -> None:
    layout = Layout("20x60", [(0, 0)])

    async def script(it: Play) -> None:
        await it.press("enter")
        shown = [line.strip() for line in it.lines[1:-3]]
        assert not any(line[:1] in "023456789" for line in shown if line)

    play(script, layout=layout, size=(60, 20))
