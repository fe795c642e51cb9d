"""What commands have in common: how they read their words, and how they end."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.cli_support.output import Output
from hypersweep.cli_support.values import HelpFormatter, ValuesParser, required_message
from hypersweep.errors import BudgetExceededError, HypersweepError, ParameterError
from hypersweep.exit_codes import INTERRUPTED, TOO_MUCH, UNUSABLE, WRITING_FAILED
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

    from hypersweep.typing import Word

# No option begins with a digit.
_NEGATIVE = re.compile(r"-\.?\d")

__all__ = [
    "CommandParser",
    "budget_message",
    "chosen_name",
    "run_command",
    "warn",
]


class CommandParser(ValuesParser):
    """A parser of a command's words that raises our own errors, and never ends the program.

    Args:
        command: the words before those to be read, such as "hypersweep watch".
        description: what the command does.
        epilog: what stands below the options.

    Attributes:
        below: commands that may follow, by their names: what each does in a line, and its parser.
    """

    def __init__(self, command: str, description: str, epilog: str) -> None:
        self._names: list[str] = []
        self.below: dict[str, tuple[str, CommandParser]] = {}
        super().__init__(
            prog=command,
            description=description,
            epilog=epilog,
            formatter_class=HelpFormatter,
            add_help=False,
            allow_abbrev=False,
        )
        # Negative numbers and cells such as -1,0 are arguments, so that the command itself refuses them; argparse takes
        # only plain numbers for arguments.
        self._negative_number_matcher = _NEGATIVE

    def add_argument(self, *names: Any, **settings: Any) -> Any:
        """Add an argument; the first name of an option is the one that messages list."""
        if names and names[-1].startswith("--"):
            self._names.append(next(name for name in names if name.startswith("--")))
        return super().add_argument(*names, **settings)

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong with the words.

        Raises:
            ParameterError: always.
        """
        raise ParameterError(required_message(message))

    def read(self, words: Sequence[str], what: str = "") -> Namespace:
        """What the words say.

        Args:
            words: the words.
            what: what the one word that is no option names, such as "file"; nothing where there is none.

        Raises:
            ParameterError: words that can't be used.
        """
        options, unknown = self.parse_known_args(words)
        several = next((each.dest for each in self._actions if each.nargs == "*" and not each.option_strings), None)
        # argparse takes all words that stand together, and leaves those behind the next option over.
        wrong = [word for word in unknown if several is None or _is_option(word)]
        if several is not None and not wrong:
            getattr(options, several).extend(unknown)
        if wrong:
            word = wrong[0].partition("=")[0]
            if not word.startswith("-") and not what:
                raise ParameterError(f"expected nothing but options, got {truncate(word)}")
            if not word.startswith("-"):
                raise ParameterError(
                    f"expected one {what}, got {truncate(getattr(options, what))} and {truncate(word)}"
                )
            known = self._names
            raise ParameterError(
                f"expected one of the options {', '.join(known)}, got {truncate(word)}{suggest(word, known)}"
            )
        return options


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"


def chosen_name(text: str, name: str, known: Sequence[Word]) -> Word:
    """The name that an option was given, if it is known.

    Raises:
        ParameterError: it isn't.
    """
    if text not in known:
        raise ParameterError(f"expected {name} {', '.join(known)}, got {truncate(text)}{suggest(text, list(known))}")
    return known[known.index(text)]


def warn(command: str, message: str) -> None:
    """Say something on standard error, in a line of its own; what can't be said is left unsaid."""
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            print(f"{command}: {message}", file=sys.stderr, flush=True)


def run_command(
    command: str,
    argv: Sequence[str],
    run: Callable[[Sequence[str], Output], int],
    *,
    budget_hint: str = "",
) -> int:
    """The exit status of a command: what it gives, or that of the error it ends with, which is told on standard error.

    That is 2 for bad input, 3 for work past its budget, 130 for Ctrl-C, 74 where the output can't be written and 0
    where nobody reads it any more.

    Args:
        command: what stands before an error, such as "hypersweep watch".
        argv: the command's words.
        run: what it does with them and a screen.
        budget_hint: what helps where a budget is too small, instead of what the solver says to programs.
    """
    output = Output(sys.stdout)

    try:
        try:
            return run(argv, output)
        except KeyboardInterrupt:
            return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BudgetExceededError as error:
        warn(command, budget_message(error, budget_hint))
        return TOO_MUCH
    except (HypersweepError, MemoryError) as error:
        warn(command, str(error) or "expected a board that fits into memory")
        return UNUSABLE
    except OSError as error:
        output.abandon()
        if isinstance(error, BrokenPipeError):
            return 0
        warn(command, f"can't write to standard output: {error.strerror}")
        return WRITING_FAILED


def budget_message(error: BudgetExceededError, hint: str) -> str:
    """What was too much work, and what helps somebody at a command line."""
    what = str(error).partition("; ")[0]
    return f"{what}; {hint}" if hint else what
