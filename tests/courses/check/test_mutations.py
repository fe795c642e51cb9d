from __future__ import annotations

from argparse import Namespace
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest

from hypersweep.courses.check.mutants import write_program
from hypersweep.courses.check.mutations import MUTATIONS, Mutation

EACH = [pytest.param(course, each, id=f"{course}-{each.name}") for course, all_ in MUTATIONS.items() for each in all_]


@pytest.mark.parametrize("course", list(MUTATIONS))
def test_changes_have_names_and_apply(course: str, tmp_path: Path) -> None:
    assert len({each.name for each in MUTATIONS[course]}) == len(MUTATIONS[course]) > 10
    right = write_program(course, None, tmp_path).read_text(encoding="utf-8")
    texts = {write_program(course, each, tmp_path).read_text(encoding="utf-8") for each in MUTATIONS[course]}
    assert len(texts | {right}) == len(MUTATIONS[course]) + 1


@pytest.mark.ci_limit(2)
@pytest.mark.needs("posix")
@pytest.mark.needs("compiler")
@pytest.mark.needs("asan")
@pytest.mark.slow
@pytest.mark.parametrize(("course", "mutation"), EACH)
def test_check_finds_each(course: str, mutation: Mutation, tmp_path: Path) -> None:
    assert finds(course, mutation, tmp_path)


@pytest.mark.ci_limit(2)
@pytest.mark.needs("posix")
@pytest.mark.needs("compiler")
@pytest.mark.slow
@pytest.mark.parametrize("course", list(MUTATIONS))
def test_check_finds_nothing_in_the_references(course: str, tmp_path: Path) -> None:
    assert not finds(course, None, tmp_path, games=40)


def finds(course: str, mutation: Mutation | None, folder: Path, games: int = 200) -> bool:
    """Whether the check of a course calls a program wrong."""
    from hypersweep.courses.check.runner import check

    program = write_program(course, mutation, folder)
    options = Namespace(term=None, header=None, params=None)
    checker = import_module(f"hypersweep.courses.check.{course}_checker")
    with closing(checker.open_subject(str(program), options)) as subject:
        # The first edge that shows it is enough.
        if any((found := subject.play(edge)) is not None and not found.is_open for edge in subject.edges):
            return True
        subject.edges = []
        return check(subject, games=games).verdict == "wrong"
