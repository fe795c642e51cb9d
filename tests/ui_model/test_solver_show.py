"""Games of the solver one after another, and their results."""

from __future__ import annotations

import pytest

from hypersweep import Game, Layout
from hypersweep.rules import CLASSIC
from hypersweep.ui_model.choices import BoardChoice, read_choices
from hypersweep.ui_model.solver_player import Turn
from hypersweep.ui_model.solver_show import DELAYS, SolverShow, about_text


def finish(show: SolverShow) -> None:
    for _ in show.player.turns():
        assert show.step()


def test_seeds_follow_one_another_round_the_end() -> None:
    show = SolverShow(read_choices("3x4", mines="2", seed=str(2**64 - 1)), count=3)
    seeds = [show.player.game.seed]
    while show.has_next:
        show.go_on()
        seeds.append(show.player.game.seed)
    assert seeds == [2**64 - 1, 0, 1]
    assert show.number == show.count == 3
    # More games follow, with unknown mines.
    show.go_on()
    assert show.number == show.count == 4
    assert show.player.game.seed not in (None, 2)


def test_a_board_id_is_played_once_and_then_others_of_its_kind() -> None:
    show = SolverShow(read_choices(Layout("3x4", [(0, 3), (2, 1)]).format()))
    assert show.player.game.layout == Layout("3x4", [(0, 3), (2, 1)])
    show.go_on()
    game = show.player.game
    assert (game.grid.format(), game.mines, game.layout is None) == ("3x4", 2, True)


def test_results_tell_how_far_a_game_went_even_if_some_was_taken_back() -> None:
    show = SolverShow(read_choices("3x5", mines="3", seed="1", first="opening"))
    assert show.result_lines() == ["not finished after 0 moves, no guess"]
    finish(show)
    assert show.result_lines() == ["won after 4 moves, no guess"]
    assert show.player.back()
    assert show.result_lines() == ["won after 4 moves, no guess"]
    assert show.tally_text() == "1 won, 0 lost"
    show.go_on()
    assert show.result_lines() == [
        "game 1: won after 4 moves, no guess",
        "game 2: not finished after 0 moves, no guess",
        "1 of 2 games won",
    ]


def test_the_result_of_the_first_of_several_has_its_number() -> None:
    show = SolverShow(read_choices("3x5", mines="3", seed="1", first="opening"), count=2)
    finish(show)
    assert show.result_lines() == ["game 1: won after 4 moves, no guess"]
    assert show.wins_text() == "1 of 1 games won"


def test_lost_games_are_counted() -> None:
    game = Game(layout=Layout("2x3", [(0, 0)]))
    show = SolverShow(BoardChoice(game.grid, 1, CLASSIC), game=game)
    show.player.take([Turn((0, 0), ("on purpose",), 0.5)])
    assert show.step()
    assert show.tally_text() == "0 won, 1 lost"
    assert show.result_lines() == ["lost after 1 move, 1 guess, safe with 50 %"]


@pytest.mark.parametrize(
    ("delay", "slower", "faster"), [(0.7, 1.0, 0.4), (0.0, 0.03, 0.0), (10.0, 10.0, 5.0), (0.8, 1.0, 0.7), (60, 10, 10)]
)
def test_speeds_are_steps_of_a_list(delay: float, slower: float, faster: float) -> None:
    for steps, wanted in ((-1, slower), (1, faster)):
        show = SolverShow(read_choices("3x4", mines="2"), delay=delay)
        show.faster(steps)
        assert show.delay == wanted
    assert list(DELAYS) == sorted(DELAYS)


def test_what_is_played_stands_in_a_line() -> None:
    assert about_text(Game("3x4", 1, seed=7)) == "board 3x4, 1 mine, rules classic, seed 7"


def test_speeds_end_at_both_ends_of_the_list() -> None:
    show = SolverShow(read_choices("3x4", mines="2"), delay=DELAYS[0])
    show.faster(1)
    assert show.delay == DELAYS[0]
    show.faster(-len(DELAYS))
    assert show.delay == DELAYS[-1]
