"""Shows the site on this machine while its pages are written: every edit is laid out, and Zensical shows it at once.

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

# What pages are made of; editors write beside it, so nothing else of the tree is looked at.
WATCHED = ("*.md", "benchmarks/*.md", "docs/**/*", "src/hypersweep/**/*.py")
SECONDS = 0.5


def newest(root: Path) -> tuple[int, int]:
    """Gives how many files there are that pages are made of, and when the last of them was changed."""
    times = [0]
    for pattern in WATCHED:
        # What editors write beside a file may be gone again before it is looked at, and folders may, too.
        with suppress(OSError):
            for path in root.glob(pattern):
                with suppress(OSError):
                    if path.is_file():
                        times.append(path.stat().st_mtime_ns)
    return len(times) - 1, max(times)


def lay_out(folder: Path) -> None:
    """Lays the pages out anew; a link that leads nowhere is told, and may be mended by the next edit."""
    for known in (site_names.navigation, site_names.tree_of, site_names.rooms, site_names.targets):
        known.cache_clear()
    try:
        site_pages.Site().write(folder)
    except (site_pages.DeadLinkError, OSError, SyntaxError, ValueError) as error:
        print(error, file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Serves the site until Ctrl-C, or until Zensical ends."""
    parser = argparse.ArgumentParser(description="shows the site of the documents on this machine")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8000)
    chosen = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # Zensical is to end with this program, however it ends
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
