"""Possible values of options and positional arguments, for completions: names, files and folders."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

FOLDERS = "/"
"""Marker for folders in place of file patterns."""

GAMES = "*.sweep *.avf *.esp *.evf *.json *.mvf *.rawvf *.rmv *.sgt"
"""Patterns of the files that hold a game."""


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
