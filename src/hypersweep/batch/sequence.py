"""Base class of batches: an immutable sequence with one item for each board of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, SupportsIndex, TypeVar, overload

from hypersweep.copying import Immutable
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.text import pluralize
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from hypersweep.batch.deal import Deal
    from hypersweep.grid import Grid
    from hypersweep.typing import FirstOpen

Item_co = TypeVar("Item_co", covariant=True)


class Batch(Immutable, Generic[Item_co]):
    """Items for the boards of a ``Deal``, in the order of the indices. Immutable.

    Derived classes define how to make an item and a slice.
    """

    __slots__ = ("_deal",)

    _deal: Deal

    def _item(self, place: int) -> Item_co:
        """Return the item at a position."""
        raise NotImplementedError

    def _part(self, begin: int, end: int) -> Self:
        """Return the batch of a range of positions."""
        raise NotImplementedError

    def _key(self) -> tuple[object, ...]:
        """Return the key for comparisons."""
        raise NotImplementedError

    @property
    def grid(self) -> Grid:
        """The board."""
        return self._deal.grid

    @property
    def mines(self) -> int:
        """The mines of each layout."""
        return self._deal.mines

    @property
    def seed(self) -> int:
        """The seed of the layouts."""
        return self._deal.seed

    @property
    def index(self) -> int:
        """The index of the first layout; the others follow."""
        return self._deal.index

    @property
    def first(self) -> tuple[int, ...] | None:
        """The cell that is opened first; None if there is none, or each game has its own."""
        return self._deal.first

    @property
    def first_open(self) -> FirstOpen:
        """Promise for the first cell: "any", "safe" or "opening"."""
        return self._deal.first_open

    def __len__(self) -> int:
        return self._deal.count

    @overload
    def __getitem__(self, place: SupportsIndex) -> Item_co: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Item_co | Self:
        """Return the item at an index, or for a slice a batch. Negative indices count from the end.

        Raises:
            IndexError: there is no such item.
            ParameterError: the slice has a step; the boards of a batch are consecutive.
            ParameterTypeError: the index is neither a whole number nor a slice.
        """
        count = len(self)
        if isinstance(place, slice):
            try:
                begin, end, step = place.indices(count)
            except TypeError:
                raise ParameterTypeError(f"expected a slice between whole numbers, got {truncate(place)}") from None
            if step != 1:
                raise ParameterError(
                    f"expected a slice in steps of 1, as a batch holds consecutive boards, got {truncate(place)}"
                )
            return self._part(begin, max(begin, end))
        return self._item(self._place(place))

    def _place(self, place: object) -> int:
        try:
            if isinstance(place, bool):
                raise TypeError
            # NumPy arrays have __index__ as well, but only arrays without axes are numbers.
            number = int(place.__index__())  # type: ignore[attr-defined]
        except (AttributeError, TypeError):
            kind = type(place).__name__
            raise ParameterTypeError(f"expected a place in the batch, got {truncate(place)} ({kind})") from None
        count = len(self)
        if not -count <= number < count:
            span = f"of 0 to {count - 1}" if count else "in a batch that isn't empty"
            raise IndexError(f"expected a place {span}, got {truncate(place)}")
        return number % count

    def __iter__(self) -> Iterator[Item_co]:
        return map(self._item, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch) or type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._deal))

    def _title(self, things: str, where: str) -> str:
        numbers = f"{pluralize(len(self), things)} {where} {self.grid} with {pluralize(self.mines, 'mine')}"
        return f"{type(self).__name__} of {numbers}"
