from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hostile_engines import hostile, program
from hypersweep import Layout, ParameterError, Session, View
from hypersweep.errors import EngineTerminatedError
from hypersweep.session.engine_hints import EngineAdviser

VIEW = View.parse("2x3 mines=1\n# # #\n1 1 .")


def test_our_engine_tells_where_to_look_what_to_open_and_why() -> None:
    with EngineAdviser("hypersweep engine") as adviser:
        advice = adviser(VIEW)
        move = "The engine hypersweep would open (0, 1), which is safe."
        assert [advice.hint(level).text for level in (1, 2, 3)] == [
            "Look at (1, 2).",
            move,
            f"{move} The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.",
        ]
        assert advice.hint(3).shorter == ("The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.", move)
        assert (advice.kind, advice.cells, advice.clues, advice.probability) == ("safe", ((0, 1),), ((1, 2),), None)
        guess = adviser(View.parse("1x3 mines=1\n# 1 #"))
        assert (guess.kind, guess.probability, guess.hint(1).text) == (
            "guess",
            0.5,
            "The engine hypersweep has a move.",
        )
        assert guess.hint(2).text == "The engine hypersweep would open (0, 0), a mine with a chance of 50 %."


def test_an_engine_that_says_little_gives_a_hint_all_the_same() -> None:
    with EngineAdviser(shlex.join(hostile("well"))) as adviser:
        advice = adviser(VIEW)
        assert [advice.hint(level).text for level in (1, 2, 3)] == [
            "The engine Hostile has a move.",
            "The engine Hostile would open (0, 0).",
            "The engine Hostile would open (0, 0).",
        ]


@pytest.mark.nightly
@pytest.mark.parametrize("way", ["dies", "open cell", "refuses", "no UTF-8"])
def test_what_is_wrong_with_an_engine_is_told_in_place_of_the_hint(way: str) -> None:
    with EngineAdviser(shlex.join(hostile(way))) as adviser:
        adviser.start()
        for _ in range(2):
            advice = adviser(VIEW)
            assert advice.kind == "none"
            assert advice.hint(1).text.startswith("There is no hint: the engine ")
    with EngineAdviser(shlex.join(program("for words in lines():\n    say('ready\\n')")), timeout=0.5) as adviser:
        assert adviser(VIEW).kind == "none"


def test_an_engine_that_cannot_be_started() -> None:
    with pytest.raises(ParameterError):
        EngineAdviser("")
    with EngineAdviser("no-such-program") as adviser:
        with pytest.raises(EngineTerminatedError):
            adviser.start()
        assert adviser(VIEW).kind == "none"


def test_a_session_asks_whom_it_is_told_to_ask() -> None:
    session = Session(layout=Layout("2x3", [(0, 0)]))
    session.open((1, 2))
    with EngineAdviser(shlex.join(hostile("stops")), timeout=0.1) as adviser:
        hint = session.hint_later(adviser=adviser)()
        assert hint is not None
    assert hint.level == 1
    session.close()


@pytest.mark.slow
def test_the_game_of_lines_asks_an_engine(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "hypersweep", "play", "3x4.bAgg", "--plain", "--engine"]

    def played(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*words, command],
            input="open 0 0\nhint\nhint\nhint\nquit\n",
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    done = played("hypersweep engine")
    assert done.returncode == 0
    assert "hint 2: The engine hypersweep would open (" in done.stdout
    done = played(shlex.join(hostile("dies")))
    assert (done.returncode, done.stderr) == (0, "")
    assert "There is no hint: the engine " in done.stdout
    done = played("no-such-program")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("hypersweep play: can't start the engine")


@pytest.mark.slow
def test_an_engine_may_take_longer_to_start_than_to_answer() -> None:
    command = shlex.join(program("import time; time.sleep(1)\nfor words in lines():\n    say('ready\\n')"))
    with EngineAdviser(command, timeout=0.3) as adviser:
        adviser.start()
        assert adviser._player._running().timeout == 0.3
