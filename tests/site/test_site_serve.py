from __future__ import annotations

import os
from pathlib import Path

import pytest

import site_serve


def test_a_draft_that_is_gone_at_the_second_look_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "play.md").write_text("# Play\n")
    (docs / "draft.md").write_text("# Draft\n")

    def vanish(path: Path) -> bool:
        is_file = os.path.isfile(path)
        if path.name == "draft.md":
            path.unlink(missing_ok=True)
        return is_file

    monkeypatch.setattr(Path, "is_file", vanish)
    assert site_serve.newest(tmp_path) == (1, (docs / "play.md").stat().st_mtime_ns)


def test_a_folder_without_pages_has_none(tmp_path: Path) -> None:
    assert site_serve.newest(tmp_path) == (0, 0)
