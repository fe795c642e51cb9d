"""``hypersweep web``: serve the game as a page for browsers, or write it as a static site.

The server also provides multiplayer: rooms, best times and daily boards. ``docs/server.md`` explains how to run a
public server.

The exit status is 0 after an export; 130 after Ctrl-C, which stops the server; 2 for an address, port or folder that
can't be used; and 74 if the site can't be written. ``SIGTERM`` and ``SIGHUP`` also shut the server down cleanly.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys
from typing import TYPE_CHECKING

from hypersweep.cli.web_settings import add_options, check_alone, in_one_line, is_own_database, log_level, settings_of
from hypersweep.cli_support.command_parser import FOLDERS, CommandParser, run_command, warn
from hypersweep.errors import HypersweepError, MissingExtraError, ParameterError
from hypersweep.exit_codes import WRITING_FAILED
from hypersweep.text import parse_whole_number
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from hypersweep.cli_support.output import Output
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.server import PageServer
    from hypersweep.web.site import Site

_NAME = "hypersweep web"

PORTS = range(6174, 6184)
"""Default ports to try, in order. Browsers save games by address and port, so the first must stay the same."""

_HOST = "127.0.0.1"
_MOST_PORT = 65_535
# Limit on open files to ask the system for; each connection needs one. Operators of larger servers must raise the limit
# themselves.
_CONNECTIONS = 1 << 16

_EPILOG = """\
Games played alone run in the browser, which saves them separately for each
address and port. After the first visit the page works without the server too.
Multiplayer games are saved by the server, in a file next to your other games;
--alone serves the page without multiplayer. Only this machine can reach the
server unless --host says otherwise; docs/server.md explains how to run a public
one.
A site written by --export works in any folder of any static web host, without
multiplayer; exporting again replaces it.

'hypersweep web admin' manages a server's people, rooms and games; 'hypersweep
web doctor' checks its settings.

examples:
  hypersweep web
  hypersweep web --port 0 --no-browser
  hypersweep web --export public
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Play in a browser: serve the page, or export it as a site.", _EPILOG)
    add = parser.add_argument
    add("--port", metavar="N", help=f"the port, 0 for any free one (default: {PORTS[0]}, or the next free one)")
    add("--host", metavar="ADDRESS", help=f"the address to serve on (default: {_HOST}, this machine)")
    add("--no-browser", action="store_true", help="only print the page's address, don't open a browser")
    add("--export", metavar="DIR", files=FOLDERS, help="export the page as a site to a folder, instead of serving it")
    add_options(parser)
    add("-h", "--help", action="store_true", help="show this text")
    from hypersweep.cli import web_admin, web_doctor

    parser.below["admin"] = (web_admin.ABOUT, web_admin.command_parser())
    parser.below["doctor"] = (web_doctor.ABOUT, web_doctor.command_parser())
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep web``.

    >>> main(["--port", "many"])
    2
    """
    if argv and argv[0] == "admin":
        from hypersweep.cli import web_admin

        return web_admin.main(argv[1:])
    if argv and argv[0] == "doctor":
        from hypersweep.cli import web_doctor

        return web_doctor.main(argv[1:])
    return run_command(_NAME, argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv)
    if options.help:
        return output.print(parser.format_help())
    port = None if options.port is None else parse_whole_number(options.port, "--port", least=0)
    if port is not None and port > _MOST_PORT:
        raise ParameterError(f"expected a port of at most {_MOST_PORT}, got {truncate(options.port)}")
    if options.export is not None:
        _check_export(options)
    if options.alone:
        check_alone(options, "--alone")
    from hypersweep.web.page_files import site_folder
    from hypersweep.web.site import read_site

    host = _HOST if options.host is None else options.host
    level = log_level(options)
    # Check the arguments before importing packages, so that a wrong argument is reported before a missing package.
    try:
        settings = None if options.alone or options.export is not None else _settings(options, host)
    except MissingExtraError:
        site_folder()
        raise
    site_folder()
    if options.export is not None:
        return _export(read_site(), options.export, output)
    if settings is not None:
        try:
            return _serve(_together(settings, level, host, port), options, output)
        except _UnkeptError as error:
            warn(_NAME, f"can't save multiplayer games: {error}; serving the page alone")
    return _serve(_server(host, port), options, output)


class _UnkeptError(Exception):
    """The default database can't be opened or written."""


def _serve(server: PageServer, options: Namespace, output: Output) -> int:
    """Serve until Ctrl-C, ``SIGTERM`` or ``SIGHUP``.

    Raises:
        ParameterError: an option is invalid.
        _UnkeptError: the default database can't be used.
    """
    from hypersweep.web.server import is_loopback

    def begun() -> None:
        # Exclude loaded modules from garbage collection: scanning them would delay all players.
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        if not is_loopback(server.host):
            warn(_NAME, f"with --host {options.host} anyone who can reach this machine can open the page")
        if options.port is None and server.port != PORTS[0]:
            warn(
                _NAME,
                f"port {PORTS[0]} is in use; games that a browser saved there aren't visible at port {server.port}",
            )
        output.print(f"hypersweep is at {server.address} (Ctrl-C stops it)\n")
        if not options.no_browser and output.is_terminal and _has_display():
            _open_browser(server.address)

    before = gc.get_threshold()
    try:
        server.run(begun)
    except MissingExtraError:
        raise
    except HypersweepError as error:
        found = in_one_line(error)
        if isinstance(error, ParameterError) or not is_own_database(options):
            raise found from None
        raise _UnkeptError(found) from None
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
    return 0


def _settings(options: Namespace, host: str) -> Settings:
    """Return the server's settings.

    Raises:
        ParameterError: an option is invalid.
        MissingExtraError: a package needed for multiplayer isn't installed.
    """
    from hypersweep.web.server import is_loopback

    return settings_of(options, is_loopback=is_loopback(host))


def _together(settings: Settings, level: str, host: str, port: int | None) -> PageServer:
    """Return a server with multiplayer.

    Raises:
        ParameterError: an option is invalid.
        MissingExtraError: a package needed for multiplayer isn't installed.
    """
    from hypersweep.web.site import read_site

    try:
        from hypersweep.web.multiplayer.app import create_app
        from hypersweep.web.multiplayer.metrics import set_up_log
    except MissingExtraError:
        raise
    except ImportError as error:
        # The error has no module name if it is from a library whose own dependency is missing.
        lacks = f"needs {error.name}, which isn't installed" if error.name else f"can't be loaded: {error}"
        raise MissingExtraError(
            f"multiplayer {lacks.rstrip('.')}: pip install 'hypersweep[web]'; --alone serves the page without it",
            name=error.name,
        ) from None
    set_up_log(level, is_plain=sys.stderr is not None and sys.stderr.isatty())
    _allow_connections()
    site = read_site(has_server=True)
    try:
        app = create_app(site, settings, host=host)
    except MissingExtraError:
        raise
    except HypersweepError as error:
        raise in_one_line(error) from None
    return _server(host, port, site, app)


def _allow_connections() -> None:
    """Raise this process's limit on open files to ``_CONNECTIONS``, or to the system's maximum if that is lower."""
    try:
        import resource
    except ImportError:
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS if most == resource.RLIM_INFINITY else min(most, _CONNECTIONS)
    if now == resource.RLIM_INFINITY or now >= wanted:
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _check_export(options: Namespace) -> None:
    if not options.export:
        raise ParameterError("expected a folder name for --export, got ''; . is the current folder")
    serving = {"--port": options.port, "--host": options.host, "--no-browser": options.no_browser or None}
    for name, value in serving.items():
        if value is not None:
            raise ParameterError(f"can't use {name} with --export, which serves nothing")
    check_alone(options, "--export, which serves nothing")


def _server(host: str, port: int | None, site: Site | None = None, app: Any = None) -> PageServer:
    """Return a server for an app, or for the page alone, on the given port or the first free default port."""
    from hypersweep.web.server import PageServer
    from hypersweep.web.site import read_site

    site = read_site() if site is None else site
    for each in (*PORTS, 0) if port is None else (port,):
        try:
            return PageServer(site, host, each, app=app, is_together=app is not None, packs=True)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ParameterError(_no_address(host, each, error)) from None
    raise ParameterError(f"port {port} is in use; --port 0 picks a free one")


def _no_address(host: str, port: int, error: OSError) -> str:
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"can't use port {port}: ports below 1024 need privileges"
    why = error.strerror or str(error)
    return f"expected one of this machine's addresses for --host, got {truncate(host)}: {why.lower()}"


def _export(site: Site, name: str, output: Output) -> int:
    from pathlib import Path

    from hypersweep.web.export import export_site

    try:
        export_site(site, Path(name))
    except (OSError, ValueError) as error:
        if isinstance(error, ParameterError):
            raise
        warn(_NAME, f"can't write {truncate(name)}: {getattr(error, 'strerror', None) or error}")
        return WRITING_FAILED
    size = sum(len(each.data) for each in site.files.values())
    return output.print(f"wrote the page to {truncate(name)}: {len(site.files)} files, {size / 1e6:.1f} MB\n")


def _has_display() -> bool:
    """Return whether there is a display for a browser window."""
    if sys.platform in ("win32", "darwin", "cygwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    """Open the page in a browser, without waiting for the browser to exit."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
