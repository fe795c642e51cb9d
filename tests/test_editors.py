"""The package in editors and type checkers, with a program such as users write."""

from __future__ import annotations

import ast
import doctest
import importlib
import os
import subprocess
import sys
from pathlib import Path

import jedi
import pytest

import hypersweep
from shown_blocks import ROOT, blocks

SOURCE = Path(hypersweep.__file__).resolve().parent.parent
README = SOURCE.parent / "README.md"
PACKAGES = sorted(
    ".".join(path.parent.relative_to(SOURCE).parts)
    for path in (SOURCE / "hypersweep").rglob("__init__.py")
    if "_HOMES = {" in path.read_text(encoding="utf-8")
)
PROGRAM = """\
from hypersweep import Game, Outcome, Record, View, analyse, best_move, sample_layouts
from hypersweep.formats import read_file
from hypersweep.generate import no_guess

game = Game("4x5", layout=no_guess("4x5", 4, first=(1, 2), seed=7))
change = game.open((1, 2))
while game.outcome is Outcome.ONGOING:
    game.open(best_move(game.view).cell)
analysis = analyse(View.parse("2x3 mines=1\\n# # 1\\n1 1 1"))
record = Record.of(game)
thing = read_file(record.format().encode())
read = read_file(record.format().encode(), as_=Record).replay()
layouts = sample_layouts("3x4", 2, 10, seed=1)
"""


@pytest.fixture(autouse=True)
def no_editable_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the finder of an installation in place: jedi can't read its loader, and a wheel has none."""
    finders = [finder for finder in sys.meta_path if "ScikitBuild" not in type(finder).__name__]
    monkeypatch.setattr(sys, "meta_path", finders)


def script(code: str) -> jedi.Script:
    project = jedi.Project(SOURCE, sys_path=[str(SOURCE), *sys.path])
    return jedi.Script(code, project=project, environment=jedi.InterpreterEnvironment())


def completed(line: str) -> set[str]:
    """Return the public names that jedi offers after PROGRAM and the beginning of one more line."""
    code = PROGRAM + line
    names = script(code).complete(code.count("\n") + 1, len(line))
    return {name.name for name in names if not name.name.startswith("_")}


def test_the_program_runs() -> None:
    names: dict[str, object] = {}
    exec(PROGRAM, names)
    assert repr(names["game"]).endswith("won>")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("game.", {"open", "flag", "chord", "undo", "view", "outcome"}),
        ("game.view.", {"grid", "mines", "codes", "format"}),
        ("change.", {"cells", "opened"}),
        ("best_move(game.view).", {"cell", "win_probability"}),
        ("analysis.", {"safe_cells", "probability", "count_layouts"}),
        ("record.", {"events", "format"}),
        ("thing.", {"format", "events", "grid"}),
        ("read.", {"seek", "game"}),
        ("layouts.", {"first", "bits"}),
        ("game.view.grid.", {"neighbours", "shape"}),
    ],
)
def test_jedi_completes_what_a_call_returns(line: str, some: set[str]) -> None:
    assert some <= completed(line)


@pytest.mark.slow
def test_jedi_shows_the_signature_of_a_public_function() -> None:
    (signature,) = script("from hypersweep import analyse\nanalyse(").get_signatures(2, 8)
    assert [parameter.name for parameter in signature.params][:2] == ["view", "trust_flags"]


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_jedi_finds_every_public_name(package: str) -> None:
    names = [name for name in importlib.import_module(package).__all__ if not name.startswith("_")]
    code = "".join(f"from {package} import {name}\n" for name in names)
    found = script(code)
    column = len(f"from {package} import ")
    assert [name for line, name in enumerate(names, 1) if not found.infer(line, column)] == []


def first_library_example() -> str:
    """Return the first Python example of README.md, without what it prints."""
    block = README.read_text(encoding="utf-8").split("```python\n", 1)[1].split("```")[0]
    return "".join(example.source for example in doctest.DocTestParser().get_examples(block))


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.needs("type-checkers")
@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["pyright"]])
def test_type_checkers_accept_what_users_write(checker: list[str], tmp_path: Path) -> None:
    cookbook = [block.text for block in blocks(ROOT / "docs" / "cookbook.md") if block.language == "python"]
    assert len(cookbook) == 10
    programs = {"program": PROGRAM, "readme": first_library_example()}
    programs |= {f"recipe_{number}": text for number, text in enumerate(cookbook, 1)}
    for name, text in programs.items():
        ast.parse(text)
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    # Outside of the repository, whose settings don't apply there.
    environment = {**os.environ, "MYPYPATH": str(SOURCE), "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-m", *checker, *(f"{name}.py" for name in programs)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
