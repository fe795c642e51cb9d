"""What each course provides: its module, and the members of a `Subject`."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

from courses.check.fake_subject import FakeSubject, Numbers
from hypersweep.courses.check.command import COURSES
from hypersweep.courses.check.course import Subject


@pytest.mark.parametrize("name", COURSES)
def test_a_course_has_what_the_command_needs(name: str) -> None:
    course = import_module(f"hypersweep.courses.check.{name}")
    assert "examples:\n" in course.EXAMPLES
    assert list(inspect.signature(course.add_arguments).parameters) == ["parser"]
    assert list(inspect.signature(course.open_subject).parameters) == ["program", "options"]


def test_a_subject_needs_no_base() -> None:
    subject: Subject[Numbers] = FakeSubject(lambda game: None)
    assert subject.play([1]) is None
