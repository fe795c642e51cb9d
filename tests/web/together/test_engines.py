"""Engines that a worker runs: asked one question at a time, and nobody keeps them from the others."""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from hostile_engines import hostile, program
from hypersweep import ParameterError, View
from hypersweep.web.together.engines import Engines
from hypersweep.web.together.failures import RefusedError

VIEW = View.parse("2x3 mines=1\n# # #\n1 1 .")

# Answers when a file is there, and says how often it was started and what it was told.
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
    """Wait for what comes in its own time."""
    while not is_so():
        await asyncio.sleep(0.01)


def gone(log: Path) -> list[bool]:
    """Of each process that was started, whether it has ended."""
    found = []
    for line in log.read_text().splitlines():
        if line.startswith("pid "):
            try:
                os.kill(int(line.split()[1]), 0)
                found.append(False)
            except ProcessLookupError:
                found.append(True)
    return found


def refused(error: RefusedError) -> tuple[str, int]:
    return error.what, error.status


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
    # It is told what is seen, and that each question may be another game's.
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


@pytest.mark.parametrize("way", ["dies", "off the board", "silent"])
def test_an_engine_that_has_failed_is_started_anew_after_a_rest(way: str) -> None:
    engines = Engines([name(hostile(way))], seconds=0.05, patience=10 if way == "dies" else 0.3, rest=0.2)

    async def work() -> None:
        for _ in range(2):
            with pytest.raises(RefusedError) as caught:
                await engines.ask("Hostile", VIEW, "ann", "here", ())
            assert refused(caught.value) == ("engine_failed", 502)
            # Files of this machine are nobody's business.
            assert "/" not in str(caught.value)
            with pytest.raises(RefusedError) as caught:
                await engines.ask("Hostile", VIEW, "ann", "here", ())
            assert refused(caught.value) == ("busy", 503)
            await asyncio.sleep(0.25)

    run(engines, work)


def test_what_an_engine_refuses_is_told_and_it_goes_on() -> None:
    engines = Engines([name(hostile("refuses"))])

    async def work() -> None:
        for _ in range(2):
            with pytest.raises(RefusedError) as caught:
                await engines.ask("Hostile", VIEW, "ann", "here", ())
            assert refused(caught.value) == ("engine_refused", 422)
            assert "no such board" in str(caught.value.values["reason"])

    run(engines, work)


def test_an_engine_that_cannot_be_started_ends_the_others(tmp_path: Path) -> None:
    player, log = patient(tmp_path)

    async def main() -> None:
        with pytest.raises(ParameterError, match="expected an engine that can be started, got 'no-such-program'"):
            await Engines([player, "engine:no-such-program"]).begin()

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
            with pytest.raises(RefusedError):
                await each

    asyncio.run(main())
    assert gone(log) == [True]
