"""The game as a web page: static files for any host, including the kernels compiled to WebAssembly.

``docs/web.md`` explains how the kernels are built and how scripts call them.
"""

from __future__ import annotations

from hypersweep.web.page_files import kernels_file, page_folder, site_folder

__all__ = ["kernels_file", "page_folder", "site_folder"]
