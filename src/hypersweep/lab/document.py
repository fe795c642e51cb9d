"""Experiments as TOML documents.

    kind = "sweep"
    count = 10000
    seed = 7

    [[board]]
    grid = ["16x16", "4x4x4x4"]
    density = [0.05, 0.1, 0.15]

Names are those of the arguments of ``Experiment``, with hyphens; what isn't said is as usual. Each ``[[board]]`` says
one or several grids, ``mines`` or ``density`` (the share of cells with a mine), one or several, and if need be
``adjacency``, one or both: every combination is a setting.
"""

from __future__ import annotations

import json

from hypersweep.arguments import nearest, shorten
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.grid import Grid
from hypersweep.lab.kinds import FIELDS, KINDS
from hypersweep.layout import check_mines
from hypersweep.lazy import defer
from hypersweep.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any
else:
    defer(globals(), "from collections.abc import Iterator, Mapping, Sequence", "from typing import Any")

__all__ = ["Document", "mines_of_density"]

_BOARD = ("grid", "mines", "density", "adjacency")

# More settings than anybody could wait for; a few short lists could say billions.
_MOST_SETTINGS = 100_000
# A number of TOML has 63 bits and a sign.
_MOST_NUMBER = 1 << 63


class Document:
    r"""What a document says, before anybody has looked whether it makes sense.

    Args:
        values: by the names of the arguments of ``Experiment``; None for what isn't said.
        boards: grids and numbers of mines.

    >>> text = 'kind = "winrate"\ncount = 9\n[[board]]\ngrid = "3x4"\ndensity = 0.25\nadjacency = "orthogonal"'
    >>> document = Document.parse(text)
    >>> document.values, document.boards
    ({'kind': 'winrate', 'count': 9}, [(Grid('3x4~orthogonal'), 3)])
    """

    __slots__ = ("boards", "values")

    def __init__(self, values: Mapping[str, object], boards: Sequence[tuple[Grid, int]]) -> None:
        self.values: Mapping[str, object] = values
        self.boards: Sequence[tuple[Grid, int]] = boards

    def format(self) -> str:
        """The text of the document; values in their order, boards of one grid that follow each other together."""
        lines = [f"{name.replace('_', '-')} = {_written(own)}" for name, own in self.values.items() if own is not None]
        groups: list[tuple[Grid, list[int]]] = []
        for grid, mines in self.boards:
            if not groups or groups[-1][0] != grid:
                groups.append((grid, []))
            groups[-1][1].append(mines)
        for grid, many in groups:
            lines += ["", "[[board]]", f"grid = {_written(str(grid))}"]
            lines.append(f"mines = {_written(many if len(many) > 1 else many[0])}")
        return "\n".join((*lines, ""))

    @classmethod
    def parse(cls, text: str) -> Document:
        """What the text of a document says.

        Raises:
            ParseError: it isn't such a text, or has names or boards that can't be.
        """
        import tomllib

        if not isinstance(text, str):
            raise ParseError(f"expected the text of an experiment, got {type(text).__name__}")
        try:
            stated = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            why = "it is nested too deep" if isinstance(error, RecursionError) else error
            raise ParseError(f"expected an experiment in TOML: {why}", text=text) from None
        try:
            return cls(_values(stated), _boards(stated))
        except HypersweepError as error:
            raise ParseError(f"experiment: {error}", text=text) from None


def _written(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value >= _MOST_NUMBER:
        value = str(value)
    if isinstance(value, Rules):
        value = str(value)
    # Texts are printable, so that nothing needs an escape which TOML hasn't.
    return json.dumps(value, ensure_ascii=False)


def mines_of_density(grid: Grid, density: float) -> int:
    """The number of mines that comes nearest to a share of a grid's cells; of two, the larger.

    Raises:
        ParameterError: not a share.

    >>> mines_of_density(Grid("3x4"), 0.125)
    2
    """
    if isinstance(density, bool) or not isinstance(density, int | float) or not 0 <= density < 1:
        raise ParameterError(f"expected a density of 0 or more and less than 1, got {shorten(density)}")
    from fractions import Fraction

    # As it was written, not as the nearest binary number: 0.15 of 50 cells are 7.5 mines.
    return int(Fraction(repr(density)) * grid.cells + Fraction(1, 2))


def _values(stated: dict[str, Any]) -> dict[str, object]:
    kind = stated.get("kind")
    if kind not in KINDS:
        hint = nearest(kind, list(KINDS)) if isinstance(kind, str) else ""
        got = "none" if kind is None else shorten(kind)
        raise ParameterError(f"expected kind to be one of {', '.join(KINDS)}, got {got}{hint}")
    known = ["board" if name == "boards" else name.replace("_", "-") for name in FIELDS[kind]]
    for name in stated:
        if name not in known:
            wanted = ", ".join(known)
            raise ParameterError(f"expected for {kind} only {wanted}, got {shorten(name)}{nearest(name, known)}")
    if "count" not in stated:
        raise ParameterError("expected count, how many games on each board, got none")
    seed = stated.get("seed", 1)
    if isinstance(seed, str):
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 20):
            raise ParameterError(f"expected a whole number for seed, got {shorten(seed)}")
        stated["seed"] = int(seed)
    return {name.replace("-", "_"): value for name, value in stated.items() if name != "board"}


def _boards(stated: dict[str, Any]) -> list[tuple[Grid, int]]:
    tables = stated.get("board")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise ParameterError("expected [[board]] tables, each with a grid and mines or density")
    boards: list[tuple[Grid, int]] = []
    for number, table in enumerate(tables, 1):
        try:
            for board in _settings(table):
                boards.append(board)
                if len(boards) > _MOST_SETTINGS:
                    raise ParameterError(f"expected at most {_MOST_SETTINGS:,} boards, got more")
        except HypersweepError as error:
            raise ParameterError(f"board {number}: {error}") from None
    return boards


def _settings(table: dict[str, Any]) -> Iterator[tuple[Grid, int]]:
    for name in table:
        if name not in _BOARD:
            raise ParameterError(f"expected {', '.join(_BOARD)}, got {shorten(name)}{nearest(name, list(_BOARD))}")
    if "grid" not in table:
        raise ParameterError("expected a grid, got none")
    if ("mines" in table) == ("density" in table):
        raise ParameterError(f"expected either mines or density, got {'both' if 'mines' in table else 'neither'}")
    for text in _listed(table["grid"]):
        if not isinstance(text, str):
            raise ParameterError(f"expected a grid such as 4x4x4, got {shorten(text)}")
        for adjacency in _listed(table.get("adjacency", [None])):
            grid = Grid(text) if adjacency is None else Grid(text, adjacency=adjacency)
            for mines in _listed(table.get("mines", [])):
                yield grid, check_mines(grid, mines)
            for density in _listed(table.get("density", [])):
                yield grid, mines_of_density(grid, density)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
