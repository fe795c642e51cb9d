"""HTTP routes for accounts: signing in and out, passphrases and recovery codes, and exporting personal data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import StreamingResponse

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call, json_answer
from hypersweep.web.multiplayer.http.guard import address_of
from hypersweep.web.multiplayer.http_protocol import (
    Account,
    Codes,
    Deletion,
    NewCodes,
    PassphraseChange,
    Recovery,
    Registered,
    SignIn,
)
from hypersweep.web.multiplayer.name_keys import name_key
from hypersweep.web.multiplayer.people.sessions import (
    device_of,
    forget_device,
    forget_token,
    give_device,
    give_token,
    has_device,
    token_of,
)
from hypersweep.web.multiplayer.protocol import Me

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from hypersweep.web.multiplayer.people.accounts import People, SignedIn
    from hypersweep.web.multiplayer.server_settings import Settings

    TakeToken = Callable[[str, float, float], Awaitable[bool]]

# Limits on passphrase guesses for an account (guesses per second, and burst size): from one address or device, and from
# all unknown devices together. The latter allows 43,500 guesses a day, so an attacker needs 6,500 years for an even
# chance of guessing 8 random lower-case letters. An attacker with 50 addresses can use up this limit; the owner can
# still sign in on a known device, or anywhere with a recovery code.
_TRIES, _TRIES_AT_ONCE = 0.01, 10
_ALL_TRIES, _ALL_TRIES_AT_ONCE = 0.5, 300
# Limits for one signed-in person, or for one address trying recovery codes (which are too long to guess).
_OWN_TRIES, _OWN_TRIES_AT_ONCE = 0.2, 30


def account_routes(people: People, settings: Settings, take_token: TakeToken) -> list[Route]:
    """Return the routes for accounts and sessions.

    Args:
        people: the server's accounts and guests.
        settings: the server's settings.
        take_token: as for ``Guard``.
    """

    async def known(request: Request) -> Me:
        """Return the person who sent a request, even if they are banned.

        Raises:
            RefusedError: ``signed_out``: the request has no session.
        """
        me = await people.of(token_of(request, settings), even_banned=True)
        if me is None:
            raise RefusedError("signed_out", "sign in first", status=401)
        return me

    async def playing(request: Request) -> Me:
        """Return the person who sent a request, unless they are banned.

        Raises:
            RefusedError: ``signed_out``: the request has no session; ``banned``: the person is banned.
        """
        me = await people.of(token_of(request, settings))
        if me is None:
            raise RefusedError("signed_out", "sign in first", status=401)
        return me

    async def try_once(whose: str, rate: float = _OWN_TRIES, burst: float = _OWN_TRIES_AT_ONCE) -> None:
        try:
            if await take_token(f"try:{whose}", rate, burst):
                return
        except RefusedError:
            # Redis is unavailable; the limit on simultaneous passphrase checks still applies.
            return
        raise RefusedError("too_often", "too many attempts; try again soon", status=429)

    async def signed_in(request: Request, found: SignedIn) -> Response:
        me = found.me
        answer = json_answer(
            Registered(me.id, me.name, me.is_guest, me.is_admin, [*found.codes]) if found.codes else me
        )
        give_token(answer, request, settings, found.token)
        if not me.is_guest:
            give_device(answer, request, settings, await people.device_secret(), me.id)
        return answer

    def signed_out(request: Request) -> Response:
        answer = json_answer(None)
        forget_token(answer, request, settings)
        return answer

    @call("GET", "/api/me", gives=Me | None, refusals=(403,))
    async def who_am_i(request: Request) -> Response:
        """Return the signed-in person, or null; for a banned person, an error with the reason and their name."""
        token = token_of(request, settings)
        try:
            me = await people.of(token)
        except RefusedError as error:
            # Banned people can still export and delete their data, so the page needs their name.
            me = await people.of(token, even_banned=True)
            raise RefusedError(error.what, str(error), status=error.status, **error.values, me=me) from None
        answer = json_answer(me)
        if me is not None and token is not None and await people.renew(token):
            give_token(answer, request, settings, token)
        return answer

    @call("POST", "/api/session", gives=Me, refusals=(403,))
    async def begin(request: Request) -> Response:
        """Return the signed-in person, or create a guest and sign them in."""
        me = await people.of(token_of(request, settings))
        return json_answer(me) if me is not None else await signed_in(request, await people.begin_guest())

    @call("POST", "/api/account/register", takes=SignIn, gives=Registered, refusals=(401, 403, 409))
    async def register(request: Request, body: SignIn) -> Response:
        """Create an account, either for the signed-in guest, who keeps all their games, or for a new person."""
        me = await people.of(token_of(request, settings))
        return await signed_in(request, await people.register(me, body.name, body.passphrase))

    @call("POST", "/api/account/recover", takes=Recovery, gives=Me, refusals=(401, 403))
    async def recover(request: Request, body: Recovery) -> Response:
        """Sign in with a recovery code (valid once), and set a new passphrase; other sessions end."""
        # Use a separate limit, so that an attacker guessing passphrases can't stop the owner using a recovery code.
        await try_once(f"code:{address_of(request, settings)}")
        before = token_of(request, settings)
        return await signed_in(request, await people.recover(body.name, body.code, body.passphrase, before=before))

    @call("GET", "/api/account", gives=Account, refusals=(401, 403, 409))
    async def show(request: Request) -> Account:
        """Return when the account was created and how many recovery codes are unused."""
        return await people.account(await playing(request))

    @call("POST", "/api/account/codes", takes=NewCodes, gives=Codes, refusals=(401, 403, 409))
    async def make_codes(request: Request, body: NewCodes) -> Codes:
        """Create ten recovery codes, which replace all earlier ones."""
        me = await playing(request)
        await try_once(me.id)
        return Codes([*await people.make_codes(me, body.passphrase)])

    @call("POST", "/api/account/sign-in", takes=SignIn, gives=Me, refusals=(401, 403))
    async def sign_in(request: Request, body: SignIn) -> Response:
        """Sign in to an account."""
        known = device_of(request, settings, await people.device_secret()) if has_device(request, settings) else None
        # This request has no hashing slot yet, so query the database only if the device cookie is genuine.
        device = known[0] if known is not None and await people.id_of(body.name) == known[0] else None
        if known is not None and device is not None:
            await try_once(f"device {known[1]}", _TRIES, _TRIES_AT_ONCE)
            # Limit all known devices together: a thief who once knew the passphrase may have made many devices known.
            await try_once(f"devices of {device}", _ALL_TRIES, _ALL_TRIES_AT_ONCE)
        else:
            # Names have at most 32 characters, so truncate longer input to keep the rate limit's key short.
            key = name_key(body.name[:64])
            await try_once(f"{address_of(request, settings)} {key}", _TRIES, _TRIES_AT_ONCE)
            await try_once(f"all {key}", _ALL_TRIES, _ALL_TRIES_AT_ONCE)
        before = token_of(request, settings)
        found = await people.sign_in(body.name, body.passphrase, before=before, known=device)
        return await signed_in(request, found)

    @call("POST", "/api/account/sign-out")
    async def sign_out(request: Request) -> Response:
        """Sign out in this browser."""
        await people.sign_out(token_of(request, settings))
        return signed_out(request)

    @call("POST", "/api/account/passphrase", takes=PassphraseChange, gives=Me, refusals=(401, 403, 409))
    async def change_passphrase(request: Request, body: PassphraseChange) -> Response:
        """Change the passphrase; other sessions end."""
        me = await playing(request)
        await try_once(me.id)
        return await signed_in(request, await people.change_passphrase(me, body.old, body.new))

    @call("POST", "/api/account/delete", takes=Deletion, refusals=(401,))
    async def delete(request: Request, body: Deletion) -> Response:
        """Delete the signed-in person; their games stay, but no longer name a player."""
        me = await known(request)
        if not me.is_guest:
            await try_once(me.id)
            if body.passphrase is None or not await people.is_passphrase(me, body.passphrase):
                raise RefusedError("sign_in", "the passphrase is wrong", status=401)
        await people.delete(me.id)
        answer = signed_out(request)
        forget_device(answer, request, settings)
        return answer

    return [who_am_i, begin, register, sign_in, recover, sign_out, show, make_codes, change_passphrase, delete]


def export_routes(people: People, settings: Settings) -> list[Route]:
    """Return the route for exporting personal data.

    Args:
        people: the server's accounts and guests.
        settings: the server's settings.
    """

    @call("GET", "/api/account/export", gives=dict[str, Any], refusals=(401,))
    async def export(request: Request) -> Response:
        """Return everything saved about the signed-in person except secrets, as a file, even if they are banned."""
        me = await people.of(token_of(request, settings), even_banned=True)
        if me is None:
            raise RefusedError("signed_out", "sign in first", status=401)
        pieces = people.export(me.id)
        # Fetch the first pieces before sending headers: if the database is unavailable, there is still time for an
        # error status.
        first = [await anext(pieces), await anext(pieces)]

        async def all_pieces() -> AsyncIterator[bytes]:
            for piece in first:
                yield piece
            async for piece in pieces:
                yield piece

        headers = {"content-disposition": 'attachment; filename="hypersweep-account.json"'}
        return StreamingResponse(all_pieces(), 200, headers, "application/json")

    return [export]
