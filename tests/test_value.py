"""Values: parts that never change, by whatever class they are given."""

from __future__ import annotations

import copy
import pickle

import pytest

from hypersweep.value import Value


class Place(Value):
    __slots__ = ("row", "column")  # noqa: RUF023 - in the order of __init__

    row: int
    column: int

    def __init__(self, row: int, column: int) -> None:
        self._fill(row, column)


class Labelled(Place):
    __slots__ = ("label",)

    label: str

    def __init__(self, row: int, column: int, label: str) -> None:
        self._fill(row, column, label)


class Spot(Value):
    __slots__ = ("column", "row")

    row: int
    column: int

    def __init__(self, column: int, row: int) -> None:
        self._fill(column, row)


def test_parts_are_those_of_the_class_and_of_what_it_derives_from_in_order() -> None:
    labelled = Labelled(3, 4, "a")
    assert (labelled.row, labelled.column, labelled.label) == (3, 4, "a")
    assert repr(labelled) == "Labelled(row=3, column=4, label='a')"


def test_values_are_equal_where_class_and_all_parts_are() -> None:
    assert Place(3, 4) == Place(3, 4) != Place(4, 3)
    assert hash(Place(3, 4)) == hash(Place(3, 4))
    assert Place(3, 4) != Spot(3, 4)
    assert Labelled(3, 4, "a") != Place(3, 4)
    assert Place(3, 4) != (3, 4)
    assert len({Place(3, 4), Place(3, 4), Spot(3, 4), Labelled(3, 4, "a")}) == 3


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_values_travel(protocol: int) -> None:
    for value in (Place(3, 4), Labelled(3, 4, "a")):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert (type(again), again) == (type(value), value)
        assert copy.copy(value) is copy.deepcopy(value) is value


def test_nothing_is_changed_added_or_taken_away() -> None:
    value = Labelled(3, 4, "a")
    for name in ("row", "label", "other"):
        with pytest.raises(AttributeError, match=f"a Labelled can't be changed: {name}"):
            setattr(value, name, 5)
        with pytest.raises(AttributeError, match=f"a Labelled can't be changed: {name}"):
            delattr(value, name)
    assert value == Labelled(3, 4, "a")


def test_parts_too_few_or_too_many_are_a_mistake_of_the_class() -> None:
    class Wrong(Place):
        __slots__ = ()

        def __init__(self) -> None:
            self._fill(3)

    with pytest.raises(ValueError, match="shorter"):
        Wrong()
