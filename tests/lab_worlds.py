"""Experiments for tests, and policies that harm their workers."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from time import sleep

from hypothesis import strategies as st

from hostile_engines import program
from hypersweep import COVERED, Grid, View
from hypersweep.engine import SimpleEngine
from hypersweep.generate import GRADES, METHODS
from hypersweep.lab import KINDS, Experiment
from hypersweep.solve.choice import POLICIES
from strategies import FIRST_OPENS, grids

DEATHS = "HYPERSWEEP_TEST_DEATHS"


def small(kind: str = "winrate", **changed: object) -> Experiment:
    """An experiment of a few shards that takes milliseconds, on boards that aren't square."""
    settings: dict[str, object] = {"boards": [("3x4", 2), ("3x4x5", 4)], "count": 50, "seed": 7, "shard": 20}
    if kind == "compare":
        settings["policies"] = ["look-ahead", "progress"]
    if kind == "arena":
        settings["policies"] = ["look-ahead", "progress", "plain=safest"]
    if kind == "boards":
        settings |= {"boards": [("5x6", 4)], "count": 7, "shard": 3}
    return Experiment(kind=kind, **{**settings, **changed})  # type: ignore[arg-type]


def first_covered(view: View) -> tuple[int, ...]:
    """A policy that opens the first covered cell."""
    return next(cell for cell, code in view.items() if code == COVERED)


def gives_up_in_space(view: View) -> tuple[int, ...] | None:
    """A policy that gives up games of more than two dimensions once half of their cells are open."""
    covered = sum(code == COVERED for code in view.codes)
    return None if len(view.grid.shape) > 2 and 2 * covered < view.grid.cells else first_covered(view)


def fails(view: View) -> tuple[int, ...]:
    """A policy with a bug."""
    raise LookupError(f"no idea about {view.grid}")


def dies(view: View) -> tuple[int, ...]:
    """A policy that kills its worker each time."""
    os.kill(os.getpid(), signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
    raise AssertionError(view)


def dies_once(view: View) -> tuple[int, ...]:
    """A policy that kills its worker the first time, recorded in a file that the environment names."""
    try:
        Path(os.environ[DEATHS]).touch(exist_ok=False)
    except FileExistsError:
        return first_covered(view)
    return dies(view)


@st.composite
def experiments(draw: st.DrawFn) -> Experiment:
    """Return experiments of every kind."""
    kind = draw(st.sampled_from(KINDS))
    promises = FIRST_OPENS[1:] if kind == "boards" else FIRST_OPENS
    promise = draw(st.sampled_from(promises))
    boards = []
    for grid in draw(st.lists(grids(max_cells=30, max_dimensions=4), min_size=1, max_size=3)):
        kept = {"any": 0, "safe": 1, "opening": grid.max_neighbours + 1}
        # Rules of positions promise a safe first open.
        room = grid.cells - max(kept[promise], 1)
        if room >= 0:
            boards += [(grid, mines) for mines in draw(st.lists(st.integers(0, room), min_size=1, max_size=3))]
    named: dict[str, object] = {"count": draw(st.integers(1, 10**6)), "seed": draw(st.integers(0, 2**64 - 1))}
    if not boards:
        boards = [(Grid("9x10"), 3)]
    if kind != "positions":
        named |= {"first_open": promise, "first": draw(st.sampled_from(["corner", "centre"]))}
    own = st.sampled_from([*POLICIES, "a.b:c", 'C:\\a "b" é.py:f'])
    if kind in ("winrate", "sweep", "compare"):
        many = 2 if kind == "compare" else 1
        named["policies"] = draw(st.lists(own, min_size=many, max_size=many))
    if kind == "arena":
        budgets = st.sampled_from(["", "@states=64", "@seconds=0.5", "@states=7@seconds=1e-06"])
        told = st.sampled_from([*POLICIES, "engine:java -jar 'a b.jar' --x=1"])
        players = st.builds(str.__add__, told, budgets) | own | st.just("ms_toollib")
        named["policies"] = draw(st.lists(players, min_size=2, max_size=5))
        named["timeout"] = draw(st.none() | st.floats(0.01, 1e6))
        named["records"] = draw(st.none() | st.integers(0, 10**6))
    if kind == "bound":
        named |= {"guesses": draw(st.none() | st.integers(0, 3)), "samples": draw(st.none() | st.integers(1, 1 << 20))}
        named["search_guesses"] = draw(st.integers(0, 3))
    chance = st.floats(1e-6, 0.5, exclude_min=True)
    if kind in ("compare", "arena") and draw(st.booleans()):
        named["stop"] = draw(chance)
        named["margin"] = draw(st.none() | chance)
    if kind == "boards":
        named["method"] = draw(st.sampled_from(METHODS))
        named["grade"] = draw(st.none() | st.sampled_from(GRADES))
        named["exactly"] = named["grade"] is not None and draw(st.booleans())
    if kind == "positions":
        named["rules"] = draw(st.sampled_from(["classic", "esp", "classic,chord=off"]))
        boards = [(grid, min(mines, 1)) for grid, mines in boards]
    if draw(st.booleans()):
        named["shard"] = draw(st.integers(1, 10**6))
    return Experiment(kind=kind, boards=boards, **named)  # type: ignore[arg-type]


def forked(number: int) -> int:
    """Return a number, in this process and in one that is forked from it."""
    os.fork()
    return number


def left_to_a_child(folder: Path) -> None:
    """End this process; leave a child that holds all open descriptors until a file "go" exists, at most 20 seconds."""
    child = os.fork()
    if child:
        (folder / "child").write_text(str(child))
        os._exit(1)
    for _ in range(200):
        if (folder / "go").exists():
            break
        sleep(0.1)
    os._exit(0)


_STUBBORN = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for words in lines():
    say("ready\\n")
while True:
    time.sleep(1)
"""
_engines: list[SimpleEngine] = []


def stubborn_engine() -> int:
    """Start an engine that ignores the end of its input and signals. Returns: its process number."""
    _engines.append(SimpleEngine(program(_STUBBORN)))
    return _engines[-1].pid
