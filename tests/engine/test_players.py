"""Players by name: the solver's policies, functions in modules and in files that change, engines, and forks."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from forks import fork, status_of
from hostile_engines import hostile, program
from hypersweep import Game, ParameterError, ParameterTypeError, View
from hypersweep.engine import EngineBudget, Player, SimpleEngine, find_player, players
from hypersweep.engine.players import (
    check_player_name,
    check_policy_name,
    find_policy,
    is_own_policy,
    policy_source,
    written_player,
)
from hypersweep.errors import EngineRefusalError, EngineTerminatedError
from hypersweep.solve.choice import POLICIES
from hypersweep.trials import play_policy, play_solver
from processes import is_there

VIEW = View.parse("2x3 mines=1\n# # #\n1 1 .")
ENGINE = "engine:hypersweep engine --policy safest"


@pytest.fixture
def careful(tmp_path: Path) -> str:
    path = tmp_path / "players.py"
    path.write_text("from hypersweep import choose\ndef careful(view):\n    return choose(view, 'safest')\n")
    return f"{path}:careful"


def command(words: list[str]) -> str:
    """The name of the player that a command starts."""
    import shlex

    return f"engine:{shlex.join(words)}"


@pytest.mark.slow
def test_all_players_of_one_mind_play_alike(careful: str) -> None:
    theirs = play_solver("5x6", 6, 12, seed=7, policy="safest")
    for name in ("safest", careful, ENGINE):
        with find_player(name) as player:
            ours = play_policy(player, "5x6", 6, 12, seed=7)
            assert list(ours.won) == list(theirs.won)
            assert ours.policy == name
            assert player.restarts == 0
            player.new_game()
        player.close()
    with find_player(careful, isolated=False) as player:
        assert list(play_policy(player, "5x6", 6, 12, seed=7).won) == list(theirs.won)


@pytest.mark.slow
def test_names_that_are_none() -> None:
    for name in ("fastest", "ms_toolib", "engine:", "engine:'", "a b:c", ""):
        with pytest.raises(ParameterError):
            check_player_name(name)
    with pytest.raises(ParameterError, match=r"engine:COMMAND, got 'ms_toolib', did you mean 'ms_toollib'\?"):
        check_player_name("ms_toolib")
    with pytest.raises(ParameterTypeError):
        check_player_name(7)
    assert check_player_name("ms_toollib") == "ms_toollib"
    with (
        pytest.raises(EngineTerminatedError, match="can't import the module"),
        find_player("no_such_module:f") as player,
    ):
        player(VIEW)


def test_an_engine_that_fails_once_is_started_anew(tmp_path: Path) -> None:
    text = f"""
mark = {str(tmp_path / "mark")!r}
for words in lines():
    if words[0] == "hsp":
        say("ready\\n")
    elif words[0] == "go":
        if not os.path.exists(mark):
            open(mark, "w").close()
            os._exit(1)
        say(f"best {{own(words)}} cell=0,1\\n")
"""
    with find_player(command(program(text))) as player:
        assert player(VIEW) == (0, 1)
        assert player.restarts == 1
        assert player(VIEW) == (0, 1)
    assert player(VIEW) == (0, 1)
    player.close()
    with find_player(command(hostile("dies"))) as failing:
        with pytest.raises(EngineTerminatedError):
            failing(VIEW)
        assert failing.restarts == 1
    with find_player(command(hostile("refuses"))) as refusing:
        with pytest.raises(EngineRefusalError):
            refusing(VIEW)
        assert refusing.restarts == 0


def test_a_source_changes_with_the_program(careful: str, tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text("1")
    with find_player(careful) as own, find_player(f"engine:{sys.executable} {script}") as engine:
        before = own.source, engine.source
        assert all(len(each) == 16 for each in before)
        Path(careful.rpartition(":")[0]).write_text("def careful(view): return 0")
        script.write_text("2")
        assert own.source != before[0]
        assert engine.source != before[1]
    assert find_player("safest").source == ""
    with (
        find_player("hypersweep.solve:choose") as module,
        find_player("hypersweep.solve:choose", isolated=False) as here,
    ):
        assert module.source == here.source


def test_a_budget_and_options_are_handed_on() -> None:
    options = {"policy": "safest", "trust_flags": True}
    with find_player("engine:hypersweep engine", budget=EngineBudget(states=9), options=options) as player:
        assert player(View.parse("1x3 mines=1\n# 1 F")) == (0, 0)
    assert find_player("safest").answer(VIEW).cell == (0, 1)


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_a_forked_process_has_an_engine_of_its_own() -> None:
    with find_player(ENGINE) as player:
        assert player(VIEW) == (0, 1)

        def use() -> None:
            assert player(VIEW) == (0, 1)
            player.close()

        assert status_of(fork(use)) == 0
        assert player(VIEW) == (0, 1)


def test_a_player_is_no_value() -> None:
    with pytest.raises(ParameterTypeError, match=r"find_player\(\) makes another"):
        copy.copy(Player("first", lambda view: 0))
    assert repr(find_player("safest")) == "<Player 'safest'>"


# Tries to find a mine by everything that a process can read; the cell that it chooses reports the result.
SPY = """
import gc, os, sys
from hypersweep import View

HIDDEN = ("Layout", "Game", "Mines", "Board", "Session")

def _texts():
    yield " ".join(sys.argv)
    for words in sorted(os.environ.items()):
        yield "=".join(words)
    frame = sys._getframe()
    while frame is not None:
        for name, value in [*frame.f_locals.items(), *frame.f_globals.items()]:
            if isinstance(value, (str, bytes)):
                yield str(value)
        frame = frame.f_back
    for name in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []:
        try:
            yield "fd " + os.readlink("/proc/self/fd/" + name)
        except OSError:
            pass
    yield sys.stdin.read() if sys.stdin else ""

def spy(view):
    found = []
    for each in gc.get_objects():
        kind = type(each)
        if str(kind.__module__).startswith("hypersweep") and kind.__name__ in HIDDEN:
            found.append(kind.__name__)
    for other in gc.get_referents(view, type(view)):
        if type(other).__name__ in HIDDEN:
            found.append("through the view")
    if any("planted-7355608" in text for text in _texts()):
        found.append("the seed")
    if any(text.startswith("fd ") and text.endswith("planted") for text in _texts()):
        found.append("an open file")
    if type(view) is not View or any(code < -2 for code in view.codes):
        found.append("a view that shows mines")
    import hypersweep.view
    for name in dir(view):
        if name.startswith("_") and not name.startswith("__"):
            value = getattr(view, name)
            if type(value).__name__ in HIDDEN:
                found.append(name)
    if found:
        raise RuntimeError("found " + ", ".join(found))
    return list(view.codes).index(-1)
"""


@pytest.mark.slow
def test_an_engine_that_looks_for_mines_finds_none(tmp_path: Path) -> None:
    path = tmp_path / "spy.py"
    path.write_text(SPY)
    kept = tmp_path / "planted"
    kept.write_text("3x4.bAgg")
    planted = "planted-7355608"
    game = Game("6x7", 6, seed=7355608)
    game.open(0)
    with open(kept, encoding="utf-8") as open_file, find_player(f"{path}:spy") as player:
        os.set_inheritable(open_file.fileno(), True)
        assert planted
        cell = player(game.view)
        assert cell is not None
        assert not game.is_open(cell)
        # Here, in the process that deals, it would find what it looks for: the test can fail.
        with find_player(f"{path}:spy", isolated=False) as near, pytest.raises(RuntimeError, match=r"found .*the seed"):
            near(game.view)


def test_only_views_and_rules_cross(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = f"""
log = open({str(log)!r}, "ab", buffering=0)
import threading
for line in sys.stdin.buffer:
    log.write(line)
    words = line.decode().split()
    if words[0] == "hsp":
        say("ready\\n")
    elif words[0] == "ping":
        say("pong " + words[1] + "\\n")
    elif words[0] == "go":
        view = previous.split("view=")[1].split(" ")[0]
        say(f"best {{own(words)}} cell=none\\n")
    previous = line.decode()
"""
    with find_player(command(program(text))) as player:
        play_policy(player, "5x6", 6, 5, seed=7355608)
    told = log.read_text().splitlines()
    assert {line.split()[0] for line in told} == {"hsp", "position", "go", "quit"}
    assert not any("7355608" in line for line in told)
    for line in told:
        if line.startswith("position"):
            _, view, rules = line.split()
            assert rules == "rules=classic,first=any"
            assert not set(view.split("-", 2)[2]) & set("0~_")


@pytest.mark.slow
def test_threads_share_a_player() -> None:
    found: list[object] = []
    with find_player(ENGINE) as player:
        threads = [threading.Thread(target=lambda: found.append(player(VIEW))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert found == [(0, 1)] * 8


def test_the_end_of_the_program_ends_its_engines() -> None:
    text = f"""
from hypersweep import View
from hypersweep.engine import find_player
player = find_player({ENGINE!r})
player(View.parse("1x3 mines=1\\n# 1 #"))
print(player._engine.pid)
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    assert not is_there(int(done.stdout))


def test_what_is_written_at_a_command_line_is_a_name_or_a_command() -> None:
    for text in ("safest", "ms_toollib", "players.py:careful", ENGINE):
        assert written_player(text) == text
    assert written_player("hypersweep engine") == "engine:hypersweep engine"
    assert written_player("no-such-program --fast") == "engine:no-such-program --fast"
    assert written_player(sys.executable) == f"engine:{sys.executable}"
    for text in ("safset", "", "'"):
        with pytest.raises(ParameterError):
            written_player(text)


def test_an_engine_that_is_started_anew_has_as_long_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []

    class Counted(SimpleEngine):
        def __init__(self, words: list[str], *, timeout: float | None, **others: Any) -> None:
            limits.append(timeout)
            super().__init__(words, timeout=timeout, **others)

    monkeypatch.setattr(players, "SimpleEngine", Counted)
    with find_player(command(hostile("dies"))) as player:
        player.start(60.0)
        with pytest.raises(EngineTerminatedError):
            player(VIEW)
    assert limits == [60.0, 60.0]


def test_who_waits_for_a_player_that_is_closed_starts_no_other_engine() -> None:
    player = find_player(command(hostile("silent")), timeout=3600)
    player.new_game()
    errors: list[Exception] = []

    def wait() -> None:
        try:
            player(VIEW)
        except EngineTerminatedError as error:
            errors.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    while not thread.is_alive():
        pass
    player.close()
    thread.join(60)
    assert len(errors) == 1
    assert player.restarts == 0
    assert player.title == command(hostile("silent"))[:39].replace("\n", " ") + "…"


def test_names_are_the_solvers_or_those_of_functions() -> None:
    for name in (*POLICIES, "a:b", "a.b:c", "x.py:f", "some folder/x.py:f", "C:\\x.py:f"):
        assert check_policy_name(name) == name
        assert is_own_policy(name) is (name not in POLICIES)
    for name in (
        "",
        "a",
        "a:",
        ":b",
        ".py:f",
        "a b:c",
        "a:b c",
        "a..b:c",
        "x.py:f\n",
        "x\n.py:f",
        "x" * 1001 + ".py:f",
    ):
        with pytest.raises(ParameterError, match="expected a policy"):
            check_policy_name(name)


def test_a_function_of_a_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "it is mine.py"
    path.write_text("def careful(view):\n    return None\nnumber = 3\n")
    assert find_policy(f"{path}:careful")(View("1x3", 1, [-1, 1, -1])) is None
    with pytest.raises(ParameterError, match="did you mean 'careful'"):
        find_policy(f"{path}:carful")
    with pytest.raises(ParameterError, match="expected a function"):
        find_policy(f"{path}:number")
    with pytest.raises(ParameterError, match="no such file"):
        find_policy(f"{tmp_path / 'other.py'}:careful")


def test_a_function_of_a_module_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    Path("players_of_a_test.py").write_text("def careful(view):\n    return 3\n")
    assert find_policy("players_of_a_test:careful").__name__ == "careful"
    del sys.modules["players_of_a_test"]
    with pytest.raises(ParameterError, match="can't import the module"):
        find_policy("no_such_module_of_a_test:careful")


def test_a_file_that_is_changed_has_another_source(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view): return None\n")
    before = policy_source(f"{path}:careful")
    assert policy_source(f"{path}:careful") == before != ""
    path.write_text("def careful(view): return 3\n")
    assert policy_source(f"{path}:careful") != before
    assert policy_source("safest") == ""
    with pytest.raises(ParameterError, match="can't read the policy's file"):
        policy_source(f"{tmp_path / 'other.py'}:careful")
