"""Files that are set aside, and problems that are reported once."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep.session.damaged_files import StoreWarning, Trouble, put_aside, sync_folder


def test_each_kind_of_trouble_is_told_once() -> None:
    told: list[str] = []
    trouble = Trouble(told.append)
    trouble.tell("full", kind="disk")
    trouble.tell("still full", kind="disk")
    trouble.tell("locked", kind="lock")
    trouble.tell("broken")
    trouble.tell("broken")
    assert told == ["full", "locked", "broken", "broken"]


def test_without_anybody_to_tell_it_is_a_warning_at_the_caller() -> None:
    with pytest.warns(StoreWarning, match="^full$") as caught:
        Trouble().tell("full", kind="disk")
    assert len(caught) == 1


def test_files_put_aside_take_nobodys_place(tmp_path: Path) -> None:
    path = tmp_path / "game.hsw"
    asides = []
    for text in ("first", "second", "third"):
        path.write_text(text, encoding="utf-8")
        asides.append(put_aside(path))
        assert not path.exists()
    assert [aside.name for aside in asides] == [f"game.hsw.broken-{number}" for number in (1, 2, 3)]
    assert [aside.read_text(encoding="utf-8") for aside in asides] == ["first", "second", "third"]


@pytest.mark.needs("links")
def test_a_link_to_nowhere_is_in_the_way_too(tmp_path: Path) -> None:
    path = tmp_path / "game.hsw"
    path.write_text("first", encoding="utf-8")
    (tmp_path / "game.hsw.broken-1").symlink_to(tmp_path / "nowhere")
    assert put_aside(path).name == "game.hsw.broken-2"
    assert (tmp_path / "game.hsw.broken-1").is_symlink()


def test_what_is_not_there_cannot_be_put_aside(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        put_aside(tmp_path / "game.hsw")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_written_down_or_nothing_is_said(tmp_path: Path) -> None:
    sync_folder(tmp_path)
    sync_folder(tmp_path / "missing")
    (tmp_path / "file").write_text("", encoding="utf-8")
    sync_folder(tmp_path / "file")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
