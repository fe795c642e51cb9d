"""Where the page's files are, and the errors where they weren't built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hypersweep import MissingExtraError
from hypersweep.web import kernels_file, page_files, page_folder, site_folder

if TYPE_CHECKING:
    from pathlib import Path


def test_a_page_that_was_not_built_is_an_error_that_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_files, "_built", lambda: tmp_path)
    with pytest.raises(MissingExtraError, match=r"kernels.*'make page'"):
        kernels_file()
    (tmp_path / "kernels.wasm").write_bytes(b"")
    assert kernels_file() == tmp_path / "kernels.wasm"
    with pytest.raises(MissingExtraError, match="'make page'"):
        site_folder()
    (tmp_path / "index.html").write_bytes(b"")
    with pytest.raises(MissingExtraError, match="'make page'"):
        site_folder()
    (tmp_path / "game.wasm").write_bytes(b"")
    assert site_folder() == tmp_path


def test_the_sources_are_in_a_checkout() -> None:
    assert {"main.ts", "app.ts", "sw.ts", "build.mjs"} <= {path.name for path in page_folder().iterdir()}
