"""The database servers that other tests use: each recovers after any fault."""

from __future__ import annotations

import pytest

from servers import Postgres, Redis, Server

pytestmark = pytest.mark.slow


def test_postgres_keeps_what_was_committed(postgres: Postgres) -> None:
    name = postgres.new_database()
    postgres.run("CREATE TABLE kept (number integer)", name)
    for number, end in enumerate((postgres.stop, postgres.kill)):
        postgres.run(f"INSERT INTO kept VALUES ({number})", name)
        end()
        assert not postgres.is_running
        assert not postgres.answers()
        postgres.start()
    assert postgres.run("SELECT number FROM kept ORDER BY number", name) == [(0,), (1,)]


def test_redis_comes_back(redis_server: Redis) -> None:
    for end in (redis_server.stop, redis_server.kill):
        end()
        assert not redis_server.answers()
        redis_server.start()
        assert redis_server.answers()


@pytest.mark.parametrize("name", ["postgres", "redis_server"])
def test_one_that_is_held_up_goes_on(name: str, request: pytest.FixtureRequest) -> None:
    server: Server = request.getfixturevalue(name)
    server.hold()
    assert server.is_running
    server.go_on()
    assert server.answers()
