"""Script that plays games with a student's HyperMines file in a separate process. It mustn't import the package.

Each line of input is a game as JSON: a list of steps. A step is a call, ``{"name": "dig_nd", "args": [...], "is_new":
false}``, or a handwritten dictionary, ``{"game": ...}``. A call gets the current dictionary as its first argument; one
with "is_new" returns a new dictionary instead. Each answer is a line of JSON, written immediately after the step, so
that the last line shows where a crash happened. A line ``{"end": STATUS}`` ends the game. Every game is played in a
fork, so it starts from the freshly loaded file, and a crash ends only that game.

Answers are JSON, not pickles, since unpickling a student's data could run arbitrary code.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import sys
import traceback
from pathlib import Path
from types import ModuleType  # noqa: TC003 - this file can't use the package's lazy imports
from typing import Any, TextIO

# Python's default is too low for a recursive dig over a whole board; the labs' own tests raise the limit too.
RECURSION_LIMIT = 20_000
# Maximum length of an answer in characters, in case the student's program returns huge values.
LONGEST_ANSWER = 4_000_000


def encode(value: Any) -> Any:
    """Convert a value for JSON: tag tuples and dictionaries, and describe values of other types as text.

    >>> encode([1, (True, "."), {"state": None}])
    [1, {'tuple': [True, '.']}, {'dict': [['state', None]]}]
    """
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, list):
        return [encode(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [encode(item) for item in value]}
    if isinstance(value, dict):
        return {"dict": [[encode(key), encode(item)] for key, item in value.items()]}
    # Convert a NumPy scalar to the equal plain number or boolean.
    plain = value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") and not value.shape else None
    if type(plain) in (bool, int, float, str):
        return plain
    return {"other": repr(value)[:200]}


def decode(value: Any) -> Any:
    """Reverse ``encode``; a value that ``encode`` only described stays a dictionary with the description.

    >>> decode(encode({"dimensions": (3, 4)}))
    {'dimensions': (3, 4)}
    """
    if isinstance(value, list):
        return [decode(item) for item in value]
    if isinstance(value, dict):
        if "tuple" in value:
            return tuple(decode(item) for item in value["tuple"])
        if "dict" in value:
            return {decode(key): decode(item) for key, item in value["dict"]}
    return value


def decode_answer(answer: dict[str, Any]) -> dict[str, Any]:
    """Return a worker's answer with its value and game decoded.

    >>> decode_answer({"value": {"tuple": [3]}, "game": None, "printed": ""})
    {'value': (3,), 'game': None, 'printed': ''}
    """
    return {key: decode(value) if key in ("value", "game") else value for key, value in answer.items()}


def describe(error: BaseException, path: Path) -> str:
    """Describe an exception in one line, including the innermost line from the student's file in the traceback."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path]
    place = f" in line {lines[-1]}" if lines else ""
    said = str(error)
    if isinstance(error, MemoryError) and not said:
        said = "more memory than the checker allows"
    return f"{type(error).__name__}{place}{': ' if said else ''}{said}"[:500]


def play(lab: ModuleType, steps: list[dict[str, Any]], path: Path, answers: TextIO) -> None:
    """Execute a game's steps, writing an answer for each; stop after the first exception."""
    game: Any = None
    for step in steps:
        printed = io.StringIO()
        answer: dict[str, Any]
        try:
            if "game" in step:
                game, value = decode(step["game"]), None
            else:
                arguments = decode(step["args"])
                with contextlib.redirect_stdout(printed):
                    value = getattr(lab, step["name"])(*([] if step["is_new"] else [game]), *arguments)
                if step["is_new"]:
                    game, value = value, None
            answer = {"value": encode(value), "game": encode(game), "printed": printed.getvalue()[:LONGEST_ANSWER]}
            line = json.dumps(answer)
            if len(line) > LONGEST_ANSWER:
                answer = {"raised": f"an answer of {len(line)} characters"}
        except BaseException as error:  # sys.exit() in a dig is also a fault in the program
            answer = {"raised": describe(error, path)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        if "raised" in answer:
            return


def play_apart(lab: ModuleType, steps: list[dict[str, Any]], path: Path, answers: TextIO) -> int:
    """Play a game in a forked process. Returns: its exit status, as ``subprocess`` would report it."""
    child = os.fork()
    if child == 0:
        try:
            play(lab, steps, path, answers)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def load(path: Path) -> ModuleType:
    """Import a student's file as the module ``lab``, so that files next to it can import it too."""
    sys.path.insert(0, str(path.parent))
    specification = importlib.util.spec_from_file_location("lab", path)
    assert specification is not None
    assert specification.loader is not None
    lab = importlib.util.module_from_spec(specification)
    sys.modules["lab"] = lab
    specification.loader.exec_module(lab)
    return lab


def main(path: Path) -> None:
    """Load the file, report which functions it has, and play games from standard input until the input ends."""
    # Keep what the student's file reads and prints apart from the games and answers.
    games = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    with open(os.devnull, "r+b") as nothing:
        for stream in range(3):
            os.dup2(nothing.fileno(), stream)
    sys.setrecursionlimit(RECURSION_LIMIT)
    sys.argv = [str(path)]
    try:
        lab = load(path)
    except BaseException as error:
        answers.write(json.dumps({"raised": describe(error, path)}) + "\n")
        answers.flush()
        return
    answers.write(json.dumps({"functions": [name for name, value in vars(lab).items() if callable(value)]}) + "\n")
    answers.flush()
    for line in games:
        ended = play_apart(lab, json.loads(line), path, answers)
        answers.write(json.dumps({"end": ended}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
