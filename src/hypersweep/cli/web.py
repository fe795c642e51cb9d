"""``hypersweep web``: the game as a page in a browser, served on this machine or written as a site for any host.

The exit status is 130 after Ctrl-C, which ends the server, 2 for an address, a port or a folder that can't be used, and
74 where the site can't be written.
"""

from __future__ import annotations

import errno
import os
import sys

from hypersweep.arguments import shorten
from hypersweep.console.program import CommandParser, run_command, warn
from hypersweep.console.values import FOLDERS
from hypersweep.controls.numbers import whole_number
from hypersweep.errors import ParameterError
from hypersweep.exits import WRITING_FAILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from hypersweep.console.output import Output
    from hypersweep.web.server import PageServer
    from hypersweep.web.site import Site

__all__ = ["PORTS", "command_parser", "main"]

_NAME = "hypersweep web"

PORTS = range(6174, 6184)
"""Ports that are tried one after the other where none is asked for. A browser keeps games by address and port."""

_HOST = "127.0.0.1"
_MOST_PORT = 65_535

_EPILOG = """\
The page plays on its own: the server only hands out files, to this machine
alone unless --host says otherwise. Games and settings are kept in the browser,
under the address and the port. Once it was open, it works without the server
too. A site that --export has written works from any host of plain files, in any
folder of it; exporting again replaces it.

examples:
  hypersweep web
  hypersweep web --port 0 --no-browser
  hypersweep web --export public
"""


def command_parser() -> CommandParser:
    """The parser of the command's words."""
    parser = CommandParser(_NAME, "Play in a browser: serve the page, or write it as a site.", _EPILOG)
    add = parser.add_argument
    add("--port", metavar="N", help=f"the port, 0 for any that is free (default: {PORTS[0]}, or the next free one)")
    add("--host", metavar="ADDRESS", help=f"the address to serve on (default: {_HOST}, this machine)")
    add("--no-browser", action="store_true", help="open no browser, only say where the page is")
    add("--export", metavar="DIR", files=FOLDERS, help="write the page as a site into a folder, instead of serving it")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Exit status of one run.

    Args:
        argv: the words after ``hypersweep web``.

    >>> main(["--port", "many"])
    2
    """
    return run_command(_NAME, argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv)
    if options.help:
        return output.tell(parser.format_help())
    port = None if options.port is None else whole_number(options.port, "--port", least=0)
    if port is not None and port > _MOST_PORT:
        raise ParameterError(f"expected a port of at most {_MOST_PORT}, got {shorten(options.port)}")
    if options.export is not None:
        _check_export(options)
    from hypersweep.web.site import read_site

    site = read_site()
    if options.export is not None:
        return _export(site, options.export, output)
    server = _server(site, _HOST if options.host is None else options.host, port)
    from hypersweep.web.server import is_loopback

    if not is_loopback(server.host):
        warn(_NAME, f"with --host {options.host} everybody who can reach this machine can open the page")
    if port is None and server.port != PORTS[0]:
        warn(_NAME, f"port {PORTS[0]} is in use; a browser keeps other games for port {server.port}")
    output.tell(f"hypersweep is at {server.address} (Ctrl-C ends it)\n")
    if not options.no_browser and output.is_terminal and _has_display():
        _open_browser(server.address)
    server.run()
    return 0


def _check_export(options: Namespace) -> None:
    if not options.export:
        raise ParameterError("expected the name of a folder for --export, got ''; . is the one you are in")
    serving = {"--port": options.port, "--host": options.host, "--no-browser": options.no_browser or None}
    for name, value in serving.items():
        if value is not None:
            raise ParameterError(f"expected no {name} with --export, which serves nothing")


def _server(site: Site, host: str, port: int | None) -> PageServer:
    """A server on the port that is asked for, or the first that is free."""
    from hypersweep.web.server import PageServer

    for each in (*PORTS, 0) if port is None else (port,):
        try:
            return PageServer(site, host, each, packs=True)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ParameterError(_no_address(host, each, error)) from None
    raise ParameterError(f"expected a port that is free, got {port}, which is in use; --port 0 takes any")


def _no_address(host: str, port: int, error: OSError) -> str:
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"expected a port that you may use, got {port}; those from 1024 on are anybody's"
    why = error.strerror or str(error)
    return f"expected an address of this machine for --host, got {shorten(host)}: {why.lower()}"


def _export(site: Site, name: str, output: Output) -> int:
    from pathlib import Path

    from hypersweep.web.export import export_site

    try:
        export_site(site, Path(name))
    except (OSError, ValueError) as error:
        if isinstance(error, ParameterError):
            raise
        warn(_NAME, f"can't write {shorten(name)}: {getattr(error, 'strerror', None) or error}")
        return WRITING_FAILED
    size = sum(len(each.data) for each in site.files.values())
    return output.tell(f"wrote the page into {shorten(name)}: {len(site.files)} files, {size / 1e6:.1f} MB\n")


def _has_display() -> bool:
    """Whether there is somewhere for a window to open."""
    if sys.platform in ("win32", "darwin", "cygwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    """Open the page, without waiting for a browser that takes its time."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
