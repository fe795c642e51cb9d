"""Where the files of the page are, and what is said of those that weren't built."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep import MissingExtraError
from hypersweep.web import engine_folder, kernels_file, page, page_folder

SCRIPTS = {
    "advice.js",
    "around.js",
    "board_id.js",
    "client.js",
    "conflict.js",
    "errors.js",
    "kernel.js",
    "layout_count.js",
    "reason_rows.js",
    "reasons.js",
    "rules.js",
    "service.js",
    "shape.js",
    "worker.js",
}


def test_the_scripts_are_installed() -> None:
    assert {path.name for path in engine_folder().glob("*.js")} == SCRIPTS
    assert engine_folder().parent == page_folder()


def test_scripts_need_nothing_from_elsewhere() -> None:
    for script in page_folder().rglob("*.js"):
        for line in script.read_text(encoding="utf-8").splitlines():
            # What a longer import is from stands on its last line.
            if line.startswith(("import ", "export * from", "} from")) and line != "import {":
                assert '"./' in line or '"../' in line, f"{script.name}: {line}"


def test_kernels_that_were_not_built_are_missed_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "engine_folder", lambda: tmp_path)
    with pytest.raises(MissingExtraError, match="'make wasm'"):
        kernels_file()
    (tmp_path / "kernels.wasm").write_bytes(b"")
    assert kernels_file() == tmp_path / "kernels.wasm"
