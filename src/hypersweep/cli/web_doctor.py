"""``hypersweep web doctor``: check a server's setup, and print a line per check, with advice if it fails.

The exit status is 0 if all checks pass, 1 if one fails, and 2 for invalid arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli.web_settings import add_options, log_level, origin_of, settings_of
from hypersweep.cli_support.command_parser import CommandParser, run_command
from hypersweep.errors import MissingExtraError, ParameterError
from hypersweep.exit_codes import FAILED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output

_NAME = "hypersweep web doctor"

ABOUT = "check a server's settings, or a site through its proxy"
"""One-line summary of the command."""

_EPILOG = """\
With a URL, check the site as a browser sees it: whether the proxy passes headers
and WebSockets on, whether the server knows its own address, and whether clocks
agree. Without a URL, check what a worker with the same options would use on this
machine: the database, its disk and tables, and Redis. The command changes
nothing. The exit status is 1 if a check fails.

examples:
  hypersweep web doctor https://sweep.example
  hypersweep web doctor --origin https://sweep.example --trust-proxy
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Check a server: its settings here, or its site through the proxy.", _EPILOG)
    parser.add_argument("url", nargs="?", metavar="URL", help="the page's address, such as https://sweep.example")
    parser.add_argument("--host", metavar="ADDRESS", help="the address to serve on, as for 'hypersweep web'")
    add_options(parser)
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep web doctor``.

    >>> main(["sweep.example"])
    2
    """
    return run_command(_NAME, argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "url")
    if options.help:
        return output.print(parser.format_help())
    if options.alone:
        raise ParameterError("can't use --alone with doctor, which checks multiplayer")
    url = None if options.url is None else origin_of(options.url)
    try:
        from hypersweep.web.multiplayer.diagnosis import check_settings, check_site
        from hypersweep.web.server import is_loopback
    except MissingExtraError:
        raise
    except ImportError as error:
        raise MissingExtraError(
            f"checking a server needs {error.name}, which isn't installed: pip install 'hypersweep[web]'",
            name=error.name,
        ) from None
    # Check the log level too, since the server doesn't start with an unknown one.
    log_level(options)
    if url is not None:
        found = check_site(url)
    else:
        found = check_settings(settings_of(options, is_loopback=is_loopback(options.host or "127.0.0.1")))
    width = max(len(each.name) for each in found)
    lines = []
    for each in found:
        line = f"{'ok' if each.is_right else 'WRONG':5}  {each.name:{width}}  {each.text}"
        lines.append(line if not each.advice else f"{line}: {each.advice}")
    output.print("".join(f"{line}\n" for line in lines))
    return 0 if all(each.is_right for each in found) else FAILED
