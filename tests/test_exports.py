"""The exports of the package: every public name, sorted, documented, and loaded lazily."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import types
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import hypersweep
from hypersweep import errors

# Exported at the top: objects of the game, and the errors of playing, solving and reading.
TOP = [
    *("CLASSIC", "COVERED", "EXPLODED", "FLAGGED", "MINE", "RULES_BY_NAME", "WRONG_FLAG", "Analysis", "BoardStats"),
    *("BoardTooLargeError", "Budget", "BudgetExceededError", "BusyError", "CellError", "Choice"),
    *("Event", "Game", "GameBatch", "Grid", "HypersweepError", "InconsistentViewError", "Layout", "LayoutBatch"),
    *(
        "LayoutError",
        "MineCountError",
        "MissingExtraError",
        "Move",
        "MoveResult",
        "NoMoveError",
        "Outcome",
        "ParameterError",
    ),
    *("ParameterTypeError", "ParseError", "PlayStats", "Reason", "Record", "RecordError", "RecordWarning"),
    *("Replay", "Rules", "RulesError", "Session", "ShapeError", "SolverBatch", "Store", "Stream"),
    *("UnknownMinesError", "View"),
    *(
        "__version__",
        "analyse",
        "best_move",
        "board_stats",
        "choose",
        "deduce",
        "explain",
        "play_policy",
        "play_random",
    ),
    *("play_solver", "play_stats", "sample_layouts", "win_probability"),
]
# Names that belong to one package, and are imported from there.
IN_ROOMS = {
    "hypersweep.channel": "Receiver Sender open_channel ChannelError WouldBlockError ClosedChannelError "
    "BrokenChannelError MessageSizeError",
    "hypersweep.courses.check": "Difference UncheckableError",
    "hypersweep.engine": "SimpleEngine AsyncEngine Answer EngineBudget find_player EngineError EngineTerminatedError "
    "EngineTimeoutError EngineProtocolError EngineRefusalError",
    "hypersweep.generate": "no_guess solvable_from certify verify Certificate GenerationError CertificateError",
    "hypersweep.lab": "Experiment Setting run_experiment merge_folders Pairs wilson ExperimentError",
    "hypersweep.rng": "GnuRandom",
    "hypersweep.rules": "COMP2017 ESP HYPERMINES",
    "hypersweep.typing": "CellLike",
}


def modules() -> Iterator[types.ModuleType]:
    """Yield every module of the package, commands left out: importing one must not run it."""
    for found in pkgutil.walk_packages(hypersweep.__path__, "hypersweep."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def in_order(names: Iterable[str]) -> list[str]:
    """Return names in the order of our lists: constants, classes, then the rest, each by the alphabet."""
    return sorted(set(names), key=lambda name: (not name.isupper(), not name[:1].isupper(), name))


def test_all_is_sorted_and_without_doubles() -> None:
    assert list(hypersweep.__all__) == in_order(hypersweep.__all__)


def test_the_top_holds_the_things_of_the_game() -> None:
    assert hypersweep.__all__ == TOP


def test_what_type_checkers_see_is_what_is_found() -> None:
    tree = ast.parse(Path(hypersweep.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name))
    seen = {alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert {*seen, "__version__"} == set(TOP)
    for name, module in seen.items():
        assert getattr(hypersweep, name) is getattr(importlib.import_module(str(module)), name)
    assert dir(hypersweep) == sorted(TOP)


def test_what_belongs_to_one_room_is_imported_from_there() -> None:
    complaints = [
        f"{room}.{name}"
        for room, names in IN_ROOMS.items()
        for name in names.split()
        if name not in importlib.import_module(room).__all__ or hasattr(hypersweep, name)
    ]
    assert complaints == []


def test_public_names_come_from_the_top_and_are_shown_there() -> None:
    for name in hypersweep.__all__:
        assert getattr(hypersweep, name) is not None
        assert name in dir(hypersweep)


def test_a_star_import_brings_every_public_name() -> None:
    namespace: dict[str, object] = {}
    exec("from hypersweep import *", namespace)
    assert set(hypersweep.__all__) <= set(namespace)


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="Gird"):
        # Type checkers see it as well: mypy reports an unneeded ignore.
        hypersweep.Gird  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(hypersweep, "__wrapped__")


@pytest.mark.parametrize(("wrong", "meant"), [("Gird", "Grid"), ("analyze", "analyse"), ("ParseErorr", "ParseError")])
def test_an_unknown_name_is_told_the_nearest_one(wrong: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=f"no attribute '{wrong}', did you mean '{meant}'"):
        getattr(hypersweep, wrong)
    with pytest.raises(AttributeError, match=r"no attribute 'xyzzy'$"):
        hypersweep.xyzzy  # type: ignore[attr-defined]  # noqa: B018


def test_every_module_lists_what_is_public() -> None:
    for module in modules():
        if module.__name__.rpartition(".")[2].startswith("_"):
            continue
        names = getattr(module, "__all__", None)
        if names is None:
            continue
        assert list(names) == in_order(names), module.__name__
        for name in names:
            assert hasattr(module, name), f"{module.__name__}.{name}"


def test_every_public_thing_is_documented() -> None:
    bare = []
    for module in modules():
        if module.__name__.rpartition(".")[2].startswith("_"):
            continue
        if not module.__doc__:
            bare.append(module.__name__)
        for name in getattr(module, "__all__", ()):
            thing = getattr(module, name)
            if inspect.isclass(thing) or inspect.isroutine(thing):
                bare += [f"{module.__name__}.{name}"] * (not thing.__doc__)
            if inspect.isclass(thing) and thing.__module__ == module.__name__:
                for member, value in vars(thing).items():
                    described = isinstance(value, property) or inspect.isroutine(value)
                    if described and not member.startswith("_") and not inspect.getdoc(value):
                        bare.append(f"{module.__name__}.{name}.{member}")
    assert bare == []


def test_every_error_is_at_the_top_or_in_the_room_that_alone_raises_it() -> None:
    for name in errors.__all__:
        homes = [room for room, names in IN_ROOMS.items() if name in names.split()]
        home = hypersweep if name in TOP else importlib.import_module(homes[0])
        assert getattr(home, name) is getattr(errors, name)
