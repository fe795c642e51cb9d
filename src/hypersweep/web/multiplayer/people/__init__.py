"""People: guests, accounts with a passphrase, their sessions, and their saved data."""

from __future__ import annotations
