"""Multiplayer options for ``hypersweep web``: the database, Redis, limits and engines."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import chosen_name
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.solve import POLICIES
from hypersweep.text import parse_whole_number
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace

    from hypersweep.cli_support.command_parser import CommandParser
    from hypersweep.web.multiplayer.server_settings import Settings

DATABASE = "HYPERSWEEP_DATABASE_URL"
REDIS = "HYPERSWEEP_REDIS_URL"
"""Environment variables for URLs that may contain a password, since passwords don't belong on a command line."""

_LEVELS = ("debug", "info", "warning", "error")
_MOST_PORT = 65_535


def add_options(parser: CommandParser) -> None:
    """Add the multiplayer options to a parser."""
    add = parser.add_argument
    add("--alone", action="store_true", help="serve the page alone, without rooms and rankings")
    add("--database-url", metavar="URL", help=f"the database, as an SQLAlchemy URL; or set {DATABASE}")
    add("--redis-url", metavar="URL", help=f"the Redis server that several workers share; or set {REDIS}")
    add("--origin", metavar="ADDRESS", help="the public address of the page, such as https://sweep.example")
    add("--trust-proxy", action="store_true", help="trust a proxy's headers for clients' addresses")
    add("--largest-board", metavar="CELLS", help="the largest board for games played together (default: 100000 cells)")
    add(
        "--engine",
        metavar="NAME",
        action="append",
        words=POLICIES,
        help="offer an engine on the page: module:function, file.py:function, ms_toollib, or a command; repeatable",
    )
    add(
        "--metrics", metavar="ADDRESS", help="serve Prometheus metrics on a port, or on HOST:PORT (default: not at all)"
    )
    add("--log-level", metavar="LEVEL", words=_LEVELS, help=f"{', '.join(_LEVELS)} (default: warning)")


def check_alone(options: Namespace, other: str) -> None:
    """Check that no multiplayer option is given along with an option that makes it useless.

    Args:
        options: the parsed options.
        other: the other option, as named in the message.

    Raises:
        ParameterError: a multiplayer option is given.
    """
    given = {
        "--database-url": options.database_url,
        "--redis-url": options.redis_url,
        "--origin": options.origin,
        "--trust-proxy": options.trust_proxy or None,
        "--largest-board": options.largest_board,
        "--engine": options.engine,
        "--metrics": options.metrics,
        "--log-level": options.log_level,
        "--alone": (options.alone and other != "--alone") or None,
    }
    for name, value in given.items():
        if value is not None:
            raise ParameterError(f"can't use {name} with {other}")


def log_level(options: Namespace) -> str:
    """Return the log level.

    Raises:
        ParameterError: there is no level with this name.
    """
    return "warning" if options.log_level is None else chosen_name(options.log_level, "--log-level as one of", _LEVELS)


def is_own_database(options: Namespace) -> bool:
    """Return whether the default database is used, i.e. neither an option nor the environment names another."""
    return not (options.database_url or os.environ.get(DATABASE))


def database_url(options: Namespace) -> str:
    """Return the database URL: from the option, the environment, or the default.

    Raises:
        ParameterError: the option is empty.
        MissingExtraError: the library for finding the default folder isn't installed.
    """
    if options.database_url == "":
        raise ParameterError("expected a URL for --database-url, got ''")
    return options.database_url or os.environ.get(DATABASE) or _own_database()


def settings_of(options: Namespace, *, is_loopback: bool) -> Settings:
    """Return the server's settings.

    Args:
        options: the parsed options.
        is_loopback: whether only this machine can reach the server.

    Raises:
        ParameterError: an option is invalid.
        MissingExtraError: the library for finding the default folder isn't installed.
    """
    from hypersweep.engine.players import written_player
    from hypersweep.web.multiplayer.server_settings import Settings

    largest = 100_000
    if options.largest_board is not None:
        largest = parse_whole_number(options.largest_board, "--largest-board", least=1)
    origin = None if options.origin is None else origin_of(options.origin)
    if options.redis_url == "":
        raise ParameterError("expected a URL for --redis-url, got ''")
    return Settings(
        database_url(options),
        redis=options.redis_url or os.environ.get(REDIS) or None,
        origin=origin,
        largest_board=largest,
        trusts_proxy=options.trust_proxy,
        is_public=origin is not None or not is_loopback,
        engines=tuple(written_player(name) for name in options.engine or ()),
        metrics=None if options.metrics is None else _metrics(options.metrics),
    )


def _own_database() -> str:
    from hypersweep.session import data_directory

    path = (data_directory() / "together.sqlite3").absolute().as_posix()
    # Escape % and ?, which have a meaning in URLs.
    return f"sqlite+aiosqlite:///{path.replace('%', '%25').replace('?', '%3F')}"


def origin_of(text: str) -> str:
    """Normalise a site's address to the form browsers send as Origin.

    Raises:
        ParameterError: the address isn't an http or https origin.
    """
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise ParameterError(
            f"expected an address such as https://sweep.example, got {truncate(text)}: {error}"
        ) from None
    rest = (parts.path.rstrip("/"), parts.query, parts.fragment, parts.username, parts.password)
    if parts.scheme not in ("http", "https") or not parts.hostname or any(rest):
        raise ParameterError(f"expected an address such as https://sweep.example, got {truncate(text)}")
    try:
        host = parts.hostname.encode("idna").decode("ascii") if ":" not in parts.hostname else f"[{parts.hostname}]"
    except UnicodeError:
        raise ParameterError(f"expected an address such as https://sweep.example, got {truncate(text)}") from None
    usual = 443 if parts.scheme == "https" else 80
    return f"{parts.scheme}://{host}{'' if port in (None, usual) else f':{port}'}"


def _metrics(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    number = parse_whole_number(port, "--metrics", least=1)
    if number > _MOST_PORT:
        raise ParameterError(f"expected a port of at most {_MOST_PORT}, got {truncate(port)}")
    return host.strip("[]") or "127.0.0.1", number


def in_one_line(error: HypersweepError) -> ParameterError:
    """Return a setup error with its message on one line: database drivers write whole paragraphs."""
    return ParameterError(" ".join(str(error).split()))
