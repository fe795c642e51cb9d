"""Options of ``hypersweep web`` for playing together."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep.cli.web import command_parser
from hypersweep.cli.web_settings import DATABASE, REDIS, in_one_line, is_own_database, log_level, settings_of
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.web.multiplayer.server_settings import Settings


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (DATABASE, REDIS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HYPERSWEEP_DATA", "/nowhere/100%/games?")


def read(*words: str, is_loopback: bool = True) -> Settings:
    return settings_of(command_parser().read(words), is_loopback=is_loopback)


def test_without_any_games_are_kept_among_others_of_this_machine() -> None:
    from sqlalchemy import make_url

    found = read()
    assert found == Settings(found.database)
    assert make_url(found.database).database == str(Path("/nowhere/100%/games?/together.sqlite3").absolute())
    assert is_own_database(command_parser().read([]))


def test_all_of_them() -> None:
    words = [
        *("--database-url", "postgresql+psycopg://u:p@db/x", "--redis-url", "redis://r", "--trust-proxy"),
        *("--origin", "HTTPS://Sweep.Example:443/", "--largest-board", "4096", "--metrics", "0.0.0.0:9000"),
    ]
    assert read(*words) == Settings(
        "postgresql+psycopg://u:p@db/x",
        redis="redis://r",
        origin="https://sweep.example",
        largest_board=4096,
        trusts_proxy=True,
        is_public=True,
        metrics=("0.0.0.0", 9000),
    )
    assert not is_own_database(command_parser().read(words))


def test_secrets_may_stand_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE, "postgresql+psycopg://env")
    monkeypatch.setenv(REDIS, "redis://env")
    assert (read().database, read().redis) == ("postgresql+psycopg://env", "redis://env")
    assert not is_own_database(command_parser().read([]))
    assert read("--database-url", "sqlite+aiosqlite://").database == "sqlite+aiosqlite://"
    monkeypatch.setenv(REDIS, "")
    assert read().redis is None


def test_who_others_can_reach_is_public() -> None:
    assert not read().is_public
    assert read(is_loopback=False).is_public
    assert read("--origin", "http://127.0.0.1:80").is_public


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://sweep.example", "https://sweep.example"),
        ("http://sweep.example:8080/", "http://sweep.example:8080"),
        ("http://[::1]:80", "http://[::1]"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ],
)
def test_an_origin_is_written_as_browsers_do(text: str, origin: str) -> None:
    assert read("--origin", text).origin == origin


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--origin", ""], "expected an address such as https://sweep.example, got ''"),
        (["--origin", "sweep.example"], "expected an address such as https://sweep.example, got 'sweep.example'"),
        (["--origin", "https://sweep.example/play"], "expected an address such as"),
        (["--origin", "https://me@sweep.example"], "expected an address such as"),
        (["--origin", "https://sweep.example:port"], "expected an address such as"),
        (["--origin", "https://sweep.example?x"], "expected an address such as"),
        (["--origin", "ws://sweep.example"], "expected an address such as"),
        (["--origin", f"https://{'a' * 64}.example"], "expected an address such as"),
        (["--largest-board", "0"], "expected a whole number of 1 or more for --largest-board, got '0'"),
        (["--largest-board", "many"], "expected a whole number"),
        (["--database-url", ""], "expected a URL for --database-url, got ''"),
        (["--redis-url", ""], "expected a URL for --redis-url, got ''"),
        (["--engine", "safset"], "expected a player: safest, "),
        (["--metrics", ""], "expected a whole number"),
        (["--metrics", "127.0.0.1"], "expected a whole number"),
        (["--metrics", "70000"], "expected a port of at most 65535, got '70000'"),
    ],
)
def test_what_can_not_be_used_is_refused(words: list[str], message: str) -> None:
    with pytest.raises(ParameterError) as error:
        read(*words)
    assert str(error.value).startswith(message)


def test_engines_are_players_or_commands() -> None:
    assert read().engines == ()
    assert read("--engine", "safest", "--engine", "java Careful").engines == ("safest", "engine:java Careful")


def test_figures_are_for_this_machine_unless_told_otherwise() -> None:
    assert read("--metrics", "9000").metrics == ("127.0.0.1", 9000)
    assert read("--metrics", "[::1]:9000").metrics == ("::1", 9000)


def test_levels_of_the_log() -> None:
    assert log_level(command_parser().read([])) == "warning"
    assert log_level(command_parser().read(["--log-level", "debug"])) == "debug"
    with pytest.raises(ParameterError, match="expected --log-level as one of debug, info, warning, error, got 'inf'"):
        log_level(command_parser().read(["--log-level", "inf"]))


def test_what_drivers_say_stands_in_one_line() -> None:
    assert str(in_one_line(HypersweepError("it\n  isn't\tthere"))) == "it isn't there"
