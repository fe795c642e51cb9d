"""Serve the site on this machine while you edit its pages: after each edit the pages are updated and shown at once.

python docs/site/site_serve.py build/docs --port 8000
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import site_names
import site_pages

# Files from which pages are built. Nothing else is checked, because editors write temporary files next to them.
WATCHED = ("*.md", "benchmarks/*.md", "docs/**/*", "src/hypersweep/**/*.py")
SECONDS = 0.5


def newest(root: Path) -> tuple[int, int]:
    """Return the number of watched files and their latest modification time in nanoseconds, to detect edits."""
    times = [0]
    for pattern in WATCHED:
        # An editor's temporary file or folder may disappear before it is checked.
        with suppress(OSError):
            for path in root.glob(pattern):
                with suppress(OSError):
                    if path.is_file():
                        times.append(path.stat().st_mtime_ns)
    return len(times) - 1, max(times)


def lay_out(folder: Path) -> None:
    """Write the pages again. Print an error such as a dead link instead of stopping, as the next edit may fix it."""
    for known in (site_names.navigation, site_names.tree_of, site_names.api_modules, site_names.targets):
        known.cache_clear()
    try:
        site_pages.Site().write(folder)
    except (site_pages.DeadLinkError, OSError, SyntaxError, ValueError) as error:
        print(error, file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Serve the site until Ctrl-C, or until Zensical exits. Returns: the exit status."""
    parser = argparse.ArgumentParser(description="shows the site of the documents on this machine")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8000)
    chosen = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that finally stops Zensical on SIGTERM too
    seen = newest(site_names.ROOT)
    lay_out(chosen.folder)
    command = Path(sys.executable).with_name("zensical")
    server = subprocess.Popen([command, "serve", "--dev-addr", f"localhost:{chosen.port}"], cwd=chosen.folder)
    try:
        while server.poll() is None:
            time.sleep(SECONDS)
            now = newest(site_names.ROOT)
            if now != seen:
                seen = now
                lay_out(chosen.folder)
    except KeyboardInterrupt:
        return 130
    finally:
        server.terminate()
        server.wait()
    return server.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
