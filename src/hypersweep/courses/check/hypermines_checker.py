"""``check hypermines``: play boards in one to five dimensions with a student's ``lab.py`` and with our reference.

The checker calls every function of the term, and compares return values, the dictionary after each dig, the renders,
and the output of ``dump``. A missing function is a fault; the other functions are still checked. Games vary everything
the lab's text allows a caller to do: boards with any number of dimensions, handwritten dictionaries, digs on visible
cells and after the end of the game.

The lab's text leaves these points open, so they count only with ``--strict``: additional keys in the dictionary, the
order of keys in ``dump``, coordinates off the board, and lists instead of tuples.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.courses import hypermines
from hypersweep.courses.check import lab_worker
from hypersweep.courses.check.check_report import Difference
from hypersweep.courses.check.compile_and_run import end_group, signal_text, start_limited
from hypersweep.errors import UncheckableError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from hypothesis.strategies import DrawFn, SearchStrategy

    from hypersweep.cli_support.command_parser import CommandParser

    Cell = tuple[int, ...]


EXAMPLES = """\
The functions of the lab are called: those for two dimensions, those for any
number, and dump. A missing one makes the file wrong; the others are still
checked. The file is imported in a separate process.

examples:
  hypersweep check hypermines lab.py
  hypersweep check hypermines --term 2020 submissions/*/lab.py
"""

SECONDS_A_GAME, SECONDS_AFTER_HANG, SECONDS_TO_START, CPU_SECONDS = 10.0, 1.0, 20.0, 60

MOST_DIMENSIONS, MOST_CELLS = 5, 60
# Names of each function over the terms, latest first.
NAMES: dict[str, tuple[str, ...]] = {
    "new_2d": ("new_game_2d", "new_game"),
    "dig_2d": ("dig_2d", "dig"),
    "rows": ("render_2d_locations", "render_2d", "render"),
    "text": ("render_2d_board", "render_ascii"),
    "new_nd": ("new_game_nd",),
    "dig_nd": ("dig_nd",),
    "render_nd": ("render_nd",),
    "dump": ("dump",),
}
PLANE, SPACE = ("new_2d", "dig_2d", "rows", "text"), ("new_nd", "dig_nd", "render_nd")

LOGIC = 'HyperMines, "Mines"'
CLAUSES = {
    "new": f'{LOGIC} and "Game State": the board holds "." for a mine, elsewhere the number of mines around, nothing is'
    " visible, a new game is always ongoing, and dimensions stay as they were given",
    "dig": f'{LOGIC} and "Game Logic": a dig returns the number of cells newly revealed; around a 0 the neighbours are '
    "revealed, too; a mine means defeat, the last safe cell victory; a visible cell returns 0, as does any cell once "
    "the game is over",
    "render": 'HyperMines, "An Example Game": "_" for a hidden cell, " " for 0, "." for a mine, otherwise the number; '
    "True as second argument shows every cell; rendering changes nothing",
    "dump": 'HyperMines, "An Example Game": dump prints each key, a list of lists with a line for each item',
    "keys": 'HyperMines, "Game State": a dictionary with the following four keys. The text doesn\'t say whether it may '
    "have others",
    "order": 'HyperMines, "An Example Game": the text shows visible before state, the labs\' own dump sorts the keys',
    "outside": "HyperMines doesn't say what a dig off the board does",
    "list": 'HyperMines, "An Example Game": dimensions, mines and coordinates are tuples; the text doesn\'t say '
    "whether lists may stand for them",
    "functions": 'HyperMines, "Game Logic" and "HyperMines": lab.py has functions to make a game, to dig and to '
    "render, for two dimensions and for any number; its examples use dump",
}


@dataclass(frozen=True, slots=True)
class Board:
    """A board and the digs on it.

    Attributes:
        shape: the number of cells along each axis.
        mines: the cells with mines.
        digs: the cells to dig, in order.
        is_plane: whether to call the functions for two dimensions.
        by_hand: if the game starts from a handwritten dictionary, the number of digs already done in it; None to start
            with new_game.
    """

    shape: Cell
    mines: tuple[Cell, ...] = ()
    digs: tuple[Cell, ...] = ()
    is_plane: bool = False
    by_hand: int | None = None


@dataclass(frozen=True, slots=True)
class LabGame:
    """One or more boards, played one after another in the same process.

    Attributes:
        boards: the boards.
        odd: the kind of input beyond the lab's text: "outside" (cells off the board), "list" (lists instead of tuples),
            or empty. If there are no boards, the names of the missing functions.
    """

    boards: tuple[Board, ...] = ()
    odd: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A call, or a handwritten dictionary to continue from, with the expected result.

    Attributes:
        source: the call, as Python code.
        request: the request sent to the worker.
        expected: the expected return value; not compared for new games and dump.
        game: the expected dictionary after the call.
        kind: key of the clause that governs the call.
    """

    source: str
    request: dict[str, Any]
    expected: Any
    game: dict[str, Any]
    kind: str


class LabProcess:
    """The process that imports and plays the student's file; restarted after a crash or hang.

    Args:
        path: the student's file.
        seconds: time limit per game.

    Attributes:
        functions: names of the functions in the file.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        self._path = path
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._is_late = False
        self.functions: frozenset[str] = frozenset()

    def start(self) -> None:
        """Start the process and load the file.

        Raises:
            UncheckableError: the file can't be loaded.
        """
        self._process = start_limited(
            [sys.executable, "-B", lab_worker.__file__, self._path],
            cpu_seconds=CPU_SECONDS,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            with self._deadline(SECONDS_TO_START):
                answer = self._read()
        except BaseException:
            self.stop()
            raise
        if answer is None or "raised" in answer:
            reason = f"it ran for more than {SECONDS_TO_START:g} seconds" if self._is_late else "it exited"
            self.stop()
            raise UncheckableError(f"can't import the file: {reason if answer is None else answer['raised']}")
        functions = answer.get("functions")
        if not isinstance(functions, list):
            self.stop()
            raise UncheckableError("can't import the file: it writes to the checker's pipe")
        self.functions = frozenset(map(str, functions))

    def play(self, requests: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the answers to a game's steps; if a step failed, the last answer has the key "raised"."""
        if self._process is None:
            self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        answers: list[dict[str, Any]] = []
        with self._deadline(self._seconds):
            with contextlib.suppress(OSError):
                process.stdin.write(json.dumps(list(requests)).encode() + b"\n")
                process.stdin.flush()
            while True:
                answer = self._read()
                if answer is None:
                    reason = f"didn't return within {self._seconds:g} s" if self._is_late else "ended the process"
                    if self._is_late:
                        # The verdict is known; a shorter limit leaves time to shrink the game.
                        self._seconds = min(self._seconds, SECONDS_AFTER_HANG)
                    self.stop()
                    return [*answers, {"raised": reason}]
                if "end" not in answer:
                    answers.append(lab_worker.decode_answer(answer))
                    continue
                if len(answers) < len(requests) and not (answers and "raised" in answers[-1]):
                    answers.append({"raised": signal_text(answer["end"])})
                return answers

    def stop(self) -> None:
        """Kill the process and all processes it started."""
        process, self._process = self._process, None
        if process is not None:
            end_group(process)

    @contextlib.contextmanager
    def _deadline(self, seconds: float) -> Iterator[None]:
        # At the deadline, kill the whole process group; a blocked read then returns.
        process = self._process
        assert process is not None
        self._is_late = False

        def expire() -> None:
            self._is_late = True
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(seconds, expire)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _read(self) -> dict[str, Any] | None:
        assert self._process is not None
        assert self._process.stdout is not None
        # Don't trust the answer: the student's program can write anything to this descriptor.
        try:
            answer = json.loads(self._process.stdout.readline(3 * lab_worker.LONGEST_ANSWER))
        except (ValueError, RecursionError):
            return None
        return answer if isinstance(answer, dict) else None


class Words:
    """The names used by one term for functions and dictionary keys.

    Args:
        lab: our module for the term.
        functions: names of the student's functions; if a term has two names for one function, the student's is used.

    Attributes:
        names: each function's name, by role; roles the term doesn't have are left out.
        keys: the four keys, in the order used in handwritten dictionaries.
    """

    def __init__(self, lab: Any, functions: Iterable[str] = ()) -> None:
        self._lab = lab
        known = frozenset(functions)
        self.names: dict[str, str] = {}
        for role, names in NAMES.items():
            ours = [name for name in names if hasattr(lab, name)]
            if ours:
                self.names[role] = next((name for name in ours if name in known), ours[0])
        self.keys: tuple[str, ...] = tuple(self("new_2d", 1, 1, []))

    def __call__(self, role: str, *arguments: Any) -> Any:
        """Call the reference's function for a role."""
        return getattr(self._lab, self.names[role])(*arguments)


def add_arguments(parser: CommandParser) -> None:
    """Add this course's option to the parser."""
    parser.add_argument(
        "--term",
        metavar="TERM",
        help=f"term whose names the file uses: {', '.join(hypermines.TERMS)} (default: those of the latest)",
    )


def open_subject(program: str, options: Namespace) -> HyperMines:
    """Load a file, and return it ready for testing.

    Raises:
        UncheckableError: the file can't be imported, or has no function for new games.
        ParameterError: the term is unknown.
    """
    return HyperMines(program, options.term)


class HyperMines:
    """A student's ``lab.py`` under test.

    Args:
        path: the file.
        term: the term whose names it uses; None for the latest.
        seconds: time limit per game.

    Attributes:
        name: the file, as named by the user.
        suffix: file name extension of saved tests.
        edges: edge cases, played first.

    Raises:
        UncheckableError: the file doesn't exist, can't be imported, or has no function for new games.
    """

    def __init__(self, path: str | Path, term: str | None = None, *, seconds: float = SECONDS_A_GAME) -> None:
        path = Path(path)
        if path.is_dir():
            raise UncheckableError("expected a Python file, such as lab.py, got a folder")
        if not path.is_file():
            raise UncheckableError(f"can't read {path.name!r}: no such file")
        if path.suffix != ".py":
            raise UncheckableError(f"expected a Python file, such as lab.py, got {path.name!r}")
        self.suffix = ".py"
        self.name: str = str(path)
        lab = hypermines if term is None else hypermines.term(term)
        self._lab = LabProcess(path.resolve(), seconds)
        self._lab.start()
        self._words = Words(lab, self._lab.functions)
        self._roles = frozenset(role for role, name in self._words.names.items() if name in self._lab.functions)
        self._groups = [group for group in (PLANE, SPACE) if group[0] in self._roles]
        if not self._groups:
            self.close()
            news = " or ".join(self._words.names[role] for role in ("new_2d", "new_nd") if role in self._words.names)
            raise UncheckableError(f"can't find {news} in {path.name}: does it need another --term?")
        self.edges: Sequence[LabGame] = [*self._missing(), *self._boards_on_purpose()]

    def close(self) -> None:
        """Stop the student's process."""
        self._lab.stop()

    def games(self) -> SearchStrategy[LabGame]:
        """Return a strategy for random games on one or two boards."""
        from hypothesis import strategies

        boards = strategies.lists(_boards(self._groups, self._roles), min_size=1, max_size=2)
        return boards.map(lambda found: LabGame(tuple(found)))

    def play(self, game: LabGame) -> Difference | None:
        """Play a game with the student's functions and the reference's, and return the first difference."""
        if game.odd and not game.boards:
            return self._say_missing(game.odd)
        steps = [step for board in game.boards for step in self._steps(board, game.odd)]
        answers = self._lab.play([step.request for step in steps])
        open_point: Difference | None = None
        for place in range(len(steps)):
            if place >= len(answers):
                return self._difference(steps, place, "ended the process", "")
            found = self._compare(steps, place, answers[place], game.odd)
            if found is not None and game.odd == "list":
                found = replace(found, clause=CLAUSES["list"], is_open=True)
            if found is not None and not found.is_open:
                return found
            open_point = open_point or found
            if "raised" in answers[place]:
                break
        return open_point

    def _missing(self) -> list[LabGame]:
        lost = {role: name for role, name in self._words.names.items() if role not in self._roles}
        # The lab's text uses dump but doesn't require it, so report a missing dump separately.
        optional = lost.pop("dump", "")
        return [LabGame(odd=names) for names in (" ".join(lost.values()), optional) if names]

    def _say_missing(self, names: str) -> Difference:
        lost = names.split()
        is_open = names == self._words.names.get("dump")
        why = "which the lab's examples use" if is_open else "which the lab asks for"
        what = f"the file has no {', '.join(lost)}, {why}"
        test = "import lab\n\n\n" + "\n\n".join(
            f"def test_there_is_{name}():\n    assert callable(lab.{name})\n" for name in lost
        )
        return Difference(what, CLAUSES["functions"], "import lab", test, is_open)

    def _boards_on_purpose(self) -> Iterator[LabGame]:
        for group in self._groups:
            is_plane = group is PLANE
            # Play small boards first: if two failing games have equally long calls, the report shows the first.
            usual = (3, 4) if is_plane else (2, 3, 4)
            shapes: list[Cell] = [(1, 1), (1, 3), (3, 1), (2, 2), usual]
            if not is_plane:
                shapes = [(1,), (3,), (2, 2), (2, 3), (2, 2, 2), usual, (1, 1, 1), (2, 1, 2, 3), (2, 2, 2, 2, 2)]
                shapes.append((2, 1, 2, 1, 2, 2))
            for shape in shapes:
                cells = _cells(shape)
                for mines in ((), tuple(cells), (cells[0],), (cells[-1],), tuple(cells[::3])):
                    digs = (cells[-1], cells[-1], cells[0], cells[len(cells) // 2], *cells[:2])
                    yield LabGame((Board(shape, mines, digs, is_plane),))
            last = tuple(side - 1 for side in usual)
            board = Board(usual, (last,), (_cells(usual)[0], last), is_plane)
            yield LabGame((board,), odd="list")
            yield LabGame((Board(usual, (last,), board.digs, is_plane, by_hand=0),))
            # Dig again in handwritten games already won or lost; start a cascade around a visible number.
            first = _cells(usual)[0]
            beside = tuple(max(side - 2, 0) for side in usual)
            for digs in ((first, last), (last, first), (beside, first, beside, last)):
                yield LabGame((Board(usual, (last,), digs, is_plane),))
                yield LabGame((Board(usual, (last,), digs, is_plane, by_hand=1),))
            yield LabGame((board, board))
            # Dig on a large board where one dig reveals every safe cell.
            large = (12, 15) if is_plane else (5, 4, 4, 3)
            yield LabGame((Board(large, ((0,) * len(large),), (tuple(side - 1 for side in large),), is_plane),))
            outside = (tuple(-1 for _ in last), tuple(side + 1 for side in usual))
            yield LabGame((Board(usual, (last,), outside, is_plane),), odd="outside")

    def _steps(self, board: Board, odd: str) -> Iterator[Step]:
        words, roles = self._words, self._roles
        new, dig = ("new_2d", "dig_2d") if board.is_plane else ("new_nd", "dig_nd")
        kind = list if odd == "list" else tuple
        mines = [kind(mine) for mine in board.mines]
        arguments: tuple[Any, ...] = (*board.shape, mines) if board.is_plane else (kind(board.shape), mines)
        game = words(new, *arguments)
        digs = list(board.digs)
        if board.by_hand is None:
            yield self._step(new, arguments, None, game, "new")
        else:
            for dug in digs[: board.by_hand]:
                words(dig, game, *(dug if board.is_plane else (dug,)))
            del digs[: board.by_hand]
            source = f"game = {game!r}"
            yield Step(source, {"game": lab_worker.encode(game)}, None, copy.deepcopy(game), "new")
        # In games with undefined input, skip renders: all later answers depend on that input's effect, so don't compare
        # them.
        renders = () if odd else ("rows", "text") if board.is_plane else ("render_nd",)
        for cell in (None, *digs):
            if cell is not None and dig in roles:
                given = cell if board.is_plane else ((list(cell) if odd == "list" else cell),)
                revealed = None if odd == "outside" else words(dig, game, *given)
                yield self._step(dig, given, revealed, game, odd or "dig")
            for render in renders:
                if render in roles:
                    yield self._step(render, (), words(render, game), game, "render")
                    yield self._step(render, (True,), words(render, game, True), game, "render")
        if "dump" in roles and not odd:
            yield self._step("dump", (), None, game, "dump")

    def _step(self, role: str, arguments: Sequence[Any], expected: Any, game: dict[str, Any], kind: str) -> Step:
        name = self._words.names[role]
        is_new = kind == "new"
        request = {"name": name, "args": [lab_worker.encode(argument) for argument in arguments], "is_new": is_new}
        words = ", ".join([*([] if is_new else ["game"]), *map(repr, arguments)])
        source = f"game = lab.{name}({words})" if is_new else f"lab.{name}({words})"
        return Step(source, request, expected, copy.deepcopy(game), kind)

    def _compare(self, steps: list[Step], place: int, answer: dict[str, Any], odd: str) -> Difference | None:
        step = steps[place]
        if "raised" in answer:
            # For a cell off the board, an exception is acceptable.
            if step.kind == "outside":
                return None
            said = answer["raised"]
            wanted = f"assert {step.source} == {step.expected!r}" if step.kind in ("dig", "render") else step.source
            verb = "" if said.startswith(("ended", "didn't")) else "raised "
            return self._difference(steps, place, f"{verb}{said}", wanted)
        value, game = answer["value"], answer["game"]
        if step.kind == "outside":
            if isinstance(game, dict) and all(game.get(key) == step.game[key] for key in self._words.keys):
                return None
            wanted = f"before = copy.deepcopy(game)\n    {step.source}\n    assert game == before"
            return self._difference(steps, place, "changed the game, though the cell isn't on the board", wanted)
        if step.kind in ("dig", "render", "list") and value != step.expected:
            wanted = f"assert {step.source} == {step.expected!r}"
            return self._difference(steps, place, f"returned {_cut(value)}, expected {_cut(step.expected)}", wanted)
        wanted = step.source
        if not isinstance(game, dict):
            return self._difference(
                steps, place, f"returned {_cut(game)}, expected a dictionary", "assert type(game) is dict"
            )
        for key in self._words.keys:
            if key not in game:
                return self._difference(steps, place, f"left no key {key!r}", f"{wanted}\n    assert {key!r} in game")
            if game[key] != step.game[key]:
                said = f"left {_cut(game[key])} in game[{key!r}], expected {_cut(step.game[key])}"
                return self._difference(steps, place, said, f"{wanted}\n    assert game[{key!r}] == {step.game[key]!r}")
        if step.kind == "dump" and (found := self._compare_dump(steps, place, answer["printed"], game)) is not None:
            return found
        further = [key for key in game if key not in self._words.keys]
        if further and step.kind == "new" and not odd:
            names = ", ".join(map(repr, further))
            return self._difference(
                steps, place, f"made further keys: {names}", f"{wanted}\n    assert len(game) == 4", "keys"
            )
        return None

    def _compare_dump(self, steps: list[Step], place: int, printed: str, game: dict[str, Any]) -> Difference | None:
        # Apply our dump to the student's dictionary: if it contains 1 instead of True, the student's dump isn't to
        # blame.
        with contextlib.redirect_stdout(io.StringIO()) as ours:
            self._words("dump", game)
        expected = ours.getvalue()
        if printed == expected:
            return None
        keys = self._words.keys
        theirs, right = _paragraphs(printed), _paragraphs(expected)
        kind = "order" if all(theirs.get(key) == right[key] for key in keys) else "dump"
        wanted = f"{steps[place].source}\n    assert capsys.readouterr().out == {expected!r}"
        said = "printed the keys in another order, or further ones"
        if kind == "dump":
            key = next(key for key in keys if theirs.get(key) != right[key])
            said = f"printed {_cut(theirs.get(key, 'nothing'))} for {key!r}, expected {_cut(right[key])}"
        return self._difference(steps, place, said, wanted, kind)

    def _difference(self, steps: list[Step], place: int, said: str, wanted: str, kind: str = "") -> Difference:
        step = steps[place]
        # Omit renders and dumps from the test, because they change nothing.
        before = [each for each in steps[:place] if each.kind in ("new", "dig", "outside", "list")]
        calls = [each.source for each in before]
        is_new = step.kind == "new"
        if is_new and not wanted.startswith("game = "):
            wanted = f"{step.source}\n    {wanted}"
        name = step.request.get("name", "game")
        imports = "import copy\n\nimport lab" if step.kind == "outside" else "import lab"
        argument = "capsys" if step.kind == "dump" else ""
        body = "".join(f"    {line}\n" for line in [*calls, wanted])
        source = step.source.removeprefix("game = ").replace("lab.", "", 1)
        kind = kind or step.kind
        return Difference(
            what=f"{source} {said}",
            clause=CLAUSES[kind],
            calls="\n".join(line.replace("lab.", "", 1) for line in [*calls, step.source]),
            test=f"{imports}\n\n\ndef test_{name}({argument}):\n{body}",
            is_open=kind in ("keys", "order", "outside", "list"),
        )


def _cells(shape: Cell) -> list[Cell]:
    return list(product(*map(range, shape)))


def _cut(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:157]}..."


def _paragraphs(printed: str) -> dict[str, str]:
    """Split the output of ``dump`` into the text for each key."""
    found: dict[str, str] = {}
    key = ""
    for line in printed.splitlines():
        if not line.startswith(" ") and ":" in line:
            key = line.partition(":")[0]
            found[key] = ""
        found[key] = found.get(key, "") + line.rstrip() + "\n"
    return found


def _boards(groups: Sequence[tuple[str, ...]], roles: frozenset[str]) -> SearchStrategy[Board]:
    from hypothesis import strategies

    @strategies.composite
    def boards(draw: DrawFn) -> Board:
        is_plane = draw(strategies.sampled_from([group is PLANE for group in groups]))
        dimensions = 2 if is_plane else draw(strategies.integers(1, MOST_DIMENSIONS))
        shape: Cell = ()
        cells = 1
        for _ in range(dimensions):
            side = draw(strategies.integers(1, max(1, min(6, MOST_CELLS // cells))))
            shape, cells = (*shape, side), cells * side
        every = _cells(shape)
        places = strategies.integers(0, cells - 1)
        # Make small numbers of mines likely, so that digs have something to reveal.
        most = draw(strategies.sampled_from([cells // 6 + 1, cells // 3 + 1, cells]))
        mines = draw(strategies.lists(places, unique=True, max_size=min(most, cells)))
        digs = draw(strategies.lists(places, max_size=8))
        return Board(
            shape,
            tuple(every[place] for place in mines),
            tuple(every[place] for place in digs),
            is_plane,
            by_hand=draw(strategies.none() | strategies.integers(0, 2)),
        )

    return boards()
