"""Settings: names and plain values that survive the end of programs and damaged files."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.session.settings import Settings
from hypersweep.session.store_files import Trouble, read_regular


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "settings.json"


@pytest.fixture
def settings(path: Path, told: list[str]) -> Settings:
    return Settings(path, Trouble(told.append))


def test_what_is_set_is_read_by_the_next_program(settings: Settings, path: Path, told: list[str]) -> None:
    assert settings.get("theme") is None
    assert settings.get("theme", "day") == "day"
    settings.set("theme", "night ☃")
    settings.set("scale", [1, 2.5, None, {"wide": True}])
    again = Settings(path, Trouble(told.append))
    assert again.get("theme") == "night ☃"
    assert again.get("scale") == [1, 2.5, None, {"wide": True}]
    assert again.names() == ["scale", "theme"]
    again.set("theme", None)
    assert settings.names() == ["scale"]
    settings.set("never", None)
    assert settings.names() == ["scale"]
    assert told == []


def test_what_others_set_is_kept(settings: Settings, path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"from the future": {"x": [1]}, "theme": "day"}')
    settings.set("theme", "night")
    assert json.loads(path.read_text()) == {"from the future": {"x": [1]}, "theme": "night"}


def test_the_file_is_read_again_only_if_it_changed(
    settings: Settings, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.set("scale", [1, 2])
    read: list[Path] = []

    def counted(path: Path, most: int) -> tuple[bytes, int, float]:
        read.append(path)
        return read_regular(path, most)

    monkeypatch.setattr("hypersweep.session.settings.read_regular", counted)
    scale = settings.get("scale")
    assert isinstance(scale, list)
    scale.append(3)
    assert [settings.get("scale"), settings.get("theme"), settings.names()] == [[1, 2], None, ["scale"]]
    assert read == [path]
    path.write_text('{"scale": [3, 4, 5]}')
    assert settings.get("scale") == [3, 4, 5]
    settings.set("scale", None)
    assert settings.get("scale") is None


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[1]", b"7", b"null", b'{"a": NaN}', b"\xff\xfe", b'{"a": ' + b"[" * 100_000, b"\0" * 50, b"1" * 9000],
)
def test_a_file_that_cannot_be_understood_is_put_aside(
    settings: Settings, path: Path, told: list[str], content: bytes
) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert settings.get("theme", "day") == "day"
    assert len(told) == 1
    assert "renamed to" in told[0]
    assert path.with_name("settings.json.broken-1").read_bytes() == content
    settings.set("theme", "night")
    assert settings.get("theme") == "night"
    assert len(told) == 1


def test_no_byte_of_the_file_can_stop_anything(settings: Settings, path: Path) -> None:
    settings.set("theme", "night")
    settings.set("delta", True)
    data = path.read_bytes()
    for place in range(len(data)):
        for byte in (0, 0xFF, ord('"'), ord("}"), data[place] ^ 1):
            path.write_bytes(data[:place] + bytes([byte]) + data[place + 1 :])
            settings.get("theme")
        path.write_bytes(data[:place])
        settings.get("theme")
        for aside in path.parent.glob("*.broken-*"):
            aside.unlink()
    settings.set("theme", "day")
    assert settings.get("theme") == "day"


@pytest.mark.slow
def test_values_that_cannot_be_written_are_refused(settings: Settings, path: Path) -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ParameterError, match="deeply nested"):
        settings.set("theme", deep)
    for number in (float("nan"), float("inf")):
        with pytest.raises(ParameterError, match="expected finite numbers"):
            settings.set("theme", number)
    for value in ({1, 2}, b"night", object()):
        with pytest.raises(ParameterTypeError, match="expected a value that JSON supports"):
            settings.set("theme", value)
    with pytest.raises(ParameterTypeError, match="expected a setting name"):
        settings.set(7, "night")  # type: ignore[arg-type]
    assert not path.exists()


def test_settings_that_cannot_be_saved_last_for_the_program(tmp_path: Path, told: list[str]) -> None:
    (tmp_path / "data").write_text("in the way")
    settings = Settings(tmp_path / "data" / "settings.json", Trouble(told.append))
    settings.set("theme", "night")
    settings.set("delta", True)
    assert settings.get("theme") == "night"
    assert settings.names() == ["delta", "theme"]
    settings.set("theme", None)
    assert settings.get("theme", "day") == "day"
    assert sum("can't be saved" in message for message in told) == 1


def test_threads_and_programs_lose_nothing_of_each_other(path: Path, told: list[str]) -> None:
    def write(name: str) -> None:
        settings = Settings(path, Trouble(told.append))
        for number in range(10):
            settings.set(f"{name}{number}", number)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Settings(path, Trouble(told.append)).names()) == 30
    assert told == []


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(values=st.dictionaries(st.text(max_size=4), plain, max_size=4))
def test_every_plain_value_comes_back(tmp_path_factory: pytest.TempPathFactory, values: dict[str, object]) -> None:
    path = tmp_path_factory.mktemp("data") / "settings.json"
    settings = Settings(path, Trouble(print))
    for name, value in values.items():
        settings.set(name, value)
    for name, value in values.items():
        assert settings.get(name) == value


@pytest.mark.needs("posix")
def test_a_pipe_in_place_of_the_file_keeps_nobody_waiting(path: Path, told: list[str]) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    assert Settings(path, Trouble(told.append)).get("theme", "day") == "day"
    assert len(told) == 1
    assert told[0].startswith("Settings can't be read: ")
