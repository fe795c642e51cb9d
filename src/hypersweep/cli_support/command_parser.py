"""The parser that all commands share: arguments with their possible values, errors in our words, exit statuses."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.cli_support.output import Output
from hypersweep.errors import BudgetExceededError, HypersweepError, ParameterError
from hypersweep.exit_codes import INTERRUPTED, TOO_MUCH, UNUSABLE, WRITING_FAILED
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, NoReturn

    from hypersweep.typing import Word

FOLDERS = "/"
"""Marker for folders in place of file patterns."""

GAMES = "*.sweep *.avf *.esp *.evf *.json *.mvf *.rawvf *.rmv *.sgt"
"""Patterns of the files that hold a game."""

# No option begins with a digit.
_NEGATIVE = re.compile(r"-\.?\d")


class HelpFormatter(RawDescriptionHelpFormatter):
    """Wrap the paragraphs of a help text to the width of the terminal; keep the lines of indented ones."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from textwrap import fill

        paragraphs = text.split("\n\n")
        return "\n\n".join(
            paragraph
            if paragraph.startswith(" ") or "\n " in paragraph
            else fill(paragraph, width, break_long_words=False, break_on_hyphens=False)
            for paragraph in paragraphs
        )


class Values(NamedTuple):
    """The possible values of an argument.

    Attributes:
        words: known names; others may be allowed as well.
        files: patterns of file names, such as "*.sweep *.avf"; ``FOLDERS``, or empty for none.
        has_saved: whether names of saved games are accepted too.
    """

    words: tuple[str, ...] = ()
    files: str = ""
    has_saved: bool = False


class ValuesParser(ArgumentParser):
    """A parser that knows the possible values of its arguments.

    Attributes:
        values: possible values of the arguments by destination.
    """

    def __init__(self, **settings: Any) -> None:
        self.values: dict[str, Values] = {}
        super().__init__(**settings)

    def add_argument(
        self, *names: Any, words: Iterable[str] = (), files: str = "", has_saved: bool = False, **settings: Any
    ) -> Any:
        """Add an argument.

        Args:
            names: as for argparse.
            words: possible names.
            files: a pattern of file names, or ``FOLDERS``.
            has_saved: whether names of saved games are accepted too.
            settings: as for argparse.

        >>> parser = ValuesParser()
        >>> action = parser.add_argument("--colour", words=["always", "never"])
        >>> parser.values["colour"]
        Values(words=('always', 'never'), files='', has_saved=False)
        """
        action = super().add_argument(*names, **settings)
        if words or files or has_saved:
            self.values[action.dest] = Values(tuple(words), files, has_saved)
        return action


def required_message(message: str) -> str:
    """Return argparse's message; reword one about missing arguments in our style.

    >>> required_message("the following arguments are required: --output, FILE"), required_message("no")
    ('expected --output and FILE, got neither', 'no')
    """
    begin, _, names = message.partition("arguments are required: ")
    if begin != "the following " or not names:
        return message
    *others, last = names.split(", ")
    if not others:
        return f"expected {last}, got none"
    return f"expected {', '.join(others)} and {last}, got {'neither' if len(others) == 1 else 'none of them'}"


class CommandParser(ValuesParser):
    """A parser of a command's arguments that raises our own errors and never ends the program.

    Args:
        command: the name of the command, such as "hypersweep watch".
        description: description of the command.
        epilog: text below the options.

    Attributes:
        below: subcommands by name, each with its summary and its parser.
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
        # argparse treats only plain numbers as arguments. Treat negative numbers and cells such as -1,0
        # the same way, so that the command itself rejects them.
        self._negative_number_matcher = _NEGATIVE

    def add_argument(self, *names: Any, **settings: Any) -> Any:
        """Add an argument; messages list an option by its first name."""
        if names and names[-1].startswith("--"):
            self._names.append(next(name for name in names if name.startswith("--")))
        return super().add_argument(*names, **settings)

    def error(self, message: str) -> NoReturn:
        """Raise an error about the arguments.

        Raises:
            ParameterError: always.
        """
        raise ParameterError(required_message(message))

    def read(self, words: Sequence[str], what: str = "") -> Namespace:
        """Parse the arguments.

        Args:
            words: the arguments.
            what: meaning of the one positional argument, such as "file"; empty if there is none.

        Raises:
            ParameterError: arguments that can't be used.
        """
        options, unknown = self.parse_known_args(words)
        several = next((each.dest for each in self._actions if each.nargs == "*" and not each.option_strings), None)
        # argparse takes only the first run of positional arguments; those after the next option are in ``unknown``.
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
    """Return the value of an option if it is a known name.

    Raises:
        ParameterError: it isn't.
    """
    if text not in known:
        raise ParameterError(f"expected {name} {', '.join(known)}, got {truncate(text)}{suggest(text, list(known))}")
    return known[known.index(text)]


def warn(command: str, message: str) -> None:
    """Print a line to standard error; ignore failures to write."""
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
    """Run a command, print the error it ends with to standard error, and return its exit status.

    The status is 2 for bad input, 3 for work past its budget, 130 for Ctrl-C, 74 if the output can't be written, and
    0 if the reader closed the pipe.

    Args:
        command: prefix of messages, such as "hypersweep watch".
        argv: the command's arguments.
        run: runs the command with its arguments and output, and returns the exit status.
        budget_hint: advice for a budget that is too small, in place of the solver's advice to programs.
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
    """Describe the exceeded budget, with advice for a user of the command line."""
    what = str(error).partition("; ")[0]
    return f"{what}; {hint}" if hint else what
