"""Cookies: whose they are, whatever a browser or another site puts into them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection
from starlette.responses import Response

from hypersweep.web.multiplayer.people.sessions import (
    cookie_name,
    forget_token,
    give_token,
    new_token,
    token_hash,
    token_of,
)
from hypersweep.web.multiplayer.server_settings import Settings

HOME = Settings("sqlite+aiosqlite://")
PUBLIC = Settings("sqlite+aiosqlite://", origin="https://sweep.example")
TOKEN = "A" * 43


def asked(*cookies: bytes, port: int = 6174) -> HTTPConnection:
    headers = [(b"cookie", each) for each in cookies]
    return HTTPConnection({"type": "http", "headers": headers, "server": ("127.0.0.1", port)})


def test_the_cookie_is_of_this_host_by_https_and_of_this_port_without() -> None:
    assert cookie_name(asked(), PUBLIC) == "__Host-hypersweep"
    assert cookie_name(asked(), HOME) == "hypersweep-6174"
    assert cookie_name(asked(port=6175), HOME) == "hypersweep-6175"
    behind = Settings("sqlite+aiosqlite://", origin="http://sweep.local:8080")
    assert cookie_name(asked(port=9001), behind) == cookie_name(asked(port=9002), behind) == "hypersweep-8080"


def test_no_script_reads_it_and_no_other_page_sends_it_along() -> None:
    answer = Response()
    give_token(answer, asked(), PUBLIC, TOKEN)
    name, *rest = answer.headers["set-cookie"].split("; ")
    assert name == f"__Host-hypersweep={TOKEN}"
    assert {each.lower() for each in rest} == {"httponly", "max-age=7776000", "path=/", "samesite=lax", "secure"}
    answer = Response()
    give_token(answer, asked(), HOME, TOKEN)
    assert "secure" not in answer.headers["set-cookie"].lower()
    answer = Response()
    forget_token(answer, asked(), PUBLIC)
    assert "Max-Age=0" in answer.headers["set-cookie"]


def test_tokens_are_long_and_only_their_hash_is_kept() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(token_of(asked(f"hypersweep-6174={token}".encode()), HOME) == token for token in tokens)
    assert len({token_hash(token) for token in tokens}) == 100
    assert all(token not in token_hash(token) for token in tokens)


@pytest.mark.parametrize(
    "cookies",
    [
        [],
        [b""],
        [b"hypersweep-6174"],
        [b"hypersweep-6174="],
        [b"hypersweep-6174=" + b"A" * 42],
        [b"hypersweep-6174=" + b"A" * 44],
        [b"hypersweep-6174=" + b"A" * 42 + b"!"],
        [b'hypersweep-6174="' + b"A" * 43 + b'"'],
        [b"hypersweep-6175=" + b"A" * 43],
        [b"__Host-hypersweep=" + b"A" * 43],
        [b"Hypersweep-6174=" + b"A" * 43],
        [b"hypersweep-6174=" + b"A" * 43 + b"; hypersweep-6174=" + b"B" * 43],
        [b"hypersweep-6174=" + b"A" * 43, b"hypersweep-6174=" + b"B" * 43],
        [b"hypersweep-6174=" + b"A" * 43 + b"; hypersweep-6174="],
        [b"hypersweep-6174=" + b"A" * 43 + b"; x=" + b"y" * (1 << 14)],
        [b"hypersweep-6174=" + b"A" * 43] + [b"x=y"] * 6000,
    ],
)
def test_cookies_that_are_none_doubtful_or_huge_are_nobodys(cookies: list[bytes]) -> None:
    assert token_of(asked(*cookies), HOME) is None


@pytest.mark.parametrize(
    "cookies",
    [
        [b"hypersweep-6174=" + b"A" * 43],
        [b"a=b; hypersweep-6174=" + b"A" * 43 + b"; c=d=e"],
        [b"a=b;hypersweep-6174=" + b"A" * 43 + b";;"],
        [b"a=b", b"hypersweep-6174=" + b"A" * 43],
        [b"hypersweep-6174=" + b"A" * 43 + b"; hypersweep-6174=" + b"A" * 43],
        [b"hypersweep-6175=" + b"B" * 43 + b"; hypersweep-6174=" + b"A" * 43],
    ],
)
def test_others_cookies_beside_it_are_no_matter(cookies: list[bytes]) -> None:
    assert token_of(asked(*cookies), HOME) == TOKEN


@given(st.lists(st.binary(max_size=80), max_size=4))
def test_no_bytes_are_too_strange(cookies: list[bytes]) -> None:
    for settings in (HOME, PUBLIC):
        assert token_of(asked(*cookies), settings) is None


NAMES = st.sampled_from(["hypersweep-6174", "__Host-hypersweep", "other", ""])
VALUES = st.one_of(st.sampled_from([TOKEN, "B" * 43, ""]), st.text('AB;= ,"', max_size=5))


@given(st.lists(st.tuples(NAMES, VALUES), max_size=6), st.sampled_from([";", "; ", " ; "]))
def test_a_token_is_found_only_where_there_is_no_doubt(pairs: list[tuple[str, str]], between: str) -> None:
    header = between.join(f"{name}={value}" for name, value in pairs)
    found = token_of(asked(header.encode()), HOME)
    own = {value for name, value in pairs if name == "hypersweep-6174"}
    plain = all(sign not in value for name, value in pairs for sign in ';=" ,')
    if plain:
        assert found == (next(iter(own)) if len(own) == 1 and own <= {TOKEN, "B" * 43} else None)
    else:
        assert found in (None, TOKEN, "B" * 43)
