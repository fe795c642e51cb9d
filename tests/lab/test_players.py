"""Programs that play: begun when needed, begun again when they fail, ended at the end."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from hypersweep import View
from hypersweep.errors import ExperimentError, ParameterError
from hypersweep.lab import run_experiment
from hypersweep.lab.arena_players import Entrant
from hypersweep.lab.entrant_games import play_entrant
from hypersweep.lab.players import (
    ArenaPlayer,
    FaultError,
    arena_player,
    close_players,
    engine_player,
    is_engine,
    is_function,
    sources_of,
)
from lab_worlds import small
from processes import is_there

VIEW = View.parse("2x4 mines=2\n# # # #\n1 2 1 1")


def test_names_say_what_plays() -> None:
    names = ["safest", "a.b:c", "engine:java Careful", "ms_toollib"]
    assert [is_engine(name) for name in names] == [False, False, True, True]
    assert [is_function(name) for name in names] == [False, True, False, False]


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_a_player_is_kept_and_ended_with_the_run() -> None:
    player = arena_player("hypersweep.solve:choose", "", None, 60.0, "choose")
    pid = player.begin().pid
    assert player(VIEW) == (0, 1)
    assert arena_player("hypersweep.solve:choose", "", None, 60.0, "choose") is player
    assert arena_player("hypersweep.solve:choose", "", None, 60.0, "another") is not player
    assert player.begin().pid == pid
    assert is_there(pid)
    run_experiment(small("arena", count=2, boards=[("3x4", 2)]))
    assert not is_there(pid)
    assert player(VIEW) == (0, 1)
    player.close()


@pytest.mark.slow
def test_another_file_is_another_player(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view):\n    return (0, 1)\n")
    experiment = small("arena", policies=["safest", f"{path}:careful"])
    (source,) = sources_of(experiment).values()
    path.write_text("def careful(view):\n    return (0, 0)\n")
    player = ArenaPlayer(f"{path}:careful", source, None, 60.0)
    with pytest.raises(ExperimentError, match=f"the player that was asked for, {source}, got another"):
        player(VIEW)
    path.write_text("def careful(view:\n")
    with pytest.raises(ExperimentError, match=r"a player that can be begun.*SyntaxError"):
        player(VIEW)


def test_a_file_whose_path_was_taken_for_a_name_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b@c").mkdir()
    (tmp_path / "a=b@c" / "players.py").write_text("def bold(view):\n    return (0, 1)\n")
    with pytest.raises(ParameterError, match=r"no such file; the file .* is written \./a=b@c/players\.py:bold$"):
        sources_of(small("arena", policies=["safest", "a=b@c/players.py:bold"]))
    assert len(sources_of(small("arena", policies=["safest", "./a=b@c/players.py:bold"]))) == 1
    with pytest.raises(ParameterError, match=r"no such file$"):
        sources_of(small("arena", policies=["safest", "d=b@c/players.py:bold"]))


@pytest.mark.slow
def test_budgets_are_handed_on() -> None:
    entrant = Entrant("engine:hypersweep engine --policy safest", states=64, seconds=5.0)
    from hypersweep import Grid

    games = play_entrant(entrant, "", Grid("4x5"), 5, 5, index=0, timeout=30.0, seed=7)
    own = play_entrant(Entrant("safest", states=64), "", Grid("4x5"), 5, 5, index=0, timeout=30.0, seed=7)
    close_players()
    assert [*games.ends] == [*own.ends]


@pytest.mark.nightly
def test_faults_are_of_three_kinds(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text(
        "import os, time\nfrom lab_worlds import first_covered\n"
        "def wrong(view): return (1, 0)\ndef none(view): return ()\ndef ends(view): os._exit(1)\n"
        "def late(view): time.sleep(30)\n"
    )
    for name, kind in (("wrong", "illegal"), ("none", "illegal"), ("ends", "crashed"), ("late", "late")):
        player = ArenaPlayer(f"{path}:{name}", "", None, 0.3)
        with pytest.raises(FaultError) as caught:
            player(VIEW)
        player.close()
        assert caught.value.kind == kind


@pytest.mark.slow
def test_who_is_late_is_late_whatever_it_says(tmp_path: Path) -> None:
    path = tmp_path / "sleeper.py"
    path.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    word, *rest = line.split()\n"
        "    if word == 'hsp': print('id name Sleeper\\nready', flush=True)\n"
        "    if word == 'ping': print('pong', rest[0], flush=True)\n"
        "    if word == 'go':\n"
        "        time.sleep(0.4)\n"
        "        print('best', rest[0], 'cell=0,1', flush=True)\n"
    )
    name = f"engine:{shlex.join([sys.executable, str(path)])}"
    late, patient = (ArenaPlayer(name, "", None, timeout) for timeout in (0.3, 20.0))
    with pytest.raises(FaultError, match=r"no answer within 0\.3 s") as caught:
        late(VIEW)
    assert caught.value.kind == "late"
    assert patient(VIEW) == (0, 1)
    late.close()
    patient.close()


def test_engines_of_other_experiments_are_kept_too() -> None:
    player = engine_player("engine:hypersweep engine --policy safest")
    assert engine_player("engine:hypersweep engine --policy safest") is player
    assert player(VIEW) == (0, 1)
    close_players()
