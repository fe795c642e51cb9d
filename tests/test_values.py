"""Users' objects: each public class copies, pickles and compares, or raises a typed error that says why not.

The classes are found automatically: the test fails for a new class until it has an example.
"""

from __future__ import annotations

import copy
import enum
import importlib
import inspect
import os
import pickle
import pkgutil
import sys
from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import hypersweep
from hypersweep import (
    Budget,
    Event,
    Game,
    Grid,
    HypersweepError,
    Layout,
    Move,
    Outcome,
    Record,
    Replay,
    Rules,
    Session,
    Store,
    Stream,
    View,
    analyse,
    board_stats,
    choose,
    explain,
    play_random,
    play_solver,
    play_stats,
    sample_layouts,
)
from hypersweep.channel import open_channel
from hypersweep.daily import daily_board
from hypersweep.engine import (
    Answer,
    AsyncEngine,
    AsyncEngineAnalysis,
    EngineAnalysis,
    EngineBudget,
    EngineInfo,
    EngineMove,
    EngineOption,
    EngineReason,
    Player,
    SimpleEngine,
)
from hypersweep.engine.client import Search
from hypersweep.engine.conversation import Conversation
from hypersweep.formats import FILE_FORMATS, MouseEvent, PositionReader, Video, mouse_stats
from hypersweep.game import CancelToken, History
from hypersweep.generate import Progress, Step, certify, solvable_from
from hypersweep.picture import PIXELS, THEMES, Arrangement
from hypersweep.record import Branch, Variation, scan_games
from hypersweep.review import Annotation, review
from hypersweep.scan import GameFile, ScanSummary, find_games
from hypersweep.solve import analyse_batch
from hypersweep.stats import slowest_decisions
from hypersweep.symmetry import symmetries
from hypersweep.trials import best_play

# Entry points and their parts; their objects belong to a program, not to a user of the library.
DOORS = {
    *("cli", "console", "controls", "courses", "tui", "web", "envs", "lab"),
    *("compiler", "copying", "lazy", "typing"),
}
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
BOARD = "3x4"


def public_classes() -> Iterator[type]:
    """Yield every class that the package and its subpackages export."""
    names = [f"hypersweep.{found.name}" for found in pkgutil.iter_modules(hypersweep.__path__)]
    seen = set()
    for name in ["hypersweep", *names]:
        room = name.partition(".")[2]
        if room in DOORS or room.startswith("_"):
            continue
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", ()):
            thing = getattr(module, public)
            if inspect.isclass(thing) and thing.__module__.startswith("hypersweep") and thing not in seen:
                seen.add(thing)
                if not issubclass(thing, Exception | enum.Enum) and not getattr(thing, "_is_protocol", False):
                    yield thing


def game() -> Game:
    found = Game(BOARD, layout=Layout(BOARD, [(0, 3), (2, 0)]))
    found.open((0, 0))
    return found


def session(folder: Path) -> Session:
    found = Session(layout=Layout(BOARD, [(0, 3), (2, 0)]))
    found.open((0, 0))
    return found


def hint(folder: Path) -> object:
    return session(folder).hint()


def saved_game(folder: Path) -> object:
    store = Store(folder)
    if not store.unfinished():
        running = Session(BOARD, 2, seed=1, store=store)
        running.open((0, 0))
        running.close()
    (found,) = store.unfinished()
    return found


def saved_summary(folder: Path) -> object:
    saved_game(folder)
    return Store(folder).saved()[0]


def record() -> Record:
    return Record.of(game())


def timed_record() -> Record:
    """Return the record of a game won in a few seconds."""
    clock = iter(range(0, 10**12, 10**9)).__next__
    session = Session(layout=Layout("3x4", [(0, 3), (2, 0)]), clock=clock, is_known=False)
    for cell in ((0, 0), (2, 2), (1, 3), (2, 1), (2, 3)):
        session.open(cell)
    assert session.outcome is Outcome.WON
    return session.record


def game_files(folder: Path) -> list[GameFile]:
    """Find a game's file in a folder."""
    folder.mkdir(exist_ok=True)
    timed_record().save(folder / "game.sweep")
    os.utime(folder / "game.sweep", (0, 0))
    return find_games(folder)


def mistaken() -> Record:
    """Return a game with a move that lost something."""
    found = Game("3x4", layout=Layout("3x4", [(0, 3), (2, 0)]))
    for cell in ((0, 1), (2, 1), (2, 0)):
        found.open(cell)
    return Record.of(found)


def result(folder: Path) -> object:
    store = Store(folder)
    if not store.results():
        running = Session(layout=Layout(BOARD, [(0, 3)]), store=store)
        running.open((0, 0))
        running.close()
    (found,) = store.results()
    return found


def video() -> Video:
    """Return a mouse replay with every field set."""
    events = [MouseEvent(0, "left press", 8, 8), MouseEvent(90, "left release", 8, 8)]
    return Video("evf", Layout(BOARD, [(0, 3)]), events, tags={"player": "Ann"}, extra={"version": "4"})


# A minimal engine.
ENGINE = [sys.executable, "-S", "-c", "import sys; sys.stdin.readline(); print('ready', flush=True); sys.stdin.read()"]

EXAMPLES: dict[str, Callable[[Path], object]] = {
    "Answer": lambda folder: Answer(EngineMove((0, 3), 0.25, "guess", 0.75, Fraction(3, 4), True), error=0.0, states=7),
    "AsyncEngine": lambda folder: AsyncEngine(ENGINE),
    "AsyncEngineAnalysis": lambda folder: AsyncEngineAnalysis(AsyncEngine(ENGINE), Search(Conversation())),
    "EngineAnalysis": lambda folder: EngineAnalysis(SimpleEngine(ENGINE), Search(Conversation())),
    "EngineBudget": lambda folder: EngineBudget(states=1000, seconds=2.5),
    "EngineInfo": lambda folder: EngineInfo("counting", 4096, 0.5, None),
    "EngineMove": lambda folder: EngineMove((0, 3), 0.25, "guess", 0.75, Fraction(3, 4), True),
    "EngineOption": lambda folder: EngineOption("policy", "choice", "safest", ("safest", "look-ahead")),
    "EngineReason": lambda folder: EngineReason("It touches no mine.", "safe", ((0, 1),), ((0, 0),)),
    "Player": lambda folder: Player("first", lambda view: 0),
    "SimpleEngine": lambda folder: SimpleEngine(ENGINE),
    "DailyBoard": lambda folder: daily_board(date(2026, 11, 29), "4d"),
    "Decision": lambda folder: slowest_decisions(timed_record())[0],
    "GameFile": lambda folder: game_files(folder)[0],
    "AnalysisBatch": lambda folder: analyse_batch([game().view, View("3x4", 2, [-1] * 12)]),
    "FileFormat": lambda folder: FILE_FORMATS[0],
    "MouseEvent": lambda folder: MouseEvent(1230, "left press", 40, 56),
    "MouseStats": lambda folder: mouse_stats(video()),
    "Video": lambda folder: video(),
    "Analysis": lambda folder: analyse(game().view),
    "Annotation": lambda folder: Annotation("risky guess", 0.25, (1, 2), 0.125),
    "Arrangement": lambda folder: Arrangement((2, 3, 4), metrics=PIXELS),
    "BoardStats": lambda folder: board_stats(Layout(BOARD, [(0, 3)])),
    "Branch": lambda folder: Branch([Event(1204, "open", (2, 3))], comments={1: "why not"}),
    "Budget": lambda folder: Budget(states=1000, memory=1 << 20, seconds=2.5),
    "Certificate": lambda folder: certify(Layout("7", [(2,)]), (0,)),
    "MoveResult": lambda folder: game().flag((0, 3)),
    "Choice": lambda folder: choose(game().view),
    "Event": lambda folder: Event(1204, "open", (2, 3), 7),
    "Game": lambda folder: game(),
    "GameEntry": lambda folder: next(scan_games(BytesIO(record().format().encode()))),
    "GameBatch": lambda folder: play_random(BOARD, 2, 5, seed=7),
    "GnuRandom": lambda folder: hypersweep.rng.GnuRandom(7),
    "GameResult": lambda folder: play_random(BOARD, 2, 5, seed=7)[3],
    "Grid": lambda folder: Grid("3x4~orthogonal~wrap=1"),
    "Hint": hint,
    "History": lambda folder: History(game()),
    "Layout": lambda folder: Layout(BOARD, [(0, 3), (2, 0)]),
    "LayoutBatch": lambda folder: sample_layouts(BOARD, 2, 5, seed=7, clues=True),
    "Lesson": lambda folder: review(mistaken()).lessons[0],
    "Metrics": lambda folder: PIXELS,
    "Move": lambda folder: Move("open", (2, 3)),
    "PlayStats": lambda folder: play_stats(record()),
    "PositionReader": lambda folder: PositionReader(grid=Grid(BOARD)),
    "Reason": lambda folder: explain(game().view)[0],
    "Progress": lambda folder: Progress(3, 100, 12, 70),
    "Receiver": lambda folder: open_channel(2)[0],
    "Record": lambda folder: record(),
    "Replay": lambda folder: Replay(record()),
    "Review": lambda folder: review(record()),
    "ReviewedMove": lambda folder: review(record()).moves[0],
    "Result": result,
    "Rules": lambda folder: Rules(first_open="opening", chord=False),
    "SavedGame": saved_game,
    "SavedSummary": saved_summary,
    "Sender": lambda folder: open_channel(2)[1],
    "Session": session,
    "Solvability": lambda folder: solvable_from(Layout("2x3", [(0, 0)]), (0, 2)),
    "BestPlay": lambda folder: best_play("2x3", 2),
    "ScanSummary": lambda folder: ScanSummary(3, 2, 1, 0, ()),
    "SolverBatch": lambda folder: play_solver(BOARD, 2, 5, seed=7),
    "SolverResult": lambda folder: play_solver(BOARD, 2, 5, seed=7)[3],
    "Step": lambda folder: Step("clue", True, ((0, 1),), ((1, 2),), ((1, 1),)),
    "StepProof": lambda folder: next(iter(certify(Layout("7", [(2,)]), (0,)).to_opb())),
    "Store": Store,
    "Stream": lambda folder: Stream(7, "name", 1),
    "Symmetry": lambda folder: next(symmetries(Grid(BOARD))),
    "Theme": lambda folder: THEMES["dark"],
    "Variation": lambda folder: Variation(1, [Event(1204, "open", (2, 3))], comments={1: "why not"}),
    "View": lambda folder: game().view,
    "ViewProblem": lambda folder: View("2x3", 1, [-3, 1, 0, -4, 1, 0]).problems()[0],
    "CancelToken": lambda folder: CancelToken(),
}
# Objects that change, or cache results, equal only themselves; copies, if allowed, change independently.
ALIVE = {
    "Arrangement",
    "AsyncEngine",
    "AsyncEngineAnalysis",
    "EngineAnalysis",
    "Game",
    "GnuRandom",
    "History",
    "Player",
    "PositionReader",
    "Receiver",
    "Replay",
    "Sender",
    "Session",
    "SimpleEngine",
    "Store",
    "Stream",
    "CancelToken",
}

CLASSES = sorted(public_classes(), key=lambda kind: kind.__name__)
# Results that hold rows of a table, which are dictionaries and so have no hash.
TABLES = {"Best", "BoardBests"}
VALUES = [kind for kind in CLASSES if kind.__name__ not in ALIVE | TABLES]


def again(protocol: int, value: object) -> object:
    return pickle.loads(pickle.dumps(value, protocol))


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": partial(again, protocol) for protocol in PROTOCOLS},
}


def example(kind: type, folder: Path) -> Any:
    assert kind.__name__ in EXAMPLES, f"{kind.__module__}.{kind.__name__} is public and has no example here"
    value = EXAMPLES[kind.__name__](folder)
    assert isinstance(value, kind)
    return value


def attributes(kind: type) -> list[str]:
    """Return the public attributes stored in objects of a class."""
    named = {name for base in kind.__mro__ for name in getattr(base, "__slots__", ())}
    noted = {name for base in kind.__mro__ for name in vars(base).get("__annotations__", {})}
    return sorted(name for name in named | noted if not name.startswith("_"))


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: str(kind.__name__))
class TestValues:
    """Values: equal if all fields are, and immutable."""

    @pytest.mark.parametrize("way", WAYS)
    def test_a_copy_is_equal(self, kind: type, way: str, tmp_path: Path) -> None:
        value = example(kind, tmp_path)
        twin = WAYS[way](value)
        assert type(twin) is type(value)
        assert twin == value
        assert not twin != value  # noqa: SIM202
        assert repr(twin) == repr(value)
        if kind.__hash__ is not None:
            assert hash(twin) == hash(value)

    def test_one_made_alike_is_equal_and_nothing_else_is(self, kind: type, tmp_path: Path) -> None:
        value, alike = example(kind, tmp_path / "one"), example(kind, tmp_path / "one")
        assert value == alike
        for other in (
            None,
            0,
            "",
            (),
            object(),
            Grid("1x1"),
            Move("open", (0,)),
            View("1x1", 0, [0]),
            Budget(states=1),
        ):
            assert value != other

    def test_its_attributes_can_t_be_changed(self, kind: type, tmp_path: Path) -> None:
        value = example(kind, tmp_path)
        before = copy.deepcopy(value)
        for name in attributes(kind):
            with pytest.raises(AttributeError):
                setattr(value, name, None)
            with pytest.raises(AttributeError):
                delattr(value, name)
        # Up to Python 3.13, a frozen dataclass with slots answers an unknown name with a plain TypeError.
        with pytest.raises((AttributeError, TypeError)):
            value.no_such_attribute = 1
        assert value == before

    def test_memory_that_it_hands_out_may_be_released(self, kind: type, tmp_path: Path) -> None:
        value = example(kind, tmp_path)
        before, shown = copy.deepcopy(value), repr(value)
        for name in dir(kind):
            memory = None if name.startswith("_") else getattr(value, name)
            if isinstance(memory, memoryview):
                contents = memory.tolist()
                memory.release()
                assert getattr(value, name).tolist() == contents
        assert value == before
        assert repr(value) == shown


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", sorted(ALIVE))
def test_what_goes_on_in_time_is_copied_or_refuses_in_words(name: str, way: str, tmp_path: Path) -> None:
    (kind,) = (each for each in CLASSES if each.__name__ == name)
    value = example(kind, tmp_path)
    assert value != example(kind, tmp_path / "other")
    try:
        twin = WAYS[way](value)
    except HypersweepError as error:
        assert str(error)[0].islower()
    else:
        assert type(twin) is type(value)
        assert twin is not value
        if " object at 0x" not in repr(value):
            assert repr(twin) == repr(value)


def test_what_is_alive_is_public() -> None:
    assert {kind.__name__ for kind in CLASSES} >= ALIVE


def test_grids_moves_views_and_layouts_can_be_taken_apart_by_a_pattern() -> None:
    def told(thing: object) -> object:
        match thing:
            case Move("open", (row, column)):
                return row, column
            case Grid((rows, columns), "moore", ()):
                return rows * columns
            case View(Grid((3, 4)), mines):
                return mines
            case Layout(Grid((3, 4))):
                return "layout"
            case Rules(first_open="opening", chord=False):
                return "rules"
            case Event(when, "flag"):
                return when
        return None

    assert told(Move("open", (2, 3))) == (2, 3)
    assert told(Move("flag", (2, 3))) is None
    assert told(Grid(BOARD)) == 12
    assert told(Grid("3x4~wrap=1")) is None
    assert told(game().view) == 2
    assert told(Layout(BOARD)) == "layout"
    assert told(Rules(first_open="opening", chord=False)) == "rules"
    assert told(Event(70, "flag", (0, 0))) == 70


def test_views_and_layouts_are_looked_up_by_cell() -> None:
    layout = Layout("2x3", [(0, 0)])
    view = Game(layout=layout).view
    boards: list[tuple[Layout | View, list[int]]] = [(layout, [-3, 1, 0, 1, 1, 0]), (view, [-1] * 6)]
    for board, codes in boards:
        assert list(board) == list(Grid("2x3"))
        assert [board[cell] for cell in board] == codes
        assert [board[index] for index in range(6)] == codes
        assert dict(board.items()) == dict(zip(Grid("2x3"), codes, strict=True))
        assert (len(board), (1, 2) in board, 5 in board, (2, 0) in board, 6 in board) == (6, True, True, False, False)


def test_one_is_written_as_one() -> None:
    assert repr(game().flag((0, 3))) == "<MoveResult: 1 cell changed, 0 opened, +1 flag, ongoing>"
    assert repr(analyse_batch([game().view])) == "<AnalysisBatch of 1 view of 3x4: 1 exact>"
    assert repr(review(record())).startswith("<Review of 1 move, 1 guess: ")
    layout = Layout(BOARD, [(0, 3)])
    for alone in (Game(layout=layout), Game(layout=layout).view, Record.of(Game(layout=layout))):
        assert f"{BOARD} with 1 mine" in repr(alone)
        assert "1 mines" not in repr(alone)
    analysis = analyse(View.parse("2x2 mines=2\n# #\n# 2"))
    assert repr(analysis) == "<Analysis of 2x2 with 2 mines: 0 cells certain to be safe, 0 certain mines>"
    analysis = analyse(View.parse("1x3 mines=1\n# 1 ."))
    assert repr(analysis) == "<Analysis of 1x3 with 1 mine: 0 cells certain to be safe, 1 certain mine>"


def test_a_game_is_looked_up_by_cell_as_its_view_is() -> None:
    found = game()
    assert list(found) == list(found.view)
    assert [found[cell] for cell in found] == list(found.view.codes)
    assert ((1, 2) in found, 11 in found, -1 in found, (3, 0) in found, "open" in found) == (
        True,
        True,
        False,
        False,
        False,
    )


@pytest.mark.parametrize("kind", [Grid, Layout, View, Move, Rules, Budget])
def test_values_have_no_order(kind: type, tmp_path: Path) -> None:
    value = example(kind, tmp_path)
    with pytest.raises(TypeError, match="not supported"):
        value < value  # noqa: B015, PLR0124
