"""The games of one player: the same boards for each player, and faults that lose a game."""

from __future__ import annotations

from collections import deque
from functools import partial

import pytest

from arena_players import peeks
from hypersweep import Grid, View, play_policy, play_solver
from hypersweep.errors import ExperimentError
from hypersweep.lab.arena_players import Entrant
from hypersweep.lab.entrant_games import EntrantGames, moves_of_solver, play_entrant
from hypersweep.lab.players import close_players
from lab_worlds import first_covered

BOARDS = [("12", 2), ("5x6", 6), ("3x4x5", 6), ("4x5~wrap=0,1", 4)]


def take(cells: deque[int], view: View) -> int:
    """A player that opens given cells, one after another."""
    return cells.popleft()


def games_of(text: str, board: str = "5x6", mines: int = 6, count: int = 40, **changed: object) -> EntrantGames:
    named: dict[str, object] = {"index": 0, "timeout": 60.0, "seed": 7, **changed}
    try:
        return play_entrant(Entrant.parse(text), "", Grid(board), mines, count, **named)  # type: ignore[arg-type]
    finally:
        close_players()


@pytest.mark.ci_limit(5)
@pytest.mark.parametrize(("board", "mines"), BOARDS)
@pytest.mark.parametrize("promise", ["any", "safe", "opening"])
def test_the_solver_plays_the_same_games_within_a_budget_or_not(board: str, mines: int, promise: str) -> None:
    batch = play_solver(board, mines, 40, seed=7, first_open=promise, policy="progress")  # type: ignore[arg-type]
    for text in ("progress", "progress@states=262144"):
        games = games_of(text, board, mines, first_open=promise)
        assert [end == "won" for end in games.ends] == [*batch.won]
        assert games.guesses == sum(batch.guesses)
        assert {*games.ends} <= {"won", "lost"}


@pytest.mark.slow
def test_games_go_on_where_others_ended() -> None:
    whole = games_of("safest@states=999")
    parts = [games_of("safest@states=999", count=20, index=index) for index in (0, 20)]
    assert [*whole.ends] == [end for part in parts for end in part.ends]
    assert [[*each] for each in whole.opened] == [[*each] for part in parts for each in part.opened]
    assert whole.moves == sum(map(len, whole.opened))


@pytest.mark.slow
def test_the_moves_of_the_kernel_lead_to_the_same_end() -> None:
    for board, mines in BOARDS:
        batch = play_solver(board, mines, 12, seed=7, policy="look-ahead")
        for place in range(12):
            opened = moves_of_solver("look-ahead", Grid(board), mines, place, seed=7)
            assert len(set(opened)) == len(opened)
            cells = deque(opened)
            cells.popleft()
            own = play_policy(partial(take, cells), board, mines, 1, seed=7, index=place)
            assert (own[0].outcome, own[0].opened) == (batch[place].outcome, batch[place].opened)


@pytest.mark.slow
def test_functions_play_what_play_policy_plays() -> None:
    games = games_of("lab_worlds:first_covered")
    batch = play_policy(first_covered, "5x6", 6, 40, seed=7)
    assert [end == "won" for end in games.ends] == [*batch.won]
    assert games.moves == sum(batch.moves)
    assert games.guesses == 0


@pytest.mark.slow
def test_who_gives_up_has_not_failed() -> None:
    games = games_of("lab_worlds:gives_up_in_space", "3x4x5", 4)
    assert games.ends.count("given_up") > 0
    assert games.why == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "end", "why"),
    [
        ("errs", "illegal", "got 'a corner'"),
        ("raises", "crashed", r"LookupError: no idea \(.*, line [0-9]+, in raises\)"),
        ("leaves", "crashed", "status 3"),
    ],
)
def test_faults_lose_games_and_the_player_goes_on(name: str, end: str, why: str) -> None:
    games = games_of(f"arena_players:{name}", mines=5, count=7)
    assert {end, "won"} <= {*games.ends} <= {end, "won", "lost"}
    assert [place for place, own in enumerate(games.ends) if own == end] == [*games.why]
    with pytest.raises(AssertionError, match=why):
        raise AssertionError(games.why[min(games.why)])


@pytest.mark.slow
def test_who_hangs_is_ended_and_begun_anew() -> None:
    games = games_of("arena_players:hangs_in_corners", count=4, timeout=0.4, index=5)
    assert {"late"} < {*games.ends} <= {"late", "won", "lost"}
    assert all(why == "no answer within 0.4 s" for why in games.why.values())


@pytest.mark.slow
def test_who_always_fails_ends_the_run() -> None:
    with pytest.raises(ExperimentError, match="got reopens, which failed in 10 games, one after the other") as caught:
        games_of("arena_players:reopens", "9x9", 10)
    assert "game 9, illegal" in caught.value.__notes__[0]


@pytest.mark.slow
def test_what_is_printed_is_no_answer() -> None:
    assert [*games_of("arena_players:prints", count=9).ends] == [*games_of("look-ahead@states=999999", count=9).ends]


@pytest.mark.slow
def test_no_player_finds_a_mine_in_its_memory() -> None:
    games = games_of("arena_players:peeks", count=9)
    assert games.why == {}
    # The same function, called where boards are dealt, finds them.
    with pytest.raises(AssertionError, match="found"):
        play_policy(peeks, "5x6", 6, 9, seed=7)
