"""Lua scripts that Redis runs as one step; its clock is the same for all workers."""

from __future__ import annotations

# Keys: the lease. Arguments: owner, milliseconds.
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

# Keys: the bucket, a hash of its tokens and the time of that count. Arguments: rate, burst, cost.
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

# Keys: the room, a sorted set of its members by the second until which they count. Arguments: member, seconds.
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
