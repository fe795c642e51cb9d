"""Who plays: guests, accounts with a passphrase, their sessions, and what is kept of them."""

from __future__ import annotations
