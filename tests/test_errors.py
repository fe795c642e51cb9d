"""The tree of errors: one root, the right built-in next to each, and a page that lists them all."""

from __future__ import annotations

import inspect
import pickle
from importlib import import_module

import pytest

from hypersweep import errors
from hypersweep.errors import (
    BoardTooLargeError,
    BusyError,
    CellError,
    HypersweepError,
    LayoutError,
    MineCountError,
    MissingExtraError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    RulesError,
    ShapeError,
)

CLASSES = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]


@pytest.mark.parametrize(
    ("error", "bases"),
    [
        (ParameterError, (HypersweepError, ValueError)),
        (ParameterTypeError, (ParameterError, TypeError)),
        (ShapeError, (ParameterError,)),
        (CellError, (ParameterError,)),
        (MineCountError, (ParameterError,)),
        (RulesError, (ParameterError,)),
        (LayoutError, (ParameterError,)),
        (ParseError, (HypersweepError, ValueError)),
        (BusyError, (HypersweepError,)),
        (BoardTooLargeError, (HypersweepError, MemoryError)),
        (MissingExtraError, (HypersweepError, ImportError)),
    ],
)
def test_errors_stand_beside_the_right_built_in(error: type[Exception], bases: tuple[type, ...]) -> None:
    assert error.__bases__ == bases


def test_every_error_is_public_and_in_the_tree() -> None:
    assert sorted(error.__name__ for error in CLASSES) == errors.__all__ == sorted(errors.__all__)
    page = inspect.getdoc(errors)
    assert page is not None
    listed = [line.split()[1] for line in page.splitlines() if line.lstrip().startswith("* ")]
    assert sorted(listed) == errors.__all__
    for error in CLASSES:
        assert issubclass(error, HypersweepError)
        assert error.__module__ == "hypersweep.errors"
        assert error.__doc__


def test_the_page_is_indented_as_the_classes_derive() -> None:
    page = inspect.getdoc(errors)
    assert page is not None
    above: list[str] = []
    for line in page.splitlines():
        name = line.strip().removeprefix("* ").split(" ")[0]
        if not line.lstrip().startswith("* "):
            continue
        depth = (len(line) - len(line.lstrip())) // 4
        del above[depth:]
        if above:
            assert getattr(errors, above[-1]) in getattr(errors, name).__bases__
        above.append(name)


def test_a_parse_error_holds_its_evidence() -> None:
    error = ParseError("expected a number at position 2", text="3xx4", position=2)
    assert str(error) == "expected a number at position 2"
    assert (error.text, error.position) == ("3xx4", 2)
    assert ParseError("nothing").position is None
    long = ParseError("too long", text="x" * 200)
    assert len(long.text) == 80
    assert ParseError("just right", text="x" * 80).text == "x" * 80


@pytest.mark.parametrize("error", CLASSES)
def test_errors_cross_process_borders(error: type[Exception]) -> None:
    raised = error("expected a thing, got another")
    again = pickle.loads(pickle.dumps(raised))
    assert type(again) is error
    assert str(again) == str(raised)
    assert again.__dict__ == raised.__dict__


def test_a_search_that_says_no_more_tried_nothing() -> None:
    error = errors.GenerationError("none")
    assert (error.tried, error.most_opened, error.too_large, error.is_exhausted) == (0, 0, 0, False)


def test_errors_cross_process_borders_as_dask_carries_them() -> None:
    # Using Dask installs it for good, so it is called here directly.
    pickling = import_module("tblib.pickling_support")
    for error in CLASSES:
        raised = error("expected a thing, got another")
        make, arguments, *_ = pickling.pickle_exception(raised)
        again = make(*arguments)
        assert (type(again), str(again), again.__dict__) == (error, str(raised), raised.__dict__)


def test_a_board_too_large_is_caught_as_a_lack_of_memory() -> None:
    with pytest.raises(MemoryError, match="too large"):
        raise BoardTooLargeError("too large")
