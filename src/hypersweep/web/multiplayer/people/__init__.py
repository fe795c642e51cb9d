"""People: guests and accounts, passphrases, sessions, names and bans."""

from __future__ import annotations
