"""The main function of a worker process, run in the tests' process."""

from __future__ import annotations

import pickle
import struct
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from hypersweep.web.multiplayer.ranking.worker_main import serve

LENGTH = struct.Struct(">Q")


class _UnreadableError(Exception):
    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def _raise_unreadable() -> None:
    raise _UnreadableError(1, 2)


def _answers(*jobs: tuple[object, tuple[object, ...]]) -> list[tuple[bool, object]]:
    asked, answers = BytesIO(), BytesIO()
    for function, arguments in jobs:
        data = pickle.dumps((function, arguments, {}))
        asked.write(LENGTH.pack(len(data)) + data)
    asked.seek(0)
    serve(asked, answers)
    answers.seek(0)
    found = []
    while head := answers.read(LENGTH.size):
        found.append(pickle.loads(answers.read(LENGTH.unpack(head)[0])))
    return found


def test_one_job_after_the_other() -> None:
    (one, two) = _answers((abs, (-3,)), (divmod, (1, 0)))
    assert one == (True, 3)
    assert two[0] is False
    assert isinstance(two[1], ZeroDivisionError)


def test_errors_that_cannot_travel_are_told_in_words() -> None:
    ((is_fine, error),) = _answers((_raise_unreadable, ()))
    assert not is_fine
    assert str(error) == "_UnreadableError: 1 and 2"


def test_it_imports_nothing_of_the_server() -> None:
    program = (
        "import sys; from hypersweep.web.multiplayer.ranking import worker_main, verification; "
        "print([name for name in sys.modules if name.split('.')[0] in "
        "('sqlalchemy', 'starlette', 'uvicorn', 'alembic', 'redis', 'numpy', 'textual')])"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.slow
def test_a_broken_input_ends_it_quietly() -> None:
    begin = "from hypersweep.web.multiplayer.ranking.worker_main import main; main()"
    for sent in (b"", b"\0\0", LENGTH.pack(0)[:5]):
        done = subprocess.run(
            [sys.executable, "-c", begin], input=sent, capture_output=True, cwd=Path.cwd(), check=False
        )
        assert (done.returncode, done.stdout) == (0, b"")
