"""Experiments as TOML documents.

    kind = "sweep"
    count = 10000
    seed = 7

    [[board]]
    grid = ["16x16", "4x4x4x4"]
    density = "0.05:0.15:0.05"

Names are those of the arguments of ``Experiment``, with hyphens, or those of the command's options (``games`` is
``count``, ``shard-size`` is ``shard``, ``policy`` and ``against`` are ``policies``, as are ``players`` of an arena);
defaults apply to missing names. Each ``[[board]]`` lists one or several grids or names of boards, ``mines`` or
``density`` (the share of cells with a mine), one or several, or a text with ranges as the command takes them, and if
need be ``adjacency``, one or "both": every combination is a setting. Without ``mines`` and ``density`` a board gets its
default number of mines.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.grid import ADJACENCIES, Grid
from hypersweep.lab.experiment_kinds import FIELDS, KINDS
from hypersweep.lab.listing import settings_of
from hypersweep.lab.ranges import numbers_in, whole_numbers_in
from hypersweep.layout import check_mines
from hypersweep.rules import Rules
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

_BOARD = ("grid", "mines", "density", "adjacency")

MOST_SETTINGS = 100_000
"""Most boards of a document; a few short lists could describe billions."""

# Names as in the options of the command.
_OTHER_NAMES = {
    "games": "count",
    "shard-size": "shard",
    "policy": "policies",
    "against": "policies",
    "players": "policies",
}
# Names that an arena doesn't use, and the one that only an arena uses.
_ELSEWHERE = {True: ("policy", "against"), False: ("players",)}
_USUAL_POLICY = "look-ahead"

# A number of TOML has 63 bits and a sign.
_MOST_NUMBER = 1 << 63


class Document:
    r"""The content of a document, before checks.

    Args:
        values: by the names of the arguments of ``Experiment``; None for missing ones.
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
        """Return the text of the document; values in order, consecutive boards of one grid together."""
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
        """Parse the text of a document.

        Raises:
            ParseError: not such a text, or invalid names or boards.
        """
        import tomllib

        if not isinstance(text, str):
            raise ParseError(f"expected the text of an experiment, got {type(text).__name__}")
        try:
            # The text may come from a file with a byte order mark.
            stated = tomllib.loads(text.removeprefix("\ufeff"))
        except (ValueError, RecursionError) as error:
            why = "it is nested too deep" if isinstance(error, RecursionError) else _cut(str(error))
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
    # Texts are printable, so TOML can escape all their characters.
    return json.dumps(value, ensure_ascii=False)


def _values(stated: dict[str, Any]) -> dict[str, object]:
    kind = stated.get("kind")
    if kind not in KINDS:
        hint = suggest(kind, list(KINDS)) if isinstance(kind, str) else ""
        got = "none" if kind is None else truncate(kind)
        raise ParameterError(f"expected kind to be one of {', '.join(KINDS)}, got {got}{hint}")
    known = ["board" if name == "boards" else name.replace("_", "-") for name in FIELDS[kind]]
    named: dict[str, object] = {}
    for name, value in stated.items():
        own = _OTHER_NAMES.get(name, name).replace("_", "-")
        elsewhere = _ELSEWHERE[kind == "arena"]
        if own not in known or name in elsewhere or (name == "against" and kind != "compare"):
            wanted = ", ".join(known)
            others = [other for other, own in _OTHER_NAMES.items() if own in known and other not in elsewhere]
            hint = suggest(name, [*known, *others])
            raise ParameterError(f"expected for {kind} only {wanted}, got {truncate(name)}{hint}")
        if own in named and name not in ("policy", "against"):
            raise ParameterError(f"expected {own} once, got {truncate(name)} as well")
        named[own] = value
    if "policy" in stated or "against" in stated:
        named["policies"] = _policies(stated)
    if "count" not in named:
        raise ParameterError("expected count, how many games on each board, got none")
    seed = named.get("seed", 1)
    if isinstance(seed, str):
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 20):
            raise ParameterError(f"expected a whole number for seed, got {truncate(seed)}")
        named["seed"] = int(seed)
    return {name.replace("-", "_"): value for name, value in named.items() if name != "board"}


def _policies(stated: dict[str, Any]) -> list[object]:
    """Return the policies, given as in the command's options: ``policy`` and ``against``."""
    if "policies" in stated:
        raise ParameterError("expected policies, or policy and against, got both")
    return [stated.get("policy", _USUAL_POLICY), *([stated["against"]] if "against" in stated else [])]


def _boards(stated: dict[str, Any]) -> list[tuple[Grid, int]]:
    tables = stated.get("board")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise ParameterError("expected [[board]] tables, each with a grid and mines or density")
    boards: list[tuple[Grid, int]] = []
    for number, table in enumerate(tables, 1):
        try:
            # ``Experiment`` checks them further.
            boards += islice(_settings(table), MOST_SETTINGS + 1 - len(boards))
        except HypersweepError as error:
            raise ParameterError(f"board {number}: {error}") from None
    return boards


def _settings(table: dict[str, Any]) -> Iterator[tuple[Grid, int]]:
    for name in table:
        if name not in _BOARD:
            raise ParameterError(f"expected {', '.join(_BOARD)}, got {truncate(name)}{suggest(name, list(_BOARD))}")
    if "grid" not in table:
        raise ParameterError("expected a grid, got none")
    if "mines" in table and "density" in table:
        raise ParameterError("expected either mines or density, got both")
    adjacencies = _adjacencies(table)
    mines = _numbers(table["mines"], "mines") if "mines" in table else None
    densities = _numbers(table["density"], "density") if "density" in table else None
    for text in _listed(table["grid"]):
        if not isinstance(text, str):
            raise ParameterError(f"expected a grid such as 4x4x4, got {truncate(text)}")
        for grid, number in settings_of(text, adjacencies=adjacencies, mines=mines, densities=densities):
            yield grid, check_mines(grid, number)


def _adjacencies(table: dict[str, Any]) -> list[Any]:
    """Return the adjacencies to try on every board of a table; None for the board's own."""
    found = _listed(table.get("adjacency", [None]))
    return [*ADJACENCIES] if found == ["both"] else found


def _numbers(value: Any, name: str) -> list[Any]:
    """Return the values of a list in a table: numbers, and texts as in the command's options."""
    read = whole_numbers_in if name == "mines" else numbers_in
    found: list[Any] = []
    for each in _listed(value):
        found += read(each, name) if isinstance(each, str) else [each]
    return found


def _cut(text: str) -> str:
    """What a reader says of a text, on a line of at most 200 characters."""
    return text if len(text) <= 200 else text[:199] + "…"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
