"""The files of the page, and errors for missing builds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hypersweep import MissingExtraError
from hypersweep.web import engine_folder, kernels_file, page, page_folder
from hypersweep.web.site import script_imports

ENGINE = {"board_id.js", "client.js", "errors.js", "kernel.js", "rules.js", "service.js", "shape.js", "worker.js"}
LATER = re.compile(r"""\bimport\(\s*["'`]([^"'`]*)""")


def test_the_scripts_are_installed() -> None:
    assert {path.name for path in engine_folder().glob("*.js")} >= ENGINE
    assert engine_folder().parent == page_folder()
    assert {"main.js", "app.js", "sw.js"} <= {path.name for path in page_folder().glob("*.js")}


def test_scripts_need_nothing_from_elsewhere() -> None:
    for script in page_folder().rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        for name in (*script_imports(text), *LATER.findall(text)):
            assert name.startswith(("./", "../")), f"{script.name}: {name}"


def test_kernels_that_were_not_built_are_missed_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "engine_folder", lambda: tmp_path)
    with pytest.raises(MissingExtraError, match="'make wasm'"):
        kernels_file()
    (tmp_path / "kernels.wasm").write_bytes(b"")
    assert kernels_file() == tmp_path / "kernels.wasm"
