"""Limits for an analysis."""

from __future__ import annotations

from dataclasses import dataclass

from hypersweep.errors import BudgetExceededError, ParameterError, ParameterTypeError
from hypersweep.validation import truncate, whole_number

FOREVER = 1e18
"""Seconds that stand for no time limit."""

# Approximate bytes of a state with its transitions and weights, and the largest number (log2) that is advised.
_STATE_BYTES = 256
_MOST_LOG2_STATES = 30
# With fewer states (log2) only the first order of groups is tried.
_LEAST_LOG2_STATES = 17
# Largest overestimate (log2) that is usual for the state count of a component.
_DOUBT = 9


class Width:
    """Size of the component at which an analysis gave up.

    Attributes:
        clues: number of connected clues.
        groups: number of groups of covered cells that touch the same of these clues.
        log2_states: base-2 logarithm of the estimated number of states.
    """

    __slots__ = ("clues", "groups", "log2_states")

    def __init__(self, clues: int, groups: int, log2_states: float) -> None:
        self.clues: int = clues
        self.groups: int = groups
        self.log2_states: float = log2_states


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one analysis.

    States and memory are counted, so that these limits act alike on every machine; a limit in seconds doesn't.

    Args:
        states: maximum number of states of the frontier program for one component.
        memory: maximum bytes of these states.
        seconds: time limit, without reading the board; None for no limit.

    Raises:
        ParameterError: a limit isn't a number above 0.

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
        """Return states, bytes and seconds as the kernel expects them."""
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
        """Return the error for work that reached its limit, with advice if there is any.

        Args:
            what: name of the wanted result, for the message.
            states: states used, if they were counted.
            late: whether the time was over.
            width: size of the component, if known.
            may_estimate: whether to advise an estimate.
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
    """Return the argument if it is a budget.

    Raises:
        ParameterTypeError: it isn't one.
    """
    if not isinstance(budget, Budget):
        raise ParameterTypeError(f"expected a Budget, got {truncate(budget)} ({type(budget).__name__})")
    return budget
