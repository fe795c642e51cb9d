"""Arena players: their texts, names, limits and processes, and errors in users' policies."""

from __future__ import annotations

import copyreg
import shlex
import sys
from pathlib import Path
from traceback import walk_tb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, View
from hypersweep.engine.players import policy_source
from hypersweep.errors import CellError, ExperimentError, ParameterError, ParameterTypeError
from hypersweep.lab import run_experiment
from hypersweep.lab.arena_games import play_entrant
from hypersweep.lab.arena_players import (
    MOST_ENTRANTS,
    ArenaPlayer,
    Entrant,
    FaultError,
    arena_player,
    close_players,
    engine_player,
    entrants_of,
    is_engine,
    is_function,
    is_of_a_policy,
    play_own,
    takes_budget,
    with_budgets,
)
from hypersweep.solve import Budget
from lab_worlds import small
from processes import is_there

POLICIES = st.sampled_from(
    ["safest", "a.b:c", "x=y.py:f", "engine:java -jar 'a b.jar' --x=1", "ms_toollib", "p@q.py:f"]
)
NAMES = st.text("abcXYZ019-._é漢", min_size=1, max_size=30).filter(lambda name: name[0] != "-")


@given(POLICIES, st.none() | NAMES, st.none() | st.integers(1, 10**9), st.none() | st.floats(1e-6, 1e6))
def test_texts_are_read_back(policy: str, name: str | None, states: int | None, seconds: float | None) -> None:
    entrant = Entrant(policy, name, *((states, seconds) if takes_budget(policy) else ()))
    assert Entrant.parse(entrant.format()) == entrant


@given(st.text(max_size=40) | st.text("safest=@:, statecond0123456789.", max_size=40))
def test_no_text_does_harm(text: str) -> None:
    try:
        entrant = Entrant.parse(text)
    except ParameterError:
        return
    assert entrants_of([entrant.format(), "other=safest"])[0].name == entrant.name


def test_names_are_unique_and_short() -> None:
    long = "players.py:" + "f" * 40
    names = [each.name for each in entrants_of([long, long, "safest", "safest-2=progress", "safest", "safest"])]
    assert names == ["f" * 30, "f" * 28 + "-2", "safest", "safest-2", "safest-3", "safest-4"]
    texts = [each.format() for each in entrants_of([long, long, "safest", "safest-2=progress", "safest"])]
    assert [each.format() for each in entrants_of(texts)] == texts


@pytest.mark.parametrize(
    ("policy", "name"),
    [
        ("engine:java -jar solver.jar", "solver"),
        ("engine:/opt/deep/sweep --fast", "sweep"),
        ("engine:python3 -u play.py", "play"),
        ("engine:hypersweep engine --policy safest", "hypersweep"),
        ("engine:'C:/a b/c=d.exe'", "c-d"),
        ("engine:java", "java"),
        ("engine:java -cp . TinyEngine", "TinyEngine"),
        ("engine:java -cp lib/tiny.jar:. TinyEngine", "TinyEngine"),
        ("engine:sh ../ ./go.sh", "go"),
        ("engine:-x", "engine"),
        ("ms_toollib", "ms_toollib"),
        ("folder/players.py:careful", "careful"),
    ],
)
def test_engines_are_called_after_their_program(policy: str, name: str) -> None:
    assert Entrant(policy).name == name


@pytest.mark.parametrize("policy", ["./a=b/players.py:bold", "c/d=e.py:f", "engine:java -Da=safest Tiny"])
def test_what_holds_an_equals_sign_is_no_name(policy: str) -> None:
    assert Entrant.parse(policy).policy == policy
    assert Entrant.parse(f"bold={policy}") == Entrant(policy, "bold")


def test_budgets_are_the_solvers() -> None:
    assert Entrant("safest").budget() is None
    assert Entrant.parse("safest@states=64").budget() == Budget(64)
    assert Entrant.parse("safest@seconds=2@states=64").budget() == Budget(64, seconds=2.0)
    assert with_budgets(["safest", "safest@seconds=1"], 64, 0.5) == [
        "safest@states=64@seconds=0.5",
        "safest@seconds=1",
    ]


@pytest.mark.nightly
@pytest.mark.slow
def test_who_can_not_be_told_has_no_budget() -> None:
    texts = ["a.b:c", "players.py:bold", "ms_toollib"]
    assert with_budgets(texts, 64, 0.5) == texts
    experiment = small("arena", policies=with_budgets(["safest", "lab_worlds:first_covered"], 64, None))
    rows = run_experiment(experiment)
    assert [(row["states"], row["seconds"]) for row in rows[:2]] == [(64, None), (None, None)]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["safest"], "expected 2 to 16 players, got 1"),
        (["safest"] * (MOST_ENTRANTS + 1), "got 17"),
        (["a=safest", "a=progress"], "got 'a' twice"),
        (["safest", "safest@states=1@states=2"], "expected at most one @states limit"),
        (["safest", "safest@states=1.5"], "expected a number, got '1.5'"),
        (["safest", "safest@seconds=nan"], "expected seconds above 0"),
        (["safest", "a=b"], "player 'a=b': expected a player: "),
        (["safest", "a b=safest"], r"player 'a b=safest': expected a name of 1 to 30 characters .* got 'a b'"),
        (["safest", "c/d=safest"], "expected a name .* got 'c/d'"),
        (["safest", "x,y=players.py:bold"], "expected a name .* got 'x,y'"),
        (["safest", "a:b=safest"], "expected a name .* got 'a:b'"),
        (["safest", "=safest"], "expected a name .* got ''"),
        (["safest", "engin:java -Da=b"], "expected a player: .* got 'engin:java -Da=b'"),
        (["safest", "engine:"], "expected a command"),
        (["safest", "players.py:bold@states=3"], "can use a budget, got one for 'players.py:bold'"),
        (["safest", "ms_toollib@seconds=1"], "only the solver's policies and engines can use a budget, got"),
    ],
)
def test_what_can_not_be_is_told(texts: list[str], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        entrants_of(texts)


@pytest.mark.parametrize("name", ["", "a b", "a=b", "a:b", "-a", "a" * 31, "a\n"])
def test_names_that_can_not_be(name: str) -> None:
    with pytest.raises(ParameterError, match="expected a name of 1 to 30 characters"):
        Entrant("safest", name)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(ParameterTypeError, match="the names of players"):
        entrants_of("safest")
    with pytest.raises(ParameterTypeError, match="a player name"):
        entrants_of([1, 2])  # type: ignore[list-item]
    with pytest.raises(ParameterTypeError, match="a player name"):
        Entrant("safest", 3)  # type: ignore[arg-type]


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
    (source,) = experiment.sources().values()
    path.write_text("def careful(view):\n    return (0, 0)\n")
    player = ArenaPlayer(f"{path}:careful", source, None, 60.0)
    with pytest.raises(ExperimentError, match=f"isn't the requested one .{source}, got "):
        player(VIEW)
    path.write_text("def careful(view:\n")
    with pytest.raises(ExperimentError, match=r"can't start the player.*SyntaxError"):
        player(VIEW)


def test_a_file_whose_path_was_taken_for_a_name_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b@c").mkdir()
    (tmp_path / "a=b@c" / "players.py").write_text("def bold(view):\n    return (0, 1)\n")
    with pytest.raises(ParameterError, match=r"no such file; the file .* is written \./a=b@c/players\.py:bold$"):
        small("arena", policies=["safest", "a=b@c/players.py:bold"]).sources()
    assert len(small("arena", policies=["safest", "./a=b@c/players.py:bold"]).sources()) == 1
    with pytest.raises(ParameterError, match=r"no such file$"):
        small("arena", policies=["safest", "d=b@c/players.py:bold"]).sources()


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


def play(path: Path, function: str = "careful") -> int:
    """What a policy wins of 50 games."""
    name = f"{path}:{function}"
    return play_own(name, policy_source(name), Grid("3x4"), 2, 50, seed=7).wins


def test_a_file_that_is_changed_is_another_policy(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    # As long as the other, and written in the same second.
    path.write_text("from hypersweep import choose\n\ndef careful(view): return None        \n")
    given_up = play(path)
    path.write_text("from hypersweep import choose\n\ndef careful(view): return choose(view)\n")
    assert play(path) > 20 > given_up
    path.write_text("from hypersweep import choose\n\ndef careful(view): return None        \n")
    assert play(path) == given_up


def test_a_file_may_define_dataclasses(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from typing import ClassVar\n"
        "from hypersweep import choose\n"
        "@dataclass\n"
        "class Player:\n"
        "    games: ClassVar[int] = 0\n"
        "    moves: int = 0\n"
        "player = Player()\n"
        "def careful(view):\n"
        "    player.moves += 1\n"
        "    return choose(view)\n"
    )
    assert play(path) > 20


def notes_of(path: Path, error: type[BaseException], match: str) -> list[str]:
    with pytest.raises(error, match=match) as caught:
        play(path)
    assert is_of_a_policy(caught.value)
    return caught.value.__notes__


def traced(error: Exception) -> tuple[object, ...]:
    """Pickle an error with the modules in its traceback, as Dask does once it is imported."""
    modules = [frame.f_globals["__name__"] for frame, _ in walk_tb(error.__traceback__)]
    return type(error), error.args, {"modules": modules}


@pytest.mark.parametrize("has_dask", [False, True])
def test_what_a_policy_raises_comes_with_its_place(
    has_dask: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if has_dask:
        monkeypatch.setitem(copyreg.dispatch_table, KeyError, traced)
    path = tmp_path / "player.py"
    path.write_text("def inner(view):\n    return {}[view.grid.cells]\n\ndef careful(view):\n    return inner(view)\n")
    notes = notes_of(path, KeyError, "12")
    assert notes[0].startswith("game 0 of seed 7, move 2:")
    assert notes[1] == f"{path}, line 2, in inner"
    # The answer wasn't a cell; no error was raised.
    path.write_text("def careful(view):\n    return 99\n")
    assert len(notes_of(path, CellError, "99")) == 1


def test_a_file_that_can_not_be_loaded_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view):\n    return None\n\nlen(3)\n")
    assert notes_of(path, TypeError, "len")[1] == f"{path}, line 4, in <module>"
    path.write_text("def careful(view:\n")
    assert "was loaded" in notes_of(path, SyntaxError, "never closed")[0]
    # A file that it needs is not the policy's own.
    path.write_text("open('no such file')\n")
    assert "was loaded" in notes_of(path, FileNotFoundError, "no such file")[0]


def test_an_error_of_a_class_of_the_file_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("class LostError(Exception):\n    pass\ndef careful(view):\n    raise LostError('my way')\n")
    notes = notes_of(path, RuntimeError, "^LostError: my way")
    assert notes[1] == f"{path}, line 4, in careful"
    # Values that can't be pickled stay unchanged.
    path.write_text("def careful(view):\n    raise ValueError(lambda: 3)\n")
    notes_of(path, ValueError, "lambda")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("sys.exit(3)", "stopped with sys.exit"),
        ("raise GeneratorExit", "stopped with GeneratorExit"),
        ("raise Odd", "stopped with Odd.*can't be printed"),
    ],
)
def test_a_policy_that_would_end_the_program_is_told(tmp_path: Path, line: str, what: str) -> None:
    path = tmp_path / "player.py"
    path.write_text(
        "import sys\nclass Odd(BaseException):\n    def __str__(self):\n        raise ValueError\n"
        f"def careful(view):\n    {line}\n"
    )
    assert notes_of(path, ExperimentError, what)[1] == f"{path}, line 6, in careful"


def test_ctrl_c_is_not_the_policys(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view):\n    raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        play(path)


def test_what_is_not_there_is_nobodys_mistake_in_a_game(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view):\n    return None\n")
    with pytest.raises(ParameterError, match="did you mean 'careful'") as caught:
        play(path, "carefull")
    assert not is_of_a_policy(caught.value)
    with pytest.raises(ExperimentError, match="isn't the requested one"):
        play_own(f"{path}:careful", "0123456789abcdef", Grid("3x4"), 2, 50, seed=7)


def test_what_a_policy_prints_is_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    player = tmp_path / "talks.py"
    player.write_text(
        "from hypersweep.solve import choose\nprint('loaded')\n"
        "def f(view):\n    print('asked')\n    return choose(view)\n"
    )
    name = f"{player}:f"
    play_own(name, policy_source(name), Grid("3x4"), 2, 2, seed=7)
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.split("\n")[:2] == ["loaded", "asked"]
