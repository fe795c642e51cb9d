"""What an analysis may use."""

from __future__ import annotations

from hypersweep.arguments import shorten, whole_number
from hypersweep.errors import BudgetExceededError, ParameterError, ParameterTypeError

__all__ = ["Budget", "check_budget"]

# As good as no limit of time.
_FOREVER = 1e18


class Budget:
    """What one analysis may use before it gives up.

    States and memory are counted, so that they end the work at the same place on every machine; seconds are not.

    Args:
        states: the number of states the frontier programme may hold for one component.
        memory: bytes they may take.
        seconds: a limit of time, or None for none.

    Raises:
        ParameterError: a limit that is no number above 0.

    >>> Budget(states=1000)
    Budget(states=1000, memory=1073741824, seconds=None)
    """

    __slots__ = ("memory", "seconds", "states")

    states: int
    memory: int
    seconds: float | None

    def __init__(self, states: int = 1 << 22, memory: int = 1 << 30, seconds: float | None = None) -> None:
        put = object.__setattr__
        put(self, "states", whole_number(states, "states", least=1, below=1 << 62))
        put(self, "memory", whole_number(memory, "memory", least=1, below=1 << 62))
        if seconds is not None:
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise ParameterTypeError(
                    f"expected a number of seconds or None, got {shorten(seconds)} ({type(seconds).__name__})"
                )
            if not 0 < seconds < _FOREVER:
                raise ParameterError(f"expected seconds above 0, got {shorten(seconds)}")
        put(self, "seconds", None if seconds is None else float(seconds))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Budget can't be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Budget can't be changed: {name}")

    def limits(self) -> tuple[int, int, float]:
        """States, bytes and seconds as the kernel takes them."""
        return self.states, self.memory, _FOREVER if self.seconds is None else self.seconds

    def exceeded(self, what: str, states: int | None = None, *, late: bool) -> BudgetExceededError:
        """The error for work that came to its limit, after so many states where they were counted."""
        gave_up = "" if states is None else f", gave up after {states} states"
        if late:
            return BudgetExceededError(
                f"expected {what} within {self.seconds} seconds; a larger Budget(seconds=...) may help",
                states=states or 0,
            )
        return BudgetExceededError(
            f"expected {what} within {self.states} states and {self.memory} bytes{gave_up}; "
            "a larger Budget(states=..., memory=...) may help, and analyse(..., estimate=True) estimates",
            states=states or 0,
        )

    def __eq__(self, other: object) -> bool:
        """Whether all limits are the same."""
        if not isinstance(other, Budget):
            return NotImplemented
        return (self.states, self.memory, self.seconds) == (other.states, other.memory, other.seconds)

    def __hash__(self) -> int:
        return hash((self.states, self.memory, self.seconds))

    def __repr__(self) -> str:
        return f"Budget(states={self.states}, memory={self.memory}, seconds={self.seconds})"

    def __reduce__(self) -> tuple[type[Budget], tuple[int, int, float | None]]:
        return Budget, (self.states, self.memory, self.seconds)


def check_budget(budget: object) -> Budget:
    """The budget, if it is one.

    Raises:
        ParameterTypeError: it isn't.
    """
    if not isinstance(budget, Budget):
        raise ParameterTypeError(f"expected a Budget, got {shorten(budget)} ({type(budget).__name__})")
    return budget
