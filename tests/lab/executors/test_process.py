"""The other side of a local process: calls, and the errors that they raise."""

from __future__ import annotations

from hypersweep.errors import ExperimentError
from hypersweep.lab.executors.process import answer


class LocalError(Exception):
    """An error that can't be pickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")
        self.why = lambda: one


def fail(error: Exception) -> None:
    error.add_note("a note")
    raise error


def test_a_call_gives_what_it_gives() -> None:
    assert answer(dict, ([("a", 1)],), {"b": 2}) == (True, {"a": 1, "b": 2})


def test_errors_are_handed_over_as_they_are_or_in_words() -> None:
    own = ExperimentError("it failed", shard=3)
    is_fine, error = answer(fail, (own,), {})
    assert (is_fine, error) == (False, own)
    is_fine, error = answer(fail, (LocalError(1, 2),), {})
    assert not is_fine
    assert isinstance(error, RuntimeError)
    assert str(error) == "LocalError: 1 and 2"
    assert error.__notes__ == ["a note"]
