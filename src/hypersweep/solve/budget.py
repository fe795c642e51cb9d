"""What an analysis may use."""

from __future__ import annotations

from dataclasses import dataclass

from hypersweep.errors import BudgetExceededError, ParameterError, ParameterTypeError
from hypersweep.validation import truncate, whole_number

__all__ = ["FOREVER", "Budget", "Width", "check_budget"]

FOREVER = 1e18
"""So many seconds are as good as no limit of time."""

# A state with what leads on from it and its weights, roughly; and up to where more of them are worth a try.
_STATE_BYTES = 256
_MOST_LOG2_STATES = 30
# With fewer, no other order of groups is tried than the first.
_LEAST_LOG2_STATES = 17
# What small trials say of a position is hardly ever more than that many powers of two too much.
_DOUBT = 9


class Width:
    """What the component takes at which an analysis gave up.

    Attributes:
        clues: clues that bear on each other.
        groups: groups of covered cells that the same of these clues see.
        log2_states: about how many states they take, as a power of two.
    """

    __slots__ = ("clues", "groups", "log2_states")

    def __init__(self, clues: int, groups: int, log2_states: float) -> None:
        self.clues: int = clues
        self.groups: int = groups
        self.log2_states: float = log2_states


@dataclass(frozen=True, slots=True)
class Budget:
    """What one analysis may use before it gives up.

    States and memory are counted, so that they end the work at the same place on every machine; seconds are not.

    Args:
        states: the number of states the frontier programme may hold for one component.
        memory: bytes they may take.
        seconds: a time limit, or None for none. Reading the board isn't counted.

    Raises:
        ParameterError: a limit that isn't a number above 0.

    >>> Budget(states=1000)
    Budget(states=1000, memory=1073741824, seconds=None)
    """

    states: int = 1 << 22
    memory: int = 1 << 30
    seconds: float | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "states", whole_number(self.states, "states", least=1, below=1 << 62))
        put(self, "memory", whole_number(self.memory, "memory", least=1, below=1 << 62))
        seconds = self.seconds
        if seconds is not None:
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise ParameterTypeError(
                    f"expected a number of seconds or None, got {truncate(seconds)} ({type(seconds).__name__})"
                )
            if not 0 < seconds < FOREVER:
                raise ParameterError(f"expected seconds above 0, got {truncate(seconds)}")
            put(self, "seconds", float(seconds))

    def limits(self) -> tuple[int, int, float]:
        """States, bytes and seconds as the kernel takes them."""
        return self.states, self.memory, FOREVER if self.seconds is None else self.seconds

    def exceeded(
        self,
        what: str,
        states: int | None = None,
        *,
        late: bool,
        width: Width | None = None,
        may_estimate: bool = False,
    ) -> BudgetExceededError:
        """The error for work that came to its limit, with advice that helps where there is any.

        Args:
            what: what was wanted.
            states: after so many states, where they were counted.
            late: whether the seconds were over.
            width: what it would take, where that is known.
            may_estimate: whether an estimate could be had instead, and wasn't asked for.
        """
        within = f"{self.seconds} seconds" if late else f"{self.states} states and {self.memory} bytes"
        if width is not None:
            reason = f", but {width.clues} clues that bear on each other take about 2^{round(width.log2_states)} states"
        else:
            reason = "" if states is None or late else f", gave up after {states} states"
        advice = self._advice(late, width)
        if may_estimate:
            advice.append("analyse(..., estimate=True) gives an estimate")
        return BudgetExceededError(
            f"expected {what} within {within}{reason}" + ("; " + ", and ".join(advice) if advice else ""),
            states=states or 0,
            log2_states=None if width is None else width.log2_states,
        )

    def _advice(self, late: bool, width: Width | None) -> list[str]:
        own = self.states.bit_length()
        if width is None:
            return [
                "a larger Budget(seconds=...) may help" if late else "a larger Budget(states=..., memory=...) may help"
            ]
        wanted = round(width.log2_states)
        if late:
            return ["a larger Budget(seconds=...) may help"] if wanted <= own + _DOUBT else []
        if wanted > _MOST_LOG2_STATES:
            return []
        bits = max(wanted + 2, own + 1, _LEAST_LOG2_STATES)
        return [
            f"Budget(states=1 << {bits}, memory=1 << {max(bits + _STATE_BYTES.bit_length() - 1, 30)}) may be enough"
        ]


def check_budget(budget: object) -> Budget:
    """The budget, if it is one.

    Raises:
        ParameterTypeError: it isn't.
    """
    if not isinstance(budget, Budget):
        raise ParameterTypeError(f"expected a Budget, got {truncate(budget)} ({type(budget).__name__})")
    return budget
