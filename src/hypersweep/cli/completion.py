"""``hypersweep completion SHELL``: print the completion script of a shell, made from the tables of the help."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import CommandParser, chosen_name, run_command
from hypersweep.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output

SHELLS = ("bash", "zsh", "fish")

_EPILOG = """\
For this session:
  bash   source <(hypersweep completion bash)
  zsh    source <(hypersweep completion zsh)      after compinit
  fish   hypersweep completion fish | source

For good:
  bash   hypersweep completion bash > \\
             ~/.local/share/bash-completion/completions/hypersweep
  zsh    hypersweep completion zsh > "${fpath[1]}/_hypersweep"
  fish   hypersweep completion fish > ~/.config/fish/completions/hypersweep.fish
"""


def command_parser() -> CommandParser:
    """Return the parser of the command's arguments."""
    parser = CommandParser(
        "hypersweep completion", "Print a script that makes a shell complete commands and options.", _EPILOG
    )
    parser.add_argument("shell", nargs="?", metavar="SHELL", words=SHELLS, help=f"{', '.join(SHELLS[:-1])} or fish")
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command and return its exit status.

    Args:
        argv: the arguments after ``hypersweep completion``.

    >>> main(["fish"])  # doctest: +ELLIPSIS
    # Completions of hypersweep for fish, from 'hypersweep completion fish'.
    ...
    0
    """
    return run_command("hypersweep completion", argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "shell")
    if options.help:
        return output.tell(parser.format_help())
    if options.shell is None:
        raise ParameterError(f"expected a shell of {', '.join(SHELLS)}, got none")
    shell = chosen_name(options.shell, "a shell of", SHELLS)
    # ``scripts`` wrote it beforehand: loading the parsers of all commands would delay the start of the shell.
    with open(os.path.join(os.path.dirname(__file__), "completions", shell), encoding="ascii") as file:
        return output.tell(file.read())
