"""Games of a user's policies: the right one plays, and an error names its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep import Grid
from hypersweep.engine.policies import policy_source
from hypersweep.errors import CellError, ExperimentError, ParameterError
from hypersweep.lab.playing import is_of_a_policy, play_own


def play(path: Path, function: str = "careful") -> int:
    """Return the wins of a policy in 50 games."""
    name = f"{path}:{function}"
    return play_own(name, policy_source(name), Grid("3x4"), 2, 50, seed=7).wins


def test_a_file_that_is_changed_is_another_policy(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    # As long as the other, and written in the same second.
    path.write_text("from hypersweep import choose\n\ndef careful(view): return None        \n")
    given_up = play(path)
    path.write_text("from hypersweep import choose\n\ndef careful(view): return choose(view)\n")
    assert play(path) > 20 > given_up
    path.write_text("from hypersweep import choose\n\ndef careful(view): return None        \n")
    assert play(path) == given_up


def test_a_file_may_define_dataclasses(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from typing import ClassVar\n"
        "from hypersweep import choose\n"
        "@dataclass\n"
        "class Player:\n"
        "    games: ClassVar[int] = 0\n"
        "    moves: int = 0\n"
        "player = Player()\n"
        "def careful(view):\n"
        "    player.moves += 1\n"
        "    return choose(view)\n"
    )
    assert play(path) > 20


def notes_of(path: Path, error: type[BaseException], match: str) -> list[str]:
    with pytest.raises(error, match=match) as caught:
        play(path)
    assert is_of_a_policy(caught.value)
    return caught.value.__notes__


def test_what_a_policy_raises_comes_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def inner(view):\n    return {}[view.grid.cells]\n\ndef careful(view):\n    return inner(view)\n")
    notes = notes_of(path, KeyError, "12")
    assert notes[0].startswith("game 0 of seed 7, move 2:")
    assert notes[1] == f"{path}, line 2, in inner"
    # The answer wasn't a cell; no error was raised.
    path.write_text("def careful(view):\n    return 99\n")
    assert len(notes_of(path, CellError, "99")) == 1


def test_a_file_that_can_not_be_loaded_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view):\n    return None\n\nlen(3)\n")
    assert notes_of(path, TypeError, "len")[1] == f"{path}, line 4, in <module>"
    path.write_text("def careful(view:\n")
    assert "was loaded" in notes_of(path, SyntaxError, "never closed")[0]
    # A file that it needs is not the policy's own.
    path.write_text("open('no such file')\n")
    assert "was loaded" in notes_of(path, FileNotFoundError, "no such file")[0]


def test_an_error_of_a_class_of_the_file_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("class LostError(Exception):\n    pass\ndef careful(view):\n    raise LostError('my way')\n")
    notes = notes_of(path, RuntimeError, "^LostError: my way")
    assert notes[1] == f"{path}, line 4, in careful"
    # Values that can't be pickled stay unchanged.
    path.write_text("def careful(view):\n    raise ValueError(lambda: 3)\n")
    notes_of(path, ValueError, "lambda")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("sys.exit(3)", "sys.exit from"),
        ("raise GeneratorExit", "GeneratorExit from"),
        ("raise Odd", "Odd from .*can't be printed"),
    ],
)
def test_a_policy_that_would_end_the_program_is_told(tmp_path: Path, line: str, what: str) -> None:
    path = tmp_path / "player.py"
    path.write_text(
        "import sys\nclass Odd(BaseException):\n    def __str__(self):\n        raise ValueError\n"
        f"def careful(view):\n    {line}\n"
    )
    assert notes_of(path, ExperimentError, what)[1] == f"{path}, line 6, in careful"


def test_ctrl_c_is_not_the_policys(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view):\n    raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        play(path)


def test_what_is_not_there_is_nobodys_mistake_in_a_game(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view):\n    return None\n")
    with pytest.raises(ParameterError, match="did you mean 'careful'") as caught:
        play(path, "carefull")
    assert not is_of_a_policy(caught.value)
    with pytest.raises(ExperimentError, match="the policy that was asked for"):
        play_own(f"{path}:careful", "0123456789abcdef", Grid("3x4"), 2, 50, seed=7)


def test_what_a_policy_prints_is_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    player = tmp_path / "talks.py"
    player.write_text(
        "from hypersweep.solve import choose\nprint('loaded')\n"
        "def f(view):\n    print('asked')\n    return choose(view)\n"
    )
    name = f"{player}:f"
    play_own(name, policy_source(name), Grid("3x4"), 2, 2, seed=7)
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.split("\n")[:2] == ["loaded", "asked"]
