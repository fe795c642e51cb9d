"""The commands' argument parser, which knows possible values and raises our own errors; and ``run_command``."""

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
"""Used instead of file patterns for an argument that names a folder."""

# A negative number; it can't be an option, since no option begins with a digit.
_NEGATIVE = re.compile(r"-\.?\d")


class HelpFormatter(RawDescriptionHelpFormatter):
    """Wraps paragraphs of help to the terminal's width, but keeps the line breaks in indented ones."""

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
    """An argument's possible values, for completion.

    Attributes:
        words: names to suggest; other values may be accepted too.
        files: patterns for file names, such as "*.sweep *.avf"; ``FOLDERS`` for folders; "" for neither.
        has_saved: whether names of saved games are accepted too.
    """

    words: tuple[str, ...] = ()
    files: str = ""
    has_saved: bool = False


class ValuesParser(ArgumentParser):
    """A parser that records its arguments' possible values, for completion.

    Attributes:
        values: possible values for each argument, by its ``dest``.
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
            words: names to suggest.
            files: patterns for file names, or ``FOLDERS``.
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
    """Reword argparse's message about missing arguments in our style; return any other message unchanged.

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
    """A parser for a command's arguments that raises ``ParameterError`` and never exits the program.

    Args:
        command: the command's name, such as "hypersweep watch".
        description: the text above the options in the help.
        epilog: the text below the options in the help.

    Attributes:
        below: subcommands by name, each with its summary and parser.
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
        # argparse takes plain negative numbers for arguments, not options. Do the same for cells such as -1,0, so that
        # the command itself can reject them with a better message.
        self._negative_number_matcher = _NEGATIVE

    def add_argument(self, *names: Any, **settings: Any) -> Any:
        """Add an argument; error messages call an option by its first name."""
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
            what: name, for messages, of the only positional argument, such as "file"; empty if there is none.

        Raises:
            ParameterError: an argument is invalid.
        """
        options, unknown = self.parse_known_args(words)
        several = next((each.dest for each in self._actions if each.nargs == "*" and not each.option_strings), None)
        # argparse takes only the first run of positional arguments; any after a later option end up in ``unknown``.
        wrong = [word for word in unknown if several is None or _is_option(word)]
        if several is not None and not wrong:
            getattr(options, several).extend(unknown)
        if wrong:
            word = wrong[0].partition("=")[0]
            if not word.startswith("-") and not what:
                raise ParameterError(f"expected only options, got {truncate(word)}")
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
    """Check that an option's value is a known name, and return it.

    Args:
        text: the value.
        name: the words before the list of names in the error, such as "--log-level as one of".
        known: the names.

    Raises:
        ParameterError: the value isn't a known name.
    """
    if text not in known:
        raise ParameterError(f"expected {name} {', '.join(known)}, got {truncate(text)}{suggest(text, list(known))}")
    return known[known.index(text)]


def warn(command: str, message: str) -> None:
    """Print a line to standard error, prefixed by the command; ignore failures to write."""
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
    """Run a command, print any error to standard error, and return the exit status.

    The status is 2 for invalid input, 3 for work beyond the budget, 130 after Ctrl-C, 74 if the output can't be
    written, and 0 if the reader closed the pipe.

    Args:
        command: prefix for messages, such as "hypersweep watch".
        argv: the command's arguments.
        run: runs the command with its arguments and output, and returns the exit status.
        budget_hint: advice shown when the budget is too small, instead of the solver's advice for programmers.
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
        warn(command, str(error) or "the board doesn't fit into memory")
        return UNUSABLE
    except OSError as error:
        output.abandon()
        if isinstance(error, BrokenPipeError):
            return 0
        warn(command, f"can't write to standard output: {error.strerror}")
        return WRITING_FAILED


def budget_message(error: BudgetExceededError, hint: str) -> str:
    """Return a message about the exceeded budget, with the hint instead of the solver's own advice."""
    what = str(error).partition("; ")[0]
    return f"{what}; {hint}" if hint else what
