"""Clients of engines: their arguments, and the blocking client with all kinds of engines, honest and hostile."""

from __future__ import annotations

import copy
import gc
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from forks import fork, status_of
from hostile_engines import COUNTS, hostile, program
from hypersweep import Game, ParameterError, ParameterTypeError, View, analyse, choose
from hypersweep.engine import AsyncEngine, EngineBudget, EngineInfo, SimpleEngine
from hypersweep.engine.client import EngineClient, check_question, check_timeout
from hypersweep.engine.engine_protocol import NO_PROMISE
from hypersweep.engine.process import PolledPipes
from hypersweep.errors import (
    EngineError,
    EngineProtocolError,
    EngineRefusalError,
    EngineTerminatedError,
    EngineTimeoutError,
)
from processes import is_alive, is_there
from solver_views import lattice

VIEW = View.parse("2x3 mines=1\n# # #\n1 1 .")


def test_a_timeout_is_seconds_or_none() -> None:
    assert check_timeout(None) is None
    assert check_timeout(2) == 2.0
    wrongs: list[object] = [0, -1, math.nan, math.inf]
    for wrong in wrongs:
        with pytest.raises(ParameterError, match="above 0"):
            check_timeout(wrong)
    for wrong in (True, "2", object()):
        with pytest.raises(ParameterTypeError, match="expected a time-out in seconds or None"):
            check_timeout(wrong)


def test_a_question_has_its_defaults_and_is_checked() -> None:
    assert check_question(VIEW, None, None, ()) == (VIEW, NO_PROMISE, EngineBudget(), ())
    assert check_question(VIEW, None, None, "chances")[3] == ("chances",)
    assert check_question(VIEW, "classic", EngineBudget(7), ["ranked", "reasons"])[2:] == (
        EngineBudget(7),
        ("ranked", "reasons"),
    )
    for wrong in (("1x3", None, None, ()), (VIEW, None, 5, ()), (VIEW, None, None, 5), (VIEW, 5, None, ())):
        with pytest.raises(ParameterError):
            check_question(*wrong)


@pytest.mark.parametrize("kind", [EngineClient, AsyncEngine])
def test_one_that_was_never_started_says_so(kind: type[EngineClient]) -> None:
    client = kind("no-such-program-of-a-test", timeout=3)
    assert (client.name, client.version, client.options, client.said, client.pid) == ("", "", {}, "", 0)
    assert client.is_closed
    assert repr(client) == f"<{kind.__name__} '', closed>"
    client.stop()
    with pytest.raises(EngineTerminatedError, match="can't use 'no-such-program-of-a-test', which was closed"):
        client._running()


def test_its_patience_can_be_changed_and_it_cannot_be_copied() -> None:
    with SimpleEngine.open("hypersweep engine", timeout=30) as engine:
        engine.timeout = 20
        assert engine.timeout == 20.0
        with pytest.raises(ParameterError):
            engine.timeout = 0
        assert engine.timeout == 20.0
        with pytest.raises(TypeError, match="open another engine"):
            copy.copy(engine)


POSITION = View.parse("2x3 mines=1\n# # #\n1 1 .")
OURS = ["hypersweep", "engine"]
# Work that takes many seconds unless it is ended.
LONG = lattice("40x40", 0.2)[0]


def waits(condition: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("dies", "has ended with status 3"),
        ("dies of a signal", "by signal 9"),
        ("says why and dies", "after it said 'out of ideas'"),
    ],
)
def test_an_engine_that_dies_is_told_and_can_be_restarted(way: str, words: str) -> None:
    with SimpleEngine(hostile(way)) as engine:
        pid = engine.pid
        with pytest.raises(EngineTerminatedError, match=words) as caught:
            engine.go(POSITION)
        assert caught.value.said in ("", "out of ideas")
        assert engine.is_closed
        assert not is_there(pid)
        with pytest.raises(EngineTerminatedError, match="restart"):
            engine.go(POSITION)
        engine.restart()
        assert engine.pid != pid
        engine.ping()
    assert not is_there(engine.pid)


@pytest.mark.parametrize(
    "way",
    [
        "no id",
        "open cell",
        "off the board",
        "another dimension",
        "no cell",
        "no number",
        "no chance",
        "no UTF-8",
        "too few chances",
        "too many chances",
        "endless moves",
    ],
)
def test_what_no_engine_may_say_is_a_protocol_error_and_ends_it(way: str) -> None:
    with SimpleEngine(hostile(way)) as engine:
        with pytest.raises(EngineProtocolError, match="'Hostile' sent an invalid line: expected"):
            engine.go(POSITION)
        assert engine.is_closed
    assert not is_there(engine.pid)


@pytest.mark.needs("linux")
def test_an_endless_line_is_given_up_and_takes_no_memory() -> None:
    import resource

    with SimpleEngine(hostile("an endless line"), timeout=60) as engine:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with pytest.raises(EngineProtocolError, match="a line of more than 16777216 bytes"):
            engine.go(POSITION)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


@pytest.mark.slow
@pytest.mark.needs("linux")
def test_endless_lines_take_no_memory_and_end_in_time() -> None:
    import resource

    with SimpleEngine(hostile("endless lines")) as engine:
        engine.timeout = 0.3
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with pytest.raises(EngineTimeoutError):
            engine.go(POSITION)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
    assert not is_there(engine.pid)


def test_what_is_said_on_standard_error_is_bounded_and_stops_nobody() -> None:
    with SimpleEngine(hostile("endless errors")) as engine:
        assert engine.go(POSITION).cell == (0, 0)
        assert 0 < len(engine.said) <= 1 << 14


@pytest.mark.slow
def test_an_engine_that_is_silent_is_stopped_and_then_ended() -> None:
    with SimpleEngine(hostile("silent")) as engine:
        engine.timeout = 0.2
        with pytest.raises(EngineTimeoutError, match=r"'Hostile' didn't answer within 0\.3 seconds"):
            engine.go(POSITION, budget=EngineBudget(seconds=0.1))
        assert engine.is_closed
    with SimpleEngine(hostile("stops")) as engine:
        engine.timeout = 1.0
        answer = engine.go(POSITION)
        assert (answer.cell, answer.is_stopped) == ((0, 1), True)
        assert not engine.is_closed


def test_an_engine_that_never_says_hello_is_ended() -> None:
    with pytest.raises(EngineTimeoutError):
        SimpleEngine(program("time.sleep(100)"), timeout=0.2)
    with pytest.raises(EngineTerminatedError, match="has ended with status 0"):
        SimpleEngine(program("pass"))


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_an_engine_that_ignores_everything_is_killed_with_what_it_started() -> None:
    text = """
import signal, subprocess
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-S", "-c", "import signal, time; signal.signal(15, 1); time.sleep(600)"])
say(f"id name {child.pid}\\nready\\n")
time.sleep(600)
"""
    engine = SimpleEngine(program(text))
    child = int(engine.name)
    assert is_there(child)
    engine.close()
    assert not is_there(engine.pid)
    # The process that adopted the child of a child waits for it sooner or later.
    assert waits(lambda: not is_alive(child))


def test_a_second_answer_and_noise_are_passed_over() -> None:
    with SimpleEngine(hostile("twice")) as engine:
        assert [engine.go(POSITION).cell for _ in range(3)] == [(0, 0)] * 3
    with SimpleEngine(hostile("in pieces")) as engine:
        assert engine.go(POSITION).cell == (0, 1)


@pytest.mark.parametrize("way", ["refuses", "position refused"])
def test_what_an_engine_refuses_is_told_and_it_goes_on(way: str) -> None:
    with SimpleEngine(hostile(way)) as engine:
        for _ in range(2):
            with pytest.raises(EngineRefusalError, match=r"'Hostile' says: (no such board|what is that)") as caught:
                engine.go(POSITION)
        assert caught.value.kind == ("inconsistent" if way == "refuses" else "line")
        engine.ping()


def test_commands_that_cannot_be_are_refused() -> None:
    with pytest.raises(EngineTerminatedError, match="can't start the engine 'no-such-program'"):
        SimpleEngine("no-such-program --fast")
    for wrong in ("", [], "'half", ["a\0b"]):
        with pytest.raises(ParameterError):
            SimpleEngine(wrong)
    for kind in (7, [7], None):
        with pytest.raises(ParameterTypeError):
            SimpleEngine(kind)  # type: ignore[arg-type]
    for wait in (0, -1, True, "1", float("nan")):
        with pytest.raises(ParameterError):
            SimpleEngine(OURS, timeout=wait)  # type: ignore[arg-type]


class TestOurs:
    """Hypersweep's engine."""

    @pytest.mark.slow
    def test_it_answers_what_the_solver_finds(self) -> None:
        boards = ["6x7", "30", "3x4x5", "5x6~wrap=0,1", "4x7~orthogonal", "2x3x2x3"]
        with SimpleEngine(OURS) as engine:
            assert (engine.name, sorted(engine.options)) == (
                "hypersweep",
                ["memory", "policy", "seconds", "states", "trust_flags"],
            )
            for number, board in enumerate(boards):
                game = Game(board, 4, seed=number)
                game.open(0)
                for policy in ("safest", "look-ahead"):
                    engine.configure({"policy": policy})
                    found = choose(game.view, policy)
                    answer = engine.go(game.view)
                    assert answer.cell == (None if found is None else found.cell)
                    full = engine.go(game.view, wants=("chances", "ranked", "reasons"))
                    assert full.cell == answer.cell
                    assert full.chances == tuple(analyse(game.view).probabilities)
                    assert full.cell is None or full.ranked[0].cell == full.cell
                    assert bool(full.reasons) == (full.cell is not None)

    @pytest.mark.slow
    def test_flags_are_trusted_where_they_are_to_be(self) -> None:
        view = View.parse("1x3 mines=1\n# 1 F")
        with SimpleEngine(OURS, options={"trust_flags": True}) as engine:
            assert engine.go(view, wants=["chances"]).chances == (0.0, 0.0, 1.0)
            engine.restart()
            assert engine.go(view, wants="chances").chances == (0.0, 0.0, 1.0)
            engine.configure({"trust_flags": False})
            assert engine.go(view, wants="chances").chances == (0.5, 0.0, 0.5)
            with pytest.raises(ParameterError, match="did you mean 'policy'"):
                engine.configure({"polcy": "safest"})
            with pytest.raises(EngineRefusalError, match=r"expected a policy \(safest"):
                engine.configure({"policy": "fastest"})

    def test_a_promised_first_open_is_used(self) -> None:
        with SimpleEngine(OURS) as engine:
            untouched = View("6x8", 9, [-1] * 48)
            for rules, cell, chance in (
                ("classic,first=opening", (3, 4), 0.0),
                ("classic", (0, 0), 0.0),
                (None, None, 9 / 48),
            ):
                best = engine.go(untouched, rules).best
                assert best is not None
                assert cell is None or best.cell == cell
                assert best.chance == pytest.approx(chance)

    def test_a_board_that_cannot_be_is_refused(self) -> None:
        with SimpleEngine(OURS) as engine:
            with pytest.raises(EngineRefusalError, match="no layout fits the view") as caught:
                engine.go(View.parse("1x3 mines=1\n# 2 #"))
            assert caught.value.kind == "inconsistent"
            assert engine.go(POSITION).cell == (0, 1)

    @pytest.mark.slow
    def test_a_huge_board_is_answered_within_its_budget(self) -> None:
        game = Game("1000x1000", 200_000, seed=3, rules="classic,first=opening")
        game.open((500, 500))
        with SimpleEngine(OURS, timeout=60) as engine:
            answer = engine.go(game.view, budget=EngineBudget(seconds=0.5))
            assert answer.cell is not None
            assert game.view[answer.cell] == -1

    @pytest.mark.slow
    def test_stop_from_another_thread_ends_a_search(self) -> None:
        infos: list[EngineInfo] = []
        with SimpleEngine(OURS, timeout=60) as engine:
            stopper = threading.Timer(0.2, engine.stop)
            stopper.start()
            answer = engine.go(LONG, wants=("chances", "ranked", "reasons"), report=infos.append)
            stopper.join()
            assert answer.cell is not None
            assert answer.is_stopped
            engine.stop()
            assert engine.go(POSITION).cell == (0, 1)

    def test_threads_share_an_engine(self) -> None:
        views = [View.parse(f"1x3 mines=1\n{row}") for row in ("# 1 .", ". 1 #")]
        found: list[bool] = []
        with SimpleEngine(OURS) as engine:

            def ask(place: int) -> None:
                for _ in range(10):
                    with pytest.raises(EngineRefusalError):
                        engine.go(View.parse("1x3 mines=3\n# 1 #"))
                    found.append(engine.go(views[place]).cell is None)

            threads = [threading.Thread(target=ask, args=(place % 2,)) for place in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
        assert len(found) == 40

    def test_closing_from_another_thread_ends_the_wait(self) -> None:
        engine = SimpleEngine(hostile("silent"), timeout=60)
        threading.Timer(0.1, engine.close).start()
        with pytest.raises(EngineTerminatedError, match="closed before it answered"):
            engine.go(POSITION)
        engine.close()


@pytest.mark.slow
def test_an_engine_that_nobody_holds_any_more_ends() -> None:
    engine = SimpleEngine(hostile("silent"))
    pid = engine.pid
    del engine
    gc.collect()
    assert waits(lambda: not is_there(pid))


@pytest.mark.needs("posix")
def test_a_forked_process_is_refused_and_keeps_no_pipe() -> None:
    engine = SimpleEngine(hostile("well"))

    def use() -> None:
        with pytest.raises(EngineError, match="the parent process started"):
            engine.go(POSITION)
        engine.close()
        time.sleep(0.3)

    child = fork(use)
    assert engine.go(POSITION).cell == (0, 0)
    engine.close()
    assert not is_there(engine.pid)
    assert status_of(child) == 0


@pytest.mark.needs("posix")
def test_a_process_forked_while_a_thread_sends_does_not_wait_for_that_thread() -> None:
    with SimpleEngine(hostile("well")) as engine:
        assert engine._process is not None
        pipes = engine._process._pipes
        assert isinstance(pipes, PolledPipes)
        with pipes._lock:
            child = fork(lambda: None)
            assert waits(lambda: not is_alive(child))
        assert status_of(child) == 0
        assert engine.go(POSITION).cell == (0, 0)


@pytest.mark.slow
@pytest.mark.needs("posix")
@pytest.mark.parametrize("wait", [0.1, 0.7])
def test_ctrl_c_while_an_engine_is_ended_leaves_none(wait: float) -> None:
    text = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
say("id name Deaf\\nready\\n")
time.sleep(600)
"""
    script = f"""
import os, signal, sys, threading
sys.path[:0] = {sys.path!r}
from hostile_engines import program
from hypersweep.engine import SimpleEngine
engine = SimpleEngine(program({text!r}), timeout=60)
print(engine.pid)
threading.Timer({wait}, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    engine.close()
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    number, told = done.stdout.split()
    assert (told, done.stderr) == ("interrupted", "")
    # Killed, and reaped by the process that adopted it.
    assert waits(lambda: not is_alive(int(number)))


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_what_an_engine_leaves_behind_cannot_talk_for_it() -> None:
    text = """
if os.fork() == 0:
    os.setsid()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            say("x y z\\n" * 1000)
        except OSError:
            break
    os._exit(0)
say("id name Gone\\nready\\n")
"""
    engine = SimpleEngine(program(text), timeout=None)
    with pytest.raises(EngineTerminatedError, match="has ended with status 0"):
        engine.go(POSITION)
    assert engine.is_closed


@pytest.mark.needs("posix")
def test_ctrl_c_while_waiting_leaves_the_engine_fit_for_more() -> None:
    program = f"""
import os, signal, sys, threading
sys.path[:0] = {sys.path!r}
from hostile_engines import hostile
from hypersweep import View
from hypersweep.engine import SimpleEngine
view = View.parse("2x3 mines=1\\n# # #\\n1 1 .")
with SimpleEngine(hostile("stops"), timeout=60) as engine:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        engine.go(view)
    except KeyboardInterrupt:
        print("interrupted")
    engine.ping()
    print(engine.is_closed)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("interrupted\nFalse\n", "")


def test_an_exception_of_a_report_is_passed_on_and_the_engine_goes_on() -> None:
    text = """
for words in lines():
    if words[0] == "hsp":
        say("ready\\n")
    elif words[0] == "go":
        say(f"info {own(words)} stage=here\\nbest {own(words)} cell=0,0\\n")
"""

    def report(info: EngineInfo) -> None:
        raise KeyError(info.stage)

    with SimpleEngine(program(text)) as engine:
        with pytest.raises(KeyError, match="here"):
            engine.go(POSITION, report=report)
        assert engine.go(POSITION).cell == (0, 0)


TELLS = """
for words in lines():
    if words[0] == "hsp":
        say("ready\\n")
    elif words[0] == "go":
        say(f"info {own(words)} stage=here\\n")
        time.sleep(0.3)
        say(f"best {own(words)} cell=0,0\\n")
"""


@pytest.mark.slow
def test_a_report_that_asks_is_refused_instead_of_waiting_for_itself() -> None:
    with SimpleEngine(program(TELLS)) as engine:
        for ask in (lambda: engine.go(POSITION), engine.ping, engine.restart):
            told: list[str] = []

            def report(info: EngineInfo, ask: Callable[[], object] = ask, told: list[str] = told) -> None:
                with pytest.raises(EngineError, match="can't ask the engine from a report") as caught:
                    ask()
                told.append(str(caught.value))

            assert engine.go(POSITION, report=report).cell == (0, 0)
            assert len(told) == 1


def test_a_report_may_close_the_engine() -> None:
    engine = SimpleEngine(program(TELLS))
    with pytest.raises(EngineTerminatedError, match="closed before it answered"):
        engine.go(POSITION, report=lambda info: engine.close())
    assert engine.is_closed
    assert waits(lambda: not is_there(engine.pid))


def test_an_analysis_is_streamed_until_the_engine_answers() -> None:
    with SimpleEngine(program(TELLS)) as engine, engine.analysis(POSITION) as analysis:
        assert [info.stage for info in analysis.stream()] == ["here"]
        assert [*analysis.stream()] == []
        assert analysis.answer().cell == (0, 0)
    assert analysis.answer().cell == (0, 0)


def test_leaving_the_loop_stops_the_search() -> None:
    with SimpleEngine(program(COUNTS)) as engine:
        with engine.analysis(POSITION) as analysis:
            for info in analysis.stream():
                if info.states == 3:
                    break
            answer = analysis.answer()
            assert (answer.cell, answer.is_stopped) == ((0, 1), True)
        with engine.analysis(POSITION) as abandoned:
            assert next(iter(abandoned.stream())).states == 1
            for ask in (lambda: engine.go(POSITION), engine.ping, engine.restart):
                with pytest.raises(EngineError, match="an analysis"):
                    ask()
        with pytest.raises(EngineError, match="ended before the engine answered"):
            abandoned.answer()
        with pytest.raises(EngineError, match="ended before the engine answered"):
            [*abandoned.stream()]
        engine.ping()
        with pytest.raises(TypeError, match="running search"):
            copy.copy(analysis)


@pytest.mark.slow
def test_the_time_between_two_reports_is_not_the_engines() -> None:
    with SimpleEngine(program(COUNTS)) as engine:
        engine.timeout = 1.0
        with engine.analysis(POSITION) as analysis:
            stream = analysis.stream()
            for _ in range(3):
                next(stream)
                time.sleep(1.1)
            assert analysis.answer().cell == (0, 1)


@pytest.mark.parametrize(
    ("way", "error"),
    [
        ("dies", EngineTerminatedError),
        ("open cell", EngineProtocolError),
        ("refuses", EngineRefusalError),
    ],
)
def test_an_engine_that_fails_ends_the_stream_with_an_error(way: str, error: type[EngineError]) -> None:
    with SimpleEngine(hostile(way)) as engine:
        with engine.analysis(POSITION) as analysis:
            with pytest.raises(error):
                [*analysis.stream()]
            with pytest.raises(EngineError):
                analysis.answer()
        assert engine.is_closed == (way != "refuses")


def test_an_engine_may_be_closed_during_an_analysis() -> None:
    engine = SimpleEngine(program(COUNTS))
    with engine.analysis(POSITION) as analysis:
        for _ in analysis.stream():
            break
        engine.close()
        with pytest.raises(EngineTerminatedError, match="closed before it answered"):
            analysis.answer()
    assert engine.is_closed


@pytest.mark.slow
def test_an_option_that_is_refused_after_an_abandoned_search_is_not_of_the_next_question() -> None:
    with SimpleEngine(OURS, timeout=60) as engine:

        def interrupted(info: EngineInfo) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            engine.go(LONG, wants=["ranked", "reasons"], report=interrupted)
        with pytest.raises(EngineRefusalError, match="fastest"):
            engine.configure({"policy": "fastest"})
        assert engine.go(POSITION).cell == (0, 1)


@pytest.mark.slow
def test_a_reason_of_more_cells_than_there_are_is_refused() -> None:
    text = """
for words in lines():
    if words[0] == "hsp":
        say("ready\\n")
    elif words[0] == "go":
        say(f"reason {own(words)} cells=" + ";".join(["0,0"] * 3_000_000) + " text=so\\nbest cell=0,0\\n")
"""
    with SimpleEngine(program(text)) as engine, pytest.raises(EngineProtocolError, match="at most 6 cells"):
        engine.go(POSITION, wants=["reasons"])


def test_ctrl_c_at_the_terminal_is_not_for_engines() -> None:
    with SimpleEngine(hostile("well")) as engine:
        if os.name == "posix":
            assert os.getpgid(engine.pid) != os.getpgid(0)
            assert signal.getsignal(signal.SIGINT) is not None
        assert engine.go(POSITION).cell == (0, 0)
