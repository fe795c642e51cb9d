"""A board of a room: times by the room's clock, the owner of each flag, and what may be sent when."""

from __future__ import annotations

import pytest

from hypersweep import Grid, Rules
from hypersweep.codes import MINE
from hypersweep.game import CancelToken
from hypersweep.web.multiplayer.protocol import MOST_CHANGES
from hypersweep.web.multiplayer.rooms.board import PlayedBoard, game_name
from hypersweep.web.multiplayer.rooms.moved import CellsMoved
from room_world import codes_of


def board(shape: str = "3x4", mines: int = 3, rules: str = "classic", *, is_shared: bool = False) -> PlayedBoard:
    """Return a board; of the usual one cell 0 opens four, and cell 7 is a mine."""
    return PlayedBoard(Grid.parse(shape), mines, Rules.parse(rules), 5, is_shared=is_shared)


def click(own: PlayedBoard, kind: str, cell: int, at: int, *, by: int = 1, lag: int = 0) -> CellsMoved:
    """Click at a time of the room's clock."""
    return own.move(1, by, 1, kind, cell, own.elapsed(at), at, lag)  # type: ignore[arg-type]


def test_time_begins_with_the_first_open_less_its_lag_and_never_runs_backwards() -> None:
    own = board()
    click(own, "flag", 7, 400)
    assert (own.start, own.elapsed(900)) == (None, 0)
    click(own, "open", 0, 1000, lag=50)
    assert [own.elapsed(at) for at in (1000, 1030, 1050, 1250)] == [0, 30, 40, 200]
    click(own, "flag", 2, 1250)
    assert own.elapsed(1100) == 200
    click(own, "flag", 7, 1300)
    assert click(own, "open", 7, 1400).outcome == "lost"
    assert own.elapsed(9000) == own.milliseconds == 350


def test_the_lag_is_not_taken_off_below_what_the_clicks_need() -> None:
    own = board()
    click(own, "open", 0, 1000, lag=250)
    # All at once, like a program: the time is that of the server's clock.
    found = [click(own, "flag", 7, 1000 + 9 * n).milliseconds for n in range(1, 9)]
    assert found == [9 * n for n in range(1, 9)]
    assert (own.clicks, own.taken) == (9, 0)
    # A person slower than that gets the lag subtracted.
    assert (click(own, "flag", 7, 1500).milliseconds, own.taken) == (360, 140)
    assert (click(own, "flag", 7, 3000).milliseconds, own.taken) == (1750, 250)
    own.give_up(own.milliseconds, 99_000)
    assert own.taken == 250


def test_who_lost_sees_the_mine_that_went_off_and_no_other() -> None:
    own = board()
    click(own, "open", 0, 0)
    assert own.layout == "3x4.bhAE"
    click(own, "open", 7, 10)
    hidden, shown = codes_of(own.codes(is_hidden=True).decode()), codes_of(own.codes().decode())
    assert shown.count(MINE) == 2
    assert MINE not in hidden
    assert [cell for cell, code in enumerate(shown) if code == MINE or code != hidden[cell]] == [
        cell for cell, code in enumerate(shown) if code == MINE
    ]


def test_a_flag_belongs_to_who_set_it_last_where_the_board_is_shared() -> None:
    own = board(is_shared=True)
    for cell, by in ((2, 1), (3, 2), (2, 2), (2, 2)):
        click(own, "flag", cell, 0, by=by)
    assert own.flagged == {3: 2, 2: 2}
    alone = board()
    click(alone, "flag", 2, 0)
    assert alone.flagged is None


def test_too_many_changes_are_told_as_the_whole_board() -> None:
    own = board(f"2x{MOST_CHANGES // 2}", 1)
    few = click(own, "open", 0, 0)
    assert (few.data, len(few.cells)) == (None, few.opened)
    own = board("60x60", 1)
    many = click(own, "open", 0, 0)
    assert many.opened > MOST_CHANGES
    assert (many.cells, many.codes) == ([], [])
    assert many.data == own.codes(is_hidden=True)


def test_nothing_is_seen_of_a_move_that_another_thread_makes_until_it_is_told() -> None:
    own = board("9x9", 10, "classic,guess=never")
    before = own.codes()
    own.freeze()
    made = own.search("open", 40, 0, CancelToken())
    assert (own.codes(), own.opened, own.flags) == (before, 0, 0)
    moved = own.move(1, 1, 1, "open", 40, 0, 700, 0, made)
    assert own.codes() != before
    assert own.opened == moved.opened == len(made)
    assert own.start == 700


@pytest.mark.parametrize(
    ("rules", "before", "after"),
    [
        ("classic", [False] * 3, [False] * 3),
        ("classic,guess=never", [True, False, False], [False] * 3),
        ("classic,guess=punished", [True, False, True], [True, False, True]),
    ],
)
def test_a_click_is_long_where_a_board_has_to_be_looked_for(rules: str, before: list[bool], after: list[bool]) -> None:
    own = board("5x6", 6, rules)
    assert [own.is_long(kind) for kind in range(3)] == before
    own.start = 0
    assert [own.is_long(kind) for kind in range(3)] == after


def test_who_gives_up_has_lost_and_the_record_says_when_and_who() -> None:
    own = board()
    click(own, "open", 0, 60_000)
    own.give_up(2500, 62_600)
    assert (own.outcome, own.has_given_up, own.elapsed(999_999)) == ("lost", True, 2500)
    record = own.record(0, "Ann")
    assert (record.tags["player"], record.tags["start"]) == ("Ann", "1970-01-01T00:01:00Z")
    assert "player" not in own.record(0, "").tags
    unbegun = board()
    unbegun.give_up(2500, 2500)
    assert (unbegun.milliseconds, unbegun.layout, "start" in unbegun.record(0, "").tags) == (0, "", False)


def test_every_game_has_a_name_of_its_own() -> None:
    games = [("room", "7", 1, 0), ("room", "7", 1, 1), ("room", "7", 2, 0), ("room", "8", 1, 0), ("moor", "7", 1, 0)]
    assert len({game_name(*game) for game in games}) == len(games)
