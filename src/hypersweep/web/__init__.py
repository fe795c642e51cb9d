"""The game in a page: files that any host can serve, and the kernels that play it there, in WebAssembly.

``docs/web.md`` says how the kernels get into the page, and how scripts talk to them.
"""

from __future__ import annotations

from hypersweep.web.page import engine_folder, kernels_file, page_folder

__all__ = ["engine_folder", "kernels_file", "page_folder"]
