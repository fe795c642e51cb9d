"""Names that are loaded when they are asked for; what annotations make of them is shown in test_annotations.py."""

from __future__ import annotations

import subprocess
import sys
import types
import typing
from pathlib import Path

import pytest

import hypersweep
from hypersweep.lazy import defer, lazy_names


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """A package of two modules: ``sample.numbers`` with ``one`` and ``two``, ``sample.words`` with ``three``."""
    sample = types.ModuleType("sample")
    sample.__all__ = ["one", "two", "three"]  # type: ignore[attr-defined]
    sample.__path__ = []
    numbers, words = types.ModuleType("sample.numbers"), types.ModuleType("sample.words")
    numbers.one, numbers.two, words.three = 1, 2, "three"  # type: ignore[attr-defined]
    for module in (sample, numbers, words):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return sample


def test_a_name_comes_from_its_home_and_stays(package: types.ModuleType) -> None:
    find, listed = lazy_names("sample", {"numbers": ("one", "two"), "words": ("three",)})
    assert listed() == ["one", "three", "two"]
    assert [find(name) for name in ("one", "three")] == [1, "three"]
    assert vars(package)["one"] == 1
    assert "two" not in vars(package)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("thre", "module 'sample' has no attribute 'thre', did you mean 'three'?"),
        ("_thre", "module 'sample' has no attribute '_thre'"),
        ("elsewhere", "module 'sample' has no attribute 'elsewhere'"),
    ],
)
def test_a_name_that_nobody_has_is_told_the_nearest(name: str, message: str, package: types.ModuleType) -> None:
    find, _ = lazy_names(package.__name__, {"numbers": ("one", "two"), "words": ("three",)})
    with pytest.raises(AttributeError) as caught:
        find(name)
    assert str(caught.value) == message


def test_nothing_is_imported_until_it_is_asked_for() -> None:
    program = """
import sys
from hypersweep.lazy import defer
namespace = {"__name__": "example"}
defer(namespace, "from fractions import Fraction", "import colorsys as c")
assert not {"fractions", "colorsys"} & sys.modules.keys()
assert namespace["Fraction"].limit_denominator
assert "fractions" in sys.modules and "colorsys" not in sys.modules
assert namespace["c"].rgb_to_hsv(0, 0, 0) == (0, 0, 0)
"""
    source = str(Path(hypersweep.__file__).resolve().parents[1])
    subprocess.run([sys.executable, "-S", "-c", program], check=True, env={"PYTHONPATH": source})


def test_names_are_read_as_python_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("sample_names")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    defer(
        vars(module),
        "from collections.abc import Iterable, Sequence as Row",
        "import fractions",
        "Numbers = Row[int]",
    )
    exec("def shown(rows: Iterable[Row[int]], share: fractions.Fraction | None) -> Numbers: ...", vars(module))
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    assert typing.get_type_hints(module.shown) == {
        "rows": Iterable[Sequence[int]],
        "share": Fraction | None,
        "return": Sequence[int],
    }
