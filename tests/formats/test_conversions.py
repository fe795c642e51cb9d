from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Layout, View
from hypersweep.errors import BoardTooLargeError, LayoutError, ParameterError, ParameterTypeError
from hypersweep.formats.conversions import (
    KINDS,
    as_board,
    as_game,
    as_position,
    as_record,
    as_replay,
    convert,
    kind_of,
    nearest_kind,
)
from hypersweep.formats.video import MouseEvent, Video
from played import played

BOARD = Layout("3x4", [(0, 3), (2, 1)])
RECORD = played(BOARD, [(0, "open", (1, 0)), (900, "flag", (0, 3))])
VIDEO = Video("rawvf", BOARD, [MouseEvent(0, "left press", 8, 24), MouseEvent(10, "left release", 8, 24)])


def test_every_thing_has_its_kind() -> None:
    game = Game(layout=BOARD)
    assert [kind_of(thing) for thing in (VIDEO, RECORD, game, game.view, BOARD)] == list(KINDS)
    with pytest.raises(ParameterTypeError, match="expected one of Video, Record, Game, View, Layout, got 3"):
        kind_of(3)


@given(st.sampled_from(list(KINDS)), st.lists(st.sampled_from(list(KINDS)), min_size=1, unique=True).map(tuple))
def test_the_nearest_kind_loses_least(kind: str, known: tuple[str, ...]) -> None:
    order = list(KINDS)
    found = nearest_kind(kind, known)
    assert found in known
    if kind in known:
        assert found == kind
    poorer = [other for other in known if order.index(other) >= order.index(kind)]
    assert found == (min(poorer, key=order.index) if poorer else max(known, key=order.index))


def test_what_is_richer_gives_what_is_poorer() -> None:
    for thing in (RECORD, as_game(RECORD), BOARD):
        assert as_board(thing) == BOARD
    position = as_position(RECORD)
    assert position[0, 3] == -2
    assert position[1, 0] == 1
    assert as_position(as_game(RECORD)) == position
    assert as_position(BOARD).covered == 12
    assert convert(position, "position") is position
    assert convert(RECORD, "record") is RECORD


def test_a_board_begins_a_game() -> None:
    record = as_record(BOARD)
    assert record.layout == BOARD
    assert record.events == ()
    record.verify()


def test_what_is_not_known_is_told() -> None:
    view = as_position(RECORD)
    with pytest.raises(LayoutError, match="expected a position that shows where the mines are, got one with 11 cov"):
        as_board(view)
    with pytest.raises(LayoutError, match="before its first open"):
        as_board(Game("3x4", 2, seed=7))
    with pytest.raises(ParameterError, match="which moves led to it"):
        as_record(view)
    with pytest.raises(ParameterError, match="what lies under its covered cells"):
        as_game(view)
    with pytest.raises(ParameterError, match="no moves"):
        as_replay(BOARD, "avf")
    with pytest.raises(ParameterError, match="without the path of a mouse"):
        as_replay(RECORD)
    with pytest.raises(ParameterError, match="expected one of rawvf, avf, rmv, mvf, evf, got 'os'"):
        as_replay(VIDEO, "os")
    with pytest.raises(ParameterError, match="did you mean 'record'"):
        convert(BOARD, "recrod")
    restored = Game.restore(BOARD, open_bits=bytes([16, 0]), flag_bits=bytes(2))
    with pytest.raises(ParameterError, match="whose moves are known"):
        as_record(restored)


def test_a_position_that_leaves_no_doubt_gives_its_board() -> None:
    lost = played(BOARD, [(0, "flag", (0, 3)), (0, "open", (1, 0)), (2, "open", (2, 1))])
    game = as_game(lost)
    view = View(game.grid, game.mines, game.codes(reveal=True))
    assert as_board(view) == BOARD
    won = View("1x3", 1, [-1, 1, 0])
    assert as_board(won) == Layout("1x3", [(0, 0)])
    flagged = View("1x3", 1, [-2, 1, 0])
    assert as_board(flagged) == Layout("1x3", [(0, 0)])
    with pytest.raises(LayoutError, match=r"got 0 in \(0, 1\), where they make 1"):
        as_board(View("1x3", 1, [-1, 0, 0]))


@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=12))
def test_the_end_of_every_board_shows_it(mines: set[tuple[int, int]]) -> None:
    layout = Layout("3x4", mines)
    codes = [-1 if layout.is_mine(cell) else layout.clue(cell) for cell in layout.grid]
    assert as_board(View(layout.grid, layout.mines, codes)) == layout


def test_a_mouse_replay_stays_what_it_is_in_its_own_format() -> None:
    assert as_replay(VIDEO) is VIDEO
    assert convert(VIDEO, "replay", "rawvf") is VIDEO
    assert as_board(VIDEO) == BOARD
    assert as_replay(as_record(VIDEO)) == as_replay(as_record(VIDEO), "rawvf") == VIDEO
    adapted = as_replay(as_record(VIDEO), "evf")
    assert (adapted.form, adapted.layout) == ("evf", BOARD)
    assert as_position(VIDEO)[1, 0] == 1


def test_a_position_that_no_machine_holds_is_refused_at_once() -> None:
    with pytest.raises(BoardTooLargeError, match="memory"):
        as_position(Layout.parse("100000x100000.bAQ"))
