"""Experiments: boards, numbers of games and shards, and the TOML format.

    kind = "sweep"
    count = 10000
    seed = 7

    [[board]]
    grid = ["16x16", "4x4x4x4"]
    density = "0.05:0.15:0.05"

A document's keys are the arguments of ``Experiment``, with hyphens, or the command's options: ``games`` for ``count``,
``shard-size`` for ``shard``, ``policy`` and ``against`` for ``policies`` (``players`` for an arena). Omitted keys have
their defaults. Each ``[[board]]`` lists one or more grids or board names, and optionally ``mines`` or ``density`` (the
share of cells with a mine): one or more numbers, or a string with ranges as on the command line. It may also set
``adjacency`` to an adjacency or "both". Every combination is a setting. Without ``mines`` and ``density``, a board has
its default number of mines.
"""

from __future__ import annotations

import json
import os
from copy import copy
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, islice
from math import ceil
from typing import TYPE_CHECKING

from hypersweep.boards import find_board, standard_mines
from hypersweep.engine.players import check_player_name, is_own_policy
from hypersweep.errors import CellError, HypersweepError, ParameterError, ParameterTypeError, ParseError
from hypersweep.generate import GRADES, METHODS
from hypersweep.grid import ADJACENCIES, Grid
from hypersweep.lab.arena_players import entrants_of, source_of
from hypersweep.layout import check_first_open, check_mines
from hypersweep.rng import check_seed
from hypersweep.rules import CLASSIC, Rules, read_rules
from hypersweep.solve.choice import POLICIES
from hypersweep.trials.bounds import MOST_GUESSES, MOST_SAMPLES
from hypersweep.validation import place_among, suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from hypersweep.lab.arena_players import Entrant
    from hypersweep.typing import FirstOpen, Grade, Method

KINDS = ("winrate", "sweep", "compare", "arena", "bound", "boards", "positions")
"""Types of experiment: a policy's win rate; its win rates over many settings, with statistics on the boards; a
comparison of two policies; a comparison of any number of players, each with its own limits; an upper bound on how often
best play wins; generating boards that need no guess; positions with the mine probabilities of all cells."""

_EVERY = ("kind", "boards", "count", "seed", "shard")
_GAMES = (*_EVERY, "first", "first_open", "policies")

FIELDS: dict[str, tuple[str, ...]] = {
    "winrate": _GAMES,
    "sweep": _GAMES,
    "compare": (*_GAMES, "stop", "margin"),
    "arena": (*_GAMES, "stop", "margin", "timeout", "records"),
    "bound": (*_EVERY, "first", "first_open", "guesses", "samples", "search_guesses"),
    "boards": (*_EVERY, "first", "first_open", "grade", "exactly", "method"),
    "positions": (*_EVERY, "rules"),
}
"""Arguments used by each type of experiment; all others must keep their defaults."""

# Required number of policies (for an arena, the minimum).
_POLICIES = {"winrate": 1, "sweep": 1, "compare": 2, "arena": 2, "bound": 0, "boards": 0, "positions": 0}

# Default number of games per shard on a board with one cell; larger boards get fewer, so that a shard takes a second or
# two. The solver plays a 16x30 board in a millisecond or two; Python policies, searches and positions are far slower.
_QUICK, _SLOW = 1 << 18, 1 << 14

# The corresponding number of layouts for an upper bound, by the number of guesses before the helper speaks.
_BOUNDS = (_QUICK, _SLOW, 1 << 10, 1 << 6)

# The corresponding maximum with a search for the first zero. It finds one strategy for a shard, so the bound is tighter
# with large shards of equal size.
_SEARCHED = 1 << 23

# Maximum number of games in a shard of an upper bound: a folder stores sums of squares below 2^64.
_MOST_BOUNDS = 1 << 23

# Defaults for an upper bound.
_GUESSES, _SAMPLES = 1, 128

_MOST = 1 << 48

# The first cell defaults to a corner, except for boards that need no guess: these begin with an opening in the centre.
_FIRST = {"boards": "centre"}

# Arena defaults: seconds per move, and number of differing games saved per board. On 16x30, a game's moves take about
# 200 bytes.
_TIMEOUT, _RECORDS = 60.0, 100
_MOST_SECONDS = 1e6

_BOARD = ("grid", "mines", "density", "adjacency")

# Maximum number of settings in a document: a few short lists could produce billions.
_MOST_SETTINGS = 100_000

# Keys named after command options, with the arguments they stand for.
_OTHER_NAMES = {
    "games": "count",
    "shard-size": "shard",
    "policy": "policies",
    "against": "policies",
    "players": "policies",
}
# Keys rejected by an arena (True), and the key rejected by all other types (False).
_ELSEWHERE = {True: ("policy", "against"), False: ("players",)}
_USUAL_POLICY = "look-ahead"

# Upper bound (exclusive) on TOML integers, which have 64 bits including the sign.
_MOST_NUMBER = 1 << 63

# Maximum number of values in a list: a short range could contain billions.
_MOST_NUMBERS = 10_000
_MOST_DIGITS = 20


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Setting:
    """A board in an experiment: its grid and its number of mines.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines.

    Raises:
        MineCountError: the mines don't fit.

    >>> Setting("3x4~wrap=1", 2).density
    0.16666666666666666
    """

    grid: Grid
    mines: int

    def __init__(self, grid: Grid | str | Sequence[int], mines: int) -> None:
        own = grid if isinstance(grid, Grid) else Grid(grid)
        object.__setattr__(self, "grid", own)
        object.__setattr__(self, "mines", check_mines(own, mines))

    @property
    def density(self) -> float:
        """The share of cells with a mine."""
        return self.mines / self.grid.cells

    def __repr__(self) -> str:
        return f"Setting({str(self.grid)!r}, {self.mines})"


@dataclass(frozen=True, slots=True)
class Shard:
    """Part of an experiment: consecutive games on one setting.

    Attributes:
        number: the shard's number within the experiment, counting from 0.
        place: the setting's position among all settings.
        begin: index of the first game.
        count: number of games.
    """

    number: int
    place: int
    begin: int
    count: int


@dataclass(frozen=True, slots=True, init=False)
class Experiment:
    """An experiment, with all arguments its results depend on.

    Game i on a setting depends only on the seed and i, wherever it is played; only the search of a bound depends on all
    layouts of a shard. So a shard depends only on the experiment
    and its number, and counts from shards can be added in any order.

    Args:
        kind: one of ``KINDS``.
        boards: the settings, each a ``Setting`` or a (grid, mines) pair; duplicates are played once.
        count: number of games per board; for "bound", the number of layouts per board; for "boards", the number of
            boards to generate.
        seed: 0 to 2**64 - 1.
        policies: the policy, or two to compare: a name in ``hypersweep.solve.POLICIES``, or a user's function as
            "module:function" or "folder/file.py:function". For "arena", two or more players as text (see
            ``hypersweep.lab.arena_players``), optionally with a name and limits.
        first: the first cell: "corner", "centre", or coordinates. None means the centre for "boards", otherwise the
            corner.
        first_open: promise for the first open: "any", "safe" or "opening"; "boards" doesn't accept "any". None means an
            opening for "boards", otherwise a safe cell.
        shard: number of games per shard; None for as many as take a second or two, or more with a search.
        stop: for "compare" and "arena", the accepted probability of a false difference: the experiment ends as soon as
            a difference is certain enough (for an arena, as soon as every pair has a verdict). None to play all games.
        margin: for "compare" and "arena", also end once the win rates are certain to differ by at most this; needs
            ``stop``.
        timeout: for "arena", seconds after which a move by a user's program is late and loses the game; None for 60.
        records: for "arena", number of differing games per board whose moves are saved; None for 100.
        guesses: for "bound", number of guesses before the helper speaks (see ``hypersweep.trials.upper_bound``); None
            for 1.
        samples: for "bound", number of layouts drawn to value the cells for a guess; None for 128.
        search_guesses: for "bound", number of guesses to search for the first zero; 0 for no search. Each shard has a
            strategy of its own.
        grade: for "boards", the hardest deduction a board may require; None for any.
        exactly: for "boards", whether every board must require that deduction.
        method: for "boards", the generation method: one of ``hypersweep.generate.METHODS``.
        rules: for "positions", the games' rules.

    Raises:
        ParameterError: an argument is invalid, or not used by this type of experiment.

    >>> experiment = Experiment(kind="winrate", boards=[("3x4", 2)], count=1000, seed=7, shard=300)
    >>> experiment.shards, experiment.shard_at(3)
    (4, Shard(number=3, place=0, begin=900, count=100))
    """

    kind: str
    boards: tuple[Setting, ...]
    count: int
    seed: int
    policies: tuple[str, ...]
    first: str | tuple[int, ...]
    first_open: FirstOpen
    shard: int
    stop: float | None
    margin: float | None
    timeout: float | None
    records: int
    guesses: int
    samples: int
    search_guesses: int
    grade: Grade | None
    exactly: bool
    method: Method
    rules: Rules

    def __init__(
        self,
        *,
        kind: str,
        boards: Iterable[Setting | tuple[Grid | str | Sequence[int], int]],
        count: int,
        seed: int = 1,
        policies: Sequence[str] | None = None,
        first: str | Sequence[int] | None = None,
        first_open: FirstOpen | None = None,
        shard: int | None = None,
        stop: float | None = None,
        margin: float | None = None,
        timeout: float | None = None,
        records: int | None = None,
        guesses: int | None = None,
        samples: int | None = None,
        search_guesses: int = 0,
        grade: Grade | None = None,
        exactly: bool = False,
        method: Method = "uniform",
        rules: Rules | str = CLASSIC,
    ) -> None:
        which = KINDS[place_among("a kind of experiment", kind, KINDS)]
        promise = check_first_open(first_open or ("opening" if which == "boards" else "safe"))
        # Remove duplicates: two entries may result in the same setting, e.g. two densities in the same number of mines.
        settings = tuple(dict.fromkeys(_settings(boards, promise)))
        names = _policies(which, policies)
        own_rules = read_rules(rules)
        before_help = (_GUESSES if which == "bound" else 0) if guesses is None else guesses
        needed: dict[str, object] = {
            "policies": names if _POLICIES[which] else (),
            "first": _first(_FIRST.get(which, "corner") if first is None else first, settings),
            "first_open": promise,
            "stop": _share(stop, "stop"),
            "margin": _share(margin, "margin"),
            "timeout": _seconds(_TIMEOUT if timeout is None and which == "arena" else timeout),
            "records": whole_number(
                (_RECORDS if which == "arena" else 0) if records is None else records, "records", below=_MOST
            ),
            "guesses": whole_number(before_help, "guesses", below=MOST_GUESSES + 1),
            "samples": whole_number(
                (_SAMPLES if which == "bound" else 1) if samples is None else samples,
                "samples",
                least=1,
                below=MOST_SAMPLES + 1,
            ),
            "search_guesses": whole_number(search_guesses, "search_guesses", below=MOST_GUESSES + 1),
            "grade": None if grade is None else GRADES[place_among("a grade", grade, GRADES)],
            "exactly": _truth(exactly, "exactly"),
            "method": METHODS[place_among("a method", method, METHODS)],
            "rules": own_rules,
        }
        usual = {"policies": (), "first": "corner", "first_open": "safe", "exactly": False, "method": "uniform"}
        usual |= {"stop": None, "margin": None, "timeout": None, "records": 0, "grade": None, "rules": CLASSIC}
        usual |= {"guesses": 0, "samples": 1, "search_guesses": 0}
        for name, value in needed.items():
            if name not in FIELDS[which] and value != usual[name]:
                raise ParameterError(f"{which} accepts no {name}, got {truncate(value)}")
        if not settings:
            raise ParameterError("expected at least one board, got none")
        if margin is not None and stop is None:
            raise ParameterError("margin needs stop")
        if which == "boards" and promise == "any":
            raise ParameterError("expected safe or opening as the first open of boards that need no guess, got any")
        if which == "boards" and exactly and grade is None:
            raise ParameterError("exactly needs a grade")
        for setting in settings if which == "positions" else ():
            check_mines(setting.grid, setting.mines, own_rules.first_open)
        games = whole_number(count, "count", least=1, below=_MOST)
        if shard is None:
            is_slow = which in ("boards", "positions") or not all(name in POLICIES for name in names)
            bounded = _SEARCHED if search_guesses else _BOUNDS[before_help]
            work = bounded if which == "bound" else _SLOW if is_slow else _QUICK
            shard = max(1, work // max(setting.grid.cells for setting in settings))
            if search_guesses:
                shard = ceil(games / ceil(games / shard))
        below = _MOST_BOUNDS + 1 if which == "bound" else _MOST
        most_games = whole_number(shard, "shard", least=1, below=below)
        values: dict[str, object] = {
            "kind": which,
            "boards": settings,
            "count": games,
            "seed": check_seed(seed),
            "shard": most_games,
        }
        values |= needed
        for each in fields(self):
            object.__setattr__(self, each.name, values[each.name])

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The players in an arena.

        >>> names = ["safest", "quick=look-ahead@states=64"]
        >>> experiment = Experiment(kind="arena", boards=[("3x4", 2)], count=9, policies=names)
        >>> [entrant.name for entrant in experiment.entrants]
        ['safest', 'quick']
        """
        return _entrants(self.policies)

    @property
    def played(self) -> tuple[str, ...]:
        """The policies as named in ``hypersweep.engine.players``, without an arena's player names and limits."""
        return tuple(entrant.policy for entrant in self.entrants) if self.kind == "arena" else self.policies

    def sources(self) -> dict[str, str]:
        """Return, by name, a digest identifying the program of each player that isn't a solver policy.

        Raises:
            ParameterError: there is no such player.
            ExperimentError: a module's file has changed since this process loaded it, or an engine can't be started.

        >>> names = ["safest", "hypersweep.solve:choose"]
        >>> [*Experiment(kind="compare", boards=[("3x4", 2)], count=9, policies=names).sources()]
        ['hypersweep.solve:choose']
        """
        try:
            return {name: source_of(name) for name in self.played if is_own_policy(name)}
        except ParameterError as error:
            raise type(error)(f"{error}{_misread(self.entrants if self.kind == 'arena' else ())}") from None

    @property
    def shards(self) -> int:
        """Number of shards; the shards for one setting are consecutive."""
        return len(self.boards) * self.shards_of_each

    @property
    def shards_of_each(self) -> int:
        """Number of shards per setting."""
        return -(-self.count // self.shard)

    def shard_at(self, number: int) -> Shard:
        """Return a shard by its number, counting from 0.

        Raises:
            ParameterError: there is no such shard.
        """
        which = whole_number(number, "the number of a shard", below=self.shards)
        place, part = divmod(which, self.shards_of_each)
        begin = part * self.shard
        return Shard(which, place, begin, min(self.shard, self.count - begin))

    def on_one(self, place: int) -> Experiment:
        """Return the same experiment on only one of its boards, given by position.

        >>> experiment = Experiment(kind="winrate", boards=[("3x4", 2), ("3x4", 3)], count=50, seed=7, shard=20)
        >>> experiment.on_one(1).boards, experiment.on_one(1).shards
        ((Setting('3x4', 3),), 3)
        """
        which = whole_number(place, "the place of a board", below=len(self.boards))
        alone = copy(self)
        object.__setattr__(alone, "boards", (self.boards[which],))
        return alone

    def first_cell(self, grid: Grid) -> tuple[int, ...]:
        """Return the first cell on a grid."""
        if self.first == "corner":
            return grid.cell(0)
        if self.first == "centre":
            return tuple(side // 2 for side in grid.shape)
        return grid.cell(grid.index(self.first))  # type: ignore[arg-type]

    def digest(self) -> str:
        """Return a 16-character digest identifying the experiment.

        >>> Experiment(kind="winrate", boards=[("3x4", 2)], count=1000, seed=7).digest()
        '739a7e351f0dc44e'
        """
        from hashlib import sha256

        return sha256(self.format().encode()).hexdigest()[:16]

    def format(self) -> str:
        """Return the experiment as a TOML document for ``parse``; equal experiments have the same text.

        >>> print(Experiment(kind="winrate", boards=[("3x4", 2), ("3x4", 3)], count=50, shard=20).format())
        kind = "winrate"
        count = 50
        seed = 1
        shard = 20
        first = "corner"
        first-open = "safe"
        policies = ["look-ahead"]
        <BLANKLINE>
        [[board]]
        grid = "3x4"
        mines = [2, 3]
        <BLANKLINE>
        """
        values = {name: getattr(self, name) for name in FIELDS[self.kind] if name != "boards"}
        lines = [f"{name.replace('_', '-')} = {_toml(own)}" for name, own in values.items() if own is not None]
        # Consecutive boards with the same grid share a table.
        for grid, same in groupby(self.boards, lambda setting: setting.grid):
            mines = [setting.mines for setting in same]
            lines += ["", "[[board]]", f"grid = {_toml(str(grid))}"]
            lines.append(f"mines = {_toml(mines if len(mines) > 1 else mines[0])}")
        return "\n".join((*lines, ""))

    @classmethod
    def parse(cls, text: str) -> Experiment:
        r"""Parse a TOML document; see ``hypersweep.lab.experiment`` for its contents.

        Raises:
            ParseError: the text isn't such a document, or has an invalid value.

        >>> Experiment.parse('kind = "winrate"\ncount = 100\n[[board]]\ngrid = "3x4"\nmines = [2, 3]').boards
        (Setting('3x4', 2), Setting('3x4', 3))
        """
        import tomllib

        if not isinstance(text, str):
            raise ParseError(f"expected an experiment as text, got {type(text).__name__}")
        try:
            # The text may be from a file that begins with a byte order mark.
            document = tomllib.loads(text.removeprefix("\ufeff"))
        except (ValueError, RecursionError) as error:
            why = "it is nested too deep" if isinstance(error, RecursionError) else _cut(str(error))
            raise ParseError(f"the experiment isn't valid TOML: {why}", text=text) from None
        try:
            arguments = _arguments(document)
            return cls(boards=_boards(document), **arguments)
        except HypersweepError as error:
            raise ParseError(f"experiment: {error}", text=text) from None


def _settings(boards: Iterable[object], promise: FirstOpen) -> Iterator[Setting]:
    for number, board in enumerate(boards):
        if number == _MOST_SETTINGS:
            raise ParameterError(f"expected at most {_MOST_SETTINGS:,} boards, got more")
        yield _setting(board, promise)


def _setting(board: object, promise: FirstOpen) -> Setting:
    if not isinstance(board, Setting):
        if not isinstance(board, tuple | list) or len(board) != 2:
            raise ParameterTypeError(f"expected a Setting or a pair of grid and mines, got {truncate(board)}")
        board = Setting(*board)
    check_mines(board.grid, board.mines, promise)
    return board


def _policies(kind: str, policies: Sequence[str] | None) -> tuple[str, ...]:
    if kind == "arena":
        return tuple(entrant.format() for entrant in entrants_of(() if policies is None else policies))
    wanted = _POLICIES[kind]
    if policies is None:
        policies = ("look-ahead", "safest")[: min(wanted, 1)]
    if isinstance(policies, str) or not hasattr(policies, "__iter__"):
        raise ParameterTypeError(f"expected the names of policies, got {truncate(policies)}")
    names = tuple(map(check_player_name, policies))
    if len(names) != wanted:
        many = ("no policy", "one policy", "two policies")[wanted]
        raise ParameterError(f"expected {many} for an experiment of {kind}, got {len(names)}")
    return names


def _misread(entrants: Iterable[Entrant]) -> str:
    """Return a hint if a player's name looks like the start of a path with an equals sign, otherwise ""."""
    for entrant in entrants:
        where, _, function = f"{entrant.name}={entrant.policy}".rpartition(":")
        if os.path.isfile(where):
            return f"; the file {truncate(where)} is written ./{where}:{function}"
    return ""


# Cache the parsed players, because every row in an experiment's results needs them.
_entrants = lru_cache(maxsize=16)(entrants_of)


def _first(first: object, settings: tuple[Setting, ...]) -> str | tuple[int, ...]:
    if isinstance(first, str):
        if first not in ("corner", "centre"):
            hint = suggest(first, ["corner", "centre"])
            raise ParameterError(f"expected corner, centre or coordinates for first, got {truncate(first)}{hint}")
        return first
    if not isinstance(first, tuple | list):
        raise ParameterTypeError(f"expected corner, centre or coordinates for first, got {truncate(first)}")
    cell = tuple(whole_number(each, "a coordinate of first") for each in first)
    for setting in settings:
        try:
            setting.grid.index(cell)
        except CellError as error:
            raise CellError(f"first: {error}") from None
    return cell


def _share(value: object, name: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ParameterTypeError(f"expected a number for {name}, got {truncate(value)} ({type(value).__name__})")
    if not 0 < value < 1:
        raise ParameterError(f"expected {name} between 0 and 1, got {truncate(value)}")
    return float(value)


def _seconds(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ParameterTypeError(
            f"expected a number of seconds for timeout, got {truncate(value)} ({type(value).__name__})"
        )
    if not 0 < value <= _MOST_SECONDS:
        raise ParameterError(f"expected a timeout above 0 and at most {_MOST_SECONDS:,.0f} s, got {truncate(value)}")
    return float(value)


def _truth(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise ParameterTypeError(f"expected true or false for {name}, got {truncate(value)} ({type(value).__name__})")
    return value


def _toml(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value >= _MOST_NUMBER:
        value = str(value)
    if isinstance(value, Rules):
        value = str(value)
    # These strings contain only printable characters, so their JSON form is also valid TOML.
    return json.dumps(value, ensure_ascii=False)


def _arguments(stated: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments for ``Experiment`` from a document, except the boards."""
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
            raise ParameterError(f"{kind} accepts only {wanted}, got {truncate(name)}{hint}")
        if own in named and name not in ("policy", "against"):
            raise ParameterError(f"expected {own} once, got {truncate(name)} as well")
        named[own] = value
    if "policy" in stated or "against" in stated:
        named["policies"] = _stated_policies(stated)
    if "count" not in named:
        raise ParameterError("expected count (the number of games on each board), got none")
    seed = named.get("seed", 1)
    if isinstance(seed, str):
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 20):
            raise ParameterError(f"expected a whole number for seed, got {truncate(seed)}")
        named["seed"] = int(seed)
    return {name.replace("-", "_"): value for name, value in named.items() if name != "board"}


def _stated_policies(stated: dict[str, Any]) -> list[object]:
    """Return the policies from a document, including those given as ``policy`` and ``against``."""
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
            # Stop at one board above the limit, which ``Experiment`` will reject.
            boards += islice(_settings_of_table(table), _MOST_SETTINGS + 1 - len(boards))
        except HypersweepError as error:
            raise ParameterError(f"board {number}: {error}") from None
    return boards


def _settings_of_table(table: dict[str, Any]) -> Iterator[tuple[Grid, int]]:
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
    """Return the adjacencies to combine with every board in a table; None means the board's own adjacency."""
    found = _listed(table.get("adjacency", [None]))
    return [*ADJACENCIES] if found == ["both"] else found


def _numbers(value: Any, name: str) -> list[Any]:
    """Return the numbers under a key: a number, a string with ranges as on the command line, or a list of these."""
    read = whole_numbers_in if name == "mines" else numbers_in
    found: list[Any] = []
    for each in _listed(value):
        found += read(each, name) if isinstance(each, str) else [each]
    return found


def _cut(text: str) -> str:
    """Truncate an error message to 200 characters."""
    return text if len(text) <= 200 else text[:199] + "…"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def settings_of(
    board: str,
    *,
    adjacencies: Iterable[str | None] = (None,),
    mines: Iterable[int] | None = None,
    densities: Iterable[float | Fraction] | None = None,
) -> Iterator[tuple[Grid, int]]:
    """Yield a board with every combination of adjacencies and numbers of mines.

    Args:
        board: a grid or a board name.
        adjacencies: adjacencies to combine; None means the board's own.
        mines: numbers of mines; iterated once for each adjacency.
        densities: shares of cells with a mine, instead of ``mines``. If both are None, use the default number of mines.

    Raises:
        HypersweepError: there is no such board or adjacency, the board has fixed mines, or a density is impossible.

    >>> [(str(grid), mines) for grid, mines in settings_of("beginner", adjacencies=(None, "orthogonal"))]
    [('9x9', 10), ('9x9~orthogonal', 10)]
    """
    found, own_mines, layout = find_board(board)
    if layout is not None:
        raise ParameterError(f"expected a grid, got the board {truncate(board)}, whose mines are already placed")
    for adjacency in adjacencies:
        grid = found if adjacency is None else Grid(found, adjacency=adjacency)  # type: ignore[arg-type]
        if mines is not None:
            for number in mines:
                yield grid, number
        elif densities is not None:
            for density in densities:
                yield grid, mines_of_density(grid, density)
        else:
            yield grid, standard_mines(grid) if own_mines is None else own_mines


def mines_of_density(grid: Grid, density: float | Fraction) -> int:
    """Return the number of mines for a share of the cells, rounded to the nearest whole number (halves up).

    Raises:
        ParameterError: the share isn't a number from 0 to less than 1.

    >>> mines_of_density(Grid("3x4"), 0.125)
    2
    """
    if isinstance(density, bool) or not isinstance(density, int | float | Fraction) or not 0 <= density < 1:
        raise ParameterError(f"expected a density from 0 to less than 1, got {truncate(density)}")
    # Use the exact decimal value, so that 0.15 of 50 cells is 7.5 mines; the nearest binary fraction isn't exactly
    # 0.15.
    share = density if isinstance(density, Fraction) else Fraction(repr(density))
    return int(share * grid.cells + Fraction(1, 2))


def numbers_in(text: str, name: str) -> Iterator[Fraction]:
    """Yield the numbers listed in a text as exact decimals, so that 0.1:0.3:0.1 has three.

    Args:
        text: comma-separated numbers and ranges. FIRST-LAST is every whole number from FIRST to LAST; FIRST:LAST:STEP
            goes from FIRST to LAST in steps.
        name: the option's name, such as "--mines", for messages.

    Raises:
        ParameterError: the text is invalid; raised only when iteration reaches the invalid part.

    >>> [*map(float, numbers_in("0.05:0.15:0.05,1-3", "--density"))]
    [0.05, 0.1, 0.15, 1.0, 2.0, 3.0]
    """
    count = 0
    for part in text.split(","):
        for number in _range(part, name, text):
            count += 1
            if count > _MOST_NUMBERS:
                raise ParameterError(f"expected at most {_MOST_NUMBERS:,} numbers for {name}, got more")
            yield number


def _range(part: str, name: str, text: str) -> Iterator[Fraction]:
    first, dash, last = part.partition("-")
    ends = [_number(end, name, text) for end in (part.split(":") if not dash else (first, last))]
    if len(ends) == 1:
        yield ends[0]
        return
    if dash:
        if any(end.denominator != 1 for end in ends):
            raise ParameterError(
                f"expected a range of whole numbers or FIRST:LAST:STEP for {name}, got {truncate(part)}"
            )
        ends.append(Fraction(1))
    if len(ends) != 3 or ends[2] <= 0 or ends[1] < ends[0]:
        raise ParameterError(f"expected a range as FIRST-LAST or FIRST:LAST:STEP for {name}, got {truncate(part)}")
    number, last_number, step = ends
    while number <= last_number:
        yield number
        number += step


def whole_numbers_in(text: str, name: str) -> Iterator[int]:
    """Yield the numbers listed in a text, like ``numbers_in``, but reject fractions.

    Raises:
        ParameterError: the text is invalid; raised only when iteration reaches the invalid part.

    >>> [*whole_numbers_in("1-3,10:20:5", "--mines")]
    [1, 2, 3, 10, 15, 20]
    """
    for number in numbers_in(text, name):
        if number.denominator != 1:
            raise ParameterError(f"expected whole numbers for {name}, got {truncate(text)}")
        yield int(number)


def _number(part: str, name: str, text: str) -> Fraction:
    if not 0 < len(part) <= _MOST_DIGITS or not part.isascii() or not part.replace(".", "", 1).isdigit():
        raise ParameterError(f"expected a number, a comma-separated list or a range for {name}, got {truncate(text)}")
    return Fraction(part)
