from __future__ import annotations

import shlex

import pytest

from hostile_engines import hostile, program
from hypersweep import Game, Layout, Outcome, View
from hypersweep.engine import Player, find_player
from hypersweep.errors import EngineError
from hypersweep.ui_model.engine_turns import EngineTurns
from hypersweep.ui_model.solver_player import SolverPlayer, luck_text, play_text

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
        assert turn.reasons == ("A move of unknown chance, says Hostile, and gives no reason.",)
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
