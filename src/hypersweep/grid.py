"""Board shapes: sides, neighbours, and the order of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.copying import Immutable
from hypersweep.errors import CellError, ParameterError, ParameterTypeError, ParseError, ShapeError
from hypersweep.validation import check_type, suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeGuard

    from hypersweep import _native
    from hypersweep.typing import Adjacency, CellLike

__all__ = ["ADJACENCIES", "Grid", "check_cells", "read_coordinates"]

ADJACENCIES: tuple[Adjacency, ...] = ("moore", "orthogonal")

_MOST_CELLS = 1 << 64


def _is_sequence(value: object) -> TypeGuard[Sequence[object]]:
    return hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, str | bytes | dict)


class Grid(Immutable):
    """The shape of a board with any number of dimensions, and its neighbourhoods.

    A cell is a tuple of coordinates, one per axis. Cells are ordered by their raveled index (C order, the last axis
    fastest). A cell may be given as its index or as any sequence of integers (see ``index``).

    On a wrapped axis the first and the last coordinate are neighbours. On wrapped axes of side 1 or 2, a cell is still
    never its own neighbour, and no neighbour counts twice.

    Args:
        shape: one or more sides of at least 1, with at most 2**64 cells in all: text such as "16x30" (optionally with
            adjacency and wrap, see ``parse``), a sequence of integers, a single integer for one dimension, or another
            grid.
        adjacency: "moore" (all 3**N - 1 cells around) or "orthogonal" (the 2 N along the axes); by default, as in
            ``shape``, or else "moore".
        wrap: the axes that wrap around, or True for all of them; by default, as in ``shape``, or else none.

    Raises:
        ShapeError: the sides, adjacency or wrap are impossible.
        ParameterTypeError: a side or an axis isn't a whole number.
        ParseError: the text isn't a shape.

    >>> grid = Grid("3x4", wrap=[1])
    >>> grid.shape, grid.cells, grid.neighbours((0, 0))
    ((3, 4), 12, ((0, 1), (0, 3), (1, 0), (1, 1), (1, 3)))
    """

    __slots__ = ("_geometry", "adjacency", "cells", "max_neighbours", "shape", "strides", "wrap")
    __match_args__ = ("shape", "adjacency", "wrap")

    shape: tuple[int, ...]
    adjacency: Adjacency
    wrap: tuple[int, ...]
    cells: int
    strides: tuple[int, ...]
    max_neighbours: int
    _geometry: _native.Geometry | None

    def __init__(
        self,
        shape: str | Sequence[int] | int | Grid,
        *,
        adjacency: Adjacency | None = None,
        wrap: bool | Iterable[int] | None = None,
    ) -> None:
        if isinstance(shape, str):
            sides, own_adjacency, own_wrap = _read(shape)
        elif isinstance(shape, Grid):
            sides, own_adjacency, own_wrap = shape.shape, shape.adjacency, shape.wrap
        else:
            sides, own_adjacency, own_wrap = _check_sides(shape), "moore", ()
        cells = 1
        strides = []
        for side in reversed(sides):
            strides.append(cells)
            cells *= side
            if cells > _MOST_CELLS:
                raise ShapeError(f"expected at most 2**64 cells, got the shape {truncate(sides)}")
        chosen = own_adjacency if adjacency is None else adjacency
        if chosen not in ADJACENCIES:
            hint = suggest(chosen, list(ADJACENCIES)) if isinstance(chosen, str) else ""
            raise ShapeError(f"expected adjacency 'moore' or 'orthogonal', got {truncate(chosen)}{hint}")
        axes = _check_wrap(wrap, len(sides)) if wrap is not None else _check_wrap(own_wrap, len(sides))
        reaches = [min(side, 3) for side in sides]
        neighbours = -1
        if chosen == "moore":
            neighbours = 1
            for reach in reaches:
                neighbours *= reach
            neighbours -= 1
        else:
            neighbours = sum(reach - 1 for reach in reaches)
        put = object.__setattr__
        put(self, "shape", sides)
        put(self, "adjacency", chosen)
        put(self, "wrap", axes)
        put(self, "cells", cells)
        put(self, "strides", tuple(reversed(strides)))
        put(self, "max_neighbours", neighbours)
        put(self, "_geometry", None)

    @property
    def dimensions(self) -> int:
        """Number of axes, including axes of side 1."""
        return len(self.shape)

    @property
    def code_format(self) -> str:
        """Array type code for the codes of cells: "h" (int16), or "i" (int32) if a cell has over 32,767 neighbours.

        >>> Grid("3x4").code_format
        'h'
        """
        return "h" if self.max_neighbours < 1 << 15 else "i"

    @classmethod
    def parse(cls, text: str, *, max_cells: int | None = None) -> Grid:
        """Parse a grid: sides joined by "x", then options after "~".

        Options are "moore", "orthogonal" and "wrap=AXIS,AXIS,..." or "wrap=all".

        Args:
            text: the text form.
            max_cells: maximum number of cells, for untrusted text; None for no limit.

        Raises:
            ParseError: the text isn't in this form.
            ShapeError: the grid is impossible, or has more cells than allowed.

        >>> Grid.parse("4x4x5~orthogonal~wrap=0,2")
        Grid('4x4x5~orthogonal~wrap=0,2')
        """
        check_type(text, str, "a grid as text")
        grid = cls(text)
        check_cells(grid, max_cells)
        return grid

    def format(self) -> str:
        """Return the grid as text; ``Grid.parse`` reads it.

        >>> Grid((3, 4, 5), wrap=True).format()
        '3x4x5~wrap=0,1,2'
        """
        text = "x".join(map(str, self.shape))
        if self.adjacency != "moore":
            text += "~" + self.adjacency
        if self.wrap:
            text += "~wrap=" + ",".join(map(str, self.wrap))
        return text

    def index(self, cell: CellLike) -> int:
        """Return a cell's raveled index, 0 to ``cells`` - 1.

        Every function that takes a cell accepts the same forms, because it uses this method.

        Args:
            cell: its coordinates, one per axis (a tuple, a list, a NumPy array or any other sequence of integers), or
                its index. NumPy integers are accepted; booleans, floats and strings aren't.

        Raises:
            CellError: the number of coordinates is wrong, or a coordinate or index is off the grid.
            ParameterTypeError: the cell is neither a sequence of integers nor an integer.

        >>> Grid("3x4").index((1, 2)), Grid("3x4").index([1, 2]), Grid("3x4").index(6)
        (6, 6, 6)
        """
        if type(cell) is int:
            if 0 <= cell < self.cells:
                return cell
        elif (type(cell) is tuple or type(cell) is list) and len(cell) == len(self.shape):
            index = 0
            for value, side in zip(cell, self.shape, strict=True):
                if type(value) is not int or not 0 <= value < side:
                    break
                index = index * side + value
            else:
                return index
        return self._read_cell(cell)

    def _read_cell(self, cell: object) -> int:
        # Slow path for errors, and for any form other than an index or a tuple or list of int.
        kind = type(cell)
        if hasattr(kind, "__index__") and kind is not bool:
            try:
                number = int(cell.__index__())  # type: ignore[attr-defined]
            except TypeError:
                # NumPy arrays have __index__ too, but it only works for 0-d integer arrays.
                pass
            else:
                if not 0 <= number < self.cells:
                    raise CellError(
                        f"expected a cell index from 0 to {self.cells - 1}, got {truncate(number)} (grid {self})"
                    )
                return number
        values = _coordinates(cell)
        if values is None:
            raise ParameterTypeError(
                f"expected a cell with {self.dimensions} coordinates on {self}, or its index, got "
                f"{truncate(cell)} ({kind.__name__})"
            )
        if len(values) != len(self.shape):
            raise CellError(
                f"expected a cell with {self.dimensions} coordinates on {self}, got {len(values)}: {truncate(cell)}"
            )
        index = 0
        for axis, (value, side) in enumerate(zip(values, self.shape, strict=True)):
            try:
                coordinate = whole_number(value, "coordinate", below=side)
            except ParameterError as error:
                # Formatting the cell is slow, so do it only for the message.
                message = str(error).replace("coordinate", f"coordinate {axis} of cell {truncate(cell)}", 1)
                if isinstance(error, ParameterTypeError):
                    raise ParameterTypeError(message) from None
                raise CellError(f"{message} (grid {self})") from None
            index = index * side + coordinate
        return index

    def cell(self, index: CellLike) -> tuple[int, ...]:
        """Return the coordinates of the cell with a given raveled index.

        Args:
            index: the index, or a cell in any form accepted by ``index``.

        Raises:
            CellError: the index or a coordinate is off the grid.
            ParameterTypeError: the argument is neither an integer nor a sequence of integers.

        >>> Grid("3x4").cell(6), Grid("3x4").cell([1, 2])
        ((1, 2), (1, 2))
        """
        rest = index if type(index) is int and 0 <= index < self.cells else self.index(index)
        if len(self.shape) == 2:
            return divmod(rest, self.shape[1])
        coordinates = []
        for stride in self.strides:
            coordinate, rest = divmod(rest, stride)
            coordinates.append(coordinate)
        return tuple(coordinates)

    def neighbours(self, cell: CellLike) -> tuple[tuple[int, ...], ...]:
        """Return a cell's neighbours, in index order.

        Raises:
            CellError: the cell isn't on the grid.

        Complexity: O(k log k) for k neighbours.

        >>> Grid("3x4", adjacency="orthogonal").neighbours((2, 1))
        ((1, 1), (2, 0), (2, 2))
        """
        index = self.index(cell)
        found = {index}
        result = [index]
        wrapped = frozenset(self.wrap)
        for axis, (side, stride) in enumerate(zip(self.shape, self.strides, strict=True)):
            coordinate = index // stride % side
            steps = []
            for step in (-1, 1):
                other = coordinate + step
                if axis in wrapped:
                    other %= side
                if 0 <= other < side and other != coordinate:
                    steps.append((other - coordinate) * stride)
            sources = result if self.adjacency == "moore" else [index]
            for source in list(sources):
                for step in steps:
                    if source + step not in found:
                        found.add(source + step)
                        result.append(source + step)
        found.discard(index)
        return tuple(self.cell(other) for other in sorted(found))

    def neighbour_count(self, cell: CellLike) -> int:
        """Return the number of neighbours a cell has.

        Raises:
            CellError: the cell isn't on the grid.

        >>> Grid("3x4x5").neighbour_count((0, 0, 0))
        7
        """
        index = self.index(cell)
        moore, orthogonal = 1, 0
        wrapped = frozenset(self.wrap)
        for axis, (side, stride) in enumerate(zip(self.shape, self.strides, strict=True)):
            reach = min(side, 3)
            if side >= 3 and axis not in wrapped and index // stride % side in (0, side - 1):
                reach = 2
            moore *= reach
            orthogonal += reach - 1
        return moore - 1 if self.adjacency == "moore" else orthogonal

    def geometry(self) -> _native.Geometry:
        """Return the grid's compiled form, created on first use; only for boards that fit into memory.

        Raises:
            BoardTooLargeError: the grid has more than 2**62 cells.
        """
        geometry = self._geometry
        if geometry is None:
            from hypersweep import _native
            from hypersweep.errors import BoardTooLargeError

            if self.cells > 1 << 62:
                raise BoardTooLargeError(f"expected at most 2**62 cells for a board in memory, got {self.cells}")
            wrapped = frozenset(self.wrap)
            wraps = [axis in wrapped for axis in range(self.dimensions)]
            geometry = _native.Geometry(list(self.shape), wraps, self.adjacency == "moore")
            object.__setattr__(self, "_geometry", geometry)
        return geometry

    def __contains__(self, cell: object) -> bool:
        """Return whether a value is a cell on this grid, in any form accepted by ``index``."""
        try:
            self.index(cell)  # type: ignore[arg-type]
        except ParameterError:
            return False
        return True

    def __len__(self) -> int:
        # Like len() of a range, this raises OverflowError above sys.maxsize; ``cells`` always has the number.
        return self.cells

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Iterate over all cells in the order of their indices."""
        cell = [0] * len(self.shape)
        while True:
            yield tuple(cell)
            for axis in reversed(range(len(cell))):
                cell[axis] += 1
                if cell[axis] < self.shape[axis]:
                    break
                cell[axis] = 0
            else:
                return

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.shape, self.adjacency, self.wrap) == (other.shape, other.adjacency, other.wrap)

    def __hash__(self) -> int:
        return hash((self.shape, self.adjacency, self.wrap))

    def __repr__(self) -> str:
        return f"Grid({self.format()!r})"

    def __str__(self) -> str:
        return self.format()

    def __reduce__(self) -> tuple[type[Grid], tuple[str]]:
        return Grid, (self.format(),)


def _coordinates(cell: object) -> Sequence[object] | None:
    # Return the value if it can be a sequence of coordinates, otherwise None, as for strings, bytes and mappings.
    if not _is_sequence(cell) or isinstance(cell, bytearray) or hasattr(cell, "keys"):
        return None
    try:
        len(cell)
    except (TypeError, OverflowError):
        # A 0-d NumPy array has no length; the length of a range may exceed sys.maxsize.
        return None
    return cell


def read_coordinates(cell: object, *, below: int = _MOST_CELLS) -> tuple[int, ...]:
    """Return a cell's coordinates as a tuple of int, without knowing the board.

    Args:
        cell: a sequence of integers in any form accepted by ``Grid.index``; without a board, it can't be an index.
        below: exclusive upper limit for coordinates.

    Raises:
        ParameterTypeError: the cell isn't a sequence of at least one integer.
        ParameterError: a coordinate is out of range.

    >>> read_coordinates([3, 4])
    (3, 4)
    """
    values = _coordinates(cell)
    if values is None or len(values) == 0:
        hint = "; an index identifies a cell only if the grid is known" if isinstance(cell, int) else ""
        raise ParameterTypeError(
            f"expected a cell with at least one coordinate, got {truncate(cell)} ({type(cell).__name__}){hint}"
        )
    return tuple(whole_number(value, f"coordinate {axis}", below=below) for axis, value in enumerate(values))


def _check_sides(shape: object) -> tuple[int, ...]:
    if not _is_sequence(shape):
        shape = (shape,)
    sides = []
    for axis, side in enumerate(shape):
        try:
            sides.append(whole_number(side, f"side {axis}", least=1))
        except ParameterTypeError:
            raise
        except ParameterError as error:
            raise ShapeError(f"{error} in the shape {truncate(shape)}") from None
    if not sides:
        raise ShapeError("expected at least one side, got an empty shape")
    return tuple(sides)


def _check_wrap(wrap: bool | Iterable[int], dimensions: int) -> tuple[int, ...]:
    if isinstance(wrap, bool):
        return tuple(range(dimensions)) if wrap else ()
    if isinstance(wrap, str) or not hasattr(wrap, "__iter__"):
        raise ParameterTypeError(f"expected axes that wrap, or True for all, got {truncate(wrap)}")
    axes = set()
    for axis in wrap:
        try:
            axes.add(whole_number(axis, "wrapped axis", below=dimensions))
        except ParameterTypeError:
            raise
        except ParameterError as error:
            raise ShapeError(f"{error} on a grid of {dimensions} dimensions") from None
    return tuple(sorted(axes))


def check_cells(grid: Grid, max_cells: int | None) -> None:
    """Raise an error if a grid has more cells than allowed.

    Args:
        grid: the grid.
        max_cells: maximum number of cells, 1 or more; None for no limit.

    Raises:
        ShapeError: the grid has more cells.
        ParameterError: the limit is invalid.

    >>> check_cells(Grid("3x4"), 12)
    """
    if max_cells is not None and grid.cells > whole_number(max_cells, "max_cells", least=1):
        raise ShapeError(f"expected at most {max_cells} cells, got {grid.cells}: {truncate(str(grid))[1:-1]}")


def _digits(text: str, what: str, whole: str, position: int) -> int:
    # Check first, because int() also accepts non-ASCII digits, and is slow for very long texts.
    if not (text.isascii() and text.isdigit()):
        raise ParseError(
            f"expected {what} in digits at position {position} of the grid, got {truncate(text)}",
            text=whole,
            position=position,
        )
    if len(text) > 30:
        raise ParseError(
            f"expected {what} of at most 30 digits at position {position} of the grid, got {len(text)} digits",
            text=whole,
            position=position,
        )
    return int(text)


def _read(text: str) -> tuple[tuple[int, ...], str, tuple[int, ...]]:
    shape_text, *options = text.split("~")
    sides = []
    position = 0
    for part in shape_text.split("x"):
        sides.append(_digits(part, "a side", text, position))
        position += len(part) + 1
    adjacency = "moore"
    wrap: tuple[int, ...] = ()
    for option in options:
        name, equals, value = option.partition("=")
        if option in ADJACENCIES:
            adjacency = option
        elif name == "wrap" and equals:
            if value == "all":
                wrap = tuple(range(len(sides)))
            else:
                parts = value.split(",")
                wrap = tuple(_digits(part, "a wrapped axis", text, position + len("wrap=")) for part in parts)
        else:
            raise ParseError(
                f"expected 'orthogonal', 'moore' or 'wrap=...' at position {position} of the grid, "
                f"got {truncate(option)}",
                text=text,
                position=position,
            )
        position += len(option) + 1
    return _check_sides(sides), adjacency, _check_wrap(wrap, len(sides))
