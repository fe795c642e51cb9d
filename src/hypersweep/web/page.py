"""Locations of the page's files."""

from __future__ import annotations

from pathlib import Path

from hypersweep.errors import MissingExtraError


def page_folder() -> Path:
    """Return the folder of all files of the page.

    >>> page_folder().name
    'static'
    """
    return Path(__file__).with_name("static")


def engine_folder() -> Path:
    """Return the folder of the engine's scripts, which also contains the kernels if they were built.

    >>> (engine_folder() / "client.js").is_file()
    True
    """
    return page_folder() / "engine"


def kernels_file() -> Path:
    """Return the path of the page's kernels, a WebAssembly module.

    Raises:
        MissingExtraError: this installation was built without them; the message says how to get them.
    """
    path = engine_folder() / "kernels.wasm"
    if not path.is_file():
        raise MissingExtraError(
            "expected the kernels for the page, got an installation that was built without them; "
            "run 'make wasm' in the folder of the sources and then install from there again, or install a wheel "
            "from PyPI, which has them"
        )
    return path
