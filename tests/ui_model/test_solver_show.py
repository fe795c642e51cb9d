"""Watching the solver and engines play: turns and reasons, steps back, and one game after another."""

from __future__ import annotations

import shlex

import pytest

from hostile_engines import hostile, program
from hypersweep import Game, Layout, Outcome, View
from hypersweep.engine import Player, find_player
from hypersweep.errors import EngineError, GenerationError
from hypersweep.game import CancelToken
from hypersweep.rules import CLASSIC
from hypersweep.solve import Budget
from hypersweep.ui_model import solver_show
from hypersweep.ui_model.choices import BoardChoice, read_choices
from hypersweep.ui_model.solver_show import (
    DELAYS,
    EngineTurns,
    SolverPlayer,
    SolverShow,
    Turn,
    about_text,
    fold,
    luck_text,
    play_text,
)
from slow_making import SlowMaking


@pytest.mark.slow
def test_flags_stand_on_mines_and_risks_are_kept() -> None:
    guessed = 0
    for seed in range(30):
        player = SolverPlayer(Game("6x7", 9, seed=seed), "look-ahead")
        for turn in player.turns():
            assert turn.reasons
            view = player.game.view
            player.step()
            layout = player.game.layout
            assert layout is not None
            assert all(map(layout.is_mine, turn.mines))
            if turn.risk == 0:
                assert not layout.is_mine(turn.cell)
            assert view[turn.cell] in (-1, -2)
        guessed += len(player.risks)
    assert guessed


@pytest.mark.slow
def test_positions_that_are_too_wide_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_show, "_BUDGET", Budget(states=1))
    texts: list[str] = []
    for seed in range(6):
        player = SolverPlayer(Game("4x5x4", 16, seed=seed), "look-ahead")
        for turn in player.turns():
            texts += turn.reasons
            player.step()
    assert any(text.startswith("There are too many layouts to count, and no easy rule") for text in texts)


def test_sentences_are_folded_but_not_within_a_cell() -> None:
    text = "The 1 at (0, 2, 11) already has its mine: (3, 4, 10) is safe with 12.5 %."
    for width in (16, 20, 30, 50):
        lines = fold(text, width, "  ")
        assert max(map(len, lines)) <= width
        assert " ".join(line.strip() for line in lines) == text
        for piece in ("(0, 2, 11)", "(3, 4, 10)", "12.5 %."):
            assert sum(piece in line for line in lines) == 1


def test_turns_are_taken_back_and_made_again_without_another_search(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(8):
        player = SolverPlayer(Game("4x5x3", 9, seed=seed), "look-ahead")
        seen: list[tuple[Turn | None, str, tuple[float, ...]]] = []
        for turn in player.turns():
            seen.append((turn, player.game.view.format(), tuple(player.risks)))
            assert player.is_furthest
            player.step()
        end = player.game.view.format(), player.game.outcome
        assert player.is_over
        assert player.moves == len(seen)
        # From here on, the solver isn't called.
        with monkeypatch.context() as context:
            context.setattr(solver_show, "explain", None)
            for before in reversed(seen):
                assert player.can_go_back
                assert player.back()
                assert not player.needs_search
                assert not player.is_furthest
                assert (player.next, player.game.view.format(), tuple(player.risks)) == before
            assert not player.can_go_back
            assert player.back() == []
            for before in seen:
                assert (player.next, player.game.view.format(), tuple(player.risks)) == before
                assert player.step()
        assert (player.game.view.format(), player.game.outcome) == end
        assert player.next is None
        assert player.step() == []


def test_what_a_search_finds_is_of_use_though_turns_were_taken_back_meanwhile() -> None:
    player = SolverPlayer(Game("6x7", 9, seed=4), "safest")
    turns = player.turns()
    for _ in range(4):
        next(turns)
        player.step()
    while not player.needs_search:
        player.step()
    moves = player.moves
    search = player.search()
    player.back()
    player.back()
    player.take(search())
    assert player.step()
    assert player.step()
    assert player.moves == moves
    assert player.next is not None
    assert player.next.reasons


def test_reasons_come_with_the_cells_to_look_at() -> None:
    player = SolverPlayer(Game("5x6", 6, seed=2), "safest")
    for turn in player.turns():
        assert turn.cell in turn.targets
        assert all(player.game.is_open(clue) for clue in turn.clues)
        assert not any(player.game.is_open(mine) for mine in turn.mines)
        player.step()


def test_flags_that_somebody_put_wrongly_are_taken_away() -> None:
    game = Game(layout=Layout("3x4", [(0, 3), (2, 1)]))
    game.open((0, 0))
    for cell in game.grid:
        if not game.is_open(cell):
            game.flag(cell)
    player = SolverPlayer(game, "safest")
    for _ in player.turns():
        player.step()
    assert game.outcome is Outcome.WON


def test_a_game_that_nobody_can_win_is_over() -> None:
    player = SolverPlayer(Game("2x3", 6, rules="classic,first=any"), "safest")
    assert player.needs_search
    assert list(player.turns()) == []
    assert player.is_over
    assert not player.needs_search
    assert player.game.outcome is Outcome.ONGOING


@pytest.mark.parametrize("board", ["3x4", "3x4x2"])
def test_the_record_is_of_what_stands_and_of_what_was_before(board: str) -> None:
    game = Game(board, 3, seed=5)
    game.flag((0,) * game.grid.dimensions)
    player = SolverPlayer(game, "safest")
    for _ in player.turns():
        player.step()
    player.back()
    record = player.record(1000)
    record.verify()
    assert record.outcome is Outcome.ONGOING
    assert record.tags["player"] == "the solver, safest"
    assert record.events[0].kind == "flag"
    opened = [event for event in record.events if event.kind == "open"]
    assert len(opened) == player.moves
    assert [event.milliseconds for event in opened] == [1000 * place for place in range(len(opened))]
    assert record.milliseconds == record.events[-1].milliseconds
    assert player.record().milliseconds == 0
    assert player.record().replay().record.events


def test_only_so_many_guesses_are_told_one_by_one() -> None:
    player = SolverPlayer(Game("3x4", 2, seed=5), "safest")
    assert luck_text(player) == "no guess"
    player.risks.append(0.5)
    assert luck_text(player) == luck_text(player, 0) == "1 guess, safe with 50 %"
    player.risks.extend([0.5, 0.2])
    assert luck_text(player) == "3 guesses, all safe with 50 % × 50 % × 80 % = 20 %"
    assert luck_text(player, 2) == "3 guesses, all safe with ... × 50 % × 80 % = 20 %"
    assert luck_text(player, 0) == "3 guesses, all safe with 20 %"


def test_a_turn_is_a_value() -> None:
    turn = Turn((1, 2), ("because",), 0.25, ((0, 0),))
    assert turn == Turn((1, 2), ("because",), 0.25, ((0, 0),))
    assert len({turn, Turn((1, 2), ("because",), None)}) == 2
    with pytest.raises(AttributeError):
        turn.risk = 0.0  # type: ignore[misc]


@pytest.mark.parametrize("rules", ["classic,guess=never", "classic,first=opening,guess=never,grade=pair"])
def test_no_guess_is_made_where_none_may_be_needed(rules: str) -> None:
    for seed in range(5):
        player = SolverPlayer(Game("6x7x3", 9, seed=seed, rules=rules), "look-ahead")
        for _ in player.turns():
            player.step()
        assert (player.game.outcome, player.risks, luck_text(player)) == (Outcome.WON, [], "no guess")
        player.record().verify()


def test_a_first_open_without_a_board_leaves_the_solver_where_it_was() -> None:
    # A corner, the first cell of the solver, always needs a guess.
    player = SolverPlayer(Game("2x4", 5, seed=7, rules="classic,guess=never"), "look-ahead")
    player.take(player.search()())
    with pytest.raises(GenerationError):
        player.step()
    assert (player.moves, player.is_over, player.game.layout, player.can_go_back) == (0, False, None, False)


def test_a_turn_that_is_cancelled_leaves_all_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    making = SlowMaking(monkeypatch)
    game = Game("5x7", 5, seed=4, rules="classic,first=opening,guess=never")
    player = SolverPlayer(game, "look-ahead")
    turn = next(player.turns())
    game.flag(turn.cell)
    for is_vain in (False, True):
        making.is_vain = is_vain
        watch = CancelToken()
        if is_vain:
            making.may_end.set()
            with pytest.raises(GenerationError):
                player.step(watch)
        else:
            watch.cancel()
            assert player.step(watch) == []
        assert (player.moves, player.next, game.layout, game.flags) == (0, turn, None, 1)
    making.is_vain = False
    watch = CancelToken()
    changes = player.step(watch)
    assert [bool(change) for change in changes] == [True, True]
    assert (player.moves, game.flags) == (1, 0)
    assert watch.search is None


def test_guesses_of_a_punishing_game_take_no_luck() -> None:
    """The solver guesses only if necessary, and wins every such game, back and forth."""
    guesses = 0
    for seed in range(6):
        game = Game("9x9", 16, seed=seed, rules="classic,guess=punished,first=any")
        player = SolverPlayer(game, "safest")
        for _ in player.turns():
            player.step()
        assert game.outcome is Outcome.WON
        layout, moves = game.layout, player.moves
        guesses += len(player.risks)
        if player.risks:
            assert luck_text(player).endswith("needed and so safe")
        while player.can_go_back:
            player.back()
        assert game.layout is None
        while player.next is not None:
            player.step()
        assert (game.layout, player.moves) == (layout, moves)
    assert guesses > 0


VIEW = View.parse("2x3 mines=1\n# # #\n1 1 .")


def engine(words: list[str], timeout: float = 5.0) -> Player:
    return find_player(f"engine:{shlex.join(words)}", timeout=timeout)


def test_our_engine_plays_a_game_as_the_solver_does() -> None:
    with find_player("engine:hypersweep engine") as found:
        theirs = SolverPlayer(Game("4x5", 5, seed=3), "look-ahead", EngineTurns(found))
        ours = SolverPlayer(Game("4x5", 5, seed=3), "look-ahead")
        for each in (theirs, ours):
            for turn in each.turns():
                assert turn.reasons
                each.step()
        assert theirs.game.outcome is ours.game.outcome
        assert theirs.name == "hypersweep"
        assert theirs.record().tags["player"] == "hypersweep"
        assert ours.record().tags["player"] == "the solver, look-ahead"
        assert play_text(theirs).startswith(f"{theirs.game.outcome.name.lower()} after ")


def test_what_an_engine_leaves_unsaid_is_called_unknown() -> None:
    with engine(hostile("well")) as found:
        game = Game(layout=Layout("2x3", [(0, 2)]))
        game.open((1, 1))
        player = SolverPlayer(game, "safest", EngineTurns(found))
        turn = next(player.turns())
        assert turn.cell == (0, 0)
        assert turn.reasons == ("A move of unknown chance, according to Hostile, which gives no reason.",)
        assert turn.short == "A move of unknown chance"
        player.step()
        assert luck_text(player) == "1 move of unknown chance"
        player.back()
        assert luck_text(player) == "no guess"


def test_an_engine_that_gives_up_ends_the_game() -> None:
    words = program("""
for words in lines():
    if words[0] == "hsp":
        say("id name Timid\\nready\\n")
    elif words[0] == "go":
        say(f"best {own(words)} cell=none\\n")
""")
    with engine(words) as found:
        player = SolverPlayer(Game(layout=Layout("2x3", [(0, 2)])), "safest", EngineTurns(found))
        assert list(player.turns()) == []
        assert player.has_given_up
        assert player.game.outcome is Outcome.ONGOING
        assert play_text(player) == "given up after 0 moves, no guess"


def test_reasons_are_fit_to_be_shown_and_their_mines_are_flagged() -> None:
    words = program("""
for words in lines():
    if words[0] == "hsp":
        say("id name Loud\\nready\\n")
    elif words[0] == "go":
        ID = own(words)
        say(f"reason {ID} conclusion=mine cells=0,2;1,1 clues=1,1 text=\\u009b2J" + "x" * 5000 + "\\n")
        say(f"best {ID} cell=0,0 chance=0.25 exact=no\\n")
""")
    with engine(words) as found:
        game = Game(layout=Layout("2x3", [(0, 2)]))
        game.open((1, 1))
        player = SolverPlayer(game, "safest", EngineTurns(found))
        turn = next(player.turns())
        assert turn.short == "A guess: a mine with about 25 %"
        assert len(turn.reasons[0]) == 400
        assert turn.reasons[0].isprintable()
        player.step()
        # An open cell takes no flag, whatever the engine says.
        assert game.is_flagged((0, 2))
        assert not game.is_flagged((1, 1))


def test_every_game_is_told_to_be_new() -> None:
    words = program("""
news = 0
for words in lines():
    if words[0] == "hsp":
        say("id name Counting\\nready\\n")
    elif words[0] == "new":
        news += 1
    elif words[0] == "go":
        say(f"best {own(words)} cell=0,{news - 1}\\n")
""")
    with engine(words) as found:
        turns = EngineTurns(found)
        for game in (0, 1):
            turns.begin()
            assert [turns(VIEW)[0].cell for _ in range(2)] == [(0, game)] * 2


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("way", ["dies", "open cell", "refuses", "silent"])
def test_what_is_wrong_with_an_engine_is_an_error_that_changes_nothing(way: str) -> None:
    with engine(hostile(way), timeout=1.0) as found:
        game = Game(layout=Layout("2x3", [(0, 2)]))
        game.open((1, 1))
        player = SolverPlayer(game, "safest", EngineTurns(found))
        with pytest.raises(EngineError):
            list(player.turns())
        assert player.needs_search
        assert player.moves == 0


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
