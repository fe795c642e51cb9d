"""Where the page's files are: its sources, and the site built from them by ``make page``."""

from __future__ import annotations

from pathlib import Path

from hypersweep.errors import MissingExtraError


def page_folder() -> Path:
    """Return the folder with the page's sources; it exists only in a checkout."""
    return Path(__file__).with_name("page")


def site_folder() -> Path:
    """Return the folder with the built page: all files a host has to serve.

    Raises:
        MissingExtraError: this installation was built without the page; the message says how to get it.
    """
    kernels_file()
    folder = _built()
    if not all((folder / name).is_file() for name in ("index.html", "game.wasm")):
        raise _missing("page")
    return folder


def kernels_file() -> Path:
    """Return the path of the WebAssembly module that contains all of the page's kernels.

    Raises:
        MissingExtraError: this installation was built without the kernels; the message says how to get them.
    """
    path = _built() / "kernels.wasm"
    if not path.is_file():
        raise _missing("kernels for the page")
    return path


def _built() -> Path:
    return Path(__file__).with_name("static")


def _missing(what: str) -> MissingExtraError:
    return MissingExtraError(
        f"expected the {what}, which this installation was built without; run 'make page' in the source folder and "
        "install from there again, or install a wheel from PyPI, which is complete"
    )
