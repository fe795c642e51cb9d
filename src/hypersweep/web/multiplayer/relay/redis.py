"""A relay through Redis, for several workers.

One task owns the listening connection: it reconnects, and reports when Redis becomes unavailable or available again.
Another task publishes all pending messages together. While Redis is unavailable, all other calls fail immediately, so
that no caller waits. Every key in Redis expires, so nothing accumulates, and losing all the data is harmless.
"""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hypersweep.errors import MissingExtraError, ParameterError
from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.relay.port import PRESENCE, Listener, Listeners

if TYPE_CHECKING:
    from collections.abc import Callable

try:
    from redis.asyncio import BlockingConnectionPool, Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import AuthenticationError, RedisError
except ImportError as _error:
    raise MissingExtraError(
        "several workers need the redis package, which isn't installed: pip install 'hypersweep[server]'",
        name=_error.name,
    ) from None


# Time limit for a response, and pause between connection attempts, in seconds.
_PATIENCE = 0.8
_AGAIN = 0.2
# Seconds of silence before a ping tests the listening connection.
_QUIET = 2.0
_MOST_CONNECTIONS = 16
# Number of messages to handle before yielding to other tasks.
_MOST_AT_ONCE = 64

# Prefix for all keys and channels, so that other programs can share the Redis server.
_PREFIX = "hypersweep:"
# A channel we are always subscribed to, so that there is a listening connection even without other subscriptions.
_OWN = f"{_PREFIX}all"


class RedisRelay:
    """A relay through Redis; see ``Relay`` for the methods.

    Args:
        url: Redis URL: ``redis://HOST:PORT/DATABASE``, ``rediss://`` for TLS, or ``unix://`` for a socket.

    Raises:
        ParameterError: the URL is invalid.
    """

    def __init__(self, url: str) -> None:
        try:
            pool = BlockingConnectionPool.from_url(
                url,
                max_connections=_MOST_CONNECTIONS,
                timeout=_PATIENCE,
                socket_timeout=_PATIENCE,
                socket_connect_timeout=_PATIENCE,
                retry=Retry(NoBackoff(), 0),
            )
        except (ValueError, RedisError):
            # Don't include the URL in the message: it may contain a password.
            raise ParameterError("expected a Redis URL such as redis://127.0.0.1:6379/0") from None
        self._redis: Any = Redis.from_pool(pool)
        self.is_available: bool = False
        self._callbacks: list[Callable[[bool], None]] = []
        self._listeners = Listeners(self._settle)
        self._pubsub: Any = None
        # Channels for which Redis has confirmed our subscription, and futures for callers waiting for a confirmation.
        self._channels: set[str] = set()
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._in_turn = asyncio.Lock()
        self._outgoing: list[tuple[str, bytes, asyncio.Future[None]]] = []
        self._has_outgoing = asyncio.Event()
        self._first: asyncio.Future[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Start connecting, and return after the first attempt; retries run in the background.

        Raises:
            ParameterError: Redis rejects the credentials in the URL.
        """
        self._first = asyncio.get_running_loop().create_future()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._publish())]
        try:
            await self._first
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Disconnect, and close all subscriptions."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        self._tasks = []
        self._listeners.clear()
        self._fail_outgoing()
        await self._redis.aclose(close_connection_pool=True)

    async def publish(self, channel: str, data: bytes) -> None:
        """Send bytes to all listeners on a channel; returns once Redis has received them."""
        self._check()
        done = asyncio.get_running_loop().create_future()
        self._outgoing.append((channel, data, done))
        self._has_outgoing.set()
        await done

    async def subscribe(self, channel: str, handler: Callable[[bytes], None]) -> Listener:
        """Listen to a channel."""
        listener = self._listeners.add(channel, handler)
        await self._settle(channel)
        return listener

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Acquire or extend a lease for ``seconds``. Returns: whether ``owner`` holds it now."""
        return bool(await self._run(LEASE, f"lease:{name}", owner, math.ceil(seconds * 1000)))

    async def renew(self, name: str, owner: str, seconds: float) -> bool:
        """Extend a lease to ``seconds`` from now if ``owner`` still holds it. Returns: whether it does."""
        return bool(await self._run(RENEW, f"lease:{name}", owner, math.ceil(seconds * 1000)))

    async def release(self, name: str, owner: str) -> None:
        """Release a lease if ``owner`` holds it."""
        await self._run(RELEASE, f"lease:{name}", owner)

    async def holder(self, name: str) -> str | None:
        """Return a lease's current owner, or None."""
        found: bytes | None = await self._asked("GET", f"{_PREFIX}lease:{name}")
        return None if found is None else found.decode()

    async def take_token(self, key: str, rate: float, burst: float, cost: float = 1) -> bool:
        """Take tokens from a bucket. Returns: whether it had enough; if not, none are taken."""
        return bool(await self._run(TOKEN, f"tokens:{key}", rate, burst, cost))

    async def mark_present(self, room: str, member: str) -> None:
        """Mark a member as present in a room for ``PRESENCE`` seconds."""
        await self._run(MARK, f"present:{room}", member, math.ceil(PRESENCE))

    async def mark_absent(self, room: str, member: str) -> None:
        """Mark a member as absent from a room."""
        await self._asked("ZREM", f"{_PREFIX}present:{room}", member)

    async def present(self, room: str) -> set[str]:
        """Return the members present in a room."""
        return {each.decode() for each in await self._run(PRESENT, f"present:{room}")}

    def on_change(self, callback: Callable[[bool], None]) -> None:
        """Call ``callback`` with False when Redis becomes unavailable, and with True when it is back."""
        self._callbacks.append(callback)

    def _check(self) -> None:
        if not self.is_available:
            raise UnavailableError("Redis is currently unavailable")

    async def _asked(self, *words: object) -> Any:
        self._check()
        try:
            return await self._redis.execute_command(*words)
        except (RedisError, OSError) as error:
            raise UnavailableError(f"Redis didn't answer: {type(error).__name__}") from error

    async def _run(self, script: str, key: str, *words: object) -> Any:
        return await self._asked("EVAL", script, 1, f"{_PREFIX}{key}", *words)

    async def _publish(self) -> None:
        while True:
            await self._has_outgoing.wait()
            self._has_outgoing.clear()
            outgoing, self._outgoing = self._outgoing, []
            try:
                async with self._redis.pipeline(transaction=False) as sent:
                    for channel, data, _ in outgoing:
                        sent.publish(f"{_PREFIX}{channel}", data)
                    await sent.execute()
            except (RedisError, OSError) as error:
                failure = UnavailableError(f"Redis didn't answer: {type(error).__name__}")
                for _, _, done in outgoing:
                    if not done.done():
                        done.set_exception(failure)
            except asyncio.CancelledError:
                self._outgoing = outgoing + self._outgoing
                raise
            else:
                for _, _, done in outgoing:
                    if not done.done():
                        done.set_result(None)

    def _fail_outgoing(self) -> None:
        for _, _, done in self._outgoing:
            if not done.done():
                done.set_exception(UnavailableError("the connection to Redis is closed"))
        self._outgoing = []

    async def _settle(self, channel: str) -> None:
        """Subscribe to a channel if it has listeners, else unsubscribe, and wait for the confirmation."""
        async with self._in_turn:
            is_wanted = channel in self._listeners
            if self._pubsub is None or is_wanted is (channel in self._channels):
                return
            heard = asyncio.get_running_loop().create_future()
            self._waiting[channel] = heard
            try:
                # The listening task gets the same error, reconnects, and subscribes to all channels again.
                with suppress(RedisError, OSError, TimeoutError):
                    if is_wanted:
                        self._channels.add(channel)
                        await self._pubsub.subscribe(f"{_PREFIX}{channel}")
                    else:
                        self._channels.discard(channel)
                        await self._pubsub.unsubscribe(f"{_PREFIX}{channel}")
                    async with asyncio.timeout(_PATIENCE):
                        await heard
            finally:
                self._waiting.pop(channel, None)

    async def _listen(self) -> None:
        while True:
            pubsub = self._redis.pubsub()
            try:
                await self._hear(pubsub)
            except (RedisError, OSError) as error:
                if self._first is not None and not self._first.done() and isinstance(error, AuthenticationError):
                    self._first.set_exception(ParameterError("Redis rejected the name or password"))
            finally:
                self._pubsub = None
                for each in self._waiting.values():
                    if not each.done():
                        each.set_result(None)
                with suppress(RedisError, OSError):
                    await pubsub.aclose()
            self._set_available(False)
            await asyncio.sleep(_AGAIN)

    async def _hear(self, pubsub: Any) -> None:
        """Listen until the connection is lost.

        Raises:
            RedisError: the connection is lost.
            TimeoutError: Redis doesn't answer.
        """
        async with self._in_turn:
            self._channels = set(self._listeners)
            await pubsub.subscribe(_OWN, *(f"{_PREFIX}{each}" for each in self._channels))
            # Report Redis as available only once all subscriptions are confirmed: until then, messages could be missed.
            left = len(self._channels) + 1
            while left:
                message = await pubsub.get_message(timeout=_PATIENCE)
                if message is None:
                    raise TimeoutError
                left -= message["type"] == "subscribe"
                self._take(message)
            self._pubsub = pubsub
        # Idle connections in the pool may still lead to a Redis server that has stopped.
        await self._redis.connection_pool.disconnect(inuse_connections=False)
        self._set_available(True)
        is_asked = False
        count = 0
        while True:
            message = await pubsub.get_message(timeout=_PATIENCE if is_asked else _QUIET)
            if message is not None:
                is_asked = False
                self._take(message)
                count += 1
                if count % _MOST_AT_ONCE == 0:
                    await asyncio.sleep(0)
            elif is_asked:
                raise TimeoutError
            else:
                await pubsub.ping()
                is_asked = True

    def _take(self, message: dict[str, Any]) -> None:
        if message["channel"] is None:
            return
        channel = message["channel"].decode().removeprefix(_PREFIX)
        if message["type"] == "message":
            self._listeners.tell(channel, message["data"])
        elif (heard := self._waiting.get(channel)) is not None and not heard.done():
            heard.set_result(None)

    def _set_available(self, is_available: bool) -> None:
        if self._first is not None and not self._first.done():
            self._first.set_result(None)
        if is_available is not self.is_available:
            self.is_available = is_available
            for callback in tuple(self._callbacks):
                callback(is_available)


# Lua scripts; Redis runs each one atomically. Key: the lease. Arguments: owner, milliseconds.
LEASE = """
local holder = redis.call("GET", KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1
"""

RENEW = """
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return 1
"""

RELEASE = """
if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) end
return 1
"""

# Key: the bucket, a hash of its number of tokens and when they were counted. Arguments: rate, burst, cost.
TOKEN = """
local rate, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local moment = redis.call("TIME")
local now = tonumber(moment[1]) + tonumber(moment[2]) / 1000000
local found = redis.call("HMGET", KEYS[1], "held", "since")
local held = tonumber(found[1]) or burst
local since = tonumber(found[2]) or now
held = math.min(burst, held + math.max(0, now - since) * rate)
local taken = 0
if held >= cost then held = held - cost; taken = 1 end
redis.call("HSET", KEYS[1], "held", string.format("%.6f", held), "since", string.format("%.6f", now))
redis.call("PEXPIRE", KEYS[1], math.ceil((burst - held) / rate * 1000) + 1000)
return taken
"""

# Key: the room, a sorted set of members, scored by when (in seconds) their presence expires. Arguments: member,
# seconds.
MARK = """
local now = tonumber(redis.call("TIME")[1])
redis.call("ZADD", KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
redis.call("EXPIRE", KEYS[1], ARGV[2])
return 1
"""

PRESENT = """
return redis.call("ZRANGEBYSCORE", KEYS[1], "(" .. redis.call("TIME")[1], "+inf")
"""
