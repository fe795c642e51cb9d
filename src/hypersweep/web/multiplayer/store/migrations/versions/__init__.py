"""The steps by which the database became what it is, oldest first; none is changed once it was released."""

from __future__ import annotations
