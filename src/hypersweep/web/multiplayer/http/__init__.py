"""What is answered by HTTP, beside the page's files."""

from __future__ import annotations
