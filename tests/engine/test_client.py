from __future__ import annotations

import copy
import math

import pytest

from hypersweep import ParameterError, ParameterTypeError, View
from hypersweep.engine import AsyncEngine, EngineBudget, SimpleEngine
from hypersweep.engine.client import EngineClient, check_question, check_timeout
from hypersweep.engine.commands import NO_PROMISE
from hypersweep.errors import EngineTerminatedError

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
    with pytest.raises(EngineTerminatedError, match="got 'no-such-program-of-a-test', which was closed"):
        client._running()


def test_its_patience_can_be_changed_and_it_cannot_be_copied() -> None:
    with SimpleEngine.open("hypersweep engine", timeout=30) as engine:
        engine.timeout = 20
        assert engine.timeout == 20.0
        with pytest.raises(ParameterError):
            engine.timeout = 0
        assert engine.timeout == 20.0
        with pytest.raises(TypeError, match="open another one"):
            copy.copy(engine)
