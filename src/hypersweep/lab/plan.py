"""The description of an experiment: boards, number of games, and shards."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from hypersweep.engine.players import check_player_name
from hypersweep.errors import CellError, HypersweepError, ParameterError, ParameterTypeError, ParseError
from hypersweep.generate import GRADES, METHODS
from hypersweep.grid import Grid
from hypersweep.lab.arena_players import entrants_of
from hypersweep.lab.document import MOST_SETTINGS, Document
from hypersweep.lab.experiment_kinds import FIELDS, KINDS
from hypersweep.layout import check_first_open, check_mines
from hypersweep.rng import check_seed
from hypersweep.rules import CLASSIC, Rules, read_rules
from hypersweep.solve.choice import POLICIES
from hypersweep.validation import place_among, suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from hypersweep.lab.arena_players import Entrant
    from hypersweep.typing import FirstOpen, Grade, Method

_POLICIES = {"winrate": 1, "sweep": 1, "compare": 2, "arena": 2, "boards": 0, "positions": 0}

# Default number of games in a shard for boards of one cell: a shard should take a second or two. The solver plays a
# board of 16x30 in a millisecond or two; a policy in Python, a search or a file of positions takes far longer.
_QUICK, _SLOW = 1 << 18, 1 << 14

_MOST = 1 << 48

# Default first cell: a corner. For boards that need no guess, which begin with an opening, the centre.
_FIRST = {"boards": "centre"}

# Defaults of an arena: seconds for a player's move, and number of games with different outcomes to save for each board.
# On boards of 16x30 the moves of a game take some 200 bytes.
_TIMEOUT, _RECORDS = 60.0, 100
_MOST_SECONDS = 1e6


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Setting:
    """A board for games: its grid and its number of mines.

    Args:
        grid: the board, a ``Grid`` or its text.
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
        """Share of cells with a mine."""
        return self.mines / self.grid.cells

    def __repr__(self) -> str:
        return f"Setting({str(self.grid)!r}, {self.mines})"


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of an experiment: consecutive games of one setting.

    Attributes:
        number: among all shards of the experiment, from 0 on.
        place: position of the setting among all.
        begin: index of the first game.
        count: number of games.
    """

    number: int
    place: int
    begin: int
    count: int


@dataclass(frozen=True, slots=True, init=False)
class Experiment:
    """A whole experiment, with everything that its results depend on.

    Game i of a setting depends on the seed and its index i only, wherever it is played. So shards are functions of the
    experiment and their number, and their counts can be added up in any order.

    Args:
        kind: one of ``KINDS``.
        boards: the settings, each a ``Setting`` or a pair of a grid and a number of mines; duplicates are played once.
        count: number of games on each board; for "boards", the number of boards.
        seed: 0 to 2**64 - 1.
        policies: the policy, or two to compare: a name of ``hypersweep.solve.POLICIES``, or a user's function as
            "module:function" or "folder/file.py:function". For "arena" two or more players, each a text for
            ``hypersweep.lab.arena_players``: one of these, with an optional name and limits.
        first: the first open: "corner", "centre", or coordinates. None for the centre for "boards", and the corner
            otherwise.
        first_open: promise of the first open: "any", "safe" or "opening"; for "boards" not "any". None for an opening
            for "boards", and a safe cell otherwise.
        shard: games in a shard; None for as many as take a few seconds.
        stop: for "compare", the accepted probability of a false difference; the experiment ends as soon as a difference
            is certain enough; for "arena", as soon as each pair has a verdict. None to play all games.
        margin: for these two kinds, also end if the win rates are known to differ by at most this; needs ``stop``.
        timeout: for "arena", seconds after which a move of a player's own program is too late, and the game is lost;
            None for 60.
        records: for "arena", the number of games with different outcomes on each board whose moves are saved; None for
            100.
        grade: for "boards", the hardest rule that may be needed; None for any.
        exactly: for "boards", whether that rule must be needed.
        method: for "boards", the method: one of ``hypersweep.generate.METHODS``.
        rules: for "positions", the rules of the games.

    Raises:
        ParameterError: an argument that can't be used, or has no meaning for this kind.

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
        grade: Grade | None = None,
        exactly: bool = False,
        method: Method = "uniform",
        rules: Rules | str = CLASSIC,
    ) -> None:
        which = KINDS[place_among("a kind of experiment", kind, KINDS)]
        promise = check_first_open(first_open or ("opening" if which == "boards" else "safe"))
        # Two entries may give the same setting, for example two densities with equally many mines; play it once.
        settings = tuple(dict.fromkeys(_settings(boards, promise)))
        names = _policies(which, policies)
        own_rules = read_rules(rules)
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
            "grade": None if grade is None else GRADES[place_among("a grade", grade, GRADES)],
            "exactly": _truth(exactly, "exactly"),
            "method": METHODS[place_among("a method", method, METHODS)],
            "rules": own_rules,
        }
        usual = {"policies": (), "first": "corner", "first_open": "safe", "exactly": False, "method": "uniform"}
        usual |= {"stop": None, "margin": None, "timeout": None, "records": 0, "grade": None, "rules": CLASSIC}
        for name, value in needed.items():
            if name not in FIELDS[which] and value != usual[name]:
                raise ParameterError(f"expected no {name} for an experiment of {which}, got {truncate(value)}")
        if not settings:
            raise ParameterError("expected a board or more to experiment on, got none")
        if margin is not None and stop is None:
            raise ParameterError("expected stop beside margin, got margin alone")
        if which == "boards" and promise == "any":
            raise ParameterError("expected a first open that is safe or an opening for boards without guesses, got any")
        if which == "boards" and exactly and grade is None:
            raise ParameterError("expected a grade that boards must need, got exactly without one")
        for setting in settings if which == "positions" else ():
            check_mines(setting.grid, setting.mines, own_rules.first_open)
        games = whole_number(count, "count", least=1, below=_MOST)
        if shard is None:
            is_slow = which in ("boards", "positions") or not all(name in POLICIES for name in names)
            most = max(setting.grid.cells for setting in settings)
            shard = max(1, (_SLOW if is_slow else _QUICK) // most)
        most_games = whole_number(shard, "shard", least=1, below=_MOST)
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
        """Return the players of an arena.

        >>> names = ["safest", "quick=look-ahead@states=64"]
        >>> experiment = Experiment(kind="arena", boards=[("3x4", 2)], count=9, policies=names)
        >>> [entrant.name for entrant in experiment.entrants]
        ['safest', 'quick']
        """
        return entrants_of(self.policies)

    @property
    def played(self) -> tuple[str, ...]:
        """The players as for ``hypersweep.engine.players``; those of an arena without their names."""
        return tuple(entrant.policy for entrant in self.entrants) if self.kind == "arena" else self.policies

    @property
    def shards(self) -> int:
        """Number of shards; those of a setting are consecutive."""
        return len(self.boards) * self.shards_of_each

    @property
    def shards_of_each(self) -> int:
        """Number of shards of each setting."""
        return -(-self.count // self.shard)

    def shard_at(self, number: int) -> Shard:
        """The shard of a number, from 0 on.

        Raises:
            ParameterError: there is no such shard.
        """
        which = whole_number(number, "the number of a shard", below=self.shards)
        place, part = divmod(which, self.shards_of_each)
        begin = part * self.shard
        return Shard(which, place, begin, min(self.shard, self.count - begin))

    def on_one(self, place: int) -> Experiment:
        """Return the same experiment on one of its boards alone; its shards are those of this setting.

        >>> experiment = Experiment(kind="winrate", boards=[("3x4", 2), ("3x4", 3)], count=50, seed=7, shard=20)
        >>> experiment.on_one(1).boards, experiment.on_one(1).shards
        ((Setting('3x4', 3),), 3)
        """
        which = whole_number(place, "the place of a board", below=len(self.boards))
        alone = copy(self)
        object.__setattr__(alone, "boards", (self.boards[which],))
        return alone

    def first_cell(self, grid: Grid) -> tuple[int, ...]:
        """Return the first open on a grid."""
        if self.first == "corner":
            return grid.cell(0)
        if self.first == "centre":
            return tuple(side // 2 for side in grid.shape)
        return grid.cell(grid.index(self.first))  # type: ignore[arg-type]

    def digest(self) -> str:
        """Return a digest of sixteen characters, different for different experiments.

        >>> Experiment(kind="winrate", boards=[("3x4", 2)], count=1000, seed=7).digest()
        '739a7e351f0dc44e'
        """
        from hashlib import sha256

        return sha256(self.format().encode()).hexdigest()[:16]

    def format(self) -> str:
        """Return the experiment as a TOML document for ``parse``; equal experiments give equal documents.

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
        return Document(values, [(setting.grid, setting.mines) for setting in self.boards]).format()

    @classmethod
    def parse(cls, text: str) -> Experiment:
        r"""Parse a TOML document; ``hypersweep.lab.document`` describes its content.

        Raises:
            ParseError: not such a document, or it has values that can't be used.

        >>> Experiment.parse('kind = "winrate"\ncount = 100\n[[board]]\ngrid = "3x4"\nmines = [2, 3]').boards
        (Setting('3x4', 2), Setting('3x4', 3))
        """
        document = Document.parse(text)
        arguments: dict[str, Any] = dict(document.values)
        try:
            return cls(boards=document.boards, **arguments)
        except HypersweepError as error:
            raise ParseError(f"experiment: {error}", text=text) from None


def _settings(boards: Iterable[object], promise: FirstOpen) -> Iterator[Setting]:
    for number, board in enumerate(boards):
        if number == MOST_SETTINGS:
            raise ParameterError(f"expected at most {MOST_SETTINGS:,} boards, got more")
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
        raise ParameterTypeError(f"expected seconds for timeout, got {truncate(value)} ({type(value).__name__})")
    if not 0 < value <= _MOST_SECONDS:
        raise ParameterError(f"expected a timeout above 0 and of {_MOST_SECONDS:,.0f} s at most, got {truncate(value)}")
    return float(value)


def _truth(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise ParameterTypeError(f"expected true or false for {name}, got {truncate(value)} ({type(value).__name__})")
    return value
