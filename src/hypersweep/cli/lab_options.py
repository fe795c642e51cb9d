"""The arguments that describe an experiment of ``hypersweep lab``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.boards import BOARD_NAMES
from hypersweep.cli_support.command_parser import CommandParser, chosen_name
from hypersweep.engine.players import check_player_name
from hypersweep.errors import ParameterError, ParseError
from hypersweep.generate import GRADES, METHODS
from hypersweep.grid import ADJACENCIES, Grid
from hypersweep.lab.arena_players import entrants_of, with_budgets
from hypersweep.lab.listing import settings_of
from hypersweep.lab.plan import Experiment
from hypersweep.lab.ranges import numbers_in, whole_numbers_in
from hypersweep.layout import FIRST_OPENS
from hypersweep.rules import RULES_BY_NAME, read_rules
from hypersweep.solve import POLICIES
from hypersweep.text_encoding import as_utf8
from hypersweep.ui_model.parse_number import decimal_number, whole_number
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator
    from typing import Any

DESCRIPTIONS = {
    "winrate": "measure how often a policy wins",
    "sweep": "win rate, 3BV and share of boards without guesses, over many boards",
    "compare": "find which of two policies wins more often, on the same boards",
    "arena": "any number of players on the same boards, all against all",
    "boards": "a bank of boards that need no guess, each with its certificate",
    "positions": "positions with the exact chance of every cell, as Parquet",
}
"""One-line summary of each kind of experiment."""

_FIRST_OF_BANKS = "centre"

# Experiments on pairs of players; they may stop early.
_PAIRED = ("compare", "arena")

_COUNTS = {"winrate": 10_000, "sweep": 10_000, "compare": 10_000, "arena": 10_000, "boards": 100, "positions": 100}

_BOARDS = """\
Without --mines and --density a board has as many mines as in 'hypersweep play'.
Both take one number, several (10,20,30), or a range: 10-20 has every whole
number, 0.05:0.25:0.05 a step. A grid is written as everywhere: 16x30,
4x4x4~wrap=0. Each share comes with its interval of 95 %.
"""

_POLICIES = f"""\
A policy is {", ".join(POLICIES)}, or a function of your own that is
given a View and returns the cell to open: module:function, or file.py:function;
or a program that speaks the engine protocol, "engine:COMMAND".
"""

_EPILOGS = {
    "winrate": f"""\
{_BOARDS}
{_POLICIES}
examples:
  hypersweep lab winrate expert --games 20000
  hypersweep lab winrate 16x30 --mines 80:120:10 --policy safest --out rates
  hypersweep lab winrate 9x9 --policy players.py:careful --games 500
""",
    "sweep": f"""\
{_BOARDS}
examples:
  hypersweep lab sweep 16x16 4x8x8 4x4x4x4 --density 0.04:0.24:0.02 --out sweep
  hypersweep lab sweep 9x9 --adjacency both --mines 5:15:1 --plot rates.svg
""",
    "compare": f"""\
Both policies play the same boards, so only the boards that one of them alone
wins count. With --stop A the run ends as soon as one is known to be better; if
neither is, a wrong verdict has a chance of A at most, however often you look.
With --margin M it also ends once they are known to be that close. The
verdict names the better one, or says within M or undecided: at 95 %, or with
--stop A at 1 - A.

{_POLICIES}
examples:
  hypersweep lab compare 16x30 --mines 99 --against safest --games 50000
  hypersweep lab compare 8x8 --mines 14 --against safest --stop .05 --margin .01
  hypersweep lab compare 9x9 --policy players.py:careful --against safest
""",
    "arena": f"""\
A player is {", ".join(POLICIES)}; a function of your own that is
given a View and returns the cell to open, module:function or
file.py:function; ms_toollib; or any program that speaks the engine protocol,
"engine:COMMAND". Functions and engines run in processes of their own, which see
no board. NAME=PLAYER gives a player another name in the tables, of 1 to 30
characters without spaces, commas, quotes and any of = @ : / \\; so a path with =
in it begins with ./ or gets a name. --states and --seconds are budgets for a
move, for players that can take them: the solver's own policies and engines.
PLAYER@states=N@seconds=S is for one of these alone.

A wrong answer, none within --timeout, or a crash loses the game, and is
counted; a player that only does that ends the run. The solver's own policies
have no time-out, since they end by themselves. Results of all pairs are
corrected for the number of pairs. With --stop A it ends as soon as it
is known of each pair which is better; if neither is, a wrong verdict on any
pair has a chance of A at most, however often you look. With --margin M it is
enough to know that they are that close.

examples:
  hypersweep arena look-ahead safest --board 16x30 --mines 99 --games 20000
  hypersweep arena look-ahead progress safest --board expert --out match
  hypersweep arena safest players.py:careful --board 4x4x4 --records games.sweep
  hypersweep arena look-ahead quick=look-ahead@states=256 --board 9x9 --mines 20
""",
    "boards": """\
Every board can be finished without a guess from its first cell, and comes with
a certificate that 'hypersweep verify' checks. Without --out the boards' IDs are
printed, one on a line, or with --json all that is known of each. With --out they
are in results.parquet, and the output counts the boards of each grade.

examples:
  hypersweep lab boards 16x30 --mines 99 --count 1000 --out bank
  hypersweep lab boards 5x5x5 --grade set --exactly --count 20
""",
    "positions": """\
The solver plays, and every position that it meets comes with the exact chance
of each cell; docs/data-card.md describes the columns.

examples:
  hypersweep lab positions 16x30 --mines 99 --games 1000 --out positions
""",
}


def experiment_parser(command: str, kind: str) -> CommandParser:
    """Return the parser of the arguments that describe an experiment of a kind.

    >>> experiment_parser("hypersweep lab winrate", "winrate").read(["9x9", "4x4x4", "--mines", "10"]).boards
    ['9x9', '4x4x4']
    """
    text = DESCRIPTIONS[kind]
    parser = CommandParser(command, f"{text[0].upper()}{text[1:]}.", _EPILOGS[kind])
    add = parser.add_argument
    if kind == "arena":
        add("players", nargs="*", metavar="PLAYER", words=POLICIES, files="*.py", help="the players: two or more")
        add(
            "--player",
            dest="more_players",
            action="append",
            metavar="PLAYER",
            words=POLICIES,
            files="*.py",
            help="another one",
        )
        about = "a grid, or the name of a board; can be given several times"
        add("--board", dest="boards", action="append", metavar="BOARD", words=BOARD_NAMES, help=about)
    else:
        add("boards", nargs="*", metavar="BOARD", words=BOARD_NAMES, help="grids, or names of boards")
    add("--mines", metavar="N", help="number of mines, or several (default: those of 'hypersweep play')")
    add("--density", metavar="D", help="share of cells with a mine, or several")
    add(
        "--adjacency",
        metavar="KIND",
        words=(*ADJACENCIES, "both"),
        help="moore, orthogonal or both (default: each board's own)",
    )
    noun = "boards" if kind == "boards" else "games"
    add(
        f"--{'count' if kind == 'boards' else 'games'}",
        dest="count",
        metavar="N",
        help=f"{noun} of each kind of board (default: {_COUNTS[kind]:,})",
    )
    add("--seed", metavar="S", default="1", help="0 to 2**64 - 1 (default: 1)")
    if kind in ("winrate", "sweep", "compare"):
        add(
            "--policy",
            metavar="P",
            default="look-ahead",
            words=POLICIES,
            help="the policy that plays (default: look-ahead)",
        )
    if kind == "compare":
        add("--against", metavar="P", words=POLICIES, help="the other policy (required)")
    if kind in _PAIRED:
        add("--stop", metavar="A", help="stop once one is better; wrong with probability A at most, such as 0.05")
        add("--margin", metavar="M", help="also stop once they differ by no more than M, such as 0.01")
    if kind != "positions":
        cell, promise = (_FIRST_OF_BANKS, "opening") if kind == "boards" else ("corner", "safe")
        what = f"the first open: corner, centre or coordinates (default: {cell})"
        add("--first", metavar="CELL", words=("corner", "centre"), help=what)
        promises = ", ".join(FIRST_OPENS[1:] if kind == "boards" else FIRST_OPENS)
        what = f"what it is promised: {promises} (default: {promise})"
        add("--first-open", metavar="PROMISE", words=FIRST_OPENS, help=what)
    if kind == "arena":
        add("--states", metavar="N", help="what a player may use for a move, as the solver counts it")
        add("--seconds", metavar="S", help="how long a player may think about a move")
        add("--timeout", metavar="S", help="seconds after which a move comes too late (default: 60)")
        what = "most games to save of each board in which the players differ (default: 100)"
        add("--records-at-most", metavar="N", help=what)
    if kind == "boards":
        add(
            "--grade",
            metavar="GRADE",
            words=GRADES,
            help=f"the hardest step that may be needed: {', '.join(GRADES)} (default: any)",
        )
        add("--exactly", action="store_true", help="boards that need a step of that grade")
        add(
            "--method",
            metavar="METHOD",
            default="uniform",
            words=METHODS,
            help=f"how: {', '.join(METHODS)} (default: uniform)",
        )
    if kind == "positions":
        add(
            "--rules",
            metavar="RULES",
            default="classic",
            words=RULES_BY_NAME,
            help="the rules of the games (default: classic)",
        )
    add("--shard-size", metavar="N", help=f"{noun} in a shard (default: as many as take a second or two)")
    return parser


def _adjacencies(options: Namespace) -> list[Any]:
    """Return the adjacencies to try on every board; None for the board's own."""
    if options.adjacency is None:
        return [None]
    chosen = chosen_name(options.adjacency, "--adjacency to be one of", (*ADJACENCIES, "both"))
    return [*ADJACENCIES] if chosen == "both" else [chosen]


def experiment_of(kind: str, options: Namespace) -> Experiment:
    """Return the experiment that the arguments describe.

    Raises:
        HypersweepError: arguments that can't be used.
        OSError: a file can't be read.
    """
    if kind == "run":
        return _read(options.file)
    named: dict[str, Any] = {}
    # Report a misspelled name before a missing argument.
    _adjacencies(options)
    if kind in ("winrate", "sweep", "compare"):
        named["policies"] = [check_player_name(options.policy)]
    if kind != "positions":
        named["first"] = _first(options.first or (_FIRST_OF_BANKS if kind == "boards" else "corner"))
        if options.first_open is not None:
            named["first_open"] = chosen_name(options.first_open, "--first-open to be one of", FIRST_OPENS)
    if kind == "compare":
        if options.against is None:
            raise ParameterError("expected --against POLICY, to compare with --policy, got none")
        named["policies"].append(check_player_name(options.against))
    if kind == "arena":
        named |= _arena(options)
    if kind in _PAIRED:
        for name in ("stop", "margin"):
            text = getattr(options, name)
            if text is not None:
                named[name] = decimal_number(text, f"--{name}", "a number between 0 and 1", least=0, most=1)
    if kind == "boards":
        grade = None if options.grade is None else chosen_name(options.grade, "--grade to be one of", GRADES)
        method = chosen_name(options.method, "--method to be one of", METHODS)
        named |= {"grade": grade, "exactly": options.exactly, "method": method}
    if kind == "positions":
        named["rules"] = read_rules(options.rules)
    if options.shard_size is not None:
        named["shard"] = whole_number(options.shard_size, "--shard-size", least=1)
    count = _COUNTS[kind] if options.count is None else whole_number(options.count, "the number of games", least=1)
    seed = whole_number(options.seed, "--seed", least=0)
    return Experiment(kind=kind, boards=_settings(options), count=count, seed=seed, **named)


def _arena(options: Namespace) -> dict[str, Any]:
    """Return the players of an arena and their limits."""
    texts = [*options.players, *(options.more_players or ())]
    players = [entrant.format() for entrant in entrants_of(texts)]
    states = None if options.states is None else whole_number(options.states, "--states", least=1)
    named: dict[str, Any] = {"policies": with_budgets(players, states, _seconds(options.seconds, "--seconds"))}
    named["timeout"] = _seconds(options.timeout, "--timeout")
    if options.records_at_most is not None:
        named["records"] = whole_number(options.records_at_most, "--records-at-most", least=0)
    return named


def _seconds(text: str | None, name: str) -> float | None:
    if text is None:
        return None
    return decimal_number(text, name, "a number of seconds from 0.001 to 1000000", least=0.001, most=1e6)


def _read(name: str | None) -> Experiment:
    if name is None:
        raise ParameterError("expected a file that describes an experiment, got none")
    try:
        with open(name, "rb") as file:
            text = as_utf8(file.read()).decode()
    except UnicodeDecodeError:
        raise ParseError(f"expected an experiment in UTF-8, got {truncate(name)}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ParameterError(f"expected a file that can be read, got {truncate(name)}: {why}") from None
    try:
        return Experiment.parse(text)
    except ParseError as error:
        raise ParseError(f"{truncate(name)}: {error}") from None


def _settings(options: Namespace) -> Iterator[tuple[Grid, int]]:
    if options.mines is not None and options.density is not None:
        raise ParameterError("expected --mines or --density, got both")
    kinds = _adjacencies(options)
    if not options.boards:
        how = " with --board" if hasattr(options, "players") else ""
        raise ParameterError(f"expected a board or several{how}, such as 16x30, got none")
    mines = densities = None
    if options.mines is not None:
        mines = [*whole_numbers_in(options.mines, "--mines")]
    if options.density is not None:
        densities = [*numbers_in(options.density, "--density")]
    for text in options.boards:
        yield from settings_of(text, adjacencies=kinds, mines=mines, densities=densities)


def _first(text: str) -> str | list[int]:
    """Parse ``--first``; the boards check later whether they have such a cell."""
    if text[:1].isdigit() or text[:1] == "(":
        plain = text.strip("()").replace(" ", "")
        return [whole_number(part, "a coordinate of --first", least=0) for part in plain.split(",")]
    return chosen_name(text, "--first to be coordinates, or one of", ("corner", "centre"))
