"""Engines that a worker runs: they get one question at a time, and are shared fairly."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from hostile_engines import hostile, program
from hypersweep import ParameterError, View
from hypersweep.web.multiplayer.engines import Engines, _without_paths
from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from processes import is_there

VIEW = View.parse("2x3 mines=1\n# # #\n1 1 .")

# Answers once a file exists, and reports how often it was started and its input.
PATIENT = """
LOG = {log!r}
def note(text):
    with open(LOG, "a") as file:
        file.write(text + "\\n")
note("pid %d" % os.getpid())
for words in lines():
    if words[0] == "hsp":
        say("id name Patient\\nready\\n")
    elif words[0] in ("position", "new"):
        note(" ".join(words))
    elif words[0] == "go":
        note("go")
        while not os.path.exists(LOG + ".go"):
            time.sleep(0.01)
        say(f"best {{own(words)}} cell=0,1 chance=0 exact=yes\\n")
"""


def patient(folder: Path) -> tuple[str, Path]:
    """The name of that engine, and its log."""
    log = folder / "log"
    return name(program(PATIENT.format(log=str(log)))), log


def name(words: list[str]) -> str:
    """The name of the player that a command starts."""
    return f"engine:{shlex.join(words)}"


def run(engines: Engines, work: Callable[[], Awaitable[None]]) -> None:
    """Begin, work, and close."""

    async def main() -> None:
        async with asyncio.timeout(60):
            await engines.begin()
            try:
                await work()
            finally:
                await engines.close()

    asyncio.run(main())


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for a condition in the background."""
    while not is_so():
        await asyncio.sleep(0.01)


def gone(log: Path) -> list[bool]:
    """Return whether each started process has ended."""
    return [not is_there(int(line.split()[1])) for line in log.read_text().splitlines() if line.startswith("pid ")]


def refused(error: RefusedError) -> tuple[str, int]:
    return error.what, error.status


@pytest.mark.slow
def test_engines_are_named_and_answer() -> None:
    engines = Engines(["safest", name(hostile("well")), name(hostile("stops"))])

    async def work() -> None:
        assert engines.names == ["safest", "Hostile", "Hostile 2"]
        answer = await engines.ask("safest", VIEW, "ann", "here", ("chances", "reasons"))
        assert answer.cell == (0, 1)
        assert answer.chances is not None
        assert answer.reasons
        assert (await engines.ask("Hostile", VIEW, "ann", "here", ())).cell == (0, 0)
        with pytest.raises(RefusedError) as caught:
            await engines.ask("Nobody", VIEW, "ann", "here", ())
        assert refused(caught.value) == ("engine", 404)

    run(engines, work)


def test_questions_wait_within_bounds_and_go_to_one_process(tmp_path: Path) -> None:
    player, log = patient(tmp_path)
    engines = Engines([player], most=4, seconds=30)

    async def work() -> None:
        def ask(person: str, place: str) -> asyncio.Task[object]:
            return asyncio.create_task(engines.ask("Patient", VIEW, person, place, ()))

        async def busy(person: str, place: str) -> None:
            with pytest.raises(RefusedError) as caught:
                await engines.ask("Patient", VIEW, person, place, ())
            assert refused(caught.value) == ("busy", 503)

        going = [ask("ann", "here"), ask("ben", "here")]
        await until(lambda: "go" in log.read_text().splitlines())
        # One question of each person, and half of them from one place.
        await busy("ann", "there")
        await busy("eve", "here")
        going += [ask("cat", "there"), ask("dan", "elsewhere")]
        await asyncio.sleep(0)
        await busy("fay", "far away")
        (tmp_path / "log.go").touch()
        assert [(await each).cell for each in going] == [(0, 1)] * 4  # type: ignore[attr-defined]
        assert (await engines.ask("Patient", VIEW, "fay", "here", ())).cell == (0, 1)

    run(engines, work)
    told = log.read_text().splitlines()
    assert len(gone(log)) == 1
    assert gone(log) == [True]
    # It gets the view, and a new game for each question.
    assert set(told[1:]) == {"new game", "position view=2x3-1-C11a rules=classic,first=any", "go"}


def test_a_question_whose_turn_does_not_come_is_given_up(tmp_path: Path) -> None:
    player, log = patient(tmp_path)
    engines = Engines([player], seconds=30, waiting=0.05)

    async def work() -> None:
        first = asyncio.create_task(engines.ask("Patient", VIEW, "ann", "here", ()))
        await until(lambda: "go" in log.read_text().splitlines())
        with pytest.raises(RefusedError) as caught:
            await engines.ask("Patient", VIEW, "ben", "there", ())
        assert refused(caught.value) == ("busy", 503)
        (tmp_path / "log.go").touch()
        await first

    run(engines, work)


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("way", ["dies", "off the board", "silent"])
def test_an_engine_that_has_failed_is_started_anew_after_a_rest(way: str) -> None:
    engines = Engines([name(hostile(way))], seconds=0.05, patience=10 if way == "dies" else 0.3, rest=600)

    async def work() -> None:
        for _ in range(2):
            with pytest.raises(RefusedError) as caught:
                await engines.ask("Hostile", VIEW, "ann", "here", ())
            assert refused(caught.value) == ("engine_failed", 502)
            # Names of files on this machine stay private.
            assert "/" not in str(caught.value)
            with pytest.raises(RefusedError) as caught:
                await engines.ask("Hostile", VIEW, "ann", "here", ())
            assert refused(caught.value) == ("engine_failed", 502)
            assert "try again in a moment" in str(caught.value)
            engines._engines["Hostile"]._again = 0.0  # ten minutes later

    with capture_logs() as told:
        run(engines, work)
    # Once for each failure, and not for requests during the pause.
    assert [each["event"] for each in told] == ["an engine has failed"] * 2


# Takes longer to start than for an answer, each time.
SLOW = """
time.sleep(0.9)
for words in lines():
    if words[0] == "hsp":
        say("id name Slow\\nready\\n")
    elif words[0] == "go":
        say(f"best {own(words)} cell=0,1\\n")
        os._exit(0)
"""


@pytest.mark.nightly
def test_an_engine_may_take_longer_to_start_than_to_answer() -> None:
    engines = Engines([name(program(SLOW))], patience=0.8)

    async def work() -> None:
        # It ends after each answer.
        for _ in range(2):
            assert (await engines.ask("Slow", VIEW, "ann", "here", ())).cell == (0, 1)

    run(engines, work)


def test_an_engine_that_takes_too_long_to_start_is_told_with_its_words() -> None:
    words = name(program("time.sleep(60)"))

    async def main() -> None:
        with pytest.raises(
            ParameterError, match=r"^--engine '\S*python\S* .*got nothing; it may take longer"
        ) as caught:
            await Engines([words], starting=0.2).begin()
        assert "engine:" not in str(caught.value)

    asyncio.run(main())


def test_an_engine_that_died_meanwhile_is_started_anew_for_the_next_question(tmp_path: Path) -> None:
    player, log = patient(tmp_path)
    (tmp_path / "log.go").touch()
    engines = Engines([player])

    async def work() -> None:
        assert (await engines.ask("Patient", VIEW, "ann", "here", ())).cell == (0, 1)
        os.kill(int(log.read_text().splitlines()[0].split()[1]), signal.SIGTERM)
        assert (await engines.ask("Patient", VIEW, "ann", "here", ())).cell == (0, 1)

    with capture_logs() as told:
        run(engines, work)
    assert gone(log) == [True, True]
    # How it ended is logged for the server's operator.
    assert [(each["event"], each["log_level"]) for each in told] == [("an engine has exited", "warning")]


def test_what_an_engine_refuses_is_told_and_it_goes_on() -> None:
    engines = Engines([name(hostile("refuses"))])

    async def work() -> None:
        for _ in range(2):
            with pytest.raises(RefusedError) as caught:
                await engines.ask("Hostile", VIEW, "ann", "here", ())
            assert refused(caught.value) == ("engine_refused", 422)
            # The page knows itself which clients may not.
            assert caught.value.values == {"reason": "no such board"}

    with capture_logs() as told:
        run(engines, work)
    assert told == []


def test_what_a_function_raises_is_logged_and_told_without_folders(tmp_path: Path) -> None:
    folder = tmp_path / "my functions"
    folder.mkdir()
    (folder / "bold.py").write_text("def bold(view):\n    open(__file__ + '.weights')\n")
    engines = Engines([f"{folder / 'bold.py'}:bold"])

    async def work() -> None:
        with pytest.raises(RefusedError) as caught:
            await engines.ask("bold", VIEW, "ann", "here", ())
        assert refused(caught.value) == ("engine_refused", 422)
        reason = caught.value.values["reason"]
        assert str(reason).startswith("FileNotFoundError: ")
        assert str(reason).endswith("'bold.py.weights' (bold.py, line 2, in bold)")
        for told in (str(caught.value), str(reason)):
            assert tmp_path.name not in told
            assert "my functions" not in told

    with capture_logs() as told:
        run(engines, work)
    assert [(each["event"], each["log_level"]) for each in told] == [("an engine can't answer", "warning")]
    assert f"({folder / 'bold.py'}, line 2, in bold)" in told[0]["why"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("1/2 of a/b and 3 / 4", "1/2 of a/b and 3 / 4"),
        ("see https://bold.example/help/me", "see https://bold.example/help/me"),
        ("open /etc/bold.conf: denied", "open bold.conf: denied"),
        ("'../../bold.txt', ~/bold and file:///home/ann/bold", "'bold.txt', bold and bold"),
        (r"C:\Users\ann\my engines\bold.py, \\host\share\bold", "bold.py, bold"),
    ],
)
def test_only_folders_go_from_what_an_engine_says(said: str, told: str) -> None:
    assert _without_paths(said) == told


def test_an_engine_that_refuses_to_start_anew_has_failed(tmp_path: Path) -> None:
    moody = f"""
for words in lines():
    if words[0] == "hsp":
        say("error text=not again\\n" if os.path.exists({str(tmp_path / "was")!r}) else "id name Moody\\nready\\n")
        open({str(tmp_path / "was")!r}, "w").close()
    elif words[0] == "go":
        os._exit(1)
"""
    engines = Engines([name(program(moody))], rest=0.0)

    async def work() -> None:
        for _ in range(2):
            with pytest.raises(RefusedError) as caught:
                await engines.ask("Moody", VIEW, "ann", "here", ())
            assert refused(caught.value) == ("engine_failed", 502)

    run(engines, work)


def test_an_engine_that_cannot_be_started_ends_the_others(tmp_path: Path) -> None:
    player, log = patient(tmp_path)

    async def main() -> None:
        told = "^--engine 'no-such-program --fast': can't start the engine 'no-such-program'"
        with pytest.raises(ParameterError, match=told):
            await Engines([player, "engine:no-such-program --fast"]).begin()

    asyncio.run(main())
    assert gone(log) == [True]


def test_closing_ends_an_engine_in_the_middle_of_a_question(tmp_path: Path) -> None:
    player, log = patient(tmp_path)
    engines = Engines([player], seconds=3000)

    async def main() -> None:
        await engines.begin()
        asked = asyncio.create_task(engines.ask("Patient", VIEW, "ann", "here", ()))
        waits = asyncio.create_task(engines.ask("Patient", VIEW, "ben", "there", ()))
        await until(lambda: "go" in log.read_text().splitlines())
        await engines.close()
        for each in (asked, waits):
            with pytest.raises(UnavailableError):
                await each

    with capture_logs() as told:
        asyncio.run(main())
    # It hasn't failed.
    assert told == []
    assert gone(log) == [True]
